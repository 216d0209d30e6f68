//! Why there can be no set-up at all: too few characters of a team. Accepts a case, emits words.

use gaslamp_botc::rules::bag_space::outsider_counts;
use gaslamp_botc::{CharacterSet, Team};

use super::case::Case;
use super::deal_hypothesis::{claimed, counts};

/// The teams of which more characters must be in play than are claimed or hidden, in words; `None` if there are enough of each.
#[must_use]
pub fn shortage(case: &Case) -> Option<String> {
    let [_, outsiders, minions, demons] = counts(case).ok()?;
    let pool = case.hidden.or(case.you_may_be).or(claimed(case));
    let wanted =
        [(Team::Demon, demons), (Team::Minion, minions), (Team::Outsider, fewest_outsiders(pool, outsiders))];
    let lacking = wanted.into_iter().filter_map(|(team, wanted)| {
        let there = pool.and(CharacterSet::team(team)).len();
        let most = if case.duplicate_roles && there > 0 { usize::MAX } else { there };
        (most < wanted).then(|| words(team, wanted, there))
    });
    let lacking: Vec<String> = lacking.collect();
    (!lacking.is_empty()).then(|| lacking.join("; "))
}

/// The fewest Outsiders possible: with every character in play that removes some.
fn fewest_outsiders(pool: CharacterSet, usual: usize) -> usize {
    let taken = |role| usual - outsider_counts(usual, &[role]).into_iter().min().unwrap_or(usual).min(usual);
    usual.saturating_sub(pool.iter().map(taken).sum())
}

fn words(team: Team, wanted: usize, there: usize) -> String {
    let several = if wanted == 1 { "" } else { "s" };
    let found = match there {
        0 => "none is claimed or hidden".to_owned(),
        1 => "only 1 is claimed or hidden".to_owned(),
        _ => format!("only {there} are claimed or hidden"),
    };
    format!("{wanted} {}{several} must be in play, but {found}", team.title())
}
