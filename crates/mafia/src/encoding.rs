//! Tokens: the 50 tokens of the vocabulary, actions and observations as token ids, masks for learners.
//!
//! Accepts actions, views and token ids; emits token ids, masks and phrases. Ids are those of the vocabulary
//! table in `docs/mafia-tokens.md`, which is generated from here. Sequences are read strictly: whatever is
//! accepted encodes to the same tokens again.

use gaslamp_core::{Choice, Seat, Seats, Token, TokenError, Tokens, View};

use crate::rules::{Action, ActionSet, Ballot, Colour, Event, Finding, Phrase, Role, SEATS, SeatList, State};

/// Changes whenever an id changes its meaning.
pub const VERSION: u32 = 1;

/// The number of verbs in the mask: ids 0 to 12.
pub const VERBS: usize = 13;

/// The names of all tokens; the index is the id.
pub const VOCABULARY: [&str; 50] = [
    "<END_TURN>",
    "<NOMINATE>",
    "<CLAIM_SHERIFF>",
    "<CLAIM_SHERIFF_CHECK>",
    "<DENY_SHERIFF>",
    "<SAY>",
    "<VOTE>",
    "<VOTE_ELIMINATE_ALL>",
    "<VOTE_KEEP_ALL>",
    "<KILL>",
    "<SHERIFF_CHECK>",
    "<DON_CHECK>",
    "<YOUR_POSITION>",
    "<PLAYER_0>",
    "<PLAYER_1>",
    "<PLAYER_2>",
    "<PLAYER_3>",
    "<PLAYER_4>",
    "<PLAYER_5>",
    "<PLAYER_6>",
    "<PLAYER_7>",
    "<PLAYER_8>",
    "<PLAYER_9>",
    "<RED>",
    "<BLACK>",
    "<CITIZEN>",
    "<SHERIFF>",
    "<MAFIA>",
    "<DON>",
    "<CHECK_RESULT>",
    "<NOT_SHERIFF>",
    "<MAFIA_TEAM>",
    "<YOUR_ROLE>",
    "<NOMINATED_LIST>",
    "<VOTE_REVEALED>",
    "<ELIMINATED>",
    "<TIE_RESULT>",
    "<STARTING_PLAYER>",
    "<GAME_START>",
    "<RED_TEAM_WON>",
    "<BLACK_TEAM_WON>",
    "<DAY_1>",
    "<DAY_2>",
    "<DAY_3>",
    "<DAY_4>",
    "<DAY_5>",
    "<NIGHT_1>",
    "<NIGHT_2>",
    "<NIGHT_3>",
    "<NIGHT_4>",
];

const END_TURN: Token = 0;
const NOMINATE: Token = 1;
const CLAIM_SHERIFF: Token = 2;
const CLAIM_SHERIFF_CHECK: Token = 3;
const DENY_SHERIFF: Token = 4;
const SAY: Token = 5;
const VOTE: Token = 6;
const VOTE_ELIMINATE_ALL: Token = 7;
const VOTE_KEEP_ALL: Token = 8;
const KILL: Token = 9;
const SHERIFF_CHECK: Token = 10;
const DON_CHECK: Token = 11;
const YOUR_POSITION: Token = 12;
const PLAYER_0: Token = 13;
const RED: Token = 23;
const CITIZEN: Token = 25;
const SHERIFF: Token = 26;
const CHECK_RESULT: Token = 29;
const NOT_SHERIFF: Token = 30;
const MAFIA_TEAM: Token = 31;
const YOUR_ROLE: Token = 32;
const NOMINATED_LIST: Token = 33;
const VOTE_REVEALED: Token = 34;
const ELIMINATED: Token = 35;
const TIE_RESULT: Token = 36;
const STARTING_PLAYER: Token = 37;
const GAME_START: Token = 38;
const RED_TEAM_WON: Token = 39;
const DAY_1: Token = 41;
const NIGHT_1: Token = 46;
/// Later days and nights reuse the last token.
const LAST_DAY: u8 = 5;
const LAST_NIGHT: u8 = 4;

/// The tokens of an action: a verb, perhaps followed by a player, perhaps by a colour.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Words {
    verb: Token,
    seat: Option<Seat>,
    colour: Option<Colour>,
}

impl Words {
    /// The deal is told by other phrases and has no token.
    fn of(action: Action) -> Option<Self> {
        let words = |verb, seat, colour| Some(Self { verb, seat, colour });
        match action {
            Action::EndTurn => words(END_TURN, None, None),
            Action::Nominate(seat) => words(NOMINATE, Some(seat), None),
            Action::ClaimSheriff => words(CLAIM_SHERIFF, None, None),
            Action::DenySheriff => words(DENY_SHERIFF, None, None),
            Action::ClaimCheck(seat, colour) => words(CLAIM_SHERIFF_CHECK, Some(seat), Some(colour)),
            Action::Say(seat, colour) => words(SAY, Some(seat), Some(colour)),
            Action::Vote(seat) => words(VOTE, Some(seat), None),
            Action::EliminateAll => words(VOTE_ELIMINATE_ALL, None, None),
            Action::KeepAll => words(VOTE_KEEP_ALL, None, None),
            Action::Kill(seat) => words(KILL, Some(seat), None),
            Action::SheriffCheck(seat) => words(SHERIFF_CHECK, Some(seat), None),
            Action::DonCheck(seat) => words(DON_CHECK, Some(seat), None),
            Action::Deal(_) => None,
        }
    }

    fn tokens(self) -> impl Iterator<Item = Token> {
        let rest = [self.seat.map(player), self.colour.map(|colour| RED + colour as Token)];
        std::iter::once(self.verb).chain(rest.into_iter().flatten())
    }
}

const fn player(seat: Seat) -> Token {
    PLAYER_0 + seat.index() as Token
}

impl Tokens for State {
    const VOCABULARY: &'static [&'static str] = &VOCABULARY;

    fn encode(action: Action, out: &mut Vec<Token>) {
        out.extend(Words::of(action).into_iter().flat_map(Words::tokens));
    }

    fn decode(tokens: &[Token]) -> Result<Action, TokenError> {
        let mut reader = Reader { tokens, at: 0 };
        let action = reader.action()?;
        reader.end()?;
        Ok(action)
    }

    fn next_token_mask(&self, prefix: &[Token], mask: &mut [bool]) -> Result<(), TokenError> {
        mask.fill(false);
        let legal = self.legal_set();
        if legal.is_empty() {
            return Err(TokenError::new(0, "tokens/nobody-to-act", "no seat is to act"));
        }
        // The longest start of the prefix that a legal action shares, to point at the first wrong token.
        let mut shared = 0;
        let mut fits = false;
        for words in legal.iter().filter_map(Words::of) {
            let same = words.tokens().zip(prefix).take_while(|(word, written)| word == *written).count();
            shared = shared.max(same);
            if same == prefix.len() {
                fits = true;
                let next = words.tokens().nth(same).and_then(|next| mask.get_mut(usize::from(next)));
                next.into_iter().for_each(|place| *place = true);
            }
        }
        if fits {
            return Ok(());
        }
        let word = prefix.get(shared).map_or_else(String::new, |&token| name(token));
        Err(TokenError::new(shared, "tokens/not-legal", format!("{word} is not legal here")))
    }
}

/// The name of a token, or its number if it has none.
fn name(token: Token) -> String {
    VOCABULARY.get(usize::from(token)).map_or_else(|| token.to_string(), |&name| name.to_owned())
}

/// Verb × seat: 1 if the seat to act has a legal action with that verb and that target. A verb without a
/// target has a full row.
#[must_use]
pub fn legal_mask(legal: ActionSet) -> [[bool; SEATS]; VERBS] {
    let all = |action| if legal.contains(action) { Seats::first(SEATS) } else { Seats::NONE };
    let coloured = |verb: fn(Seat, Colour) -> Action| {
        let targets = |colour| legal.targets(|seat| verb(seat, colour));
        targets(Colour::Red).or(targets(Colour::Black))
    };
    let mut rows = [Seats::NONE; VERBS];
    rows[usize::from(END_TURN)] = all(Action::EndTurn);
    rows[usize::from(NOMINATE)] = legal.targets(Action::Nominate);
    rows[usize::from(CLAIM_SHERIFF)] = all(Action::ClaimSheriff);
    rows[usize::from(CLAIM_SHERIFF_CHECK)] = coloured(Action::ClaimCheck);
    rows[usize::from(DENY_SHERIFF)] = all(Action::DenySheriff);
    rows[usize::from(SAY)] = coloured(Action::Say);
    rows[usize::from(VOTE)] = legal.targets(Action::Vote);
    rows[usize::from(VOTE_ELIMINATE_ALL)] = all(Action::EliminateAll);
    rows[usize::from(VOTE_KEEP_ALL)] = all(Action::KeepAll);
    rows[usize::from(KILL)] = legal.targets(Action::Kill);
    rows[usize::from(SHERIFF_CHECK)] = legal.targets(Action::SheriffCheck);
    rows[usize::from(DON_CHECK)] = legal.targets(Action::DonCheck);
    rows.map(|row| std::array::from_fn(|index| row.contains(Seat::new(index))))
}

/// What a seat reads: everything it has seen, both combined and split into public and private.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observation {
    /// Everything in order.
    pub tokens: Vec<Token>,
    /// What the whole table has seen.
    pub public_tokens: Vec<Token>,
    /// What only this seat has seen.
    pub private_tokens: Vec<Token>,
    /// The mask, if the seat is to act.
    pub legal_mask: Option<[[bool; SEATS]; VERBS]>,
}

/// The observation of a view.
#[must_use]
pub fn observe(view: &View<State>) -> Observation {
    let mut seen = Observation::default();
    for (_, event) in &view.seen {
        let start = seen.tokens.len();
        encode_phrase(event.phrase, &mut seen.tokens);
        let side = if is_public(event) { &mut seen.public_tokens } else { &mut seen.private_tokens };
        side.extend_from_slice(&seen.tokens[start..]);
    }
    seen.legal_mask = view.to_act().then(|| legal_mask(listed(view)));
    seen
}

fn is_public(event: &Event) -> bool {
    event.audience.len() == SEATS
}

/// The legal list of a view as a set.
#[must_use]
pub fn listed(view: &View<State>) -> ActionSet {
    let actions = view.legal.iter().filter_map(|choice| match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    });
    actions.fold(ActionSet::default(), ActionSet::with)
}

/// Appends the tokens of a phrase.
pub fn encode_phrase(phrase: Phrase, out: &mut Vec<Token>) {
    let list = |seats: SeatList, out: &mut Vec<Token>| {
        out.extend(seats.as_slice().iter().map(|&seat| player(seat)));
    };
    match phrase {
        Phrase::GameStart => out.push(GAME_START),
        Phrase::YourPosition(seat) => out.extend([YOUR_POSITION, player(seat)]),
        Phrase::YourRole(role) => out.extend([YOUR_ROLE, CITIZEN + role as Token]),
        Phrase::MafiaTeam([low, high]) => out.extend([MAFIA_TEAM, player(low), player(high)]),
        Phrase::Day(day) => out.push(DAY_1 + Token::from(day.clamp(1, LAST_DAY) - 1)),
        Phrase::Night(night) => out.push(NIGHT_1 + Token::from(night.clamp(1, LAST_NIGHT) - 1)),
        Phrase::Eliminated(seat) => out.extend([ELIMINATED, player(seat)]),
        Phrase::StartingPlayer(seat) => out.extend([STARTING_PLAYER, player(seat)]),
        Phrase::Turn(seat) => out.push(player(seat)),
        Phrase::Act(action) => State::encode(action, out),
        Phrase::NominatedList(seats) => {
            out.push(NOMINATED_LIST);
            list(seats, out);
        }
        Phrase::VoteRevealed(voter, ballot) => {
            out.extend([VOTE_REVEALED, player(voter)]);
            State::encode(ballot.action(), out);
        }
        Phrase::TieResult(seats) => {
            out.push(TIE_RESULT);
            list(seats, out);
        }
        Phrase::CheckResult(seat, finding) => {
            let found = match finding {
                Finding::Colour(colour) => RED + colour as Token,
                Finding::Sheriff(true) => SHERIFF,
                Finding::Sheriff(false) => NOT_SHERIFF,
            };
            out.extend([CHECK_RESULT, player(seat), found]);
        }
        Phrase::Won(colour) => out.push(RED_TEAM_WON + colour as Token),
    }
}

/// Reads a sequence of phrases: an observation, a turn, or just actions. It may stop between phrases, but not
/// inside one.
///
/// # Errors
/// Where and why the sequence cannot be read.
pub fn decode_sequence(tokens: &[Token]) -> Result<Vec<Phrase>, TokenError> {
    let mut reader = Reader { tokens, at: 0 };
    let mut phrases = Vec::new();
    while reader.at < tokens.len() {
        phrases.push(reader.phrase()?);
    }
    Ok(phrases)
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
    if let Ok(id) = word.parse::<u64>() {
        let known = Token::try_from(id).ok().filter(|&token| usize::from(token) < VOCABULARY.len());
        return known.ok_or_else(|| {
            TokenError::new(at, "tokens/unknown", format!("{id} is not a token; ids are 0 to 49"))
        });
    }
    let bare = word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(word);
    let is_named = |name: &&str| name[1..name.len() - 1].eq_ignore_ascii_case(bare);
    VOCABULARY
        .iter()
        .position(is_named)
        .map(|id| id as Token)
        .ok_or_else(|| TokenError::new(at, "tokens/unknown", format!("`{word}` is not a token")))
}

/// A cursor over a token sequence.
struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl Reader<'_> {
    /// The next token, if `read` accepts it.
    fn take<T>(&mut self, wanted: &str, read: impl Fn(Token) -> Option<T>) -> Result<T, TokenError> {
        let Some(&token) = self.tokens.get(self.at) else {
            return Err(TokenError::new(
                self.at,
                "tokens/unfinished",
                format!("{wanted} is missing at the end"),
            ));
        };
        let found = read(token).ok_or_else(|| {
            let id =
                if usize::from(token) < VOCABULARY.len() { "tokens/unexpected" } else { "tokens/unknown" };
            TokenError::new(self.at, id, format!("expected {wanted}, found {}", name(token)))
        })?;
        self.at += 1;
        Ok(found)
    }

    fn player(&mut self) -> Result<Seat, TokenError> {
        self.take("a player", as_player)
    }

    fn colour(&mut self) -> Result<Colour, TokenError> {
        self.take("a colour", as_colour)
    }

    /// Players in a row, each once; at least one.
    fn players(&mut self) -> Result<SeatList, TokenError> {
        let mut list = SeatList::default();
        loop {
            let at = self.at;
            let seat = self.player()?;
            if list.set().contains(seat) {
                let message = format!("{} is in the list twice", name(player(seat)));
                return Err(TokenError::new(at, "tokens/repeated", message));
            }
            list.push(seat);
            if self.tokens.get(self.at).is_none_or(|&next| as_player(next).is_none()) {
                return Ok(list);
            }
        }
    }

    fn action(&mut self) -> Result<Action, TokenError> {
        let verb = self.take("an action", |token| (token < YOUR_POSITION).then_some(token))?;
        Ok(match verb {
            NOMINATE => Action::Nominate(self.player()?),
            CLAIM_SHERIFF => Action::ClaimSheriff,
            CLAIM_SHERIFF_CHECK => Action::ClaimCheck(self.player()?, self.colour()?),
            DENY_SHERIFF => Action::DenySheriff,
            SAY => Action::Say(self.player()?, self.colour()?),
            VOTE => Action::Vote(self.player()?),
            VOTE_ELIMINATE_ALL => Action::EliminateAll,
            VOTE_KEEP_ALL => Action::KeepAll,
            KILL => Action::Kill(self.player()?),
            SHERIFF_CHECK => Action::SheriffCheck(self.player()?),
            DON_CHECK => Action::DonCheck(self.player()?),
            _ => Action::EndTurn,
        })
    }

    fn phrase(&mut self) -> Result<Phrase, TokenError> {
        if self.tokens.get(self.at).is_some_and(|&token| token < YOUR_POSITION) {
            return self.action().map(Phrase::Act);
        }
        if let Some(seat) = self.tokens.get(self.at).copied().and_then(as_player) {
            self.at += 1;
            return Ok(Phrase::Turn(seat));
        }
        let starts =
            |token| (token == YOUR_POSITION || (CHECK_RESULT..=49).contains(&token)).then_some(token);
        let first = self
            .take("the beginning of a phrase", |token| starts(token).filter(|&token| token != NOT_SHERIFF))?;
        Ok(match first {
            YOUR_POSITION => Phrase::YourPosition(self.player()?),
            CHECK_RESULT => Phrase::CheckResult(self.player()?, self.take("a finding", as_finding)?),
            MAFIA_TEAM => self.team()?,
            YOUR_ROLE => Phrase::YourRole(self.take("a role", as_role)?),
            NOMINATED_LIST => Phrase::NominatedList(self.players()?),
            VOTE_REVEALED => Phrase::VoteRevealed(self.player()?, self.ballot()?),
            ELIMINATED => Phrase::Eliminated(self.player()?),
            TIE_RESULT => self.tie()?,
            STARTING_PLAYER => Phrase::StartingPlayer(self.player()?),
            GAME_START => Phrase::GameStart,
            DAY_1..NIGHT_1 => Phrase::Day((first - DAY_1) as u8 + 1),
            NIGHT_1.. => Phrase::Night((first - NIGHT_1) as u8 + 1),
            _ => Phrase::Won(Colour::ALL[usize::from(first - RED_TEAM_WON)]),
        })
    }

    fn team(&mut self) -> Result<Phrase, TokenError> {
        let low = self.player()?;
        let at = self.at;
        let high = self.player()?;
        if low < high {
            return Ok(Phrase::MafiaTeam([low, high]));
        }
        Err(TokenError::new(at, "tokens/order", "the team must be in seat order"))
    }

    fn tie(&mut self) -> Result<Phrase, TokenError> {
        let tied = self.players()?;
        // A tie has at least two players, so a single one is not a tie.
        if tied.len() < 2 {
            self.player()?;
        }
        Ok(Phrase::TieResult(tied))
    }

    fn ballot(&mut self) -> Result<Ballot, TokenError> {
        let is_vote = |token| (VOTE..=VOTE_KEEP_ALL).contains(&token).then_some(token);
        Ok(match self.take("a vote", is_vote)? {
            VOTE => Ballot::Against(self.player()?),
            VOTE_ELIMINATE_ALL => Ballot::EliminateAll,
            _ => Ballot::KeepAll,
        })
    }

    fn end(&self) -> Result<(), TokenError> {
        if self.at == self.tokens.len() {
            return Ok(());
        }
        Err(TokenError::new(self.at, "tokens/trailing", "the action is complete before this token"))
    }
}

fn as_player(token: Token) -> Option<Seat> {
    Seat::checked(usize::from(token.checked_sub(PLAYER_0)?), SEATS)
}

fn as_colour(token: Token) -> Option<Colour> {
    Colour::ALL.get(usize::from(token.checked_sub(RED)?)).copied()
}

fn as_role(token: Token) -> Option<Role> {
    Role::ALL.get(usize::from(token.checked_sub(CITIZEN)?)).copied()
}

fn as_finding(token: Token) -> Option<Finding> {
    match token {
        SHERIFF => Some(Finding::Sheriff(true)),
        NOT_SHERIFF => Some(Finding::Sheriff(false)),
        _ => as_colour(token).map(Finding::Colour),
    }
}
