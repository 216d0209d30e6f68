//! What the Storyteller decides for an ability: whether a player registers as what it looks for, whom it
//! affects, what a player is shown. The [`Ruling`] says which ability asks; that character's file says what
//! may be decided and what it does.

use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::cast;
use super::mutator::Mutator;
use super::registration::{Verdict, is_of_team};
use super::state::{Cause, Pending, Side, State};
use crate::characters::{Character, CharacterSet, Team};

/// Something that the Storyteller must decide for an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The character whose ability it is.
    pub ability: Character,
    /// The player who has the ability.
    pub by: Seat,
    /// The player it is about.
    pub about: Seat,
    /// The question.
    pub question: Question,
    /// What that player is about to die of, if it is about a death.
    pub cause: Option<Cause>,
}

impl Ruling {
    /// Whether a player is to be picked for this purpose.
    #[must_use]
    pub fn picks(&self, purpose: Purpose) -> bool {
        self.question == Question::Pick(purpose)
    }

    /// Whether something happens however the Storyteller decides.
    pub(crate) const fn has_certain_effect(&self) -> bool {
        matches!(self.question, Question::Pick(_) | Question::Given | Question::Shown)
    }
}

/// The most rulings that can be waiting.
pub(crate) const LATER_RULINGS: usize = 4;

/// A question for the Storyteller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether the player registers so to the ability.
    Registers(Guess),
    /// Whether the ability, which depends on how others register, keeps the player alive.
    Protects,
    /// Which player to pick, or nobody if that is allowed.
    Pick(Purpose),
    /// Of which character the player is given the ability.
    Given,
    /// Which token the player is shown, who has become a character without knowing it.
    Shown,
    /// Whether the player, who has not behaved as an ability demands, is executed for that.
    Executes,
    /// Whether the player dies by the Storyteller's will alone.
    Dies,
}

/// What an ability may take a player for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// A member of this team.
    Team(Team),
    /// A member of this side.
    Side(Side),
    /// This character.
    Character(Character),
}

/// What a player is picked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To be attacked instead of the player.
    StruckInstead,
    /// To become the Demon that the player was.
    Heir,
    /// To die of the ability.
    Death,
    /// To be made drunk or poisoned by the ability.
    Impairment,
    /// To come back to life.
    Revival,
    /// To be the one whom the ability affects, of several.
    Target,
    /// To choose for the ability.
    Chooser,
    /// To die while deaths are arbitrary; one after the other, until nobody is picked.
    ArbitraryDeath,
}

/// Whom the Storyteller may pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidates {
    /// One of these players.
    pub(crate) seats: Seats,
    /// Whether nobody may be picked as well.
    pub(crate) or_nobody: bool,
}

impl Candidates {
    pub(crate) const NONE: Self = Self { seats: Seats::NONE, or_nobody: false };
}

/// What the Storyteller has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Yes,
    No,
    Player(Seat),
    Nobody,
    Token(Character),
}

impl Answer {
    /// The decision that an action stands for, if it does.
    const fn of(action: Action) -> Option<Self> {
        match action {
            Action::Rule(true) => Some(Self::Yes),
            Action::Rule(false) => Some(Self::No),
            Action::Pick(seat) => Some(Self::Player(seat)),
            Action::PickNobody => Some(Self::Nobody),
            Action::Show(token) => Some(Self::Token(token)),
            _ => None,
        }
    }
}

impl State {
    /// The players the Storyteller may pick, if it is about players.
    pub(crate) fn candidates(&self) -> Option<Candidates> {
        match self.pending {
            Pending::Prepare(seat) => {
                let ability = self.ability_to_prepare(seat);
                Some(ability.map_or(Candidates::NONE, |ability| Candidates {
                    seats: (ability.prepares)(self, seat),
                    or_nobody: (ability.may_lack_token)(self, seat),
                }))
            }
            Pending::Ruling(ruling) if ruling.picks(Purpose::Chooser) => {
                Some(Candidates { seats: self.choosers_for(ruling.by), or_nobody: false })
            }
            Pending::Ruling(ruling) if matches!(ruling.question, Question::Pick(_)) => {
                Some((cast::of(ruling.ability).candidates)(self, ruling))
            }
            _ => None,
        }
    }

    /// Whether the player registers so.
    pub(crate) fn judge_guess(&self, about: Seat, guess: Guess) -> Verdict {
        match guess {
            Guess::Team(team) => self.judge_team(about, team),
            Guess::Side(Side::Evil) => self.judge_evil(about),
            Guess::Side(Side::Good) => self.judge_evil(about).answered(false),
            Guess::Character(character) => self.judge_role(about, character),
        }
    }

    /// Whether the player is so in fact.
    pub(crate) fn is_in_fact(&self, about: Seat, guess: Guess) -> bool {
        match guess {
            Guess::Team(team) => is_of_team(self.role(about), team),
            Guess::Side(side) => self.side(about) == side,
            Guess::Character(character) => self.role(about) == character,
        }
    }

    /// The tokens that may be shown to a player who does not know their own character, or of which a player may be
    /// given the ability, if that is the question.
    pub(crate) fn showable(&self) -> Option<CharacterSet> {
        match self.pending {
            Pending::Ruling(Ruling { question: Question::Shown, about, .. }) => {
                Some(self.tokens_to_show(self.role(about)))
            }
            Pending::Ruling(Ruling { question: Question::Given, ability, .. }) => {
                cast::of(ability).may_give.map(|may_give| may_give(self))
            }
            _ => None,
        }
    }
}

impl Mutator<'_> {
    /// Asks the Storyteller now, or after what is already pending.
    pub(crate) fn ask_ruling(&mut self, ruling: Ruling) {
        if self.has_nothing_pending() {
            self.pending = Pending::Ruling(ruling);
        } else if let Some(place) = self.later_rulings.iter_mut().find(|place| place.is_none()) {
            *place = Some(ruling);
        } else {
            debug_assert!(false, "more rulings at once than abilities can ask for");
        }
    }

    /// Whether the player registers as a member of this team to the ability, if that is certain; otherwise
    /// the Storyteller is asked, and the ability receives the answer.
    pub(crate) fn registers_to(&mut self, ability: Character, by: Seat, about: Seat, team: Team) -> bool {
        self.is_taken_for(ability, by, about, Guess::Team(team))
    }

    /// Whether the ability takes the player for this, if that is certain; otherwise the Storyteller is asked,
    /// and the ability receives the answer.
    pub(crate) fn is_taken_for(&mut self, ability: Character, by: Seat, about: Seat, guess: Guess) -> bool {
        let verdict = self.judge_guess(about, guess);
        if verdict.may_be_true && verdict.may_be_false {
            let question = Question::Registers(guess);
            self.ask_ruling(Ruling { ability, by, about, question, cause: None });
        }
        verdict.is_certain()
    }

    /// Asks whether a player who has not behaved as an ability demands is executed for that.
    pub(crate) fn ask_execution(&mut self, ability: Character, by: Seat, about: Seat) {
        self.ask_ruling(Ruling { ability, by, about, question: Question::Executes, cause: None });
    }

    /// The Storyteller has decided.
    pub(crate) fn rule(&mut self, ruling: Ruling, action: Action) {
        let Some(answer) = Answer::of(action) else { return };
        if let Question::Registers(guess) = ruling.question
            && (answer == Answer::Yes) != self.is_in_fact(ruling.about, guess)
        {
            self.misfire(ruling.by);
        }
        if let (Question::Protects, Some(cause)) = (ruling.question, ruling.cause) {
            self.note_protection(ruling.by, ruling.about, cause, answer == Answer::Yes);
        }
        match (ruling.question, answer, ruling.cause) {
            (Question::Protects, Answer::No, Some(cause)) => self.strike(ruling.about, cause),
            (Question::Protects, _, Some(cause)) => self.note_thwarted(cause),
            (Question::Shown, Answer::Token(token), _) => self.show_token(ruling.about, token),
            (Question::Executes, Answer::Yes, _) => self.execute_at_once(ruling.about),
            (Question::Dies, Answer::Yes, _) => self.threaten(ruling.about, Cause::Ability { by: ruling.by }),
            (Question::Pick(Purpose::Chooser), Answer::Player(chooser), _) => {
                self.let_choose(ruling.by, chooser);
            }
            _ => (cast::of(ruling.ability).ruled)(self, ruling, answer),
        }
        if self.has_nothing_pending() {
            self.settle();
        }
    }

    /// Takes the next waiting ruling. There is one execution a day, so nobody else is executed after it.
    fn next_ruling(&mut self) -> Option<Ruling> {
        while let Some(next) = self.later_rulings[0] {
            self.later_rulings.rotate_left(1);
            self.later_rulings[LATER_RULINGS - 1] = None;
            if next.question != Question::Executes || self.executed.is_none() {
                return Some(next);
            }
        }
        None
    }

    /// Asks for the next waiting ruling; if there is none, checks for the end of the game if a death has left
    /// that open.
    pub(crate) fn settle(&mut self) {
        if let Some(next) = self.next_ruling() {
            self.pending = Pending::Ruling(next);
        } else if self.may_end() && std::mem::take(&mut self.is_end_open) {
            let loser = self.loser.take();
            self.check_end(loser);
        }
    }
}
