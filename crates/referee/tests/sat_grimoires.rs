//! Grimoires before the SAT checker: every one that random play reaches is legal, and those that are changed a little are judged as the rules in
//! ASP judge them.

mod common;

use common::{play, seeds};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::sheet::Sheet;
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::{Phase, Trace, What};
use gaslamp_core::{Game as _, Rng, Span};
use gaslamp_referee::sat::Check;

fn nights(state: &State) -> usize {
    match state.phase() {
        Phase::Night(number) | Phase::Day(number) | Phase::Evening(number) | Phase::Turn(number) => {
            usize::from(number)
        }
        Phase::Setup => 1,
    }
}

/// What of it cannot all be.
fn clash(check: &mut Check) -> Vec<String> {
    if check.is_legal() {
        return Vec::new();
    }
    let clashes = check.clashes();
    let statements = clashes.iter().flat_map(|clash| &clash.statements);
    statements.map(|&at| check.statements[at].words.clone()).collect()
}

#[test]
fn every_grimoire_that_is_reached_is_legal() {
    let games = seeds(40);
    for game in 0..games {
        let mut rng = Rng::for_game(5, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 11);
        let mut last = String::new();
        play(&setup, &mut rng, |run, _| {
            let sheet = Sheet::of_state(&setup.names, run.state());
            let shown = line::write(&sheet, Naming::Long);
            if shown != last {
                let mut check = Check::of_sheet(&setup, &sheet, nights(run.state()));
                let clash = clash(&mut check);
                assert_eq!(clash, Vec::<String>::new(), "{shown}\n{}", gaslamp_core::record::write_line(run));
                last = shown;
            }
            true
        });
    }
}

/// One thing about a grimoire is otherwise.
#[cfg(feature = "clingo")]
fn corrupt(sheet: &Sheet, setup: &Setup, rng: &mut Rng) -> Sheet {
    use gaslamp_botc::characters::ReminderToken;
    use gaslamp_botc::notation::sheet::{Known, Life, Token};

    let mut sheet = sheet.clone();
    let seats = sheet.players.len() as u32;
    let (a, b) = (rng.below(seats) as usize, rng.below(seats) as usize);
    match rng.below(6) {
        0 => {
            // A token moves.
            let laden: Vec<usize> =
                (0..sheet.players.len()).filter(|&seat| !sheet.players[seat].tokens.is_empty()).collect();
            if let Some(&from) = rng.pick(&laden) {
                let at = rng.below(sheet.players[from].tokens.len() as u32) as usize;
                let token = sheet.players[from].tokens.remove(at);
                sheet.players[b].tokens.push(token);
            }
        }
        1 => {
            let tokens = &mut sheet.players[a].tokens;
            if !tokens.is_empty() {
                tokens.remove(rng.below(tokens.len() as u32) as usize);
            }
        }
        2 => {
            let all: Vec<ReminderToken> = setup
                .script
                .characters()
                .iter()
                .flat_map(|character| ReminderToken::of(*character))
                .collect();
            sheet.players[a].tokens.extend(rng.pick(&all).map(|token| Token::Reminder(*token)));
        }
        3 => {
            let other = sheet.players[b].character;
            let own = std::mem::replace(&mut sheet.players[a].character, other);
            sheet.players[b].character = own;
        }
        4 => sheet.players[a].character = Known::Is(*rng.pick(setup.script.characters()).expect("some")),
        _ => {
            let lives = [Life::Alive, Life::Dead, Life::Spent];
            sheet.players[a].life = *rng.pick(&lives).expect("some");
        }
    }
    sheet
}

#[cfg(feature = "clingo")]
#[test]
fn grimoires_are_judged_as_the_rules_in_asp_judge_them() {
    use gaslamp_referee::asp::botc::trace::Inquiry;

    let games = seeds(12);
    let mut wrong = Vec::new();
    let mut legal = 0;
    for game in 0..games {
        let mut rng = Rng::for_game(6, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 2);
        let mut sheets = Vec::new();
        play(&setup, &mut rng, |run, _| {
            sheets.push(Sheet::of_state(&setup.names, run.state()));
            nights(run.state()) <= 2
        });
        sheets.pop();
        let sheet = corrupt(rng.pick(&sheets).expect("some"), &setup, &mut rng);
        let mut check = Check::of_sheet(&setup, &sheet, 2);
        let found = check.is_legal();
        assert_eq!(check.clashes().is_empty(), found, "{}", line::write(&sheet, Naming::Long));
        let mut inquiry = Inquiry::of_sheet_by(&setup, &sheet, Phase::Evening(2)).expect("rules");
        let expected = !inquiry.deals(1).expect("an answer").is_empty();
        legal += usize::from(expected);
        if found != expected {
            wrong.push(format!(
                "{} is legal: {expected} by the rules in ASP",
                line::write(&sheet, Naming::Long)
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {games}, {legal} legal:\n{}", wrong.len(), wrong.join("\n"));
}

/// A game's own trace, with consequences, with and without its deal, whole and with gaps, and the grimoire that it ends with.
#[test]
fn games_with_gaps_are_legal() {
    let games = seeds(60);
    for game in 0..games {
        let mut rng = Rng::for_game(8, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 11);
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
            let story = Story::read(&trace, &setup.names, None);
            let sheet = Sheet::of_state(&setup.names, run.state());
            let is_up_to_now = story.deeds.iter().any(|deed| deed.phase == run.state().phase());
            let mut check = Check::of_story(&setup, &story, Some(&sheet).filter(|_| is_up_to_now));
            let shown = line::write(&sheet, Naming::Long);
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
