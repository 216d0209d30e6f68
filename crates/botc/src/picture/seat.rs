//! One seat: the character token with its marks, the player's name, the reminder tokens next to it.

use gaslamp_core::svg::{Anchor, Svg, Text, line_height, wrap};

use super::badge;
use super::face::{DISC, Face};
use super::pill::{self, Pill};
use super::shape::{Direction, Shape};
use super::words;
use crate::characters::Team;
use crate::notation::grimoire_text::{Known, Life, Player};

const NAME: i32 = 15;
const NAME_WIDTH: i32 = 140;
const NAME_LINES: usize = 2;
const LIFE: i32 = 11;
/// The gap between the token and the name.
const GAP: i32 = 5;

/// A seat, ready to draw; all positions are relative to the centre of the character token.
pub(super) struct Seat {
    title: String,
    name: Vec<String>,
    life: Life,
    class: String,
    team: Option<Team>,
    has_badge: bool,
    face: Face,
    pills: Vec<Pill>,
    /// The areas it takes up.
    pub(super) shapes: Vec<Shape>,
}

impl Seat {
    /// A seat of a table of this size, with its reminder tokens in this direction.
    pub(super) fn new(player: &Player, tokens: Direction, seats: usize) -> Self {
        let team = words::team_of(player.role());
        let sort = match player.character {
            Known::OneOf(_) => " possible",
            Known::Nothing | Known::Is(_) => "",
        };
        let state = match player.life {
            Life::Alive => "",
            Life::Dead => " dead",
            Life::Spent => " dead voted",
        };
        let mut seat = Self {
            title: words::seat(player),
            name: wrap(words::name(player), NAME, NAME_WIDTH, NAME_LINES),
            life: player.life,
            class: format!("seat {}{sort}{state}", badge::class(team)),
            team,
            has_badge: player.role() != Known::Nothing,
            face: Face::new(player.character),
            pills: Vec::new(),
            shapes: vec![Shape::Disc(0, 0, DISC)],
        };
        seat.shapes.extend(badge::shapes(seat.has_badge, seat.life));
        let texts: Vec<Shape> = seat.texts(0, 0).iter().map(|text| Shape::Box(text.area())).collect();
        seat.shapes.extend(texts);
        seat.pills = pill::block(&player.tokens, tokens, seats, &seat.shapes);
        seat.shapes.extend(seat.pills.iter().map(|pill| Shape::Box(pill.area)));
        seat
    }

    /// The name, and the state of a dead player.
    fn texts(&self, x: i32, y: i32) -> Vec<Text<'_>> {
        let life = match self.life {
            Life::Alive => None,
            Life::Dead => Some((LIFE, "life", "dead · vote left")),
            Life::Spent => Some((LIFE, "life", "dead · vote spent")),
        };
        let mut bottom = y + DISC + GAP;
        let lines = self.name.iter().map(|line| (NAME, "player", line.as_str())).chain(life);
        let text = |(size, class, text)| {
            let y = bottom + size;
            bottom += line_height(size);
            Text { x, y, size, anchor: Anchor::Middle, class, text }
        };
        lines.map(text).collect()
    }

    /// Draws it with the centre of its character token at a point.
    pub(super) fn draw(&self, svg: &mut Svg, (x, y): (i32, i32)) {
        svg.open("g", &[("class", &self.class)]);
        svg.title(&self.title);
        svg.circle(x, y, DISC, "disc");
        svg.circle(x, y, DISC - 5, "rim");
        self.face.draw(svg, x, y);
        if self.life != Life::Alive {
            badge::draw_shroud(svg, x, y);
            badge::draw_vote(svg, self.life, x, y);
        }
        if self.has_badge {
            let (right, down) = badge::on_token();
            badge::draw(svg, self.team, x + right, y + down);
        }
        for text in self.texts(x, y) {
            svg.text(&text);
        }
        for pill in &self.pills {
            pill.draw(svg, x, y);
        }
        svg.close();
    }
}
