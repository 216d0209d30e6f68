//! Marks that differ in shape, so that nobody needs to tell colours apart: the team, death, the ghost vote.

use gaslamp_core::svg::{Anchor, Svg, Text};

use super::face::DISC;
use super::shape::{Shape, around};
use crate::characters::Team;
use crate::notation::grimoire_text::Life;

/// The radius of a badge.
pub(super) const BADGE: i32 = 14;
/// The font size of its letter.
const LETTER: i32 = 11;
/// The offset of the marks on the rim of a token from its centre, sideways and up.
const RIM: i32 = 41;
/// The radius of the vote mark.
const VOTE: i32 = 12;
/// The shroud: half its width, how far it sticks out above the token, its length.
const SHROUD: (i32, i32, i32) = (15, 7, 34);

/// The CSS class of a team.
pub(super) const fn class(team: Option<Team>) -> &'static str {
    match team {
        Some(team) => team.name(),
        None => "unknown",
    }
}

const fn letters(team: Option<Team>) -> &'static str {
    match team {
        Some(Team::Townsfolk) => "T",
        Some(Team::Outsider) => "O",
        Some(Team::Minion) => "M",
        Some(Team::Demon) => "D",
        Some(Team::Traveller) => "Tr",
        Some(Team::Fabled) => "F",
        Some(Team::Loric) => "L",
        None => "?",
    }
}

/// The badge of a team around a point; without a team, the badge for several.
pub(super) fn draw(svg: &mut Svg, team: Option<Team>, x: i32, y: i32) {
    match team {
        Some(Team::Townsfolk) | None => svg.circle(x, y, 11, "badge"),
        Some(Team::Outsider) => svg.rect(around(x, y, 20, 20), 3, "badge"),
        Some(Team::Minion) => svg.path(&format!("M{x} {}l-13 -22h26z", y + 13), "badge"),
        Some(Team::Demon) => svg.path(&format!("M{x} {}l14 14l-14 14l-14 -14z", y - 14), "badge"),
        Some(Team::Traveller) => {
            svg.path(&format!("M{} {y}l7 -11h12l7 11l-7 11h-12z", x - 13), "badge");
        }
        Some(Team::Fabled) => svg.path(&format!("M{x} {}l12 9l-5 14h-14l-5 -14z", y - 12), "badge"),
        Some(Team::Loric) => {
            svg.path(&format!("M{} {}h10l6 6v10l-6 6h-10l-6 -6v-10z", x - 5, y - 11), "badge");
        }
    }
    // The letter is placed where the shape is broadest.
    let y = if team == Some(Team::Minion) { y + 1 } else { y + 4 };
    svg.text(&Text { x, y, size: LETTER, anchor: Anchor::Middle, class: "letter", text: letters(team) });
}

/// The position of the team's badge on a token.
pub(super) const fn on_token() -> (i32, i32) {
    (-RIM, -RIM)
}

/// The areas that the marks of a token take up outside its disc.
pub(super) fn shapes(has_badge: bool, life: Life, has_vote: bool) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if has_badge {
        shapes.push(Shape::Disc(-RIM, -RIM, BADGE));
    }
    if life != Life::Alive {
        let (half, above, long) = SHROUD;
        shapes.push(Shape::Box(around(0, long / 2 - DISC - above, 2 * half, long)));
    }
    if life != Life::Alive && has_vote {
        shapes.push(Shape::Disc(RIM, -RIM, VOTE));
    }
    shapes
}

/// The shroud of the dead, at the top of a token with this centre.
pub(super) fn draw_shroud(svg: &mut Svg, x: i32, y: i32) {
    let (half, above, long) = SHROUD;
    let top = y - DISC - above;
    svg.path(&format!("M{} {top}h{}v{long}l-{half} -9l-{half} 9z", x - half, 2 * half), "shroud");
    svg.path(&format!("M{} {}l10 10m0 -10l-10 10", x - 5, top + 7), "cross");
}

/// The ghost vote on the rim of a token with this centre: a disc with a tick, or an empty one crossed out.
pub(super) fn draw_vote(svg: &mut Svg, life: Life, x: i32, y: i32) {
    let (x, y) = (x + RIM, y - RIM);
    match life {
        Life::Alive => {}
        Life::Dead => {
            svg.circle(x, y, VOTE - 1, "vote");
            svg.path(&format!("M{} {y}l4 5l7 -9", x - 5), "tick");
        }
        Life::Spent => {
            svg.circle(x, y, VOTE - 1, "vote spent");
            svg.path(&format!("M{} {}l15 -15", x - 7, y + 8), "slash");
        }
    }
}
