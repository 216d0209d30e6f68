//! What a trace tells, as statements about the course of a game. Accepts a [`TraceModel`], emits statements with the bits that each asserts and those
//! that the rules demand if it is so; what is not judged is named and left out.

mod acting;
mod deaths;
mod heard;
mod voting;

use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::notation::trace_model::{Act, Party, TokenChange, TraceEvent, TraceModel};
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::rules::phase::{EVENING, NIGHT};
use gaslamp_botc::{Character, State};
use gaslamp_core::trace::{Phase, VerbKind, rich};
use gaslamp_core::{Diagnostic, Notation as _};

use super::check::{About, Said, Statement};
use super::circuit::{Bit, NO};
use super::history::{Course, DRUNK, Happens, IMP, Stand, TOKENS, number};
use super::rule::Rule;
use crate::tb_tokens;
use voting::Poll;

const FORTUNE_TELLER: Character = Character::with_id("fortuneteller");

/// The statements of a story.
#[derive(Default)]
pub(super) struct Telling {
    pub(super) said: Vec<Said>,
    pub(super) cannot: Vec<Cannot>,
    pub(super) unjudged: Vec<Diagnostic>,
}

/// Statements that by a rule cannot all be, whatever the course of the game.
type Cannot = (Rule, Vec<usize>);

/// What a deed asserts, and what rules demand if it was done.
#[derive(Default)]
struct Meaning {
    bits: Vec<Bit>,
    demands: Vec<(Rule, Bit)>,
}

impl Meaning {
    fn demand(rule: Rule, bits: impl IntoIterator<Item = Bit>) -> Self {
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

/// What a story tells of a course.
pub(super) fn of_model(course: &mut Course, story: &TraceModel) -> Telling {
    let mut listener = Listener {
        course,
        story,
        said: Vec::new(),
        polls: Vec::new(),
        shots: Vec::new(),
        deaths: Vec::new(),
        execution: None,
        done_too_late: Vec::new(),
        choices: Vec::new(),
    };
    let mut unjudged = Vec::new();
    for (at, deed) in story.events.iter().enumerate() {
        if let Err(why) = listener.hear(at, deed) {
            let message = format!("`{}` is not judged: {why}", deed.event);
            unjudged.push(Diagnostic::new("botc/check/unjudged", message).at(deed.span));
        }
    }
    listener.nobody_else_dies();
    let cannot =
        [listener.clashing_polls(), listener.shot_twice(), std::mem::take(&mut listener.done_too_late)]
            .concat();
    listener.somebody_nominated();
    Telling { said: listener.said, cannot, unjudged }
}

/// A phase, and how things stand before and after it.
struct Time {
    phase: Phase,
    before: Stand,
    after: Stand,
}

struct Listener<'a> {
    course: &'a mut Course,
    story: &'a TraceModel,
    said: Vec<Said>,
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

impl Listener<'_> {
    fn hear(&mut self, at: usize, deed: &TraceEvent) -> Result<(), String> {
        if deed.event.verb.as_deref() == Some("deals") {
            self.dealt(at, deed);
            return Ok(());
        }
        let time = self.around(deed.phase)?;
        let roles = self.roles(at, &time);
        self.note_if_too_late(deed);
        if let Some(meaning) = self.meaning(deed, &time)? {
            self.say(deed, meaning.with(roles));
        } else if !roles.is_empty() {
            self.say(deed, roles.into());
        }
        Ok(())
    }

    /// What a deed means for the course of the game, if anything.
    fn meaning(&mut self, deed: &TraceEvent, time: &Time) -> Result<Option<Meaning>, String> {
        let Time { before, after, .. } = time;
        let verb = deed.event.verb.as_deref().unwrap_or_default();
        let meaning = match (&deed.act, verb) {
            (Act::Tokens(changes), _) => self.tokens(deed, changes, time)?.into(),
            (Act::Nominates(nominee), _) => self.polls(deed, *nominee, false, time)?,
            (Act::Votes(nominee), _) => self.polls(deed, *nominee, true, time)?,
            (Act::Executes(seat), _) => {
                self.deaths.push((deed.phase, *seat));
                self.execution = Some((self.said.len(), deed.phase, *seat));
                let executed = self.course.happens(deed.phase, Happens::Executed, *seat);
                vec![self.course.circuit.or([executed, !before.alive[*seat]])].into()
            }
            (Act::DemonKills(seat), _) => {
                self.deaths.push((deed.phase, *seat));
                vec![self.course.happens(deed.phase, Happens::Kills, *seat)].into()
            }
            (Act::Dies, _) => {
                let seat = self.player(deed.by)?;
                self.deaths.push((deed.phase, seat));
                vec![before.alive[seat], !after.alive[seat]].into()
            }
            (Act::Other, "chooses" | "tells" | "shoots") => self.acts(deed, time)?,
            (_, "announces") => self.announced(deed)?.into(),
            (_, "declares") => self.declared(deed)?.into(),
            (_, "picks") if deed.phase == Phase::SETUP => self.prepares(deed)?,
            (_, "becomes" | "passes" | "abstains" | "claims" | "reports" | "picks" | "rules") => {
                return Ok(None);
            }
            _ if deed.event.verb_among(State::DIALECT.verbs).map(|verb| verb.kind)
                == Some(VerbKind::Aside) =>
            {
                return Ok(None);
            }
            (_, verb) => return Err(format!("no grimoire shows anything of `{verb}`")),
        };
        Ok(Some(meaning))
    }

    fn say(&mut self, deed: &TraceEvent, meaning: Meaning) {
        let words = format!("{}: {}", deed.phase, rich::sentence(&deed.event, State::DIALECT));
        let statement = Statement { words, span: Some(deed.span), about: About::Event };
        self.said.push(Said { statement, bits: meaning.bits, demands: meaning.demands });
    }

    fn player(&self, party: Party) -> Result<usize, String> {
        party.player().ok_or_else(|| "it does not say of whom".into())
    }

    /// The time of a phase.
    fn around(&self, phase: Phase) -> Result<Time, String> {
        let stands = &self.course.stands;
        let at = stands.iter().position(|stand| stand.phase == phase);
        let at = at.ok_or_else(|| format!("this game has no phase {phase}"))?;
        Ok(Time { phase, before: stands[at.saturating_sub(1)].clone(), after: stands[at].clone() })
    }

    /// Whether a seat is a character at some time of a phase, or believes to be.
    fn is(&mut self, seat: usize, character: Character, time: &Time) -> Bit {
        let dealt = self.course.dealt(seat, character);
        let believes = self.course.believes(seat, character);
        let now = if character == IMP {
            self.course.circuit.or([dealt, time.after.became[seat]])
        } else {
            self.course.circuit.and([dealt, !time.before.became[seat]])
        };
        self.course.circuit.or([now, believes])
    }

    fn roles(&mut self, at: usize, time: &Time) -> Vec<Bit> {
        let facts = (0..self.story.names.len()).flat_map(|player| self.story.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        let mut bits = Vec::new();
        for fact in here {
            match fact.says {
                Says::Is(role) if role == DRUNK => bits.push(self.course.dealt(fact.player, DRUNK)),
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

    fn dealt(&mut self, at: usize, deed: &TraceEvent) {
        let facts = (0..self.story.names.len()).flat_map(|player| self.story.roles.of(player));
        let here: Vec<_> = facts.filter(|fact| fact.at == at).copied().collect();
        for fact in here {
            let Says::Dealt(role, token) = fact.says else { continue };
            let name = &self.story.names[fact.player];
            let mut bits = vec![self.course.dealt(fact.player, role)];
            let mut words = format!("{name} is dealt the {}", role.name());
            if role != token {
                bits.push(self.course.believes(fact.player, token));
                words = format!("{words} who believes to be the {}", token.name());
            }
            let statement = Statement { words, span: Some(deed.span), about: About::Deal };
            self.said.push(Said { statement, bits, demands: Vec::new() });
        }
    }

    fn tokens(
        &mut self,
        deed: &TraceEvent,
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
            let lies = known.ok_or_else(|| format!("`{token}` is no token of Trouble Brewing"))?;
            if let Party::Player(player) = deed.by {
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
            tb_tokens::POISONER_POISONED => Happens::Poisons,
            tb_tokens::MONK_SAFE => Happens::Protects,
            tb_tokens::IMP_DEAD => Happens::Kills,
            tb_tokens::BUTLER_MASTER => Happens::TakesMaster,
            tb_tokens::VIRGIN_NO_ABILITY => Happens::VirginNominated,
            tb_tokens::SLAYER_NO_ABILITY => Happens::Shoots,
            // It is put down before the first night, and lies there from then on.
            tb_tokens::RED_HERRING => {
                let first = self.around(Phase::new(NIGHT, 1))?.after;
                return Ok(first.tokens[number(token)][seat]);
            }
            _ => {
                let lies = |stand: &Stand| stand.tokens[number(token)][seat];
                return Ok(self.course.circuit.and([lies(&time.after), !lies(&time.before)]));
            }
        };
        Ok(self.course.happens(time.phase, happens, seat))
    }

    /// A token is gone after a phase, or has come again in it; some go with dawn or dusk.
    fn goes(&mut self, token: Reminder, seat: usize, time: &Time) -> Result<Bit, String> {
        let expires = match time.phase {
            Phase { label: NIGHT, .. } => {
                matches!(token, tb_tokens::MONK_SAFE | tb_tokens::IMP_DEAD | tb_tokens::UNDERTAKER_DIED_TODAY)
            }
            Phase { label: EVENING, .. } => token == tb_tokens::POISONER_POISONED,
            _ => false,
        };
        let expired = if expires { time.after.ended } else { NO };
        let again = self.comes(token, seat, time)?;
        Ok(self.course.circuit.or([expired, again, !time.after.tokens[number(token)][seat]]))
    }

    /// The Storyteller says who has won.
    fn declared(&mut self, deed: &TraceEvent) -> Result<Vec<Bit>, String> {
        let side = deed.event.args.first().cloned().unwrap_or_default();
        let place = ["good", "evil"].iter().position(|name| *name == side);
        let place = place.ok_or_else(|| format!("`{side}` is no team that wins"))?;
        Ok(vec![self.course.won[place]])
    }
}
