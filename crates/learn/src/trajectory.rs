//! What every seat has seen and done in a whole game.
//!
//! Accepts a run, however it was played, and emits for each seat its token sequence and, for every id that it took, how much of the
//! sequence it had read, what was legal, and the id.

use std::sync::Arc;

use gaslamp_core::{Diagnostic, Run, Seat, Token};

use crate::learnable::{Decision as _, Learnable};
use crate::table::{Kind, Table};

/// What one seat has seen and done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trajectory {
    /// Everything that it has seen.
    pub tokens: Vec<Token>,
    /// What it did, one entry for each id that it took.
    pub steps: Vec<Step>,
    /// What was legal at each step, a bit for every id, the lowest first: [`mask_bytes`] bytes for each step.
    pub masks: Vec<u8>,
}

/// An id that a seat took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of tokens that it had read. What it had written of its action is not among them: these are the ids of the steps before
    /// this one with the same number.
    pub read: u32,
    /// The number of actions before this one, of everybody and of chance.
    pub at: u32,
    /// The id.
    pub id: u16,
}

/// The number of bytes of a mask.
#[must_use]
pub const fn mask_bytes<G: Learnable>() -> usize {
    G::ACTIONS.div_ceil(8)
}

/// The trajectories of all seats.
///
/// # Errors
/// That an action is none that a learner can take.
pub fn trajectories<G: Learnable>(kind: &Arc<Kind<G>>, run: &Run<G>) -> Result<Vec<Trajectory>, Diagnostic> {
    let mut table = Table::new(Arc::clone(kind), 0, 0)?;
    let mut all = vec![Trajectory::default(); kind.seats()];
    let mut strange = None;
    let contents = &run.record().contents;
    let mut ids = Vec::new();
    table.follow(run, |table, seat, action| {
        ids.clear();
        G::spell(seat, action, contents, &mut ids);
        let read = table.tokens(seat).len() as u32;
        let trajectory = &mut all[seat.index()];
        for &id in &ids {
            let at = table.steps();
            let mask = mask::<G>(table, id);
            trajectory.masks.extend(mask.unwrap_or_else(|| {
                strange.get_or_insert((at, id));
                vec![0; mask_bytes::<G>()]
            }));
            trajectory.steps.push(Step { read, at, id: id as u16 });
        }
    })?;
    if let Some((at, id)) = strange {
        let message = format!("action {at} of the record is none that a learner can take (id {id})");
        return Err(Diagnostic::new("learn/trajectory", message));
    }
    for (index, trajectory) in all.iter_mut().enumerate() {
        trajectory.tokens = table.tokens(Seat::new(index)).to_vec();
    }
    Ok(all)
}

/// What was legal, packed, when this id was taken; none if it was not legal.
fn mask<G: Learnable>(table: &mut Table<G>, id: usize) -> Option<Vec<u8>> {
    let mut cells = vec![0; G::ACTIONS];
    table.decision().mask(&mut cells);
    table.write(id).then(|| {
        let pack = |cells: &[u8]| cells.iter().rev().fold(0, |byte, cell| byte << 1 | cell);
        cells.chunks(8).map(pack).collect()
    })
}
