//! What is decided before a game, and the check that turns it into a state.

use std::collections::BTreeSet;

use gaslamp_core::bounds::long_name;
use gaslamp_core::notation::is_storyteller;
use gaslamp_core::number_format::plural;
use gaslamp_core::trace::line::is_word;
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::abilities::OwnAbilities;
use super::action::Action;
use super::bag_space::{SetupSpace, base_counts, wrong_players};
use super::day::DayVerb;
use super::marks::Marks;
use super::misfire::Misfires;
use super::registration::{Registration, Verdict};
use super::ruling::LATER_RULINGS;
use super::script::{PlayedScript, Script};
use super::state::{Interlude, MOST_ATTACKS, Pending, SEATS, Stage, State};
use crate::characters::Character;

/// Who plays, and with which script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The characters that may be in play.
    pub script: Script,
    /// The players' names, clockwise.
    pub names: Vec<String>,
    /// The numbers of Townsfolk, Outsiders, Minions and Demons before characters change them, if not the
    /// standard ones.
    pub counts: Option<[usize; 4]>,
}

/// The fewest seats of a set-up with its own counts.
const FEWEST: usize = 3;

/// Names for players who have none: `P1`, `P2` and so on.
#[must_use]
pub fn default_names(players: usize) -> Vec<String> {
    (1..=players).map(|number| format!("P{number}")).collect()
}

/// The numbers of Townsfolk, Outsiders, Minions and Demons for that many players: these, or the standard
/// ones.
///
/// # Errors
/// Everything that is wrong with them.
pub fn counts_for(players: usize, counts: Option<[usize; 4]>) -> Result<[usize; 4], Vec<Diagnostic>> {
    let Some(counts) = counts else {
        return base_counts(players).ok_or_else(|| vec![wrong_players(players)]);
    };
    let mut problems = Vec::new();
    let total = counts.iter().fold(0usize, |total, &count| total.saturating_add(count));
    if total != players {
        let message = format!("the counts add up to {total}, which is not the number of players ({players})");
        problems.push(Diagnostic::illegal("botc/setup/counts", message));
    }
    if !(FEWEST..=SEATS).contains(&players) {
        let message = format!("{}; a table has {FEWEST} to {SEATS} seats", plural(players, "player"));
        problems.push(Diagnostic::illegal("botc/setup/players", message));
    }
    if counts[3] == 0 {
        problems.push(Diagnostic::illegal("botc/setup/demon", "a game needs a Demon"));
    }
    if problems.is_empty() { Ok(counts) } else { Err(problems) }
}

impl Setup {
    /// A game of Trouble Brewing with that many players.
    #[must_use]
    pub fn trouble_brewing(players: usize) -> Self {
        let script = Script::built_in("tb").unwrap_or_else(|| Script::new("", []));
        Self { script, names: default_names(players), counts: None }
    }

    /// The numbers of Townsfolk, Outsiders, Minions and Demons.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn base_counts(&self) -> Result<[usize; 4], Vec<Diagnostic>> {
        counts_for(self.names.len(), self.counts)
    }

    fn name_problems(&self) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        let mut known = BTreeSet::new();
        for name in &self.names {
            if let Some(problem) = long_name("botc/setup/name", name) {
                problems.push(problem);
            } else if !can_be_name(name) {
                let message = format!("`{name}` cannot be the name of a player");
                problems.push(Diagnostic::illegal("botc/setup/name", message).fix(
                    "names consist of letters, digits and _ . ' -, and cannot be numbers, characters or words of the notation",
                ));
            }
            if !known.insert(name.to_lowercase()) {
                let message = format!("two players are called `{name}`");
                problems.push(Diagnostic::illegal("botc/setup/name-twice", message));
            }
        }
        problems
    }
}

/// Words that cannot be a player's name, since they occur where a name could.
const RESERVED: [&str; 20] = [
    "yes",
    "no",
    "none",
    "nobody",
    "nothing",
    "grimoire",
    "team",
    "characters",
    "clockwise",
    "anticlockwise",
    "good",
    "evil",
    "all",
    "any",
    "msg",
    "note",
    "strategy",
    "result",
    "madness",
    "timing",
];

/// Whether traces that name this player are unambiguous.
fn can_be_name(name: &str) -> bool {
    let is_reserved = RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name));
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let is_taken = is_reserved || is_number || is_storyteller(name) || Character::read(name).is_some();
    is_word(name) && !is_taken
}

impl State {
    /// A table before the deal.
    pub(super) fn from_setup(setup: &Setup) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = setup.name_problems();
        let counts = setup.base_counts().map_err(|more| problems.extend(more)).ok();
        let script = PlayedScript::new(&setup.script).map_err(|more| problems.extend(more)).ok();
        problems.extend(setup.script.jinx_problems());
        if let (Some(counts), true) = (counts, problems.is_empty()) {
            problems.extend(SetupSpace::check(&setup.script, counts).err().into_iter().flatten());
        }
        match (counts, script) {
            (Some(counts), Some(script)) if problems.is_empty() => Ok(Self::empty(counts, script)),
            _ => Err(problems),
        }
    }

    pub(super) fn empty(counts: [usize; 4], script: PlayedScript) -> Self {
        let size = counts.iter().sum::<usize>();
        let nobody = Character::FIRST;
        Self {
            size: size as u8,
            counts: counts.map(|count| count as u8),
            dealt_outsiders: 0,
            script,
            registration: Registration::Free,
            deemed_sober: Seats::NONE,
            roles: [nobody; SEATS],
            shown_characters: [nobody; SEATS],
            ability: OwnAbilities::NONE,
            evil: Seats::NONE,
            told_evil: Seats::NONE,
            living: Seats::first(size),
            undead: Seats::NONE,
            ghost_votes: Seats::first(size),
            marks: Marks::NONE,
            impaired: Seats::NONE,
            misfires: Misfires::NONE,
            stage: Stage::Setup,
            pending: Pending::Deal,
            later_rulings: [None; LATER_RULINGS],
            is_end_open: false,
            loser: None,
            loser_by_execution: None,
            winner: None,
            number: 0,
            step: 0,
            acted: Seats::NONE,
            acting: Seat::new(0),
            acting_as: Character::FIRST,
            chosen: Action::Pass,
            attacks: [None; MOST_ATTACKS],
            attacker: Seat::new(0),
            died_tonight: Seats::NONE,
            died_impaired: Seats::NONE,
            woken: Seats::NONE,
            living_at_dusk: Seats::first(size),
            fresh: Seats::NONE,
            unprepared: Seats::NONE,
            untold: Seats::NONE,
            last_choices: Seats::NONE,
            passed: Seats::NONE,
            cursor: Seat::new(0),
            nominators: Seats::NONE,
            nominated: Seats::NONE,
            used: [Seats::NONE; DayVerb::ALL.len()],
            claims: [0; SEATS],
            asked: Verdict::NEITHER,
            asked_in_fact: false,
            nominator: Seat::new(0),
            nominee: None,
            must_nominate: None,
            is_nominee_speaking: false,
            voters: Seats::NONE,
            hands: Seats::NONE,
            block: None,
            most_votes: 0,
            executed: None,
            execution_killed: false,
            somebody_died_today: false,
            is_day_over: false,
            interlude: Interlude::Over,
            extra_day: 0,
        }
    }
}
