//! How a good player plays: tell the truth, follow the evidence, execute nearly every day.

use gaslamp_botc::rules::{Claim, Scene};
use gaslamp_botc::{Action, Team};
use gaslamp_core::{Choice, Seat, Seats};

use super::heuristic::{Mind, Wish};
use super::kind;

/// How far below the most suspicious player another one is still worth a vote; more after quiet nights, when the village
/// has not agreed on anybody.
fn close(mind: &Mind<'_>) -> i32 {
    20 + 20 * mind.memory.quiet
}

/// Enough suspicion to spend what can only be used once: a Slayer's shot, the vote of the dead.
const STRONG: i32 = 55;

pub(super) fn decide(mind: &mut Mind<'_>) -> Wish {
    match mind.view.now.scene {
        Scene::Talk(_) => talk(mind),
        Scene::Evening(_) => nominate(mind),
        Scene::Defence(_) => Wish::Do(Action::Pass),
        Scene::Vote { nominee, .. } => vote(mind, nominee),
        Scene::LastChoice { .. } => choose_when_dead(mind),
        Scene::Setup | Scene::Night | Scene::Over => at_night(mind),
    }
}

/// Whoever must choose a player publicly hopes that it is a good one.
fn choose_when_dead(mind: &mut Mind<'_>) -> Wish {
    let others = mind.others();
    mind.most_trusted(others).map_or(Wish::Whatever, |seat| Wish::Do(Action::Choose(seat)))
}

/// Claims their character and reports everything learned; a Slayer who is sure shoots, a Savant visits the Storyteller.
fn talk(mind: &Mind<'_>) -> Wish {
    let own = mind.view.now.character;
    if !keeps_quiet(mind) {
        let role = own.map(Claim::Role);
        let news = mind.memory.learned().filter(|report| !mind.memory.has_reported(report));
        let reports = news.cloned().map(Claim::Report);
        if let Some(wish) = mind.unsaid(role.into_iter().chain(reports)) {
            return wish;
        }
    }
    if kind::is(own, kind::visits) && mind.is_legal(Action::Visit) {
        return Wish::Do(Action::Visit);
    }
    shot(mind).unwrap_or(Wish::Do(Action::Pass))
}

/// A player who learns something every night keeps quiet for a day, so as not to be the first to die.
pub(super) fn keeps_quiet(mind: &Mind<'_>) -> bool {
    let now = &mind.view.now;
    let learns = kind::is(now.character, kind::learns_nightly);
    learns && now.number < 2 && now.living.contains(mind.view.seat)
}

fn shot(mind: &Mind<'_>) -> Option<Wish> {
    if !kind::is(mind.view.now.character, kind::shoots) {
        return None;
    }
    let target = mind.most_suspicious(mind.others())?;
    let is_time = mind.score(target) >= STRONG || mind.view.now.living.len() <= 4;
    (is_time && mind.is_legal(Action::Shoot(target))).then_some(Wish::Do(Action::Shoot(target)))
}

/// How suspicious a player must be to be executed today. With an even number alive the village has no more executions left than
/// with one fewer, so it waits then, but not forever; with three alive it is the last chance.
fn threshold(mind: &Mind<'_>) -> i32 {
    let patience = -20 * mind.memory.quiet;
    match mind.view.now.living.len() {
        3 if kind::is(mind.view.now.character, kind::wins_in_peace) => i32::MAX,
        0..=3 => i32::MIN,
        4 => STRONG + patience,
        living if living % 2 == 0 => 30 + patience,
        _ => 5 + patience,
    }
}

/// The players whom an execution could kill, as far as is known.
fn suspects(mind: &Mind<'_>) -> Seats {
    mind.others().minus(mind.memory.immortal)
}

fn nominate(mind: &Mind<'_>) -> Wish {
    let suspects = suspects(mind);
    let free = suspects.minus(mind.view.now.nominated);
    let best = mind.most_suspicious(suspects).map_or(0, |seat| mind.score(seat));
    let on_block = mind.view.now.block.0.map(|seat| mind.score(seat));
    let target = mind.most_suspicious(free).filter(|&seat| {
        let score = mind.score(seat);
        let is_better = on_block.is_none_or(|on_block| score > on_block);
        is_better && score >= threshold(mind) && score + close(mind) >= best
    });
    shot(mind).or(target.map(|seat| Wish::Do(Action::Nominate(seat)))).unwrap_or(Wish::Do(Action::Pass))
}

fn vote(mind: &Mind<'_>, nominee: Seat) -> Wish {
    let now = &mind.view.now;
    let score = mind.score(nominee);
    let best = mind.most_suspicious(suspects(mind)).map_or(0, |seat| mind.score(seat));
    let is_better = now.block.0.is_none_or(|on_block| score > mind.score(on_block));
    // The dead keep their one vote for the last days, or for a player who is as good as caught.
    let may_spend = now.living.contains(mind.view.seat) || now.living.len() <= 4 || score >= STRONG;
    let close = if now.living.len() <= 3 { 0 } else { close(mind) };
    let is_suspect = score >= threshold(mind) && score.saturating_add(close) >= best;
    let can_die = now.living.contains(nominee) && !mind.memory.immortal.contains(nominee);
    let votes = is_better && may_spend && is_suspect && can_die;
    Wish::Do(if votes { Action::Vote(nominee) } else { Action::Abstain })
}

/// Investigates the suspicious, protects or follows the trusted; tries something else when nothing happens.
pub(super) fn at_night(mind: &mut Mind<'_>) -> Wish {
    let looks = kind::is(mind.view.now.character, kind::learns_nightly);
    let offered = |seat: &Seat| mind.is_legal(Action::Choose(*seat));
    let offered: Seats = (0..mind.view.now.size).map(Seat::new).filter(offered).collect();
    let living = offered.and(mind.others());
    let from = if living.is_empty() { offered } else { living };
    let single = if mind.memory.quiet > 2 {
        mind.any(from)
    } else if looks || !mind.view.now.living.contains(mind.view.seat) {
        mind.most_suspicious(from)
    } else {
        mind.most_trusted(from)
    };
    if let Some(seat) = single {
        return Wish::Do(Action::Choose(seat));
    }
    if let Some(pair) = two_to_look_at(mind) {
        return Wish::Do(pair);
    }
    let useful: Vec<Action> = (mind.view.legal.iter())
        .filter_map(|choice| match *choice {
            Choice::Action(action @ Action::ChooseCharacter(character)) => {
                let is_new = mind.memory.claimants(character).is_empty();
                (is_new && character.team() == Team::Townsfolk).then_some(action)
            }
            _ => None,
        })
        .collect();
    mind.rng.pick(&useful).map_or(Wish::Whatever, |&action| Wish::Do(action))
}

/// The two most suspicious players who have not been investigated yet.
fn two_to_look_at(mind: &Mind<'_>) -> Option<Action> {
    let seen: Seats = mind.memory.learned().flat_map(|report| report.chosen.iter().copied()).collect();
    let fresh = mind.others().minus(seen);
    let first = mind.most_suspicious(fresh).or_else(|| mind.most_suspicious(mind.others()))?;
    let second = mind
        .most_suspicious(fresh.without(first))
        .or_else(|| mind.most_suspicious(mind.others().without(first)))?;
    let pair = Action::ChooseTwo(first.min(second), first.max(second));
    mind.is_legal(pair).then_some(pair)
}
