//! What is wrong, for people: the id and the words, the line with the place underlined, the fix.

use std::fmt::Write as _;

use gaslamp_core::Span;
use gaslamp_core::printable::printable;

use crate::diagnostic::{Problem, Problems};

/// The most problems shown as text.
const MOST: usize = 20;

impl Problems {
    /// The first of them in words, as errors or warnings, no more than anybody reads.
    #[must_use]
    pub fn to_text(&self, severity: &str) -> String {
        let mut text: String =
            self.iter().take(MOST).map(|problem| problem_text(severity, problem)).collect();
        if self.len() > MOST {
            let _ = writeln!(text, "… and {} more", self.len() - MOST);
        }
        text
    }
}

fn problem_text(severity: &str, Problem { input, diagnostic: problem }: &Problem) -> String {
    let mut out = format!("{severity}[{}]: {}\n", problem.id, problem.message);
    match (input, problem.span) {
        (Some(input), Some(span)) => underline(&mut out, &input.name, &input.text, span),
        (Some(input), None) => {
            let _ = writeln!(out, "  --> {}", input.name);
        }
        (None, _) => {}
    }
    if let Some(fix) = &problem.fix {
        let _ = writeln!(out, "  = fix: {fix}");
    }
    out
}

/// The line with the place underlined; a long line is cut around the place.
fn underline(out: &mut String, name: &str, text: &str, span: Span) {
    const CONTEXT: usize = 40;
    let (line, column) = span.line_column(text);
    let whole: Vec<char> = text.lines().nth(line - 1).unwrap_or_default().chars().collect();
    let marked = text.get(span.range()).and_then(|part| part.lines().next()).unwrap_or_default();
    let length = marked.chars().count().clamp(1, 2 * CONTEXT);
    let from = (column - 1).saturating_sub(CONTEXT);
    let to = (column - 1 + length + CONTEXT).min(whole.len()).max(from);
    // Escaped characters are wider, so the three parts are escaped separately.
    let shown = |from: usize, to: usize| {
        let part: String =
            whole.iter().take(to).skip(from).map(|&c| if c == '\t' { ' ' } else { c }).collect();
        printable(&part).into_owned()
    };
    let (start, end) = (column - 1, column - 1 + length);
    let before = format!("{}{}", if from > 0 { "…" } else { "" }, shown(from, start));
    let place = shown(start, end);
    let after = format!("{}{}", shown(end, to), if to < whole.len() { "…" } else { "" });
    let pad = " ".repeat(before.chars().count());
    let gutter = " ".repeat(line.to_string().len());
    let _ = writeln!(out, "{gutter} --> {name}:{line}:{column}");
    let _ = writeln!(out, "{line} | {before}{place}{after}");
    let _ = writeln!(out, "{gutter} | {pad}{}", "^".repeat(place.chars().count().max(length)));
}
