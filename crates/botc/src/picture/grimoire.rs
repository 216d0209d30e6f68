//! The whole picture: seats on a circle that is as small as they and the centre allow.

use gaslamp_core::svg::{Area, Frame, Paint, Svg, Theme, shelve};

use super::centre::Centre;
use super::face::DISC;
use super::pill::around_all;
use super::seat::{Extra, Seat};
use super::shape::{Direction, Shape, crowding};
use super::style::{ARC_PAINTS, ARC_RULES, PAINTS, RULES};
use super::{Audience, Caption, Share, words};
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

/// A table of seats, ready to draw.
struct Plan {
    centre: Centre,
    circle: Circle,
    /// How far the table's centre is below that of the seats.
    lower: i32,
    radius: i32,
    /// The grimoire as a line.
    line: String,
}

impl Plan {
    fn new(grimoire: &GrimoireText, caption: &Caption, extras: &[Extra]) -> Self {
        let centre = Centre::new(grimoire, caption);
        let middle: Vec<Shape> =
            centre.areas().into_iter().map(|area| Shape::Box(area).moved((0, LOWER))).collect();
        let circle = circle(grimoire, extras, &middle);
        let taken = circle.iter().flat_map(|(seat, place)| placed(seat, *place));
        let (lower, radius) = table(&taken.chain(middle).collect::<Vec<_>>());
        Self { centre, circle, lower, radius, line: line::write(grimoire, Naming::Long) }
    }

    /// How wide and how high it is.
    const fn size(&self) -> i32 {
        2 * (self.radius + MARGIN)
    }

    /// Draws it with its top left corner at a point.
    fn draw(&self, svg: &mut Svg, (left, top): (i32, i32)) {
        let half = self.radius + MARGIN;
        let (x, y) = (left + half, top + half - self.lower);
        svg.circle(left + half, top + half, self.radius, "table");
        self.centre.draw(svg, (x, y + LOWER));
        for (seat, (right, down)) in &self.circle {
            seat.draw(svg, (x + right, y + down));
        }
    }
}

/// Draws a grimoire as SVG.
pub(super) fn draw(grimoire: &GrimoireText, audience: Audience, theme: Theme) -> String {
    let caption = words::caption(grimoire, audience);
    let plan = Plan::new(grimoire, &caption, &[]);
    let title = words::title(grimoire, audience);
    one(&plan, &title, theme, &RULES, &PAINTS)
}

/// Draws a table with the share of worlds in which each seat is evil.
pub(super) fn draw_shares(
    grimoire: &GrimoireText,
    shares: &[Share],
    caption: &Caption,
    theme: Theme,
) -> String {
    let extras: Vec<Extra> = shares.iter().copied().map(Extra::Share).collect();
    let plan = Plan::new(grimoire, caption, &extras);
    let rules = [RULES.as_slice(), &ARC_RULES].concat();
    let paints = [PAINTS.as_slice(), &ARC_PAINTS].concat();
    one(&plan, &described(caption), theme, &rules, &paints)
}

fn one(
    plan: &Plan,
    title: &str,
    theme: Theme,
    rules: &[(&'static str, &'static str)],
    paints: &[Paint],
) -> String {
    let (width, height) = (plan.size(), plan.size());
    let mut svg = Svg::new();
    svg.desc(&plan.line);
    svg.rect(Area { x: 0, y: 0, width, height }, 0, "paper");
    plan.draw(&mut svg, (0, 0));
    svg.finish(&Frame { class: "gaslamp-grimoire", title, width, height, theme, rules, paints })
}

/// Draws several grimoires in rows that are about as wide as they are high together.
pub(super) fn draw_worlds(worlds: &[(GrimoireText, Caption)], theme: Theme) -> String {
    let plan = |(grimoire, caption): &(GrimoireText, Caption)| {
        let extras = vec![Extra::Nothing; grimoire.players.len()];
        Plan::new(grimoire, caption, &extras)
    };
    let plans: Vec<Plan> = worlds.iter().map(plan).collect();
    let widest = plans.iter().map(Plan::size).max().unwrap_or(0);
    let columns = (1..).find(|columns| columns * columns >= plans.len()).unwrap_or(1);
    let sizes: Vec<(i32, i32)> = plans.iter().map(|_| (widest, widest)).collect();
    let (places, height) = shelve(&sizes, 0, widest.saturating_mul(columns as i32));
    let width = places.iter().map(|place| place.right()).max().unwrap_or(0);
    let mut svg = Svg::new();
    svg.rect(Area { x: 0, y: 0, width, height }, 0, "paper");
    for ((plan, place), (_, caption)) in plans.iter().zip(places).zip(worlds) {
        let inside = (widest - plan.size()) / 2;
        svg.open("g", &[("class", &"world")]);
        svg.title(&described(caption));
        svg.desc(&plan.line);
        plan.draw(&mut svg, (place.x + inside, place.y + inside));
        svg.close();
    }
    let title = worlds.first().map(|(_, caption)| caption.title.clone()).unwrap_or_default();
    let (rules, paints) = (&RULES, &PAINTS);
    svg.finish(&Frame { class: "gaslamp-grimoire", title: &title, width, height, theme, rules, paints })
}

/// A caption in one line.
fn described(caption: &Caption) -> String {
    let Caption { above, title, below } = caption;
    format!("{title}: {above}, {}", below.join(", "))
}

/// The smallest circle of seats around the centre.
fn circle(grimoire: &GrimoireText, extras: &[Extra], middle: &[Shape]) -> Circle {
    let count = grimoire.players.len();
    let outward: Vec<Direction> = (0..count).map(|seat| Direction::of_seat(seat, count)).collect();
    let seats = |lean: i32| -> Vec<Seat> {
        let extras = extras.iter().copied().chain(std::iter::repeat(Extra::Votes));
        let players = grimoire.players.iter().zip(&outward).zip(extras);
        players.map(|((player, way), extra)| Seat::new(player, extra, way.turned(4 + lean), count)).collect()
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
