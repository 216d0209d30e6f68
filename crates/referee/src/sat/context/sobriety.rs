//! Whether somebody was sober and healthy: the engine's answer where the game was played again, else what the trace allows to say.

use gaslamp_botc::Character;
use gaslamp_botc::characters::{ReminderToken, Team};
use gaslamp_botc::notation::trace_model::Act;
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_core::trace::Phase;

use super::known::{DRUNK, POISONER};
use super::ledger::{Ledger, moment};
use super::tokens::{impairs, needs_source};
use super::{Death, Placement, Truth};

/// Whether somebody was sober and healthy, and why.
pub(super) struct Judgement {
    pub(super) value: Truth,
    pub(super) reason: String,
}

impl Judgement {
    fn new(value: Truth, reason: impl Into<String>) -> Self {
        Self { value, reason: reason.into() }
    }
}

impl Ledger<'_> {
    /// Whether whoever acts as this character in a deed was sober and healthy before it, and had the ability for real.
    pub(super) fn judge(&self, player: Option<usize>, role: Character, at: usize) -> Judgement {
        match player.and_then(|player| self.judge_played(player, at)) {
            Some(judgement) => judgement,
            None => self.judge_told(player, role, at),
        }
    }

    /// The engine's answer.
    fn judge_played(&self, player: usize, at: usize) -> Option<Judgement> {
        let person = self.played.as_ref()?.person(player, at)?;
        let name = self.name(player);
        if person.is_able {
            return Some(Judgement::new(Truth::True, format!("{name} was sober and healthy")));
        }
        let reason = self.lying_on(player).find(|placement| impairs(placement.token));
        let reason = match reason {
            _ if person.role == DRUNK => format!("{name} is the Drunk"),
            Some(placement) => self.impaired_by(player, placement),
            None => format!("{name} had no ability that worked"),
        };
        Some(Judgement::new(Truth::False, reason))
    }

    fn impaired_by(&self, player: usize, placement: &Placement) -> String {
        let since =
            placement.since.as_ref().map_or_else(String::new, |place| format!(" since {}", place.phase));
        format!("{} was {}{since}", self.name(player), placement.token.word())
    }

    /// What the trace allows to say.
    fn judge_told(&self, player: Option<usize>, role: Character, at: usize) -> Judgement {
        if let Some(player) = player {
            if self.standing(player, at).role == Some(DRUNK) || self.is_marked_drunk(player) {
                return Judgement::new(Truth::False, format!("{} is the Drunk", self.name(player)));
            }
            if self.was_dead(player) {
                return Judgement::new(Truth::False, format!("{} was dead", self.name(player)));
            }
            let spells = || self.lying_on(player).filter(|placement| impairs(placement.token));
            if let Some(spell) = spells().find(|spell| self.effect_now(spell, at) == Truth::True) {
                return Judgement::new(Truth::False, self.impaired_by(player, spell));
            }
            if let Some(spell) = spells().find(|spell| self.effect_now(spell, at) == Truth::Unknown) {
                let reason = self.impaired_by(player, spell);
                return Judgement::new(Truth::Unknown, format!("{reason}, if that had effect then"));
            }
        }
        let sober = self.why_sober(player, role, at);
        let healthy = self.why_healthy(player, role, at);
        match (sober, healthy) {
            (Ok(sober), Ok(healthy)) => Judgement::new(Truth::True, format!("{sober}, and {healthy}")),
            (Err(doubt), _) | (_, Err(doubt)) => Judgement::new(Truth::Unknown, doubt),
        }
    }

    /// Whether a token has effect now. Of one whose owner is not known, somebody who has died or changed since may have been the owner.
    fn effect_now(&self, placement: &Placement, at: usize) -> Truth {
        let since = placement.since.as_ref().map_or(0, |place| place.deed);
        let may_be_owner = |player: usize, then: usize| {
            let before = self.standing(player, then).role;
            before.is_none_or(|role| role == placement.token.owner())
        };
        let has_died =
            |death: &Death| death.since.deed >= since && may_be_owner(death.player, death.since.deed);
        let has_changed = |player: usize| {
            let mut facts = self.story.roles.of(player).filter(|fact| (since..=at).contains(&fact.at));
            facts.any(|fact| {
                let becomes = matches!(fact.says, Says::Becomes(_) | Says::BecomesDemon);
                becomes && may_be_owner(player, fact.at.saturating_sub(1))
            })
        };
        let is_doubtful = placement.by.is_none()
            && needs_source(placement.token)
            && (self.deaths.iter().any(has_died) || (0..self.story.names.len()).any(has_changed));
        if is_doubtful { placement.has_effect.and(Truth::Unknown) } else { placement.has_effect }
    }

    /// Whether the Drunk's token lies there, whatever else the player is said to be.
    fn is_marked_drunk(&self, player: usize) -> bool {
        let is_mark = |token: ReminderToken| token.owner() == DRUNK && token.marks_its_owner();
        self.lying_on(player).any(|placement| is_mark(placement.token))
    }

    /// Whether a player was dead when this phase began; abilities go with death in Trouble Brewing. What tells of a deed may stand
    /// behind its consequences, and a Ravenkeeper acts in the night of the own death.
    fn was_dead(&self, player: usize) -> bool {
        let is_past = |death: &Death| death.revived.is_none() && death.since.phase != self.phase;
        let mut deaths = self.deaths.iter().filter(|death| death.player == player);
        self.known.is_trouble_brewing && deaths.any(is_past)
    }

    /// Why the player is not the Drunk; or what is not told.
    fn why_sober(&self, player: Option<usize>, role: Character, at: usize) -> Result<String, String> {
        if role.team() != Team::Townsfolk {
            return Ok(format!("the {} is not the Drunk", role.name()));
        }
        let Some(player) = player else { return Err(self.who_is_it(role, at)) };
        let name = self.name(player);
        let mut facts = self.story.roles.of(player);
        if facts.any(|fact| matches!(fact.says, Says::Dealt(..))) {
            return Ok(format!("{name} was dealt the {}", role.name()));
        }
        match self.known.drunk {
            // There is but one.
            Some(drunk) => Ok(format!("{} is the Drunk", self.name(drunk))),
            None => Err(format!("whether {name} is the Drunk is not told")),
        }
    }

    /// Whose deed it is cannot be said.
    pub(super) fn who_is_it(&self, role: Character, at: usize) -> String {
        match self.holders(role, at).as_slice() {
            [] => {
                let drunk = self.known.drunk.filter(|&drunk| self.standing(drunk, at).believed.is_none());
                let hint = drunk.map_or_else(String::new, |drunk| {
                    format!("; {}, the Drunk, may believe so", self.name(drunk))
                });
                format!("nobody is said to be the {}{hint}", role.name())
            }
            several => {
                let names: Vec<&str> = several.iter().map(|&player| self.name(player)).collect();
                format!("{} may both be the {}", names.join(" and "), role.name())
            }
        }
    }

    /// Why the player is not poisoned, given that no poison is known to lie there; or what is not told.
    fn why_healthy(&self, player: Option<usize>, role: Character, at: usize) -> Result<String, String> {
        let phase = self.deed(at).phase;
        if phase == Phase::SETUP {
            return Ok("nobody is poisoned before the first night".to_owned());
        }
        if !self.known.is_trouble_brewing {
            return Err("characters beyond Trouble Brewing may have interfered".to_owned());
        }
        if role == POISONER {
            return Ok("nobody is poisoned when the Poisoner chooses".to_owned());
        }
        let number = moment(phase).0;
        if let Some(poison) = self.poison().filter(|poison| Some(poison.on) != player) {
            return match player {
                Some(_) => Ok(format!("the poison of N{number} lay on {}", self.name(poison.on))),
                None => Err(self.who_is_it(role, at)),
            };
        }
        if phase.label == NIGHT && self.poisons_later(at) {
            return Ok(format!("the Poisoner had not chosen in N{number} yet"));
        }
        self.why_no_poisoner(at).ok_or_else(|| match self.holders(POISONER, at).as_slice() {
            [] => "whether there is a Poisoner, and whom it chose, is not told".to_owned(),
            _ => format!("whom the Poisoner chose in N{number} is not told"),
        })
    }

    /// The poison that lies somewhere now.
    fn poison(&self) -> Option<&Placement> {
        let lying = self.tokens.iter().filter(|placement| placement.until.is_none());
        lying.into_iter().find(|placement| placement.token.owner() == POISONER)
    }

    /// Why nobody poisons any more.
    fn why_no_poisoner(&self, at: usize) -> Option<String> {
        match self.holders(POISONER, at).as_slice() {
            [] if self.known.is_dealt => Some("no Poisoner was in play".to_owned()),
            [poisoner, ..] if self.is_dead(*poisoner) => {
                Some(format!("{}, the Poisoner, was dead", self.name(*poisoner)))
            }
            _ => None,
        }
    }

    /// Whether the Poisoner chooses behind this deed, in the same night.
    fn poisons_later(&self, at: usize) -> bool {
        let is_told = ReminderToken::of(POISONER).any(|token| self.is_told_later(at, token));
        let chooses = |later: usize| {
            let chooser = self.deed(later).by.player();
            self.verb(later) == "chooses"
                && chooser.and_then(|player| self.acts_as(player, later)) == Some(POISONER)
        };
        is_told || self.rest_of_phase(at).any(|(later, deed)| deed.act == Act::Other && chooses(later))
    }
}
