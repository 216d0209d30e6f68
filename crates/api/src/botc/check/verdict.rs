//! The verdict of the constraints. Accepts a check, says that it is legal, or which statements contradict each other and why.

use gaslamp_botc::notation::any;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, PlacedReminder};
use gaslamp_botc::notation::line::{self, SeatPlace};
use gaslamp_core::number_format::counted;
use gaslamp_core::{Diagnostic, Span};
use gaslamp_referee::sat::{Assertion, Check, Clash, Explanation, Repair, Verdict};
use serde_json::{Value, json};

use super::unfinished;
use crate::answer::{Answer, Field};
use crate::diagnostic::{Input, Problems};
use crate::stop::{Cause, Stop};

/// How many single changes are shown for a clash.
const MOST_REPAIRS: usize = 6;

/// What the constraints say.
pub struct Ruling {
    /// Legal, illegal and why, or that it was not found out.
    pub answer: Answer,
    /// What of it they do not look at.
    pub unjudged: Problems,
}

/// The verdict of the constraints, for programs; it is null where there is none.
pub(super) fn legal_fields(is_legal: Option<bool>, unjudged: &Problems) -> Vec<Field> {
    vec![("legal", is_legal.into()), ("by", "constraints".into()), ("unjudged", unjudged.to_json().into())]
}

/// What a grimoire and its trace were read from; the same if there is only one.
pub(super) struct Sources<'a> {
    pub(super) grimoire: &'a Input,
    pub(super) trace: &'a Input,
}

impl Sources<'_> {
    /// A statement with its place.
    fn says(&self, statement: Assertion, places: Option<&Places>) -> Problems {
        let span = statement.span.or_else(|| places?.find(&statement));
        let input = if statement.is_of_grimoire() { self.grimoire } else { self.trace };
        input.problems(vec![Diagnostic::illegal("botc/check/says", statement.words).at(span)])
    }
}

/// Where the seats of a grimoire in one line stand.
struct Places {
    grimoire: GrimoireText,
    seats: Vec<SeatPlace>,
}

impl Places {
    fn of(input: &Input) -> Option<Self> {
        let text = any::parts(&input.text).grimoire?;
        Some(Self { grimoire: line::read(text).ok()?, seats: line::places(text)? })
    }

    /// The place of a token, or of all that stands of a seat.
    fn find(&self, statement: &Assertion) -> Option<Span> {
        let seat = statement.seat()?;
        let place = self.seats.get(seat)?;
        let is_it = |token: &PlacedReminder| {
            statement.token().is_some_and(|said| *token == PlacedReminder::Reminder(said))
        };
        let token = self.grimoire.players.get(seat)?.tokens.iter().position(is_it);
        Some(token.and_then(|at| place.tokens.get(at).copied()).unwrap_or(place.entry))
    }
}

/// The verdict of the constraints.
pub(super) fn judge(sources: &Sources<'_>, mut check: Check<'_>, stop: &Stop) -> Ruling {
    let unjudged = sources.trace.problems(check.unjudged.clone());
    let answer = match check.verdict() {
        Verdict::Legal => legal_fields(Some(true), &unjudged).into(),
        Verdict::Unknown => unknown(stop, &unjudged),
        Verdict::Illegal => explain(sources, &mut check, stop, &unjudged),
    };
    Ruling { answer, unjudged }
}

/// There is no verdict.
pub(super) fn unknown(stop: &Stop, unjudged: &Problems) -> Answer {
    let missing = "it is not known whether this is legal";
    let easier = "fewer --nights for a grimoire, or a part of the trace";
    Answer { fields: legal_fields(None, unjudged), problems: unfinished(stop, missing, easier) }
}

/// That it is illegal, and why.
fn explain(sources: &Sources<'_>, check: &mut Check<'_>, stop: &Stop, unjudged: &Problems) -> Answer {
    let Explanation { clashes, is_whole } = check.explain();
    let places = Places::of(sources.grimoire);
    let mut reasons = Problems::default();
    let mut values = Vec::new();
    for clash in &clashes {
        let repairs = if clashes.len() == 1 { check.repairs(clash) } else { Vec::new() };
        let statements = check.statements_of(clash);
        let headline = headline(statements.len(), clash, &repairs);
        reasons = reasons.with(sources.grimoire.problems(vec![headline]));
        for statement in statements {
            reasons = reasons.with(sources.says(statement, places.as_ref()));
        }
        values.push(clash_json(check, clash, &repairs));
    }
    let mut fields = legal_fields(Some(false), unjudged);
    fields.push(("clashes", values.into()));
    Answer { fields, problems: missing(stop, clashes.len(), is_whole).with(reasons) }
}

/// Which reasons are missing. It is certainly illegal all the same.
fn missing(stop: &Stop, found: usize, is_whole: bool) -> Problems {
    let message = match stop.stopped() {
        Some(stopped) if stopped.cause == Cause::Interrupted => {
            return unfinished(
                stop,
                "this is impossible, but not all the reasons were found",
                "waiting longer",
            );
        }
        Some(stopped) => format!("{}; this is impossible, but not all the reasons were found", stopped.words),
        None if is_whole => return Problems::default(),
        None => {
            format!(
                "only the first {} shown; there are more",
                counted(found, "contradiction is", "contradictions are")
            )
        }
    };
    Problems::illegal("botc/check/reasons", message)
}

/// A clash of this many statements: the rules in words, and the changes that mend it where one is enough.
fn headline(statements: usize, clash: &Clash, repairs: &[Repair]) -> Diagnostic {
    // Those of the set-up are stated first, and say the least about it.
    let mut rules: Vec<&str> = clash.rules.iter().rev().map(|rule| rule.says).collect();
    if rules.is_empty() {
        rules.push(match statements {
            1 => "it is true in no game",
            _ => "one asserts what another denies",
        });
    }
    let how_many = match statements {
        1 => "this is impossible".to_owned(),
        count if clash.is_smallest => {
            format!("these {} contradict each other", counted(count, "statement", "statements"))
        }
        count => format!(
            "these {} contradict each other, and some of them may not be needed for that",
            counted(count, "statement", "statements")
        ),
    };
    let id = clash.rules.last().map_or("botc/check/clash", |rule| rule.id);
    let mut first = Diagnostic::illegal(id, format!("{how_many}: {}", rules.join("; ")));
    if !repairs.is_empty() {
        let mut shown: Vec<&str> =
            repairs.iter().take(MOST_REPAIRS).map(|repair| repair.instead.as_str()).collect();
        let more = repairs.len().saturating_sub(MOST_REPAIRS);
        let rest = format!("{more} more");
        if more > 0 {
            shown.push(&rest);
        }
        first = first.fix(format!("one change is enough: {}", shown.join("; or ")));
    }
    first
}

fn clash_json(check: &Check<'_>, clash: &Clash, repairs: &[Repair]) -> Value {
    json!({
        "smallest": clash.is_smallest,
        "statements": clash.statements.iter().map(|&at| check.statements[at].words.as_str()).collect::<Vec<_>>(),
        "rules": clash.rules.iter().map(|rule| json!({ "id": rule.id, "says": rule.says })).collect::<Vec<_>>(),
        "repairs": repairs.iter().map(|repair| repair.instead.as_str()).collect::<Vec<_>>(),
    })
}
