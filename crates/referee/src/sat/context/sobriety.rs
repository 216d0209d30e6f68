//! Whether somebody was sober and healthy: the engine's answer where the game was played again, else what the trace allows to say.

use gaslamp_botc::Character;
use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::trace_model::Act;
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_core::trace::Phase;

use super::character::{impairs, is_deluded, may_be_mistaken, needs_source};
use super::ledger::{Ledger, moment};
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
    /// Whether whoever acts as this character in an event was sober and healthy before it, and had the ability for real.
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
            _ if is_deluded(person.role) => format!("{name} is the {}", person.role.name()),
            Some(placement) => self.impaired_by(player, placement),
            None => format!("{name} had no working ability"),
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
            if let Some(role) = self.delusion(player, at) {
                return Judgement::new(Truth::False, format!("{} is the {}", self.name(player), role.name()));
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
                return Judgement::new(Truth::Unknown, format!("{reason}, if that still had an effect"));
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
        let since = placement.since.as_ref().map_or(0, |place| place.number);
        let may_be_owner = |player: usize, then: usize| {
            let before = self.standing(player, then).role;
            before.is_none_or(|role| role == placement.token.owner())
        };
        let has_died =
            |death: &Death| death.since.number >= since && may_be_owner(death.player, death.since.number);
        let has_changed = |player: usize| {
            let mut facts = self.model.roles.of(player).filter(|fact| (since..=at).contains(&fact.at));
            facts.any(|fact| {
                let becomes = matches!(fact.says, Says::Becomes(_) | Says::BecomesDemon);
                becomes && may_be_owner(player, fact.at.saturating_sub(1))
            })
        };
        let is_doubtful = placement.by.is_none()
            && needs_source(placement.token)
            && (self.deaths.iter().any(has_died) || (0..self.model.names.len()).any(has_changed));
        if is_doubtful { placement.has_effect.and(Truth::Unknown) } else { placement.has_effect }
    }

    /// The Drunk, if the player is said to be the Drunk or has the Drunk's token, whatever else the player is said to be.
    fn delusion(&self, player: usize, at: usize) -> Option<Character> {
        let marks = self.lying_on(player).map(|placement| placement.token);
        let marked = marks.filter(|token| token.marks_its_owner()).map(ReminderToken::owner);
        let roles = self.standing(player, at).role.into_iter().chain(marked);
        roles.into_iter().find(|role| is_deluded(*role))
    }

    /// Whether a player was dead when this phase began; abilities go with death in Trouble Brewing. What tells of an event may stand
    /// behind its consequences, and a Ravenkeeper acts in the night of their own death.
    fn was_dead(&self, player: usize) -> bool {
        let is_past = |death: &Death| death.revived.is_none() && death.since.phase != self.phase;
        let mut deaths = self.deaths.iter().filter(|death| death.player == player);
        self.known.is_trouble_brewing && deaths.any(is_past)
    }

    /// Why the player is not the Drunk; or what is not told.
    fn why_sober(&self, player: Option<usize>, role: Character, at: usize) -> Result<String, String> {
        if !may_be_mistaken(role, self.known.possible) {
            return Ok(format!("nobody takes themselves for the {} by mistake", role.name()));
        }
        let Some(player) = player else { return Err(self.who_is_it(role, at)) };
        let name = self.name(player);
        let mut facts = self.model.roles.of(player);
        if facts.any(|fact| matches!(fact.says, Says::Dealt(..))) {
            return Ok(format!("{name} was dealt the {}", role.name()));
        }
        match self.known.deluded {
            // There is only one.
            Some((other, drunk)) => Ok(format!("{} is the {}", self.name(other), drunk.name())),
            None => Err(format!("the trace does not say whether {name} is really the {}", role.name())),
        }
    }

    /// Whose event it is cannot be said.
    pub(super) fn who_is_it(&self, role: Character, at: usize) -> String {
        match self.holders(role, at).as_slice() {
            [] => {
                let may_be = |&(player, _): &(usize, Character)| self.standing(player, at).believed.is_none();
                let hint = self.known.deluded.filter(may_be).map_or_else(String::new, |(player, drunk)| {
                    format!("; {}, the {}, may think they are", self.name(player), drunk.name())
                });
                format!("the trace does not say who the {} is{hint}", role.name())
            }
            several => {
                let names: Vec<&str> = several.iter().map(|&player| self.name(player)).collect();
                format!("{} may both be the {}", names.join(" and "), role.name())
            }
        }
    }

    /// Why the player is not poisoned, given that no poison is known to lie there; or what is not told.
    fn why_healthy(&self, player: Option<usize>, role: Character, at: usize) -> Result<String, String> {
        let phase = self.event(at).phase;
        if phase == Phase::SETUP {
            return Ok("nobody is poisoned before the first night".to_owned());
        }
        let Some(poisoner) = self.known.poisoner else {
            return Err("characters beyond Trouble Brewing may have interfered".to_owned());
        };
        let title = poisoner.name();
        if role == poisoner {
            return Ok(format!("nobody is poisoned when the {title} chooses"));
        }
        let number = moment(phase).0;
        if let Some(poison) = self.poison(poisoner).filter(|poison| Some(poison.on) != player) {
            return match player {
                Some(_) => Ok(format!("the poison of N{number} lay on {}", self.name(poison.on))),
                None => Err(self.who_is_it(role, at)),
            };
        }
        if phase.label == NIGHT && self.poisons_later(poisoner, at) {
            return Ok(format!("the {title} had not chosen in N{number} yet"));
        }
        self.why_no_poisoner(poisoner, at).ok_or_else(|| match self.holders(poisoner, at).as_slice() {
            [] => format!("the trace does not say whether there is a {title}, nor whom they chose"),
            _ => format!("the trace does not say whom the {title} chose in N{number}"),
        })
    }

    /// The poison that lies somewhere now.
    fn poison(&self, poisoner: Character) -> Option<&Placement> {
        let lying = self.tokens.iter().filter(|placement| placement.until.is_none());
        lying.into_iter().find(|placement| placement.token.owner() == poisoner)
    }

    /// Why nobody poisons any more.
    fn why_no_poisoner(&self, poisoner: Character, at: usize) -> Option<String> {
        match self.holders(poisoner, at).as_slice() {
            [] if self.known.is_dealt => Some(format!("no {} was in play", poisoner.name())),
            [holder, ..] if self.is_dead(*holder) => {
                Some(format!("{}, the {}, was dead", self.name(*holder), poisoner.name()))
            }
            _ => None,
        }
    }

    /// Whether the Poisoner chooses behind this event, in the same night.
    fn poisons_later(&self, poisoner: Character, at: usize) -> bool {
        let is_told = ReminderToken::of(poisoner).any(|token| self.is_told_later(at, token));
        let chooses = |later: usize| self.is_choice_of(poisoner, later);
        is_told || self.rest_of_phase(at).any(|(later, event)| event.act == Act::Other && chooses(later))
    }
}
