//! A ladder drawn in plain characters.
//!
//! **Writes** the names above their columns, in several rows if one would be too wide; `*--->` for public
//! events and `*...>` for secret ones, `*` for a note, `<---*--->` for what everyone hears; a row of dashes
//! for each phase; `+` and `|` before the text of events that belong to one group.

use std::fmt::Write as _;

use super::{Picture, Step, on_one_line};
use crate::display_width;

/// The widest row of names that stays one row.
const WIDEST: usize = 64;

/// The distance between columns when the names take several rows.
const APART: usize = 4;

pub(super) fn draw(picture: &Picture) -> String {
    let names = picture.names.iter().map(|name| on_one_line(name, " "));
    let labels: Vec<String> = std::iter::once("st".to_owned()).chain(names).collect();
    let columns = columns(&labels);
    let width = columns.last().copied().unwrap_or_default() + 3;
    let mut out = header(&labels, &columns);
    let mut bracket = None;
    for (index, step) in picture.steps.iter().enumerate() {
        let mut row = vec![' '; width];
        columns.iter().for_each(|&column| row[column] = '|');
        let text = match step {
            Step::Phase(phase) => {
                let _ = writeln!(out, "{} {phase}", "-".repeat(width));
                continue;
            }
            Step::Open(_) => {
                bracket = Some("+ ");
                continue;
            }
            Step::Close => {
                bracket = None;
                continue;
            }
            Step::Arrow { from, to, secret, text } => {
                draw_arrow(&mut row, columns[*from], columns[*to], if *secret { '.' } else { '-' });
                text
            }
            Step::Note { over, text } => {
                row[columns[*over]] = '*';
                text
            }
            Step::Across { from: None, text } => text,
            Step::Across { from: Some(from), text } => {
                let (first, last) = (columns[0], columns[columns.len() - 1]);
                draw_arrow(&mut row, columns[*from], first, '-');
                draw_arrow(&mut row, columns[*from], last, '-');
                text
            }
        };
        let is_last = matches!(picture.steps.get(index + 1), Some(Step::Close));
        let before = bracket.map_or("", |bracket| if is_last { "+ " } else { bracket });
        bracket = bracket.map(|_| "| ");
        let row: String = row.into_iter().collect();
        let _ = writeln!(out, "{row} {before}{}", on_one_line(text, "\\n"));
    }
    out
}

/// The position of each column: as far apart as the names need, unless that is too wide.
fn columns(labels: &[String]) -> Vec<usize> {
    let whole: usize = labels.iter().map(|label| display_width::of(label) + 2).sum();
    let mut next = 1;
    let mut place = |label: &String| {
        let column = next;
        next += if whole > WIDEST { APART } else { display_width::of(label) + 2 };
        column
    };
    labels.iter().map(&mut place).collect()
}

/// The names above their columns, each in the first row that has room for it.
fn header(labels: &[String], columns: &[usize]) -> String {
    let mut rows: Vec<String> = Vec::new();
    for (label, &column) in labels.iter().zip(columns) {
        let free = rows.iter().position(|row| display_width::of(row) < column);
        let row = free.unwrap_or_else(|| {
            rows.push(String::new());
            rows.len() - 1
        });
        let gap = column - display_width::of(&rows[row]);
        rows[row].push_str(&" ".repeat(gap));
        rows[row].push_str(label);
    }
    rows.iter().map(|row| format!("{row}\n")).collect()
}

fn draw_arrow(row: &mut [char], from: usize, to: usize, shaft: char) {
    if from != to {
        let (low, high) = (from.min(to), from.max(to));
        row[low + 1..high].fill(shaft);
        row[to] = if from < to { '>' } else { '<' };
    }
    row[from] = '*';
}
