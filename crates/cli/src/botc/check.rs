//! Whether what somebody wrote down is legal.
//!
//! Accepts a bag, as it is drawn or as the set of true roles; says yes with the numbers of each team, or no with every rule that is
//! broken, its place in the text, and the single changes that mend it.

use clap::Args;
use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::{bag, read_counts};
use gaslamp_botc::rules::bag::{BagRules, Change, Draw, Repairs, count_team, members};
use gaslamp_botc::rules::default_names;
use gaslamp_botc::{Script, Setup, Team};
use gaslamp_core::{Diagnostic, Span};
use serde_json::{Map, Value, json};

use super::setup::read_script;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Field, Output};

/// What is to be checked, and for which table.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A bag: a file, the text itself, or -. The Drunk stands as the token that was drawn, chef(drunk), or as drunk.
    text: String,
    /// How many play, 5 to 15 (3 to 20 with --counts), if not as many as there are characters in the bag.
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Townsfolk, Outsiders, Minions and Demons before characters change them, if not the usual ones: 3,0,1,1.
    #[arg(long, value_name = "T,O,M,D")]
    counts: Option<String>,
    /// tb, snv, bmr, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: String,
}

/// How many kinds of changes a person is shown.
const MOST_KINDS: usize = 4;

const TEAMS: [Team; 4] = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon];

pub(super) fn run(args: &CheckArgs, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(&args.script)?;
    let input = Input::read(&args.text)?;
    let written = any::read(&input.text).map_err(|problems| input.failure(problems))?;
    let kind = match written {
        Written::Bag(_) => return check_bag(args, &script, &input, out),
        Written::Sheet(_) => "a grimoire",
        Written::Script(_) => "a script",
        Written::Game(_) => "the trace of a game",
    };
    let problem = Diagnostic::new("botc/check/kind", format!("this is {kind}; only bags are checked"));
    Err(problem.fix("{chef monk virgin poisoner imp}").into())
}

fn check_bag(args: &CheckArgs, script: &Script, input: &Input, out: &mut Output) -> Result<(), Failure> {
    let placed = bag::read_draws(&input.text).map_err(|problems| input.failure(problems))?;
    let (draws, places): (Vec<Draw>, Vec<Span>) = placed.into_iter().unzip();
    let rules = rules(args, script)?;
    let breaches = rules.breaches(&draws);
    if breaches.is_empty() {
        return Ok(if out.json {
            out.object(answer(script, &rules, &draws, &Repairs::default(), true))
        } else {
            out.line(&verdict(script, &rules, &draws))
        }?);
    }
    let repairs = rules.repairs(&draws, &breaches);
    let whole = whole_bag(&input.text);
    let problems = breaches.iter().enumerate().map(|(index, breach)| {
        let place = breach.draw.and_then(|draw| places.get(draw).copied()).unwrap_or(whole);
        let problem = breach.problem.clone().at(place);
        match fix(&rules, &draws, &repairs, index) {
            Some(fix) => problem.fix(fix),
            None => problem,
        }
    });
    let failure = input.failure(problems.collect());
    Err(failure.beside(answer(script, &rules, &draws, &repairs, false)))
}

/// The rules for the table that was asked about, which has a seat for every draw unless it is said otherwise.
fn rules(args: &CheckArgs, script: &Script) -> Result<BagRules, Failure> {
    let rules = BagRules::new(script);
    let Some(counts) = &args.counts else {
        return Ok(match args.players {
            Some(players) => rules.players(players),
            None => rules,
        });
    };
    let counts = read_counts(counts)?;
    let players =
        args.players.unwrap_or_else(|| counts.iter().fold(0, |sum, count| sum.saturating_add(*count)));
    let table =
        Setup { script: script.clone(), names: default_names(players.min(100)), counts: Some(counts) };
    Ok(rules.counts(table.base_counts()?))
}

/// From the first brace to the last.
fn whole_bag(text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    Span::new(start, text.trim_end().len())
}

/// "legal: …".
fn verdict(script: &Script, rules: &BagRules, draws: &[Draw]) -> String {
    let counts = TEAMS.map(|team| members(count_team(draws, team), team)).join(", ");
    let mut text = format!("legal: {counts}; {} players, {}", rules.players_of(draws), script.name());
    for (draw, tokens) in unsaid_tokens(rules, draws) {
        text += &format!("\nwhich token the {} draws is not said: {tokens} could be", draw.role.name());
    }
    text
}

/// Whoever does not know the own role and draws a token that is not said, and how many it may be.
fn unsaid_tokens(rules: &BagRules, draws: &[Draw]) -> Vec<(Draw, usize)> {
    let in_play = draws.iter().map(|draw| draw.role).collect();
    let unsaid = draws.iter().filter(|draw| draw.token.is_none());
    unsaid
        .map(|draw| (*draw, rules.tokens_for(draw.role, in_play).len()))
        .filter(|(_, tokens)| *tokens > 0)
        .collect()
}

/// What to do about a breach: what makes the bag legal is told with the first of them.
fn fix(rules: &BagRules, draws: &[Draw], repairs: &Repairs, breach: usize) -> Option<String> {
    let (prefix, changes) = match repairs.single.get(breach) {
        Some(changes) => ("for this rule alone: ", changes),
        None if breach == 0 => ("", &repairs.whole),
        None => return None,
    };
    (!changes.is_empty()).then(|| format!("{prefix}{}", describe(rules, draws, changes)))
}

/// One change of each kind in words, and how many there are.
fn describe(rules: &BagRules, draws: &[Draw], changes: &[Change]) -> String {
    let mut kinds: Vec<(String, Vec<Change>)> = Vec::new();
    for change in changes {
        let kind = kind(draws, *change);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, same)) => same.push(*change),
            None => kinds.push((kind, vec![*change])),
        }
    }
    let mut texts: Vec<String> = kinds
        .iter()
        .take(MOST_KINDS)
        .map(|(kind, same)| {
            let first = words(rules, draws, same[0]);
            if same.len() > 1 { format!("{first} ({} ways to {kind})", same.len()) } else { first }
        })
        .collect();
    let others: usize = kinds.iter().skip(MOST_KINDS).map(|(_, same)| same.len()).sum();
    if others > 0 {
        texts.push(format!("{others} other single changes"));
    }
    texts.join("; or ")
}

fn kind(draws: &[Draw], change: Change) -> String {
    let team = |draw: Draw| {
        let article = if draw.role.team() == Team::Outsider { "an" } else { "a" };
        format!("{article} {}", draw.role.team().title())
    };
    match (change, dropped(draws, change)) {
        (Change::Replace(_, new), Some(old)) if old.role == new.role => {
            format!("give the {} another token", old.role.name())
        }
        (Change::Replace(_, new), Some(old)) => format!("replace {} by {}", team(old), team(new)),
        (Change::Add(new), _) => format!("add {}", team(new)),
        (Change::Drop(_) | Change::Replace(..), old) => {
            format!("drop {}", old.map_or_else(String::new, team))
        }
    }
}

/// "replace chef by butler", and for how many players where that changes.
fn words(rules: &BagRules, draws: &[Draw], change: Change) -> String {
    let old = dropped(draws, change).map_or_else(String::new, |draw| draw.to_string());
    let text = match change {
        Change::Drop(_) => format!("drop {old}"),
        Change::Add(new) => format!("add {new}"),
        Change::Replace(_, new) => format!("replace {old} by {new}"),
    };
    let (before, after) = (rules.players_of(draws), rules.players_of(&change.made(draws)));
    if before == after { text } else { format!("{text} for {after} players") }
}

fn dropped(draws: &[Draw], change: Change) -> Option<Draw> {
    match change {
        Change::Drop(index) | Change::Replace(index, _) => draws.get(index).copied(),
        Change::Add(_) => None,
    }
}

/// The answer for programs; every repair with the bag that it makes.
fn answer(
    script: &Script,
    rules: &BagRules,
    draws: &[Draw],
    repairs: &Repairs,
    is_legal: bool,
) -> Vec<Field> {
    let counts: Map<String, Value> =
        TEAMS.iter().map(|&team| (team.name().to_owned(), count_team(draws, team).into())).collect();
    let unsaid: Map<String, Value> = unsaid_tokens(rules, draws)
        .into_iter()
        .map(|(draw, tokens)| (draw.role.name().to_owned(), tokens.into()))
        .collect();
    let repairs: Vec<Value> = repairs.whole.iter().map(|change| repair(rules, draws, *change)).collect();
    vec![
        ("legal", is_legal.into()),
        ("bag", bag::write_draws(draws).into()),
        ("script", script.name().into()),
        ("players", rules.players_of(draws).into()),
        ("counts", counts.into()),
        ("unsaid_tokens", unsaid.into()),
        ("repairs", repairs.into()),
    ]
}

fn repair(rules: &BagRules, draws: &[Draw], change: Change) -> Value {
    let (verb, new) = match change {
        Change::Drop(_) => ("drop", None),
        Change::Add(new) => ("add", Some(new)),
        Change::Replace(_, new) => ("replace", Some(new)),
    };
    let text = |draw: Draw| draw.to_string();
    let made = change.made(draws);
    json!({
        "change": verb,
        "old": dropped(draws, change).map(text),
        "new": new.map(text),
        "players": rules.players_of(&made),
        "bag": bag::write_draws(&made),
    })
}
