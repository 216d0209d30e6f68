//! The facts of cards, texts from the user's own file, and how much is known.

use std::collections::HashSet;

use gaslamp_core::Diagnostic;
use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::{Printing, Set, Texts, nearest};
use gaslamp_lorcana::language::Ability;
use gaslamp_lorcana::notation::ability_text;
use gaslamp_lorcana_compiler::Missing;
use serde_json::{Value, json};

/// How many names are suggested for an unknown one.
const SUGGESTIONS: usize = 3;

/// The cards of a set by their numbers in it.
#[must_use]
pub fn in_order(set: &Set) -> Vec<Card> {
    let mut cards: Vec<Card> = set.cards().collect();
    cards
        .sort_by_key(|&card| printed_in(card, Some(set)).map(|printing| (printing.number, printing.variant)));
    cards
}

/// The first printing of a card, or its first in a set.
#[must_use]
pub fn printed_in(card: Card, set: Option<&Set>) -> Option<&'static Printing> {
    card.facts().printings.iter().find(|printing| set.is_none_or(|set| printing.set.code == set.code))
}

/// A set by its code or name.
///
/// # Errors
/// If there is none.
pub fn read_set(name: &str) -> Result<&'static Set, Diagnostic> {
    Set::read(name).ok_or_else(|| {
        let sets: Vec<String> = Set::all().iter().map(|set| format!("{} {}", set.code, set.name)).collect();
        Diagnostic::new("lorcana/cards/unknown-set", format!("unknown set `{name}`"))
            .fix(format!("a code or a name: {}", sets.join(", ")))
    })
}

/// The cards that are meant, each once. Several words may be one name without quotes.
///
/// # Errors
/// Every unknown name.
pub fn read_names(names: &[String]) -> Result<Vec<Card>, Vec<Diagnostic>> {
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

/// Some cards.
#[must_use]
pub fn cards(cards: &[Card], texts: Option<&Texts>) -> Value {
    json!({ "cards": list(cards, texts) })
}

/// The cards of a set, or of all sets, with the facts of the sets.
#[must_use]
pub fn database(set: Option<&Set>, cards: &[Card], texts: Option<&Texts>) -> Value {
    let sets: Vec<Value> = match set {
        Some(set) => vec![set.to_json()],
        None => Set::all().iter().map(Set::to_json).collect(),
    };
    json!({ "sets": sets, "cards": list(cards, texts) })
}

fn list(cards: &[Card], texts: Option<&Texts>) -> Vec<Value> {
    cards.iter().map(|&card| card_json(card, texts)).collect()
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

/// How many cards of each set, or of one, are encoded; a card counts in every set it is in, but once in the total.
#[must_use]
pub fn coverage(set: Option<&Set>) -> (Vec<(&'static Set, Count)>, Option<Count>) {
    let sets = Set::all().iter().filter(|one| set.is_none_or(|set| set.code == one.code));
    let total = set.is_none().then(|| Count::of(Card::all()));
    (sets.map(|set| (set, Count::of(set.cards()))).collect(), total)
}

/// The cards of a set, or of all, that a constructed deck may have and that do not do all they say yet.
#[must_use]
pub fn missing(set: Option<&Set>) -> Vec<Card> {
    let is_in = |card: &Card| set.is_none_or(|set| printed_in(*card, Some(set)).is_some());
    let is_legal = |card: &Card| card.facts().core || card.facts().infinity;
    Card::all().filter(|card| is_in(card) && is_legal(card) && !card.is_whole()).collect()
}

/// The same for programs.
#[must_use]
pub fn coverage_json(set: Option<&Set>) -> Value {
    let (counts, total) = coverage(set);
    let sets: Vec<Value> = counts.iter().map(|(set, count)| count.to_json(Some(set))).collect();
    let missing: Vec<&str> = missing(set).into_iter().map(Card::full_name).collect();
    json!({ "sets": sets, "total": total.map(|count| count.to_json(None)), "missing": missing })
}

/// How many cards have come how far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All cards.
    pub cards: usize,
    /// Those that do nothing beyond their type and keywords.
    pub plain: usize,
    /// The others whose text has been compiled and proved word for word.
    pub compiled: usize,
    /// Those that are played completely, plain ones included.
    pub whole: usize,
    /// Those about which a test written from the text tells what they do.
    pub tried: usize,
}

/// What a card says, as the engine runs it, and in words made from that alone.
#[must_use]
pub fn compiled(card: Card) -> Value {
    let facts = card.facts();
    let abilities = card.says();
    json!({
        "key": facts.key,
        "name": facts.full_name,
        "coverage": card.coverage().name(),
        "tried": card.is_tried(),
        "textHash": card.text_hash().map(|hash| format!("{hash:016x}")),
        "abilities": abilities,
        "rendered": abilities.map(|abilities| ability_text::lines(abilities, facts.kind)),
    })
}

/// What the texts of a file of cards compile to.
pub struct CompiledFile {
    /// The cards of the file, in its order.
    pub cards: Vec<CompiledCard>,
}

/// What the text of a card compiles to.
pub struct CompiledCard {
    /// Its full name.
    pub name: String,
    /// Its abilities beyond keywords, or what is missing in each of its texts that is not understood.
    pub result: Result<Vec<Ability>, Vec<Missing>>,
    /// In words made from the abilities alone.
    pub rendered: Vec<String>,
}

/// Compiles the texts of a LorcanaJSON file, such as that of a later set.
///
/// # Errors
/// If the text is not such a file.
pub fn compile(text: &str) -> Result<CompiledFile, Diagnostic> {
    let cards = gaslamp_lorcana_compiler::cards::read(text).map_err(|error| {
        Diagnostic::new("lorcana/compile/file", format!("this is not a file of cards: {error}"))
            .fix("a file of LorcanaJSON: allCards.json, or that of a set")
    })?;
    if cards.is_empty() {
        return Err(Diagnostic::new("lorcana/compile/none", "there are no cards in this file")
            .fix("a file of LorcanaJSON: allCards.json, or that of a set"));
    }
    let compiled = cards.iter().map(|card| {
        let result = card.compile();
        let rendered = result
            .as_ref()
            .map_or_else(|_| Vec::new(), |abilities| ability_text::lines(abilities, card.kind()));
        CompiledCard { name: card.full_name.clone(), result, rendered }
    });
    Ok(CompiledFile { cards: compiled.collect() })
}

impl CompiledFile {
    /// How many cards are understood.
    #[must_use]
    pub fn understood(&self) -> usize {
        self.cards.iter().filter(|card| card.result.is_ok()).count()
    }

    /// For programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let cards: Vec<Value> = self.cards.iter().map(CompiledCard::to_json).collect();
        json!({ "cards": cards, "understood": self.understood() })
    }
}

impl CompiledCard {
    fn to_json(&self) -> Value {
        match &self.result {
            Ok(abilities) => json!({ "name": self.name, "abilities": abilities, "rendered": self.rendered }),
            Err(missing) => {
                let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
                json!({ "name": self.name, "missing": missing })
            }
        }
    }
}

impl Count {
    fn of(cards: impl Iterator<Item = Card>) -> Self {
        cards.fold(Self::default(), |count, card| Self {
            cards: count.cards + 1,
            plain: count.plain + usize::from(card.is_plain()),
            compiled: count.compiled + usize::from(card.says().is_some() && !card.is_plain()),
            whole: count.whole + usize::from(card.is_whole()),
            tried: count.tried + usize::from(card.is_tried()),
        })
    }

    /// Rounded down, so that only a complete set is 100.
    #[must_use]
    pub fn percent(self) -> Option<f64> {
        (self.whole * 1000).checked_div(self.cards).map(|tenths| tenths as f64 / 10.0)
    }

    fn to_json(self, set: Option<&Set>) -> Value {
        let mut object = set.map_or_else(|| json!({}), |set| json!({ "code": set.code, "name": set.name }));
        object["cards"] = json!(self.cards);
        object["plain"] = json!(self.plain);
        object["compiled"] = json!(self.compiled);
        object["whole"] = json!(self.whole);
        object["tried"] = json!(self.tried);
        object["partly"] = json!(self.cards - self.whole);
        object["percent"] = json!(self.percent());
        object
    }
}
