//! Grimoires on a line: random tables read back as written, and no text makes the reader panic.

#![allow(clippy::unwrap_used)]

use crate::common;

use common::{named_grimoire, pick, random_grimoire};
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_core::Rng;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_of_a_table_reads_the_same(seed: u64, players in 0..=GrimoireText::MOST) {
        let grimoire = random_grimoire(&mut Rng::new(seed), players);
        for naming in [Naming::Long, Naming::Short] {
            let text = line::write(&grimoire, naming);
            let again = line::read(&text);
            prop_assert_eq!(again.as_ref(), Ok(&grimoire), "{}", text);
        }
    }

    #[test]
    fn names_and_notes_may_be_any_text(seed: u64, name in "\\PC{0,9}", note in "\\PC{0,9}", title in "\\PC{0,9}") {
        let grimoire = named_grimoire(&mut Rng::new(seed), name, note, &title);
        let text = line::write(&grimoire, Naming::Long);
        let again = line::read(&text);
        prop_assert_eq!(again.as_ref(), Ok(&grimoire), "{}", text);
    }

    #[test]
    fn a_grimoire_may_be_read_over_another(seed: u64) {
        let mut rng = Rng::new(seed);
        let [first, second] = [(); 2].map(|()| {
            let players = rng.below(GrimoireText::MOST as u32) as usize;
            random_grimoire(&mut rng, players)
        });
        let mut grimoire = first;
        line::read_into(&line::write(&second, Naming::Long), &mut grimoire).unwrap();
        prop_assert_eq!(grimoire, second);
    }

    #[test]
    fn every_problem_of_a_broken_line_has_a_place_in_it(seed: u64, players in 1_usize..6) {
        let mut rng = Rng::new(seed);
        let mut text = line::write(&random_grimoire(&mut rng, players), Naming::Long);
        for _ in 0..1 + rng.below(3) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = pick(&mut rng, &places);
            let mark = pick(&mut rng, &['(', ')', '{', '}', '[', ']', '*', '~', ':', '"', ' ', ',', 'x', '\u{a0}', '\n']);
            text.insert(at, mark);
        }
        for problem in line::read(&text).err().into_iter().flatten() {
            let span = problem.span.unwrap();
            prop_assert!(text.get(span.range()).is_some(), "{} {:?}", text, problem);
        }
    }
}

#[test]
fn random_tables_have_all_there_is() {
    let mut rng = Rng::new(1);
    let all: String = (0..200).map(|_| line::write(&random_grimoire(&mut rng, 20), Naming::Long)).collect();
    for part in [
        ":? ",
        ":{",
        "*~~",
        "\\\"",
        "(\"\"",
        "script{tb}",
        "script{\"\" }",
        "bluffs{",
        "fabled{",
        "amnesiac:?",
    ] {
        assert!(all.contains(part), "{part}");
    }
    let most =
        (0..200).flat_map(|_| random_grimoire(&mut rng, 20).players).map(|player| player.tokens.len()).max();
    assert_eq!(most, Some(6));
}
