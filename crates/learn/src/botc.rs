//! Blood on the Clocktower: an id is a token of `docs/botc-tokens.md`, and an action is written token by token. After the tokens
//! come the open choices (`encoding::OPEN`): taking one of these ids leaves its contents to chance.

use gaslamp_agents::{Keeper, Player};
use gaslamp_botc::encoding::{self, OPEN, VOCABULARY};
use gaslamp_botc::rules::{Claim, Content, Dealer, Event, Open};
use gaslamp_botc::{Action, Setup, Side, State};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Contents, Diagnostic, Game, Rng, Seat, Token, Tokens as _};

use crate::learnable::{Decision, Learnable, unknown};
use crate::spelled::{Spelled, Spelling};

impl Learnable for State {
    const ACTIONS: usize = VOCABULARY.len() + OPEN.len();
    const ENCODING: u32 = encoding::VERSION;
    const HISTORY: usize = 1024;
    const PRESENT: usize = 0;
    const SIDES: &'static [&'static str] = &["good", "evil"];

    type Prepared = Dealer;
    type Decision = Written;
    type Stream = encoding::Stream;

    fn action_name(id: usize) -> Option<String> {
        let open = |at: usize| OPEN.get(at).map(|(_, name)| format!("any {name}"));
        let word = VOCABULARY.get(id).map(|&word| word.to_owned());
        word.or_else(|| id.checked_sub(VOCABULARY.len()).and_then(open))
    }

    fn prepare(setup: &Setup) -> Result<Dealer, Vec<Diagnostic>> {
        Dealer::new(&setup.script, setup.base_counts()?)
    }

    fn draw(
        &self,
        dealer: &Dealer,
        legal: &mut Actions<Self>,
        rng: &mut Rng,
        contents: &mut Contents<Content>,
    ) -> Option<Action> {
        self.legal(legal);
        match *rng.pick(legal)? {
            Choice::Action(action) => Some(action),
            // The dealer has looked for all bags already.
            Choice::Open(Open::Deal) => {
                dealer.draw(rng).map(|deal| Action::Deal(contents.intern(Content::Deal(deal))))
            }
            Choice::Open(open) => Some(self.sample(open, rng, contents)),
        }
    }

    fn apply_unseen(&mut self, action: Action, contents: &Contents<Content>) {
        self.apply_listed(action, contents);
    }

    fn read_event(stream: &mut Self::Stream, _: Seat, phase: Phase, event: &Event, out: &mut Vec<Token>) {
        stream.push(phase, event, out);
    }

    fn read_now(&self, stream: &mut Self::Stream, seat: Seat, out: &mut Vec<Token>) {
        stream.now(&self.visible_state(seat), out);
    }

    fn spell(_seat: Seat, action: Action, contents: &Contents<Content>, out: &mut Vec<usize>) {
        match action {
            Action::Claim(id) | Action::Ask(id) => {
                out.extend(contents.get(id).and_then(open_of).and_then(open_id));
            }
            _ => {
                let mut tokens = Vec::new();
                Self::encode(action, &mut tokens);
                out.extend(tokens.into_iter().map(usize::from));
            }
        }
    }

    fn side(&self, seat: Seat) -> Option<&'static str> {
        let is_dealt = self.visible_state(seat).character.is_some();
        is_dealt.then(|| if self.person(seat).side == Side::Good { "good" } else { "evil" })
    }

    fn role(&self, seat: Seat) -> String {
        self.all_roles().get(seat.index()).map_or_else(String::new, |role| role.name().to_owned())
    }

    fn player(_setup: &Setup, name: &str, rng: Rng) -> Result<Player<Self>, Diagnostic> {
        let player = gaslamp_agents::botc::by_name(name, rng);
        player.ok_or_else(|| unknown("agent", name, &gaslamp_agents::botc::names()))
    }

    fn keeper(name: &str, rng: Rng) -> Result<Keeper<Self>, Diagnostic> {
        let keeper = gaslamp_agents::botc::storyteller_by_name(name, rng);
        keeper.ok_or_else(|| unknown("storyteller", name, &gaslamp_agents::botc::storyteller_names()))
    }
}

/// An action that is being written.
#[derive(Clone, Default, Debug)]
pub struct Written(Spelled<State>);

/// The id of an open choice.
fn open_id(open: Open) -> Option<usize> {
    OPEN.iter().position(|(kind, _)| *kind == open).map(|at| VOCABULARY.len() + at)
}

/// The kind of choice to which a long content belongs.
fn open_of(content: &Content) -> Option<Open> {
    match content {
        Content::Claim(Claim::Role(_) | Claim::Report(_)) => Some(Open::Claim),
        Content::Claim(Claim::Guesses(_)) => Some(Open::Guesses),
        Content::Claim(Claim::Accusation(_)) => Some(Open::Accusation),
        Content::Claim(Claim::Gossip(_)) => Some(Open::Gossip),
        Content::Question(_) => Some(Open::Question),
        Content::Deal(_) | Content::Things(..) => None,
    }
}

/// Whether an open choice is only talk, which a game can do without.
const fn is_talk(open: Open) -> bool {
    matches!(open, Open::Claim | Open::Guesses | Open::Accusation | Open::Gossip)
}

impl Decision<State> for Written {
    fn begin(&mut self, state: &State, seat: Seat, has_talk: bool) {
        let open = |open: Open| open_id(open).filter(|_| has_talk || !is_talk(open));
        let encode = |_, action, out: &mut Vec<Token>| State::encode(action, out);
        self.0.begin(state, seat, &Spelling { ids: State::ACTIONS, encode, open });
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
        self.0.take(id, open_id)
    }

    fn written(&self) -> &[Token] {
        self.0.written()
    }
}
