//! Cards with replacement effects (6).

use super::shapes::*;

/// A replacement effect that applies every time.
const fn instead(only: Condition, would: ReplacedEvent, instead: Replacement) -> Ability {
    Replaces { only, would, instead, once: false }
}

pub(super) const CARDS: &[Entry] = &[
    (
        card("beast_selfless_protector"),
        &[instead(Condition::Always, ReplacedEvent::BeDealtDamage(YOUR_OTHERS), Replacement::PutOnThis)],
    ),
    (
        card("lilo_bundled_up"),
        &[Replaces {
            only: Condition::OpponentsTurn,
            would: ReplacedEvent::TakeDamage(THIS),
            instead: Replacement::Nothing,
            once: true,
        }],
    ),
    (
        card("kronk_laid_back"),
        &[instead(Condition::Always, ReplacedEvent::Discard(You), Replacement::Nothing)],
    ),
    (
        card("magica_de_spell_cruel_sorceress"),
        &[instead(Condition::OpponentsTurn, ReplacedEvent::Discard(You), Replacement::Nothing)],
    ),
    (
        card("mickey_mouse_&_minnie_mouse_adventuring_duo"),
        &[instead(Condition::Always, ReplacedEvent::BeBanished(THIS), Replacement::ToInk)],
    ),
];
