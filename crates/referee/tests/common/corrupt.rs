//! Grimoires that are slightly wrong, or only slightly different. Accepts a grimoire, emits one in which one thing is otherwise.

use gaslamp_botc::Setup;
use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder};
use gaslamp_core::Rng;

/// One thing about a grimoire is otherwise.
pub(crate) fn corrupt(sheet: &GrimoireText, setup: &Setup, rng: &mut Rng) -> GrimoireText {
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
            sheet.players[a].tokens.extend(rng.pick(&all).map(|token| PlacedReminder::Reminder(*token)));
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
