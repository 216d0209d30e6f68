//! What has happened this turn: what triggered abilities wait for, and what conditions ask about afterwards.

use gaslamp_core::Seat;

use super::piece::CardId;
use super::scope::Scope;
use super::state::State;
use crate::cards::{KeywordName, Kind};
use crate::language::{Destination, Event, Players, When, Who};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Happening {
    /// What.
    pub what: What,
    /// Whose deed it is, or to whom it happened.
    pub player: Seat,
    /// The card it is about.
    pub card: Option<CardId>,
    /// The other card of the event.
    pub other: Option<CardId>,
    /// How much or how many; for a card that was played, [`Happening::SHIFTED`] and the like.
    pub number: u8,
}

macro_rules! whats {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A kind of event.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum What {
            $($(#[$doc])* $variant,)*
        }

        impl What {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in texts.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

whats! {
    /// A card was played.
    Played = "played",
    /// A character quested; the other card is the location where it was.
    Quested = "quested",
    /// A character challenged; the other card is the challenged one.
    Challenged = "challenged",
    /// A card was banished; the other card is the other side of the challenge it was in.
    Banished = "banished",
    /// A character banished another one in a challenge, which is the other card.
    BanishesInChallenge = "banishes",
    /// A card dealt damage to the other card in a challenge.
    DealsDamageInChallenge = "strikes",
    /// A card left play.
    Left = "left",
    /// A card returned to hand from play.
    Returned = "returned",
    /// A character sang a song, which is the other card.
    Sang = "sang",
    /// A song was sung.
    Sung = "sung",
    /// A character moved to a location, which is the other card.
    Moved = "moved",
    /// A card was put under this one.
    PutUnder = "put-under",
    /// A card took damage; the other card is whose deed it was.
    Damaged = "damaged",
    /// Damage was removed from a card by this player.
    Healed = "healed",
    /// A card was exerted.
    Exerted = "exerted",
    /// A card entered play exerted.
    EnteredExerted = "entered-exerted",
    /// A card was readied by this player.
    Readied = "readied",
    /// A card was chosen by this player for an ability or effect of the other card.
    Chosen = "chosen",
    /// A card was chosen for Support.
    Supported = "supported",
    /// A character was shifted onto the other card.
    Shifted = "shifted",
    /// A turn begins.
    TurnBegins = "turn-begins",
    /// A turn ends.
    TurnEnds = "turn-ends",
    /// A challenge ends.
    ChallengeEnds = "challenge-ends",
    /// A player drew a card.
    Drew = "drew",
    /// A card came into this player's inkwell; the number is the seat of whoever put it there, counted from 1.
    Inked = "inked",
    /// A player discarded a card.
    Discarded = "discarded",
    /// A player discarded cards at once.
    DiscardedMany = "discarded-many",
    /// A card came into this player's discard.
    IntoDiscard = "into-discard",
    /// A card left this player's discard.
    LeftDiscard = "left-discard",
    /// Cards came from the deck into the discard.
    Milled = "milled",
    /// A card came from the deck into the discard.
    MilledOne = "milled-one",
    /// A card returned from the discard to the hand.
    FromDiscard = "from-discard",
    /// A player got an ink drop.
    GotInkDrop = "got-ink-drop",
    /// A player removed an ink drop.
    RemovedInkDrop = "removed-ink-drop",
    /// A player paid this much ink to play a card.
    Paid = "paid",
    /// A player used Boost of a card.
    Boosted = "boosted",
    /// An action of this player dealt damage to a card.
    ActionDamaged = "action-damaged",
}

impl What {
    /// The kind with this name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    pub(crate) const fn bit(self) -> u64 {
        1 << self as u64
    }

    /// The kinds of events for which a triggered ability waits, as bits.
    pub(crate) fn bits_of(when: &When) -> u64 {
        match when {
            When::Plays(..) | When::PlaysNth(..) => Self::Played,
            When::Quests(_) | When::QuestsAtLocation(_) => Self::Quested,
            When::Challenges(..) | When::IsChallenged(_) => Self::Challenged,
            When::Banished(_)
            | When::BanishedInChallenge(_)
            | When::ChallengedAndBanished(_)
            | When::ChallengesAndIsBanished(_) => Self::Banished,
            When::BanishesInChallenge(_) => Self::BanishesInChallenge,
            When::DealsDamageInChallenge(_) => Self::DealsDamageInChallenge,
            When::Leaves(_) => Self::Left,
            When::ReturnedToHand(_) => Self::Returned,
            When::Sings(..) => Self::Sang,
            When::OneOrMoreSing(_) => Self::Sung,
            When::Moves(..) => Self::Moved,
            When::PutUnder(..) => Self::PutUnder,
            When::Damaged(_) => Self::Damaged,
            When::Healed(..) => Self::Healed,
            When::Exerts(_) => Self::Exerted,
            When::EntersExerted(_) => Self::EnteredExerted,
            When::Readied(..) => Self::Readied,
            When::ChosenByOpponent(_) | When::ChosenForActionOrItem(_) => Self::Chosen,
            When::ChosenFor(..) => Self::Supported,
            When::ShiftedOnto(_) | When::IsShifted(_) | When::PlayedOnThis(_) => Self::Shifted,
            When::TurnBegins(_) => Self::TurnBegins,
            When::TurnEnds(_) => Self::TurnEnds,
            When::Draws(_) | When::DrawsInOwnTurn(_) => Self::Drew,
            When::Inks(_) | When::Inked(_) => Self::Inked,
            When::Discards(..) | When::DiscardsThis(_) => Self::Discarded,
            When::DiscardsMany(..) => Self::DiscardedMany,
            When::LeavesDiscard(_) => Self::LeftDiscard,
            When::Milled(..) => Self::Milled,
            When::ThisMilled => Self::MilledOne,
            When::ReturnsFromDiscard(..) => Self::FromDiscard,
            When::RemovesInkDrop(_) => Self::RemovedInkDrop,
            When::PaysAtMost(..) => Self::Paid,
            When::Uses(..) => Self::Boosted,
            When::ActionDamages(..) => Self::ActionDamaged,
        }
        .bit()
    }

    /// Whether it is remembered until the turn ends.
    pub(crate) const fn is_remembered(self) -> bool {
        !matches!(self, Self::TurnBegins | Self::TurnEnds | Self::ChallengeEnds)
    }
}

impl Happening {
    /// The card was shifted.
    pub const SHIFTED: u8 = 1;
    /// An ink drop was removed to play the card.
    pub const INK_DROP: u8 = 2;

    /// Something that happened to a player.
    pub(crate) const fn of(what: What, player: Seat) -> Self {
        Self { what, player, card: None, other: None, number: 0 }
    }

    /// Something that happened to a card.
    pub(crate) const fn to(what: What, player: Seat, card: CardId) -> Self {
        Self { what, player, card: Some(card), other: None, number: 0 }
    }

    pub(crate) const fn with(self, other: CardId) -> Self {
        Self { other: Some(other), ..self }
    }

    pub(crate) const fn times(self, number: u8) -> Self {
        Self { number, ..self }
    }
}

impl State {
    /// Whether an event is what an ability waits for, and if so, as whose and with which card it triggers.
    pub(super) fn match_trigger(
        &self,
        when: &When,
        event: Happening,
        scope: &Scope<'_>,
    ) -> Option<Happening> {
        if What::bits_of(when) & event.what.bit() == 0 {
            return None;
        }
        let is = |who: &Who, card: Option<CardId>| card.is_some_and(|card| self.is_who(who, card, scope));
        let by = |players: &Players| self.players(players, scope).contains(event.player);
        let fits =
            |filter: &[_], card: Option<CardId>| card.is_some_and(|card| self.matches(filter, card, scope));
        let (card, other) = (event.card, event.other);
        let turned = Happening { card: other, other: card, ..event };
        let mine = |yes: bool| yes.then_some(event);
        match when {
            When::Plays(players, who) => mine(by(players) && is(who, card)),
            When::PlaysNth(players, n, filter) => {
                let plays = Event::Played(players.clone(), filter.clone());
                mine(by(players) && fits(filter, card) && self.times(&plays, scope) == usize::from(*n))
            }
            When::Quests(who) => mine(is(who, card)),
            When::QuestsAtLocation(who) => mine(is(who, card) && other.is_some()),
            When::Challenges(who, filter) => mine(is(who, card) && fits(filter, other)),
            When::IsChallenged(who) => is(who, other).then_some(turned),
            When::Banished(who) => mine(is(who, card)),
            When::BanishedInChallenge(who) => mine(is(who, card) && other.is_some()),
            When::ChallengedAndBanished(who) => mine(is(who, card) && self.is_target(card)),
            When::ChallengesAndIsBanished(who) => {
                mine(is(who, card) && other.is_some() && !self.is_target(card))
            }
            When::BanishesInChallenge(who) | When::DealsDamageInChallenge(who) => mine(is(who, card)),
            When::Leaves(who) | When::ReturnedToHand(who) => mine(is(who, card)),
            When::Sings(who, keyword) => {
                let with = |keyword: &KeywordName| {
                    other.is_some_and(|song| {
                        self.facts(song).keywords.iter().any(|one| one.which() == *keyword)
                    })
                };
                mine(is(who, card) && keyword.as_ref().is_none_or(with))
            }
            When::OneOrMoreSing(who) => {
                let sung = Happening { card: None, other: event.card, ..event };
                self.sang(event.card).any(|singer| is(who, Some(singer))).then_some(sung)
            }
            When::Moves(players, who, to) => {
                let there = match to {
                    Destination::Any => true,
                    Destination::Here => other == Some(scope.source),
                    // The number says whether it was at a location before.
                    Destination::HereFromAnother => other == Some(scope.source) && event.number > 0,
                };
                mine(by(players) && is(who, card) && there)
            }
            When::PutUnder(players, who) => mine(by(players) && is(who, card)),
            When::Damaged(who) => mine(is(who, card)),
            When::Healed(players, who, n) => mine(by(players) && is(who, card) && event.number >= *n),
            When::Exerts(who) | When::EntersExerted(who) => mine(is(who, card)),
            When::Readied(players, who) => mine(by(players) && is(who, card)),
            When::ChosenByOpponent(who) => {
                mine(is(who, card) && card.is_some_and(|card| self.owner(card) != event.player))
            }
            When::ChosenForActionOrItem(who) => {
                let kind = other.map(|source| self.facts(source).kind);
                mine(is(who, card) && matches!(kind, Some(Kind::Action | Kind::Item)))
            }
            When::ChosenFor(who, _) => mine(is(who, card)),
            When::ShiftedOnto(who) => is(who, other).then_some(turned),
            When::IsShifted(who) => mine(is(who, card)),
            When::PlayedOnThis(filter) => mine(other == Some(scope.source) && fits(filter, card)),
            When::TurnBegins(players) | When::TurnEnds(players) | When::Draws(players) => mine(by(players)),
            When::DrawsInOwnTurn(players) => mine(by(players) && event.player == self.position.active),
            When::Inked(players) => mine(by(players)),
            When::Inks(players) => {
                let who = usize::from(event.number).checked_sub(1).map(Seat::new);
                mine(who.is_some_and(|who| self.players(players, scope).contains(who) && who == event.player))
            }
            When::Discards(players, filter) => mine(by(players) && fits(filter, card)),
            When::DiscardsMany(players, n) => mine(by(players) && event.number >= *n),
            When::DiscardsThis(players) => mine(by(players) && card == Some(scope.source)),
            When::LeavesDiscard(players) | When::RemovesInkDrop(players) => mine(by(players)),
            When::Milled(players, n) => mine(by(players) && event.number >= *n),
            When::ThisMilled => mine(card == Some(scope.source)),
            When::ReturnsFromDiscard(players, filter) => mine(by(players) && fits(filter, card)),
            When::PaysAtMost(players, n, filter) => {
                mine(by(players) && event.number <= *n && fits(filter, card))
            }
            When::Uses(players, _, filter) | When::ActionDamages(players, filter) => {
                mine(by(players) && fits(filter, card))
            }
        }
    }

    /// Whether a card is challenged in the challenge that is on.
    fn is_target(&self, card: Option<CardId>) -> bool {
        use super::position::Stage;
        matches!(self.position.stage, Stage::Challenge { target, .. } | Stage::ChallengeEnd { target, .. } if card == Some(target))
    }

    /// The characters that sang a song when it was played last this turn.
    pub(super) fn sang(&self, song: Option<CardId>) -> impl Iterator<Item = CardId> {
        let history = &self.position.history;
        let played = |past: &Happening| past.what == What::Played && past.card == song;
        let before = history.iter().rposition(played).unwrap_or(history.len());
        let is_it = move |past: &Happening| past.what == What::Sang && past.other == song;
        let sang = history[..before].iter().rev();
        sang.take_while(move |past| is_it(past) || past.what == What::Exerted)
            .filter(|past| past.what == What::Sang)
            .filter_map(|past| past.card)
    }

    pub(super) fn is_who(&self, who: &Who, card: CardId, scope: &Scope<'_>) -> bool {
        match who {
            Who::This => card == scope.source,
            Who::Any(filter) => self.matches(filter, card, scope),
            Who::ThisOr(filter) => card == scope.source || self.matches(filter, card, scope),
            Who::Ref(named) => self.referred(named, scope).contains(&card),
        }
    }

    /// How often something has happened this turn.
    pub(super) fn times(&self, event: &Event, scope: &Scope<'_>) -> usize {
        self.position.history.iter().filter(|past| self.is_such(event, past, scope)).count()
    }

    /// How often something had happened this turn when an ability triggered, its event included.
    pub(super) fn times_until(&self, event: &Event, scope: &Scope<'_>, end: usize) -> usize {
        let end = end.min(self.position.history.len());
        self.position.history[..end].iter().filter(|past| self.is_such(event, past, scope)).count()
    }

    fn is_such(&self, event: &Event, past: &Happening, scope: &Scope<'_>) -> bool {
        let by = |players: &Players| self.players(players, scope).contains(past.player);
        let fits = |filter: &[_]| past.card.is_some_and(|card| self.matches(filter, card, scope));
        match (event, past.what) {
            (Event::Played(players, filter), What::Played) => by(players) && fits(filter),
            (Event::Quested(filter), What::Quested)
            | (Event::Challenged(filter), What::Challenged)
            | (Event::Banished(filter), What::Banished)
            | (Event::Damaged(filter), What::Damaged)
            | (Event::PutUnder(filter), What::PutUnder) => fits(filter),
            (Event::BanishedInChallenge(filter), What::Banished) => past.other.is_some() && fits(filter),
            (Event::Healed(players, filter, n), What::Healed) => {
                by(players) && fits(filter) && past.number >= *n
            }
            (Event::Inked(players), What::Inked)
            | (Event::Drew(players), What::Drew)
            | (Event::Discarded(players), What::Discarded)
            | (Event::IntoDiscard(players), What::IntoDiscard)
            | (Event::LeftDiscard(players), What::LeftDiscard)
            | (Event::GotInkDrop(players), What::GotInkDrop) => by(players),
            (Event::OthersIntoDiscard(players), What::IntoDiscard) => {
                by(players) && past.card != Some(scope.source)
            }
            (Event::PutUnderThis, What::PutUnder) => past.card == Some(scope.source),
            (Event::SangThis(filter), What::Sang) => past.other == Some(scope.source) && fits(filter),
            _ => false,
        }
    }
}
