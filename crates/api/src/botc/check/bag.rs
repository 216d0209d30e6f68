//! Whether a bag is legal.
//!
//! Accepts a bag as it is drawn or as the set of true roles; says yes with the numbers of each team, or no with every rule that is
//! broken, its place in the text, and the single changes that mend it.

use gaslamp_botc::notation::{bag, read_counts};
use gaslamp_botc::rules::bag_check::{BagRules, Breach, Change, Draw, Repairs, count_team, members};
use gaslamp_botc::rules::counts_for;
use gaslamp_botc::{Script, Team};
use gaslamp_core::{Fault, Span};
use serde_json::{Map, Value, json};

use super::Request;
use crate::answer::{Answer, Field};
use crate::diagnostic::{Input, Problems};

/// How many kinds of changes a person is shown.
const MOST_KINDS: usize = 4;

const TEAMS: [Team; 4] = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon];

pub(super) fn judge<'a>(input: &'a Input, request: &'a Request) -> Result<Judged<'a>, Problems> {
    let placed = bag::read_draws(&input.text).map_err(|problems| input.problems(problems))?;
    let (draws, places): (Vec<Draw>, Vec<Span>) = placed.into_iter().unzip();
    let rules = rules(request)?;
    let breaches = rules.breaches(&draws);
    let repairs = rules.repairs(&draws, &breaches);
    Ok(Judged { input, script: &request.script, rules, draws, places, breaches, repairs })
}

/// The rules for the table that was asked about, which has a seat for every draw unless it is said otherwise.
fn rules(request: &Request) -> Result<BagRules, Problems> {
    let rules = BagRules::new(&request.script);
    let Some(counts) = &request.counts else {
        return Ok(match request.players {
            Some(players) => rules.players(players),
            None => rules,
        });
    };
    let counts = read_counts(counts)?;
    let sum = counts.iter().fold(0_usize, |sum, count| sum.saturating_add(*count));
    Ok(rules.counts(counts_for(request.players.unwrap_or(sum), Some(counts))?))
}

/// From the first brace to the last.
fn whole_bag(text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    Span::new(start, text.trim_end().len())
}

/// A bag, and what the rules say about it.
pub struct Judged<'a> {
    input: &'a Input,
    script: &'a Script,
    rules: BagRules,
    draws: Vec<Draw>,
    /// Where each of them stands.
    places: Vec<Span>,
    breaches: Vec<Breach>,
    repairs: Repairs,
}

impl Judged<'_> {
    /// How many there are of each team, for how many players, and which tokens are not said.
    #[must_use]
    pub fn words(&self) -> String {
        let counts = TEAMS.map(|team| members(count_team(&self.draws, team), team)).join(", ");
        let players = self.rules.players_of(&self.draws);
        let mut text = format!("{counts}; {players} players, {}", self.script.name());
        for (draw, tokens) in self.unsaid_tokens() {
            text += &format!(
                "\nthe token that the {} draws is not given; {tokens} are possible",
                draw.role.name()
            );
        }
        text
    }

    /// Players who do not know their own role and whose token is not given, and how many tokens are possible.
    fn unsaid_tokens(&self) -> Vec<(Draw, usize)> {
        let in_play = self.draws.iter().map(|draw| draw.role).collect();
        let unsaid = self.draws.iter().filter(|draw| draw.token.is_none());
        unsaid
            .map(|draw| (*draw, self.rules.tokens_for(draw.role, in_play).len()))
            .filter(|(_, tokens)| *tokens > 0)
            .collect()
    }

    /// The same for programs: every repair with the bag that it makes, and every broken rule.
    #[must_use]
    pub fn answer(&self) -> Answer {
        Answer { fields: self.fields(), problems: self.problems() }
    }

    /// Every broken rule, at its place.
    #[must_use]
    pub fn problems(&self) -> Problems {
        let whole = whole_bag(&self.input.text);
        let placed = |(index, breach): (usize, &Breach)| {
            let place = breach.draw.and_then(|draw| self.places.get(draw).copied()).unwrap_or(whole);
            let problem = breach.problem.clone().at(place);
            match self.fix(index) {
                Some(fix) => problem.fix(fix),
                None => problem,
            }
        };
        self.input.problems(self.breaches.iter().enumerate().map(placed).collect())
    }

    /// What to do about a breach: what makes the bag legal is told with the first of them.
    fn fix(&self, index: usize) -> Option<String> {
        let (purpose, changes) = match self.repairs.single.get(index) {
            Some(changes) => ("to mend this alone: ", changes),
            None if index > 0 => return None,
            None if self.breaches.len() > 1 => ("to mend everything at once: ", &self.repairs.whole),
            None => ("", &self.repairs.whole),
        };
        (!changes.is_empty()).then(|| format!("{purpose}{}", self.describe(changes)))
    }

    /// One change of each kind in words, and how many there are.
    fn describe(&self, changes: &[Change]) -> String {
        let mut kinds: Vec<(String, Vec<Change>)> = Vec::new();
        for change in changes {
            let kind = self.kind(*change);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, same)) => same.push(*change),
                None => kinds.push((kind, vec![*change])),
            }
        }
        let mut texts: Vec<String> = kinds
            .iter()
            .take(MOST_KINDS)
            .map(|(kind, same)| {
                let first = self.change_words(same[0]);
                if same.len() > 1 { format!("{first} ({} ways to {kind})", same.len()) } else { first }
            })
            .collect();
        let others: usize = kinds.iter().skip(MOST_KINDS).map(|(_, same)| same.len()).sum();
        if others > 0 {
            texts.push(format!("{others} other single changes"));
        }
        texts.join("; or ")
    }

    /// "replace a Townsfolk by an Outsider".
    fn kind(&self, change: Change) -> String {
        let old = self.dropped(change);
        let dropped = old.map_or_else(String::new, a_member);
        match change {
            Change::Drop(_) => format!("drop {dropped}"),
            Change::Add(new) => format!("add {}", a_member(new)),
            Change::Replace(_, new) if old.is_some_and(|old| old.role == new.role) => {
                format!("give the {} another token", new.role.name())
            }
            Change::Replace(_, new) => format!("replace {dropped} by {}", a_member(new)),
        }
    }

    /// "replace chef by butler", and for how many players where that changes.
    fn change_words(&self, change: Change) -> String {
        let old = self.dropped(change).map_or_else(String::new, |draw| draw.to_string());
        let text = match change {
            Change::Drop(_) => format!("drop {old}"),
            Change::Add(new) => format!("add {new}"),
            Change::Replace(_, new) => format!("replace {old} by {new}"),
        };
        let players = self.rules.players_of(&change.made(&self.draws));
        if players == self.rules.players_of(&self.draws) {
            text
        } else {
            format!("{text} for {players} players")
        }
    }

    fn dropped(&self, change: Change) -> Option<Draw> {
        match change {
            Change::Drop(index) | Change::Replace(index, _) => self.draws.get(index).copied(),
            Change::Add(_) => None,
        }
    }

    /// A bag that cannot be judged is neither legal nor not.
    fn fields(&self) -> Vec<Field> {
        let is_judged = self.breaches.iter().all(|breach| breach.problem.fault == Fault::Illegal);
        let counts: Map<String, Value> = TEAMS
            .iter()
            .map(|&team| (team.name().to_owned(), count_team(&self.draws, team).into()))
            .collect();
        let unsaid: Map<String, Value> = self
            .unsaid_tokens()
            .into_iter()
            .map(|(draw, tokens)| (draw.role.name().to_owned(), tokens.into()))
            .collect();
        let repairs: Vec<Value> = self.repairs.whole.iter().map(|change| self.repair(*change)).collect();
        vec![
            ("legal", is_judged.then_some(self.breaches.is_empty()).into()),
            ("bag", bag::write_draws(&self.draws).into()),
            ("script", self.script.name().into()),
            ("players", self.rules.players_of(&self.draws).into()),
            ("counts", counts.into()),
            ("unsaid_tokens", unsaid.into()),
            ("repairs", repairs.into()),
        ]
    }

    fn repair(&self, change: Change) -> Value {
        let (verb, new) = match change {
            Change::Drop(_) => ("drop", None),
            Change::Add(new) => ("add", Some(new)),
            Change::Replace(_, new) => ("replace", Some(new)),
        };
        let text = |draw: Draw| draw.to_string();
        let made = change.made(&self.draws);
        json!({
            "change": verb,
            "old": self.dropped(change).map(text),
            "new": new.map(text),
            "players": self.rules.players_of(&made),
            "bag": bag::write_draws(&made),
        })
    }
}

/// "an Outsider".
fn a_member(draw: Draw) -> String {
    let article = if draw.role.team() == Team::Outsider { "an" } else { "a" };
    format!("{article} {}", draw.role.team().title())
}
