//! One player's side of a board: lore, piles and discard in a column, then rows of cards.
//!
//! The rows of the player below are, from the middle of the table: characters and items, locations with the characters
//! there, the inkwell, the hand. Those of the player above are mirrored.

use gaslamp_core::{Actor, Seat};

use super::board::{Board, GAP, PAD, SMALL, TEXT, TITLE, put};
use super::captions;
use super::face::{self, Face};
use crate::cards::Kind;
use crate::rules::piece::player_name;
use crate::rules::{LORE_TO_WIN, Piece};
use crate::view::{InPlay, VisibleSide};
use gaslamp_core::svg::{Area, Svg, fit, line_height, shelve};

/// The column to the left of the rows.
const COLUMN: i32 = 190;
/// The back of a card in a row, and a pile.
const BACK: (i32, i32) = (16, 22);
const PILE: (i32, i32) = (30, 40);
/// The height of a step of the lore track.
const STEP: i32 = 10;
/// The fewest names of a discard that there must be room for.
const FEWEST_NAMES: i32 = 4;
/// The room around the cards of a location.
const FRAME: i32 = 6;

/// Cards that stay together; a location and the characters there have a frame around them.
struct Block {
    faces: Vec<Face>,
    pad: i32,
    /// How many cards are side by side.
    columns: usize,
}

impl Block {
    fn single(face: Face) -> Self {
        Self { faces: vec![face], pad: 0, columns: 1 }
    }

    fn framed(faces: Vec<Face>, room: i32) -> Self {
        let most = ((room - 2 * FRAME + GAP) / (face::WIDTH + GAP)).max(1);
        let columns = faces.len().clamp(1, most as usize);
        Self { faces, pad: FRAME, columns }
    }

    /// The rows of cards, each with its height.
    fn rows(&self) -> impl Iterator<Item = (&[Face], i32)> {
        let highest = |faces: &[Face]| faces.iter().map(Face::height).max().unwrap_or(0);
        self.faces.chunks(self.columns).map(move |faces| (faces, highest(faces)))
    }

    fn size(&self) -> (i32, i32) {
        let width = self.columns as i32 * (face::WIDTH + GAP) - GAP;
        let height = self.rows().map(|(_, height)| height + GAP).sum::<i32>() - GAP;
        (width + 2 * self.pad, height + 2 * self.pad)
    }

    /// Draws it; a single row of cards takes up all the height.
    fn draw(&self, svg: &mut Svg, area: Area) {
        if self.pad > 0 {
            svg.rect(area, 8, "place");
        }
        let mut y = area.y + self.pad;
        let is_single = self.faces.len() <= self.columns;
        for (faces, height) in self.rows() {
            let height = if is_single { area.height - 2 * self.pad } else { height };
            for (nth, face) in (0..).zip(faces) {
                let x = area.x + self.pad + nth * (face::WIDTH + GAP);
                face.draw(svg, Area { x, y, width: face::WIDTH, height });
            }
            y += height + GAP;
        }
    }
}

/// What is in a row.
enum Content {
    Cards(Vec<Block>),
    /// Card backs, upright or turned. The tooltip names the cards if they are known.
    Backs {
        upright: usize,
        turned: usize,
        tip: String,
    },
}

/// A row of a side, below its label.
struct Row {
    label: String,
    content: Content,
    /// Where everything is, relative to the row.
    places: Vec<Area>,
    height: i32,
}

impl Row {
    fn new(label: String, content: Content, room: i32) -> Self {
        let (sizes, gap) = match &content {
            Content::Cards(blocks) => (blocks.iter().map(Block::size).collect::<Vec<_>>(), GAP),
            Content::Backs { upright, turned, .. } => {
                let turn = (BACK.1, BACK.0);
                let backs = std::iter::repeat_n(BACK, *upright).chain(std::iter::repeat_n(turn, *turned));
                (backs.collect(), GAP / 2)
            }
        };
        let (mut places, below) = shelve(&sizes, gap, room);
        let head = line_height(SMALL) + GAP / 2;
        places.iter_mut().for_each(|place| place.y += head);
        Self { label, content, places, height: head + below }
    }

    fn draw(&self, svg: &mut Svg, x: i32, y: i32) {
        put(svg, x, y, SMALL, "quiet", &self.label);
        let places = self.places.iter().map(|place| Area { x: x + place.x, y: y + place.y, ..*place });
        match &self.content {
            Content::Cards(blocks) => {
                blocks.iter().zip(places).for_each(|(block, place)| block.draw(svg, place));
            }
            Content::Backs { upright, tip, .. } => {
                svg.open("g", &[]);
                if !tip.is_empty() {
                    svg.title(tip);
                }
                for (nth, place) in places.enumerate() {
                    let is_turned = nth >= *upright;
                    let height = if is_turned { BACK.0 } else { BACK.1 };
                    let y = place.y + (place.height - height) / 2;
                    svg.rect(Area { y, height, ..place }, 3, if is_turned { "back turned" } else { "back" });
                }
                svg.close();
            }
        }
    }
}

/// One player's side.
pub(super) struct Panel<'a> {
    seat: Seat,
    side: &'a VisibleSide,
    is_active: bool,
    /// The text beside the name.
    notes: String,
    rows: Vec<Row>,
    /// The height it needs.
    pub(super) height: i32,
}

impl<'a> Panel<'a> {
    /// The side of a player, for a picture in which sides have this width.
    pub(super) fn new(board: &'a Board, seat: Seat, width: i32) -> Self {
        let visible_state = &board.visible_state;
        let side = &visible_state.sides[seat.index()];
        let room = width - COLUMN - 3 * PAD;
        let mut rows = vec![characters(board, side, room)];
        rows.extend(locations(board, side, room));
        rows.push(inkwell(&board.inkwells[seat.index()], side, room));
        rows.push(hand(board.hands[seat.index()].as_deref(), side, room));
        if seat != visible_state.seat {
            rows.reverse();
        }
        let is_active = visible_state.turn > 0 && visible_state.active == seat;
        let is_to_act = visible_state.to_act == Some(Actor::Seat(seat));
        let notes: Vec<&str> = [(is_active, "turn"), (is_to_act, "to act")]
            .iter()
            .filter_map(|(is_so, note)| is_so.then_some(*note))
            .collect();
        let below = rows.iter().map(|row| row.height + GAP).sum::<i32>() - GAP;
        let names = FEWEST_NAMES * line_height(SMALL);
        let height = below.max(names_top() + names) + 2 * PAD;
        Self { seat, side, is_active, notes: notes.join(", "), rows, height }
    }

    /// Draws it.
    pub(super) fn draw(&self, svg: &mut Svg, area: Area) {
        svg.rect(area, 10, if self.is_active { "side active" } else { "side" });
        let (x, mut y) = (area.x + PAD, area.y + PAD);
        self.draw_column(svg, Area { x, y, width: COLUMN, height: area.height - 2 * PAD });
        for row in &self.rows {
            row.draw(svg, x + COLUMN + PAD, y);
            y += row.height + GAP;
        }
    }

    fn draw_column(&self, svg: &mut Svg, area: Area) {
        let Area { x, y, .. } = area;
        put(svg, x, y, TITLE, "title", player_name(self.seat));
        put(svg, x + 34, y + TITLE - SMALL, SMALL, "quiet", &self.notes);
        let y = y + line_height(TITLE) + GAP / 2;
        put(svg, x, y, TEXT, "title", &format!("lore {} of {LORE_TO_WIN}", self.side.lore));
        draw_track(svg, self.side.lore, Area { y: y + line_height(TEXT) + 2, height: STEP, ..area });
        self.draw_piles(svg, x, area.y + piles_top());
        let top = names_top();
        draw_names(svg, &self.side.discard, Area { y: area.y + top, height: area.height - top, ..area });
    }

    fn draw_piles(&self, svg: &mut Svg, x: i32, y: i32) {
        let piles = [("deck", self.side.deck, "back"), ("discard", self.side.discard.len(), "open")];
        for (nth, (name, count, class)) in (0..).zip(piles) {
            let x = x + nth * (COLUMN / 2);
            let (width, height) = PILE;
            // The more cards, the higher the pile: 0 to 3 edges.
            for edge in (0..count.div_ceil(20).min(3) as i32).rev() {
                svg.rect(Area { x: x + 2 * edge, y: y + 4 - 2 * edge, width, height }, 4, class);
            }
            if count == 0 {
                svg.rect(Area { x, y: y + 4, width, height }, 4, "none");
            }
            put(svg, x + width + 10, y + 8, SMALL, "quiet", name);
            put(svg, x + width + 10, y + 22, TITLE, "title", &count.to_string());
        }
    }
}

/// Where in the column the piles begin, and where the names of the discard do.
const fn piles_top() -> i32 {
    line_height(TITLE) + GAP / 2 + line_height(TEXT) + 2 + STEP + GAP
}

const fn names_top() -> i32 {
    piles_top() + PILE.1 + 4 + GAP
}

fn draw_track(svg: &mut Svg, lore: u8, area: Area) {
    let pitch = area.width / i32::from(LORE_TO_WIN);
    for step in 0..LORE_TO_WIN {
        let x = area.x + i32::from(step) * pitch;
        svg.rect(Area { x, width: pitch - 2, ..area }, 2, if step < lore { "reached" } else { "step" });
    }
}

/// The names of a discard, each once with its count, as many as fit.
fn draw_names(svg: &mut Svg, discard: &[Piece], area: Area) {
    let mut names: Vec<(&str, usize)> = Vec::new();
    for piece in discard {
        let name = piece.facts().full_name;
        match names.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => names.push((name, 1)),
        }
    }
    let most = (area.height / line_height(SMALL)).max(1) as usize;
    let shown = if names.len() > most { most - 1 } else { names.len() };
    let mut lines: Vec<String> = names[..shown]
        .iter()
        .map(|(name, count)| if *count > 1 { format!("{count} {name}") } else { (*name).to_owned() })
        .collect();
    if shown < names.len() {
        lines.push(format!("and {} more names", names.len() - shown));
    }
    for (nth, line) in (0..).zip(&lines) {
        put(svg, area.x, area.y + nth * line_height(SMALL), SMALL, "quiet", &fit(line, SMALL, area.width));
    }
}

fn face(board: &Board, card: &InPlay) -> Face {
    Face::in_play(card, board.facedown.get(&card.piece).map_or(&[], Vec::as_slice))
}

fn is_location(card: &InPlay) -> bool {
    matches!(card.piece.facts().kind, Kind::Location { .. })
}

/// Whether a card is at a location on its own side, and so drawn in the location's frame.
fn is_elsewhere(side: &VisibleSide, card: &InPlay) -> bool {
    side.play.iter().any(|location| is_location(location) && card.location == Some(location.piece))
}

/// Characters, then items and everything else in play.
fn characters(board: &Board, side: &VisibleSide, room: i32) -> Row {
    let is_character = |card: &&InPlay| matches!(card.piece.facts().kind, Kind::Character { .. });
    let here = side.play.iter().filter(|card| !is_location(card) && !is_elsewhere(side, card));
    let (characters, others): (Vec<&InPlay>, Vec<&InPlay>) = here.partition(is_character);
    let blocks: Vec<Block> =
        characters.iter().chain(&others).map(|card| Block::single(face(board, card))).collect();
    let label = match (characters.len(), others.len()) {
        (0, 0) => "no characters or items outside locations".to_owned(),
        (characters, 0) => format!("characters {characters}"),
        (characters, others) => format!("characters {characters}, others {others}"),
    };
    Row::new(label, Content::Cards(blocks), room)
}

/// Locations with the characters there, if there are any.
fn locations(board: &Board, side: &VisibleSide, room: i32) -> Option<Row> {
    let locations: Vec<&InPlay> = side.play.iter().filter(|card| is_location(card)).collect();
    let block = |location: &&InPlay| {
        let there =
            side.play.iter().filter(|card| !is_location(card) && card.location == Some(location.piece));
        Block::framed(std::iter::once(*location).chain(there).map(|card| face(board, card)).collect(), room)
    };
    let blocks: Vec<Block> = locations.iter().map(block).collect();
    let label = format!("locations {}", blocks.len());
    (!blocks.is_empty()).then(|| Row::new(label, Content::Cards(blocks), room))
}

fn inkwell(known: &[Piece], side: &VisibleSide, room: i32) -> Row {
    let mut label = format!("inkwell {} ready of {}", side.ready_ink, side.inkwell);
    if side.ink_tokens > 0 {
        label.push_str(&format!(", {} ink drops", side.ink_tokens));
    }
    if side.inkings_left > 0 {
        label.push_str(&format!(", may ink {}", side.inkings_left));
    }
    let turned = side.inkwell.saturating_sub(side.ready_ink);
    Row::new(label, Content::Backs { upright: side.ready_ink, turned, tip: list(known) }, room)
}

fn hand(known: Option<&[Piece]>, side: &VisibleSide, room: i32) -> Row {
    let label = format!("hand {}", side.hand);
    let content = match known {
        Some(hand) => Content::Cards(hand.iter().map(|piece| Block::single(Face::printed(*piece))).collect()),
        None => Content::Backs { upright: side.hand, turned: 0, tip: String::new() },
    };
    Row::new(label, content, room)
}

fn list(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| captions::card(*piece)).collect::<Vec<_>>().join("\n")
}
