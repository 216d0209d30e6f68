//! How an evil player plays: bluff, mislead, kill those the village believes, keep the Demon off the block.

use gaslamp_botc::rules::{Claim, NumberUpTo, Profile, Report, Scene, Statement};
use gaslamp_botc::{Action, Character, CharacterSet, Team};
use gaslamp_core::{Choice, Seat, Seats};
use gaslamp_deduce::botc::invent::{Liar, invent};

use super::heuristic::{Mind, Wish};
use super::kind::{self, is_evil};

/// A Demon with this much suspicion expects to be executed next.
const LOST: i32 = 60;

pub(super) fn decide(mind: &mut Mind<'_>) -> Wish {
    match mind.view.now.scene {
        Scene::Talk(_) => talk(mind),
        Scene::Evening(_) => nominate(mind),
        Scene::Defence(_) => defend(mind),
        Scene::Vote { nominee, .. } => vote(mind, nominee),
        Scene::Setup | Scene::Night | Scene::Over | Scene::LastChoice { .. } => at_night(mind),
    }
}

impl Mind<'_> {
    /// The players known to be evil, including the player.
    pub(super) fn team(&self) -> Seats {
        self.memory.demons.or(self.memory.minions).with(self.view.seat)
    }

    /// The living who are not known to be evil. If only evil players are alive, Minions are all that stands between the Demon and
    /// the end.
    pub(super) fn prey(&self) -> Seats {
        let prey = self.view.now.living.minus(self.team());
        if prey.is_empty() && self.is_demon() { self.others() } else { prey }
    }

    pub(super) fn is_demon(&self) -> bool {
        self.view.now.character.is_some_and(|own| own.team() == Team::Demon)
    }
}

/// Claims a bluff, and what its ability would have learned.
fn talk(mind: &mut Mind<'_>) -> Wish {
    let claimed = mind.memory.claims[mind.view.seat.index()];
    let wish = match claimed {
        None => bluff(mind).and_then(|bluff| mind.unsaid([Claim::Role(bluff)])),
        Some(bluff) => {
            let night = if kind::is(claimed, kind::learns_nightly) { mind.view.now.number } else { 1 };
            let is_told = mind
                .memory
                .said
                .iter()
                .any(|claim| matches!(claim.as_ref(), Claim::Report(report) if report.night == night));
            let report = if is_told { None } else { lie(mind, bluff, night) };
            mind.unsaid(report.map(Claim::Report))
        }
    };
    wish.unwrap_or(Wish::Do(Action::Pass))
}

/// One of the Demon's bluffs, or a Townsfolk that nobody has claimed and no grimoire has shown.
fn bluff(mind: &mut Mind<'_>) -> Option<Character> {
    let is_free = |character: &Character| mind.memory.claimants(*character).is_empty();
    let told: Vec<Character> = mind.memory.bluffs.iter().copied().filter(is_free).collect();
    let script = mind.view.now.script.and(CharacterSet::team(Team::Townsfolk)).minus(mind.memory.in_play);
    let script: Vec<Character> = script.iter().filter(is_free).collect();
    mind.rng.pick(if told.is_empty() { &script } else { &told }).copied()
}

/// What a player of this character might have been told: against the good, or harmless.
fn lie(mind: &mut Mind<'_>, bluff: Character, night: u16) -> Option<Report> {
    let prey = mind.prey();
    let first = mind.any(prey)?;
    let second = mind.any(prey.without(first))?;
    invent(&mut Slander { first: first.min(second), second: first.max(second), mind }, bluff, night)
}

/// A liar who mentions two good players.
struct Slander<'a, 'b> {
    first: Seat,
    second: Seat,
    mind: &'a mut Mind<'b>,
}

impl Liar for Slander<'_, '_> {
    fn chosen(&mut self, _: &Profile, count: usize) -> Option<Vec<Seat>> {
        (count == 2).then(|| vec![self.first, self.second])
    }

    fn executed(&mut self, _: u16) -> Option<Seat> {
        None
    }

    /// That one of the two is evil, or that the first is what they claim.
    fn pair(&mut self, team: Team) -> Option<Statement> {
        let character = if is_evil(team) {
            let script = self.mind.view.now.script;
            let characters: Vec<Character> = script.and(CharacterSet::team(team)).iter().collect();
            *self.mind.rng.pick(&characters)?
        } else {
            self.mind.memory.claims[self.first.index()]?
        };
        Some(Statement::Pair { holder: self.first, wrong: self.second, character })
    }

    fn pair_or_nobody(&mut self, _: Team) -> Statement {
        Statement::Nobody
    }

    /// Zero for the whole table, a small number for a few players.
    fn number(&mut self, most: NumberUpTo) -> u8 {
        match most {
            NumberUpTo::Seats => 0,
            NumberUpTo::Fixed(_) => self.mind.rng.below(2) as u8,
        }
    }

    fn answer(&mut self) -> bool {
        self.mind.rng.below(2) == 1
    }

    fn character(&mut self, _: &Profile, _: Seat) -> Option<Character> {
        None
    }

    fn one_of(&mut self, _: Seat) -> Option<(Character, Character)> {
        None
    }
}

/// Whoever wins by being executed after saying what they are says so.
pub(super) fn defend(mind: &Mind<'_>) -> Wish {
    let own = mind.view.now.character.filter(|own| kind::is(Some(*own), Profile::speaks_when_nominated));
    own.and_then(|own| mind.unsaid([Claim::Role(own)])).unwrap_or(Wish::Do(Action::Pass))
}

/// Nominates the good player that the village suspects most, unless a good one is on the block already.
fn nominate(mind: &Mind<'_>) -> Wish {
    let now = &mind.view.now;
    if now.block.0.is_some_and(|on_block| !mind.team().contains(on_block)) {
        return Wish::Do(Action::Pass);
    }
    let target = mind.most_suspicious(mind.prey().minus(now.nominated).minus(mind.memory.immortal));
    Wish::Do(target.map_or(Action::Pass, Action::Nominate))
}

/// Votes against good players, but never so that a good player comes off the block; votes with the village against a team-mate
/// only when they are lost anyway.
fn vote(mind: &Mind<'_>, nominee: Seat) -> Wish {
    let now = &mind.view.now;
    let lives = now.living.contains(mind.view.seat);
    let votes = if mind.team().contains(nominee) {
        let is_demon = mind.memory.demons.contains(nominee) || nominee == mind.view.seat;
        lives && !is_demon && now.hands.len() >= mind.enough()
    } else {
        let prey_on_block = now.block.0.is_some_and(|on_block| !mind.team().contains(on_block));
        let is_last_day = now.living.len() <= 4;
        let can_die = now.living.contains(nominee) && !mind.memory.immortal.contains(nominee);
        !prey_on_block && can_die && (lives || is_last_day)
    };
    Wish::Do(if votes { Action::Vote(nominee) } else { Action::Abstain })
}

/// A Demon kills those the village trusts, a Minion spoils what it learns.
pub(super) fn at_night(mind: &mut Mind<'_>) -> Wish {
    let own = mind.view.now.character;
    let is_demon = mind.is_demon();
    if kind::is(own, Profile::passes_on) && is_lost(mind) {
        return Wish::Do(Action::Choose(mind.view.seat));
    }
    let mut victims = mind.prey();
    let informed = mind.memory.claiming(kind::learns_nightly);
    let tough = mind.memory.claiming(kind::is_bad_prey);
    // A player who survived an attack is safe in some way; one who was poisoned when nobody died may be the Demon.
    let tried = if is_demon || mind.memory.quiet > 0 { mind.memory.targets } else { Seats::NONE };
    for avoided in [if is_demon { tough } else { Seats::NONE }, tried] {
        if !victims.minus(avoided).is_empty() {
            victims = victims.minus(avoided);
        }
    }
    let known = victims.and(informed);
    let victim = if victims.minus(tried).is_empty() {
        // Nothing has worked, so anything may.
        mind.any(mind.prey())
    } else if known.is_empty() {
        mind.most_trusted(victims)
    } else {
        mind.most_trusted(known)
    };
    match victim.map(Action::Choose).filter(|&action| mind.is_legal(action)) {
        Some(action) => Wish::Do(action),
        None => harm(mind),
    }
}

/// Whether the village is about to execute this Demon, and a Minion can take over.
fn is_lost(mind: &Mind<'_>) -> bool {
    let heirs = mind.memory.minions.and(mind.view.now.living);
    !heirs.is_empty() && mind.danger() >= LOST
}

/// Any other choice that spares the evil team.
pub(super) fn harm(mind: &mut Mind<'_>) -> Wish {
    let prey = mind.prey();
    let useful: Vec<Action> = (mind.view.legal.iter())
        .filter_map(|choice| match *choice {
            Choice::Action(action @ (Action::AttackTwo(..) | Action::AttackThree(..))) => {
                action.chosen().minus(prey).is_empty().then_some(action)
            }
            // Two who change places know less of each other than before.
            Choice::Action(action @ Action::ChooseTwo(a, b)) => {
                [a, b].iter().all(|&seat| prey.contains(seat)).then_some(action)
            }
            // An Outsider is what the good like least to be, or to be thought to be.
            Choice::Action(action @ Action::Name(seat, character)) => {
                (prey.contains(seat) && character.team() == Team::Outsider).then_some(action)
            }
            _ => None,
        })
        .collect();
    mind.rng.pick(&useful).map_or(Wish::Whatever, |&action| Wish::Do(action))
}
