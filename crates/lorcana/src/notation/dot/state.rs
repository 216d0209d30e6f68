//! Game states as graphs: `game.dot`, with the two `.dek` files of the decks beside it.
//!
//! **Writes** the board of [`super::template`], then every card that is not in a deck, where it is, what lasts, waits, is
//! being resolved and asked, and at last what may be done (`CAN_…`), each group under a comment. What is as
//! usual is left out. `docs/lorcana-dot.md` says what every node, attribute and edge is.
//!
//! **Reads** any such graph, whatever the order of its statements: what is left out is as usual, a card without a
//! statement of its own is one if it is in a zone, edges of actions, drawing attributes and nodes and edges without
//! type or label are passed over. What is written reads back exactly; all that breaks the rules is reported with
//! its place in the right one of the three files.

mod actions;
mod parts;
mod problem;
mod read;
mod write;

pub use actions::action_edge;
pub use problem::{Problem, StateFile};
pub use read::read;
pub use write::{write, write_deks};

use gaslamp_core::Seat;

use super::template::ZONES;
use crate::rules::piece::{SEATS, player_name};
use crate::rules::position::Zone;

/// The ids of nodes that are there once.
const GAME: &str = "game";
const QUEUE: &str = "TriggerQueue";
const CHOICE: &str = "choice";

/// What the zones of [`ZONES`] are, in their order.
const ZONE_KINDS: [Zone; 5] = [Zone::Hand, Zone::Deck, Zone::Play, Zone::Inkwell, Zone::Discard];

/// The id of a zone: `z.p1.ink`. What lies under a card is in the zone of cards in play.
fn zone_id(seat: Seat, zone: Zone) -> String {
    let shown = if zone == Zone::Under { Zone::Play } else { zone };
    let place = ZONE_KINDS.iter().position(|&kind| kind == shown).unwrap_or_default();
    format!("z.{}.{}", player_name(seat), ZONES[place].0)
}

/// The zone of an id.
fn read_zone_id(id: &str) -> Option<(Seat, Zone)> {
    let (player, name) = id.strip_prefix("z.")?.split_once('.')?;
    let seat = SEATS.into_iter().find(|&seat| player_name(seat) == player)?;
    let place = ZONES.iter().position(|&(known, _)| known == name)?;
    Some((seat, ZONE_KINDS[place]))
}

/// The id of something that has a place in a list: `t0` for the first trigger, as in answers.
fn numbered(name: &str, place: usize) -> String {
    format!("{name}{place}")
}
