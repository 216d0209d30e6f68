//! What the referee says of a trace or a grimoire of which not everything is known: possible, and from which set-ups, or not, and why.

use std::time::Duration;

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder, Player};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::Deal;
use gaslamp_botc::{Character, CharacterSet, Setup};
use gaslamp_core::Diagnostic;
use gaslamp_referee::asp::botc::trace::{Inquiry, Listing, Reading};
use gaslamp_referee::asp::{self, Patience};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::RefereeArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::limits::{Cause, Halt};
use crate::output::{Field, Output};

/// What was asked, and what stops the search for an answer.
pub(super) struct Asked<'a> {
    pub(super) args: &'a RefereeArgs,
    pub(super) halt: &'a Halt,
}

impl Asked<'_> {
    fn patience(&self) -> Patience {
        Patience::until(self.halt.flag())
    }

    /// Why there is no answer: it was time to stop, or something is wrong.
    fn no_answer(&self, failure: asp::Failure) -> Failure {
        match self.halt.cause() {
            Some(cause) if failure == asp::Failure::Stopped => {
                cause.failure(&self.args.limits, "whether this can be is not known")
            }
            _ => failure.into(),
        }
    }
}

/// Asks, and says what was found.
pub(super) fn answer(
    input: &Input,
    setup: &Setup,
    mut inquiry: Inquiry,
    reading: Reading,
    asked: &Asked<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let listing = listed(&mut inquiry, asked)?;
    if listing.deals.is_empty() {
        return Err(refusal(input, &mut inquiry, reading, asked, out)?);
    }
    possible(input, setup, inquiry, reading, listing, asked, out)
}

/// A record that does not tell its deal: all its actions, or if that cannot be, a trace of which something is left out.
pub(super) fn answer_undealt(
    input: &Input,
    setup: &Setup,
    story: &TraceModel,
    asked: &Asked<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut whole = Inquiry::of_model(setup, story, Reading::Whole)?;
    let listing = listed(&mut whole, asked)?;
    if !listing.deals.is_empty() {
        return possible(input, setup, whole, Reading::Whole, listing, asked, out);
    }
    let mut parts = Inquiry::of_model(setup, story, Reading::Parts)?;
    let listing = listed(&mut parts, asked)?;
    if listing.deals.is_empty() && asked.args.explain {
        return Err(refusal(input, &mut parts, Reading::Parts, asked, out)?);
    }
    if listing.deals.is_empty() {
        return Err(refusal(input, &mut whole, Reading::Whole, asked, out)?);
    }
    let message =
        "the deal is missing, and other actions too: it is judged as a trace of which much is left out";
    let mut problems = vec![
        Diagnostic::illegal("referee/parts", message)
            .fix("a record begins with <SETUP> st!deals->Ann:chef,Ben:imp,… and tells every action"),
    ];
    problems.extend(obstacle(&mut whole).map_err(|failure| asked.no_answer(failure))?);
    if !out.json {
        input.failure(problems).warn();
    }
    possible(input, setup, parts, Reading::Parts, listing, asked, out)
}

/// The set-ups from which it may have come, as many as are wanted.
fn listed(inquiry: &mut Inquiry, asked: &Asked<'_>) -> Result<Listing, Failure> {
    inquiry.patience = asked.patience();
    let waiting =
        ProgressBar::new_spinner().with_message("clingo looks for a game in which all of it happens");
    waiting.enable_steady_tick(Duration::from_millis(100));
    let listing = inquiry.deals(asked.args.setups.saturating_add(1));
    waiting.finish_and_clear();
    listing.map_err(|failure| asked.no_answer(failure))
}

/// What is said to programs of any answer.
fn fields(is_possible: bool, reading: Reading, unjudged: &Failure) -> Vec<Field> {
    vec![
        ("possible", is_possible.into()),
        ("whole", (reading == Reading::Whole).into()),
        ("unjudged", unjudged.to_json().into()),
    ]
}

/// What of it is not judged; a person is warned.
fn unjudged(input: &Input, inquiry: &Inquiry, out: &Output) -> Failure {
    let unjudged = input.failure(inquiry.unjudged.clone());
    if !out.json {
        unjudged.warn();
    }
    unjudged
}

/// Says that it can be, and from which set-ups.
fn possible(
    input: &Input,
    setup: &Setup,
    mut inquiry: Inquiry,
    reading: Reading,
    listing: Listing,
    asked: &Asked<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let unjudged = unjudged(input, &inquiry, out);
    let Listing { deals, is_all } = listing;
    let roles = if is_all { Some(roles_of(&deals)) } else { all_roles(&mut inquiry)? };
    let shown: Vec<String> = deals.iter().take(asked.args.setups).map(|deal| grimoire(setup, deal)).collect();
    let stopped = asked.halt.cause();
    if stopped == Some(Cause::Interrupted) {
        return Err(
            Cause::Interrupted.failure(&asked.args.limits, "it is possible; not all set-ups were found")
        );
    }
    let stopped =
        stopped.map(|cause| format!("{}; there may be more set-ups", cause.words(&asked.args.limits)));
    if out.json {
        let mut fields = fields(true, reading, &unjudged);
        fields.push(("setups", shown.into()));
        fields.push(("all", is_all.into()));
        fields.push(("seats", roles.map_or(Value::Null, |roles| seats_json(setup, &roles))));
        fields.push(("stopped", stopped.into()));
        return Ok(out.object(fields)?);
    }
    let from = match (is_all, shown.len()) {
        (true, 1) => "one set-up".to_owned(),
        (true, count) => format!("{count} set-ups"),
        (false, count) if stopped.is_some() => format!("{count} set-ups at least"),
        (false, count) => format!("more than {count} set-ups"),
    };
    out.line(&format!("possible: from {from}"))?;
    for line in shown {
        out.line(&format!("  {line}"))?;
    }
    if let Some(roles) = roles.filter(|_| !is_all) {
        out.line("who may have been dealt what:")?;
        for (name, roles) in setup.names.iter().zip(&roles) {
            out.line(&format!("  {name}: {}", words(*roles)))?;
        }
    }
    if let Some(stopped) = stopped {
        out.line(&stopped)?;
    }
    Ok(())
}

/// Who may have been dealt what, by seat; none if there is no time to find that out.
fn all_roles(inquiry: &mut Inquiry) -> Result<Option<Vec<CharacterSet>>, Failure> {
    match inquiry.possible_roles() {
        Ok(roles) => Ok(Some(roles)),
        Err(asp::Failure::Stopped) => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

fn words(roles: CharacterSet) -> String {
    roles.iter().map(|role| role.to_string()).collect::<Vec<_>>().join(" ")
}

fn roles_of(deals: &[Deal]) -> Vec<CharacterSet> {
    let seats = deals.first().map_or(0, Deal::size);
    (0..seats).map(|seat| deals.iter().map(|deal| deal.roles()[seat]).collect()).collect()
}

fn seats_json(setup: &Setup, roles: &[CharacterSet]) -> Value {
    let seat = |(name, roles): (&String, &CharacterSet)| json!({ "name": name, "roles": roles.iter().map(|role| role.to_string()).collect::<Vec<_>>() });
    setup.names.iter().zip(roles).map(seat).collect()
}

/// A deal as a grimoire in which nothing has happened yet.
fn grimoire(setup: &Setup, deal: &Deal) -> String {
    let player = |((name, role), token): ((&String, &Character), &Character)| {
        let marks = ReminderToken::of(*role).filter(|mark| role != token && mark.marks_its_owner());
        Player {
            name: name.clone(),
            character: Known::Is(*token),
            tokens: marks.map(PlacedReminder::Reminder).collect(),
            ..Player::default()
        }
    };
    let players = setup.names.iter().zip(deal.roles()).zip(deal.tokens()).map(player).collect();
    line::write(&GrimoireText { players, ..GrimoireText::default() }, Naming::Long)
}

/// That it cannot be, and why.
fn refusal(
    input: &Input,
    inquiry: &mut Inquiry,
    reading: Reading,
    asked: &Asked<'_>,
    out: &Output,
) -> Result<Failure, Failure> {
    let fields = fields(false, reading, &unjudged(input, inquiry, out));
    let impossible =
        Diagnostic::illegal("referee/impossible", "no set-up and no course of the game lead to this");
    let why = if reading == Reading::Whole {
        obstacle(inquiry).map(|found| [impossible.clone()].into_iter().chain(found).collect())
    } else if asked.args.explain {
        clash(inquiry, asked)
    } else {
        Ok(vec![impossible.clone().fix("--explain shows what of it cannot all be")])
    };
    let problems = match (why, asked.halt.cause()) {
        (Ok(_), Some(Cause::Interrupted)) => return Err(asked.no_answer(asp::Failure::Stopped)),
        (Ok(problems), _) => problems,
        // That it cannot be is certain all the same.
        (Err(asp::Failure::Stopped), Some(cause)) if cause != Cause::Interrupted => {
            let words = format!("{}; why not was not found", cause.words(&asked.args.limits));
            vec![impossible, Diagnostic::illegal("referee/unexplained", words)]
        }
        (Err(failure), _) => return Err(asked.no_answer(failure)),
    };
    Ok(input.failure(problems).beside(fields))
}

/// The first deed of a record that cannot follow the others.
fn obstacle(inquiry: &mut Inquiry) -> Result<Option<Diagnostic>, asp::Failure> {
    let Some(obstacle) = inquiry.first_obstacle()? else {
        return Ok(None);
    };
    let rule = |rule: &String| match inquiry.words(rule) {
        Some(words) => format!("{words} ({rule})"),
        None => rule.clone(),
    };
    let rules: Vec<String> = obstacle.rules.iter().map(rule).collect();
    let saying = &inquiry.sayings[obstacle.saying];
    let why = rules.join(if obstacle.together { "; and " } else { "; or " });
    let message = match rules.is_empty() {
        true => format!(
            "`{}` cannot follow what was done before it, whichever rule is set aside: something is missing",
            saying.words
        ),
        false => format!("`{}` cannot follow what was done before it: {why}", saying.words),
    };
    Ok(Some(Diagnostic::illegal("referee/violated", message).at(saying.span)))
}

/// What of a record up to where it breaks the rules cannot all be, even if other things happened in between.
pub(super) fn clash_in(
    setup: &Setup,
    story: &TraceModel,
    asked: &Asked<'_>,
) -> Result<Vec<Diagnostic>, Failure> {
    let mut inquiry = Inquiry::of_model(setup, story, Reading::Parts)?;
    inquiry.patience = asked.patience();
    let no_answer = |failure| asked.no_answer(failure);
    if inquiry.deals(1).map_err(no_answer)?.deals.is_empty() {
        return clash(&mut inquiry, asked).map_err(no_answer);
    }
    let message = "all of these could be, if other things happened in between: it is their order, or what is left out, that breaks the rule";
    Ok(vec![Diagnostic::illegal("referee/order", message)])
}

/// What cannot all be.
fn clash(inquiry: &mut Inquiry, asked: &Asked<'_>) -> Result<Vec<Diagnostic>, asp::Failure> {
    let count = inquiry.sayings.len() as u64;
    let progress = ProgressBar::new(count).with_message("sayings are doubted one by one");
    let clash = inquiry.clash(|left| progress.set_position(count.saturating_sub(left as u64)));
    progress.finish_and_clear();
    let Some(clash) = clash? else { return Err(asp::Failure::Clingo("what cannot be can be".to_owned())) };
    let first = match clash.sayings.len() {
        0 => "the rules themselves leave no game for so many players".to_owned(),
        1 => "this cannot be, whatever else happened:".to_owned(),
        count if clash.is_smallest => {
            format!("these {count} cannot all be, and without any one of them the others can:")
        }
        count => {
            let why = asked.halt.cause().map(|cause| format!(" ({})", cause.words(&asked.args.limits)));
            let why = why.unwrap_or_default();
            format!(
                "these {count} cannot all be, and perhaps fewer of them cannot, which was too hard to find out{why}:"
            )
        }
    };
    let mut problems = vec![Diagnostic::illegal("referee/impossible", first)];
    problems.extend(clash.sayings.iter().map(|&at| {
        let saying = &inquiry.sayings[at];
        Diagnostic::illegal("referee/clash", saying.words.clone()).at(saying.span)
    }));
    Ok(problems)
}
