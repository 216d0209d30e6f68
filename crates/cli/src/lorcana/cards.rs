//! The facts of cards, texts from the user's own file, and how much is encoded.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};

use clap::Args;
use gaslamp_core::Diagnostic;
use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::{Facts, Ink, Kind, Printing, Set, Text, Texts, nearest};
use gaslamp_lorcana::deck::Format;
use gaslamp_lorcana::rules::abilities::Coverage;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

/// Which cards to show, and how.
#[derive(Args, Debug)]
pub(crate) struct CardsArgs {
    /// Full names, keys or ids of cards. A name without its version lists all versions.
    #[arg(value_name = "NAME", conflicts_with_all = ["set", "coverage"])]
    names: Vec<String>,
    /// List a set, given by its code or name.
    #[arg(long, value_name = "CODE")]
    set: Option<String>,
    /// Count how many cards of each set are encoded.
    #[arg(long)]
    coverage: bool,
    /// Also show the texts of your own LorcanaJSON file (allCards.json); Gaslamp has none.
    #[arg(long, value_name = "LORCANAJSON", conflicts_with = "coverage")]
    texts: Option<OsString>,
}

/// The mark of cards that are not wholly encoded.
const MARK: &str = "*";

/// What the mark means.
const MARKED: &str = "* an ability is not encoded yet";

/// How many names are suggested for an unknown one.
const SUGGESTIONS: usize = 3;

pub(super) fn run(args: &CardsArgs, out: &mut Output) -> Result<(), Failure> {
    let set = args.set.as_deref().map(read_set).transpose();
    let cards = if args.names.is_empty() { Ok(Vec::new()) } else { read_names(&args.names) };
    let texts = args.texts.as_deref().map(read_texts).transpose();
    let (set, cards, texts) = match (set, cards, texts) {
        (Ok(set), Ok(cards), Ok(texts)) => (set, cards, texts),
        (set, cards, texts) => {
            let mut problems = cards.err().unwrap_or_default();
            problems.extend(set.err());
            return Err(texts.err().unwrap_or_default().and(problems));
        }
    };
    let texts = texts.as_ref();
    if args.coverage {
        return show_coverage(set, out);
    }
    let asked = args.names.len();
    let cards = match set {
        Some(set) => in_order(set),
        None if asked == 0 => Card::all().collect(),
        None => cards,
    };
    if out.json {
        return Ok(out.value(&as_json(set, &cards, texts, asked == 0))?);
    }
    if asked > 0 && cards.len() <= asked {
        show_each(&cards, texts, out)
    } else {
        list(set, &cards, texts, out)
    }
}

/// The cards of a set by their numbers in it.
fn in_order(set: &Set) -> Vec<Card> {
    let mut cards: Vec<Card> = set.cards().collect();
    cards
        .sort_by_key(|&card| printed_in(card, Some(set)).map(|printing| (printing.number, printing.variant)));
    cards
}

/// The first printing of a card, or its first in a set.
fn printed_in(card: Card, set: Option<&Set>) -> Option<&'static Printing> {
    card.facts().printings.iter().find(|printing| set.is_none_or(|set| printing.set.code == set.code))
}

fn read_set(name: &str) -> Result<&'static Set, Diagnostic> {
    Set::read(name).ok_or_else(|| {
        let codes: Vec<&str> = Set::all().iter().map(|set| set.code).collect();
        Diagnostic::new("lorcana/cards/unknown-set", format!("unknown set `{name}`")).fix(codes.join(", "))
    })
}

/// The cards that are meant, each once. Several words may be one name without quotes.
fn read_names(names: &[String]) -> Result<Vec<Card>, Vec<Diagnostic>> {
    let whole = names.join(" ");
    let of_whole = meant(&whole);
    if !of_whole.is_empty() {
        return Ok(of_whole);
    }
    let unknown: Vec<&String> = names.iter().filter(|name| meant(name).is_empty()).collect();
    if unknown.is_empty() {
        let mut seen = HashSet::new();
        return Ok(names.iter().flat_map(|name| meant(name)).filter(|card| seen.insert(*card)).collect());
    }
    let is_unquoted = names.iter().all(|name| !name.contains(char::is_whitespace));
    if is_unquoted && !nearest(&whole, 1).is_empty() {
        return Err(vec![unknown_card(&whole)]);
    }
    Err(unknown.into_iter().map(|name| unknown_card(name)).collect())
}

/// The card with this full name, key or id, or else every version of the character.
fn meant(name: &str) -> Vec<Card> {
    let card = Card::read(name).or_else(|| Card::from_id(name.trim().parse().ok()?));
    card.map_or_else(|| Card::named(name).collect(), |card| vec![card])
}

fn unknown_card(name: &str) -> Diagnostic {
    let problem = Diagnostic::new("lorcana/cards/unknown-card", format!("unknown card `{name}`"));
    let near: Vec<&str> = nearest(name, SUGGESTIONS).into_iter().map(Card::full_name).collect();
    if near.is_empty() { problem } else { problem.fix(near.join(" / ")) }
}

fn read_texts(argument: &OsStr) -> Result<Texts, Failure> {
    let input = Input::read(argument)?;
    Texts::read(&input.text).map_err(|problem| input.failure(vec![problem]))
}

fn as_json(set: Option<&Set>, cards: &[Card], texts: Option<&Texts>, with_sets: bool) -> Value {
    let cards: Vec<Value> = cards.iter().map(|&card| card_json(card, texts)).collect();
    if !with_sets {
        return json!({ "cards": cards });
    }
    let sets: Vec<Value> = match set {
        Some(set) => vec![set.to_json()],
        None => Set::all().iter().map(Set::to_json).collect(),
    };
    json!({ "sets": sets, "cards": cards })
}

fn card_json(card: Card, texts: Option<&Texts>) -> Value {
    let mut object = card.facts().to_json();
    object["coverage"] = json!(card.coverage().name());
    if let Some(texts) = texts {
        let text = texts.of(card);
        object["text"] = json!(text.and_then(|text| text.rules.as_ref()));
        object["flavour"] = json!(text.and_then(|text| text.flavour.as_ref()));
    }
    object
}

/// Shows everything about each card.
fn show_each(cards: &[Card], texts: Option<&Texts>, out: &mut Output) -> Result<(), Failure> {
    for (at, &card) in cards.iter().enumerate() {
        if at > 0 {
            out.line("")?;
        }
        out.line(&describe(card))?;
        if let Some(texts) = texts {
            show_text(texts.of(card), "  ", out)?;
        }
    }
    Ok(())
}

fn describe(card: Card) -> String {
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
    }
    lines.push(format!("Decks      {}", decks(card)));
    lines.push(format!("Key        {}", facts.key));
    let printings = facts.printings.iter().enumerate();
    lines.extend(printings.map(|(at, printing)| {
        format!("{:<10} {}", if at == 0 { "Printings" } else { "" }, describe_printing(printing))
    }));
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
    let note = if card.coverage() == Coverage::Whole { "" } else { " (not encoded yet)" };
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

fn describe_printing(printing: &Printing) -> String {
    let Printing { id, set, rarity, .. } = printing;
    format!("{} {}, {}, id {id}", place(printing), set.name, rarity.name())
}

/// `3/4b`: the fourth card of the third set, the second of those that have this number.
fn place(printing: &Printing) -> String {
    let number = printing.number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let variant = printing.variant.map(String::from).unwrap_or_default();
    format!("{}/{number}{variant}", printing.set.code)
}

fn join<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// The text of a card.
fn show_text(text: Option<&Text>, indent: &str, out: &mut Output) -> Result<(), Failure> {
    let Some(text) = text else { return Ok(out.line(&format!("{indent}(the file has no text for it)"))?) };
    for part in text.rules.iter().chain(&text.flavour) {
        for line in part.lines() {
            out.line(format!("{indent}| {line}").trim_end())?;
        }
    }
    Ok(())
}

/// Lists one card on each line.
fn list(set: Option<&Set>, cards: &[Card], texts: Option<&Texts>, out: &mut Output) -> Result<(), Failure> {
    if let (Some(set), true) = (set, cards.is_empty()) {
        return Ok(out.line(&format!("no card of {} is known yet", set.name))?);
    }
    let width = cards.iter().map(|card| card.full_name().chars().count()).max().unwrap_or_default();
    let columns = ["No.", " ", "Card", "Ink", "Cost", "Inkable", "Type", "S", "W", "L", "M", "Keywords"];
    out.line(&row(columns.map(str::to_owned), width))?;
    for &card in cards {
        out.line(&row(columns_of(card, set), width))?;
        if let Some(texts) = texts {
            show_text(texts.of(card), "         ", out)?;
        }
    }
    out.line("\nS strength, W willpower, L lore, M move cost")?;
    if cards.iter().any(|card| card.coverage() != Coverage::Whole) {
        out.line(MARKED)?;
    }
    Ok(())
}

fn columns_of(card: Card, set: Option<&Set>) -> [String; 12] {
    let facts = card.facts();
    let number = |number: Option<u8>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    [
        printed_in(card, set).map(place).unwrap_or_default(),
        if card.coverage() == Coverage::Whole { String::new() } else { MARK.to_owned() },
        card.full_name().to_owned(),
        facts.inks.iter().map(Ink::name).collect::<Vec<_>>().join("/"),
        facts.cost.to_string(),
        if facts.inkable { "yes".to_owned() } else { "no".to_owned() },
        if facts.is_song() { "Song".to_owned() } else { facts.kind.name().to_owned() },
        number(facts.strength()),
        number(facts.willpower()),
        number(facts.lore()),
        number(facts.move_cost()),
        join(facts.keywords),
    ]
}

fn row(columns: [String; 12], width: usize) -> String {
    let [printing, mark, name, inks, cost, inkable, kind, strength, willpower, lore, move_cost, keywords] =
        columns;
    let line = format!(
        "{printing:<6} {mark:1} {name:<width$}  {inks:<17} {cost:>4} {inkable:<7} {kind:<9} \
         {strength:>2} {willpower:>2} {lore:>2} {move_cost:>2}  {keywords}"
    );
    line.trim_end().to_owned()
}

/// Counts how many cards of each set are encoded; a card counts in every set it is in, but once in the total.
fn show_coverage(set: Option<&'static Set>, out: &mut Output) -> Result<(), Failure> {
    let sets = Set::all().iter().filter(|one| set.is_none_or(|set| set.code == one.code));
    let counts: Vec<(&Set, Count)> = sets.map(|set| (set, Count::of(set.cards()))).collect();
    let total = set.is_none().then(|| Count::of(Card::all()));
    if out.json {
        let sets: Vec<Value> = counts.iter().map(|(set, count)| count.as_json(Some(set))).collect();
        return Ok(out.value(&json!({ "sets": sets, "total": total.map(|count| count.as_json(None)) }))?);
    }
    out.line(&format!("{:<4} {:<44} {:>5} {:>6} {:>6} {:>6}", "Set", "", "Cards", "Whole", "Partly", "%"))?;
    for (set, count) in &counts {
        out.line(&count.row(set.code, set.name))?;
    }
    if let Some(total) = total {
        out.line(&total.row("all", "each card once"))?;
    }
    Ok(())
}

/// The number of cards, and of those that are wholly encoded.
#[derive(Clone, Copy, Default)]
struct Count {
    cards: usize,
    whole: usize,
}

impl Count {
    fn of(cards: impl Iterator<Item = Card>) -> Self {
        cards.fold(Self::default(), |count, card| Self {
            cards: count.cards + 1,
            whole: count.whole + usize::from(card.coverage() == Coverage::Whole),
        })
    }

    /// Rounded down, so that only a complete set is 100.
    fn percent(self) -> Option<f64> {
        (self.whole * 1000).checked_div(self.cards).map(|tenths| tenths as f64 / 10.0)
    }

    fn row(self, code: &str, name: &str) -> String {
        let percent = self.percent().map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1}"));
        let Self { cards, whole } = self;
        format!("{code:<4} {name:<44} {cards:>5} {whole:>6} {:>6} {percent:>6}", cards - whole)
    }

    fn as_json(self, set: Option<&Set>) -> Value {
        let mut object = set.map_or_else(|| json!({}), |set| json!({ "code": set.code, "name": set.name }));
        object["cards"] = json!(self.cards);
        object["whole"] = json!(self.whole);
        object["partly"] = json!(self.cards - self.whole);
        object["percent"] = json!(self.percent());
        object
    }
}
