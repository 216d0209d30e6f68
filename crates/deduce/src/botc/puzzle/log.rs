//! The lines of a log: what the whole table saw.

use gaslamp_botc::Character;
use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::Profile;
use gaslamp_core::{Diagnostic, Seat, Seats, Span};

use super::piece::Piece;
use super::read::Reader;
use super::terms::Line;
use crate::botc::case::{Case, LogEntry, PublicEvent};

/// A kind of public event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    Died,
    Revived,
    Executed,
    ExecutedForNominating,
    Nominated,
    DiedNominating,
    DiedNominated,
    DiedToo,
    Doomed,
    Shot,
    Juggled,
    Gossiped,
    Voted,
    Nominators,
}

impl Verb {
    pub(super) const ALL: [Self; 14] = [
        Self::Died,
        Self::Revived,
        Self::Executed,
        Self::ExecutedForNominating,
        Self::Nominated,
        Self::DiedNominating,
        Self::DiedNominated,
        Self::DiedToo,
        Self::Doomed,
        Self::Shot,
        Self::Juggled,
        Self::Gossiped,
        Self::Voted,
        Self::Nominators,
    ];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Died => "died",
            Self::Revived => "revived",
            Self::Executed => "executed",
            Self::ExecutedForNominating => "executed for nominating",
            Self::Nominated => "nominated",
            Self::DiedNominating => "died nominating",
            Self::DiedNominated => "died nominated",
            Self::DiedToo => "died too",
            Self::Doomed => "doomsayer",
            Self::Shot => "shot",
            Self::Juggled => "juggled",
            Self::Gossiped => "gossiped",
            Self::Voted => "voted",
            Self::Nominators => "nominators",
        }
    }

    fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.word().eq_ignore_ascii_case(word))
    }

    const fn is_by_day(self) -> bool {
        !matches!(self, Self::Died | Self::Revived)
    }
}

/// What does not happen in a night or a day. A log need not say so, since whatever it does not list did not happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Absent {
    Deaths,
    Execution,
}

/// The lines without a body that say so.
pub(super) const NOBODY_DIED: [&str; 5] =
    ["nobody died", "no one died", "no deaths", "no death", "nobody dies"];
pub(super) const NOBODY_EXECUTED: [&str; 5] =
    ["nobody executed", "nobody was executed", "no one was executed", "no execution", "no executions"];

/// What follows the character in a line about whom a dead player chose: `klutz chose`.
pub(super) const CHOSE: &str = " chose";

/// The bodies that name no player: `N2 died: nobody`.
pub(super) const NOBODY: [&str; 3] = ["nobody", "no one", "none"];

impl Absent {
    /// Reads what follows the night or the day.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches('.');
        let is_one_of = |words: &[&str], text: &str| words.iter().any(|word| word.eq_ignore_ascii_case(text));
        let (verb, body) = text.split_once(':').map_or((text, ""), |(verb, body)| (verb.trim(), body.trim()));
        match Verb::read(verb) {
            Some(Verb::Died) if is_one_of(&NOBODY, body) => Some(Self::Deaths),
            Some(Verb::Executed) if is_one_of(&NOBODY, body) => Some(Self::Execution),
            _ if is_one_of(&NOBODY_DIED, text) => Some(Self::Deaths),
            _ if is_one_of(&NOBODY_EXECUTED, text) => Some(Self::Execution),
            _ => None,
        }
    }

    /// Whether an event is what is said to be absent.
    fn is(self, event: &PublicEvent) -> bool {
        match self {
            Self::Deaths => !event.dead().is_empty(),
            Self::Execution => {
                matches!(event, PublicEvent::Executed { .. } | PublicEvent::ExecutedForNominating { .. })
            }
        }
    }
}

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
        PublicEvent::ExecutedForNominating { by, nominee, died } => {
            let fate = if *died { "" } else { ", survived" };
            format!("executed for nominating: {} -> {}{fate}", name(by), name(nominee))
        }
        PublicEvent::Nominated { by, nominee } => format!("nominated: {} -> {}", name(by), name(nominee)),
        PublicEvent::DiedNominating { by, nominee: None } => format!("died nominating: {}", name(by)),
        PublicEvent::DiedNominating { by, nominee: Some(nominee) } => {
            format!("died nominating: {} -> {}", name(by), name(nominee))
        }
        PublicEvent::DiedToo(seat) => format!("died too: {}", name(seat)),
        PublicEvent::DiedNominated { by, nominee } => {
            format!("died nominated: {} -> {}", name(by), name(nominee))
        }
        PublicEvent::Chose { ability, by, chosen } => {
            format!("{}{CHOSE}: {} -> {}", ability.name().to_lowercase(), name(by), name(chosen))
        }
        PublicEvent::Doomed { by, victim } => {
            format!("{}: {} -> {}", Verb::Doomed.word(), name(by), name(victim))
        }
        PublicEvent::DiedByDay(seat) => format!("died: {}", name(seat)),
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
        let mut quiet = Vec::new();
        let mut latest = None;
        for piece in lines {
            let absent = piece.trim().split_once(" ").and_then(|(_, rest)| self.absent(rest));
            let line = match absent {
                Some(_) => self.line_without_body(*piece),
                None => self.line(*piece),
            };
            let Some(line) = line else { continue };
            if line.time.is_some() && line.time < latest {
                let message = format!("`{}` is out of order", line.phase.text);
                self.problems.push(Diagnostic::new("deduce/puzzle/order", message).at(line.phase.span()));
            }
            latest = latest.max(line.time);
            if let Some(absent) = absent {
                quiet.push((absent, line));
                continue;
            }
            let Some(what) = self.happening(&line) else { continue };
            let Some(time) = line.time else { continue };
            let seen = LogEntry { number: time.number, what, span: Some(line.whole.span()) };
            self.add(&mut log, seen, &line);
        }
        for (absent, line) in quiet {
            self.check_absent(absent, &line, &log);
        }
        log
    }

    /// What is said to be absent, by what follows the night or the day. `died: None` is a death if a player is called so.
    fn absent(&self, rest: Piece<'a>) -> Option<Absent> {
        let is_player = rest.split_once(":").is_some_and(|(_, body)| self.find(body.text).is_some());
        if is_player { None } else { Absent::read(rest.text) }
    }

    /// Refuses a line that says that something did not happen which another line lists.
    fn check_absent(&mut self, absent: Absent, line: &Line<'a>, log: &[LogEntry]) {
        if absent == Absent::Execution {
            self.day(line);
        }
        let Some(time) = line.time else { return };
        let is_then = |seen: &&LogEntry| {
            let is_day = !matches!(seen.what, PublicEvent::Died(_) | PublicEvent::Revived(_));
            (seen.number, is_day) == (time.number, time.is_day)
        };
        let event = log.iter().filter(is_then).find(|seen| absent.is(&seen.what));
        let other = event.and_then(|event| event.span).and_then(|span| self.text_at(span));
        // Deaths on several lines are one event; the first of the lines will do.
        if let Some(other) = other.and_then(|lines| lines.lines().next()) {
            let other = other.trim_end_matches([',', '"', '\'']);
            let message = format!("`{}` contradicts `{other}`", line.whole.text);
            self.problems.push(Diagnostic::new("deduce/puzzle/contradiction", message).at(line.whole.span()));
        }
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
        let word = line.lower_word();
        if let Some(chooser) = word.strip_suffix(CHOSE).and_then(Character::read) {
            return self.last_choice(chooser, line);
        }
        let Some(verb) = Verb::read(&word) else {
            let message = format!("unknown event `{}`", line.word.text);
            let known = Verb::ALL.map(Verb::word).into_iter().chain([NOBODY_DIED[0]]);
            self.unknown("deduce/puzzle/verb", line.word, message, known);
            return None;
        };
        let is_death_by_day = verb == Verb::Died && line.time.is_some_and(|time| time.is_day);
        let is_by_day = verb.is_by_day() || is_death_by_day;
        let time = if is_by_day { self.day(line) } else { self.night(line) };
        let what = if is_death_by_day {
            self.seat(line.body).map(PublicEvent::DiedByDay)
        } else {
            self.event(verb, line.body)
        };
        time?;
        what
    }

    /// `klutz chose: A -> B`.
    fn last_choice(&mut self, ability: Character, line: &Line<'a>) -> Option<PublicEvent> {
        let day = self.day(line);
        let role = self.role(line.word.part(0..line.word.text.len() - CHOSE.len()));
        let players = self.arrow(line.body);
        if role.is_some_and(|role| !Profile::of(role).is_some_and(|profile| profile.chooses_at_death())) {
            let message = format!("a {} does not choose anybody publicly", ability.name());
            self.problems.push(Diagnostic::new("deduce/puzzle/verb", message).at(line.word.span()));
            return None;
        }
        let (by, chosen) = players?;
        day.and(role)?;
        Some(PublicEvent::Chose { ability, by, chosen })
    }

    fn event(&mut self, verb: Verb, body: Piece<'a>) -> Option<PublicEvent> {
        match verb {
            Verb::Died => self.seats(body).map(PublicEvent::Died),
            Verb::Revived => self.seats(body).map(PublicEvent::Revived),
            Verb::Executed => {
                let (who, fate) = body.split_once(",").unwrap_or((body, body.part(0..0)));
                let seat = self.seat(who);
                let died = if fate.text.is_empty() { Some(true) } else { self.fate(fate) };
                Some(PublicEvent::Executed { seat: seat?, died: died? })
            }
            Verb::ExecutedForNominating => {
                let (players, fate) = body.split_once(",").unwrap_or((body, body.part(0..0)));
                let players = self.arrow(players);
                let died = if fate.text.is_empty() { Some(true) } else { self.fate(fate) };
                let (by, nominee) = players?;
                Some(PublicEvent::ExecutedForNominating { by, nominee, died: died? })
            }
            Verb::Nominated => {
                let (by, nominee) = self.arrow(body)?;
                Some(PublicEvent::Nominated { by, nominee })
            }
            Verb::DiedNominating if body.split_once("->").is_some() => {
                let (by, nominee) = self.arrow(body)?;
                Some(PublicEvent::DiedNominating { by, nominee: Some(nominee) })
            }
            Verb::DiedNominating => {
                self.seat(body).map(|by| PublicEvent::DiedNominating { by, nominee: None })
            }
            Verb::DiedToo => self.seat(body).map(PublicEvent::DiedToo),
            Verb::DiedNominated => {
                let (by, nominee) = self.arrow(body)?;
                Some(PublicEvent::DiedNominated { by, nominee })
            }
            Verb::Doomed => {
                let (by, victim) = self.arrow(body)?;
                Some(PublicEvent::Doomed { by, victim })
            }
            Verb::Shot => {
                let Some((players, fate)) = body.split_once(",") else {
                    self.wrong_body(body, "Ann -> Ben, survived");
                    return None;
                };
                let players = self.arrow(players);
                let died = self.fate(fate);
                let (by, target) = players?;
                Some(PublicEvent::Shot { by, target, died: died? })
            }
            Verb::Juggled => {
                let (by, guesses) = self.speaker(body, "Ann: Ben = Imp, Cy = Chef")?;
                let guesses = guesses.split(&[',']).into_iter().map(|guess| self.guess(guess));
                // All guesses are checked, so that every wrong one is reported.
                let guesses: Vec<_> = guesses.collect();
                Some(PublicEvent::Juggled { by: by?, guesses: guesses.into_iter().collect::<Option<_>>()? })
            }
            Verb::Gossiped => {
                let (by, truth) = self.speaker(body, "Ann: evil(Ben)")?;
                let truth = self.statement(truth);
                Some(PublicEvent::Gossiped { by: by?, truth: truth? })
            }
            Verb::Voted => self.seats_or_nobody(body).map(PublicEvent::Voted),
            Verb::Nominators => self.seats_or_nobody(body).map(PublicEvent::Nominators),
        }
    }

    /// Players, or the word for none, unless a player is called so.
    fn seats_or_nobody(&mut self, body: Piece<'a>) -> Option<Seats> {
        let is_nobody = NOBODY.iter().any(|word| word.eq_ignore_ascii_case(body.text));
        if is_nobody && self.find(body.text).is_none() { Some(Seats::NONE) } else { self.seats(body) }
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
    pub(super) fn arrow(&mut self, piece: Piece<'a>) -> Option<(Seat, Seat)> {
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
