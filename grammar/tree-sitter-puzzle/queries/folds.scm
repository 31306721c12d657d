[
  (puzzle_block)
  (rule_block)
  (properties)
  (graph)
  (picture)
  (twin_picture)
  (inline_script)
  (block_comment)
] @fold
