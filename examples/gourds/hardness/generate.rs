//! Puzzles of placement that are as hard as satisfiability: can variables be chosen such that each clause has exactly one
//! true one? Clauses have three variables, and each variable is in three clauses.
//!
//! Hamersma, van Kreveld, Uno and van der Zanden, Gourds: A Sliding-Block Puzzle with Turning, 2020, section 5.
//!
//! ```console
//! $ cargo run --example hardness -- Six ABC DEG ABD CEG ADE BCG
//! ```
//!
//! The first argument is the name of the puzzle, the others are the clauses.

use std::collections::BTreeMap;

/// Neither a variable nor a clause has these letters: V lies opposite to variables, F fills the rest.
const REST: [char; 2] = ['V', 'F'];

/// The cells on the boundary of the triangle of a clause, three for each variable.
const TRIANGLE: [(usize, usize); 9] =
    [(1, 0), (2, 0), (3, 0), (4, 0), (3, 1), (2, 2), (1, 3), (1, 2), (1, 1)];
/// One more cell for each variable, on the right.
const SINGLE: [(usize, usize); 3] = [(6, 1), (5, 2), (6, 2)];
/// The cycle of a variable.
const CYCLE: [(usize, usize); 12] =
    [(2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (6, 1), (5, 2), (4, 2), (3, 2), (2, 2), (1, 2), (1, 1)];

/// Four rows of colours with one more cell, which is empty, and the gourds.
#[derive(Default)]
struct Layout {
    rows: [Vec<char>; 4],
    gourds: BTreeMap<(char, char), usize>,
}

impl Layout {
    /// Adds columns of F; returns the first of them.
    fn columns(&mut self, number: usize) -> usize {
        let first = self.rows[0].len();
        self.rows.iter_mut().for_each(|row| row.extend(vec!['F'; number]));
        first
    }

    fn colour(&mut self, (column, row): (usize, usize), colour: char) {
        let row = self.rows.get_mut(row);
        if let Some(cell) = row.and_then(|row| row.get_mut(column)) {
            *cell = colour;
        }
    }

    fn gourd(&mut self, a: char, b: char, number: usize) {
        *self.gourds.entry((a.min(b), a.max(b))).or_default() += number;
    }

    /// The cycle is covered by gourds of two colours, false, or of one, true.
    fn variable(&mut self, x: char) {
        let first = self.columns(8);
        for (at, (q, r)) in CYCLE.into_iter().enumerate() {
            self.colour((first + q, r), if at % 4 < 2 { x } else { 'V' });
        }
        for (a, b, number) in [(x, x, 3), ('V', 'V', 3), (x, 'V', 6), ('F', 'F', 10)] {
            self.gourd(a, b, number);
        }
    }

    /// The V inside of the triangle takes a gourd of a true variable.
    fn clause(&mut self, variables: [char; 3]) {
        let first = self.columns(12);
        for (cells, x) in TRIANGLE.chunks(3).zip(variables) {
            cells.iter().for_each(|(q, r)| self.colour((first + q, *r), x));
        }
        self.colour((first + 2, 1), 'V');
        for r in 0..self.rows.len() {
            (6 - r..8).for_each(|q| self.colour((first + q, r), 'V'));
        }
        for ((q, r), x) in SINGLE.into_iter().zip(variables) {
            self.colour((first + q, r), x);
        }
        let [x, y, z] = variables;
        for (a, b, number) in [(x, y, 1), (x, z, 1), (y, z, 1), ('F', 'F', 12), ('V', 'V', 5)] {
            self.gourd(a, b, number);
        }
    }
}

/// The text of a puzzle; an error says what is wrong with the clauses.
pub fn puzzle(name: &str, clauses: &[&str]) -> Result<String, String> {
    let mut uses: BTreeMap<char, usize> = BTreeMap::new();
    let mut read = Vec::new();
    for clause in clauses {
        let letters: Vec<char> = clause.chars().collect();
        let variables: [char; 3] =
            letters.try_into().map_err(|_| format!("`{clause}` has not three letters"))?;
        let [x, y, z] = variables;
        if x == y || x == z || y == z {
            return Err(format!("`{clause}` has a letter twice"));
        }
        for x in variables {
            if !x.is_ascii_uppercase() || REST.contains(&x) {
                return Err(format!("`{x}` is no variable: use capital letters other than V and F"));
            }
            *uses.entry(x).or_default() += 1;
        }
        read.push(variables);
    }
    if let Some((x, _)) = uses.iter().find(|(_, number)| **number != 3) {
        return Err(format!("`{x}` is not in three clauses"));
    }
    let mut layout = Layout::default();
    uses.keys().for_each(|x| layout.variable(*x));
    read.into_iter().for_each(|clause| layout.clause(clause));
    layout.rows[3].push('.');
    // Two of these gourds for each variable lie on the cycles of the true ones.
    if let Some(number) = layout.gourds.get_mut(&('V', 'V')) {
        *number -= 2 * uses.len();
    }
    let picture = |cell: &dyn Fn(char) -> char| {
        let line = |(r, row): (usize, &Vec<char>)| {
            let cells: Vec<String> = row.iter().map(|colour| cell(*colour).to_string()).collect();
            format!("        {}{}\n", " ".repeat(r), cells.join(" "))
        };
        layout.rows.iter().enumerate().map(line).collect::<String>()
    };
    let gourds = layout.gourds.iter().map(|((a, b), number)| format!("gourds.gourd {a}-{b} * {number}"));
    let variables: Vec<char> = uses.into_keys().collect();
    let expect = match satisfiable(&variables, clauses) {
        Some(true) => "    expect solvable\n",
        Some(false) => "    expect unsolvable\n",
        None => "",
    };
    let clauses = clauses.join(", ");
    Ok(format!(
        "/// The clauses {clauses}.\npuzzle {name} {{\n    title  \"One of each three: {clauses}\"\n    board  hex \"\"\"\n{}    \"\"\"\n    place  {}\n    \
         goal   colours \"\"\"\n{}    \"\"\"\n{expect}}}\n",
        picture(&|_| '.'),
        gourds.collect::<Vec<String>>().join(",\n        "),
        picture(&|colour| colour),
    ))
}

/// Whether a choice of variables is in each clause once; all choices of few variables are tried.
fn satisfiable(variables: &[char], clauses: &[&str]) -> Option<bool> {
    let chosen =
        |choice: u32, x: char| variables.iter().position(|v| *v == x).is_some_and(|at| choice >> at & 1 == 1);
    let holds =
        |choice| clauses.iter().all(|clause| clause.chars().filter(|x| chosen(choice, *x)).count() == 1);
    (variables.len() <= 20).then(|| (0..1_u32 << variables.len()).any(holds))
}

/// The puzzles of `formulas.puzzle`.
#[allow(dead_code)]
pub const FILE: [(&str, &[&str]); 4] = [
    ("Three", &["ABC", "ABC", "ABC"]),
    ("Four", &["ABC", "ABD", "ACD", "BCD"]),
    ("SixSatisfiable", &["ABC", "DEG", "ABD", "CEG", "ADE", "BCG"]),
    ("SixUnsatisfiable", &["ABC", "ABD", "AEG", "BEG", "CDE", "CDG"]),
];

#[allow(clippy::print_stdout, clippy::print_stderr, dead_code)]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let clauses: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    match arguments.first().map(|name| puzzle(name, &clauses)) {
        Some(Ok(text)) => print!("{text}"),
        Some(Err(text)) => {
            eprintln!("error: {text}");
            std::process::exit(2);
        }
        None => {
            eprintln!("usage: cargo run --example hardness -- NAME CLAUSE…");
            std::process::exit(2);
        }
    }
}
