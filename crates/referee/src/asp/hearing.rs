//! The engine and the rules, heard on the same move. Accepts a state and a move, emits a [`Hearing`]: what each of them says.

use std::fmt;

use gaslamp_core::{Actor, Contents, Game, Refusal};

use super::program::Failure;
use super::transition::{Facts, Judgement};

/// A referee of one game: its rules, and the engine's states and actions in their words.
pub trait Referee<G: Game> {
    /// What is so in a state.
    ///
    /// # Errors
    /// When the rules do not know something of it.
    fn facts(&self, state: &G) -> Result<Facts, Failure>;

    /// Judges what somebody does in a state: which rules it breaks, and if none, what is so when somebody is asked again.
    ///
    /// # Errors
    /// When the rules do not know something of it, or clingo fails; that is no answer.
    fn judge(
        &mut self,
        state: &G,
        contents: &Contents<G::Content>,
        by: Actor,
        action: G::Action,
    ) -> Result<Judgement, Failure>;

    /// The rules that somebody breaks by doing this; none if it is legal. Where it is cheaper not to see what follows, a referee does not.
    ///
    /// # Errors
    /// When the rules do not know something of it, or clingo fails; that is no answer.
    fn violated(
        &mut self,
        state: &G,
        contents: &Contents<G::Content>,
        by: Actor,
        action: G::Action,
    ) -> Result<Vec<String>, Failure> {
        Ok(self.judge(state, contents, by, action)?.violated)
    }

    /// What holds in one of two states and not in the other, where it matters.
    fn differences(&self, engine: &Facts, referee: &Facts) -> Vec<Difference>;

    /// What a rule says, in words.
    fn words(&self, rule: &str) -> Option<&str>;
}

/// Something that only one of the two says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What.
    pub fact: String,
    /// Whether it is the engine.
    pub is_engines: bool,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} says {}", if self.is_engines { "the engine" } else { "the referee" }, self.fact)
    }
}

/// What the engine and the rules say of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hearing {
    /// Whether the engine asks whoever did it.
    pub is_asked: bool,
    /// Why the engine refuses it, if it does.
    pub refusal: Option<Refusal>,
    /// The rules that the referee finds broken.
    pub violated: Vec<String>,
    /// Where what follows differs, if both allow it.
    pub differences: Vec<Difference>,
}

impl Hearing {
    /// Whether both say the same.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let engine_allows = self.is_asked && self.refusal.is_none();
        engine_allows == self.violated.is_empty() && self.differences.is_empty()
    }
}

/// Hears the engine and the referee on a move.
///
/// # Errors
/// When the rules do not know something of it, or clingo fails; that is no answer.
pub fn hear<G: Game>(
    referee: &mut (impl Referee<G> + ?Sized),
    state: &G,
    contents: &Contents<G::Content>,
    by: Actor,
    action: G::Action,
) -> Result<Hearing, Failure> {
    let judgement = referee.judge(state, contents, by, action)?;
    let mut after = state.clone();
    let is_asked = state.to_act() == Some(by);
    let applied = if is_asked { after.apply(action, contents, &mut |_, _| {}) } else { Ok(()) };
    let is_legal = is_asked && applied.is_ok() && judgement.violated.is_empty();
    let differences =
        if is_legal { referee.differences(&referee.facts(&after)?, &judgement.next) } else { Vec::new() };
    Ok(Hearing { is_asked, refusal: applied.err(), violated: judgement.violated, differences })
}
