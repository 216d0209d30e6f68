//! The rules. [`Setup`] is what anybody may write down; [`State`] is a checked state that plays by the rule book.
//!
//! `state` is the data, `play` the small steps, `night`, `day` and `death` the flow of the game, `legal` what may
//! be done, and `cast` has a file for every character: when it wakes, what it may choose, what that does and what
//! it may be told.

mod action;
mod apart;
pub mod bag;
mod cast;
mod day;
mod deal;
mod death;
mod event;
mod formula;
mod grimoire;
mod hindsight;
mod inside;
mod legal;
mod marks;
mod night;
pub mod phase;
mod pick;
mod play;
mod public;
mod refusals;
mod registration;
mod sample;
pub mod script;
pub mod setup;
mod state;
mod statement;
mod table;

pub use action::{Action, Claim, Content, Open, Report};
pub use apart::FarApart;
pub use cast::{Bearing, Trigger};
pub use deal::{Deal, Dealer};
pub use event::{Event, Phrase};
pub use formula::{Formula, Joint};
pub use grimoire::{Entry, Grimoire};
pub use hindsight::{Deed, Hindsight, Listener, PoisonTargets, Truth};
pub use inside::{Ballot, Inside, Part};
pub use marks::{Lasts, Mark, Reminder};
pub use public::Scene;
pub use state::{Ask, Cause, Person, Ruling, SEATS, Side, State, Topic};
pub use statement::{Bluffs, EvilTeam, Statement};
pub use table::{Setup, counts_for, default_names};

use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Actor, Contents, Diagnostic, Game, Outcome, Refusal, Rng, Seat};

use crate::characters::{Character, Team};
use crate::view::{self, Sight};
use play::Play;
use state::Stage;

/// Whether this character can be played here.
#[must_use]
pub fn is_playable(character: Character) -> bool {
    cast::ability(character).is_some()
}

/// Who of a team can be played here, for whoever asked for another.
#[must_use]
pub fn playable_words(team: Team) -> String {
    let names = Character::all().filter(|one| one.team() == team && is_playable(*one)).map(Character::name);
    match names.collect::<Vec<_>>()[..] {
        [] => "nobody of this team can be played here".to_owned(),
        ref names => format!("of this team can be played here: {}", names.join(", ")),
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
    type Sight = Sight;

    fn start(setup: &Setup) -> Result<Self, Vec<Diagnostic>> {
        Self::from_setup(setup)
    }

    fn seats(&self) -> usize {
        self.size()
    }

    fn to_act(&self) -> Option<Actor> {
        match self.ask {
            Ask::Nothing => None,
            Ask::Choice(seat) | Ask::Turn(seat) | Ask::Vote(seat) => Some(Actor::Seat(seat)),
            Ask::Deal | Ask::Prepare(_) | Ask::Telling(..) | Ask::Ruling(_) => Some(Actor::Storyteller),
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
        let evil = self.evil.and(self.seats_set());
        let good = self.seats_set().minus(evil);
        let (won, lost) = if side == Side::Good { (good, evil) } else { (evil, good) };
        Some(Outcome { result: side.name(), won, lost })
    }

    fn phase(&self) -> Phase {
        self.phase_now()
    }

    fn sight(&self, seat: Seat) -> Sight {
        view::sight(self, seat)
    }
}

impl State {
    /// Applies an action that [`Game::legal`] has just listed, or [`Game::sample`] drawn, and tells nobody: for play
    /// that nobody watches.
    pub fn apply_listed(&mut self, action: Action, contents: &Contents<Content>) {
        debug_assert_eq!(self.check_action(action, contents), Ok(()));
        self.act(action, contents, None);
    }

    /// Does what a legal action does.
    fn act<'a>(
        &'a mut self,
        action: Action,
        contents: &Contents<Content>,
        emit: Option<&'a mut (dyn FnMut(Phase, Event) + 'a)>,
    ) {
        let ask = std::mem::replace(&mut self.ask, Ask::Nothing);
        let mut play = Play { state: self, emit };
        play.answer(ask, action, contents);
        play.proceed();
    }

    /// The phase of the trace that what happens now belongs to.
    pub(crate) const fn phase_now(&self) -> Phase {
        match self.stage {
            Stage::Setup => Phase::Setup,
            Stage::Night => Phase::Night(self.number),
            Stage::Talk => Phase::Day(self.number),
            Stage::Evening => Phase::Evening(self.number),
        }
    }
}

impl Play<'_> {
    /// Does what was answered to `ask`; the action is legal.
    fn answer(&mut self, ask: Ask, action: Action, contents: &Contents<Content>) {
        match (ask, action) {
            (Ask::Deal, Action::Deal(id)) => {
                if let Some(Content::Deal(deal)) = contents.get(id) {
                    self.deal(deal);
                }
            }
            (Ask::Prepare(owner), Action::Pick(seat)) => {
                self.say_to_nobody(Phrase::Act(action), None);
                self.unprepared = self.unprepared.without(owner);
                (self.ability_of(owner).prepared)(self, owner, seat);
            }
            (Ask::Choice(seat), _) => self.choose(seat, action),
            (Ask::Telling(seat, _), Action::Tell(_, Statement::Things(id))) => {
                if let Some(Content::Things(a, b)) = contents.get(id) {
                    self.say_to(seat, Phrase::Things(Box::new((a.clone(), b.clone()))));
                }
            }
            (Ask::Telling(seat, topic), Action::Tell(_, statement)) => self.tell(seat, topic, statement),
            (Ask::Ruling(ruling), _) => {
                self.say_to_nobody(Phrase::Act(action), None);
                self.rule(ruling, action);
            }
            (Ask::Turn(seat), _) => self.take_turn(seat, action, contents),
            (Ask::Vote(seat), _) => self.vote(seat, action),
            _ => {}
        }
    }

    fn take_turn(&mut self, seat: Seat, action: Action, contents: &Contents<Content>) {
        match action {
            Action::Pass => self.pass(seat),
            Action::Shoot(target) => self.shoot(seat, target),
            Action::Nominate(nominee) => self.nominate(seat, nominee),
            Action::Visit => self.visit(seat),
            Action::Claim(id) => {
                if let Some(Content::Claim(claim)) = contents.get(id) {
                    self.claim(seat, claim);
                }
            }
            Action::Ask(id) => {
                if let Some(Content::Question(question)) = contents.get(id) {
                    self.say_to(seat, Phrase::Asked(Box::new(question.clone())));
                    let verdict = question.judge(self);
                    self.ask_storyteller(seat, verdict);
                }
            }
            _ => {}
        }
    }

    /// The Storyteller has decided.
    fn rule(&mut self, ruling: Ruling, action: Action) {
        use cast::{fang_gu, mayor, pit_hag, professor, slayer, snake_charmer};
        match (ruling, action) {
            (Ruling::Bounce { mayor, cause }, Action::Pick(victim)) => {
                mayor::bounce(self, mayor, victim, cause);
            }
            (Ruling::Heir { of }, Action::Pick(heir)) => {
                self.inherit(heir, of);
                self.check_end(None);
            }
            (Ruling::Heir { .. }, _) => self.check_end(None),
            (Ruling::Protected { victim, cause }, Action::Rule(false)) => self.strike(victim, cause),
            (Ruling::Outsider { by, victim }, Action::Rule(truth)) => {
                fang_gu::ruled(self, by, victim, truth);
            }
            (Ruling::Townsfolk, Action::Rule(true)) => self.execute_nominator(),
            (Ruling::Shot { target }, Action::Rule(true)) => slayer::hit(self, target),
            (Ruling::Deceived { heiress, .. }, Action::Rule(deceived)) => {
                if deceived {
                    self.succeed_living(heiress);
                }
                self.check_end(None);
            }
            (Ruling::Charmed { by, target }, Action::Rule(true)) => {
                snake_charmer::charm(self, by, target);
            }
            (Ruling::Resurrected { by, target }, Action::Rule(true)) => {
                professor::resurrect(self, by, target);
            }
            (Ruling::Victim { by }, Action::Pick(victim)) => {
                self.threaten(victim, state::Cause::Ability { by });
            }
            (Ruling::Deaths { by }, Action::Pick(victim)) => {
                self.die(victim, state::Cause::Ability { by });
            }
            (Ruling::Deaths { by }, _) => pit_hag::end_deaths(self, by),
            (Ruling::Delusion { seat }, Action::Show(token)) => self.show_token(seat, token),
            _ => {}
        }
    }

    /// Everybody gets a role and a token; whoever knows the own role is on its side.
    fn deal(&mut self, deal: &Deal) {
        self.say_to_nobody(Phrase::Dealt(Box::new(*deal)), None);
        let (roles, tokens) = deal.arrays();
        self.roles = *roles;
        self.tokens = *tokens;
        self.unprepared = self.seats_set();
        for seat in self.seats_set().iter() {
            let (role, token) = (roles[seat.index()], tokens[seat.index()]);
            let is_drunk = role == cast::drunk::ID;
            self.ability[seat.index()] = if is_drunk { token } else { role };
            if crate::characters::CharacterSet::EVIL.contains(role) {
                self.evil = self.evil.with(seat);
            }
            let is_evil = crate::characters::CharacterSet::EVIL.contains(token);
            self.tell_token(seat, token, if is_evil { Side::Evil } else { Side::Good });
        }
    }

    /// Goes on until somebody is asked something, or the game is over.
    fn proceed(&mut self) {
        loop {
            if self.winner.is_some() {
                self.ask = Ask::Nothing;
                return;
            }
            if !matches!(self.ask, Ask::Nothing) {
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
