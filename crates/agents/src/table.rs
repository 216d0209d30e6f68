//! The loop that asks whoever is to act: players see only their own view, the Storyteller agent sees the whole run.

use gaslamp_core::trace::Event;
use gaslamp_core::{Actions, Actor, Diagnostic, Game, Meaning, Notation, Reply, Rng, Run, Seat, Session};

use crate::{Agent, Request, StorytellerAgent};

/// Why the loop stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over.
    Over,
    /// A player or the Storyteller left.
    Left(Actor),
    /// A player or the Storyteller wants to go back to their last decision, after so many actions. Agents remember what they have
    /// seen, so the game must be resumed there with new ones.
    TakenBack(Actor, usize),
    /// A player or the Storyteller gave one illegal answer after another; this is the problem with the last one.
    GaveUp(Actor, Diagnostic),
    /// The watcher asked to stop.
    Stopped,
    /// The game does not come to an end.
    TooLong,
}

/// The verdict of a judge against an action, before the engine checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It is illegal; the actor is told so and asked again.
    Refused(Diagnostic),
    /// The game cannot go on.
    Stop,
}

/// Judges an action before it is applied. A judge sees the whole table.
pub type Judge<'a, G> = dyn FnMut(&Run<G>, Actor, <G as Game>::Action) -> Result<(), Objection> + 'a;

/// Plays until the game is over. The Storyteller agent decides for the Storyteller or dealer; an open choice that is left open
/// is sampled from `rng` by the odds of the rules; `watch` is called with the run after every action and returns whether to
/// continue.
pub fn play<G: Notation>(
    session: &mut Session<G>,
    agents: &mut [Box<dyn Agent<G>>],
    keeper: &mut dyn StorytellerAgent<G>,
    rng: &mut Rng,
    watch: &mut dyn FnMut(&Run<G>) -> bool,
) -> Ending {
    play_judged(session, agents, keeper, rng, &mut |_, _, _| Ok(()), watch)
}

/// The same with a judge in addition to the engine.
pub fn play_judged<G: Notation>(
    session: &mut Session<G>,
    agents: &mut [Box<dyn Agent<G>>],
    keeper: &mut dyn StorytellerAgent<G>,
    rng: &mut Rng,
    judge: &mut Judge<'_, G>,
    watch: &mut dyn FnMut(&Run<G>) -> bool,
) -> Ending {
    let mut table = Table { session, agents, keeper, legal: Actions::new() };
    let mut messages = 0;
    let ending = loop {
        let Some(actor) = table.session.to_act() else {
            break table.session.left().map_or(Ending::Over, Ending::Left);
        };
        if is_too_long(table.session.run()) {
            break Ending::TooLong;
        }
        let steps = table.session.record().actions.len();
        if let Err(ending) = table.ask(actor, rng, judge) {
            break ending;
        }
        messages = if table.session.record().actions.len() > steps { 0 } else { messages + 1 };
        if messages > MOST_MESSAGES {
            let problem = Diagnostic::illegal("table/talk", "too many messages in a row without an action");
            break Ending::GaveUp(actor, problem);
        }
        if !watch(table.session.run()) {
            break Ending::Stopped;
        }
    };
    table.finish();
    ending
}

/// Whether a game is too long to go on: there are positions in which players who never change their minds would go on forever.
pub fn is_too_long<G: Notation>(run: &Run<G>) -> bool {
    const MOST_ACTIONS: usize = 20_000;
    let phase = run.state().phase();
    let is_late = G::DIALECT.kind(phase).is_some_and(|kind| phase.number > kind.last);
    is_late || run.record().actions.len() >= MOST_ACTIONS
}

/// The number of actions before the last one that this actor decided on.
fn last_decision<G: Notation>(run: &Run<G>, actor: Actor) -> Option<usize> {
    let record = run.record();
    let mut state = G::start(&record.setup).ok()?;
    let mut last = None;
    for (step, &action) in record.actions.iter().enumerate() {
        if state.to_act() == Some(actor) {
            last = Some(step);
        }
        state.apply(action, &record.contents, &mut |_, _| {}).ok()?;
    }
    last
}

/// The answer to whoever asks why something is forbidden that is not.
pub(crate) const ALLOWED: &str = "table/allowed";

/// How many messages in a row the table accepts before it gives up.
const MOST_MESSAGES: usize = 1000;

/// A game and its agents.
struct Table<'a, G: Notation> {
    session: &'a mut Session<G>,
    agents: &'a mut [Box<dyn Agent<G>>],
    keeper: &'a mut dyn StorytellerAgent<G>,
    /// A buffer for what the Storyteller may do.
    legal: Actions<G>,
}

impl<G: Notation> Table<'_, G> {
    /// Asks until there is a legal answer or a message.
    fn ask(&mut self, actor: Actor, rng: &mut Rng, judge: &mut Judge<'_, G>) -> Result<(), Ending> {
        let mut last = None;
        for _ in 0..self.tries(actor) {
            let reply = self.decide(actor);
            let request = if matches!(reply, Reply::Leave) { self.request(actor) } else { Request::Leave };
            let done = match request {
                Request::Leave => self.submit(actor, reply, rng, judge),
                Request::TakeBack => Err(Objection::Refused(self.take_back(actor)?)),
                Request::Why(event) => Err(Objection::Refused(self.why(actor, event, rng))),
            };
            match done {
                Ok(Meaning::Left) => return Err(Ending::Left(actor)),
                Ok(_) => return Ok(()),
                Err(Objection::Stop) => return Err(Ending::Stopped),
                Err(Objection::Refused(problem)) => {
                    self.refuse(actor, &problem);
                    last = Some(problem);
                }
            }
        }
        Err(last.map_or(Ending::Left(actor), |problem| Ending::GaveUp(actor, problem)))
    }

    fn submit(
        &mut self,
        actor: Actor,
        reply: Reply<G>,
        rng: &mut Rng,
        judge: &mut Judge<'_, G>,
    ) -> Result<Meaning<G::Action>, Objection> {
        let meaning = self.session.understand(actor, reply, rng).map_err(Objection::Refused)?;
        if let Meaning::Action(action) = meaning {
            judge(self.session.run(), actor, action)?;
            self.session.apply(action).map_err(|refusal| Objection::Refused(refusal.into()))?;
        }
        Ok(meaning)
    }

    /// Ends play where the actor last decided.
    ///
    /// # Errors
    /// That ending; otherwise, why there is none.
    fn take_back(&self, actor: Actor) -> Result<Diagnostic, Ending> {
        match last_decision(self.session.run(), actor) {
            Some(step) => Err(Ending::TakenBack(actor, step)),
            None => {
                Ok(Diagnostic::illegal("table/first-decision", "there is nothing of yours to take back yet"))
            }
        }
    }

    /// Which rule forbids an action. One that should name a player and does not is tried with each.
    fn why(&mut self, actor: Actor, event: Event, rng: &mut Rng) -> Diagnostic {
        let names = G::names(&self.session.record().setup);
        let named = names.iter().filter(|_| event.targets.is_empty()).map(|name| event.clone().target(name));
        let mut ways = std::iter::once(event.clone()).chain(named);
        let understood =
            ways.find_map(|event| self.session.understand(actor, Reply::Written(event), rng).ok());
        let checked = match understood {
            Some(Meaning::Action(action)) => {
                let run = self.session.run();
                run.state().check(action, &run.record().contents).map_err(Diagnostic::from)
            }
            Some(_) => Ok(()),
            None => self.session.understand(actor, Reply::Written(event), rng).map(drop),
        };
        checked.err().unwrap_or_else(|| Diagnostic::illegal(ALLOWED, "no rule forbids it"))
    }

    fn request(&mut self, actor: Actor) -> Request {
        match actor {
            Actor::Storyteller => self.keeper.request(),
            Actor::Seat(seat) => {
                self.agents.get_mut(seat.index()).map_or(Request::Leave, |agent| agent.request())
            }
        }
    }

    /// The reply of the actor; a seat without an agent leaves.
    fn decide(&mut self, actor: Actor) -> Reply<G> {
        match actor {
            Actor::Storyteller => {
                self.session.run().state().legal(&mut self.legal);
                self.keeper.decide(self.session.run(), &self.legal)
            }
            Actor::Seat(seat) => match (self.agents.get_mut(seat.index()), self.session.view(seat)) {
                (Some(agent), Some(view)) => agent.decide(view),
                _ => Reply::Leave,
            },
        }
    }

    fn refuse(&mut self, actor: Actor, problem: &Diagnostic) {
        match actor {
            Actor::Storyteller => self.keeper.refused(problem),
            Actor::Seat(seat) => {
                if let Some(agent) = self.agents.get_mut(seat.index()) {
                    agent.refused(problem);
                }
            }
        }
    }

    fn tries(&self, actor: Actor) -> usize {
        match actor {
            Actor::Storyteller => self.keeper.tries(),
            Actor::Seat(seat) => self.agents.get(seat.index()).map_or(1, |agent| agent.tries()),
        }
    }

    /// Tells everybody that nobody will be asked any more.
    fn finish(&mut self) {
        for (index, agent) in self.agents.iter_mut().enumerate() {
            if let Some(view) = self.session.view(Seat::new(index)) {
                agent.finish(view);
            }
        }
        self.keeper.finish(self.session.run());
    }
}
