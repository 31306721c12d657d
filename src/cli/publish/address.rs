//! Where the puzzles of a collection are on its page or in its site.

use std::collections::BTreeMap;

use puzzlec_render::page::{Address, readable};

/// The addresses of puzzles, from their files and names: the name where it is the only one, and else the file with the name.
/// Groups are folders, or files where all are in one folder.
pub(super) fn addresses(puzzles: &[(&str, &str)]) -> Vec<Address> {
    let stems: Vec<Vec<&str>> = puzzles.iter().map(|(file, _)| parts(file)).collect();
    let folder = |stem: &Vec<&str>| stem.len() - 1;
    let mut common = stems.iter().map(folder).min().unwrap_or(0);
    while stems.iter().any(|stem| stem.get(..common) != stems.first().and_then(|first| first.get(..common))) {
        common -= 1;
    }
    let below: Vec<&[&str]> = stems.iter().map(|stem| stem.get(common..).unwrap_or_default()).collect();
    let folders = below.iter().any(|stem| stem.len() > 1);
    let files: BTreeMap<&[&str], usize> = counted(below.iter().copied());
    // Groups of one puzzle each would only repeat their titles.
    let by_file = !folders && files.len() > 1 && puzzles.len() >= 2 * files.len();
    let names: BTreeMap<&str, usize> = counted(puzzles.iter().map(|(_, name)| *name));
    let [mut taken, mut paths]: [BTreeMap<String, usize>; 2] = Default::default();
    let address = |((_, name), stem): (&(&str, &str), &&[&str])| {
        let only = names.get(name) == Some(&1);
        let key = if only { (*name).to_owned() } else { format!("{}/{name}", stem.join("/")) };
        let group = match stem {
            [group @ .., _] if folders => group,
            [file] if by_file => std::slice::from_ref(file),
            _ => &[],
        };
        let group: Vec<String> = group.iter().map(|part| readable(part)).collect();
        // One file may be read under two paths, and some systems do not tell capitals from small letters.
        let mut path: Vec<String> = stem.iter().map(|part| plain(part)).collect();
        path.push(plain(name));
        let path = path.join("/");
        Address {
            key: distinct(&mut taken, &key, &key, "."),
            group: group.join(", "),
            path: distinct(&mut paths, &path, &path.to_lowercase(), "-"),
        }
    };
    puzzles.iter().zip(&below).map(address).collect()
}

/// A name with a number, if another one was counted under the same text.
fn distinct(taken: &mut BTreeMap<String, usize>, name: &str, counted: &str, between: &str) -> String {
    let times = taken.entry(counted.to_owned()).or_insert(0);
    *times += 1;
    if *times > 1 { format!("{name}{between}{times}") } else { name.to_owned() }
}

/// A part of a path that every system and every address can have.
fn plain(part: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '-' };
    part.chars().map(letter).collect()
}

/// The folders and the name of a file, without its ending.
fn parts(file: &str) -> Vec<&str> {
    let stem = file.strip_suffix(".puzzle").unwrap_or(file);
    let parts = stem.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
    let parts: Vec<&str> = parts.collect();
    if parts.is_empty() { vec![file] } else { parts }
}

fn counted<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_insert(0) += 1;
    }
    counts
}
