//! Tests of the compiler: invented sentences of every family, and the whole card file where it is at hand.

mod binding;
mod card_file;
mod refusals;
mod reviewed;
mod sentences;

use gaslamp_lorcana::cards::Kind;

const CHARACTER: Kind = Kind::Character { strength: 0, willpower: 0, lore: 0 };
const LOCATION: Kind = Kind::Location { move_cost: 0, willpower: 0, lore: 0 };
