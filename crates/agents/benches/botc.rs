//! Speeds of Blood on the Clocktower: `./x bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use gaslamp_agents::botc::Playout;
use gaslamp_botc::Setup;
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::line::{self, Naming};
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
        playout.play(&mut Rng::for_game(1, game), |_| {})
    });
}

/// An item is one applied action with the listing of what is legal before it.
#[divan::bench(args = PLAYERS)]
fn steps(bencher: Bencher<'_, '_>, players: usize) {
    let mut playout = playout(players);
    let steps = playout.play(&mut Rng::for_game(1, 1), |_| {}).steps;
    bencher.counter(ItemsCount::new(steps)).bench_local(|| playout.play(&mut Rng::for_game(1, 1), |_| {}));
}

/// Twelve seats as the format's own example has them, with seven tokens, and late in a game.
const LINES: [&str; 2] = [
    "[Alice:butler(librarian:outsider) Bob:washerwoman(drunk:is_the_drunk) Charlie:baron(librarian:wrong) \
     David:scarlet_woman Eve:poisoner(washerwoman:townsfolk) Frank:virgin(virgin:no_ability) Grace:imp Hannah:librarian \
     Kate:slayer(slayer:no_ability) Mark:monk(washerwoman:wrong) Leo:chef Ian:mayor(poisoner:poisoned)]",
    "[Alice:butler *Bob:washerwoman(drunk:is_the_drunk)* *~~Charlie~~:baron(librarian:wrong)* *David:scarlet_woman* \
     *~~Eve~~:poisoner(washerwoman:townsfolk)* Frank:virgin(virgin:no_ability) Grace:imp *~~Hannah~~:librarian* \
     *Kate:slayer(slayer:no_ability)* *Mark:monk(washerwoman:wrong)* Leo:chef *~~Ian~~:mayor*]",
];

/// Lines of one run; one alone is too quick for the clock.
const RUN: usize = 1000;

/// An item is one line read and written again, in memory that is used again.
#[divan::bench(args = [0, 1])]
fn grimoire_lines(bencher: Bencher<'_, '_>, which: usize) {
    let (mut grimoire, mut out) = (GrimoireText::default(), String::new());
    bencher.counter(ItemsCount::new(RUN)).bench_local(|| {
        for _ in 0..RUN {
            line::read_into(divan::black_box(LINES[which]), &mut grimoire).expect("a grimoire");
            out.clear();
            line::write_into(&grimoire, Naming::Long, &mut out);
            divan::black_box(&out);
        }
    });
}

/// The same, with everything made anew.
#[divan::bench(args = [0, 1])]
fn grimoire_lines_made_anew(bencher: Bencher<'_, '_>, which: usize) {
    bencher.counter(ItemsCount::new(RUN)).bench_local(|| {
        for _ in 0..RUN {
            let grimoire = line::read(divan::black_box(LINES[which])).expect("a grimoire");
            divan::black_box(line::write(&grimoire, Naming::Long));
        }
    });
}
