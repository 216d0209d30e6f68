//! What a seat of a recorded game could know and believe at a step.

use std::ffi::OsString;

use clap::Args;
use gaslamp_botc::State;
use gaslamp_core::number_format::percent;
use gaslamp_core::{Diagnostic, Seat, View};
use gaslamp_deduce::botc::odds::{DRAWS, Effort, Nothing, Odds};
use gaslamp_deduce::botc::{Amount, BeliefState, Inquiry, Insight, PATTERNS, Trust, report};
use serde_json::{Map, Value, json};

use super::solve::watched;
use crate::failure::Failure;
use crate::input::{Input, read_run, read_seat};
use crate::limits::Limits;
use crate::output::{Field, Output};

/// Whose beliefs, and when.
#[derive(Args, Debug)]
pub(crate) struct BeliefsArgs {
    /// A record: a file, the text itself, or - for standard input.
    record: OsString,
    /// Whose eyes: the number of a seat, from 0, or a name.
    #[arg(long, value_name = "N|NAME")]
    seat: String,
    /// After this many actions, the deal included; all of them if not given.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// How far a player's claims are believed: certain, trusted (true if the player is good), a chance such as 0.7, or distrusted
    /// (not heard at all). May be given several times. If not given, good players are honest nine times out of ten.
    #[arg(long, value_name = "NAME=TRUST")]
    trust: Vec<String>,
    /// Show how likely everybody is evil if this player is honest, and if not.
    #[arg(long, value_name = "N|NAME")]
    split: Option<String>,
    /// How many suppositions are drawn where there are too many to look at all.
    #[arg(long, value_name = "N", default_value_t = DRAWS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    draws: usize,
    /// How many patterns of worlds are looked at before worlds are drawn instead.
    #[arg(long, value_name = "N", default_value_t = PATTERNS)]
    patterns: usize,
    #[command(flatten)]
    limits: Limits,
}

pub(super) fn run(args: &BeliefsArgs, out: &mut Output) -> Result<(), Failure> {
    let input = Input::read(&args.record)?;
    let run = read_run::<State>(&input, args.at)?;
    let setup = &run.record().setup;
    let seat = named_seat(&setup.names, &args.seat)?;
    let view = run.view(seat);
    let trust = args.trust.iter().map(|text| read_trust(&setup.names, text)).collect::<Result<_, _>>()?;
    let split = args.split.as_deref().map(|text| named_seat(&setup.names, text)).transpose()?;
    let inquiry = Inquiry {
        counts: setup.counts,
        script: Some(setup.script.clone()),
        trust,
        effort: Effort { draws: args.draws, ..Effort::default() },
        patterns: args.patterns,
        ..Inquiry::new(&view)
    };
    // Counted worlds and weighed ones are drawn at the most.
    let total = Some(2 * args.draws as u64);
    let (found, stopped) = watched(&args.limits, out.json, total, |watch| {
        let find = |inquiry: &Inquiry<'_>| BeliefState::watched(inquiry, watch).map_err(Failure::from);
        let beliefs = find(&inquiry)?;
        let branches = split.map(|on| branches(&inquiry, on, &find)).transpose()?;
        Ok::<_, Failure>((beliefs, branches))
    });
    let (beliefs, branches) = found?;
    let stopped = stopped.map(|cause| cause.failure(&args.limits, "these are the worlds drawn by then"));
    let failure = match (stopped, missing(&beliefs)) {
        (Some(stopped), Some(missing)) => Some(stopped.with(missing)),
        (stopped, missing) => stopped.or(missing),
    };
    if out.json {
        let answer = fields(&view, &beliefs, branches.as_ref());
        return match failure {
            Some(failure) => Err(failure.beside(answer)),
            None => Ok(out.object(answer)?),
        };
    }
    out.line(&report::beliefs(&beliefs))?;
    if let (Some(on), Some(branches)) = (split, &branches) {
        out.line(&split_table(&setup.names, on, branches))?;
    }
    failure.map_or(Ok(()), Err)
}

/// What was not found: drawing without a hit answers nothing. That claims certainly go together in no world is an answer.
fn missing(beliefs: &BeliefState) -> Option<Failure> {
    match (&beliefs.known, &beliefs.weighed) {
        (Err(Nothing { drawn: None }), _) => {
            Some(Failure::no("beliefs/no-world", "no world fits what was seen"))
        }
        (Err(nothing), _) | (_, Err(nothing @ Nothing { drawn: Some(_) })) => {
            let problem = Diagnostic::new("beliefs/nothing-found", nothing.words().trim_end());
            Some(problem.fix("more --draws, or a higher --limit").into())
        }
        _ => None,
    }
}

/// What is believed if a player is honest, and if not.
fn branches(
    inquiry: &Inquiry<'_>,
    on: Seat,
    find: &impl Fn(&Inquiry<'_>) -> Result<BeliefState, Failure>,
) -> Result<[Result<Odds, Nothing>; 2], Failure> {
    let branch = |trust: Trust| {
        let trust = inquiry.trust.iter().copied().chain([(on, trust)]).collect();
        find(&Inquiry { trust, ..inquiry.clone() }).map(|beliefs| beliefs.weighed)
    };
    Ok([branch(Trust::Certain)?, branch(Trust::Distrusted(Some(0.0)))?])
}

fn split_table(names: &[String], on: Seat, [honest, lying]: &[Result<Odds, Nothing>; 2]) -> String {
    let on = &names[on.index()];
    let mut text = format!("Evil if {on} is honest, and if {on} lies\n");
    let share = |odds: &Result<Odds, Nothing>, index: usize| match odds {
        Ok(odds) => percent(odds.evil[index]),
        Err(Nothing { drawn: None }) => "no world".to_owned(),
        Err(_) => "not found".to_owned(),
    };
    for (index, name) in names.iter().enumerate() {
        text.push_str(&format!("  {name:<12} {:>9} {:>9}\n", share(honest, index), share(lying, index)));
    }
    text
}

/// A seat by number or by name.
fn named_seat(names: &[String], text: &str) -> Result<Seat, Failure> {
    match (text.parse(), names.iter().position(|name| name == text)) {
        (_, Some(index)) => Ok(Seat::new(index)),
        (Ok(index), None) => read_seat(index, names.len()),
        (Err(_), None) => {
            let problem = Diagnostic::new("input/seat", format!("nobody is called `{text}`"));
            Err(problem.fix(format!("a number from 0, or one of {}", names.join(", "))).into())
        }
    }
}

fn read_trust(names: &[String], text: &str) -> Result<(Seat, Trust), Failure> {
    let Some((name, trust)) = text.split_once('=') else {
        let problem = Diagnostic::new("input/trust", format!("`{text}` says of nobody how far to believe"));
        return Err(problem.fix("a name and a trust, such as Alice=trusted").into());
    };
    Ok((named_seat(names, name.trim())?, Trust::read(trust.trim())?))
}

fn fields(
    view: &View<State>,
    beliefs: &BeliefState,
    branches: Option<&[Result<Odds, Nothing>; 2]>,
) -> Vec<Field> {
    let names = &view.names;
    let known = beliefs.known.as_ref().ok();
    let amount = known.map(|known| match known.worlds {
        Amount::Exact(worlds) => (worlds as f64, 0.0),
        Amount::About(worlds, error) => (worlds, error),
    });
    let certain: Option<Vec<String>> =
        known.map(|known| known.certain.iter().map(|fact| fact.words(names)).collect());
    let claims: Vec<Value> = (beliefs.trust.iter())
        .map(|(seat, trust)| {
            let claims = &beliefs.case.players[seat.index()].claims;
            let claims: Vec<&str> = claims.iter().map(|claim| claim.name()).collect();
            let honest = beliefs.weighed.as_ref().ok().map(|weighed| weighed.honest[seat.index()]);
            json!({
                "name": names[seat.index()], "claims": claims, "trust": trust.words(), "honest": honest,
            })
        })
        .collect();
    let clashes: Vec<String> = beliefs.clashes().into_iter().map(|clash| clash.words(names)).collect();
    let split = branches.map(|[honest, lying]| {
        json!({ "honest": odds_json(names, honest.as_ref().ok()), "lying": odds_json(names, lying.as_ref().ok()) })
    });
    vec![
        ("seat", json!(names[view.seat.index()])),
        ("worlds", json!(amount.map(|(worlds, _)| worlds))),
        ("worlds_error", json!(amount.map(|(_, error)| error))),
        ("exact", json!(known.is_some_and(Insight::is_exact))),
        ("certain", json!(certain)),
        ("claims", json!(claims)),
        ("contradictions", json!(clashes)),
        ("counted", odds_json(names, known.map(|known| &known.shares))),
        ("weighed", odds_json(names, beliefs.weighed.as_ref().ok())),
        ("split", json!(split)),
    ]
}

/// The odds, if there are any.
fn odds_json(names: &[String], odds: Option<&Odds>) -> Value {
    let Some(odds) = odds else { return Value::Null };
    let seat = |(index, name): (usize, &String)| {
        let roles: Map<String, Value> =
            odds.roles[index].iter().map(|(role, odds)| (role.name().to_owned(), (*odds).into())).collect();
        json!({
            "name": name, "evil": odds.evil[index], "error": odds.error[index], "demon": odds.demon[index],
            "roles": roles,
        })
    };
    json!({
        "drawn": odds.drawn.map(|drawn| drawn.draws),
        "fitting": odds.drawn.map(|drawn| drawn.fitting),
        "effective": odds.drawn.map(|drawn| drawn.effective),
        "total": odds.total,
        "seats": names.iter().enumerate().map(seat).collect::<Vec<_>>(),
    })
}
