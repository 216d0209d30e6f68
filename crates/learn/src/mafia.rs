//! Mafia: an id is a whole action, the one in the table of `docs/mafia-tokens.md`.

use gaslamp_agents::chance::Chance;
use gaslamp_agents::{Keeper, Player};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Contents, Diagnostic, Game as _, NoContent, Rng, Seat, Token};
use gaslamp_mafia::notation::write_without_actor;
use gaslamp_mafia::rules::{ActionSet, Open};
use gaslamp_mafia::{Action, Event, Rules, State, encoding};

use crate::learnable::{Decision, Learnable, unknown};

impl Learnable for State {
    const ACTIONS: usize = Action::COUNT;
    const ENCODING: u32 = encoding::VERSION;
    const HISTORY: usize = 512;
    const PRESENT: usize = 0;
    const SIDES: &'static [&'static str] = &["red", "black"];

    type Prepared = ();
    type Decision = Listed;
    type Stream = ();

    fn action_name(id: usize) -> Option<String> {
        Action::from_id(id).map(write_without_actor)
    }

    fn prepare(_setup: &Rules) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }

    fn draw(
        &self,
        (): &(),
        _legal: &mut Actions<Self>,
        rng: &mut Rng,
        contents: &mut Contents<NoContent>,
    ) -> Option<Action> {
        Some(self.sample(Open::Deal, rng, contents))
    }

    #[inline]
    fn apply_unseen(&mut self, action: Action, contents: &Contents<NoContent>) {
        match action.id() {
            Some(id) => self.apply_listed(id),
            // The deal has no id.
            None => {
                let dealt = self.apply(action, contents, &mut |_, _| {});
                debug_assert_eq!(dealt, Ok(()));
            }
        }
    }

    #[inline]
    fn read_event(_: &mut (), _: Seat, _: Phase, event: &Event, out: &mut Vec<Token>) {
        encoding::encode_phrase(event.phrase, out);
    }

    fn spell(_seat: Seat, action: Action, _contents: &Contents<NoContent>, out: &mut Vec<usize>) {
        out.extend(action.id());
    }

    fn side(&self, seat: Seat) -> Option<&'static str> {
        self.dealt().map(|deal| deal.role(seat).colour().name())
    }

    fn role(&self, seat: Seat) -> String {
        self.dealt().map_or_else(String::new, |deal| deal.role(seat).name().to_owned())
    }

    fn player(setup: &Rules, name: &str, rng: Rng) -> Result<Player<Self>, Diagnostic> {
        let player = gaslamp_agents::mafia::by_name(name, *setup, rng);
        player.ok_or_else(|| unknown("agent", name, &gaslamp_agents::mafia::names()))
    }

    fn keeper(_name: &str, rng: Rng) -> Result<Keeper<Self>, Diagnostic> {
        Ok(Box::new(Chance::new(rng)))
    }
}

/// A legal list as a set.
#[derive(Clone, Copy, Default, Debug)]
pub struct Listed(ActionSet);

impl Decision<State> for Listed {
    #[inline]
    fn begin(&mut self, state: &State, _seat: Seat, _has_talk: bool) {
        self.0 = state.legal_set();
    }

    fn end(&mut self) {
        self.0 = ActionSet::default();
    }

    #[inline]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn nth(&self, nth: usize) -> Option<usize> {
        self.0.nth_id(nth)
    }

    #[inline]
    fn contains(&self, id: usize) -> bool {
        self.0.contains_id(id)
    }

    #[inline]
    fn mask(&self, mask: &mut [u8]) {
        self.0.write_mask(mask);
    }

    #[inline]
    fn take(&mut self, id: usize) -> Option<Choice<State>> {
        Action::from_id(id).map(Choice::Action)
    }

    fn written(&self) -> &[Token] {
        &[]
    }
}
