//! What a trace tells, as statements about the run of a game. Accepts a [`TraceModel`], emits statements with the bits that each asserts and those
//! that the rules demand if it is so; what is not judged is named and left out.

mod acting;
mod deaths;
mod info_constraints;
mod voting;

use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::notation::trace_model::{Act, Party, TokenChange, TraceEvent, TraceModel};
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::rules::phase::{EVENING, NIGHT};
use gaslamp_botc::{Character, State};
use gaslamp_core::trace::{Phase, VerbKind, rich};
use gaslamp_core::{Diagnostic, Notation as _};

use super::check::{About, Assertion, EncodedAssertion};
use super::check_rule::CheckRule;
use super::circuit::{Bit, NO};
use super::history::{DRUNK, Happens, IMP, Stand, TOKENS, Unrolling, number};
use crate::sat::history::tokens;
use voting::Poll;

const FORTUNE_TELLER: Character = Character::with_id("fortuneteller");

/// The statements of a trace.
#[derive(Default)]
pub(super) struct TraceConstraints {
    pub(super) said: Vec<EncodedAssertion>,
    pub(super) cannot: Vec<Cannot>,
    pub(super) unjudged: Vec<Diagnostic>,
}

/// Statements that a rule forbids together, whatever the run of the game.
type Cannot = (CheckRule, Vec<usize>);

/// What an event asserts, and what rules demand if it was done.
#[derive(Default)]
struct Meaning {
    bits: Vec<Bit>,
    demands: Vec<(CheckRule, Bit)>,
}

impl Meaning {
    fn demand(rule: CheckRule, bits: impl IntoIterator<Item = Bit>) -> Self {
        Self { bits: Vec::new(), demands: bits.into_iter().map(|bit| (rule, bit)).collect() }
    }

    fn with(mut self, bits: impl IntoIterator<Item = Bit>) -> Self {
        self.bits.extend(bits);
        self
    }
}

impl From<Vec<Bit>> for Meaning {
    fn from(bits: Vec<Bit>) -> Self {
        Self { bits, demands: Vec::new() }
    }
}

/// What a trace tells of an unrolling.
pub(super) fn of_model(unrolling: &mut Unrolling, model: &TraceModel) -> TraceConstraints {
    let mut encoder = TraceEncoder {
        unrolling,
        model,
        said: Vec::new(),
        polls: Vec::new(),
        shots: Vec::new(),
        deaths: Vec::new(),
        execution: None,
        done_too_late: Vec::new(),
        choices: Vec::new(),
    };
    let mut unjudged = Vec::new();
    for (at, event) in model.events.iter().enumerate() {
        if let Err(why) = encoder.hear(at, event) {
            let message = format!("`{}` is not judged: {why}", event.event);
            unjudged.push(Diagnostic::new("botc/check/unjudged", message).at(event.span));
        }
    }
    encoder.nobody_else_dies();
    let cannot =
        [encoder.clashing_polls(), encoder.shot_twice(), std::mem::take(&mut encoder.done_too_late)].concat();
    encoder.somebody_nominated();
    TraceConstraints { said: encoder.said, cannot, unjudged }
}

/// A phase, and how things stand before and after it.
struct Time {
    phase: Phase,
    before: Stand,
    after: Stand,
}

struct TraceEncoder<'a> {
    unrolling: &'a mut Unrolling,
    model: &'a TraceModel,
    said: Vec<EncodedAssertion>,
    polls: Vec<Poll>,
    /// The number of the statement, and who shoots.
    shots: Vec<(usize, usize)>,
    /// Whose death is told, and when.
    deaths: Vec<(Phase, usize)>,
    /// The number of the statement about the last execution, when, and who.
    execution: Option<(usize, Phase, usize)>,
    /// What is told as done after it.
    done_too_late: Vec<Cannot>,
    /// When, by whom and who was chosen.
    choices: Vec<(Phase, usize, Vec<usize>)>,
}

impl TraceEncoder<'_> {
    fn hear(&mut self, at: usize, event: &TraceEvent) -> Result<(), String> {
        if event.event.verb.as_deref() == Some("deals") {
            self.dealt(at, event);
            return Ok(());
        }
        let time = self.around(event.phase)?;
        let roles = self.roles(at, &time);
        self.note_if_too_late(event);
        if let Some(meaning) = self.meaning(event, &time)? {
            self.say(event, meaning.with(roles));
        } else if !roles.is_empty() {
            self.say(event, roles.into());
        }
        Ok(())
    }

    /// What an event means for the run of the game, if anything.
    fn meaning(&mut self, event: &TraceEvent, time: &Time) -> Result<Option<Meaning>, String> {
        let Time { before, after, .. } = time;
        let verb = event.event.verb.as_deref().unwrap_or_default();
        let meaning = match (&event.act, verb) {
            (Act::Tokens(changes), _) => self.tokens(event, changes, time)?.into(),
            (Act::Nominates(nominee), _) => self.polls(event, *nominee, false, time)?,
            (Act::Votes(nominee), _) => self.polls(event, *nominee, true, time)?,
            (Act::Executes(seat), _) => {
                self.deaths.push((event.phase, *seat));
                self.execution = Some((self.said.len(), event.phase, *seat));
                let executed = self.unrolling.happens(event.phase, Happens::Executed, *seat);
                vec![self.unrolling.circuit.or([executed, !before.alive[*seat]])].into()
            }
            (Act::DemonKills(seat), _) => {
                self.deaths.push((event.phase, *seat));
                vec![self.unrolling.happens(event.phase, Happens::Kills, *seat)].into()
            }
            (Act::Dies, _) => {
                let seat = self.player(event.by)?;
                self.deaths.push((event.phase, seat));
                vec![before.alive[seat], !after.alive[seat]].into()
            }
            (Act::Other, "chooses" | "tells" | "shoots") => self.acts(event, time)?,
            (_, "announces") => self.announced(event)?.into(),
            (_, "declares") => self.declared(event)?.into(),
            (_, "picks") if event.phase == Phase::SETUP => self.prepares(event)?,
            (_, "becomes" | "passes" | "abstains" | "claims" | "reports" | "picks" | "rules") => {
                return Ok(None);
            }
            _ if event.event.verb_among(State::DIALECT.verbs).map(|verb| verb.kind)
                == Some(VerbKind::Aside) =>
            {
                return Ok(None);
            }
            (_, verb) => return Err(format!("the checker has no rule about `{verb}`")),
        };
        Ok(Some(meaning))
    }

    fn say(&mut self, event: &TraceEvent, meaning: Meaning) {
        let words = format!("{}: {}", event.phase, rich::sentence(&event.event, State::DIALECT));
        let assertion = Assertion { words, span: Some(event.span), about: About::Event };
        self.said.push(EncodedAssertion { assertion, bits: meaning.bits, demands: meaning.demands });
    }

    fn player(&self, party: Party) -> Result<usize, String> {
        party.player().ok_or_else(|| "it does not say who it is about".into())
    }

    /// The time of a phase.
    fn around(&self, phase: Phase) -> Result<Time, String> {
        let stands = &self.unrolling.stands;
        let at = stands.iter().position(|stand| stand.phase == phase);
        let at = at.ok_or_else(|| format!("there is no phase {phase} in this game"))?;
        Ok(Time { phase, before: stands[at.saturating_sub(1)].clone(), after: stands[at].clone() })
    }

    /// Whether a seat is a character at some time of a phase, or thinks it is.
    fn is(&mut self, seat: usize, character: Character, time: &Time) -> Bit {
        let dealt = self.unrolling.dealt(seat, character);
        let believes = self.unrolling.believes(seat, character);
        let now = if character == IMP {
            self.unrolling.circuit.or([dealt, time.after.became[seat]])
        } else {
            self.unrolling.circuit.and([dealt, !time.before.became[seat]])
        };
        self.unrolling.circuit.or([now, believes])
    }

    fn roles(&mut self, at: usize, time: &Time) -> Vec<Bit> {
        let facts = (0..self.model.names.len()).flat_map(|player| self.model.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        let mut bits = Vec::new();
        for fact in here {
            match fact.says {
                Says::Is(role) if role == DRUNK => bits.push(self.unrolling.dealt(fact.player, DRUNK)),
                Says::Is(role) => bits.push(self.is(fact.player, role, time)),
                Says::Becomes(role) if role == IMP => {
                    bits.extend([time.after.became[fact.player], !time.before.became[fact.player]]);
                }
                Says::Becomes(_) => bits.push(NO),
                Says::Dealt(..) | Says::BecomesDemon => {}
            }
        }
        bits
    }

    fn dealt(&mut self, at: usize, event: &TraceEvent) {
        let facts = (0..self.model.names.len()).flat_map(|player| self.model.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        for fact in here {
            let Says::Dealt(role, token) = fact.says else { continue };
            let name = &self.model.names[fact.player];
            let mut bits = vec![self.unrolling.dealt(fact.player, role)];
            let mut words = format!("{name} is dealt the {}", role.name());
            if role != token {
                bits.push(self.unrolling.believes(fact.player, token));
                words = format!("{words} and thinks they are the {}", token.name());
            }
            let assertion = Assertion { words, span: Some(event.span), about: About::Deal };
            self.said.push(EncodedAssertion { assertion, bits, demands: Vec::new() });
        }
    }

    fn tokens(
        &mut self,
        event: &TraceEvent,
        changes: &[TokenChange],
        time: &Time,
    ) -> Result<Vec<Bit>, String> {
        let mut bits = Vec::new();
        for TokenChange { on, token, comes } in changes {
            // Who is the Drunk is said of the player's role.
            if token.marks_its_owner() {
                continue;
            }
            let known = Reminder::of(*token).filter(|known| TOKENS.contains(known));
            let lies = known.ok_or_else(|| format!("`{token}` is not a token of Trouble Brewing"))?;
            if let Party::Player(player) = event.by {
                bits.push(self.is(player, token.owner(), time));
            }
            bits.push(match comes {
                true => self.comes(lies, *on, time)?,
                false => self.goes(lies, *on, time)?,
            });
        }
        Ok(bits)
    }

    /// A token comes to a seat in a phase.
    fn comes(&mut self, token: Reminder, seat: usize, time: &Time) -> Result<Bit, String> {
        let happens = match token {
            tokens::POISONER_POISONED => Happens::Poisons,
            tokens::MONK_SAFE => Happens::Protects,
            tokens::IMP_DEAD => Happens::Kills,
            tokens::BUTLER_MASTER => Happens::TakesMaster,
            tokens::VIRGIN_NO_ABILITY => Happens::VirginNominated,
            tokens::SLAYER_NO_ABILITY => Happens::Shoots,
            // It is put down before the first night, and lies there from then on.
            tokens::RED_HERRING => {
                let first = self.around(Phase::new(NIGHT, 1))?.after;
                return Ok(first.tokens[number(token)][seat]);
            }
            _ => {
                let lies = |stand: &Stand| stand.tokens[number(token)][seat];
                return Ok(self.unrolling.circuit.and([lies(&time.after), !lies(&time.before)]));
            }
        };
        Ok(self.unrolling.happens(time.phase, happens, seat))
    }

    /// A token is gone after a phase, or has come again in it; some go with dawn or dusk.
    fn goes(&mut self, token: Reminder, seat: usize, time: &Time) -> Result<Bit, String> {
        let expires = match time.phase {
            Phase { label: NIGHT, .. } => {
                matches!(token, tokens::MONK_SAFE | tokens::IMP_DEAD | tokens::UNDERTAKER_DIED_TODAY)
            }
            Phase { label: EVENING, .. } => token == tokens::POISONER_POISONED,
            _ => false,
        };
        let expired = if expires { time.after.ended } else { NO };
        let again = self.comes(token, seat, time)?;
        Ok(self.unrolling.circuit.or([expired, again, !time.after.tokens[number(token)][seat]]))
    }

    /// The Storyteller says who has won.
    fn declared(&mut self, event: &TraceEvent) -> Result<Vec<Bit>, String> {
        let side = event.event.args.first().cloned().unwrap_or_default();
        let place = ["good", "evil"].iter().position(|name| *name == side);
        let place = place.ok_or_else(|| format!("`{side}` is not a team that can win"))?;
        Ok(vec![self.unrolling.won[place]])
    }
}
