//! What a game adds so that learners can play it: numbered actions, and token sequences that grow with the game.

use std::fmt::Debug;

use gaslamp_agents::{Keeper, Player};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Contents, Diagnostic, Notation, Rng, Seat, Token, Tokens};

/// A game that learners play. Their actions are ids below [`Learnable::ACTIONS`]: whole actions, or one token of an action after
/// another.
pub trait Learnable: Notation + Tokens {
    /// The number of ids in the action space.
    const ACTIONS: usize;
    /// The version of the vocabulary.
    const ENCODING: u32;
    /// The number of latest tokens of what a seat has seen that are shown unless somebody asks for another number.
    const HISTORY: usize;
    /// The number of tokens that describe the present, at most; 0 where the history says it all.
    const PRESENT: usize;
    /// The sides to which players belong once the cards or characters are dealt.
    const SIDES: &'static [&'static str];

    /// What is worked out once for all games of a set-up.
    type Prepared: Clone + Debug + Send + Sync;
    /// What a seat may do, by id.
    type Decision: Decision<Self>;
    /// How far the sequence of a seat has come.
    type Stream: Copy + Default + Debug + Send + Sync;

    /// What an id means: an action in the notation, or a token.
    fn action_name(id: usize) -> Option<String>;

    /// Works out what all games of a set-up need.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    fn prepare(setup: &Self::Setup) -> Result<Self::Prepared, Vec<Diagnostic>>;

    /// Draws what chance or a random Storyteller does, with the odds of the rules. `legal` is a buffer.
    fn draw(
        &self,
        _prepared: &Self::Prepared,
        legal: &mut Actions<Self>,
        rng: &mut Rng,
        contents: &mut Contents<Self::Content>,
    ) -> Option<Self::Action> {
        self.legal(legal);
        let mut drawn = rng.below(legal.iter().map(|&choice| self.weight(choice)).sum());
        for &choice in &*legal {
            let weight = self.weight(choice);
            if drawn < weight {
                return Some(match choice {
                    Choice::Action(action) => action,
                    Choice::Open(open) => self.sample(open, rng, contents),
                });
            }
            drawn -= weight;
        }
        None
    }

    /// Applies an action that was just listed or drawn, without reporting events.
    fn apply_unseen(&mut self, action: Self::Action, contents: &Contents<Self::Content>);

    /// Appends the tokens of an event as a seat saw it.
    fn read_event(
        stream: &mut Self::Stream,
        seat: Seat,
        phase: Phase,
        event: &Self::Event,
        out: &mut Vec<Token>,
    );

    /// Appends what the seat knows of the time that has passed since the last event.
    fn read_now(&self, _stream: &mut Self::Stream, _seat: Seat, _out: &mut Vec<Token>) {}

    /// Writes the tokens of the present as the seat sees it, if the game has such tokens.
    fn read_present(&self, _seat: Seat, out: &mut Vec<Token>) {
        out.clear();
    }

    /// The ids by which a seat takes an action, one after another.
    fn spell(seat: Seat, action: Self::Action, contents: &Contents<Self::Content>, out: &mut Vec<usize>);

    /// The side on which a player is now; none before the deal.
    fn side(&self, seat: Seat) -> Option<&'static str>;

    /// What a player is now, for whoever may see everything: a role, a character, a number of a deck.
    fn role(&self, seat: Seat) -> String;

    /// A player by the name of its kind, such as `random`.
    ///
    /// # Errors
    /// That there is no such kind.
    fn player(setup: &Self::Setup, name: &str, rng: Rng) -> Result<Player<Self>, Diagnostic>;

    /// A Storyteller or dealer by the name of its kind.
    ///
    /// # Errors
    /// That there is no such kind.
    fn keeper(name: &str, rng: Rng) -> Result<Keeper<Self>, Diagnostic>;
}

/// What the seat that is to act may do, by id.
pub trait Decision<G: Learnable>: Clone + Default + Debug + Send {
    /// Begins a decision of this seat. Talk that no rule asks for is left out unless it is wanted.
    fn begin(&mut self, state: &G, seat: Seat, has_talk: bool);

    /// Nobody is to act.
    fn end(&mut self);

    /// The number of legal ids.
    fn count(&self) -> usize;

    /// The `nth` legal id, counted from 0.
    fn nth(&self, nth: usize) -> Option<usize>;

    /// Whether an id is legal.
    fn contains(&self, id: usize) -> bool;

    /// Writes 1 for every legal id and 0 for every other.
    fn mask(&self, mask: &mut [u8]);

    /// Takes a legal id. Emits the choice once it is complete; until then the same seat goes on.
    fn take(&mut self, id: usize) -> Option<Choice<G>>;

    /// The tokens of the action that are written already.
    fn written(&self) -> &[Token];
}

/// That nobody of this kind is called so.
pub(crate) fn unknown(kind: &str, name: &str, names: &[&str]) -> Diagnostic {
    let id = if kind == "agent" { "play/agent" } else { "play/storyteller" };
    Diagnostic::new(id, format!("unknown {kind} `{name}`")).fix(names.join(", "))
}
