//! The rules run along what was observed instead of action by action: the basis of deduction.
//!
//! It begins with a hypothetical deal. Nights are played by answering what is [`State::pending`]; what
//! happened by day is applied as a [`DayEvent`], without the turns and votes that nobody wrote down. All
//! effects are those of the rules; only whose turn it is does not matter here.

use gaslamp_core::trace::Phase;
use gaslamp_core::{Contents, Diagnostic, Seat, Seats};

use super::action::Action;
use super::cast::{self, Reach};
use super::day::{DayVerb, Use};
use super::deal::Deal;
use super::event::Event;
use super::formula::Formula;
use super::marks::Mark;
use super::mutator::Mutator;
use super::registration::{Registered, Registration, must_be_false};
use super::ruling::Question;
use super::script::{PlayedScript, Script};
use super::state::{Between, Cause, Pending, Stage, State, Topic};
use super::statement::{Shape, Statement};
use crate::characters::{Character, CharacterSet, Team};

/// A state that is run along what was observed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstrainedRun {
    state: State,
}

/// One step of a constrained run.
#[derive(Clone, Copy, Debug)]
pub enum Advance<'a> {
    /// Answers what is pending with a legal action. At night, the rules continue until something is pending
    /// again.
    Answer(Action),
    /// The player who is to be told something is told this, or something unknown.
    Told(Option<Statement>),
    /// Something happens by day. Afterwards the Storyteller may be asked for a ruling.
    Happen(DayEvent<'a>),
    /// The day ends and the next night begins, unless the game is over.
    EndDay,
}

/// Something that a player does by day, or that is done to one.
#[derive(Clone, Copy, Debug)]
pub enum DayEvent<'a> {
    /// The vote led to an execution.
    Execute(Seat),
    /// The first player nominates the second.
    Nominate(Seat, Seat),
    /// The player nominates somebody.
    NominateSomebody(Seat),
    /// These players have nominated today, whomever.
    Nominators(Seats),
    /// These players have voted today.
    Voted(Seats),
    /// A player uses an ability by day.
    Use(Seat, Use<'a>),
    /// The first player has died and chooses the second publicly.
    LastChoice(Seat, Seat),
    /// The player dies by the Storyteller's will alone.
    DieByWill(Seat),
    /// The first player calls for a death, and the Storyteller lets the second die, who is of the same side.
    Doom(Seat, Seat),
}

/// A listener for the events of a run.
pub type Listener<'a> = dyn FnMut(Phase, Event) + 'a;

/// How true something is that a player is told, the truest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Truth {
    /// True with everyone registering as what they are.
    Plain,
    /// True only if somebody registers as something else.
    Registered,
    /// Not true, which is allowed because the player is drunk or poisoned.
    Lie,
    /// Not true, because nothing true may be told.
    Forbidden,
}

/// A table at which everybody registers as what they are, and somebody who is told something of it.
#[derive(Clone, Copy, Debug)]
pub struct PlainTruth {
    state: State,
    told: Seat,
}

impl PlainTruth {
    /// Whether a statement to that player is true.
    #[must_use]
    pub fn holds(&self, statement: Statement) -> bool {
        (self.state.ability_of(self.told).judges)(&self.state, self.told, statement).may_be_true
    }
}

/// The players for whom it matters whether they are drunk or poisoned.
#[derive(Clone, Copy, Debug)]
pub struct ImpairmentTargets {
    /// Impairing this player changes nothing until dusk.
    pub nobody: Seat,
    /// Those whose ability has an effect.
    pub doers: Seats,
    /// Those whose ability only gives them information.
    pub learners: Seats,
}

impl ConstrainedRun {
    /// A table before the deal. It is not checked whether any bag fits.
    ///
    /// # Errors
    /// What is wrong with the script, such as characters that cannot be played.
    pub fn new(script: &Script, counts: [usize; 4]) -> Result<Self, Vec<Diagnostic>> {
        PlayedScript::new(script).map(|script| Self { state: State::empty(counts, script) })
    }

    /// The same table once everyone is what the deal says, before anything else happens. It is up to the caller to check that the deal is
    /// legal.
    #[must_use]
    pub fn dealt(&self, deal: &Deal) -> Self {
        let mut next = *self;
        next.state.pending = Pending::Nothing;
        next.mutator(None).deal(deal);
        next
    }

    /// The same table, where nobody asks whose abilities went wrong: less is to be remembered.
    #[must_use]
    pub const fn ignoring_misfires(mut self) -> Self {
        self.state.script.counts_misfires = false;
        self
    }

    /// The underlying state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    fn mutator<'a>(&'a mut self, listener: Option<&'a mut Listener<'a>>) -> Mutator<'a> {
        Mutator { state: &mut self.state, emit: listener }
    }

    /// Takes one step.
    pub fn advance(&mut self, by: Advance<'_>) {
        self.advance_heard(by, None);
    }

    /// Answers what is asked at night without going on, for a caller who looks first at what has come of it.
    pub fn answer<'a>(&'a mut self, action: Action, listener: Option<&'a mut Listener<'a>>) {
        let pending = std::mem::replace(&mut self.state.pending, Pending::Nothing);
        self.mutator(listener).answer(pending, action, &Contents::default());
    }

    /// Goes on until somebody is asked again.
    pub fn go_on<'a>(&'a mut self, listener: Option<&'a mut Listener<'a>>) {
        self.mutator(listener).proceed();
    }

    /// Takes one step, with a listener.
    pub fn advance_heard<'a>(&'a mut self, by: Advance<'_>, listener: Option<&'a mut Listener<'a>>) {
        let pending = std::mem::replace(&mut self.state.pending, Pending::Nothing);
        let is_night = self.state.is_night();
        let mut play = self.mutator(listener);
        match by {
            Advance::Answer(action) => play.answer(pending, action, &Contents::default()),
            Advance::Told(statement) => play.note_told(pending, statement),
            Advance::Happen(event) => return play.happen(event),
            Advance::EndDay => {
                play.note_unknown_visits();
                play.stage = Stage::Evening;
                play.is_day_over = true;
                // Whoever should have chosen publicly and did not is not asked again.
                play.last_choices = Seats::NONE;
                return play.proceed();
            }
        }
        if is_night {
            play.proceed();
        }
    }

    /// A player asks the Storyteller by day; returns whether the answer may be this.
    #[must_use]
    pub fn may_answer(&mut self, seat: Seat, question: &Formula, answer: bool) -> bool {
        if !self.state.may_use(seat, DayVerb::Ask) {
            return false;
        }
        self.mutator(None).use_by_day(seat, Use::Ask(question));
        let told = Statement::Answer(answer);
        let is_told = self.state.may_tell(told);
        self.mutator(None).note_telling(seat, told);
        self.state.pending = Pending::Nothing;
        is_told
    }

    /// A player tells the Storyteller by day whom they suspect; returns whether this player may be shown.
    #[must_use]
    pub fn may_show(&mut self, seat: Seat, suspect: Seat, shown: Seat) -> bool {
        if !self.state.may_use(seat, DayVerb::Suspect) {
            return false;
        }
        self.mutator(None).use_by_day(seat, Use::Suspect(suspect));
        let told = Statement::Players(Seats::only(shown));
        let is_told = self.state.may_tell(told);
        self.mutator(None).note_telling(seat, told);
        self.state.pending = Pending::Nothing;
        is_told
    }

    /// A player visits the Storyteller by day; returns whether these two statements may be told.
    #[must_use]
    pub fn may_tell_things(&mut self, seat: Seat, [a, b]: &[Formula; 2]) -> bool {
        if !self.state.may_use(seat, DayVerb::Visit) {
            return false;
        }
        self.mutator(None).use_by_day(seat, Use::Visit);
        self.state.pending = Pending::Nothing;
        self.mutator(None).note_things(seat, a, b);
        self.state.may_be_told_things(seat, a, b)
    }
}

impl Mutator<'_> {
    fn note_told(&mut self, pending: Pending, statement: Option<Statement>) {
        let Pending::Telling(seat, Topic::Ability) = pending else { return };
        let ability = self.ability_of(seat);
        match statement {
            Some(statement) => {
                self.note_telling(seat, statement);
                if ability.remembers_telling {
                    (ability.reminds)(self, seat, statement);
                }
            }
            None => self.note_unknown_telling(seat),
        }
        self.after_telling(seat, ability);
    }

    fn happen(&mut self, event: DayEvent<'_>) {
        match event {
            DayEvent::Execute(seat) => {
                self.stage = Stage::Evening;
                self.execute(seat);
            }
            DayEvent::Nominate(by, nominee) => {
                self.stage = Stage::Evening;
                self.nominate(by, nominee);
                if let Some(killer) = self.nominee_killer()
                    && self.nominee.is_some()
                {
                    self.kill_nominee(killer, nominee);
                }
                self.nominee = None;
                self.must_nominate = None;
                self.is_nominee_speaking = false;
            }
            DayEvent::NominateSomebody(by) => {
                // Whom does not matter to whoever hears of it; nobody else is touched by a nomination of oneself.
                self.happen(DayEvent::Nominate(by, by));
            }
            DayEvent::Nominators(seats) => {
                // Whoever comes to grief by nominating, or by being nominated, is told of by an event of its own.
                for by in seats.minus(self.nominators).iter() {
                    self.nominators = self.nominators.with(by);
                    self.note_nomination(by);
                }
            }
            DayEvent::Voted(seats) => seats.iter().for_each(|voter| self.note_vote(voter)),
            DayEvent::LastChoice(by, chosen) => {
                if self.last_choices.contains(by) {
                    self.choose_at_last(by, chosen);
                }
            }
            DayEvent::DieByWill(seat) => self.die_by_will(seat),
            DayEvent::Doom(by, victim) => {
                if self.may_share_side(by, victim) {
                    self.threaten(victim, Cause::Ability { by });
                }
            }
            DayEvent::Use(by, what) => {
                if let Use::Shoot(target) = what {
                    self.say_action(by, Action::Shoot(target));
                }
                self.use_by_day(by, what);
            }
        }
    }
}

impl Mutator<'_> {
    /// A player dies between two acts of the day, if the Storyteller may let them.
    fn die_by_will(&mut self, seat: Seat) {
        if let Some(between_acts) = self.ability_of(seat).between_acts {
            between_acts(self, seat, Between::Talk);
        }
        if let Pending::Ruling(ruling) = self.pending
            && ruling.question == Question::Dies
            && ruling.about == seat
        {
            self.pending = Pending::Nothing;
            self.rule(ruling, Action::Rule(true));
        }
    }
}

impl State {
    /// Whether two players may register as members of the same side.
    fn may_share_side(&self, a: Seat, b: Seat) -> bool {
        let [a, b] = [a, b].map(|seat| self.judge_evil(seat));
        a.may_be_true && b.may_be_true || a.may_be_false && b.may_be_false
    }

    /// Whether a player may claim, at this moment, to have begun as this character without having been it: evil
    /// players may say anything, good ones only if their ability or another's lets them (rule book of the cast, M17).
    #[must_use]
    pub fn may_lie(&self, seat: Seat, claim: Character) -> bool {
        let thinks_evil =
            cast::of(self.role(seat)).false_identity.is_some_and(|identity| !identity.is_good());
        self.is_evil(seat)
            || thinks_evil
            || self.is_mad(seat)
            || cast::of(self.role(seat)).may_claim.is_some_and(|may_claim| may_claim(self, seat, claim))
    }

    /// Whether a player may honestly claim, at this moment, to have begun as this character.
    #[must_use]
    pub fn may_be_honest(&self, seat: Seat, claim: Character) -> bool {
        let may_claim = cast::of(self.role(seat)).may_claim.filter(|_| !self.is_evil(seat));
        self.is_mad(seat) || may_claim.is_none_or(|may_claim| may_claim(self, seat, claim))
    }

    /// Whether a player must be mad about being a character.
    fn is_mad(&self, seat: Seat) -> bool {
        let maddens = |mark: &Mark| mark.on == seat && mark.reminder.maddens() && self.works(mark.by);
        self.marks.iter().any(maddens)
    }

    /// What is pending now, and for whom.
    #[must_use]
    pub const fn pending(&self) -> Pending {
        self.pending
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

    /// Everyone's role.
    #[must_use]
    pub fn all_roles(&self) -> &[Character] {
        &self.roles[..self.size()]
    }

    /// What everyone thinks they are.
    #[must_use]
    pub fn all_shown_characters(&self) -> &[Character] {
        &self.shown_characters[..self.size()]
    }

    /// The characters that may be in play.
    #[must_use]
    pub const fn script(&self) -> CharacterSet {
        self.script.characters
    }

    /// Who is publicly alive.
    #[must_use]
    pub const fn publicly_alive(&self) -> Seats {
        self.living
    }

    /// Who is evil.
    #[must_use]
    pub const fn evil(&self) -> Seats {
        self.evil
    }

    /// Who has died and who has come back to life since dusk.
    #[must_use]
    pub const fn news(&self) -> (Seats, Seats) {
        (self.living_at_dusk.minus(self.living), self.living.minus(self.living_at_dusk))
    }

    /// Who was executed today, dead or alive.
    #[must_use]
    pub const fn executed_today(&self) -> Option<Seat> {
        self.executed
    }

    /// Whom the player whose turn it is at night has chosen.
    #[must_use]
    pub fn chosen_now(&self) -> Seats {
        self.chosen.chosen()
    }

    /// Whose ability it is that acts now at night, or that acted last.
    #[must_use]
    pub const fn acting_ability(&self) -> Character {
        self.ability[self.acting.index()]
    }

    /// The character whose ability a player has, or thinks they have.
    #[must_use]
    pub const fn ability_at(&self, seat: Seat) -> Character {
        self.ability[seat.index()]
    }

    /// Whether a statement is true if everyone registers as what they are.
    #[must_use]
    pub fn holds_plainly(&self, formula: &Formula) -> bool {
        formula.holds(self, &Registered { evil: self.evil, roles: self.roles })
    }

    /// Whether a statement to the player who is about to be told something is true if everyone registers as
    /// what they are.
    #[must_use]
    pub fn is_plainly_true(&self, statement: Statement) -> bool {
        self.plain_truth().is_some_and(|plain| plain.holds(statement))
    }

    /// What is true for the player who is about to hear something of an ability when everybody registers as what they are.
    #[must_use]
    pub fn plain_truth(&self) -> Option<PlainTruth> {
        let Pending::Telling(told, Topic::Ability) = self.pending else { return None };
        Some(PlainTruth { state: self.registering(Registration::Plain), told })
    }

    /// Whether something that a player is told by their own ability is false with everyone registering as
    /// what they are.
    pub(crate) fn is_false_in_fact(&self, told: Seat, statement: Statement) -> bool {
        let plain = self.registering(Registration::Plain);
        (self.ability_of(told).judges)(&plain, told, statement).may_be_false
    }

    /// How true a statement is that the player who is about to be told something may be told.
    #[must_use]
    pub fn truth(&self, statement: Statement) -> Truth {
        let Pending::Telling(told, Topic::Ability) = self.pending else { return Truth::Plain };
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

    /// The token that makes a player drunk or poisoned, if there is one.
    #[must_use]
    pub fn impairing(&self, seat: Seat) -> Option<Mark> {
        let is_it = |mark: &&Mark| mark.on == seat && mark.reminder.impairs();
        self.marks.iter().find(is_it).copied().filter(|_| self.impaired().contains(seat))
    }

    /// Whether a Demon's attack on this player has no effect.
    #[must_use]
    pub fn is_safe(&self, seat: Seat) -> bool {
        self.is_safe_from_demon(seat)
    }

    /// Whether a player is drunk, poisoned, or thinks they have an ability that they do not have.
    #[must_use]
    pub fn is_impaired(&self, seat: Seat) -> bool {
        !self.works(seat)
    }

    /// Whether a player is a Demon.
    #[must_use]
    pub fn is_demon(&self, seat: Seat) -> bool {
        self.role(seat).team() == Team::Demon
    }

    /// Whether what is chosen now affects only what the player is told, or whose vote counts.
    #[must_use]
    pub fn is_choice_idle(&self) -> bool {
        let seat = self.acting;
        let is_in_vain = self.is_fake(seat) || self.only_learns(seat);
        self.ability_of(seat).reach == Reach::Votes || is_in_vain && !self.script.counts_misfires
    }

    /// Whether this player's ability only gives them information.
    fn only_learns(&self, seat: Seat) -> bool {
        let ability = self.ability_of(seat);
        let acts_by_itself = ability.registers_as.is_some()
            || ability.protects.is_some()
            || ability.survives.is_some()
            || ability.nominated.is_some()
            || ability.vote_counts.is_some()
            || ability.at_dusk.is_some()
            || ability.is_safe_from_demon
            || ability.storyteller_rules.is_some();
        !acts_by_itself && ability.tells != Shape::Silent
    }

    /// If a player is to choose whom to impair until dusk: those for whom it matters. Players who have
    /// already acted and have nothing more to lose are left out.
    #[must_use]
    pub fn impairment_targets(&self) -> Option<ImpairmentTargets> {
        let Pending::Choice(nobody) = self.pending else { return None };
        let is_plain = nobody == self.acting && !self.script.counts_misfires;
        if !is_plain || self.ability_of(nobody).reach != Reach::ImpairsUntilDusk || !self.works(nobody) {
            return None;
        }
        let others = self.all_seats().without(nobody);
        let can_lose: Seats = others.iter().filter(|&seat| self.has_something_to_lose(seat)).collect();
        let learners = can_lose.iter().filter(|&seat| self.only_learns(seat)).collect();
        Some(ImpairmentTargets { nobody, doers: can_lose.minus(learners), learners })
    }

    /// Whether it can matter until dusk that this player is sober.
    fn has_something_to_lose(&self, seat: Seat) -> bool {
        let ability = self.ability_of(seat);
        let is_there = self.is_holder(seat) || ability.wakes_dead || ability.registers_as.is_some();
        let is_spent = ability.when == super::cast::When::FirstNight && !self.wakes(seat);
        is_there && !is_spent && !ability.is_setup_only && !self.is_fake(seat)
    }
}
