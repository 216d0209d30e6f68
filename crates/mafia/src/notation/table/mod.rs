//! The table line: a whole state in one line, `[P0:don P1:mafia *P2:citizen* …] <D2> starter=P1 speaker=P4 …`.
//!
//! **Reads** the ten seats in brackets in any order, players who are out in asterisks; the phase in `<…>` or
//! `[…]`; then `key=value` fields in any order; lists separated by commas. Missing fields have their default
//! values.
//!
//! **Writes** the seats in order, the phase, and the fields that differ from their defaults, in this order:
//! `starter`; one of `speaker`, `words`, `round`, `step` and `result`, which says what the table is doing;
//! `done` (what was said in this turn), `nominated`, `cast` (votes so far), `left=yes` (somebody was voted
//! out today), `victim`, `shots=split`, `quiet`, then table rules.
//!
//! A [`Table`] is just what somebody wrote; [`Table::check`] turns it into a state or reports every rule it
//! breaks. A checked table is sound: play can go on from it by the rules, and its own line reads back.
//! Whether a game from the deal can lead to it is not proved.

mod check;

use std::fmt;

use gaslamp_core::trace::{Phase, line};
use gaslamp_core::{Diagnostic, Game, Notation as _, Seat, Seats, Span};

use super::{read_action, read_role, read_seat, write_without_actor};
use crate::rules::{Action, Colour, Role, Rules, SEATS, Stage, State};

/// A table as written. Anyone can build one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// What each seat was dealt; none before the deal.
    pub roles: [Option<Role>; SEATS],
    /// The players who are out of the game.
    pub out: Seats,
    /// The phase.
    pub phase: Phase,
    /// What the table is doing.
    pub scene: Scene,
    /// Who spoke first today; at dawn, yesterday.
    pub starter: Seat,
    /// What was said in the current turn.
    pub done: Vec<Action>,
    /// The nominees.
    pub nominated: Vec<Seat>,
    /// The votes of this round so far, in voting order.
    pub cast: Vec<Cast>,
    /// Whether somebody was voted out today.
    pub left_today: bool,
    /// The target of the night's shot.
    pub victim: Option<Seat>,
    /// Whether the shots of this night differ.
    pub shots_split: bool,
    /// Rounds in a row without a departure.
    pub quiet: u8,
    /// The table's rules.
    pub rules: Rules,
}

/// What the table is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scene {
    /// Nothing yet.
    Deal,
    /// A player has their turn.
    Speaker(Seat),
    /// These players have last words, in this order.
    Words(Vec<Seat>),
    /// A round of the vote.
    Round(u8),
    /// A step of the night; for a shot, with its shooter.
    Step(NightStep),
    /// The game is over; in a draw, nobody won.
    Over(Option<Colour>),
}

/// A step of the night.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NightStep {
    /// This seat shoots.
    Kill(Seat),
    /// The don looks for the sheriff.
    Don,
    /// The sheriff looks for blacks.
    Sheriff,
}

/// A vote already cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cast {
    /// Against this nominee.
    Against(Seat),
    /// All the tied leave.
    All,
    /// All the tied stay.
    Keep,
}

fn seat_name(seat: Seat) -> String {
    format!("P{}", seat.index())
}

fn join<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    items.iter().map(write).collect::<Vec<_>>().join(",")
}

/// The table rules that differ from their defaults.
pub(super) fn write_rules(rules: &Rules) -> Vec<(&'static str, String)> {
    let usual = Rules::default();
    let mut fields = Vec::new();
    let mut field = |key, value: String, usual: String| {
        if value != usual {
            fields.push((key, value));
        }
    };
    field("unanimous_kill", rules.unanimous_kill.to_string(), usual.unanimous_kill.to_string());
    field("actions_per_turn", rules.actions_per_turn.to_string(), usual.actions_per_turn.to_string());
    field("quiet_rounds", rules.quiet_rounds.to_string(), usual.quiet_rounds.to_string());
    field(
        "lone_nominee_leaves_on_day_1",
        rules.lone_nominee_leaves_on_day_1.to_string(),
        usual.lone_nominee_leaves_on_day_1.to_string(),
    );
    fields
}

const UNKNOWN_RULE: &str = "mafia/rules/key";

/// Sets one table rule.
pub(super) fn read_rule(rules: &mut Rules, key: &str, value: &str) -> Result<(), Diagnostic> {
    let wrong = |wanted| {
        let message = format!("`{value}` is not a value of {key}");
        Diagnostic::new("mafia/rules/value", message).fix(format!("{key} must be {wanted}"))
    };
    match key {
        "unanimous_kill" => rules.unanimous_kill = value.parse().map_err(|_| wrong("true or false"))?,
        "lone_nominee_leaves_on_day_1" => {
            rules.lone_nominee_leaves_on_day_1 = value.parse().map_err(|_| wrong("true or false"))?;
        }
        "actions_per_turn" => {
            rules.actions_per_turn = value.parse().map_err(|_| wrong("a number from 1 to 48"))?;
        }
        "quiet_rounds" => rules.quiet_rounds = value.parse().map_err(|_| wrong("a number from 1 to 9"))?,
        _ => {
            return Err(Diagnostic::new(UNKNOWN_RULE, format!("unknown rule `{key}`")).fix(
                "the rules are unanimous_kill, actions_per_turn, quiet_rounds, lone_nominee_leaves_on_day_1",
            ));
        }
    }
    Ok(())
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats: Vec<String> = (0..SEATS)
            .map(|index| {
                let role = self.roles[index].map_or("?", Role::name);
                let mark = if self.out.contains(Seat::new(index)) { "*" } else { "" };
                format!("{mark}P{index}:{role}{mark}")
            })
            .collect();
        write!(f, "[{}] <{}>", seats.join(" "), self.phase)?;
        self.fields().iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

impl Table {
    /// A state as somebody would write it down.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let scene = match state.stage {
            Stage::Deal => Scene::Deal,
            Stage::Talk(speaker) => Scene::Speaker(speaker),
            Stage::LastWords { .. } => Scene::Words(state.leaving.as_slice().to_vec()),
            Stage::Vote { round, .. } => Scene::Round(round),
            Stage::Kill(shooter) => Scene::Step(NightStep::Kill(shooter)),
            Stage::DonCheck => Scene::Step(NightStep::Don),
            Stage::SheriffCheck => Scene::Step(NightStep::Sheriff),
            Stage::Over { winner, .. } => Scene::Over(winner),
        };
        Self {
            roles: std::array::from_fn(|index| state.deal.map(|deal| deal.role(Seat::new(index)))),
            out: Seats::first(SEATS).minus(state.living),
            phase: state.phase(),
            scene,
            starter: state.starter,
            done: state.done.iter().collect(),
            nominated: state.nominees.as_slice().to_vec(),
            cast: cast_of(state),
            left_today: state.left_today,
            victim: state.victim,
            shots_split: !state.shots_agree,
            quiet: state.quiet,
            rules: state.rules,
        }
    }

    /// Everything after the phase.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        if self.phase != Phase::SETUP {
            fields.push(("starter", seat_name(self.starter)));
        }
        match &self.scene {
            Scene::Deal => {}
            Scene::Speaker(seat) => fields.push(("speaker", seat_name(*seat))),
            Scene::Words(seats) => fields.push(("words", join(seats, |&seat| seat_name(seat)))),
            Scene::Round(round) => fields.push(("round", round.to_string())),
            Scene::Step(NightStep::Kill(seat)) => fields.push(("step", format!("kill:{}", seat_name(*seat)))),
            Scene::Step(NightStep::Don) => fields.push(("step", "don".to_owned())),
            Scene::Step(NightStep::Sheriff) => fields.push(("step", "sheriff".to_owned())),
            Scene::Over(winner) => fields.push(("result", winner.map_or("draw", Colour::name).to_owned())),
        }
        if !self.done.is_empty() {
            fields.push(("done", join(&self.done, |&action| write_without_actor(action))));
        }
        if !self.nominated.is_empty() {
            fields.push(("nominated", join(&self.nominated, |&seat| seat_name(seat))));
        }
        if !self.cast.is_empty() {
            fields.push(("cast", join(&self.cast, |&cast| cast.name())));
        }
        if self.left_today {
            fields.push(("left", "yes".to_owned()));
        }
        fields.extend(self.victim.map(|seat| ("victim", seat_name(seat))));
        if self.shots_split {
            fields.push(("shots", "split".to_owned()));
        }
        if self.quiet > 0 {
            fields.push(("quiet", self.quiet.to_string()));
        }
        fields.extend(write_rules(&self.rules));
        fields
    }

    /// Every seat and every field, for comparing two tables.
    pub(super) fn facts(&self, names: &[String]) -> Vec<(String, String)> {
        let seats = names.iter().zip(self.roles).enumerate().map(|(index, (name, role))| {
            let place = if self.out.contains(Seat::new(index)) { "out" } else { "in" };
            (name.clone(), format!("{}, {place}", role.map_or("?", Role::name)))
        });
        let phase = ("phase".to_owned(), self.phase.to_string());
        let fields = self.fields().into_iter().map(|(key, value)| (key.to_owned(), value));
        seats.chain(std::iter::once(phase)).chain(fields).collect()
    }

    /// Reads a table line.
    ///
    /// # Errors
    /// Everything that cannot be read.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        TableReader::read(text).map(|reader| reader.table)
    }

    /// Reads and checks a table line: [`Table::read`] and [`Table::check`], with spans.
    ///
    /// # Errors
    /// Everything that cannot be read, or else every rule that it breaks.
    pub fn read_state(text: &str) -> Result<State, Vec<Diagnostic>> {
        let reader = TableReader::read(text)?;
        reader.table.check_fields().map_err(|problems| {
            problems.into_iter().map(|(keys, problem)| reader.place(keys, problem)).collect()
        })
    }
}

impl Cast {
    fn name(self) -> String {
        match self {
            Self::Against(seat) => seat_name(seat),
            Self::All => "all".to_owned(),
            Self::Keep => "keep".to_owned(),
        }
    }
}

/// The votes of the current round, in voting order.
fn cast_of(state: &State) -> Vec<Cast> {
    let Stage::Vote { round, voter } = state.stage else { return Vec::new() };
    if round < 3 {
        return state.cast.as_slice().iter().map(|&seat| Cast::Against(seat)).collect();
    }
    let mut cast = Vec::new();
    let mut seat = state.starter;
    while seat != voter {
        cast.push(if state.cast_eliminate.contains(seat) { Cast::All } else { Cast::Keep });
        seat = state.living.next_after(seat).unwrap_or(voter);
    }
    cast
}

/// Reads a table line word by word.
struct TableReader {
    table: Table,
    /// The seats named so far.
    named: Seats,
    /// The span of each field.
    places: Vec<(String, Span)>,
    problems: Vec<Diagnostic>,
}

/// The fields that say what the table is doing; a table has one of them.
const SCENES: &[&str] = &["speaker", "words", "round", "step", "result"];

impl TableReader {
    fn new() -> Self {
        let mut table = Table::of(&State::new(Rules::default()));
        table.out = Seats::NONE;
        Self { table, named: Seats::NONE, places: Vec::new(), problems: Vec::new() }
    }

    fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Self::new();
        reader.line(text);
        if reader.problems.is_empty() { Ok(reader) } else { Err(reader.problems) }
    }

    /// Places a problem at the first of these fields that was written.
    fn place(&self, keys: &[&str], problem: Diagnostic) -> Diagnostic {
        let place = keys.iter().find_map(|key| self.places.iter().find(|(known, _)| known == key));
        problem.at(place.map(|(_, span)| *span))
    }

    fn problem(&mut self, id: &'static str, message: String, span: Span, fix: &str) {
        self.problems.push(Diagnostic::new(id, message).at(span).fix(fix));
    }

    fn line(&mut self, text: &str) {
        let whole = Span::new(0, text.len());
        let start = text.len() - text.trim_start().len();
        let Some(end) =
            text[start..].strip_prefix('[').and_then(|rest| rest.find(']')).map(|at| start + 1 + at)
        else {
            let fix = "[P0:don P1:mafia *P2:citizen* …] <D2> …";
            return self.problem(
                "mafia/table/seats",
                "a table begins with its seats in brackets".to_owned(),
                whole,
                fix,
            );
        };
        self.places.push(("seats".to_owned(), Span::new(start, end + 1)));
        for span in words(text, start + 1, end) {
            self.seat(&text[span.range()], span);
        }
        if self.named.len() < SEATS {
            let message = format!("expected ten seats, found {}", self.named.len());
            self.problem("mafia/table/seats", message, Span::new(start, end + 1), "name P0 to P9, each once");
        }
        let mut rest = words(text, end + 1, text.len()).into_iter();
        let phase = rest.next().unwrap_or(Span::new(end, end + 1));
        self.places.push(("phase".to_owned(), phase));
        let label =
            text[phase.range()].strip_prefix(['<', '[']).and_then(|rest| rest.strip_suffix(['>', ']']));
        match label.and_then(|label| State::DIALECT.read_phase(label)) {
            Some(read) => self.table.phase = read,
            None => self.problem(
                "mafia/table/phase",
                "the phase is missing after the seats".to_owned(),
                phase,
                "<SETUP>, <D1>, <E1> or <N1>",
            ),
        }
        for span in rest {
            self.field(&text[span.range()], span);
        }
    }

    /// `P2:citizen`, or `*P2:citizen*` for a player who is out.
    fn seat(&mut self, text: &str, span: Span) {
        let inner = text.strip_prefix('*').and_then(|rest| rest.strip_suffix('*'));
        let (name, role) = inner.unwrap_or(text).split_once(':').unwrap_or((text, ""));
        let known = role == "?" || read_role(role).is_some();
        let Some(seat) = read_seat(name).filter(|&seat| known && !self.named.contains(seat)) else {
            let message = format!("`{text}` is not a seat with its role, or the seat is listed twice");
            return self.problem(
                "mafia/table/seats",
                message,
                span,
                "P3:citizen, P3:sheriff, P3:mafia, P3:don or P3:?",
            );
        };
        self.named = self.named.with(seat);
        self.table.roles[seat.index()] = read_role(role);
        if inner.is_some() {
            self.table.out = self.table.out.with(seat);
        }
    }

    fn field(&mut self, text: &str, span: Span) {
        let (key, value) = text.split_once('=').unwrap_or((text, ""));
        let rivals = if SCENES.contains(&key) { SCENES } else { &[key] };
        if let Some((rival, _)) = self.places.iter().find(|(known, _)| rivals.contains(&known.as_str())) {
            let message = format!("`{rival}` is already given");
            let fix = "give each field once; a table is doing only one thing";
            return self.problem("mafia/table/field-twice", message, span, fix);
        }
        match self.set(key, value) {
            Some(problem) if problem.id == UNKNOWN_RULE => self.problems.push(problem.at(span)),
            outcome => {
                self.places.push((key.to_owned(), span));
                self.problems.extend(outcome.map(|problem| problem.at(span)));
            }
        }
    }

    /// Sets a field; returns the problem if there is one.
    fn set(&mut self, key: &str, value: &str) -> Option<Diagnostic> {
        let table = &mut self.table;
        let wrong = |fix: &str| {
            Some(Diagnostic::new("mafia/table/field", format!("`{value}` is not a value of {key}")).fix(fix))
        };
        let seats = || value.split(',').map(read_seat).collect::<Option<Vec<Seat>>>();
        macro_rules! put {
            ($place:expr, $read:expr, $fix:literal) => {
                match $read {
                    Some(read) => $place = read,
                    None => return wrong($fix),
                }
            };
        }
        match key {
            "starter" => put!(table.starter, read_seat(value), "starter=P3"),
            "speaker" => put!(table.scene, read_seat(value).map(Scene::Speaker), "speaker=P3"),
            "words" => put!(table.scene, seats().map(Scene::Words), "words=P3,P5"),
            "round" => put!(table.scene, value.parse().ok().map(Scene::Round), "round=1, 2 or 3"),
            "step" => {
                put!(
                    table.scene,
                    read_step(value).map(Scene::Step),
                    "step=kill:P3, step=don or step=sheriff"
                );
            }
            "result" => put!(table.scene, read_result(value).map(Scene::Over), "result=red, black or draw"),
            "done" => put!(table.done, read_actions(value), "done=nominates->P3,says->P4:red"),
            "nominated" => put!(table.nominated, seats(), "nominated=P3,P5"),
            "cast" => put!(table.cast, read_cast(value), "cast=P3,P5 or cast=all,keep"),
            "left" => put!(table.left_today, (value == "yes").then_some(true), "left=yes"),
            "victim" => put!(table.victim, read_seat(value).map(Some), "victim=P3"),
            "shots" => put!(table.shots_split, (value == "split").then_some(true), "shots=split"),
            "quiet" => put!(table.quiet, value.parse().ok(), "quiet=1"),
            _ => return read_rule(&mut table.rules, key, value).err(),
        }
        None
    }
}

fn read_step(text: &str) -> Option<NightStep> {
    match text {
        "don" => Some(NightStep::Don),
        "sheriff" => Some(NightStep::Sheriff),
        _ => text.strip_prefix("kill:").and_then(read_seat).map(NightStep::Kill),
    }
}

fn read_result(text: &str) -> Option<Option<Colour>> {
    match text {
        "draw" => Some(None),
        _ => super::read_colour(text).map(Some),
    }
}

fn read_actions(text: &str) -> Option<Vec<Action>> {
    let action =
        |action| line::read_event(&format!("st!{action}")).ok().and_then(|event| read_action(&event).ok());
    text.split(',').map(action).collect()
}

fn read_cast(text: &str) -> Option<Vec<Cast>> {
    let cast = |word| match word {
        "all" => Some(Cast::All),
        "keep" => Some(Cast::Keep),
        _ => read_seat(word).map(Cast::Against),
    };
    text.split(',').map(cast).collect()
}

/// The words between two positions.
fn words(text: &str, start: usize, end: usize) -> Vec<Span> {
    let part = &text[start..end];
    part.split_whitespace()
        .map(|word| {
            let at = start + (word.as_ptr() as usize - part.as_ptr() as usize);
            Span::new(at, at + word.len())
        })
        .collect()
}
