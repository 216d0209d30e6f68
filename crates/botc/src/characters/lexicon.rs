//! The names that notations use for characters and reminder tokens, built once from the facts, with a fast
//! lookup.

use std::ops::Range;
use std::sync::LazyLock;

use super::Character;
use super::facts::FACTS;

/// All names, with their lookup tables.
pub(super) struct Lexicon {
    words: Vec<String>,
    tokens: Vec<TokenFacts>,
    /// Each character's range of reminder tokens.
    owned: Vec<Range<usize>>,
    /// Characters by each of their names.
    characters: Names,
    /// Reminder tokens by their name with their owner's.
    token_names: Names,
}

/// The names of a reminder token.
pub(super) struct TokenFacts {
    pub(super) owner: Character,
    pub(super) title: String,
    /// `no_ability`.
    pub(super) word: String,
    /// `virgin:no_ability`.
    pub(super) long: String,
    /// The same with the owner's short name.
    pub(super) short: String,
}

/// Names of numbered things, found by a hash.
struct Names {
    names: Vec<(String, u16)>,
    /// For each hash, the index of a name that has it, counted from 1.
    slots: Box<[u16; SLOTS]>,
}

/// The short names, used where a notation asks for them.
const SHORT: [(&str, &str); 8] = [
    ("washerwoman", "ww"),
    ("librarian", "lib"),
    ("investigator", "inv"),
    ("fortuneteller", "ft"),
    ("poisoner", "poi"),
    ("butler", "but"),
    ("drunk", "dr"),
    ("scarletwoman", "sw"),
];

/// Tokens that are not published but that a grimoire needs to mark players who do not know their own
/// character.
const NOT_PUBLISHED: [(&str, &str); 1] = [("lunatic", "Is The Lunatic")];

/// Several times the number of names, so that lookups stay short.
const SLOTS: usize = 2048;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);

/// The lexicon, built on first use.
pub(super) fn lexicon() -> &'static Lexicon {
    &LEXICON
}

impl Lexicon {
    fn new() -> Self {
        let words: Vec<String> = FACTS.iter().map(|facts| snake_case(facts.name)).collect();
        let mut lexicon = Self {
            words,
            tokens: Vec::new(),
            owned: Vec::new(),
            characters: Names::new(),
            token_names: Names::new(),
        };
        for character in Character::all() {
            lexicon.add_tokens(character);
            let word = lexicon.words[character.index()].clone();
            for name in [Some(word.as_str()), Some(character.facts().id), short(character)] {
                name.into_iter().for_each(|name| lexicon.characters.add(name, character.index() as u16));
            }
        }
        lexicon
    }

    fn add_tokens(&mut self, owner: Character) {
        let start = self.tokens.len();
        let facts = owner.facts();
        let extra = NOT_PUBLISHED.iter().filter(|(id, _)| *id == facts.id).map(|(_, title)| title);
        for title in facts.reminders.iter().chain(facts.global_reminders).chain(extra) {
            let word = snake_case(title);
            if self.tokens[start..].iter().all(|known| known.word != word) {
                let long = format!("{}:{word}", self.words[owner.index()]);
                let short = short(owner).map_or_else(|| long.clone(), |owner| format!("{owner}:{word}"));
                for name in [&long, &short] {
                    self.token_names.add(name, self.tokens.len() as u16);
                }
                self.tokens.push(TokenFacts { owner, title: (*title).to_owned(), word, long, short });
            }
        }
        self.owned.push(start..self.tokens.len());
    }

    /// The character with exactly this name.
    #[inline]
    pub(super) fn find(&self, name: &str) -> Option<Character> {
        Character::at(usize::from(self.characters.find(name)?))
    }

    /// The index of the token with exactly this name, including its owner.
    #[inline]
    pub(super) fn find_token(&self, name: &str) -> Option<u16> {
        self.token_names.find(name)
    }

    /// A character's name in notations.
    pub(super) fn word(&self, character: Character) -> &str {
        &self.words[character.index()]
    }

    /// The indices of a character's tokens.
    pub(super) fn owned(&self, owner: Character) -> Range<usize> {
        self.owned[owner.index()].clone()
    }

    /// Every token, by owner.
    pub(super) fn tokens(&self) -> &[TokenFacts] {
        &self.tokens
    }
}

impl Names {
    fn new() -> Self {
        Self { names: Vec::new(), slots: Box::new([0; SLOTS]) }
    }

    /// Gives a name to a thing unless the name is taken.
    fn add(&mut self, name: &str, of: u16) {
        if let Err(slot) = self.search(name) {
            self.names.push((name.to_owned(), of));
            self.slots[slot] = self.names.len() as u16;
        }
    }

    #[inline]
    fn find(&self, name: &str) -> Option<u16> {
        self.search(name).ok()
    }

    /// The thing with this name, or else the slot where it would be.
    #[inline]
    fn search(&self, name: &str) -> Result<u16, usize> {
        let mut slot = hash(name);
        while let Some(place) = usize::from(self.slots[slot]).checked_sub(1) {
            let (known, of) = &self.names[place];
            if known == name {
                return Ok(*of);
            }
            slot = (slot + 1) % SLOTS;
        }
        Err(slot)
    }
}

/// The short name of a character, if it has one.
pub(super) fn short(character: Character) -> Option<&'static str> {
    let id = character.facts().id;
    SHORT.iter().find(|(known, _)| *known == id).map(|(_, short)| *short)
}

/// A few letters tell names apart well enough; matches are compared in full.
fn hash(name: &str) -> usize {
    let bytes = name.as_bytes();
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return 0 };
    let letters = u32::from_le_bytes([first, bytes[bytes.len() / 2], bytes[bytes.len() / 4], last]);
    let mixed = (letters ^ (bytes.len() as u32) << 5).wrapping_mul(0x9e37_79b1);
    (mixed >> 16) as usize % SLOTS
}

/// `Fortune Teller` becomes `fortune_teller`, `Doesn't Kill` becomes `doesnt_kill`; a name without letters
/// stays as it is.
fn snake_case(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words = words.filter(|word| !word.is_empty()).map(|word| word.replace('\'', "").to_lowercase());
    let words = words.collect::<Vec<_>>().join("_");
    if words.is_empty() { name.to_owned() } else { words }
}
