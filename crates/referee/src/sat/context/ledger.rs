//! The book in which a trace is followed event by event: who acts, which tokens lie where, who is dead.

use gaslamp_botc::Character;
use gaslamp_botc::characters::Team;
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::roles::{Says, Standing, Stint};
use gaslamp_botc::notation::trace_model::{Act, TraceEvent, TraceModel};
pub(super) use gaslamp_botc::rules::phase::place as moment;
use gaslamp_core::Diagnostic;
use gaslamp_core::trace::Phase;

use super::known::Known;
use super::played::Played;
use super::{Acting, Cause, Death, Place, Placement, Tenure, Truth};

/// What has been followed so far.
pub(super) struct Ledger<'a> {
    pub(super) model: &'a TraceModel,
    pub(super) known: Known,
    pub(super) played: Option<Played>,
    pub(super) phase: Phase,
    pub(super) actings: Vec<Acting>,
    pub(super) attacks: Vec<Attack>,
    pub(super) tokens: Vec<Placement>,
    pub(super) deaths: Vec<Death>,
    /// Who was executed or shot last, and is to die of it.
    pub(super) doomed: Option<(usize, Cause, Phase)>,
    pub(super) problems: Vec<Diagnostic>,
}

/// A Demon attacks a living player.
pub(super) struct Attack {
    pub(super) number: usize,
    pub(super) phase: Phase,
    pub(super) by: Option<usize>,
    pub(super) on: usize,
    /// Whether the Demon was sober and healthy, so that it was an attack.
    pub(super) is_sober: Truth,
    /// Whether a Monk kept the player safe.
    pub(super) is_warded: Truth,
    /// Whether it came to this player instead of the Mayor.
    pub(super) is_bounced: bool,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(account: &TraceInput, model: &'a TraceModel) -> Self {
        let played = account.run.as_ref().and_then(|run| Played::of(run, model.events.len()));
        Self {
            model,
            known: Known::of(model),
            played,
            phase: Phase::SETUP,
            actings: Vec::new(),
            attacks: Vec::new(),
            tokens: Vec::new(),
            deaths: Vec::new(),
            doomed: None,
            problems: Vec::new(),
        }
    }

    /// Follows every event, and then time up to the last phase that the trace names.
    pub(super) fn follow(&mut self, last: Option<Phase>) {
        for at in 0..self.model.events.len() {
            self.come_to(self.model.events[at].phase, at);
            self.note_actings(at);
            self.note_tokens(at);
            self.note_lives(at);
        }
        if self.is_whole() {
            self.settle_tokens();
            self.settle_votes();
        } else if let Some(last) = last {
            self.come_to(last, self.model.events.len());
        }
    }

    /// Whether nothing was left out.
    pub(super) const fn is_whole(&self) -> bool {
        self.played.is_some()
    }

    /// Time goes on to this phase; a record tells itself what ends with it.
    fn come_to(&mut self, phase: Phase, at: usize) {
        if self.is_whole() || phase == self.phase {
            self.phase = phase;
            return;
        }
        if moment(phase) < moment(self.phase) {
            let message = format!("<{phase}> comes after <{}>", self.phase);
            let span = self.model.events.get(at).map(|event| event.span);
            self.problems.push(Diagnostic::illegal("botc/trace/phase-order", message).at(span));
        }
        self.phase = phase;
        self.expire_tokens(at);
    }

    pub(super) fn event(&self, at: usize) -> &'a TraceEvent {
        &self.model.events[at]
    }

    /// The place of an event.
    pub(super) fn place(&self, at: usize) -> Place {
        let event = self.event(at);
        let span = Some(event.span).filter(|span| span.end > span.start);
        Place { number: at, phase: event.phase, span, event: event.event.to_string() }
    }

    pub(super) fn name(&self, player: usize) -> &'a str {
        self.model.names.get(player).map_or("somebody", String::as_str)
    }

    /// The players whom an event is aimed at.
    pub(super) fn targets(&self, at: usize) -> Vec<usize> {
        let targets = self.event(at).event.targets.iter();
        targets.filter_map(|target| self.model.player(&target.name.name)).collect()
    }

    /// The word for what is done.
    pub(super) fn verb(&self, at: usize) -> &'a str {
        self.event(at).event.verb.as_deref().unwrap_or_default()
    }

    /// What a player is when an event is done.
    pub(super) fn standing(&self, player: usize, at: usize) -> Standing {
        let standing = self.model.roles.at(player, at);
        let mut facts = self.model.roles.of(player).take_while(|fact| fact.at <= at);
        if standing.role.is_none() && facts.any(|fact| fact.says == Says::BecomesDemon) {
            return Standing { role: self.known.demon, ..standing };
        }
        standing
    }

    /// As whom a player acts: a Drunk as whoever the player thinks they are.
    pub(super) fn acts_as(&self, player: usize, at: usize) -> Option<Character> {
        if let Some(person) = self.played.as_ref().and_then(|played| played.person(player, at)) {
            return Some(person.ability);
        }
        let standing = self.standing(player, at);
        standing.believed.or(standing.role)
    }

    /// Who acts as this character: the living, if any of those does.
    pub(super) fn holders(&self, role: Character, at: usize) -> Vec<usize> {
        let players = 0..self.model.names.len();
        let holders: Vec<usize> = players.filter(|&player| self.acts_as(player, at) == Some(role)).collect();
        let living: Vec<usize> = holders.iter().copied().filter(|&player| !self.is_dead(player)).collect();
        if living.is_empty() { holders } else { living }
    }

    /// The events in the same phase behind this one.
    pub(super) fn rest_of_phase(&self, at: usize) -> impl Iterator<Item = (usize, &'a TraceEvent)> {
        let phase = self.event(at).phase;
        let rest = self.model.events.iter().enumerate().skip(at + 1);
        rest.take_while(move |(_, event)| event.phase == phase)
    }

    /// Whether an event is a vote, or says that somebody does not vote.
    pub(super) fn is_vote(event: &TraceEvent) -> bool {
        matches!(event.act, Act::Votes(_) | Act::Abstains)
    }

    /// Who was what, and until when.
    pub(super) fn tenures(&self) -> Vec<Tenure> {
        let players = 0..self.model.names.len();
        players.flat_map(|player| self.tenures_of(player)).collect()
    }

    fn tenures_of(&self, player: usize) -> Vec<Tenure> {
        let stints = self.model.roles.stints(player);
        let until = stints.iter().skip(1).map(|next| Some(next.told.phase)).chain([None]);
        let tenure = |(stint, until): (&Stint, Option<Phase>)| Tenure {
            player,
            role: stint.standing.role.or(self.known.demon),
            believed: stint.standing.believed,
            since: stint.since.map(|fact| self.place(fact.at)),
            told: self.place(stint.told.at),
            until,
        };
        stints.iter().zip(until).map(tenure).collect()
    }

    /// Whether a character is a Demon.
    pub(super) fn is_demon(role: Option<Character>) -> bool {
        role.is_some_and(|role| role.team() == Team::Demon)
    }
}
