//! What the tree says.

use puzzlec_syntax::ast::{
    BinaryOp, BoardKind, ConfigKind, ExpectationKind, Expr, ExprKind, GoalKind, Item, ItemKind,
    PatternCellKind, PuzzleStatementKind, RowTermKind, RuleStatementKind, UnaryOp,
};
use puzzlec_syntax::ast::{RowTerm, RuleBody};

use crate::support::parsed;

fn item(text: &str) -> Item {
    let parsed = parsed(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    Item::clone(parsed.file.items.first().expect("an item"))
}

fn rule(text: &str) -> RuleStatementKind {
    match item(&format!("rule r {{ {text} }}")).kind {
        ItemKind::Rule(rule) => match rule.body {
            RuleBody::Statements(mut all) => all.remove(0).kind,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn puzzle(text: &str) -> PuzzleStatementKind {
    match item(&format!("puzzle P {{ {text} }}")).kind {
        ItemKind::Puzzle(mut puzzle) => puzzle.statements.remove(0).kind,
        other => panic!("{other:?}"),
    }
}

fn goal(text: &str) -> GoalKind {
    match puzzle(&format!("goal {text}")) {
        PuzzleStatementKind::Goal(goal) => goal.kind,
        other => panic!("{other:?}"),
    }
}

/// An expression with all its brackets.
fn show(expr: &Expr) -> String {
    let list = |all: &[Expr]| all.iter().map(show).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Path(path) => path.text(),
        ExprKind::Call(name, args) => format!("{}({})", name.text, list(args)),
        ExprKind::Around(inner) => format!("(around {})", show(inner)),
        ExprKind::Unary(UnaryOp::Not, inner) => format!("(not {})", show(inner)),
        ExprKind::Unary(UnaryOp::Negate, inner) => format!("(-{})", show(inner)),
        ExprKind::Is(inner, path, not) => {
            format!("({} is{} {})", show(inner), if *not { " not" } else { "" }, path.text())
        }
        ExprKind::Quantified(which, name, over, claim) => {
            format!("({which:?} {} {}: {})", name.text, list(over), show(claim))
        }
        ExprKind::Binary(op, a, b) => {
            let op = match op {
                BinaryOp::Or => "or",
                BinaryOp::And => "and",
                BinaryOp::Equal => "==",
                BinaryOp::LessEqual => "<=",
                BinaryOp::Greater => ">",
                BinaryOp::Add => "+",
                BinaryOp::Subtract => "-",
                BinaryOp::Multiply => "*",
                BinaryOp::Except => "except",
                BinaryOp::Union => "union",
                BinaryOp::Power => "^",
                other => panic!("{other:?}"),
            };
            format!("({} {op} {})", show(a), show(b))
        }
        ExprKind::Until(ray, kinds) => {
            let kinds: Vec<String> = kinds.iter().map(|k| k.text()).collect();
            format!("({} until {})", show(ray), kinds.join("/"))
        }
        ExprKind::UntilTest(ray, name, test) => {
            format!("({} until {}: {})", show(ray), name.text, show(test))
        }
        ExprKind::Where(cells, name, test) => {
            format!("({} where {}: {})", show(cells), name.text, show(test))
        }
        ExprKind::Fold(fold, name, over, number) => {
            format!("({fold:?} {} {}: {})", name.text, show(over), show(number))
        }
        ExprKind::Error => "error".to_string(),
    }
}

#[test]
fn operators_bind_as_the_manual_says() {
    let cases = [
        ("a or b and not c == 1", "(a or (b and (not (c == 1))))"),
        ("1 - 2 - 3 * -4", "((1 - 2) - (3 * (-4)))"),
        ("-2 ^ 3 ^ n * 2", "((-(2 ^ (3 ^ n))) * 2)"),
        (
            "count(a except b union c where y: y is peg or e)",
            "count((((a except b) union c) where y: ((y is peg) or e)))",
        ),
        ("all y in a and b where z: q: y == 1", "(All y (a and (b where z: q)): (y == 1))"),
        ("sum y in a: 2 * y > 3", "((Sum y a: (2 * y)) > 3)"),
        ("min(a, b) + (max y in a: y)", "(min(a, b) + (Greatest y a: y))"),
        ("all y in ray(x, d) until piece or rock: p", "(All y (ray(x, d) until piece/rock): p)"),
        ("x is a or (ray(x, d) until y: p or q) == b", "((x is a) or ((ray(x, d) until y: (p or q)) == b))"),
        ("around y except x == around z", "(((around y) except x) == (around z))"),
        ("around around x", "(around (around x))"),
        ("x is not a.b and y is c", "((x is not a.b) and (y is c))"),
        ("all c in a except b: c is x or d", "(All c (a except b): ((c is x) or d))"),
        ("any c in cells: all d in e: f", "(Any c cells: (All d e: f))"),
        ("f(a, \"t\", (b or c)) <= n-1", "(f(a, \"t\", (b or c)) <= (n - 1))"),
        ("step(x, down-right) == g.1", "(step(x, down-right) == g.1"),
        ("orange and notable", "(orange and notable)"),
        ("all and any", "(all and any)"),
        ("all(x)", "all(x)"),
    ];
    for (text, expected) in cases {
        if text.contains("g.1") {
            // An end of a piece stands in patterns only.
            assert_eq!(crate::support::codes(&format!("rule r {{ when {text} }}")), ["P0102"]);
            continue;
        }
        let RuleStatementKind::When(expr) = rule(&format!("when {text}")) else { panic!("{text}") };
        assert_eq!(show(&expr), expected, "{text}");
    }
}

#[test]
fn patterns() {
    let RuleStatementKind::Pattern(pattern) =
        rule("[ g.1 | p.peg | ? | empty ] -> [a|b|c|d] along d, d-2 or down-right")
    else {
        panic!("no pattern")
    };
    assert!(matches!(&pattern.before[0].kind, PatternCellKind::Part(name, 1) if name.text == "g"));
    assert!(matches!(&pattern.before[1].kind, PatternCellKind::Piece(path) if path.text() == "p.peg"));
    assert_eq!(pattern.before[2].kind, PatternCellKind::Any);
    assert_eq!(pattern.before[3].kind, PatternCellKind::Empty);
    let along: Vec<Vec<(&str, i64)>> = pattern
        .along
        .iter()
        .map(|p| p.steps.iter().map(|s| (s.direction.text.as_str(), s.turn)).collect())
        .collect();
    assert_eq!(along, [vec![("d", 0), ("d", -2)], vec![("down-right", 0)]]);
}

#[test]
fn rows() {
    fn show_terms(terms: &[RowTerm]) -> String {
        let term = |t: &RowTerm| {
            let times = t.times.as_ref().map_or(String::new(), |e| format!("*{}", show(e)));
            match &t.kind {
                RowTermKind::Marks(marks) => format!("{marks}{times}"),
                RowTermKind::Group(inner) => format!("({}){times}", show_terms(inner)),
            }
        };
        terms.iter().map(term).collect::<Vec<_>>().join(" ")
    }
    let cases = [
        ("W*n B*n", "W*n B*n"),
        ("(W B)*n", "(W B)*n"),
        ("01110", "01110"),
        ("o . o", "o . o"),
        ("o.o. ?", "o.o. ?"),
        ("a*3 \"##\" * (n+1) (b (c)*2)", "a*3 ##*(n + 1) (b (c)*2)"),
        ("orb andy", "orb andy"),
    ];
    for (text, expected) in cases {
        let PuzzleStatementKind::Start(config) = puzzle(&format!("start row {text}")) else {
            panic!("{text}")
        };
        let ConfigKind::Row(terms) = &config.kind else { panic!("{text}") };
        assert_eq!(show_terms(terms), expected);
    }
}

#[test]
fn goals() {
    assert!(matches!(goal("empty"), GoalKind::Config(c, false) if c.kind == ConfigKind::Empty));
    assert!(matches!(goal("empty(c)"), GoalKind::Where(_)));
    assert!(matches!(goal("Star"), GoalKind::Config(c, false) if matches!(c.kind, ConfigKind::Named(_))));
    assert!(matches!(goal("anywhere mine.Star"), GoalKind::Config(_, true)));
    assert!(matches!(goal("box at every target"), GoalKind::At(..)));
    assert!(matches!(goal("only peg at c, d"), GoalKind::Only(_, cells) if cells.len() == 2));
    assert!(matches!(goal("(a + 1) * 2 == 3"), GoalKind::Where(_)));
    assert!(matches!(goal("not occupied(c)"), GoalKind::Where(_)));
    assert!(
        matches!(goal("where a or b"), GoalKind::Or(parts) if matches!(parts[0].kind, GoalKind::Where(_)))
    );
    assert!(matches!(goal("a at b and c at d or full"), GoalKind::Or(parts) if parts.len() == 2));
    assert!(matches!(goal("(a at b or full) and c == 1"), GoalKind::And(parts) if parts.len() == 2));
    assert!(matches!(goal("row W or row B"), GoalKind::Or(parts) if parts.len() == 2));
    assert!(matches!(goal("full except c or only peg at c"), GoalKind::Or(parts) if parts.len() == 2));
}

#[test]
fn boards_and_claims() {
    let board = |text: &str| match puzzle(&format!("board {text}")) {
        PuzzleStatementKind::Board(board) => board.kind,
        other => panic!("{other:?}"),
    };
    let BoardKind::Graph(edges) = board("graph { a-b b-c lonely }") else { panic!("no graph") };
    let edges: Vec<_> =
        edges.iter().map(|(a, b)| (a.text.as_str(), b.as_ref().map(|n| n.text.as_str()))).collect();
    assert_eq!(edges, [("a", Some("b")), ("b", Some("c")), ("lonely", None)]);
    assert!(matches!(board("hex 5 by n+1"), BoardKind::Rectangle(..)));
    assert!(matches!(board("squares"), BoardKind::Named(..)));
    assert!(matches!(board("line.up(3)"), BoardKind::Named(_, args) if args.len() == 1));
    let PuzzleStatementKind::Expect(claim) = puzzle("expect solvable in n-1 moves for n in 3..7, k in 1..2")
    else {
        panic!("no claim")
    };
    assert!(
        matches!(&claim.claim, ExpectationKind::Least(n, unit) if show(n) == "(n - 1)" && unit.text == "moves")
    );
    assert_eq!(claim.ranges.len(), 2);
}

#[test]
fn documentation_and_comments() {
    let text = "//! file\n//!  two\n\n/// one\n// no\n/// two\npiece a \"x\" // trails\n/* own */ piece b\n//// no doc\npiece c // x\n/// last";
    let parsed = parsed(text);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.file.doc.as_deref(), Some("file\n two"));
    let docs: Vec<_> = parsed.file.items.iter().map(|i| i.doc.as_deref()).collect();
    assert_eq!(docs, [Some("one\ntwo"), None, None]);
    let own: Vec<bool> = parsed.trivia.comments.iter().map(|c| c.own_line).collect();
    assert_eq!(own, [true, true, true, true, true, false, true, true, false, true]);
}

#[test]
fn escapes_and_statements_over_several_lines() {
    let PuzzleStatementKind::Title(title) = puzzle(r#"title "a\"b\\c\nd\té""#) else { panic!("no title") };
    assert_eq!(title.value, "a\"b\\c\nd\té");
    let text = "puzzle P {\n rules a,\n   b\n start\n pieces \"\"\" a \"\"\"\n colours \"\"\" R \"\"\"\n goal empty\n  or full\n  except c\n}";
    let ItemKind::Puzzle(puzzle) = item(text).kind else { panic!("no puzzle") };
    assert_eq!(puzzle.statements.len(), 3);
    assert_eq!(&text[puzzle.statements[2].span.range()], "goal empty\n  or full\n  except c");
    assert_eq!(&text[puzzle.statements[2].keyword.range()], "goal");
}
