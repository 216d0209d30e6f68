//! What the tests of trees share: random games of Mafia.

#![allow(dead_code, clippy::unwrap_used)]

use gaslamp_core::{Actions, Game as _, Rng, Run};
use gaslamp_mafia::{Rules, State};
use gaslamp_tree::{MemoryStore, Node, NodePath, Store, Tree};

pub(crate) type Memory = Tree<State, MemoryStore>;

/// A game before the deal.
pub(crate) fn fresh() -> Run<State> {
    Run::new(Rules::default()).unwrap()
}

/// A random game up to `steps` actions.
pub(crate) fn game(seed: u64, steps: usize) -> Run<State> {
    let mut rng = Rng::new(seed);
    let mut run = fresh();
    while let Some(action) = draw(&mut run, &mut rng).filter(|_| run.record().actions.len() < steps) {
        run.apply(action).unwrap();
    }
    run
}

fn draw(run: &mut Run<State>, rng: &mut Rng) -> Option<gaslamp_mafia::Action> {
    let mut legal = Actions::new();
    run.state().legal(&mut legal);
    let choice = *rng.pick(&legal)?;
    Some(run.concrete(choice, rng))
}

/// Explores a random game from a node to its end, in at most that many steps.
pub(crate) fn explore<S: Store>(
    tree: &Tree<State, S>,
    from: &NodePath,
    rng: &mut Rng,
    steps: usize,
) -> Node<State> {
    let mut node = tree.node(from).unwrap();
    for _ in 0..steps {
        let mut run = node.run().clone();
        let Some(action) = draw(&mut run, rng) else { break };
        node = tree.step_from(&node, &run.write_action(action).to_string()).unwrap();
    }
    node
}

pub(crate) fn path(text: &str) -> NodePath {
    text.parse().unwrap()
}
