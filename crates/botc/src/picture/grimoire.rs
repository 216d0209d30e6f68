//! The whole picture: seats on a circle that is as small as they and the centre allow.

use gaslamp_core::svg::{Area, Frame, Svg, Theme};

use super::Audience;
use super::centre::Centre;
use super::face::DISC;
use super::pill::around_all;
use super::seat::Seat;
use super::shape::{Direction, Shape, crowding};
use super::style::{PAINTS, RULES};
use super::words;
use crate::notation::grimoire_text::GrimoireText;
use crate::notation::line::{self, Naming};

const MARGIN: i32 = 16;
/// The margin from the table's edge to what is on it.
const EDGE: i32 = 14;
/// How far the centre text is below the centre of the seats, since names are below the tokens.
const LOWER: i32 = 12;
/// The gap between two seats.
const GAP: i32 = 14;
/// The gap between a seat and the centre text.
const CENTRE_GAP: i32 = 24;
/// The step by which the circle grows until everything fits, and by which the table moves.
const STEP: usize = 2;

/// Possible directions of the reminder tokens, in eighths of a turn from the direction of the centre:
/// inwards, or towards the next player if that needs less room.
const LEANS: [i32; 3] = [0, -1, -2];

/// The seats with their positions relative to the centre.
type Circle = Vec<(Seat, (i32, i32))>;

/// Draws a grimoire as SVG.
pub(super) fn draw(grimoire: &GrimoireText, audience: Audience, theme: Theme) -> String {
    let centre = Centre::new(grimoire, audience);
    let middle: Vec<Shape> =
        centre.areas().into_iter().map(|area| Shape::Box(area).moved((0, LOWER))).collect();
    let circle = circle(grimoire, &middle);
    let taken = circle.iter().flat_map(|(seat, place)| placed(seat, *place));
    let (lower, radius) = table(&taken.chain(middle).collect::<Vec<_>>());
    let half = radius + MARGIN;
    let (x, y) = (half, half - lower);
    let (width, height) = (2 * half, 2 * half);
    let mut svg = Svg::new();
    svg.desc(&line::write(grimoire, Naming::Long));
    svg.rect(Area { x: 0, y: 0, width, height }, 0, "paper");
    svg.circle(half, half, radius, "table");
    centre.draw(&mut svg, (x, y + LOWER));
    for (seat, (right, down)) in &circle {
        seat.draw(&mut svg, (x + right, y + down));
    }
    svg.finish(&Frame {
        class: "gaslamp-grimoire",
        title: &words::title(grimoire, audience),
        width,
        height,
        theme,
        rules: &RULES,
        paints: &PAINTS,
    })
}

/// The smallest circle of seats around the centre.
fn circle(grimoire: &GrimoireText, middle: &[Shape]) -> Circle {
    let count = grimoire.players.len();
    let outward: Vec<Direction> = (0..count).map(|seat| Direction::of_seat(seat, count)).collect();
    let seats = |lean: i32| -> Vec<Seat> {
        let players = grimoire.players.iter().zip(&outward);
        players.map(|(player, way)| Seat::new(player, way.turned(4 + lean), count)).collect()
    };
    let circles = LEANS.map(|lean| {
        let seats = seats(lean);
        (ring(&seats, &outward, middle), seats)
    });
    let smallest = circles.into_iter().min_by_key(|(ring, _)| *ring);
    let (ring, seats) = smallest.unwrap_or_default();
    seats.into_iter().zip(&outward).map(|(seat, way)| (seat, way.steps(ring))).collect()
}

/// The smallest round table under everything: how far its centre is below that of the seats, and its radius.
fn table(shapes: &[Shape]) -> (i32, i32) {
    let bounds = bounds(shapes);
    let reach = |lower: i32| shapes.iter().map(|shape| shape.reach(0, lower)).max().unwrap_or(0);
    let tables = (bounds.y..=bounds.bottom()).step_by(STEP).map(|lower| (reach(lower), lower));
    let (reach, lower) = tables.min().unwrap_or_default();
    (lower, reach + EDGE)
}

/// The bounding box of all shapes.
fn bounds(shapes: &[Shape]) -> Area {
    around_all(shapes.iter().map(|shape| shape.bounds())).unwrap_or_default()
}

/// The areas of a seat at its position.
fn placed(seat: &Seat, place: (i32, i32)) -> impl Iterator<Item = Shape> {
    seat.shapes.iter().map(move |shape| shape.moved(place))
}

/// The radius of the circle of seats: the smallest at which nothing of one seat is too close to another seat
/// or to the centre.
fn ring(seats: &[Seat], outward: &[Direction], middle: &[Shape]) -> i32 {
    // Nobody's tokens may reach beyond the centre, and all discs need their room.
    let deepest = seats.iter().zip(outward).map(|(seat, way)| depth(seat, *way)).max().unwrap_or(0);
    let least = deepest.max((f64::from(2 * DISC) * crowding(seats.len())) as i32);
    let bounds: Vec<Shape> = seats.iter().map(|seat| Shape::Box(bounds(&seat.shapes))).collect();
    let are_apart = |ring: i32, at: usize, other: usize| {
        let [place, there] = [at, other].map(|seat| outward[seat].steps(ring));
        // Most seats are far apart as a whole.
        !bounds[at].moved(place).is_near(bounds[other].moved(there), GAP)
            || !are_near(placed(&seats[at], place), &placed(&seats[other], there).collect::<Vec<_>>(), GAP)
    };
    let is_free = |ring: &i32| {
        (0..seats.len()).all(|at| {
            !are_near(placed(&seats[at], outward[at].steps(*ring)), middle, CENTRE_GAP)
                && (at + 1..seats.len()).all(|other| are_apart(*ring, at, other))
        })
    };
    // The seats move apart as the circle grows, so some radius is large enough.
    (least..).step_by(STEP).find(is_free).unwrap_or(least)
}

fn are_near(mut some: impl Iterator<Item = Shape>, others: &[Shape], gap: i32) -> bool {
    some.any(|shape| others.iter().any(|other| shape.is_near(*other, gap)))
}

/// How far a seat reaches towards the centre.
fn depth(seat: &Seat, outward: Direction) -> i32 {
    let inward = outward.turned(4);
    let corners = |area: Area| [area.x, area.right()].map(|x| [(x, area.y), (x, area.bottom())]).concat();
    let corners = seat.shapes.iter().flat_map(|shape| corners(shape.bounds()));
    corners.map(|(x, y)| inward.reach(x, y)).fold(0.0, f64::max) as i32
}
