//! The loop that asks whoever is to act: a player with its own view alone, the keeper with the whole run.

use gaslamp_core::notation::actor_name;
use gaslamp_core::trace::{Phase, Recital};
use gaslamp_core::{Actions, Actor, Diagnostic, Game, Notation, Refusal, Rng, Run, Seat, View};

use crate::{Agent, Keeper, Reply};

/// Why the loop stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over.
    Over,
    /// Somebody left.
    Left(Actor),
    /// Somebody gave one illegal answer after the other; the last is told.
    GaveUp(Actor, Diagnostic),
    /// Whoever watches asked to stop.
    Stopped,
    /// Nobody brings the game to its end.
    TooLong,
}

/// What is wrong with an action that the engine's own rules have not seen yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It is illegal; whoever did it is told so and asked again.
    Refused(Diagnostic),
    /// The game cannot go on.
    Stop,
}

/// Judges an action before it is done. A judge knows the whole table.
pub type Judge<'a, G> = dyn FnMut(&Run<G>, Actor, <G as Game>::Action) -> Result<(), Objection> + 'a;

/// Plays on until the game is over. The keeper decides for the Storyteller or dealer; an open choice that
/// anybody leaves open is drawn from `rng` by the odds of the rules; `watch` is shown the run after every action
/// and says whether to go on.
pub fn play<G: Notation>(
    run: &mut Run<G>,
    agents: &mut [Box<dyn Agent<G>>],
    keeper: &mut dyn Keeper<G>,
    rng: &mut Rng,
    watch: &mut dyn FnMut(&Run<G>) -> bool,
) -> Ending {
    play_judged(run, agents, keeper, rng, &mut |_, _, _| Ok(()), watch)
}

/// The same with a judge beside the engine.
pub fn play_judged<G: Notation>(
    run: &mut Run<G>,
    agents: &mut [Box<dyn Agent<G>>],
    keeper: &mut dyn Keeper<G>,
    rng: &mut Rng,
    judge: &mut Judge<'_, G>,
    watch: &mut dyn FnMut(&Run<G>) -> bool,
) -> Ending {
    let mut messages = 0;
    let ending = loop {
        let Some(actor) = run.state().to_act() else { break Ending::Over };
        if goes_nowhere(run) {
            break Ending::TooLong;
        }
        let asked = match actor {
            Actor::Storyteller => Asked::keeper(keeper, run),
            Actor::Seat(seat) => match agents.get_mut(seat.index()) {
                Some(agent) => Asked::Player(agent.as_mut(), Box::new(run.view(seat))),
                None => break Ending::Left(actor),
            },
        };
        let steps = run.record().actions.len();
        if let Err(ending) = ask(run, actor, asked, rng, judge) {
            break ending;
        }
        messages = if run.record().actions.len() > steps { 0 } else { messages + 1 };
        if messages > MOST_MESSAGES {
            let problem = Diagnostic::illegal("table/talk", "nobody says so much without doing anything");
            break Ending::GaveUp(actor, problem);
        }
        if !watch(run) {
            break Ending::Stopped;
        }
    };
    for (index, agent) in agents.iter_mut().enumerate() {
        agent.finish(&run.view(Seat::new(index)));
    }
    keeper.finish(run);
    ending
}

/// Whether a game has gone on for so long that nobody brings it to its end: there are positions in which players who
/// never change their minds play on for ever.
fn goes_nowhere<G: Notation>(run: &Run<G>) -> bool {
    const MOST_ACTIONS: usize = 20_000;
    const MOST_DAYS: u16 = 100;
    let day = match run.state().phase() {
        // Decks run out, so games in turns end by themselves.
        Phase::Setup | Phase::Turn(_) => 0,
        Phase::Night(day) | Phase::Day(day) | Phase::Evening(day) => day,
    };
    day > MOST_DAYS || run.record().actions.len() >= MOST_ACTIONS
}

/// So many messages in a row the table takes before it gives up.
const MOST_MESSAGES: usize = 1000;

/// Whoever is asked, and what they go by.
enum Asked<'a, G: Notation> {
    Keeper(&'a mut dyn Keeper<G>, Actions<G>),
    Player(&'a mut dyn Agent<G>, Box<View<G>>),
}

impl<'a, G: Notation> Asked<'a, G> {
    fn keeper(keeper: &'a mut dyn Keeper<G>, run: &Run<G>) -> Self {
        let mut legal = Actions::new();
        run.state().legal(&mut legal);
        Self::Keeper(keeper, legal)
    }

    fn decide(&mut self, run: &Run<G>) -> Reply<G> {
        match self {
            Self::Keeper(keeper, legal) => keeper.decide(run, legal),
            Self::Player(agent, view) => agent.decide(view),
        }
    }

    fn refused(&mut self, problem: &Diagnostic) {
        match self {
            Self::Keeper(keeper, _) => keeper.refused(problem),
            Self::Player(agent, _) => agent.refused(problem),
        }
    }

    fn tries(&self) -> usize {
        match self {
            Self::Keeper(keeper, _) => keeper.tries(),
            Self::Player(agent, _) => agent.tries(),
        }
    }
}

/// Whether this is a player at night: to speak would tell everybody who is awake.
fn sleeps<G: Notation>(run: &Run<G>, actor: Actor) -> bool {
    let is_night = matches!(run.state().phase(), Phase::Setup | Phase::Night(_));
    is_night && actor != Actor::Storyteller
}

/// Notes what was said beside the rules. No rule reads it.
fn speak<G: Notation>(run: &mut Run<G>, from: Actor, to: Option<Seat>, text: String) {
    let names = G::names(&run.record().setup);
    let name = |actor| actor_name(&names, actor).to_owned();
    let to = to.map(|seat| name(Actor::Seat(seat)));
    run.recite(Recital::Message { from: name(from), whisper: to.is_some(), to, text });
}

/// Asks until there is a legal answer, or somebody says something.
fn ask<G: Notation>(
    run: &mut Run<G>,
    actor: Actor,
    mut asked: Asked<'_, G>,
    rng: &mut Rng,
    judge: &mut Judge<'_, G>,
) -> Result<(), Ending> {
    let mut last = None;
    for _ in 0..asked.tries() {
        let action = match asked.decide(run) {
            Reply::Choice(choice) => Ok(run.concrete(choice, rng)),
            Reply::Written(event) => run.read_action(&event),
            Reply::Message { .. } if sleeps(run, actor) => {
                Err(Diagnostic::illegal("table/night", "nobody speaks while eyes are closed"))
            }
            Reply::Message { to, text } => {
                speak(run, actor, to, text);
                return Ok(());
            }
            Reply::Leave => return Err(Ending::Left(actor)),
        };
        let answer = action.map_err(Objection::Refused).and_then(|action| {
            judge(run, actor, action)?;
            let illegal = |refusal: Refusal| Diagnostic::illegal(refusal.rule.id, refusal.rule.says);
            run.apply(action).map_err(|refusal| Objection::Refused(illegal(refusal)))
        });
        match answer {
            Ok(()) => return Ok(()),
            Err(Objection::Stop) => return Err(Ending::Stopped),
            Err(Objection::Refused(problem)) => {
                asked.refused(&problem);
                last = Some(problem);
            }
        }
    }
    Err(last.map_or(Ending::Left(actor), |problem| Ending::GaveUp(actor, problem)))
}
