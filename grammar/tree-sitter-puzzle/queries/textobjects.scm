(puzzle_item body: (_) @class.inside) @class.around
(rule_item body: (_) @function.inside) @function.around
(parameter) @parameter.inside
(variable) @parameter.inside
[(line_comment) (block_comment) (doc_comment)] @comment.inside
