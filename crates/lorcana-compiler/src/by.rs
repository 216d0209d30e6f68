//! Steps are read without their subject, as if you did them; here they get another one.

use gaslamp_lorcana::language::{Choice, Players, Pool, Step, Target};

/// The step done by these players; none if only you can do it.
#[must_use]
pub(crate) fn by(players: &Players, step: Step) -> Option<Step> {
    let p = players.clone();
    Some(match step {
        Step::Draw(Players::You, n) => Step::Draw(p, n),
        Step::DrawTo(Players::You, n) => Step::DrawTo(p, n),
        Step::GainLore(Players::You, n) => Step::GainLore(p, n),
        Step::LoseLore(Players::You, n) => Step::LoseLore(p, n),
        Step::InkDrops(Players::You, n) => Step::InkDrops(p, n),
        Step::Discard(Players::You, count, what) => Step::Discard(p, count, what),
        Step::DiscardAtRandom(Players::You, n) => Step::DiscardAtRandom(p, n),
        Step::DiscardHand(Players::You) => Step::DiscardHand(p),
        Step::DiscardTo(Players::You, n) => Step::DiscardTo(p, n),
        Step::Reveal(Players::You, n, slot) => Step::Reveal(p, n, slot),
        Step::DiscardFromRevealed(Players::You, count, what) => Step::DiscardFromRevealed(p, count, what),
        Step::RevealHand(Players::You) => Step::RevealHand(p),
        Step::PutTop(Players::You, n, to) => Step::PutTop(p, n, to),
        Step::PlayerGets(Players::You, what, lasts) => Step::PlayerGets(p, what, lasts),
        Step::Choose(choice) => Step::Choose(Choice { by: p, ..choice }),
        Step::Banish(what) => Step::Banish(chosen_by(p, what)?),
        Step::Exert(what) => Step::Exert(chosen_by(p, what)?),
        Step::Put(what, to) => Step::Put(chosen_by(p, what)?, to),
        Step::Show(what) => Step::Show(chosen_by(p, what)?),
        Step::Play { what, free, less, exerted, or_shift, then_to } => {
            Step::Play { what: chosen_by(p, what)?, free, less, exerted, or_shift, then_to }
        }
        Step::Deal(n, what) => Step::Deal(n, chosen_by(p, what)?),
        _ => return None,
    })
}

fn chosen_by(players: Players, what: Target) -> Option<Target> {
    match what {
        Target::Chosen(choice) if choice.by == Players::You => {
            let from = match choice.from {
                Pool::Hand(Players::You) => Pool::Hand(Players::ThatPlayer),
                from => from,
            };
            Some(Target::Chosen(Choice { by: players, from, ..choice }))
        }
        Target::Ref(card) => Some(Target::Ref(card)),
        _ => None,
    }
}
