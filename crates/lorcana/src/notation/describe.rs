//! What anybody may look up about a card: its facts, and its abilities in the words that are made from their data.

use super::ability_text;
use crate::cards::{Card, Facts, Ink, Kind};
use crate::deck::Format;

/// How many versions of a character are listed.
const MOST_LISTED: usize = 12;

/// The card of this name, or else the versions of the character; or else the nearest names.
pub(super) fn look_up(name: &str) -> String {
    if name.is_empty() {
        return "name a card, such as `card Tipo - Growing Son`".to_owned();
    }
    if let Some(card) = Card::read(name) {
        return describe(card);
    }
    let mut versions: Vec<Card> = Card::named(name).collect();
    if let [only] = versions.as_slice() {
        return describe(*only);
    }
    if versions.is_empty() {
        versions = crate::cards::nearest(name, 3);
    }
    let list: Vec<&str> = versions.iter().take(MOST_LISTED).map(|card| card.full_name()).collect();
    let more = if versions.len() > MOST_LISTED { ", …" } else { "" };
    match list.as_slice() {
        [] => format!("there is no card `{}`", crate::text::quote(name)),
        list => format!("`{}` may be: {}{more}", crate::text::quote(name), list.join(", ")),
    }
}

/// Everything about a card except its printings, a line for each fact.
#[must_use]
pub fn describe(card: Card) -> String {
    let facts = card.facts();
    let mut lines = vec![
        card.full_name().to_owned(),
        format!("Type       {}", join(type_line(facts))),
        format!("Ink        {}", inks(facts)),
        format!("Cost       {}, {}", facts.cost, if facts.inkable { "inkable" } else { "not inkable" }),
    ];
    lines.extend(numbers(facts).map(|numbers| format!("Numbers    {numbers}")));
    if !facts.names.is_empty() {
        lines.push(format!("Named      {}", facts.names.join(", ")));
    }
    if !facts.keywords.is_empty() {
        lines.push(format!("Keywords   {}", join(facts.keywords)));
    }
    if facts.abilities.total() > 0 {
        lines.push(format!("Abilities  {}", abilities(card)));
        let told = ability_text::lines(card.says().unwrap_or_default(), facts.kind);
        lines.extend(told.into_iter().map(|words| format!("           - {words}")));
    }
    lines.push(format!("Decks      {}", decks(card)));
    lines.join("\n  ")
}

/// `Character`, `Storyborn`, `Ally`.
fn type_line(facts: &Facts) -> impl Iterator<Item = &'static str> {
    let classifications = facts.classifications.iter().map(|classification| classification.name());
    std::iter::once(facts.kind.name()).chain(classifications)
}

fn inks(facts: &Facts) -> String {
    let names: Vec<&str> = facts.inks.iter().map(Ink::name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" and ") }
}

fn numbers(facts: &Facts) -> Option<String> {
    match facts.kind {
        Kind::Character { strength, willpower, lore } => {
            Some(format!("strength {strength}, willpower {willpower}, lore {lore}"))
        }
        Kind::Location { move_cost, willpower, lore } => {
            Some(format!("move cost {move_cost}, willpower {willpower}, lore {lore}"))
        }
        Kind::Action | Kind::Item => None,
    }
}

fn abilities(card: Card) -> String {
    let there = card.facts().abilities.by_kind().into_iter().filter(|(_, count)| *count > 0);
    let note = if card.is_whole() { "" } else { " (the text is not known to the engine yet)" };
    format!("{}{note}", join(there.map(|(kind, count)| format!("{kind} {count}"))))
}

/// The decks it may be in.
fn decks(card: Card) -> String {
    let facts = card.facts();
    let formats: Vec<&str> =
        Format::ALL.into_iter().filter(|format| format.allows(card)).map(Format::name).collect();
    let copies = match facts.most_copies {
        Some(most) => format!("up to {most}"),
        None => "any number".to_owned(),
    };
    if formats.is_empty() { "none".to_owned() } else { format!("{copies} in {}", formats.join(", ")) }
}

fn join<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ability_is_told_or_said_to_be_unknown() {
        for card in Card::all().filter(|card| card.facts().abilities.total() > 0) {
            let told = describe(card);
            let lines = told.lines().filter(|line| line.starts_with("             - ")).count();
            assert_eq!(lines, card.says().map_or(0, <[_]>::len), "{told}");
            assert_eq!(told.contains("not known to the engine"), !card.is_whole(), "{told}");
        }
    }
}
