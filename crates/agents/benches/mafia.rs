//! Speeds of Mafia: `./x bench`. `gaslamp mafia sim` reports steps and games per second too.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use gaslamp_agents::mafia::playout;
use gaslamp_core::{Rng, Run, Seat, Token, Tokens};
use gaslamp_mafia::encoding::{decode_sequence, legal_mask, observe};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Deal, Rules, State};

fn main() {
    divan::main();
}

#[divan::bench]
fn games(bencher: Bencher<'_, '_>) {
    let mut game = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        game += 1;
        playout(Rules::default(), &mut Rng::for_game(1, game), |_| {})
    });
}

/// An item is one applied action with the listing of what is legal before it.
#[divan::bench]
fn steps(bencher: Bencher<'_, '_>) {
    let steps = playout(Rules::default(), &mut Rng::for_game(1, 1), |_| {}).steps;
    bencher
        .counter(ItemsCount::new(steps))
        .bench_local(|| playout(Rules::default(), &mut Rng::for_game(1, 1), |_| {}));
}

fn first_turn() -> Run<State> {
    let mut run = Run::<State>::new(Rules::default()).expect("the usual rules");
    let deal = Deal::from_arrangement(42).map(Action::Deal).expect("a deal");
    run.apply(deal).expect("the deal comes first");
    run
}

#[divan::bench]
fn masks(bencher: Bencher<'_, '_>) {
    let run = first_turn();
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| legal_mask(black_box(run.state()).legal_set()));
}

#[divan::bench]
fn next_token_masks(bencher: Bencher<'_, '_>) {
    let run = first_turn();
    let mut mask = [false; 50];
    bencher
        .counter(ItemsCount::new(1usize))
        .bench_local(|| black_box(run.state()).next_token_mask(black_box(&[5]), &mut mask));
}

#[divan::bench]
fn encoded_actions(bencher: Bencher<'_, '_>) {
    let mut tokens: Vec<Token> = Vec::new();
    bencher.counter(ItemsCount::new(Action::COUNT)).bench_local(|| {
        tokens.clear();
        (0..Action::COUNT)
            .filter_map(Action::from_id)
            .for_each(|action| State::encode(black_box(action), &mut tokens));
        tokens.len()
    });
}

/// An item is one token of an observation.
#[divan::bench]
fn decoded_tokens(bencher: Bencher<'_, '_>) {
    let mut run = first_turn();
    let mut rng = Rng::new(1);
    while let Some(action) = pick(run.state(), &mut rng) {
        run.apply(action).expect("a listed action");
    }
    let tokens = observe(&run.view(Seat::new(3))).tokens;
    bencher.counter(ItemsCount::new(tokens.len())).bench_local(|| decode_sequence(black_box(&tokens)));
}

fn pick(state: &State, rng: &mut Rng) -> Option<Action> {
    let legal = state.legal_set();
    legal.nth(rng.below(legal.len() as u32) as usize)
}

#[divan::bench]
fn table_lines(bencher: Bencher<'_, '_>) {
    let text = Table::of(first_turn().state()).to_string();
    bencher
        .counter(ItemsCount::new(1usize))
        .bench_local(|| Table::read(black_box(&text)).map(|table| table.to_string()));
}
