//! Cards by which something happens instead of something else (6).

use super::shapes::*;

/// An ability by which something happens instead, every time.
const fn instead(only: If, would: Would, instead: Instead) -> Ability {
    Replaces { only, would, instead, once: false }
}

pub(super) const CARDS: &[Entry] = &[
    (
        card("beast_selfless_protector"),
        &[instead(If::Always, Would::BeDealtDamage(YOUR_OTHERS), Instead::PutOnThis)],
    ),
    (
        card("lilo_bundled_up"),
        &[Replaces {
            only: If::OpponentsTurn,
            would: Would::TakeDamage(THIS),
            instead: Instead::Nothing,
            once: true,
        }],
    ),
    (card("kronk_laid_back"), &[instead(If::Always, Would::Discard(Yours), Instead::Nothing)]),
    (
        card("magica_de_spell_cruel_sorceress"),
        &[instead(If::OpponentsTurn, Would::Discard(Yours), Instead::Nothing)],
    ),
    (
        card("mickey_mouse_&_minnie_mouse_adventuring_duo"),
        &[instead(If::Always, Would::BeBanished(THIS), Instead::ToInk)],
    ),
];
