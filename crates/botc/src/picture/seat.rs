//! One seat: the character token with its marks, the player's name, the reminder tokens next to it.

use gaslamp_core::svg::{Anchor, Svg, Text, line_height, wrap};

use super::Share;
use super::arc;
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
const SHARE: i32 = 12;
/// The gap between the token and the name.
const GAP: i32 = 5;

/// What a picture shows of a seat beside what the grimoire text says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Extra {
    /// Whether the dead have a vote left.
    Votes,
    /// Nothing.
    Nothing,
    /// In how many worlds it is evil.
    Share(Share),
}

/// A seat, ready to draw; all positions are relative to the centre of the character token.
pub(super) struct Seat {
    title: String,
    name: Vec<String>,
    /// The shares in words, if there are any.
    shares: Option<String>,
    life: Life,
    class: String,
    team: Option<Team>,
    has_badge: bool,
    extra: Extra,
    face: Face,
    pills: Vec<Pill>,
    /// The areas it takes up.
    pub(super) shapes: Vec<Shape>,
}

impl Seat {
    /// A seat of a table of this size, with its reminder tokens in this direction.
    pub(super) fn new(player: &Player, extra: Extra, tokens: Direction, seats: usize) -> Self {
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
            title: title(player, extra),
            name: wrap(words::name(player), NAME, NAME_WIDTH, NAME_LINES),
            shares: match extra {
                Extra::Share(share) => Some(arc::words(share).join(words::DOT)),
                Extra::Votes | Extra::Nothing => None,
            },
            life: player.life,
            class: format!("seat {}{sort}{state}", badge::class(team)),
            team,
            has_badge: player.role() != Known::Nothing,
            extra,
            face: Face::new(player.character),
            pills: Vec::new(),
            shapes: vec![Shape::Disc(0, 0, radius(extra))],
        };
        let has_vote = extra == Extra::Votes;
        seat.shapes.extend(badge::shapes(seat.has_badge, seat.life, has_vote));
        let texts: Vec<Shape> = seat.texts(0, 0).iter().map(|text| Shape::Box(text.area())).collect();
        seat.shapes.extend(texts);
        seat.pills = pill::block(&player.tokens, tokens, seats, &seat.shapes);
        seat.shapes.extend(seat.pills.iter().map(|pill| Shape::Box(pill.area)));
        seat
    }

    /// The name, the shares, and the state of a dead player.
    fn texts(&self, x: i32, y: i32) -> Vec<Text<'_>> {
        let life = match (self.life, self.extra) {
            (Life::Alive, _) => None,
            (Life::Dead, Extra::Votes) => Some((LIFE, "life", "dead · vote left")),
            (Life::Spent, Extra::Votes) => Some((LIFE, "life", "dead · vote spent")),
            (Life::Dead | Life::Spent, _) => Some((LIFE, "life", "dead")),
        };
        let mut bottom = y + radius(self.extra) + GAP;
        let shares = self.shares.iter().map(|line| (SHARE, "share", line.as_str()));
        let lines = self.name.iter().map(|line| (NAME, "player", line.as_str())).chain(shares).chain(life);
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
        if let Extra::Share(share) = self.extra {
            arc::draw(svg, share, x, y);
        }
        svg.circle(x, y, DISC, "disc");
        svg.circle(x, y, DISC - 5, "rim");
        self.face.draw(svg, x, y);
        if self.life != Life::Alive {
            badge::draw_shroud(svg, x, y);
        }
        if self.extra == Extra::Votes {
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

/// The radius of a token with everything around it.
const fn radius(extra: Extra) -> i32 {
    match extra {
        Extra::Share(_) => arc::OUTER,
        Extra::Votes | Extra::Nothing => DISC,
    }
}

fn title(player: &Player, extra: Extra) -> String {
    let seat = words::seat(player, extra == Extra::Votes);
    match extra {
        Extra::Share(share) => format!("{seat}; {}", arc::words(share).join(", ")),
        Extra::Votes | Extra::Nothing => seat,
    }
}
