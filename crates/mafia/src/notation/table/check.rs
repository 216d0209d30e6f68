//! From a table as written to a checked state. **Accepts** a [`Table`], **emits** a [`State`] or every rule
//! that the table breaks, each with the fields it is about.

use crate::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::{Cast, NightStep, SCENES, Scene, Table};
use crate::rules::{Action, ActionSet, Deal, Role, SEATS, Stage, State, shooters, winner};

/// A broken rule and the fields to look at, the likeliest first.
type Broken = (&'static [&'static str], Diagnostic);

impl Table {
    /// The state that was written down, if the rules allow it.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub fn check(&self) -> Result<State, Vec<Diagnostic>> {
        self.check_fields().map_err(|broken| broken.into_iter().map(|(_, problem)| problem).collect())
    }

    /// The same, with the fields that each broken rule is about.
    pub(super) fn check_fields(&self) -> Result<State, Vec<Broken>> {
        let mut broken: Vec<Broken> = self.rules.problems();
        let mut must = |holds: bool, keys: &'static [&'static str], id, message: &str| {
            if !holds {
                broken.push((keys, Diagnostic::illegal(id, message)));
            }
        };
        let claim = Claim { table: self, deal: self.deal(), living: Seats::first(SEATS).minus(self.out) };
        must(
            claim.roles_are_right(),
            &["seats"],
            "mafia/table/roles",
            "a table must have one don, two mafia, one sheriff and six citizens, and no roles before the deal",
        );
        must(
            claim.phase_fits(),
            &["phase"],
            "mafia/table/phase",
            "the phase does not match what the table is doing",
        );
        must(
            claim.day_is_in_reach(),
            &["phase"],
            "mafia/table/day",
            "days are counted from 1, and the game must be able to end by day 255",
        );
        must(
            claim.actor_is_right(),
            SCENES,
            "mafia/table/actor",
            "the player to act must be in the game, and players with last words must not",
        );
        must(
            claim.words_are_distinct(),
            SCENES,
            "mafia/table/words",
            "last words need at least one player, and each only once",
        );
        must(
            claim.departures_fit(),
            &["seats", "left"],
            "mafia/table/left",
            "nobody leaves before the first vote, and left=yes applies from a vote that sent somebody away to the end of the night",
        );
        must(
            claim.done_is_legal(),
            &["done"],
            "mafia/table/done",
            "the actions of this turn could not all have been taken in it",
        );
        must(
            claim.nominees_are_legal(),
            &["nominated", "round"],
            "mafia/table/nominated",
            "nominees must be in the game, each only once, at most one a turn; a vote needs two, a night has none",
        );
        must(
            claim.votes_are_legal(),
            &["cast"],
            "mafia/table/cast",
            "there must be fewer votes than voters, and all for candidates of this round",
        );
        must(
            claim.night_is_legal(),
            &["victim", "shots"],
            "mafia/table/night",
            "only a night has a victim or split shots; the victim must be in the game and cannot be a shooter",
        );
        must(
            claim.result_is_right(),
            &["result"],
            "mafia/table/result",
            "the remaining players do not match the result",
        );
        must(
            claim.starter_is_right(),
            &["starter"],
            "mafia/table/starter",
            "the first to speak and vote must be in the game, and is P0 on day 1",
        );
        must(
            claim.quiet_is_right(),
            &["quiet"],
            "mafia/table/quiet",
            "there cannot be more quiet rounds than rounds, and the game is a draw once there are enough of them",
        );
        if broken.is_empty() { Ok(claim.state()) } else { Err(broken) }
    }

    fn deal(&self) -> Option<Deal> {
        let mut roles = [Role::Citizen; SEATS];
        for (place, role) in roles.iter_mut().zip(self.roles) {
            *place = role?;
        }
        Deal::from_roles(&roles)
    }
}

/// A table with what follows directly from it.
struct Claim<'a> {
    table: &'a Table,
    deal: Option<Deal>,
    living: Seats,
}

impl Claim<'_> {
    fn roles_are_right(&self) -> bool {
        let is_dealt = self.table.roles.iter().any(Option::is_some);
        if is_dealt { self.deal.is_some() } else { self.table.phase == Phase::SETUP }
    }

    fn phase_fits(&self) -> bool {
        match (&self.table.scene, self.table.phase) {
            (Scene::Deal, Phase::SETUP) => self.deal.is_none() && self.table.out.is_empty(),
            (Scene::Speaker(_), Phase { label: DAY, .. }) => true,
            (Scene::Words(_), Phase { label: DAY, number: day }) => day > 1,
            (Scene::Words(_) | Scene::Round(_), Phase { label: EVENING, .. }) => true,
            (Scene::Step(_), Phase { label: NIGHT, .. }) => true,
            (Scene::Over(None), Phase { label: NIGHT, .. }) => true,
            (Scene::Over(Some(_)), Phase { label: DAY, number: day }) => day > 1,
            (Scene::Over(Some(_)), Phase { label: EVENING, .. }) => true,
            _ => false,
        }
    }

    fn day(&self) -> u16 {
        match self.table.phase {
            Phase { label: DAY | EVENING | NIGHT, number: day } => day,
            _ => 0,
        }
    }

    /// A round adds a day, and either one quiet round or a departure that clears them: this sum never grows,
    /// so a state that begins in reach stays there.
    fn day_is_in_reach(&self) -> bool {
        let rounds_left = self.living.len() * usize::from(self.table.rules.quiet_rounds);
        let last = usize::from(self.day()) + rounds_left.saturating_sub(usize::from(self.table.quiet));
        last <= usize::from(u8::MAX) && (self.day() > 0 || self.table.phase == Phase::SETUP)
    }

    fn actor_is_right(&self) -> bool {
        match &self.table.scene {
            Scene::Speaker(seat) => self.living.contains(*seat),
            Scene::Words(seats) => seats.iter().all(|&seat| !self.living.contains(seat)),
            Scene::Step(NightStep::Kill(seat)) => self.shooters().contains(*seat),
            Scene::Step(NightStep::Don) => self.deal.is_some_and(|deal| self.living.contains(deal.don())),
            Scene::Step(NightStep::Sheriff) => {
                self.deal.is_some_and(|deal| self.living.contains(deal.sheriff()))
            }
            Scene::Deal | Scene::Round(_) | Scene::Over(_) => true,
        }
    }

    /// Who is to shoot tonight.
    fn shooters(&self) -> Seats {
        self.deal.as_ref().map_or(Seats::NONE, |deal| shooters(deal, self.living, self.table.rules))
    }

    fn words_are_distinct(&self) -> bool {
        let Scene::Words(seats) = &self.table.scene else { return true };
        let distinct: Seats = seats.iter().copied().collect();
        let at_dawn = self.table.phase.label == DAY;
        !seats.is_empty() && distinct.len() == seats.len() && (!at_dawn || seats.len() == 1)
    }

    fn departures_fit(&self) -> bool {
        let left = self.table.left_today;
        let nobody_yet = self.day() > 1 || self.table.out.is_empty();
        match (&self.table.scene, self.table.phase) {
            (Scene::Words(_) | Scene::Over(Some(_)), Phase { label: EVENING, .. }) => left,
            (Scene::Step(_), _) => left || nobody_yet,
            _ => !left && nobody_yet,
        }
    }

    fn done_is_legal(&self) -> bool {
        let table = self.table;
        let (speaker, may_nominate) = match &table.scene {
            Scene::Speaker(seat) => (Some(*seat), true),
            Scene::Words(seats) => (seats.first().copied(), false),
            _ => (None, false),
        };
        let Some(speaker) = speaker else { return table.done.is_empty() };
        let targets = self.living.without(speaker);
        let legal = |action: &Action| match *action {
            Action::Nominate(seat) => {
                may_nominate && targets.contains(seat) && table.nominated.last() == Some(&seat)
            }
            Action::ClaimCheck(seat, _) | Action::Say(seat, _) => targets.contains(seat),
            Action::ClaimSheriff | Action::DenySheriff => true,
            _ => false,
        };
        let distinct = table.done.iter().copied().fold(ActionSet::default(), ActionSet::with);
        distinct.len() == table.done.len()
            && table.done.len() <= usize::from(table.rules.actions_per_turn)
            && table.done.iter().all(legal)
    }

    fn nominees_are_legal(&self) -> bool {
        let nominated = &self.table.nominated;
        let distinct: Seats = nominated.iter().copied().collect();
        let sound = distinct.len() == nominated.len() && distinct.minus(self.living).is_empty();
        match &self.table.scene {
            Scene::Speaker(speaker) => sound && nominated.len() <= self.nominations_so_far(*speaker),
            Scene::Round(round) => sound && nominated.len() > 1 && (1..=3).contains(round),
            _ => nominated.is_empty(),
        }
    }

    /// How many may have been nominated by the time this speaker has said that much.
    fn nominations_so_far(&self, speaker: Seat) -> usize {
        let mut turns =
            usize::from(self.table.done.iter().any(|action| matches!(action, Action::Nominate(_))));
        let mut seat = self.table.starter;
        // A speaker who is out is reported elsewhere; the count must end all the same.
        for _ in 0..SEATS {
            if seat == speaker {
                break;
            }
            turns += 1;
            seat = self.living.next_after(seat).unwrap_or(speaker);
        }
        turns
    }

    fn votes_are_legal(&self) -> bool {
        let table = self.table;
        let is_lift = |cast: &Cast| matches!(cast, Cast::All | Cast::Keep);
        let stands = |cast: &Cast| matches!(cast, Cast::Against(seat) if table.nominated.contains(seat));
        match &table.scene {
            Scene::Round(3) => table.cast.len() < self.living.len() && table.cast.iter().all(is_lift),
            Scene::Round(_) => table.cast.len() < self.living.len() && table.cast.iter().all(stands),
            _ => table.cast.is_empty(),
        }
    }

    fn night_is_legal(&self) -> bool {
        let (victim, split) = (self.table.victim, self.table.shots_split);
        let Scene::Step(step) = &self.table.scene else { return victim.is_none() && !split };
        let have_shot: Seats = match step {
            NightStep::Kill(shooter) => self.shooters().iter().filter(|seat| seat < shooter).collect(),
            NightStep::Don | NightStep::Sheriff => self.shooters(),
        };
        // While shots differ, the victim is the first shot's target; otherwise the common target.
        let at_victim = if split { have_shot.lowest().map_or(Seats::NONE, Seats::only) } else { have_shot };
        let victim_is_right = victim.is_none_or(|seat| {
            self.living.contains(seat) && !have_shot.is_empty() && !at_victim.contains(seat)
        });
        victim_is_right && (!split || matches!(step, NightStep::Kill(_)) && have_shot.len() > 1)
    }

    fn result_is_right(&self) -> bool {
        let Some(deal) = &self.deal else { return true };
        let winner = winner(deal, self.living);
        match &self.table.scene {
            Scene::Over(result) => *result == winner,
            _ => winner.is_none(),
        }
    }

    fn starter_is_right(&self) -> bool {
        let starter = self.table.starter;
        if self.day() <= 1 && starter != Seat::new(0) {
            return false;
        }
        match (&self.table.scene, self.table.phase) {
            (Scene::Deal, _) => true,
            // At dawn it is still yesterday's starter, who may have left.
            (Scene::Words(_) | Scene::Over(_), Phase { label: DAY, .. }) => true,
            _ => self.living.contains(starter) || self.table.left_today,
        }
    }

    fn quiet_is_right(&self) -> bool {
        let (quiet, day) = (self.table.quiet, self.day());
        match (&self.table.scene, self.table.phase) {
            (Scene::Over(None), _) => quiet == self.table.rules.quiet_rounds && u16::from(quiet) <= day,
            (Scene::Words(_) | Scene::Over(_), Phase { label: DAY, .. }) => quiet == 0,
            _ => quiet < self.table.rules.quiet_rounds.max(1) && u16::from(quiet) < day.max(1),
        }
    }

    /// Builds the state; everything has been checked.
    fn state(&self) -> State {
        let table = self.table;
        let mut state = State::new(table.rules);
        state.deal = self.deal;
        state.living = self.living;
        state.day = self.day() as u8;
        state.starter = table.starter;
        state.done = table.done.iter().copied().fold(ActionSet::default(), ActionSet::with);
        state.done_count = table.done.len() as u8;
        state.nominees = table.nominated.iter().copied().collect();
        state.left_today = table.left_today;
        state.victim = table.victim;
        state.shots_agree = !table.shots_split;
        state.quiet = table.quiet;
        let mut voter = table.starter;
        for cast in &table.cast {
            match cast {
                Cast::Against(seat) => state.cast.push(*seat),
                Cast::All => state.cast_eliminate = state.cast_eliminate.with(voter),
                Cast::Keep => {}
            }
            voter = self.living.next_after(voter).unwrap_or(voter);
        }
        state.stage = match &table.scene {
            Scene::Deal => Stage::Deal,
            Scene::Speaker(seat) => Stage::Talk(*seat),
            Scene::Words(seats) => {
                state.leaving = seats.iter().copied().collect();
                let speaker = seats.first().copied().unwrap_or_default();
                Stage::LastWords { speaker, at_dawn: table.phase.label == DAY }
            }
            Scene::Round(round) => Stage::Vote { round: *round, voter },
            Scene::Step(NightStep::Kill(seat)) => Stage::Kill(*seat),
            Scene::Step(NightStep::Don) => Stage::DonCheck,
            Scene::Step(NightStep::Sheriff) => Stage::SheriffCheck,
            Scene::Over(winner) => Stage::Over { winner: *winner, phase: table.phase },
        };
        state
    }
}
