//! Grimoires of five and six seats before the SAT checker and before brute force, which plays all histories to the end of day 2. Both say the
//! same of grimoires in which one thing was changed, and the checker accepts whatever brute force has seen.

use crate::brute;
use crate::common;
use crate::corrupt;

use std::collections::HashSet;
use std::rc::Rc;

use brute::judge::{Judge, TABLES, read_table, table};
use brute::tally::Tally;
use brute::{Histories, deal};
use common::{play, seeds};
use corrupt::corrupt;
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::rules::default_names;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::{Setup, State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Contents, Game as _, Rng};
use gaslamp_referee::sat::{Check, Stop};

/// How many grimoires are drawn from each table, and how many changed.
const DRAWN: usize = 20;
const CHANGED: usize = 100;

/// Compares the checker with brute force, where that knows.
fn compare(tally: &mut Tally, judge: &mut Judge, grimoire: &GrimoireText) {
    let Some(is_reached) = judge.is_reached(grimoire) else {
        tally.open += 1;
        return;
    };
    let mut check = Check::of_grimoire(&judge.setup, grimoire, 2, &Stop::default()).expect("not too long");
    let mut verdicts = vec![("brute force", Some(is_reached)), ("checker", Some(check.is_legal()))];
    // The formula of the verdict and that of the reasons are not the same.
    if tally.illegal.is_multiple_of(10) {
        verdicts.push(("reasons", Some(check.explain().clashes.is_empty())));
    }
    tally.compare(grimoire, &verdicts);
}

#[test]
fn changed_grimoires_are_judged_as_brute_force_judges_them() {
    let mut tally = Tally::default();
    for game in 0..seeds(TABLES.len() as u64) {
        let mut rng = Rng::for_game(9, game);
        let dealt = table(game, &mut rng);
        let setup = Setup::trouble_brewing(dealt.len());
        let mut judge = Judge::new(&setup);
        let all = Rc::clone(judge.histories(&dealt).expect("a legal deal"));
        for _ in 0..DRAWN {
            compare(&mut tally, &mut judge, &all.draw(&setup, &mut rng));
        }
        for _ in 0..CHANGED {
            let grimoire = corrupt(&all.draw(&setup, &mut rng), &setup, &mut rng);
            compare(&mut tally, &mut judge, &grimoire);
        }
    }
    tally.end();
}

/// Random games show nothing that brute force has not seen.
#[test]
fn brute_force_sees_what_random_games_show() {
    for game in 0..seeds(4) {
        let mut rng = Rng::for_game(10, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 2);
        let mut all = None;
        play(&setup, &mut rng, |run, _| {
            let state = run.state();
            let dealt = || {
                state.all_roles().iter().copied().zip(state.all_shown_characters().iter().copied()).collect()
            };
            let all = all.get_or_insert_with(|| Histories::of(&setup, &dealt()).expect("a legal deal"));
            let grimoire = GrimoireText::of_state(&setup.names, state);
            assert!(all.show(&grimoire), "{}", gaslamp_core::record::write_line(run));
            state.phase() != Phase::new(NIGHT, 3)
        });
    }
}

/// Follows every history of a small table, and takes states for the same only if they are: brute force shows whatever these show.
#[test]
fn brute_force_loses_nothing_by_merging() {
    let tables = ["virgin slayer imp", "butler poisoner imp", "slayer recluse imp", "virgin spy imp"];
    for words in tables.into_iter().take(seeds(1) as usize) {
        let dealt = read_table(words);
        let team = |team| dealt.iter().filter(|(role, _)| role.team() == team).count();
        let counts = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon].map(team);
        let setup = Setup { names: default_names(3), counts: Some(counts), ..Setup::trouble_brewing(5) };
        let all = Histories::of(&setup, &dealt).expect("a legal deal");
        let mut seen = HashSet::new();
        let mut open = Vec::from_iter(deal(&setup, &dealt));
        while let Some(state) = open.pop() {
            if !seen.insert(format!("{state:?}")) {
                continue;
            }
            let grimoire = GrimoireText::of_state(&setup.names, &state);
            assert!(all.show(&grimoire), "{}", line::write(&grimoire, Naming::Long));
            if state.phase() != Phase::new(NIGHT, 3) {
                open.extend(next_states(&state));
            }
        }
    }
}

/// What comes of everything that can be done but talk.
fn next_states(state: &State) -> Vec<State> {
    let mut legal = Actions::<State>::new();
    state.legal(&mut legal);
    let after = |choice| match choice {
        Choice::Action(action) => {
            let mut after = *state;
            after.apply_listed(action, &Contents::default());
            Some(after)
        }
        Choice::Open(_) => None,
    };
    legal.into_iter().filter_map(after).collect()
}
