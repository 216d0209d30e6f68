//! A deck list: whether it is legal, and what is in it.

use std::ffi::OsStr;

use gaslamp_core::number_format::counted;
use gaslamp_core::{Diagnostic, Fault};
use gaslamp_lorcana::Card;
use gaslamp_lorcana::deck::{self, Deck, Format, Listing, OfCost, Summary};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Field, Output};

/// Reads a deck list that is not empty; the listing has the problems of lines that cannot be read.
pub(super) fn read_listing(argument: &OsStr) -> Result<(Input, Listing), Failure> {
    let input = Input::read(argument)?;
    let listing = deck::read(&input.text);
    if listing.deck.lines.is_empty() && listing.problems.is_empty() {
        return Err(no_cards(&input.name));
    }
    Ok((input, listing))
}

/// A deck list without a single card.
pub(super) fn no_cards(name: &str) -> Failure {
    Diagnostic::new("input/empty", format!("{name} names no cards"))
        .fix("a line for each card, such as `4 Tipo - Growing Son`")
        .into()
}

pub(super) fn run(argument: &OsStr, out: &mut Output) -> Result<(), Failure> {
    let (input, listing) = read_listing(argument)?;
    let deck = listing.deck.clone();
    let problems = listing.check().err().unwrap_or_default();
    if problems.iter().any(|problem| problem.fault == Fault::Unreadable) {
        return Err(input.failure(problems));
    }
    let is_legal = problems.is_empty();
    let summary = deck.summary();
    if !out.json {
        show(&deck, &summary, is_legal, out)?;
    }
    match (is_legal, out.json) {
        (true, true) => out.object(as_json(&deck, &summary, true))?,
        (true, false) => {}
        (false, _) => return Err(input.failure(problems).beside(as_json(&deck, &summary, false))),
    }
    Ok(())
}

fn show(deck: &Deck, summary: &Summary, is_legal: bool, out: &mut Output) -> Result<(), Failure> {
    let verdict = if is_legal { "legal" } else { "not legal" };
    out.line(&format!("Deck      {}, {verdict}", counted(summary.cards, "card")))?;
    out.line(&format!("Inks      {}", listed(summary.inks.iter().map(|(ink, n)| (ink.name(), *n)))))?;
    out.line(&format!("Types     {}", types(summary)))?;
    out.line(&format!("Keywords  {}", listed(summary.keywords.iter().copied())))?;
    out.line(&format!("Inkable   {} of {}", summary.inkable, summary.cards))?;
    for format in Format::ALL {
        out.line(&format!("{:<9} {}", format.name(), allowed(deck, format, is_legal)))?;
    }
    out.line("")?;
    out.line(&format!("Cost      {:.2} on average", summary.average_cost()))?;
    show_curve(&summary.curve, out)?;
    if !summary.not_encoded.is_empty() {
        let copies: usize = summary.not_encoded.iter().map(|(_, copies)| copies).sum();
        let cards = counted(summary.cards, "card");
        let have = if copies == 1 { "has" } else { "have" };
        out.line(&format!("\n{copies} of {cards} {have} an ability that is not encoded yet:"))?;
        for (card, copies) in &summary.not_encoded {
            out.line(&format!("{copies:>4} {card}"))?;
        }
    }
    Ok(())
}

/// `Evasive 8, Shift 4`.
fn listed<'a>(counts: impl Iterator<Item = (&'a str, usize)>) -> String {
    let list: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

fn types(summary: &Summary) -> String {
    let songs = match summary.songs {
        0 => String::new(),
        songs => format!(" (Song {songs})"),
    };
    let there = summary.types.iter().filter(|(_, count)| *count > 0);
    let list = there.map(|(name, count)| {
        format!("{name} {count}{}", if *name == "Action" { songs.as_str() } else { "" })
    });
    list.collect::<Vec<_>>().join(", ")
}

/// Whether a format allows the deck; if not, some of the cards it does not allow.
fn allowed(deck: &Deck, format: Format, is_legal: bool) -> String {
    const MOST: usize = 3;
    let cards = deck.not_allowed(format);
    if cards.is_empty() {
        return if is_legal { "yes".to_owned() } else { "no: the deck is not legal".to_owned() };
    }
    let some: Vec<String> =
        cards.iter().take(MOST).map(|(card, copies)| format!("{copies} {card}")).collect();
    let more = match cards.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("no: {}{more}", some.join(", "))
}

/// Draws a bar for each cost, with a mark for each card unless that would be too long.
fn show_curve(curve: &[OfCost], out: &mut Output) -> Result<(), Failure> {
    const LONGEST: usize = 60;
    let most = curve.iter().map(|of_cost| of_cost.cards).max().unwrap_or_default();
    let scale = most.div_ceil(LONGEST).max(1);
    for (cost, of_cost) in curve.iter().enumerate().skip_while(|(_, of_cost)| of_cost.cards == 0) {
        let inkable = of_cost.inkable.div_ceil(scale);
        let other = of_cost.cards.div_ceil(scale).saturating_sub(inkable);
        let bar = "#".repeat(inkable) + &"-".repeat(other);
        out.line(format!("{cost:>8} {:>4} {bar}", of_cost.cards).trim_end())?;
    }
    let each = if scale == 1 { String::new() } else { format!(", each mark {scale} cards") };
    Ok(out.line(&format!("{:>14}# inkable, - not{each}", ""))?)
}

fn as_json(deck: &Deck, summary: &Summary, is_legal: bool) -> Vec<Field> {
    let list: Vec<(Card, usize)> = deck.lines.iter().map(|line| (line.card(), line.count().into())).collect();
    let curve: Vec<Value> = summary
        .curve
        .iter()
        .enumerate()
        .map(|(cost, of)| json!({ "cost": cost, "cards": of.cards, "inkable": of.inkable }))
        .collect();
    let formats = Format::ALL.map(|format| {
        let not_allowed = deck.not_allowed(format);
        let is_legal = is_legal && not_allowed.is_empty();
        let verdict = json!({ "legal": is_legal, "not_allowed": cards_json(&not_allowed) });
        (format.name().to_ascii_lowercase(), verdict)
    });
    vec![
        ("legal", json!(is_legal)),
        ("cards", json!(summary.cards)),
        ("lines", cards_json(&list)),
        ("inks", counts_json(summary.inks.iter().map(|(ink, n)| (ink.name(), *n)))),
        ("types", counts_json(summary.types.into_iter())),
        ("songs", json!(summary.songs)),
        ("keywords", counts_json(summary.keywords.iter().copied())),
        ("inkable", json!(summary.inkable)),
        ("average_cost", json!((summary.average_cost() * 100.0).round() / 100.0)),
        ("curve", Value::Array(curve)),
        ("formats", Value::Object(formats.into_iter().collect())),
        ("not_encoded", cards_json(&summary.not_encoded)),
    ]
}

fn counts_json<'a>(counts: impl Iterator<Item = (&'a str, usize)>) -> Value {
    Value::Object(counts.map(|(name, count)| (name.to_owned(), json!(count))).collect())
}

fn cards_json(cards: &[(Card, usize)]) -> Value {
    let entry = |(card, count): &(Card, usize)| json!({ "count": count, "card": card.full_name() });
    cards.iter().map(entry).collect()
}
