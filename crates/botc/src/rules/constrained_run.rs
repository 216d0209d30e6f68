//! The rules run along what was observed instead of action by action: the basis of deduction.
//!
//! It begins with a hypothetical deal. Nights are played by answering what is [`State::pending`]; what
//! happened by day is applied as a [`DayEvent`], without the turns and votes that nobody wrote down. All
//! effects are those of the rules; only whose turn it is does not matter here.

use gaslamp_core::trace::Phase;
use gaslamp_core::{Contents, Diagnostic, Seat, Seats};

use super::action::Action;
use super::cast::{self, ClaimRule, Reach, When};
use super::day::{DayVerb, Use};
use super::deal::Deal;
use super::event::Event;
use super::formula::Formula;
use super::hooks::Hook;
use super::marks::Mark;
use super::mutator::Mutator;
use super::registration::{Registered, Registration, must_be_false};
use super::ruling::Question;
use super::script::{HouseRules, PlayedScript, Script};
use super::state::{Between, Cause, Pending, Stage, State, Topic};
use super::statement::Statement;
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
    ability: Character,
}

impl PlainTruth {
    /// Whether a statement to that player is true.
    #[must_use]
    pub fn holds(&self, statement: Statement) -> bool {
        (cast::of(self.ability).judges)(&self.state, self.told, statement).may_be_true
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

/// What comes of a choice that makes a player another character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Making {
    /// Nothing.
    InVain,
    /// This player becomes this character and is told so.
    Makes(Seat, Character),
    /// More than that, or it is another kind of choice.
    Unclear,
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
        self.state.script.hooks = self.state.script.hooks.without(Hook::CountsMisfires);
        self
    }

    /// The same table with rules of its own.
    #[must_use]
    pub const fn with_house_rules(mut self, rules: HouseRules) -> Self {
        self.state.script.house = rules;
        self
    }

    /// The same table, where it is remembered whom these players choose at night: statements are about that.
    #[must_use]
    pub const fn remembering_choices(mut self, of: Seats) -> Self {
        self.state.script.choices_remembered = of;
        self
    }

    /// The same table, where whoever has several abilities at once has those of these characters, if it is said.
    #[must_use]
    pub fn uniting(mut self, united: Option<CharacterSet>) -> Self {
        if let Some(united) = united {
            self.state.script.united = united.and(self.state.script.characters);
        }
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
        let mut play = self.mutator(listener);
        play.answer(pending, action, &Contents::default());
        play.forget_choice();
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
        self.may_hear_by_day(Statement::Answer(answer))
    }

    /// Whether the player who is about to hear something by day may be told this; the player is told so.
    fn may_hear_by_day(&mut self, told: Statement) -> bool {
        let is_told = self.state.may_tell(told);
        if let Pending::Telling(seat, Topic::Ability(ability)) = self.state.pending {
            self.mutator(None).note_telling(seat, ability, told);
        }
        self.state.pending = Pending::Nothing;
        is_told
    }

    /// A player asks the Storyteller by day about another table; returns what the answer must be there, if that is certain, or nothing
    /// at all if the player cannot ask.
    pub fn answer_elsewhere(&mut self, seat: Seat) -> Option<Option<bool>> {
        if !self.state.may_use(seat, DayVerb::Ask) {
            return None;
        }
        // What is asked of this table instead does not matter.
        self.mutator(None).use_by_day(seat, Use::Ask(&Formula::Exactly(0, Vec::new())));
        self.state.pending = Pending::Nothing;
        if must_be_false(&self.state, seat) {
            self.mutator(None).misfire(seat);
            return Some(Some(false));
        }
        if self.state.works(seat) {
            return Some(Some(true));
        }
        self.mutator(None).may_misfire(seat);
        Some(None)
    }

    /// Whether a statement may be true at this moment, and whether it may be false, as players register.
    #[must_use]
    pub fn judge(&self, statement: &Formula) -> (bool, bool) {
        let verdict = statement.judge(&self.state);
        (verdict.may_be_true, verdict.may_be_false)
    }

    /// A player tells the Storyteller by day whom they suspect; returns whether this player may be shown.
    #[must_use]
    pub fn may_show(&mut self, seat: Seat, suspect: Seat, shown: Seat) -> bool {
        if !self.state.may_use(seat, DayVerb::Suspect) {
            return false;
        }
        self.mutator(None).use_by_day(seat, Use::Suspect(suspect));
        self.may_hear_by_day(Statement::Players(Seats::only(shown)))
    }

    /// A player visits the Storyteller by day; returns whether these two statements may be told.
    #[must_use]
    pub fn may_tell_things(&mut self, seat: Seat, [a, b]: &[Formula; 2]) -> bool {
        if !self.state.may_use(seat, DayVerb::Visit) {
            return false;
        }
        self.mutator(None).use_by_day(seat, Use::Visit);
        let is_told = self.state.may_be_told_things(a, b);
        self.state.pending = Pending::Nothing;
        self.mutator(None).note_things(seat, a, b);
        is_told
    }
}

impl Mutator<'_> {
    /// Once nothing more comes of a choice, it does not matter what was chosen: tables are equal then.
    fn forget_choice(&mut self) {
        let is_open =
            !self.has_nothing_pending() || self.attacks[0].is_some() || self.later_rulings[0].is_some();
        if !is_open {
            self.chosen = Action::Pass;
        }
    }

    fn note_told(&mut self, pending: Pending, statement: Option<Statement>) {
        let (seat, character) = match pending {
            Pending::Telling(seat, Topic::Ability(character)) => (seat, character),
            Pending::Telling(demon, Topic::Evil) => return self.tell_demon_more(demon),
            _ => return,
        };
        let ability = cast::of(character);
        match statement {
            Some(statement) => {
                self.note_telling(seat, character, statement);
                if ability.remembers_telling {
                    (ability.reminds)(self, seat, statement);
                }
            }
            None => self.note_unknown_telling(seat, character),
        }
        self.after_telling(seat, ability);
    }

    fn happen(&mut self, event: DayEvent<'_>) {
        match event {
            DayEvent::Execute(seat) => {
                self.stage = Stage::Evening;
                let voters = std::mem::replace(&mut self.hands, Seats::NONE);
                if voters.is_empty() || !self.are_votes_void(voters) {
                    self.execute(seat);
                }
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
            DayEvent::Voted(seats) => {
                seats.iter().for_each(|voter| self.note_vote(voter));
                // Whether an execution that follows stands may depend on them.
                self.hands = if self.script.has(Hook::VoidsVotes) { seats } else { Seats::NONE };
            }
            DayEvent::LastChoice(by, chosen) => {
                if self.last_choices.contains(by) {
                    self.choose_at_last(by, chosen);
                }
            }
            DayEvent::DieByWill(seat) => self.die_by_will(seat),
            DayEvent::Doom(by, victim) => {
                if self.may_share_side(by, victim) && self.is_alive(by) && self.alive().len() >= DOOM_PLAYERS
                {
                    self.threaten(victim, Cause::Ability { by });
                }
            }
            DayEvent::Use(by, what) => {
                if let Use::Shoot(target) = what {
                    self.say_action(by, Action::Shoot(target));
                }
                // Out of its time, it is only talk.
                if self.may_use(by, what.verb()) {
                    self.use_by_day(by, what);
                }
            }
        }
    }
}

impl Mutator<'_> {
    /// A player dies between two acts of the day, if the Storyteller may let them.
    fn die_by_will(&mut self, seat: Seat) {
        self.each_ability(Seats::only(seat), Hook::BetweenActs, |play, seat, _, ability| {
            if let Some(between_acts) = ability.between_acts {
                between_acts(play, seat, Between::Talk);
            }
        });
        if let Pending::Ruling(ruling) = self.pending
            && ruling.question == Question::Dies
            && ruling.about == seat
        {
            self.pending = Pending::Nothing;
            self.rule(ruling, Action::Rule(true));
        }
    }
}

/// With fewer players alive, nobody may call for a death.
const DOOM_PLAYERS: usize = 4;

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
        let knows_evil = !self.is_thought_good(self.role(seat)) || self.told_evil.contains(seat);
        self.is_evil(seat) && knows_evil
            || self.is_thought_evil(self.role(seat))
            || self.is_mad(seat)
            || self.claim_rule(self.role(seat)).is_some_and(|may_claim| may_claim(self, seat, claim))
    }

    /// Whether players of this character do not know it and think they are evil.
    #[must_use]
    pub fn is_thought_evil(&self, role: Character) -> bool {
        self.false_identity_of(role).is_some_and(|identity| !identity.is_good())
    }

    /// Whether players of this character do not know it and think they are good, so that they say what they believe.
    #[must_use]
    pub fn is_thought_good(&self, role: Character) -> bool {
        self.false_identity_of(role).is_some_and(|identity| identity.is_good())
    }

    /// Whether players of this character need not tell the truth, whichever side they are on.
    #[must_use]
    pub fn is_free_to_lie(&self, role: Character) -> bool {
        self.is_thought_evil(role) || self.claim_rule(role).is_some()
    }

    /// What a player of this character need not tell the truth about, by it or by one that it unites with others. Whoever does not
    /// know it, does not know that either.
    fn claim_rule(&self, role: Character) -> Option<ClaimRule> {
        if self.is_thought_good(role) {
            return None;
        }
        let united = cast::united_by(role, self.script.united);
        let mut characters = std::iter::once(role).chain(united.iter());
        characters.find_map(|character| cast::of(character).may_claim)
    }

    /// Whether a player may honestly claim, at this moment, to have begun as this character. Only the living may have reason not to.
    #[must_use]
    pub fn may_be_honest(&self, seat: Seat, claim: Character) -> bool {
        let is_bound = !self.is_evil(seat) && self.is_alive(seat);
        let may_claim = self.claim_rule(self.role(seat)).filter(|_| is_bound);
        self.is_mad(seat) || may_claim.is_none_or(|may_claim| may_claim(self, seat, claim))
    }

    /// Whether a player knows this about the other by their own ability, which began with a token there.
    #[must_use]
    pub fn has_starting_token_at(&self, seat: Seat, other: Seat) -> bool {
        let is_it = |mark: &Mark| {
            mark.by == seat
                && mark.on == other
                && cast::of(mark.reminder.owner()).starting_token == Some(mark.reminder)
        };
        self.marks.iter().any(is_it)
    }

    /// Whether a player must be mad about being a character.
    #[must_use]
    pub fn is_mad(&self, seat: Seat) -> bool {
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

    /// Whether it is remembered whom this player chooses at night.
    #[must_use]
    pub const fn remembers_choices_of(&self, seat: Seat) -> bool {
        self.script.choices_remembered.contains(seat)
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
        self.acting_as
    }

    /// The character whose ability a player has, or thinks they have.
    #[must_use]
    pub fn ability_at(&self, seat: Seat) -> Character {
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
        let Pending::Telling(told, Topic::Ability(ability)) = self.pending else { return None };
        Some(PlainTruth { state: self.registering(Registration::Plain), told, ability })
    }

    /// Whether something that a player is told by their own ability is false with everyone registering as
    /// what they are.
    pub(crate) fn is_false_in_fact(&self, told: Seat, ability: Character, statement: Statement) -> bool {
        let plain = self.registering(Registration::Plain);
        (cast::of(ability).judges)(&plain, told, statement).may_be_false
    }

    /// How true a statement is that the player who is about to be told something may be told.
    #[must_use]
    pub fn truth(&self, statement: Statement) -> Truth {
        let Pending::Telling(told, Topic::Ability(ability)) = self.pending else { return Truth::Plain };
        let may_be_true = || (cast::of(ability).judges)(self, told, statement).may_be_true;
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

    /// Whether what this player learns must be false, because somebody's ability demands it.
    #[must_use]
    pub fn hears_only_falsehoods(&self, seat: Seat) -> bool {
        must_be_false(self, seat)
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

    /// Whether what is chosen now affects only what the player is told, or whose vote counts, and nobody reacts to it.
    #[must_use]
    pub fn is_choice_idle(&self) -> bool {
        let seat = self.acting;
        let character = self.acting_as;
        let reacts = |seat| self.part_of(seat, |ability| ability.reacts).is_some();
        if self.all_seats().iter().any(reacts) {
            return false;
        }
        let is_in_vain = self.is_fake_as(seat, character) || cast::of(character).only_learns();
        cast::of(character).reach == Reach::Votes || is_in_vain && !self.script.has(Hook::CountsMisfires)
    }

    /// If what is chosen now matters only to whoever nominates before dusk: the players to whom it matters all
    /// the same, because they react to being chosen.
    #[must_use]
    pub fn matters_to_nominators(&self) -> Option<Seats> {
        let is_heard = |seat| self.part_of(seat, |ability| ability.hears_of_choice).is_some();
        let reacts = |seat: &Seat| self.part_of(*seat, |ability| ability.reacts).is_some();
        if cast::of(self.acting_as).reach != Reach::Nominators || self.all_seats().iter().any(is_heard) {
            return None;
        }
        Some(self.all_seats().iter().filter(reacts).collect())
    }

    /// Whether somebody may yet die tonight. Whoever only learns something at night, or never wakes, kills nobody then.
    #[must_use]
    pub fn may_deaths_follow(&self) -> bool {
        let is_asked = !matches!(self.pending, Pending::Nothing | Pending::Telling(..) | Pending::Choice(_));
        if is_asked
            || self.attacks[0].is_some()
            || self.script.has(Hook::Watches)
            || self.are_deaths_arbitrary()
        {
            return true;
        }
        self.steps_to_come().any(|character| {
            let ability = cast::of(character);
            let is_idle = ability.when == When::Never || ability.only_learns();
            !is_idle && self.all_seats().iter().any(|seat| self.seems(seat, character))
        })
    }

    /// What comes of this choice for the ability that acts now, if all it does is to make a player another
    /// character.
    #[must_use]
    pub fn making(&self, choice: Action) -> Making {
        let Action::Name(target, character) = choice else { return Making::Unclear };
        let is_heard = |seat| self.part_of(seat, |ability| ability.hears_of_choice).is_some();
        let is_plain = cast::of(self.acting_as).makes_characters
            && self.works_as(self.acting, self.acting_as)
            && self.part_of(target, |ability| ability.reacts).is_none()
            && !self.all_seats().iter().any(is_heard);
        if !is_plain {
            Making::Unclear
        } else if !self.has_room_for(character) || !self.can_become(character) {
            Making::InVain
        } else if self.false_identity_of(character).is_none() {
            Making::Makes(target, character)
        } else {
            Making::Unclear
        }
    }

    /// The abilities that a player has, or thinks they have.
    pub fn abilities_at(&self, seat: Seat) -> impl Iterator<Item = Character> + '_ {
        self.abilities(seat)
    }

    /// Whether a player has an ability as the living do.
    #[must_use]
    pub fn has_ability(&self, seat: Seat) -> bool {
        self.is_holder(seat)
    }

    /// Whether somebody has, or may be given tonight, an ability that acts because others are impaired.
    fn is_impairment_heeded(&self) -> bool {
        let heeds = |character: Character| cast::of(character).heeds_impairment;
        let has = |seat: Seat| self.abilities(seat).any(heeds);
        let script = self.script.characters;
        script.iter().any(heeds)
            && (self.all_seats().iter().any(has)
                || script.iter().any(|character| cast::of(character).makes_characters))
    }

    /// If a player is to choose whom to impair until dusk: those for whom it matters. Players who have
    /// already acted and have nothing more to lose are left out.
    #[must_use]
    pub fn impairment_targets(&self) -> Option<ImpairmentTargets> {
        let Pending::Choice(nobody) = self.pending else { return None };
        let is_plain = nobody == self.acting && !self.script.has(Hook::CountsMisfires);
        if !is_plain
            || self.is_impairment_heeded()
            || cast::of(self.acting_as).reach != Reach::ImpairsUntilDusk
            || !self.works_as(nobody, self.acting_as)
        {
            return None;
        }
        let others = self.all_seats().without(nobody);
        let can_lose: Seats = others.iter().filter(|&seat| self.has_something_to_lose(seat)).collect();
        let only_learns = |&seat: &Seat| {
            let mut abilities = self.abilities(seat);
            abilities.all(|character| cast::of(character).only_learns()) && !self.gives_ability(seat)
        };
        let learners = can_lose.iter().filter(only_learns).collect();
        Some(ImpairmentTargets { nobody, doers: can_lose.minus(learners), learners })
    }

    /// Whether it can matter until dusk that this player is sober.
    fn has_something_to_lose(&self, seat: Seat) -> bool {
        self.gives_ability(seat)
            || self.abilities(seat).any(|character| {
                let ability = cast::of(character);
                let is_there = self.is_holder(seat) || ability.wakes_dead || ability.registers_as.is_some();
                let is_spent = ability.when == When::FirstNight && !self.wakes_as(seat, character);
                let is_own = self.responsible_for(seat, character) == seat;
                is_there && is_own && !is_spent && !ability.is_setup_only && !self.is_fake_as(seat, character)
            })
    }

    /// Whether somebody has an ability through this player.
    fn gives_ability(&self, seat: Seat) -> bool {
        self.script.has(Hook::GivesAbilities)
            && self.marks.iter().any(|mark| mark.by == seat && mark.reminder.gives_ability())
    }
}
