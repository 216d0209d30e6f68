//! One possible timeline of the game that leads to a world: what was hidden, chosen and told, night by night.
//!
//! Accepts a [`Case`] and a world of it, emits a [`History`]. Only the hypotheses of that world are run again, this time recording
//! moves; then the rules replay the branch that was found and report the effect of each move.

mod moves;
mod words;

use gaslamp_botc::Character;
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::rules::{Action, Advance, ConstrainedRun, Deal, Event, Pending, State, Statement};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Diagnostic, Game, Seat, Seats};

use super::case::{Case, PublicEvent, Testimony};
use super::deal_hypothesis::{Candidate, DealHypothesis, candidates, counts, each_seating};
use super::solve::{is_honesty_kept, options, timeline, undealt, world};
use super::timeline::{Timeline, Visit};
use super::world_search::{WorldSearch, day_event, swapped, told_by, visits};
use super::worlds::World;
pub(super) use moves::{Move, Moves, Past, Step};
pub use words::write;

/// One possible timeline of the game.
#[derive(Clone, Debug)]
pub struct History {
    /// The table when everybody has drawn a token and the first night begins.
    pub start: ConstrainedRun,
    /// Players who told the truth, as far as they knew it.
    pub honest: Seats,
    /// The nights and days in order.
    pub chapters: Vec<Chapter>,
}

/// A night or a day of a history.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Which night or day; the evening belongs to its day.
    pub phase: Phase,
    /// The moves, in order.
    pub moments: Vec<Moment>,
}

/// A move and its effects.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The table just before.
    pub before: ConstrainedRun,
    /// The move.
    pub what: Done,
    /// The resulting events.
    pub events: Vec<Event>,
    /// The table just after.
    pub after: ConstrainedRun,
}

/// What a move was.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// A player chose, or the Storyteller decided.
    Answered {
        /// The answer.
        action: Action,
        /// Other answers that would have led to the same.
        instead: Vec<Action>,
        /// Whether it was chosen because it has no effect, as when the poison plays no part.
        is_harmless: bool,
    },
    /// A player was told something: what, if the player reports it.
    Told {
        /// The player.
        seat: Seat,
        /// Whom it is about, if nobody was chosen.
        about: Option<Seat>,
        /// The statement; in a pair, the player who is the character comes first.
        statement: Option<Statement>,
    },
    /// A player heard from the Storyteller during the day what they report.
    Visited(Seat, Testimony),
    /// Something that the whole table saw.
    Happened(PublicEvent),
    /// The day ended.
    Dusk,
}

/// A history of a world; `None` if it is not a world of the case.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn history(case: &Case, world: &World) -> Result<Option<History>, Vec<Diagnostic>> {
    history_where(case, world, |_, _| true)
}

/// A history of a world to an end for which `is_it` holds; `None` if there is none.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn history_where(
    case: &Case,
    wanted: &World,
    is_it: impl Fn(&World, &State) -> bool,
) -> Result<Option<History>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    let table = undealt(case, counts)?;
    let timeline = timeline(case)?;
    let found = suppositions_of(case, counts, wanted).iter().find_map(|hypothesis| {
        let dealt = table.dealt(&Deal::new(&hypothesis.seats)?);
        let mut start = dealt;
        start.go_on(None);
        let mut search = WorldSearch::remembering(&timeline, options(case));
        let way = search.way(&dealt, hypothesis, |end| {
            let found = world(hypothesis, end);
            found == *wanted && is_honesty_kept(case, end, hypothesis) && is_it(&found, end.state())
        })?;
        let retelling = Retelling { timeline: &timeline, search: &search, place: 0 };
        Some(History { start, honest: hypothesis.honest, chapters: retelling.chapters(start, &way) })
    });
    Ok(found)
}

/// Every hypothesis in which everybody begins as in this world.
fn suppositions_of(case: &Case, counts: [usize; 4], world: &World) -> Vec<DealHypothesis> {
    let as_in_world = |(index, role): (usize, &Character)| -> Vec<Candidate> {
        let candidates = candidates(case, Seat::new(index));
        candidates.into_iter().filter(|candidate| candidate.role == *role).collect()
    };
    if world.start.len() != case.players.len() {
        return Vec::new();
    }
    let options = world.start.iter().enumerate().map(as_in_world).collect();
    let mut found = Vec::new();
    each_seating(case, counts, options, &mut |chosen| found.push(DealHypothesis::of(chosen)));
    found
}

/// Replays a branch.
struct Retelling<'a> {
    timeline: &'a Timeline,
    search: &'a WorldSearch<'a>,
    /// The number of nights before this one.
    place: usize,
}

impl Retelling<'_> {
    fn chapters(mut self, start: ConstrainedRun, way: &[Step]) -> Vec<Chapter> {
        let mut chapters: Vec<Chapter> = Vec::new();
        let mut table = start;
        for step in way {
            let moment = self.moment(table, step);
            table = moment.after;
            let phase = phase_of(&moment);
            match chapters.last_mut().filter(|chapter| chapter.phase == phase) {
                Some(chapter) => chapter.moments.push(moment),
                None => chapters.push(Chapter { phase, moments: vec![moment] }),
            }
        }
        chapters
    }

    fn moment(&mut self, before: ConstrainedRun, step: &Step) -> Moment {
        let what = self.done(before.state(), step);
        let mut after = before;
        let mut events = Vec::new();
        let mut hear = |_: Phase, event: Event| events.push(event);
        match step.what {
            Move::Answered(action) | Move::Harmless(action) => {
                after.advance_heard(Advance::Answer(action), Some(&mut hear));
            }
            Move::Told(bits) => {
                let told = told_by(&self.timeline.nights[self.place], bits);
                after.advance_heard(Advance::Told(told), Some(&mut hear));
            }
            Move::Visited(at) => {
                let (seat, visit) = &self.timeline.days[self.place].visits[at];
                // The search has already established that this is possible.
                let _ = visits(&mut after, *seat, visit);
            }
            Move::Happened(at) => {
                if let Some(event) = day_event(&self.timeline.days[self.place].public_events[at].0) {
                    after.advance_heard(Advance::Happen(event), Some(&mut hear));
                }
            }
            Move::Dusk => {
                after.advance_heard(Advance::EndDay, Some(&mut hear));
                self.place += 1;
            }
        }
        Moment { before, what, events, after }
    }

    fn done(&self, state: &State, step: &Step) -> Done {
        let day = &self.timeline.days[self.place];
        match step.what {
            Move::Answered(action) => {
                let mut instead = step.instead.clone();
                instead.extend(self.alike_tokens(state, action));
                Done::Answered { action, instead, is_harmless: false }
            }
            Move::Harmless(action) => {
                Done::Answered { action, instead: step.instead.clone(), is_harmless: true }
            }
            Move::Told(bit) => {
                let seat = state.about_to_hear().map_or(Seat::new(0), |(seat, _)| seat);
                let heard = self.timeline.nights[self.place].heard.get(bit.trailing_zeros() as usize);
                let told = heard.and_then(|heard| heard.told);
                let about = heard.and_then(|heard| heard.about);
                Done::Told { seat, about, statement: told.map(|told| as_meant(state, told)) }
            }
            Move::Visited(at) => {
                let (seat, visit) = &day.visits[at];
                let day = self.place as u16 + 1;
                let ability = state.ability_at(*seat);
                let saying = match visit {
                    Visit::Answered(truth) => Testimony::Answered { day, ability, truth: truth.clone() },
                    Visit::Elsewhere(_, truth) => {
                        Testimony::AnsweredElsewhere { day, ability, truth: truth.clone() }
                    }
                    Visit::Things(things) => Testimony::Things { day, ability, things: things.clone() },
                    Visit::Suspected(suspect, told) => {
                        Testimony::Suspected { day, ability, seat: *suspect, told: *told }
                    }
                };
                Done::Visited(*seat, saying)
            }
            Move::Happened(at) => Done::Happened(day.public_events[at].0.clone()),
            Move::Dusk => Done::Dusk,
        }
    }

    /// Where else the reminder token of an ability could be without any difference.
    fn alike_tokens(&self, state: &State, action: Action) -> Vec<Action> {
        let (Pending::Prepare(owner), Action::Pick(picked)) = (state.pending(), action) else {
            return Vec::new();
        };
        let matters = self.search.where_token_matters(state, owner);
        let is_alike = |other: &Action| matches!(other, Action::Pick(seat) if *seat != picked && !matters.contains(*seat));
        if matters.contains(picked) {
            return Vec::new();
        }
        legal(state).into_iter().filter(is_alike).collect()
    }
}

/// What was told; in a pair, the player who is the character comes first, if possible.
fn as_meant(state: &State, told: Statement) -> Statement {
    let ways = [Some(told), swapped(told)].into_iter().flatten().filter(|way| state.may_tell(*way));
    ways.min_by_key(|way| state.truth(*way)).unwrap_or(told)
}

/// All legal answers.
fn legal(state: &State) -> Vec<Action> {
    let mut list = Actions::<State>::new();
    state.legal(&mut list);
    let actions = list.iter().filter_map(|choice| match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    });
    actions.collect()
}

/// The night or day that a moment is listed under: what the rules do at dusk belongs to the night.
fn phase_of(moment: &Moment) -> Phase {
    let table = if moment.what == Done::Dusk { &moment.after } else { &moment.before };
    match table.state().phase() {
        Phase { label: EVENING, number } => Phase::new(DAY, number),
        Phase::SETUP => Phase::new(NIGHT, 1),
        phase => phase,
    }
}
