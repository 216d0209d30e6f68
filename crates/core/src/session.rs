//! A game driven step by step, whoever is around it: a loop over agents, a server, a batch of learners.
//!
//! Accepts replies from seats and the Storyteller. Gives every seat what is new to it, and the run to those
//! who may see everything. Views grow with the game and are never rebuilt.
//!
//! It lives in the core because it needs only the contract: a program that hosts a game should not have to
//! depend on the agents.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::game::{Actions, Choice, ContentId, Contents, Game, Outcome, Refusal};
use crate::notation::{Notation, actor_name};
use crate::record::Record;
use crate::rng::Rng;
use crate::run::{Run, TraceCursor};
use crate::seat::{Actor, Seat};
use crate::trace::{Annotation, Event};
use crate::view::{Cursor, News, View};

/// A reply from the actor.
pub enum Reply<G: Game> {
    /// A choice of the legal list; an open one is drawn with the odds of the rules.
    Choice(Choice<G>),
    /// An action as text, including long contents.
    Written(Event),
    /// Something said outside the rules, to everyone or whispered to one player; the actor is asked again
    /// afterwards.
    Message {
        /// The only one who hears it; everyone if none.
        to: Option<Seat>,
        /// What is said.
        text: String,
    },
    /// The actor leaves the table.
    Leave,
}

/// What a reply amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning<A> {
    /// This action, not yet judged by any rule.
    Action(A),
    /// A message, which has been noted.
    Said,
    /// The actor has left, and the game will not go on.
    Left,
}

/// A table with a game on it.
#[derive(Clone, Debug)]
pub struct Session<G: Notation> {
    start: G,
    run: Run<G>,
    names: Arc<[String]>,
    players: Vec<Player<G>>,
    /// A buffer for the legal list.
    legal: Actions<G>,
    /// The actor who has left, if any.
    left: Option<Actor>,
}

/// What one seat has been shown.
#[derive(Clone, Debug)]
struct Player<G: Game> {
    view: View<G>,
    told: TraceCursor,
    /// The number of actions at which the present was last looked at.
    looked: Option<usize>,
}

impl<G: Notation> Session<G> {
    /// A table before the first action.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    pub fn new(setup: G::Setup) -> Result<Self, Vec<Diagnostic>> {
        let run = Run::<G>::new(setup)?;
        Ok(Self::at(run.state().clone(), run))
    }

    /// A table with a game already in progress.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up; a run that was played has a legal one.
    pub fn resume(run: Run<G>) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self::at(G::start(&run.record().setup)?, run))
    }

    fn at(start: G, run: Run<G>) -> Self {
        let names: Arc<[String]> = G::names(&run.record().setup).into();
        let seats = (0..start.seats()).map(Seat::new);
        let players = seats.map(|seat| Player {
            view: View::unseen(seat, Arc::clone(&names), start.visible_state(seat)),
            told: TraceCursor::default(),
            looked: None,
        });
        let players = players.collect();
        Self { players, start, run, names, legal: Actions::new(), left: None }
    }

    /// Resets the table to before the first action, keeping the allocations.
    pub fn restart(&mut self) {
        self.run.restart(self.start.clone());
        self.left = None;
        for player in &mut self.players {
            player.view.seen.clear();
            player.view.heard.clear();
            player.told = TraceCursor::default();
            player.looked = None;
        }
    }

    /// The whole run, for those who may see everything.
    #[must_use]
    pub fn run(&self) -> &Run<G> {
        &self.run
    }

    /// The whole run, once play has stopped.
    #[must_use]
    pub fn into_run(self) -> Run<G> {
        self.run
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        self.run.record()
    }

    /// Who is to act; nobody once the game is over or somebody has left.
    #[must_use]
    pub fn to_act(&self) -> Option<Actor> {
        if self.left.is_some() { None } else { self.run.state().to_act() }
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.run.state().outcome()
    }

    /// The actor who has left and so stopped the game.
    #[must_use]
    pub fn left(&self) -> Option<Actor> {
        self.left
    }

    /// What a seat has seen and may do now; none if the table has no such seat.
    pub fn view(&mut self, seat: Seat) -> Option<&View<G>> {
        let player = self.players.get_mut(seat.index())?;
        let steps = self.run.record().actions.len();
        if player.looked != Some(steps) || player.told != self.run.told() {
            self.run.grow(&mut player.view, &mut player.told);
            player.looked = Some(steps);
        }
        Some(&player.view)
    }

    /// What a seat has seen and heard since a cursor, and what it sees and may do now.
    pub fn view_since(&mut self, seat: Seat, cursor: Cursor) -> Option<News<'_, G>> {
        self.view(seat).map(|view| view.since(cursor))
    }

    /// What a seat may do now; nothing unless it is to act.
    pub fn legal(&mut self, seat: Seat) -> &[Choice<G>] {
        self.view(seat).map_or(&[], |view| &view.legal)
    }

    /// An action that somebody draws in this state, along with its long contents.
    pub fn draw<T>(&mut self, draw: impl FnOnce(&G, &mut Contents<G::Content>) -> T) -> T {
        self.run.draw(draw)
    }

    /// The id of a long content, for a reply that refers to it.
    pub fn intern(&mut self, content: G::Content) -> ContentId {
        self.run.intern(content)
    }

    /// Takes a reply: an action is applied, a message is noted.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed in that case.
    pub fn submit(&mut self, by: Actor, reply: Reply<G>, rng: &mut Rng) -> Result<(), Diagnostic> {
        match self.understand(by, reply, rng)? {
            Meaning::Action(action) => self.apply(action).map_err(Diagnostic::from),
            Meaning::Said | Meaning::Left => Ok(()),
        }
    }

    /// What a reply means. Messages are noted at once; an action is left to [`Session::apply`], so that
    /// somebody else can judge it first. An open choice is drawn from the generator.
    ///
    /// # Errors
    /// Why the reply is refused. Whoever is not to act learns only that.
    pub fn understand(
        &mut self,
        by: Actor,
        reply: Reply<G>,
        rng: &mut Rng,
    ) -> Result<Meaning<G::Action>, Diagnostic> {
        if self.to_act() != Some(by) {
            return Err(Diagnostic::illegal("session/not-asked", "it is not your turn"));
        }
        match reply {
            Reply::Choice(Choice::Open(open)) if !self.is_listed(open) => {
                Err(Diagnostic::illegal("session/not-listed", "that is not one of the choices available now"))
            }
            Reply::Choice(choice) => Ok(Meaning::Action(self.run.concrete(choice, rng))),
            Reply::Written(event) => self.run.read_action_among(&self.names, &event).map(Meaning::Action),
            Reply::Message { .. } if self.is_silent(by) => {
                Err(Diagnostic::illegal("session/silence", "players are silent while eyes are closed"))
            }
            Reply::Message { to, text } => {
                self.speak(by, to, text);
                Ok(Meaning::Said)
            }
            Reply::Leave => {
                self.left = Some(by);
                Ok(Meaning::Left)
            }
        }
    }

    /// Applies an action of the actor.
    ///
    /// # Errors
    /// The rule that refuses it; nothing has changed in that case.
    pub fn apply(&mut self, action: G::Action) -> Result<(), Refusal> {
        self.run.apply(action)
    }

    /// Whether the actor may choose this now.
    fn is_listed(&mut self, open: G::Open) -> bool {
        self.run.state().legal(&mut self.legal);
        self.legal.contains(&Choice::Open(open))
    }

    /// Whether this is a player who must keep silent now. Nobody speaks before the game begins, either.
    fn is_silent(&self, actor: Actor) -> bool {
        let is_silent = G::DIALECT.kind(self.run.state().phase()).is_none_or(|kind| kind.is_silent);
        is_silent && actor != Actor::Storyteller
    }

    /// Notes what was said outside the rules. No rule reads it.
    fn speak(&mut self, from: Actor, to: Option<Seat>, text: String) {
        let name = |actor| actor_name(&self.names, actor).to_owned();
        let to = to.map(|seat| name(Actor::Seat(seat)));
        self.run.annotate(Annotation::Message { from: name(from), whisper: to.is_some(), to, text });
    }
}
