//! Where in a game everything may have happened that is told of it. Accepts premises, emits the facts that `rules/botc/trace.lp` asks of its
//! host: slots for moves, phase by phase, and the slots of every premise.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use gaslamp_botc::State;
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT, after, place};
use gaslamp_core::Notation as _;
use gaslamp_core::trace::Phase;

use super::Reading;
use super::cast::Cast;
use super::premise::{About, Premise, When};
use crate::asp::program::Failure;

/// Where there are more slots than these, times seats, the rules in ASP take gigabytes before they can be asked anything.
const MOST_PLACES: usize = 6_000;

/// The slots of a game, and the facts about them.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) slots: usize,
    pub(super) facts: String,
    /// Of every premise, where it may have happened.
    pub(super) places: Vec<Range<usize>>,
    /// The last slots of the phases.
    ends: Vec<usize>,
}

/// What may have been done in a phase though nobody tells of it.
const fn verbs(phase: Phase) -> &'static str {
    match phase {
        Phase { label: NIGHT, number: 1 } => "choose;tell_pair;tell_nobody;tell_unsaid;goes_on",
        Phase { label: NIGHT, .. } => "pick;pick_nobody;choose;tell_unsaid;rule_yes;rule_no;goes_on",
        Phase { label: DAY, .. } => "hush;shoot;rule_yes;rule_no",
        Phase { label: EVENING, .. } => "hush;shoot;rule_yes;rule_no;nominate;ballot;goes_on",
        _ => "begin;pick",
    }
}

const fn stage(phase: Phase) -> &'static str {
    match phase {
        Phase { label: NIGHT, .. } => "night",
        Phase { label: DAY, .. } => "talk",
        Phase { label: EVENING, .. } => "evening",
        _ => "setup",
    }
}

impl When {
    const fn phase(self) -> Option<Phase> {
        match self {
            Self::Move(phase) | Self::Vote(phase) | Self::Follows(phase) | Self::Earlier(phase) => {
                Some(phase)
            }
            Self::Before | Self::Seen | Self::Always => None,
        }
    }
}

impl Plan {
    /// A plan for what is told of these players, in a game that lasts at least up to a phase.
    pub(super) fn new(
        premises: &[Premise],
        reading: Reading,
        cast: &Cast,
        at_least: Phase,
    ) -> Result<Self, Failure> {
        let told = premises.iter().filter_map(|premise| premise.when.phase());
        let is_strange = |phase: &Phase| *phase != Phase::SETUP && State::DIALECT.kind(*phase).is_none();
        if let Some(phase) = told.clone().find(is_strange) {
            return Err(Failure::Unknown(format!("the phase {phase} in this game")));
        }
        let last = told.chain([at_least]).max_by_key(|phase| place(*phase)).unwrap_or(at_least);
        let mut plan = Self { places: vec![0..0; premises.len()], ..Self::default() };
        let mut phase = Phase::SETUP;
        let mut previous = None;
        loop {
            plan.begin(phase);
            match reading {
                Reading::Whole => plan.exactly(phase, premises),
                Reading::Parts => plan.freely(phase, premises, cast),
            }
            plan.ends.push(plan.slots - 1);
            if plan.slots * cast.seats() > MOST_PLACES {
                return Err(Failure::TooLarge(format!(
                    "a game of {} players up to {last} is too long for the referee's rules, which can think of one up to {} at most",
                    cast.seats(),
                    previous.unwrap_or(Phase::SETUP)
                )));
            }
            previous = Some(phase);
            if place(phase) >= place(last) {
                break;
            }
            phase = after(phase);
        }
        plan.finish(premises);
        Ok(plan)
    }

    fn begin(&mut self, phase: Phase) {
        let _ = writeln!(self.facts, "begins({},{}).", stage(phase), self.slots);
    }

    /// A slot of a phase.
    fn slot(&mut self, phase: Phase) -> usize {
        let _ = writeln!(self.facts, "planned({},{}).", stage(phase), self.slots);
        self.slots += 1;
        self.slots - 1
    }

    /// Slots for the moves that are told, and for the game to go on by itself between them.
    fn exactly(&mut self, phase: Phase, premises: &[Premise]) {
        let from = self.slots;
        if phase == Phase::SETUP {
            let slot = self.slot(phase);
            let _ = writeln!(self.facts, "must_be_used({slot}). may(does(begin),{slot}).");
        }
        let mut last = from;
        for (at, premise) in
            premises.iter().enumerate().filter(|(_, premise)| premise.when.phase() == Some(phase))
        {
            if !matches!(premise.when, When::Move(_)) {
                // Up to the next move; see below.
                self.places[at] = last..usize::MAX;
                continue;
            }
            self.end_open_places(last);
            last = self.slot(phase);
            self.places[at] = last..last + 1;
            let _ = writeln!(self.facts, "must_be_used({last}).");
            for term in premise.terms.iter().filter(|term| is_part(term)) {
                let _ = writeln!(self.facts, "may({term},{last}).");
            }
            if phase.label == EVENING {
                self.goes_on(phase);
            }
        }
        match phase {
            Phase { label: NIGHT, .. } => self.goes_on(phase),
            // The count, the execution and dusk, or some of them: night may have fallen before the last slot.
            Phase { label: EVENING, .. } => {
                for _ in 0..3 {
                    let _ = writeln!(self.facts, "planned(night,{}).", self.slots);
                    self.goes_on(phase);
                }
            }
            _ => {}
        }
        self.end_open_places(last);
    }

    /// What follows from a move happens before the next one.
    fn end_open_places(&mut self, last: usize) {
        let end = self.slots.max(last + 1);
        self.places.iter_mut().filter(|place| place.end == usize::MAX).for_each(|place| place.end = end);
    }

    fn goes_on(&mut self, phase: Phase) {
        let slot = self.slot(phase);
        let _ = writeln!(self.facts, "only_goes_on({slot}). may(does(goes_on),{slot}).");
    }

    /// Slots for whatever was done in a phase.
    fn freely(&mut self, phase: Phase, premises: &[Premise], cast: &Cast) {
        let here = |premise: &&Premise| premise.when.phase() == Some(phase);
        let count = |names: &[String]| {
            let is_one = |premise: &&Premise| {
                premise.terms.iter().any(|term| names.iter().any(|name| term.starts_with(name)))
            };
            premises.iter().filter(here).filter(is_one).count()
        };
        // Whoever dies by day is executed or shot, and that need not be told.
        let untold_shots = if phase.label == NIGHT { 0 } else { count(&["dies(".to_owned()]) };
        let told_shots = [vec!["does(shoot)".to_owned()], signs(cast, &["shoot"])].concat();
        let shots = count(&told_shots) + untold_shots;
        let (seen_shots, seen_nominations) = seen_moves(phase, premises, cast);
        let of_nominations = signs(cast, &["nominate", "execution"]);
        let nominations = nominations(premises.iter().filter(here), &of_nominations) + seen_nominations;
        let shots = shots + seen_shots;
        let size = match phase {
            Phase { label: NIGHT, number } => cast.night(number == 1),
            // A shot, and what the Storyteller decides about it; then everybody passes.
            Phase { label: DAY, .. } => 3 * shots + 1,
            // A nomination, what is decided about it, the votes and the count; then everybody passes, and execution and dusk follow.
            Phase { label: EVENING, .. } => 4 * nominations + 3 * shots + 4,
            _ => 2,
        };
        let told: BTreeSet<&str> = premises
            .iter()
            .filter(here)
            .flat_map(|premise| &premise.terms)
            .map(String::as_str)
            .filter(|term| is_of_statement(term))
            .collect();
        let from = self.slots;
        for _ in 0..size {
            let slot = self.slot(phase);
            let _ = writeln!(self.facts, "may(does({}),{slot}).", verbs(phase));
            if phase == Phase::new(NIGHT, 1) {
                let _ = writeln!(self.facts, "is_first({slot}).");
            }
            for term in &told {
                let _ = writeln!(self.facts, "may({term},{slot}).");
            }
            if slot > from {
                let _ = writeln!(self.facts, "same_phase({},{slot}).", slot - 1);
            }
        }
        for (at, _) in premises.iter().enumerate().filter(|(_, premise)| here(premise)) {
            self.places[at] = from..self.slots;
        }
    }

    /// The facts about premises.
    fn finish(&mut self, premises: &[Premise]) {
        for stage in ["setup", "night", "talk", "evening"] {
            let _ = writeln!(self.facts, "planned({stage},{}).", self.slots);
        }
        // A grimoire beside a trace is the one at its end; alone it may be of any moment: a phase need not have come to its end.
        let is_told = premises.iter().any(|premise| premise.when != When::Seen);
        for end in self.ends.iter().skip(if is_told { self.ends.len() - 1 } else { 0 }) {
            let _ = writeln!(self.facts, "may_be_seen({end}).");
        }
        let mut before: Option<(usize, Phase)> = None;
        for (at, premise) in premises.iter().enumerate() {
            let _ = writeln!(self.facts, "event({at}).");
            match premise.when {
                When::Before => self.places[at] = 0..1,
                When::Seen => {
                    let _ = writeln!(self.facts, "is_seen({at}).");
                }
                When::Always => {
                    self.places[at] = 0..1;
                    let _ = writeln!(self.facts, "no_other_death({at}).");
                }
                When::Move(phase) | When::Vote(phase) | When::Follows(phase) => {
                    if let Some((earlier, _)) = before.filter(|(_, other)| *other == phase) {
                        let _ = writeln!(self.facts, "after({earlier},{at}).");
                    }
                    before = Some((at, phase));
                }
                When::Earlier(_) => {}
            }
            if premise.when == When::Seen {
                let _ = writeln!(self.facts, "may_be_at({at},T) :- may_be_seen(T).");
            } else {
                let Range { start, end } = self.places[at];
                let _ = writeln!(self.facts, "may_be_at({at},{start}..{}).", end.saturating_sub(1));
            }
            for term in &premise.terms {
                let _ = writeln!(self.facts, "says_that({at},{term}).");
            }
            if let Some(About::Shown(seat, characters, _)) = premise.about {
                for character in characters.iter() {
                    let _ = writeln!(self.facts, "among({seat},{}).", character.facts().id);
                }
            }
            if premise.is_last {
                let _ = writeln!(self.facts, "ends_with({at}).");
            }
            for death in &premise.deaths {
                let _ = writeln!(self.facts, "tells_death({at},{death}).");
            }
        }
        self.tell_moves_apart(premises);
    }

    /// Two moves are not done at once, nor do two votes of one player count together.
    fn tell_moves_apart(&mut self, premises: &[Premise]) {
        for (at, premise) in premises.iter().enumerate() {
            let differs = |other: &&(usize, &Premise)| match (premise.when, other.1.when) {
                (When::Move(a), When::Move(b)) => a == b,
                (When::Vote(a), When::Vote(b)) => a == b && premise.terms.first() == other.1.terms.first(),
                _ => false,
            };
            let later: Vec<(usize, &Premise)> = premises.iter().enumerate().skip(at + 1).collect();
            for (other, _) in later.iter().filter(differs) {
                let _ = writeln!(self.facts, "differs_from({at},{other}).");
            }
        }
    }
}

/// Whether a term is part of a move that may be chosen.
fn is_part(term: &str) -> bool {
    ["does(", "by(", "to(", "target(", "holder(", "wrong(", "named(", "number(", "bluff("]
        .iter()
        .any(|part| term.starts_with(part))
}

/// Whether a term is part of what somebody is told, which is left open where nobody tells of it.
fn is_of_statement(term: &str) -> bool {
    ["does(tell_", "holder(", "wrong(", "named(", "number(", "bluff("]
        .iter()
        .any(|part| term.starts_with(part))
}

/// How terms begin that tell of a token which comes with one of these moves.
fn signs(cast: &Cast, moves: &[&str]) -> Vec<String> {
    let tokens = cast.profile.tokens_of_moves.iter();
    let comes_so = tokens.filter(|(_, _, made)| moves.contains(&made.as_str()));
    comes_so.map(|(_, token, _)| format!("placed({token},")).collect()
}

/// How many shots and nominations of a day may be behind what a grimoire shows: one of somebody who is executed, or on whom the dead vote, and one
/// for each character whose token comes with such a move. By day a shot is the same as in the evening, but for a trace that goes no further.
fn seen_moves(phase: Phase, premises: &[Premise], cast: &Cast) -> (usize, usize) {
    let is_seen = premises.iter().any(|premise| premise.when == When::Seen);
    let is_told = premises.iter().any(|premise| premise.when != When::Seen);
    let tokens = |of: &str| {
        let tokens = cast.profile.tokens_of_moves.iter();
        tokens.filter(|(owner, _, made)| made == of && cast.has(*owner)).count()
    };
    match phase {
        Phase { label: EVENING, .. } if is_seen => (tokens("shoot"), 1 + tokens("nominate")),
        Phase { label: DAY, .. } if is_seen && is_told => (tokens("shoot"), 0),
        _ => (0, 0),
    }
}

/// How many nominations these premises of one evening speak of, at least; `signs` are how terms begin that tell of one.
fn nominations<'a>(premises: impl Iterator<Item = &'a Premise>, signs: &[String]) -> usize {
    let mut count = 0;
    let mut nominees = Vec::new();
    // Those who were nominated, or executed for nominating, though perhaps nobody tells of that.
    let mut others = BTreeSet::new();
    // The nominee of the last one, if it is told and not yet counted, and who has voted.
    let mut last: Option<(Option<&str>, Vec<&str>)> = None;
    for premise in premises {
        let term = |name: &str| premise.terms.iter().find_map(|term| term.strip_prefix(name));
        let voter = term("raises(").or_else(|| term("lowers("));
        let of_nomination = ["executed(", "dies("].into_iter().chain(signs.iter().map(String::as_str));
        others.extend(of_nomination.into_iter().find_map(term));
        if term("does(nominate)").is_some() {
            count += 1;
            last = Some((term("target("), Vec::new()));
            nominees.extend(term("target("));
        } else if let Some(voter) = voter {
            let nominee = term("on(");
            nominees.extend(nominee);
            match &mut last {
                Some((known, voters))
                    if (nominee.is_none() || known.is_none() || nominee == *known)
                        && !voters.contains(&voter) =>
                {
                    *known = known.or(nominee);
                    voters.push(voter);
                }
                _ => {
                    count += 1;
                    last = Some((nominee, vec![voter]));
                }
            }
        } else if term("counted(").is_some() {
            let nominee = term("on(");
            nominees.extend(nominee);
            let is_last = last.as_ref().is_some_and(|(known, _)| known.is_none() || *known == nominee);
            count += usize::from(!is_last);
            last = None;
        }
    }
    count + others.iter().filter(|other| !nominees.contains(other)).count()
}
