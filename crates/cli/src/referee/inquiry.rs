//! What the referee says of a trace or a grimoire of which not everything is known: possible, and from which set-ups, or not, and why.

use std::time::Duration;

use gaslamp_api::botc::referee::{Origins, origins, verdict};
use gaslamp_api::{Answer, Cause, Input, Problems, Stop};
use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder, Player};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::Deal;
use gaslamp_botc::{Character, CharacterSet, Setup};
use gaslamp_core::Diagnostic;
use gaslamp_core::number_format::counted;
use gaslamp_referee::asp::botc::trace::{Inquiry, Listing, Reading};
use gaslamp_referee::asp::{self, Patience};
use indicatif::ProgressBar;

use super::RefereeArgs;
use crate::failure::{Failure, warn};
use crate::output::Output;
use crate::waiting;

/// What was asked, and what stops the search for an answer.
pub(super) struct Asked<'a> {
    pub(super) args: &'a RefereeArgs,
    pub(super) stop: &'a Stop,
}

impl Asked<'_> {
    fn patience(&self) -> Patience {
        Patience::until(self.stop.flag())
    }

    /// Why there is no answer: it was time to stop, or something is wrong.
    fn no_answer(&self, failure: asp::Failure) -> Failure {
        match self.stop.stopped() {
            Some(stopped) if failure == asp::Failure::Stopped => {
                stopped.problems("it is not known whether this is possible").into()
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
    model: &TraceModel,
    asked: &Asked<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut whole = Inquiry::of_model(setup, model, Reading::Whole)?;
    let listing = listed(&mut whole, asked)?;
    if !listing.deals.is_empty() {
        return possible(input, setup, whole, Reading::Whole, listing, asked, out);
    }
    let mut parts = Inquiry::of_model(setup, model, Reading::Parts)?;
    let listing = listed(&mut parts, asked)?;
    if listing.deals.is_empty() && asked.args.explain {
        return Err(refusal(input, &mut parts, Reading::Parts, asked, out)?);
    }
    if listing.deals.is_empty() {
        return Err(refusal(input, &mut whole, Reading::Whole, asked, out)?);
    }
    let message =
        "the deal is missing, and so are other actions: this is judged as a trace that leaves much out";
    let mut problems = vec![
        Diagnostic::illegal("referee/parts", message)
            .fix("a record begins with <SETUP> st!deals->Ann:chef,Ben:imp,… and tells every action"),
    ];
    problems.extend(obstacle(&mut whole).map_err(|failure| asked.no_answer(failure))?);
    if !out.json {
        warn(&input.problems(problems));
    }
    possible(input, setup, parts, Reading::Parts, listing, asked, out)
}

/// The set-ups from which it may have come, as many as are wanted.
fn listed(inquiry: &mut Inquiry, asked: &Asked<'_>) -> Result<Listing, Failure> {
    inquiry.patience = asked.patience();
    waiting::end();
    let progress =
        ProgressBar::new_spinner().with_message("clingo is looking for a game in which all of this happens");
    progress.enable_steady_tick(Duration::from_millis(100));
    let listing = inquiry.deals(asked.args.setups.saturating_add(1));
    progress.finish_and_clear();
    listing.map_err(|failure| asked.no_answer(failure))
}

/// What of it is not judged; a person is warned.
fn unjudged(input: &Input, inquiry: &Inquiry, out: &Output) -> Problems {
    let unjudged = input.problems(inquiry.unjudged.clone());
    if !out.json {
        warn(&unjudged);
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
    let stopped = match asked.stop.stopped() {
        Some(stopped) if stopped.cause == Cause::Interrupted => {
            return Err(stopped.problems("it is possible, but not all set-ups were found").into());
        }
        stopped => stopped.map(|stopped| format!("{}; there may be more set-ups", stopped.words)),
    };
    if out.json {
        let mut fields = verdict(true, reading == Reading::Whole, &unjudged);
        let from = Origins { setups: shown, is_all, roles: roles.as_deref(), stopped };
        fields.extend(origins(setup, from));
        return out.answer(fields.into());
    }
    let from = match (is_all, shown.len()) {
        (true, count) => counted(count, "set-up", "set-ups"),
        (false, count) if stopped.is_some() => format!("at least {}", counted(count, "set-up", "set-ups")),
        (false, count) => format!("more than {}", counted(count, "set-up", "set-ups")),
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
    let fields = verdict(false, reading == Reading::Whole, &unjudged(input, inquiry, out));
    let impossible = Diagnostic::illegal("referee/impossible", "no game leads to this, whatever the set-up");
    let why = if reading == Reading::Whole {
        obstacle(inquiry).map(|found| [impossible.clone()].into_iter().chain(found).collect())
    } else if asked.args.explain {
        clash(inquiry, asked)
    } else {
        Ok(vec![impossible.clone().fix("--explain shows which statements contradict each other")])
    };
    let problems = match (why, asked.stop.stopped()) {
        (Ok(_), Some(stopped)) if stopped.cause == Cause::Interrupted => {
            return Err(asked.no_answer(asp::Failure::Stopped));
        }
        (Ok(problems), _) => problems,
        // That it cannot be is certain all the same.
        (Err(asp::Failure::Stopped), Some(stopped)) if stopped.cause != Cause::Interrupted => {
            let words = format!("{}; the reasons were not found", stopped.words);
            vec![impossible, Diagnostic::illegal("referee/unexplained", words)]
        }
        (Err(failure), _) => return Err(asked.no_answer(failure)),
    };
    Ok(Answer { fields, problems: input.problems(problems) }.into())
}

/// The first move of a record that cannot follow the others.
fn obstacle(inquiry: &mut Inquiry) -> Result<Option<Diagnostic>, asp::Failure> {
    let Some(obstacle) = inquiry.first_obstacle()? else {
        return Ok(None);
    };
    let rule = |rule: &String| match inquiry.words(rule) {
        Some(words) => format!("{words} ({rule})"),
        None => rule.clone(),
    };
    let rules: Vec<String> = obstacle.rules.iter().map(rule).collect();
    let premise = &inquiry.premises[obstacle.premise];
    let why = rules.join(if obstacle.together { "; and " } else { "; or " });
    let message = match rules.is_empty() {
        true => format!(
            "`{}` cannot follow what was done before it, whichever rule is waived: something is missing",
            premise.words
        ),
        false => format!("`{}` cannot follow what was done before it: {why}", premise.words),
    };
    Ok(Some(Diagnostic::illegal("referee/violated", message).at(premise.span)))
}

/// What contradicts itself in a record, up to where it breaks the rules, even if other things happened in between.
pub(super) fn clash_in(
    setup: &Setup,
    model: &TraceModel,
    asked: &Asked<'_>,
) -> Result<Vec<Diagnostic>, Failure> {
    let mut inquiry = Inquiry::of_model(setup, model, Reading::Parts)?;
    inquiry.patience = asked.patience();
    let no_answer = |failure| asked.no_answer(failure);
    if inquiry.deals(1).map_err(no_answer)?.deals.is_empty() {
        return clash(&mut inquiry, asked).map_err(no_answer);
    }
    let message = "all of this could have happened with other things in between: it is the order, or what is left out, that breaks the rule";
    Ok(vec![Diagnostic::illegal("referee/order", message)])
}

/// The premises that contradict each other.
fn clash(inquiry: &mut Inquiry, asked: &Asked<'_>) -> Result<Vec<Diagnostic>, asp::Failure> {
    let count = inquiry.premises.len() as u64;
    waiting::end();
    let progress = ProgressBar::new(count).with_message("trying without each statement in turn");
    progress.enable_steady_tick(Duration::from_millis(100));
    let clash = inquiry.clash(|left| progress.set_position(count.saturating_sub(left as u64)));
    progress.finish_and_clear();
    let Some(clash) = clash? else {
        return Err(asp::Failure::Clingo("it found a game where there was none".to_owned()));
    };
    let first = match clash.premises.len() {
        0 => "the rules allow no game with this number of players".to_owned(),
        1 => "this is impossible, whatever else happened:".to_owned(),
        count if clash.is_smallest => {
            format!(
                "these {} contradict each other, and without any one of them the others do not:",
                counted(count, "statement", "statements")
            )
        }
        count => {
            let why = asked.stop.stopped().map(|stopped| format!(" ({})", stopped.words));
            let why = why.unwrap_or_default();
            format!(
                "these {} contradict each other; it was too hard to find out whether all of them are needed for that{why}:",
                counted(count, "statement", "statements")
            )
        }
    };
    let mut problems = vec![Diagnostic::illegal("referee/impossible", first)];
    problems.extend(clash.premises.iter().map(|&at| {
        let premise = &inquiry.premises[at];
        Diagnostic::illegal("referee/clash", premise.words.clone()).at(premise.span)
    }));
    Ok(problems)
}
