//! The terms in lines: nights and days, players, characters, numbers and statements.

use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::{Formula, is_playable, playable_instead, playable_words};
use gaslamp_botc::{Character, CharacterSet};
use gaslamp_core::bounds::LAST_PHASE;
use gaslamp_core::edit_distance::instead;
use gaslamp_core::{Diagnostic, Seat, Seats, Span};

use super::piece::Piece;
use super::read::Reader;
use super::{UNSUPPORTED, each_part};

/// A night or a day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Time {
    pub(super) number: u16,
    /// A day comes after the night of its number.
    pub(super) is_day: bool,
}

/// A line `<phase> <word>: <body>`, taken apart.
pub(super) struct Line<'a> {
    pub(super) whole: Piece<'a>,
    pub(super) phase: Piece<'a>,
    /// `None` if the phase is invalid.
    pub(super) time: Option<Time>,
    pub(super) word: Piece<'a>,
    pub(super) body: Piece<'a>,
}

impl Line<'_> {
    /// The word in lower case.
    pub(super) fn lower_word(&self) -> String {
        self.word.text.to_ascii_lowercase()
    }
}

impl Time {
    /// `N1`, `D2`.
    fn read(text: &str) -> Option<Self> {
        let (letter, digits) = text.split_at_checked(1)?;
        let is_day = match letter {
            "N" | "n" => false,
            "D" | "d" => true,
            _ => return None,
        };
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| is_number && (1..=LAST_PHASE).contains(number))?;
        Some(Self { number, is_day })
    }
}

impl<'a> Reader<'a> {
    /// Notes something unsupported, and what is supported instead.
    pub(super) fn unsupported(
        &mut self,
        span: Span,
        message: impl Into<String>,
        supported: impl Into<String>,
    ) {
        self.problems.push(Diagnostic::unsupported(UNSUPPORTED, message).at(span).fix(supported));
    }

    /// Notes an unknown word, with the most similar known one and all of them as its fix.
    pub(super) fn unknown<'b>(
        &mut self,
        id: &'static str,
        piece: Piece<'a>,
        message: String,
        known: impl Iterator<Item = &'b str>,
    ) {
        let message = if piece.text.is_empty() { "something is missing here".to_owned() } else { message };
        self.problems.push(Diagnostic::new(id, message).at(piece.span()).fix(instead(piece.text, known)));
    }

    /// Splits a line into its parts.
    pub(super) fn line(&mut self, piece: Piece<'a>) -> Option<Line<'a>> {
        let whole = piece.trim();
        let parts = whole.split_once(":").and_then(|(head, body)| Some((head.split_once(" ")?, body)));
        let Some(((phase, word), body)) = parts else {
            let problem = Diagnostic::new(
                "deduce/puzzle/line",
                "a line is a night or a day, a verb or a character, a colon, and what follows",
            );
            self.problems.push(problem.at(whole.span()).fix("such as `N1 Chef: 0` or `D1 executed: Ann`"));
            return None;
        };
        Some(Line { whole, phase, time: self.time_of(phase), word, body })
    }

    /// The same for a line that has no body: `N2 nobody died`.
    pub(super) fn line_without_body(&mut self, piece: Piece<'a>) -> Option<Line<'a>> {
        let whole = piece.trim();
        let (phase, word) = whole.split_once(" ")?;
        let body = whole.part(whole.text.len()..whole.text.len());
        Some(Line { whole, phase, time: self.time_of(phase), word, body })
    }

    /// The time of a line; one after the end is refused.
    fn time_of(&mut self, phase: Piece<'a>) -> Option<Time> {
        let time = self.time(phase);
        self.latest = self.latest.max(time);
        if let (Some(time), Some(last)) = (time, self.last)
            && time > last
        {
            let message = format!("`{}` is after the end of the puzzle", phase.text);
            let problem = Diagnostic::new("deduce/puzzle/after-end", message).at(phase.span());
            self.problems.push(problem.fix(format!("ends = \"{}\", or later", phase.text)));
        }
        time
    }

    /// A night or a day.
    pub(super) fn time(&mut self, piece: Piece<'a>) -> Option<Time> {
        let time = Time::read(piece.text);
        if time.is_none() {
            let message = format!("`{}` is neither a night nor a day", piece.text);
            let problem = Diagnostic::new("deduce/puzzle/phase", message);
            self.problems
                .push(problem.at(piece.span()).fix(format!("N1, D1, N2 and so on up to D{LAST_PHASE}")));
        }
        time
    }

    /// The number of the line's night.
    pub(super) fn night(&mut self, line: &Line<'a>) -> Option<u16> {
        self.number_of(line, false)
    }

    /// The number of the line's day.
    pub(super) fn day(&mut self, line: &Line<'a>) -> Option<u16> {
        self.number_of(line, true)
    }

    fn number_of(&mut self, line: &Line<'a>, is_day: bool) -> Option<u16> {
        let time = line.time?;
        if time.is_day == is_day {
            return Some(time.number);
        }
        let (when, letter) = if is_day { ("during the day", 'D') } else { ("at night", 'N') };
        let problem = Diagnostic::new("deduce/puzzle/phase", format!("`{}` happens {when}", line.word.text));
        self.problems.push(problem.at(line.phase.span()).fix(format!("{letter}{}", time.number)));
        None
    }

    /// Notes a body of the wrong form.
    pub(super) fn wrong_body(&mut self, piece: Piece<'a>, example: impl Into<String>) {
        let message = format!("`{}` is not of the expected form", piece.text);
        let problem = Diagnostic::new("deduce/puzzle/line", message).at(piece.span());
        self.problems.push(problem.fix(format!("such as `{}`", example.into())));
    }

    /// Whether a player has this name.
    pub(super) fn find(&self, name: &str) -> Option<Seat> {
        let index = self.names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        Seat::checked(index, self.names.len())
    }

    /// A player.
    pub(super) fn seat(&mut self, piece: Piece<'a>) -> Option<Seat> {
        let seat = self.find(piece.text);
        if seat.is_none() {
            let names = self.names.clone();
            let message = format!("no player is called `{}`", piece.text);
            self.unknown("deduce/puzzle/player", piece, message, names.iter().map(String::as_str));
        }
        seat
    }

    /// Players separated by commas, each once.
    pub(super) fn seats(&mut self, piece: Piece<'a>) -> Option<Seats> {
        self.seats_in(&piece.split(&[',']))
    }

    /// The same, in one of these numbers.
    pub(super) fn so_many_seats(&mut self, piece: Piece<'a>, many: &[usize]) -> Option<Vec<Seat>> {
        let pieces = piece.split(&[',']);
        if !many.contains(&pieces.len()) {
            let numbers: Vec<String> = many.iter().map(ToString::to_string).collect();
            let message = format!("`{}` should name {} of the players", piece.text, numbers.join(" or "));
            self.problems.push(Diagnostic::new("deduce/puzzle/line", message).at(piece.span()));
        }
        Some(self.seats_in(&pieces)?.iter().collect())
    }

    pub(super) fn seats_in(&mut self, pieces: &[Piece<'a>]) -> Option<Seats> {
        let mut seats = Some(Seats::NONE);
        for piece in pieces {
            let Some(seat) = self.seat(*piece) else {
                seats = None;
                continue;
            };
            if seats.is_some_and(|seats| seats.contains(seat)) {
                self.twice(*piece);
            }
            seats = seats.map(|seats| seats.with(seat));
        }
        seats
    }

    /// Notes a repetition.
    pub(super) fn twice(&mut self, piece: Piece<'a>) {
        let message = format!("`{}` appears twice", piece.text);
        self.problems.push(Diagnostic::new("deduce/puzzle/twice", message).at(piece.span()));
    }

    /// A character; an unsupported one is noted.
    pub(super) fn role(&mut self, piece: Piece<'a>) -> Option<Character> {
        let character = Character::read(piece.text);
        match character {
            Some(character) => self.needs(character, piece),
            None => {
                let message = if piece.text.is_empty() {
                    "a character is missing here".to_owned()
                } else {
                    format!("unknown character `{}`", piece.text)
                };
                let problem = Diagnostic::new("deduce/puzzle/role", message).at(piece.span());
                self.problems.push(problem.fix(playable_instead(piece.text)));
            }
        }
        character
    }

    /// Different characters.
    pub(super) fn roles(&mut self, pieces: &[Piece<'a>]) -> CharacterSet {
        let mut set = CharacterSet::NONE;
        for piece in pieces {
            let Some(character) = self.role(*piece) else { continue };
            if set.contains(character) {
                self.twice(*piece);
            }
            set = set.with(character);
        }
        set
    }

    fn needs(&mut self, character: Character, piece: Piece<'a>) {
        if !is_playable(character) {
            let message = format!("the {} is not supported", character.name());
            self.unsupported(piece.span(), message, playable_words(character.team()));
        }
    }

    /// A number that a player is told.
    pub(super) fn number(&mut self, piece: Piece<'a>) -> Option<u8> {
        let number = piece.text.parse().ok();
        if number.is_none() {
            let message = format!("`{}` is not a number that a player can be told", piece.text);
            self.problems.push(Diagnostic::new("deduce/puzzle/number", message).at(piece.span()));
        }
        number
    }

    /// A statement about the players of this file.
    pub(super) fn statement(&mut self, piece: Piece<'a>) -> Option<Formula> {
        let names = self.names.clone();
        self.statement_about(&names, piece)
    }

    /// A statement about these players.
    pub(super) fn statement_about(&mut self, names: &[String], piece: Piece<'a>) -> Option<Formula> {
        let arguments = piece.split(&['(', ')', ',']);
        let formula = match formula::read_placed(names, piece.text) {
            Ok(formula) => formula,
            Err(problem) => {
                let span = problem.span.map_or(piece, |span| piece.part(span.range())).span();
                let problem = Diagnostic { id: "deduce/puzzle/statement", span: Some(span), ..problem };
                self.problems.push(problem);
                return None;
            }
        };
        let mut characters = CharacterSet::NONE;
        each_part(&formula, &mut |part| match part {
            Formula::Role(_, character) | Formula::InPlay(character) => {
                characters = characters.with(*character);
            }
            Formula::NextTo(a, b) => characters = characters.with(*a).with(*b),
            Formula::Token { kind, .. } => self.judged = self.judged.with(kind.owner()),
            _ => self.judged = formula::namesake(part).map_or(self.judged, |named| self.judged.with(named)),
        });
        for character in characters.iter() {
            let names_it = |argument: &&Piece<'_>| Character::read(argument.text) == Some(character);
            let place = arguments.iter().find(names_it).copied();
            self.needs(character, place.unwrap_or(piece));
        }
        Some(formula)
    }
}
