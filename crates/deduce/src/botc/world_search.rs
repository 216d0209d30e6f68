//! Runs the rules along a timeline from one hypothesis and finds every possible timeline of the game.
//!
//! Accepts the table of a hypothesis, emits the tables at the end. The search branches on hidden choices only where they can matter,
//! checks what was seen and heard as early as possible, and merges branches whose tables have become equal.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::Character;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::rules::{
    Action, Advance, Bearing, ChoiceShape, ConstrainedRun, Content, DayEvent, Event, ImpairmentTargets,
    Killing, Listener, Making, Pending, Profile, Shape, State, Statement, Topic, Use,
};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Contents, Game, Rng, Seat, Seats};

use super::case::{Ending, Learned, PublicEvent};
use super::deal_hypothesis::DealHypothesis;
use super::hidden::Hidden;
use super::history::{Move, Moves, Past, Step};
use super::liars::Prospects;
use super::model::Model;
use super::timeline::{Heard, Night, Timeline, Visit};
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

/// What is known of an answer before it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Own,
    /// It comes to the same as all others that concern these players.
    Alike(Seats),
    /// It contradicts what was seen.
    Impossible,
}

/// The table right after an answer.
struct Tried {
    table: ConstrainedRun,
    heard: u64,
    withheld: Seats,
    /// The branch that it leads to, if it leads to any.
    leads_to: Option<usize>,
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

    /// Follows a branch through a night and the day after it. Where branches are weighed and there are too many, the night is probed: one
    /// way through it is drawn again and again, until a few have come to dusk.
    fn night_and_day(&mut self, branch: &mut Branch, place: usize) {
        let most = match &self.hurry {
            Some((most, _)) if self.model.is_some() => *most,
            _ => return self.night(branch, place),
        };
        let others = std::mem::take(&mut self.found);
        self.moments = 0;
        self.night(&mut branch.clone(), place);
        let mut probes = 1;
        if self.moments > most {
            (self.has_drawn, self.has_hurried, self.is_probing) = (true, true, true);
            self.found.clear();
            let mut passed = 0;
            probes = 0;
            while probes < PROBES && passed < PASSED {
                let before: f64 = self.found.iter().map(|found| found.weight).sum();
                self.night(&mut branch.clone(), place);
                let after: f64 = self.found.iter().map(|found| found.weight).sum();
                passed += usize::from(after > before);
                probes += 1;
            }
            self.is_probing = false;
        }
        self.moments_before += self.moments;
        for found in std::mem::replace(&mut self.found, others) {
            self.find(&found.weighing(1.0 / probes as f64));
        }
    }

    /// Counts a moment, and returns whether there is no more time, or a night that is weighed has too many of them.
    fn is_too_long(&mut self) -> bool {
        self.moments += 1;
        let most = self.hurry.as_ref().map(|(most, _)| *most).filter(|_| self.model.is_some());
        !self.is_probing && most.is_some_and(|most| self.moments > most)
            || self.stop.is_some_and(|stop| stop.load(Relaxed))
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

    /// Notes what a player was told by another's ability, and returns whether the player, if honest, reports it.
    fn learns(&self, branch: &mut Branch, place: usize, seat: Seat, told: Learned) -> bool {
        let Some(night) = self.timeline.nights.get(place) else { return true };
        let state = branch.table.state();
        let own = told.about().filter(|other| state.has_starting_token_at(seat, *other));
        let is_it = |(by, what): &(Seat, Learned)| {
            *by == seat && (what.reports(told) || own.is_some() && what.about() == own)
        };
        let reported = night.learned.iter().position(is_it);
        let is_ping = own.is_none() && !told.is_confided();
        match reported {
            Some(at) if self.honest.contains(seat) => branch.heard |= 1 << (night.heard.len() + at),
            Some(_) => {}
            None if self.frank.contains(seat) => return false,
            None if self.unchanged.contains(seat) => return !is_ping,
            None if is_ping && !matches!(told, Learned::Mad(_)) => {
                branch.withheld = branch.withheld.with(seat);
            }
            None => {}
        }
        true
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

    /// What honest players claim to have heard tonight, as bits.
    fn must_hear(&self, state: &State, night: &Night) -> u64 {
        let counts = |heard: &Heard| {
            let is_one_claim = !self.options.claims_several.contains(heard.seat);
            self.honest.contains(heard.seat)
                && (is_one_claim || heard.ability == state.all_shown_characters()[heard.seat.index()])
        };
        let places = night.heard.iter().enumerate().filter(|(_, heard)| counts(heard)).map(|(at, _)| at);
        let learned = night.learned.iter().enumerate().filter(|(_, (seat, _))| self.honest.contains(*seat));
        let learned = learned.map(|(at, _)| night.heard.len() + at);
        places.chain(learned).fold(0, |bits, at| bits | 1 << at)
    }

    /// What an honest player reports of this use of an ability, with its bit: the first that has not been heard of tonight.
    fn said(&self, night: &'a Night, seat: Seat, ability: Character, heard: u64) -> Option<(&'a Heard, u64)> {
        if !self.honest.contains(seat) {
            return None;
        }
        let is_it = |(at, said): &(usize, &Heard)| {
            said.seat == seat && said.ability == ability && heard & (1 << at) == 0
        };
        night.heard.iter().enumerate().find(is_it).map(|(at, said)| (said, 1 << at))
    }

    /// Whether a player may be told what they claim to have been told: the bits of what was heard, and how likely that is.
    fn hears(&self, branch: &Branch, night: &'a Night, seat: Seat, topic: Topic) -> Result<(u64, f64), ()> {
        const NOTHING: (u64, f64) = (0, 1.0);
        let state = branch.table.state();
        let Topic::Ability(ability) = topic else { return Ok(NOTHING) };
        let shown = night.grimoires.iter().find(|(spy, _)| *spy == seat && self.honest.contains(seat));
        if shown.is_some_and(|(_, roles)| roles != state.all_roles()) {
            return Err(());
        }
        let Some((heard, bit)) = self.said(night, seat, ability, branch.heard) else {
            // Nobody reports a grimoire, or nothing in its place, and what is told of an evil team belongs to the deal.
            let is_no_report =
                |profile: Profile| matches!(profile.telling(), Shape::Grimoire | Shape::AnyTeam);
            let is_left_out = self.frank.contains(seat) && !Profile::of(ability).is_some_and(is_no_report);
            return if is_left_out { Err(()) } else { Ok(NOTHING) };
        };
        let Some(told) = heard.told else { return Ok(NOTHING) };
        if self.is_about_unknown(state, heard.ability) {
            return Ok((bit, 1.0));
        }
        let is_about = heard.about.is_none_or(|about| state.executed_today() == Some(about));
        let odds = || self.model.map_or(1.0, |model| model.told(state, seat, told));
        if is_about && may_be_told(state, told) { Ok((bit, odds())) } else { Err(()) }
    }

    /// Whether an honest player does not report what they are told now, and what they are told later depends on it.
    fn is_told_secretly(&self, branch: &Branch, night: &'a Night, seat: Seat, topic: Topic) -> bool {
        let Topic::Ability(ability) = topic else { return false };
        let is_kept = self.honest.contains(seat) && !self.frank.contains(seat);
        is_kept
            && Profile::of(ability).is_some_and(|profile| profile.remembers_telling())
            && self.said(night, seat, ability, branch.heard).is_none()
    }

    /// Whether an ability tells of yesterday's votes or nominations, and nobody wrote down whose they were.
    fn is_about_unknown(&self, state: &State, ability: Character) -> bool {
        let Some(profile) = Profile::of(ability) else { return false };
        let yesterday = usize::from(state.phase().number).checked_sub(2);
        let Some(day) = yesterday.and_then(|place| self.timeline.days.get(place)) else { return false };
        let has = |is_it: fn(&PublicEvent) -> bool| day.public_events.iter().any(|(what, _)| is_it(what));
        profile.learns_of_votes() && !has(|what| matches!(what, PublicEvent::Voted(_)))
            || profile.learns_of_nominations() && !has(|what| matches!(what, PublicEvent::Nominators(_)))
    }

    /// What an honest player claims to have chosen, if anything; a player who need not choose and reports nothing has not.
    fn said_choice(&self, branch: &Branch, night: &'a Night, seat: Seat) -> Option<(Action, u64)> {
        if !self.honest.contains(seat) {
            return None;
        }
        let state = branch.table.state();
        match self.said(night, seat, believed_ability(state, seat), branch.heard) {
            Some((heard, bit)) => {
                let is_all = heard.told.is_none();
                heard.chosen.map(|chosen| (chosen, if is_all { bit } else { 0 }))
            }
            None if self.model.is_some() && self.options.vague.contains(seat) => None,
            None => state.check(Action::Pass, &self.contents).is_ok().then_some((Action::Pass, 0)),
        }
    }

    /// How likely a player makes this choice, if branches are weighed.
    fn odds_of_choice(&mut self, state: &State, seat: Seat, action: Action) -> f64 {
        let Some(model) = self.model else { return 1.0 };
        let list = self.list(state);
        let odds = |choice: &Choice<State>| match choice {
            Choice::Action(action) => model.choice(state, seat, *action),
            Choice::Open(_) => 1.0,
        };
        let all: f64 = list.iter().map(odds).sum();
        self.lists.push(list);
        model.choice(state, seat, action) / all
    }

    /// Branches on a choice that nobody reports.
    fn branch_on_choice(&mut self, branch: &Branch, seat: Seat, place: usize) {
        let state = branch.table.state();
        let is_asked_of = self.options.is_exhaustive || self.options.hidden.choosers.contains(seat);
        let is_shortened = !is_asked_of && !self.options.hidden.impairments;
        if let Some(targets) = state.impairment_targets().filter(|_| is_shortened) {
            self.branch_on_poison(branch, targets, place);
        } else if !is_asked_of && state.is_choice_idle() {
            let list = self.list(state);
            let mut actions = list.iter().filter_map(only_action);
            if let Some(action) = actions.next()
                && let Some(mut next) = self.answered(branch, place, action)
            {
                self.note(&mut next, Move::Answered(action));
                self.note_instead(next.past, actions);
                self.night(&mut next, place);
            }
            self.lists.push(list);
        } else if !is_asked_of && Self::is_making(state) {
            self.branch_on_making(branch, seat, place);
        } else {
            let (state, model, night) = (*state, self.model, &self.timeline.nights[place]);
            let living = state.publicly_alive();
            let spares_dead = !self.options.demon_may_attack_dead && state.is_demon(seat);
            let maddens = Profile::of(state.acting_ability()).is_some_and(|profile| profile.maddens());
            let is_mad = maddens && !self.options.is_exhaustive;
            let heeded = state.matters_to_nominators().filter(|_| !is_asked_of);
            let matters = heeded.map(|reacting| reacting.or(self.nominators(place)));
            let odds = |action| match action {
                Action::Choose(target) if spares_dead && !living.contains(target) => 0.0,
                _ => model.map_or(1.0, |model| model.choice(&state, seat, action)),
            };
            let are_deaths_final =
                !self.options.is_exhaustive && !self.is_dark(&state) && !state.may_undo_deaths();
            self.branch_alike(branch, place, odds, |action| match (action, state.killing(action)) {
                (_, Killing::OneOf(dying)) if are_deaths_final && dying.and(night.died).is_empty() => {
                    Fate::Impossible
                }
                (_, Killing::InVain) if !is_asked_of => Fate::Alike(Seats::NONE),
                (Action::Choose(target), _) if matters.is_some_and(|matters| !matters.contains(target)) => {
                    Fate::Alike(Seats::NONE)
                }
                // About what somebody is mad matters only if they say so.
                (Action::Name(target, character), _) if is_mad && !is_said(night, target, character) => {
                    Fate::Alike(Seats::only(target))
                }
                _ => Fate::Own,
            });
        }
    }

    /// Whether somebody is to choose who becomes another character.
    fn is_making(state: &State) -> bool {
        let makes = |profile: Profile| profile.makes_characters();
        matches!(state.pending(), Pending::Choice(_))
            && Profile::of(state.acting_ability()).is_some_and(makes)
    }

    /// Branches on who is made another character: honest players would have said so, and all that is in vain is alike.
    fn branch_on_making(&mut self, branch: &Branch, maker: Seat, place: usize) {
        let night = &self.timeline.nights[place];
        let (state, unchanged, tokens) = (*branch.table.state(), self.unchanged, self.tokens.clone());
        let says = |seat: Seat, character| {
            let is_own = tokens.iter().any(|tokens| tokens[seat.index()] == character);
            is_own || night.became.contains(&(seat, character))
        };
        let model = self.model;
        let odds = |action| model.map_or(1.0, |model| model.choice(&state, maker, action));
        self.branch_alike(branch, place, odds, |action| match state.making(action) {
            Making::InVain => Fate::Alike(Seats::NONE),
            Making::Makes(seat, character) if unchanged.contains(seat) && !says(seat, character) => {
                Fate::Impossible
            }
            Making::Makes(..) | Making::Unclear => Fate::Own,
        });
    }

    /// Who is known to nominate on the day after a night.
    fn nominators(&self, place: usize) -> Seats {
        let events = self.timeline.days[place].public_events.iter();
        events.fold(Seats::NONE, |seats, (what, _)| seats.or(what.nominators()))
    }

    /// Poisoning a player who only learns something helps only if their report is false otherwise, so unless branches are weighed, and
    /// not just roughly, it is tried only there.
    fn branch_on_poison(&mut self, branch: &Branch, targets: ImpairmentTargets, place: usize) {
        let living = branch.table.state().publicly_alive();
        let learners =
            if self.is_rough { Seats::NONE } else { targets.learners.and(self.tells_today(place)) };
        let some = targets.doers.or(learners);
        let (of_nobody, of_some) = match self.model {
            Some(_) => (living.minus(some).len() as f64 / living.len() as f64, 1.0 / living.len() as f64),
            None => (1.0, 1.0),
        };
        let harmless = Action::Choose(targets.nobody);
        let Some(of_none) = self.answered(branch, place, harmless) else { return };
        let mut of_none = of_none.weighing(of_nobody);
        self.note(&mut of_none, Move::Harmless(harmless));
        let others = Seats::first(self.timeline.size).minus(some).without(targets.nobody);
        self.note_instead(of_none.past, others.iter().map(Action::Choose));
        let on = |search: &mut Self, target| {
            let mut way = search.answered(branch, place, Action::Choose(target))?.weighing(of_some);
            search.note(&mut way, Move::Answered(Action::Choose(target)));
            Some(way)
        };
        if self.model.is_some() && !self.is_rough {
            let of_some: Vec<Branch> =
                some.and(living).iter().filter_map(|target| on(self, target)).collect();
            return self.follow([of_none].into_iter().chain(of_some).collect(), place);
        }
        let before = std::mem::replace(&mut self.blamed, Seats::NONE);
        self.night(&mut of_none, place);
        let helped = targets.doers.or(targets.learners.and(self.blamed));
        let helped = if self.model.is_some() { helped.and(living) } else { helped };
        let ways = helped.iter().filter_map(|target| on(self, target)).collect();
        self.follow(ways, place);
        self.blamed = self.blamed.or(before);
    }

    /// Follows all of these branches, or one in place of all if time is short.
    fn follow(&mut self, mut ways: Vec<Branch>, place: usize) {
        self.draw_one(&mut ways, place);
        for way in &mut ways {
            self.night(way, place);
        }
    }

    /// If time is short, draws one branch in place of all: those in which more of what honest players report has happened are drawn more
    /// often, and weigh as much less.
    fn draw_one(&mut self, ways: &mut Vec<Branch>, place: usize) {
        let Some((after, _)) = &self.hurry else { return };
        let is_short = if self.model.is_some() { self.is_probing } else { self.moments >= *after };
        if !is_short || ways.len() < 2 {
            return;
        }
        (self.has_drawn, self.has_hurried) = (true, true);
        let lean = |way: &Branch| way.weight * HAPPENED.powi(self.happened(way, place));
        let leans: Vec<f64> = ways.iter().map(lean).collect();
        let total: f64 = leans.iter().sum();
        let Some((_, rng)) = &mut self.hurry else { return };
        let mut left = f64::from(rng.next_u32()) / 2f64.powi(32) * total;
        let is_it = |lean: &f64| {
            left -= lean;
            left < 0.0
        };
        let drawn = leans.iter().position(is_it).filter(|at| leans[*at] > 0.0);
        let drawn = drawn.map(|at| ways[at].weighing(total / leans[at]));
        ways.clear();
        ways.extend(drawn);
    }

    /// How much of what honest players report of tonight has happened in a branch.
    fn happened(&self, branch: &Branch, place: usize) -> i32 {
        let tokens = branch.table.state().all_shown_characters();
        let became = self.timeline.nights[place].became.iter();
        let became = became
            .filter(|(seat, character)| self.unchanged.contains(*seat) && tokens[seat.index()] == *character);
        (branch.heard.count_ones() as usize + became.count()) as i32
    }

    /// If a night is probed, tries some of many answers in place of all, each of which then weighs as much more. Those that make somebody
    /// what they say they became are always tried.
    fn try_few(&mut self, state: &State, place: usize, answers: &mut Vec<(Action, f64)>) {
        let Some((_, rng)) = self.hurry.as_mut().filter(|_| self.is_probing) else { return };
        if answers.len() <= TRIED {
            return;
        }
        rng.shuffle(answers);
        let became = &self.timeline.nights[place].became;
        let is_reported = |(action, _): &(Action, f64)| match action {
            Action::Name(seat, character) => became.contains(&(*seat, *character)) && Self::is_making(state),
            _ => false,
        };
        let reported = if became.is_empty() {
            0
        } else {
            {
                answers.sort_by_key(|answer| !is_reported(answer));
                answers.iter().filter(|answer| is_reported(answer)).count()
            }
        };
        let others = answers.len() - reported;
        if others > TRIED {
            let more = others as f64 / TRIED as f64;
            answers.truncate(reported + TRIED);
            answers[reported..].iter_mut().for_each(|(_, odds)| *odds *= more);
        }
    }

    /// If time is short, keeps a few of the branches at dusk in place of all, where they are weighed.
    fn keep_few(&mut self, branches: &mut Vec<Branch>) {
        let Some((after, rng)) = self.hurry.as_mut().filter(|_| self.model.is_some()) else { return };
        if self.moments_before >= *after && branches.len() > KEPT {
            (self.has_drawn, self.has_hurried) = (true, true);
            thin_out(branches, KEPT, rng);
        }
    }

    /// Honest players who claim to have heard something this night or the day after.
    fn tells_today(&self, place: usize) -> Seats {
        let at_night = self.timeline.nights[place].heard.iter().map(|heard| heard.seat);
        let by_day = self.timeline.days[place].visits.iter().map(|(seat, _)| *seat);
        at_night.chain(by_day).collect::<Seats>().and(self.honest)
    }

    /// Branches on where the reminder token of an ability is placed. Players whom the owner never mentions are equivalent.
    fn branch_on_token(&mut self, branch: &Branch, owner: Seat, place: usize) {
        let matters = self.where_token_matters(branch.table.state(), owner);
        let list = self.list(branch.table.state());
        let is_alike = |choice: &&Choice<State>| match choice {
            Choice::Action(Action::Pick(seat)) => !matters.contains(*seat),
            _ => false,
        };
        let alike = list.iter().filter(is_alike).count() as f64;
        self.lists.push(list);
        let mut has_other = false;
        self.branch(branch, place, |action| match action {
            Action::Pick(seat) if !matters.contains(seat) => {
                if std::mem::replace(&mut has_other, true) {
                    0.0
                } else {
                    alike
                }
            }
            _ => 1.0,
        });
    }

    /// The seats at which it matters whether a reminder token of this player's ability is there.
    pub(super) fn where_token_matters(&self, state: &State, owner: Seat) -> Seats {
        // The token of an ability that only tells its player something matters to nobody else.
        let only_learns = state.bearing_of_token(owner) == Some(Bearing::Nothing);
        if self.options.hidden.tokens || self.options.is_exhaustive || !only_learns {
            Seats::first(self.timeline.size)
        } else if self.honest.contains(owner) {
            self.timeline.chosen_by(owner)
        } else {
            Seats::NONE
        }
    }

    /// Follows every legal action whose relative odds are not zero; those that lead to the same table, once.
    fn branch(&mut self, branch: &Branch, place: usize, odds: impl FnMut(Action) -> f64) {
        self.branch_alike(branch, place, odds, |_| Fate::Own);
    }

    /// The same, where of the actions that come to the same, one stands for all, and impossible ones are left out.
    fn branch_alike(
        &mut self,
        branch: &Branch,
        place: usize,
        mut odds: impl FnMut(Action) -> f64,
        fate: impl Fn(Action) -> Fate,
    ) {
        let list = self.list(branch.table.state());
        let mut answers: Vec<(Action, f64)> = Vec::with_capacity(list.len());
        let mut followed: Vec<(Seats, usize)> = Vec::new();
        let mut total = 0.0;
        for action in list.iter().filter_map(only_action) {
            let own = odds(action);
            total += own;
            let fate = if own > 0.0 { fate(action) } else { Fate::Impossible };
            match (fate, followed.iter().find(|(group, _)| fate == Fate::Alike(*group))) {
                (Fate::Impossible, _) => {}
                (_, Some((_, at))) => answers[*at].1 += own,
                (Fate::Alike(group), None) => {
                    followed.push((group, answers.len()));
                    answers.push((action, own));
                }
                (Fate::Own, None) => answers.push((action, own)),
            }
        }
        self.lists.push(list);
        self.try_few(branch.table.state(), place, &mut answers);
        let mut next: Vec<Branch> = Vec::with_capacity(answers.len());
        let mut tried: Vec<Tried> = Vec::with_capacity(answers.len());
        let makes = Self::is_making(branch.table.state());
        // Where one is drawn, it does not matter which come to the same.
        let is_probing = self.is_probing;
        for (action, odds) in answers {
            let mut branch = branch.weighing(odds);
            if self.is_too_long() {
                return;
            }
            let is_heard =
                self.advance(&mut branch, place, |table, listener| table.answer(action, Some(listener)));
            if !is_heard || !self.fits_so_far(branch.table.state(), &self.timeline.nights[place]) {
                continue;
            }
            if makes && !self.may_excuse_liars(branch.table.state(), place, true) {
                continue;
            }
            let is_same = |tried: &&Tried| {
                !is_probing
                    && tried.heard == branch.heard
                    && tried.withheld == branch.withheld
                    && tried.table == branch.table
            };
            if let Some(tried) = tried.iter().find(is_same) {
                if let Some(at) = tried.leads_to {
                    next[at].weight += branch.weight;
                    self.note_instead(next[at].past, [action].into_iter());
                }
                continue;
            }
            tried.push(Tried {
                table: branch.table,
                heard: branch.heard,
                withheld: branch.withheld,
                leads_to: None,
            });
            let is_heard = self.advance(&mut branch, place, |table, listener| table.go_on(Some(listener)));
            if !is_heard
                || !self.fits_so_far(branch.table.state(), &self.timeline.nights[place])
                || !self.may_deaths_come(branch.table.state(), place)
            {
                continue;
            }
            // All of these continue one branch, so their links are the same.
            let is_same = |known: &Branch| {
                !is_probing
                    && known.heard == branch.heard
                    && known.withheld == branch.withheld
                    && known.table == branch.table
            };
            let at = next.iter().position(is_same);
            if let Some(tried) = tried.last_mut() {
                tried.leads_to = Some(at.unwrap_or(next.len()));
            }
            match at {
                Some(at) => {
                    next[at].weight += branch.weight;
                    self.note_instead(next[at].past, [action].into_iter());
                }
                None => {
                    self.note(&mut branch, Move::Answered(action));
                    next.push(branch);
                }
            }
        }
        let share = if self.model.is_some() { 1.0 / total } else { 1.0 };
        next.iter_mut().for_each(|branch| branch.weight *= share);
        self.follow(next, place);
    }

    fn list(&mut self, state: &State) -> Actions<State> {
        let mut list = self.lists.pop().unwrap_or_default();
        state.legal(&mut list);
        list
    }

    /// The day after a night, if the timeline continues.
    fn dawn(&mut self, branch: &mut Branch, place: usize) {
        let is_last = place + 1 == self.timeline.nights.len();
        if is_last && matches!(self.timeline.ends, Ending::Dawn(_)) {
            return self.find(branch);
        }
        for (at, (seat, visit)) in self.timeline.days[place].visits.iter().enumerate() {
            if !self.honest.contains(*seat) {
                continue;
            }
            if let Visit::Elsewhere(number, _) = visit {
                // It may be false there, which would be fine if this player were impaired.
                self.blamed = self.blamed.with(*seat);
                match branch.table.answer_elsewhere(*seat) {
                    None => return,
                    Some(Some(true)) => branch.links.must_be_true |= 1 << number,
                    Some(Some(false)) => branch.links.must_be_false |= 1 << number,
                    Some(None) => {}
                }
            } else if !visits(&mut branch.table, *seat, visit) {
                self.blamed = self.blamed.with(*seat);
                return;
            }
            self.note(branch, Move::Visited(at));
        }
        for (number, truth) in &self.timeline.days[place].asked_elsewhere {
            let (may_be_true, may_be_false) = branch.table.judge(truth);
            branch.links.judge(*number, may_be_true, may_be_false);
        }
        self.day(branch, place, 0);
    }

    /// Continues from a moment of the day.
    fn day(&mut self, branch: &mut Branch, place: usize, from: usize) {
        let public_events = &self.timeline.days[place].public_events;
        for (at, (what, _)) in public_events.iter().enumerate().skip(from) {
            self.reached = self.reached.max(Reached { night: place, is_day: true, things: at });
            if let (PublicEvent::Executed { seat, .. }, Some(model)) = (what, self.model) {
                branch.weight *= model.execution(branch.table.state(), *seat);
            }
            if !may_happen(branch.table.state(), what) {
                return;
            }
            if let Some(event) = day_event(what) {
                branch.table.advance(Advance::Happen(event));
            }
            self.note(branch, Move::Happened(at));
            if let Pending::Ruling(_) = branch.table.state().pending() {
                return self.branch_by_day(branch, place, at);
            }
            if !has_happened(branch.table.state(), &public_events[at]) {
                return;
            }
        }
        self.dusk(branch, place);
    }

    fn branch_by_day(&mut self, branch: &Branch, place: usize, at: usize) {
        let (state, model) = (branch.table.state(), self.model);
        let list = self.list(state);
        let actions = list.iter().filter_map(only_action);
        let odds = |action| model.map_or(1.0, |model| model.ruling(state, action));
        let total: f64 = if model.is_some() { actions.clone().map(odds).sum() } else { 1.0 };
        let mut ways = Vec::new();
        for action in actions {
            let mut way = branch.weighing(odds(action) / total);
            way.table.advance(Advance::Answer(action));
            if way.weight > 0.0 {
                self.note(&mut way, Move::Answered(action));
                ways.push(way);
            }
        }
        self.lists.push(list);
        self.moments += ways.len();
        self.draw_one(&mut ways, place);
        for next in &mut ways {
            if let Pending::Ruling(_) = next.table.state().pending() {
                self.branch_by_day(next, place, at);
            } else if has_happened(next.table.state(), &self.timeline.days[place].public_events[at]) {
                self.day(next, place, at + 1);
            }
        }
    }

    fn dusk(&mut self, branch: &mut Branch, place: usize) {
        self.reach(place, true, self.timeline.days[place].public_events.len());
        let is_last = place + 1 == self.timeline.nights.len();
        if is_last && matches!(self.timeline.ends, Ending::Day(_)) {
            return self.find(branch);
        }
        branch.heard = 0;
        let is_heard = self.advance(branch, place + 1, |table, listener| {
            table.advance_heard(Advance::EndDay, Some(listener));
        });
        self.note(branch, Move::Dusk);
        if is_heard && !branch.table.state().is_over() {
            self.find(branch);
        }
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

/// Players who need not say what others' abilities told them: evil ones, those who think they are evil, and the mad. Good players whose
/// character lets them lie do so about their role and what they did and learned themselves (rule book of the cast, M17).
fn free_to_keep_secrets(state: &State) -> Seats {
    let is_free = |(index, role): &(usize, &Character)| {
        state.is_thought_evil(**role) || state.is_mad(Seat::new(*index))
    };
    let free = state.all_roles().iter().enumerate().filter(is_free);
    free.map(|(index, _)| Seat::new(index)).collect::<Seats>().or(state.evil())
}

/// How much more often a branch is drawn for everything in it that somebody honest reports.
const HAPPENED: f64 = 20.0;

/// How many answers are tried if time is short.
const TRIED: usize = 12;

/// How often a night is probed at most, and after how many probes that have come to dusk no more.
const PROBES: usize = 12;
const PASSED: usize = 2;

/// How many branches are kept at dusk if time is short.
const KEPT: usize = 4;

/// Draws at most this many branches in place of all. Those that weigh most are kept as they are; of the others some are drawn by weight,
/// and all that are drawn weigh the same, so that nothing is expected to weigh more or less than before (Fearnhead and Clifford).
fn thin_out(ways: &mut Vec<Branch>, most: usize, rng: &mut Rng) {
    ways.retain(|way| way.weight > 0.0);
    if ways.len() <= most {
        return;
    }
    ways.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut rest: f64 = ways.iter().map(|way| way.weight).sum();
    let mut whole = 0;
    while whole < most && ways[whole].weight * (most - whole) as f64 > rest {
        rest -= ways[whole].weight;
        whole += 1;
    }
    // The others weigh nothing that a float could tell.
    if whole == most {
        return ways.truncate(most);
    }
    let each = rest / (most - whole) as f64;
    let mut left = f64::from(rng.next_u32()) / 2f64.powi(32) * each;
    let mut at = 0;
    ways.retain_mut(|way| {
        at += 1;
        if at <= whole {
            return true;
        }
        left -= way.weight;
        let is_drawn = left <= 0.0;
        if is_drawn {
            left += each;
            way.weight = each;
        }
        is_drawn
    });
}

/// The character whose choice the player who acts now thinks they make.
fn believed_ability(state: &State, seat: Seat) -> Character {
    let ability = state.acting_ability();
    let chooses_as_believed = |profile: Profile| profile.choice() == ChoiceShape::Believed;
    if Profile::of(ability).is_some_and(chooses_as_believed) {
        state.all_shown_characters()[seat.index()]
    } else {
        ability
    }
}

/// Whether somebody claims to have been made mad about this character.
fn is_said(night: &Night, target: Seat, character: Character) -> bool {
    night.learned.contains(&(target, Learned::Mad(Some(character))))
}

/// Players who have lied, and need an excuse at the end: whoever thinks they are evil has one all along.
fn liars(state: &State, hypothesis: &DealHypothesis) -> Seats {
    let is_open = |(_, (role, _)): &(usize, &(Character, Character))| !state.is_thought_evil(*role);
    let seats = hypothesis.seats.iter().enumerate().filter(is_open);
    seats.map(|(index, _)| Seat::new(index)).collect::<Seats>().minus(hypothesis.honest)
}

const fn only_action(choice: &Choice<State>) -> Option<Action> {
    match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    }
}

/// What a player was told who has heard this of a night.
pub(super) fn told_by(night: &Night, bits: u64) -> Option<Statement> {
    night.heard.get(bits.trailing_zeros() as usize).and_then(|heard| heard.told)
}

/// Only the Storyteller knows which player of a pair is the character, so either order will do.
fn may_be_told(state: &State, told: Statement) -> bool {
    state.may_tell(told) || swapped(told).is_some_and(|told| state.may_tell(told))
}

/// A pair with its two players swapped.
pub(super) const fn swapped(told: Statement) -> Option<Statement> {
    match told {
        Statement::Pair { holder, wrong, character } => {
            Some(Statement::Pair { holder: wrong, wrong: holder, character })
        }
        _ => None,
    }
}

pub(super) fn visits(table: &mut ConstrainedRun, seat: Seat, visit: &Visit) -> bool {
    match visit {
        Visit::Answered(truth) => table.may_answer(seat, truth, true),
        Visit::Elsewhere(..) => table.answer_elsewhere(seat).is_some(),
        Visit::Things(things) => table.may_tell_things(seat, things),
        Visit::Suspected(suspect, told) => table.may_show(seat, *suspect, *told),
    }
}

pub(super) fn day_event(happening: &PublicEvent) -> Option<DayEvent<'_>> {
    match happening {
        PublicEvent::Executed { seat, .. } => Some(DayEvent::Execute(*seat)),
        PublicEvent::Nominated { by, nominee }
        | PublicEvent::ExecutedForNominating { by, nominee, .. }
        | PublicEvent::DiedNominating { by, nominee: Some(nominee) }
        | PublicEvent::DiedNominated { by, nominee } => Some(DayEvent::Nominate(*by, *nominee)),
        PublicEvent::Shot { by, target, .. } => Some(DayEvent::Use(*by, Use::Shoot(*target))),
        PublicEvent::Juggled { by, guesses } => Some(DayEvent::Use(*by, Use::Guess(guesses))),
        PublicEvent::Gossiped { by, truth } => Some(DayEvent::Use(*by, Use::Gossip(truth))),
        PublicEvent::DiedNominating { by, nominee: None } => Some(DayEvent::NominateSomebody(*by)),
        PublicEvent::Chose { by, chosen, .. } => Some(DayEvent::LastChoice(*by, *chosen)),
        PublicEvent::Doomed { by, victim } => Some(DayEvent::Doom(*by, *victim)),
        PublicEvent::DiedByDay(seat) => Some(DayEvent::DieByWill(*seat)),
        PublicEvent::Voted(seats) => Some(DayEvent::Voted(*seats)),
        PublicEvent::Nominators(seats) => Some(DayEvent::Nominators(*seats)),
        PublicEvent::Died(_) | PublicEvent::Revived(_) | PublicEvent::DiedToo(_) => None,
    }
}

/// Whether this may happen at all now, whatever comes of it.
fn may_happen(state: &State, what: &PublicEvent) -> bool {
    match what {
        // Who nominated is listed when the day is over.
        PublicEvent::Nominators(_) => true,
        PublicEvent::Executed { .. } => state.executed_today().is_none() && state.has_votes(),
        _ => what.nominators().iter().all(|by| state.may_nominate_today(by)),
    }
}

/// Whether the table looks as it did after this event, and the game continues.
fn has_happened(state: &State, (what, living): &(PublicEvent, Seats)) -> bool {
    let execution_fits = match what {
        PublicEvent::Nominated { by, .. } => state.executed_today() != Some(*by),
        PublicEvent::ExecutedForNominating { by, .. } => state.executed_today() == Some(*by),
        _ => true,
    };
    !state.is_over() && state.publicly_alive() == *living && execution_fits
}

#[cfg(test)]
mod tests {
    use gaslamp_botc::rules::default_names;
    use gaslamp_botc::{Script, Setup};
    use gaslamp_core::Run;

    use super::*;

    const SCRIPTS: [&str; 3] = [
        "washerwoman librarian investigator chef monk drunk recluse saint butler spy poisoner imp",
        "washerwoman librarian investigator chef monk recluse saint butler spy scarletwoman vortox",
        "washerwoman librarian investigator chef monk drunk recluse saint spy poisoner vortox imp",
    ];

    /// All pairs of a table with all characters of its script.
    fn pairs(state: &State) -> Vec<Statement> {
        let seats = || (0..state.seats()).map(Seat::new);
        let ordered = seats().flat_map(|holder| seats().map(move |wrong| (holder, wrong)));
        let characters = || state.script().iter();
        ordered
            .flat_map(|(holder, wrong)| {
                characters().map(move |character| Statement::Pair { holder, wrong, character })
            })
            .collect()
    }

    /// A reported pair does not say which of the two players is the character: it is as likely as the truest order that may be told.
    #[test]
    fn a_pair_is_weighed_as_the_truest_that_may_be_told() {
        let model = Model::default();
        let (mut compared, mut one_way) = (0, 0);
        for (game, names) in (0..120).zip(SCRIPTS.iter().cycle()) {
            let characters = names.split(' ').filter_map(Character::read);
            let players = 5 + game as usize % 3;
            let setup = Setup {
                script: Script::new("pairs", characters),
                names: default_names(players),
                counts: None,
            };
            let mut rng = Rng::for_game(5, game);
            let mut run = Run::<State>::new(setup).expect("a set-up");
            while run.state().is_night() && run.state().phase().number <= 1 {
                let state = run.state();
                for told in pairs(state).into_iter().filter(|told| may_be_told(state, *told)) {
                    let seat = state.about_to_hear().expect("somebody").0;
                    let ways = [Some(told), swapped(told)].into_iter().flatten();
                    let ways: Vec<Statement> = ways.filter(|way| state.may_tell(*way)).collect();
                    let truest = ways.iter().min_by_key(|way| state.truth(**way)).expect("one");
                    let expected = model.told_if(state.is_plainly_true(*truest), state, seat, *truest);
                    assert_eq!(model.told(state, seat, told), expected, "{told:?} in {state:?}");
                    compared += 1;
                    one_way += usize::from(ways.len() == 1);
                }
                let mut legal = Actions::<State>::new();
                run.state().legal(&mut legal);
                let choice = *rng.pick(&legal).expect("something");
                let action = run.concrete(choice, &mut rng);
                run.apply(action).expect("a listed action");
            }
        }
        assert!(compared > 1_000 && one_way > 100, "{compared} compared, {one_way} of them one way");
    }
}
