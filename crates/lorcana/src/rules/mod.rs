//! The rules: a state, who is to act, what is legal, what an action does.
//!
//! Accepts [`Action`]s, emits [`Event`]s. Sections of the rule book (Comprehensive Rules 2.2.0) are named in the
//! comments; what cards of set 14 add is known from their texts only. A card's abilities beyond keywords are
//! trees of [`crate::language`], which [`program`] turns into lists of small operations.

mod action;
mod bag;
mod card_changes;
pub(crate) mod card_rules;
mod check;
mod choose;
#[cfg(test)]
mod construct_tests;
mod deeds;
mod event;
pub mod happening;
mod legal;
pub mod modifier;
mod moves;
pub mod phase;
pub mod piece;
pub mod position;
pub(crate) mod program;
mod refusals;
mod resolve;
mod scope;
mod setup;
mod state;
mod statics;
mod traits;
mod turn;
mod turn_actions;

use gaslamp_core::trace::Phase;
use gaslamp_core::{Actor, Choice, Contents, Diagnostic, Game, Outcome, Refusal, Rng, Seat, Seats};

pub use action::{Action, Answer, Open, Order};
pub use check::{Flaw, PositionPart};
pub use event::{Audience, Event, KnownTo};
pub use piece::{CardId, Piece};
pub use position::Position;
pub use refusals::REFUSALS;
pub use setup::Setup;
pub use state::State;
pub use traits::Traits;
pub use turn::LORE_TO_WIN;

use piece::{opponent, player_name};
use position::{Pending, Stage, Status, Zone};
use state::Emit;

impl State {
    /// Applies an action that [`Game::legal`] has just listed, or [`Game::sample`] drawn, and emits no events: for
    /// games that nobody watches.
    pub fn apply_listed(&mut self, action: Action, contents: &Contents<Order>) {
        debug_assert_eq!(self.may(action, contents), Ok(()));
        self.perform(action, contents, &mut |_, _| {});
    }

    /// Applies an action that has been checked.
    fn perform(&mut self, action: Action, contents: &Contents<Order>, emit: Emit<'_>) {
        let by = self.actor().unwrap_or(Actor::Storyteller);
        let audience = self.audience_of(by, action);
        // The order of a shuffle is in the event `Shuffled`.
        if !matches!(action, Action::Shuffle(_)) {
            emit(self.now(), Event::Acts { by, action, audience });
        }
        match action {
            Action::Begin(seat) => {
                (self.position.active, self.position.bag_of) = (seat, seat);
                self.position.stage = Stage::Shuffle(seat);
            }
            Action::Shuffle(order) => self.shuffle(contents.get(order), emit),
            Action::Alter(piece) => self.alter(piece),
            Action::Keep => {
                if let Stage::Alter(seat) = self.position.stage {
                    self.keep_hand(seat, emit);
                }
            }
            Action::Random(piece) => self.answer(Answer::Card(piece), emit),
            Action::Choose(answer) => self.answer(answer, emit),
            _ => {
                // A turn action begins a new bag, in which the active player resolves first (7.7).
                self.position.bag_of = self.position.active;
                self.act(action, emit);
            }
        }
        self.advance(emit);
    }

    /// The only player who sees an action; the other sees its consequences.
    /// Whoever acts sees what they do; others if they know the card.
    fn audience_of(&self, by: Actor, action: Action) -> Audience {
        let status = |piece: Piece| self.id(piece).map(|id| *self.status(id)).unwrap_or_default();
        match action {
            Action::Alter(piece) | Action::Choose(Answer::Card(piece)) => match (status(piece).zone, by) {
                (Zone::Hand | Zone::Deck | Zone::Inkwell, Actor::Seat(seat)) => {
                    let known = self.id(piece).map(|id| self.known_to(id));
                    if known == Some(KnownTo::Everybody) { Audience::Everybody } else { Audience::Only(seat) }
                }
                _ => Audience::Everybody,
            },
            Action::Random(piece) => match status(piece) {
                Status { zone: Zone::Hand, .. } => Audience::Only(piece.owner),
                Status { zone: Zone::Inkwell | Zone::Deck, .. } | Status { facedown: true, .. } => {
                    Audience::Nobody
                }
                _ => Audience::Everybody,
            },
            _ => Audience::Everybody,
        }
    }

    fn shuffle(&mut self, order: Option<&Order>, emit: Emit<'_>) {
        let Some(seat) = self.to_shuffle() else { return };
        let Some(order) = order else { return };
        let Some(ids) = self.read_order(seat, order) else { return };
        self.position.decks[seat.index()] = ids;
        emit(self.now(), Event::Shuffled { player: seat, order: order.clone() });
        if self.position.pending.take().is_some() {
            // An effect has asked for it, and goes on.
        } else if self.position.stage == Stage::Shuffle(seat) {
            self.deal_hand(seat, emit);
        } else {
            self.reshuffled(seat, emit);
        }
    }

    /// The player whose deck chance shuffles now.
    fn to_shuffle(&self) -> Option<Seat> {
        match (self.position.pending, self.position.stage) {
            (Some(Pending::Shuffle(seat)), _) | (None, Stage::Shuffle(seat) | Stage::Reshuffle(seat)) => {
                Some(seat)
            }
            _ => None,
        }
    }

    fn alter(&mut self, piece: Piece) {
        let Some(id) = self.id(piece) else { return };
        self.set_zone(id, Zone::Deck);
        self.position.decks[piece.owner.index()].insert(0, id);
        self.position.players[piece.owner.index()].altered += 1;
    }

    /// Applies the answer to the pending question.
    fn answer(&mut self, answer: Answer, emit: Emit<'_>) {
        let Some(pending) = self.position.pending.take() else { return };
        let card = match answer {
            Answer::Card(piece) => self.id(piece),
            _ => None,
        };
        match (pending, card) {
            (Pending::Order(_), _) => {
                if let Answer::Trigger(place) = answer {
                    self.resolve_trigger(usize::from(place), emit);
                }
            }
            (Pending::Replace(_), Some(source)) => self.replace_next(source, emit),
            (Pending::Ready(seat), Some(id)) => {
                self.ready_at_start(id, emit);
                self.ready_next(seat, emit);
            }
            (Pending::Replace(_) | Pending::Ready(_), None) => {}
            (Pending::Step(_), _) => self.answer_step(answer, emit),
            (Pending::EnterExerted(card), _) => {
                if answer == Answer::Yes {
                    self.choose_to_enter_exerted(card, emit);
                }
            }
            (Pending::Sing { song, total }, Some(singer)) => {
                let total = self.join_song(song, singer, total, emit);
                self.sing_on(song, total, emit);
            }
            (Pending::Sing { song, .. }, None) => self.sung(song, emit),
            (Pending::ShiftAlso { card, onto }, also) => {
                let entry = self.entry_of_shift(card, onto);
                self.finish_shift(card, onto, also, entry, emit);
            }
            (Pending::ShiftDiscard { card, onto, left }, Some(discarded)) => {
                self.discard_for_shift(card, onto, left, discarded, emit);
            }
            (Pending::ShiftDiscard { .. }, None) | (Pending::Shuffle(_), _) => {}
        }
    }
}

impl Game for State {
    const NAME: &'static str = "lorcana";
    const VERSION: u32 = 2;

    type Setup = Setup;
    type Action = Action;
    type Open = Open;
    type Content = Order;
    type Event = Event;
    type VisibleState = crate::view::VisibleState;

    fn start(setup: &Setup) -> Result<Self, Vec<Diagnostic>> {
        setup.state()
    }

    fn seats(&self) -> usize {
        piece::PLAYERS
    }

    fn to_act(&self) -> Option<Actor> {
        self.actor()
    }

    fn legal(&self, out: &mut Vec<Choice<Self>>) {
        out.clear();
        self.list(out);
    }

    fn check(&self, action: Action, contents: &Contents<Order>) -> Result<(), Refusal> {
        self.may(action, contents).map_err(Refusal::from)
    }

    fn apply(
        &mut self,
        action: Action,
        contents: &Contents<Order>,
        emit: &mut impl FnMut(Phase, Event),
    ) -> Result<(), Refusal> {
        self.check(action, contents)?;
        self.perform(action, contents, emit);
        Ok(())
    }

    fn sample(&self, Open::Shuffle: Open, rng: &mut Rng, contents: &mut Contents<Order>) -> Action {
        let deck = self.to_shuffle().map_or(&[][..], |seat| self.position.decks[seat.index()].as_slice());
        let mut order: Order = deck.iter().map(|&id| self.piece(id)).collect();
        order.sort_unstable();
        rng.shuffle(&mut order);
        Action::Shuffle(contents.intern(order))
    }

    fn outcome(&self) -> Option<Outcome> {
        let Stage::Over { winner } = self.position.stage else { return None };
        let lost = Seats::only(opponent(winner));
        Some(Outcome { result: player_name(winner), won: Seats::only(winner), lost })
    }

    fn phase(&self) -> Phase {
        self.now()
    }

    fn visible_state(&self, seat: Seat) -> Self::VisibleState {
        crate::view::visible_state(self, seat)
    }
}
