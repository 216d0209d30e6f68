//! Registration: what an ability may take players for (rule book, "Registration").
//!
//! Nearly everyone registers as what they are. A [`Guise`] says what else an ability may see; a [`Verdict`]
//! says whether a question may come out true and whether it may come out false, over all guises.

use gaslamp_core::{Seat, Seats};

use super::cast;
use super::hooks::Hook;
use super::state::{SEATS, State};
use crate::characters::{Character, CharacterSet, Team};

/// Whether something may be true, and whether it may be false; both when it is a matter of registration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    /// It is true under some registration.
    pub may_be_true: bool,
    /// It is false under some registration.
    pub may_be_false: bool,
}

impl Verdict {
    /// Neither has been found possible yet.
    pub(crate) const NEITHER: Self = Self { may_be_true: false, may_be_false: false };
    /// It is true or false, as the Storyteller decides.
    pub(crate) const EITHER: Self = Self { may_be_true: true, may_be_false: true };

    /// The verdict on something that does not depend on registration.
    pub(crate) const fn certainly(truth: bool) -> Self {
        Self { may_be_true: truth, may_be_false: !truth }
    }

    /// Either of two questions about different players.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            may_be_true: self.may_be_true || other.may_be_true,
            may_be_false: self.may_be_false && other.may_be_false,
        }
    }

    /// Both of two questions about different players.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            may_be_true: self.may_be_true && other.may_be_true,
            may_be_false: self.may_be_false || other.may_be_false,
        }
    }

    /// Whether the answer `told` to this question may be true, and whether it may be false.
    pub(crate) const fn answered(self, told: bool) -> Self {
        if told { self } else { Self { may_be_true: self.may_be_false, may_be_false: self.may_be_true } }
    }

    /// The same with one more possible result.
    pub(crate) const fn with(self, truth: bool) -> Self {
        Self { may_be_true: self.may_be_true || truth, may_be_false: self.may_be_false || !truth }
    }

    /// Whether it is true under every registration.
    pub(crate) const fn is_certain(self) -> bool {
        self.may_be_true && !self.may_be_false
    }
}

/// How players register to abilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Registration {
    /// As their abilities allow.
    Free,
    /// As what they are, for questions that are not about registration.
    Plain,
    /// As what they are, and nobody is taken for anything by a token such as a red herring either: what an
    /// ability that forces falsehood calls false (rule book of the cast, M2).
    Fact,
}

/// What a player may register as; one alignment and one character for each use of an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guise {
    pub(crate) may_be_good: bool,
    pub(crate) may_be_evil: bool,
    pub(crate) characters: CharacterSet,
}

impl State {
    /// What this player may register as, dead or alive.
    pub(crate) fn guise(&self, seat: Seat) -> Guise {
        let is_evil = self.is_evil(seat);
        let role = CharacterSet::only(self.role(seat));
        match self.other_guises(seat) {
            None => Guise { may_be_good: !is_evil, may_be_evil: is_evil, characters: role },
            Some(others) => Guise { may_be_good: true, may_be_evil: true, characters: role.or(others) },
        }
    }

    /// As whom else this player may register; nothing for nearly everybody.
    fn other_guises(&self, seat: Seat) -> Option<CharacterSet> {
        if self.registration != Registration::Free || !self.has_hook(seat, Hook::RegistersAs) {
            return None;
        }
        let others = self.working_part_of(seat, |ability| ability.registers_as)?;
        Some(others.and(self.script.characters))
    }

    /// The same table with everyone registering so.
    pub(crate) const fn registering(&self, registration: Registration) -> Self {
        Self { registration, ..*self }
    }

    /// Whether the player registers as evil.
    pub(crate) fn judge_evil(&self, seat: Seat) -> Verdict {
        match self.other_guises(seat) {
            None => Verdict::certainly(self.is_evil(seat)),
            Some(_) => Verdict::EITHER,
        }
    }

    /// Whether the player registers as this character.
    pub(crate) fn judge_role(&self, seat: Seat, character: Character) -> Verdict {
        let is_it = Verdict::certainly(self.role(seat) == character);
        match self.other_guises(seat) {
            None => is_it,
            Some(others) => Verdict {
                may_be_true: is_it.may_be_true || others.contains(character),
                may_be_false: is_it.may_be_false || !others.without(character).is_empty(),
            },
        }
    }

    /// Whether the player registers as a member of this team.
    pub(crate) fn judge_team(&self, seat: Seat, team: Team) -> Verdict {
        let is_of_it = Verdict::certainly(is_of_team(self.role(seat), team));
        match self.other_guises(seat) {
            None => is_of_it,
            Some(others) => Verdict {
                may_be_true: is_of_it.may_be_true || !others.and(CharacterSet::team(team)).is_empty(),
                may_be_false: is_of_it.may_be_false || !others.minus(CharacterSet::team(team)).is_empty(),
            },
        }
    }

    /// Whether anybody may register as something else than what they are.
    pub(crate) fn has_pretender(&self) -> bool {
        self.all_seats().iter().any(|seat| self.other_guises(seat).is_some())
    }

    /// Who certainly registers as evil, and who possibly does.
    pub(crate) fn evil_guises(&self) -> (Seats, Seats) {
        let mut certain = self.evil;
        let mut perhaps = Seats::NONE;
        for seat in self.all_seats().iter().filter(|&seat| self.other_guises(seat).is_some()) {
            certain = certain.without(seat);
            perhaps = perhaps.with(seat);
        }
        (certain, perhaps)
    }

    /// Judges a question about many players at once: `ask` is shown every way in which all of them can
    /// register, until both answers have been found.
    pub(crate) fn judge_tables(&self, ask: impl Fn(&Registered) -> bool) -> Verdict {
        let mut table = Registered { evil: self.evil, roles: self.roles };
        let pretenders: Seats =
            self.all_seats().iter().filter(|&seat| self.other_guises(seat).is_some()).collect();
        let mut verdict = Verdict::NEITHER;
        self.vary(pretenders, &mut table, &mut |table| {
            verdict = verdict.with(ask(table));
            verdict != Verdict::EITHER
        });
        verdict
    }

    /// Shows every registration of the table; stops when `show` says so.
    fn vary(
        &self,
        pretenders: Seats,
        table: &mut Registered,
        show: &mut dyn FnMut(&Registered) -> bool,
    ) -> bool {
        let Some(seat) = pretenders.lowest() else { return show(table) };
        let rest = pretenders.without(seat);
        for character in self.guise(seat).characters.iter() {
            table.roles[seat.index()] = character;
            for evil in [table.evil.without(seat), table.evil.with(seat)] {
                table.evil = evil;
                if !self.vary(rest, table, show) {
                    return false;
                }
            }
        }
        true
    }
}

/// One way in which everyone registers.
pub(crate) struct Registered {
    pub(crate) evil: Seats,
    pub(crate) roles: [Character; SEATS],
}

/// Whether a character belongs to this team, be it beside another.
pub(crate) fn is_of_team(character: Character, team: Team) -> bool {
    character.team() == team || cast::of(character).also_of_team == Some(team)
}

impl Registered {
    /// Whether a player registers as a member of this team.
    pub(crate) fn is_of(&self, seat: Seat, team: Team) -> bool {
        is_of_team(self.roles[seat.index()], team)
    }

    /// The team that a player registers as.
    pub(crate) fn team(&self, seat: Seat) -> Team {
        self.roles[seat.index()].team()
    }

    /// The seats that register as this character.
    pub(crate) fn holders(&self, character: Character, size: usize) -> Seats {
        (0..size).map(Seat::new).filter(|seat| self.roles[seat.index()] == character).collect()
    }
}

/// The number of neighbouring pairs around a table of `size` that are both in the set.
pub(crate) fn neighbouring_pairs(seats: Seats, size: usize) -> u8 {
    let next = |seat: Seat| Seat::new((seat.index() + 1) % size);
    seats.iter().filter(|&seat| seats.contains(next(seat))).count() as u8
}

/// Whether an ability makes everything that this player learns false.
pub(crate) fn must_be_false(state: &State, told: Seat) -> bool {
    let falsifies = |liar: Seat| {
        let falsifies = state.part_of(liar, |ability| ability.falsifies);
        falsifies.is_some_and(|falsifies| falsifies(state, liar, told))
    };
    state.holders_with(Hook::Falsifies).iter().any(falsifies)
}
