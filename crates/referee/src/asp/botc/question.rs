//! What the engine asks, in the words of the rules: the one place that knows both the engine's rulings and the three kinds that the rules have,
//! `registers`, `pick` and `show`. Accepts a state, emits a [`Question`].

use gaslamp_botc::rules::{self, Cause, Part, Pending, Ruling, Topic};
use gaslamp_botc::{Character, State};
use gaslamp_core::Seat;

use crate::asp::program::Failure;

/// What is asked, and about whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// The fluent `ask` of it.
    pub(super) kind: &'static str,
    /// Who is asked, or told, or ruled about.
    pub(super) about: Seat,
    /// Whose ability the Storyteller rules for.
    pub(super) ability: Option<Character>,
    /// The death that the Storyteller rules on.
    pub(super) cause: Option<&'static str>,
    /// Whose ability it would be.
    pub(super) attacker: Option<Seat>,
}

impl Question {
    /// What a state asks; nothing if the game is over.
    pub(super) fn of(state: &State) -> Result<Option<Self>, Failure> {
        let plain = |kind, about| Self { kind, about, ability: None, cause: None, attacker: None };
        Ok(Some(match state.pending() {
            Pending::Nothing => return Ok(None),
            Pending::Deal => return Err(Failure::Unknown("a table before the deal".to_owned())),
            Pending::Prepare(seat) => {
                Self { ability: Some(state.omniscient().ability(seat)), ..plain("pick", seat) }
            }
            Pending::Choice(seat) => plain("choice", seat),
            Pending::Telling(seat, Topic::Ability(ability)) => {
                let is_day = !matches!(state.omniscient().part, Part::Night { .. });
                Self { ability: is_day.then_some(ability), ..plain("tell", seat) }
            }
            Pending::Telling(seat, Topic::Evil) => plain("team", seat),
            Pending::Turn(seat) => plain("turn", seat),
            Pending::Vote(seat) => plain("vote", seat),
            Pending::LastChoice(seat) => plain("last", seat),
            Pending::Ruling(ruling) => Self::ruling(state, ruling)?,
        }))
    }

    fn ruling(state: &State, ruling: Ruling) -> Result<Self, Failure> {
        let kind = Self::kind(ruling)?;
        let attacker = ruling.cause.and_then(|cause| match cause {
            Cause::Demon { by } | Cause::Ability { by } | Cause::Slaying { by } => Some(by),
            Cause::Execution => None,
        });
        let of = |_| attacker.map_or("execution", |by| state.ability_at(by).facts().id);
        let cause = ruling.cause.map(of);
        Ok(Self { kind, about: ruling.about, ability: Some(ruling.ability), cause, attacker })
    }

    /// The fluent `ask` of a ruling.
    pub(super) fn kind(ruling: Ruling) -> Result<&'static str, Failure> {
        Ok(match ruling.question {
            rules::Question::Registers(_) => "registers",
            rules::Question::Pick(_) => "pick",
            rules::Question::Shown => "show",
            rules::Question::Protects | rules::Question::Executes | rules::Question::Dies => "decide",
            rules::Question::Given => return Err(Failure::Unknown(format!("the ruling {ruling:?}"))),
        })
    }
}
