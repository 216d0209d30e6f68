//! Tokens and masks of a record, for any game whose encoding can be read back.

use gaslamp_core::trace::{self, Phase};
use gaslamp_core::{Actor, Contents, Notation, Run, Seat, Token, TokenError, Tokens};
use serde_json::{Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record::{self, Part, read, seat};
use crate::view::token_names;

/// A game whose tokens can be read back.
pub trait Codec: Notation + Tokens {
    /// Reads ids or names.
    ///
    /// # Errors
    /// Which word is no token.
    fn read_tokens(text: &str) -> Result<Vec<Token>, TokenError>;

    /// Writes an action with its contents.
    fn write(actor: Actor, action: Self::Action, contents: &Contents<Self::Content>) -> Vec<Token>;

    /// Reads what a seat has seen, or an action of it, at a table with these names.
    ///
    /// # Errors
    /// Where and why the sequence cannot be read.
    fn pieces(names: &[String], seat: Seat, tokens: &[Token]) -> Result<Vec<Piece>, TokenError>;

    /// Marks what may follow the first tokens of a seat's action.
    ///
    /// # Errors
    /// Where and why that is not the beginning of a legal action.
    fn mask(run: &Run<Self>, seat: Seat, prefix: &[Token], mask: &mut [bool]) -> Result<(), TokenError>;
}

/// Tokens that belong together, and what they mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// A phase or an event in the notation; the names of the tokens if it has no words for it.
    pub text: String,
}

impl Piece {
    /// A phase that begins.
    #[must_use]
    pub fn phase(tokens: Vec<Token>, phase: Phase) -> Self {
        Self { tokens, text: format!("<{phase}>") }
    }

    /// Something that happens.
    #[must_use]
    pub fn event<G: Notation + Tokens>(tokens: Vec<Token>, event: Option<trace::Event>) -> Self {
        let text = event.map_or_else(|| token_names(&tokens, G::VOCABULARY), |event| event.to_string());
        Self { tokens, text }
    }

    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "tokens": self.tokens, "text": self.text })
    }
}

/// The version of a vocabulary, and all its tokens by their ids.
#[must_use]
pub fn list<G: Tokens>(version: u32) -> Value {
    json!({ "version": version, "tokens": G::VOCABULARY })
}

/// The tokens of every action of a record.
///
/// # Errors
/// What cannot be read, or that there is no action.
pub fn encode<G: Codec>(input: &Input) -> Result<Vec<Vec<Token>>, Problems> {
    let run: Run<G> = read(input, None)?;
    let record = run.record();
    let mut state = G::start(&record.setup)?;
    let mut lines = Vec::with_capacity(record.actions.len());
    for &action in &record.actions {
        let actor = state.to_act().unwrap_or(Actor::Storyteller);
        let tokens = G::write(actor, action, &record.contents);
        // What chance does may have none.
        if !tokens.is_empty() {
            lines.push(tokens);
        }
        state.apply(action, &record.contents, &mut |_, _| {}).map_err(gaslamp_core::Diagnostic::from)?;
    }
    if lines.is_empty() {
        return Err(Problems::unreadable("encode/empty", format!("{} has no action", input.name)));
    }
    Ok(lines)
}

/// The phases and events of token ids or names with spaces between, as this seat sees them. Lines that mean something each, such as those
/// of [`encode`], are read one by one.
///
/// # Errors
/// Which token means nothing there, or that there is none.
pub fn decode<G: Codec>(text: &str, names: &[String], seat: &str) -> Result<Vec<Piece>, Problems> {
    let seat = record::seat(seat, names)?;
    let tokens = G::read_tokens(text)?;
    if tokens.is_empty() {
        return Err(TokenError::new(0, "tokens/empty", "there is no token to decode").into());
    }
    let line = |line: &str| G::pieces(names, seat, &G::read_tokens(line)?);
    let lines: Result<Vec<Vec<Piece>>, TokenError> =
        text.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
    lines.map(|lines| lines.concat()).or_else(|_| Ok(G::pieces(names, seat, &tokens)?))
}

/// What whoever is to act may write next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    /// Who is to act.
    pub seat: Seat,
    /// The name of that player.
    pub name: String,
    /// The tokens of an action that is partly written.
    pub prefix: Vec<Token>,
    /// Which may follow them.
    pub next: Vec<bool>,
}

/// The mask at a step of a record, after the first tokens of an action.
///
/// # Errors
/// What cannot be read, or that no seat, or another one, is to act.
pub fn mask<G: Codec>(input: &Input, part: &Part, prefix: &str) -> Result<Mask, Problems> {
    let run: Run<G> = read(input, part.at)?;
    let names = G::names(&run.record().setup);
    let asked = part.seat.as_deref().map(|text| seat(text, &names)).transpose()?;
    let Some(Actor::Seat(actor)) = run.state().to_act() else {
        return Err(Problems::illegal("mask/nobody", "no seat is to act here, so there is no mask"));
    };
    if asked.is_some_and(|seat| seat != actor) {
        return Err(Problems::illegal("mask/seat", "it is not this seat's turn to act, so it has no mask"));
    }
    let prefix = G::read_tokens(prefix)?;
    let mut next = vec![false; G::VOCABULARY.len()];
    G::mask(&run, actor, &prefix, &mut next).map_err(|error| {
        Problems::illegal(error.id, format!("token {} of the prefix: {}", error.at, error.message))
    })?;
    let name = names[actor.index()].clone();
    Ok(Mask { seat: actor, name, prefix, next })
}

impl Mask {
    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let next: Vec<u8> = self.next.iter().map(|&set| u8::from(set)).collect();
        json!({ "seat": self.seat.index(), "prefix": self.prefix, "next_token_mask": next })
    }
}
