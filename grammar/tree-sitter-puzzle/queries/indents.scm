[
  (puzzle_block)
  (rule_block)
  (properties)
  (graph)
] @indent.begin

"}" @indent.branch @indent.end

[
  (picture)
  (twin_picture)
  (inline_script)
  (block_comment)
] @indent.auto
