//! A position: the complete state of a game at one moment, as plain data that anybody may write down.
//!
//! A [`Position`] is a claim; [`super::State::from_position`] checks it. All notations of the board (the graph,
//! the board text) read and write positions. Lists whose order means nothing are kept in one form: pieces are sorted,
//! and only decks, the bag, frames and lasting effects are in an order that matters.

use std::sync::Arc;

use gaslamp_core::{Actor, Seat};

use super::happening::Happening;
use super::modifier::Modifier;
use super::piece::{CardId, PLAYERS, Piece};
use crate::cards::Card;

/// The complete state of a game at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// All cards of the game, sorted; a [`CardId`] is an index into this list.
    pub pieces: Arc<[Piece]>,
    /// The status of each of them.
    pub cards: Vec<Status>,
    /// The decks, top card last.
    pub decks: [Vec<CardId>; PLAYERS],
    /// Both players.
    pub players: [Player; PLAYERS],
    /// Counted from 1 over the turns of both players; 0 before the game.
    pub turn: u16,
    /// Whose turn it is; before the game, who begins.
    pub active: Seat,
    /// What the game is doing when nothing is being resolved.
    pub stage: Stage,
    /// The once-a-turn abilities that have been used this turn, sorted.
    pub used: Vec<Used>,
    /// What has happened this turn, oldest first.
    pub history: Vec<Happening>,
    /// Lasting effects, oldest first.
    pub effects: Vec<LastingEffect>,
    /// The bag: triggered abilities that wait, oldest first (7.7).
    pub bag: Vec<Trigger>,
    /// Whose triggers are being resolved.
    pub bag_of: Seat,
    /// The abilities and actions being resolved; the last one is resolving now. The others are actions that were played
    /// by an effect and wait; the next to resolve stands before it (6.7.7.1).
    pub frames: Vec<Frame>,
    /// What cards were just before they left play, while something that may ask for it waits or is being resolved
    /// (6.7.6); sorted by card.
    pub left: Vec<LastKnown>,
    /// Damage that is about to be put on cards, all at once; empty unless a replacement of it is being chosen.
    pub coming: Vec<ComingDamage>,
    /// The cards in a challenge that have taken damage from the other one since the last game state check, so that it
    /// banishes them if they fall in the next (1.8.1.4); sorted.
    pub struck: Vec<CardId>,
    /// What somebody has to answer before the game goes on; none in the main step.
    pub pending: Option<Pending>,
}

/// One player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The lore.
    pub lore: u8,
    /// How many cards they have inked this turn, for the limit of 4.2.
    pub inked: u8,
    /// Ink drops: each pays for one ink (known from card texts only).
    pub ink_tokens: u8,
    /// How many cards they put under their deck when altering the hand.
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

/// The status of a card. Outside play it is the default except for the zone; an inkwell card may also be exerted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Where it is.
    pub zone: Zone,
    /// Whether it is exerted.
    pub exerted: bool,
    /// Whether it came into play this turn and is still drying (5.1.1.11).
    pub drying: bool,
    /// Whether it lies facedown under another card.
    pub facedown: bool,
    /// Damage counters.
    pub damage: u8,
    /// The location it is at.
    pub location: Option<CardId>,
    /// The card on top of its stack.
    pub under: Option<CardId>,
    /// Its place in the stack, 1 for the lowest.
    pub depth: u8,
    /// Whether it returns to hand when the turn ends (Temporary Shift).
    pub temporary: bool,
}

/// A once-a-turn ability of a card that has been used this turn. It stays with its card, also under another (8, Shift).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Used {
    /// The card that has it.
    pub card: CardId,
    /// Which of its abilities.
    pub ability: OnceATurn,
}

/// An ability that can be used once a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OnceATurn {
    /// The ability with this number on a card: on its own, or on the one that grants it.
    Card(Card, u8),
    /// Boost.
    Boost,
}

/// What the game is doing when nothing is being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Chance decides who begins (2.2).
    Begin,
    /// Chance shuffles this deck; then seven cards are drawn.
    Shuffle(Seat),
    /// This player may alter their hand.
    Alter(Seat),
    /// Chance shuffles this deck because its player altered the hand.
    Reshuffle(Seat),
    /// The ready step, while a player chooses who gets ready.
    Ready,
    /// The set step is over: the bag is emptied.
    Set,
    /// The draw step is over: the bag is emptied.
    Draw,
    /// The main step.
    Main,
    /// A challenge has been declared: the bag is emptied before damage is dealt (4.6).
    Challenge {
        /// The challenger.
        by: CardId,
        /// The challenged card.
        target: CardId,
    },
    /// Damage has been dealt in a challenge, or one of the two has left play: the bag is emptied before it ends.
    ChallengeEnd {
        /// The challenger.
        by: CardId,
        /// The challenged card.
        target: CardId,
    },
    /// End of turn: the bag is emptied, then effects that last this turn end.
    End,
    /// Effects that last this turn have ended: the bag is emptied, then the next turn begins.
    Passing,
    /// The game is over.
    Over {
        /// Who won.
        winner: Seat,
    },
}

/// An effect that lasts for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastingEffect {
    /// The card whose ability made it.
    pub source: CardId,
    /// What it changes.
    pub on: EffectTarget,
    /// The change.
    pub modifier: Modifier,
    /// When it ends.
    pub until: Until,
    /// The card that it remembers, if it waits for something about one.
    pub about: Option<CardId>,
}

/// What a lasting effect changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectTarget {
    /// A card in play.
    Card(CardId),
    /// A player.
    Player(Seat),
    /// All cards in play that are like this, also those that come later (6.4.2.1).
    Group,
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
    /// When this player's turn ends.
    EndOfTurnOf(Seat),
    /// It begins with this player's next turn and ends with it.
    NextTurnOf(Seat),
    /// When its source leaves play.
    SourceLeaves,
    /// When the card leaves play.
    Leaves,
}

/// A reference to an ability, and so to its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbilityRef {
    /// The ability with this number on a card.
    Card(Card, u8),
    /// Support.
    Support,
    /// Vanish.
    Vanish,
    /// The end of a Temporary Shift (8.10.8.5).
    Temporary,
    /// Paying for a card with ink drops, ink or both.
    Payment,
}

/// A triggered ability that waits in the bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// Who controls it.
    pub controller: Seat,
    /// The card that has the ability.
    pub source: CardId,
    /// The ability.
    pub ability: AbilityRef,
    /// The event that triggered it.
    pub cause: Cause,
}

/// What is remembered of the event that triggered an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cause {
    /// The card that it is about.
    pub subject: Option<CardId>,
    /// The other card.
    pub other: Option<CardId>,
    /// The player.
    pub player: Option<Seat>,
    /// How much or how many.
    pub number: u8,
    /// How many things had happened this turn then, the event included.
    pub at: u16,
    /// The card that the ability remembers, if it has waited for a while.
    pub about: Option<CardId>,
}

/// An ability or action that is being resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Who controls it.
    pub controller: Seat,
    /// The card that has the ability, or the action card.
    pub source: CardId,
    /// The ability.
    pub ability: AbilityRef,
    /// The number of the next operation.
    pub step: u16,
    /// The card that the event is about.
    pub subject: Option<CardId>,
    /// The other card of the event.
    pub other: Option<CardId>,
    /// The player named last.
    pub player: Option<Seat>,
    /// How many things had happened this turn when it triggered.
    pub at: u16,
    /// What has been chosen, looked at or revealed, in that order.
    pub slots: Vec<InSlot>,
    /// The cards of the last step that acted on several.
    pub those: Vec<CardId>,
    /// A card with the name that was named.
    pub named: Option<Card>,
    /// What the last step came to that is counted.
    pub result: i16,
    /// What the loops that are under way have left, the innermost last: players as bits, or a number of times.
    pub loops: Vec<u8>,
    /// The parts that are watched for being done in full, as bits.
    pub tries: u16,
    /// Those of them that were not.
    pub failed: u16,
    /// Whether the first question has been answered with yes, by using the ability.
    pub accepted: bool,
    /// Whether the action goes to the bottom of the deck instead of into the discard.
    pub to_bottom: bool,
    /// How many times the current operation has been done, if it is repeated.
    pub done: u8,
    /// The cards that the current operation has still to deal with, or has dealt with.
    pub left: Vec<CardId>,
}

/// A card in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InSlot {
    /// The number of the slot.
    pub slot: u8,
    /// The card.
    pub card: CardId,
    /// Whether it has moved since.
    pub moved: bool,
    /// Who knows it, if it lies where not everybody sees it.
    pub seen: Seen,
}

/// Who has seen a card in a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seen {
    /// Everybody: it lies open or was revealed.
    Open,
    /// Only the controller of what is being resolved.
    Controller,
    /// Only whoever sees it where it lies.
    Owner,
}

/// What a card was just before it left play (6.7.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastKnown {
    /// The card.
    pub card: CardId,
    /// Its strength.
    pub strength: i16,
    /// Its willpower.
    pub willpower: i16,
    /// Its lore.
    pub lore: i16,
    /// The damage on it.
    pub damage: u8,
    /// How many cards were under it.
    pub under: u8,
}

/// Damage that is about to be put on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComingDamage {
    /// The card.
    pub card: CardId,
    /// How much, after all damage modifiers (1.9.4).
    pub by: u8,
    /// Whether it is dealt, not put or moved (1.9.1).
    pub dealt: bool,
    /// The challenging or challenged card, or the card whose ability it is.
    pub source: CardId,
    /// The cards whose replacement has had its one chance (6.5.5), sorted.
    pub past: Vec<CardId>,
}

/// A question that must be answered before the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// Which of this player's triggers is resolved next.
    Order(Seat),
    /// The step of the last frame needs an answer.
    Step(Actor),
    /// Which replacement applies next to the first coming damage with several; its card's player chooses (6.5.7).
    Replace(Seat),
    /// Whether a character that may enter play exerted does.
    EnterExerted(CardId),
    /// Which card gets ready next in this player's ready step, of those of which only some may.
    Ready(Seat),
    /// Chance shuffles this deck because of an effect.
    Shuffle(Seat),
    /// Which other character joins in singing a song.
    Sing {
        /// The song.
        song: CardId,
        /// The total cost of the characters that already sing.
        total: u8,
    },
    /// Which second character a card is shifted onto.
    ShiftAlso {
        /// The card being shifted.
        card: CardId,
        /// The first character it is shifted onto.
        onto: CardId,
    },
    /// Which card is discarded for a Shift.
    ShiftDiscard {
        /// The card being shifted.
        card: CardId,
        /// The card it is shifted onto.
        onto: CardId,
        /// How many cards are left to discard.
        left: u8,
    },
}
