//! An analysis as text for a person.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gaslamp_core::display_width;
use gaslamp_core::number_format::plural;
use gaslamp_core::trace::Phase;

use super::{Analysis, Bloc, Claimed, Nomination, SpokenLine, Verdict};

/// The analysis as text, with a part for each thing the trace tells.
#[must_use]
pub fn write(analysis: &Analysis) -> String {
    let mut out = String::new();
    let timeline = analysis.timeline.iter().map(|moment| (moment.phase, moment.text.clone()));
    part(&mut out, "Timeline", &by_phase(timeline));
    let said = analysis.said.iter().map(|said| (said.phase, said_text(said)));
    part(&mut out, "Who said what to whom", &by_phase(said));
    part(&mut out, "How often each player spoke", &spoken(&analysis.said));
    let nominations = analysis.nominations.iter();
    let nominations = nominations.map(|known| (known.phase, nomination(known, &analysis.names)));
    part(&mut out, "Nominations and votes", &by_phase(nominations));
    if !analysis.nominations.is_empty() {
        part(&mut out, "How each player voted", &voters(analysis));
        part(&mut out, "Blocs", &blocs(analysis));
    }
    let claims = analysis.claims.iter().map(|claim| (claim.phase, claim_text(claim, &analysis.names)));
    part(&mut out, "Claims and the truth", &by_phase(claims));
    if out.is_empty() { "The trace is empty.\n".to_owned() } else { out }
}

fn part(out: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let gap = if out.is_empty() { "" } else { "\n" };
    let _ = writeln!(out, "{gap}{title}");
    for line in lines {
        let _ = writeln!(out, "  {}", line.trim_end());
    }
}

/// Lines with their phase before them, once for each phase.
fn by_phase(lines: impl Iterator<Item = (Phase, String)>) -> Vec<String> {
    let mut last = None;
    lines
        .map(|(phase, text)| {
            let label = if last == Some(phase) { String::new() } else { phase.to_string() };
            last = Some(phase);
            format!("{label:<6} {text}")
        })
        .collect()
}

fn said_text(said: &SpokenLine) -> String {
    let to = said.to.as_deref().unwrap_or("all");
    let how = if said.whisper { " (whisper)" } else { "" };
    format!("{} to {to}{how}: \"{}\"", said.from, said.text.replace('\n', " "))
}

/// How often everyone spoke to whom.
fn spoken(said: &[SpokenLine]) -> Vec<String> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for message in said {
        let to = message.to.as_deref().unwrap_or("all");
        *counts.entry(&message.from).or_default().entry(to).or_default() += 1;
    }
    let line = |(from, to): (&&str, &BTreeMap<&str, usize>)| {
        let all: usize = to.values().sum();
        let to: Vec<String> = to.iter().map(|(to, count)| format!("{to} {count}")).collect();
        format!("{from} {all}: {}", to.join(", "))
    };
    counts.iter().map(line).collect()
}

/// A nomination with its votes: `Frank nominates Alice: 3 votes (Bob, Carol, Grace), executed`.
pub(super) fn nomination(nomination: &Nomination, names: &[String]) -> String {
    let by = nomination.by.map_or("somebody", |player| names[player].as_str());
    let mut text =
        format!("{by} nominates {}: {}", names[nomination.nominee], plural(nomination.votes.len(), "vote"));
    if !nomination.votes.is_empty() {
        let _ = write!(text, " ({})", list(&nomination.votes, names));
    }
    if nomination.executed {
        text.push_str(", executed");
    }
    if let Some(reason) = &nomination.reason {
        let _ = write!(text, " - {}", reason.replace('\n', " "));
    }
    text
}

fn list(players: &[usize], names: &[String]) -> String {
    players.iter().map(|&player| names[player].as_str()).collect::<Vec<_>>().join(", ")
}

fn voters(analysis: &Analysis) -> Vec<String> {
    let has_sides = analysis.voters.iter().any(|voter| voter.for_own_side.is_some());
    let mut rows = vec![vec!["player", "nominated", "was nominated", "voted", "abstained", "for executed"]];
    if has_sides {
        rows[0].push("for own side");
    }
    let numbers: Vec<Vec<String>> = analysis
        .voters
        .iter()
        .map(|voter| {
            let numbers =
                [voter.nominated, voter.was_nominated, voter.votes, voter.abstained, voter.for_executed];
            let mut row = vec![analysis.names[voter.player].clone()];
            row.extend(numbers.map(|number| number.to_string()));
            if has_sides {
                row.push(voter.for_own_side.map_or_else(|| "?".to_owned(), |number| number.to_string()));
            }
            row
        })
        .collect();
    rows.extend(numbers.iter().map(|row| row.iter().map(String::as_str).collect()));
    table(&rows)
}

/// Rows with aligned columns: the first to the left, the others to the right.
fn table(rows: &[Vec<&str>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().map(|row| display_width::of(row[column])).max().unwrap_or(0))
        .collect();
    let cell = |(column, text): (usize, &&str)| {
        let pad = " ".repeat(widths[column] - display_width::of(text));
        if column == 0 { format!("{text}{pad}") } else { format!("{pad}{text}") }
    };
    rows.iter().map(|row| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")).collect()
}

fn blocs(analysis: &Analysis) -> Vec<String> {
    if analysis.blocs.is_empty() {
        return vec!["no two players voted together more than once".to_owned()];
    }
    let line = |bloc: &Bloc| {
        let evil = bloc.evil.map_or_else(String::new, |evil| format!("; {evil} of them evil"));
        let players = list(&bloc.players, &analysis.names);
        format!("{players}: together in {} of {}{evil}", bloc.together, plural(bloc.of, "nomination"))
    };
    analysis.blocs.iter().map(line).collect()
}

fn claim_text(claim: &Claimed, names: &[String]) -> String {
    let to = claim.to.as_ref().map_or_else(String::new, |to| format!(" to {to}"));
    let verdict = match &claim.verdict {
        Verdict::True => "true".to_owned(),
        Verdict::Believed(role) => format!("thought so, but is the {}", role.name()),
        Verdict::False(role) => format!("false: is the {}", role.name()),
        Verdict::AsTold => "as told".to_owned(),
        Verdict::ToldOtherwise(told) => format!("false: was told {told}"),
        Verdict::NeverTold => "false: was told nothing of the kind".to_owned(),
        Verdict::Unknown => "unknown".to_owned(),
    };
    format!("{} claims{to} {} ({verdict})", names[claim.player], claim.text)
}
