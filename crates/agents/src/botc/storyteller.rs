//! A scripted Storyteller: fair to the sober, misleading to the drunk and poisoned, and kind to a close game.
//!
//! **Sober players** hear the plain truth. Where it hangs on how a Recluse or a Spy registers, they register as
//! something else about half the time; two players to choose between are rarely found by such a trick.
//! **Drunk and poisoned players** mostly hear something false that could be true at such a table: numbers that
//! this many evil players can give, characters that are not in play. One time in five it is the truth.
//! **The Demon** is shown bluffs with at least two Townsfolk. **The red herring** is a good player, not the teller.
//! **Deaths**: the Mayor's usually goes to another living good player, the Imp's heir is a Minion, a Recluse rarely
//! dies of a Slayer, a Spy dies of a Virgin half the time. Deals and a Savant's things are drawn by the rules.

use gaslamp_botc::rules::{Event, Phrase, Ruling, Side, Statement};
use gaslamp_botc::{Action, Character, CharacterSet, State, Team};
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run, Seat};

use super::ids::{CHEF, FORTUNE_TELLER, JUGGLER, RECLUSE, UNDERTAKER};
use super::memory::{chosen_by, living_neighbours, neighbouring_pairs};
use crate::{Keeper, Reply};

/// A Storyteller with a few rules of thumb.
#[derive(Clone, Debug)]
pub struct Storyteller {
    rng: Rng,
}

impl Storyteller {
    /// A Storyteller that draws from this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng }
    }

    fn happens(&mut self, times: u32, of: u32) -> bool {
        self.rng.below(of) < times
    }

    fn pick(&mut self, wishes: &[Action]) -> Option<Action> {
        self.rng.pick(wishes).copied()
    }

    /// One of the actions that fits, if any does.
    fn pick_where(&mut self, legal: &[Action], fits: impl Fn(Action) -> bool) -> Option<Action> {
        let wishes: Vec<Action> = legal.iter().copied().filter(|&action| fits(action)).collect();
        self.pick(&wishes)
    }

    /// One of the players whom the list offers and of whom `fits` says so.
    fn pick_seat(&mut self, legal: &[Action], fits: impl Fn(Seat) -> bool) -> Option<Action> {
        self.pick_where(legal, |action| matches!(action, Action::Pick(seat) if fits(seat)))
    }

    /// A ruling that comes out true so often.
    fn rule(&mut self, times: u32, of: u32) -> Option<Action> {
        Some(Action::Rule(self.happens(times, of)))
    }

    fn ruling(&mut self, state: &State, ruling: Ruling, legal: &[Action]) -> Option<Action> {
        let person = |seat| state.person(seat);
        let is_good = |seat| person(seat).side == Side::Good;
        let team = |seat| person(seat).role.team();
        match ruling {
            Ruling::Bounce { mayor, .. } if self.happens(4, 5) => {
                self.pick_seat(legal, |seat| seat != mayor && is_good(seat))
            }
            Ruling::Bounce { mayor, .. } => Some(Action::Pick(mayor)),
            Ruling::Heir { .. } => self
                .pick_seat(legal, |seat| team(seat) == Team::Minion)
                .or_else(|| self.happens(3, 4).then_some(Action::PickNobody)),
            // A Recluse is an Outsider to begin with, a Spy is not.
            Ruling::Outsider { victim, .. } if team(victim) == Team::Outsider => self.rule(5, 6),
            Ruling::Outsider { .. } => self.rule(1, 6),
            Ruling::Protected { .. } | Ruling::Townsfolk | Ruling::Resurrected { .. } => self.rule(1, 2),
            Ruling::Shot { .. } | Ruling::Charmed { .. } | Ruling::Deceived { .. } => self.rule(1, 6),
            Ruling::Victim { .. } if self.happens(1, 2) && legal.contains(&Action::PickNobody) => {
                Some(Action::PickNobody)
            }
            Ruling::Victim { .. } => self.pick_seat(legal, |seat| team(seat) != Team::Demon),
            Ruling::Deaths { .. } => self.arbitrary_death(state, legal),
            Ruling::Delusion { .. } => None,
        }
    }

    /// A Pit-Hag has made a Demon: one of two Demons dies, else sometimes somebody, so that the game stays open.
    fn arbitrary_death(&mut self, state: &State, legal: &[Action]) -> Option<Action> {
        let is_demon = |seat: Seat| state.person(seat).role.team() == Team::Demon;
        let demons = seats(state).filter(|&seat| is_demon(seat) && state.person(seat).is_alive).count();
        if demons > 1 {
            return self.pick_seat(legal, is_demon);
        }
        let goes_on = self.happens(1, 3);
        goes_on.then(|| self.pick_seat(legal, |seat| !is_demon(seat))).flatten().or(Some(Action::PickNobody))
    }

    /// What to tell about the evil team: bluffs with two Townsfolk or three.
    fn bluffs(&mut self, legal: &[Action]) -> Option<Action> {
        let townsfolk = |action: &Action| match action {
            Action::Tell(_, Statement::Team(team)) => {
                team.bluffs.iter().filter(|bluff| bluff.team() == Team::Townsfolk).count()
            }
            _ => 0,
        };
        self.pick_where(legal, |action| townsfolk(&action) >= 2)
    }

    fn telling(&mut self, scene: &Scene<'_>, legal: &[Action]) -> Option<Action> {
        let told = |action: Action| match action {
            Action::Tell(_, statement) => Some(statement),
            _ => None,
        };
        let is_true = |action| told(action).is_some_and(|statement| scene.is_plainly_true(statement));
        let is_likely = |action| told(action).is_some_and(|statement| scene.is_plausible(statement));
        if scene.state.person(scene.told).is_able {
            let is_pair = legal.iter().any(|&action| matches!(told(action), Some(Statement::Pair { .. })));
            let misregisters = if is_pair { self.happens(1, 6) } else { self.happens(1, 2) };
            let trick = |action| !is_true(action) && is_likely(action);
            let wish = misregisters.then(|| self.pick_where(legal, trick)).flatten();
            return wish
                .or_else(|| self.pick_where(legal, |action| is_true(action) && scene.is_kind(action)))
                .or_else(|| self.pick_where(legal, is_true))
                // Under a Vortox nothing true is on the list.
                .or_else(|| self.pick_where(legal, is_likely));
        }
        let lies = self.happens(4, 5);
        self.pick_where(legal, |action| is_true(action) != lies && is_likely(action))
            .or_else(|| self.pick_where(legal, |action| is_true(action) != lies))
            .or_else(|| self.pick_where(legal, is_likely))
    }
}

impl Keeper<State> for Storyteller {
    fn decide(&mut self, run: &Run<State>, legal: &Actions<State>) -> Reply<State> {
        let state = run.state();
        let listed: Vec<Action> = legal
            .iter()
            .filter_map(|choice| match choice {
                Choice::Action(action) => Some(*action),
                Choice::Open(_) => None,
            })
            .collect();
        let wish = match (state.about_to_hear(), state.ruling()) {
            (Some((_, None)), _) => self.bluffs(&listed),
            (Some((told, Some(ability))), _) => {
                let seen = run.view(told).seen.into_iter().map(|(_, event)| event).collect();
                self.telling(&Scene { state, told, ability, seen }, &listed)
            }
            (None, Some(ruling)) => self.ruling(state, ruling, &listed),
            // The one preparation there is: a red herring.
            (None, None) => self.pick_seat(&listed, |seat| {
                let person = state.person(seat);
                person.side == Side::Good && person.ability != FORTUNE_TELLER
            }),
        };
        let wish = wish.filter(|action| listed.contains(action)).map(Choice::Action);
        wish.or_else(|| self.rng.pick(legal).copied()).map_or(Reply::Leave, Reply::Choice)
    }
}

fn seats(state: &State) -> impl Iterator<Item = Seat> {
    (0..state.seats()).map(Seat::new)
}

/// Somebody who is about to be told something, and what that player has seen so far.
struct Scene<'a> {
    state: &'a State,
    told: Seat,
    ability: Character,
    seen: Vec<Event>,
}

impl Scene<'_> {
    fn role(&self, seat: Seat) -> Character {
        self.state.person(seat).role
    }

    fn is_evil(&self, seat: Seat) -> bool {
        self.state.person(seat).side == Side::Evil
    }

    fn evil_count(&self) -> u8 {
        seats(self.state).filter(|&seat| self.is_evil(seat)).count() as u8
    }

    /// Whether no player is this, nor believes to be.
    fn is_free(&self, character: Character) -> bool {
        seats(self.state).all(|seat| {
            let person = self.state.person(seat);
            person.role != character && person.token != character
        })
    }

    /// Whom the player has chosen just now; for an Undertaker, who was executed.
    fn subjects(&self) -> Vec<Seat> {
        if self.ability == UNDERTAKER {
            let executed = |event: &Event| event.by.filter(|_| event.phrase == Phrase::Executed);
            return self.seen.iter().rev().find_map(executed).into_iter().collect();
        }
        self.seen.iter().rev().find_map(|event| chosen_by(event, self.told)).unwrap_or_default()
    }

    /// The number that is true when everybody registers as what they are.
    fn plain_number(&self) -> u8 {
        match self.ability {
            CHEF => neighbouring_pairs(self.state.seats(), |seat| self.is_evil(seat)),
            JUGGLER => self.right_guesses(),
            _ => {
                let living = seats(self.state).filter(|&seat| self.state.person(seat).is_alive).collect();
                let neighbours = living_neighbours(self.told, living, self.state.seats());
                neighbours.iter().filter(|&seat| self.is_evil(seat)).count() as u8
            }
        }
    }

    fn right_guesses(&self) -> u8 {
        use gaslamp_botc::rules::Claim;
        let guesses = self.seen.iter().rev().find_map(|event| match &event.phrase {
            Phrase::Said(Claim::Guesses(guesses)) if event.by == Some(self.told) => Some(guesses),
            _ => None,
        });
        guesses.map_or(0, |guesses| {
            guesses.iter().filter(|&&(seat, guess)| self.role(seat) == guess).count() as u8
        })
    }

    fn is_herring(&self, seat: Seat) -> bool {
        let grimoire = self.state.grimoire();
        let reminders = grimoire.seats.get(seat.index()).map(|entry| entry.reminders.as_slice());
        reminders.is_some_and(|reminders| {
            reminders.iter().any(|(owner, name)| *owner == FORTUNE_TELLER && name == "red_herring")
        })
    }

    /// Whether this is true when everybody registers as what they are. Of an Artist's question only the rules know.
    fn is_plainly_true(&self, statement: Statement) -> bool {
        match statement {
            Statement::Pair { holder, character, .. } => self.role(holder) == character,
            Statement::Nobody => seats(self.state).all(|seat| self.role(seat).team() != Team::Outsider),
            Statement::Number(number) => number == self.plain_number(),
            Statement::Answer(answer) if self.ability == FORTUNE_TELLER => {
                let is_demon = |&seat: &Seat| self.role(seat).team() == Team::Demon || self.is_herring(seat);
                answer == self.subjects().iter().any(is_demon)
            }
            Statement::Is(character) => self.subjects().iter().any(|&seat| self.role(seat) == character),
            Statement::OneOf(good, evil) => {
                self.subjects().iter().any(|&seat| [good, evil].contains(&self.role(seat)))
            }
            Statement::Answer(_) => true,
            Statement::Grimoire | Statement::Nothing | Statement::Team(_) | Statement::Things(_) => true,
        }
    }

    /// Whether it could be told at such a table: nothing that is obviously wrong.
    fn is_plausible(&self, statement: Statement) -> bool {
        match statement {
            Statement::Pair { holder, wrong, character } => {
                let is_own = holder == self.told || wrong == self.told;
                !is_own && (self.is_free(character) || self.role(holder) == RECLUSE)
            }
            // Three evil players are needed for a second pair, or to sit on both sides of somebody and still hide.
            Statement::Number(number) if self.ability != JUGGLER => {
                number < 2 || number == 2 && self.evil_count() > 2
            }
            Statement::Number(number) => number <= 2,
            Statement::Is(character) => {
                let is_demon = character.team() == Team::Demon;
                let was_good = self.subjects().iter().all(|&seat| !self.is_evil(seat));
                // A Demon who was executed would have ended the game; an evil player is hidden behind a bluff.
                self.is_free(character) && !is_demon && (was_good || CharacterSet::GOOD.contains(character))
            }
            Statement::OneOf(good, _) => self.is_free(good),
            _ => true,
        }
    }

    /// Whether it tells something: a pair is not about the player who hears it.
    fn is_kind(&self, action: Action) -> bool {
        match action {
            Action::Tell(_, Statement::Pair { holder, wrong, .. }) => {
                holder != self.told && wrong != self.told
            }
            _ => true,
        }
    }
}
