//! Pictures of a trace: Mermaid and PlantUML sequence diagrams, and a ladder of plain characters.
//!
//! All three draw the same steps: who, to whom, what. Secret verbs pass between a player and the Storyteller;
//! public ones go to their target, or stand as a note where they have none or several.

use std::fmt::Write as _;

use super::{Event, Phase, Trace, Verb, VerbKind, rich};

/// One row of a diagram. Participants are numbered: the Storyteller is 0, seats follow.
enum Step {
    Phase(Phase),
    Arrow { from: usize, to: usize, secret: bool, text: String },
    Note { over: usize, text: String },
}

fn steps(trace: &Trace, names: &[String], verbs: &[Verb]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut phase = None;
    for (at, event) in trace.events() {
        if phase != Some(at) {
            steps.push(Step::Phase(at));
            phase = Some(at);
        }
        steps.push(step(event, names, verbs));
    }
    steps
}

fn step(event: &Event, names: &[String], verbs: &[Verb]) -> Step {
    let participant = |name: &str| names.iter().position(|known| known == name).map(|index| index + 1);
    let verb = event.verb_among(verbs);
    let text = rich::sentence(event, verbs);
    let from = event.actor.as_ref().and_then(|actor| participant(&actor.name)).unwrap_or(0);
    let target = match event.targets.as_slice() {
        [target] => participant(&target.name.name).filter(|&to| to != from),
        _ => None,
    };
    match (verb, target) {
        (Some(verb), _) if verb.secret && from != 0 => match verb.kind {
            VerbKind::Action => Step::Arrow { from, to: 0, secret: true, text },
            VerbKind::Consequence | VerbKind::Telling => {
                Step::Arrow { from: 0, to: from, secret: true, text }
            }
        },
        (verb, Some(to)) => Step::Arrow { from, to, secret: verb.is_some_and(|verb| verb.secret), text },
        (_, None) => Step::Note { over: from, text },
    }
}

/// A Mermaid sequence diagram.
#[must_use]
pub fn mermaid(trace: &Trace, names: &[String], verbs: &[Verb]) -> String {
    let mut out = String::from("sequenceDiagram\n    participant p0 as Storyteller\n");
    // `#` begins an entity and `;` ends a statement there.
    let safe = |text: &str| text.replace('#', "#35;").replace(';', "#59;").replace("#35#59;", "#35;");
    for (index, name) in names.iter().enumerate() {
        let _ = writeln!(out, "    participant p{} as {}", index + 1, safe(name));
    }
    for step in steps(trace, names, verbs) {
        let _ = match step {
            Step::Phase(phase) => writeln!(out, "    note over p0,p{}: {phase}", names.len()),
            Step::Arrow { from, to, secret, text } => {
                let arrow = if secret { "-->>" } else { "->>" };
                writeln!(out, "    p{from}{arrow}p{to}: {}", safe(&text))
            }
            Step::Note { over, text } => writeln!(out, "    note over p{over}: {}", safe(&text)),
        };
    }
    out
}

/// A PlantUML sequence diagram.
#[must_use]
pub fn plantuml(trace: &Trace, names: &[String], verbs: &[Verb]) -> String {
    let mut out = String::from("@startuml\nactor Storyteller as p0\n");
    for (index, name) in names.iter().enumerate() {
        let _ = writeln!(out, "participant \"{name}\" as p{}", index + 1);
    }
    for step in steps(trace, names, verbs) {
        let _ = match step {
            Step::Phase(phase) => writeln!(out, "== {phase} =="),
            Step::Arrow { from, to, secret, text } => {
                let arrow = if secret { "-->" } else { "->" };
                writeln!(out, "p{from} {arrow} p{to} : {text}")
            }
            Step::Note { over, text } => writeln!(out, "note over p{over} : {text}"),
        };
    }
    out.push_str("@enduml\n");
    out
}

/// A ladder: a column for each participant, a row for each step, the words at the right.
#[must_use]
pub fn ascii(trace: &Trace, names: &[String], verbs: &[Verb]) -> String {
    let labels: Vec<&str> = std::iter::once("st").chain(names.iter().map(String::as_str)).collect();
    let widths: Vec<usize> = labels.iter().map(|label| label.chars().count() + 2).collect();
    let columns: Vec<usize> = (0..labels.len()).map(|i| widths[..i].iter().sum::<usize>() + 1).collect();
    let width = widths.iter().sum::<usize>();
    let mut out = format!(" {}\n", labels.join("  "));
    for step in steps(trace, names, verbs) {
        let mut row = vec![' '; width];
        columns.iter().for_each(|&column| row[column] = '|');
        let text = match step {
            Step::Phase(phase) => {
                let _ = writeln!(out, "{:-<width$} {phase}", "");
                continue;
            }
            Step::Arrow { from, to, secret, text } => {
                draw_arrow(&mut row, columns[from], columns[to], if secret { '.' } else { '-' });
                text
            }
            Step::Note { over, text } => {
                row[columns[over]] = '*';
                text
            }
        };
        let _ = writeln!(out, "{} {text}", row.into_iter().collect::<String>());
    }
    out
}

fn draw_arrow(row: &mut [char], from: usize, to: usize, shaft: char) {
    let (low, high) = (from.min(to), from.max(to));
    row[low + 1..high].fill(shaft);
    row[from] = '*';
    row[to] = if from < to { '>' } else { '<' };
}

#[cfg(test)]
mod tests {
    use super::super::line;
    use super::*;

    const VERBS: &[Verb] = &[
        Verb {
            name: "nominates",
            sentences: &["{actor} nominates {target}"],
            kind: VerbKind::Action,
            secret: false,
        },
        Verb { name: "kills", sentences: &["{actor} kills {target}"], kind: VerbKind::Action, secret: true },
        Verb {
            name: "learns",
            sentences: &["{actor} learns {target}"],
            kind: VerbKind::Consequence,
            secret: true,
        },
    ];

    fn draw(picture: fn(&Trace, &[String], &[Verb]) -> String) -> String {
        let trace = line::read("<D1> Al!nominates->Bo, Bo!waves <N1> Bo!kills->Al, Al!learns->Bo").trace;
        picture(&trace, &["Al".to_owned(), "Bo".to_owned()], VERBS)
    }

    #[test]
    fn the_ladder_shows_who_and_to_whom() {
        let rows = [
            " st  Al  Bo",
            "------------ D1",
            " |   *--->   Al nominates Bo",
            " |   |   *   Bo!waves",
            "------------ N1",
            " <.......*   Bo kills Al",
            " *...>   |   Al learns Bo",
        ];
        let drawn = draw(ascii);
        assert_eq!(drawn.lines().map(str::trim_end).collect::<Vec<_>>(), rows);
    }

    #[test]
    fn sequence_diagrams_have_a_line_for_each_step() {
        let mermaid = draw(mermaid);
        assert!(mermaid.contains("    p1->>p2: Al nominates Bo\n    note over p2: Bo!waves\n"), "{mermaid}");
        assert!(mermaid.contains("    p2-->>p0: Bo kills Al\n    p0-->>p1: Al learns Bo\n"), "{mermaid}");
        let plantuml = draw(plantuml);
        assert!(plantuml.contains("== N1 ==\np2 --> p0 : Bo kills Al\np0 --> p1 : Al learns Bo\n@enduml"));
    }
}
