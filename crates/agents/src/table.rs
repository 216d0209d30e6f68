//! The loop that asks whoever is to act, each with its own view alone.

use gaslamp_core::{Actions, Actor, Diagnostic, Notation, Rng, Run, Seat};

use crate::{Agent, Reply};

/// Why the loop stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over.
    Over,
    /// A player left.
    Left(Seat),
    /// A player gave one illegal answer after the other; the last is told.
    GaveUp(Seat, Diagnostic),
    /// Whoever watches asked to stop.
    Stopped,
}

/// Plays on until the game is over. Chance and the dealer are drawn from `rng` by the weights of the rules;
/// `watch` is shown the run after every action and says whether to go on.
pub fn play<G: Notation>(
    run: &mut Run<G>,
    agents: &mut [Box<dyn Agent<G>>],
    rng: &mut Rng,
    watch: &mut dyn FnMut(&Run<G>) -> bool,
) -> Ending {
    let ending = loop {
        match run.state().to_act() {
            None => break Ending::Over,
            Some(Actor::Storyteller) => chance(run, rng),
            Some(Actor::Seat(seat)) => {
                let Some(agent) = agents.get_mut(seat.index()) else { break Ending::Left(seat) };
                if let Err(ending) = ask(run, agent.as_mut(), seat, rng) {
                    break ending;
                }
            }
        }
        if !watch(run) {
            break Ending::Stopped;
        }
    };
    for (index, agent) in agents.iter_mut().enumerate() {
        agent.finish(&run.view(Seat::new(index)));
    }
    ending
}

/// Chance takes one of its choices, with their weights.
fn chance<G: Notation>(run: &mut Run<G>, rng: &mut Rng) {
    let mut legal = Actions::<G>::new();
    run.state().legal(&mut legal);
    let total = legal.iter().map(|&choice| run.state().weight(choice)).sum();
    let mut drawn = rng.below(total);
    for choice in legal {
        let weight = run.state().weight(choice);
        if drawn < weight {
            let action = run.concrete(choice, rng);
            // What the list offers is accepted: the conformance suite holds every game to it.
            let accepted = run.apply(action);
            debug_assert_eq!(accepted, Ok(()));
            return;
        }
        drawn -= weight;
    }
}

/// Asks a seat until it gives a legal answer.
fn ask<G: Notation>(
    run: &mut Run<G>,
    agent: &mut dyn Agent<G>,
    seat: Seat,
    rng: &mut Rng,
) -> Result<(), Ending> {
    let view = run.view(seat);
    let mut last = None;
    for _ in 0..agent.tries() {
        let action = match agent.decide(&view) {
            Reply::Choice(choice) => Ok(run.concrete(choice, rng)),
            Reply::Written(event) => run.read_action(&event),
            Reply::Leave => return Err(Ending::Left(seat)),
        };
        let answer = action.and_then(|action| {
            run.apply(action).map_err(|refusal| Diagnostic::illegal(refusal.rule.id, refusal.rule.says))
        });
        match answer {
            Ok(()) => return Ok(()),
            Err(problem) => {
                agent.refused(&problem);
                last = Some(problem);
            }
        }
    }
    Err(last.map_or(Ending::Left(seat), |problem| Ending::GaveUp(seat, problem)))
}
