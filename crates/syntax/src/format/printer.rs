//! Lines under construction.

/// A line with the comment that trails it.
#[derive(Default)]
struct Line {
    text: String,
    comment: Option<String>,
}

/// Collects lines and sets the comments that trail neighbouring ones below each other.
#[derive(Default)]
pub(super) struct Printer {
    lines: Vec<Line>,
    /// The last line may still grow by a statement: it holds a comment that stands before one.
    before_statement: bool,
    /// A blank line is due before the next line.
    blank: bool,
    /// At the start of a block or file there is no blank line.
    fresh: bool,
    /// The block of the printer has been entered at least once.
    begun: bool,
}

impl Printer {
    /// Begins a line, unless a comment precedes a statement on the same line.
    pub(super) fn start_line(&mut self, indent: usize) {
        if std::mem::take(&mut self.before_statement) {
            self.push(" ");
            return;
        }
        let blank = std::mem::take(&mut self.blank);
        if blank && self.begun && !self.fresh {
            self.lines.push(Line::default());
        }
        self.begun = true;
        self.fresh = false;
        self.lines.push(Line { text: " ".repeat(indent), comment: None });
    }

    /// A line inside a statement.
    pub(super) fn break_line(&mut self, indent: usize) {
        self.lines.push(Line { text: " ".repeat(indent), comment: None });
    }

    /// Adds to the last line.
    pub(super) fn push(&mut self, text: &str) {
        match self.lines.last_mut() {
            Some(line) => line.text.push_str(text),
            None => self.lines.push(Line { text: text.to_string(), comment: None }),
        }
    }

    /// Adds a text, possibly of several lines, with normalized line ends.
    pub(super) fn raw(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.break_line(0);
            }
            self.push(line);
        }
    }

    /// A comment that ends the last line.
    pub(super) fn trail(&mut self, comment: &str) {
        match self.lines.last_mut() {
            Some(line) if line.comment.is_none() && !comment.contains(['\n', '\r']) => {
                line.comment = Some(comment.to_string());
            }
            _ => {
                self.end_comment();
                self.push(" ");
                self.raw(comment);
            }
        }
    }

    /// Makes the comment that trails the last line part of it.
    fn end_comment(&mut self) {
        if let Some(line) = self.lines.last_mut()
            && let Some(comment) = line.comment.take()
        {
            line.text.push_str("  ");
            line.text.push_str(&comment);
        }
    }

    /// The last line ends in a comment before a statement.
    pub(super) fn wait(&mut self) {
        self.before_statement = true;
    }

    /// The author left a blank line here.
    pub(super) fn blank_line(&mut self) {
        self.blank = true;
    }

    /// Blank lines at the beginning of a block go.
    pub(super) fn open_block(&mut self) {
        self.fresh = true;
    }

    /// Begins the line of a block's end; blank lines before it go.
    pub(super) fn close_block(&mut self) {
        self.blank = false;
        self.fresh = false;
        if std::mem::take(&mut self.before_statement) {
            self.push(" ");
        } else {
            self.break_line(0);
        }
    }

    /// Columns of the last line.
    pub(super) fn width(&self) -> usize {
        self.lines.last().map_or(0, |l| l.text.chars().count())
    }

    /// The text, with `\n` after every line.
    pub(super) fn finish(mut self) -> String {
        let mut text = String::new();
        let mut index = 0;
        while index < self.lines.len() {
            let run = self.lines.iter().skip(index).take_while(|l| l.comment.is_some()).count();
            let lines = self.lines.get_mut(index..index + run.max(1)).unwrap_or_default();
            let widest = lines.iter().map(|l| l.text.chars().count()).max().unwrap_or(0);
            for line in lines {
                text.push_str(&line.text);
                if let Some(comment) = &line.comment {
                    let blanks = widest + 2 - line.text.chars().count();
                    text.push_str(&" ".repeat(blanks));
                    text.push_str(comment);
                }
                text.truncate(text.trim_end_matches([' ', '\t']).len());
                text.push('\n');
            }
            index += run.max(1);
        }
        text
    }
}
