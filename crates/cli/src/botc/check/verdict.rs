//! The verdict of the constraints, in words and for programs. Accepts a check, says that it is legal, or what cannot all be and why.

use gaslamp_botc::notation::any;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, PlacedReminder};
use gaslamp_botc::notation::line::{self, SeatPlace};
use gaslamp_core::{Diagnostic, Span};
use gaslamp_referee::sat::{Check, Clash, Explanation, Repair, Statement, Verdict};
use serde_json::{Value, json};

use super::deadline::Deadline;
use crate::failure::Failure;
use crate::input::Input;
use crate::limits::Cause;
use crate::output::{Field, Output};

/// How many single changes are shown for a clash.
const MOST_REPAIRS: usize = 6;

/// That the constraints have nothing against it.
pub(super) const LEGAL: &str = "legal: by the constraints some course of the game leads to this";

/// The verdict of the constraints, for programs; it is null where there is none.
pub(super) fn legal_fields(is_legal: Option<bool>, unjudged: Vec<Value>) -> Vec<Field> {
    vec![("legal", is_legal.into()), ("by", "constraints".into()), ("unjudged", unjudged.into())]
}

/// What a grimoire and its trace were read from; the same if there is only one.
pub(super) struct Sources<'a> {
    pub(super) grimoire: &'a Input,
    pub(super) trace: &'a Input,
}

impl Sources<'_> {
    /// A statement with its place.
    fn says(&self, statement: Statement, places: Option<&Places>) -> Failure {
        let span = statement.span.or_else(|| places?.find(&statement));
        let input = if statement.is_of_grimoire() { self.grimoire } else { self.trace };
        input.failure(vec![Diagnostic::illegal("botc/check/says", statement.words).at(span)])
    }
}

/// Where the seats of a grimoire in one line stand.
struct Places {
    sheet: GrimoireText,
    seats: Vec<SeatPlace>,
}

impl Places {
    fn of(input: &Input) -> Option<Self> {
        let text = any::parts(&input.text).grimoire?;
        Some(Self { sheet: line::read(text).ok()?, seats: line::places(text)? })
    }

    /// The place of a token, or of all that stands of a seat.
    fn find(&self, statement: &Statement) -> Option<Span> {
        let seat = statement.seat()?;
        let place = self.seats.get(seat)?;
        let is_it = |token: &PlacedReminder| {
            statement.token().is_some_and(|said| *token == PlacedReminder::Reminder(said))
        };
        let token = self.sheet.players.get(seat)?.tokens.iter().position(is_it);
        Some(token.and_then(|at| place.tokens.get(at).copied()).unwrap_or(place.entry))
    }
}

/// The verdict of the constraints.
pub(super) fn judge(
    sources: &Sources<'_>,
    mut check: Check<'_>,
    deadline: Deadline<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let unjudged = sources.trace.failure(check.unjudged.clone());
    if !out.json {
        unjudged.warn();
    }
    match check.verdict() {
        Verdict::Legal if out.json => return Ok(out.object(legal_fields(Some(true), unjudged.to_json()))?),
        Verdict::Legal => return Ok(out.line(LEGAL)?),
        Verdict::Unknown => return Err(unknown(deadline).beside(legal_fields(None, unjudged.to_json()))),
        Verdict::Illegal => {}
    }
    let Explanation { clashes, is_whole } = check.explain();
    let places = Places::of(sources.grimoire);
    let mut failure = Failure::default();
    let mut values = Vec::new();
    for clash in &clashes {
        let repairs = if clashes.len() == 1 { check.repairs(clash) } else { Vec::new() };
        failure = failure.with(sources.grimoire.failure(vec![headline(clash, &repairs)]));
        for statement in check.statements_of(clash) {
            failure = failure.with(sources.says(statement, places.as_ref()));
        }
        values.push(clash_json(&check, clash, &repairs));
    }
    let mut fields = legal_fields(Some(false), unjudged.to_json());
    fields.push(("clashes", values.into()));
    if let Some(missing) = missing(deadline, clashes.len(), is_whole) {
        failure = missing.with(failure);
    }
    Err(failure.beside(fields))
}

/// That nothing can be said.
pub(super) fn unknown(deadline: Deadline<'_>) -> Failure {
    deadline.failure(
        "whether this is legal was not found out",
        "fewer --nights for a grimoire, or a part of the trace",
    )
}

/// What of the reasons is missing. That it is illegal is certain all the same.
fn missing(deadline: Deadline<'_>, found: usize, is_whole: bool) -> Option<Failure> {
    let message = match deadline.stopped() {
        Some((Cause::Interrupted, _)) => {
            return Some(deadline.failure("this cannot be, and not all is known of why", "to wait longer"));
        }
        Some((_, stopped)) => format!("{stopped}; this cannot be, and not all is known of why"),
        None if is_whole => return None,
        None => format!("only {found} contradictions are shown, and there are more"),
    };
    Some(Failure::no("botc/check/reasons", message))
}

/// A clash: the rules in words, and changes that mend it where one suffices.
fn headline(clash: &Clash, repairs: &[Repair]) -> Diagnostic {
    // Those of the set-up are stated first, and say the least about it.
    let mut rules: Vec<&str> = clash.rules.iter().rev().map(|rule| rule.says).collect();
    if rules.is_empty() {
        rules.push(match clash.statements.len() {
            1 => "it is so in no game",
            _ => "one says what another denies",
        });
    }
    let how_many = match clash.statements.len() {
        1 => "this cannot be".to_owned(),
        count if clash.is_smallest => format!("these {count} cannot all be"),
        count => format!("these {count} cannot all be, and perhaps fewer cannot"),
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
        first = first.fix(format!("one change suffices: {}", shown.join("; or ")));
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
