//! The table line: a whole state in one line, `[P0:don P1:mafia *P2:citizen* …] <D2> starter=P1 speaker=P4 …`.
//!
//! **Reads** the ten seats in brackets in any order, those who are out in asterisks; the phase in `<…>` or
//! `[…]`; then `key=value` fields in any order; lists with commas. Fields that are not there are as usual.
//!
//! **Writes** the seats in order, the phase, and the fields that are not as usual, in the order of this page:
//! `starter`, one of `speaker`, `words`, `round`, `step` and `result` that says what the table is doing,
//! `done` (what was said in this turn), `nominated`, `cast` (votes so far), `left=yes` (somebody was voted out
//! today), `victim`, `shots=split`, `quiet`, then table rules.
//!
//! A [`Table`] is only what somebody wrote; [`Table::check`] makes it a state or says every rule it breaks.

use std::fmt;

use gaslamp_core::trace::{Phase, line};
use gaslamp_core::{Diagnostic, Game, Seat, Seats, Span};

use super::{read_action, read_role, read_seat};
use crate::rules::{Action, ActionSet, Colour, Deal, Role, Rules, SEATS, Stage, State};

/// What somebody wrote about a table. Anybody can build one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// What each seat was dealt; nothing before the deal.
    pub roles: [Option<Role>; SEATS],
    /// Who is out of the game.
    pub out: Seats,
    /// The phase.
    pub phase: Phase,
    /// What the table is doing.
    pub scene: Scene,
    /// Who spoke first today; at dawn, yesterday.
    pub starter: Seat,
    /// What was said in the turn that goes on.
    pub done: Vec<Action>,
    /// Who stands for the vote.
    pub nominated: Vec<Seat>,
    /// The votes of this round so far, in voting order.
    pub cast: Vec<Cast>,
    /// Whether somebody was voted out today.
    pub left_today: bool,
    /// Whom the night's shot hit.
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
    /// Somebody has a turn.
    Speaker(Seat),
    /// These have last words, in this order.
    Words(Vec<Seat>),
    /// A round of the vote.
    Round(u8),
    /// A step of the night; a shot has its shooter.
    Step(NightStep),
    /// The game has ended; nobody won a draw.
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
    /// They stay.
    Keep,
}

fn seat_name(seat: Seat) -> String {
    format!("P{}", seat.index())
}

fn join<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    items.iter().map(write).collect::<Vec<_>>().join(",")
}

/// An action without its actor, as `done` has it.
fn write_deed(action: Action) -> String {
    let event = super::write_action(&super::names(), "st", action);
    let text = event.to_string();
    text.strip_prefix("st!").unwrap_or(&text).to_owned()
}

/// The fields of table rules that are not as usual.
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

/// Sets one table rule.
pub(super) fn read_rule(rules: &mut Rules, key: &str, value: &str) -> Result<(), Diagnostic> {
    let wrong = |wanted| {
        let message = format!("`{value}` is no value of {key}");
        Diagnostic::new("mafia/rules/value", message).fix(format!("{key} is {wanted}"))
    };
    match key {
        "unanimous_kill" => rules.unanimous_kill = value.parse().map_err(|_| wrong("true or false"))?,
        "lone_nominee_leaves_on_day_1" => {
            rules.lone_nominee_leaves_on_day_1 = value.parse().map_err(|_| wrong("true or false"))?;
        }
        "actions_per_turn" => rules.actions_per_turn = value.parse().map_err(|_| wrong("a number"))?,
        "quiet_rounds" => rules.quiet_rounds = value.parse().map_err(|_| wrong("a number"))?,
        _ => {
            return Err(Diagnostic::new("mafia/rules/key", format!("there is no rule `{key}`")).fix(
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
    /// What a state is, as somebody would write it.
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

    /// Everything behind the phase.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        if self.phase != Phase::Setup {
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
            fields.push(("done", join(&self.done, |&action| write_deed(action))));
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

    /// Every seat and every field, to compare two tables by.
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
        let mut reader = TableReader::new();
        reader.read(text);
        if reader.problems.is_empty() { Ok(reader.table) } else { Err(reader.problems) }
    }

    /// The state that was written down, if the rules allow it.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub fn check(&self) -> Result<State, Vec<Diagnostic>> {
        let mut problems = State::start(&self.rules).err().unwrap_or_default();
        let mut must = |holds: bool, id, message: &str| {
            if !holds {
                problems.push(Diagnostic::illegal(id, message));
            }
        };
        let living = Seats::first(SEATS).minus(self.out);
        let deal = self.deal();
        let is_dealt = self.roles.iter().any(Option::is_some);
        must(
            if is_dealt { deal.is_some() } else { self.phase == Phase::Setup },
            "mafia/table/roles",
            "a table has one don, two mafia, one sheriff and six citizens, and no roles before the deal",
        );
        let fits = match (&self.scene, self.phase) {
            (Scene::Deal, Phase::Setup) => !is_dealt && self.out.is_empty(),
            (Scene::Speaker(_), Phase::Day(_)) => true,
            (Scene::Words(_), Phase::Day(day)) => day > 1,
            (Scene::Words(_) | Scene::Round(_), Phase::Evening(_)) => true,
            (Scene::Step(_), Phase::Night(_)) => true,
            (Scene::Over(_), phase) => phase != Phase::Setup,
            _ => false,
        };
        must(fits, "mafia/table/phase", "the phase does not fit what the table is doing");
        must(self.day().is_some(), "mafia/table/day", "days are counted from 1 to 99");
        must(
            self.actor_is_living(living, deal),
            "mafia/table/actor",
            "whoever is to act must be in the game, and nobody who has last words",
        );
        must(self.words_are_distinct(), "mafia/table/words", "last words are said by one or more, each once");
        must(
            self.done_is_legal(living),
            "mafia/table/done",
            "what is done in this turn could not all be done in it",
        );
        must(
            self.nominees_are_legal(living),
            "mafia/table/nominated",
            "nominees are in the game, each once; a vote needs two, a night has none",
        );
        must(
            self.votes_are_legal(living),
            "mafia/table/cast",
            "there are fewer votes than voters, all for those who stand in this round",
        );
        must(
            self.night_is_legal(living, deal),
            "mafia/table/night",
            "only a night has a victim or split shots, and the victim is in the game",
        );
        must(
            self.result_is_right(living, deal),
            "mafia/table/result",
            "the teams that are left do not fit the result",
        );
        must(
            self.starter_is_right(living),
            "mafia/table/starter",
            "who speaks and votes first must be in the game",
        );
        must(
            self.quiet < self.rules.quiet_rounds
                || self.quiet == self.rules.quiet_rounds && self.scene == Scene::Over(None),
            "mafia/table/quiet",
            "so many rounds without a departure are a draw",
        );
        match (problems.is_empty(), self.day()) {
            (true, Some(day)) => Ok(self.state(deal, living, day)),
            _ => Err(problems),
        }
    }

    fn deal(&self) -> Option<Deal> {
        let mut roles = [Role::Citizen; SEATS];
        for (place, role) in roles.iter_mut().zip(self.roles) {
            *place = role?;
        }
        Deal::from_roles(&roles)
    }

    fn day(&self) -> Option<u8> {
        match self.phase {
            Phase::Setup => Some(0),
            Phase::Day(day) | Phase::Evening(day) | Phase::Night(day) => {
                u8::try_from(day).ok().filter(|day| (1..100).contains(day))
            }
        }
    }

    fn actor_is_living(&self, living: Seats, deal: Option<Deal>) -> bool {
        match &self.scene {
            Scene::Speaker(seat) => living.contains(*seat),
            Scene::Words(seats) => seats.iter().all(|&seat| !living.contains(seat)),
            Scene::Step(NightStep::Kill(seat)) => {
                let shooters = deal.map_or(Seats::NONE, |deal| self.shooters(&deal, living));
                shooters.contains(*seat)
            }
            Scene::Step(NightStep::Don) => deal.is_some_and(|deal| living.contains(deal.don())),
            Scene::Step(NightStep::Sheriff) => deal.is_some_and(|deal| living.contains(deal.sheriff())),
            Scene::Deal | Scene::Round(_) | Scene::Over(_) => true,
        }
    }

    /// Who may be asked to shoot.
    fn shooters(&self, deal: &Deal, living: Seats) -> Seats {
        let blacks = deal.blacks().and(living);
        if self.rules.unanimous_kill {
            blacks
        } else if blacks.contains(deal.don()) {
            Seats::only(deal.don())
        } else {
            blacks.lowest().map_or(Seats::NONE, Seats::only)
        }
    }

    fn words_are_distinct(&self) -> bool {
        match &self.scene {
            Scene::Words(seats) => {
                let distinct: Seats = seats.iter().copied().collect();
                let at_dawn = matches!(self.phase, Phase::Day(_));
                !seats.is_empty() && distinct.len() == seats.len() && (!at_dawn || seats.len() == 1)
            }
            _ => true,
        }
    }

    fn done_is_legal(&self, living: Seats) -> bool {
        let (speaker, may_nominate) = match &self.scene {
            Scene::Speaker(seat) => (Some(*seat), true),
            Scene::Words(seats) => (seats.first().copied(), false),
            _ => (None, false),
        };
        let Some(speaker) = speaker else { return self.done.is_empty() };
        let targets = living.without(speaker);
        let legal = |action: &Action| match *action {
            Action::Nominate(seat) => {
                may_nominate && targets.contains(seat) && self.nominated.last() == Some(&seat)
            }
            Action::ClaimCheck(seat, _) | Action::Say(seat, _) => targets.contains(seat),
            Action::ClaimSheriff | Action::DenySheriff => true,
            _ => false,
        };
        let distinct = self.done.iter().copied().fold(ActionSet::default(), ActionSet::with);
        distinct.len() == self.done.len()
            && self.done.len() <= usize::from(self.rules.actions_per_turn)
            && self.done.iter().all(legal)
    }

    fn nominees_are_legal(&self, living: Seats) -> bool {
        let distinct: Seats = self.nominated.iter().copied().collect();
        let sound = distinct.len() == self.nominated.len() && distinct.minus(living).is_empty();
        match &self.scene {
            Scene::Speaker(_) => sound,
            Scene::Round(round) => sound && self.nominated.len() > 1 && (1..=3).contains(round),
            _ => self.nominated.is_empty(),
        }
    }

    fn votes_are_legal(&self, living: Seats) -> bool {
        match &self.scene {
            Scene::Round(3) => {
                self.cast.len() < living.len()
                    && self.cast.iter().all(|cast| matches!(cast, Cast::All | Cast::Keep))
            }
            Scene::Round(_) => {
                let stands =
                    |cast: &Cast| matches!(cast, Cast::Against(seat) if self.nominated.contains(seat));
                self.cast.len() < living.len() && self.cast.iter().all(stands)
            }
            _ => self.cast.is_empty(),
        }
    }

    fn night_is_legal(&self, living: Seats, deal: Option<Deal>) -> bool {
        let Scene::Step(step) = &self.scene else {
            return self.victim.is_none() && !self.shots_split;
        };
        let first = deal.and_then(|deal| self.shooters(&deal, living).lowest());
        let nobody_shot_yet = matches!(step, NightStep::Kill(seat) if Some(*seat) == first);
        let shots_go_on = matches!(step, NightStep::Kill(_)) && !nobody_shot_yet;
        self.victim.is_none_or(|seat| living.contains(seat) && !nobody_shot_yet)
            && (!self.shots_split || shots_go_on)
    }

    fn result_is_right(&self, living: Seats, deal: Option<Deal>) -> bool {
        let Some(deal) = deal else { return true };
        let blacks = deal.blacks().and(living).len();
        let reds = living.len() - blacks;
        let winner = match (blacks, reds) {
            (0, _) => Some(Colour::Red),
            (blacks, reds) if blacks >= reds => Some(Colour::Black),
            _ => None,
        };
        match &self.scene {
            Scene::Over(result) => {
                *result == winner && (winner.is_some() || self.quiet >= self.rules.quiet_rounds)
            }
            _ => winner.is_none(),
        }
    }

    fn starter_is_right(&self, living: Seats) -> bool {
        match &self.scene {
            // At dawn it is still yesterday's; after a departure it may be one who left.
            Scene::Speaker(_) | Scene::Round(_) => living.contains(self.starter),
            Scene::Deal => self.starter == Seat::new(0),
            _ => true,
        }
    }

    /// Everything has been checked.
    fn state(&self, deal: Option<Deal>, living: Seats, day: u8) -> State {
        let mut state = State::new(self.rules);
        state.deal = deal;
        state.living = living;
        state.day = day;
        state.starter = self.starter;
        state.done = self.done.iter().copied().fold(ActionSet::default(), ActionSet::with);
        state.done_count = self.done.len() as u8;
        state.nominees = self.nominated.iter().copied().collect();
        state.left_today = self.left_today;
        state.victim = self.victim;
        state.shots_agree = !self.shots_split;
        state.quiet = self.quiet;
        let mut voter = self.starter;
        for cast in &self.cast {
            match cast {
                Cast::Against(seat) => state.cast.push(*seat),
                Cast::All => state.cast_eliminate = state.cast_eliminate.with(voter),
                Cast::Keep => {}
            }
            voter = living.next_after(voter).unwrap_or(voter);
        }
        state.stage = match &self.scene {
            Scene::Deal => Stage::Deal,
            Scene::Speaker(seat) => Stage::Talk(*seat),
            Scene::Words(seats) => {
                state.leaving = seats.iter().copied().collect();
                let speaker = seats.first().copied().unwrap_or_default();
                Stage::LastWords { speaker, at_dawn: matches!(self.phase, Phase::Day(_)) }
            }
            Scene::Round(round) => Stage::Vote { round: *round, voter },
            Scene::Step(NightStep::Kill(seat)) => Stage::Kill(*seat),
            Scene::Step(NightStep::Don) => Stage::DonCheck,
            Scene::Step(NightStep::Sheriff) => Stage::SheriffCheck,
            Scene::Over(winner) => Stage::Over { winner: *winner, phase: self.phase },
        };
        state
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

/// The votes of the round that goes on, in voting order.
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
    /// Seats that have been named.
    named: Seats,
    problems: Vec<Diagnostic>,
}

impl TableReader {
    fn new() -> Self {
        let mut table = Table::of(&State::new(Rules::default()));
        table.out = Seats::NONE;
        Self { table, named: Seats::NONE, problems: Vec::new() }
    }

    fn problem(&mut self, id: &'static str, message: String, span: Span, fix: &str) {
        self.problems.push(Diagnostic::new(id, message).at(span).fix(fix));
    }

    fn read(&mut self, text: &str) {
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
        for span in words(text, start + 1, end) {
            self.seat(&text[span.range()], span);
        }
        if self.named.len() < SEATS {
            let message = format!("{} seats of ten are named", self.named.len());
            self.problem("mafia/table/seats", message, Span::new(start, end + 1), "name P0 to P9, each once");
        }
        let mut rest = words(text, end + 1, text.len()).into_iter();
        let phase = rest.next().unwrap_or(Span::new(end, end + 1));
        let label =
            text[phase.range()].strip_prefix(['<', '[']).and_then(|rest| rest.strip_suffix(['>', ']']));
        match label.and_then(Phase::read) {
            Some(read) => self.table.phase = read,
            None => self.problem(
                "mafia/table/phase",
                "the phase is missing behind the seats".to_owned(),
                phase,
                "<SETUP>, <D1>, <E1> or <N1>",
            ),
        }
        for span in rest {
            self.field(&text[span.range()], span);
        }
    }

    /// `P2:citizen`, or `*P2:citizen*` for one who is out.
    fn seat(&mut self, text: &str, span: Span) {
        let inner = text.strip_prefix('*').and_then(|rest| rest.strip_suffix('*'));
        let (name, role) = inner.unwrap_or(text).split_once(':').unwrap_or((text, ""));
        let known = role == "?" || read_role(role).is_some();
        let Some(seat) = read_seat(name).filter(|&seat| known && !self.named.contains(seat)) else {
            let message = format!("`{text}` is not a seat with its role, or the seat is there twice");
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
        if let Some(problem) = self.set(key, value) {
            self.problems.push(problem.at(span));
        }
    }

    /// Sets a field; what is wrong with it otherwise.
    fn set(&mut self, key: &str, value: &str) -> Option<Diagnostic> {
        let table = &mut self.table;
        let wrong = |fix: &str| {
            Some(Diagnostic::new("mafia/table/field", format!("`{value}` is no value of {key}")).fix(fix))
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
            "done" => put!(table.done, read_deeds(value), "done=nominates->P3,says->P4:red"),
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

fn read_deeds(text: &str) -> Option<Vec<Action>> {
    let deed = |deed| line::read_event(&format!("st!{deed}")).ok().and_then(|event| read_action(&event).ok());
    text.split(',').map(deed).collect()
}

fn read_cast(text: &str) -> Option<Vec<Cast>> {
    let cast = |word| match word {
        "all" => Some(Cast::All),
        "keep" => Some(Cast::Keep),
        _ => read_seat(word).map(Cast::Against),
    };
    text.split(',').map(cast).collect()
}

/// The words between two places.
fn words(text: &str, start: usize, end: usize) -> Vec<Span> {
    let part = &text[start..end];
    part.split_whitespace()
        .map(|word| {
            let at = start + (word.as_ptr() as usize - part.as_ptr() as usize);
            Span::new(at, at + word.len())
        })
        .collect()
}
