//! A deck list: whether it is legal, and what is in it.

use std::ffi::{OsStr, OsString};

use clap::Args;
use gaslamp_api::lorcana::deck::check;
use gaslamp_core::number_format::plural;
use gaslamp_lorcana::deck::{Deck, Format, OfCost, Summary};

use super::DECKS;
use crate::failure::Failure;
use crate::output::Output;

/// Which deck list.
#[derive(Args, Debug)]
pub(crate) struct DeckListArgs {
    /// A deck list: a file, the text itself, - for standard input, or sample:NAME.
    #[arg(required_unless_present = "sample", conflicts_with = "sample")]
    list: Option<OsString>,
    /// Print the sample deck of this name, or list their names.
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    sample: Option<Option<String>>,
}

pub(super) fn run(args: &DeckListArgs, out: &mut Output) -> Result<(), Failure> {
    if let Some(name) = &args.sample {
        return DECKS.show(name.as_deref(), out);
    }
    let checked = check(&DECKS.read(args.list.as_deref().unwrap_or(OsStr::new("-")))?)?;
    if out.json {
        return out.answer(checked.answer());
    }
    show(&checked.deck, &checked.summary, checked.is_legal(), out)?;
    if checked.is_legal() { Ok(()) } else { Err(checked.problems.into()) }
}

fn show(deck: &Deck, summary: &Summary, is_legal: bool, out: &mut Output) -> Result<(), Failure> {
    let verdict = if is_legal { "legal" } else { "not legal" };
    out.line(&format!("Deck      {}, {verdict}", plural(summary.cards, "card")))?;
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
        let cards = plural(summary.cards, "card");
        let have = if copies == 1 { "has" } else { "have" };
        out.line(&format!("\n{copies} of {cards} {have} an ability that is not known yet:"))?;
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
