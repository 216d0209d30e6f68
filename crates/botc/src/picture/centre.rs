//! The centre of the picture: the script, how many play, live and vote, the teams, bluffs and Fabled.

use gaslamp_core::svg::{Anchor, Area, Svg, Text, fit, line_height, shelve, text_width, wrap};

use super::Caption;
use super::badge::{self, BADGE};
use super::shape::moved;
use super::words;
use crate::characters::{Character, CharacterSet, Team};
use crate::notation::grimoire_text::{GrimoireText, Known};

const TITLE_LINES: usize = 2;
const TEXT: i32 = 14;
const SMALL: i32 = 12;
const GAP: i32 = 10;
/// The gap between the parts.
const SPACE: i32 = 18;
const CHIP_PAD: i32 = 7;
const CHIP_HEIGHT: i32 = 2 * BADGE;
/// The width of a badge and the space after it.
const BADGE_ROOM: i32 = 2 * BADGE + 5;
const ROW_GAP: i32 = 10;
/// The most characters of a list that are named.
const NAMED: usize = 12;
const TEAMS: [Team; 5] = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon, Team::Traveller];

/// A part of the centre, positioned relative to its top.
enum Part {
    /// A centred line of text: its top, size and CSS class.
    Line(i32, i32, &'static str, String),
    /// A label with the badge of a team.
    Chip(Area, Chip),
}

/// A label with the badge of a team, if it has one.
struct Chip {
    team: Option<Team>,
    text: String,
    title: Option<String>,
    /// Whether it has a border.
    is_token: bool,
}

impl Chip {
    fn width(&self) -> i32 {
        let badge = if self.team.is_some() { BADGE_ROOM } else { 0 };
        badge + text_width(&self.text, SMALL) + if self.is_token { 2 * CHIP_PAD } else { 0 }
    }

    fn draw(&self, svg: &mut Svg, area: Area) {
        svg.open("g", &[("class", &badge::class(self.team))]);
        if let Some(title) = &self.title {
            svg.title(title);
        }
        let mut x = area.x;
        if self.is_token {
            svg.rect(area, area.height / 2, "chip");
            x += CHIP_PAD;
        }
        let middle = area.y + area.height / 2;
        if self.team.is_some() {
            badge::draw(svg, self.team, x + BADGE - if self.is_token { 3 } else { 0 }, middle);
            x += BADGE_ROOM;
        }
        let class = if self.is_token { "character" } else { "text" };
        let y = middle + SMALL * 4 / 10;
        svg.text(&Text { x, y, size: SMALL, anchor: Anchor::Start, class, text: &self.text });
        svg.close();
    }
}

/// The centre, ready to draw.
pub(super) struct Centre {
    parts: Vec<Part>,
    /// Its greatest width.
    most: i32,
    height: i32,
}

impl Centre {
    /// The centre for a grimoire.
    pub(super) fn new(grimoire: &GrimoireText, caption: &Caption) -> Self {
        let seats = grimoire.players.len() as i32;
        // The more seats, the more room there is between them.
        let most = (220 + 18 * seats).clamp(250, 480);
        let title_size = (18 + seats / 2).clamp(20, 26);
        let mut centre = Self { parts: Vec::new(), most, height: 0 };
        centre.line(SMALL, "quiet", &caption.above);
        for line in wrap(&caption.title, title_size, most, TITLE_LINES) {
            centre.line(title_size, "title", &line);
        }
        centre.height += GAP / 2;
        for line in caption.below.iter().flat_map(|line| shortest(line, most)) {
            centre.line(TEXT, "text", line);
        }
        centre.chips(teams(grimoire));
        centre.bag("Bluffs for the Demon", grimoire.bluffs);
        centre.bag(words::helpers(grimoire.fabled), grimoire.fabled);
        centre
    }

    fn line(&mut self, size: i32, class: &'static str, text: &str) {
        self.parts.push(Part::Line(self.height, size, class, fit(text, size, self.most)));
        self.height += line_height(size);
    }

    /// Labels in rows, each row centred.
    fn chips(&mut self, chips: Vec<Chip>) {
        if chips.is_empty() {
            return;
        }
        self.height += GAP;
        let sizes: Vec<(i32, i32)> = chips.iter().map(|chip| (chip.width(), CHIP_HEIGHT)).collect();
        let (places, height) = shelve_evenly(&sizes, self.most);
        for (place, chip) in places.iter().zip(chips) {
            let row = places.iter().filter(|other| other.y == place.y);
            let width = row.map(|other| other.right()).max().unwrap_or(0);
            self.parts.push(Part::Chip(moved(*place, (-width / 2, self.height)), chip));
        }
        self.height += height;
    }

    /// Characters under a heading, if there are any.
    fn bag(&mut self, heading: &str, characters: CharacterSet) {
        if characters.is_empty() {
            return;
        }
        self.height += SPACE;
        self.line(SMALL, "quiet", heading);
        self.height -= GAP / 2;
        let named = if characters.len() > NAMED { NAMED - 1 } else { NAMED };
        let chip = |character: Character| Chip {
            team: Some(character.team()),
            text: character.name().to_owned(),
            title: None,
            is_token: true,
        };
        let mut chips: Vec<Chip> = characters.iter().take(named).map(chip).collect();
        if characters.len() > named {
            chips.push(Chip {
                team: None,
                text: format!("+{} more", characters.len() - named),
                title: Some(words::names(characters)),
                is_token: true,
            });
        }
        self.chips(chips);
    }

    /// The areas of everything, with the centre at the origin.
    pub(super) fn areas(&self) -> Vec<Area> {
        let area = |part: &Part| match part {
            Part::Line(top, size, class, text) => self.text((0, 0), *top, *size, class, text).area(),
            Part::Chip(area, _) => moved(*area, (0, self.top(0))),
        };
        self.parts.iter().map(area).collect()
    }

    const fn top(&self, y: i32) -> i32 {
        y - self.height / 2
    }

    fn text<'a>(&self, (x, y): (i32, i32), top: i32, size: i32, class: &'a str, text: &'a str) -> Text<'a> {
        Text { x, y: self.top(y) + top + size, size, anchor: Anchor::Middle, class, text }
    }

    /// Draws it around a point.
    pub(super) fn draw(&self, svg: &mut Svg, (x, y): (i32, i32)) {
        svg.open("g", &[("class", &"centre")]);
        for part in &self.parts {
            match part {
                Part::Line(top, size, class, text) => svg.text(&self.text((x, y), *top, *size, class, text)),
                Part::Chip(area, chip) => chip.draw(svg, moved(*area, (x, self.top(y)))),
            }
        }
        svg.close();
    }
}

/// The line if it is not too wide, otherwise broken before the last of its parts.
fn shortest(line: &str, most: i32) -> Vec<&str> {
    match line.rsplit_once(words::DOT) {
        Some((first, last)) if text_width(line, TEXT) > most => vec![first, last],
        _ => vec![line],
    }
}

/// As few rows as possible, then as narrow as possible, so that the last one is not much shorter.
fn shelve_evenly(sizes: &[(i32, i32)], most: i32) -> (Vec<Area>, i32) {
    let widest = shelve(sizes, ROW_GAP, most);
    let mut narrower = (1..most).map(|most| shelve(sizes, ROW_GAP, most));
    narrower.find(|(_, height)| *height == widest.1).unwrap_or(widest)
}

/// How many of each team are known, which is also the key to the badges.
fn teams(grimoire: &GrimoireText) -> Vec<Chip> {
    let count = |team: Team| {
        let is_one = |known: Known| matches!(known, Known::Is(character) if character.team() == team);
        grimoire.players.iter().filter(|player| is_one(player.role())).count()
    };
    let known = TEAMS.into_iter().map(|team| (team, count(team))).filter(|(_, count)| *count > 0);
    let chip = |(team, count)| Chip {
        team: Some(team),
        text: words::team_count(count, team),
        title: None,
        is_token: false,
    };
    known.map(chip).collect()
}
