//! What Mafia adds for people.

use gaslamp_mafia::State;

use crate::human::Guide;

/// What this game adds for people: what counts as a claim, and what as a vote.
#[derive(Clone, Copy, Debug, Default)]
pub struct MafiaGuide;

impl Guide<State> for MafiaGuide {
    fn claims(&self) -> &'static [&'static str] {
        &["claims_sheriff", "denies_sheriff", "claims_check", "says"]
    }

    fn votes(&self) -> &'static [&'static str] {
        &["lists", "nominates", "voted", "voted_to_eliminate_all", "voted_to_keep_all", "ties", "eliminates"]
    }
}
