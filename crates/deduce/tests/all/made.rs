//! Puzzles made from games.

use gaslamp_botc::Script;
use gaslamp_core::Rng;
use gaslamp_deduce::botc::{make, puzzle, solve};

#[test]
fn a_made_puzzle_has_one_world_and_reads_back() {
    let script = Script::built_in("tb").expect("Trouble Brewing");
    for seed in 0..6 {
        let players = 6 + (seed % 3) as usize;
        let made = make::puzzle(&script, players, &mut Rng::new(seed), 2_000, |_| false).expect("a game");
        let (made, _) = made.expect("a puzzle");
        let read = puzzle::read(&puzzle::write(&made)).expect("what is written can be read");
        assert_eq!(read.clone().without_spans(), made, "seed {seed}");
        let found = solve(&read.case).expect("a case that can be solved");
        let answer = made.answer.expect("an answer");
        assert_eq!(found.worlds.iter().map(|world| &world.start).collect::<Vec<_>>(), [&answer[0].start]);
    }
}
