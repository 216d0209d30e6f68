//! Diagrams of a trace: Mermaid and PlantUML sequence diagrams, and a ladder in plain characters.
//!
//! All three draw the same steps: who, to whom, what. Secret verbs and whispers are dashed; secret verbs pass
//! between a player and the Storyteller. Public ones go to their target, or become a note if they have none
//! or several. Messages to everyone and remarks span all participants, asides are above their subject. What a
//! game's dialect groups stays together. Whoever acts or speaks without a seat gets a column too.
//!
//! **Writes** any text: characters with a meaning in the diagram's language are written as character
//! references.

mod ladder;
mod mermaid;
mod plantuml;

use super::{Annotation, Dialect, Entry, Event, Group, Phase, Trace, VerbKind, What, rich};
use crate::notation::is_storyteller;
use crate::printable::printable;

/// The content of a diagram. Participants are numbered: the Storyteller is 0, seats follow, then those
/// without a seat.
struct Picture {
    /// The names of the participants after the Storyteller.
    names: Vec<String>,
    steps: Vec<Step>,
}

enum Step {
    Phase(Phase),
    Arrow {
        from: usize,
        to: usize,
        secret: bool,
        text: String,
    },
    Note {
        over: usize,
        text: String,
    },
    /// For everyone to hear or, if nobody says it, to read.
    Across {
        from: Option<usize>,
        text: String,
    },
    /// A group begins, with this name.
    Open(String),
    /// The group ends.
    Close,
}

/// A Mermaid sequence diagram.
#[must_use]
pub fn mermaid(trace: &Trace, names: &[String], dialect: &Dialect) -> String {
    mermaid::draw(&Picture::of(trace, names, dialect))
}

/// A PlantUML sequence diagram.
#[must_use]
pub fn plantuml(trace: &Trace, names: &[String], dialect: &Dialect) -> String {
    plantuml::draw(&Picture::of(trace, names, dialect))
}

/// A ladder: a column for each participant, a row for each step, the text on the right.
#[must_use]
pub fn ascii(trace: &Trace, names: &[String], dialect: &Dialect) -> String {
    ladder::draw(&Picture::of(trace, names, dialect))
}

impl Picture {
    fn of(trace: &Trace, names: &[String], dialect: &Dialect) -> Self {
        let mut picture = Self { names: names.to_vec(), steps: Vec::new() };
        for block in trace.blocks.iter().filter(|block| !block.entries.is_empty()) {
            picture.steps.push(Step::Phase(block.phase));
            let mut open = None;
            for (index, entry) in block.entries.iter().enumerate() {
                if let Some((end, name)) = group(&block.entries, index, dialect.groups) {
                    picture.steps.push(Step::Open(name));
                    open = Some(end);
                }
                let step = picture.step(&entry.what, dialect);
                picture.steps.push(step);
                if open == Some(index) {
                    picture.steps.push(Step::Close);
                    open = None;
                }
            }
        }
        picture
    }

    fn step(&mut self, what: &What, dialect: &Dialect) -> Step {
        match what {
            What::Event(event) => self.event(event, dialect),
            What::Annotation(Annotation::Aside(event)) => {
                Step::Note { over: self.actor(event), text: words(event, dialect) }
            }
            What::Annotation(Annotation::Remark { kind, text }) => {
                Step::Across { from: None, text: format!("{}: {text}", kind.word()) }
            }
            What::Annotation(Annotation::Message { from, to, whisper, text }) => {
                let whispered = if *whisper { " (whisper)" } else { "" };
                let said = format!("{from} -> {}{whispered}: \"{text}\"", to.as_deref().unwrap_or("ALL"));
                self.message(from, to.as_deref(), *whisper, said)
            }
        }
    }

    fn message(&mut self, from: &str, to: Option<&str>, secret: bool, text: String) -> Step {
        let from = self.participant(from);
        match to.map(|to| self.participant(to)) {
            None => Step::Across { from: Some(from), text },
            Some(to) if to == from => Step::Note { over: from, text },
            Some(to) => Step::Arrow { from, to, secret, text },
        }
    }

    fn event(&mut self, event: &Event, dialect: &Dialect) -> Step {
        let text = words(event, dialect);
        let from = self.actor(event);
        let verb = event.verb_among(dialect.verbs);
        let secret = verb.is_some_and(|verb| verb.secret);
        if from != 0 && (secret || event.verb.is_none()) {
            // Whoever changes tokens does so through the Storyteller.
            let is_asked = event.verb.is_none() || verb.is_some_and(|verb| verb.kind == VerbKind::Action);
            let (from, to) = if is_asked { (from, 0) } else { (0, from) };
            return Step::Arrow { from, to, secret: true, text };
        }
        let target = match event.targets.as_slice() {
            [target] => self.find(&target.name.name).filter(|&to| to != from),
            _ => None,
        };
        match target {
            Some(to) => Step::Arrow { from, to, secret, text },
            None => Step::Note { over: from, text },
        }
    }

    fn actor(&mut self, event: &Event) -> usize {
        event.actor.as_ref().map_or(0, |actor| self.participant(&actor.name))
    }

    fn find(&self, name: &str) -> Option<usize> {
        let seat = self.names.iter().position(|known| known.eq_ignore_ascii_case(name));
        seat.map(|index| index + 1).or_else(|| is_storyteller(name).then_some(0))
    }

    /// The number of the participant with this name, who is added if new.
    fn participant(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len()
        })
    }
}

fn words(event: &Event, dialect: &Dialect) -> String {
    let words = rich::in_words(event, dialect);
    match &event.remark {
        Some(remark) => format!("{words} - {remark}"),
        None => words,
    }
}

/// The last entry of the group that begins at this entry, and the group's name.
fn group(entries: &[Entry], start: usize, groups: &[Group]) -> Option<(usize, String)> {
    let verb = |entry: &Entry| match &entry.what {
        What::Event(event) => event.verb.clone(),
        What::Annotation(_) => None,
    };
    let is_one_of =
        |entry: &Entry, verbs: &[&str]| verb(entry).is_some_and(|verb| verbs.contains(&verb.as_str()));
    let group = groups.iter().find(|group| is_one_of(&entries[start], &[group.opens]))?;
    let What::Event(Event { targets, .. }) = &entries[start].what else { return None };
    let target = targets.first()?;
    let mut last = None;
    for (index, entry) in entries.iter().enumerate().skip(start + 1) {
        if is_one_of(entry, &[group.opens]) {
            break;
        }
        let closes = is_one_of(entry, group.closes);
        if closes || is_one_of(entry, group.within) {
            last = Some(index);
        }
        if closes {
            break;
        }
    }
    last.map(|last| (last, format!("{} {}", group.title, target.name.name)))
}

/// A text on one line, with invisible characters escaped.
fn on_one_line(text: &str, line_break: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    printable(&text.replace('\t', " ")).replace('\n', line_break)
}

#[cfg(test)]
mod tests;
