//! The Klutz, on learning of his own death, publicly chooses a living player; if that one is evil, his side loses.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Guess};
use crate::rules::state::Side;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("klutz");

pub(crate) const ABILITY: Ability = Ability {
    last_choice: Some(|play, klutz, chosen| {
        play.use_ability(klutz, ID, |play| {
            if play.is_taken_for(ID, klutz, chosen, Guess::Side(Side::Evil)) {
                lose(play, klutz);
            }
        });
    }),
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            lose(play, ruling.by);
        }
    },
    ..Ability::with(Bearing::Neighbours)
};

fn lose(play: &mut Mutator<'_>, klutz: Seat) {
    let side = play.side(klutz);
    play.look_for_end(Some(side));
}
