//! A move in the parts that `rules/botc/deed.lp` names. Accepts an action of the engine and who does it; emits a [`Move`], or says what of it
//! the rules have no word for.

use gaslamp_botc::rules::{Bluffs, Statement};
use gaslamp_botc::{Action, Character};
use gaslamp_core::{Actor, Seat, Seats};

use crate::asp::program::Failure;

/// Who does what, to whom, about whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) verb: &'static str,
    pub(super) by: Actor,
    /// Who is told something.
    pub(super) to: Option<Seat>,
    /// Who is chosen, named or picked.
    pub(super) targets: Seats,
    /// Somebody is chosen twice.
    pub(super) twice: bool,
    /// A pair: whom it is true of, and whom it is not.
    pub(super) pair: Option<(Seat, Seat)>,
    pub(super) named: Option<Character>,
    pub(super) number: Option<u8>,
    pub(super) bluffs: Bluffs,
}

impl Move {
    /// The move that an action is.
    pub(super) fn of(by: Actor, action: Action) -> Result<Self, Failure> {
        let plain = |verb| Ok(Self::plain(by, verb));
        let aimed = |verb, targets| Ok(Self { targets, ..Self::plain(by, verb) });
        match action {
            Action::Tell(to, statement) => {
                Self::telling(Self { to: Some(to), ..Self::plain(by, "") }, statement)
            }
            Action::Pick(seat) => aimed("pick", Seats::only(seat)),
            Action::PickNobody => plain("pick_nobody"),
            Action::Rule(true) => plain("rule_yes"),
            Action::Rule(false) => plain("rule_no"),
            Action::Pass => plain("pass"),
            Action::Choose(seat) => aimed("choose", Seats::only(seat)),
            Action::ChooseTwo(a, b) => Self::choosing(by, &[a, b]),
            // Nobody whom the rules know chooses three, so their order does not matter.
            Action::AttackThree(a, b, c) => {
                let mut chosen = [a, b, c];
                chosen.sort_unstable();
                Self::choosing(by, &chosen)
            }
            Action::Shoot(seat) => aimed("shoot", Seats::only(seat)),
            Action::Nominate(seat) => aimed("nominate", Seats::only(seat)),
            Action::Vote(seat) => aimed("vote", Seats::only(seat)),
            Action::Abstain => plain("abstain"),
            Action::Claim(_) => plain("claim"),
            Action::Show(token) => Ok(Self { named: Some(token), ..Self::plain(by, "show") }),
            Action::Deal(_)
            | Action::ChooseCharacter(_)
            | Action::AttackTwo(..)
            | Action::Name(..)
            | Action::Suspect(_)
            | Action::Unmask(_)
            | Action::Ask(_)
            | Action::Visit => Err(Failure::Unknown(format!("the move {action:?}"))),
        }
    }

    fn plain(by: Actor, verb: &'static str) -> Self {
        Self {
            verb,
            by,
            to: None,
            targets: Seats::NONE,
            twice: false,
            pair: None,
            named: None,
            number: None,
            bluffs: Bluffs::default(),
        }
    }

    /// A choice of some players; as a set they have no order, so there is one way to write it.
    fn choosing(by: Actor, chosen: &[Seat]) -> Result<Self, Failure> {
        if !chosen.is_sorted() {
            return Err(Failure::Unknown("a choice of players who are not in seat order".to_owned()));
        }
        let targets: Seats = chosen.iter().copied().collect();
        Ok(Self { targets, twice: targets.len() < chosen.len(), ..Self::plain(by, "choose") })
    }

    fn telling(told: Self, statement: Statement) -> Result<Self, Failure> {
        Ok(match statement {
            Statement::Pair { holder, wrong, character } => {
                Self { verb: "tell_pair", pair: Some((holder, wrong)), named: Some(character), ..told }
            }
            Statement::Nobody => Self { verb: "tell_nobody", ..told },
            Statement::Number(number) => Self { verb: "tell_number", number: Some(number), ..told },
            Statement::Answer(true) => Self { verb: "tell_yes", ..told },
            Statement::Answer(false) => Self { verb: "tell_no", ..told },
            Statement::Is(character) => Self { verb: "tell_is", named: Some(character), ..told },
            Statement::Grimoire => Self { verb: "tell_grimoire", ..told },
            Statement::Nothing => Self { verb: "tell_nothing", ..told },
            Statement::Team(team) => {
                Self { verb: "tell_team", targets: team.minions, bluffs: team.bluffs, ..told }
            }
            Statement::OneOf(..)
            | Statement::Players(_)
            | Statement::PlayerIs(..)
            | Statement::Characters(_)
            | Statement::Side(_)
            | Statement::Clockwise(_)
            | Statement::Things(_) => {
                return Err(Failure::Unknown(format!("the statement {statement:?}")));
            }
        })
    }

    /// Its parts as terms, such as `does(choose)` and `target(3)`.
    pub(super) fn terms(&self) -> Vec<String> {
        let seat = |name: &str, seat: Seat| format!("{name}({})", seat.index());
        let by = match self.by {
            Actor::Storyteller => "by(st)".to_owned(),
            Actor::Seat(by) => seat("by", by),
        };
        let mut terms = vec![format!("does({})", self.verb), by];
        terms.extend(self.to.map(|to| seat("to", to)));
        terms.extend(self.targets.iter().map(|target| seat("target", target)));
        terms.extend(self.twice.then(|| "twice".to_owned()));
        if let Some((holder, wrong)) = self.pair {
            terms.extend([seat("holder", holder), seat("wrong", wrong)]);
        }
        terms.extend(self.named.map(|named| format!("named({})", named.facts().id)));
        terms.extend(self.number.map(|number| format!("number({number})")));
        terms.extend(self.bluffs.iter().map(|bluff| format!("bluff({})", bluff.facts().id)));
        terms
    }
}
