//! A position: everything that is so at one moment of a game, as plain data that anybody may write down.
//!
//! A [`Position`] is a claim; [`super::State::from_position`] checks it. All notations of the board (the graph,
//! the board text) read and write positions. Orders that mean nothing have one form: pieces are sorted, and only
//! decks, the bag, what is being resolved and lasting effects are lists.

use std::sync::Arc;

use gaslamp_core::{Actor, Seat};

use super::ability::Modifier;
use super::piece::{CardId, PLAYERS, Piece};
use crate::cards::Card;

/// Everything that is so at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// All cards of the game, sorted; a [`CardId`] is a place in this list.
    pub pieces: Arc<[Piece]>,
    /// How each of them is.
    pub cards: Vec<Status>,
    /// The decks, the top card last.
    pub decks: [Vec<CardId>; PLAYERS],
    /// How the players stand.
    pub players: [Player; PLAYERS],
    /// Counted from 1, each player's turn for itself; 0 before the game.
    pub turn: u16,
    /// Whose turn it is; before the game who begins.
    pub active: Seat,
    /// What the game is doing when nothing is being resolved.
    pub stage: Stage,
    /// What lasts for a while, in the order it came.
    pub effects: Vec<LastingEffect>,
    /// The bag: triggered abilities that wait, in the order they came (7.7).
    pub bag: Vec<Trigger>,
    /// Whose triggers are resolved at present.
    pub bag_of: Seat,
    /// What is being resolved; the last is what goes on now, the others wait for it.
    pub frames: Vec<Frame>,
    /// What somebody is asked in the middle of something; nothing in the main step.
    pub pending: Option<Pending>,
}

/// How one player stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The lore.
    pub lore: u8,
    /// How many cards were inked this turn, for the limit of 4.2.
    pub inked: u8,
    /// Ink drops: each pays one ink (known from card texts only).
    pub ink_tokens: u8,
    /// What was played this turn, in order.
    pub played: Vec<Card>,
    /// How many cards were put under the deck when the hand was altered.
    pub altered: u8,
}

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Zone {
    /// In its player's deck, facedown.
    #[default]
    Deck,
    /// In its player's hand.
    Hand,
    /// In play; an action is here while it resolves.
    Play,
    /// Under a card in play.
    Under,
    /// In its player's inkwell, facedown.
    Inkwell,
    /// In its player's discard.
    Discard,
}

/// How one card is. What is not in play is as the default but for its zone; an inkwell card may be exerted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Where it is.
    pub zone: Zone,
    /// Whether it is exerted.
    pub exerted: bool,
    /// Whether it came into play this turn (5.1.1.11).
    pub drying: bool,
    /// Whether it lies facedown under another.
    pub facedown: bool,
    /// Damage counters.
    pub damage: u8,
    /// The location it is at.
    pub location: Option<CardId>,
    /// The card on top of its stack.
    pub under: Option<CardId>,
    /// Its place in the stack, 1 for the lowest.
    pub depth: u8,
    /// Abilities that may be used once a turn and have been, as bits by their number; bit 7 is Boost.
    pub used: u8,
    /// Whether it returns to hand when the turn ends (Temporary Shift).
    pub temporary: bool,
}

/// What the game is doing when nothing is being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Chance says who begins (2.2).
    Begin,
    /// Chance shuffles this deck; then seven cards are drawn.
    Shuffle(Seat),
    /// This player may alter the hand.
    Alter(Seat),
    /// Chance shuffles this deck because its player altered the hand.
    Reshuffle(Seat),
    /// Start of turn, the set step: the bag is emptied.
    Set,
    /// Start of turn, the draw step is over: the bag is emptied.
    Draw,
    /// The main step.
    Main,
    /// A challenge was declared: the bag is emptied before damage (4.6).
    Challenge {
        /// Who challenges.
        by: CardId,
        /// Who is challenged.
        target: CardId,
    },
    /// Damage was dealt in a challenge: the bag is emptied before it ends.
    ChallengeEnd {
        /// Who challenged.
        by: CardId,
    },
    /// End of turn: the bag is emptied, then effects of this turn end.
    End,
    /// Effects of this turn have ended: the bag is emptied, then the next turn begins.
    Passing,
    /// The game is over.
    Over {
        /// Who won.
        winner: Seat,
    },
}

/// Something that lasts for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastingEffect {
    /// The card whose ability made it.
    pub source: CardId,
    /// What it changes.
    pub on: EffectTarget,
    /// How.
    pub modifier: Modifier,
    /// How long.
    pub until: Until,
}

/// What a lasting effect changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectTarget {
    /// A card in play.
    Card(CardId),
    /// A player.
    Player(Seat),
}

/// When a lasting effect ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// When the turn ends.
    EndOfTurn,
    /// When this player's next turn begins.
    StartOfTurn(Seat),
    /// After this player's next ready step.
    Ready(Seat),
    /// When the challenge ends.
    EndOfChallenge,
}

/// Where the steps of an ability are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbilityRef {
    /// The ability with this number of a card.
    Card(Card, u8),
    /// Support.
    Support,
    /// Vanish.
    Vanish,
    /// A Temporary Shift ends (known from card texts only).
    Temporary,
}

/// A triggered ability that waits in the bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// Whose it is.
    pub controller: Seat,
    /// The card that has the ability.
    pub source: CardId,
    /// The ability.
    pub ability: AbilityRef,
    /// What it happened to.
    pub subject: Option<CardId>,
}

/// An ability or action that is being resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Whose it is.
    pub controller: Seat,
    /// The card that has the ability, or the action.
    pub source: CardId,
    /// The ability.
    pub ability: AbilityRef,
    /// The number of the next step.
    pub step: u8,
    /// What the trigger happened to.
    pub subject: Option<CardId>,
    /// What has been chosen.
    pub chosen: Vec<CardId>,
    /// Players that have been picked, by seat.
    pub picked: [bool; PLAYERS],
    /// How many cards on top of the deck are being looked at.
    pub looked: u8,
    /// How many times the present step has been done, where it is done several times.
    pub done: u8,
}

/// What somebody is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// Which of the own triggers is resolved next.
    Order(Seat),
    /// The step of the last frame needs an answer.
    Step(Actor),
    /// Whether a character with Bodyguard enters play exerted.
    EnterExerted(CardId),
    /// Who else sings a song together.
    Sing {
        /// The song.
        song: CardId,
        /// The total cost of those who sing already.
        total: u8,
    },
    /// Onto which further character a card is shifted.
    ShiftAlso {
        /// The card.
        card: CardId,
        /// On top of whom it will lie in any case.
        onto: CardId,
    },
    /// Which card is discarded for a Shift.
    ShiftDiscard {
        /// The card.
        card: CardId,
        /// On top of whom.
        onto: CardId,
        /// How many are left to discard.
        left: u8,
    },
}
