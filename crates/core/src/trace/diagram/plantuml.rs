//! Sequence diagrams for PlantUML.
//!
//! **Writes** participants `p0`, `p1`, … with their names in quotes, and a group as a `group`. In texts,
//! doubled signs change the style, a sign at the start of a line makes a list, a table or a heading, `<`
//! begins a tag, `[[` a link, `%` a function; `~` and `\` change what follows. All of these are written as
//! `<U+002A>`; line breaks are written `
//! `.

use std::fmt::Write as _;

use super::{Picture, Step, on_one_line};

pub(super) fn draw(picture: &Picture) -> String {
    let mut out = String::from("@startuml\nactor Storyteller as p0\n");
    for (index, name) in picture.names.iter().enumerate() {
        let _ = writeln!(out, "participant \"{}\" as p{}", safe(name).replace('"', "<U+0022>"), index + 1);
    }
    let across = match picture.names.len() {
        0 => "p0".to_owned(),
        last => format!("p0, p{last}"),
    };
    for step in &picture.steps {
        let _ = match step {
            Step::Phase(phase) => writeln!(out, "== {phase} =="),
            Step::Arrow { from, to, secret, text } => {
                let arrow = if *secret { "-->" } else { "->" };
                writeln!(out, "p{from} {arrow} p{to} : {}", safe(text))
            }
            Step::Note { over, text } => writeln!(out, "note over p{over} : {}", safe(text)),
            Step::Across { text, .. } => writeln!(out, "note over {across} : {}", safe(text)),
            Step::Open(name) => writeln!(out, "group {}", safe(name)),
            Step::Close => writeln!(out, "end"),
        };
    }
    out.push_str("@enduml\n");
    out
}

fn safe(text: &str) -> String {
    const ALWAYS: [char; 8] = ['<', '>', '[', ']', '\\', '~', '%', '&'];
    const DOUBLED: [char; 9] = ['*', '/', '_', '-', '"', '{', '}', '\'', '='];
    const FIRST: [char; 11] = ['*', '#', '|', '=', '-', '.', '+', '!', '\'', '/', '@'];
    let text = on_one_line(text, "\n");
    let mut out = String::new();
    let mut before = '\n';
    for (at, c) in text.char_indices() {
        let after = text[at + c.len_utf8()..].chars().next().unwrap_or('\n');
        let is_doubled = DOUBLED.contains(&c) && (before == c || after == c);
        // A comment is `/' … '/`.
        let is_comment = c == '/' && (before == '\'' || after == '\'');
        let is_first = FIRST.contains(&c) && before == '\n';
        match c {
            '\n' => out.push_str("\\n"),
            _ if ALWAYS.contains(&c) || is_doubled || is_comment || is_first => {
                let _ = write!(out, "<U+{:04X}>", u32::from(c));
            }
            _ => out.push(c),
        }
        before = c;
    }
    out
}
