//! Speeds of batches: `./x bench`. An item is one id taken in one game: drawing it, checking it, applying it, and writing what the next
//! seat may do, and with tokens what it has seen.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use gaslamp_learn::{Arrays, Batch, Kind, Learnable, Options};
use gaslamp_lorcana::deck::{Deck, SAMPLES};

fn main() {
    divan::main();
}

const GAMES: usize = 256;
const STEPS: usize = 100;

#[divan::bench(args = [false, true])]
fn mafia(bencher: Bencher<'_, '_>, has_tokens: bool) {
    step::<gaslamp_mafia::State>(bencher, gaslamp_mafia::Rules::default(), has_tokens);
}

#[divan::bench(args = [false, true])]
fn botc(bencher: Bencher<'_, '_>, has_tokens: bool) {
    step::<gaslamp_botc::State>(bencher, gaslamp_botc::Setup::trouble_brewing(9), has_tokens);
}

#[divan::bench(args = [false, true])]
fn lorcana(bencher: Bencher<'_, '_>, has_tokens: bool) {
    let deck = |at: usize| Deck::read(SAMPLES[at].1).expect("a sample deck");
    let setup = gaslamp_lorcana::Setup::Fresh { decks: [deck(0), deck(1)] };
    step::<gaslamp_lorcana::State>(bencher, setup, has_tokens);
}

fn step<G: Learnable>(bencher: Bencher<'_, '_>, setup: G::Setup, has_tokens: bool) {
    let options = Options { has_tokens, has_record: false, ..Options::default() };
    let kind = Arc::new(Kind::<G>::new(setup, options).expect("a legal set-up"));
    let mut batch = Batch::new(&kind, GAMES, 1, 1, G::HISTORY).expect("a batch");
    let shape = batch.shape();
    let (mut masks, mut seats) = (vec![0; GAMES * shape.actions], vec![0; GAMES]);
    let (mut rewards, mut done) = (vec![0.0; GAMES * shape.seats], vec![0; GAMES]);
    let (mut cut_off, mut games) = (vec![0; GAMES], vec![0; GAMES]);
    let mut tokens = vec![0; GAMES * shape.seats * shape.history];
    let (mut lengths, mut present) = (vec![0; GAMES * shape.seats], vec![0; GAMES * shape.present]);
    let mut ids = vec![0; GAMES];
    bencher.counter(ItemsCount::new(GAMES * STEPS)).bench_local(|| {
        for _ in 0..STEPS {
            batch.sample(&mut ids);
            let arrays = Arrays {
                masks: &mut masks,
                seats: &mut seats,
                rewards: &mut rewards,
                done: &mut done,
                cut_off: &mut cut_off,
                games: &mut games,
                tokens: &mut tokens,
                lengths: &mut lengths,
                present: &mut present,
            };
            batch.step(&ids, arrays).expect("legal ids");
        }
    });
}
