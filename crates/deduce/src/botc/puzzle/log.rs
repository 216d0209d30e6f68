//! The lines of a log: what the whole table saw.

use gaslamp_botc::Character;
use gaslamp_botc::notation::formula;
use gaslamp_core::{Diagnostic, Seat, Seats, Span};

use super::piece::Piece;
use super::read::Reader;
use super::terms::Line;
use crate::botc::case::{Case, LogEntry, PublicEvent};

/// The kinds of public events.
const VERBS: [&str; 10] = [
    "died",
    "revived",
    "executed",
    "executed for nominating",
    "nominated",
    "shot",
    "juggled",
    "gossiped",
    "voted",
    "nominators",
];

/// Kinds of public events that only occur with unsupported characters.
const UNSUPPORTED_VERBS: [&str; 5] =
    ["died nominated", "died nominating", "doomsayer", "klutz chose", "moonchild chose"];

/// Writes a public event, with a line for each death.
pub(super) fn write(case: &Case, names: &[String], seen: &LogEntry) -> Vec<String> {
    let name = |seat: &Seat| name_of(case, *seat);
    let list = |seats: &Seats| seats.iter().map(|seat| name_of(case, seat)).collect::<Vec<_>>().join(", ");
    let each = |verb: &str, seats: &Seats| {
        let lines = seats.iter().map(|seat| format!("N{} {verb}: {}", seen.number, name_of(case, seat)));
        lines.collect()
    };
    let fate = |died: &bool| if *died { "died" } else { "survived" };
    let line = match &seen.what {
        PublicEvent::Died(seats) => return each("died", seats),
        PublicEvent::Revived(seats) => return each("revived", seats),
        PublicEvent::Executed { seat, died: true } => format!("executed: {}", name(seat)),
        PublicEvent::Executed { seat, died: false } => format!("executed: {}, survived", name(seat)),
        PublicEvent::ExecutedForNominating { by, nominee } => {
            format!("executed for nominating: {} -> {}", name(by), name(nominee))
        }
        PublicEvent::Nominated { by, nominee } => format!("nominated: {} -> {}", name(by), name(nominee)),
        PublicEvent::Shot { by, target, died } => {
            format!("shot: {} -> {}, {}", name(by), name(target), fate(died))
        }
        PublicEvent::Juggled { by, guesses } => {
            let guesses = guesses.iter().map(|(seat, role)| format!("{} = {}", name(seat), role.name()));
            format!("juggled: {}: {}", name(by), guesses.collect::<Vec<_>>().join(", "))
        }
        PublicEvent::Gossiped { by, truth } => {
            format!("gossiped: {}: {}", name(by), formula::write_titled(names, truth))
        }
        PublicEvent::Voted(seats) => format!("voted: {}", list(seats)),
        PublicEvent::Nominators(seats) => format!("nominators: {}", list(seats)),
    };
    vec![format!("D{} {line}", seen.number)]
}

/// The name of a player.
pub(super) fn name_of(case: &Case, seat: Seat) -> &str {
    case.players.get(seat.index()).map_or("?", |player| &player.name)
}

impl<'a> Reader<'a> {
    /// All public events, in order.
    pub(super) fn log(&mut self, lines: &[Piece<'a>]) -> Vec<LogEntry> {
        let mut log = Vec::new();
        let mut latest = None;
        for piece in lines {
            let Some(line) = self.line(*piece) else { continue };
            if line.time.is_some() && line.time < latest {
                let message = format!("`{}` is out of order", line.phase.text);
                self.problems.push(Diagnostic::new("deduce/puzzle/order", message).at(line.phase.span()));
            }
            latest = latest.max(line.time);
            let Some(what) = self.happening(&line) else { continue };
            let Some(time) = line.time else { continue };
            let seen = LogEntry { number: time.number, what, span: Some(line.whole.span()) };
            self.add(&mut log, seen, &line);
        }
        log
    }

    /// The deaths of one night are merged into one event.
    fn add(&mut self, log: &mut Vec<LogEntry>, seen: LogEntry, line: &Line<'a>) {
        for before in log.iter_mut().filter(|before| before.number == seen.number) {
            match (&mut before.what, &seen.what) {
                (PublicEvent::Died(all), PublicEvent::Died(more))
                | (PublicEvent::Revived(all), PublicEvent::Revived(more)) => {
                    if !all.and(*more).is_empty() {
                        self.twice(line.body);
                    }
                    *all = all.or(*more);
                    before.span = join(before.span, seen.span);
                    return;
                }
                (PublicEvent::Voted(_), PublicEvent::Voted(_))
                | (PublicEvent::Nominators(_), PublicEvent::Nominators(_)) => self.twice(line.word),
                _ => {}
            }
        }
        log.push(seen);
    }

    fn happening(&mut self, line: &Line<'a>) -> Option<PublicEvent> {
        let body = line.body;
        let verb = line.lower_word();
        match verb.as_str() {
            "died" | "revived" => {
                let night = self.night(line);
                let seats = self.seats(body);
                night?;
                Some(if verb == "died" { PublicEvent::Died(seats?) } else { PublicEvent::Revived(seats?) })
            }
            "executed"
            | "executed for nominating"
            | "nominated"
            | "shot"
            | "juggled"
            | "gossiped"
            | "voted"
            | "nominators" => {
                let day = self.day(line);
                let what = self.by_day(&verb, body);
                day?;
                what
            }
            _ if UNSUPPORTED_VERBS.contains(&verb.as_str()) => {
                let supported = format!("supported: {}", VERBS.join(", "));
                self.unsupported(line.word.span(), format!("`{verb}` is not supported"), supported);
                None
            }
            _ => {
                let message = format!("unknown event `{}`", line.word.text);
                let known = VERBS.into_iter().chain(UNSUPPORTED_VERBS);
                self.unknown("deduce/puzzle/verb", line.word, message, known);
                None
            }
        }
    }

    fn by_day(&mut self, verb: &str, body: Piece<'a>) -> Option<PublicEvent> {
        match verb {
            "executed" => {
                let (who, fate) = body.split_once(",").unwrap_or((body, body.part(0..0)));
                let seat = self.seat(who);
                let died = if fate.text.is_empty() { Some(true) } else { self.fate(fate) };
                Some(PublicEvent::Executed { seat: seat?, died: died? })
            }
            "executed for nominating" => {
                let (by, nominee) = self.arrow(body)?;
                Some(PublicEvent::ExecutedForNominating { by, nominee })
            }
            "nominated" => {
                let (by, nominee) = self.arrow(body)?;
                Some(PublicEvent::Nominated { by, nominee })
            }
            "shot" => {
                let Some((players, fate)) = body.split_once(",") else {
                    self.wrong_body(body, "Ann -> Ben, survived");
                    return None;
                };
                let players = self.arrow(players);
                let died = self.fate(fate);
                let (by, target) = players?;
                Some(PublicEvent::Shot { by, target, died: died? })
            }
            "juggled" => {
                let (by, guesses) = self.speaker(body, "Ann: Ben = Imp, Cy = Chef")?;
                let guesses = guesses.split(&[',']).into_iter().map(|guess| self.guess(guess));
                // All guesses are checked, so that every wrong one is reported.
                let guesses: Vec<_> = guesses.collect();
                Some(PublicEvent::Juggled { by: by?, guesses: guesses.into_iter().collect::<Option<_>>()? })
            }
            "gossiped" => {
                let (by, truth) = self.speaker(body, "Ann: evil(Ben)")?;
                let truth = self.statement(truth);
                Some(PublicEvent::Gossiped { by: by?, truth: truth? })
            }
            "voted" => self.seats(body).map(PublicEvent::Voted),
            _ => self.seats(body).map(PublicEvent::Nominators),
        }
    }

    /// `A: …`: the player, if there is one, and the rest.
    fn speaker(&mut self, body: Piece<'a>, example: &str) -> Option<(Option<Seat>, Piece<'a>)> {
        let Some((who, rest)) = body.split_once(":") else {
            self.wrong_body(body, example);
            return None;
        };
        Some((self.seat(who), rest))
    }

    /// `A = Role`.
    fn guess(&mut self, piece: Piece<'a>) -> Option<(Seat, Character)> {
        let Some((who, role)) = piece.split_once("=") else {
            self.wrong_body(piece, "Ben = Imp");
            return None;
        };
        let seat = self.seat(who);
        let character = self.role(role);
        Some((seat?, character?))
    }

    /// `A -> B`.
    fn arrow(&mut self, piece: Piece<'a>) -> Option<(Seat, Seat)> {
        let Some((from, to)) = piece.split_once("->") else {
            self.wrong_body(piece, "Ann -> Ben");
            return None;
        };
        let from = self.seat(from);
        let to = self.seat(to);
        Some((from?, to?))
    }

    /// Whether somebody died.
    fn fate(&mut self, piece: Piece<'a>) -> Option<bool> {
        match piece.text.to_ascii_lowercase().as_str() {
            "died" => Some(true),
            "survived" => Some(false),
            _ => {
                let message = format!("`{}` is neither `died` nor `survived`", piece.text);
                self.unknown("deduce/puzzle/fate", piece, message, ["died", "survived"].into_iter());
                None
            }
        }
    }
}

/// From the start of the first span to the end of the last.
fn join(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    let (a, b) = (a?, b?);
    Some(Span::new(a.start.min(b.start), a.end.max(b.end)))
}
