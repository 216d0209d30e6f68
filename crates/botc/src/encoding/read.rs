//! From tokens to actions, phrases and contents. Strict: whatever is accepted is written as the same tokens.

use std::sync::Arc;

use crate::rules::phase;
use gaslamp_core::trace::Phase;
use gaslamp_core::{Seat, Seats, Token, TokenError};

use super::vocabulary::*;
use super::write::{encode_event, encode_phase};
use crate::characters::{Character, CharacterSet};
use crate::rules::{
    Action, Bluffs, CharacterList, Claim, Content, Deal, Entry, EvilTeam, Formula, Grimoire, Joint, Mark,
    Phrase, Reminder, Report, Statement,
};

/// The deepest nesting of formulas that is read, so that no sequence can exhaust the stack.
pub(super) const DEEPEST: usize = 128;

/// One piece of a sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// The beginning of a phase.
    Phase(Phase),
    /// An event.
    Event {
        /// The seat that acts or is told, if there is one.
        by: Option<Seat>,
        /// What it does or is told.
        phrase: Phrase,
    },
}

impl Item {
    /// Appends its tokens.
    pub fn encode(&self, out: &mut Vec<Token>) {
        match self {
            Self::Phase(phase) => encode_phase(*phase, out),
            Self::Event { by, phrase } => encode_event(*by, phrase, out),
        }
    }
}

/// Reads a sequence of phases and events, such as an observation. It may stop between them, but not inside
/// one.
///
/// # Errors
/// Where and why the sequence cannot be read.
pub fn decode_sequence(tokens: &[Token]) -> Result<Vec<Item>, TokenError> {
    let mut reader = Reader::new(tokens);
    let mut items = Vec::new();
    while reader.at < tokens.len() {
        items.push(reader.item()?);
    }
    Ok(items)
}

/// Reads exactly one long content in the form of [`super::encode_content`]: this is how a learner writes a
/// claim or a question.
///
/// # Errors
/// Where and why the tokens are not one whole content.
pub fn decode_content(tokens: &[Token]) -> Result<Content, TokenError> {
    let mut reader = Reader::new(tokens);
    let content = reader.content()?;
    reader.end("content")?;
    Ok(content)
}

/// Reads exactly one action without contents.
pub(super) fn decode_action(tokens: &[Token]) -> Result<Action, TokenError> {
    let mut reader = Reader::new(tokens);
    let action = reader.action()?;
    reader.end("action")?;
    Ok(action)
}

/// Reads token names or numbers, separated by white space or commas.
///
/// # Errors
/// The index of the word and why it is not a token.
pub fn read_tokens(text: &str) -> Result<Vec<Token>, TokenError> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']'));
    words.filter(|word| !word.is_empty()).enumerate().map(|(at, word)| read_token(word, at)).collect()
}

fn read_token(word: &str, at: usize) -> Result<Token, TokenError> {
    let unknown = |message: String| TokenError::new(at, "tokens/unknown", message);
    if let Ok(id) = word.parse::<u64>() {
        let known = Token::try_from(id).ok().filter(|&token| usize::from(token) < VOCABULARY.len());
        return known
            .ok_or_else(|| unknown(format!("{id} is not a token; ids are 0 to {}", VOCABULARY.len() - 1)));
    }
    let bare = word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(word);
    let is_named = |name: &&str| name[1..name.len() - 1].eq_ignore_ascii_case(bare);
    let at = VOCABULARY.iter().position(is_named);
    at.map(|id| id as Token).ok_or_else(|| unknown(format!("`{word}` is not a token")))
}

/// A cursor over a token sequence.
struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The number of open formulas.
    depth: usize,
}

impl<'a> Reader<'a> {
    const fn new(tokens: &'a [Token]) -> Self {
        Self { tokens, at: 0, depth: 0 }
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// The next token, if `read` accepts it.
    fn take<T>(&mut self, wanted: &str, read: impl Fn(Token) -> Option<T>) -> Result<T, TokenError> {
        let Some(token) = self.peek() else {
            let message = format!("{wanted} is missing at the end");
            return Err(TokenError::new(self.at, "tokens/unfinished", message));
        };
        let found = read(token).ok_or_else(|| self.unexpected(token, wanted))?;
        self.at += 1;
        Ok(found)
    }

    fn unexpected(&self, token: Token, wanted: &str) -> TokenError {
        let is_known = usize::from(token) < VOCABULARY.len();
        let id = if is_known { "tokens/unexpected" } else { "tokens/unknown" };
        TokenError::new(self.at, id, format!("expected {wanted}, found {}", name(token)))
    }

    /// One of these tokens.
    fn word(&mut self, wanted: &str, words: &[Token]) -> Result<Token, TokenError> {
        self.take(wanted, |token| words.contains(&token).then_some(token))
    }

    /// Whether the next token is this one, which is then consumed.
    fn takes(&mut self, word: Token) -> bool {
        let is_next = self.peek() == Some(word);
        self.at += usize::from(is_next);
        is_next
    }

    fn end(&self, whole: &str) -> Result<(), TokenError> {
        if self.at == self.tokens.len() {
            return Ok(());
        }
        let message = format!("the {whole} is complete before this token");
        Err(TokenError::new(self.at, "tokens/trailing", message))
    }

    fn seat(&mut self) -> Result<Seat, TokenError> {
        self.take("a seat", as_seat)
    }

    fn character(&mut self) -> Result<Character, TokenError> {
        self.take("a character", as_character)
    }

    /// A number that is not above `most`.
    fn number(&mut self, most: u32) -> Result<u32, TokenError> {
        let start = self.at;
        let mut number = 0;
        while number <= most && self.takes(PLUS_20) {
            number += GREATEST;
        }
        // Twenty is a token of its own, so only a positive number may follow the twenties.
        let is_rest = |rest: &u32| number == 0 || *rest > 0;
        let rest = self.take("a number", |token| as_number(token).filter(is_rest));
        if number > most || rest.as_ref().is_ok_and(|rest| number + rest > most) {
            let message = format!("the number is above {most}");
            return Err(TokenError::new(start, "tokens/number", message));
        }
        rest.map(|rest| number + rest)
    }

    fn small_number(&mut self) -> Result<u8, TokenError> {
        self.number(u32::from(u8::MAX)).map(|number| number as u8)
    }

    /// Seats up to the end mark, in any order.
    fn seats(&mut self) -> Result<Vec<Seat>, TokenError> {
        let mut seats = Vec::new();
        while !self.takes(END) {
            seats.push(self.take("a seat or the end of the list", as_seat)?);
        }
        Ok(seats)
    }

    /// Seats up to the end mark, in ascending order.
    fn set(&mut self) -> Result<Seats, TokenError> {
        let mut set = Seats::NONE;
        while !self.takes(END) {
            let at = self.at;
            let seat = self.take("a seat or the end of the list", as_seat)?;
            if set.bits() >> seat.index() != 0 {
                return Err(TokenError::new(
                    at,
                    "tokens/order",
                    "the seats of a set must be in ascending order",
                ));
            }
            set = set.with(seat);
        }
        Ok(set)
    }

    /// Characters up to the end mark, in the order of their ids.
    fn bluffs(&mut self) -> Result<Bluffs, TokenError> {
        let mut last = None;
        let mut set = CharacterSet::NONE;
        while !self.takes(END) {
            let at = self.at;
            let character = self.take("a character or the end of the list", as_character)?;
            if last >= Some(character) {
                return Err(TokenError::new(at, "tokens/order", "bluffs must be in the order of their ids"));
            }
            last = Some(character);
            set = set.with(character);
        }
        let too_many = || TokenError::new(self.at - 1, "tokens/too-many", "there are at most three bluffs");
        Bluffs::new(set).ok_or_else(too_many)
    }

    fn team(&mut self) -> Result<EvilTeam, TokenError> {
        Ok(EvilTeam { minions: self.set()?, bluffs: self.bluffs()? })
    }

    fn character_list(&mut self) -> Result<CharacterList, TokenError> {
        let mut characters = CharacterSet::NONE;
        let at = self.at;
        let mut last = None;
        while !self.takes(END) {
            let character = self.take("a character or the end of the list", as_character)?;
            if last.replace(character).is_some_and(|last| last >= character) {
                return Err(TokenError::new(self.at - 1, "tokens/order", "characters must be in order"));
            }
            characters = characters.with(character);
        }
        CharacterList::new(characters)
            .ok_or_else(|| TokenError::new(at, "tokens/too-many", "more characters than can be told"))
    }

    fn statement(&mut self) -> Result<Statement, TokenError> {
        if self.peek().is_some_and(|token| token == PLUS_20 || as_number(token).is_some()) {
            return self.small_number().map(Statement::Number);
        }
        let at = self.at;
        let is_word = |token| {
            let is_special = matches!(token, NOBODY | NOTHING) || (PAIR..=THINGS).contains(&token);
            let is_plain =
                as_answer(token).is_some() || as_character(token).is_some() || as_side(token).is_some();
            (is_special || is_plain).then_some(token)
        };
        let word = self.take("a statement", is_word)?;
        Ok(match word {
            PAIR => {
                Statement::Pair { holder: self.seat()?, wrong: self.seat()?, character: self.character()? }
            }
            NOBODY => Statement::Nobody,
            ONE_OF => Statement::OneOf(self.character()?, self.character()?),
            PLAYERS => Statement::Players(self.set()?),
            PLAYER_IS => Statement::PlayerIs(self.seat()?, self.character()?),
            ALL_CHARACTERS => Statement::Characters(self.character_list()?),
            CLOCKWISE | ANTICLOCKWISE => Statement::Clockwise(word == CLOCKWISE),
            GRIMOIRE => Statement::Grimoire,
            EVIL_TEAM => Statement::Team(self.team()?),
            THINGS => return Err(needs_content(at)),
            _ => match (as_answer(word), as_character(word), as_side(word)) {
                (Some(answer), ..) => Statement::Answer(answer),
                (_, Some(character), _) => Statement::Is(character),
                (.., Some(side)) => Statement::Side(side),
                _ => Statement::Nothing,
            },
        })
    }

    fn action(&mut self) -> Result<Action, TokenError> {
        let at = self.at;
        let verb = self.take("an action", |token| (token <= SHOW).then_some(token))?;
        Ok(match verb {
            CHOOSE => Action::Choose(self.seat()?),
            CHOOSE_TWO => Action::ChooseTwo(self.seat()?, self.seat()?),
            ATTACK_TWO => Action::AttackTwo(self.seat()?, self.seat()?),
            ATTACK_THREE => Action::AttackThree(self.seat()?, self.seat()?, self.seat()?),
            CHOOSE_CHARACTER => Action::ChooseCharacter(self.character()?),
            NAME => Action::Name(self.seat()?, self.character()?),
            SHOOT => Action::Shoot(self.seat()?),
            SUSPECT => Action::Suspect(self.seat()?),
            UNMASK => Action::Unmask(self.seat()?),
            NOMINATE => Action::Nominate(self.seat()?),
            VOTE => Action::Vote(self.seat()?),
            ABSTAIN => Action::Abstain,
            VISIT => Action::Visit,
            TELL => Action::Tell(self.seat()?, self.statement()?),
            PICK => Action::Pick(self.seat()?),
            PICK_NOBODY => Action::PickNobody,
            RULE => Action::Rule(self.take("yes or no", as_answer)?),
            SHOW => Action::Show(self.character()?),
            CLAIM | ASK | DEAL => return Err(needs_content(at)),
            _ => Action::Pass,
        })
    }

    fn content(&mut self) -> Result<Content, TokenError> {
        Ok(match self.word("a claim, a question, two statements or a deal", &[CLAIM, ASK, THINGS, DEAL])? {
            CLAIM => Content::Claim(self.claim()?),
            ASK => Content::Question(self.formula()?),
            DEAL => Content::Deal(self.deal()?),
            _ => Content::Things(self.formula()?, self.formula()?),
        })
    }

    fn item(&mut self) -> Result<Item, TokenError> {
        if let Some(phase) = self.phase()? {
            return Ok(Item::Phase(phase));
        }
        let by = self.peek().and_then(as_seat);
        self.at += usize::from(by.is_some());
        Ok(Item::Event { by, phrase: self.phrase()? })
    }

    fn phase(&mut self) -> Result<Option<Phase>, TokenError> {
        let label = match self.peek() {
            Some(SETUP) => {
                self.at += 1;
                return Ok(Some(Phase::SETUP));
            }
            Some(NIGHT) => phase::NIGHT,
            Some(DAY) => phase::DAY,
            Some(EVENING) => phase::EVENING,
            _ => return Ok(None),
        };
        self.at += 1;
        let number = self.take("the number of the phase", as_number)?;
        Ok(Some(Phase::new(label, number as u16)))
    }

    fn phrase(&mut self) -> Result<Phrase, TokenError> {
        match self.peek() {
            Some(CLAIM | ASK | DEAL) => {
                return Ok(match self.content()? {
                    Content::Claim(claim) => Phrase::Said(Arc::new(claim)),
                    Content::Question(question) => Phrase::Asked(Box::new(question)),
                    Content::Deal(deal) => Phrase::Dealt(Box::new(deal)),
                    Content::Things(a, b) => Phrase::Things(Box::new((a, b))),
                });
            }
            Some(token) if token <= SHOW => return self.action().map(Phrase::Act),
            _ => {}
        }
        let is_first = |token| (YOU_ARE..=WON).contains(&token).then_some(token);
        Ok(match self.take("the beginning of a phrase", is_first)? {
            YOU_ARE => Phrase::YouAre(self.character()?, self.take("a side", as_side)?),
            MINION_INFO => Phrase::MinionInfo { demons: self.set()?, minions: self.set()? },
            DEMON_INFO => Phrase::DemonInfo(self.team()?),
            KNOWS => Phrase::Knows(self.seat()?, self.character()?),
            KNOWS_IN_PLAY => Phrase::KnowsInPlay(self.character()?),
            MAD => Phrase::Mad(self.character()?),
            KNOWS_CHOSEN => Phrase::KnowsChosen(self.set()?),
            CHOOSES_FOR => Phrase::ChoosesFor(self.character()?),
            GAINS => Phrase::Gains(self.character()?),
            GIVES => Phrase::Gives(self.character()?),
            TOLD if self.takes(THINGS) => Phrase::Things(Box::new((self.formula()?, self.formula()?))),
            TOLD => Phrase::Told(self.character()?, self.statement()?),
            SHOWN => Phrase::Shown(Box::new(self.grimoire()?)),
            BECAME => Phrase::Became(self.character()?),
            TURNED => Phrase::Turned(self.take("a side", as_side)?),
            MISFIRED => Phrase::Misfired,
            PLACED => Phrase::Placed(self.mark()?),
            REMOVED => Phrase::Removed(self.mark()?),
            REVIVED => Phrase::Revived,
            DAWN => Phrase::Dawn { died: self.set()?, revived: self.set()? },
            COUNTED => Phrase::Counted {
                nominee: self.seat()?,
                votes: self.small_number()?,
                block: self.take("a seat or nobody", as_seat_or_nobody)?,
            },
            EXECUTED => Phrase::Executed,
            WON => Phrase::Won(self.take("a side", as_side)?),
            _ => Phrase::Died,
        })
    }

    fn claim(&mut self) -> Result<Claim, TokenError> {
        Ok(match self.word("the kind of claim", &[I_AM, REPORT, GUESSES, ACCUSATION, STATEMENT])? {
            I_AM => Claim::Role(self.character()?),
            REPORT => Claim::Report(self.report()?),
            STATEMENT => Claim::Gossip(self.formula()?),
            ACCUSATION => {
                let mut accused = Vec::new();
                while !self.takes(END) {
                    let seat = self.take("a seat or the end of the list", as_seat)?;
                    accused.push((seat, self.take("a team", as_team)?));
                }
                Claim::Accusation(accused)
            }
            _ => {
                let mut guesses = Vec::new();
                while !self.takes(END) {
                    let seat = self.take("a seat or the end of the list", as_seat)?;
                    guesses.push((seat, self.character()?));
                }
                Claim::Guesses(guesses)
            }
        })
    }

    fn report(&mut self) -> Result<Report, TokenError> {
        let night = self.number(u32::from(u16::MAX))? as u16;
        let ability = self.character()?;
        let chosen = self.seats()?;
        let told = if self.takes(UNTOLD) { None } else { Some(self.statement()?) };
        Ok(Report { night, ability, chosen, told })
    }

    fn deal(&mut self) -> Result<Deal, TokenError> {
        let mut seats = Vec::new();
        while !self.takes(END) {
            let role = self.take("a character or the end of the deal", as_character)?;
            seats.push((role, self.character()?));
        }
        let too_many = || TokenError::new(self.at - 1, "tokens/too-many", "more seats than a table has");
        Deal::new(&seats).ok_or_else(too_many)
    }

    fn mark(&mut self) -> Result<Mark, TokenError> {
        let owner = self.character()?;
        let reminder = self.take("a reminder token of this character", |token| as_mark(owner, token))?;
        Ok(Mark { reminder, on: self.seat()?, by: self.seat()?, character: self.character()? })
    }

    fn grimoire(&mut self) -> Result<Grimoire, TokenError> {
        let mut seats = Vec::new();
        while !self.takes(END) {
            let at = self.at;
            let seat = self.take("a seat or the end of the grimoire", as_seat)?;
            if seat.index() != seats.len() {
                return Err(TokenError::new(at, "tokens/order", "a grimoire must have every seat in order"));
            }
            let character = self.character()?;
            let is_alive = self.word("dead or alive", &[ALIVE, DEAD])? == ALIVE;
            let has_vote = self.word("whether they have a vote", &[HAS_VOTE, NO_VOTE])? == HAS_VOTE;
            let mut reminders = Vec::new();
            while let Some(owner) = self.peek().and_then(as_character) {
                self.at += 1;
                reminders
                    .push(self.take("a reminder token of this character", |token| as_laid(owner, token))?);
            }
            seats.push(Entry { character, is_alive, has_vote, reminders });
        }
        Ok(Grimoire { seats })
    }

    fn formula(&mut self) -> Result<Formula, TokenError> {
        if self.depth == DEEPEST {
            return Err(TokenError::new(self.at, "tokens/too-deep", "the statement is nested too deeply"));
        }
        self.depth += 1;
        let formula = self.nested()?;
        self.depth -= 1;
        Ok(formula)
    }

    fn nested(&mut self) -> Result<Formula, TokenError> {
        let word = self.take("a formula", |token| (NOT..=TARGETS).contains(&token).then_some(token))?;
        Ok(match word {
            NOT => Formula::Not(Box::new(self.formula()?)),
            AND => self.join(Joint::And)?,
            OR => self.join(Joint::Or)?,
            XOR => self.join(Joint::Xor)?,
            IFF => self.join(Joint::Iff)?,
            IS_EVIL => Formula::Evil(self.seat()?),
            IS_CHARACTER => Formula::Role(self.seat()?, self.character()?),
            IS_TEAM => Formula::Type(self.seat()?, self.take("a team", as_team)?),
            IN_PLAY => Formula::InPlay(self.character()?),
            EXACTLY => {
                let count = self.small_number()?;
                let mut parts = Vec::new();
                while !self.takes(END) {
                    parts.push(self.formula()?);
                }
                Formula::Exactly(count, parts)
            }
            EVIL_PAIRS => Formula::EvilPairs(self.small_number()?),
            DEMON_TO_MINION => Formula::DemonToMinion(self.small_number()?),
            RED_HERRING_OF => Formula::RedHerring(self.seat()?, self.seat()?),
            TOWNSFOLK_ROW | TOWNSFOLK_ROW_OR_LONGER => Formula::TownsfolkRow {
                length: self.small_number()?,
                or_longer: word == TOWNSFOLK_ROW_OR_LONGER,
            },
            TEAMS_AMONG => Formula::TypesAmong(self.small_number()?, self.seats()?),
            NEXT_TO => Formula::NextTo(self.character()?, self.character()?),
            IS_IMPAIRED => Formula::Impaired(self.seat()?),
            IS_MAD => Formula::Mad(self.seat()?),
            TOKEN_AT => self.spoken_token()?,
            TARGET => Formula::Target(self.seat()?, self.seat()?),
            TARGETS => Formula::Targets(self.seat()?, self.seats()?),
            _ => Formula::Between(self.character()?, self.take("a team", as_team)?),
        })
    }

    fn spoken_token(&mut self) -> Result<Formula, TokenError> {
        let owner = self.character()?;
        let is_spoken = |kind: &Reminder| kind.spoken().is_some();
        let kind =
            self.take("a token that statements speak of", |token| as_mark(owner, token).filter(is_spoken))?;
        let by = self.take("a seat or nobody", as_seat_or_nobody)?;
        Ok(Formula::Token { kind, by, on: self.seat()? })
    }

    fn join(&mut self, joint: Joint) -> Result<Formula, TokenError> {
        Ok(Formula::Join(joint, Box::new(self.formula()?), Box::new(self.formula()?)))
    }
}

/// An action refers to its contents by their index in a record, which no token can express.
fn needs_content(at: usize) -> TokenError {
    TokenError::new(at, "tokens/content", "this needs contents, which the tokens of an action cannot hold")
}

/// A seat, nobody, or neither.
fn as_seat_or_nobody(token: Token) -> Option<Option<Seat>> {
    if token == NOBODY { Some(None) } else { as_seat(token).map(Some) }
}
