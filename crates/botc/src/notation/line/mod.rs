//! A grimoire on one line: `[Alice:chef *Bob:imp* *~~Cy~~:monk(drunk:is_the_drunk)* Dee:? Eve:{chef empath}]`.
//!
//! **Reads** seats separated by white space or commas; the dead between asterisks, which may surround only
//! the name; a name whose vote is spent struck through, with or without asterisks; characters by any of their
//! names, also in double quotes (`"Fortune Teller"`); tokens with their owner, with its short name
//! (`ww:townsfolk`) or bare; the Storyteller's own notes and names that are not plain words in double quotes.
//! After the seats, in any order, `script{tb}`, `script{"Title" chef …}`, `bluffs{…}` and `fabled{…}`.
//!
//! **Writes** the seats separated by one space, tokens with their owner ([`Naming`]), and the rest only if
//! there is any.

mod read;
mod scan;
#[cfg(test)]
mod tests;
mod write;

pub(super) use read::{Problem, Reader, too_many, unclosed, unknown_character};
pub use read::{SeatPlace, places, read, read_into};
pub use write::{write, write_into};
pub(super) use write::{write_behind_the_seats, write_known, write_name, write_token, write_tokens};

/// How the owners of tokens are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Naming {
    /// `washerwoman:townsfolk`.
    #[default]
    Long,
    /// `ww:townsfolk`.
    Short,
}
