//! The screen: a title, the board, the moves, messages and keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::screen::{Best, Mode, Screen, Shown, Tone};
use puzzlec_analysis::PlayStatus;
use puzzlec_render::counted;
use puzzlec_render::grid::{Glyph, Grid, Ink};
use puzzlec_render::safe::{safe, tame};

/// Columns of the list of moves.
const LIST: u16 = 24;
/// A narrower screen has no list of moves.
const WIDE: u16 = 60;
/// Maximum number of lines of a message.
const MOST_LINES: usize = 4;
const KEYS: &str = "arrows Enter  Tab next  u undo  r redo  h hint  w why not  ? help  q quit";

const HELP: &[&str] = &[
    "arrows      move the cursor",
    "Tab         go to the next cell with a move",
    "Enter       pick a piece, then a marked cell",
    "Esc         put the piece back",
    "mouse       click or drag the same way",
    "u  r        undo, redo",
    "n           start again (r brings moves back)",
    "m           list all moves",
    "h           hint: the next move of a plan",
    "w           why is there no move to this cell?",
    "g           show the goal, if it is drawn",
    "o           two players: change sides",
    "s           save the play",
    "e           add the play to the puzzle,",
    "            as `expect plan …`",
    "q  Ctrl-C   quit",
];

/// Draws everything, and notes where the board is.
pub(super) fn draw(screen: &mut Screen<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    let message = lines(screen, area.width);
    let below = u16::try_from(message.len()).unwrap_or(1).max(1);
    let [title, middle, below_board, keys] = rows(area, below);
    line(frame, title, &heading(screen), styled(screen, Style::new().add_modifier(Modifier::REVERSED)));
    let list = if area.width >= WIDE { LIST } else { 0 };
    let board = Rect { width: middle.width.saturating_sub(list), ..middle };
    draw_board(screen, frame, board);
    if list > 0 {
        let side = Rect { x: board.x + board.width, width: list, ..middle };
        draw_moves(screen, frame, side);
    }
    let style = match screen.message.as_ref().map(|message| message.tone) {
        Some(Tone::Good) => Style::new().fg(Color::Green).add_modifier(Modifier::BOLD),
        Some(Tone::Bad) => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        None if screen.is_lost() => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        _ => Style::new(),
    };
    let text: Vec<Line<'_>> = message.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(text).style(styled(screen, style)), below_board);
    line(frame, keys, KEYS, Style::new().add_modifier(Modifier::DIM));
    match screen.mode.clone() {
        Mode::Help => {
            popup(frame, area, "keys", HELP.iter().map(|line| (*line).to_owned()).collect(), None);
        }
        Mode::Choice(moves, at) => draw_choice(screen, frame, area, &moves, at),
        Mode::Board | Mode::Goal | Mode::Confirm(_) => {}
    }
}

/// The title, the board, the message and the keys.
fn rows(area: Rect, below: u16) -> [Rect; 4] {
    let row = |y: u16, height: u16| Rect { x: area.x, y: area.y + y, width: area.width, height };
    let keys = area.height.saturating_sub(1);
    let message = keys.saturating_sub(below);
    let last = |height: u16| if area.height > 2 { height } else { 0 };
    let middle = row(1.min(area.height), message.saturating_sub(1));
    [row(0, 1.min(area.height)), middle, row(message, last(below)), row(keys, last(1))]
}

/// Without colours: the attributes of a monochrome terminal.
fn styled(screen: &Screen<'_>, style: Style) -> Style {
    if screen.coloured { style } else { Style { fg: None, bg: None, ..style } }
}

fn line(frame: &mut Frame<'_>, area: Rect, text: &str, style: Style) {
    frame.render_widget(Paragraph::new(text).style(style), area);
}

/// The puzzle, the length so far, and the best that is known.
fn heading(screen: &Screen<'_>) -> String {
    let model = screen.play.model();
    let title = model.title.as_deref().unwrap_or(&model.name);
    let (length, unit) = screen.play.length();
    let mut text = format!(" {}", safe(title));
    for counter in &screen.play.scene().counters {
        text.push_str(&format!(" · {} {}", safe(&counter.name), counter.number));
    }
    if screen.play.is_game() {
        let turn = if screen.awaits_program() { "the program is to move" } else { "your move" };
        let open = screen.play.status() == PlayStatus::Open;
        text.push_str(&format!(" · move {}", screen.play.count() + usize::from(open)));
        if open {
            text.push_str(&format!(" · {turn}"));
        }
        return text;
    }
    text.push_str(&format!(" · {}", counted(length, unit)));
    if let Some(Best { length, least }) = screen.best {
        text.push_str(&format!(" · {} {length}", if least { "least" } else { "best known" }));
    }
    for (piece, left) in screen.play.supply() {
        text.push_str(&format!(" · {left} {}", safe(&piece)));
    }
    text
}

/// The lines below the board: the message, or else what is to be reached.
fn lines(screen: &Screen<'_>, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = match (&screen.message, screen.busy) {
        (_, Some(busy)) => vec![busy.to_owned()],
        (Some(message), None) => message.lines.iter().map(|line| safe(line)).collect(),
        (None, None) if screen.is_lost() => vec![screen.lost()],
        (None, None) => {
            let aim: String = screen.aim.lines().next().unwrap_or("").to_owned();
            let drawn = screen.aim.lines().count() > 1;
            vec![match (drawn, aim.is_empty(), screen.play.is_game()) {
                (_, _, true) => "the last move decides; o lets the program move".to_owned(),
                (true, ..) => "g shows the goal".to_owned(),
                (false, false, _) => format!("goal: {}", safe(&aim)),
                (false, true, _) => String::new(),
            }]
        }
    };
    // A long line goes on in the next one.
    let wrapped = lines.drain(..).flat_map(|line| {
        let all: Vec<char> = line.chars().collect();
        let parts: Vec<String> = all.chunks(width).map(|part| part.iter().collect()).collect();
        if parts.is_empty() { vec![String::new()] } else { parts }
    });
    wrapped.take(MOST_LINES).collect()
}

fn draw_board(screen: &mut Screen<'_>, frame: &mut Frame<'_>, area: Rect) {
    let goal = screen.goal.as_ref().filter(|_| screen.mode == Mode::Goal);
    let scene = goal.unwrap_or(screen.play.scene());
    let room = (usize::from(area.width), usize::from(area.height));
    let grid = Grid::new(scene, room);
    let of_goal = goal.is_some();
    let focus = if of_goal { None } else { grid.middle(screen.cursor) };
    let before = screen.shown.as_ref().map_or((0, 0), |shown| shown.scroll);
    let scroll = (
        scrolled(before.0, focus.map(|f| f.0), grid.width(), room.0),
        scrolled(before.1, focus.map(|f| f.1), grid.height(), room.1),
    );
    let centred = |room: usize, size: usize| u16::try_from(room.saturating_sub(size) / 2).unwrap_or(0);
    let (left, top) = (area.x + centred(room.0, grid.width()), area.y + centred(room.1, grid.height()));
    let (right, bottom) = (area.x + area.width, area.y + area.height);
    let targets = screen.picked.map(|from| screen.play.targets(from)).unwrap_or_default();
    let coloured = screen.coloured;
    let buffer = frame.buffer_mut();
    for (y, row) in (top..bottom).zip(scroll.1..grid.height()) {
        for (x, glyph) in (left..right).zip(grid.row(row).iter().skip(scroll.0)) {
            if let Some(place) = buffer.cell_mut((x, y)) {
                place.set_char(tame(glyph.mark)).set_style(style(*glyph, coloured));
            }
        }
    }
    if of_goal {
        return;
    }
    let mut surround = |cell: usize, marks: [char; 2], style: Style| {
        let Some((first, last, y)) = grid.span(cell) else { return };
        // A target is seen below the cursor, too.
        let is_target = grid.row(y).get(last).is_some_and(|glyph| glyph.ink == Ink::Target);
        let other = Some(marks[1]).filter(|_| !is_target);
        let inside = (first + 1..last).map(|x| (x, None));
        for (x, mark) in [(first, Some(marks[0])), (last, other)].into_iter().chain(inside) {
            let (Some(dx), Some(dy)) = (x.checked_sub(scroll.0), y.checked_sub(scroll.1)) else { continue };
            let (Ok(dx), Ok(dy)) = (u16::try_from(dx), u16::try_from(dy)) else { continue };
            let (x, y) = (left.saturating_add(dx), top.saturating_add(dy));
            if x >= right || y >= bottom {
                continue;
            }
            if let Some(place) = buffer.cell_mut((x, y)) {
                // An edge of one character keeps its own.
                if let Some(mark) = mark.filter(|_| first < last) {
                    place.set_char(mark);
                }
                place.set_style(style);
            }
        }
    };
    let plain = |style: Style| if coloured { style } else { Style { fg: None, bg: None, ..style } };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    for cell in &screen.hinted {
        surround(*cell, ['*', '*'], plain(bold.fg(Color::Yellow)));
    }
    for cell in &targets {
        surround(*cell, ['›', '‹'], plain(bold.fg(Color::Green)));
    }
    if let Some(cell) = screen.picked {
        surround(cell, ['{', '}'], plain(bold.fg(Color::Cyan)));
    }
    surround(screen.cursor, ['[', ']'], Style::new().add_modifier(Modifier::REVERSED));
    let size = |room: u16, at: u16, size: usize| {
        room.saturating_sub(at).min(u16::try_from(size).unwrap_or(u16::MAX))
    };
    let shown = (left, top, size(right, left, grid.width()), size(bottom, top, grid.height()));
    screen.shown = Some(Shown { grid, area: shown, scroll });
}

/// The first column or row to show, so that the cursor is in sight.
fn scrolled(before: usize, focus: Option<usize>, size: usize, room: usize) -> usize {
    let most = size.saturating_sub(room);
    let Some(focus) = focus else { return before.min(most) };
    let margin = 3.min(room / 4);
    let low = (focus + margin + 1).saturating_sub(room);
    before.clamp(low, focus.saturating_sub(margin).max(low)).min(most)
}

fn style(glyph: Glyph, coloured: bool) -> Style {
    let style = match glyph.ink {
        Ink::Blank => Style::new(),
        Ink::Line => Style::new().add_modifier(Modifier::DIM),
        Ink::Wall => Style::new().add_modifier(Modifier::BOLD),
        Ink::Floor(colour) => fore(Style::new().add_modifier(Modifier::DIM), colour),
        Ink::Target => Style::new().fg(Color::Magenta),
        Ink::Piece(colour) => fore(Style::new().add_modifier(Modifier::BOLD), colour),
    };
    if coloured { style } else { Style { fg: None, bg: None, ..style } }
}

fn fore(style: Style, colour: Option<u8>) -> Style {
    match colour {
        Some(colour) => style.fg(Color::Indexed(colour)),
        None => style,
    }
}

/// The last moves, in the column beside the board.
fn draw_moves(screen: &Screen<'_>, frame: &mut Frame<'_>, area: Rect) {
    let room = usize::from(area.height.saturating_sub(2));
    let all = screen.play.history();
    let skipped = all.len().saturating_sub(room);
    let lines = all.enumerate().skip(skipped).map(|(number, (_, notation))| {
        Line::from(Span::raw(format!("{:>3}. {}", number + 1, safe(notation))))
    });
    let undone = screen.play.undone();
    let title = if undone > 0 { format!("moves, {undone} undone") } else { "moves".to_owned() };
    let block = Block::bordered().title(title).border_style(Style::new().add_modifier(Modifier::DIM));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).block(block), area);
}

fn draw_choice(screen: &mut Screen<'_>, frame: &mut Frame<'_>, area: Rect, moves: &[usize], at: usize) {
    let room = usize::from(area.height.saturating_sub(4)).max(1);
    let from = at.saturating_sub(room - 1);
    let all = screen.play.moves();
    let line = |(number, one): (usize, &usize)| {
        let one = all.get(*one)?;
        let key = if number < 9 { format!("{}", number + 1) } else { " ".to_owned() };
        Some(format!("{key} {} {}", safe(&one.rule), safe(&one.notation)))
    };
    let lines: Vec<String> = moves.iter().enumerate().filter_map(line).skip(from).take(room).collect();
    let inside = popup(frame, area, "which move?", lines, Some(at - from));
    screen.list = Some((inside.x, inside.y, inside.width, inside.height));
    screen.list_from = from;
}

/// A frame with lines in the middle of the screen. Returns the area of the lines.
fn popup(frame: &mut Frame<'_>, area: Rect, title: &str, lines: Vec<String>, marked: Option<usize>) -> Rect {
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(title.len());
    let size = |n: usize, most: u16| u16::try_from(n + 2).unwrap_or(u16::MAX).min(most);
    let (width, height) = (size(widest + 1, area.width), size(lines.len(), area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let outside = Rect { x, y, width, height };
    let block = Block::bordered().title(title.to_owned());
    let inside = block.inner(outside);
    let text = lines.into_iter().enumerate().map(|(number, line)| {
        let style = match marked == Some(number) {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        Line::from(Span::styled(line, style))
    });
    frame.render_widget(Clear, outside);
    let text = Paragraph::new(text.collect::<Vec<_>>()).wrap(Wrap { trim: false }).block(block);
    frame.render_widget(text, outside);
    inside
}
