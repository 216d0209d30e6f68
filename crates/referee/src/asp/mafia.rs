//! The referee of Mafia: `rules/mafia`, and the engine's states and actions in their words.
//!
//! Accepts [`State`]s and [`Action`]s of the engine and gives them to the rules as fluents and parts of a move; emits which rules a
//! move breaks, what is so after it, and which moves are legal. It reads a state as its table line says it, and never asks the engine
//! what is legal or what follows. What the rules have no word for is a [`Failure`].

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::hash::Hash;

use gaslamp_core::trace::Phase;
use gaslamp_core::{Actor, Contents, Game, Seat, Seats};
use gaslamp_mafia::notation::table::{Cast, NightStep, Scene, Table};
use gaslamp_mafia::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_mafia::{Action, Colour, Deal, Role, Rules, SEATS, State};

use super::{Difference, Facts, Failure, Judgement, Place, Transition, hearing};

/// The rules; a trace will want all of them but the last.
const RULES: [&str; 8] = [
    include_str!("../../rules/mafia/core.lp"),
    include_str!("../../rules/mafia/deed.lp"),
    include_str!("../../rules/mafia/deal.lp"),
    include_str!("../../rules/mafia/day.lp"),
    include_str!("../../rules/mafia/vote.lp"),
    include_str!("../../rules/mafia/night.lp"),
    include_str!("../../rules/mafia/end.lp"),
    include_str!("../../rules/mafia/transition.lp"),
];

/// The predicates of the parts of a move.
const PARTS: [&str; 5] = ["by", "verb", "target", "colour", "dealt"];

/// Something that is so in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Fluent {
    Role(Seat, Role),
    Alive(Seat),
    Stage(&'static str),
    Day(u16),
    Asked(Actor),
    Starter(Seat),
    Said(Action),
    Nominee(Seat),
    ToSpeak(Seat),
    Before(Seat, Seat),
    Vote(Seat, Seat),
    VoteAll(Seat),
    VoteKeep(Seat),
    LeftToday,
    Aimed(Seat),
    ShotsSplit,
    Doomed(Seat),
    Quiet(u8),
    Result(&'static str),
    Ended(&'static str),
}

/// A part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    By(Actor),
    Verb(&'static str),
    Target(Seat),
    Colour(Colour),
    Dealt(Seat, Role),
}

const STAGES: [&str; 11] = [
    "deal",
    "talk",
    "dawn_words",
    "evening_words",
    "round(1)",
    "round(2)",
    "round(3)",
    "kill",
    "don_check",
    "sheriff_check",
    "over",
];

const RESULTS: [&str; 3] = ["red", "black", "draw"];

const ENDS: [&str; 3] = ["dawn", "evening", "night"];

fn actor_name(actor: Actor) -> String {
    actor.seat().map_or("dealer".to_owned(), |seat| seat.index().to_string())
}

/// An action in the rules' words: its verb, its seat, its colour.
fn words(action: Action) -> (&'static str, Option<Seat>, Option<Colour>) {
    match action {
        Action::EndTurn => ("end_turn", None, None),
        Action::Nominate(seat) => ("nominate", Some(seat), None),
        Action::ClaimSheriff => ("claim_sheriff", None, None),
        Action::DenySheriff => ("deny_sheriff", None, None),
        Action::ClaimCheck(seat, colour) => ("claim_check", Some(seat), Some(colour)),
        Action::Say(seat, colour) => ("say", Some(seat), Some(colour)),
        Action::Vote(seat) => ("vote", Some(seat), None),
        Action::EliminateAll => ("eliminate_all", None, None),
        Action::KeepAll => ("keep_all", None, None),
        Action::Kill(seat) => ("kill", Some(seat), None),
        Action::SheriffCheck(seat) => ("sheriff_check", Some(seat), None),
        Action::DonCheck(seat) => ("don_check", Some(seat), None),
        Action::Deal(_) => ("deal", None, None),
    }
}

/// The action that is said in these words.
fn action_of(verb: &str, seat: Option<Seat>, colour: Option<Colour>) -> Option<Action> {
    Some(match (verb, seat, colour) {
        ("end_turn", None, None) => Action::EndTurn,
        ("nominate", Some(seat), None) => Action::Nominate(seat),
        ("claim_sheriff", None, None) => Action::ClaimSheriff,
        ("deny_sheriff", None, None) => Action::DenySheriff,
        ("claim_check", Some(seat), Some(colour)) => Action::ClaimCheck(seat, colour),
        ("say", Some(seat), Some(colour)) => Action::Say(seat, colour),
        ("vote", Some(seat), None) => Action::Vote(seat),
        ("eliminate_all", None, None) => Action::EliminateAll,
        ("keep_all", None, None) => Action::KeepAll,
        ("kill", Some(seat), None) => Action::Kill(seat),
        ("sheriff_check", Some(seat), None) => Action::SheriffCheck(seat),
        ("don_check", Some(seat), None) => Action::DonCheck(seat),
        _ => return None,
    })
}

impl fmt::Display for Fluent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Role(seat, role) => write!(f, "role({},{})", seat.index(), role.name()),
            Self::Alive(seat) => write!(f, "alive({})", seat.index()),
            Self::Stage(stage) => write!(f, "stage({stage})"),
            Self::Day(day) => write!(f, "day({day})"),
            Self::Asked(actor) => write!(f, "asked({})", actor_name(actor)),
            Self::Starter(seat) => write!(f, "starter({})", seat.index()),
            Self::Said(action) => match words(action) {
                (verb, Some(seat), Some(colour)) => {
                    write!(f, "said({verb}({},{}))", seat.index(), colour.name())
                }
                (verb, Some(seat), None) => write!(f, "said({verb}({}))", seat.index()),
                (verb, None, _) => write!(f, "said({verb})"),
            },
            Self::Nominee(seat) => write!(f, "nominee({})", seat.index()),
            Self::ToSpeak(seat) => write!(f, "to_speak({})", seat.index()),
            Self::Before(seat, other) => write!(f, "before({},{})", seat.index(), other.index()),
            Self::Vote(voter, seat) => write!(f, "vote({},{})", voter.index(), seat.index()),
            Self::VoteAll(voter) => write!(f, "vote_all({})", voter.index()),
            Self::VoteKeep(voter) => write!(f, "vote_keep({})", voter.index()),
            Self::LeftToday => f.write_str("left_today"),
            Self::Aimed(seat) => write!(f, "aimed({})", seat.index()),
            Self::ShotsSplit => f.write_str("shots_split"),
            Self::Doomed(seat) => write!(f, "doomed({})", seat.index()),
            Self::Quiet(rounds) => write!(f, "quiet({rounds})"),
            Self::Result(result) => write!(f, "result({result})"),
            Self::Ended(when) => write!(f, "ended({when})"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::By(actor) => write!(f, "by({})", actor_name(actor)),
            Self::Verb(verb) => write!(f, "verb({verb})"),
            Self::Target(seat) => write!(f, "target({})", seat.index()),
            Self::Colour(colour) => write!(f, "colour({})", colour.name()),
            Self::Dealt(seat, role) => write!(f, "dealt({},{})", seat.index(), role.name()),
        }
    }
}

fn seats() -> impl Iterator<Item = Seat> + Clone {
    (0..SEATS).map(Seat::new)
}

fn actors() -> impl Iterator<Item = Actor> {
    seats().map(Actor::Seat).chain([Actor::Storyteller])
}

/// The last day that these rules can lead to, as `core.lp` counts it.
fn last_day(rules: &Rules) -> u16 {
    8 * u16::from(rules.quiet_rounds) + 1
}

/// All that can be so in a state.
fn fluents(rules: &Rules) -> Vec<Fluent> {
    let mut all = vec![Fluent::LeftToday, Fluent::ShotsSplit];
    for seat in seats() {
        all.extend(Role::ALL.map(|role| Fluent::Role(seat, role)));
        all.extend([Fluent::Alive, Fluent::Starter, Fluent::Nominee, Fluent::ToSpeak].map(|of| of(seat)));
        all.extend([Fluent::VoteAll, Fluent::VoteKeep, Fluent::Aimed, Fluent::Doomed].map(|of| of(seat)));
        all.extend(seats().map(|other| Fluent::Vote(seat, other)));
        all.extend(seats().filter(|other| *other != seat).map(|other| Fluent::Before(seat, other)));
        all.extend([Action::Nominate(seat)].map(Fluent::Said));
        all.extend(Colour::ALL.map(|colour| Fluent::Said(Action::ClaimCheck(seat, colour))));
        all.extend(Colour::ALL.map(|colour| Fluent::Said(Action::Say(seat, colour))));
    }
    all.extend([Action::ClaimSheriff, Action::DenySheriff].map(Fluent::Said));
    all.extend(actors().map(Fluent::Asked));
    all.extend(STAGES.map(Fluent::Stage));
    all.extend(RESULTS.map(Fluent::Result));
    all.extend(ENDS.map(Fluent::Ended));
    all.extend((1..=last_day(rules)).map(Fluent::Day));
    all.extend((0..=rules.quiet_rounds).map(Fluent::Quiet));
    all
}

/// All that a move can be made of.
fn parts() -> Vec<Part> {
    let verbs = (0..Action::COUNT).filter_map(Action::from_id).map(|action| words(action).0);
    let mut all: Vec<Part> = verbs.chain(["deal"]).map(Part::Verb).collect();
    all.dedup();
    all.extend(actors().map(Part::By));
    all.extend(seats().map(Part::Target));
    all.extend(Colour::ALL.map(Part::Colour));
    all.extend(seats().flat_map(|seat| Role::ALL.map(|role| Part::Dealt(seat, role))));
    all
}

/// The table's own rules, as facts.
fn options(rules: &Rules) -> String {
    let numbers =
        format!("actions_per_turn({}). quiet_rounds({}).", rules.actions_per_turn, rules.quiet_rounds);
    let unanimous = if rules.unanimous_kill { "unanimous_kill." } else { "" };
    let lone = if rules.lone_nominee_leaves_on_day_1 { "lone_nominee_leaves_on_day_1." } else { "" };
    format!("{numbers} {unanimous} {lone}")
}

/// The rules of Mafia, ground for one table's options.
#[derive(Debug)]
pub struct Referee {
    rules: Rules,
    transition: Transition,
    fluents: HashMap<Fluent, Place>,
    parts: HashMap<Part, Place>,
    part_at: HashMap<Place, Part>,
}

fn place<K: Hash + Eq + fmt::Display>(places: &HashMap<K, Place>, word: &K) -> Result<Place, Failure> {
    places.get(word).copied().ok_or_else(|| Failure::Unknown(word.to_string()))
}

impl Referee {
    /// Grounds the rules for a table.
    ///
    /// # Errors
    /// When clingo cannot ground them, or they lack a word that a state or a move can need.
    pub fn new(rules: Rules) -> Result<Self, Failure> {
        let texts: Vec<String> = RULES.into_iter().map(str::to_owned).chain([options(&rules)]).collect();
        let transition = Transition::new(&texts, &PARTS, &[])?;
        let mut referee = Self {
            rules,
            fluents: HashMap::new(),
            parts: HashMap::new(),
            part_at: HashMap::new(),
            transition,
        };
        for fluent in fluents(&rules) {
            referee.fluents.insert(fluent, referee.transition.fluent(&fluent.to_string())?);
        }
        for part in parts() {
            let place = referee.transition.part(&part.to_string())?;
            referee.parts.insert(part, place);
            referee.part_at.insert(place, part);
        }
        Ok(referee)
    }

    /// What is so in a state.
    ///
    /// # Errors
    /// When the state is of a table with other rules, or holds what these rules cannot lead to.
    pub fn facts(&self, state: &State) -> Result<Facts, Failure> {
        let table = Table::of(state);
        if table.rules != self.rules {
            return Err(Failure::Unknown("a table with other rules".to_owned()));
        }
        let mut facts = Facts::default();
        let mut so = |fluent: Fluent| -> Result<(), Failure> {
            facts.insert(place(&self.fluents, &fluent)?);
            Ok(())
        };
        let living = Seats::first(SEATS).minus(table.out);
        living.iter().try_for_each(|seat| so(Fluent::Alive(seat)))?;
        self.scene(&table, &mut so)?;
        if table.scene == Scene::Deal {
            return Ok(facts);
        }
        for (seat, role) in seats().zip(table.roles) {
            let role = role.ok_or_else(|| Failure::Unknown(format!("{seat:?} without a role")))?;
            so(Fluent::Role(seat, role))?;
        }
        so(Fluent::Starter(table.starter))?;
        so(Fluent::Quiet(table.quiet))?;
        table.done.iter().try_for_each(|&action| so(Fluent::Said(action)))?;
        table.nominated.iter().try_for_each(|&seat| so(Fluent::Nominee(seat)))?;
        in_order(&table.nominated, &mut so)?;
        for (voter, cast) in clockwise(living, table.starter).zip(&table.cast) {
            so(match *cast {
                Cast::Against(seat) => Fluent::Vote(voter, seat),
                Cast::All => Fluent::VoteAll(voter),
                Cast::Keep => Fluent::VoteKeep(voter),
            })?;
        }
        if table.left_today {
            so(Fluent::LeftToday)?;
        }
        if table.shots_split {
            so(Fluent::ShotsSplit)?;
        }
        if let Some(victim) = table.victim {
            let is_shot = !matches!(table.scene, Scene::Step(NightStep::Kill(_)));
            so(if is_shot { Fluent::Doomed(victim) } else { Fluent::Aimed(victim) })?;
        }
        Ok(facts)
    }

    /// What the table is doing, who is asked, and when that is.
    fn scene(
        &self,
        table: &Table,
        so: &mut impl FnMut(Fluent) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let living = Seats::first(SEATS).minus(table.out);
        let owner =
            |role: Role| seats().zip(table.roles).find(|(_, held)| *held == Some(role)).map(|(seat, _)| seat);
        let is_evening = table.phase.label == EVENING;
        let (stage, asked) = match &table.scene {
            Scene::Deal => ("deal", None),
            Scene::Speaker(seat) => ("talk", Some(*seat)),
            Scene::Words(speakers) => {
                speakers.iter().try_for_each(|&seat| so(Fluent::ToSpeak(seat)))?;
                in_order(speakers, so)?;
                (if is_evening { "evening_words" } else { "dawn_words" }, speakers.first().copied())
            }
            Scene::Round(round) => {
                let stage = match round {
                    1 => "round(1)",
                    2 => "round(2)",
                    3 => "round(3)",
                    _ => return Err(Failure::Unknown(format!("round {round} of the vote"))),
                };
                (stage, clockwise(living, table.starter).nth(table.cast.len()))
            }
            Scene::Step(NightStep::Kill(shooter)) => ("kill", Some(*shooter)),
            Scene::Step(NightStep::Don) => ("don_check", owner(Role::Don)),
            Scene::Step(NightStep::Sheriff) => ("sheriff_check", owner(Role::Sheriff)),
            Scene::Over(winner) => {
                so(Fluent::Result(winner.map_or("draw", Colour::name)))?;
                so(Fluent::Ended(match table.phase {
                    Phase { label: DAY, .. } => "dawn",
                    Phase { label: EVENING, .. } => "evening",
                    _ => "night",
                }))?;
                ("over", None)
            }
        };
        so(Fluent::Stage(stage))?;
        match (&table.scene, asked) {
            (Scene::Deal, _) => return so(Fluent::Asked(Actor::Storyteller)),
            (Scene::Over(_), _) => {}
            (_, Some(seat)) => so(Fluent::Asked(Actor::Seat(seat)))?,
            (scene, None) => return Err(Failure::Unknown(format!("{scene:?} in which nobody is asked"))),
        }
        let Phase { label: DAY | EVENING | NIGHT, number: day } = table.phase else {
            return Err(Failure::Unknown(format!("the phase {}", table.phase)));
        };
        // A day from which play goes on must have a next one, or that would silently be no day at all.
        let is_last = day >= last_day(&self.rules) && !matches!(table.scene, Scene::Over(_));
        if is_last {
            Err(Failure::Unknown(format!("a game that goes on after day {day}")))
        } else {
            so(Fluent::Day(day))
        }
    }

    /// A move in its parts.
    fn move_facts(&self, actor: Actor, action: Action) -> Result<Facts, Failure> {
        let (verb, seat, colour) = words(action);
        let given =
            [Some(Part::By(actor)), Some(Part::Verb(verb)), seat.map(Part::Target), colour.map(Part::Colour)];
        let dealt = |deal: Deal| seats().map(move |seat| Part::Dealt(seat, deal.role(seat)));
        let deal = if let Action::Deal(deal) = action { Some(deal) } else { None };
        let mut made = Facts::default();
        for part in given.into_iter().flatten().chain(deal.into_iter().flat_map(dealt)) {
            made.insert(place(&self.parts, &part)?);
        }
        Ok(made)
    }

    /// The action that is made of these parts.
    fn action(&self, made: &Facts) -> Option<Action> {
        let (mut verb, mut target, mut colour) = ("", None, None);
        let mut roles = [Role::Citizen; SEATS];
        for place in made.iter() {
            match *self.part_at.get(&place)? {
                Part::By(_) => {}
                Part::Verb(said) => verb = said,
                Part::Target(seat) => target = Some(seat),
                Part::Colour(named) => colour = Some(named),
                Part::Dealt(seat, role) => roles[seat.index()] = role,
            }
        }
        if verb == "deal" {
            Deal::from_roles(&roles).map(Action::Deal)
        } else {
            action_of(verb, target, colour)
        }
    }

    /// Judges what somebody does in a state.
    ///
    /// # Errors
    /// When the rules do not know the state or the action, or clingo fails; that is no answer.
    pub fn judge(&mut self, state: &State, actor: Actor, action: Action) -> Result<Judgement, Failure> {
        let (facts, made) = (self.facts(state)?, self.move_facts(actor, action)?);
        self.transition.judge(&facts, &made)
    }

    /// Everything that is legal in a state, in ascending order.
    ///
    /// # Errors
    /// When the rules do not know the state, or clingo fails; that is no answer.
    pub fn legal(&mut self, state: &State) -> Result<Vec<Action>, Failure> {
        let facts = self.facts(state)?;
        let mut moves = Vec::new();
        self.transition.each_legal(&facts, |made| moves.push(made.clone()))?;
        let action = |made: &Facts| {
            self.action(made).ok_or_else(|| Failure::Unknown("a move that is no action".to_owned()))
        };
        let mut legal = moves.iter().map(action).collect::<Result<Vec<Action>, Failure>>()?;
        legal.sort();
        Ok(legal)
    }

    /// The names of all rules that may be broken.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.transition.rules()
    }

    /// The facts by name, as the rules write them.
    pub fn names<'a>(&'a self, facts: &'a Facts) -> impl Iterator<Item = &'a str> {
        facts.iter().map(|place| self.transition.fluent_name(place))
    }
}

impl hearing::Referee<State> for Referee {
    fn facts(&self, state: &State) -> Result<Facts, Failure> {
        self.facts(state)
    }

    fn judge(
        &mut self,
        state: &State,
        _: &Contents<<State as Game>::Content>,
        by: Actor,
        action: Action,
    ) -> Result<Judgement, Failure> {
        self.judge(state, by, action)
    }

    fn differences(&self, engine: &Facts, referee: &Facts) -> Vec<Difference> {
        self.transition.differences(engine, referee)
    }

    fn words(&self, rule: &str) -> Option<&str> {
        self.transition.words(rule)
    }
}

/// Who stands before whom in a list.
fn in_order(list: &[Seat], so: &mut impl FnMut(Fluent) -> Result<(), Failure>) -> Result<(), Failure> {
    for (at, &seat) in list.iter().enumerate() {
        list[at + 1..].iter().try_for_each(|&later| so(Fluent::Before(seat, later)))?;
    }
    Ok(())
}

/// The living, from the starter on.
fn clockwise(living: Seats, starter: Seat) -> impl Iterator<Item = Seat> {
    let from = starter.index();
    (from..from + SEATS).map(|index| Seat::new(index % SEATS)).filter(move |seat| living.contains(*seat))
}
