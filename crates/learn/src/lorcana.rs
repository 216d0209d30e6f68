//! Disney Lorcana: an id is a token of `docs/lorcana-tokens.md`, and an action is written token by token, from the perspective of
//! the player who acts.

use gaslamp_agents::chance::Chance;
use gaslamp_agents::{Keeper, Player};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Choice, Contents, Diagnostic, Game, Rng, Seat, Token};
use gaslamp_lorcana::encoding::{self, VOCABULARY};
use gaslamp_lorcana::rules::{Event, Order};
use gaslamp_lorcana::{Action, Setup, State};

use crate::learnable::{Decision, Learnable, unknown};
use crate::spelled::{Spelled, Spelling};

impl Learnable for State {
    const ACTIONS: usize = VOCABULARY.len();
    const ENCODING: u32 = encoding::VERSION;
    const HISTORY: usize = 512;
    const PRESENT: usize = 1024;
    const SIDES: &'static [&'static str] = &["p1", "p2"];

    type Prepared = ();
    type Decision = Written;
    type Stream = encoding::Stream;

    fn action_name(id: usize) -> Option<String> {
        VOCABULARY.get(id).map(|&word| word.to_owned())
    }

    fn prepare(_setup: &Setup) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }

    fn apply_unseen(&mut self, action: Action, contents: &Contents<Order>) {
        self.apply_listed(action, contents);
    }

    fn read_event(stream: &mut Self::Stream, seat: Seat, phase: Phase, event: &Event, out: &mut Vec<Token>) {
        stream.push(seat, phase, event, out);
    }

    fn read_present(&self, seat: Seat, out: &mut Vec<Token>) {
        out.clear();
        encoding::encode_now(&self.visible_state(seat), out);
    }

    fn spell(seat: Seat, action: Action, _contents: &Contents<Order>, out: &mut Vec<usize>) {
        let mut tokens = Vec::new();
        encoding::encode_for(seat, action, &mut tokens);
        out.extend(tokens.into_iter().map(usize::from));
    }

    fn side(&self, seat: Seat) -> Option<&'static str> {
        Self::SIDES.get(seat.index()).copied()
    }

    fn role(&self, seat: Seat) -> String {
        format!("deck {}", seat.index() + 1)
    }

    fn player(_setup: &Setup, name: &str, rng: Rng) -> Result<Player<Self>, Diagnostic> {
        let player = gaslamp_agents::lorcana::by_name(name, rng);
        player.ok_or_else(|| unknown("agent", name, &gaslamp_agents::lorcana::names()))
    }

    fn keeper(_name: &str, rng: Rng) -> Result<Keeper<Self>, Diagnostic> {
        Ok(Box::new(Chance::new(rng)))
    }
}

/// An action that is being written.
#[derive(Clone, Default, Debug)]
pub struct Written(Spelled<State>);

impl Decision<State> for Written {
    fn begin(&mut self, state: &State, seat: Seat, _has_talk: bool) {
        let spelling = Spelling { ids: State::ACTIONS, encode: encoding::encode_for, open: |_| None };
        self.0.begin(state, seat, &spelling);
    }

    fn end(&mut self) {
        self.0.end();
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn nth(&self, nth: usize) -> Option<usize> {
        self.0.nth(nth)
    }

    fn contains(&self, id: usize) -> bool {
        self.0.contains(id)
    }

    fn mask(&self, mask: &mut [u8]) {
        self.0.mask(mask);
    }

    fn take(&mut self, id: usize) -> Option<Choice<State>> {
        self.0.take(id, |_| None)
    }

    fn written(&self) -> &[Token] {
        self.0.written()
    }
}
