//! Deaths, and what they bring: who becomes the Demon, which tokens go with their owner, and the end of the game.

use gaslamp_botc::{Character, Team};

use super::tokens;
use super::{IMP, RECLUSE, Unrolling};
use crate::sat::check_rule;
use crate::sat::circuit::Bit;

const BUTLER: Character = Character::with_id("butler");
const MONK: Character = Character::with_id("monk");
const POISONER: Character = Character::with_id("poisoner");
const SCARLET_WOMAN: Character = Character::with_id("scarletwoman");

impl Unrolling {
    /// These die at once, an Imp perhaps by its own hand; `lost` is whether that loses the game.
    pub(super) fn die(&mut self, dies: &[Bit], own_hand: Bit, lost: Bit) {
        let before = self.alive.clone();
        let after = self.each(|unrolling, seat| unrolling.circuit.and([before[seat], !dies[seat]]));
        let five = self.circuit.count(&before, 5)[4];
        let heiress = self.each(|unrolling, seat| {
            let active = unrolling.active(seat, SCARLET_WOMAN);
            unrolling.circuit.and([active, after[seat]])
        });
        let heirs = self.heirs(dies, &after, own_hand, five, &heiress);
        let deceived = self.deceived(dies, five, &heiress);
        let demons = self.each(|unrolling, seat| {
            let is = unrolling.is(seat, IMP);
            unrolling.circuit.and([is, after[seat]])
        });
        let takes_over =
            self.each(|unrolling, seat| unrolling.circuit.or([heirs.by_token[seat], deceived[seat]]));
        let becomes =
            self.each(|unrolling, seat| unrolling.circuit.or([takes_over[seat], heirs.chosen[seat]]));
        self.lose_tokens(dies, &becomes);
        self.place(tokens::SCARLET_WOMAN_IS_THE_DEMON, &takes_over);
        self.alive = after;
        self.became =
            self.each(|unrolling, seat| unrolling.circuit.or([unrolling.became[seat], becomes[seat]]));
        let demon = self.circuit.or(demons.into_iter().chain(becomes));
        let alive = self.alive.clone();
        let three = self.circuit.count(&alive, 3)[2];
        let ended = self.ended;
        self.ended = self.circuit.or([ended, !demon, !three, lost]);
        let [good, evil] = self.won;
        let saved = self.circuit.and([!demon, !heirs.is_awaited]);
        let doomed = self.circuit.or([!three, lost]);
        let doomed = self.circuit.and([demon, doomed]);
        self.won = [self.circuit.or([good, saved]), self.circuit.or([evil, doomed])];
    }

    /// Who becomes the Demon because one has died.
    fn heirs(&mut self, dies: &[Bit], after: &[Bit], own_hand: Bit, five: Bit, heiress: &[Bit]) -> Heirs {
        let imps = self.each(|unrolling, seat| unrolling.is(seat, IMP));
        let died = self.any(|unrolling, seat| unrolling.circuit.and([imps[seat], dies[seat]]));
        let remains = self.any(|unrolling, seat| unrolling.circuit.and([imps[seat], after[seat]]));
        let last_died = self.circuit.and([died, !remains]);
        let inherited = self.circuit.or([last_died, own_hand]);
        let by_token = self.each(|unrolling, seat| unrolling.circuit.and([inherited, five, heiress[seat]]));
        let taken = self.circuit.or(by_token.iter().copied());
        let needs = self.circuit.and([own_hand, !taken]);
        let minions = self.each(|unrolling, seat| {
            let minion = unrolling.team(seat, Team::Minion);
            unrolling.circuit.and([minion, after[seat]])
        });
        let candidates = self.each(|unrolling, seat| {
            let recluse = unrolling.pretends(seat, RECLUSE);
            let recluse = unrolling.circuit.and([recluse, after[seat]]);
            unrolling.circuit.or([minions[seat], recluse])
        });
        self.circuit.state(check_rule::HEIR);
        // The Storyteller may not have chosen yet, or choose nobody where no Minion lives; one alone is not chosen but becomes it.
        let chooses = self.circuit.open();
        let when = self.circuit.and([needs, chooses]);
        let counted = self.circuit.count(&candidates, 2);
        let minion = self.circuit.or(minions);
        let sole = self.circuit.and([needs, counted[0], !counted[1], minion]);
        self.circuit.imply(sole, [chooses]);
        let some = counted[0];
        let when = self.circuit.and([when, some]);
        let chosen = self.circuit.choose(when, &candidates);
        let is_awaited = self.circuit.and([needs, minion, !chooses]);
        Heirs { by_token, chosen, is_awaited }
    }

    /// A Recluse who dies may be taken for the Demon by a Scarlet Woman.
    fn deceived(&mut self, dies: &[Bit], five: Bit, heiress: &[Bit]) -> Vec<Bit> {
        let recluse = self.any(|unrolling, seat| {
            let recluse = unrolling.pretends(seat, RECLUSE);
            unrolling.circuit.and([recluse, dies[seat]])
        });
        let rules_so = self.circuit.open();
        self.each(|unrolling, seat| unrolling.circuit.and([recluse, rules_so, five, heiress[seat]]))
    }

    /// What an ability has done goes when its owner dies or becomes the Demon.
    fn lose_tokens(&mut self, dies: &[Bit], becomes: &[Bit]) {
        for (owner, token) in [
            (POISONER, tokens::POISONER_POISONED),
            (MONK, tokens::MONK_SAFE),
            (BUTLER, tokens::BUTLER_MASTER),
        ] {
            let lost = self.any(|unrolling, seat| {
                let is = unrolling.is(seat, owner);
                let goes = unrolling.circuit.or([dies[seat], becomes[seat]]);
                unrolling.circuit.and([is, goes])
            });
            self.clear(token, lost);
        }
    }
}

/// Who becomes the Demon: a Scarlet Woman, with her token, or whom the Storyteller chooses.
struct Heirs {
    by_token: Vec<Bit>,
    chosen: Vec<Bit>,
    /// The Storyteller must still choose.
    is_awaited: Bit,
}
