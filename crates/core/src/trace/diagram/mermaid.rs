//! Sequence diagrams for Mermaid.
//!
//! **Writes** participants `p0`, `p1`, … with their names, whatever these are, and a group as a shaded
//! `rect`. In texts, `#` begins and `;` ends a character reference, `%%` begins a comment or directive, `<` a
//! tag, `$$` a formula; the word `end` closes a block; `wrap:` at the beginning asks for wrapping, and a
//! colon after `style` or `classDef` breaks a reference. All of these are written as references.

use std::fmt::Write as _;

use super::{Picture, Step, on_one_line};

pub(super) fn draw(picture: &Picture) -> String {
    let mut out = String::from("sequenceDiagram\n    participant p0 as Storyteller\n");
    for (index, name) in picture.names.iter().enumerate() {
        let _ = writeln!(out, "    participant p{} as {}", index + 1, safe(name));
    }
    let across = match picture.names.len() {
        0 => "p0".to_owned(),
        last => format!("p0,p{last}"),
    };
    let mut depth = "    ";
    for step in &picture.steps {
        let _ = match step {
            Step::Phase(phase) => writeln!(out, "{depth}note over {across}: {phase}"),
            Step::Arrow { from, to, secret, text } => {
                let arrow = if *secret { "-->>" } else { "->>" };
                writeln!(out, "{depth}p{from}{arrow}p{to}: {}", safe(text))
            }
            Step::Note { over, text } => writeln!(out, "{depth}note over p{over}: {}", safe(text)),
            Step::Across { text, .. } => writeln!(out, "{depth}note over {across}: {}", safe(text)),
            Step::Open(_) => {
                depth = "        ";
                writeln!(out, "    rect rgba(128, 128, 128, 0.2)")
            }
            Step::Close => {
                depth = "    ";
                writeln!(out, "    end")
            }
        };
    }
    out
}

fn safe(text: &str) -> String {
    const ALWAYS: [char; 10] = ['#', ';', '%', '<', '{', '}', '$', '&', '\\', '`'];
    let text = on_one_line(text, "\n");
    let begins = text.trim_start().to_ascii_lowercase();
    let has_style = text.contains("style") || text.contains("classDef");
    let colons = has_style || begins.starts_with("wrap:") || begins.starts_with("nowrap:");
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '\n' => out.push_str("<br/>"),
            _ if ALWAYS.contains(&c) || c == ':' && colons || is_end(&text, at) => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}

/// Whether the word `end` is here.
fn is_end(text: &str, at: usize) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = text[at..].split(|c| !in_word(c)).next().unwrap_or_default();
    word.eq_ignore_ascii_case("end") && !text[..at].ends_with(in_word)
}
