" What colours a puzzle where neither tree-sitter nor the server does.
if exists('b:current_syntax')
  finish
endif

syntax keyword puzzleItem edition use as board piece kind marks configuration set list lines counter rule theory puzzle for on script per position int
syntax keyword puzzleStatement rules start goal place expect players win measure window fill clues wish keys message legal bound invariant check render
syntax keyword puzzleStatement title also random repeat when move swap shift remove put clear flip close then cost
syntax keyword puzzleBoard square diagonal hex triangle line ring graph unbounded side walls edges by
syntax keyword puzzleWord cells once each hardest minimal deduction symmetric members rigid floor turns flips shape sprite colour layer some no after along to with towards at last wins loses draws actions runs of one moved
syntax keyword puzzleWord solvable unsolvable in within first second player draw grundy plan solutions solution pieces colours
syntax keyword puzzleWord row full empty every anywhere where only placements placement up symmetry
syntax keyword puzzleOperator or and not is except around all any union until sum min max

syntax match puzzleNumber /\<\d\+\>/
syntax match puzzleDirection /\<\%(up\|down\)-\%(left\|right\)\>/
syntax match puzzleMember /\.\h\w*/
syntax region puzzleText start=/"/ skip=/\\./ end=/"/ oneline
syntax region puzzlePicture start=/"""/ end=/"""/ keepend
syntax region puzzleComment start=+//+ end=/$/ oneline contains=@Spell
syntax region puzzleComment start=+/\*+ end=+\*/+ contains=@Spell
syntax region puzzleDoc start=+//[/!]+ end=/$/ oneline contains=@Spell
syntax sync minlines=200

highlight default link puzzleItem Keyword
highlight default link puzzleStatement Statement
highlight default link puzzleBoard Type
highlight default link puzzleWord Keyword
highlight default link puzzleOperator Operator
highlight default link puzzleNumber Number
highlight default link puzzleDirection Constant
highlight default link puzzleMember Identifier
highlight default link puzzleText String
highlight default link puzzlePicture String
highlight default link puzzleComment Comment
highlight default link puzzleDoc SpecialComment

let b:current_syntax = 'puzzle'
