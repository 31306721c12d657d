//! Texts to ask about, and answers as text.

use puzzlec_analysis::Analysis;
use puzzlec_analysis::ide::{self, Edit, Fold, Symbol, Token};
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::MemoryFiles;

/// The analysis of these files, the first of which was asked for.
pub fn files(files: &[(&str, &str)]) -> Analysis {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Analysis::load(&MemoryFiles(texts), &[files[0].0.to_owned()])
}

/// The analysis of one file.
pub fn one(text: &str) -> Analysis {
    files(&[("a.puzzle", text)])
}

pub const FIRST: FileId = FileId(0);

/// The id of a file by its name.
pub fn id(a: &Analysis, name: &str) -> FileId {
    a.sources().iter().find(|(_, f)| f.name == name).unwrap().0
}

/// The text without its cursor `‸`, and where that stood.
pub fn cursor(text: &str) -> (String, u32) {
    let at = text.find('‸').expect("a cursor");
    (text.replacen('‸', "", 1), u32::try_from(at).unwrap())
}

pub fn slice(a: &Analysis, span: Span) -> &str {
    let text = &a.sources().get(span.file).unwrap().text;
    text.get(span.start as usize..span.end as usize).expect("a span of the text")
}

/// One line of the file a line: `word:Class`, with `!` where a name is introduced.
pub fn tokens(a: &Analysis, file: FileId) -> String {
    let source = a.sources().get(file).unwrap();
    let mut shown = String::new();
    let mut line = None;
    for Token { span, class, declaration } in ide::tokens(a, file) {
        let here = source.lines.line(span.start);
        if let Some(before) = line.replace(here) {
            shown.push_str(if before == here { "  " } else { "\n" });
        }
        let mark = if declaration { "!" } else { "" };
        shown.push_str(&format!("{}:{class:?}{mark}", slice(a, span)));
    }
    shown
}

/// A symbol a line, what it holds further to the right.
pub fn symbols(a: &Analysis, found: &[Symbol]) -> String {
    fn show(a: &Analysis, symbol: &Symbol, depth: usize, shown: &mut String) {
        let Symbol { name, detail, kind, span, name_span, children } = symbol;
        assert!(span.start <= name_span.start && name_span.end <= span.end, "{symbol:?}");
        let whole = slice(a, *span).lines().next().unwrap();
        shown.push_str(&format!("{}{kind:?} {name} «{detail}» {whole}\n", "  ".repeat(depth)));
        children.iter().for_each(|c| show(a, c, depth + 1, shown));
    }
    let mut shown = String::new();
    found.iter().for_each(|s| show(a, s, 0, &mut shown));
    shown
}

/// A fold a line, with its lines from 1.
pub fn folds(a: &Analysis, file: FileId) -> String {
    let source = a.sources().get(file).unwrap();
    let line = |at| source.lines.line(at) + 1;
    let show = |f: &Fold| format!("{:?} {}-{}\n", f.kind, line(f.span.start), line(f.span.end));
    ide::folds(a, file).iter().map(show).collect()
}

/// The text after some changes, which must be in order and not touch.
pub fn applied(text: &str, edits: &[Edit]) -> String {
    let mut result = String::new();
    let mut at = 0;
    for (i, edit) in edits.iter().enumerate() {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        assert!(start <= end && (i == 0 || at < start), "{edits:?}");
        result.push_str(&text[at..start]);
        result.push_str(&edit.text);
        at = end;
    }
    result + &text[at..]
}
