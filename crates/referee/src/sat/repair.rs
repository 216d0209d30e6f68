//! Single changes that make everything legal. Accepts a clash, emits what could stand instead of one of its statements.

use gaslamp_botc::rules::Reminder;
use gaslamp_botc::{Character, Setup};

use super::check::{About, EncodedAssertion};
use super::circuit::Bit;
use super::history::{TOKENS, Unrolling, number, token_name};
use super::unsat_core::{Clash, CoreFinder};

/// A single change after which everything is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The statement that is changed.
    pub statement: usize,
    /// Into what, in words.
    pub instead: String,
}

/// What the statements are about, and what is so at the end of an unrolling.
pub(super) struct Repairs {
    about: Vec<About>,
    words: Vec<String>,
    names: Vec<String>,
    characters: Vec<Character>,
    /// Who is what, by seat and number of the character.
    is: Vec<Vec<Bit>>,
    alive: Vec<Bit>,
    spent: Vec<Bit>,
    tokens: Vec<Vec<Bit>>,
}

impl Repairs {
    pub(super) fn new(setup: &Setup, unrolling: &mut Unrolling, said: &[EncodedAssertion]) -> Self {
        let characters = unrolling.characters.clone();
        let seats = 0..unrolling.seats();
        let is = seats
            .map(|seat| characters.iter().map(|&character| unrolling.is(seat, character)).collect())
            .collect();
        Self {
            about: said.iter().map(|said| said.assertion.about).collect(),
            words: said.iter().map(|said| said.assertion.words.clone()).collect(),
            names: setup.names.clone(),
            is,
            alive: unrolling.alive.clone(),
            spent: unrolling.spent.clone(),
            tokens: TOKENS.iter().map(|token| unrolling.lies(*token).to_vec()).collect(),
            characters,
        }
    }

    /// Single changes to a statement of a clash after which everything is legal.
    pub(super) fn of(&self, cores: &mut CoreFinder, clash: &Clash) -> Vec<Repair> {
        let mut repairs = Vec::new();
        for &statement in &clash.statements {
            if !cores.can_be_instead(&[statement], &[]) {
                continue;
            }
            let instead = self.changes(cores, statement);
            repairs.extend(instead.into_iter().map(|instead| Repair { statement, instead }));
        }
        repairs
    }

    /// What may stand instead of a statement that is dropped.
    fn changes(&self, cores: &mut CoreFinder, statement: usize) -> Vec<String> {
        match self.about[statement] {
            About::Role(seat) => self.other_roles(cores, statement, seat),
            About::Life(seat) => self.other_lives(cores, statement, seat),
            About::Token(seat, token) => self.other_places(cores, statement, seat, token),
            About::NoOther(seat) => self.more_tokens(cores, statement, seat),
            About::Bluffs => vec!["the bluffs are different".to_owned()],
            About::Deaths => vec!["somebody else also died".to_owned()],
            About::Foreign(..) | About::Deal | About::Event => {
                vec![format!("leave out “{}”", self.words[statement])]
            }
        }
    }

    fn other_roles(&self, cores: &mut CoreFinder, statement: usize, seat: usize) -> Vec<String> {
        let mut names = Vec::new();
        for at in 0..self.characters.len() {
            let bit = self.is[seat][at];
            if cores.can_be_instead(&[statement], &[bit]) {
                names.push(self.characters[at].name());
            }
        }
        if names.is_empty() {
            return Vec::new();
        }
        vec![format!("{} is one of: {}", self.names[seat], names.join(", "))]
    }

    fn other_lives(&self, cores: &mut CoreFinder, statement: usize, seat: usize) -> Vec<String> {
        let (alive, spent) = (self.alive[seat], self.spent[seat]);
        let lives: [(&str, &[Bit]); 3] = [
            ("is alive", &[alive]),
            ("is dead and still has a vote", &[!alive, !spent]),
            ("is dead and has used their vote", &[!alive, spent]),
        ];
        let mut instead = Vec::new();
        for (words, bits) in lives {
            if cores.can_be_instead(&[statement], bits) {
                instead.push(format!("{} {words}", self.names[seat]));
            }
        }
        instead
    }

    /// The token lies nowhere, or at another seat.
    fn other_places(
        &self,
        cores: &mut CoreFinder,
        statement: usize,
        seat: usize,
        token: Reminder,
    ) -> Vec<String> {
        let word = token_name(token);
        let mut instead = Vec::new();
        if cores.can_be_instead(&[statement], &[!self.tokens[number(token)][seat]]) {
            instead.push(format!("{} does not have {word}", self.names[seat]));
        }
        for other in (0..self.names.len()).filter(|other| *other != seat) {
            let Some(no_other) = self.about.iter().position(|about| *about == About::NoOther(other)) else {
                continue;
            };
            let gone = !self.tokens[number(token)][seat];
            let bits =
                [gone, self.tokens[number(token)][other]].into_iter().chain(self.absent_but(other, token));
            let bits: Vec<Bit> = bits.collect();
            if cores.can_be_instead(&[statement, no_other], &bits) {
                instead.push(format!("{} has {word}", self.names[other]));
            }
        }
        instead
    }

    /// Another token lies there too.
    fn more_tokens(&self, cores: &mut CoreFinder, statement: usize, seat: usize) -> Vec<String> {
        let mut instead = Vec::new();
        for token in TOKENS {
            let word = token_name(token);
            if self.lies_by_words(seat, token) {
                continue;
            }
            let bits: Vec<Bit> =
                [self.tokens[number(token)][seat]].into_iter().chain(self.absent_but(seat, token)).collect();
            if cores.can_be_instead(&[statement], &bits) {
                instead.push(format!("{} also has {word}", self.names[seat]));
            }
        }
        instead
    }

    fn lies_by_words(&self, seat: usize, token: Reminder) -> bool {
        self.about.contains(&About::Token(seat, token))
    }

    /// No token lies at a seat that nobody speaks of, but for one.
    fn absent_but(&self, seat: usize, but: Reminder) -> Vec<Bit> {
        let others = TOKENS.into_iter().filter(|token| *token != but && !self.lies_by_words(seat, *token));
        others.map(|token| !self.tokens[number(token)][seat]).collect()
    }
}
