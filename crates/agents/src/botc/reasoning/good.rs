//! How a good player uses beliefs: execute the likeliest Demon while there is time.

use std::cell::OnceCell;

use gaslamp_botc::rules::{ChoiceShape, Claim, Profile, Scene, Shape};
use gaslamp_botc::{Action, Team};
use gaslamp_core::{Seat, Seats};

use super::belief::{Belief, Beliefs};
use super::best;
use crate::botc::good::{at_night as by_rules_of_thumb, decide as play_by_rules_of_thumb, keeps_quiet};
use crate::botc::heuristic::{Mind, Wish};
use crate::botc::kind;
use crate::botc::memory::Scores;

pub(super) fn decide(mind: &mut Mind<'_>, beliefs: &mut Beliefs) -> Wish {
    if let Scene::Talk(_) = mind.view.now.scene {
        return talk(mind);
    }
    let Some(belief) = beliefs.own(mind) else { return play_by_rules_of_thumb(mind) };
    match mind.view.now.scene {
        Scene::Evening(_) => nominate(mind, belief),
        Scene::Vote { nominee, .. } => vote(mind, belief, nominee),
        Scene::LastChoice { .. } | Scene::Defence(_) => play_by_rules_of_thumb(mind),
        Scene::Talk(_) | Scene::Setup | Scene::Night | Scene::Over => at_night(mind, belief),
    }
}

/// Claims their character and reports everything chosen and learned.
fn talk(mind: &Mind<'_>) -> Wish {
    let own = mind.view.now.character;
    if !keeps_quiet(mind) {
        let news = mind.memory.own.reports().filter(|report| !mind.memory.has_reported(report));
        let reports = news.cloned().map(Claim::Report);
        if let Some(wish) = mind.unsaid(own.map(Claim::Role).into_iter().chain(reports)) {
            return wish;
        }
    }
    let visits = kind::is(own, kind::visits) && mind.is_legal(Action::Visit);
    Wish::Do(if visits { Action::Visit } else { Action::Pass })
}

/// The value of executing a player: a Demon is worth everything, a Minion little; a character such as the Saint loses the game.
fn value(belief: &Belief, seat: Seat) -> f64 {
    const MINION: f64 = 0.15;
    const LOSS: f64 = 0.5;
    let demon = belief.demon(seat);
    demon + MINION * (belief.evil(seat) - demon) - LOSS * belief.kind(seat, Profile::loses_by_execution)
}

/// The players whom an execution could kill, as far as is known.
fn suspects(mind: &Mind<'_>) -> Seats {
    mind.others().minus(mind.memory.immortal)
}

/// The part of the value of the best execution that another one needs to be better than none: others may see it differently.
const CLOSE: f64 = 0.6;

/// The value that an execution must have today. With an even number alive the village has no more executions left than with one
/// fewer, so it can wait and learn for another night; with three alive it is the last chance.
fn threshold(mind: &Mind<'_>, belief: &Belief) -> f64 {
    match mind.view.now.living.len() {
        3 if trusts_in_peace(mind, belief) => f64::INFINITY,
        0..=3 => f64::NEG_INFINITY,
        4 => 0.5,
        living if living % 2 == 0 => 0.3,
        _ => 0.0,
    }
}

/// Whether, with three alive, it is better to execute nobody, because a Mayor wins then.
fn trusts_in_peace(mind: &Mind<'_>, belief: &Belief) -> bool {
    let living = mind.view.now.living.iter();
    let winner = living.map(|seat| belief.kind(seat, kind::wins_in_peace)).fold(0.0, f64::max);
    let demon = suspects(mind).iter().map(|seat| belief.demon(seat)).fold(0.0, f64::max);
    winner > demon
}

/// A Slayer shoots when a player is worth it or time is short.
fn shot(mind: &Mind<'_>, belief: &Belief) -> Option<Wish> {
    const WORTH_IT: f64 = 0.35;
    const LITTLE_TIME: usize = 5;
    if !kind::is(mind.view.now.character, kind::shoots) {
        return None;
    }
    let target = best(mind.others(), |seat| belief.demon(seat))?;
    let is_time = belief.demon(target) >= WORTH_IT || mind.view.now.living.len() <= LITTLE_TIME;
    (is_time && mind.is_legal(Action::Shoot(target))).then_some(Wish::Do(Action::Shoot(target)))
}

/// Whether to execute this player rather than the one on the block, or nobody.
fn is_worth_it(mind: &Mind<'_>, belief: &Belief, nominee: Seat) -> bool {
    let suspects = suspects(mind);
    let own = value(belief, nominee);
    let most = suspects.iter().map(|seat| value(belief, seat)).fold(0.0, f64::max);
    let is_better = mind.view.now.block.0.is_none_or(|on_block| own > value(belief, on_block));
    suspects.contains(nominee) && is_better && own >= threshold(mind, belief) && own >= CLOSE * most
}

fn nominate(mind: &Mind<'_>, belief: &Belief) -> Wish {
    let free = suspects(mind).minus(mind.view.now.nominated);
    let target = best(free, |seat| value(belief, seat)).filter(|&seat| is_worth_it(mind, belief, seat));
    shot(mind, belief).unwrap_or(Wish::Do(target.map_or(Action::Pass, Action::Nominate)))
}

fn vote(mind: &Mind<'_>, belief: &Belief, nominee: Seat) -> Wish {
    const SURE: f64 = 0.5;
    let now = &mind.view.now;
    // The dead keep their one vote for the last day, or for a player who is more likely the Demon than not.
    let may_spend =
        now.living.contains(mind.view.seat) || now.living.len() <= 3 || value(belief, nominee) >= SURE;
    let votes = may_spend && is_worth_it(mind, belief, nominee);
    Wish::Do(if votes { Action::Vote(nominee) } else { Action::Abstain })
}

/// Investigates where most is learned, protects those whom evil players would like to kill; makes other choices by rules of thumb
/// with these beliefs.
fn at_night(mind: &mut Mind<'_>, belief: &Belief) -> Wish {
    let choice = mind.view.now.character.and_then(Profile::of).and_then(|own| match own.choice() {
        ChoiceShape::Two if own.seeks() == Some(Team::Demon) => two_to_look_at(mind, belief),
        ChoiceShape::One if own.telling() == Shape::Is => {
            best(mind.others(), |seat| -doubt(belief.demon(seat))).map(Action::Choose)
        }
        ChoiceShape::One if own.guards_others() => {
            best(mind.others(), |seat| worth_guarding(mind, belief, seat)).map(Action::Choose)
        }
        _ => None,
    });
    if let Some(action) = choice.filter(|&action| mind.is_legal(action)) {
        return Wish::Do(action);
    }
    let scores: Scores = std::array::from_fn(|index| (100.0 * belief.evil(Seat::new(index))) as i32);
    mind.scores = OnceCell::from(scores);
    by_rules_of_thumb(mind)
}

/// How far from even the odds of a yes are: the nearer, the more informative the answer.
fn doubt(yes: f64) -> f64 {
    (yes - 0.5).abs()
}

fn two_to_look_at(mind: &Mind<'_>, belief: &Belief) -> Option<Action> {
    let living: Vec<Seat> = mind.view.now.living.iter().collect();
    let pairs = living.iter().enumerate().flat_map(|(at, &a)| living[at + 1..].iter().map(move |&b| (a, b)));
    let doubts = pairs.map(|(a, b)| (doubt(belief.demon(a) + belief.demon(b)), Action::ChooseTwo(a, b)));
    doubts.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, action)| action)
}

/// How much evil players want to kill a player: those the table trusts and who learn most.
fn worth_guarding(mind: &Mind<'_>, belief: &Belief, seat: Seat) -> f64 {
    let learns = kind::is(mind.memory.claims[seat.index()], kind::learns_nightly);
    (1.0 - belief.evil(seat)) * if learns { 1.5 } else { 1.0 }
}
