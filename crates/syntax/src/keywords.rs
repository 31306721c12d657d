//! The keywords of the language: where each may stand, how it joins lines, and a sentence about it.
//! Outline, formatter, completion, hover and suggestions read this table; `tests/editors.rs` compares the
//! grammar and the lists of the editors with it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use Joint::{Asks, GoesOn, Group, Reserved};
use Place::{
    Board, Claim, Configuration, Content, Effect, Expectation, Expression, Goal, Guard, Head, Item, Measure,
    Pattern, Players, Property, Puzzle, Rule, Size, Win, Wish,
};

/// Where a keyword may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It begins an item.
    Item,
    /// In the head of an item.
    Head,
    /// It begins a property of a piece.
    Property,
    /// It begins a board.
    Board,
    /// In a board, of its size.
    Size,
    /// It begins a statement of a rule; a pattern begins with `[`.
    Rule,
    /// Behind a pattern.
    Pattern,
    /// Between the parts of an effect.
    Effect,
    /// It begins a statement of a puzzle.
    Puzzle,
    /// Behind `players`.
    Players,
    /// Behind `win`.
    Win,
    /// Behind `measure`.
    Measure,
    /// It begins a claim.
    Claim,
    /// In an expectation.
    Expectation,
    /// In a configuration.
    Configuration,
    /// In a goal.
    Goal,
    /// Behind `wish`.
    Wish,
    /// What a cell holds.
    Content,
    /// Behind `when` or `legal`.
    Guard,
    /// In an expression.
    Expression,
}

/// How a keyword holds a statement together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// It is no name where it could be misread.
    Reserved,
    /// A line that begins with it goes on with the statement above.
    GoesOn,
    /// A line that ends with it goes on below.
    Asks,
    /// `(` behind it begins an expression rather than arguments.
    Group,
}

/// A keyword.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// As it is written.
    pub word: &'static str,
    /// Where it may stand; where it mostly does comes first.
    pub places: &'static [Place],
    /// One sentence.
    pub help: &'static str,
    /// How it joins lines and groups.
    pub joints: &'static [Joint],
    /// What stands for it in other languages, separated by blanks.
    pub elsewhere: &'static str,
}

const fn word(word: &'static str, places: &'static [Place], help: &'static str) -> Keyword {
    Keyword { word, places, help, joints: &[], elsewhere: "" }
}

impl Keyword {
    const fn joins(self, joints: &'static [Joint]) -> Keyword {
        Keyword { joints, ..self }
    }

    const fn elsewhere(self, elsewhere: &'static str) -> Keyword {
        Keyword { elsewhere, ..self }
    }
}

const JOINT: &[Joint] = &[Reserved, GoesOn, Asks, Group];

const ONE_PIECE: &str = "`runs of one piece`: consecutive actions that move the same piece count once.";
const ASKED: &str = "`per position`: the script runs at every position.";
const COUNTED: &str = "The number of shortest plans, as sequences of actions.";

const PLACED: &str = "The number of ways to place the pieces.";
const ALIKE: &str =
    "`up to symmetry`: placements that a symmetry of the board makes of each other count once.";

/// All keywords. Most of them may be names, too.
pub const KEYWORDS: &[Keyword] = &[
    word("edition", &[Item], "The edition of the language that the file is written in."),
    word(
        "use",
        &[Item],
        "Imports a module, by its name or by the path of its file; its items are `module.name`.",
    )
    .elsewhere("import include require from load using"),
    word("as", &[Head], "Gives an imported module another name.").joins(&[GoesOn]),
    word("board", &[Item, Puzzle], "A board by its name; in a puzzle, the board that it is played on.")
        .elsewhere("grid map size field"),
    word(
        "piece",
        &[Item, Content],
        "A piece with its mark, or a family with a mark each; in rules, any piece.",
    )
    .elsewhere("pieces token tokens object objects"),
    word("kind", &[Item], "A name for several pieces in puzzles with keys: `kind solid = wall or crate`."),
    word("marks", &[Item, Puzzle], "The meanings of marks in pictures and rows: a piece, or a member of a family.")
        .elsewhere("legend symbols"),
    word("configuration", &[Item], "A position by its name, for starts and goals.")
        .elsewhere("config layout setup"),
    word(
        "set",
        &[Item, Rule],
        "A list of cells by its name: `set rim = cells where …`; in a rule, a new value of a counter.",
    )
    .elsewhere("increment decrement increase decrease"),
    word("list", &[Item], "Words by their name, for `spells`: `list pets = \"cat dog\"`, `list words = lines \"words.txt\"`.")
        .elsewhere("words dictionary wordlist"),
    word("lines", &[Head], "The words of a file, one on each line: `list words = lines \"words.txt\"`."),
    word("counter", &[Item, Puzzle], "A number that belongs to the position: `counter fuel in 0..9 = 3`.")
        .elsewhere("var variable number int resource score"),
    word(
        "rule",
        &[Item],
        "A rule: drawn with patterns, written with variables, scripted, or a union of others.",
    )
    .elsewhere("rules moves action operator function def fn"),
    word("theory", &[Item], "Declares the theory of a game: a solver that uses theorems about these rules."),
    word("puzzle", &[Item], "A puzzle: a board, rules, a start, a goal and expectations.")
        .elsewhere("game level problem"),
    word(
        "for",
        &[Head, Expectation],
        "Repeats the claim for every value of a parameter, both ends included; after `theory`, the rules.",
    )
    .joins(JOINT),
    word(
        "on",
        &[Head],
        "The board of a rule, for puzzles without one; in a pattern, the floor piece below; after pieces to place, their cells.",
    )
    .joins(&[GoesOn]),
    word("int", &[Head], "Any whole number."),
    word("script", &[Head, Board], "A script in the language rhai: a file, or a text between `\"\"\"`."),
    word("per", &[Head], ASKED).joins(&[GoesOn]),
    word("position", &[Head], ASKED),
    // properties
    word(
        "cells",
        &[Property, Expression],
        "All cells of the board; of a piece, the number of neighbouring cells it covers.",
    )
    .joins(&[Group]),
    word("members", &[Property], "A family of pieces with these numbers, which are their marks: `members 1..15`."),
    word(
        "rigid",
        &[Property, Rule],
        "The piece has the connected shape in which it is drawn, and never turns; as a rule of keys, what it marks moves together.",
    ),
    word("layer", &[Property], "The layer of the piece in puzzles with keys; a cell holds one piece of each layer."),
    word("floor", &[Property], "The piece lies on its cell below the other pieces."),
    word("turns", &[Property], "The piece may be turned where it is placed."),
    word("flips", &[Property], "The piece may be turned over where it is placed."),
    word("shape", &[Property], "The cells of a rigid piece that is placed, drawn by any marks; or what the piece looks like: `shape man`.")
        .elsewhere("form cells"),
    word("sprite", &[Property], "A small picture of the piece, drawn by marks with colours: `sprite \"\"\"…\"\"\" with \"x\" = orange`.")
        .elsewhere("image icon bitmap pixels"),
    word("colour", &[Property], "The colour of the piece; it affects nothing else."),
    // boards
    word("square", &[Board], "Square cells with four directions: drawn, `W by H`, or `unbounded`.")
        .joins(&[Group]),
    word("diagonal", &[Size], "Square cells with eight directions.").joins(&[Group]),
    word("hex", &[Board], "Hexagonal cells with six directions: drawn, `W by H`, `side N`, or `unbounded`.")
        .joins(&[Group]),
    word("triangle", &[Board], "Rows of growing length with six directions: drawn or `side N`.")
        .joins(&[Group]),
    word("line", &[Board], "A row of cells: drawn, `N`, or `unbounded`.").joins(&[Group]),
    word("ring", &[Board], "`N` cells in a circle.").joins(&[Group]),
    word("graph", &[Board], "Vertices and edges; the vertices are in the order of first mention."),
    word("unbounded", &[Size], "The whole lattice: every point is a cell."),
    word(
        "walls",
        &[Size],
        "Walls between neighbouring cells, which no step crosses: `walls a1-b1`, or drawn with `|` and `-`.",
    )
    .joins(&[GoesOn, Group]),
    word(
        "edges",
        &[Size, Expression],
        "The edges between and around square cells, and their corners, are cells of the board, too; in expressions, the list of the edges.",
    )
    .joins(&[GoesOn, Group]),
    word("by", &[Size, Expectation], "Width by height; after `unsolvable`, the method of proof.")
        .joins(&[GoesOn, Asks, Group]),
    word("side", &[Size], "The number of cells on each side.").joins(&[Group]),
    // rules
    word(
        "along",
        &[Pattern],
        "The steps between the cells of a pattern; without it, straight on in every direction.",
    )
    .joins(JOINT),
    word("when", &[Rule], "A condition for the action.")
        .joins(&[Group])
        .elsewhere("if where require requires given guard condition"),
    word("after", &[Guard], "The test applies to the position after the move.").joins(&[Group]),
    word(
        "move",
        &[Rule, Players],
        "The content of the first cells moves to the second, in order; the first become empty.",
    )
    .elsewhere("go jump hop step"),
    word("to", &[Effect, Players], "Where to.").joins(JOINT),
    word("swap", &[Rule], "Two cells exchange their contents.").elsewhere("exchange"),
    word("with", &[Effect], "The other cell of the exchange; after the rows of a `sprite`, the colours of their marks.").joins(JOINT),
    word("shift", &[Rule], "The whole piece on a cell moves one step; there must be room for it.")
        .elsewhere("push slide"),
    word("towards", &[Effect], "The direction of a shift.").joins(JOINT),
    word("remove", &[Rule], "The cells become empty.").elsewhere("delete take capture erase clear kill"),
    word("put", &[Rule], "The cells hold that piece.").elsewhere("add create place insert spawn set"),
    word("at", &[Effect, Configuration], "On these cells.").joins(JOINT),
    word("clear", &[Rule], "That floor piece goes away from the cells; other cells stay.").elsewhere("melt break"),
    word(
        "flip",
        &[Rule],
        "Each of the one becomes one of the other and the other way round; other cells stay.",
    )
    .elsewhere("toggle turn"),
    word("close", &[Rule], "The cell is taken out and the row closes up; only on a line or a ring."),
    word(
        "then",
        &[Puzzle, Rule],
        "Rules that run after an action, in this order, each until none of its actions applies; they belong to the move.",
    )
    .elsewhere("after late again gravity"),
    word("also", &[Rule], "In rules of keys: runs together with the rule above, until neither changes anything."),
    word("random", &[Rule, Pattern], "In rules of keys: one of all matches is drawn; before a kind, one of its pieces."),
    word("repeat", &[Rule], "The rules of this block, for puzzles with keys, are a loop."),
    word("once", &[Effect], "`then RULE once`: all matches of the position before it, at the same time."),
    word("each", &[Effect], "`then RULE each`: each of its actions in turn, once, where it applies then."),
    word("cost", &[Rule, Measure], "The length of an action, for `measure NAME = cost`.").elsewhere("weight price"),
    // puzzles
    word("title", &[Puzzle, Property], "The displayed title.").elsewhere("name caption"),
    word("rules", &[Puzzle], "The rules.").elsewhere("rule moves actions operators"),
    word("start", &[Puzzle], "The position at the start.")
        .elsewhere("begin initial init state position setup"),
    word("goal", &[Puzzle], "The goal.").elsewhere("goals winning target finish end final"),
    word("place", &[Puzzle], "Pieces to place, instead of rules and a start."),
    word("expect", &[Puzzle], "A claim about the puzzle; `puzzlec test` proves it.")
        .elsewhere("expects expected assert solve test"),
    word("players", &[Puzzle], "Two players who move in turn.").elsewhere("player turns"),
    word("win", &[Puzzle], "Where a player has won: `win first: …`, `win second: …`.").elsewhere("winner victory"),
    word("measure", &[Puzzle], "The unit of lengths.").elsewhere("metric unit cost count"),
    word("fill", &[Puzzle], "The pieces that `puzzlec generate` lays in the open cells of a start: `fill man, crate * 2, wall * 0..3`.")
        .elsewhere("holes generate"),
    word("clues", &[Puzzle], "The number of given pieces of the placements that `puzzlec generate` makes, and which pieces: `clues 24..30 of digit`.")
        .elsewhere("givens hints"),
    word("wish", &[Puzzle], "The properties of the puzzles that `puzzlec generate` makes: `wish 5..20 moves, hardest`.")
        .elsewhere("want seek difficulty"),
    word("hardest", &[Wish], "The greatest length, or by `positions`, `branching` or the actions of a rule."),
    word("minimal", &[Wish], "No clue can be left out."),
    word("deduction", &[Wish], "Deductions lead to the solution; with a technique, which is the strongest that they need.")
        .elsewhere("reason explain logic"),
    word("symmetric", &[Wish], "`half turn`, `quarter turn` or `mirror` keeps the cells that are filled or given."),
    word("window", &[Puzzle], "Free cells to add around a start on an unbounded board."),
    word("keys", &[Puzzle], "The moves are keys, after each of which the rules run: `keys up, down, left, right move man`."),
    word("message", &[Puzzle, Pattern], "A text that is shown before the puzzle, after it, or by a rule of keys."),
    word("legal", &[Puzzle], "A test, after `after`, or a script that allows or forbids moves of the rules."),
    word("bound", &[Puzzle], "A script that gives a lower bound on the remaining moves, or `\"dead end\"`."),
    word("invariant", &[Puzzle], "A script that gives numbers that no move changes."),
    word("check", &[Puzzle], "A script that reports errors and warnings about the puzzle."),
    word("render", &[Puzzle], "A script that gives the mark of a cell."),
    word("last", &[Players], "`last to move wins`, `last to move loses` or `last to move draws`."),
    word(
        "wins",
        &[Players, Expectation],
        "The player who has just moved has won; as a claim, the winner with best play.",
    ),
    word("loses", &[Players], "The player who has just moved has lost."),
    word("draws", &[Players], "Neither player has won when no move is left."),
    word("actions", &[Measure], "Every action counts as one."),
    word("runs", &[Measure], ONE_PIECE),
    word("of", &[Measure], ONE_PIECE),
    word("one", &[Measure], ONE_PIECE),
    word("moved", &[Measure], "`pieces moved`: the pieces that each action moves."),
    word("solvable", &[Claim], "There is a plan."),
    word("unsolvable", &[Claim], "It is proved that there is no plan."),
    word("first", &[Claim, Win], "`first player wins`: with best play; `win first: …`: where this player has won."),
    word("second", &[Claim, Win], "`second player wins`: with best play; `win second: …`: where this player has won."),
    word("draw", &[Claim], "With best play neither player wins."),
    word("grundy", &[Claim], "`grundy 3`: the Grundy value of the start.")
        .elsewhere("nim nimber value sprague"),
    word("plan", &[Claim], "`plan d6-d4 b5-d5`: these moves, as `solve` prints them, are a solution.")
        .elsewhere("moves path walkthrough"),
    word("in", &[Expectation], "A shortest plan has exactly this length; after `all` and `any`, the cells.")
        .joins(JOINT),
    word("within", &[Expectation], "A shortest plan is at most this long.").joins(&[GoesOn, Group]),
    word("player", &[Expectation], "The player who moves first or second."),
    word("solutions", &[Expectation], COUNTED),
    word("solution", &[Expectation], COUNTED),
    word("placements", &[Expectation], PLACED),
    word("placement", &[Expectation], PLACED),
    word("up", &[Expectation], ALIKE),
    word("symmetry", &[Expectation], ALIKE),
    // configurations and goals
    word("row", &[Configuration], "The cells in reading order hold these marks; `W*n` repeats.")
        .joins(&[GoesOn, Group]),
    word("full", &[Configuration], "That piece on every cell except those after `except`.").joins(&[GoesOn]),
    word("empty", &[Configuration, Content], "No piece."),
    word(
        "pieces",
        &[Configuration, Measure],
        "A picture of pieces of several cells, each drawn as a letter on all its cells; `pieces moved` is a measure.",
    )
    .joins(&[GoesOn]),
    word("colours", &[Configuration], "A picture of the labels of the cells of pieces.")
        .joins(&[GoesOn]),
    word(
        "anywhere",
        &[Goal],
        "The same configuration, moved along the board to any place; all other cells are empty.",
    )
    .joins(&[GoesOn, Group]),
    word("only", &[Goal], "That piece on these cells and nothing else on the board.").joins(&[GoesOn, Group]),
    word("where", &[Goal, Expression], "A goal that is a test; after cells, those of them for which a test holds.")
        .joins(&[GoesOn, Group]),
    word("some", &[Goal], "In puzzles with keys: there is such a cell, `some man on exit`."),
    word("no", &[Goal], "In puzzles with keys: there is no such cell, `no gem`."),
    word("every", &[Goal], "All cells of a region.").joins(&[GoesOn, Group]),
    // expressions
    word("around", &[Expression], "The neighbours of these cells, without the cells themselves.")
        .joins(&[Reserved, Asks, Group]),
    word("except", &[Expression, Configuration], "The cells of the first list that are not in the second.")
        .joins(JOINT),
    word("union", &[Expression], "The cells of the first list, then those of the second.")
        .joins(&[GoesOn, Asks, Group]),
    word("until", &[Expression], "A ray ends before the first cell with such a content, or for which a test holds.")
        .joins(&[GoesOn, Asks]),
    word("sum", &[Expression], "`sum y in E: N`: the sum of a number over these cells."),
    word("min", &[Expression], "`min y in E: N`: the least number over these cells; also of two numbers."),
    word("max", &[Expression], "`max y in E: N`: the greatest number over these cells; also of two numbers."),
    word("all", &[Expression], "The test holds for all of these cells."),
    word("any", &[Expression], "The test holds for at least one of these cells."),
    word("not", &[Expression], "The test does not hold.").joins(JOINT),
    word("and", &[Expression], "Both tests hold; between lists of cells, the cells of both.").joins(JOINT),
    word("or", &[Expression, Pattern], "At least one of the tests holds.").joins(JOINT),
    word("is", &[Expression], "The cell holds such a piece, or is one of a region.")
        .joins(&[Reserved, GoesOn, Group]),
];

/// A keyword by its word.
pub fn keyword(word: &str) -> Option<&'static Keyword> {
    static INDEX: LazyLock<FxHashMap<&str, &Keyword>> =
        LazyLock::new(|| KEYWORDS.iter().map(|keyword| (keyword.word, keyword)).collect());
    INDEX.get(word).copied()
}

/// The keywords that may stand at a place, in the order of the table.
pub fn words(place: Place) -> &'static [&'static str] {
    static LISTS: LazyLock<FxHashMap<Place, Vec<&str>>> = LazyLock::new(|| {
        let mut lists: FxHashMap<Place, Vec<&str>> = FxHashMap::default();
        for keyword in KEYWORDS {
            for place in keyword.places {
                lists.entry(*place).or_default().push(keyword.word);
            }
        }
        lists
    });
    LISTS.get(&place).map_or(&[], Vec::as_slice)
}

/// Whether a word is a keyword that joins in this way.
pub(crate) fn joins(word: &str, joint: Joint) -> bool {
    keyword(word).is_some_and(|keyword| keyword.joints.contains(&joint))
}
