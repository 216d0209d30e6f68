//! Traces: the history of a game as text, in one grammar for all games.
//!
//! The one-liner ([`line`]) is `<PHASE> event, event <PHASE> …` and holds exactly what is needed to replay;
//! the rich form ([`rich`]) has one sentence a line and adds consequences, messages and notes; [`diagram`]
//! draws either. All of them read and write the same [`Trace`] in the vocabulary of a game's [`Dialect`]. An
//! event that cannot be read is reported with its place, and the rest is kept.

pub mod diagram;
mod dialect;
pub mod line;
pub mod rich;
mod sentence;
mod told;

use std::collections::HashSet;
use std::fmt;

pub use self::dialect::{Dialect, Group, Label, Phase, PhaseKind, RemarkKind, Spelling, Verb, VerbKind};
use crate::bounds::MOST_PARTICIPANTS;
use crate::diagnostic::{Diagnostic, Span};

/// A whole trace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// Its phases, in order; events before any phase belong to the set-up.
    pub blocks: Vec<Block>,
}

/// One phase of a trace and what happened in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Which phase.
    pub phase: Phase,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// One entry with its place in the text it was read from.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its content.
    pub what: What,
    /// Its place; empty if it was not read from a text.
    pub span: Span,
}

// The place of an entry is not part of its content.
impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

impl Eq for Entry {}

/// The content of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// An event that the rules know.
    Event(Event),
    /// An annotation, which they do not.
    Annotation(Annotation),
}

/// Somebody does something: `Actor!verb->Target`, or changes tokens: `Actor!Target(+token)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Event {
    /// Who acts; the Storyteller if nobody is named.
    pub actor: Option<Name>,
    /// The verb; none if tokens of the targets change.
    pub verb: Option<String>,
    /// The arguments in parentheses right after the verb.
    pub args: Vec<String>,
    /// Whom or what it acts on.
    pub targets: Vec<Target>,
    /// A reason or remark of the rich form; the one-liner leaves it out.
    pub remark: Option<String>,
}

impl Event {
    /// `actor!verb`.
    #[must_use]
    pub fn new(actor: &str, verb: &str) -> Self {
        Self { actor: Some(Name::plain(actor)), verb: Some(verb.to_owned()), ..Self::default() }
    }

    /// The same, with one more target.
    #[must_use]
    pub fn target(mut self, name: &str) -> Self {
        self.targets.push(Target { name: Name::plain(name), args: Vec::new() });
        self
    }

    /// The same, with one more target that has a tag: `->Target:tag`.
    #[must_use]
    pub fn tagged(mut self, name: &str, tag: &str) -> Self {
        let name = Name { name: name.to_owned(), tag: Some(tag.to_owned()) };
        self.targets.push(Target { name, args: Vec::new() });
        self
    }

    /// The same, with an argument of the verb: `actor!verb(arg)`.
    #[must_use]
    pub fn arg(mut self, arg: &str) -> Self {
        self.args.push(arg.to_owned());
        self
    }

    /// The same without tags: `Ann:cook!serves->Ben:guest` becomes `Ann!serves->Ben`.
    #[must_use]
    pub fn untagged(&self) -> Self {
        let mut event = self.clone();
        if let Some(actor) = &mut event.actor {
            actor.tag = None;
        }
        event.targets.iter_mut().for_each(|target| target.name.tag = None);
        event
    }

    /// Its verb, if it is one of these; a change of tokens has the verb with an empty name.
    #[must_use]
    pub fn verb_among<'a>(&self, verbs: &'a [Verb]) -> Option<&'a Verb> {
        let name = self.verb.as_deref().unwrap_or_default();
        verbs.iter().find(|verb| verb.name == name)
    }

    /// Whether two events are the same, apart from their remarks.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let says = |event: &Self| Self { remark: None, ..event.clone() };
        says(self) == says(other)
    }
}

/// `Alice`, `cook` or `Alice:cook`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// A player, or something in a player's place.
    pub name: String,
    /// What the player is said to be.
    pub tag: Option<String>,
}

impl Name {
    /// A name alone.
    #[must_use]
    pub fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), tag: None }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.tag.iter().try_for_each(|tag| write!(f, ":{tag}"))
    }
}

/// A target of an event, with its arguments in parentheses: `Bob(+cook:served)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The name of the target.
    pub name: Name,
    /// Tokens with their sign, or what the target is told.
    pub args: Vec<String>,
}

/// Something said, noted or done outside the rules; no rule reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Annotation {
    /// `MSG (T1): Alice -> Bob (whisper): "…"`.
    Message {
        /// The speaker.
        from: String,
        /// The addressee; everyone if none.
        to: Option<String>,
        /// Whether only the addressee hears it.
        whisper: bool,
        /// What was said.
        text: String,
    },
    /// A remark of whoever keeps the record: `NOTE: …`, `STORYTELLER: …` and the like.
    Remark {
        /// The kind of remark.
        kind: RemarkKind,
        /// The text of the remark.
        text: String,
    },
    /// Something somebody did that no rule asks for: `Carol waves`.
    Aside(Event),
}

/// A trace and everything in its text that could not be read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The part that could be read.
    pub trace: Trace,
    /// The problems with the rest.
    pub problems: Vec<Diagnostic>,
}

impl Reading {
    /// The same with at most [`MOST_PARTICIPANTS`]; entries of further ones are reported and left out.
    fn bounded(mut self) -> Self {
        let entries: usize = self.trace.blocks.iter().map(|block| block.entries.len()).sum();
        // An entry has at most two of them.
        if 2 * entries <= MOST_PARTICIPANTS {
            return self;
        }
        let mut known = HashSet::new();
        let mut refused = None;
        for block in &mut self.trace.blocks {
            block.entries.retain(|entry| {
                let names = entry.what.participants().map(str::to_ascii_lowercase);
                let new: Vec<String> = names.filter(|name| !known.contains(name)).collect();
                let has_room = known.len() + new.len() <= MOST_PARTICIPANTS;
                if has_room {
                    known.extend(new);
                } else {
                    refused.get_or_insert(entry.span);
                }
                has_room
            });
        }
        self.problems.extend(refused.map(|span| {
            let message = format!("more than {MOST_PARTICIPANTS} participants act or speak in this trace");
            let problem = Diagnostic::new("trace/participants", message).at(span);
            problem.fix("use one name per participant throughout, or split the trace")
        }));
        self
    }
}

impl Trace {
    /// Adds an entry to the last block, opening a new one when the phase has changed.
    pub fn push(&mut self, phase: Phase, what: What, span: Span) {
        self.block(phase).entries.push(Entry { what, span });
    }

    /// Appends another trace.
    pub fn append(&mut self, more: Self) {
        for block in more.blocks {
            self.block(block.phase).entries.extend(block.entries);
        }
    }

    /// Every event with its phase.
    pub fn events(&self) -> impl Iterator<Item = (Phase, &Event)> {
        self.blocks.iter().flat_map(|block| {
            block.entries.iter().filter_map(|entry| match &entry.what {
                What::Event(event) => Some((block.phase, event)),
                What::Annotation(_) => None,
            })
        })
    }

    /// The last block, opening a new one if it is of another phase.
    fn block(&mut self, phase: Phase) -> &mut Block {
        if self.blocks.last().is_none_or(|block| block.phase != phase) {
            self.blocks.push(Block { phase, entries: Vec::new() });
        }
        let last = self.blocks.len() - 1;
        &mut self.blocks[last]
    }
}

/// Reads either form. A text is rich if every phase label is alone on its line, or if it has no labels and
/// tells something in sentences. A wrapped one-liner may have lines with a single label too, but it also has
/// labels within lines. Asides become annotations in both forms.
#[must_use]
pub fn read(text: &str, dialect: &Dialect) -> Reading {
    if is_rich(text, dialect) {
        return rich::read(text, dialect);
    }
    let mut reading = line::read(text, dialect);
    for entry in reading.trace.blocks.iter_mut().flat_map(|block| &mut block.entries) {
        if let What::Event(event) = &mut entry.what {
            entry.what = What::of(std::mem::take(event), dialect);
        }
    }
    reading
}

impl What {
    /// Whoever acts, speaks or is spoken to.
    fn participants(&self) -> impl Iterator<Item = &str> {
        let names = match self {
            Self::Event(event) | Self::Annotation(Annotation::Aside(event)) => {
                [event.actor.as_ref().map(|actor| actor.name.as_str()), None]
            }
            Self::Annotation(Annotation::Message { from, to, .. }) => [Some(from.as_str()), to.as_deref()],
            Self::Annotation(Annotation::Remark { .. }) => [None, None],
        };
        names.into_iter().flatten()
    }

    /// An event, or an annotation if its verb is an aside.
    fn of(event: Event, dialect: &Dialect) -> Self {
        match event.verb_among(dialect.verbs).map(|verb| verb.kind) {
            Some(VerbKind::Aside) => Self::Annotation(Annotation::Aside(event)),
            _ => Self::Event(event),
        }
    }
}

fn is_rich(text: &str, dialect: &Dialect) -> bool {
    let tells = |line: &str| label_alone(line, dialect).is_some() || told::is_told(line.trim(), dialect);
    // Without any sign of the one-liner there can only be sentences, including misspelt ones.
    let has_signs = || text.contains(['!', '(', '<', '[']);
    (text.lines().any(tells) || !has_signs()) && !text.lines().any(|line| has_label_inside(line, dialect))
}

/// The phase whose label is alone on a line.
fn label_alone(line: &str, dialect: &Dialect) -> Option<Phase> {
    line::read_label(line.trim(), dialect)
}

/// Whether a line has a label next to events, which no line of a rich text has. Quoted speech may.
fn has_label_inside(line: &str, dialect: &Dialect) -> bool {
    if !line.contains(['<', '[']) {
        return false;
    }
    let is_spoken = line.contains(": ");
    let events = told::without_remark(line);
    let is_label = |word: &str| line::read_label(word.trim(), dialect).is_some();
    let has_label = if line::balanced(events) {
        line::split_outside(&events.replace('\t', " "), 0, ' ').iter().any(|(word, _)| is_label(word))
    } else {
        events.split_whitespace().any(is_label)
    };
    has_label && !is_spoken && label_alone(line, dialect).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn phase(letter: char, word: &'static str) -> PhaseKind {
        PhaseKind { label: Label::new(letter), word, is_silent: false, last: 100 }
    }

    /// Phases of no particular game.
    pub(super) const PHASES: &[PhaseKind] = &[phase('R', "round"), phase('T', "turn"), phase('P', "pause")];

    pub(super) const DIALECT: Dialect = Dialect::new(PHASES, &[]);

    #[test]
    fn those_who_are_too_many_are_told_once_and_left_out() {
        let events = |count: usize| (0..count).map(|at| format!("a{at}!waves ")).collect::<String>();
        let table = [
            (events(MOST_PARTICIPANTS), 0, MOST_PARTICIPANTS),
            (events(MOST_PARTICIPANTS).repeat(2), 0, 2 * MOST_PARTICIPANTS),
            (events(MOST_PARTICIPANTS + 5) + "a0!waves", 1, MOST_PARTICIPANTS + 1),
        ];
        for (text, problems, kept) in table {
            let reading = line::read(&text, &DIALECT);
            assert_eq!((reading.problems.len(), reading.trace.events().count()), (problems, kept));
        }
    }
}
