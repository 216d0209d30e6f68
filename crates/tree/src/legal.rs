//! What is legal at a node. **Accepts** a run, **emits** the listed actions with their ids.

use gaslamp_core::{Actions, Choice, Game, IdKey, Notation, Run};

use crate::id::{self, Id, KeyError};

/// A legal action that is in the list.
pub(crate) struct Listed<G: Game> {
    /// The name of its directory.
    pub(crate) id: Id,
    /// The id with all its digits.
    pub(crate) whole: Id,
    pub(crate) action: G::Action,
}

/// All that is legal at a node.
pub(crate) struct Legal<G: Game> {
    pub(crate) listed: Vec<Listed<G>>,
    /// Whether there are choices with too many options to list.
    pub(crate) is_open: bool,
}

impl<G: Notation> Legal<G> {
    pub(crate) fn of(run: &Run<G>, names: &[String]) -> Result<Self, KeyError> {
        let mut choices = Actions::new();
        run.state().legal(&mut choices);
        let actions: Vec<G::Action> = choices
            .iter()
            .filter_map(|choice| match choice {
                Choice::Action(action) => Some(*action),
                Choice::Open(_) => None,
            })
            .collect();
        let keys: Vec<IdKey> = actions.iter().map(|&action| key(run, names, action)).collect();
        let whole = keys.iter().map(Id::whole).collect::<Result<Vec<Id>, KeyError>>()?;
        let is_open = actions.len() < choices.len();
        let listed = id::ids(&keys)?.into_iter().zip(whole).zip(actions);
        let listed = listed.map(|((id, whole), action)| Listed { id, whole, action }).collect();
        Ok(Self { listed, is_open })
    }

    pub(crate) fn id_of(&self, action: G::Action) -> Option<&Id> {
        self.listed.iter().find(|listed| listed.action == action).map(|listed| &listed.id)
    }
}

/// What the id of an action of this run's actor is derived from.
pub(crate) fn key<G: Notation>(run: &Run<G>, names: &[String], action: G::Action) -> IdKey {
    run.state().id_key(names, &run.record().contents, action)
}
