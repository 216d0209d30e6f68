//! The table as a picture: the other player above, p1 or the seat itself below, triggers and effects in a strip.
//!
//! A [`Board`] is made from a whole state, or from what one seat sees; then the other hand and all facedown cards
//! are card backs with a count.

use std::collections::BTreeMap;

use gaslamp_core::{Game as _, Seat};

use super::captions;
use super::side::Panel;
use crate::notation::terms::game_phase_name;
use crate::rules::piece::{PLAYERS, SEATS, opponent, player_name};
use crate::rules::position::Zone;
use crate::rules::{Piece, State};
use crate::view::{GamePhase, VisibleAbility, VisibleState};
use gaslamp_core::svg::{Anchor, Area, Frame, Paint, Svg, Text, Theme, fit, line_height, wrap};

const WIDTH: i32 = 1320;
const MARGIN: i32 = 16;
const HEADER: i32 = 34;
/// The strip to the right of both sides.
const STRIP: i32 = 220;
const SIDE: i32 = WIDTH - 2 * MARGIN - STRIP - GAP;
/// How many lines an entry of the strip may have.
const ENTRY_LINES: usize = 5;
pub(super) const GAP: i32 = 8;
pub(super) const PAD: i32 = 10;
pub(super) const TITLE: i32 = 15;
pub(super) const TEXT: i32 = 12;
pub(super) const SMALL: i32 = 10;

/// What is drawn of a state.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) visible_state: VisibleState,
    /// The hands whose cards are shown.
    pub(super) hands: [Option<Vec<Piece>>; PLAYERS],
    /// The cards in the inkwells, if they are shown.
    pub(super) inkwells: [Vec<Piece>; PLAYERS],
    /// The facedown cards under each card, if they are shown.
    pub(super) facedown: BTreeMap<Piece, Vec<Piece>>,
    step: String,
    question: Option<String>,
    eyes: &'static str,
}

impl Board {
    /// The whole state, p1 below.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let mut visible_state = state.visible_state(SEATS[0]);
        for piece in state.visible_state(SEATS[1]).looking {
            if !visible_state.looking.contains(&piece) {
                visible_state.looking.push(piece);
            }
        }
        let zone = |seat: Seat, zone: Zone| -> Vec<Piece> {
            state.zone(seat, zone).iter().map(|&id| state.piece(id)).collect()
        };
        let mut facedown: BTreeMap<Piece, Vec<Piece>> = BTreeMap::new();
        for &id in SEATS.iter().flat_map(|&seat| state.zone(seat, Zone::Under)) {
            let status = state.status(id);
            if let (true, Some(top)) = (status.facedown, status.under) {
                facedown.entry(state.piece(top)).or_default().push(state.piece(id));
            }
        }
        Self {
            visible_state,
            hands: SEATS.map(|seat| Some(zone(seat, Zone::Hand))),
            inkwells: SEATS.map(|seat| zone(seat, Zone::Inkwell)),
            facedown,
            step: captions::stage(state.position().stage),
            question: captions::question(state),
            eyes: "all open",
        }
    }

    /// What one seat sees, that seat below.
    #[must_use]
    pub fn seen(visible_state: &VisibleState) -> Self {
        let resolving =
            visible_state.resolving.last().filter(|_| visible_state.game_phase == GamePhase::AwaitingAnswer);
        Self {
            visible_state: visible_state.clone(),
            hands: SEATS.map(|seat| (seat == visible_state.seat).then(|| visible_state.hand.clone())),
            inkwells: Default::default(),
            facedown: BTreeMap::new(),
            step: game_phase_name(visible_state.game_phase).to_owned(),
            question: resolving.map(|ability| format!("{} needs an answer.", captions::card(ability.source))),
            eyes: if visible_state.seat == SEATS[0] { "as p1 sees it" } else { "as p2 sees it" },
        }
    }

    /// The seats above and below.
    const fn seats(&self) -> [Seat; PLAYERS] {
        [opponent(self.visible_state.seat), self.visible_state.seat]
    }

    /// Turn and step, and who has to act.
    fn header(&self) -> [String; 2] {
        let turn = match self.visible_state.turn {
            0 => String::new(),
            turn => format!("Turn {turn} of {} · ", player_name(self.visible_state.active)),
        };
        let actor = self.visible_state.to_act.map(captions::actor);
        let is_asked = self.question.is_some() || self.visible_state.game_phase == GamePhase::AwaitingAnswer;
        let verb = if is_asked { "is asked" } else { "is to act" };
        let move_of = actor.map_or_else(|| "nobody is to act".to_owned(), |actor| format!("{actor} {verb}"));
        [format!("{turn}{}", self.step), format!("{move_of} · {}", self.eyes)]
    }
}

/// Draws a board as SVG.
#[must_use]
pub fn draw(board: &Board, theme: Theme) -> String {
    let panels = board.seats().map(|seat| Panel::new(board, seat, SIDE));
    let strip = strip(board);
    let top = MARGIN + HEADER;
    let sides = panels.iter().map(|panel| panel.height).sum::<i32>() + GAP;
    let inner = sides.max(strip_height(&strip));
    let height = top + inner + MARGIN;
    let mut svg = Svg::new();
    svg.rect(Area { x: 0, y: 0, width: WIDTH, height }, 0, "paper");
    let header = board.header();
    draw_header(&mut svg, &header);
    let mut y = top;
    for panel in &panels {
        panel.draw(&mut svg, Area { x: MARGIN, y, width: SIDE, height: panel.height });
        y += panel.height + GAP;
    }
    let x = MARGIN + SIDE + GAP;
    draw_strip(&mut svg, &strip, Area { x, y: top, width: STRIP, height: inner });
    svg.finish(&Frame {
        class: "gaslamp-board",
        title: &header.join(" · "),
        width: WIDTH,
        height,
        theme,
        rules: &RULES,
        paints: &PAINTS,
    })
}

/// A line of text with this top left corner.
pub(super) fn put(svg: &mut Svg, x: i32, y: i32, size: i32, class: &str, text: &str) {
    svg.text(&Text { x, y: y + size, size, anchor: Anchor::Start, class, text });
}

fn draw_header(svg: &mut Svg, [left, right]: &[String; 2]) {
    let half = WIDTH / 2 - MARGIN - GAP;
    put(svg, MARGIN, MARGIN, TITLE, "title", &fit(left, TITLE, half));
    let text = &fit(right, TITLE, half);
    let (x, y) = (WIDTH - MARGIN, MARGIN + TITLE);
    svg.text(&Text { x, y, size: TITLE, anchor: Anchor::End, class: "title", text });
}

/// A section of the strip: its heading, and the lines of each entry.
struct Section {
    heading: &'static str,
    entries: Vec<Vec<String>>,
}

/// What is asked, looked at, being resolved, waiting and lasting; and what the letters on cards mean.
fn strip(board: &Board) -> Vec<Section> {
    let visible_state = &board.visible_state;
    let by = |&VisibleAbility { controller, source, .. }: &VisibleAbility| {
        let is_own = controller == source.owner;
        let of = if is_own { String::new() } else { format!("{}: ", player_name(controller)) };
        of + &captions::card(source)
    };
    let cards = |cards: &[Piece]| cards.iter().map(|piece| captions::card(*piece)).collect();
    let tops: Vec<Piece> = visible_state.sides.iter().filter_map(|side| side.top).collect();
    let letters = ["S strength", "W willpower", "L lore", "M cost to move there", "(a) which copy of a card"];
    let sections: [(&str, Vec<String>); 7] = [
        ("Asked", board.question.iter().cloned().collect()),
        ("Looked at or revealed", cards(&visible_state.looking)),
        ("Faceup on top of a deck", cards(&tops)),
        // The observation has the current one last; here it comes first.
        ("Being resolved, current one first", visible_state.resolving.iter().rev().map(by).collect()),
        ("In the bag", visible_state.bag.iter().map(by).collect()),
        ("Lasting", visible_state.lasting.iter().map(captions::lasting).collect()),
        ("On the cards", letters.map(str::to_owned).to_vec()),
    ];
    let wrapped = |entry: String| wrap(&entry, SMALL, STRIP - 2 * PAD, ENTRY_LINES);
    sections
        .into_iter()
        .filter(|(_, entries)| !entries.is_empty())
        .map(|(heading, entries)| Section { heading, entries: entries.into_iter().map(wrapped).collect() })
        .collect()
}

fn strip_height(strip: &[Section]) -> i32 {
    let lines = |lines: &Vec<String>| lines.len() as i32 * line_height(SMALL) + GAP / 2;
    let section = |section: &Section| {
        line_height(TEXT) + GAP / 2 + section.entries.iter().map(lines).sum::<i32>() + GAP
    };
    strip.iter().map(section).sum::<i32>() + 2 * PAD
}

fn draw_strip(svg: &mut Svg, strip: &[Section], area: Area) {
    svg.rect(area, 10, "side");
    let (x, mut y) = (area.x + PAD, area.y + PAD);
    for Section { heading, entries } in strip {
        put(svg, x, y, TEXT, "title", heading);
        y += line_height(TEXT) + GAP / 2;
        for lines in entries {
            for line in lines {
                put(svg, x, y, SMALL, "quiet", line);
                y += line_height(SMALL);
            }
            y += GAP / 2;
        }
        y += GAP;
    }
}

const RULES: [(&str, &str); 8] = [
    ("text", "font-family:Helvetica,Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif"),
    (".exerted .face", "stroke-dasharray:5 3"),
    (".exerted .stripe", "opacity:.4"),
    (".exerted .cost", "opacity:.5"),
    (".gained .pill", "stroke-dasharray:2 2"),
    (".turned", "opacity:.45"),
    (".place", "stroke-dasharray:1 3"),
    (".none", "stroke-dasharray:3 3"),
];

const PAINTS: [Paint; 48] = [
    Paint::new(".paper", "fill", "#ffffff", "#14161a"),
    Paint::new(".side", "fill", "#f1f3f6", "#1a1d23"),
    Paint::new(".side", "stroke", "#d5dae1", "#2f343e"),
    Paint::new(".active", "stroke", "#2f6fd0", "#6aa5ff"),
    Paint::new(".title", "fill", "#1d2129", "#e6e8ec"),
    Paint::new(".quiet", "fill", "#565e6b", "#a4adbb"),
    Paint::new(".place", "fill", "#e4e8dd", "#232a20"),
    Paint::new(".place", "stroke", "#8f9a7c", "#6d7a5b"),
    Paint::new(".back", "fill", "#5f5782", "#4d4570"),
    Paint::new(".back", "stroke", "#3f3960", "#8a82ad"),
    Paint::new(".none", "fill", "none", "none"),
    Paint::new(".none", "stroke", "#9aa3b2", "#4b5563"),
    Paint::new(".open", "fill", "#ffffff", "#262b34"),
    Paint::new(".open", "stroke", "#7d8696", "#6b7484"),
    Paint::new(".step", "fill", "#dde1e8", "#2b313b"),
    Paint::new(".reached", "fill", "#c98a12", "#e3b341"),
    Paint::new(".face", "fill", "#ffffff", "#262b34"),
    Paint::new(".face", "stroke", "#7d8696", "#6b7484"),
    Paint::new(".behind", "fill", "#d5dae1", "#3a404c"),
    Paint::new(".behind", "stroke", "#7d8696", "#6b7484"),
    Paint::new(".name", "fill", "#1d2129", "#e6e8ec"),
    Paint::new(".exerted .face", "fill", "#e3e6ea", "#1c1f25"),
    Paint::new(".exerted .name", "fill", "#5b6370", "#98a1af"),
    Paint::new(".cost", "fill", "#2d3440", "#d5dae1"),
    Paint::new(".cost", "stroke", "#c98a12", "#e3b341"),
    Paint::new(".fixed", "stroke", "#2d3440", "#d5dae1"),
    Paint::new(".number", "fill", "#ffffff", "#14161a"),
    Paint::new(".amber", "fill", "#e8a917", "#f0b93a"),
    Paint::new(".amethyst", "fill", "#81418f", "#a866b8"),
    Paint::new(".emerald", "fill", "#2a8f3d", "#4db562"),
    Paint::new(".ruby", "fill", "#cf1f35", "#e8505f"),
    Paint::new(".sapphire", "fill", "#0a7fbd", "#3da5dd"),
    Paint::new(".steel", "fill", "#8a97a3", "#a9b4be"),
    Paint::new(".no-ink", "fill", "#d5dae1", "#3a404c"),
    Paint::new(".pill", "fill", "#eef0f3", "#323844"),
    Paint::new(".pill", "stroke", "#c3c9d2", "#4b5563"),
    Paint::new(".word", "fill", "#2d3440", "#d5dae1"),
    Paint::new(".mark .pill", "fill", "#ffe9b8", "#5a4514"),
    Paint::new(".at .pill", "fill", "#dfe8d2", "#37452b"),
    Paint::new(".keyword .pill", "fill", "#e3ecfb", "#24364f"),
    Paint::new(".gained .pill", "stroke", "#2f6fd0", "#6aa5ff"),
    Paint::new(".strength .pill", "fill", "#fbe0d8", "#57291d"),
    Paint::new(".willpower .pill", "fill", "#dcebf7", "#1d3a52"),
    Paint::new(".lore .pill", "fill", "#fbeecb", "#4d3d10"),
    Paint::new(".damage .pill", "fill", "#c0232c", "#e0454e"),
    Paint::new(".damage .word", "fill", "#ffffff", "#14161a"),
    Paint::new(".up", "fill", "#1a7f37", "#56d364"),
    Paint::new(".down", "fill", "#c0232c", "#ff7b72"),
];
