//! Pictures of grimoires: SVG, and self-contained HTML pages.
//!
//! A picture shows one [`GrimoireText`], all of it and nothing else: the Storyteller's is drawn from the
//! grimoire itself, the table's from [`GrimoireText::public`]. The same grimoire gives the same picture, byte
//! for byte.
//!
//! **Reads** pictures made here, even after an editor has rewritten them: the first `<desc>` with a grimoire
//! in it is read like a line ([`crate::notation::line`]).
//!
//! **Writes** SVG 1.1, and HTML that is also XML. The grimoire as a line is in the `<desc>` of the SVG; a
//! character that XML cannot hold (U+FFFE, U+FFFF) becomes U+FFFD there.

mod badge;
mod centre;
mod face;
mod grimoire;
mod page;
mod pill;
mod read;
mod seat;
mod shape;
mod style;
mod words;

use gaslamp_core::svg::Theme;

use crate::notation::grimoire_text::GrimoireText;

pub use read::{is_picture, read};

/// Who a picture is for. Only its wording depends on that: what must not be seen must not be in the grimoire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// The Storyteller.
    Storyteller,
    /// One player, who sees their own character.
    Player,
    /// Everyone at the table.
    Public,
}

/// Draws a grimoire as SVG.
#[must_use]
pub fn svg(grimoire: &GrimoireText, audience: Audience, theme: Theme) -> String {
    grimoire::draw(grimoire, audience, theme)
}

/// Draws a grimoire as an HTML page, with an equivalent table.
#[must_use]
pub fn html(grimoire: &GrimoireText, audience: Audience, theme: Theme) -> String {
    page::write(grimoire, audience, theme)
}
