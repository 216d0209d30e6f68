//! Reminder tokens and other small labels with a border, and blocks of them.

use gaslamp_core::svg::{Anchor, Area, Svg, Text, fit, line_height, text_width, wrap};

use super::badge::class;
use super::shape::{Direction, Shape, crowding, moved};
use super::words;
use crate::notation::grimoire_text::PlacedReminder;

/// The greatest width of a token's text, and the least width of a token.
const MOST: i32 = 96;
const LEAST: i32 = 60;
const PAD: (i32, i32) = (9, 4);
/// The gap between two tokens of a seat.
const GAP: i32 = 5;
/// The most tokens of a seat that are drawn.
const SHOWN: usize = 12;
const OWNER: i32 = 10;
const NAME: i32 = 12;
const NAME_LINES: usize = 2;
const NOTE: i32 = 11;
const NOTE_LINES: usize = 3;

/// A reminder token, ready to draw.
#[derive(Clone, Debug)]
pub(super) struct Pill {
    class: &'static str,
    title: String,
    /// CSS class, font size and text of each line.
    lines: Vec<(&'static str, i32, String)>,
    /// Its area, relative to the centre of the character token.
    pub(super) area: Area,
}

impl Pill {
    fn new(token: &PlacedReminder) -> Self {
        let title = words::token(token);
        match token {
            PlacedReminder::Reminder(token) => {
                let owner = ("owner", OWNER, fit(token.owner().name(), OWNER, MOST));
                let name = wrap(token.title(), NAME, MOST, NAME_LINES);
                let name = name.into_iter().map(|text| ("reminder", NAME, text));
                let lines = std::iter::once(owner).chain(name).collect();
                Self::of(class(Some(token.owner().team())), title, lines)
            }
            PlacedReminder::Note(note) => {
                let lines = wrap(note, NOTE, MOST, NOTE_LINES);
                Self::of("note", title, lines.into_iter().map(|text| ("words", NOTE, text)).collect())
            }
        }
    }

    /// A token that stands for those that do not fit.
    fn rest(tokens: &[PlacedReminder]) -> Self {
        let title = tokens.iter().map(words::token).collect::<Vec<_>>().join(", ");
        Self::of("note", title, vec![("words", NOTE, format!("+{} more", tokens.len()))])
    }

    fn of(class: &'static str, title: String, lines: Vec<(&'static str, i32, String)>) -> Self {
        let width = lines.iter().map(|(_, size, text)| text_width(text, *size)).max().unwrap_or(0);
        let height: i32 = lines.iter().map(|(_, size, _)| line_height(*size)).sum();
        let area = Area {
            width: (width + 2 * PAD.0).max(LEAST),
            height: height.max(line_height(NOTE)) + 2 * PAD.1,
            ..Area::default()
        };
        Self { class, title, lines, area }
    }

    /// Draws it beside a character token with this centre.
    pub(super) fn draw(&self, svg: &mut Svg, x: i32, y: i32) {
        let area = moved(self.area, (x, y));
        svg.open("g", &[("class", &self.class)]);
        svg.title(&self.title);
        let radius = if self.class == "note" { 2 } else { (area.height / 2).min(18) };
        svg.rect(area, radius, "pill");
        let text_height: i32 = self.lines.iter().map(|(_, size, _)| line_height(*size)).sum();
        let (x, mut y) = (area.x + area.width / 2, area.y + (area.height - text_height) / 2);
        for (class, size, text) in &self.lines {
            svg.text(&Text { x, y: y + size, size: *size, anchor: Anchor::Middle, class, text });
            y += line_height(*size);
        }
        svg.close();
    }
}

/// The direction in which the layers of a block follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Axis {
    /// Each layer is a column.
    Across,
    /// Each layer is a row.
    Down,
}

/// The tokens of a seat, the first nearest to it, in the block that lets all seats sit closest: neither too
/// deep in its direction nor too broad. The block is as near to the seat as its shapes allow.
pub(super) fn block(tokens: &[PlacedReminder], way: Direction, seats: usize, seat: &[Shape]) -> Vec<Pill> {
    let (shown, rest) = tokens.split_at(if tokens.len() > SHOWN { SHOWN - 1 } else { tokens.len() });
    let mut pills: Vec<Pill> = shown.iter().map(Pill::new).collect();
    if !rest.is_empty() {
        pills.push(Pill::rest(rest));
    }
    let all = (1..=pills.len()).flat_map(|many| [(Axis::Down, many), (Axis::Across, many)]);
    let cost = |pills: &[Pill]| {
        let Area { width, height, .. } = bounds(pills);
        let (deep, broad) = way.extent(width, height);
        deep + broad * crowding(seats).max(1.0)
    };
    let blocks = all.map(|(axis, many)| layers(&pills, axis, many, way));
    let Some(mut best) = blocks.min_by(|a, b| cost(a).total_cmp(&cost(b))) else { return Vec::new() };
    let area = bounds(&best);
    let middle = (-area.x - area.width / 2, -area.y - area.height / 2);
    let is_free = |step: &(i32, i32)| {
        let place = Shape::Box(moved(moved(area, middle), *step));
        seat.iter().all(|shape| !place.is_near(*shape, GAP + 1))
    };
    // Some step is far enough: both the block and the seat are finite.
    let step = (0..).map(|steps| way.steps(steps)).find(is_free).unwrap_or_default();
    for pill in &mut best {
        pill.area = moved(moved(pill.area, middle), step);
    }
    best
}

/// The tokens in layers of that many, starting at the seat's side; those in a row have equal height, those in
/// a column equal width.
fn layers(pills: &[Pill], axis: Axis, many: usize, way: Direction) -> Vec<Pill> {
    let is_back = match axis {
        Axis::Across => way.right < 0.0,
        Axis::Down => way.down < 0.0,
    };
    let mut laid: Vec<Pill> = Vec::with_capacity(pills.len());
    let mut at = 0;
    for layer in pills.chunks(many) {
        let mut layer = layer.to_vec();
        let high = layer.iter().map(|pill| pill.area.height).max().unwrap_or(0);
        let wide = layer.iter().map(|pill| pill.area.width).max().unwrap_or(0);
        let thick = if axis == Axis::Down { high } else { wide };
        let along = |pill: &Pill| if axis == Axis::Down { pill.area.width } else { pill.area.height };
        let long = layer.iter().map(|pill| along(pill) + GAP).sum::<i32>() - GAP;
        let mut side = -long / 2;
        for pill in &mut layer {
            let start = if is_back { -at - thick } else { at };
            let step = along(pill) + GAP;
            let Area { width, height, .. } = pill.area;
            pill.area = match axis {
                Axis::Down => Area { x: side, y: start, width, height: high },
                Axis::Across => Area { x: start, y: side, width: wide, height },
            };
            side += step;
        }
        at += thick + GAP;
        laid.extend(layer);
    }
    laid
}

/// The bounding box of all of them.
fn bounds(pills: &[Pill]) -> Area {
    around_all(pills.iter().map(|pill| pill.area)).unwrap_or_default()
}

/// The bounding box of all areas, if there are any.
pub(super) fn around_all(areas: impl Iterator<Item = Area>) -> Option<Area> {
    areas.reduce(|a, b| {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Area { x, y, width: a.right().max(b.right()) - x, height: a.bottom().max(b.bottom()) - y }
    })
}
