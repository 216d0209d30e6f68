//! The dialect of one game within the common grammar: its phases, its verbs with their sentences, its
//! remarks.

use std::borrow::Cow;
use std::fmt;

use super::Event;
use crate::bounds::LAST_PHASE;

/// The vocabulary of one game's traces. The grammar is the same for all games.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The kinds of phases after the set-up, in playing order.
    pub phases: &'static [PhaseKind],
    /// The verbs, with the sentences of the rich form.
    pub verbs: &'static [Verb],
    /// The kinds of remarks that this game has in addition to [`RemarkKind::COMMON`].
    pub remarks: &'static [RemarkKind],
    /// What diagrams group together.
    pub groups: &'static [Group],
    /// Reads a change of tokens written as a sentence; none if the game has no tokens.
    pub changes: Option<fn(&str) -> Option<Event>>,
    /// How people spell the names in sentences; none if they do so as the notation does.
    pub spelling: Option<Spelling>,
}

/// The names in sentences of the rich form, as people spell them.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// A sentence in the notation's spelling, in people's.
    pub write: fn(&str) -> String,
    /// A line in people's spelling, in the notation's; borrowed if nothing changes. A remark stays as it is.
    pub read: fn(&str) -> Cow<'_, str>,
}

impl Dialect {
    /// A dialect with these phases and verbs and nothing else.
    #[must_use]
    pub const fn new(phases: &'static [PhaseKind], verbs: &'static [Verb]) -> Self {
        Self { phases, verbs, remarks: &[], groups: &[], changes: None, spelling: None }
    }

    /// Words in the notation's spelling, in people's.
    #[must_use]
    pub fn spell(&self, words: &str) -> String {
        self.spelling.map_or_else(|| words.to_owned(), |spelling| (spelling.write)(words))
    }

    /// Reads a label without its brackets, in either case.
    #[must_use]
    pub fn read_phase(&self, label: &str) -> Option<Phase> {
        if label.eq_ignore_ascii_case(SETUP) {
            return Some(Phase::SETUP);
        }
        let first = label.chars().next()?;
        let kind = self.phases.iter().find(|kind| kind.label.letter().eq_ignore_ascii_case(&first))?;
        let number = &label[1..];
        let plain = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = number.parse().ok().filter(|number| plain && *number <= LAST_PHASE)?;
        Some(Phase::new(kind.label, number))
    }

    /// The kind of a phase; none for the set-up.
    #[must_use]
    pub fn kind(&self, phase: Phase) -> Option<&'static PhaseKind> {
        self.phases.iter().find(|kind| kind.label == phase.label)
    }

    /// Which labels are valid, for whoever wrote another one.
    pub(super) fn known_phases(&self) -> String {
        let kinds: Vec<String> =
            self.phases.iter().map(|kind| format!("{} ({})", kind.label.letter(), kind.word)).collect();
        let kinds = match kinds.as_slice() {
            [] => return format!("the only phase is {SETUP}"),
            [only] => only.clone(),
            [all @ .., last] => format!("{} or {last}", all.join(", ")),
        };
        let example = Phase::new(self.phases[0].label, 1);
        format!("phases are {SETUP}, and {kinds} with a number up to {LAST_PHASE}: <{example}>")
    }

    /// All kinds of remarks.
    pub(super) fn all_remarks(&self) -> impl Iterator<Item = RemarkKind> {
        RemarkKind::COMMON.iter().chain(self.remarks).copied()
    }
}

/// A part of a game: its kind and its number, such as `<N2>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phase {
    /// The letter of its kind.
    pub label: Label,
    /// Its number within the kind, counted from 1; the set-up has 0.
    pub number: u16,
}

impl Phase {
    /// The set-up, before everything else: `<SETUP>`.
    pub const SETUP: Self = Self::new(Label(0), 0);

    /// The phase of this kind with this number.
    #[must_use]
    pub const fn new(label: Label, number: u16) -> Self {
        Self { label, number }
    }
}

/// How the set-up is written.
const SETUP: &str = "SETUP";

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::SETUP {
            return f.write_str(SETUP);
        }
        write!(f, "{}{}", self.label.letter(), self.number)
    }
}

/// The letter that stands for a kind of phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// Two bytes, so that a phase has no padding: events are copied into views with their phases, which takes three times as
// long where the compiler must go around a byte.
pub struct Label(u16);

impl Label {
    /// The label with this letter.
    ///
    /// # Panics
    /// If it is not a capital ASCII letter.
    #[must_use]
    pub const fn new(letter: char) -> Self {
        assert!(letter.is_ascii_uppercase(), "a phase is written with a capital letter");
        Self(letter as u16)
    }

    fn letter(self) -> char {
        // It is a letter of ASCII.
        char::from(self.0 as u8)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A kind of phase, as a game declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhaseKind {
    /// Its letter.
    pub label: Label,
    /// Its name.
    pub word: &'static str,
    /// Whether players keep silent in it: speaking would reveal who is awake.
    pub is_silent: bool,
    /// The last one a table plays; in some positions, players who never change their minds would play on
    /// forever.
    pub last: u16,
}

/// A verb of a game's traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    /// Its form in the one-liner: `opens`. Empty for changes of tokens, which have no verb.
    pub name: &'static str,
    /// Sentences of the rich form. The first that holds the whole event is written, all are read. `{actor}`,
    /// `{target}`, `{player}` (a target without a tag), `{targets}`, `{first}` and `{second}` (of two targets), `{tag}`, `{arg}`, `{statement}` (an
    /// argument that may end with parentheses), `{args}` (all of them) and `{told}` (what follows the single
    /// target) stand for their parts.
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

    /// A verb of a consequence.
    #[must_use]
    pub const fn consequence(name: &'static str, sentences: &'static [&'static str], secret: bool) -> Self {
        Self { name, sentences, kind: VerbKind::Consequence, secret }
    }

    /// A verb of a consequence that is told to one seat.
    #[must_use]
    pub const fn telling(name: &'static str, sentences: &'static [&'static str]) -> Self {
        Self { name, sentences, kind: VerbKind::Telling, secret: true }
    }

    /// A verb of an aside.
    #[must_use]
    pub const fn aside(name: &'static str, sentences: &'static [&'static str]) -> Self {
        Self { name, sentences, kind: VerbKind::Aside, secret: false }
    }
}

/// What role a verb plays in a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerbKind {
    /// An action: it is in the one-liner.
    Action,
    /// A consequence: only the rich form has it, and readers check it against the rules.
    Consequence,
    /// A consequence that tells one seat what the action already says to those who see everything. Only that
    /// seat's own trace has it.
    Telling,
    /// Neither: something people do that no rule reads. It is kept as an annotation.
    Aside,
}

/// A kind of remark, named by the word that begins its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemarkKind(&'static str);

impl RemarkKind {
    /// A general remark.
    pub const NOTE: Self = Self("NOTE");

    /// The kinds that every game has: a general remark, why the Storyteller chose something, what a player is
    /// after, what came of something, when something happened or had to happen.
    pub const COMMON: [Self; 5] =
        [Self::NOTE, Self("STORYTELLER"), Self("STRATEGY"), Self("RESULT"), Self("TIMING")];

    /// A kind that only one game has.
    #[must_use]
    pub const fn new(word: &'static str) -> Self {
        Self(word)
    }

    /// The word that begins its line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.0
    }
}

/// Events that a diagram groups together, from the one that opens the group to the last that belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name of the group; the target of the opening event follows it.
    pub title: &'static str,
    /// The verb that begins one.
    pub opens: &'static str,
    /// The verbs of the events that belong to it.
    pub within: &'static [&'static str],
    /// The verbs that end it.
    pub closes: &'static [&'static str],
}

#[cfg(test)]
mod tests {
    use super::super::tests::DIALECT;
    use super::*;

    #[test]
    fn phases_are_those_of_the_game_and_have_a_last_one() {
        let turn = Label::new('T');
        let read = |label: String| DIALECT.read_phase(&label);
        assert_eq!(read(format!("T{LAST_PHASE}")), Some(Phase::new(turn, LAST_PHASE)));
        assert_eq!(
            ["t1", "Setup"].map(|label| read(label.into())),
            [Some(Phase::new(turn, 1)), Some(Phase::SETUP)]
        );
        assert_eq!(
            ["T1000", "R65535", "T65536", "R0", "X1", "T", "", "é1"].map(|label| read(label.into())),
            [None; 8]
        );
    }

    #[test]
    fn unknown_phases_are_answered_with_those_there_are() {
        let nothing = Dialect::new(&[], &[]);
        assert_eq!(nothing.known_phases(), "the only phase is SETUP");
        let known = "phases are SETUP, and R (round), T (turn) or P (pause) with a number up to 999: <R1>";
        assert_eq!(DIALECT.known_phases(), known);
    }
}
