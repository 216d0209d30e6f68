//! Trees of records for programs: nodes, what can be done there, what differs, how games ended.

use gaslamp_core::notation::actor_name;
use gaslamp_core::{Actions, Choice, Notation, Rng, Run};
use gaslamp_tree::{Change, Child, Outcomes};
use serde_json::{Map, Value, json};

/// A kind of action with too many instances to list, and one example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenChoice {
    /// What is to be chosen.
    pub kind: String,
    /// One such action in the notation.
    pub example: String,
}

/// What may be done in a state and is too many to list.
#[must_use]
pub fn open_choices<G: Notation>(run: &Run<G>) -> Vec<OpenChoice> {
    let mut legal = Actions::<G>::new();
    run.state().legal(&mut legal);
    let mut run = run.clone();
    let open = legal.into_iter().filter_map(|choice| match choice {
        Choice::Open(kind) => {
            let action = run.concrete(choice, &mut Rng::new(0));
            Some(OpenChoice { kind: format!("{kind:?}"), example: run.write_action(action).to_string() })
        }
        Choice::Action(_) => None,
    });
    open.collect()
}

/// Where a node is.
#[must_use]
pub fn place(node: &str) -> Value {
    json!({ "node": node })
}

/// A node: its state, who is to act, the outcome, and what can be done. `open` is left out where a tree lists everything.
#[must_use]
pub fn node<G: Notation>(
    place: &str,
    run: &Run<G>,
    children: &[Child],
    open: Option<&[OpenChoice]>,
) -> Value {
    let names = G::names(&run.record().setup);
    let mut node = json!({
        "node": place,
        "state": run.state().write_state(&names),
        "to_act": run.state().to_act().map(|actor| actor_name(&names, actor).to_owned()),
        "outcome": run.state().outcome().map(|outcome| outcome.result),
        "children": children.iter().map(child).collect::<Vec<_>>(),
    });
    if let Some(open) = open {
        node["open"] = open.iter().map(open_choice).collect();
    }
    node
}

/// What can be done at a node.
#[must_use]
pub fn list(children: &[Child], open: &[OpenChoice]) -> Value {
    children.iter().map(child).chain(open.iter().map(open_choice)).collect()
}

fn child(child: &Child) -> Value {
    json!({ "id": child.id.as_str(), "action": child.event, "explored": child.populated })
}

fn open_choice(open: &OpenChoice) -> Value {
    json!({ "open": open.kind, "example": open.example })
}

/// What differs between two nodes.
#[must_use]
pub fn changes(changes: &[Change]) -> Value {
    let change =
        |change: &Change| json!({ "what": change.name, "before": change.before, "after": change.after });
    changes.iter().map(change).collect()
}

/// How the games below a node ended.
#[must_use]
pub fn outcomes(outcomes: &Outcomes) -> Value {
    let children: Map<String, Value> =
        outcomes.children.iter().map(|(child, counts)| (child.id.to_string(), json!(counts))).collect();
    json!({ "total": outcomes.total, "children": children })
}
