(puzzle_item "puzzle" @context name: (identifier) @name) @item
(rule_item "rule" @context name: (identifier) @name) @item
(board_item "board" @context name: (identifier) @name) @item
(piece_item "piece" @context name: (identifier) @name) @item
(configuration_item "configuration" @context name: (identifier) @name) @item
