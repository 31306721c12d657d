(_ "{" "}" @end) @indent
