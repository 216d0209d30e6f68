//! A game in progress: its record so far, its state and every event.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Choice, ContentId, Contents, Event as _, Game, Refusal};
use crate::notation::{Notation, actor_name};
use crate::record::{AnnotationAt, Record};
use crate::rng::Rng;
use crate::seat::{Actor, Seat};
use crate::trace::{Annotation, Event, Phase, Trace, VerbKind, What};
use crate::view::{Cursor, View};

/// A game in progress. The record always replays to the state.
#[derive(Clone, PartialEq, Debug)]
pub struct Run<G: Game> {
    record: Record<G>,
    state: G,
    /// Every event, with the number of actions applied before the one that caused it.
    log: Vec<(usize, Phase, G::Event)>,
}

/// A position in the trace of a game, up to which somebody has been told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TraceCursor {
    events: usize,
    annotations: usize,
}

/// A refused action of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The index of the action.
    pub step: usize,
    /// The rule that refused it.
    pub refusal: Refusal,
}

impl<G: Game> Run<G> {
    /// A game at its beginning.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    pub fn new(setup: G::Setup) -> Result<Self, Vec<Diagnostic>> {
        let state = G::start(&setup)?;
        Ok(Self { record: Record::new(setup), state, log: Vec::new() })
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// The state now.
    #[must_use]
    pub fn state(&self) -> &G {
        &self.state
    }

    /// Applies an action of the actor.
    ///
    /// # Errors
    /// The rule that refuses it; nothing has changed in that case.
    pub fn apply(&mut self, action: G::Action) -> Result<(), Refusal> {
        let step = self.record.actions.len();
        let log = &mut self.log;
        self.state
            .apply(action, &self.record.contents, &mut |phase, event| log.push((step, phase, event)))?;
        self.record.actions.push(action);
        Ok(())
    }

    /// Takes over the actions, contents and annotations of a record.
    pub(crate) fn adopt(&mut self, record: &Record<G>) -> Result<(), ReplayError> {
        self.record.contents = record.contents.clone();
        for (step, &action) in record.actions.iter().enumerate() {
            self.apply(action).map_err(|refusal| ReplayError { step, refusal })?;
        }
        self.record.annotations.clone_from(&record.annotations);
        self.record.remarks.clone_from(&record.remarks);
        Ok(())
    }

    /// Turns a choice of the legal list into an action; an open one is drawn with the odds of the rules.
    pub fn concrete(&mut self, choice: Choice<G>, rng: &mut Rng) -> G::Action {
        match choice {
            Choice::Action(action) => action,
            Choice::Open(open) => self.state.sample(open, rng, &mut self.record.contents),
        }
    }

    /// An action that somebody draws in this state, along with its long contents.
    pub fn draw<T>(&mut self, draw: impl FnOnce(&G, &mut Contents<G::Content>) -> T) -> T {
        draw(&self.state, &mut self.record.contents)
    }

    /// The id of a long content, adding it if needed, for an action that refers to it.
    pub fn intern(&mut self, content: G::Content) -> ContentId {
        self.record.contents.intern(content)
    }

    /// Reads an action written for the actor, including long contents, without applying it.
    ///
    /// # Errors
    /// Why it is not an action of this game, or not of this actor.
    pub fn read_action(&mut self, event: &Event) -> Result<G::Action, Diagnostic>
    where
        G: Notation,
    {
        self.read_action_among(&G::names(&self.record.setup), event)
    }

    /// The same for a caller who has the names of the players.
    pub(crate) fn read_action_among(
        &mut self,
        names: &[String],
        event: &Event,
    ) -> Result<G::Action, Diagnostic>
    where
        G: Notation,
    {
        if verb_kind::<G>(event) != Some(VerbKind::Action) {
            let actions = G::DIALECT.verbs.iter().filter(|verb| verb.kind == VerbKind::Action);
            let fix = actions.map(|verb| verb.name).collect::<Vec<_>>().join(", ");
            return Err(Diagnostic::new("record/verb", format!("`{event}` is not an action of {}", G::NAME))
                .fix(format!("the actions are {fix}")));
        }
        let Some(actor) = self.state.to_act() else {
            return Err(Diagnostic::illegal("record/after-the-end", "the game is already over"));
        };
        let written = event.actor.as_ref().map_or("st", |name| name.name.as_str());
        if G::read_actor(names, written) != Some(actor) {
            let (name, phase) = (actor_name(names, actor), self.state.phase());
            let message = format!("it is {name}'s turn in {phase}, not {written}'s");
            return Err(Diagnostic::illegal("record/wrong-actor", message));
        }
        G::read_action(names, event, &mut self.record.contents)
    }

    /// An action of the actor as an event of the trace.
    #[must_use]
    pub fn write_action(&self, action: G::Action) -> Event
    where
        G: Notation,
    {
        let actor = self.state.to_act().unwrap_or(Actor::Storyteller);
        G::write_action(&G::names(&self.record.setup), &self.record.contents, actor, action)
    }

    /// Adds an annotation now, outside the rules.
    pub fn annotate(&mut self, annotation: Annotation) {
        let (step, phase) = (self.record.actions.len(), self.state.phase());
        self.record.annotations.push(AnnotationAt { step, ahead: 0, phase, annotation });
    }

    /// Adds an annotation that a text has in this phase after the last action: after everything of the phase
    /// that followed from it, but not before earlier annotations, and with at most `room` of these events
    /// after it.
    pub(crate) fn annotate_in(&mut self, phase: Phase, annotation: Annotation, room: usize) {
        let step = self.record.actions.len();
        let followed = self.log.iter().rev().take_while(|(at, ..)| at + 1 == step);
        let later = followed.map(|(_, at, _)| *at).position(|at| at == phase).unwrap_or(0);
        let earlier = self.record.annotations.last().filter(|said| said.step == step);
        let ahead = earlier.map_or(room, |said| room.min(said.ahead)).min(later);
        self.record.annotations.push(AnnotationAt { step, ahead, phase, annotation });
    }

    /// Notes that the text tells this consequence of the last action after all annotations made since the
    /// action.
    pub(crate) fn told_after_annotations(&mut self, told: &Consequence) {
        let step = self.record.actions.len();
        for said in self.record.annotations.iter_mut().rev().take_while(|said| said.step == step) {
            said.ahead = said.ahead.max(told.behind + 1);
        }
    }

    /// The annotations, each with the number of events before it.
    fn annotations(&self) -> impl Iterator<Item = (usize, &AnnotationAt)> {
        self.record.annotations.iter().map(|said| {
            let end = self.log.partition_point(|(at, ..)| *at < said.step);
            (end.saturating_sub(said.ahead), said)
        })
    }

    /// Attaches a reason or remark to an action that has been applied.
    pub fn remark(&mut self, step: usize, remark: String) {
        if step < self.record.actions.len() {
            self.record.remarks.insert(step, remark);
        }
    }

    /// The position at the end of the trace so far.
    #[must_use]
    pub fn told(&self) -> TraceCursor {
        TraceCursor { events: self.log.len(), annotations: self.record.annotations.len() }
    }

    /// Every event, for those who may see everything.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = (Phase, &G::Event)> {
        self.log.iter().map(|(_, phase, event)| (*phase, event))
    }

    /// Starts over from this state, keeping the allocations.
    pub(crate) fn restart(&mut self, start: G) {
        self.state = start;
        self.log.clear();
        self.record.clear();
    }

    /// What one seat has seen and may do now.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<G>
    where
        G: Notation,
    {
        let names = G::names(&self.record.setup).into();
        let mut view = View::unseen(seat, names, self.state.visible_state(seat));
        self.grow(&mut view, &mut TraceCursor::default());
        view
    }

    /// Adds to a view what the seat has seen and heard since, and updates what it sees and may do now.
    pub(crate) fn grow(&self, view: &mut View<G>, told: &mut TraceCursor) {
        let seat = view.seat;
        let mut shown = told.events;
        for (at, said) in self.annotations().skip(told.annotations) {
            self.show(shown..at, view);
            shown = shown.max(at);
            if is_heard_by(&said.annotation, view.names.get(seat.index())) {
                view.heard.push((view.seen.len(), said.phase, said.annotation.clone()));
            }
        }
        self.show(shown..self.log.len(), view);
        *told = self.told();
        view.now = self.state.visible_state(seat);
        view.legal.clear();
        if self.state.to_act() == Some(Actor::Seat(seat)) {
            self.state.legal(&mut view.legal);
        }
        view.ended = self.state.outcome().map(|outcome| (outcome.result, outcome.score(seat)));
    }

    /// Adds to a view what its seat sees of these events.
    fn show(&self, events: Range<usize>, view: &mut View<G>) {
        for (_, phase, event) in self.log.get(events).unwrap_or_default() {
            if let Some(event) = event.seen_by(view.seat) {
                view.seen.push((*phase, event));
            }
        }
    }

    /// The run after its first `steps` actions.
    ///
    /// # Errors
    /// As [`Record::replay`]; a run's own record never fails.
    pub fn at(&self, steps: usize) -> Result<Self, ReplayError> {
        self.record.prefix(steps).replay()
    }
}

impl<G: Notation> Run<G> {
    /// The consequences of one action, without the action itself.
    pub(crate) fn consequences_of(&self, step: usize) -> Vec<Consequence> {
        let names = G::names(&self.record.setup);
        let followed = self.log.iter().rev().take_while(|(at, ..)| *at == step).enumerate();
        let mut consequences: Vec<Consequence> = followed
            .filter_map(|(behind, (_, phase, event))| {
                let event = G::write_event(&names, event)?;
                let is_action = verb_kind::<G>(&event) == Some(VerbKind::Action);
                (!is_action).then_some(Consequence { phase: *phase, event, behind })
            })
            .collect();
        consequences.reverse();
        consequences
    }

    /// Everything that happened, for those who may see everything.
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.trace_since(TraceCursor::default())
    }

    /// The same, each event with the span of the action it follows from; `places` are the spans of the
    /// actions.
    #[must_use]
    pub fn trace_at(&self, places: &[Span]) -> Trace {
        self.trace_from(TraceCursor::default(), places)
    }

    /// What [`trace`](Self::trace) tells beyond a cursor.
    #[must_use]
    pub fn trace_since(&self, told: TraceCursor) -> Trace {
        self.trace_from(told, &[])
    }

    fn trace_from(&self, told: TraceCursor, places: &[Span]) -> Trace {
        let names = G::names(&self.record.setup);
        let mut trace = Trace::default();
        let mut annotations = self.annotations().skip(told.annotations).peekable();
        for index in told.events..=self.log.len() {
            while let Some((_, said)) = annotations.next_if(|(at, _)| *at <= index) {
                trace.push(said.phase, What::Annotation(said.annotation.clone()), Span::default());
            }
            if let Some((step, phase, event)) = self.log.get(index) {
                let place = places.get(*step).copied().unwrap_or_default();
                push_event(&mut trace, *phase, self.write_event(&names, *step, event), place);
            }
        }
        trace
    }

    /// An event as seen by those who may see everything, with the remark attached to the action.
    fn write_event(&self, names: &[String], step: usize, event: &G::Event) -> Option<Event> {
        let event = G::write_event(names, event)?;
        match verb_kind::<G>(&event) {
            Some(VerbKind::Telling) => None,
            Some(VerbKind::Action) => {
                Some(Event { remark: self.record.remarks.get(&step).cloned(), ..event })
            }
            _ => Some(event),
        }
    }
}

/// A consequence of an action.
pub(crate) struct Consequence {
    pub(crate) phase: Phase,
    pub(crate) event: Event,
    /// How many consequences of the same action come after this one.
    pub(crate) behind: usize,
}

impl<G: Notation> View<G> {
    /// A choice of the legal list as this seat would write it; an open one by the name of its kind.
    #[must_use]
    pub fn write_choice(&self, choice: Choice<G>) -> String {
        match choice {
            Choice::Action(action) => {
                G::write_action(&self.names, &Contents::default(), Actor::Seat(self.seat), action).to_string()
            }
            Choice::Open(open) => format!("any {open:?}"),
        }
    }

    /// Everything that happened, as this seat knows it.
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.trace_since(Cursor::default())
    }

    /// What [`trace`](Self::trace) tells beyond the cursor at which the view ended earlier.
    #[must_use]
    pub fn trace_since(&self, cursor: Cursor) -> Trace {
        let mut trace = Trace::default();
        let mut heard = self.since(cursor).heard.iter().peekable();
        for index in cursor.seen..=self.seen.len() {
            while let Some((_, phase, annotation)) = heard.next_if(|(at, ..)| *at == index) {
                trace.push(*phase, What::Annotation(annotation.clone()), Span::default());
            }
            if let Some((phase, event)) = self.seen.get(index) {
                push_event(&mut trace, *phase, G::write_event(&self.names, event), Span::default());
            }
        }
        trace
    }
}

/// Whether an event is an action or a consequence, if its verb belongs to the game.
pub(crate) fn verb_kind<G: Notation>(event: &Event) -> Option<VerbKind> {
    event.verb_among(G::DIALECT.verbs).map(|known| known.kind)
}

fn push_event(trace: &mut Trace, phase: Phase, event: Option<Event>, place: Span) {
    if let Some(event) = event {
        trace.push(phase, What::Event(event), place);
    }
}

/// A whisper is heard by its sender and receiver, any other message by everyone. Remarks and asides are for
/// whoever runs the game.
fn is_heard_by(annotation: &Annotation, name: Option<&String>) -> bool {
    match annotation {
        Annotation::Message { from, to, whisper, .. } => {
            !whisper || name.is_some_and(|name| name == from || Some(name) == to.as_ref())
        }
        Annotation::Remark { .. } | Annotation::Aside(_) => false,
    }
}
