//! Who is drunk or poisoned (rule book of the cast, M1).
//!
//! Every impairment has a source. Most of them sleep while their source is impaired itself, so sources are settled
//! first. In a circle, whoever was not impaired before stays so: of two who poison each other the first one wins.

use gaslamp_core::{Seat, Seats};

use super::hooks::Hook;
use super::marks::Mark;
use super::mutator::Mutator;
use super::state::{SEATS, State};

/// Players who are impaired by one source, unless that is impaired itself.
#[derive(Clone, Copy)]
struct Sleeper {
    by: Seat,
    on: Seats,
}

/// The impairments that may sleep, one for each source, the oldest first.
struct Sleepers {
    len: usize,
    list: [Sleeper; SEATS],
}

impl Sleepers {
    const NONE: Self = Self { len: 0, list: [Sleeper { by: Seat::new(0), on: Seats::NONE }; SEATS] };

    /// What has one source is awake or asleep as a whole, so it counts from its oldest part.
    fn add(&mut self, by: Seat, on: Seats) {
        if let Some(known) = self.list[..self.len].iter_mut().find(|known| known.by == by) {
            known.on = known.on.or(on);
        } else if let Some(place) = self.list.get_mut(self.len) {
            *place = Sleeper { by, on };
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Sleeper> {
        self.list[..self.len].iter()
    }

    /// Everyone whom somebody of the list may impair.
    fn targets(&self) -> Seats {
        self.iter().fold(Seats::NONE, |targets, sleeper| targets.or(sleeper.on))
    }

    /// Takes those out that `is_settled` selects, and returns whom they impair.
    fn take(&mut self, is_settled: impl Fn(&Sleeper) -> bool) -> Option<Seats> {
        let (mut kept, mut taken) = (0, None);
        for at in 0..self.len {
            let sleeper = self.list[at];
            if is_settled(&sleeper) {
                taken = Some(taken.unwrap_or(Seats::NONE).or(sleeper.on));
            } else {
                self.list[kept] = sleeper;
                kept += 1;
            }
        }
        self.len = kept;
        taken
    }
}

impl State {
    /// Who is drunk or poisoned now, given who was before.
    fn settle_impairment(&self, before: Seats) -> Seats {
        let mut impaired = Seats::NONE;
        let mut open = Sleepers::NONE;
        for mark in self.marks.iter().filter(|mark| mark.reminder.impairs()) {
            // Whoever keeps an ability when dead has none while that is asleep.
            if mark.reminder.needs_source() && !self.is_holder(mark.by) {
                continue;
            }
            // An impairment of oneself lasts to its end.
            if mark.reminder.sleeps() && mark.on != mark.by {
                open.add(self.responsible_for(mark.by, mark.reminder.owner()), Seats::only(mark.on));
            } else {
                impaired = impaired.with(mark.on);
            }
        }
        for seat in self.holders_with(Hook::Impairs).iter() {
            if let Some(impairs) = self.ability_of(seat).impairs
                && !self.is_fake(seat)
            {
                open.add(seat, impairs(self, seat));
            }
        }
        while open.len > 0 {
            let asleep = open.take(|sleeper| impaired.contains(sleeper.by));
            let targets = open.targets();
            let awake = open.take(|sleeper| !targets.contains(sleeper.by));
            impaired = impaired.or(awake.unwrap_or(Seats::NONE));
            if asleep.is_none() && awake.is_none() {
                let first = open.iter().find(|sleeper| !before.contains(sleeper.by)).or(open.iter().next());
                let Some(&Sleeper { by, .. }) = first else { break };
                impaired = impaired.or(open.take(|sleeper| sleeper.by == by).unwrap_or(Seats::NONE));
            }
        }
        impaired
    }
}

impl State {
    /// Whether nothing but the player's own ability makes them drunk or poisoned.
    pub(crate) fn is_impaired_by_self(&self, seat: Seat) -> bool {
        let mut others = *self;
        let is_own = |mark: &Mark| mark.on == seat && mark.by == seat && mark.reminder.impairs();
        let has_own = others.marks.take(is_own).is_some();
        while others.marks.take(is_own).is_some() {}
        has_own && !others.settle_impairment(self.impaired.without(seat)).contains(seat)
    }
}

impl Mutator<'_> {
    /// Updates who is impaired, which every change of characters, life, places and marks may affect.
    /// Where the dead may keep abilities, whether they do depends in turn on who is impaired.
    pub(crate) fn look_around(&mut self) {
        for _ in 0..=self.size() {
            let before = self.impaired;
            self.impaired = self.settle_impairment(before);
            if self.impaired == before || !self.script.has(Hook::KeepsAbilities) {
                break;
            }
        }
    }
}
