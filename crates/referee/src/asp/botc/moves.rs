//! A move in the parts that `rules/botc/deed.lp` names. Accepts an action of the engine and who does it; emits a [`Move`], or says what of it
//! the rules have no word for.

use gaslamp_botc::rules::{Claim, Content, Statement};
use gaslamp_botc::{Action, Character, CharacterSet};
use gaslamp_core::{Actor, ContentId, Contents, Seat, Seats};

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
    /// Who is attacked, one after the other.
    pub(super) attacked: [Option<Seat>; 3],
    /// Somebody is chosen twice.
    pub(super) twice: bool,
    /// A pair: whom it is true of, and whom it is not.
    pub(super) pair: Option<(Seat, Seat)>,
    pub(super) named: Option<Character>,
    pub(super) number: Option<u8>,
    pub(super) bluffs: CharacterSet,
    /// The guesses that a player makes.
    guesses: Option<ContentId>,
    /// A second character that is told.
    pub(super) other: Option<Character>,
}

impl Move {
    /// The move that an action is. What formulas say is judged elsewhere.
    pub(super) fn of(by: Actor, action: Action, contents: &Contents<Content>) -> Result<Self, Failure> {
        let plain = |verb| Ok(Self::plain(by, verb));
        let naming = |verb, named| Self { named: Some(named), ..Self::plain(by, verb) };
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
            Action::AttackTwo(a, b) => {
                Ok(Self { attacked: [Some(a), Some(b), None], ..Self::plain(by, "attack") })
            }
            Action::AttackThree(a, b, c) => {
                Ok(Self { attacked: [Some(a), Some(b), Some(c)], ..Self::plain(by, "attack") })
            }
            Action::ChooseCharacter(named) => Ok(naming("choose_character", named)),
            Action::Name(seat, named) => Ok(Self { targets: Seats::only(seat), ..naming("name", named) }),
            Action::Shoot(seat) => aimed("shoot", Seats::only(seat)),
            Action::Nominate(seat) => aimed("nominate", Seats::only(seat)),
            Action::Vote(seat) => aimed("vote", Seats::only(seat)),
            Action::Abstain => plain("abstain"),
            Action::Claim(id) => match contents.get(id) {
                Some(Content::Claim(Claim::Role(role))) => Ok(naming("claim_role", *role)),
                Some(Content::Claim(Claim::Guesses(_))) => {
                    Ok(Self { guesses: Some(id), ..Self::plain(by, "guess") })
                }
                Some(Content::Claim(Claim::Gossip(_))) => plain("utter"),
                _ => plain("claim"),
            },
            Action::Ask(_) => plain("question"),
            Action::Visit => plain("visit"),
            Action::Show(token) => Ok(naming("show", token)),
            Action::Deal(_) | Action::Suspect(_) | Action::Unmask(_) => {
                Err(Failure::Unknown(format!("the move {action:?}")))
            }
        }
    }

    /// The guesses that it makes.
    pub(super) fn guesses(self, contents: &Contents<Content>) -> Vec<(Seat, Character)> {
        match self.guesses.and_then(|id| contents.get(id)) {
            Some(Content::Claim(Claim::Guesses(guesses))) => guesses.clone(),
            _ => Vec::new(),
        }
    }

    fn plain(by: Actor, verb: &'static str) -> Self {
        Self {
            verb,
            by,
            to: None,
            targets: Seats::NONE,
            attacked: [None; 3],
            twice: false,
            pair: None,
            named: None,
            number: None,
            bluffs: CharacterSet::default(),
            other: None,
            guesses: None,
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
                let bluffs = team.bluffs.iter().collect();
                Self { verb: "tell_team", targets: team.minions, bluffs, ..told }
            }
            Statement::OneOf(good, evil) => {
                Self { verb: "tell_one_of", named: Some(good), other: Some(evil), ..told }
            }
            Statement::Players(players) => Self { verb: "tell_players", targets: players, ..told },
            Statement::PlayerIs(seat, role) => {
                Self { verb: "tell_person", targets: Seats::only(seat), named: Some(role), ..told }
            }
            Statement::Characters(list) => {
                Self { verb: "tell_characters", bluffs: list.iter().collect(), ..told }
            }
            Statement::Things(_) => Self { verb: "tell_things", ..told },
            Statement::Side(_) | Statement::Clockwise(_) => {
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
