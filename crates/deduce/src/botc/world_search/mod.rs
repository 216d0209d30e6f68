//! Runs the rules along a timeline from one hypothesis and finds every possible timeline of the game.
//!
//! Accepts the table of a hypothesis, emits the tables at the end. The search branches on hidden choices only where they can matter,
//! checks what was seen and heard as early as possible, and merges branches whose tables have become equal.

mod choices;
mod day;
mod hurry;
mod reports;

use std::sync::atomic::AtomicBool;

use gaslamp_botc::Character;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::rules::{Action, Advance, ConstrainedRun, Content, Event, Listener, Pending, State};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Contents, Game, Rng, Seat, Seats};

pub(super) use self::day::{day_event, visits};
use self::reports::free_to_keep_secrets;
pub(super) use self::reports::{swapped, told_by};
use super::case::{Ending, Learned};
use super::deal_hypothesis::DealHypothesis;
use super::hidden::Hidden;
use super::history::{Move, Moves, Past, Step};
use super::liars::Prospects;
use super::model::Model;
use super::timeline::{Night, Timeline};
use super::variant::Links;

/// Runs the rules along a timeline.
pub(super) struct WorldSearch<'a> {
    timeline: &'a Timeline,
    options: Options,
    model: Option<&'a Model>,
    contents: Contents<Content>,
    /// Buffers for legal lists, one for each depth.
    lists: Vec<Actions<State>>,

    honest: Seats,
    /// Honest players who would say so if they had become another character.
    unchanged: Seats,
    /// Honest players who report everything.
    frank: Seats,
    /// Players who have lied and need an excuse at the end.
    liars: Seats,
    /// The tokens that honest players claim, before and after the current night.
    tokens: [Vec<Character>; 2],
    /// Honest, sober players who cannot have been told what they report.
    blamed: Seats,
    found: Vec<Branch>,
    /// The tables at which a ruling is being followed.
    rulings: Vec<ConstrainedRun>,
    /// What players were told by others' abilities in the last step.
    ears: Vec<(Seat, Learned)>,
    /// The moves of every branch, if they are recorded.
    moves: Option<Moves>,
    /// After how many moments hidden choices are drawn instead of being followed all, and the generator for it; `None` if all must be
    /// found.
    hurry: Option<(usize, Rng)>,
    /// The number of moments and of answers tried: in this hypothesis, or where branches are weighed, in this night of a branch.
    moments: usize,
    /// The number of those in the nights before.
    moments_before: usize,
    /// Whether a night is being probed: of several branches one is drawn.
    is_probing: bool,
    /// Whether anything was drawn in the last hypothesis, and in any.
    has_drawn: bool,
    has_hurried: bool,
    /// How far along the timeline any branch came since this was last read.
    reached: Reached,
    /// The weight of all branches after every night and day of the last hypothesis.
    pub(super) stages: Vec<f64>,
    /// What they should weigh there at least to be followed for certain.
    pub(super) floors: Vec<f64>,
    /// Whether branches that hardly weigh anything may be left out.
    is_rough: bool,
    /// Set when there is no more time.
    stop: Option<&'a AtomicBool>,
}

/// How far along a timeline a branch came: which night or day, and how much of what had to be seen and heard there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Reached {
    night: usize,
    is_day: bool,
    things: usize,
}

/// One possible timeline of the game so far.
#[derive(Clone, Copy)]
struct Branch {
    table: ConstrainedRun,
    /// A bit for everything that was heard tonight.
    heard: u64,
    /// Players who keep to themselves what others' abilities told them.
    withheld: Seats,
    /// What it demands of a linked board, and offers.
    links: Links,
    /// How likely it is, if branches are weighed; otherwise 1.
    weight: f64,
    /// The moves so far, if they are recorded.
    past: Past,
}

impl Branch {
    fn weighing(self, factor: f64) -> Self {
        Self { weight: self.weight * factor, ..self }
    }
}

/// What a case allows or forbids apart from its timeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) demon_may_attack_dead: bool,
    /// Whether a player who dies may be alive again by dawn.
    pub(super) may_revive: bool,
    /// The hidden things that statements are about.
    pub(super) hidden: Hidden,
    /// Players who claim one of several roles, so that only reports of their actual role count.
    pub(super) claims_several: Seats,
    /// Players who would have reported everything they were asked or told.
    pub(super) tells_all: Seats,
    /// Players who would have said so if they had become another character.
    pub(super) tells_changes: Seats,
    /// Players who say nothing at all.
    pub(super) silent: Seats,
    /// Whether every hidden choice is followed for itself and nothing is given up early: slow, to check what is faster.
    pub(super) is_exhaustive: bool,
    /// Players who name several roles and report nothing, so that what they may have done is open where branches are weighed.
    pub(super) vague: Seats,
}

impl<'a> WorldSearch<'a> {
    pub(super) fn new(timeline: &'a Timeline, options: Options) -> Self {
        Self {
            timeline,
            options,
            model: None,
            contents: Contents::default(),
            lists: Vec::new(),
            honest: Seats::NONE,
            unchanged: Seats::NONE,
            frank: Seats::NONE,
            liars: Seats::NONE,
            tokens: [Vec::new(), Vec::new()],
            blamed: Seats::NONE,
            found: Vec::new(),
            rulings: Vec::new(),
            ears: Vec::new(),
            moves: None,
            hurry: None,
            moments: 0,
            moments_before: 0,
            is_probing: false,
            has_drawn: false,
            has_hurried: false,
            reached: Reached::default(),
            stages: Vec::new(),
            floors: Vec::new(),
            is_rough: false,
            stop: None,
        }
    }

    /// The same, leaving out that a player who was told the truth was poisoned nevertheless.
    pub(super) fn roughly(self) -> Self {
        Self { is_rough: true, ..self }
    }

    /// The same, weighing every branch by how likely it is.
    pub(super) fn weighing(timeline: &'a Timeline, options: Options, model: &'a Model) -> Self {
        Self { model: Some(model), ..Self::new(timeline, options) }
    }

    /// The same until this is set: what is found after that is not all.
    pub(super) fn until(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The same, recording the moves of every branch.
    pub(super) fn remembering(timeline: &'a Timeline, options: Options) -> Self {
        Self { moves: Some(Moves::default()), ..Self::new(timeline, options) }
    }

    /// The same, but after this many moments and answers of a hypothesis, or where branches are weighed, of a night, single branches are
    /// drawn instead of following all, so that the hidden choices of a large script do not take forever. The expected weights are
    /// about the same.
    pub(super) fn hurrying(self, after: usize, rng: Rng) -> Self {
        Self { hurry: Some((after, rng)), ..self }
    }

    /// Whether a branch was drawn instead of following several, so that not all tables were found.
    pub(super) fn has_hurried(&self) -> bool {
        self.has_hurried
    }

    /// Whether every branch of the last hypothesis was followed.
    pub(super) fn is_complete(&self) -> bool {
        !self.has_drawn
    }

    /// How far along the timeline any hypothesis came since this was last called.
    pub(super) fn reached(&mut self) -> Reached {
        std::mem::take(&mut self.reached)
    }

    fn reach(&mut self, night: usize, is_day: bool, things: usize) {
        self.reached = self.reached.max(Reached { night, is_day, things });
    }

    /// The tables at the end, without repetitions, with their weights.
    pub(super) fn ends(
        &mut self,
        table: &ConstrainedRun,
        hypothesis: &DealHypothesis,
    ) -> Vec<(ConstrainedRun, f64)> {
        let branches = self.branches(table, hypothesis);
        branches.into_iter().map(|branch| (branch.table, branch.weight)).collect()
    }

    /// The moves of the shortest branch to an end for which `is_it` holds; only if moves are recorded.
    pub(super) fn way(
        &mut self,
        table: &ConstrainedRun,
        hypothesis: &DealHypothesis,
        is_it: impl Fn(&ConstrainedRun) -> bool,
    ) -> Option<Vec<Step>> {
        let branches = self.branches(table, hypothesis).into_iter().filter(|branch| is_it(&branch.table));
        let moves = self.moves.as_ref()?;
        let shortest = branches.min_by_key(|branch| moves.length(branch.past))?;
        Some(moves.way(shortest.past))
    }

    /// The branches that reach the end, one for each table there.
    fn branches(&mut self, table: &ConstrainedRun, hypothesis: &DealHypothesis) -> Vec<Branch> {
        (self.moments, self.moments_before) = (0, 0);
        self.has_drawn = false;
        self.stages.clear();
        self.honest = hypothesis.honest.minus(self.options.silent);
        self.unchanged = self.honest.and(self.options.tells_changes);
        self.frank = self.honest.and(self.options.tells_all);
        self.liars = liars(table.state(), hypothesis).minus(self.options.silent);
        for tokens in &mut self.tokens {
            tokens.clear();
            tokens.extend(hypothesis.seats.iter().map(|(_, token)| *token));
        }
        if !self.may_excuse_liars(table.state(), 0, false) {
            return Vec::new();
        }
        let table = table.remembering_choices(self.options.hidden.choosers);
        let mut first = Branch {
            table,
            heard: 0,
            withheld: Seats::NONE,
            links: Links::default(),
            weight: 1.0,
            past: Past::NOTHING,
        };
        let is_heard = self.advance(&mut first, 0, |table, listener| table.go_on(Some(listener)));
        let mut branches = if is_heard { vec![first] } else { Vec::new() };
        for place in 0..self.timeline.nights.len() {
            self.found.clear();
            for &(seat, character) in &self.timeline.nights[place].became {
                self.tokens[1][seat.index()] = character;
            }
            self.keep_few(&mut branches);
            for branch in &mut branches {
                if place == 0 || self.may_excuse_liars(branch.table.state(), place, false) {
                    self.night_and_day(branch, place);
                }
            }
            std::mem::swap(&mut branches, &mut self.found);
            self.drop_light(&mut branches);
            let [before, after] = &mut self.tokens;
            before.clone_from(after);
            if branches.is_empty() {
                break;
            }
        }
        if self.model.is_none() {
            branches.retain(|branch| {
                branch.withheld.minus(free_to_keep_secrets(branch.table.state())).is_empty()
            });
        }
        if let Some(partners) = &self.timeline.partners {
            branches.retain(|branch| partners.iter().any(|partner| partner.fits(&branch.links)));
        }
        branches
    }

    /// What the branches that reach the end and whose table is such demand of a linked board, and offer.
    pub(super) fn links(
        &mut self,
        table: &ConstrainedRun,
        hypothesis: &DealHypothesis,
        is_it: impl Fn(&ConstrainedRun) -> bool,
    ) -> Vec<Links> {
        let branches = self.branches(table, hypothesis).into_iter().filter(|branch| is_it(&branch.table));
        branches.map(|branch| branch.links).collect()
    }

    /// Whether everybody who has lied may have an excuse at the end. Where branches are weighed, good players lie without one.
    /// Players are made other characters once a night, but not in the first.
    fn may_excuse_liars(&self, state: &State, place: usize, has_made: bool) -> bool {
        let nights = &self.timeline.nights[place..];
        let is_dark = matches!(self.timeline.ends, Ending::Night(_));
        let died = nights.iter().fold(Seats::NONE, |died, night| died.or(night.died));
        let changed = nights.iter().flat_map(|night| &night.became).map(|(seat, _)| *seat).collect();
        let prospects = Prospects {
            state,
            unchanging: self.unchanged.minus(changed),
            mortal: if is_dark || self.options.may_revive { Seats::first(self.timeline.size) } else { died },
            makings: nights.len() - usize::from(place == 0 || has_made),
            may_revive: self.options.may_revive,
        };
        self.model.is_some() || self.options.is_exhaustive || prospects.may_excuse(self.liars)
    }

    /// Takes a step in a night and returns whether honest players report all that others' abilities told them.
    fn advance(
        &mut self,
        branch: &mut Branch,
        place: usize,
        step: impl FnOnce(&mut ConstrainedRun, &mut Listener<'_>),
    ) -> bool {
        let mut ears = std::mem::take(&mut self.ears);
        step(&mut branch.table, &mut |_, event: Event| {
            ears.extend(event.by.zip(Learned::of(&event.phrase)));
        });
        let is_heard = ears.drain(..).all(|(seat, told)| self.learns(branch, place, seat, told));
        self.ears = ears;
        is_heard
    }

    /// The branch in which what is asked at night has this answer, if honest players report all that they learn of it.
    fn answered(&mut self, branch: &Branch, place: usize, action: Action) -> Option<Branch> {
        let mut next = *branch;
        let answer = |table: &mut ConstrainedRun, listener: &mut Listener<'_>| {
            table.advance_heard(Advance::Answer(action), Some(listener));
        };
        self.advance(&mut next, place, answer).then_some(next)
    }

    /// Records the last move of a branch, if moves are recorded.
    fn note(&mut self, branch: &mut Branch, what: Move) {
        if let Some(moves) = &mut self.moves {
            branch.past = moves.after(branch.past, what);
        }
    }

    /// Records equivalent answers, if moves are recorded.
    fn note_instead(&mut self, past: Past, actions: impl Iterator<Item = Action>) {
        if let Some(moves) = &mut self.moves {
            actions.for_each(|action| moves.instead(past, action));
        }
    }

    /// Continues from a moment of the night.
    fn night(&mut self, branch: &mut Branch, place: usize) {
        let night = &self.timeline.nights[place];
        loop {
            if self.is_too_long() {
                return;
            }
            let state = branch.table.state();
            if state.is_over() || !self.fits_so_far(state, night) {
                return;
            }
            self.reach(place, false, branch.heard.count_ones() as usize);
            let state = branch.table.state();
            if self.is_in_last_night(place) && self.must_hear(state, night) & !branch.heard == 0 {
                return self.find(branch);
            }
            if !state.is_night() {
                if self.fits_at_dawn(branch, night) {
                    self.dawn(branch, place);
                }
                return;
            }
            match state.pending() {
                Pending::Telling(seat, topic) if self.is_told_secretly(branch, night, seat, topic) => {
                    return self.branch(branch, place, |_| 1.0);
                }
                Pending::Telling(seat, topic) => match self.hears(branch, night, seat, topic) {
                    Ok((bits, odds)) => {
                        branch.heard |= bits;
                        branch.weight *= odds;
                        let told = Advance::Told(told_by(night, bits));
                        let is_heard = self.advance(branch, place, |table, listener| {
                            table.advance_heard(told, Some(listener));
                        });
                        if !is_heard {
                            return;
                        }
                        self.note(branch, Move::Told(bits));
                    }
                    Err(()) => {
                        self.blamed = self.blamed.with(seat);
                        return;
                    }
                },
                Pending::Choice(seat) => match self.said_choice(branch, night, seat) {
                    Some((action, _)) if state.check(action, &self.contents).is_err() => return,
                    Some((action, bits)) => {
                        branch.heard |= bits;
                        branch.weight *= self.odds_of_choice(&state.clone(), seat, action);
                        let Some(next) = self.answered(branch, place, action) else { return };
                        *branch = next;
                        self.note(branch, Move::Answered(action));
                    }
                    None if self.frank.contains(seat) => return,
                    None => return self.branch_on_choice(branch, seat, place),
                },
                Pending::Prepare(seat) => return self.branch_on_token(branch, seat, place),
                Pending::Ruling(_) => {
                    let (state, model) = (*state, self.model);
                    let odds = |action| model.map_or(1.0, |model| model.ruling(&state, action));
                    // Rulings that lead to each other, as of two Mayors who die for each other, lead nowhere new.
                    if !self.rulings.contains(&branch.table) {
                        self.rulings.push(branch.table);
                        self.branch(branch, place, odds);
                        self.rulings.pop();
                    }
                    return;
                }
                Pending::Nothing
                | Pending::Deal
                | Pending::Turn(_)
                | Pending::Vote(_)
                | Pending::LastChoice(_) => return,
            }
        }
    }

    /// Whether this is a night whose dawn has not come yet.
    fn is_in_last_night(&self, place: usize) -> bool {
        place + 1 == self.timeline.nights.len() && matches!(self.timeline.ends, Ending::Night(_))
    }

    /// Whether nobody has died who was seen alive afterwards, which no later moment of the night mends.
    fn deaths_fit(&self, state: &State, night: &Night) -> bool {
        let (died, revived) = state.news();
        let are_deaths_known = died.minus(night.died).is_empty();
        let are_revivals_known = revived.minus(night.revived).is_empty();
        are_deaths_known && are_revivals_known
            || self.is_dark(state)
            || self.options.is_exhaustive
            || (are_deaths_known || state.may_undo_deaths())
                && (are_revivals_known || state.may_deaths_follow())
    }

    /// Whether this is a night whose dawn nobody has seen.
    fn is_dark(&self, state: &State) -> bool {
        matches!(self.timeline.ends, Ending::Night(last) if state.phase() == Phase::new(NIGHT, last))
    }

    /// Whether everybody may still die tonight who was seen dead at dawn.
    fn may_deaths_come(&self, state: &State, place: usize) -> bool {
        let is_missing = !self.timeline.nights[place].died.minus(state.news().0).is_empty();
        let is_open = self.is_in_last_night(place) || self.options.is_exhaustive;
        !is_missing || !state.is_night() || is_open || state.may_deaths_follow()
    }

    /// Whether deaths fit, and honest players are what they claim.
    fn fits_so_far(&self, state: &State, night: &Night) -> bool {
        let tokens = state.all_shown_characters();
        self.deaths_fit(state, night)
            && (tokens == self.tokens[0]
                || self.unchanged.iter().all(|seat| {
                    let token = tokens[seat.index()];
                    // Whoever changes twice in a night is the first of these in between.
                    self.tokens.iter().any(|tokens| tokens[seat.index()] == token)
                        || night.became.contains(&(seat, token))
                }))
    }

    fn fits_at_dawn(&self, branch: &Branch, night: &Night) -> bool {
        let state = branch.table.state();
        let tokens = state.all_shown_characters();
        let is_same = |seat: Seat| tokens[seat.index()] == self.tokens[1][seat.index()];
        state.news() == (night.died, night.revived)
            && self.unchanged.iter().all(is_same)
            && self.must_hear(state, night) & !branch.heard == 0
    }

    fn find(&mut self, branch: &Branch) {
        let is_same = |known: &&mut Branch| {
            known.heard == branch.heard
                && known.withheld == branch.withheld
                && known.links == branch.links
                && known.table == branch.table
        };
        match self.found.iter_mut().find(is_same) {
            Some(known) => {
                known.weight += branch.weight;
                if let Some(moves) = &self.moves
                    && moves.length(branch.past) < moves.length(known.past)
                {
                    known.past = branch.past;
                }
            }
            None => self.found.push(*branch),
        }
    }
}

/// Players who have lied, and need an excuse at the end: whoever thinks they are evil has one all along.
fn liars(state: &State, hypothesis: &DealHypothesis) -> Seats {
    let is_open = |(_, (role, _)): &(usize, &(Character, Character))| !state.is_thought_evil(*role);
    let seats = hypothesis.seats.iter().enumerate().filter(is_open);
    seats.map(|(index, _)| Seat::new(index)).collect::<Seats>().minus(hypothesis.honest)
}
