//! Speeds of Lorcana: `./x bench`. `gaslamp lorcana sim` reports steps and games per second too.

use divan::Bencher;
use divan::counter::ItemsCount;
use gaslamp_agents::Agent as _;
use gaslamp_agents::lorcana::{Greedy, Playout};
use gaslamp_core::{Actor, Choice, Game as _, Rng, Run, View};
use gaslamp_lorcana::{Deck, Setup, State};

fn main() {
    divan::main();
}

fn setup() -> Setup {
    let deck = |text| Deck::read(text).expect("a deck");
    let decks = [
        deck(include_str!("../../lorcana/tests/data/decks/bs01.txt")),
        deck(include_str!("../../lorcana/tests/data/decks/rp01.txt")),
    ];
    Setup::Fresh { decks }
}

fn playout() -> Playout {
    Playout::new(&setup()).expect("a set-up")
}

#[divan::bench]
fn games(bencher: Bencher<'_, '_>) {
    let mut playout = playout();
    let mut game = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        game += 1;
        playout.play(&mut Rng::for_game(1, game), |_| {})
    });
}

/// An item is one applied action with the listing of what is legal before it.
#[divan::bench]
fn steps(bencher: Bencher<'_, '_>) {
    let mut playout = playout();
    let steps = playout.play(&mut Rng::for_game(1, 1), |_| {}).steps;
    bencher.counter(ItemsCount::new(steps)).bench_local(|| playout.play(&mut Rng::for_game(1, 1), |_| {}));
}

/// Views of a random game, at its players' decisions.
fn views() -> Vec<View<State>> {
    let mut run = Run::<State>::new(setup()).expect("a set-up");
    let mut rng = Rng::new(1);
    let (mut legal, mut views) = (Vec::<Choice<State>>::new(), Vec::new());
    loop {
        run.state().legal(&mut legal);
        let Some(&choice) = rng.pick(&legal) else { return views };
        if let Some(Actor::Seat(seat)) = run.state().to_act() {
            views.push(run.view(seat));
        }
        let action = run.concrete(choice, &mut rng);
        run.apply(action).expect("a listed action");
    }
}

/// An item is one decision of the greedy player.
#[divan::bench]
fn decisions(bencher: Bencher<'_, '_>) {
    let views = views();
    bencher
        .counter(ItemsCount::new(views.len()))
        .bench_local(|| views.iter().for_each(|view| drop(divan::black_box(Greedy.decide(view)))));
}
