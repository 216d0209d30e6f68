//! The engine of Mafia against the rules in ASP, deed by deed: what is legal, what follows, what is refused.
//!
//! `GASLAMP_SEEDS=500 cargo test -p gaslamp-referee --test mafia_cross` looks longer.

#![cfg(feature = "clingo")]

use gaslamp_core::{Actor, Contents, Game as _, Rng, Seat};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Deal, Rules, SEATS, State};
use gaslamp_referee::asp::Facts;
use gaslamp_referee::asp::mafia::MafiaReferee;

/// How many games of each table are played; `GASLAMP_SEEDS` asks for more.
fn games() -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|games| games.parse().ok()).unwrap_or(6)
}

/// The usual rules and others that bend each of them.
fn tables() -> [Rules; 4] {
    let usual = Rules::default();
    [
        usual,
        Rules { unanimous_kill: true, actions_per_turn: 3, ..usual },
        Rules { actions_per_turn: 1, quiet_rounds: 1, lone_nominee_leaves_on_day_1: true, ..usual },
        Rules { quiet_rounds: 9, actions_per_turn: 2, unanimous_kill: true, ..usual },
    ]
}

fn referee(rules: Rules) -> MafiaReferee {
    MafiaReferee::new(rules).expect("the rules of Mafia")
}

/// One table played by engine and referee side by side.
struct Pair {
    referee: MafiaReferee,
    state: State,
    rng: Rng,
}

impl Pair {
    fn context(&self, action: Action) -> String {
        format!("{}\n{action:?} by {:?}", Table::of(&self.state), self.state.to_act())
    }

    fn names(&self, facts: &Facts) -> Vec<String> {
        self.referee.names(facts).map(str::to_owned).collect()
    }

    /// (a) Both list the same actions.
    fn same_list(&mut self) {
        let mut engine: Vec<Action> = self.state.legal_set().iter().collect();
        engine.sort();
        let rules = self.referee.legal(&self.state).expect("an answer");
        let table = Table::of(&self.state);
        let only = |a: &[Action], b: &[Action]| -> Vec<Action> {
            a.iter().filter(|action| !b.contains(action)).copied().collect()
        };
        assert!(
            engine == rules,
            "{table}\nlegal for the engine alone: {:?}\nfor the rules alone: {:?}",
            only(&engine, &rules),
            only(&rules, &engine)
        );
    }

    /// (b) The same follows from an action.
    fn same_next(&mut self, action: Action) {
        let before = self.state;
        let actor = before.to_act().expect("somebody is to act");
        let judgement = self.referee.judge(&before, actor, action).expect("an answer");
        assert!(
            judgement.violated.is_empty(),
            "{}\nbreaks {:?}",
            self.context(action),
            judgement.violated
        );
        let mut after = before;
        after.apply(action, &Contents::default(), &mut |_, _| {}).expect("a legal action");
        let (engine, rules) =
            (self.names(&self.referee.facts(&after).expect("facts")), self.names(&judgement.next));
        let only = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|name| !b.contains(name)).cloned().collect()
        };
        assert!(
            engine == rules,
            "{}\n{}\nso for the engine alone: {:?}\nfor the rules alone: {:?}",
            self.context(action),
            Table::of(&after),
            only(&engine, &rules),
            only(&rules, &engine)
        );
        self.state = after;
    }

    /// (c) Both refuse what is not in the list, and any action of somebody who is not asked.
    fn same_refusal(&mut self) {
        let legal = self.state.legal_set();
        let action = loop {
            let id = self.rng.below(Action::COUNT as u32) as usize;
            if !legal.contains_id(id) {
                break Action::from_id(id).expect("an action");
            }
        };
        let asked = self.state.to_act();
        let actor = asked.unwrap_or(Actor::Seat(Seat::new(0)));
        assert!(self.state.check(action, &Contents::default()).is_err(), "{}", self.context(action));
        let judgement = self.referee.judge(&self.state, actor, action).expect("an answer");
        assert!(!judgement.violated.is_empty(), "{}\nbreaks no rule", self.context(action));
        let another = Actor::Seat(Seat::new(self.rng.below(SEATS as u32) as usize));
        if Some(another) != asked {
            let judgement = self.referee.judge(&self.state, another, Action::EndTurn).expect("an answer");
            assert!(judgement.violated.contains(&"not_asked".to_owned()), "{}", self.context(Action::EndTurn));
        }
    }

    /// A legal action: any, or one that ends turns soon, or one that seeks ties.
    fn choose(&mut self, mood: u64) -> Action {
        let legal = self.state.legal_set();
        let votes: Vec<Action> = legal.iter().filter(|action| matches!(action, Action::Vote(_))).collect();
        let nominations: Vec<Action> =
            legal.iter().filter(|action| matches!(action, Action::Nominate(_))).collect();
        let voter = self.state.to_act().and_then(Actor::seat).map_or(0, Seat::index);
        match mood % 3 {
            1 | 2 if legal.contains(Action::ClaimSheriff) && self.rng.below(3) > 0 => {
                let nomination = self.rng.pick(&nominations).copied();
                nomination.filter(|_| self.rng.below(3) == 0).unwrap_or(Action::EndTurn)
            }
            2 if !votes.is_empty() && self.rng.below(8) > 0 => votes[voter % votes.len().min(2)],
            _ => legal.nth(self.rng.below(legal.len() as u32) as usize).expect("a legal action"),
        }
    }
}

#[test]
fn engine_and_rules_agree_on_every_deed() {
    let mut transitions = 0;
    for (table, rules) in (0..).zip(tables()) {
        let mut pair = Pair { referee: referee(rules), state: State::new(rules), rng: Rng::new(0) };
        for game in 0..games() {
            pair.rng = Rng::for_game(table, game);
            pair.state = State::new(rules);
            let deal = Deal::from_arrangement(pair.rng.below(Deal::COUNT.into()) as u16).expect("a deal");
            pair.same_refusal();
            pair.same_next(Action::Deal(deal));
            while pair.state.to_act().is_some() {
                pair.same_list();
                pair.same_refusal();
                let action = pair.choose(game);
                pair.same_next(action);
                transitions += 1;
            }
            pair.same_list();
            pair.same_refusal();
        }
    }
    assert!(transitions > 1000, "only {transitions} transitions were compared");
    if std::env::var_os("GASLAMP_SEEDS").is_some() { panic!("count {transitions}"); }
}
