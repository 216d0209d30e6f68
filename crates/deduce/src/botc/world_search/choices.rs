//! Branches at night: what was chosen, ruled or prepared in secret. Only what can matter is followed.

use gaslamp_botc::rules::{
    Action, Bearing, ConstrainedRun, ImpairmentTargets, Killing, Making, Pending, Profile, State,
};
use gaslamp_core::{Actions, Choice, Game, Seat, Seats};

use super::reports::is_said;
use super::{Branch, Move, WorldSearch};

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

impl<'a> WorldSearch<'a> {
    /// How likely a player makes this choice, if branches are weighed.
    pub(super) fn odds_of_choice(&mut self, state: &State, seat: Seat, action: Action) -> f64 {
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
    pub(super) fn branch_on_choice(&mut self, branch: &Branch, seat: Seat, place: usize) {
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
    pub(super) fn is_making(state: &State) -> bool {
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
    pub(super) fn nominators(&self, place: usize) -> Seats {
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
    pub(super) fn follow(&mut self, mut ways: Vec<Branch>, place: usize) {
        self.draw_one(&mut ways, place);
        for way in &mut ways {
            self.night(way, place);
        }
    }

    /// Honest players who claim to have heard something this night or the day after.
    fn tells_today(&self, place: usize) -> Seats {
        let at_night = self.timeline.nights[place].heard.iter().map(|heard| heard.seat);
        let by_day = self.timeline.days[place].visits.iter().map(|(seat, _)| *seat);
        at_night.chain(by_day).collect::<Seats>().and(self.honest)
    }

    /// Branches on where the reminder token of an ability is placed. Players whom the owner never mentions are equivalent.
    pub(super) fn branch_on_token(&mut self, branch: &Branch, owner: Seat, place: usize) {
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
    pub(in crate::botc) fn where_token_matters(&self, state: &State, owner: Seat) -> Seats {
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
    pub(super) fn branch(&mut self, branch: &Branch, place: usize, odds: impl FnMut(Action) -> f64) {
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

    pub(super) fn list(&mut self, state: &State) -> Actions<State> {
        let mut list = self.lists.pop().unwrap_or_default();
        state.legal(&mut list);
        list
    }
}

pub(super) const fn only_action(choice: &Choice<State>) -> Option<Action> {
    match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    }
}
