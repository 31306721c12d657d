[
  (puzzle_block)
  (rule_block)
  (properties)
  (graph)
] @indent

"}" @outdent
