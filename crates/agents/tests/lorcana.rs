//! Lorcana: random play, and whether the greedy player is worth beating and relies only on what it sees.

use gaslamp_agents::Agent;
use gaslamp_agents::chance::Chance;
use gaslamp_agents::lorcana::{Greedy, Playout};
use gaslamp_agents::random::Random;
use gaslamp_agents::table::{self, Ending};
use gaslamp_core::{Actor, Choice, Game as _, Reply, Rng, Run, Seat, Session, View, record};
use gaslamp_lorcana::deck::SAMPLES;
use gaslamp_lorcana::rules::{Open, Order};
use gaslamp_lorcana::{Action, Card, Deck, Setup, State};

type Boxed = Box<dyn Agent<State>>;
type Maker = fn(Rng) -> Boxed;

const BS01: &str = include_str!("../../lorcana/tests/data/decks/bs01.txt");
const RP01: &str = include_str!("../../lorcana/tests/data/decks/rp01.txt");

fn random(rng: Rng) -> Boxed {
    Box::new(Random::new(rng))
}

fn greedy(_: Rng) -> Boxed {
    Box::new(Greedy)
}

fn setup(decks: [&str; 2]) -> Setup {
    Setup::Fresh { decks: decks.map(|text| Deck::read(text).expect("a deck")) }
}

fn play(decks: [&str; 2], players: [Maker; 2], seed: u64) -> Run<State> {
    let mut rng = Rng::for_game(5, seed);
    let mut session = Session::<State>::new(setup(decks)).expect("a set-up");
    let mut agents: Vec<Boxed> = players.map(|make| make(rng.fork())).into();
    let mut keeper = Chance::new(rng.fork());
    let ending = table::play(&mut session, &mut agents, &mut keeper, &mut rng, &mut |_| true);
    let run = session.into_run();
    assert_eq!(ending, Ending::Over, "{}", record::write_line(&run));
    run
}

fn winner(run: &Run<State>) -> &'static str {
    run.state().outcome().map_or("nobody", |outcome| outcome.result)
}

#[test]
fn any_mix_of_players_finishes_games() {
    let mixes: [[Maker; 2]; 4] = [[random, random], [greedy, random], [random, greedy], [greedy, greedy]];
    for decks in [[BS01, RP01], [RP01, RP01], [BS01, BS01]] {
        for players in mixes {
            (0..4).for_each(|seed| assert_ne!(winner(&play(decks, players, seed)), "nobody"));
        }
    }
}

#[test]
fn every_sample_deck_meets_the_next() {
    let texts: Vec<&str> = SAMPLES.iter().map(|(_, text)| *text).collect();
    for (at, &deck) in texts.iter().enumerate() {
        let decks = [deck, texts[(at + 1) % texts.len()]];
        for players in [[greedy as Maker, greedy], [random, random]] {
            (0..2).for_each(|seed| assert_ne!(winner(&play(decks, players, seed)), "nobody"));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed| record::write_line(&play([BS01, RP01], [greedy, greedy], seed));
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

/// Of 400 games against a random player the greedy one won all.
#[test]
fn the_greedy_player_is_worth_beating() {
    let mut won = 0;
    for seed in 0..50 {
        for (decks, greedy_is) in [([BS01, RP01], 0), ([RP01, BS01], 0), ([BS01, RP01], 1), ([RP01, BS01], 1)]
        {
            let players: [Maker; 2] = if greedy_is == 0 { [greedy, random] } else { [random, greedy] };
            won += usize::from(winner(&play(decks, players, seed)) == ["p1", "p2"][greedy_is]);
        }
    }
    assert!(won > 180, "it won {won} of 200 games");
}

/// Whether two replies are the same choice.
fn same(a: &Reply<State>, b: &Reply<State>) -> bool {
    matches!((a, b), (Reply::Choice(a), Reply::Choice(b)) if a == b)
}

/// A greedy player checked against another one that has no memory: both must decide alike.
struct Twice(Greedy);

impl Agent<State> for Twice {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let reply = self.0.decide(view);
        assert!(same(&reply, &Greedy.decide(&view.clone())));
        assert!(matches!(reply, Reply::Choice(choice) if view.legal.contains(&choice)));
        reply
    }
}

#[test]
fn the_greedy_player_remembers_nothing() {
    let twice: Maker = |_| Box::new(Twice(Greedy));
    for seed in 0..5 {
        play([BS01, RP01], [twice, twice], seed);
        play([RP01, BS01], [twice, random], seed);
    }
}

/// A deck of any cards that are played completely.
fn any_deck(rng: &mut Rng) -> String {
    let mut cards: Vec<Card> = Card::all().filter(|card| card.is_whole()).collect();
    rng.shuffle(&mut cards);
    cards.iter().take(15).map(|card| format!("4 {card}\n")).collect()
}

/// All kinds of questions come up; each answer is a listed one.
#[test]
fn the_greedy_player_plays_any_cards() {
    let twice: Maker = |_| Box::new(Twice(Greedy));
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let decks = [any_deck(&mut rng), any_deck(&mut rng)];
        for players in [[twice, twice], [twice, random as Maker]] {
            let run = play(decks.each_ref().map(String::as_str), players, seed);
            assert_ne!(winner(&run), "nobody");
        }
    }
}

/// A game that player 1 begins, with player 2's deck in one of two orders.
fn shuffled(order_of_p2: u64) -> Run<State> {
    let mut run = Run::<State>::new(setup([RP01, BS01])).expect("a set-up");
    run.apply(Action::Begin(Seat::new(0))).expect("chance decides who begins");
    for seed in [1, order_of_p2] {
        let order = run.concrete(Choice::Open(Open::Shuffle), &mut Rng::new(seed));
        run.apply(order).expect("a shuffle");
    }
    run
}

/// Up to the first action of player 2, two worlds that player 1 cannot tell apart.
#[test]
fn the_greedy_player_decides_by_what_it_sees_alone() {
    let mut worlds = [shuffled(2), shuffled(3)];
    let hand = |run: &Run<State>| run.state().visible_state(Seat::new(1)).hand;
    assert_ne!(hand(&worlds[0]), hand(&worlds[1]), "the worlds differ");
    let mut decided = 0;
    while worlds[0].state().to_act() == Some(Actor::Seat(Seat::new(0))) {
        let views = worlds.each_ref().map(|run| run.view(Seat::new(0)));
        assert!(views[0] == views[1]);
        let [first, second] = views.map(|view| Greedy.decide(&view));
        assert!(same(&first, &second));
        let Reply::Choice(choice) = first else { panic!("a choice of the list") };
        for run in &mut worlds {
            let action = run.concrete(choice, &mut Rng::new(0));
            run.apply(action).expect("a listed action");
        }
        decided += 1;
    }
    assert!(decided > 0);
}

#[test]
fn random_games_end_and_are_counted_right() {
    let setup = setup([BS01, RP01]);
    let mut playout = Playout::new(&setup).expect("a set-up");
    let mut starts = [0, 0];
    for game in 0..300 {
        let played = playout.play(&mut Rng::for_game(1, game), |_| {});
        assert_eq!(
            played,
            playout.clone().play(&mut Rng::for_game(1, game), |_| {}),
            "the generator decides alone"
        );
        assert!(played.outcome.is_some() && played.turns > 0, "{played:?}");
        starts[played.starter.index()] += 1;
    }
    assert!(starts[0] > 100 && starts[1] > 100, "{starts:?}");
}

/// The same choices, drawn from the same generator, through the contract.
#[test]
fn fast_games_are_those_of_the_rules() {
    let setup = setup([BS01, RP01]);
    let mut playout = Playout::new(&setup).expect("a set-up");
    for game in 0..20 {
        let mut rng = Rng::for_game(2, game);
        let mut run = Run::<State>::new(setup.clone()).expect("a set-up");
        let mut legal = Vec::<Choice<State>>::new();
        loop {
            run.state().legal(&mut legal);
            let Some(&choice) = rng.pick(&legal) else { break };
            let action = run.concrete(choice, &mut rng);
            run.apply(action).expect("a listed action");
        }
        let played = playout.play(&mut Rng::for_game(2, game), |_| {});
        assert_eq!(played.steps as usize, run.record().actions.len());
        assert_eq!(played.outcome, run.state().outcome());
        assert_eq!(Some(&Action::Begin(played.starter)), run.record().actions.first());
        assert_eq!(played.turns, run.state().position().turn);
    }
}

#[test]
fn a_set_up_that_breaks_rules_is_refused() {
    let small = Deck::read("4 Tipo - Growing Son").expect("a list");
    let decks = [small.clone(), small];
    let problems = Playout::new(&Setup::Fresh { decks }).map(|_| Order::new()).expect_err("too few cards");
    assert!(problems.iter().all(|problem| problem.id == "lorcana/setup/small-deck"), "{problems:?}");
}
