//! A deck list: whether it is legal, and what is in it.

use gaslamp_core::{Diagnostic, Fault};
use gaslamp_lorcana::Card;
use gaslamp_lorcana::deck::{self, Deck, Format, Listing, Summary};
use serde_json::{Value, json};

use crate::answer::{Answer, Field};
use crate::diagnostic::{Input, Problems};

/// Reads a deck list that is not empty; the listing has the problems of lines that cannot be read.
///
/// # Errors
/// If it names no cards.
pub fn read(input: &Input) -> Result<Listing, Problems> {
    let listing = deck::read(&input.text);
    if listing.deck.lines.is_empty() && listing.problems.is_empty() {
        return Err(no_cards(&input.name).into());
    }
    Ok(listing)
}

/// That a deck list has not a single card.
#[must_use]
pub fn no_cards(name: &str) -> Diagnostic {
    Diagnostic::new("input/empty", format!("{name} names no cards"))
        .fix("a line for each card, such as `4 Tipo - Growing Son`")
}

/// A deck that could be read.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The deck.
    pub deck: Deck,
    /// Its statistics.
    pub summary: Summary,
    /// The rules of constructed play that it breaks.
    pub problems: Problems,
}

/// Checks a deck list.
///
/// # Errors
/// Everything that cannot be read.
pub fn check(input: &Input) -> Result<Checked, Problems> {
    let listing = read(input)?;
    let deck = listing.deck.clone();
    let problems = listing.check().err().unwrap_or_default();
    let is_readable = problems.iter().all(|problem| problem.fault != Fault::Unreadable);
    let problems = input.problems(problems);
    if is_readable { Ok(Checked { summary: deck.summary(), deck, problems }) } else { Err(problems) }
}

impl Checked {
    /// Whether it is legal.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.problems.is_empty()
    }

    /// The answer for programs.
    #[must_use]
    pub fn answer(&self) -> Answer {
        Answer { fields: self.fields(), problems: self.problems.clone() }
    }

    fn fields(&self) -> Vec<Field> {
        let (deck, summary) = (&self.deck, &self.summary);
        let list: Vec<(Card, usize)> =
            deck.lines.iter().map(|line| (line.card(), line.count().into())).collect();
        let curve: Vec<Value> = summary
            .curve
            .iter()
            .enumerate()
            .map(|(cost, of)| json!({ "cost": cost, "cards": of.cards, "inkable": of.inkable }))
            .collect();
        let formats = Format::ALL.map(|format| {
            let not_allowed = deck.not_allowed(format);
            let is_legal = self.is_legal() && not_allowed.is_empty();
            let verdict = json!({ "legal": is_legal, "not_allowed": cards(&not_allowed) });
            (format.name().to_ascii_lowercase(), verdict)
        });
        vec![
            ("legal", json!(self.is_legal())),
            ("cards", json!(summary.cards)),
            ("lines", cards(&list)),
            ("inks", counts(summary.inks.iter().map(|(ink, n)| (ink.name(), *n)))),
            ("types", counts(summary.types.into_iter())),
            ("songs", json!(summary.songs)),
            ("keywords", counts(summary.keywords.iter().copied())),
            ("inkable", json!(summary.inkable)),
            ("average_cost", json!((summary.average_cost() * 100.0).round() / 100.0)),
            ("curve", Value::Array(curve)),
            ("formats", Value::Object(formats.into_iter().collect())),
            ("not_encoded", cards(&summary.not_encoded)),
        ]
    }
}

fn counts<'a>(counts: impl Iterator<Item = (&'a str, usize)>) -> Value {
    Value::Object(counts.map(|(name, count)| (name.to_owned(), json!(count))).collect())
}

fn cards(cards: &[(Card, usize)]) -> Value {
    let entry = |(card, count): &(Card, usize)| json!({ "count": count, "card": card.full_name() });
    cards.iter().map(entry).collect()
}
