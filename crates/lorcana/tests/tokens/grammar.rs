//! The grammar of the page against what is read.

#[path = "../../../core/tests/common/grammar.rs"]
mod page;

use super::*;

pub(super) use page::Grammar;

/// The words of a class, or the word itself, if this is one.
fn class(symbol: &str) -> Option<BTreeSet<Token>> {
    let between = |first: &str, last: &str| (raw(first)[0]..=raw(last)[0]).collect();
    match symbol {
        "digit" => Some(between("NUMBER_0", "NUMBER_99")),
        "positive" => Some(between("NUMBER_1", "NUMBER_99")),
        "letter" => Some(between("COPY_A", "COPY_Z")),
        "card" => Some((FIRST_CARD..VOCABULARY.len() as Token).collect()),
        _ => symbol.starts_with('<').then(|| raw(symbol).into_iter().collect()),
    }
}

impl Grammar {
    pub(super) fn new() -> Self {
        Self::of(GRAMMAR, class)
    }

    pub(super) fn check(&self, rule: &str, tokens: &[Token]) {
        let end = self.end(rule, tokens, 0).unwrap_or(0);
        let (done, wrong) = tokens.split_at(end);
        let shown = &wrong[..wrong.len().min(12)];
        assert_eq!(
            end,
            tokens.len(),
            "no {rule}: … {} | {}",
            words(&done[end.saturating_sub(12)..]),
            words(shown)
        );
    }

    /// Where a symbol ends that begins at `start`; the first alternative that fits is meant.
    fn end(&self, symbol: &str, tokens: &[Token], start: usize) -> Option<usize> {
        if let Some(known) = self.known.get(symbol) {
            return tokens.get(start).filter(|token| known.contains(token)).map(|_| start + 1);
        }
        if let Some(part) = symbol.strip_suffix('*') {
            let next = |at: &usize| self.end(part, tokens, *at);
            return std::iter::successors(Some(start), next).last();
        }
        let all = |alternative: &&str| {
            alternative.split(' ').try_fold(start, |at, symbol| self.end(symbol, tokens, at))
        };
        self.rule(symbol).iter().find_map(all)
    }
}

#[test]
fn whatever_the_grammar_writes_is_read() {
    let grammar = Grammar::new();
    let mut rng = Rng::new(11);
    let mut starts = BTreeSet::new();
    for _ in 0..30_000 {
        let mut tokens = Vec::new();
        grammar.write("item", 0, &mut rng, &mut tokens);
        match decode_sequence(P2, &tokens) {
            Ok(items) => {
                assert_eq!((items.len(), rewritten(P2, &items)), (1, tokens.clone()), "{}", words(&tokens));
                starts.insert(tokens[0]);
            }
            // The grammar does not say how large numbers are nor what is secret.
            Err(error) => {
                let is_free = ["lorcana/tokens/too-large", "lorcana/tokens/secret"].contains(&error.id);
                assert!(is_free, "{error}: {}", words(&tokens));
            }
        }
    }
    let begins = |token: &Token| match decode_sequence(P2, &[*token]) {
        Ok(items) => items.len() == 1,
        Err(error) => error.at == 1,
    };
    let all: BTreeSet<Token> = (0..VOCABULARY.len() as Token).filter(begins).collect();
    assert_eq!(starts, all, "the grammar knows every beginning");
}

/// Almost right sequences never panic, and whatever is accepted encodes to itself.
#[test]
fn damaged_sequences_are_refused_or_read_back() {
    let grammar = Grammar::new();
    let mut rng = Rng::new(7);
    let mut accepted = 0;
    for _ in 0..100_000 {
        let mut tokens = Vec::new();
        let rule = ["action", "item", "seen"][rng.below(3) as usize];
        grammar.write(rule, 0, &mut rng, &mut tokens);
        tokens.push(rng.below(VOCABULARY.len() as u32 + 2) as Token);
        let (a, b) = (rng.below(tokens.len() as u32) as usize, rng.below(tokens.len() as u32) as usize);
        tokens.swap(a, b);
        tokens.truncate(tokens.len() - rng.below(3) as usize % tokens.len());
        match decode_sequence(P2, &tokens) {
            Ok(items) => {
                assert_eq!(rewritten(P2, &items), tokens);
                accepted += 1;
            }
            Err(error) => {
                let is_known = error.at <= tokens.len() && error.id.starts_with("lorcana/tokens/");
                assert!(is_known && !error.message.is_empty(), "{error}: {}", words(&tokens));
            }
        }
        if let Ok(action) = decode_for(P2, &tokens) {
            assert_eq!(encoded_for(P2, action), tokens);
            accepted += 1;
        }
    }
    assert!(accepted > 5_000, "{accepted}");
}

#[test]
fn the_grammar_knows_every_word() {
    let known: BTreeSet<Token> = Grammar::new().known.into_values().flatten().collect();
    let named = (0..VOCABULARY.len() as Token).filter(|&token| name(token) != "<SPARE>");
    let missing: Vec<Token> = named.filter(|token| !known.contains(token)).collect();
    // The words of actions that no seat sees, what no reader accepts, and the words of version 1 that have gone.
    let gone = "CHALLENGES_READY GRANTS CHEAPER NEXT_CHEAPER MORE_INK \
        ANY_CARD CHARACTER ACTION SONG ITEM LOCATION CHARACTER_OR_LOCATION";
    assert_eq!(words(&missing), format!("P1 P2 UNKNOWN {gone}"));
}
