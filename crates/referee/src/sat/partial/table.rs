//! What a grimoire that is known in parts tells seats and characters apart by. Seats that look the same are of one kind: in Trouble Brewing
//! it never matters who sits beside whom. Only where there are two Imps does the order of their seats count, as the lower one acts first.
//!
//! Accepts a grimoire, emits a [`Table`]: the kinds of seats and where each character may be; and [`Branch`]s, in which more of that is settled.

use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, Player};
use gaslamp_botc::{Character, Setup, Team};

use super::Tokens;
use crate::sat::circuit::Bit;
use crate::sat::grimoire_constraints::{bluffs, foreign_tokens, lying, marked};
use crate::sat::history::{BARON, DRUNK, IMP, RECLUSE, TOKENS, Unrolling};

/// Where a character may be: at a seat of a kind, nowhere, or with the Drunk who takes it for their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Places(u32);

impl Places {
    pub(super) const ABSENT: Self = Self(1 << 30);
    pub(super) const BELIEVED: Self = Self(1 << 31);

    pub(super) const fn kind(kind: usize) -> Self {
        Self(1 << kind)
    }

    pub(super) const fn has(self, place: Self) -> bool {
        self.0 & place.0 == place.0
    }

    pub(super) const fn without(self, place: Self) -> Self {
        Self(self.0 & !place.0)
    }

    pub(super) const fn with(self, place: Self) -> Self {
        Self(self.0 | place.0)
    }

    pub(super) const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The kind, if this is one place at a seat.
    pub(super) fn as_kind(self) -> Option<usize> {
        (self.is_one() && self.0 < Self::ABSENT.0).then(|| self.0.trailing_zeros() as usize)
    }

    pub(super) fn each(self) -> impl Iterator<Item = Self> {
        (0..32).map(|bit| Self(1 << bit)).filter(move |place| self.has(*place))
    }
}

/// A grimoire that is known in parts.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) setup: Setup,
    pub(super) grimoire: GrimoireText,
    pub(super) nights: usize,
    pub(super) tokens: Tokens,
    pub(super) characters: Vec<Character>,
    /// The seats of each kind.
    pub(super) kinds: Vec<Vec<usize>>,
    /// The kind of each seat.
    pub(super) kind_of: Vec<usize>,
    /// Where each character may be, apart from the Imp.
    places: Vec<Places>,
}

/// Some of what a grimoire leaves open, settled.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// Who is the Imp: a bit for each seat.
    pub(super) imps: u32,
    /// Whether the Recluse and the Baron are among those who became it.
    pub(super) hidden: [bool; 2],
    /// Where each character may be, apart from the Imp.
    pub(super) places: Vec<Places>,
    /// The seats of those whose kind of seat is settled.
    pub(super) seats: Vec<Option<usize>>,
}

impl Table {
    pub(super) fn new(setup: &Setup, grimoire: &GrimoireText, nights: usize, tokens: Tokens) -> Self {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        let mut kind_of = Vec::new();
        for (seat, player) in grimoire.players.iter().enumerate() {
            let is_alike = |kind: &Vec<usize>| looks(&grimoire.players[kind[0]]) == looks(player);
            let kind = kinds.iter().position(is_alike).unwrap_or(kinds.len());
            if kind == kinds.len() {
                kinds.push(Vec::new());
            }
            kinds[kind].push(seat);
            kind_of.push(kind);
        }
        let characters = setup.script.characters().to_vec();
        let first = |kind: &Vec<usize>| &grimoire.players[kind[0]];
        let places = |character: &Character| {
            if grimoire.bluffs.contains(*character) {
                return Places::ABSENT;
            }
            if let Some(kind) = kinds.iter().position(|kind| must_be(first(kind), *character)) {
                return Places::kind(kind);
            }
            let seats = kinds.iter().enumerate().filter(|(_, kind)| may_be(first(kind), *character));
            let places = seats.fold(Places::ABSENT, |places, (kind, _)| places.with(Places::kind(kind)));
            let may_be_believed = kinds.iter().all(|kind| may_be_believed(first(kind), *character));
            if may_be_believed { places.with(Places::BELIEVED) } else { places }
        };
        Self {
            places: characters.iter().map(places).collect(),
            setup: setup.clone(),
            grimoire: grimoire.clone(),
            nights,
            tokens,
            characters,
            kinds,
            kind_of,
        }
    }

    pub(super) fn may_be_imp(&self, seat: usize) -> bool {
        may_be(&self.grimoire.players[seat], IMP)
    }

    /// The branch that these are the Imps, and that the Recluse or the Baron is one of them.
    pub(super) fn branch(&self, imps: u32, hidden: [bool; 2]) -> Option<Branch> {
        let mut places = self.places.clone();
        for (number, character) in self.characters.iter().enumerate() {
            let is_hidden = (*character == RECLUSE && hidden[0]) || (*character == BARON && hidden[1]);
            if is_hidden && !places[number].has(Places::ABSENT) {
                return None;
            }
            if is_hidden {
                places[number] = Places::ABSENT;
            }
        }
        let seats = vec![None; places.len()];
        let mut branch = Branch { imps, hidden, places, seats };
        (0..self.characters.len()).all(|number| self.settle(&mut branch, number)).then_some(branch)
    }

    /// The branch that a character is at a place.
    pub(super) fn with(&self, branch: &Branch, number: usize, place: Places) -> Option<Branch> {
        let mut branch = branch.clone();
        branch.places[number] = place;
        self.settle(&mut branch, number).then_some(branch)
    }

    /// The branch that a character is not at a place.
    pub(super) fn without(&self, branch: &Branch, number: usize, place: Places) -> Option<Branch> {
        self.with(branch, number, branch.places[number].without(place))
    }

    /// Whoever must be at a kind of seat takes the lowest that is free, which is as good as any other.
    fn settle(&self, branch: &mut Branch, number: usize) -> bool {
        if self.characters[number] == IMP || branch.seats[number].is_some() {
            return true;
        }
        if let Some(kind) = branch.places[number].as_kind() {
            let is_free =
                |seat: &&usize| branch.imps >> **seat & 1 == 0 && !branch.seats.contains(&Some(**seat));
            branch.seats[number] = self.kinds[kind].iter().find(is_free).copied();
            return branch.seats[number].is_some();
        }
        branch.places[number] != Places(0)
    }

    /// What the grimoire says of lives and tokens, at the end of an unrolling.
    pub(super) fn end(&self, unrolling: &Unrolling) -> Vec<Bit> {
        let mut end = Vec::new();
        for (seat, player) in self.grimoire.players.iter().enumerate() {
            let (alive, spent) = (unrolling.alive[seat], unrolling.spent[seat]);
            match player.life {
                Life::Alive => end.push(alive),
                Life::Dead => end.extend([!alive, !spent]),
                Life::Spent => end.extend([!alive, spent]),
            }
            for token in TOKENS {
                let bit = unrolling.lies(token)[seat];
                match (lying(player, token), self.tokens) {
                    (0, Tokens::AtLeast) => {}
                    (0, Tokens::AsWritten) => end.push(!bit),
                    (1, _) => end.push(bit),
                    _ => end.push(Bit::Is(false)),
                }
            }
        }
        let players = self.grimoire.players.iter().enumerate();
        let foreign = players.flat_map(|(seat, player)| foreign_tokens(seat, player));
        let said = bluffs(unrolling, &self.grimoire).into_iter().chain(foreign);
        end.extend(said.flat_map(|said| said.demands).map(|(_, bit)| bit));
        end
    }
}

/// All that tells seats apart.
fn looks(player: &Player) -> (Known, Option<Character>, Life, [usize; 15]) {
    (player.character, marked(player), player.life, TOKENS.map(|token| lying(player, token)))
}

fn may_be(player: &Player, character: Character) -> bool {
    match (marked(player), player.character) {
        (Some(owner), _) => character == owner,
        (None, Known::Nothing) => true,
        (None, known) => known.characters().contains(character),
    }
}

fn must_be(player: &Player, character: Character) -> bool {
    match (marked(player), player.character) {
        (Some(owner), _) => character == owner,
        (None, known) => known == Known::Is(character),
    }
}

/// Whether this seat lets the Drunk think they are this character.
fn may_be_believed(player: &Player, character: Character) -> bool {
    let fits = match (marked(player), player.character) {
        (Some(DRUNK), Known::Nothing) | (None, _) => true,
        (_, known) => known.characters().contains(character),
    };
    fits && character.team() == Team::Townsfolk
}
