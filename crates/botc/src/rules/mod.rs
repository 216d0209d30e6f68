//! The rules. [`Setup`] is what anyone may write down; [`State`] is a checked state that plays by the rule
//! book.
//!
//! `state` is the data, `mutator` the small steps, `night`, `day` and `death` the flow of the game, `legal`
//! what may be done, and `cast` has a file for every character: when it wakes, what it may choose, what that
//! does and what it may be told.

mod abilities;
mod action;
pub mod bag_check;
pub mod bag_space;
mod cast;
mod choice_shape;
mod constrained_run;
mod day;
mod deal;
mod death;
mod diverse_bags;
mod event;
mod foresight;
mod formula;
mod grimoire;
mod hooks;
mod impairment;
mod legal;
mod marks;
mod misfire;
mod mutator;
mod night;
mod omniscient;
pub mod phase;
mod profile;
mod public;
mod refusals;
mod registration;
mod ruling;
mod sample;
pub mod script;
mod setup;
pub mod setup_rules;
mod state;
mod statement;

pub use action::{Action, Claim, Content, Open, Report};
pub use cast::{
    Bearing, Dealing, FalseIdentity, MinionChange, Reach, Seating, SetupEffect, Subject, Trigger, TurnsSides,
    When,
};
pub use choice_shape::ChoiceShape;
pub use constrained_run::{
    Advance, ConstrainedRun, DayEvent, ImpairmentTargets, Listener, Making, PlainTruth, Truth,
};
pub use day::{DayVerb, Use};
pub use deal::{Deal, Dealer};
pub use diverse_bags::DiverseBags;
pub use event::{Event, Phrase};
pub use foresight::Killing;
pub use formula::{Formula, Joint};
pub use grimoire::{Entry, Grimoire, Laid};
pub use legal::Turn;
pub use marks::{Lasts, Mark, Reminder, SpokenToken};
pub use omniscient::{Ballot, Omniscient, Part};
pub use profile::Profile;
pub use public::Scene;
pub use ruling::{Guess, Purpose, Question, Ruling};
pub use script::HouseRules;
pub use setup::{Setup, counts_for, default_names};
pub use state::{Cause, INFO_PLAYERS, Pending, Person, SEATS, Side, State, Topic};
pub use statement::{Bluffs, CharacterList, EvilTeam, NumberUpTo, Shape, Statement};

use crate::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_core::edit_distance::{instead, nearest};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Actor, Contents, Diagnostic, Game, Outcome, Refusal, Rng, Seat};

use crate::characters::{Character, Team};
use crate::view::{self, VisibleState};
use mutator::Mutator;
use state::Stage;

/// Whether this character can be played.
#[must_use]
pub fn is_playable(character: Character) -> bool {
    cast::ability(character).is_some()
}

/// The fix for the name of an unknown character: the nearest one, or else everybody who can be played.
#[must_use]
pub fn playable_instead(name: &str) -> String {
    match nearest(name, Character::all().map(Character::name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => instead(name, Character::all().filter(|one| is_playable(*one)).map(Character::name)),
    }
}

/// Which characters of a team can be played, for whoever asked for another.
#[must_use]
pub fn playable_words(team: Team) -> String {
    let names = Character::all().filter(|one| one.team() == team && is_playable(*one)).map(Character::name);
    match names.collect::<Vec<_>>()[..] {
        [] => "no character of this team can be played yet".to_owned(),
        ref names => format!("playable characters of this team: {}", names.join(", ")),
    }
}

impl Game for State {
    const NAME: &'static str = "botc";
    const VERSION: u32 = 2;

    type Setup = Setup;
    type Action = Action;
    type Open = Open;
    type Content = Content;
    type Event = Event;
    type VisibleState = VisibleState;

    fn start(setup: &Setup) -> Result<Self, Vec<Diagnostic>> {
        Self::from_setup(setup)
    }

    fn seats(&self) -> usize {
        self.size()
    }

    fn to_act(&self) -> Option<Actor> {
        match self.pending {
            Pending::Nothing => None,
            Pending::Choice(seat) | Pending::Turn(seat) | Pending::Vote(seat) | Pending::LastChoice(seat) => {
                Some(Actor::Seat(seat))
            }
            Pending::Deal | Pending::Prepare(_) | Pending::Telling(..) | Pending::Ruling(_) => {
                Some(Actor::Storyteller)
            }
        }
    }

    fn legal(&self, out: &mut Actions<Self>) {
        out.clear();
        self.list(out);
    }

    fn check(&self, action: Action, contents: &Contents<Content>) -> Result<(), Refusal> {
        self.check_action(action, contents)
    }

    fn apply(
        &mut self,
        action: Action,
        contents: &Contents<Content>,
        emit: &mut impl FnMut(Phase, Event),
    ) -> Result<(), Refusal> {
        self.check_action(action, contents)?;
        self.act(action, contents, Some(emit));
        Ok(())
    }

    fn sample(&self, open: Open, rng: &mut Rng, contents: &mut Contents<Content>) -> Action {
        sample::draw(self, open, rng, contents)
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = self.winner?;
        let evil = self.evil.and(self.all_seats());
        let good = self.all_seats().minus(evil);
        let (won, lost) = if side == Side::Good { (good, evil) } else { (evil, good) };
        Some(Outcome { result: side.name(), won, lost })
    }

    fn phase(&self) -> Phase {
        self.phase_now()
    }

    fn visible_state(&self, seat: Seat) -> VisibleState {
        view::visible_state(self, seat)
    }
}

impl State {
    /// Applies an action that [`Game::legal`] has just listed, or [`Game::sample`] drawn, without reporting
    /// events: for play that nobody watches.
    pub fn apply_listed(&mut self, action: Action, contents: &Contents<Content>) {
        debug_assert_eq!(self.check_action(action, contents), Ok(()));
        self.act(action, contents, None);
    }

    /// Everyone who has yet to vote does so in turn, as `is_for` says, without reporting events: for play that nobody
    /// watches. Nothing happens between two votes on a nominee.
    pub fn vote_in_turn(&mut self, mut is_for: impl FnMut(Seat) -> bool) {
        let mut play = Mutator { state: self, emit: None };
        while let (Pending::Vote(voter), Some(nominee)) = (play.pending, play.nominee) {
            play.vote(voter, if is_for(voter) { Action::Vote(nominee) } else { Action::Abstain });
            play.pending = play.voters.next_after(voter).map_or(Pending::Nothing, Pending::Vote);
        }
        play.proceed();
    }

    /// Carries out a legal action.
    fn act<'a>(
        &'a mut self,
        action: Action,
        contents: &Contents<Content>,
        emit: Option<&'a mut (dyn FnMut(Phase, Event) + 'a)>,
    ) {
        let pending = std::mem::replace(&mut self.pending, Pending::Nothing);
        let mut play = Mutator { state: self, emit };
        play.answer(pending, action, contents);
        play.proceed();
    }

    /// The phase of the trace to which events belong now.
    pub(crate) const fn phase_now(&self) -> Phase {
        match self.stage {
            Stage::Setup => Phase::SETUP,
            Stage::Night => Phase::new(NIGHT, self.number),
            Stage::Talk => Phase::new(DAY, self.number),
            Stage::Evening => Phase::new(EVENING, self.number),
        }
    }
}

impl Mutator<'_> {
    /// Carries out the answer to what is pending; the action is legal. Turns and votes are most of a game.
    fn answer(&mut self, pending: Pending, action: Action, contents: &Contents<Content>) {
        match pending {
            Pending::Vote(seat) => self.vote(seat, action),
            Pending::Turn(seat) => self.take_turn(seat, action, contents),
            _ => self.answer_apart(pending, action, contents),
        }
    }

    /// Does what was answered by the Storyteller, or by a player at night.
    #[inline(never)]
    fn answer_apart(&mut self, pending: Pending, action: Action, contents: &Contents<Content>) {
        match (pending, action) {
            (Pending::Deal, Action::Deal(id)) => {
                if let Some(Content::Deal(deal)) = contents.get(id) {
                    self.deal(deal);
                }
            }
            (Pending::Prepare(owner), Action::Pick(seat)) => {
                self.say_to_nobody(Phrase::Act(action), None);
                self.unprepared = self.unprepared.without(owner);
                let starting = self.ability_to_prepare(owner).and_then(|ability| ability.starting_token);
                if let Some(token) = starting {
                    self.mark(token, seat, if token.is_of_bearer() { seat } else { owner });
                }
            }
            (Pending::Prepare(owner), Action::PickNobody) => {
                self.say_to_nobody(Phrase::Act(action), None);
                self.unprepared = self.unprepared.without(owner);
            }
            (Pending::Choice(seat), _) => self.choose(seat, action),
            (Pending::LastChoice(seat), Action::Choose(chosen)) => self.choose_at_last(seat, chosen),
            (Pending::Telling(seat, _), Action::Tell(_, Statement::Things(id))) => {
                if let Some(Content::Things(a, b)) = contents.get(id) {
                    self.say_to(seat, Phrase::Things(Box::new((a.clone(), b.clone()))));
                    self.note_things(seat, a, b);
                }
            }
            (Pending::Telling(seat, topic), Action::Tell(_, statement)) => self.tell(seat, topic, statement),
            (Pending::Ruling(ruling), _) => {
                self.say_to_nobody(Phrase::Act(action), None);
                self.rule(ruling, action);
            }
            _ => {}
        }
    }

    fn take_turn(&mut self, seat: Seat, action: Action, contents: &Contents<Content>) {
        match action {
            Action::Pass => self.pass(seat),
            Action::Nominate(nominee) => self.nominate(seat, nominee),
            _ => self.take_rare_turn(seat, action, contents),
        }
    }

    #[inline(never)]
    fn take_rare_turn(&mut self, seat: Seat, action: Action, contents: &Contents<Content>) {
        match action {
            Action::Shoot(target) => {
                self.say_action(seat, action);
                self.use_by_day(seat, Use::Shoot(target));
            }
            Action::Unmask(target) => {
                self.say_action(seat, action);
                self.use_by_day(seat, Use::Unmask(target));
            }
            Action::Suspect(target) => {
                self.say_own(seat, action);
                self.use_by_day(seat, Use::Suspect(target));
            }
            Action::Visit => {
                self.say_own(seat, action);
                self.use_by_day(seat, Use::Visit);
            }
            Action::Claim(id) => {
                if let Some(Content::Claim(claim)) = contents.get(id) {
                    self.claim(seat, claim);
                }
            }
            Action::Ask(id) => {
                if let Some(Content::Question(question)) = contents.get(id) {
                    self.say_to(seat, Phrase::Asked(Box::new(question.clone())));
                    self.use_by_day(seat, Use::Ask(question));
                }
            }
            _ => {}
        }
    }

    /// Everyone gets a role and a token; players who know their own role are on its side.
    #[inline(never)]
    fn deal(&mut self, deal: &Deal) {
        self.say_to_nobody(Phrase::Dealt(Box::new(*deal)), None);
        let (roles, tokens) = deal.arrays();
        self.roles = *roles;
        self.shown_characters = *tokens;
        self.unprepared = self.all_seats();
        for seat in self.all_seats().iter() {
            let (role, token) = (roles[seat.index()], tokens[seat.index()]);
            let lives_token = self.false_identity_of(role).is_some_and(|identity| identity.lives_the_token);
            let size = self.size();
            self.ability.set(seat, if lives_token { token } else { role }, size);
            if crate::characters::CharacterSet::EVIL.contains(role) {
                self.evil = self.evil.with(seat);
            }
            let is_evil = crate::characters::CharacterSet::EVIL.contains(token);
            self.tell_token(seat, token, if is_evil { Side::Evil } else { Side::Good });
        }
        self.count_outsiders();
        self.look_around();
    }

    /// Continues until something is pending or the game is over.
    fn proceed(&mut self) {
        loop {
            if self.winner.is_some() {
                self.pending = Pending::Nothing;
                return;
            }
            if !matches!(self.pending, Pending::Nothing) {
                return;
            }
            match self.stage {
                Stage::Setup if self.unprepared.is_empty() => self.begin_night(),
                Stage::Setup | Stage::Night => self.night_on(),
                Stage::Talk => self.talk_on(),
                Stage::Evening => self.evening_on(),
            }
        }
    }
}
