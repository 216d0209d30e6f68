//! What a referee says of a record, a trace or a grimoire. It judges where clingo is built in; what it says has the same form everywhere.

use gaslamp_botc::{CharacterSet, Setup};
use serde_json::{Map, Value, json};

use crate::answer::Field;
use crate::diagnostic::Problems;

/// A record of which every action was judged.
#[must_use]
pub fn judged(actions: usize) -> Value {
    json!({ "legal": true, "judged": actions })
}

/// Whether it can be at all, whether it was taken for a whole game, and what of it was not judged.
#[must_use]
pub fn verdict(is_possible: bool, is_whole: bool, unjudged: &Problems) -> Vec<Field> {
    vec![
        ("possible", is_possible.into()),
        ("whole", is_whole.into()),
        ("unjudged", unjudged.to_json().into()),
    ]
}

/// From which set-ups something may have come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origins<'a> {
    /// Some of them, as grimoires.
    pub setups: Vec<String>,
    /// Whether these are all.
    pub is_all: bool,
    /// Who may have been dealt what, by seat, if that was found out.
    pub roles: Option<&'a [CharacterSet]>,
    /// Why the search was stopped, if it was.
    pub stopped: Option<String>,
}

/// What follows the verdict that something is possible.
#[must_use]
pub fn origins(setup: &Setup, origins: Origins<'_>) -> Vec<Field> {
    let Origins { setups, is_all, roles, stopped } = origins;
    vec![
        ("setups", setups.into()),
        ("all", is_all.into()),
        ("seats", roles.map_or(Value::Null, |roles| seats(setup, roles))),
        ("stopped", stopped.into()),
    ]
}

fn seats(setup: &Setup, roles: &[CharacterSet]) -> Value {
    let seat = |(name, roles): (&String, &CharacterSet)| {
        let roles: Vec<String> = roles.iter().map(|role| role.to_string()).collect();
        json!({ "name": name, "roles": roles })
    };
    setup.names.iter().zip(roles).map(seat).collect()
}

/// Times of many questions, in microseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Times {
    /// The shortest.
    pub min: f64,
    /// The one in the middle.
    pub median: f64,
    /// What 99 of 100 do not exceed.
    pub p99: f64,
    /// The longest.
    pub max: f64,
    /// How many.
    pub count: usize,
}

impl Times {
    fn to_json(self) -> Value {
        let Self { min, median, p99, max, count } = self;
        json!({ "min_us": min, "median_us": median, "p99_us": p99, "max_us": max, "n": count })
    }
}

/// How long judging takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Bench {
    /// How many play.
    pub players: usize,
    /// How many milliseconds the rules take to be ground.
    pub ground_ms: f64,
    /// Whether something is legal, by night.
    pub nights: Vec<(u16, Times)>,
    /// The same by day.
    pub day: Times,
    /// The same, and what follows.
    pub follow: Times,
    /// Listing all legal actions.
    pub legal: Times,
    /// The same in first nights.
    pub legal_first_night: Times,
}

impl Bench {
    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let night: Map<String, Value> =
            self.nights.iter().map(|(night, times)| (night.to_string(), times.to_json())).collect();
        json!({
            "players": self.players, "ground_ms": self.ground_ms, "night": night, "day": self.day.to_json(),
            "follow": self.follow.to_json(), "legal": self.legal.to_json(),
            "legal_first_night": self.legal_first_night.to_json(),
        })
    }
}
