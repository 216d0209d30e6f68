//! Whether everybody who has lied may still have an excuse at the end: they are evil, mad, or play a character that need not tell
//! the truth.
//!
//! Accepts a table in the middle of a search, and says no only if no game goes on to such an end. Whoever began as good and has lied must
//! turn, and most deals have nobody who could turn them.

use gaslamp_botc::rules::{Profile, State, TurnsSides};
use gaslamp_botc::{Character, CharacterSet};
use gaslamp_core::{Seat, Seats};

/// A table, and what is known of the rest of the game.
pub(super) struct Prospects<'a> {
    pub(super) state: &'a State,
    /// Players who stay the character that they are.
    pub(super) unchanging: Seats,
    /// Players who may die in a night to come.
    pub(super) mortal: Seats,
    /// How often everybody who can do so may yet make a player another character.
    pub(super) makings: usize,
    /// Whether the dead may come back to life.
    pub(super) may_revive: bool,
}

impl Prospects<'_> {
    /// Whether all of these players may have an excuse at the end.
    pub(super) fn may_excuse(&self, liars: Seats) -> bool {
        let mut excused = self.state.evil().or(self.free_to_lie());
        if !self.abilities().any(|(_, profile)| profile.may_change_minions()) {
            excused = excused.minus(self.unknowing());
        }
        let waiting = liars.minus(excused);
        if waiting.is_empty() {
            return true;
        }
        let makers = self.on_table().filter(|(_, profile)| profile.makes_characters()).count();
        let movable = if makers > 0 { self.everybody() } else { self.movable() };
        let new_excuses = self.abilities().filter(|(seat, profile)| self.may_add(*seat, profile, movable));
        let most = new_excuses.count();
        if !movable.is_empty() {
            // Who swaps passes an excuse on.
            let sure = excused.len() + most;
            return liars.len() <= sure || liars.len() <= sure + self.makeable(makers);
        }
        let has_turner = |liar| self.abilities().any(|(seat, profile)| self.may_turn(seat, &profile, liar));
        waiting.len() <= most && waiting.iter().all(has_turner)
    }

    /// Evil players who do not know it.
    fn unknowing(&self) -> Seats {
        let is_unknowing = |seat: &Seat| self.state.is_thought_good(self.state.all_roles()[seat.index()]);
        self.state.evil().iter().filter(is_unknowing).collect()
    }

    /// Players who need not tell the truth because of the character that they are.
    fn free_to_lie(&self) -> Seats {
        let is_free = |(_, role): &(usize, &Character)| self.state.is_free_to_lie(**role);
        let seats = self.state.all_roles().iter().enumerate().filter(is_free);
        seats.map(|(index, _)| Seat::new(index)).collect()
    }

    /// The abilities that may still do something. One that swaps characters may do so after its player's death.
    fn on_table(&self) -> impl Iterator<Item = (Seat, Profile)> {
        let of =
            |seat| self.state.abilities_at(seat).filter_map(Profile::of).map(move |profile| (seat, profile));
        let is_there = |(seat, profile): &(Seat, Profile)| {
            self.may_revive || profile.swaps_characters() || self.state.has_ability(*seat)
        };
        self.everybody().iter().flat_map(of).filter(is_there)
    }

    fn everybody(&self) -> Seats {
        Seats::first(self.state.all_roles().len())
    }

    /// The same with those that somebody may gain or be given.
    fn abilities(&self) -> impl Iterator<Item = (Seat, Profile)> {
        let gaining = self.on_table().fold(Seats::NONE, |gaining, (seat, profile)| match profile {
            profile if profile.gives_abilities() => self.everybody(),
            profile if profile.gains_abilities() => gaining.with(seat),
            _ => gaining,
        });
        let good = self.state.script().and(CharacterSet::GOOD);
        let gained = move |seat| good.iter().filter_map(Profile::of).map(move |profile| (seat, profile));
        self.on_table().chain(gaining.iter().flat_map(gained))
    }

    /// How many more players may have an excuse because somebody makes players characters of the script that are not there yet.
    fn makeable(&self, makers: usize) -> usize {
        let most = makers * self.makings;
        if most == 0 {
            return 0;
        }
        let in_play: CharacterSet = self.state.all_roles().iter().copied().collect();
        let at_work: CharacterSet = self.on_table().map(|(_, profile)| profile.character()).collect();
        let excuses = |profile: Profile| match profile.turns_sides() {
            _ if at_work.contains(profile.character()) => 0,
            TurnsSides::No if profile.maddens() => 1,
            TurnsSides::No => {
                let is_free = self.state.is_free_to_lie(profile.character());
                usize::from(is_free && !in_play.contains(profile.character()))
            }
            TurnsSides::Own if profile.swaps_characters() => 0,
            // Whoever has turned stays so, and the next may be made one.
            TurnsSides::Own => most,
            TurnsSides::Of(_) => usize::from(!self.mortal.is_empty()),
        };
        let all: usize = self.state.script().iter().filter_map(Profile::of).map(excuses).sum();
        all.min(most)
    }

    /// Players who may get another's character because somebody makes players swap.
    fn movable(&self) -> Seats {
        let swapping = self.abilities().filter(|(_, profile)| profile.swaps_characters());
        swapping.fold(Seats::NONE, |movable, (seat, profile)| match profile.turns_sides() {
            // Whoever swaps with another becomes that character, and the other loses it.
            TurnsSides::Own => movable.or(Seats::only(seat).minus(self.unchanging)),
            _ => self.everybody(),
        })
    }

    /// Players who may become the Demon that another was.
    fn heirs(&self) -> Seats {
        let heirs = self.abilities().filter(|(_, profile)| profile.may_succeed_demon());
        heirs.map(|(seat, _)| seat).collect()
    }

    /// Whether this ability may give one player more an excuse.
    fn may_add(&self, seat: Seat, profile: &Profile, movable: Seats) -> bool {
        match profile.turns_sides() {
            TurnsSides::No => profile.maddens(),
            TurnsSides::Own => !profile.swaps_characters(),
            // Whoever turns another dies of it.
            TurnsSides::Of(_) => !movable.or(self.heirs()).with(seat).and(self.mortal).is_empty(),
        }
    }

    /// Whether this ability may give that player an excuse, if nobody swaps characters.
    fn may_turn(&self, seat: Seat, profile: &Profile, liar: Seat) -> bool {
        let role = self.state.all_roles()[liar.index()];
        let guises = Profile::of(role).and_then(|profile| profile.registers_as());
        let may_be = CharacterSet::only(role).or(guises.unwrap_or(CharacterSet::NONE));
        match profile.turns_sides() {
            TurnsSides::No => profile.maddens(),
            TurnsSides::Own => seat == liar,
            TurnsSides::Of(team) => {
                let may_die = !self.heirs().with(seat).and(self.mortal).is_empty();
                may_die && !may_be.and(CharacterSet::team(team)).is_empty()
            }
        }
    }
}
