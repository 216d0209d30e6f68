//! Actions that are written token by token. An id is a token of the vocabulary or, beyond these, a kind of open choice whose
//! contents are drawn with the odds of the rules.

use std::fmt;

use gaslamp_core::{Choice, Game, Seat, Token};

/// What may be written next, given a legal list and the tokens already written.
pub(crate) struct Spelled<G: Game> {
    choices: Vec<Choice<G>>,
    /// The tokens of all listed actions, one after another.
    tokens: Vec<Token>,
    /// Where the tokens of each end; those of an open choice are none.
    ends: Vec<u32>,
    /// The listed actions that begin with what is written.
    fitting: Vec<u32>,
    written: Vec<Token>,
    /// A bit for every legal id.
    legal: Vec<u64>,
}

impl<G: Game> Default for Spelled<G> {
    fn default() -> Self {
        Self {
            choices: Vec::new(),
            tokens: Vec::new(),
            ends: Vec::new(),
            fitting: Vec::new(),
            written: Vec::new(),
            legal: Vec::new(),
        }
    }
}

impl<G: Game> Clone for Spelled<G> {
    fn clone(&self) -> Self {
        Self {
            choices: self.choices.clone(),
            tokens: self.tokens.clone(),
            ends: self.ends.clone(),
            fitting: self.fitting.clone(),
            written: self.written.clone(),
            legal: self.legal.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Spelled<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spelled")
            .field("choices", &self.choices)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

/// How a game spells: the number of its ids, the tokens of an action for a seat, and the id of an open choice, if it is offered.
pub(crate) struct Spelling<A, O> {
    pub(crate) ids: usize,
    pub(crate) encode: fn(Seat, A, &mut Vec<Token>),
    pub(crate) open: O,
}

impl<G: Game> Spelled<G> {
    /// Lists what the state allows.
    pub(crate) fn begin(
        &mut self,
        state: &G,
        seat: Seat,
        spelling: &Spelling<G::Action, impl Fn(G::Open) -> Option<usize>>,
    ) {
        self.end();
        self.legal.resize(spelling.ids.div_ceil(64), 0);
        state.legal(&mut self.choices);
        self.choices.retain(|choice| match choice {
            Choice::Action(_) => true,
            Choice::Open(open) => (spelling.open)(*open).is_some(),
        });
        for (at, choice) in self.choices.iter().enumerate() {
            match *choice {
                Choice::Action(action) => {
                    (spelling.encode)(seat, action, &mut self.tokens);
                    self.fitting.push(at as u32);
                }
                Choice::Open(open) => {
                    let id = (spelling.open)(open).unwrap_or_default();
                    set(&mut self.legal, id);
                }
            }
            self.ends.push(self.tokens.len() as u32);
        }
        self.offer();
    }

    pub(crate) fn end(&mut self) {
        self.choices.clear();
        self.tokens.clear();
        self.ends.clear();
        self.fitting.clear();
        self.written.clear();
        self.legal.fill(0);
    }

    /// Marks the tokens that may come next.
    fn offer(&mut self) {
        let at = self.written.len();
        for &listed in &self.fitting {
            if let Some(&next) = tokens_of(&self.tokens, &self.ends, listed).get(at) {
                set(&mut self.legal, usize::from(next));
            }
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.legal.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn nth(&self, mut nth: usize) -> Option<usize> {
        for (at, &word) in self.legal.iter().enumerate() {
            let ones = word.count_ones() as usize;
            if nth < ones {
                let mut rest = word;
                (0..nth).for_each(|_| rest &= rest - 1);
                return Some(at * 64 + rest.trailing_zeros() as usize);
            }
            nth -= ones;
        }
        None
    }

    pub(crate) fn contains(&self, id: usize) -> bool {
        self.legal.get(id / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    pub(crate) fn mask(&self, mask: &mut [u8]) {
        mask.fill(0);
        for (at, &word) in self.legal.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let id = at * 64 + rest.trailing_zeros() as usize;
                mask.get_mut(id).into_iter().for_each(|cell| *cell = 1);
                rest &= rest - 1;
            }
        }
    }

    /// Takes a legal id; emits the choice once it is complete. Nothing may follow a whole action.
    pub(crate) fn take(&mut self, id: usize, open: impl Fn(G::Open) -> Option<usize>) -> Option<Choice<G>> {
        let is_meant = |choice: &&Choice<G>| matches!(choice, Choice::Open(kind) if open(*kind) == Some(id));
        let is_first = self.written.is_empty();
        if let Some(choice) = self.choices.iter().find(|choice| is_first && is_meant(choice)) {
            return Some(*choice);
        }
        let at = self.written.len();
        self.written.push(id as Token);
        let (tokens, ends) = (&self.tokens, &self.ends);
        self.fitting.retain(|&listed| tokens_of(tokens, ends, listed).get(at) == Some(&(id as Token)));
        let is_whole = |listed: &&u32| tokens_of(tokens, ends, **listed).len() == at + 1;
        if let Some(&whole) = self.fitting.iter().find(is_whole) {
            return self.choices.get(whole as usize).copied();
        }
        self.legal.fill(0);
        self.offer();
        None
    }

    pub(crate) fn written(&self) -> &[Token] {
        &self.written
    }
}

/// The tokens of a listed action.
fn tokens_of<'a>(tokens: &'a [Token], ends: &[u32], listed: u32) -> &'a [Token] {
    let at = listed as usize;
    let start = at.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or_default();
    let end = ends.get(at).copied().unwrap_or(start);
    tokens.get(start as usize..end as usize).unwrap_or_default()
}

fn set(legal: &mut [u64], id: usize) {
    legal.get_mut(id / 64).into_iter().for_each(|word| *word |= 1 << (id % 64));
}
