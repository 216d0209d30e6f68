//! What a seat may know: the only door through which secrets leave.
//!
//! Accepts a state or an event and a seat; emits what that seat sees: its own hand, what lies open, and counts. Never
//! the other hand, the order of a deck or what lies facedown. Copies of a card bear their letters, as in the files.

use gaslamp_core::{Actor, Game, Seat};

use crate::rules::ability::Modifier;
use crate::rules::piece::{PLAYERS, SEATS};
use crate::rules::position::{Effect, On, Stage, Status, Until, Zone};
use crate::rules::{CardId, Event, Knowing, Piece, State, Traits};

/// What one seat sees of the present.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleState {
    /// Whose eyes.
    pub seat: Seat,
    /// Counted from 1; 0 before the game.
    pub turn: u16,
    /// Whose turn it is; before the game who begins.
    pub active: Seat,
    /// Who is asked or acts now; nobody once the game is over.
    pub to_act: Option<Actor>,
    /// What is going on.
    pub scene: Scene,
    /// Both players, as everybody sees them.
    pub sides: [VisibleSide; PLAYERS],
    /// The own hand, sorted.
    pub hand: Vec<Piece>,
    /// Own cards that are being looked at, the top of the deck first.
    pub looking: Vec<Piece>,
    /// What lasts for a while.
    pub lasting: Vec<Lasting>,
    /// The cards whose triggers wait in the bag, each with its player.
    pub bag: Vec<(Seat, Piece)>,
    /// The cards whose abilities are being resolved, the present one last.
    pub resolving: Vec<(Seat, Piece)>,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    /// Before the first turn.
    Setup,
    /// The main step.
    Main,
    /// A challenge.
    Challenge,
    /// Start or end of a turn.
    Step,
    /// Something is asked in the middle of something.
    Asked,
    /// The game is over.
    Over,
}

/// One player, as everybody sees them.
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
    /// How many of them are ready.
    pub ready_ink: usize,
    /// Ink drops.
    pub ink_tokens: u8,
    /// How many cards may still be inked.
    pub inkings_left: u8,
    /// What is in play, sorted.
    pub play: Vec<InPlay>,
    /// The discard, sorted.
    pub discard: Vec<Piece>,
}

/// A card in play, as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InPlay {
    /// Which.
    pub piece: Piece,
    /// Whether it is exerted.
    pub exerted: bool,
    /// Whether it came into play this turn.
    pub drying: bool,
    /// Damage counters.
    pub damage: u8,
    /// The location it is at.
    pub at: Option<Piece>,
    /// The cards under it that lie open, the lowest first.
    pub under: Vec<Piece>,
    /// How many more lie facedown under it.
    pub facedown: usize,
    /// What it is at the moment.
    pub traits: Traits,
}

/// Something that lasts for a while, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lasting {
    /// The card whose ability made it.
    pub source: Piece,
    /// The card it changes; a player if none.
    pub on: Result<Piece, Seat>,
    /// How.
    pub modifier: Modifier,
    /// How long.
    pub until: Until,
}

/// What this seat sees of the state.
pub(crate) fn visible_state(state: &State, seat: Seat) -> VisibleState {
    let at = state.position();
    let pieces = |ids: &[CardId]| ids.iter().map(|&id| state.piece(id)).collect::<Vec<_>>();
    let looking = at.frames.iter().rev().find(|frame| frame.looked > 0 && frame.by == seat);
    let deck = &at.decks[seat.index()];
    let looked = looking.map_or(0, |frame| usize::from(frame.looked)).min(deck.len());
    VisibleState {
        seat,
        turn: at.turn,
        active: at.active,
        to_act: state.to_act(),
        scene: match at.stage {
            Stage::Over { .. } => Scene::Over,
            Stage::Begin | Stage::Shuffle(_) | Stage::Alter(_) | Stage::Reshuffle(_) => Scene::Setup,
            _ if at.ask.is_some() => Scene::Asked,
            Stage::Main => Scene::Main,
            Stage::Challenge { .. } | Stage::ChallengeEnd { .. } => Scene::Challenge,
            Stage::Set | Stage::Draw | Stage::End | Stage::Passing => Scene::Step,
        },
        sides: SEATS.map(|side| side_sight(state, side)),
        hand: pieces(state.zone(seat, Zone::Hand)),
        looking: pieces(&deck[deck.len() - looked..]).into_iter().rev().collect(),
        lasting: at.effects.iter().map(|effect| lasting(state, effect)).collect(),
        bag: at.bag.iter().map(|trigger| (trigger.by, state.piece(trigger.source))).collect(),
        resolving: at.frames.iter().map(|frame| (frame.by, state.piece(frame.source))).collect(),
    }
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
        play: state.zone(seat, Zone::Play).iter().map(|&id| in_play(state, id)).collect(),
        discard: state.zone(seat, Zone::Discard).iter().map(|&id| state.piece(id)).collect(),
    }
}

fn in_play(state: &State, id: CardId) -> InPlay {
    let Status { exerted, drying, damage, at, .. } = *state.status(id);
    let below = state.zone(state.owner(id), Zone::Under).iter().copied();
    let mut below: Vec<CardId> = below.filter(|&card| state.status(card).under == Some(id)).collect();
    below.sort_by_key(|&card| state.status(card).depth);
    let (hidden, open): (Vec<CardId>, Vec<CardId>) =
        below.into_iter().partition(|&card| state.status(card).facedown);
    InPlay {
        piece: state.piece(id),
        exerted,
        drying,
        damage,
        at: at.map(|location| state.piece(location)),
        under: open.into_iter().map(|card| state.piece(card)).collect(),
        facedown: hidden.len(),
        traits: *state.traits(id),
    }
}

fn lasting(state: &State, effect: &Effect) -> Lasting {
    let on = match effect.on {
        On::Card(id) => Ok(state.piece(id)),
        On::Player(seat) => Err(seat),
    };
    Lasting { source: state.piece(effect.source), on, modifier: effect.modifier, until: effect.until }
}

impl gaslamp_core::Event for Event {
    fn seen_by(&self, seat: Seat) -> Option<Self> {
        Some(match self {
            Self::Acts { only: Some(owner), .. } if *owner != seat => return None,
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
            _ => self.clone(),
        })
    }
}

fn knows(known: Knowing, owner: Seat, seat: Seat) -> bool {
    match known {
        Knowing::Everybody => true,
        Knowing::Owner => owner == seat,
        Knowing::Nobody => false,
    }
}
