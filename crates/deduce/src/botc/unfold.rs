//! The rules run along a course from one supposition: every way in which the game can have gone.
//!
//! Accepts a supposition's table, emits the tables at the end. Hidden choices are branched on only where they can matter, what
//! was seen and heard is checked the moment it can be; tables that have become equal are followed once.

use gaslamp_botc::Character;
use gaslamp_botc::rules::{Action, Ask, Content, Deed, Formula, Hindsight, State, Statement, Topic};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Contents, Game, Seat, Seats};

use super::case::{Ending, Happening};
use super::course::{Course, Heard, Night, Visit};
use super::suppose::Supposition;

/// Runs the rules along a course.
pub(super) struct Unfolding<'a> {
    course: &'a Course,
    options: Options,
    contents: Contents<Content>,
    /// Buffers for legal lists, one for each depth.
    lists: Vec<Actions<State>>,

    honest: Seats,
    /// The tokens that the honest have, by their own words, before and after the night that is played.
    tokens: [Vec<Character>; 2],
    /// Who of the honest was refused what he or she says to have been told, being sober.
    blamed: Seats,
    found: Vec<Hindsight>,
}

/// What a case leaves open or forbids beside its course.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) demon_may_attack_dead: bool,
    /// Whether somebody who dies may live again before dawn.
    pub(super) may_revive: bool,
    /// Whether a statement is about who is the red herring.
    pub(super) herring_matters: bool,
    /// Whether players may have claimed several roles, so that only what fits the one they have counts.
    pub(super) claims_several: Seats,
}

impl<'a> Unfolding<'a> {
    pub(super) fn new(course: &'a Course, options: Options) -> Self {
        Self {
            course,
            options,
            contents: Contents::default(),
            lists: Vec::new(),
            honest: Seats::NONE,
            tokens: [Vec::new(), Vec::new()],
            blamed: Seats::NONE,
            found: Vec::new(),
        }
    }

    /// The tables at the end, each once.
    pub(super) fn ends(&mut self, table: &Hindsight, supposition: &Supposition) -> Vec<Hindsight> {
        self.honest = supposition.honest;
        self.tokens = [(); 2].map(|()| supposition.seats.iter().map(|(_, token)| *token).collect());
        let mut tables = vec![*table];
        for place in 0..self.course.nights.len() {
            self.found.clear();
            for &(seat, character) in &self.course.nights[place].became {
                self.tokens[1][seat.index()] = character;
            }
            for table in std::mem::take(&mut tables) {
                self.night(table, place, 0);
            }
            tables = std::mem::take(&mut self.found);
            self.tokens[0] = self.tokens[1].clone();
            if tables.is_empty() {
                break;
            }
        }
        tables
    }

    /// Plays on from a moment of the night. `heard` has a bit for everything that was heard tonight.
    fn night(&mut self, mut table: Hindsight, place: usize, mut heard: u64) {
        let night = &self.course.nights[place];
        loop {
            let state = table.state();
            if state.is_over() || !self.fits_so_far(state, night) {
                return;
            }
            if self.is_in_last_night(place) && self.must_hear(state, night) & !heard == 0 {
                return self.find(table);
            }
            if !state.is_night() {
                if self.fits_at_dawn(state, night, heard) {
                    self.dawn(table, place);
                }
                return;
            }
            match state.ask() {
                Ask::Telling(seat, topic) => match self.hears(state, night, seat, topic) {
                    Ok(bits) => {
                        heard |= bits;
                        table.pass_over();
                    }
                    Err(()) => {
                        self.blamed = self.blamed.with(seat);
                        return;
                    }
                },
                Ask::Choice(seat) => match self.said_choice(state, night, seat) {
                    Some((action, bits)) => {
                        if state.check(action, &self.contents).is_err() {
                            return;
                        }
                        heard |= bits;
                        table.answer(action);
                    }
                    None => return self.branch_on_choice(&table, seat, place, heard),
                },
                Ask::Prepare(seat) => return self.branch_on_token(&table, seat, place, heard),
                Ask::Ruling(_) => return self.branch(&table, place, heard, |_| true),
                Ask::Nothing | Ask::Deal | Ask::Turn(_) | Ask::Vote(_) => return,
            }
        }
    }

    /// Whether this is a night whose dawn has not come yet.
    fn is_in_last_night(&self, place: usize) -> bool {
        place + 1 == self.course.nights.len() && matches!(self.course.ends, Ending::Night(_))
    }

    /// Nobody has died who was seen alive, and the honest are what they say.
    fn fits_so_far(&self, state: &State, night: &Night) -> bool {
        let (died, revived) = state.news();
        let is_known = died.minus(night.died).is_empty() && revived.minus(night.revived).is_empty();
        let is_dark = matches!(self.course.ends, Ending::Night(last) if state.phase() == Phase::Night(last));
        let tokens = state.all_tokens();
        (is_known || is_dark || self.options.may_revive)
            && (tokens == self.tokens[0]
                || self.honest.iter().all(|seat| {
                    let token = tokens[seat.index()];
                    self.tokens.iter().any(|tokens| tokens[seat.index()] == token)
                }))
    }

    fn fits_at_dawn(&self, state: &State, night: &Night, heard: u64) -> bool {
        let tokens = state.all_tokens();
        state.news() == (night.died, night.revived)
            && self.honest.iter().all(|seat| tokens[seat.index()] == self.tokens[1][seat.index()])
            && self.must_hear(state, night) & !heard == 0
    }

    /// What the honest say to have heard tonight, as bits.
    fn must_hear(&self, state: &State, night: &Night) -> u64 {
        let counts = |heard: &Heard| {
            let is_one_claim = !self.options.claims_several.contains(heard.seat);
            self.honest.contains(heard.seat)
                && (is_one_claim || heard.ability == state.all_tokens()[heard.seat.index()])
        };
        let places = night.heard.iter().enumerate().filter(|(_, heard)| counts(heard));
        places.fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// What an honest player says of this use of an ability, with its bit.
    fn said(&self, night: &'a Night, seat: Seat, ability: Character) -> Option<(&'a Heard, u64)> {
        if !self.honest.contains(seat) {
            return None;
        }
        let is_it = |heard: &&Heard| heard.seat == seat && heard.ability == ability;
        let at = night.heard.iter().position(|heard| is_it(&heard))?;
        Some((&night.heard[at], 1 << at))
    }

    /// Whether a player may be told what he or she says to have been told: the bits of what was heard.
    fn hears(&self, state: &State, night: &'a Night, seat: Seat, topic: Topic) -> Result<u64, ()> {
        if topic == Topic::Evil {
            return Ok(0);
        }
        let shown = night.grimoires.iter().find(|(spy, _)| *spy == seat && self.honest.contains(seat));
        if shown.is_some_and(|(_, roles)| roles != state.all_roles()) {
            return Err(());
        }
        let Some((heard, bit)) = self.said(night, seat, state.ability_at(seat)) else { return Ok(0) };
        let Some(told) = heard.told else { return Ok(0) };
        let is_about = heard.about.is_none_or(|about| state.executed_today() == Some(about));
        if is_about && may_be_told(state, told) { Ok(bit) } else { Err(()) }
    }

    /// What an honest player says to have chosen, if anything; whoever need not choose and says nothing has not.
    fn said_choice(&self, state: &State, night: &'a Night, seat: Seat) -> Option<(Action, u64)> {
        if !self.honest.contains(seat) {
            return None;
        }
        match self.said(night, seat, state.ability_at(seat)) {
            Some((heard, bit)) => {
                let is_all = heard.told.is_none();
                heard.chosen.map(|chosen| (chosen, if is_all { bit } else { 0 }))
            }
            None => state.check(Action::Pass, &self.contents).is_ok().then_some((Action::Pass, 0)),
        }
    }

    /// Somebody chooses whom nobody knows of.
    fn branch_on_choice(&mut self, table: &Hindsight, seat: Seat, place: usize, heard: u64) {
        let state = table.state();
        if let Some(targets) = state.poison_targets() {
            let before = std::mem::replace(&mut self.blamed, Seats::NONE);
            self.follow(table, Action::Choose(targets.nobody), place, heard);
            // Poison on somebody who only learns helps only where the truth would have been something else.
            let helped = targets.learners.and(self.blamed);
            for target in targets.doers.or(helped).iter() {
                self.follow(table, Action::Choose(target), place, heard);
            }
            self.blamed = self.blamed.or(before);
        } else if state.is_choice_idle(seat) {
            let mut list = self.list(state);
            if let Some(Choice::Action(action)) = list.first() {
                self.follow(table, *action, place, heard);
            }
            list.clear();
            self.lists.push(list);
        } else {
            let living = state.seen_living();
            let spares_dead = !self.options.demon_may_attack_dead && state.is_demon(seat);
            self.branch(table, place, heard, |action| match action {
                Action::Choose(target) => !spares_dead || living.contains(target),
                _ => true,
            });
        }
    }

    /// The token of an ability is put down. Players whom the owner never speaks of are all alike.
    fn branch_on_token(&mut self, table: &Hindsight, owner: Seat, place: usize, heard: u64) {
        let speaks_of = if self.honest.contains(owner) { self.course.chosen_by(owner) } else { Seats::NONE };
        let all_matter = self.options.herring_matters;
        let mut has_other = false;
        self.branch(table, place, heard, |action| match action {
            Action::Pick(seat) if !all_matter && !speaks_of.contains(seat) => {
                !std::mem::replace(&mut has_other, true)
            }
            _ => true,
        });
    }

    /// Follows every legal action that matters; those that lead to the same table, once.
    fn branch(
        &mut self,
        table: &Hindsight,
        place: usize,
        heard: u64,
        mut matters: impl FnMut(Action) -> bool,
    ) {
        let list = self.list(table.state());
        let mut seen: Vec<Hindsight> = Vec::new();
        for choice in &list {
            let Choice::Action(action) = *choice else { continue };
            if !matters(action) {
                continue;
            }
            let mut next = *table;
            next.answer(action);
            if !self.fits_so_far(next.state(), &self.course.nights[place]) || seen.contains(&next) {
                continue;
            }
            seen.push(next);
            self.night(next, place, heard);
        }
        self.lists.push(list);
    }

    fn follow(&mut self, table: &Hindsight, action: Action, place: usize, heard: u64) {
        let mut next = *table;
        next.answer(action);
        self.night(next, place, heard);
    }

    fn list(&mut self, state: &State) -> Actions<State> {
        let mut list = self.lists.pop().unwrap_or_default();
        state.legal(&mut list);
        list
    }

    /// The day after a night, if the course goes on.
    fn dawn(&mut self, mut table: Hindsight, place: usize) {
        let is_last = place + 1 == self.course.nights.len();
        if is_last && matches!(self.course.ends, Ending::Dawn(_)) {
            return self.find(table);
        }
        for (seat, visit) in &self.course.days[place].visits {
            if self.honest.contains(*seat) && !visits(&mut table, *seat, visit) {
                self.blamed = self.blamed.with(*seat);
                return;
            }
        }
        self.day(table, place, 0);
    }

    /// Plays on from a moment of the day.
    fn day(&mut self, mut table: Hindsight, place: usize, from: usize) {
        let happenings = &self.course.days[place].happenings;
        for (at, (what, _)) in happenings.iter().enumerate().skip(from) {
            if let Some(deed) = deed(what) {
                table.act(deed);
            }
            if let Ask::Ruling(_) = table.state().ask() {
                return self.branch_by_day(&table, place, at);
            }
            if !has_happened(table.state(), &happenings[at]) {
                return;
            }
        }
        self.dusk(table, place);
    }

    fn branch_by_day(&mut self, table: &Hindsight, place: usize, at: usize) {
        let list = self.list(table.state());
        for choice in &list {
            let Choice::Action(action) = *choice else { continue };
            let mut next = *table;
            next.answer(action);
            if let Ask::Ruling(_) = next.state().ask() {
                self.branch_by_day(&next, place, at);
            } else if has_happened(next.state(), &self.course.days[place].happenings[at]) {
                self.day(next, place, at + 1);
            }
        }
        self.lists.push(list);
    }

    fn dusk(&mut self, mut table: Hindsight, place: usize) {
        let is_last = place + 1 == self.course.nights.len();
        if is_last && matches!(self.course.ends, Ending::Day(_)) {
            return self.find(table);
        }
        table.end_day();
        if !table.state().is_over() {
            self.find(table);
        }
    }

    fn find(&mut self, table: Hindsight) {
        if !self.found.contains(&table) {
            self.found.push(table);
        }
    }
}

/// Who is meant by a pair is the Storyteller's secret.
fn may_be_told(state: &State, told: Statement) -> bool {
    let swapped = match told {
        Statement::Pair { holder, wrong, character } => {
            Some(Statement::Pair { holder: wrong, wrong: holder, character })
        }
        _ => None,
    };
    state.may_tell(told) || swapped.is_some_and(|told| state.may_tell(told))
}

fn visits(table: &mut Hindsight, seat: Seat, visit: &Visit) -> bool {
    match visit {
        Visit::Answered(truth) => table.ask_artist(seat, truth, true),
        Visit::Things(things) => table.visit_savant(seat, things),
    }
}

fn deed(happening: &Happening) -> Option<Deed<'_>> {
    match happening {
        Happening::Executed { seat, .. } => Some(Deed::Execute(*seat)),
        Happening::Nominated { by, nominee } | Happening::ExecutedForNominating { by, nominee } => {
            Some(Deed::Nominate(*by, *nominee))
        }
        Happening::Shot { by, target, .. } => Some(Deed::Shoot(*by, *target)),
        Happening::Juggled { by, guesses } => Some(Deed::Guess(*by, guesses)),
        Happening::Gossiped { by, truth } => Some(Deed::Gossip(*by, truth)),
        Happening::Died(_) | Happening::Revived(_) | Happening::Voted(_) | Happening::Nominators(_) => None,
    }
}

/// Whether the table looks as it did after this, and the game goes on.
fn has_happened(state: &State, (what, living): &(Happening, Seats)) -> bool {
    let execution_fits = match what {
        Happening::Nominated { by, .. } => state.executed_today() != Some(*by),
        Happening::ExecutedForNominating { by, .. } => state.executed_today() == Some(*by),
        _ => true,
    };
    !state.is_over() && state.seen_living() == *living && execution_fits
}

/// Whether a formula speaks of the red herring.
pub(super) fn names_herring(formula: &Formula) -> bool {
    match formula {
        Formula::RedHerring(..) => true,
        Formula::Not(part) => names_herring(part),
        Formula::Join(_, a, b) => names_herring(a) || names_herring(b),
        Formula::Exactly(_, parts) => parts.iter().any(names_herring),
        _ => false,
    }
}
