; Later patterns win.

(identifier) @variable
(path name: (identifier) @variable)
(path member: (identifier) @property)

(use module: (identifier) @module)
(use alias: (identifier) @module)

(board_item name: (identifier) @type)
(piece_item name: (identifier) @type)
(kind_item name: (identifier) @type)
(movement) @constant.builtin
(command) @function.builtin
(key) @constant.builtin
(configuration_item name: (identifier) @constant)
(set_item name: (identifier) @constant)
(list_item name: (identifier) @constant)
(counter_item name: (identifier) @variable.parameter)
(rule_item name: (identifier) @function)
(puzzle_item name: (identifier) @type)

(board (path) @type)
(board (path name: (identifier) @module member: (identifier) @type))
(rule_reference (path name: (identifier) @function))
(rule_reference (path name: (identifier) @module member: (identifier) @function))
(theory (path name: (identifier) @function))
(theory name: (identifier) @constant)
(cells (path) @type)
(part_of_piece (identifier) @type)
(piece_at (path) @type)
(call function: (identifier) @function.builtin)
(script function: (identifier) @function)

(parameter name: (identifier) @variable.parameter)
(variable name: (identifier) @variable.parameter)
(variable type: (path) @type)
(value_range name: (identifier) @variable.parameter)
(quantified name: (identifier) @variable.parameter)
(measure name: (identifier) @property)
(property colour: (identifier) @constant)
(tint colour: (identifier) @constant)
(labels (identifier) @constant)
(edge (identifier) @constant)

(direction) @constant.builtin
(number) @number
(text) @string
(escape) @string.escape
(marks) @string.special
(row (text) @string.special)
(piece_item marks: (text) @string.special)
(sign mark: (text) @string.special)
(tint mark: (text) @string.special)
(wall (identifier) @constant)

(picture) @string
(twin_picture) @string
(picture_mark) @string.special
(empty_cell) @comment
(any_cell) @operator
(anything) @operator

[
  "edition" "use" "as" "board" "piece" "kind" "marks" "configuration" "set" "list" "lines" "counter" "rule" "theory" "puzzle" "for" "on" "script" "per" "position"
  "cells" "members" "rigid" "floor" "turns" "flips" "shape" "sprite" "colour" "layer" "title"
  "after" "along" "when" "move" "to" "swap" "with" "shift" "towards" "remove" "put" "at" "clear" "flip" "close" "then" "once" "each" "also" "random" "repeat" "cost"
  "rules" "start" "goal" "place" "expect" "players" "win" "measure" "window" "fill" "clues" "wish" "hardest" "minimal" "deduction" "symmetric" "keys" "message"
  "legal" "bound" "invariant" "check" "render"
  "last" "wins" "loses" "draws" "actions" "runs" "of" "one" "moved"
  "solvable" "unsolvable" "in" "within" "first" "second" "player" "draw" "grundy" "plan" "solutions" "solution" "placements" "placement" "up" "symmetry"
  "pieces" "colours" "row" "full" "every" "anywhere" "where" "only" "some" "no" "by"
] @keyword

(nothing) @keyword

["square" "diagonal" "hex" "triangle" "line" "ring" "graph" "unbounded" "side" "walls" "edges" "int"] @type.builtin

["or" "and" "not" "is" "except" "around" "all" "any" "union" "until" "sum" "min" "max"] @keyword.operator

["->" "<->" "==" "!=" "<=" ">=" "<" ">" "+" "-" "*" "/" "%" "=" ".." "|"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "::"] @punctuation.delimiter

(line_comment) @comment
(block_comment) @comment
(comment) @comment
(doc_comment) @comment.documentation
(file_doc) @comment.documentation
