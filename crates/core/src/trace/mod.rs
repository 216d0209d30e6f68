//! Traces: what happened, as text, in one grammar for all games.
//!
//! The one-liner ([`line`]) is `<PHASE> event, event <PHASE> …` and holds exactly what is needed to replay;
//! the rich form ([`rich`]) has a line a sentence and adds consequences, messages and notes; [`diagram`]
//! draws either. All of them read and write the same [`Trace`]. An event that cannot be read is reported
//! with its place and the rest is kept.

pub mod diagram;
pub mod line;
pub mod rich;
mod sentence;
mod tokens;
mod told;

use std::collections::HashSet;
use std::fmt;

use crate::bounds::{LAST_PHASE, MOST_PARTICIPANTS};
use crate::diagnostic::{Diagnostic, Span};

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Before anything: `<SETUP>`.
    Setup,
    /// Night and what happens up to dawn: `<N1>`.
    Night(u16),
    /// Talk and day abilities: `<D1>`.
    Day(u16),
    /// Nominations or votes to execution: `<E1>`.
    Evening(u16),
    /// A turn, in games that are played in turns: `<T1>`.
    Turn(u16),
}

impl Phase {
    /// Reads a label without its brackets, in either case.
    #[must_use]
    pub fn read(label: &str) -> Option<Self> {
        if label.eq_ignore_ascii_case("setup") {
            return Some(Self::Setup);
        }
        let kind = match label.chars().next()?.to_ascii_uppercase() {
            'N' => Self::Night,
            'D' => Self::Day,
            'E' => Self::Evening,
            'T' => Self::Turn,
            _ => return None,
        };
        let number = &label[1..];
        let plain = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
        Some(kind(number.parse().ok().filter(|number| plain && *number <= LAST_PHASE)?))
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup => f.write_str("SETUP"),
            Self::Night(number) => write!(f, "N{number}"),
            Self::Day(number) => write!(f, "D{number}"),
            Self::Evening(number) => write!(f, "E{number}"),
            Self::Turn(number) => write!(f, "T{number}"),
        }
    }
}

/// A whole trace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// Its phases, in order; events before any phase belong to `SETUP`.
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

/// One entry, with its place in the text it was read from.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it says.
    pub what: What,
    /// Where it stood; empty when it was not read from a text.
    pub span: Span,
}

// Where an entry stood is not part of what it says.
impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

impl Eq for Entry {}

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Something the rules know.
    Event(Event),
    /// Something they do not.
    Recital(Recital),
}

/// Somebody does something: `Actor!verb->Target`, or changes tokens: `Actor!Target(+token)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Event {
    /// Who; nobody written means the Storyteller.
    pub actor: Option<Name>,
    /// What; no verb means that tokens of the targets change.
    pub verb: Option<String>,
    /// What stands in parentheses right after the verb.
    pub args: Vec<String>,
    /// To whom or what.
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

    /// The same, with one more target that is said to be something: `->Target:tag`.
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

    /// The same without what it says of roles: `Ann:chef!nominates->Ben:imp` is `Ann!nominates->Ben`.
    #[must_use]
    pub fn untagged(&self) -> Self {
        let mut event = self.clone();
        if let Some(actor) = &mut event.actor {
            actor.tag = None;
        }
        event.targets.iter_mut().for_each(|target| target.name.tag = None);
        event
    }

    /// Its verb, if it is one of these; a change of tokens has the verb without a name.
    #[must_use]
    pub fn verb_among<'a>(&self, verbs: &'a [Verb]) -> Option<&'a Verb> {
        let name = self.verb.as_deref().unwrap_or_default();
        verbs.iter().find(|verb| verb.name == name)
    }

    /// Whether two events say the same, whatever was remarked about them.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let says = |event: &Self| Self { remark: None, ..event.clone() };
        says(self) == says(other)
    }
}

/// `Alice`, `poisoner` or `Alice:poisoner`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// A player, or a role that stands for its player.
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

/// Whom an event is about, with what stands in parentheses behind: `Bob(+poisoner:poisoned)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Whom.
    pub name: Name,
    /// Tokens with their sign, or what is told.
    pub args: Vec<String>,
}

/// What was said, noted or done beside the rules; no rule reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recital {
    /// `MSG (D1): Alice -> Bob (whisper): "…"`.
    Message {
        /// Who spoke.
        from: String,
        /// To whom; nobody named means everybody.
        to: Option<String>,
        /// Whether only those two hear it.
        whisper: bool,
        /// What was said.
        text: String,
    },
    /// A remark of whoever keeps the record: `NOTE: …`, `STORYTELLER: …`, `MADNESS: …` and the like.
    Remark {
        /// Which of them.
        kind: RemarkKind,
        /// What it says.
        text: String,
    },
    /// Something that somebody did and no rule asks for: `Carol defends`, `Alice breaks madness`.
    Aside(Event),
}

/// The kinds of remark, as seed and readers know them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// Anything.
    Note,
    /// Why the Storyteller chose as they did.
    Storyteller,
    /// What a player is after.
    Strategy,
    /// What came of a vote.
    Result,
    /// Who is to be mad about what, and whether they were.
    Madness,
    /// When something happened, or had to.
    Timing,
}

impl RemarkKind {
    /// All kinds, with the word that begins their line.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Note, "NOTE"),
        (Self::Storyteller, "STORYTELLER"),
        (Self::Strategy, "STRATEGY"),
        (Self::Result, "RESULT"),
        (Self::Madness, "MADNESS"),
        (Self::Timing, "TIMING"),
    ];

    /// The word that begins its line.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("NOTE", |(_, word)| word)
    }
}

/// A verb of a game's traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    /// As in the one-liner: `nominates`. Empty for changes of tokens, which have no verb.
    pub name: &'static str,
    /// Sentences of the rich form; the first that holds the whole event is written, all are read. `{actor}`,
    /// `{target}`, `{player}` (a target without a tag), `{targets}`, `{tag}`, `{arg}`, `{statement}` (an argument
    /// that may end with parentheses), `{args}` (all of them) and `{told}` (what stands behind the one target) stand
    /// for their parts.
    pub sentences: &'static [&'static str],
    /// Whether it is an action, or follows from one.
    pub kind: VerbKind,
    /// Whether it passes between one player and the Storyteller alone.
    pub secret: bool,
}

impl Verb {
    /// A verb of an action.
    #[must_use]
    pub const fn action(name: &'static str, sentences: &'static [&'static str], secret: bool) -> Self {
        Self { name, sentences, kind: VerbKind::Action, secret }
    }

    /// A verb of what follows from an action.
    #[must_use]
    pub const fn consequence(name: &'static str, sentences: &'static [&'static str], secret: bool) -> Self {
        Self { name, sentences, kind: VerbKind::Consequence, secret }
    }

    /// A verb of what one seat is told.
    #[must_use]
    pub const fn telling(name: &'static str, sentences: &'static [&'static str]) -> Self {
        Self { name, sentences, kind: VerbKind::Telling, secret: true }
    }

    /// A verb of what no rule reads.
    #[must_use]
    pub const fn aside(name: &'static str, sentences: &'static [&'static str]) -> Self {
        Self { name, sentences, kind: VerbKind::Aside, secret: false }
    }
}

/// Whether replay needs the verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerbKind {
    /// An action: the one-liner has it.
    Action,
    /// A consequence: only the rich form tells it; readers check it against what the rules say.
    Consequence,
    /// A consequence that tells one seat what the action already says to those who know all: only that
    /// seat's own account has it.
    Telling,
    /// Neither: something that people do and no rule reads. It is kept as a recital.
    Aside,
}

/// A trace and everything in its text that could not be read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// What could be read.
    pub trace: Trace,
    /// What could not.
    pub problems: Vec<Diagnostic>,
}

impl Reading {
    /// The same without those who are too many: whoever comes after the last that can be told apart is reported and left out.
    fn bounded(mut self) -> Self {
        let entries: usize = self.trace.blocks.iter().map(|block| block.entries.len()).sum();
        // An entry has two of them at the most.
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
            let message = format!("more than {MOST_PARTICIPANTS} act or speak in this trace");
            let problem = Diagnostic::new("trace/participants", message).at(span);
            problem.fix("call everybody by one name throughout, or split the trace")
        }));
        self
    }
}

impl Trace {
    /// Adds an entry to the last block, opening a new one when the phase has changed.
    pub fn push(&mut self, phase: Phase, what: What, span: Span) {
        self.block(phase).entries.push(Entry { what, span });
    }

    /// Adds what happened behind it.
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
                What::Recital(_) => None,
            })
        })
    }

    /// The last block, which is of this phase afterwards.
    fn block(&mut self, phase: Phase) -> &mut Block {
        if self.blocks.last().is_none_or(|block| block.phase != phase) {
            self.blocks.push(Block { phase, entries: Vec::new() });
        }
        let last = self.blocks.len() - 1;
        &mut self.blocks[last]
    }
}

/// Reads either form. In a rich text every phase label stands alone on its line, or it has no label and tells something
/// in words; a one-liner that somebody wrapped may have such lines too, but then has labels inside others. What an aside
/// tells is a recital in both.
#[must_use]
pub fn read(text: &str, verbs: &[Verb]) -> Reading {
    if is_rich(text, verbs) {
        return rich::read(text, verbs);
    }
    let mut reading = line::read(text);
    for entry in reading.trace.blocks.iter_mut().flat_map(|block| &mut block.entries) {
        if let What::Event(event) = &mut entry.what {
            entry.what = What::of(std::mem::take(event), verbs);
        }
    }
    reading
}

impl What {
    /// Who acts or speaks, or is spoken to.
    fn participants(&self) -> impl Iterator<Item = &str> {
        let names = match self {
            Self::Event(event) | Self::Recital(Recital::Aside(event)) => {
                [event.actor.as_ref().map(|actor| actor.name.as_str()), None]
            }
            Self::Recital(Recital::Message { from, to, .. }) => [Some(from.as_str()), to.as_deref()],
            Self::Recital(Recital::Remark { .. }) => [None, None],
        };
        names.into_iter().flatten()
    }

    /// An event; one whose verb is an aside is a recital.
    fn of(event: Event, verbs: &[Verb]) -> Self {
        match event.verb_among(verbs).map(|verb| verb.kind) {
            Some(VerbKind::Aside) => Self::Recital(Recital::Aside(event)),
            _ => Self::Event(event),
        }
    }
}

fn is_rich(text: &str, verbs: &[Verb]) -> bool {
    let tells = |line: &str| label_alone(line).is_some() || told::is_told(line.trim(), verbs);
    // Without a sign of the one-liner's there can be nothing but sentences, misspelt ones too.
    let has_signs = || text.contains(['!', '(', '<', '[']);
    (text.lines().any(tells) || !has_signs()) && !text.lines().any(has_label_inside)
}

/// The phase whose label is all that a line holds.
fn label_alone(line: &str) -> Option<Phase> {
    line::read_label(line.trim())
}

/// Whether a line holds a label beside events, which no line of a rich text does; what people say may.
fn has_label_inside(line: &str) -> bool {
    if !line.contains(['<', '[']) {
        return false;
    }
    let is_spoken = line.contains(": ");
    let events = told::without_remark(line);
    let is_label = |word: &str| line::read_label(word.trim()).is_some();
    let has_label = if line::balanced(events) {
        line::split_outside(&events.replace('\t', " "), 0, ' ').iter().any(|(word, _)| is_label(word))
    } else {
        events.split_whitespace().any(is_label)
    };
    has_label && !is_spoken && label_alone(line).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_are_too_many_are_told_once_and_left_out() {
        let events = |count: usize| (0..count).map(|at| format!("a{at}!waves ")).collect::<String>();
        let table = [
            (events(MOST_PARTICIPANTS), 0, MOST_PARTICIPANTS),
            (events(MOST_PARTICIPANTS).repeat(2), 0, 2 * MOST_PARTICIPANTS),
            (events(MOST_PARTICIPANTS + 5) + "a0!waves", 1, MOST_PARTICIPANTS + 1),
        ];
        for (text, problems, kept) in table {
            let reading = line::read(&text);
            assert_eq!((reading.problems.len(), reading.trace.events().count()), (problems, kept));
        }
    }

    #[test]
    fn phases_have_a_last_one() {
        let last = LAST_PHASE.to_string();
        assert_eq!(Phase::read(&format!("T{last}")), Some(Phase::Turn(LAST_PHASE)));
        assert_eq!(["T1000", "N65535", "D65536", "E0"].map(Phase::read), [None; 4]);
    }
}
