//! From actions, events and observations to tokens. Everything can be written in exactly one way.

use crate::rules::phase;
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actor, Seat, Token};

use super::vocabulary::*;
use crate::cards::{Card, CardCopy};
use crate::rules::modifier::{KeywordFlag, Modifier, Restriction};
use crate::rules::piece::opponent;
use crate::rules::position::{AbilityRef, Until};
use crate::rules::{Action, Answer, Audience, Event, KnownTo, Piece, Traits};
use crate::view::{InPlay, VisibleAbility, VisibleEffect, VisibleSide, VisibleState, VisibleTarget};

/// Passes tokens on, one by one.
pub(super) struct Writer<S> {
    pub perspective: Perspective,
    pub put: S,
}

impl<S: FnMut(Token)> Writer<S> {
    pub(super) const fn new(perspective: Perspective, put: S) -> Self {
        Self { perspective, put }
    }

    fn word(&mut self, token: Token) {
        (self.put)(token);
    }

    fn player(&mut self, player: Seat) {
        self.word(self.perspective.player(player));
    }

    fn actor(&mut self, actor: Actor) {
        match actor {
            Actor::Seat(seat) => self.player(seat),
            Actor::Storyteller => self.word(CHANCE),
        }
    }

    /// A number in base 100: a mark for each digit but one, then the digits.
    fn number(&mut self, number: u32) {
        let mut place = 1;
        while number / place >= NUMBERS {
            self.word(HUNDREDS);
            place *= NUMBERS;
        }
        while place > 0 {
            self.word(NUMBER_0 + (number / place % NUMBERS) as Token);
            place /= NUMBERS;
        }
    }

    fn integer(&mut self, number: i16) {
        if number < 0 {
            self.word(MINUS);
        }
        self.number(u32::from(number.unsigned_abs()));
    }

    fn count(&mut self, word: Token, count: usize) {
        self.word(word);
        self.number(u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// The letters of a copy as in files: a mark for each letter but one, then the letters.
    fn copy(&mut self, copy: u16) {
        let mut letters = [0; 4];
        let mut length = 0;
        let mut left = u32::from(copy) + 1;
        while left > 0 {
            left -= 1;
            letters[length] = (left % LETTERS) as Token;
            left /= LETTERS;
            length += 1;
        }
        (1..length).for_each(|_| self.word(COPY_MORE));
        letters[..length].iter().rev().for_each(|letter| self.word(COPY_A + letter));
    }

    fn piece(&mut self, Piece { owner, copy: CardCopy { card, copy } }: Piece) {
        self.player(owner);
        self.word(card_token(card));
        self.copy(copy);
    }

    fn maybe_piece(&mut self, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.piece(piece),
            None => self.word(HIDDEN),
        }
    }

    /// The card that another is played onto or banished by, if any.
    fn onto(&mut self, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.piece(piece),
            None => self.word(NOBODY),
        }
    }

    fn pieces(&mut self, word: Token, pieces: &[Piece]) {
        self.word(word);
        pieces.iter().for_each(|&piece| self.piece(piece));
        self.word(END);
    }

    fn with_piece(&mut self, word: Token, piece: Piece) {
        self.word(word);
        self.piece(piece);
    }

    fn with_player(&mut self, word: Token, player: Seat) {
        self.word(word);
        self.player(player);
    }

    fn with_pieces(&mut self, word: Token, first: Piece, second: Piece) {
        self.with_piece(word, first);
        self.piece(second);
    }

    fn with_card(&mut self, word: Token, card: Card) {
        self.word(word);
        self.word(card_token(card));
    }

    /// Something of a card by its number there.
    fn numbered(&mut self, word: Token, card: Card, number: u8) {
        self.with_card(word, card);
        self.number(number.into());
    }

    /// An action. The order of a deck is too long and has no tokens.
    pub(super) fn action(&mut self, action: Action) {
        match action {
            Action::Shuffle(_) => {}
            Action::Begin(seat) => self.with_player(BEGIN, seat),
            Action::Random(piece) => self.with_piece(RANDOM, piece),
            Action::Alter(piece) => self.with_piece(ALTER, piece),
            Action::Keep => self.word(KEEP),
            Action::EndTurn => self.word(END_TURN),
            Action::Ink(piece) => self.with_piece(INK, piece),
            Action::Play(piece) => self.with_piece(PLAY, piece),
            Action::PlayFree { card, onto } => {
                self.with_piece(PLAY_FREE, card);
                self.onto(onto);
            }
            Action::Sing { song, singer } => self.with_pieces(SING, song, singer),
            Action::Shift { card, onto } => self.with_pieces(SHIFT, card, onto),
            Action::Quest(piece) => self.with_piece(QUEST, piece),
            Action::Challenge { by, target } => self.with_pieces(CHALLENGE, by, target),
            Action::Move { who, to } => self.with_pieces(MOVE, who, to),
            Action::Boost(piece) => self.with_piece(BOOST, piece),
            Action::Activate { card, of, ability } => {
                self.with_piece(ACTIVATE, card);
                self.word(card_token(of));
                self.number(ability.into());
            }
            Action::Choose(answer) => self.answer(answer),
        }
    }

    fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Yes => self.word(YES),
            Answer::No => self.word(NO),
            Answer::Done => self.word(DONE),
            Answer::Card(piece) => self.with_piece(CHOOSE, piece),
            Answer::Player(seat) => self.with_player(CHOOSE_PLAYER, seat),
            Answer::Trigger(place) => self.count(CHOOSE_TRIGGER, place.into()),
            Answer::Number(number) => self.count(CHOOSE_NUMBER, number.into()),
            Answer::Name(card) => self.with_card(NAME, card),
            Answer::Top => self.word(TO_TOP_OF_DECK),
            Answer::Bottom => self.word(TO_BOTTOM_OF_DECK),
            Answer::Discard => self.word(TO_DISCARD),
        }
    }

    /// The set-up or a turn.
    pub(super) fn phase(&mut self, phase: Phase) {
        match phase {
            Phase::SETUP => self.word(SETUP),
            Phase { label: phase::TURN, number: turn } => self.count(TURN, turn.into()),
            // This game has no others.
            _ => {}
        }
    }

    /// An event as the seat saw it.
    pub(super) fn event(&mut self, event: &Event) {
        match *event {
            // A shuffle is reported by an event of its own.
            Event::Acts { action: Action::Shuffle(_), .. } => {}
            Event::Acts { by, action, audience } => {
                self.actor(by);
                if audience != Audience::Everybody {
                    self.word(SECRETLY);
                }
                self.action(action);
            }
            Event::Shuffled { player, .. } => self.with_player(SHUFFLED, player),
            Event::TurnBegins(player) => self.with_player(TURN_BEGINS, player),
            Event::Draws { player, card } => {
                self.with_player(DRAWS, player);
                self.maybe_piece(card);
            }
            Event::Enters(piece) => self.with_piece(ENTERS, piece),
            Event::Discards(piece) => self.with_piece(DISCARDED, piece),
            Event::ToInkwell { player, card, known } => self.goes(TO_INKWELL, player, card, known),
            // No player sees which card it is.
            Event::PutUnder { top, .. } => self.with_piece(PUT_UNDER, top),
            Event::Looks { player, ref cards, count } => {
                self.with_player(LOOKS, player);
                self.looked_at(cards, count);
            }
            Event::LooksAt { player, of, ref cards, count } => {
                self.with_player(LOOKS_AT, player);
                self.player(of);
                self.looked_at(cards, count);
            }
            Event::Reveals(piece) => self.with_piece(REVEALED, piece),
            Event::Names { player, card } => {
                self.with_player(NAMES, player);
                self.word(card_token(card));
            }
            Event::ToHand { player, card, known } => self.goes(TO_HAND, player, card, known),
            Event::ToDeck { player, card, known, top } => {
                self.goes(if top { TO_TOP } else { TO_BOTTOM }, player, card, known);
            }
            Event::MovesTo { who, to } => self.with_pieces(MOVES_TO, who, to),
            Event::InkDrops { player, by } => {
                self.with_player(INK_DROPS, player);
                self.integer(by);
            }
            Event::Lore { player, by } => {
                self.with_player(LORE, player);
                self.integer(by);
            }
            Event::Damage { card, by, from } => {
                self.with_pieces(DAMAGED, card, from);
                self.number(by.into());
            }
            Event::Heals { card, by } => {
                self.with_piece(HEALED, card);
                self.number(by.into());
            }
            Event::Banished { card, by } => {
                self.with_piece(BANISHED, card);
                self.onto(by);
            }
            Event::Exerts(piece) => self.with_piece(EXERTS, piece),
            Event::Readies(piece) => self.with_piece(READIES, piece),
            Event::Triggers(piece) => self.with_piece(TRIGGERS, piece),
            Event::Resolves(piece) => self.with_piece(RESOLVES, piece),
            Event::Replaces(piece) => self.with_piece(REPLACES, piece),
            Event::Wins(player) => self.with_player(WINS, player),
        }
    }

    /// How many cards somebody looks at, and those that the seat sees.
    fn looked_at(&mut self, cards: &[Piece], count: u8) {
        self.number(count.into());
        cards.iter().for_each(|&card| self.piece(card));
        self.word(END);
    }

    fn goes(&mut self, word: Token, player: Seat, card: Option<Piece>, known: KnownTo) {
        self.with_player(word, player);
        self.maybe_piece(card);
        self.word(known_to_token(known));
    }

    /// The current state, the seat's own side first.
    pub(super) fn visible_state(&mut self, visible_state: &VisibleState) {
        self.word(NOW);
        self.word(game_phase_token(visible_state.game_phase));
        self.count(TURN, visible_state.turn.into());
        self.with_player(ACTIVE, visible_state.active);
        self.word(TO_ACT);
        match visible_state.to_act {
            Some(actor) => self.actor(actor),
            None => self.word(NOBODY),
        }
        self.pieces(MY_HAND, &visible_state.hand);
        self.pieces(LOOKING_AT, &visible_state.looking);
        for seat in [visible_state.seat, opponent(visible_state.seat)] {
            visible_state.sides.get(seat.index()).into_iter().for_each(|side| self.side(seat, side));
        }
        visible_state.lasting.iter().for_each(|lasting| self.lasting(lasting));
        for (place, waiting) in visible_state.bag.iter().enumerate() {
            self.count(WAITING, place);
            self.ability(waiting);
        }
        for resolving in &visible_state.resolving {
            self.word(RESOLVING);
            self.ability(resolving);
            self.number(resolving.step.into());
        }
    }

    /// Who controls an ability, the card that has it, and which it is.
    fn ability(&mut self, ability: &VisibleAbility) {
        self.player(ability.controller);
        self.piece(ability.source);
        match ability.ability {
            AbilityRef::Card(card, number) => self.numbered(ABILITY, card, number),
            AbilityRef::Support => self.word(SUPPORT),
            AbilityRef::Vanish => self.word(VANISH),
            AbilityRef::Temporary => self.word(TEMPORARY),
            AbilityRef::Payment => self.word(PAYMENT),
        }
    }

    fn side(&mut self, seat: Seat, side: &VisibleSide) {
        self.with_player(SIDE, seat);
        self.count(LORE, side.lore.into());
        self.count(HAND, side.hand);
        self.count(DECK, side.deck);
        side.top.into_iter().for_each(|top| self.with_piece(TOP, top));
        self.count(INKWELL, side.inkwell);
        self.count(READY_INK, side.ready_ink);
        self.count(INK_DROPS, side.ink_tokens.into());
        self.count(INKINGS_LEFT, side.inkings_left.into());
        self.word(IN_PLAY);
        side.play.iter().for_each(|card| self.in_play(card));
        self.word(END);
        self.pieces(DISCARD, &side.discard);
    }

    /// A card in play; numbers that are 0 and properties it does not have are left out.
    fn in_play(&mut self, card: &InPlay) {
        self.piece(card.piece);
        self.if_so(EXERTED, card.exerted);
        self.if_so(DRYING, card.drying);
        self.if_any(DAMAGE, card.damage.into());
        card.location.into_iter().for_each(|location| self.with_piece(AT, location));
        card.under.iter().for_each(|&below| self.with_piece(UNDER, below));
        self.if_any(FACEDOWN, i16::try_from(card.facedown).unwrap_or(i16::MAX));
        self.traits(&card.traits);
    }

    fn traits(&mut self, traits: &Traits) {
        self.if_any(STRENGTH, traits.strength);
        self.if_any(WILLPOWER, traits.willpower);
        self.if_any(LORE, traits.lore);
        self.if_any(CHALLENGER, traits.challenger);
        self.if_any(RESIST, traits.resist);
        self.if_any(SINGER, traits.singer);
        traits.boost.into_iter().for_each(|cost| self.count(BOOST_COST, cost.into()));
        for quality in QUALITIES {
            self.if_so(quality_token(quality), traits.is(quality));
        }
        for keyword in KeywordFlag::ALL {
            self.if_so(keyword_token(keyword), traits.has(keyword));
        }
        for restriction in Restriction::ALL.into_iter().filter(|&restriction| traits.cannot(restriction)) {
            self.word(CANNOT);
            self.word(restriction_token(restriction));
        }
    }

    fn if_so(&mut self, word: Token, is_so: bool) {
        if is_so {
            self.word(word);
        }
    }

    fn if_any(&mut self, word: Token, number: i16) {
        if number != 0 {
            self.with_integer(word, number);
        }
    }

    fn with_integer(&mut self, word: Token, number: i16) {
        self.word(word);
        self.integer(number);
    }

    fn lasting(&mut self, lasting: &VisibleEffect) {
        self.with_piece(LASTING, lasting.source);
        match lasting.on {
            VisibleTarget::Card(piece) => self.piece(piece),
            VisibleTarget::Player(player) => self.with_player(ON_PLAYER, player),
            VisibleTarget::Group => self.word(ON_GROUP),
        }
        self.modifier(lasting.modifier);
        match lasting.until {
            Until::EndOfTurn => self.word(UNTIL_END_OF_TURN),
            Until::StartOfTurn(player) => self.with_player(UNTIL_START_OF_TURN, player),
            Until::Ready(player) => self.with_player(UNTIL_READIED, player),
            Until::EndOfChallenge => self.word(UNTIL_END_OF_CHALLENGE),
            Until::EndOfTurnOf(player) => self.with_player(UNTIL_END_OF_TURN_OF, player),
            Until::NextTurnOf(player) => self.with_player(IN_NEXT_TURN_OF, player),
            Until::SourceLeaves => self.word(UNTIL_SOURCE_LEAVES),
            Until::Leaves => self.word(UNTIL_LEAVES),
        }
    }

    fn modifier(&mut self, modifier: Modifier) {
        match modifier {
            Modifier::Strength(by) => self.with_integer(STRENGTH, by.into()),
            Modifier::Willpower(by) => self.with_integer(WILLPOWER, by.into()),
            Modifier::Lore(by) => self.with_integer(LORE, by.into()),
            Modifier::Challenger(by) => self.with_integer(CHALLENGER, by.into()),
            Modifier::Resist(by) => self.with_integer(RESIST, by.into()),
            Modifier::Singer(by) => self.with_integer(SINGER, by.into()),
            Modifier::Has(keyword) => self.word(keyword_token(keyword)),
            Modifier::Cannot(restriction) => {
                self.word(CANNOT);
                self.word(restriction_token(restriction));
            }
            Modifier::Shielded => self.word(SHIELDED),
            Modifier::Of(card, number) => self.numbered(GIFT, card, number),
        }
    }
}
