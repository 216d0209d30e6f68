//! The grammar of the page compared with what is read.

#[path = "../../../core/tests/common/grammar.rs"]
mod page;

use super::*;

pub(super) use page::Grammar;

/// The tokens of a class, or the token itself, if the symbol is one.
fn class(name: &str) -> Option<BTreeSet<Token>> {
    let between = |first: &str, last: &str| (raw(first)[0]..=raw(last)[0]).collect();
    let last = VOCABULARY.len() as Token - 1;
    let first_character = last + 1 - CHARACTERS as Token;
    match name {
        "seat" => Some(between("SEAT_0", "SEAT_19")),
        "digit" => Some(between("NUMBER_0", "NUMBER_20")),
        "positive" => Some(between("NUMBER_1", "NUMBER_20")),
        "side" => Some(raw("GOOD EVIL").into_iter().collect()),
        "team" => Some(between("TOWNSFOLK", "LORIC")),
        "reminder" => Some((raw("REMINDER_IS_THE")[0]..first_character).collect()),
        "character" => Some((first_character..=last).collect()),
        _ => name.starts_with('<').then(|| raw(name).into_iter().collect()),
    }
}

impl Grammar {
    pub(super) fn new() -> Self {
        Self::of(GRAMMAR, class)
    }

    pub(super) fn accepts(&self, rule: &str, tokens: &[Token]) -> bool {
        self.ends(rule, tokens, 0).contains(&tokens.len())
    }

    /// Every position where a symbol that begins at `start` may end.
    fn ends(&self, symbol: &str, tokens: &[Token], start: usize) -> BTreeSet<usize> {
        if let Some(known) = self.known.get(symbol) {
            let fits = tokens.get(start).is_some_and(|token| known.contains(token));
            return fits.then_some(start + 1).into_iter().collect();
        }
        if let Some(part) = symbol.strip_suffix('*') {
            let mut ends = BTreeSet::from([start]);
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                open.extend(self.ends(part, tokens, at).into_iter().filter(|&end| ends.insert(end)));
            }
            return ends;
        }
        let alternative = |alternative: &&str| {
            alternative.split_whitespace().fold(BTreeSet::from([start]), |ends, symbol| {
                ends.into_iter().flat_map(|at| self.ends(symbol, tokens, at)).collect()
            })
        };
        self.rule(symbol).iter().flat_map(alternative).collect()
    }
}

#[test]
fn whatever_the_grammar_writes_is_read() {
    let grammar = Grammar::new();
    let mut rng = Rng::new(11);
    let mut refused = BTreeMap::<&str, usize>::new();
    let mut accepted = BTreeSet::new();
    for _ in 0..30_000 {
        let mut tokens = Vec::new();
        grammar.write("item", 0, &mut rng, &mut tokens);
        match decode_sequence(&tokens) {
            Ok(items) => {
                assert_eq!((items.len(), rewritten(&items)), (1, tokens.clone()), "{}", words(&tokens));
                accepted.extend(tokens.iter().find(|&&token| !words(&[token]).starts_with("SEAT_")).copied());
            }
            Err(error) => {
                // A reminder must belong to its owner, which the grammar does not express.
                let is_mark = tokens[..2].iter().any(|token| raw("PLACED REMOVED SHOWN").contains(token))
                    || tokens.contains(&raw("TOKEN_AT")[0]);
                let is_free = matches!(error.id, "tokens/order" | "tokens/too-many") || is_mark;
                assert!(is_free, "{error}: {}", words(&tokens));
                *refused.entry(error.id).or_default() += 1;
            }
        }
    }
    let starts =
        (0..VOCABULARY.len() as Token).filter(|&token| decode_sequence(&[token]).is_ok_or_unfinished());
    let starts: BTreeSet<Token> = starts.filter(|&token| !words(&[token]).starts_with("SEAT_")).collect();
    let marks: BTreeSet<Token> = raw("PLACED REMOVED").into_iter().collect();
    let missing: Vec<Token> =
        starts.difference(&accepted).copied().filter(|token| !marks.contains(token)).collect();
    assert_eq!(words(&missing), "", "the grammar knows every beginning");
    assert!(accepted.difference(&starts).next().is_none());
    assert!(refused.values().sum::<usize>() < 6_000, "{refused:?}");
}

/// Whether a single token begins an item.
trait Begins {
    fn is_ok_or_unfinished(&self) -> bool;
}

impl Begins for Result<Vec<Item>, TokenError> {
    fn is_ok_or_unfinished(&self) -> bool {
        self.as_ref().is_ok_and(|items| items.len() == 1) || self.as_ref().is_err_and(|error| error.at == 1)
    }
}

/// Random token sequences never panic, and whatever is accepted encodes to itself.
#[test]
fn random_tokens_are_refused_or_read_back() {
    let mut rng = Rng::new(7);
    let grammar = Grammar::new();
    let mut accepted = 0;
    for round in 0..60_000 {
        let mut tokens = Vec::new();
        if round % 2 == 0 {
            tokens.extend((0..1 + rng.below(6)).map(|_| rng.below(VOCABULARY.len() as u32 + 2) as Token));
        } else {
            // Something readable with one token changed.
            grammar.write("item", 3, &mut rng, &mut tokens);
            let at = rng.below(tokens.len() as u32) as usize;
            tokens[at] = rng.below(VOCABULARY.len() as u32 + 2) as Token;
        }
        match decode_sequence(&tokens) {
            Ok(items) => {
                assert_eq!(rewritten(&items), tokens);
                assert!(grammar.accepts("sequence", &tokens), "{}", words(&tokens));
                accepted += 1;
            }
            Err(error) => {
                assert!(error.at <= tokens.len() && error.id.starts_with("tokens/"), "{error}");
                // What precedes the error is the beginning of something valid.
                let before = decode_sequence(&tokens[..error.at]);
                let is_beginning = before.as_ref().map_or_else(|e| e.id == "tokens/unfinished", |_| true);
                assert!(is_beginning || error.id == "tokens/too-many", "{error}: {}", words(&tokens));
            }
        }
        if let Ok(action) = State::decode(&tokens) {
            assert_eq!(encoded(action), tokens);
        }
        if let Ok(content) = decode_content(&tokens) {
            let mut again = Vec::new();
            encode_content(&content, &mut again);
            assert_eq!(again, tokens);
        }
    }
    assert!(accepted > 1_000, "{accepted}");
}
