//! What every token is.

use puzzlec_analysis::ide;
use puzzlec_base::FileId;

use crate::ide_syntax::shown::{self, FIRST, files, id, one};

/// Checks a text line by line against `word:Class` of its tokens.
fn check(text: &str, expected: &str) {
    let a = files(&[("a.puzzle", text), ("x.rhai", "")]);
    let shown = shown::tokens(&a, FIRST);
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn items_and_their_names() {
    check(
        "//! File.\nuse peg // one\nuse coins as c\n/// Doc.\npiece coin \"c\" { rigid; colour red; title \"a\" }
rule r(x: coin, d: direction; k: 1..2 = 2) on c.Plane { [ coin | peg.peg | ? ] -> [ empty | g.1 | coin ] along d+1, right }
rule s = r(2), peg.jump
theory t for s",
        r#"
        //! File.:DocComment
        use:Keyword  peg:Module!  // one:Comment
        use:Keyword  coins:Module  as:Keyword  c:Module!
        /// Doc.:DocComment
        piece:Keyword  coin:Piece!  ":Text  c:Mark!  ":Text  rigid:Keyword  colour:Keyword  red:Property  title:Keyword  "a":Text
        rule:Keyword  r:Rule!  x:Variable!  coin:Piece  d:Variable!  direction:Keyword  k:Parameter!  1:Number  ..:Operator  2:Number  =:Operator  2:Number  on:Keyword  c:Module  Plane:Board  coin:Piece  |:Operator  peg:Module  peg:Piece  |:Operator  ?:Operator  ->:Operator  empty:Keyword  |:Operator  g:Piece  1:Number  |:Operator  coin:Piece  along:Keyword  d:Variable  +:Operator  1:Number  right:Direction
        rule:Keyword  s:Rule!  =:Operator  r:Rule  2:Number  peg:Module  jump:Rule
        theory:Keyword  t:Property  for:Keyword  s:Rule
        "#,
    );
}

#[test]
fn expressions_and_their_scopes() {
    check(
        "use peg\npiece piece1 \"1\"\nrule r(x) { when all c in cells except x: c != x and x is not piece1 or y is c }
puzzle P(n: int = 3) {
 goal count(peg) == n and a1 is h\n expect solvable in n moves for n in 1..2\n measure ms = actions
}",
        "
        use:Keyword  peg:Module!
        piece:Keyword  piece1:Piece!  \":Text  1:Mark!  \":Text
        rule:Keyword  r:Rule!  x:Variable!  when:Keyword  all:Keyword  c:Variable!  in:Keyword  cells:Keyword  except:Keyword  x:Variable  c:Variable  !=:Operator  x:Variable  and:Keyword  x:Variable  is:Keyword  not:Keyword  piece1:Piece  or:Keyword  y:Cell  is:Keyword  c:Cell
        puzzle:Keyword  P:Puzzle!  n:Parameter!  int:Keyword  =:Operator  3:Number
        goal:Keyword  count:Function  peg:Piece  ==:Operator  n:Parameter  and:Keyword  a1:Cell  is:Keyword  h:Cell
        expect:Keyword  solvable:Keyword  in:Keyword  n:Parameter  moves:Property  for:Keyword  n:Parameter  in:Keyword  1:Number  ..:Operator  2:Number
        measure:Keyword  ms:Property!  =:Operator  actions:Keyword
        ",
    );
}

#[test]
fn marks_of_pictures_and_rows() {
    check(
        "board B = square \"\"\"\n  .h.\n  h x\n\"\"\"
configuration S = row 01.o (W B)*n \"##\"*2 .?o
puzzle P { place g R-G*2; start pieces \"\"\" colours \"\"\" // c\n  aé    .G\n\"\"\"     \"\"\"\n}
configuration O = \"\"\" o . \"\"\"
configuration O = \"\"\"\n  o o",
        r#"
        board:Keyword  B:Board!  =:Operator  square:Keyword  """:Text
        .:Mark  h:Cell!  .:Mark
        h:Cell!  x:Cell!
        """:Text
        configuration:Keyword  S:Configuration!  =:Operator  row:Keyword  01.o:Mark  W:Mark  B:Mark  *:Operator  n:Cell  ":Text  ##:Mark  ":Text  *:Operator  2:Number  .?o:Mark
        puzzle:Keyword  P:Puzzle!  place:Keyword  g:Piece  R:Mark  -:Operator  G:Mark  *:Operator  2:Number  start:Keyword  pieces:Keyword  """:Text  colours:Keyword  """:Text  // c:Comment
        aé:Mark  .G:Mark
        """:Text  """:Text
        configuration:Keyword  O:Configuration!  =:Operator  """:Text  o:Mark  .:Mark  """:Text
        configuration:Keyword  O:Configuration!  =:Operator  """:Text
        o:Mark  o:Mark
        "#,
    );
}

#[test]
fn scripts() {
    let script = "/// Doc.
fn s(board, n) { // c
    let cells = board.cells; /* a
    b */
    for c in cells { action(\"a\", #{ from: c, to: n.x(0x1f) }) }
    `a
    b`
}";
    let classes = "/// Doc.:DocComment
fn:Keyword  s:Function!  board:Parameter!  n:Parameter!  // c:Comment
let:Keyword  cells:Variable!  =:Operator  board:Parameter  cells:Property  /* a:Comment
    b */:Comment
for:Keyword  c:Variable!  in:Keyword  cells:Variable  action:Function  \"a\":Text  from:Property  c:Variable  to:Property  n:Parameter  x:Function  0x1f:Number
`a:Text
    b`:Text";
    let a = one(&format!("rule r = script \"\"\"\n{script}\n\"\"\" :: s(3)"));
    let head = "rule:Keyword  r:Rule!  =:Operator  script:Keyword  \"\"\":Text";
    let tail = "\"\"\":Text  s:Function  3:Number";
    assert_eq!(shown::tokens(&a, FIRST), format!("{head}\n{classes}\n{tail}"));
    let a = files(&[("a.puzzle", "rule r = script \"x.rhai\" :: s"), ("x.rhai", script)]);
    assert_eq!(shown::tokens(&a, id(&a, "x.rhai")), classes);
    assert_eq!(ide::tokens(&a, FileId(9)), []);
}

#[test]
fn broken_texts_and_odd_line_ends() {
    check(
        "piece coin \"c\"\r\nrule r { when when coin right x }\r/* a\r\nb */ puzzle P { title \"x\r\n oops start",
        "
        piece:Keyword  coin:Piece!  \":Text  c:Mark!  \":Text
        rule:Keyword  r:Rule!  when:Keyword  when:Keyword  coin:Piece  right:Direction
        /* a:Comment
        b */:Comment  puzzle:Keyword  P:Puzzle!  title:Keyword  \"x:Text
        start:Keyword
        ",
    );
}

#[test]
fn every_form_has_its_class() {
    let a = one(include_str!("../fixtures/every.puzzle"));
    let shown = shown::tokens(&a, FIRST);
    let expected = [
        "board:Keyword  G:Board!  =:Operator  graph:Keyword  a:Cell  -:Operator  b:Cell  b:Cell  -:Operator  c:Cell  lonely:Cell",
        "board:Keyword  I:Board!  =:Operator  script:Keyword  \"boards.rhai\":Text  star:Function  5:Number  \"x\":Text",
        "board:Keyword  J:Board!  =:Operator  mine:Module  Grid:Board  5:Number",
        "put:Keyword  p:Module  peg:Piece  at:Keyword  x:Variable  y:Variable",
        "move:Keyword  x:Variable  to:Keyword  step:Function  x:Variable  down-left:Direction  2:Number",
        "goal:Keyword  empty:Keyword  or:Keyword  S:Configuration  or:Keyword  full:Keyword  tile:Piece",
        "players:Keyword  2:Number  last:Keyword  to:Keyword  move:Keyword  loses:Keyword",
    ];
    for line in expected {
        assert!(shown.lines().any(|l| l == line), "{line}");
    }
}
