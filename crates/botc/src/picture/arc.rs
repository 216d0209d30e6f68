//! The arcs around a token: the share of worlds in which its player is evil, and in which a Demon.

use gaslamp_core::number_format::percent;
use gaslamp_core::svg::Svg;

use super::Share;
use super::face::DISC;
use super::shape::Direction;

/// The radius of the arcs.
const RADIUS: i32 = DISC + 7;
/// The radius of a token with its arcs.
pub(super) const OUTER: i32 = RADIUS + 5;

/// A share this close to nothing or to everything is drawn as such.
const LEAST: f64 = 0.0005;

/// Draws the arcs around a token with this centre, clockwise from the bottom, where nothing covers them.
pub(super) fn draw(svg: &mut Svg, share: Share, x: i32, y: i32) {
    svg.circle(x, y, RADIUS, "arc ring");
    arc(svg, share.evil, "arc evil", x, y);
    arc(svg, share.demon, "arc fiend", x, y);
}

fn arc(svg: &mut Svg, share: f64, class: &str, x: i32, y: i32) {
    if share < LEAST {
        return;
    }
    if share > 1.0 - LEAST {
        svg.circle(x, y, RADIUS, class);
        return;
    }
    let (right, down) = Direction::of_turn(0.5 + share).steps(RADIUS);
    let is_long = i32::from(share > 0.5);
    let path = format!("M{x} {}A{RADIUS} {RADIUS} 0 {is_long} 1 {} {}", y + RADIUS, x + right, y + down);
    svg.path(&path, class);
}

/// The shares in words: `evil 33%`, `Demon 20%`.
pub(super) fn words(share: Share) -> [String; 2] {
    [format!("evil {}", percent(share.evil)), format!("Demon {}", percent(share.demon))]
}
