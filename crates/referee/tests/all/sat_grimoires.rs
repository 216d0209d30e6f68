//! Grimoires before the SAT checker: every one that random play reaches is legal. Those that are changed a little are in `grimoires_alike.rs`.

use crate::common;

use common::{play, seeds, some_script};
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::{Phase, Trace, What};
use gaslamp_core::{Game as _, Rng, Span};
use gaslamp_referee::sat::{Check, Stop};

fn nights(state: &State) -> usize {
    match state.phase() {
        Phase::SETUP => 1,
        Phase { number, .. } => usize::from(number),
    }
}

/// A table of Trouble Brewing, every third time with a script of its own.
fn some_table(game: u64, rng: &mut Rng) -> Setup {
    let setup = Setup::trouble_brewing(5 + game as usize % 11);
    if game % 3 == 2 {
        Setup { script: some_script(rng), ..Setup::trouble_brewing(5 + game as usize % 4) }
    } else {
        setup
    }
}

/// Which parts contradict each other.
fn clash(check: &mut Check) -> Vec<String> {
    if check.is_legal() {
        return Vec::new();
    }
    let clashes = check.explain().clashes;
    let statements = clashes.iter().flat_map(|clash| &clash.statements);
    statements.map(|&at| check.statements[at].words.clone()).collect()
}

#[test]
fn every_grimoire_that_is_reached_is_legal() {
    let games = seeds(40);
    for game in 0..games {
        let mut rng = Rng::for_game(5, game);
        let setup = some_table(game, &mut rng);
        let mut last = String::new();
        play(&setup, &mut rng, |run, _| {
            let grimoire = GrimoireText::of_state(&setup.names, run.state());
            let shown = line::write(&grimoire, Naming::Long);
            if shown != last {
                let mut check = Check::of_grimoire(&setup, &grimoire, nights(run.state()), &Stop::default())
                    .expect("not too long");
                let clash = clash(&mut check);
                assert_eq!(clash, Vec::<String>::new(), "{shown}\n{}", gaslamp_core::record::write_line(run));
                last = shown;
            }
            true
        });
    }
}

/// A game's own trace, with consequences, with and without its deal, whole and with gaps, and the grimoire that it ends with.
#[test]
fn games_with_gaps_are_legal() {
    let games = seeds(60);
    for game in 0..games {
        let mut rng = Rng::for_game(8, game);
        let setup = some_table(game, &mut rng);
        let mut seen = Vec::new();
        play(&setup, &mut rng, |run, rng| {
            if rng.below(40) == 0 || run.state().to_act().is_none() {
                seen.push(run.clone());
            }
            true
        });
        for run in seen {
            let keeps = 25 + 25 * rng.below(4);
            let has_deal = rng.below(2) == 0;
            let trace = with_gaps(&run.trace(), has_deal, keeps, &mut rng);
            let model = TraceModel::read(&trace, &setup.names, None);
            let grimoire = GrimoireText::of_state(&setup.names, run.state());
            let is_up_to_now = model.events.iter().any(|event| event.phase == run.state().phase());
            let mut check =
                Check::of_model(&setup, &model, Some(&grimoire).filter(|_| is_up_to_now), &Stop::default())
                    .expect("not too long");
            let shown = line::write(&grimoire, Naming::Long);
            let record = gaslamp_core::record::write_line(&run);
            assert_eq!(clash(&mut check), Vec::<String>::new(), "{trace}\n{shown}\n{record}");
        }
    }
}

/// The trace without some of its events; deaths stay.
fn with_gaps(trace: &Trace, has_deal: bool, keeps: u32, rng: &mut Rng) -> Trace {
    let mut kept = Trace::default();
    for (phase, event) in trace.events() {
        let keep = match event.verb.as_deref().unwrap_or_default() {
            "deals" => has_deal,
            "dies" | "executes" | "announces" => true,
            _ => rng.below(100) < keeps,
        };
        if keep {
            kept.push(phase, What::Event(event.clone()), Span::default());
        }
    }
    kept
}

/// Grimoires that were judged wrongly once, of the first night and day.
#[test]
fn grimoires_are_legal_or_not() {
    for (text, expected) in [
        // Whoever is executed was nominated before, and a Virgin has a token of it.
        ("[*P1:virgin* P2:chef P3:empath P4:spy P5:imp]", false),
        ("[*P1:virgin(virgin:no_ability)* P2:chef P3:empath P4:spy P5:imp]", true),
        ("[P1:virgin *P2:chef* P3:empath P4:spy P5:imp]", true),
        // A shot may come after a nomination.
        ("[P1:virgin(virgin:no_ability) P2:slayer(slayer:no_ability) P3:empath P4:spy *P5:imp*]", true),
        // There is one mark of the Drunk.
        ("[P1:chef(drunk:is_the_drunk) P2:empath P3:saint P4:baron P5:imp]", true),
        ("[P1:chef(drunk:is_the_drunk,drunk:is_the_drunk) P2:empath P3:saint P4:baron P5:imp]", false),
    ] {
        let grimoire = line::read(text).expect("a grimoire");
        let setup = Setup::trouble_brewing(grimoire.players.len());
        assert_eq!(
            Check::of_grimoire(&setup, &grimoire, 1, &Stop::default()).expect("not too long").is_legal(),
            expected,
            "{text}"
        );
    }
}
