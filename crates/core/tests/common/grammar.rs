//! The grammar of a game's token page, for generating sequences.
//!
//! Accepts the table of the page, rules with their alternatives, and the members of its word classes. Emits
//! random sequences; checking one against the grammar is up to the game.

use std::collections::{BTreeMap, BTreeSet};

use gaslamp_core::{Rng, Token};

/// Rules and what their symbols stand for.
pub(crate) struct Grammar {
    rules: BTreeMap<&'static str, &'static [&'static str]>,
    /// The tokens that a word or a class of the grammar stands for.
    pub(crate) known: BTreeMap<&'static str, BTreeSet<Token>>,
}

impl Grammar {
    /// The grammar of a table; `class` gives the tokens of a symbol that is not a rule.
    pub(crate) fn of(
        table: &[(&'static str, &'static [&'static str])],
        class: impl Fn(&str) -> Option<BTreeSet<Token>>,
    ) -> Self {
        let rules: BTreeMap<_, _> = table.iter().copied().collect();
        assert_eq!(rules.len(), table.len(), "every rule once");
        let symbols =
            table.iter().flat_map(|(_, alternatives)| *alternatives).flat_map(|text| text.split(' '));
        let symbols = symbols.map(|symbol| symbol.trim_end_matches('*'));
        let known = symbols.filter_map(|symbol| Some((symbol, class(symbol)?))).collect();
        Self { rules, known }
    }

    /// The alternatives of a rule.
    pub(crate) fn rule(&self, name: &str) -> &'static [&'static str] {
        self.rules.get(name).unwrap_or_else(|| panic!("no rule `{name}`"))
    }

    /// Generates something by a rule; beyond a certain depth, only short alternatives.
    pub(crate) fn write(&self, symbol: &str, depth: usize, rng: &mut Rng, out: &mut Vec<Token>) {
        if let Some(known) = self.known.get(symbol) {
            out.extend(known.iter().nth(rng.below(known.len() as u32) as usize));
        } else if let Some(part) = symbol.strip_suffix('*') {
            let most = if depth > 6 { 1 } else { 3 };
            (0..rng.below(most)).for_each(|_| self.write(part, depth + 1, rng, out));
        } else {
            let is_short =
                |alternative: &&&str| depth < 8 || !alternative.split(' ').any(|word| word == symbol);
            let alternatives: Vec<_> = self.rule(symbol).iter().filter(is_short).collect();
            let alternative = rng.pick(&alternatives).expect("an alternative");
            alternative.split(' ').for_each(|symbol| self.write(symbol, depth + 1, rng, out));
        }
    }
}
