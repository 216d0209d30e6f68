//! A game whose characters are given, seat by seat.

use gaslamp_api::Input;
use gaslamp_api::botc::check::{self, Checked, Request};
use gaslamp_botc::notation::bag::read_draws;
use gaslamp_botc::rules::bag_check::{BagRules, Draw};
use gaslamp_botc::rules::{Action, Content, Deal, default_names};
use gaslamp_botc::{Character, CharacterSet, State};
use gaslamp_core::{Rng, Run};

use super::{StartArgs, read_setup};
use crate::failure::Failure;
use crate::seed::Seed;

/// A game after this deal. A player who does not know their own character and whose token is not given draws any that the rules
/// allow.
pub(super) fn dealt(bag: &str, start: &StartArgs, seed: Seed) -> Result<Run<State>, Failure> {
    let input = Input::new("--bag", in_braces(bag));
    let draws = read_draws(&input.text).map_err(|problems| input.problems(problems))?;
    let mut setup = read_setup(start)?;
    if start.players.is_none() && start.names.is_empty() {
        setup.names = default_names(draws.len());
    }
    let request = Request {
        players: Some(setup.names.len()),
        counts: start.counts.clone(),
        ..Request::new(setup.script.clone())
    };
    if let Checked::Bag(judged) = check::read(&input, &request, &gaslamp_api::Stop::default())? {
        let problems = judged.problems();
        if !problems.is_empty() {
            return Err(problems.into());
        }
    }
    let draws: Vec<Draw> = draws.into_iter().map(|(draw, _)| draw).collect();
    let rules = BagRules::new(&setup.script);
    let mut run = Run::<State>::new(setup)?;
    let deal = Deal::new(&seats(&draws, &rules, &mut Rng::new(seed.number)));
    let deal = deal.ok_or_else(|| Failure::usage("botc/deal/size", "a table has at most 20 seats"))?;
    let deal = Action::Deal(run.intern(Content::Deal(deal)));
    run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
    Ok(run)
}

/// A bag as it is written elsewhere. Between commas, characters may be named as on their tokens.
fn in_braces(bag: &str) -> String {
    if bag.trim_start().starts_with('{') {
        return bag.to_owned();
    }
    let one = |name: &str| name.split_whitespace().collect::<Vec<_>>().join("_");
    let names: Vec<String> = bag.split(',').map(one).collect();
    let is_listed = names.len() > 1;
    format!("{{{}}}", if is_listed { names.join(",") } else { bag.to_owned() })
}

/// Everybody's character and the token that they draw.
fn seats(draws: &[Draw], rules: &BagRules, rng: &mut Rng) -> Vec<(Character, Character)> {
    let in_play = draws.iter().fold(CharacterSet::NONE, |set, draw| set.with(draw.role));
    let token = |draw: &Draw, rng: &mut Rng| {
        let tokens: Vec<Character> = rules.tokens_for(draw.role, in_play).iter().collect();
        draw.token.or_else(|| rng.pick(&tokens).copied()).unwrap_or(draw.role)
    };
    draws.iter().map(|draw| (draw.role, token(draw, rng))).collect()
}
