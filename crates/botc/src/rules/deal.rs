//! Deals: who draws what, checked against the set-up rules, drawn uniformly.

use gaslamp_core::{Diagnostic, Refusal, Rng};

use super::bag_check::{BagRules, Draw};
use super::bag_space::{Bag, SetupSpace, Wishes};
use super::cast::Seating;
use super::refusals;
use super::script::Script;
use super::setup_rules::{seating, seats_fit};
use super::state::{SEATS, State};
use crate::characters::{Character, CharacterSet};

/// Everyone's role, and the token each player has drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    size: u8,
    // Entries from `size` on hold the first character, so that equal deals are equal values.
    roles: [Character; SEATS],
    tokens: [Character; SEATS],
}

impl Deal {
    /// A deal from everyone's role and token, by seat; none if there are more seats than a table can have.
    #[must_use]
    pub fn new(seats: &[(Character, Character)]) -> Option<Self> {
        let blank = Character::FIRST;
        let mut deal = Self { size: seats.len() as u8, roles: [blank; SEATS], tokens: [blank; SEATS] };
        for (index, &(role, token)) in seats.iter().enumerate() {
            *deal.roles.get_mut(index)? = role;
            *deal.tokens.get_mut(index)? = token;
        }
        Some(deal)
    }

    /// The number of seats.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// The true roles, by seat.
    #[must_use]
    pub fn roles(&self) -> &[Character] {
        &self.roles[..self.size()]
    }

    /// The tokens that were drawn, by seat.
    #[must_use]
    pub fn tokens(&self) -> &[Character] {
        &self.tokens[..self.size()]
    }

    pub(crate) const fn arrays(&self) -> (&[Character; SEATS], &[Character; SEATS]) {
        (&self.roles, &self.tokens)
    }
}

impl State {
    /// Whether this deal is legal at this table.
    pub(crate) fn check_deal(&self, deal: &Deal) -> Result<(), Refusal> {
        let draws: Vec<Draw> = deal
            .roles()
            .iter()
            .zip(deal.tokens())
            .map(|(&role, &token)| Draw { role, token: Some(token) })
            .collect();
        let rules = BagRules::of_table(self.script.characters, self.base_counts());
        let broken = rules.breaches(&draws).first().map(|breach| breach.rule);
        let seated_wrong = || (!seats_fit(deal.roles())).then_some(&refusals::DEAL_SEATS);
        broken.or_else(seated_wrong).map_or(Ok(()), |rule| Err(Refusal::from(rule)))
    }
}

/// Draws deals: a uniformly random bag, seated uniformly at random.
#[derive(Clone, Debug)]
pub struct Dealer {
    space: SetupSpace,
}

impl Dealer {
    /// A dealer for a script and these numbers of Townsfolk, Outsiders, Minions and Demons.
    ///
    /// # Errors
    /// Why there is no bag.
    pub fn new(script: &Script, counts: [usize; 4]) -> Result<Self, Vec<Diagnostic>> {
        SetupSpace::with_counts(script, counts, &Wishes::default()).map(|space| Self { space })
    }

    /// The same, for bags that fulfil these wishes.
    ///
    /// # Errors
    /// Why there is no bag.
    pub fn wishing(script: &Script, counts: [usize; 4], wishes: &Wishes) -> Result<Self, Vec<Diagnostic>> {
        SetupSpace::with_counts(script, counts, wishes).map(|space| Self { space })
    }

    /// A random deal.
    pub fn draw(&self, rng: &mut Rng) -> Option<Deal> {
        self.space.sample(rng).and_then(|bag| seat(&bag, rng))
    }
}

/// Seats a bag at random: all seatings that the characters allow are equally likely.
pub(crate) fn seat(bag: &Bag, rng: &mut Rng) -> Option<Deal> {
    /// Nearly every second seating fits, or every tenth.
    const TRIES: usize = 10_000;
    let token_of = |role: Character| {
        bag.tokens.iter().find(|(drawer, _)| *drawer == role).map_or(role, |&(_, token)| token)
    };
    let mut seats = [(Character::FIRST, Character::FIRST); SEATS];
    let seats = seats.get_mut(..bag.roles.len())?;
    for (place, &role) in seats.iter_mut().zip(&bag.roles) {
        *place = (role, token_of(role));
    }
    let is_line = bag.roles.iter().any(|&role| seating(role) == Seating::InsideEvilLine);
    for _ in 0..TRIES {
        if is_line {
            shuffle_in_line(seats, rng);
        } else {
            rng.shuffle(seats);
        }
        let deal = Deal::new(seats)?;
        if seats_fit(deal.roles()) {
            return Some(deal);
        }
    }
    None
}

/// Seats everybody at random so that the evil characters sit in one line; seatings in which they do are too
/// rare to wait for one.
fn shuffle_in_line(seats: &mut [(Character, Character)], rng: &mut Rng) {
    seats.sort_unstable_by_key(|(role, _)| CharacterSet::EVIL.contains(*role));
    let good = seats.partition_point(|(role, _)| !CharacterSet::EVIL.contains(*role));
    let (good, evil) = seats.split_at_mut(good);
    rng.shuffle(good);
    rng.shuffle(evil);
    seats.rotate_left(rng.below(seats.len() as u32) as usize);
}
