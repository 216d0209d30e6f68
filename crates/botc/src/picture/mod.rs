//! Pictures of grimoires: SVG, and self-contained HTML pages.
//!
//! A picture shows one [`GrimoireText`], all of it and nothing else: the Storyteller's is drawn from the
//! grimoire itself, the table's from [`GrimoireText::public`]. The same grimoire gives the same picture, byte
//! for byte.
//!
//! **Reads** pictures made here, even after an editor has rewritten them: the first `<desc>` with a grimoire
//! in it is read like a line ([`crate::notation::line`]).
//!
//! Many grimoires can share a picture ([`worlds`]), and a table can show how many of them make each seat evil ([`shares`]).
//!
//! **Writes** SVG 1.1, and HTML that is also XML. The grimoire as a line is in the `<desc>` of the SVG; a
//! character that XML cannot hold (U+FFFE, U+FFFF) becomes U+FFFD there.

mod arc;
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

/// What stands at the centre of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caption {
    /// Small, above the title.
    pub above: String,
    /// The title.
    pub title: String,
    /// The lines below it.
    pub below: Vec<String>,
}

/// In how many of some worlds a seat is evil, and a Demon: numbers from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Share {
    /// The share in which it is evil.
    pub evil: f64,
    /// The share in which it is a Demon.
    pub demon: f64,
}

/// Draws a table as SVG with an arc around each token: the share of worlds in which the player is evil, and
/// in which a Demon.
#[must_use]
pub fn shares(grimoire: &GrimoireText, shares: &[Share], caption: &Caption, theme: Theme) -> String {
    grimoire::draw_shares(grimoire, shares, caption, theme)
}

/// Draws several grimoires side by side as SVG. Nothing is said of ghost votes.
#[must_use]
pub fn worlds(worlds: &[(GrimoireText, Caption)], theme: Theme) -> String {
    grimoire::draw_worlds(worlds, theme)
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
