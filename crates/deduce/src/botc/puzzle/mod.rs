//! Puzzle files: a case in TOML, and the worlds that its author expects.
//!
//! **Reads** TOML with the keys `id`, `source`, `note`, `hidden`, `you`, `you_may_be`, `also_on_script`, `counts`,
//! `duplicate_roles`, `demon_may_attack_dead`, `known`, `ends`, `last_day_finished`, `no_world` and `log`, a `[[player]]` for
//! each seat (`name`, `claim` or `claim_any`, `says`) and a `[[solution]]` for each world (`start`, `end`, `also`). Only `id`,
//! `ends` and the players' names must be there. Players and characters are named in any case, lists may stand in any order.
//! `scripts` is passed over; so are `beyond_tb` and `beyond_base3`, unless they name somebody whom nothing else does.
//! Deaths of one night may stand on one line or on several. What needs a rule that is not played here is refused by name,
//! with an id of its own, so that a caller can tell it from what cannot be read ([`is_unsupported`]). `hidden` must be there where the
//! claims alone have too few Demons, Minions or Outsiders. What can be read in two ways is told by [`ambiguities`].
//!
//! Beyond the published files it knows `ends = "N2 begun"`, before the dawn of that night, and for evil players `N1 told team: demons
//! Ann / minions Ben, Cy` and `N1 told grimoire: Chef, Imp, …`, a role for each seat.
//!
//! **Writes** all keys in the order of the published files, those that say nothing unusual left out; characters by display
//! names, a line for each death, and behind a world who in it is not what they claim.

mod doubts;
mod log;
mod piece;
mod read;
mod says;
mod terms;
mod write;

use gaslamp_botc::Character;
use gaslamp_botc::rules::Formula;
use gaslamp_core::{Diagnostic, Fault};

use super::case::{Case, LogEntry, Player, Testimony};
pub use doubts::ambiguities;
pub use read::read;
pub use write::write;

/// The id of problems with files that can be read and need rules that are not played here.
pub const UNSUPPORTED: &str = "deduce/puzzle/unsupported";

/// Behind the last night, where its dawn has not come yet: `N2 begun`.
const BEGUN: &str = " begun";

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// What it is called.
    pub id: String,
    /// Where it was published.
    pub source: Option<String>,
    /// What else is to be known about it.
    pub note: Option<String>,
    /// What is known of the game.
    pub case: Case,
    /// Every world that its author expects; none is recorded where there is none.
    pub answer: Option<Vec<Expected>>,
    /// What must be so in each of these worlds as well.
    pub also: Vec<Formula>,
}

/// A world that a puzzle's author expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// Who everybody is at the beginning, by seat.
    pub start: Vec<Character>,
    /// Who everybody is at the end, if that is part of the answer.
    pub end: Option<Vec<Character>>,
}

impl Puzzle {
    /// The same, from no text: two puzzles that say the same are equal then.
    #[must_use]
    pub fn without_spans(mut self) -> Self {
        for seen in &mut self.case.log {
            seen.span = None;
        }
        for said in self.case.players.iter_mut().flat_map(|player| &mut player.says) {
            said.span = None;
        }
        self
    }
}

/// What a player says, as a file writes it.
#[must_use]
pub fn write_saying(case: &Case, player: &Player, what: &Testimony) -> String {
    says::write(case, &case.names(), player, what)
}

/// What the table saw, as a file writes it: a line for each death.
#[must_use]
pub fn write_event(case: &Case, seen: &LogEntry) -> Vec<String> {
    log::write(case, &case.names(), seen)
}

/// Whether nothing is wrong with a file but that it needs rules that are not played here.
#[must_use]
pub fn is_unsupported(problems: &[Diagnostic]) -> bool {
    !problems.is_empty() && problems.iter().all(|problem| problem.fault == Fault::Unsupported)
}

/// Every part of a formula, the whole first.
pub(super) fn each_part(formula: &Formula, visit: &mut impl FnMut(&Formula)) {
    visit(formula);
    match formula {
        Formula::Not(part) => each_part(part, visit),
        Formula::Join(_, a, b) => {
            each_part(a, visit);
            each_part(b, visit);
        }
        Formula::Exactly(_, parts) => parts.iter().for_each(|part| each_part(part, visit)),
        _ => {}
    }
}
