//! The cases of the rule book, `crates/mafia/tests/catalogue/*.txt`, judged by the rules in ASP as well.
//!
//! The driver of the engine's own tests reads and plays the cases; here a witness compares every action that is done or tried with the
//! rules' judgement of it, every state that follows, and every list of legal actions that is counted. What seats are told the rules do
//! not state.

#![cfg(feature = "clingo")]

#[path = "../../mafia/tests/common/mod.rs"]
mod common;
#[path = "../../mafia/tests/common/catalogue.rs"]
mod driver;

use gaslamp_core::{Actor, Game as _};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Rules, State};
use gaslamp_referee::asp::mafia::Referee;
use gaslamp_referee::asp::{Facts, Failure};

use driver::{Verdict, Witness, assert_all_hold, claim, play_all};

/// The rules' name for what the engine's rule refuses; none where the rules have no word for the move.
fn rule_name(id: &str) -> Option<&'static str> {
    Some(match id {
        "mafia/over" => "game_over",
        "mafia/deal/first" => "deal_first",
        "mafia/deal/once" => "deal_once",
        "mafia/phase/talk" => "talk_only",
        "mafia/phase/vote" => "vote_only",
        "mafia/phase/night" => "night_only",
        "mafia/night/step" => "wrong_night_step",
        "mafia/turn/length" => "turn_full",
        "mafia/turn/repeated" => "said_twice",
        "mafia/nominate/once-a-turn" => "nominate_twice",
        "mafia/nominate/again" => "nominated_before",
        "mafia/nominate/last-words" => "nominate_in_last_words",
        "mafia/target/self" => "self_target",
        "mafia/target/out" => "dead_target",
        "mafia/vote/not-nominated" => "not_nominated",
        "mafia/vote/round" => "vote_against_one",
        "mafia/vote/lift" => "vote_on_all",
        _ => return None,
    })
}

/// An answer, or why there is none in words.
fn said<T>(answer: Result<T, Failure>) -> Result<T, String> {
    answer.map_err(|failure| failure.to_string())
}

/// The referees of all tables that have come up.
#[derive(Default)]
struct Court {
    referees: Vec<(Rules, Referee)>,
    /// How much was judged.
    checked: usize,
}

impl Court {
    /// The referee of this table's rules, made when it is first needed.
    fn referee(&mut self, state: &State) -> &mut Referee {
        self.checked += 1;
        let rules = Table::of(state).rules;
        let at = self.referees.iter().position(|(known, _)| *known == rules).unwrap_or_else(|| {
            self.referees.push((rules, Referee::new(rules).expect("the rules of Mafia")));
            self.referees.len() - 1
        });
        &mut self.referees[at].1
    }
}

impl Witness for Court {
    fn done(&mut self, before: &State, action: Action, after: &State) -> Verdict {
        let referee = self.referee(before);
        let by = before.to_act().ok_or("nobody is asked")?;
        let judgement = said(referee.judge(before, by, action))?;
        claim(judgement.violated.is_empty(), || format!("{action:?} breaks {:?}", judgement.violated))?;
        let expected = said(referee.facts(after))?;
        let names = |facts: &Facts| referee.names(facts).collect::<Vec<_>>().join(" ");
        claim(expected == judgement.next, || {
            format!("so is\n  {}\nby the rules\n  {}", names(&expected), names(&judgement.next))
        })
    }

    fn tried(&mut self, state: &State, by: Actor, action: Action, refusal: Option<&str>) -> Verdict {
        let judged = self.referee(state).judge(state, by, action);
        let broken = match (judged, refusal.map(rule_name)) {
            (Err(Failure::Unknown(_)), Some(None)) => return Ok(()),
            (judged, _) => said(judged)?.violated,
        };
        let is_so = match refusal {
            None => broken.is_empty(),
            Some(id) => broken.iter().any(|name| Some(name.as_str()) == rule_name(id)),
        };
        claim(is_so, || format!("{action:?} breaks {broken:?}"))
    }

    fn listed(&mut self, state: &State, legal: &[Action]) -> Verdict {
        let by_rules = said(self.referee(state).legal(state))?;
        claim(by_rules == legal, || format!("by the rules {} are legal: {by_rules:?}", by_rules.len()))
    }
}

#[test]
fn the_rules_agree_with_every_case() {
    let mut court = Court::default();
    assert_all_hold(&play_all(&mut court));
    assert!(court.checked > 200, "only {} questions were asked", court.checked);
}
