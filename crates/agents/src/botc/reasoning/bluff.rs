//! What an evil player says: of several stories, the one that makes the table suspect good players rather than the Demon.
//!
//! Accepts a mind, emits claims. A story is a character with what that character would have chosen and learned; each is judged by
//! rules of thumb, and the best of them by weighing worlds.

use std::sync::Arc;

use gaslamp_botc::rules::{Claim, NumberUpTo, Profile, Report, Shape, Statement};
use gaslamp_botc::{Action, Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};
use gaslamp_deduce::botc::invent::{Liar, invent};

use super::belief::Beliefs;
use crate::botc::heuristic::{Mind, Wish};
use crate::botc::kind::{self, is_evil};

/// What to say on one day.
#[derive(Clone, Debug, Default)]
pub(super) struct Tale {
    day: u16,
    claims: CoverStory,
}

/// The claims of a player, in order.
type CoverStory = Vec<Claim>;

/// Tells today's story, which is invented when the player is first asked.
pub(super) fn talk(mind: &mut Mind<'_>, beliefs: &Beliefs, tale: &mut Tale) -> Wish {
    let day = mind.view.now.number;
    if tale.day != day {
        *tale = Tale { day, claims: best_story(mind, beliefs) };
    }
    mind.unsaid(tale.claims.iter().cloned()).unwrap_or(Wish::Do(Action::Pass))
}

/// How many stories are invented for each character.
const VARIANTS: usize = 6;
/// How many of them are judged by weighing worlds, which takes time.
const WEIGHED: usize = 4;

fn best_story(mind: &mut Mind<'_>, beliefs: &Beliefs) -> CoverStory {
    let claimed = mind.memory.claims[mind.view.seat.index()];
    // Only the best story of each new character is kept, so that different characters are weighed.
    let (characters, kept) = match claimed {
        Some(character) => (vec![character], WEIGHED),
        None => (bluffs(mind), 1),
    };
    let mut stories: Vec<(f64, CoverStory)> = Vec::new();
    for character in characters {
        let mut own: Vec<(f64, CoverStory)> = Vec::new();
        for _ in 0..VARIANTS {
            let story = story(mind, character, claimed.is_none());
            if own.iter().all(|(_, known)| *known != story) {
                own.push((danger_by_rules_of_thumb(mind, &story), story));
            }
        }
        own.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        stories.extend(own.into_iter().take(kept));
    }
    stories.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    stories.truncate(WEIGHED);
    if stories.len() > 1 {
        for (danger, story) in &mut stories {
            *danger += danger_by_worlds(mind, beliefs, story);
        }
    }
    stories.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b)).map_or_else(Vec::new, |(_, story)| story)
}

/// The characters that the player may claim: the Demon's bluffs, or Townsfolk that nobody has claimed and no grimoire has shown.
fn bluffs(mind: &Mind<'_>) -> Vec<Character> {
    let is_free = |character: &Character| mind.memory.claimants(*character).is_empty();
    let told: Vec<Character> = mind.memory.bluffs.iter().copied().filter(is_free).collect();
    let townsfolk = mind.view.now.script.and(CharacterSet::team(Team::Townsfolk)).minus(mind.memory.in_play);
    if told.is_empty() { townsfolk.iter().filter(is_free).collect() } else { told }
}

/// A story of this character: from the beginning, or of the last night.
fn story(mind: &mut Mind<'_>, character: Character, is_new: bool) -> CoverStory {
    let last = mind.view.now.number;
    let mut story: CoverStory = is_new.then_some(Claim::Role(character)).into_iter().collect();
    for night in if is_new { 1 } else { last }..=last {
        story.extend(report(mind, character, night).map(Claim::Report));
    }
    story
}

/// By how much the Demon is more suspicious than any good player after a story, by rules of thumb; the player counts a little, too.
fn danger_by_rules_of_thumb(mind: &Mind<'_>, story: &[Claim]) -> f64 {
    const OWN: f64 = 0.3;
    let mut memory = mind.memory.clone();
    for claim in story {
        memory.hear_claim(mind.view.seat, mind.view.seat, &Arc::new(claim.clone()));
    }
    let scores = memory.public_suspicion(mind.view);
    let score = |seat: Seat| f64::from(scores[seat.index()]);
    let evil = score(mind.demon()) + OWN * score(mind.view.seat);
    let good = mind.prey().iter().map(score).fold(f64::NEG_INFINITY, f64::max);
    (evil.clamp(-100.0, 100.0) - good.clamp(-100.0, 100.0)) / 50.0
}

/// The same for somebody who weighs worlds; zero if worlds cannot be weighed.
fn danger_by_worlds(mind: &Mind<'_>, beliefs: &Beliefs, story: &[Claim]) -> f64 {
    const OWN: f64 = 0.3;
    beliefs.supposing(mind, story).map_or(0.0, |belief| {
        let good = mind.prey().iter().map(|seat| belief.demon(seat)).fold(0.0, f64::max);
        belief.demon(mind.demon()) - good + OWN * belief.evil(mind.view.seat)
    })
}

/// What a player of this character might claim to have chosen and learned in this night. The dead learn nothing.
fn report(mind: &mut Mind<'_>, bluff: Character, night: u16) -> Option<Report> {
    let wakes = |profile: &Profile| profile.wakes_in(night) && !profile.wakes_when_dying();
    let is_woken = kind::is(Some(bluff), wakes) && mind.memory.lived_at(night, mind.view.seat);
    if is_woken { invent(&mut Schemer { mind }, bluff, night) } else { None }
}

/// A liar who accuses good players and vouches for team-mates.
struct Schemer<'a, 'b> {
    mind: &'a mut Mind<'b>,
}

impl Schemer<'_, '_> {
    fn others(&self) -> Seats {
        Seats::first(self.mind.view.now.size).without(self.mind.view.seat)
    }
}

impl Liar for Schemer<'_, '_> {
    fn chosen(&mut self, ability: &Profile, count: usize) -> Option<Vec<Seat>> {
        let others = self.others();
        let living = others.and(self.mind.view.now.living);
        let is_vain = ability.telling() == Shape::Silent && !ability.guards_others();
        match count {
            1 => Some(vec![self.mind.any(if is_vain { others } else { living })?]),
            2 => two(self.mind, living).map(|(a, b)| vec![a, b]),
            _ => None,
        }
    }

    fn executed(&mut self, night: u16) -> Option<Seat> {
        self.mind.memory.executed_before(night)
    }

    fn pair(&mut self, team: Team) -> Option<Statement> {
        if is_evil(team) {
            evil_among_good(self.mind, team)
        } else {
            let others = self.others();
            vouching(self.mind, others, team)
        }
    }

    /// Inconspicuous numbers: smaller ones for the whole table than for a few players.
    fn number(&mut self, most: NumberUpTo) -> u8 {
        let below = match most {
            NumberUpTo::Seats => 2,
            NumberUpTo::Fixed(most) => u32::from(most.min(2)) + 1,
        };
        self.mind.rng.below(below) as u8
    }

    fn answer(&mut self) -> bool {
        self.mind.rng.below(2) == 1
    }

    /// What they claim themselves.
    fn character(&mut self, _: &Profile, about: Seat) -> Option<Character> {
        self.mind.memory.claims[about.index()]
    }

    fn one_of(&mut self, about: Seat) -> Option<(Character, Character)> {
        let claim =
            self.mind.memory.claims[about.index()].filter(|claim| CharacterSet::GOOD.contains(*claim))?;
        let evil: Vec<Character> = self.mind.view.now.script.and(CharacterSet::EVIL).iter().collect();
        Some((claim, *self.mind.rng.pick(&evil)?))
    }
}

/// Two different players of these, in seat order.
fn two(mind: &mut Mind<'_>, of: Seats) -> Option<(Seat, Seat)> {
    let a = mind.any(of)?;
    let b = mind.any(of.without(a))?;
    Some((a.min(b), a.max(b)))
}

fn evil_among_good(mind: &mut Mind<'_>, team: Team) -> Option<Statement> {
    let (holder, wrong) = two(mind, mind.prey())?;
    let characters: Vec<Character> = mind.view.now.script.and(CharacterSet::team(team)).iter().collect();
    Some(Statement::Pair { holder, wrong, character: *mind.rng.pick(&characters)? })
}

/// That one of two players is what one of them claims: a team-mate, if one claims a character of that team.
fn vouching(mind: &mut Mind<'_>, others: Seats, team: Team) -> Option<Statement> {
    let is_of_team = |seat: &Seat| mind.memory.claims[seat.index()].is_some_and(|claim| claim.team() == team);
    let claimants: Seats = others.iter().filter(is_of_team).collect();
    let friends = claimants.and(mind.team());
    let meant = mind.any(if friends.is_empty() { claimants } else { friends })?;
    let character = mind.memory.claims[meant.index()]?;
    let other = mind.any(others.without(meant))?;
    Some(Statement::Pair { holder: meant.min(other), wrong: meant.max(other), character })
}
