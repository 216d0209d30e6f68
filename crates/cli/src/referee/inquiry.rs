//! What the referee says of a trace or a grimoire of which not everything is known: possible, and from which set-ups, or not, and why.

use std::time::Duration;

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::sheet::{Known, Player, Sheet, Token};
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::rules::Deal;
use gaslamp_botc::{Character, CharacterSet, Setup};
use gaslamp_core::Diagnostic;
use gaslamp_referee::asp::botc::trace::{Inquiry, Reading};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::RefereeArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Field, Output};

/// Asks, and says what was found.
pub(super) fn answer(
    input: &Input,
    setup: &Setup,
    mut inquiry: Inquiry,
    reading: Reading,
    args: &RefereeArgs,
    out: &mut Output,
) -> Result<(), Failure> {
    inquiry.limit = Some(Duration::from_secs(args.limit));
    let unjudged = input.failure(inquiry.unjudged.clone());
    if !out.json {
        unjudged.warn();
    }
    let waiting =
        ProgressBar::new_spinner().with_message("clingo looks for a game in which all of it happens");
    waiting.enable_steady_tick(Duration::from_millis(100));
    let deals = inquiry.deals(args.setups.saturating_add(1))?;
    waiting.finish_and_clear();
    let whole = reading == Reading::Whole;
    let mut fields: Vec<Field> = vec![
        ("possible", (!deals.is_empty()).into()),
        ("whole", whole.into()),
        ("unjudged", unjudged.to_json().into()),
    ];
    if deals.is_empty() {
        return Err(refusal(input, &mut inquiry, reading, args)?.beside(fields));
    }
    let is_all = deals.len() <= args.setups;
    let roles = if is_all { possible(&deals) } else { inquiry.possible_roles()? };
    let shown: Vec<String> = deals.iter().take(args.setups).map(|deal| grimoire(setup, deal)).collect();
    if out.json {
        fields.push(("setups", shown.into()));
        fields.push(("all", is_all.into()));
        fields.push(("seats", seats_json(setup, &roles)));
        return Ok(out.object(fields)?);
    }
    let from = match (is_all, shown.len()) {
        (true, 1) => "one set-up".to_owned(),
        (true, count) => format!("{count} set-ups"),
        (false, count) => format!("more than {count} set-ups"),
    };
    out.line(&format!("possible: from {from}"))?;
    for line in shown {
        out.line(&format!("  {line}"))?;
    }
    if !is_all {
        out.line("who may have been dealt what:")?;
        for (name, roles) in setup.names.iter().zip(&roles) {
            out.line(&format!("  {name}: {}", words(*roles)))?;
        }
    }
    Ok(())
}

fn words(roles: CharacterSet) -> String {
    roles.iter().map(|role| role.to_string()).collect::<Vec<_>>().join(" ")
}

fn possible(deals: &[Deal]) -> Vec<CharacterSet> {
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
            tokens: marks.map(Token::Reminder).collect(),
            ..Player::default()
        }
    };
    let players = setup.names.iter().zip(deal.roles()).zip(deal.tokens()).map(player).collect();
    line::write(&Sheet { players, ..Sheet::default() }, Naming::Long)
}

/// That it cannot be, and why.
fn refusal(
    input: &Input,
    inquiry: &mut Inquiry,
    reading: Reading,
    args: &RefereeArgs,
) -> Result<Failure, Failure> {
    let mut problems =
        vec![Diagnostic::illegal("referee/impossible", "no set-up and no course of the game lead to this")];
    if reading == Reading::Whole {
        problems.extend(obstacle(inquiry)?);
    } else if args.explain {
        problems = clash(inquiry)?;
    } else {
        problems = problems
            .into_iter()
            .map(|problem| problem.fix("--explain shows what of it cannot all be"))
            .collect();
    }
    Ok(input.failure(problems))
}

/// The first deed of a record that cannot follow the others.
fn obstacle(inquiry: &mut Inquiry) -> Result<Option<Diagnostic>, Failure> {
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
    let message = format!("`{}` cannot follow what was done before it: {why}", saying.words);
    Ok(Some(Diagnostic::illegal("referee/violated", message).at(saying.span)))
}

/// What of a record up to where it breaks the rules cannot all be, even if other things happened in between.
pub(super) fn clash_in(setup: &Setup, story: &Story, args: &RefereeArgs) -> Result<Vec<Diagnostic>, Failure> {
    let inquiry = Inquiry::of_story(setup, story, Reading::Parts);
    let mut inquiry = inquiry?;
    inquiry.limit = Some(Duration::from_secs(args.limit));
    if inquiry.deals(1)?.is_empty() {
        return clash(&mut inquiry);
    }
    let message = "all of these could be, if other things happened in between: it is their order, or what is left out, that breaks the rule";
    Ok(vec![Diagnostic::illegal("referee/order", message)])
}

/// What cannot all be.
fn clash(inquiry: &mut Inquiry) -> Result<Vec<Diagnostic>, Failure> {
    let count = inquiry.sayings.len() as u64;
    let progress = ProgressBar::new(count).with_message("sayings are doubted one by one");
    let clash = inquiry.clash(|left| progress.set_position(count.saturating_sub(left as u64)));
    progress.finish_and_clear();
    let clash = clash?.unwrap_or_default();
    let first = match clash.len() {
        0 => "the rules themselves leave no game for so many players".to_owned(),
        1 => "this cannot be, whatever else happened:".to_owned(),
        count => format!("these {count} cannot all be, and without any one of them the others can:"),
    };
    let mut problems = vec![Diagnostic::illegal("referee/impossible", first)];
    problems.extend(clash.iter().map(|&at| {
        let saying = &inquiry.sayings[at];
        Diagnostic::illegal("referee/clash", saying.words.clone()).at(saying.span)
    }));
    Ok(problems)
}
