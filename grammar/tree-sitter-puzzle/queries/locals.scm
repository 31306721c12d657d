(rule_item) @local.scope
(puzzle_item) @local.scope
(quantified) @local.scope

(parameter name: (identifier) @local.definition.parameter)
(variable name: (identifier) @local.definition.parameter)
(quantified name: (identifier) @local.definition.parameter)
(path name: (identifier) @local.reference)
