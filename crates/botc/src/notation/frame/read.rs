//! Reads a frame: which words are a player, where that player sits, and whose tokens are whose.

use gaslamp_core::{Diagnostic, Span};

use super::cells::{self, Cell};
use crate::notation::grimoire_text::{GrimoireText, Known, Life, Player};
use crate::notation::line::{self, Problem, Reader};

/// Reads a grimoire from a frame.
///
/// # Errors
/// Everything in it that cannot be read.
pub fn read(text: &str) -> Result<GrimoireText, Vec<Diagnostic>> {
    let contents = cells::find(text).map_err(|problem| vec![problem])?;
    let (tokens, words): (Vec<Cell>, Vec<Cell>) =
        contents.cells.iter().partition(|cell| text[cell.span.range()].starts_with('('));
    let mut reader = Reader::new(text);
    let mut table = Table::seat(text, &words, &mut reader.problems);
    for token in tokens.into_iter().filter(|token| !is_guide(&text[token.span.range()])) {
        table.hand_out(text, token, &mut reader.problems);
    }
    let mut grimoire = GrimoireText::default();
    for place in &table.places {
        let player = read_player(&mut reader, text, place, &grimoire.players);
        grimoire.players.push(player);
    }
    reader.enter(text, Span::new(contents.end, text.len()));
    reader.behind_the_seats(&mut grimoire);
    reader.own_bare_tokens(&mut grimoire);
    if grimoire.players.len() > GrimoireText::MOST {
        reader.problem(line::too_many(grimoire.players.len()), contents.corner);
    }
    let mut problems = reader.problems;
    problems.sort_by_key(|problem| problem.span.map(|span| span.start));
    if problems.is_empty() { Ok(grimoire) } else { Err(problems) }
}

/// Whether this leads to a token or marks a column: `()`, `(14)`.
fn is_guide(token: &str) -> bool {
    let inside = token.trim_start_matches('(').trim_end_matches(')').trim();
    token.ends_with(')') && inside.bytes().all(|byte| byte.is_ascii_digit())
}

/// A player's words.
#[derive(Clone, Debug)]
struct Place {
    name: Cell,
    role: Option<Cell>,
    /// From the seat outwards.
    tokens: Vec<Cell>,
    /// Their side, if tokens may be to the right.
    flank: Option<Flank>,
}

/// The players of a frame, clockwise.
struct Table {
    places: Vec<Place>,
    /// The rows of the first and last names.
    first: usize,
    last: usize,
    /// The columns of the first and last name at the top.
    corners: [usize; 2],
}

/// A side of the table between top and bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flank {
    Left,
    Right,
}

impl Table {
    /// Seats everyone. It does not matter whether the last line of names is the bottom or the end of the left
    /// and right: the seats run from right to left either way.
    fn seat(text: &str, words: &[Cell], problems: &mut Vec<Diagnostic>) -> Self {
        let places = pair(text, words, problems);
        let row = |place: &Place| place.name.row;
        let (first, last) = (places.first().map_or(0, row), places.last().map_or(0, row));
        let mut top: Vec<Place> = Vec::new();
        let (mut right, mut bottom, mut left) = (Vec::new(), Vec::new(), Vec::new());
        for place in places {
            let corners = corners(&top);
            match place.name.row {
                row if row == first => top.push(place),
                row if row == last => bottom.push(place),
                row => {
                    let flank = flank(corners, place.name.column);
                    let taken: &mut Vec<Place> =
                        if flank == Some(Flank::Right) { &mut right } else { &mut left };
                    if flank.is_none() || taken.last().is_some_and(|other| other.name.row == row) {
                        problems.push(neither(text, place.name));
                    }
                    taken.push(place);
                }
            }
        }
        let corners = corners(&top);
        bottom.reverse();
        left.reverse();
        let places = [top, right, bottom, left].concat();
        let mut table = Self { places, first, last, corners };
        table.find_flanks();
        table
    }

    /// Gives a token to the player it belongs to. Tokens come line by line.
    fn hand_out(&mut self, text: &str, token: Cell, problems: &mut Vec<Diagnostic>) {
        let in_column = |row: usize| {
            let here = |place: &Place| place.name.row == row && place.name.column == token.column;
            self.places.iter().position(here)
        };
        let owner = if token.row < self.first {
            in_column(self.first)
        } else if token.row > self.last + 1 {
            in_column(self.last).or_else(|| self.beside(token).filter(|_| !self.has_bottom()))
        } else {
            self.beside(token)
        };
        match owner.map(|owner| &mut self.places[owner]) {
            // At the top, the last token is the nearest.
            Some(owner) if token.row < owner.name.row => owner.tokens.insert(0, token),
            Some(owner) => owner.tokens.push(token),
            None => problems.push(self.nobodys(text, token)),
        }
    }

    /// The player on the left or right that a token belongs to: the one right above it, to its left.
    fn beside(&self, token: Cell) -> Option<usize> {
        let above = |flank| {
            let is_above = |place: &Place| place.name.row <= token.row && place.flank == Some(flank);
            let above = (0..self.places.len()).filter(|&seat| is_above(&self.places[seat]));
            above.max_by_key(|&seat| self.places[seat].name.row)
        };
        let is_left_of_it = |seat: &usize| self.places[*seat].name.column <= token.column;
        above(Flank::Right).filter(is_left_of_it).or_else(|| above(Flank::Left).filter(is_left_of_it))
    }

    /// Whether the last line of names is certainly the bottom and not the end of the left and right.
    fn has_bottom(&self) -> bool {
        self.places.iter().any(|place| place.name.row == self.last && place.flank.is_none())
    }

    /// Finds out who may have tokens to the right: everyone between the first and last line of names, and
    /// players of the last line, if it may be the end of the left and right, who sit outside the top line and
    /// alone on their side.
    fn find_flanks(&mut self) {
        let mut in_last = [0; 2];
        for place in &mut self.places {
            let column = place.name.column;
            let is_outside = column < self.corners[0] || column > self.corners[1];
            let is_between = self.first < place.name.row && place.name.row < self.last;
            let may_be = is_between || place.name.row == self.last && self.first < self.last && is_outside;
            place.flank = flank(self.corners, column).filter(|_| may_be);
            if let (Some(flank), false) = (place.flank, is_between) {
                in_last[flank as usize] += 1;
            }
        }
        let is_crowded = |place: &Place| {
            place.name.row == self.last && place.flank.is_some_and(|flank| in_last[flank as usize] > 1)
        };
        for place in &mut self.places {
            if is_crowded(place) {
                place.flank = None;
            }
        }
    }

    fn nobodys(&self, text: &str, token: Cell) -> Diagnostic {
        let message = format!("the token `{}` does not belong to any player", &text[token.span.range()]);
        let problem = Diagnostic::new("botc/frame/nobody", message).at(token.span);
        let row = if token.row < self.first { self.first } else { self.last };
        let line = self.places.iter().filter(|place| place.name.row == row);
        match line.min_by_key(|place| place.name.column.abs_diff(token.column)) {
            Some(place) => {
                let (name, column) = (&text[place.name.span.range()], place.name.column);
                problem.fix(format!("start it in column {column} if it belongs to {name}"))
            }
            None => problem,
        }
    }
}

/// The columns of the first and last of a line.
fn corners(line: &[Place]) -> [usize; 2] {
    [line.first(), line.last()].map(|place| place.map_or(0, |place| place.name.column))
}

/// The side of a player between top and bottom: the one whose end of the top line is nearer.
fn flank([first, last]: [usize; 2], column: usize) -> Option<Flank> {
    let middle = first + last;
    match (2 * column).cmp(&middle) {
        std::cmp::Ordering::Less => Some(Flank::Left),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Flank::Right),
    }
}

fn neither(text: &str, name: Cell) -> Diagnostic {
    let message = format!("`{}` is neither on the left nor on the right", &text[name.span.range()]);
    Diagnostic::new("botc/frame/side", message)
        .fix("between the top line and the bottom line, one player on the left and one on the right may share a line")
        .at(name.span)
}

/// Pairs every name with the role below it, line by line.
fn pair(text: &str, words: &[Cell], problems: &mut Vec<Diagnostic>) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut is_role = vec![false; words.len()];
    for (index, &name) in words.iter().enumerate() {
        if is_role[index] {
            continue;
        }
        let below = (name.row + 1, name.column);
        let role = words.binary_search_by_key(&below, |word| (word.row, word.column)).ok();
        if let Some(role) = role {
            is_role[role] = true;
        } else {
            let message = format!("`{}` has no role below it in the same column", &text[name.span.range()]);
            let problem = Diagnostic::new("botc/frame/role", message).fix("write ? if the role is unknown");
            problems.push(problem.at(name.span));
        }
        places.push(Place { name, role: role.map(|role| words[role]), tokens: Vec::new(), flank: None });
    }
    places
}

/// Reads a player's words and reports problems with them.
fn read_player<'a>(reader: &mut Reader<'a>, text: &'a str, place: &Place, before: &[Player]) -> Player {
    let mut player = Player::default();
    reader.enter(text, place.name.span);
    match read_name(reader, &mut player) {
        Ok(name) => reader.note_name(before, &player, name),
        Err(problem) => reader.note(*problem),
    }
    if let Some(role) = place.role {
        reader.enter(text, role.span);
        match read_role(reader) {
            Ok((character, is_dead)) => {
                player.character = character;
                if is_dead && player.life == Life::Alive {
                    player.life = Life::Dead;
                }
            }
            Err(problem) => reader.note(*problem),
        }
    }
    for token in &place.tokens {
        reader.enter(text, token.span);
        if let Err(problem) = reader.tokens(&mut player.tokens, before.len()) {
            reader.note(*problem);
        }
    }
    player
}

/// `Bob`, `*Bob*` or `*~~Bob~~*`, with the span of the name.
fn read_name(reader: &mut Reader<'_>, player: &mut Player) -> Result<Span, Problem> {
    let is_dead = reader.take(b'*');
    let is_spent = reader.take_struck();
    let name = reader.name(&mut player.name)?;
    if is_spent && !reader.take_struck() {
        return Err(reader.wrong("botc/grimoire/struck", "the closing `~~` after the name is missing"));
    }
    end_of_word(reader, is_dead)?;
    player.life = match (is_dead, is_spent) {
        (_, true) => Life::Spent,
        (true, false) => Life::Dead,
        (false, false) => Life::Alive,
    };
    Ok(name)
}

/// `imp` or `*imp*`, and whether it was the latter.
fn read_role(reader: &mut Reader<'_>) -> Result<(Known, bool), Problem> {
    let is_dead = reader.take(b'*');
    let character = reader.known()?;
    end_of_word(reader, is_dead)?;
    Ok((character, is_dead))
}

/// Reads the closing asterisk of the dead; nothing may follow it.
fn end_of_word(reader: &mut Reader<'_>, is_dead: bool) -> Result<(), Problem> {
    if is_dead && !reader.take(b'*') {
        return Err(
            reader.wrong("botc/grimoire/asterisk", "the closing asterisk of a dead player is missing")
        );
    }
    if reader.is_at_end() {
        Ok(())
    } else {
        Err(reader.wrong("botc/frame/word", "the word ends before this"))
    }
}
