//! Speeds of Blood on the Clocktower: `./x bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use gaslamp_agents::botc::Playout;
use gaslamp_botc::Setup;
use gaslamp_core::Rng;

fn main() {
    divan::main();
}

const PLAYERS: [usize; 3] = [5, 9, 15];

fn playout(players: usize) -> Playout {
    Playout::new(&Setup::trouble_brewing(players), false).expect("a set-up")
}

#[divan::bench(args = PLAYERS)]
fn games(bencher: Bencher<'_, '_>, players: usize) {
    let mut playout = playout(players);
    let mut game = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        game += 1;
        playout.play(&mut Rng::for_game(1, game))
    });
}

/// An item is one applied action with the listing of what is legal before it.
#[divan::bench(args = PLAYERS)]
fn steps(bencher: Bencher<'_, '_>, players: usize) {
    let mut playout = playout(players);
    let steps = playout.play(&mut Rng::for_game(1, 1)).steps;
    bencher.counter(ItemsCount::new(steps)).bench_local(|| playout.play(&mut Rng::for_game(1, 1)));
}
