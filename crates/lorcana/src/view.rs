//! What a seat may know: the only door through which secrets leave.
//!
//! Accepts a state or an event and a seat; emits what that seat sees: its own hand, everything that is face up, and
//! counts. Never the other hand, the order of a deck or facedown cards. Copies of a card have their letters, as in
//! the files.

use gaslamp_core::{Actor, Game, Seat};

use crate::language::PlayerModifier;
use crate::rules::modifier::Modifier;
use crate::rules::piece::{PLAYERS, SEATS};
use crate::rules::position::{
    AbilityRef, EffectTarget, Frame, InSlot, LastingEffect, Seen, Stage, Status, Trigger, Until, Zone,
};
use crate::rules::{Audience, CardId, Event, KnownTo, Piece, State, Traits};

/// What one seat sees of the current state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleState {
    /// Who sees it.
    pub seat: Seat,
    /// Counted from 1; 0 before the game.
    pub turn: u16,
    /// Whose turn it is; before the game, who begins.
    pub active: Seat,
    /// Who has to act or answer now; nobody once the game is over.
    pub to_act: Option<Actor>,
    /// The phase of the game.
    pub game_phase: GamePhase,
    /// The public state of both players.
    pub sides: [VisibleSide; PLAYERS],
    /// The seat's own hand, sorted.
    pub hand: Vec<Piece>,
    /// The cards outside its own hand that the seat sees while something is being resolved: looked at or revealed, in that order.
    pub looking: Vec<Piece>,
    /// Lasting effects.
    pub lasting: Vec<VisibleEffect>,
    /// The triggered abilities that wait in the bag.
    pub bag: Vec<VisibleAbility>,
    /// The abilities and actions that are being resolved, the current one last.
    pub resolving: Vec<VisibleAbility>,
}

/// An ability that waits or is being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisibleAbility {
    /// Who controls it.
    pub controller: Seat,
    /// The card that has it.
    pub source: Piece,
    /// The ability.
    pub ability: AbilityRef,
    /// The number of its next operation; 0 while it waits.
    pub step: u16,
}

/// The phase of the game, as far as players can tell it apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePhase {
    /// Before the first turn.
    Setup,
    /// The main step.
    Main,
    /// During a challenge.
    Challenge,
    /// At the start or end of a turn.
    BetweenSteps,
    /// A question must be answered before the game goes on.
    AwaitingAnswer,
    /// The game is over.
    Over,
}

/// The public state of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleSide {
    /// The lore.
    pub lore: u8,
    /// How many cards are in hand.
    pub hand: usize,
    /// How many cards are in the deck.
    pub deck: usize,
    /// How many cards are in the inkwell.
    pub inkwell: usize,
    /// How many cards in the inkwell are ready.
    pub ready_ink: usize,
    /// Ink drops.
    pub ink_tokens: u8,
    /// How many more cards they may ink this turn.
    pub inkings_left: u8,
    /// The top card of the deck, if it lies faceup.
    pub top: Option<Piece>,
    /// The cards in play, sorted.
    pub play: Vec<InPlay>,
    /// The discard, sorted.
    pub discard: Vec<Piece>,
}

/// The public state of a card in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InPlay {
    /// The card.
    pub piece: Piece,
    /// Whether it is exerted.
    pub exerted: bool,
    /// Whether it came into play this turn and is still drying.
    pub drying: bool,
    /// Damage counters.
    pub damage: u8,
    /// The location it is at.
    pub location: Option<Piece>,
    /// The face-up cards under it, lowest first.
    pub under: Vec<Piece>,
    /// How many cards lie facedown under it.
    pub facedown: usize,
    /// Its current traits.
    pub traits: Traits,
}

/// A lasting effect, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisibleEffect {
    /// The card whose ability made it.
    pub source: Piece,
    /// What it changes.
    pub on: VisibleTarget,
    /// The change.
    pub modifier: Modifier,
    /// When it ends.
    pub until: Until,
}

/// What a lasting effect changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VisibleTarget {
    /// This card.
    Card(Piece),
    /// This player.
    Player(Seat),
    /// All cards in play that are like this, also those that come later.
    Group,
}

/// What this seat sees of the state.
pub(crate) fn visible_state(state: &State, seat: Seat) -> VisibleState {
    let at = state.position();
    let pieces = |ids: &[CardId]| ids.iter().map(|&id| state.piece(id)).collect::<Vec<_>>();
    VisibleState {
        seat,
        turn: at.turn,
        active: at.active,
        to_act: state.to_act(),
        game_phase: match at.stage {
            Stage::Over { .. } => GamePhase::Over,
            Stage::Begin | Stage::Shuffle(_) | Stage::Alter(_) | Stage::Reshuffle(_) => GamePhase::Setup,
            _ if at.pending.is_some() => GamePhase::AwaitingAnswer,
            Stage::Main => GamePhase::Main,
            Stage::Challenge { .. } | Stage::ChallengeEnd { .. } => GamePhase::Challenge,
            Stage::Ready | Stage::Set | Stage::Draw | Stage::End | Stage::Passing => GamePhase::BetweenSteps,
        },
        sides: SEATS.map(|side| side_sight(state, side)),
        hand: pieces(state.zone(seat, Zone::Hand)),
        looking: looking(state, seat),
        lasting: at.effects.iter().map(|effect| lasting(state, effect)).collect(),
        bag: at.bag.iter().map(|trigger| waiting(state, trigger)).collect(),
        resolving: at.frames.iter().map(|frame| resolving(state, frame)).collect(),
    }
}

fn waiting(state: &State, trigger: &Trigger) -> VisibleAbility {
    let Trigger { controller, source, ability, .. } = *trigger;
    VisibleAbility { controller, source: state.piece(source), ability, step: 0 }
}

fn resolving(state: &State, frame: &Frame) -> VisibleAbility {
    let Frame { controller, source, ability, step, .. } = *frame;
    VisibleAbility { controller, source: state.piece(source), ability, step }
}

/// What lies where the seat could not see it, but has been looked at or revealed and is still there.
fn looking(state: &State, seat: Seat) -> Vec<Piece> {
    let mut cards = Vec::new();
    for frame in &state.position().frames {
        for &InSlot { card, moved, seen, .. } in &frame.slots {
            let is_seen = match seen {
                Seen::Open => true,
                Seen::Controller => frame.controller == seat,
                Seen::Owner => state.owner(card) == seat,
            };
            let is_hidden = match state.status(card).zone {
                Zone::Deck | Zone::Inkwell => true,
                Zone::Hand => state.owner(card) != seat,
                Zone::Play | Zone::Under | Zone::Discard => false,
            };
            let piece = state.piece(card);
            if is_seen && is_hidden && !moved && !cards.contains(&piece) {
                cards.push(piece);
            }
        }
    }
    cards
}

fn side_sight(state: &State, seat: Seat) -> VisibleSide {
    let at = state.position();
    let player = &at.players[seat.index()];
    let inkwell = state.zone(seat, Zone::Inkwell);
    VisibleSide {
        lore: player.lore,
        hand: state.zone(seat, Zone::Hand).len(),
        deck: at.decks[seat.index()].len(),
        inkwell: inkwell.len(),
        ready_ink: inkwell.iter().filter(|&&id| !state.status(id).exerted).count(),
        ink_tokens: player.ink_tokens,
        inkings_left: state.inkings_left(seat),
        top: top(state, seat),
        play: state.zone(seat, Zone::Play).iter().map(|&id| in_play(state, id)).collect(),
        discard: state.zone(seat, Zone::Discard).iter().map(|&id| state.piece(id)).collect(),
    }
}

fn top(state: &State, seat: Seat) -> Option<Piece> {
    let is_faceup = state.player_is(seat, |modifier| matches!(modifier, PlayerModifier::TopFaceup));
    state.position().decks[seat.index()].last().filter(|_| is_faceup).map(|&id| state.piece(id))
}

fn in_play(state: &State, id: CardId) -> InPlay {
    let Status { exerted, drying, damage, location, .. } = *state.status(id);
    let (hidden, open): (Vec<CardId>, Vec<CardId>) =
        state.stack_under(id).into_iter().partition(|&card| state.status(card).facedown);
    InPlay {
        piece: state.piece(id),
        exerted,
        drying,
        damage,
        location: location.map(|location| state.piece(location)),
        under: open.into_iter().map(|card| state.piece(card)).collect(),
        facedown: hidden.len(),
        traits: *state.traits(id),
    }
}

fn lasting(state: &State, effect: &LastingEffect) -> VisibleEffect {
    let on = match effect.on {
        EffectTarget::Card(id) => VisibleTarget::Card(state.piece(id)),
        EffectTarget::Player(seat) => VisibleTarget::Player(seat),
        EffectTarget::Group => VisibleTarget::Group,
    };
    VisibleEffect { source: state.piece(effect.source), on, modifier: effect.modifier, until: effect.until }
}

impl gaslamp_core::Event for Event {
    fn seen_by(&self, seat: Seat) -> Option<Self> {
        Some(match self {
            Self::Acts { audience: Audience::Nobody, .. } => return None,
            Self::Acts { audience: Audience::Only(owner), .. } if *owner != seat => return None,
            Self::Shuffled { player, .. } => Self::Shuffled { player: *player, order: Vec::new() },
            Self::Draws { player, .. } if *player != seat => Self::Draws { player: *player, card: None },
            Self::ToInkwell { player, known, .. } if !knows(*known, *player, seat) => {
                Self::ToInkwell { player: *player, card: None, known: *known }
            }
            Self::ToHand { player, known, .. } if !knows(*known, *player, seat) => {
                Self::ToHand { player: *player, card: None, known: *known }
            }
            Self::ToDeck { player, known, top, .. } if !knows(*known, *player, seat) => {
                Self::ToDeck { player: *player, card: None, known: *known, top: *top }
            }
            Self::PutUnder { top, .. } => Self::PutUnder { top: *top, card: None },
            Self::Looks { player, count, .. } if *player != seat => {
                Self::Looks { player: *player, cards: Vec::new(), count: *count }
            }
            Self::LooksAt { player, of, count, .. } if *player != seat => {
                Self::LooksAt { player: *player, of: *of, cards: Vec::new(), count: *count }
            }
            _ => self.clone(),
        })
    }
}

fn knows(known: KnownTo, owner: Seat, seat: Seat) -> bool {
    match known {
        KnownTo::Everybody => true,
        KnownTo::Owner => owner == seat,
        KnownTo::Opponent => owner != seat,
        KnownTo::Nobody => false,
    }
}
