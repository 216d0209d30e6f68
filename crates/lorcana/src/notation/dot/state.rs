//! Game states as graphs: `game.dot`, with the two `.dek` files of the decks beside it.
//!
//! **Writes** the board of [`super::template`], then every card that is not in a deck, where cards are, what has happened
//! this turn, lasting effects, triggers, what is being resolved and asked, and finally the legal actions (`CAN_…`), each
//! group under a comment. Defaults are left out. `docs/lorcana-dot.md` describes every node, attribute and edge.
//!
//! **Reads** any such graph, in any order of statements: missing parts have their defaults, a card without a statement
//! of its own counts if it is in a zone, and edges of actions, drawing attributes, and nodes and edges without type or
//! label are ignored. What is written reads back exactly; every broken rule is reported with its place in the right one
//! of the three files.

mod actions;
mod parts;
mod problem;
mod read;
mod write;

pub use actions::action_edge;
pub use problem::{Problem, StateFile};
pub use read::read;
pub use write::{write, write_dek, write_deks};

use gaslamp_core::Seat;

use super::template::ZONES;
use crate::rules::piece::{player_name, player_named};
use crate::rules::position::Zone;

/// The ids of nodes that exist only once.
const GAME: &str = "game";
const QUEUE: &str = "TriggerQueue";
const CHOICE: &str = "choice";

/// The zones of [`ZONES`], in the same order.
const ZONE_KINDS: [Zone; 5] = [Zone::Hand, Zone::Deck, Zone::Play, Zone::Inkwell, Zone::Discard];

/// The id of a zone: `z.p1.ink`. Cards under a card are in the zone of cards in play.
fn zone_id(seat: Seat, zone: Zone) -> String {
    let shown = if zone == Zone::Under { Zone::Play } else { zone };
    let place = ZONE_KINDS.iter().position(|&kind| kind == shown).unwrap_or_default();
    format!("z.{}.{}", player_name(seat), ZONES[place].0)
}

/// The zone with this id.
fn read_zone_id(id: &str) -> Option<(Seat, Zone)> {
    let (player, name) = id.strip_prefix("z.")?.split_once('.')?;
    let seat = player_named(player)?;
    let place = ZONES.iter().position(|&(known, _)| known == name)?;
    Some((seat, ZONE_KINDS[place]))
}

/// The id of an entry of a list: `t0` for the first trigger, as in answers.
fn numbered(name: &str, place: usize) -> String {
    format!("{name}{place}")
}
