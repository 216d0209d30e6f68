//! What the unknown parts of a grimoire may be.
//!
//! Accepts a grimoire with unknown seats, sets of characters or tokens that may be missing; says what is possible and what is forced at each seat,
//! how many completions there are, and draws some, each equally likely.

use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Player};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::{Character, Setup};
use gaslamp_core::{Diagnostic, Rng};
use gaslamp_referee::sat::partial::{Completions, May, Outlook, Partial, Tokens, Unfinished, complete};
use gaslamp_referee::sat::{Check, Stop as SatStop};
use serde_json::{Value, json};

use super::verdict::{Ruling, Sources, judge, legal_fields, unknown};
use super::{Checked, unfinished};
use crate::answer::Answer;
use crate::diagnostic::{Input, Problems};
use crate::stop::Stop;

/// More completions would not fit into memory as one list.
pub const MOST: usize = 100_000;

/// What is asked of a grimoire that is known in parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How the tokens are meant; as written if not given.
    pub tokens: Option<Tokens>,
    /// Whether the completions are counted: the ways to give every seat its character, and the Drunk a token, so that it is legal.
    pub count: bool,
    /// How many completions are drawn, each equally likely.
    pub sample: Option<usize>,
    /// How many may be drawn.
    pub most: usize,
    /// The random seed.
    pub seed: u64,
    /// How many cases are looked at, to count and to draw, before giving up.
    pub cases: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { tokens: None, count: false, sample: None, most: MOST, seed: 0, cases: 20_000 }
    }
}

impl Options {
    /// Only grimoires have completions.
    pub(super) fn refuse(&self, given: &str) -> Result<(), Problems> {
        let options = [
            ("--tokens", self.tokens.is_some()),
            ("--count", self.count),
            ("--sample", self.sample.is_some()),
        ];
        let refused: Vec<&str> =
            options.iter().filter(|(_, is_given)| *is_given).map(|(option, _)| *option).collect();
        if refused.is_empty() {
            return Ok(());
        }
        let message =
            format!("{} can only be used with a grimoire by itself, and this is {given}", refused.join(", "));
        let problem = Diagnostic::new("botc/check/option", message);
        Err(problem.fix("[Ann:chef Ben:? Cy:{empath imp} …]").into())
    }

    /// How the tokens are meant.
    #[must_use]
    pub fn tokens(&self) -> Tokens {
        self.tokens.unwrap_or(Tokens::AsWritten)
    }

    /// Whether the completions have to be found.
    #[must_use]
    pub const fn needs_completions(&self) -> bool {
        self.count || self.sample.is_some()
    }
}

/// A legal grimoire, and what is asked about it.
pub struct Grimoire<'a> {
    options: &'a Options,
    stop: &'a Stop,
    /// The table.
    pub setup: Setup,
    /// What is written.
    pub text: GrimoireText,
    nights: usize,
    partial: Partial,
}

impl<'a> Grimoire<'a> {
    /// Whether a grimoire is legal, whatever its unknown parts are.
    pub(super) fn check(
        input: &Input,
        options: &'a Options,
        setup: Setup,
        grimoire: GrimoireText,
        nights: usize,
        stop: &'a Stop,
    ) -> Result<Checked<'a>, Problems> {
        if options.sample.is_some_and(|sample| sample > options.most) {
            let message = format!("a JSON list holds at most {} completions", options.most);
            return Err(Problems::unreadable("botc/check/sample", message));
        }
        let (flag, tokens) = (SatStop::new(stop.flag()), options.tokens());
        let mut partial = Partial::new(&setup, &grimoire, nights, tokens, &flag)?;
        Ok(match partial.is_possible() {
            Ok(true) => {
                Checked::Grimoire(Box::new(Self { options, stop, setup, text: grimoire, nights, partial }))
            }
            Ok(false) => {
                let check = Check::of_parts(&setup, &grimoire, nights, tokens, &flag)?;
                Checked::Ruled(judge(&Sources { grimoire: input, trace: input }, check, stop))
            }
            Err(_) => {
                let unjudged = Problems::default();
                Checked::Ruled(Ruling { answer: unknown(stop, &unjudged), unjudged })
            }
        })
    }

    /// What may be at each seat.
    ///
    /// # Errors
    /// That there was no time to find out.
    pub fn outlooks(&mut self) -> Result<Vec<Outlook>, Problems> {
        let stop = self.stop;
        self.partial.outlooks().map_err(|_| {
            let missing = "it is not known what may be at each seat";
            unfinished(stop, missing, "writing down more of the characters, or fewer --nights")
        })
    }

    /// All completions; whoever waits is told how many cases have been looked at.
    ///
    /// # Errors
    /// That there are too many, or was no time to find them.
    pub fn completions(&mut self, watch: impl FnMut(usize)) -> Result<Completions, Problems> {
        let limit = self.options.cases;
        self.partial.completions_watched(limit, watch).map_err(|error| match error {
            Unfinished::Stopped { .. } => {
                let missing = format!("{error}, so none were drawn");
                unfinished(self.stop, &missing, "writing down more of the characters, or fewer --nights")
            }
            Unfinished::TooManyCases { .. } => {
                let message = format!("{error}: too many to count, or to draw from");
                let fix = format!(
                    "write down more of the characters; or give --nights, if there were fewer than {}; or allow more than --cases {limit}, which takes longer",
                    self.nights
                );
                Diagnostic::new("botc/check/cases", message).fix(fix).into()
            }
        })
    }

    /// As many of them as are wanted, each a line.
    pub fn samples(&self, completions: &mut Completions) -> impl Iterator<Item = String> {
        let mut rng = Rng::new(self.options.seed);
        (0..self.options.sample.unwrap_or(0)).map_while(move |_| {
            let shown = completions.sample(&mut rng)?;
            Some(line::write(&complete(&self.text, &shown), Naming::Long))
        })
    }

    /// Whether as many were drawn as were asked for.
    #[must_use]
    pub fn all_drawn(&self, completions: &Completions, drawn: usize) -> Problems {
        let wanted = self.options.sample.unwrap_or(0);
        if drawn == wanted || completions.count() == 0 {
            return Problems::default();
        }
        unfinished(
            self.stop,
            &format!("only {drawn} of {wanted} completions were drawn"),
            "a smaller --sample",
        )
    }

    /// All that was asked, for programs; whoever waits is told how many cases have been looked at.
    #[must_use]
    pub fn answer(&mut self, watch: impl FnMut(usize)) -> Answer {
        let mut fields = legal_fields(Some(true), &Problems::default());
        fields.push(("nights", self.nights.into()));
        let outlooks = match self.outlooks() {
            Ok(outlooks) => outlooks,
            Err(problems) => return Answer { fields, problems },
        };
        let players = self.text.players.iter().zip(&outlooks);
        let seats = players.map(|(player, outlook)| seat_json(&self.setup, player, outlook));
        fields.push(("seats", seats.collect()));
        if !self.options.needs_completions() {
            return fields.into();
        }
        let mut completions = match self.completions(watch) {
            Ok(completions) => completions,
            Err(problems) => return Answer { fields, problems },
        };
        if self.options.count {
            // A text: the number may be greater than what programs keep exactly of a JSON number.
            fields.push(("completions", completions.count().to_string().into()));
        }
        if self.options.sample.is_none() {
            return fields.into();
        }
        let lines: Vec<String> = self.samples(&mut completions).collect();
        let problems = self.all_drawn(&completions, lines.len());
        fields.push(("samples", lines.into()));
        Answer { fields, problems }
    }
}

/// The only one of a set.
#[must_use]
pub fn only(characters: CharacterSet) -> Option<Character> {
    characters.iter().next().filter(|_| characters.len() == 1)
}

/// The tokens that may lie at a seat, or that must.
pub fn tokens(outlook: &Outlook, wanted: May) -> impl Iterator<Item = ReminderToken> {
    outlook.tokens.iter().filter(move |(_, may)| *may == wanted).map(|(token, _)| *token)
}

fn seat_json(setup: &Setup, player: &Player, outlook: &Outlook) -> Value {
    let words = |set: CharacterSet| -> Value { set.iter().map(|character| character.to_string()).collect() };
    let token_words = |may: May| -> Value { tokens(outlook, may).map(|token| token.to_string()).collect() };
    json!({
        "name": player.name,
        "possible": words(outlook.characters),
        "impossible": words(setup.script.set().minus(outlook.characters)),
        "forced": only(outlook.characters).map(|character| character.to_string()),
        "believed_if_drunk": words(outlook.believed),
        "tokens": { "forced": token_words(May::Forced), "possible": token_words(May::Possible) },
    })
}
