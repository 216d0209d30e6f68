//! Who is said to be what, and since when: the facts about roles in a model, in order.

use gaslamp_core::trace::Phase;
use gaslamp_core::{Diagnostic, Span};

use crate::characters::{Character, CharacterSet, Team};
use crate::rules::Profile;

/// A statement of a model about a player's role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The player's index in the model.
    pub player: usize,
    /// What is said.
    pub says: Says,
    /// The event that says it.
    pub at: usize,
    /// The phase.
    pub phase: Phase,
    /// Its place in the text.
    pub span: Span,
}

/// The content of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// The player is this.
    Is(Character),
    /// The player was dealt the first token and thinks they are the second.
    Dealt(Character, Character),
    /// The player is this from now on.
    Becomes(Character),
    /// The player is a Demon from now on; which one is not said.
    BecomesDemon,
}

impl Fact {
    pub(super) const fn is(player: usize, role: Character, at: usize, phase: Phase, span: Span) -> Self {
        Self { player, says: Says::Is(role), at, phase, span }
    }

    pub(super) const fn dealt(
        player: usize,
        role: Character,
        token: Character,
        at: usize,
        phase: Phase,
        span: Span,
    ) -> Self {
        Self { player, says: Says::Dealt(role, token), at, phase, span }
    }

    pub(super) const fn becomes(player: usize, role: Character, at: usize, phase: Phase, span: Span) -> Self {
        Self { player, says: Says::Becomes(role), at, phase, span }
    }

    pub(super) const fn becomes_demon(player: usize, at: usize, phase: Phase, span: Span) -> Self {
        Self { player, says: Says::BecomesDemon, at, phase, span }
    }
}

/// What a player is at some moment: their role, and what they think they are, if that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The role.
    pub role: Option<Character>,
    /// What the player thinks they are, if that differs.
    pub believed: Option<Character>,
}

/// Every fact, by player and in order.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    players: Vec<Vec<Known>>,
}

/// A fact and its effect.
#[derive(Clone, Copy, Debug)]
struct Known {
    fact: Fact,
    /// What the player is after it.
    standing: Standing,
    /// Whether it fits what was known before.
    fits: bool,
    /// Whether the player changes here; otherwise they were that all along.
    begins: bool,
}

/// A period in which a player has one role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stint {
    /// What the player is, as far as the whole model says.
    pub standing: Standing,
    /// The event it began with; none if it began before the model.
    pub since: Option<Fact>,
    /// The first fact that says so.
    pub told: Fact,
}

impl Roles {
    pub(super) fn new(players: usize) -> Self {
        Self { players: vec![Vec::new(); players] }
    }

    pub(super) fn add(&mut self, fact: Fact) {
        let Some(known) = self.players.get_mut(fact.player) else { return };
        let before = known.last().map(|known| known.standing).unwrap_or_default();
        let (standing, fits) = before.after(fact.says);
        let begins = match fact.says {
            Says::Is(_) | Says::Dealt(..) => !fits,
            // Which Demon somebody has become may be said later.
            Says::Becomes(_) => !known.last().is_some_and(Known::awaits_name),
            Says::BecomesDemon => standing != before || known.is_empty(),
        };
        known.push(Known { fact, standing, fits, begins });
    }

    /// Inserts a fact at its place among the others.
    pub(super) fn insert(&mut self, fact: Fact) {
        let Some(known) = self.players.get_mut(fact.player) else { return };
        let mut facts: Vec<Fact> = std::mem::take(known).into_iter().map(|known| known.fact).collect();
        facts.insert(facts.partition_point(|known| known.at <= fact.at), fact);
        facts.into_iter().for_each(|fact| self.add(fact));
    }

    /// The facts about a player, in order.
    pub fn of(&self, player: usize) -> impl Iterator<Item = &Fact> {
        self.players.get(player).into_iter().flatten().map(|known| &known.fact)
    }

    /// What a player is after an event. A player who is said to be something later has always been that,
    /// unless they are said to become it.
    #[must_use]
    pub fn at(&self, player: usize, event: usize) -> Standing {
        let Some(known) = self.players.get(player) else { return Standing::default() };
        let told = known.partition_point(|known| known.fact.at <= event);
        let later = known[told..].iter().take_while(|known| !known.begins).count();
        let last = (told + later).checked_sub(1);
        last.and_then(|last| known.get(last)).map(|known| known.standing).unwrap_or_default()
    }

    /// The roles of a player in order.
    #[must_use]
    pub fn stints(&self, player: usize) -> Vec<Stint> {
        let mut stints: Vec<Stint> = Vec::new();
        for &Known { fact, standing, begins, .. } in self.players.get(player).into_iter().flatten() {
            match stints.last_mut().filter(|_| !begins) {
                Some(stint) => stint.standing = standing,
                None => stints.push(Stint { standing, since: begins.then_some(fact), told: fact }),
            }
        }
        stints
    }

    /// What a player has been said to be up to an event.
    fn so_far(&self, player: usize, event: usize) -> Option<Standing> {
        let known = self.players.get(player)?;
        let so_far = known.partition_point(|known| known.fact.at <= event);
        known.get(so_far.checked_sub(1)?).map(|known| known.standing)
    }

    /// The players who have this role, or think they do, after an event.
    #[must_use]
    pub fn holders(&self, role: Character, event: usize) -> Vec<usize> {
        let holds = |player: &usize| {
            let standing = self.at(*player, event);
            standing.role == Some(role) || standing.believed == Some(role)
        };
        (0..self.players.len()).filter(holds).collect()
    }

    /// The contradictions: players with two roles at once, and roles that two players have at once.
    pub(super) fn contradictions(&self, names: &[String]) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for (known, name) in self.players.iter().zip(names) {
            for pair in known.windows(2) {
                let (Some(old), Some(new), false) =
                    (pair[0].standing.role, pair[1].standing.role, pair[1].fits)
                else {
                    continue;
                };
                let since = pair[0].fact.phase;
                let message =
                    format!("{name} is the {} here, but was the {} in <{since}>", new.name(), old.name());
                problems.push(Diagnostic::illegal("botc/trace/role", message).at(pair[1].fact.span));
            }
        }
        problems.extend(self.held_twice(names));
        problems
    }

    /// Whether a fact says which Demon somebody has become; that role was another player's.
    fn names_heir(&self, fact: &Fact) -> bool {
        let known = &self.players[fact.player];
        let before = known.partition_point(|known| known.fact.at < fact.at);
        before.checked_sub(1).and_then(|before| known.get(before)).is_some_and(Known::awaits_name)
    }

    /// Roles that a second player is said to have while the first still has it.
    fn held_twice(&self, names: &[String]) -> Vec<Diagnostic> {
        let mut facts: Vec<&Fact> = self.players.iter().flatten().map(|known| &known.fact).collect();
        facts.sort_by_key(|fact| fact.at);
        let mut problems = Vec::new();
        let mut told = CharacterSet::NONE;
        for fact in facts {
            let (Says::Is(role) | Says::Dealt(role, _)) = fact.says else { continue };
            // What a player thinks they are may be someone else's role.
            let is_held = |player: usize| {
                self.so_far(player, fact.at).is_some_and(|standing| standing.role == Some(role))
            };
            let other = (0..self.players.len()).find(|&player| player != fact.player && is_held(player));
            let is_news = is_held(fact.player) && !told.contains(role) && !self.names_heir(fact);
            let Some(other) = other.filter(|_| is_news) else { continue };
            told = told.with(role);
            let message = format!("{} and {} are both the {}", names[other], names[fact.player], role.name());
            problems.push(Diagnostic::illegal("botc/trace/role-twice", message).at(fact.span));
        }
        problems
    }
}

impl Known {
    /// Whether the player is a Demon whose name is unknown.
    fn awaits_name(&self) -> bool {
        self.fact.says == Says::BecomesDemon && self.standing.role.is_none()
    }
}

impl Standing {
    /// What the player is after a fact, and whether that fits what was known.
    fn after(self, says: Says) -> (Self, bool) {
        match says {
            Says::Becomes(role) => (Self { role: Some(role), believed: None }, true),
            Says::BecomesDemon if self.role.is_some_and(|role| role.team() == Team::Demon) => (self, true),
            Says::BecomesDemon => (Self::default(), true),
            Says::Dealt(role, token) => {
                let believed = (token != role).then_some(token);
                let fits = self.role.is_none_or(|known| known == role);
                (Self { role: Some(role), believed }, fits)
            }
            Says::Is(role) => self.after_being(role),
        }
    }

    fn after_being(self, role: Character) -> (Self, bool) {
        match self.role {
            None => (Self { role: Some(role), ..self }, true),
            Some(known) if known == role || self.believed == Some(role) => (self, true),
            // A Drunk acts as the Townsfolk whose token they have.
            Some(known) if self.believed.is_none() && deludes(known, role) => {
                (Self { believed: Some(role), ..self }, true)
            }
            Some(known) if deludes(role, known) => (Self { role: Some(role), believed: Some(known) }, true),
            Some(_) => (Self { role: Some(role), believed: None }, false),
        }
    }
}

/// Whether a player with this role may think they are that one.
pub(super) fn deludes(role: Character, believed: Character) -> bool {
    Profile::may_believe(role, believed)
}
