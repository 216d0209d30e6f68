//! A game that is driven step by step, by whoever sits around it: a loop that asks agents, a server, a batch of learners.
//!
//! Accepts replies, each from a seat or the Storyteller; emits to every seat what is new to it, and to those who may know all
//! the run. Views grow with the game and are never built anew.
//!
//! It is a part of the core, since it needs nothing but the contract, and whoever sits at the table should not need to know who
//! else may play.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::game::{Actions, Choice, Game, Outcome, Refusal};
use crate::notation::{Notation, actor_name};
use crate::record::Record;
use crate::rng::Rng;
use crate::run::{Run, TraceCursor};
use crate::seat::{Actor, Seat};
use crate::trace::{Annotation, Event};
use crate::view::{Cursor, News, View};

/// An answer of whoever is to act.
pub enum Reply<G: Game> {
    /// One of the list; an open choice is drawn by the odds of the rules.
    Choice(Choice<G>),
    /// An action as text, long contents included.
    Written(Event),
    /// Something said beside the rules, to everybody or whispered to one; whoever said it is asked again.
    Message {
        /// Who alone hears it; everybody if nobody is named.
        to: Option<Seat>,
        /// What is said.
        text: String,
    },
    /// Whoever is asked leaves the table.
    Leave,
}

/// What a reply comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning<A> {
    /// This action, which has not been judged by any rule yet.
    Action(A),
    /// Something was said, and has been noted.
    Said,
    /// Somebody has left, and the game will not go on.
    Left,
}

/// A table with a game on it.
#[derive(Clone, Debug)]
pub struct Session<G: Notation> {
    start: G,
    run: Run<G>,
    players: Vec<Player<G>>,
    /// A buffer.
    legal: Actions<G>,
    /// Who has left.
    left: Option<Actor>,
}

/// What one seat has been shown.
#[derive(Clone, Debug)]
struct Player<G: Game> {
    view: View<G>,
    told: TraceCursor,
    /// After how many actions the present was last looked at.
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

    /// A table at which a game goes on.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up, which is nothing for a run that was played.
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
        Self { players: players.collect(), start, run, legal: Actions::new(), left: None }
    }

    /// The same table before the first action; what was allocated is kept.
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

    /// Everything, for those who may know all.
    #[must_use]
    pub fn run(&self) -> &Run<G> {
        &self.run
    }

    /// Everything, when nobody plays on.
    #[must_use]
    pub fn into_run(self) -> Run<G> {
        self.run
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        self.run.record()
    }

    /// Who is to act; nobody once the game is over, or somebody has left.
    #[must_use]
    pub fn to_act(&self) -> Option<Actor> {
        if self.left.is_some() { None } else { self.run.state().to_act() }
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.run.state().outcome()
    }

    /// Who has left, so that nobody plays on.
    #[must_use]
    pub fn left(&self) -> Option<Actor> {
        self.left
    }

    /// What a seat has seen and may do now; nothing for a seat that this table does not have.
    pub fn view(&mut self, seat: Seat) -> Option<&View<G>> {
        let player = self.players.get_mut(seat.index())?;
        let steps = self.run.record().actions.len();
        if player.looked != Some(steps) || player.told != self.run.told() {
            self.run.grow(&mut player.view, &mut player.told);
            player.looked = Some(steps);
        }
        Some(&player.view)
    }

    /// What a seat has seen and heard behind a cursor, and what it sees and may do now.
    pub fn view_since(&mut self, seat: Seat, cursor: Cursor) -> Option<News<'_, G>> {
        self.view(seat).map(|view| view.since(cursor))
    }

    /// What a seat may do now; nothing while it is not asked.
    pub fn legal(&mut self, seat: Seat) -> &[Choice<G>] {
        self.view(seat).map_or(&[], |view| &view.legal)
    }

    /// Takes a reply: an action is done, a message noted.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn submit(&mut self, by: Actor, reply: Reply<G>, rng: &mut Rng) -> Result<(), Diagnostic> {
        match self.understand(by, reply, rng)? {
            Meaning::Action(action) => self.apply(action).map_err(Diagnostic::from),
            Meaning::Said | Meaning::Left => Ok(()),
        }
    }

    /// What a reply means: messages are noted at once, an action is left to [`Session::apply`], so that somebody else can judge
    /// it before. An open choice is drawn from the generator.
    ///
    /// # Errors
    /// Why it is no reply of whoever is asked. Whoever is not asked is told no more than that.
    pub fn understand(
        &mut self,
        by: Actor,
        reply: Reply<G>,
        rng: &mut Rng,
    ) -> Result<Meaning<G::Action>, Diagnostic> {
        if self.to_act() != Some(by) {
            return Err(Diagnostic::illegal("session/not-asked", "you are not asked now"));
        }
        match reply {
            Reply::Choice(Choice::Open(open)) if !self.is_listed(open) => Err(Diagnostic::illegal(
                "session/not-listed",
                "that is none of the choices that there are now",
            )),
            Reply::Choice(choice) => Ok(Meaning::Action(self.run.concrete(choice, rng))),
            Reply::Written(event) => self.run.read_action(&event).map(Meaning::Action),
            Reply::Message { .. } if self.is_silent(by) => {
                Err(Diagnostic::illegal("session/silence", "nobody speaks while eyes are closed"))
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

    /// Applies an action of whoever is to act.
    ///
    /// # Errors
    /// The rule that refuses it; nothing has changed then.
    pub fn apply(&mut self, action: G::Action) -> Result<(), Refusal> {
        self.run.apply(action)
    }

    /// Whether whoever is to act may choose this.
    fn is_listed(&mut self, open: G::Open) -> bool {
        self.run.state().legal(&mut self.legal);
        self.legal.contains(&Choice::Open(open))
    }

    /// Whether this is a player who must keep silent now: before the game begins nobody speaks, either.
    fn is_silent(&self, actor: Actor) -> bool {
        let is_silent = G::DIALECT.kind(self.run.state().phase()).is_none_or(|kind| kind.is_silent);
        is_silent && actor != Actor::Storyteller
    }

    /// Notes what was said beside the rules. No rule reads it.
    fn speak(&mut self, from: Actor, to: Option<Seat>, text: String) {
        let names = G::names(&self.run.record().setup);
        let name = |actor| actor_name(&names, actor).to_owned();
        let to = to.map(|seat| name(Actor::Seat(seat)));
        self.run.annotate(Annotation::Message { from: name(from), whisper: to.is_some(), to, text });
    }
}
