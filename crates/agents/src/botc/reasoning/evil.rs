//! How an evil player uses what the table must believe: keep good players more suspicious than the Demon.

use gaslamp_botc::Action;
use gaslamp_botc::rules::{Profile, SEATS, Scene};
use gaslamp_core::{Seat, Seats};

use super::belief::{Belief, Beliefs};
use super::best;
use super::bluff::{self, Tale};
use crate::botc::evil::{at_night as by_rules_of_thumb, decide as play_by_rules_of_thumb, harm};
use crate::botc::heuristic::{Mind, Wish};
use crate::botc::kind;

pub(super) fn decide(mind: &mut Mind<'_>, beliefs: &mut Beliefs, tale: &mut Tale) -> Wish {
    match mind.view.now.scene {
        Scene::Talk(_) => bluff::talk(mind, beliefs, tale),
        Scene::Vote { nominee, .. } => vote(mind, nominee),
        Scene::Evening(_) => match beliefs.public(mind) {
            Some(belief) => nominate(mind, belief),
            None => play_by_rules_of_thumb(mind),
        },
        Scene::LastChoice { .. } => by_rules_of_thumb(mind),
        Scene::Defence(_) => play_by_rules_of_thumb(mind),
        // On the first night nobody has said anything yet.
        Scene::Setup | Scene::Night | Scene::Over if mind.view.now.number < 2 => by_rules_of_thumb(mind),
        Scene::Setup | Scene::Night | Scene::Over => match beliefs.public(mind) {
            Some(belief) => at_night(mind, belief),
            None => by_rules_of_thumb(mind),
        },
    }
}

impl Mind<'_> {
    /// The Demon, as far as the player knows. If that player is dead and the game continues, a Minion has taken over.
    pub(super) fn demon(&self) -> Seat {
        let living = self.view.now.living;
        let known = self.memory.demons.and(living).iter().next();
        let heir = || self.memory.minions.and(living).iter().next();
        let own = self.is_demon().then_some(self.view.seat);
        own.or(known).or_else(heir).unwrap_or(self.view.seat)
    }
}

/// By seat, how much the table wants to execute that player. Some players weigh worlds, most use rules of thumb.
type Opinion = [f64; SEATS];

fn opinion(mind: &Mind<'_>, belief: &Belief) -> Opinion {
    const RULES_OF_THUMB: f64 = 2.0;
    let scores = mind.memory.public_suspicion(mind.view);
    std::array::from_fn(|index| {
        belief.demon(Seat::new(index)) + RULES_OF_THUMB * f64::from(scores[index].clamp(-100, 100)) / 100.0
    })
}

/// Nominates the good player that the table suspects most, unless a good one is on the block already.
fn nominate(mind: &Mind<'_>, belief: &Belief) -> Wish {
    let now = &mind.view.now;
    if now.block.0.is_some_and(|on_block| !mind.team().contains(on_block)) {
        return Wish::Do(Action::Pass);
    }
    let opinion = opinion(mind, belief);
    let free = mind.prey().minus(now.nominated).minus(mind.memory.immortal);
    Wish::Do(best(free, |seat| opinion[seat.index()]).map_or(Action::Pass, Action::Nominate))
}

/// Votes against good players, never against the evil team. A good player on the block stays there, but with three alive a tie is
/// just as good: nobody is executed, and the night does the rest.
fn vote(mind: &Mind<'_>, nominee: Seat) -> Wish {
    let now = &mind.view.now;
    let lives = now.living.contains(mind.view.seat);
    let can_die = now.living.minus(mind.team()).minus(mind.memory.immortal).contains(nominee);
    let helps = match now.block.0 {
        _ if now.living.len() <= 3 => true,
        Some(on_block) if on_block == mind.demon() => true,
        Some(on_block) if !mind.team().contains(on_block) => false,
        // The dead keep their one vote for the last days.
        _ => lives || now.living.len() <= 4,
    };
    Wish::Do(if can_die && helps { Action::Vote(nominee) } else { Action::Abstain })
}

/// A Demon kills those the table trusts, so that the suspected are left; a Minion spoils what is learned.
fn at_night(mind: &mut Mind<'_>, belief: &Belief) -> Wish {
    let opinion = opinion(mind, belief);
    if kind::is(mind.view.now.character, Profile::passes_on) && is_caught(mind, belief, &opinion) {
        return Wish::Do(Action::Choose(mind.view.seat));
    }
    let is_demon = mind.is_demon();
    let worth = |seat: Seat| {
        let claim = mind.memory.claims[seat.index()];
        let is_tough = is_demon && kind::is(claim, kind::is_bad_prey);
        let learns = kind::is(claim, kind::learns_nightly);
        let trust = -opinion[seat.index()] * if is_demon { 1.0 } else { 0.3 };
        let character = match (is_tough, learns) {
            (true, _) => -1.0,
            (false, true) => 0.2,
            (false, false) => 0.0,
        };
        trust + character * (1.0 - belief.evil(seat))
    };
    // A player who survived an attack is safe in some way; when nothing has worked, anything may.
    let tried = if is_demon { mind.memory.targets } else { Seats::NONE };
    let victim = best(mind.prey().minus(tried), worth);
    let victim = victim.or_else(|| mind.any(mind.prey()));
    match victim.map(Action::Choose).filter(|&action| mind.is_legal(action)) {
        Some(action) => Wish::Do(action),
        None => harm(mind),
    }
}

/// Whether the table suspects this Demon more than any good player, and a Minion who could take over much less.
fn is_caught(mind: &Mind<'_>, belief: &Belief, opinion: &Opinion) -> bool {
    const LIKELY: f64 = 0.4;
    const MUCH: f64 = 0.2;
    let of = |seat: Seat| opinion[seat.index()];
    let own = of(mind.view.seat);
    let heirs = mind.memory.minions.and(mind.view.now.living);
    belief.demon(mind.view.seat) > LIKELY
        && mind.prey().iter().all(|seat| of(seat) < own)
        && heirs.iter().any(|seat| of(seat) < own - MUCH)
}
