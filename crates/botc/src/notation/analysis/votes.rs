//! Nominations, votes, and who votes with whom.

use gaslamp_core::trace::Phase;

use super::super::trace_model::{Act, TraceModel};
use crate::characters::CharacterSet;

/// A nomination and its outcome. Players are indices into the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nomination {
    /// The phase.
    pub phase: Phase,
    /// The event of the model; none if the trace has only the votes.
    pub event: Option<usize>,
    /// The nominator, if known.
    pub by: Option<usize>,
    /// The nominee.
    pub nominee: usize,
    /// Who voted, in order.
    pub votes: Vec<usize>,
    /// Who is said not to have voted.
    pub abstained: Vec<usize>,
    /// Whether the nominee was executed on that day.
    pub executed: bool,
    /// The reason given, if any.
    pub reason: Option<String>,
}

/// How a player nominated and voted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Voter {
    /// The player.
    pub player: usize,
    /// How often they nominated.
    pub nominated: usize,
    /// How often they were nominated.
    pub was_nominated: usize,
    /// How often they voted.
    pub votes: usize,
    /// How often they are said not to have voted.
    pub abstained: usize,
    /// How many of their votes were for a player who was executed.
    pub for_executed: usize,
    /// How many of their votes were for players of their own side; none if a side is unknown.
    pub for_own_side: Option<usize>,
}

/// Players who tend to vote alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bloc {
    /// The players.
    pub players: Vec<usize>,
    /// The number of nominations that all of them voted for.
    pub together: usize,
    /// The number of nominations that any of them voted for.
    pub of: usize,
    /// How many of them are evil at the end, if everyone's side is known.
    pub evil: Option<usize>,
}

/// The nominations of a model, in order.
pub(super) fn nominations(model: &TraceModel) -> Vec<Nomination> {
    let mut nominations: Vec<Nomination> = Vec::new();
    for (index, event) in model.events.iter().enumerate() {
        let by = event.by.player();
        match event.act {
            Act::Nominates(nominee) => nominations.push(Nomination {
                by,
                event: Some(index),
                reason: event.event.remark.clone(),
                ..nomination(event.phase, nominee)
            }),
            Act::Votes(nominee) => {
                let voter = by.into_iter();
                latest(&mut nominations, event.phase, nominee).votes.extend(voter);
            }
            Act::Abstains => {
                let open = nominations.last_mut().filter(|nomination| nomination.phase == event.phase);
                open.into_iter().for_each(|nomination| nomination.abstained.extend(by));
            }
            Act::Executes(player) => {
                let of_player = |nomination: &&mut Nomination| {
                    nomination.nominee == player && nomination.phase == event.phase
                };
                if let Some(nomination) = nominations.iter_mut().rev().find(of_player) {
                    nomination.executed = true;
                }
            }
            _ => {}
        }
    }
    nominations
}

fn nomination(phase: Phase, nominee: usize) -> Nomination {
    Nomination {
        phase,
        event: None,
        by: None,
        nominee,
        votes: Vec::new(),
        abstained: Vec::new(),
        executed: false,
        reason: None,
    }
}

/// The last nomination of a player in this phase; votes without a nomination create one.
fn latest(nominations: &mut Vec<Nomination>, phase: Phase, nominee: usize) -> &mut Nomination {
    let is_it = |known: &Nomination| known.phase == phase && known.nominee == nominee;
    let at = nominations.iter().rposition(is_it).unwrap_or_else(|| {
        nominations.push(nomination(phase, nominee));
        nominations.len() - 1
    });
    &mut nominations[at]
}

/// How each player voted.
pub(super) fn voters(model: &TraceModel, nominations: &[Nomination]) -> Vec<Voter> {
    let sides: Vec<Option<bool>> = (0..model.names.len()).map(|player| is_evil(model, player)).collect();
    let voter = |player: usize| {
        let count = |is_it: &dyn Fn(&Nomination) -> bool| {
            nominations.iter().filter(|nomination| is_it(nomination)).count()
        };
        let voted = |nomination: &Nomination| nomination.votes.contains(&player);
        let is_own =
            |nomination: &Nomination| voted(nomination) && sides[nomination.nominee] == sides[player];
        let is_known =
            sides[player].is_some() && nominations.iter().all(|known| sides[known.nominee].is_some());
        Voter {
            player,
            nominated: count(&|nomination| nomination.by == Some(player)),
            was_nominated: count(&|nomination| nomination.nominee == player),
            votes: count(&voted),
            abstained: count(&|nomination| nomination.abstained.contains(&player)),
            for_executed: count(&|nomination| nomination.executed && voted(nomination)),
            for_own_side: is_known.then(|| count(&is_own)),
        }
    };
    (0..model.names.len()).map(voter).collect()
}

/// Whether a player is evil at the end, judging by their character.
fn is_evil(model: &TraceModel, player: usize) -> Option<bool> {
    let role = model.roles.at(player, usize::MAX).role?;
    Some(CharacterSet::EVIL.contains(role))
}

/// How often two players must have voted together to be considered a bloc.
const LEAST_TOGETHER: usize = 2;

/// Groups of players any two of whom voted together at least twice, and in two of three nominations that
/// either voted for. A player who fits into several groups is in the first.
pub(super) fn blocs(model: &TraceModel, nominations: &[Nomination]) -> Vec<Bloc> {
    let players = model.names.len();
    let voted = |player: usize, nomination: &Nomination| nomination.votes.contains(&player);
    let count = |is_it: &dyn Fn(&Nomination) -> bool| {
        nominations.iter().filter(|nomination| is_it(nomination)).count()
    };
    let is_alike = |a: usize, b: usize| {
        let together = count(&|nomination| voted(a, nomination) && voted(b, nomination));
        let either = count(&|nomination| voted(a, nomination) || voted(b, nomination));
        together >= LEAST_TOGETHER && 3 * together >= 2 * either
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in 0..players {
        match groups.iter_mut().find(|group| group.iter().all(|&other| is_alike(other, player))) {
            Some(group) => group.push(player),
            None => groups.push(vec![player]),
        }
    }
    let bloc = |players: Vec<usize>| {
        let evil: Option<Vec<bool>> = players.iter().map(|&player| is_evil(model, player)).collect();
        Bloc {
            together: count(&|nomination| players.iter().all(|&player| voted(player, nomination))),
            of: count(&|nomination| players.iter().any(|&player| voted(player, nomination))),
            evil: evil.map(|evil| evil.into_iter().filter(|is_evil| *is_evil).count()),
            players,
        }
    };
    groups.into_iter().filter(|group| group.len() > 1).map(bloc).collect()
}
