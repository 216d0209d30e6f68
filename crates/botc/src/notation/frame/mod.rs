//! A grimoire as a frame: the players along the inside of a box, clockwise from the upper left.
//!
//! ```text
//! ┌─ Grimoire (7 players) ─────────────────┐
//! │                                        │
//! │                (imp:dead)              │
//! │                (monk:safe)             │
//! │   (4)          (17)       (28)         │
//! │   Alice        Bob        *Cy*         │
//! │   chef         monk       *drunk*      │
//! │                                        │
//! │ Gus                         Dee        │
//! │ ?   (2)                     imp   (30) │
//! │     (poisoner:poisoned)                │
//! │                                        │
//! │    Fay            *~~Eve~~*            │
//! │    virgin         *spy*                │
//! │    (5)            (20)                 │
//! │    ()             (drunk:is_the_drunk) │
//! │    (virgin:no_ability)                 │
//! └────────────────────────────────────────┘
//! ```
//!
//! **Reads** a box of `┌─┐│└┘` or of `+-|`, indented or not, with blank lines around it. A name is right
//! above its role, in the same column. The first line of names is the top, the last the bottom; players
//! between them are on the left or on the right, whichever end of the top line is nearer. The dead are
//! `*Bob*` over `*imp*`, or `*~~Bob~~*` over `*imp*` once their vote is spent. Tokens at the top and bottom
//! start in the column of their player, the nearest being the first; on the left and right they are below the
//! role, to the right of the player's column. `()` leads from a player to a token and `(14)` marks a column:
//! both may be left out, and so may the title, the right border and the spaces before it. Names, roles and
//! tokens are read as in a line ([`super::line`]), and so is what follows below the box: `script{…}`,
//! `bluffs{…}` and `fabled{…}`.
//!
//! **Writes** every player in a column of their own, with room for the marks of the dead, so that nothing
//! moves when somebody dies. Tokens are outside the names at the top and bottom, and to the right of the role
//! on the left and right. Nothing overlaps; the box is as wide as that takes. The number of players on each
//! side is chosen by [`Choice`].

mod cells;
mod layout;
mod plan;
mod read;
mod write;

pub use layout::{Choice, Layout};
pub use read::read;
pub use write::{Options, write};

/// Whether a text begins like a frame.
#[must_use]
pub fn is_frame(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('┌') || text.starts_with("+-")
}
