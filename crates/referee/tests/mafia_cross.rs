//! The engine of Mafia against the rules in ASP, move by move: what is legal, what follows, what is refused.
//!
//! `./x cross N` compares as many transitions as wanted.

#![cfg(feature = "clingo")]

#[path = "../../mafia/tests/common/mod.rs"]
mod common;

use gaslamp_core::{Actor, Contents, Game as _, Rng, Seat};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Colour, Deal, Rules, SEATS, State};
use gaslamp_referee::asp::mafia::Referee;
use gaslamp_referee::asp::{Facts, Failure, Referee as _};

use common::{Mood, all_deals, position, rule_sets};

fn referee(rules: Rules) -> Referee {
    Referee::new(rules).expect("the rules of Mafia")
}

/// What only the first has.
fn without<T: PartialEq + Clone>(these: &[T], those: &[T]) -> Vec<T> {
    these.iter().filter(|item| !those.contains(item)).cloned().collect()
}

/// One table, played by the engine and judged by the rules.
struct Pair {
    referee: Referee,
    state: State,
    rng: Rng,
}

impl Pair {
    fn context(&self, actor: Option<Actor>, action: Action) -> String {
        format!("{}\n{action:?} by {actor:?}", Table::of(&self.state))
    }

    fn names(&self, facts: &Facts) -> Vec<String> {
        self.referee.names(facts).map(str::to_owned).collect()
    }

    fn broken(&mut self, actor: Actor, action: Action) -> Vec<String> {
        self.referee.judge(&self.state, actor, action).expect("an answer").violated
    }

    fn lists_are_the_same(&mut self) {
        let mut engine: Vec<Action> = self.state.legal_set().iter().collect();
        engine.sort();
        let rules = self.referee.legal(&self.state).expect("an answer");
        assert!(
            engine == rules,
            "{}\nlegal for the engine alone: {:?}\nfor the rules alone: {:?}",
            Table::of(&self.state),
            without(&engine, &rules),
            without(&rules, &engine)
        );
    }

    /// Plays an action, from which the same must follow for both.
    fn play(&mut self, action: Action) {
        let actor = self.state.to_act();
        let context = self.context(actor, action);
        let judgement = self.referee.judge(&self.state, actor.expect("an actor"), action).expect("an answer");
        assert!(judgement.violated.is_empty(), "{context}\nbreaks {:?}", judgement.violated);
        self.state.apply(action, &Contents::default(), &mut |_, _| {}).expect("a legal action");
        let facts = self.referee.facts(&self.state).expect("a known state");
        let (engine, rules) = (self.names(&facts), self.names(&judgement.next));
        assert!(
            engine == rules && facts == judgement.next,
            "{context}\n{}\nso for the engine alone: {:?}\nfor the rules alone: {:?}",
            Table::of(&self.state),
            without(&engine, &rules),
            without(&rules, &engine)
        );
    }

    /// Something that the engine does not list breaks a rule, and so does whatever somebody does who is not asked.
    fn refusals_are_the_same(&mut self) {
        let legal = self.state.legal_set();
        let asked = self.state.to_act();
        let illegal = loop {
            let id = self.rng.below(Action::COUNT as u32) as usize;
            if !legal.contains_id(id) {
                break Action::from_id(id).expect("an action");
            }
        };
        let somebody = Actor::Seat(Seat::new(self.rng.below(SEATS as u32) as usize));
        let actor = asked.unwrap_or(somebody);
        assert!(self.state.check(illegal, &Contents::default()).is_err(), "{}", self.context(asked, illegal));
        let broken = self.broken(actor, illegal);
        assert!(!broken.is_empty(), "{}\nbreaks no rule", self.context(Some(actor), illegal));
        if Some(somebody) != asked {
            let action = legal.nth(0).unwrap_or(Action::EndTurn);
            let broken = self.broken(somebody, action);
            let context = self.context(Some(somebody), action);
            assert!(broken.iter().any(|rule| rule == "not_asked"), "{context}\nbreaks {broken:?}");
        }
    }

    fn play_a_game(&mut self, seed: u64) -> usize {
        self.refusals_are_the_same();
        let arrangement = self.rng.below(Deal::COUNT.into()) as u16;
        self.play(Action::Deal(Deal::from_arrangement(arrangement).expect("a deal")));
        let mut transitions = 1;
        while self.state.to_act().is_some() {
            self.lists_are_the_same();
            self.refusals_are_the_same();
            let action = Mood::of(seed).choose(&self.state, &mut self.rng);
            self.play(action);
            transitions += 1;
        }
        self.lists_are_the_same();
        self.refusals_are_the_same();
        transitions
    }
}

#[expect(clippy::print_stdout, reason = "shown with --nocapture")]
fn report(transitions: usize, games: u64) {
    println!("{transitions} transitions of {games} games at each table");
}

#[test]
fn engine_and_rules_agree_on_every_move_of_random_games() {
    let wanted = std::env::var("GASLAMP_TRANSITIONS").ok().and_then(|wanted| wanted.parse().ok());
    let wanted: usize = wanted.unwrap_or(3_000);
    let mut referees: Vec<Referee> = rule_sets().into_iter().map(referee).collect();
    let (mut transitions, mut game) = (0, 0);
    while transitions < wanted {
        referees = (0..)
            .zip(rule_sets())
            .zip(referees)
            .map(|((table, rules), referee)| {
                let mut pair = Pair { referee, state: State::new(rules), rng: Rng::for_game(table, game) };
                transitions += pair.play_a_game(game);
                pair.referee
            })
            .collect();
        game += 1;
    }
    report(transitions, game);
}

#[test]
fn the_rules_list_every_deal_and_no_other() {
    let rules = Rules::default();
    let deals: Vec<Action> = all_deals().map(Action::Deal).collect();
    assert_eq!(referee(rules).legal(&State::new(rules)), Ok(deals));
}

/// What is done, by which seat, and the rules that it breaks.
type Move = (usize, Action, &'static [&'static str]);

/// Moves that break rules, in a position as the catalogue writes it.
fn illegal_moves() -> Vec<(&'static str, Vec<Move>)> {
    use Action::{
        ClaimCheck, ClaimSheriff, DonCheck, EliminateAll, EndTurn, KeepAll, Kill, Nominate, Say,
        SheriffCheck, Vote,
    };
    let p = Seat::new;
    let red = Colour::Red;
    let deal = Action::Deal(Deal::from_arrangement(0).expect("a deal"));
    vec![
        ("<SETUP>", vec![(0, EndTurn, &["deal_first", "not_asked"])]),
        (
            "-P5 <D2> starter=P1 speaker=P4 nominated=P7,P6 done=nominates->P6,claims_sheriff",
            vec![
                (4, Nominate(p(8)), &["nominate_twice"]),
                (4, Nominate(p(7)), &["nominate_twice", "nominated_before"]),
                (4, ClaimSheriff, &["said_twice"]),
                (4, Say(p(4), red), &["self_target"]),
                (4, ClaimCheck(p(5), red), &["dead_target"]),
                (4, Vote(p(7)), &["vote_only"]),
                (4, EliminateAll, &["vote_only"]),
                (4, Kill(p(7)), &["night_only"]),
                (6, EndTurn, &["not_asked"]),
                (5, Nominate(p(8)), &["dead_actor", "nominate_twice", "not_asked"]),
            ],
        ),
        ("<D1> starter=P0 speaker=P1 nominated=P7", vec![(1, Nominate(p(7)), &["nominated_before"])]),
        ("-P4 <D2> starter=P0 words=P4", vec![(4, Nominate(p(5)), &["nominate_in_last_words"])]),
        (
            "<D1> starter=P0 speaker=P0 actions_per_turn=1 done=claims_sheriff",
            vec![(0, Nominate(p(5)), &["turn_full"]), (0, ClaimSheriff, &["said_twice", "turn_full"])],
        ),
        (
            "<E1> starter=P0 round=1 nominated=P5,P6",
            vec![
                (0, Vote(p(7)), &["not_nominated"]),
                (0, KeepAll, &["vote_against_one"]),
                (0, Say(p(5), red), &["talk_only"]),
                (1, Vote(p(5)), &["not_asked"]),
            ],
        ),
        ("<E1> starter=P0 round=3 nominated=P5,P6", vec![(0, Vote(p(5)), &["vote_on_all"])]),
        (
            "-P5 <N2> starter=P0 step=kill:P0",
            vec![
                (0, Kill(p(5)), &["dead_target"]),
                (0, Kill(p(0)), &["self_target"]),
                (0, DonCheck(p(3)), &["wrong_night_step"]),
                (1, Kill(p(4)), &["not_asked"]),
                (5, Kill(p(4)), &["dead_actor", "not_asked"]),
            ],
        ),
        (
            "-P5 <N2> starter=P0 step=sheriff",
            vec![
                (3, SheriffCheck(p(3)), &["self_target"]),
                (3, SheriffCheck(p(5)), &["dead_target"]),
                (3, Kill(p(4)), &["wrong_night_step"]),
                (0, DonCheck(p(4)), &["not_asked", "wrong_night_step"]),
                (3, deal, &["deal_once"]),
            ],
        ),
        (
            "-P0 -P1 -P2 <E4> starter=P3 result=red left=yes",
            vec![
                (3, EndTurn, &["game_over", "not_asked"]),
                (3, Say(p(4), red), &["game_over", "not_asked", "talk_only"]),
            ],
        ),
    ]
}

fn state_of(line: &str) -> State {
    Table::read_state(&position(line)).unwrap_or_else(|problems| panic!("{line}: {problems:?}"))
}

#[test]
fn every_broken_rule_is_named() {
    let mut named = Vec::new();
    for (line, moves) in illegal_moves() {
        let state = state_of(line);
        let mut referee = referee(Table::of(&state).rules);
        for (seat, action, expected) in moves {
            let judgement = referee.judge(&state, Actor::Seat(Seat::new(seat)), action).expect("an answer");
            assert_eq!(judgement.violated, expected, "{line}: {action:?} by P{seat}");
            named.extend(judgement.violated);
        }
    }
    let referee = referee(Rules::default());
    // An action of the engine always has its parts, and a deal of the engine all its roles.
    let shape = "deal_copies deal_one_role_each no_colour no_roles no_target one_actor one_colour one_target one_verb";
    let unnamed: Vec<&str> =
        referee.rules().into_iter().filter(|rule| !named.iter().any(|name| name == rule)).collect();
    assert_eq!(unnamed.join(" "), shape);
    for rule in referee.rules() {
        assert!(referee.words(rule).is_some_and(|words| !words.is_empty()), "{rule} has no words");
    }
}

#[test]
fn what_the_rules_do_not_know_is_no_answer() {
    let rules = Rules::default();
    let mut referee = referee(rules);
    let day = state_of("<D1> starter=P0 speaker=P0");
    let beyond = Seat::new(SEATS);
    let asked = [
        referee.judge(&day, Actor::Seat(Seat::new(0)), Action::Nominate(beyond)),
        referee.judge(&day, Actor::Seat(beyond), Action::EndTurn),
        referee.judge(&state_of("<D25> starter=P0 speaker=P0"), Actor::Seat(Seat::new(0)), Action::EndTurn),
        referee.judge(&State::new(Rules { quiet_rounds: 4, ..rules }), Actor::Storyteller, Action::EndTurn),
    ];
    for answer in asked {
        assert!(matches!(answer, Err(Failure::Unknown(_))), "{answer:?}");
    }
}
