//! Traces that the engine writes, cut anywhere, before the SAT checker: whatever happened is legal, however little of it is told.

use crate::common;
use crate::cuts;

use common::{number, seeds, some_script};
use cuts::{trace_of, whole_game};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder, ScriptNote};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::{Event, Trace};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Rng};
use gaslamp_referee::sat::partial::{Partial, Tokens};
use gaslamp_referee::sat::{Check, Stop};

/// A table of 5 to 15 players, every fourth time with a script of its own.
fn some_table(game: u64, rng: &mut Rng) -> Setup {
    if game % 4 == 3 {
        return Setup { script: some_script(rng), ..Setup::trouble_brewing(5 + game as usize % 4) };
    }
    Setup::trouble_brewing(5 + game as usize % 11)
}

/// Why the checker refuses a trace, if it does.
fn refusal(setup: &Setup, trace: &Trace) -> Option<String> {
    let model = TraceModel::read(trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
    let unreadable = model.unreadable();
    if !unreadable.is_empty() {
        return Some(format!("unreadable: {unreadable:?}"));
    }
    let mut check = Check::of_model(setup, &model, None, &Stop::default()).expect("not too long");
    // How votes are counted is announced, and no grimoire shows anything of it.
    let is_count = |unjudged: &&Diagnostic| unjudged.message.starts_with("`st!counts->");
    if let Some(unjudged) = check.unjudged.iter().find(|unjudged| !is_count(unjudged)) {
        return Some(unjudged.message.clone());
    }
    if check.is_legal() {
        return None;
    }
    let clashes = check.explain().clashes;
    let words = clashes.iter().flat_map(|clash| check.statements_of(clash)).map(|said| said.words);
    Some(words.collect::<Vec<_>>().join("\n"))
}

/// Whether an event tells of a death: those are never left out.
fn is_death(event: &Event) -> bool {
    matches!(event.verb.as_deref(), Some("dies" | "executes" | "announces"))
}

#[test]
fn a_trace_of_the_engine_is_legal_wherever_it_is_cut() {
    let games = seeds(12);
    // Every cut would take long: only some are looked at, and those behind what follows by itself three times as often.
    let one_in = number("GASLAMP_ONE_IN", 40) as u32;
    let mut refused = Vec::new();
    let mut looked_at = 0;
    for game in 0..games {
        let mut rng = Rng::for_game(21, game);
        let setup = some_table(game, &mut rng);
        let events = whole_game(&setup, &mut rng);
        for cut in 1..=events.len() {
            let is_action = events[cut - 1].1.verb_among(State::DIALECT.verbs).is_some();
            if rng.below(if is_action { one_in } else { one_in.div_ceil(3) }) > 0 {
                continue;
            }
            let until = trace_of(&events[..cut]);
            let without_deal = trace_of(&events[1..cut]);
            let deaths = events[..cut].iter().filter(|(_, event)| is_death(event));
            let since: Vec<_> = deaths.chain(&events[cut..]).cloned().collect();
            for (how, trace) in
                [("until", until), ("without deal", without_deal), ("since", trace_of(&since))]
            {
                looked_at += 1;
                if let Some(why) = refusal(&setup, &trace) {
                    refused.push(format!("game {game}, {how} {cut}: {why}\n{trace}"));
                }
            }
        }
    }
    let sample: Vec<&str> = refused.iter().take(5).map(String::as_str).collect();
    assert!(refused.is_empty(), "{} of {looked_at}:\n{}", refused.len(), sample.join("\n\n"));
    assert!(looked_at > games, "{looked_at}");
}

/// A grimoire of which somebody remembers a part: tokens are lost, and seats. Where the mark of the Drunk is lost, so is the seat.
fn remembered(grimoire: &GrimoireText, setup: &Setup, rng: &mut Rng) -> GrimoireText {
    let mut grimoire = grimoire.clone();
    let loses = [5, 30, 70, 100][rng.below(4) as usize];
    for player in &mut grimoire.players {
        let is_mark = |token: &PlacedReminder| matches!(token, PlacedReminder::Reminder(token) if token.marks_its_owner());
        let was_marked = player.tokens.iter().any(is_mark);
        player.tokens.retain(|_| rng.below(100) >= loses);
        let lost_mark = was_marked && !player.tokens.iter().any(is_mark);
        let other = *rng.pick(setup.script.characters()).expect("some");
        player.character = match rng.below(100) < loses {
            _ if lost_mark => Known::Nothing,
            true if was_marked || rng.below(2) == 0 => Known::Nothing,
            true => Known::OneOf(player.character.characters().with(other)),
            false => player.character,
        };
    }
    if rng.below(2) == 0 {
        grimoire.bluffs = Default::default();
    }
    grimoire
}

#[test]
fn a_grimoire_that_was_reached_is_legal_however_little_is_known_of_it() {
    let games = seeds(11);
    // Grimoires change less often than anything is told.
    let one_in = (number("GASLAMP_ONE_IN", 40) as u32).div_ceil(8);
    let mut looked_at = 0;
    for game in 0..games {
        let mut rng = Rng::for_game(31, game);
        let setup = some_table(game, &mut rng);
        let mut last = String::new();
        common::play(&setup, &mut rng, |run, rng| {
            let grimoire = GrimoireText::of_state(&setup.names, run.state());
            let shown = line::write(&grimoire, Naming::Long);
            if shown != last && rng.below(one_in) == 0 {
                let part = remembered(&grimoire, &setup, rng);
                let nights = usize::from(gaslamp_botc::rules::phase::place(run.state().phase()).0).max(1);
                let partial = Partial::new(&setup, &part, nights, Tokens::AtLeast, &Stop::default());
                let is_possible = partial.expect("of Trouble Brewing").is_possible();
                assert_eq!(is_possible, Ok(true), "{} of\n{shown}", line::write(&part, Naming::Long));
                looked_at += 1;
            }
            last = shown;
            true
        });
    }
    assert!(looked_at > games, "{looked_at}");
}
