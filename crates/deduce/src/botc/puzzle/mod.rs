//! Puzzle files: a case in TOML, and the worlds that its author expects.
//!
//! **Reads** TOML with the keys `id`, `source`, `note`, `hidden`, `you`, `you_may_be`, `also_on_script`, `counts`,
//! `duplicate_roles`, `demon_may_attack_dead`, `known`, `ends`, `last_day_finished`, `no_world` and `log`, a `[[player]]` for
//! each seat (`name`, `claim` or `claim_any`, `says`) and a `[[solution]]` for each world (`start`, `end`, `also`). Only the
//! players' names are required. Without `ends`, the last night or day is the last that a line names, or the first night. Names of players and characters
//! ignore case, lists may be in any order. `scripts`, if it is there, must list the scripts of all characters that may be in play;
//! `beyond_tb` and `beyond_base3` are ignored, unless they name a character that nothing else does.
//! The deaths of one night may be on one line or on several, and a line may say that there were none (`N2 nobody died`). What needs an unsupported rule is refused by name, with its own id, so that
//! a caller can tell it from a syntax error ([`is_unsupported`]). `hidden` is required if the claims alone have too few Demons, Minions
//! or Outsiders. Lines that can be read in two ways are reported by [`ambiguities`].
//!
//! In addition to what published files use, it accepts `ends = "N2 begun"`, before the dawn of that night, and for evil players `N1 told
//! team: demons Ann / minions Ben, Cy` and `N1 told grimoire: Chef, Imp, …`, a role for each seat.
//!
//! **Writes** all keys in the order of the published files, without those that have their default value; characters by display
//! names, a line for each death, and after each world a comment that lists who is not what they claim.

mod doubts;
mod log;
mod piece;
mod read;
mod says;
mod template;
mod terms;
pub mod vocabulary;
mod write;

use gaslamp_botc::Character;
use gaslamp_botc::rules::Formula;
use gaslamp_core::{Diagnostic, Fault};

use super::case::{Case, LogEntry, Player, Testimony};
pub use doubts::ambiguities;
pub use read::{read, read_beside};
pub use template::template;
pub use write::write;

/// The id of problems with files that are well-formed but need unsupported rules.
pub const UNSUPPORTED: &str = "deduce/puzzle/unsupported";

/// Follows the last night if its dawn has not come yet: `N2 begun`.
const BEGUN: &str = " begun";

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Its name.
    pub id: String,
    /// Where it was published.
    pub source: Option<String>,
    /// Further remarks.
    pub note: Option<String>,
    /// What is known of the game.
    pub case: Case,
    /// Every world that its author expects; `None` if the file records no answer.
    pub answer: Option<Vec<Expected>>,
    /// Statements that must also hold in each of these worlds.
    pub also: Vec<Formula>,
}

/// A world that a puzzle's author expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// By seat, the character at the beginning.
    pub start: Vec<Character>,
    /// By seat, the character at the end, if that is part of the answer.
    pub end: Option<Vec<Character>>,
}

impl Puzzle {
    /// The same without places in a text, so that puzzles with the same content are equal.
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

/// A public event, as a file writes it, with a line for each death.
#[must_use]
pub fn write_event(case: &Case, seen: &LogEntry) -> Vec<String> {
    log::write(case, &case.names(), seen)
}

/// Whether the only problem with a file is that it needs unsupported rules.
#[must_use]
pub fn is_unsupported(problems: &[Diagnostic]) -> bool {
    !problems.is_empty() && problems.iter().all(|problem| problem.fault == Fault::Unsupported)
}

/// Every part of a formula, beginning with the whole.
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
