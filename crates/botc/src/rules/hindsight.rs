//! The rules run along what was seen, instead of by actions in turn: what deduction is made of.
//!
//! A supposed deal begins it; nights are played with [`State::ask`] and [`Hindsight::answer`], what happened by day is done
//! as a [`Deed`] without the turns and votes that nobody wrote down. Every effect is that of the rules; only whose
//! turn it is is not asked here.

use gaslamp_core::trace::Phase;
use gaslamp_core::{Contents, Diagnostic, Seat, Seats};

use super::action::Action;
use super::cast::{Bearing, butler, gossip, juggler, poisoner, savant};
use super::deal::Deal;
use super::event::Event;
use super::formula::Formula;
use super::marks::{Mark, Reminder};
use super::play::Play;
use super::registration::{Registered, must_be_false};
use super::script::{Script, Sheet};
use super::state::{Ask, Stage, State, Topic};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// A state that is run along what was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hindsight {
    state: State,
}

/// Something that a player does by day, or that is done to one.
#[derive(Clone, Copy, Debug)]
pub enum Deed<'a> {
    /// The vote led to an execution.
    Execute(Seat),
    /// The first player nominates the second.
    Nominate(Seat, Seat),
    /// The first player says "I shoot" at the second.
    Shoot(Seat, Seat),
    /// A player guesses characters, as a Juggler does.
    Guess(Seat, &'a [(Seat, Character)]),
    /// A player makes a statement, as a Gossip does.
    Gossip(Seat, &'a Formula),
}

/// Whoever hears what the rules make of a run.
pub type Listener<'a> = dyn FnMut(Phase, Event) + 'a;

/// How far something that a player is told is so, the truest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Truth {
    /// Everybody being taken for what they are.
    Plain,
    /// Only if somebody registers as something else.
    Registered,
    /// In no way, since the player is drunk or poisoned.
    Lie,
    /// In no way, since nothing true may be told.
    Forbidden,
}

/// Whom it makes a difference to poison.
#[derive(Clone, Copy, Debug)]
pub struct PoisonTargets {
    /// Poisoning this one changes nothing until dusk.
    pub nobody: Seat,
    /// Those whose ability does something.
    pub doers: Seats,
    /// Those whose ability only lets them learn something.
    pub learners: Seats,
}

impl Hindsight {
    /// A table before the deal. Whether any bag fits it is not asked.
    ///
    /// # Errors
    /// What is wrong with the script, such as characters that cannot be played here.
    pub fn new(script: &Script, counts: [usize; 4]) -> Result<Self, Vec<Diagnostic>> {
        Sheet::new(script).map(|sheet| Self { state: State::empty(counts, sheet) })
    }

    /// The same table when everybody is what the deal says. Whether the deal is legal is the caller's question.
    #[must_use]
    pub fn dealt(&self, deal: &Deal) -> Self {
        let mut next = *self;
        next.state.ask = Ask::Nothing;
        let mut play = next.play(None);
        play.deal(deal);
        play.proceed();
        next
    }

    /// The state as it is.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    fn play<'a>(&'a mut self, emit: Option<&'a mut Listener<'a>>) -> Play<'a> {
        Play { state: &mut self.state, emit }
    }

    /// Answers what is asked with an action that is legal. By night the rules go on until somebody is asked again.
    pub fn answer(&mut self, action: Action) {
        self.answer_to(action, None);
    }

    /// The same, for a listener.
    pub fn answer_to<'a>(&'a mut self, action: Action, emit: Option<&'a mut Listener<'a>>) {
        let ask = std::mem::replace(&mut self.state.ask, Ask::Nothing);
        let is_night = self.state.is_night();
        let mut play = self.play(emit);
        play.answer(ask, action, &Contents::default());
        if is_night {
            play.proceed();
        }
    }

    /// Somebody is told something of which nobody asks any more.
    pub fn pass_over(&mut self) {
        self.pass_over_to(None);
    }

    /// The same, for a listener.
    pub fn pass_over_to<'a>(&'a mut self, emit: Option<&'a mut Listener<'a>>) {
        self.state.ask = Ask::Nothing;
        if self.state.is_night() {
            self.play(emit).proceed();
        }
    }

    /// Does what was done by day. Afterwards the Storyteller may be asked for a ruling.
    pub fn act(&mut self, deed: Deed<'_>) {
        self.act_to(deed, None);
    }

    /// The same, for a listener.
    pub fn act_to<'a>(&'a mut self, deed: Deed<'_>, emit: Option<&'a mut Listener<'a>>) {
        self.state.ask = Ask::Nothing;
        let mut play = self.play(emit);
        match deed {
            Deed::Execute(seat) => {
                play.stage = Stage::Evening;
                play.execute(seat);
            }
            Deed::Nominate(by, nominee) => {
                play.stage = Stage::Evening;
                play.nominate(by, nominee);
                play.nominee = None;
            }
            Deed::Shoot(by, target) => play.shoot(by, target),
            Deed::Guess(by, guesses) => juggler::guess(&mut play, by, guesses),
            Deed::Gossip(by, formula) => {
                let verdict = formula.judge(&play);
                gossip::speak(&mut play, by, verdict);
            }
        }
    }

    /// An Artist asks; whether the Storyteller may answer so.
    #[must_use]
    pub fn ask_artist(&mut self, seat: Seat, question: &Formula, answer: bool) -> bool {
        if !self.state.may_ask(seat) {
            return false;
        }
        let verdict = question.judge(&self.state);
        self.play(None).ask_storyteller(seat, verdict);
        let is_told = self.state.may_tell(Statement::Answer(answer));
        self.state.ask = Ask::Nothing;
        is_told
    }

    /// A Savant visits the Storyteller; whether these two things may be told.
    #[must_use]
    pub fn visit_savant(&mut self, seat: Seat, [a, b]: &[Formula; 2]) -> bool {
        if !self.state.may_visit(seat) {
            return false;
        }
        self.state.visited = self.state.visited.with(seat);
        savant::may_be_told(&self.state, seat, a, b)
    }

    /// The day ends and the next night begins, unless the game is over.
    pub fn end_day(&mut self) {
        self.end_day_to(None);
    }

    /// The same, for a listener.
    pub fn end_day_to<'a>(&'a mut self, emit: Option<&'a mut Listener<'a>>) {
        self.state.stage = Stage::Evening;
        self.state.is_day_over = true;
        self.state.ask = Ask::Nothing;
        self.play(emit).proceed();
    }
}

impl State {
    /// What is asked now, and of whom.
    #[must_use]
    pub const fn ask(&self) -> Ask {
        self.ask
    }

    /// Whether somebody has won.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    /// Whether it is night, or before the first.
    #[must_use]
    pub const fn is_night(&self) -> bool {
        matches!(self.stage, Stage::Setup | Stage::Night)
    }

    /// Everybody's role.
    #[must_use]
    pub fn all_roles(&self) -> &[Character] {
        &self.roles[..self.size()]
    }

    /// What everybody believes to be.
    #[must_use]
    pub fn all_tokens(&self) -> &[Character] {
        &self.tokens[..self.size()]
    }

    /// Who may be in play.
    #[must_use]
    pub const fn script_set(&self) -> CharacterSet {
        self.sheet.characters
    }

    /// Who lives, for all to see.
    #[must_use]
    pub const fn seen_living(&self) -> Seats {
        self.living
    }

    /// Who is evil.
    #[must_use]
    pub const fn all_evil(&self) -> Seats {
        self.evil
    }

    /// Who has died and who lives again since dusk.
    #[must_use]
    pub const fn news(&self) -> (Seats, Seats) {
        (self.living_at_dusk.minus(self.living), self.living.minus(self.living_at_dusk))
    }

    /// Who was executed today, dead or alive.
    #[must_use]
    pub const fn executed_today(&self) -> Option<Seat> {
        self.executed
    }

    /// Whose ability a player has, or believes to have.
    #[must_use]
    pub const fn ability_at(&self, seat: Seat) -> Character {
        self.ability[seat.index()]
    }

    /// Whether a statement is true here when everybody registers as what they are.
    #[must_use]
    pub fn holds_plainly(&self, formula: &Formula) -> bool {
        formula.holds(self, &Registered { evil: self.evil, roles: self.roles })
    }

    /// Whether a statement to the player who is about to hear something is true when everybody registers as what they are.
    #[must_use]
    pub fn is_plainly_true(&self, statement: Statement) -> bool {
        let Ask::Telling(told, Topic::Ability) = self.ask else { return false };
        let mut plain = *self;
        for seat in self.seats_set().iter().filter(|&seat| self.ability_of(seat).pretends.is_some()) {
            plain.marks.add(Mark {
                reminder: Reminder::PoisonerPoisoned,
                on: seat,
                by: seat,
                character: poisoner::ID,
            });
        }
        (self.ability_of(told).judges)(&plain, told, statement).may_be_true
    }

    /// How far a statement is so that may be told to the player who is about to hear something.
    #[must_use]
    pub fn truth(&self, statement: Statement) -> Truth {
        let Ask::Telling(told, Topic::Ability) = self.ask else { return Truth::Plain };
        let may_be_true = || (self.ability_of(told).judges)(self, told, statement).may_be_true;
        if self.is_plainly_true(statement) {
            Truth::Plain
        } else if must_be_false(self, told) {
            Truth::Forbidden
        } else if may_be_true() {
            Truth::Registered
        } else {
            Truth::Lie
        }
    }

    /// The token that makes a player drunk or poisoned, if one does.
    #[must_use]
    pub fn impairing(&self, seat: Seat) -> Option<Mark> {
        let is_it = |mark: &&Mark| mark.on == seat && mark.reminder.impairs();
        self.marks.iter().find(is_it).copied().filter(|_| self.marks.impaired().contains(seat))
    }

    /// Whether a Demon's attack on this player does nothing.
    #[must_use]
    pub fn is_safe(&self, seat: Seat) -> bool {
        self.is_safe_from_demon(seat)
    }

    /// Whether a player is drunk, poisoned, or believes in an ability that is not there.
    #[must_use]
    pub fn is_impaired(&self, seat: Seat) -> bool {
        !self.works(seat)
    }

    /// Whether a player is a Demon.
    #[must_use]
    pub fn is_demon(&self, seat: Seat) -> bool {
        self.role(seat).team() == Team::Demon
    }

    /// Whether a player's choice changes nothing but what the player is told, or whose vote counts.
    #[must_use]
    pub fn is_choice_idle(&self, seat: Seat) -> bool {
        self.is_fake(seat) || self.seems(seat, butler::ID) || self.only_learns(seat)
    }

    /// How much depends on a character for everybody else.
    #[must_use]
    pub fn bearing(character: Character) -> Bearing {
        super::cast::of(character).bearing
    }

    /// Whether a character kills, so that a token lies at whom it has killed.
    #[must_use]
    pub fn kills(character: Character) -> bool {
        super::cast::of(character).dead.is_some()
    }

    /// Whether all that this player's ability does is to let the player learn something.
    fn only_learns(&self, seat: Seat) -> bool {
        let ability = self.ability_of(seat);
        let acts_by_itself = ability.pretends.is_some()
            || ability.protects.is_some()
            || ability.survives.is_some()
            || ability.nominated.is_some()
            || ability.vote_counts.is_some()
            || ability.at_dusk.is_some()
            || ability.is_safe_from_demon
            || ability.storyteller_rules.is_some();
        !acts_by_itself && (ability.tells)(self, seat) != Shape::Silent
    }

    /// Whom it makes a difference to poison until dusk, if a Poisoner is asked. The Poisoner has acted by then and
    /// has nothing more to lose.
    #[must_use]
    pub fn poison_targets(&self) -> Option<PoisonTargets> {
        let Ask::Choice(nobody) = self.ask else { return None };
        if !self.seems(nobody, poisoner::ID) || !self.works(nobody) {
            return None;
        }
        let others = self.seats_set().without(nobody);
        let can_lose: Seats = others.iter().filter(|&seat| self.has_something_to_lose(seat)).collect();
        let learners = can_lose.iter().filter(|&seat| self.only_learns(seat)).collect();
        Some(PoisonTargets { nobody, doers: can_lose.minus(learners), learners })
    }

    /// Whether it can make a difference until dusk that this player is sober.
    fn has_something_to_lose(&self, seat: Seat) -> bool {
        let ability = self.ability_of(seat);
        let is_there = self.is_alive(seat) || ability.wakes_dead || ability.pretends.is_some();
        let is_spent = ability.when == super::cast::When::FirstNight && !self.wakes(seat);
        is_there && !is_spent && !ability.is_setup_only && !self.is_fake(seat)
    }
}
