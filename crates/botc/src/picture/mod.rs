//! Pictures of grimoires: SVG, and pages that need nothing else.
//!
//! A picture shows one [`GrimoireText`], all of it and nothing beside it: the Storyteller's is drawn from the sheet, that of
//! the table from [`GrimoireText::public`]. The same sheet gives the same picture, byte for byte.
//!
//! **Reads** pictures made here, also after an editor has written them anew: the first `<desc>` with a grimoire in it is
//! read as a line is ([`crate::notation::line`]).
//!
//! **Writes** SVG 1.1, and HTML that is XML too. The line of the sheet stands in the `<desc>` of the SVG; a character
//! that XML cannot hold (U+FFFE, U+FFFF) becomes U+FFFD there.

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

/// For whom a picture is. Only its words depend on that: what must not be seen must not be on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Who keeps the grimoire.
    Storyteller,
    /// One player, who knows the own character.
    Player,
    /// Everybody at the table.
    Public,
}

/// Draws a grimoire as SVG.
#[must_use]
pub fn svg(sheet: &GrimoireText, audience: Audience, theme: Theme) -> String {
    grimoire::draw(sheet, audience, theme)
}

/// Draws a grimoire as an HTML page, with a table that says the same.
#[must_use]
pub fn html(sheet: &GrimoireText, audience: Audience, theme: Theme) -> String {
    page::write(sheet, audience, theme)
}
