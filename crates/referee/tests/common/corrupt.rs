//! Grimoires that are slightly wrong, or only slightly different. Accepts a grimoire, emits one in which one thing is otherwise.

use gaslamp_botc::Setup;
use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder};
use gaslamp_core::Rng;

/// One thing about a grimoire is otherwise.
pub(crate) fn corrupt(grimoire: &GrimoireText, setup: &Setup, rng: &mut Rng) -> GrimoireText {
    let mut grimoire = grimoire.clone();
    let seats = grimoire.players.len() as u32;
    let (a, b) = (rng.below(seats) as usize, rng.below(seats) as usize);
    match rng.below(6) {
        0 => {
            // A token moves.
            let laden: Vec<usize> = (0..grimoire.players.len())
                .filter(|&seat| !grimoire.players[seat].tokens.is_empty())
                .collect();
            if let Some(&from) = rng.pick(&laden) {
                let at = rng.below(grimoire.players[from].tokens.len() as u32) as usize;
                let token = grimoire.players[from].tokens.remove(at);
                grimoire.players[b].tokens.push(token);
            }
        }
        1 => {
            let tokens = &mut grimoire.players[a].tokens;
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
            grimoire.players[a].tokens.extend(rng.pick(&all).map(|token| PlacedReminder::Reminder(*token)));
        }
        3 => {
            let other = grimoire.players[b].character;
            let own = std::mem::replace(&mut grimoire.players[a].character, other);
            grimoire.players[b].character = own;
        }
        4 => grimoire.players[a].character = Known::Is(*rng.pick(setup.script.characters()).expect("some")),
        _ => {
            let lives = [Life::Alive, Life::Dead, Life::Spent];
            grimoire.players[a].life = *rng.pick(&lives).expect("some");
        }
    }
    grimoire
}
