//! The facts of cards, texts from the user's own file, and how much of what they say is known.

use std::ffi::{OsStr, OsString};

use clap::Args;
use gaslamp_api::lorcana::cards::{self as answer, Count, in_order, printed_in, read_names, read_set};
use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::{Ink, Printing, Set, Text, Texts};
use gaslamp_lorcana::notation::ability_text;
use gaslamp_lorcana::notation::describe::describe as describe_card;

use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// Which cards to show, and how.
#[derive(Args, Debug)]
pub(crate) struct CardsArgs {
    /// Full names, keys or ids of cards. A name without its version lists all versions.
    #[arg(value_name = "NAME", conflicts_with_all = ["set", "coverage"])]
    names: Vec<String>,
    /// List a set, given by its code or name.
    #[arg(long, value_name = "SET")]
    set: Option<String>,
    /// Count how far the cards of each set have come: compiled from their texts, played completely, tried out by tests.
    #[arg(long)]
    coverage: bool,
    /// Show what these cards say as the engine runs it, and the words that are made from that.
    #[arg(long, requires = "names", conflicts_with_all = ["set", "coverage", "texts"])]
    show: bool,
    /// Compile the texts of your own LorcanaJSON file, such as that of a later set, and say what is not understood yet.
    #[arg(long, value_name = "LORCANAJSON", conflicts_with_all = ["names", "set", "coverage", "texts"])]
    compile: Option<OsString>,
    /// Also show the texts of your own LorcanaJSON file (allCards.json); Gaslamp has none.
    #[arg(long, value_name = "LORCANAJSON", conflicts_with = "coverage")]
    texts: Option<OsString>,
}

/// The mark of cards that do not do all they say yet.
const MARK: &str = "*";

/// What the mark means.
const MARKED: &str = "* an ability is not known yet";

pub(super) fn run(args: &CardsArgs, out: &mut Output) -> Result<(), Failure> {
    if let Some(file) = &args.compile {
        return compile(file, out);
    }
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
    if args.show {
        return show_compiled(&cards, out);
    }
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
        let found = match asked {
            0 => answer::database(set, &cards, texts),
            _ => answer::cards(&cards, texts),
        };
        return Ok(out.value(&found)?);
    }
    if asked > 0 && cards.len() <= asked {
        show_each(&cards, texts, out)
    } else {
        list(set, &cards, texts, out)
    }
}

/// Shows what each card says, as a tree and in words.
fn show_compiled(cards: &[Card], out: &mut Output) -> Result<(), Failure> {
    let answers: Vec<_> = cards.iter().map(|&card| answer::compiled(card)).collect();
    if out.json {
        return Ok(out.value(&serde_json::json!({ "cards": answers }))?);
    }
    for &card in cards {
        out.line(&format!("{} ({})", card.full_name(), card.key()))?;
        let Some(abilities) = card.says() else {
            out.line("  (the text is not known to the engine yet)")?;
            continue;
        };
        if abilities.is_empty() {
            out.line("  nothing beyond its type and keywords")?;
        }
        let words = ability_text::lines(abilities, card.facts().kind);
        for (number, (ability, words)) in abilities.iter().zip(words).enumerate() {
            let tree = serde_json::to_string(ability).unwrap_or_default();
            out.line(&format!("  {number}  {words}\n     {tree}"))?;
        }
    }
    Ok(())
}

/// Says what the texts of a file compile to.
fn compile(argument: &OsStr, out: &mut Output) -> Result<(), Failure> {
    let input = input::read(argument)?;
    let file = answer::compile(&input.text).map_err(|problem| input.problems(vec![problem]))?;
    if out.json {
        return Ok(out.value(&file.to_json())?);
    }
    for card in &file.cards {
        out.line(&card.name)?;
        match &card.result {
            Ok(_) => {
                for words in &card.rendered {
                    out.line(&format!("  {words}"))?;
                }
            }
            Err(missing) => {
                for one in missing {
                    out.line(&format!("  not understood: {one}"))?;
                }
            }
        }
    }
    out.line(&format!("\n{} of {} cards are understood", file.understood(), file.cards.len()))?;
    Ok(())
}

fn read_texts(argument: &OsStr) -> Result<Texts, Failure> {
    let input = input::read(argument)?;
    Texts::read(&input.text).map_err(|problem| input.problems(vec![problem]).into())
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

/// Everything that can be looked up, and the key and printings.
fn describe(card: Card) -> String {
    let facts = card.facts();
    let mut lines = vec![describe_card(card), format!("Key        {}", facts.key)];
    let printings = facts.printings.iter().enumerate();
    lines.extend(printings.map(|(at, printing)| {
        format!("{:<10} {}", if at == 0 { "Printings" } else { "" }, describe_printing(printing))
    }));
    lines.join("\n  ")
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
    if cards.iter().any(|card| !card.is_whole()) {
        out.line(MARKED)?;
    }
    Ok(())
}

fn columns_of(card: Card, set: Option<&Set>) -> [String; 12] {
    let facts = card.facts();
    let number = |number: Option<u8>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    [
        printed_in(card, set).map(place).unwrap_or_default(),
        if card.is_whole() { String::new() } else { MARK.to_owned() },
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

/// Counts how far the cards of each set have come; a card counts in every set it is in, but once in the total.
fn show_coverage(set: Option<&'static Set>, out: &mut Output) -> Result<(), Failure> {
    if out.json {
        return Ok(out.value(&answer::coverage_json(set))?);
    }
    let (counts, total) = answer::coverage(set);
    let heads = ["Cards", "Plain", "Compiled", "Whole", "Tried", "% whole"];
    let [cards, plain, compiled, whole, tried, percent] = heads;
    out.line(&format!(
        "{:<4} {:<44} {cards:>5} {plain:>6} {compiled:>9} {whole:>6} {tried:>6} {percent:>8}",
        "Set", ""
    ))?;
    for (set, count) in &counts {
        out.line(&coverage_row(*count, set.code, set.name))?;
    }
    if let Some(total) = total {
        out.line(&coverage_row(total, "all", "each card once"))?;
    }
    let missing = answer::missing(set);
    if !missing.is_empty() {
        out.line("\nLegal in a deck, but refused there, since an ability is not known yet:")?;
        for card in missing {
            out.line(&format!("  {}", card.full_name()))?;
        }
    }
    Ok(())
}

fn coverage_row(count: Count, code: &str, name: &str) -> String {
    let percent = count.percent().map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1}"));
    let Count { cards, plain, compiled, whole, tried } = count;
    format!("{code:<4} {name:<44} {cards:>5} {plain:>6} {compiled:>9} {whole:>6} {tried:>6} {percent:>8}")
}
