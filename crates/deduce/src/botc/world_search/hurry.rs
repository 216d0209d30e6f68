//! Drawing instead of following everything, where there is too much to follow.
//!
//! A night with too many hidden choices is probed: ways through it are drawn until a few have come to dusk. Whatever is drawn weighs as
//! much as it stands for, so that the expected weights are about the same.

use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::rules::{Action, State};
use gaslamp_core::Rng;

use super::{Branch, WorldSearch};

impl<'a> WorldSearch<'a> {
    /// Follows a branch through a night and the day after it. Where branches are weighed and there are too many, the night is probed: one
    /// way through it is drawn again and again, until a few have come to dusk.
    pub(super) fn night_and_day(&mut self, branch: &mut Branch, place: usize) {
        let most = match &self.hurry {
            Some((most, _)) if self.model.is_some() => *most,
            _ => return self.night(branch, place),
        };
        let others = std::mem::take(&mut self.found);
        self.moments = 0;
        self.night(&mut branch.clone(), place);
        let mut part = 1.0;
        if self.moments > most {
            (self.has_drawn, self.has_hurried, self.is_probing) = (true, true, true);
            self.found.clear();
            part = self.probe(branch, place);
            self.is_probing = false;
        }
        self.moments_before += self.moments;
        for found in std::mem::replace(&mut self.found, others) {
            self.find(&found.weighing(part));
        }
    }

    /// Draws ways through a night until some have come to dusk, and returns for which part of it each of them stands.
    fn probe(&mut self, branch: &Branch, place: usize) -> f64 {
        let (mut probes, mut passed) = (0, 0);
        while probes < PROBES && passed < PASSED {
            let before: f64 = self.found.iter().map(|found| found.weight).sum();
            self.night(&mut branch.clone(), place);
            let after: f64 = self.found.iter().map(|found| found.weight).sum();
            passed += usize::from(after > before);
            probes += 1;
        }
        // Where probing ends with a success, the number of probes alone would make successes look too frequent (Girshick, Mosteller and
        // Savage).
        if passed == PASSED {
            (PASSED - 1) as f64 / (PASSED * (probes - 1)) as f64
        } else {
            1.0 / probes as f64
        }
    }

    /// Branches that together weigh too little to matter are followed only now and then, and weigh as much more.
    pub(super) fn drop_light(&mut self, branches: &mut Vec<Branch>) {
        let Some((_, rng)) = self.hurry.as_mut().filter(|_| self.model.is_some()) else { return };
        let total: f64 = branches.iter().map(|branch| branch.weight).sum();
        let floor = self.floors.get(self.stages.len()).copied().unwrap_or(0.0);
        self.stages.push(total);
        if total >= floor || branches.is_empty() {
            return;
        }
        (self.has_drawn, self.has_hurried) = (true, true);
        if f64::from(rng.next_u32()) / 2f64.powi(32) < total / floor {
            branches.iter_mut().for_each(|branch| branch.weight *= floor / total);
        } else {
            branches.clear();
        }
    }

    /// Counts a moment, and returns whether there is no more time, or a night that is weighed has too many of them.
    pub(super) fn is_too_long(&mut self) -> bool {
        self.moments += 1;
        let most = self.hurry.as_ref().map(|(most, _)| *most).filter(|_| self.model.is_some());
        !self.is_probing && most.is_some_and(|most| self.moments > most)
            || self.stop.is_some_and(|stop| stop.load(Relaxed))
    }

    /// If time is short, draws one branch in place of all: those in which more of what honest players report has happened are drawn more
    /// often, and weigh as much less.
    pub(super) fn draw_one(&mut self, ways: &mut Vec<Branch>, place: usize) {
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
        // By rounding, nothing may be left for the last.
        let drawn = leans.iter().position(is_it).or_else(|| leans.iter().rposition(|lean| *lean > 0.0));
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
    pub(super) fn try_few(&mut self, state: &State, place: usize, answers: &mut Vec<(Action, f64)>) {
        let Some((_, rng)) = self.hurry.as_mut().filter(|_| self.is_probing) else { return };
        if answers.len() <= TRIED {
            return;
        }
        rng.shuffle(answers);
        let became = &self.timeline.nights[place].became;
        let is_making = !became.is_empty() && Self::is_making(state);
        let is_reported = |(action, _): &(Action, f64)| match action {
            Action::Name(seat, character) => is_making && became.contains(&(*seat, *character)),
            _ => false,
        };
        answers.sort_by_key(|answer| !is_reported(answer));
        let reported = answers.partition_point(is_reported);
        let others = answers.len() - reported;
        if others > TRIED {
            let more = others as f64 / TRIED as f64;
            answers.truncate(reported + TRIED);
            answers[reported..].iter_mut().for_each(|(_, odds)| *odds *= more);
        }
    }

    /// If time is short, keeps a few of the branches at dusk in place of all, where they are weighed.
    pub(super) fn keep_few(&mut self, branches: &mut Vec<Branch>) {
        let Some((after, rng)) = self.hurry.as_mut().filter(|_| self.model.is_some()) else { return };
        if self.moments_before >= *after && branches.len() > KEPT {
            (self.has_drawn, self.has_hurried) = (true, true);
            thin_out(branches, KEPT, rng);
        }
    }
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
