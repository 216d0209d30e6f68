//! Bags that were written down or played before.
//!
//! Accepts bags, grimoires and records of games, in blocks separated by blank lines or, if each is a single line, on consecutive lines;
//! `# …` after a bag is a comment. Emits the bag of each: for a record, the one that was dealt.

use std::ops::Range;

use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::{Bag, State};
use gaslamp_core::{Diagnostic, Notation as _, Run, Span};

use crate::diagnostic::{Input, Problems};

/// Every bag of a text.
///
/// # Errors
/// What is no bag, or that there is none.
pub fn read_bags(input: &Input) -> Result<Vec<Bag>, Problems> {
    let (mut bags, mut problems) = (Vec::new(), Vec::new());
    for place in items(&input.text) {
        match read_bag(&input.text[place.clone()]) {
            Ok(bag) => bags.push(bag),
            Err(more) => problems.extend(more.into_iter().map(|problem| moved(problem, &place))),
        }
    }
    if problems.is_empty() && bags.is_empty() {
        let problem = Diagnostic::new("input/empty", format!("{} contains no bag", input.name));
        return Err(problem.fix("{chef monk virgin poisoner imp}").into());
    }
    if problems.is_empty() { Ok(bags) } else { Err(input.problems(problems)) }
}

/// Moves the span of a problem in one item to its place in the whole text.
fn moved(problem: Diagnostic, item: &Range<usize>) -> Diagnostic {
    let span = problem.span.map_or(Span::new(item.start, item.end), |span| {
        Span::new(span.start + item.start, span.end + item.start)
    });
    Diagnostic { span: Some(span), ..problem }
}

fn read_bag(text: &str) -> Result<Bag, Vec<Diagnostic>> {
    match any::read(text)? {
        Written::Bag(bag) => Bag::try_from(&bag),
        Written::GrimoireText(grimoire) => Bag::try_from(&grimoire),
        Written::Game(run) => dealt(&run),
        Written::Script(_) => {
            let message = "a script says who may be in play, not who is";
            Err(vec![Diagnostic::new("botc/setup/no-bag-here", message)])
        }
    }
}

/// The bag of a recorded game. The deal is the first action of every record.
fn dealt(run: &Run<State>) -> Result<Bag, Vec<Diagnostic>> {
    match run.at(1) {
        Ok(start) if !run.record().actions.is_empty() => {
            Bag::try_from(&GrimoireText::of_state(&run.record().setup.names, start.state()))
        }
        _ => Err(vec![Diagnostic::new("botc/setup/no-bag-here", "this record has no deal")]),
    }
}

/// The spans of the individual bags, grimoires and records.
fn items(text: &str) -> Vec<Range<usize>> {
    blocks(text)
        .into_iter()
        .flat_map(|block| if is_list(&text[block.clone()]) { lines(text, block) } else { vec![block] })
        .collect()
}

/// Whether every line of a block is a bag, a grimoire or a comment by itself.
fn is_list(block: &str) -> bool {
    block.lines().all(|line| {
        let line = without_remark(line);
        let is_closed = |open, close| line.starts_with(open) && line.ends_with(close);
        line.starts_with('#') || is_closed('{', '}') || line.starts_with('[') && line.ends_with([']', '}'])
    })
}

fn lines(text: &str, block: Range<usize>) -> Vec<Range<usize>> {
    let mut at = block.start;
    let mut places = Vec::new();
    for line in text[block].split_inclusive('\n') {
        let kept = without_remark(line);
        let start = at + line.len() - line.trim_start().len();
        if !kept.starts_with('#') {
            places.push(start..start + kept.len());
        }
        at += line.len();
    }
    places
}

/// A line without the comment after its bag.
fn without_remark(line: &str) -> &str {
    let line = line.trim();
    match line.rfind("} #").filter(|_| line.starts_with('{')) {
        Some(end) => &line[..=end],
        None => line,
    }
}

/// Blocks separated by blank lines. A record may contain blank lines and ends where another record, a bag or a grimoire begins.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let (mut at, mut after_blank) = (0, true);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let place = at..at + line.trim_end().len();
        at += line.len();
        if trimmed.is_empty() {
            after_blank = true;
            continue;
        }
        match blocks.last_mut() {
            Some(block) if !begins(&text[block.clone()], trimmed, after_blank) => block.end = place.end,
            _ => blocks.push(place),
        }
        after_blank = false;
    }
    blocks
}

/// Whether a line begins a new block.
fn begins(before: &str, line: &str, after_blank: bool) -> bool {
    let is_record = before.starts_with("game ") || before.starts_with(['<', '#']);
    let is_deal = line.starts_with("<SETUP>") && (!is_record || before.contains("<SETUP>"));
    let is_next_record = line.starts_with("game ") || is_deal;
    is_next_record || if is_record { is_table(line) } else { after_blank }
}

/// Whether a line begins a bag or a grimoire, rather than a phase of a trace such as `[D3]`.
fn is_table(line: &str) -> bool {
    let label = line.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(label, _)| label);
    line.starts_with(['{', '[']) && label.and_then(|label| State::DIALECT.read_phase(label)).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_grimoires_and_records_stand_below_each_other() {
        let table: &[(&str, &[&str])] = &[
            ("{chef imp}", &["{chef imp}"]),
            (
                "{chef imp} # differs by 2\n{monk imp}\n\n[Ann:spy Ben:imp]\n",
                &["{chef imp}", "{monk imp}", "[Ann:spy Ben:imp]"],
            ),
            ("{chef,\n monk\n imp}\n", &["{chef,\n monk\n imp}"]),
            ("# mine\n{chef imp}\n  {monk imp}\n", &["{chef imp}", "{monk imp}"]),
            ("[Ann:imp] script{tb}\n[Ben:imp]", &["[Ann:imp] script{tb}", "[Ben:imp]"]),
            (
                "game botc 2 players=5\n\n<SETUP>\n  a\n\n<N1>\n  b\n\n{chef imp}\ngame botc 2 players=6\n<SETUP> c",
                &[
                    "game botc 2 players=5\n\n<SETUP>\n  a\n\n<N1>\n  b",
                    "{chef imp}",
                    "game botc 2 players=6\n<SETUP> c",
                ],
            ),
            ("<SETUP> a <N1> b\n<SETUP> c", &["<SETUP> a <N1> b", "<SETUP> c"]),
            ("<SETUP> a\n[N1] b\n{chef imp}\n<SETUP> c", &["<SETUP> a\n[N1] b", "{chef imp}", "<SETUP> c"]),
            (" \n\n", &[]),
        ];
        for (text, expected) in table {
            let found: Vec<&str> = items(text).into_iter().map(|place| &text[place]).collect();
            assert_eq!(&found, expected, "{text}");
        }
    }
}
