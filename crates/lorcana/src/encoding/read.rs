//! From tokens to actions and events, strictly: whatever is accepted encodes to the same tokens.

use crate::rules::phase;
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actor, Event as _, Seat, Token, TokenError};

use super::vocabulary::*;
use super::write::Writer;
use crate::cards::{Card, CardCopy};
use crate::rules::{Action, Answer, Audience, Event, Piece};

/// One item of what a seat has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A phase begins.
    Phase(Phase),
    /// Something happens.
    Event(Event),
}

impl Item {
    /// Appends its tokens from the perspective of this seat, leaving out what it does not see.
    pub fn encode(&self, seat: Seat, out: &mut Vec<Token>) {
        let mut writer = Writer::new(Perspective::Of(seat), |token| out.push(token));
        match self {
            Self::Phase(phase) => writer.phase(*phase),
            Self::Event(event) => event.seen_by(seat).iter().for_each(|event| writer.event(event)),
        }
    }
}

/// Reads what a seat has seen, from its own perspective. The sequence may end between phases and events, never inside
/// one.
///
/// # Errors
/// Where and why the sequence cannot be read.
pub fn decode_sequence(seat: Seat, tokens: &[Token]) -> Result<Vec<Item>, TokenError> {
    let mut reader = Reader { tokens, at: 0, perspective: Perspective::Of(seat) };
    let mut items = Vec::new();
    while reader.at < tokens.len() {
        items.push(reader.item(seat)?);
    }
    Ok(items)
}

/// Reads exactly one action.
pub(super) fn decode_action(perspective: Perspective, tokens: &[Token]) -> Result<Action, TokenError> {
    let mut reader = Reader { tokens, at: 0, perspective };
    let action = reader.action()?;
    reader.end()?;
    Ok(action)
}

/// Reads token names or numbers, separated by white space or commas. A card's name may have commas itself.
///
/// # Errors
/// The index of the word and why it is not a token.
pub fn read_tokens(text: &str) -> Result<Vec<Token>, TokenError> {
    let mut tokens = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '[' | ']')) {
        let mut rest = word.trim_matches(',');
        while !rest.is_empty() {
            let (token, length) = read_first(rest, tokens.len())?;
            tokens.push(token);
            rest = rest[length..].trim_start_matches(',');
        }
    }
    Ok(tokens)
}

/// The token at the beginning of a text, up to a comma or the end, and the length of its name; the longest name wins.
fn read_first(text: &str, at: usize) -> Result<(Token, usize), TokenError> {
    /// No card's name has more.
    const COMMAS: usize = 2;
    let commas = text.match_indices(',').map(|(comma, _)| comma);
    let mut ends = [None; COMMAS + 1];
    ends.iter_mut().zip(commas.chain([text.len()])).for_each(|(end, comma)| *end = Some(comma));
    let found = ends
        .iter()
        .rev()
        .flatten()
        .find_map(|&end| Some((read_token(text[..end].trim_end_matches(','))?, end)));
    found.ok_or_else(|| {
        let word = crate::text::quote(text.split(',').next().unwrap_or(text));
        let last = VOCABULARY.len() - 1;
        let message =
            format!("`{word}` is not a token; ids are 0 to {last}, and cards are named by their keys");
        TokenError::new(at, "lorcana/tokens/unknown", message)
    })
}

fn read_token(word: &str) -> Option<Token> {
    if let Ok(id) = word.parse::<Token>() {
        return Some(id).filter(|&token| is_used(token));
    }
    let bare = word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(word);
    let is_named = |name: &&str| name[1..name.len() - 1].eq_ignore_ascii_case(bare);
    match WORDS.iter().position(is_named) {
        Some(id) => Some(id as Token),
        None => Card::from_key(&bare.to_lowercase()).map(card_token),
    }
}

/// Whether a token has a meaning.
fn is_used(token: Token) -> bool {
    VOCABULARY.get(usize::from(token)).is_some_and(|&name| name != SPARE)
}

/// Reads a token sequence from left to right.
struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    perspective: Perspective,
}

impl Reader<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// The next token, if `read` accepts it.
    fn take<T>(&mut self, wanted: &str, read: impl FnOnce(Token) -> Option<T>) -> Result<T, TokenError> {
        let Some(token) = self.peek() else {
            let message = format!("{wanted} is missing at the end");
            return Err(TokenError::new(self.at, "lorcana/tokens/unfinished", message));
        };
        let found = read(token).ok_or_else(|| unexpected(self.at, token, wanted))?;
        self.at += 1;
        Ok(found)
    }

    /// Reads this token if it is next; returns whether it was.
    fn skip(&mut self, word: Token) -> bool {
        let is_next = self.peek() == Some(word);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads all of this token that follow; returns how many.
    fn skip_all(&mut self, word: Token) -> usize {
        let start = self.at;
        while self.skip(word) {}
        self.at - start
    }

    fn end(&self) -> Result<(), TokenError> {
        if self.at == self.tokens.len() {
            return Ok(());
        }
        let message = "the action is complete before this token";
        Err(TokenError::new(self.at, "lorcana/tokens/trailing", message))
    }

    fn player(&mut self) -> Result<Seat, TokenError> {
        let perspective = self.perspective;
        self.take(perspective.wanted(), |token| perspective.as_player(token))
    }

    fn card(&mut self) -> Result<Card, TokenError> {
        self.take("a card", as_card)
    }

    /// A number, which may be too large for its type.
    fn number<N: TryFrom<u32>>(&mut self) -> Result<N, TokenError> {
        let start = self.at;
        let further = self.skip_all(HUNDREDS);
        let least = u32::from(further > 0);
        let first = |token| as_number(token).filter(|&digit| digit >= least);
        let mut number = Some(self.take("a number", first)?);
        for _ in 0..further {
            let digit = self.take("a number", as_number)?;
            number = number.and_then(|number| number.checked_mul(NUMBERS)?.checked_add(digit));
        }
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| too_large(start, "number"))
    }

    /// A number that may be negative.
    fn integer(&mut self) -> Result<i16, TokenError> {
        let start = self.at;
        if !self.skip(MINUS) {
            return self.number::<u16>().and_then(|n| n.try_into().map_err(|_| too_large(start, "number")));
        }
        if self.peek() == Some(NUMBER_0) {
            return self.take("a number of at least 1", |_| None);
        }
        let number = self.number::<u16>()?;
        0_i16.checked_sub_unsigned(number).ok_or_else(|| too_large(start, "number"))
    }

    fn copy(&mut self) -> Result<u16, TokenError> {
        let start = self.at;
        let further = self.skip_all(COPY_MORE);
        let mut copy = Some(0_u32);
        for _ in 0..=further {
            let letter = self.take("the letter of a copy", as_letter)?;
            copy = copy.and_then(|copy| copy.checked_mul(LETTERS)?.checked_add(letter + 1));
        }
        copy.and_then(|copy| (copy - 1).try_into().ok()).ok_or_else(|| too_large(start, "copy"))
    }

    fn piece(&mut self) -> Result<Piece, TokenError> {
        let owner = self.player()?;
        Ok(Piece { owner, copy: CardCopy { card: self.card()?, copy: self.copy()? } })
    }

    fn maybe_piece(&mut self) -> Result<Option<Piece>, TokenError> {
        if self.skip(HIDDEN) { Ok(None) } else { self.piece().map(Some) }
    }

    /// The card that another is played onto or banished by, if any.
    fn onto(&mut self) -> Result<Option<Piece>, TokenError> {
        if self.skip(NOBODY) { Ok(None) } else { self.piece().map(Some) }
    }

    fn action(&mut self) -> Result<Action, TokenError> {
        const WANTED: &str = "an action";
        let start = self.at;
        Ok(match self.take(WANTED, Some)? {
            KEEP => Action::Keep,
            ALTER => Action::Alter(self.piece()?),
            END_TURN => Action::EndTurn,
            INK => Action::Ink(self.piece()?),
            PLAY => Action::Play(self.piece()?),
            PLAY_FREE => Action::PlayFree { card: self.piece()?, onto: self.onto()? },
            SING => Action::Sing { song: self.piece()?, singer: self.piece()? },
            SHIFT => Action::Shift { card: self.piece()?, onto: self.piece()? },
            QUEST => Action::Quest(self.piece()?),
            CHALLENGE => Action::Challenge { by: self.piece()?, target: self.piece()? },
            MOVE => Action::Move { who: self.piece()?, to: self.piece()? },
            BOOST => Action::Boost(self.piece()?),
            ACTIVATE => Action::Activate { card: self.piece()?, of: self.card()?, ability: self.number()? },
            BEGIN => Action::Begin(self.player()?),
            RANDOM => Action::Random(self.piece()?),
            YES => Action::Choose(Answer::Yes),
            NO => Action::Choose(Answer::No),
            DONE => Action::Choose(Answer::Done),
            CHOOSE => Action::Choose(Answer::Card(self.piece()?)),
            CHOOSE_PLAYER => Action::Choose(Answer::Player(self.player()?)),
            CHOOSE_TRIGGER => Action::Choose(Answer::Trigger(self.number()?)),
            CHOOSE_NUMBER => Action::Choose(Answer::Number(self.number()?)),
            NAME => Action::Choose(Answer::Name(self.card()?)),
            TO_TOP_OF_DECK => Action::Choose(Answer::Top),
            TO_BOTTOM_OF_DECK => Action::Choose(Answer::Bottom),
            TO_DISCARD => Action::Choose(Answer::Discard),
            other => return Err(unexpected(start, other, WANTED)),
        })
    }

    fn item(&mut self, seat: Seat) -> Result<Item, TokenError> {
        let by = self.peek().and_then(|token| match token {
            CHANCE => Some(Actor::Storyteller),
            _ => self.perspective.as_player(token).map(Actor::Seat),
        });
        if let Some(by) = by {
            self.at += 1;
            // A secret action is seen by nobody else.
            let is_secret = self.skip(SECRETLY);
            let audience = if is_secret { Audience::Only(seat) } else { Audience::Everybody };
            return Ok(Item::Event(Event::Acts { by, action: self.action()?, audience }));
        }
        if self.skip(SETUP) {
            return Ok(Item::Phase(Phase::SETUP));
        }
        if self.skip(TURN) {
            return Ok(Item::Phase(Phase::new(phase::TURN, self.number()?)));
        }
        let start = self.at;
        let event = self.event()?;
        if event.seen_by(seat).as_ref() == Some(&event) {
            return Ok(Item::Event(event));
        }
        Err(TokenError::new(start, "lorcana/tokens/secret", "this player does not see all of this event"))
    }

    fn event(&mut self) -> Result<Event, TokenError> {
        const WANTED: &str = "a phase, an actor or an event";
        let start = self.at;
        Ok(match self.take(WANTED, Some)? {
            SHUFFLED => Event::Shuffled { player: self.player()?, order: Vec::new() },
            TURN_BEGINS => Event::TurnBegins(self.player()?),
            DRAWS => Event::Draws { player: self.player()?, card: self.maybe_piece()? },
            ENTERS => Event::Enters(self.piece()?),
            DISCARDED => Event::Discards(self.piece()?),
            TO_INKWELL => Event::ToInkwell {
                player: self.player()?,
                card: self.maybe_piece()?,
                known: self.take("who knows it", as_known_to)?,
            },
            PUT_UNDER => Event::PutUnder { top: self.piece()?, card: None },
            LOOKS => {
                let (player, count) = (self.player()?, self.number()?);
                Event::Looks { player, cards: self.pieces()?, count }
            }
            LOOKS_AT => {
                let (player, of, count) = (self.player()?, self.player()?, self.number()?);
                Event::LooksAt { player, of, cards: self.pieces()?, count }
            }
            REVEALED => Event::Reveals(self.piece()?),
            NAMES => Event::Names { player: self.player()?, card: self.card()? },
            TO_HAND => Event::ToHand {
                player: self.player()?,
                card: self.maybe_piece()?,
                known: self.take("who knows it", as_known_to)?,
            },
            word @ (TO_BOTTOM | TO_TOP) => Event::ToDeck {
                player: self.player()?,
                card: self.maybe_piece()?,
                known: self.take("who knows it", as_known_to)?,
                top: word == TO_TOP,
            },
            MOVES_TO => Event::MovesTo { who: self.piece()?, to: self.piece()? },
            INK_DROPS => Event::InkDrops { player: self.player()?, by: self.integer()? },
            LORE => Event::Lore { player: self.player()?, by: self.integer()? },
            DAMAGED => {
                let (card, from) = (self.piece()?, self.piece()?);
                Event::Damage { card, by: self.number()?, from }
            }
            HEALED => Event::Heals { card: self.piece()?, by: self.number()? },
            BANISHED => Event::Banished { card: self.piece()?, by: self.onto()? },
            EXERTS => Event::Exerts(self.piece()?),
            READIES => Event::Readies(self.piece()?),
            TRIGGERS => Event::Triggers(self.piece()?),
            RESOLVES => Event::Resolves(self.piece()?),
            REPLACES => Event::Replaces(self.piece()?),
            WINS => Event::Wins(self.player()?),
            other => return Err(unexpected(start, other, WANTED)),
        })
    }

    fn pieces(&mut self) -> Result<Vec<Piece>, TokenError> {
        let mut pieces = Vec::new();
        while !self.skip(END) {
            pieces.push(self.piece()?);
        }
        Ok(pieces)
    }
}

fn unexpected(at: usize, token: Token, wanted: &str) -> TokenError {
    let id = if is_used(token) { "lorcana/tokens/unexpected" } else { "lorcana/tokens/unknown" };
    TokenError::new(at, id, format!("{} stands where {wanted} is expected", name(token)))
}

fn too_large(at: usize, what: &str) -> TokenError {
    TokenError::new(at, "lorcana/tokens/too-large", format!("this {what} is too large"))
}
