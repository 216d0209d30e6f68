//! A card as a small frame: cost, inks, name and version, marks and keywords, numbers.
//!
//! The shapes are plain ones of our own; whatever does not fit is in the tooltip.

use super::captions;
use crate::cards::{Facts, Ink, Keyword, Kind};
use crate::rules::Piece;
use crate::rules::modifier::{KeywordFlag, Restriction};
use crate::view::InPlay;
use gaslamp_core::svg::{Anchor, Area, Svg, Text, fit, line_height, shelve, text_width, wrap};

/// How wide every card is.
pub(super) const WIDTH: i32 = 158;
const PAD: i32 = 5;
const STRIPE: i32 = 6;
/// The column of the cost and the letters of the copy, left of the name.
const COST: i32 = 24;
const NAME: i32 = 11;
const SMALL: i32 = 9;
const CHIP_PAD: i32 = 4;
const GAP: i32 = 3;
/// How many lines name and version may have together.
const LINES: usize = 3;
/// How far a card underneath sticks out, and how many of them are drawn.
const PEEK: i32 = 3;
const MOST_BELOW: usize = 2;

const LOWERED: i32 = MOST_BELOW as i32 * PEEK;
const ROOM: i32 = WIDTH - STRIPE - 2 * PAD;
/// The cost and the letters below it.
const HEAD: i32 = 21 + line_height(SMALL);
const CHIP: i32 = line_height(SMALL) + 1;

/// A short label, with its class.
struct Chip {
    class: &'static str,
    text: String,
    /// Whether a number is above (1) or below (-1) its printed value.
    change: i32,
}

impl Chip {
    fn new(class: &'static str, text: impl Into<String>) -> Self {
        Self { class, text: text.into(), change: 0 }
    }

    fn number(class: &'static str, letter: char, value: i16, printed: Option<u8>) -> Option<Self> {
        let change = value.cmp(&i16::from(printed?)) as i32;
        Some(Self { class, text: format!("{letter} {value}"), change })
    }

    const fn mark(&self) -> i32 {
        if self.change == 0 { 0 } else { 8 }
    }

    fn width(&self) -> i32 {
        text_width(&self.text, SMALL) + 2 * CHIP_PAD + self.mark()
    }
}

/// A card as it is drawn.
pub(super) struct Face {
    facts: &'static Facts,
    letters: String,
    name: Vec<String>,
    version: Vec<String>,
    /// Marks and keywords.
    labels: Vec<Chip>,
    numbers: Vec<Chip>,
    exerted: bool,
    below: usize,
    tip: String,
}

impl Face {
    /// A card that is not in play.
    pub(super) fn printed(piece: Piece) -> Self {
        let mut face = Self::bare(piece);
        let facts = face.facts;
        let keywords = facts.keywords.iter().map(|keyword| Chip::new("keyword", keyword.to_string()));
        face.labels.extend(keywords);
        if !facts.inkable {
            face.labels.push(Chip::new("mark", "not inkable"));
        }
        let number = |printed: Option<u8>| i16::from(printed.unwrap_or(0));
        face.numbers =
            numbers(facts, number(facts.strength()), number(facts.willpower()), number(facts.lore()));
        face.tip = captions::card(piece);
        face
    }

    /// A card in play. The facedown cards under it are named if they are given.
    pub(super) fn in_play(card: &InPlay, facedown: &[Piece]) -> Self {
        let mut face = Self::bare(card.piece);
        let traits = &card.traits;
        face.labels.extend(marks(card));
        face.labels.extend(keywords(card));
        face.numbers = numbers(face.facts, traits.strength, traits.willpower, traits.lore);
        if card.damage > 0 {
            face.numbers.push(Chip::new("damage", format!("dmg {}", card.damage)));
        }
        face.exerted = card.exerted;
        face.below = card.under.len() + card.facedown;
        face.tip = tip(card, facedown);
        face
    }

    fn bare(piece: Piece) -> Self {
        let facts = piece.facts();
        let room = ROOM - COST;
        let name = wrap(facts.name, NAME, room, LINES - usize::from(facts.version.is_some()));
        let version = wrap(facts.version.unwrap_or_default(), SMALL, room, LINES - name.len());
        let kind = match facts.kind {
            Kind::Character { .. } => None,
            _ if facts.is_song() => Some("song"),
            Kind::Action => Some("action"),
            Kind::Item => Some("item"),
            Kind::Location { .. } => Some("location"),
        };
        Self {
            facts,
            letters: piece.copy.letters(),
            name,
            version,
            labels: kind.map(|kind| Chip::new("kind", kind)).into_iter().collect(),
            numbers: Vec::new(),
            exerted: false,
            below: 0,
            tip: String::new(),
        }
    }

    /// The height of cost, name and version.
    fn head(&self) -> i32 {
        let lines = |lines: &[String], size: i32| lines.len() as i32 * line_height(size);
        HEAD.max(lines(&self.name, NAME) + lines(&self.version, SMALL))
    }

    /// The height it needs.
    pub(super) fn height(&self) -> i32 {
        2 * PAD + LOWERED + self.head() + chips_height(&self.labels) + chips_height(&self.numbers)
    }

    /// Draws it into an area that is high enough.
    pub(super) fn draw(&self, svg: &mut Svg, area: Area) {
        let body = Area { y: area.y + LOWERED, height: area.height - LOWERED, ..area };
        svg.open("g", &[("class", &if self.exerted { "card exerted" } else { "card" })]);
        svg.title(&self.tip);
        for nth in (1..=self.below.min(MOST_BELOW) as i32).rev() {
            let behind = Area { x: body.x + 2 * nth * PEEK, y: body.y - nth * PEEK, ..body };
            svg.rect(Area { width: body.width - 4 * nth * PEEK, ..behind }, 6, "behind");
        }
        svg.rect(body, 6, "face");
        self.draw_stripe(svg, body);
        let left = body.x + STRIPE + PAD;
        self.draw_head(svg, left, body.y + PAD);
        draw_chips(svg, &self.labels, left, body.y + PAD + self.head());
        draw_chips(svg, &self.numbers, left, body.bottom() - PAD - chips_height(&self.numbers));
        svg.close();
    }

    /// The inks, one below the other.
    fn draw_stripe(&self, svg: &mut Svg, body: Area) {
        let classes: Vec<&str> = self.facts.inks.iter().map(ink_class).collect();
        let classes = if classes.is_empty() { vec!["stripe no-ink"] } else { classes };
        let count = classes.len() as i32;
        let (top, length) = (body.y + 6, body.height - 12);
        for (nth, class) in (0..).zip(classes) {
            let (from, to) = (length * nth / count, length * (nth + 1) / count);
            svg.rect(Area { x: body.x + 2, y: top + from, width: STRIPE - 1, height: to - from }, 1, class);
        }
    }

    fn draw_head(&self, svg: &mut Svg, left: i32, top: i32) {
        let (x, y) = (left + 10, top + 10);
        svg.path(
            &format!("M{} {y}l5 -9h10l5 9l-5 9h-10z", x - 10),
            if self.facts.inkable { "cost" } else { "cost fixed" },
        );
        let mut middle = |y: i32, size: i32, class: &str, text: &str| {
            svg.text(&Text { x, y, size, anchor: Anchor::Middle, class, text });
        };
        middle(y + 4, NAME, "number", &self.facts.cost.to_string());
        middle(top + 21 + SMALL, SMALL, "quiet", &self.letters);
        let mut y = top;
        let mut line = |size: i32, class: &str, text: &str| {
            svg.text(&Text { x: left + COST, y: y + size, size, anchor: Anchor::Start, class, text });
            y += line_height(size);
        };
        self.name.iter().for_each(|text| line(NAME, "name", text));
        self.version.iter().for_each(|text| line(SMALL, "quiet", text));
    }
}

/// The places of chips, and the height of all of them including the gap above.
fn arrange(chips: &[Chip]) -> (Vec<Area>, i32) {
    let sizes: Vec<(i32, i32)> = chips.iter().map(|chip| (chip.width(), CHIP)).collect();
    let (places, height) = shelve(&sizes, GAP, ROOM);
    (places, if chips.is_empty() { 0 } else { height + GAP })
}

fn chips_height(chips: &[Chip]) -> i32 {
    arrange(chips).1
}

fn draw_chips(svg: &mut Svg, chips: &[Chip], left: i32, top: i32) {
    for (chip, place) in chips.iter().zip(arrange(chips).0) {
        let (x, y) = (left + place.x, top + GAP + place.y);
        svg.open("g", &[("class", &format!("chip {}", chip.class))]);
        svg.rect(Area { x, y, ..place }, CHIP / 2, "pill");
        let (text, anchor) = (&chip.text, Anchor::Start);
        svg.text(&Text { x: x + CHIP_PAD, y: y + SMALL, size: SMALL, anchor, class: "word", text });
        let (tip, middle) = (x + place.width - CHIP_PAD - 6, y + CHIP / 2);
        match chip.change {
            0 => {}
            1.. => svg.path(&format!("M{tip} {}h6l-3 -6z", middle + 3), "up"),
            _ => svg.path(&format!("M{tip} {}h6l-3 6z", middle - 3), "down"),
        }
        svg.close();
    }
}

const fn ink_class(ink: Ink) -> &'static str {
    match ink {
        Ink::Amber => "stripe amber",
        Ink::Amethyst => "stripe amethyst",
        Ink::Emerald => "stripe emerald",
        Ink::Ruby => "stripe ruby",
        Ink::Sapphire => "stripe sapphire",
        Ink::Steel => "stripe steel",
    }
}

/// The numbers at the bottom, marked where they differ from the printed ones.
fn numbers(facts: &Facts, strength: i16, willpower: i16, lore: i16) -> Vec<Chip> {
    let move_cost = facts.move_cost();
    let chips = [
        Chip::number("strength", 'S', strength, facts.strength()),
        Chip::number("willpower", 'W', willpower, facts.willpower()),
        Chip::number("lore", 'L', lore, facts.lore()),
        Chip::number("move", 'M', i16::from(move_cost.unwrap_or(0)), move_cost),
    ];
    chips.into_iter().flatten().collect()
}

/// The status of the card, except for its numbers and keywords.
fn marks(card: &InPlay) -> Vec<Chip> {
    let mut chips = Vec::new();
    let mut mark = |is_so: bool, text: String| chips.extend(is_so.then(|| Chip::new("mark", text)));
    mark(card.exerted, "exerted".to_owned());
    mark(card.drying, "drying".to_owned());
    mark(!card.under.is_empty(), format!("on {}", card.under.len()));
    mark(card.facedown > 0, format!("{} facedown", card.facedown));
    for (quality, words) in captions::QUALITIES {
        mark(card.traits.is(quality), words.to_owned());
    }
    for restriction in Restriction::ALL {
        mark(card.traits.cannot(restriction), captions::cannot(restriction).to_owned());
    }
    if let Some(location) = card.location {
        let room = ROOM - 2 * CHIP_PAD;
        chips.push(Chip::new("at", fit(&format!("at {}", location.facts().name), SMALL, room)));
    }
    chips
}

/// Its current keywords; those that are not printed on it look different.
fn keywords(card: &InPlay) -> Vec<Chip> {
    let traits = &card.traits;
    let mut all: Vec<String> = KeywordFlag::ALL
        .into_iter()
        .filter(|&keyword| traits.has(keyword))
        .map(|keyword| format!("{keyword:?}"))
        .collect();
    all.extend((traits.challenger != 0).then(|| format!("Challenger {:+}", traits.challenger)));
    all.extend((traits.resist != 0).then(|| format!("Resist {:+}", traits.resist)));
    all.extend((traits.singer != 0).then(|| format!("Singer {}", traits.singer)));
    all.extend(traits.boost.map(|cost| format!("Boost {cost}")));
    let printed: Vec<String> = card.piece.facts().keywords.iter().map(Keyword::to_string).collect();
    let class = |text: &String| if printed.contains(text) { "keyword" } else { "keyword gained" };
    all.into_iter().map(|text| Chip::new(class(&text), text)).collect()
}

/// Everything known about a card in play.
fn tip(card: &InPlay, facedown: &[Piece]) -> String {
    let mut lines = vec![captions::card(card.piece)];
    let facts = card.piece.facts();
    let printed = [("strength", facts.strength()), ("willpower", facts.willpower()), ("lore", facts.lore())];
    lines.extend(printed.iter().filter_map(|(name, n)| n.map(|n| format!("printed {name} {n}"))));
    lines.extend(card.location.map(|location| format!("at {}", captions::card(location))));
    lines.extend(card.under.iter().map(|piece| format!("on top of {}", captions::card(*piece))));
    lines.extend((card.facedown > 0).then(|| format!("{} facedown under it", card.facedown)));
    lines.extend(facedown.iter().map(|piece| format!("facedown: {}", captions::card(*piece))));
    lines.join("\n")
}
