//! The rules: a state, who is to act, what is legal, what an action does.
//!
//! Accepts [`Action`]s, emits [`Event`]s. Comments name the sections of the rule book. A state is plain data;
//! listing and stepping allocate nothing.

mod action;
mod deal;
mod event;
pub mod phase;
mod refusals;

use self::phase::{DAY, EVENING, NIGHT};
use gaslamp_core::trace::Phase;
use gaslamp_core::{
    Actor, Choice, Contents, Diagnostic, Game, NoContent, Outcome, Refusal, Rng, Rule, Seat, Seats,
};

use action::END_TURN;
pub use action::{Action, ActionSet};
pub use deal::{Colour, Deal, Role};
pub use event::{Ballot, Event, Finding, Phrase, SeatList};
pub use refusals::REFUSALS;

/// The number of seats.
pub const SEATS: usize = 10;

const EVERYBODY: Seats = Seats::first(SEATS);

/// Rules that vary between real tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Every living black shoots, and only a common target dies.
    pub unanimous_kill: bool,
    /// The most actions in a turn.
    pub actions_per_turn: u8,
    /// The number of rounds in a row without a departure that makes a draw.
    pub quiet_rounds: u8,
    /// Whether the only nominee of day 1 leaves without a vote, as on later days.
    pub lone_nominee_leaves_on_day_1: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            unanimous_kill: false,
            actions_per_turn: 7,
            quiet_rounds: 3,
            lone_nominee_leaves_on_day_1: false,
        }
    }
}

impl Rules {
    /// Values out of range, each with the name of its field.
    pub(crate) fn problems(&self) -> Vec<(&'static [&'static str], Diagnostic)> {
        let mut problems = Vec::new();
        let mut check = |keys: &'static [&'static str], id, value: u8, most: u8| {
            if !(1..=most).contains(&value) {
                let message = format!("{} is {value}; it must be from 1 to {most}", keys[0]);
                problems.push((keys, Diagnostic::illegal(id, message)));
            }
        };
        check(&["actions_per_turn"], "mafia/rules/actions-per-turn", self.actions_per_turn, 48);
        check(&["quiet_rounds"], "mafia/rules/quiet-rounds", self.quiet_rounds, 9);
        problems
    }
}

/// The only choice with too many options to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// Any of the 2,520 deals, all equally likely.
    Deal,
}

/// What the table is doing, and who is to act in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Deal,
    Talk(Seat),
    LastWords { speaker: Seat, at_dawn: bool },
    Vote { round: u8, voter: Seat },
    Kill(Seat),
    DonCheck,
    SheriffCheck,
    Over { winner: Option<Colour>, phase: Phase },
}

/// One state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) rules: Rules,
    pub(crate) deal: Option<Deal>,
    pub(crate) living: Seats,
    pub(crate) stage: Stage,
    /// Counted from 1; 0 before the deal. A night has the number of its day.
    pub(crate) day: u8,
    /// Who speaks and votes first today; at dawn, still yesterday's.
    pub(crate) starter: Seat,
    /// What was done in the current turn.
    pub(crate) done: ActionSet,
    /// The number of those actions; counting the set at every step would cost more than all the rest.
    pub(crate) done_count: u8,
    /// The nominees, in order of nomination; after a tie, the tied.
    pub(crate) nominees: SeatList,
    /// The votes of the current round, in voting order, as they count.
    pub(crate) cast: SeatList,
    /// Who voted that all the tied leave.
    pub(crate) cast_eliminate: Seats,
    /// Who has yet to say last words, the speaker first.
    pub(crate) leaving: SeatList,
    /// Whether somebody was voted out today.
    pub(crate) left_today: bool,
    /// The target of the night's shot.
    pub(crate) victim: Option<Seat>,
    /// With `unanimous_kill`, whether all shots so far agree.
    pub(crate) shots_agree: bool,
    /// Rounds in a row without a departure.
    pub(crate) quiet: u8,
}

impl State {
    /// Before the deal.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            deal: None,
            living: EVERYBODY,
            stage: Stage::Deal,
            day: 0,
            starter: Seat::new(0),
            done: ActionSet::default(),
            done_count: 0,
            nominees: SeatList::default(),
            cast: SeatList::default(),
            cast_eliminate: Seats::NONE,
            leaving: SeatList::default(),
            left_today: false,
            victim: None,
            shots_agree: true,
            quiet: 0,
        }
    }

    /// Everything the seat to act may do; empty before the deal and after the end. The learners' mask and the
    /// legal list are made from it.
    #[inline]
    #[must_use]
    pub fn legal_set(&self) -> ActionSet {
        let others = |seat: Seat| self.living.without(seat);
        let rest = match self.stage {
            Stage::Deal | Stage::Over { .. } => return ActionSet::default(),
            Stage::Talk(speaker) => self.talk(others(speaker), true),
            Stage::LastWords { speaker, .. } => self.talk(others(speaker), false),
            Stage::Vote { round: 3, .. } => ActionSet::lift_votes(),
            Stage::Vote { .. } => ActionSet::votes(self.nominees.set()),
            Stage::Kill(shooter) => ActionSet::kills(others(shooter)),
            Stage::DonCheck => ActionSet::don_checks(self.others_than(Deal::don)),
            Stage::SheriffCheck => ActionSet::sheriff_checks(self.others_than(Deal::sheriff)),
        };
        rest.or(ActionSet::END_TURN)
    }

    /// Who was dealt what, for whoever may see everything; nothing before the deal.
    #[must_use]
    pub fn dealt(&self) -> Option<&Deal> {
        self.deal.as_ref()
    }

    /// What may still be done in this turn.
    #[inline]
    fn talk(&self, targets: Seats, may_nominate: bool) -> ActionSet {
        if self.turn_is_full() {
            return ActionSet::default();
        }
        let nominees = if may_nominate && !self.has_nominated() {
            targets.minus(self.nominees.set())
        } else {
            Seats::NONE
        };
        ActionSet::talk(targets).minus(self.done).or(ActionSet::nominations(nominees))
    }

    #[inline]
    fn turn_is_full(&self) -> bool {
        self.done_count >= self.rules.actions_per_turn
    }

    /// Whether the speaker has nominated in this turn.
    fn has_nominated(&self) -> bool {
        !self.done.minus(ActionSet::talk(EVERYBODY)).is_empty()
    }

    fn others_than(&self, owner: fn(&Deal) -> Seat) -> Seats {
        self.deal.as_ref().map_or(Seats::NONE, |deal| self.living.without(owner(deal)))
    }

    /// The rule that refuses an action that is not in [`State::legal_set`].
    #[cold]
    fn refusal(&self, action: Action) -> &'static Rule {
        use refusals as r;
        let (target, talk) = match action {
            Action::Nominate(seat) | Action::ClaimCheck(seat, _) | Action::Say(seat, _) => (Some(seat), true),
            Action::ClaimSheriff | Action::DenySheriff => (None, true),
            Action::Kill(seat) | Action::SheriffCheck(seat) | Action::DonCheck(seat) => (Some(seat), false),
            _ => (None, false),
        };
        let misplaced = match (self.stage, action) {
            (Stage::Over { .. }, _) => Some(&r::OVER),
            (Stage::Deal, _) => Some(&r::DEAL_FIRST),
            (_, Action::Deal(_)) => Some(&r::DEAL_ONCE),
            (Stage::Talk(_) | Stage::LastWords { .. }, _) if talk => None,
            (Stage::Vote { round: 3, .. }, Action::Vote(_)) => Some(&r::VOTE_ROUND_THREE),
            (Stage::Vote { .. }, Action::Vote(_)) => Some(&r::VOTE_NOMINEE),
            (Stage::Vote { .. }, Action::EliminateAll | Action::KeepAll) => Some(&r::VOTE_ROUND_ONE),
            (_, Action::Vote(_) | Action::EliminateAll | Action::KeepAll) => Some(&r::VOTE_ONLY),
            (Stage::Kill(_), Action::Kill(_)) => None,
            (Stage::DonCheck, Action::DonCheck(_)) => None,
            (Stage::SheriffCheck, Action::SheriffCheck(_)) => None,
            (Stage::Kill(_) | Stage::DonCheck | Stage::SheriffCheck, _) if !talk => Some(&r::NIGHT_STEP),
            _ if talk => Some(&r::TALK_ONLY),
            _ => Some(&r::NIGHT_ONLY),
        };
        if let Some(rule) = misplaced {
            return rule;
        }
        let actor = self.to_act().and_then(Actor::seat);
        match (action, target) {
            (_, Some(seat)) if seat.index() >= SEATS => &r::TARGET_SEAT,
            (_, Some(seat)) if Some(seat) == actor => &r::TARGET_SELF,
            (_, Some(seat)) if !self.living.contains(seat) => &r::TARGET_OUT,
            _ if self.done.contains(action) => &r::TURN_REPEATED,
            _ if self.turn_is_full() => &r::TURN_LENGTH,
            _ if matches!(self.stage, Stage::LastWords { .. }) => &r::NOMINATE_LAST_WORDS,
            _ if self.has_nominated() => &r::NOMINATE_ONCE,
            _ => &r::NOMINATE_AGAIN,
        }
    }

    /// Applies the action with this id: [`Game::apply`] for callers that pick from [`State::legal_set`] and
    /// do not need the action otherwise.
    ///
    /// # Errors
    /// The rule that refuses it; nothing has changed in that case.
    #[inline]
    pub fn apply_id(&mut self, id: usize, emit: &mut impl FnMut(Phase, Event)) -> Result<(), Refusal> {
        let action = Action::from_id(id).ok_or(&refusals::TARGET_SEAT)?;
        if !self.legal_set().contains_id(id) {
            return Err(self.refusal(action).into());
        }
        self.act(id, action, emit);
        Ok(())
    }

    /// Applies the action with this id, which [`State::legal_set`] has just listed, without reporting events:
    /// for play that nobody watches.
    #[inline]
    pub fn apply_listed(&mut self, id: usize) {
        debug_assert!(self.legal_set().contains_id(id), "{:?} is not listed", Action::from_id(id));
        if let Some(action) = Action::from_id(id) {
            self.act(id, action, &mut |_, _| {});
        }
    }

    /// Carries out a legal action.
    #[inline]
    fn act(&mut self, id: usize, action: Action, emit: &mut impl FnMut(Phase, Event)) {
        let by = self.to_act().and_then(Actor::seat);
        let audience = match self.stage {
            Stage::Talk(_) | Stage::LastWords { .. } => EVERYBODY,
            _ => by.map_or(Seats::NONE, Seats::only),
        };
        emit(self.phase(), Event { phrase: Phrase::Act(action), by, audience });
        match self.stage {
            Stage::Talk(_) | Stage::LastWords { .. } => self.speak(id, action, emit),
            Stage::Vote { round, voter } => self.vote(round, voter, action, emit),
            Stage::Kill(shooter) => self.kill(shooter, action, emit),
            Stage::DonCheck | Stage::SheriffCheck => {
                by.iter().for_each(|&checker| self.check_result(checker, action, emit));
                if self.stage == Stage::DonCheck { self.checks_after_don(emit) } else { self.end_night(emit) }
            }
            // No action with an id is legal in these.
            Stage::Deal | Stage::Over { .. } => {}
        }
    }

    /// "Deal": roles are told, and the first day begins.
    fn deal(&mut self, deal: Deal, emit: &mut impl FnMut(Phase, Event)) {
        self.deal = Some(deal);
        announce(Phase::SETUP, Phrase::GameStart, emit);
        for seat in EVERYBODY.iter() {
            let mut tell = |phrase| {
                emit(Phase::SETUP, Event { phrase, by: Some(seat), audience: Seats::only(seat) });
            };
            tell(Phrase::YourPosition(seat));
            tell(Phrase::YourRole(deal.role(seat)));
            let mut others = deal.blacks().without(seat).iter();
            if let (true, Some(low), Some(high)) =
                (deal.blacks().contains(seat), others.next(), others.next())
            {
                tell(Phrase::MafiaTeam([low, high]));
            }
        }
        self.begin_day(emit);
    }

    /// "Day n", 1.
    fn begin_day(&mut self, emit: &mut impl FnMut(Phase, Event)) {
        self.day += 1;
        self.left_today = false;
        self.nominees = SeatList::default();
        announce(Phase::new(DAY, self.day.into()), Phrase::Day(self.day), emit);
        match self.victim.take() {
            Some(victim) => self.leave([victim].into_iter().collect(), true, emit),
            None => self.begin_talk(emit),
        }
    }

    /// "Day n", 2: yesterday's starter is followed by the next living seat.
    fn begin_talk(&mut self, emit: &mut impl FnMut(Phase, Event)) {
        if self.day > 1 {
            self.starter = self.living.next_after(self.starter).unwrap_or(self.starter);
        }
        announce(Phase::new(DAY, self.day.into()), Phrase::StartingPlayer(self.starter), emit);
        self.begin_turn(Stage::Talk(self.starter), self.starter, emit);
    }

    fn begin_turn(&mut self, stage: Stage, speaker: Seat, emit: &mut impl FnMut(Phase, Event)) {
        self.stage = stage;
        self.clear_turn();
        announce(self.phase(), Phrase::Turn(speaker), emit);
    }

    fn clear_turn(&mut self) {
        self.done = ActionSet::default();
        self.done_count = 0;
    }

    /// One or more players leave together: first they all go, then the game may be over, then they speak.
    fn leave(&mut self, leaving: SeatList, at_dawn: bool, emit: &mut impl FnMut(Phase, Event)) {
        let phase =
            if at_dawn { Phase::new(DAY, self.day.into()) } else { Phase::new(EVENING, self.day.into()) };
        self.living = self.living.minus(leaving.set());
        for &seat in leaving.as_slice() {
            announce(phase, Phrase::Eliminated(seat), emit);
        }
        if let Some(winner) = self.deal.as_ref().and_then(|deal| winner(deal, self.living)) {
            announce(phase, Phrase::Won(winner), emit);
            self.stage = Stage::Over { winner: Some(winner), phase };
            return;
        }
        self.leaving = leaving;
        self.next_last_words(at_dawn, emit);
    }

    fn next_last_words(&mut self, at_dawn: bool, emit: &mut impl FnMut(Phase, Event)) {
        match self.leaving.as_slice().first() {
            Some(&speaker) => self.begin_turn(Stage::LastWords { speaker, at_dawn }, speaker, emit),
            None if at_dawn => self.begin_talk(emit),
            None => self.begin_night(emit),
        }
    }

    /// What is said, nominated or ended in a turn or in last words.
    #[inline]
    fn speak(&mut self, id: usize, action: Action, emit: &mut impl FnMut(Phase, Event)) {
        if id != END_TURN {
            self.done = self.done.with_id(id);
            self.done_count += 1;
            if let Action::Nominate(seat) = action {
                self.nominees.push(seat);
            }
            return;
        }
        self.clear_turn();
        match self.stage {
            Stage::LastWords { at_dawn, .. } => {
                self.leaving = self.leaving.rest();
                self.next_last_words(at_dawn, emit);
            }
            Stage::Talk(speaker) => match self.living.next_after(speaker) {
                Some(next) if next != self.starter => self.begin_turn(Stage::Talk(next), next, emit),
                _ => self.begin_vote(emit),
            },
            _ => {}
        }
    }

    /// "Vote": nobody, one or several nominees.
    fn begin_vote(&mut self, emit: &mut impl FnMut(Phase, Event)) {
        let evening = Phase::new(EVENING, self.day.into());
        if !self.nominees.is_empty() {
            announce(evening, Phrase::NominatedList(self.nominees), emit);
        }
        match self.nominees.len() {
            0 => self.begin_night(emit),
            1 if self.day == 1 && !self.rules.lone_nominee_leaves_on_day_1 => self.begin_night(emit),
            1 => self.vote_out(self.nominees, emit),
            _ => self.begin_round(1),
        }
    }

    fn begin_round(&mut self, round: u8) {
        self.stage = Stage::Vote { round, voter: self.starter };
    }

    fn vote(&mut self, round: u8, voter: Seat, action: Action, emit: &mut impl FnMut(Phase, Event)) {
        match action {
            Action::Vote(seat) => self.cast.push(seat),
            Action::EndTurn if round < 3 => {
                // A hand not raised counts for the last nominee.
                self.cast.push(self.nominees.as_slice().last().copied().unwrap_or_default());
            }
            Action::EliminateAll => self.cast_eliminate = self.cast_eliminate.with(voter),
            _ => {}
        }
        match self.living.next_after(voter) {
            Some(next) if next != self.starter => self.stage = Stage::Vote { round, voter: next },
            _ => self.end_round(round, emit),
        }
    }

    /// All votes of a round are shown, in voting order, and counted.
    fn end_round(&mut self, round: u8, emit: &mut impl FnMut(Phase, Event)) {
        let mut voter = self.starter;
        for index in 0..self.living.len() {
            let ballot = match self.cast.as_slice().get(index) {
                Some(&against) => Ballot::Against(against),
                None if self.cast_eliminate.contains(voter) => Ballot::EliminateAll,
                None => Ballot::KeepAll,
            };
            announce(Phase::new(EVENING, self.day.into()), Phrase::VoteRevealed(voter, ballot), emit);
            voter = self.living.next_after(voter).unwrap_or(voter);
        }
        if round == 3 {
            let eliminate = self.cast_eliminate.len();
            self.clear_round();
            if eliminate * 2 > self.living.len() {
                self.vote_out(self.nominees, emit);
            } else {
                self.begin_night(emit);
            }
            return;
        }
        let mut counts = [0u8; SEATS];
        self.cast.as_slice().iter().for_each(|seat| counts[seat.index()] += 1);
        let most = counts.iter().max().copied().unwrap_or_default();
        let top: SeatList =
            self.nominees.as_slice().iter().copied().filter(|seat| counts[seat.index()] == most).collect();
        self.clear_round();
        if top.len() == 1 {
            self.vote_out(top, emit);
        } else {
            announce(Phase::new(EVENING, self.day.into()), Phrase::TieResult(top), emit);
            self.nominees = top;
            self.begin_round(round + 1);
        }
    }

    fn clear_round(&mut self) {
        self.cast = SeatList::default();
        self.cast_eliminate = Seats::NONE;
    }

    fn vote_out(&mut self, leaving: SeatList, emit: &mut impl FnMut(Phase, Event)) {
        self.left_today = true;
        self.nominees = SeatList::default();
        self.leave(leaving, false, emit);
    }

    /// "Night n", 1: the don shoots, or else the lowest living mafia; with `unanimous_kill` every black.
    fn begin_night(&mut self, emit: &mut impl FnMut(Phase, Event)) {
        self.nominees = SeatList::default();
        announce(Phase::new(NIGHT, self.day.into()), Phrase::Night(self.day), emit);
        self.shots_agree = true;
        // Without a living black the game is over, so there is someone to shoot.
        let shooters = self.deal.as_ref().map_or(Seats::NONE, |deal| shooters(deal, self.living, self.rules));
        if let Some(shooter) = shooters.lowest() {
            self.stage = Stage::Kill(shooter);
        }
    }

    fn kill(&mut self, shooter: Seat, action: Action, emit: &mut impl FnMut(Phase, Event)) {
        let target = if let Action::Kill(seat) = action { Some(seat) } else { None };
        let shooters = self.deal.as_ref().map_or(Seats::NONE, |deal| shooters(deal, self.living, self.rules));
        let is_first = shooters.lowest() == Some(shooter);
        if is_first {
            self.victim = target;
        } else if target != self.victim {
            self.shots_agree = false;
        }
        match shooters.iter().find(|next| *next > shooter) {
            Some(next) => self.stage = Stage::Kill(next),
            None => {
                self.victim = self.victim.filter(|_| self.shots_agree);
                self.shots_agree = true;
                self.checks_after_kill(emit);
            }
        }
    }

    /// "Night n", 2 and 3: a step whose owner has left is silently skipped.
    fn checks_after_kill(&mut self, emit: &mut impl FnMut(Phase, Event)) {
        if self.deal.is_some_and(|deal| self.living.contains(deal.don())) {
            self.stage = Stage::DonCheck;
        } else {
            self.checks_after_don(emit);
        }
    }

    fn checks_after_don(&mut self, emit: &mut impl FnMut(Phase, Event)) {
        if self.deal.is_some_and(|deal| self.living.contains(deal.sheriff())) {
            self.stage = Stage::SheriffCheck;
        } else {
            self.end_night(emit);
        }
    }

    /// Tells the checker, and nobody else, the result of the check.
    fn check_result(&self, checker: Seat, action: Action, emit: &mut impl FnMut(Phase, Event)) {
        let Some(deal) = self.deal else { return };
        let (seat, finding) = match action {
            Action::DonCheck(seat) => (seat, Finding::Sheriff(seat == deal.sheriff())),
            Action::SheriffCheck(seat) => (seat, Finding::Colour(deal.role(seat).colour())),
            _ => return,
        };
        let phrase = Phrase::CheckResult(seat, finding);
        emit(self.phase(), Event { phrase, by: Some(checker), audience: Seats::only(checker) });
    }

    /// "End": three rounds in a row without a departure are a draw. The night's victim counts for its round.
    fn end_night(&mut self, emit: &mut impl FnMut(Phase, Event)) {
        let is_quiet = !self.left_today && self.victim.is_none();
        self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
        if self.quiet >= self.rules.quiet_rounds {
            self.stage = Stage::Over { winner: None, phase: Phase::new(NIGHT, self.day.into()) };
        } else {
            self.begin_day(emit);
        }
    }
}

/// "End": which team has won with these players left, if one has.
#[must_use]
pub fn winner(deal: &Deal, living: Seats) -> Option<Colour> {
    let blacks = deal.blacks().and(living).len();
    let reds = living.len() - blacks;
    if blacks == 0 { Some(Colour::Red) } else { (blacks >= reds).then_some(Colour::Black) }
}

/// "Night n": who acts, in order. A step whose owner has left is not there.
#[must_use]
pub fn night_steps(deal: &Deal, living: Seats, rules: Rules) -> SeatList {
    let checkers = [deal.don(), deal.sheriff()].into_iter().filter(|&seat| living.contains(seat));
    shooters(deal, living, rules).iter().chain(checkers).collect()
}

/// "Night n", 1: who is to shoot, in seat order.
#[must_use]
pub fn shooters(deal: &Deal, living: Seats, rules: Rules) -> Seats {
    let blacks = deal.blacks().and(living);
    if rules.unanimous_kill {
        return blacks;
    }
    let don = Some(deal.don()).filter(|&don| living.contains(don));
    don.or(blacks.lowest()).map_or(Seats::NONE, Seats::only)
}

/// Something that the whole table hears.
#[inline]
fn announce(phase: Phase, phrase: Phrase, emit: &mut impl FnMut(Phase, Event)) {
    emit(phase, Event { phrase, by: None, audience: EVERYBODY });
}

impl Game for State {
    const NAME: &'static str = "mafia";
    const VERSION: u32 = 1;

    type Setup = Rules;
    type Action = Action;
    type Open = Open;
    type Content = NoContent;
    type Event = Event;
    type VisibleState = crate::view::VisibleState;

    fn start(rules: &Rules) -> Result<Self, Vec<Diagnostic>> {
        let problems: Vec<Diagnostic> = rules.problems().into_iter().map(|(_, problem)| problem).collect();
        if problems.is_empty() { Ok(Self::new(*rules)) } else { Err(problems) }
    }

    fn seats(&self) -> usize {
        SEATS
    }

    #[inline]
    fn to_act(&self) -> Option<Actor> {
        let owner = |owner: fn(&Deal) -> Seat| self.deal.as_ref().map(owner);
        let seat = match self.stage {
            Stage::Over { .. } => return None,
            Stage::Deal => return Some(Actor::Storyteller),
            Stage::Talk(seat) | Stage::Kill(seat) => seat,
            Stage::LastWords { speaker, .. } => speaker,
            Stage::Vote { voter, .. } => voter,
            Stage::DonCheck => owner(Deal::don)?,
            Stage::SheriffCheck => owner(Deal::sheriff)?,
        };
        Some(Actor::Seat(seat))
    }

    fn legal(&self, out: &mut Vec<Choice<Self>>) {
        out.clear();
        if self.stage == Stage::Deal {
            out.push(Choice::Open(Open::Deal));
        }
        out.extend(self.legal_set().iter().map(Choice::Action));
    }

    #[inline]
    fn check(&self, action: Action, _: &Contents<NoContent>) -> Result<(), Refusal> {
        let deals = matches!((self.stage, action), (Stage::Deal, Action::Deal(_)));
        if deals || self.legal_set().contains(action) { Ok(()) } else { Err(self.refusal(action).into()) }
    }

    #[inline]
    fn apply(
        &mut self,
        action: Action,
        contents: &Contents<NoContent>,
        emit: &mut impl FnMut(Phase, Event),
    ) -> Result<(), Refusal> {
        if let Some(id) = action.id() {
            return self.apply_id(id, emit);
        }
        self.check(action, contents)?;
        if let Action::Deal(deal) = action {
            emit(Phase::SETUP, Event { phrase: Phrase::Act(action), by: None, audience: Seats::NONE });
            self.deal(deal, emit);
        }
        Ok(())
    }

    fn sample(&self, Open::Deal: Open, rng: &mut Rng, _: &mut Contents<NoContent>) -> Action {
        let number = rng.below(Deal::COUNT.into()) as u16;
        // Every number below the count is a deal; anything else would be refused when applied.
        Deal::from_arrangement(number).map_or(Action::EndTurn, Action::Deal)
    }

    fn outcome(&self) -> Option<Outcome> {
        let Stage::Over { winner, .. } = self.stage else { return None };
        let blacks = self.deal.as_ref().map_or(Seats::NONE, Deal::blacks);
        let reds = EVERYBODY.minus(blacks);
        Some(match winner {
            Some(Colour::Red) => Outcome { result: "red", won: reds, lost: blacks },
            Some(Colour::Black) => Outcome { result: "black", won: blacks, lost: reds },
            None => Outcome { result: "draw", won: Seats::NONE, lost: Seats::NONE },
        })
    }

    #[inline]
    fn phase(&self) -> Phase {
        let day = u16::from(self.day);
        match self.stage {
            Stage::Deal => Phase::SETUP,
            Stage::Talk(_) | Stage::LastWords { at_dawn: true, .. } => Phase::new(DAY, day),
            Stage::Vote { .. } | Stage::LastWords { at_dawn: false, .. } => Phase::new(EVENING, day),
            Stage::Kill(_) | Stage::DonCheck | Stage::SheriffCheck => Phase::new(NIGHT, day),
            Stage::Over { phase, .. } => phase,
        }
    }

    fn visible_state(&self, seat: Seat) -> Self::VisibleState {
        crate::view::visible_state(self, seat)
    }
}
