//! A trace rewritten according to its model: tokens and players by their names.

use gaslamp_core::trace::{Annotation, Event, Name, Trace, What};

use super::{Act, TokenChange, TraceModel};
use crate::characters::Character;
use crate::notation::grimoire_text::PlacedReminder;
use crate::notation::line::{Naming, write_token};

impl TraceModel {
    /// The trace with tokens by their full or short names and the Storyteller named.
    #[must_use]
    pub fn plain(&self, trace: &Trace, naming: Naming) -> Trace {
        let mut events = self.events.iter();
        let mut plain = trace.clone();
        for entry in plain.blocks.iter_mut().flat_map(|block| &mut block.entries) {
            if let What::Event(event) = &mut entry.what
                && let Some(read) = events.next()
            {
                event.actor.get_or_insert_with(|| Name::plain("st"));
                if let Act::Tokens(changes) = &read.act {
                    name_tokens(event, changes, naming);
                }
            }
        }
        plain
    }

    /// The trace with players named where it has only their role, as far as they can be identified.
    #[must_use]
    pub fn by_name(&self, trace: &Trace) -> Trace {
        let mut named = trace.clone();
        let mut at = 0;
        for entry in named.blocks.iter_mut().flat_map(|block| &mut block.entries) {
            let (event, player) = match &mut entry.what {
                What::Event(event) => {
                    at += 1;
                    (event, self.events.get(at - 1).and_then(|read| read.by.player()))
                }
                What::Annotation(Annotation::Aside(event)) => {
                    let player = self.player_of(event, at.saturating_sub(1));
                    (event, player)
                }
                What::Annotation(_) => continue,
            };
            if let (Some(actor), Some(player)) = (&mut event.actor, player)
                && self.player(&actor.name) != Some(player)
            {
                let role = std::mem::replace(&mut actor.name, self.names[player].clone());
                actor.tag.get_or_insert(role);
            }
        }
        named
    }

    /// The actor, if it is a known player.
    fn player_of(&self, event: &Event, at: usize) -> Option<usize> {
        let name = &event.actor.as_ref()?.name;
        let holder = || match self.roles.holders(Character::read(name)?, at).as_slice() {
            [player] => Some(*player),
            _ => None,
        };
        self.player(name).or_else(holder)
    }
}

/// Writes the tokens of an event by their names, unless one of them is unknown.
fn name_tokens(event: &mut Event, changes: &[TokenChange], naming: Naming) {
    let args = event.targets.iter_mut().flat_map(|target| &mut target.args);
    let args: Vec<&mut String> = args.collect();
    if args.len() != changes.len() {
        return;
    }
    for (arg, change) in args.into_iter().zip(changes) {
        arg.clear();
        arg.push(if change.comes { '+' } else { '-' });
        write_token(&PlacedReminder::Reminder(change.token), naming, arg);
    }
}
