//! A game in progress: its record so far, its state, and everything that has happened.

use std::sync::Arc;

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

/// How much of a game somebody has been told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TraceCursor {
    events: usize,
    annotations: usize,
}

/// An action of a record was refused.
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

    /// Applies an action of whoever is to act.
    ///
    /// # Errors
    /// The rule that refuses it; nothing has changed then.
    pub fn apply(&mut self, action: G::Action) -> Result<(), Refusal> {
        let step = self.record.actions.len();
        let log = &mut self.log;
        self.state
            .apply(action, &self.record.contents, &mut |phase, event| log.push((step, phase, event)))?;
        self.record.actions.push(action);
        Ok(())
    }

    /// Takes over a record's actions, contents and annotations.
    pub(crate) fn adopt(&mut self, record: &Record<G>) -> Result<(), ReplayError> {
        self.record.contents = record.contents.clone();
        for (step, &action) in record.actions.iter().enumerate() {
            self.apply(action).map_err(|refusal| ReplayError { step, refusal })?;
        }
        self.record.annotations.clone_from(&record.annotations);
        self.record.remarks.clone_from(&record.remarks);
        Ok(())
    }

    /// Makes a choice of the legal list concrete; an open one is drawn with the odds of the rules.
    pub fn concrete(&mut self, choice: Choice<G>, rng: &mut Rng) -> G::Action {
        match choice {
            Choice::Action(action) => action,
            Choice::Open(open) => self.state.sample(open, rng, &mut self.record.contents),
        }
    }

    /// The place of a long content, for an action that is to hold it.
    pub fn intern(&mut self, content: G::Content) -> ContentId {
        self.record.contents.intern(content)
    }

    /// Takes up an action that somebody wrote for whoever is to act, long contents included. It is not
    /// applied yet.
    ///
    /// # Errors
    /// Why it is not an action of this game, or not of this actor.
    pub fn read_action(&mut self, event: &Event) -> Result<G::Action, Diagnostic>
    where
        G: Notation,
    {
        let names = G::names(&self.record.setup);
        if verb_kind::<G>(event) != Some(VerbKind::Action) {
            let actions = G::DIALECT.verbs.iter().filter(|verb| verb.kind == VerbKind::Action);
            let fix = actions.map(|verb| verb.name).collect::<Vec<_>>().join(", ");
            return Err(Diagnostic::new("record/verb", format!("`{event}` is no action of {}", G::NAME))
                .fix(format!("the actions are {fix}")));
        }
        let Some(actor) = self.state.to_act() else {
            return Err(Diagnostic::illegal("record/after-the-end", "the game has ended before this"));
        };
        let written = event.actor.as_ref().map_or("st", |name| name.name.as_str());
        if G::read_actor(&names, written) != Some(actor) {
            let (name, phase) = (actor_name(&names, actor), self.state.phase());
            let message = format!("it is {name}'s turn to act in {phase}, not {written}'s");
            return Err(Diagnostic::illegal("record/wrong-actor", message));
        }
        G::read_action(&names, event, &mut self.record.contents)
    }

    /// An action of whoever is to act, as an event of the trace.
    #[must_use]
    pub fn write_action(&self, action: G::Action) -> Event
    where
        G: Notation,
    {
        let actor = self.state.to_act().unwrap_or(Actor::Storyteller);
        G::write_action(&G::names(&self.record.setup), &self.record.contents, actor, action)
    }

    /// Notes what is said or remarked now, beside the rules.
    pub fn annotate(&mut self, annotation: Annotation) {
        let (step, phase) = (self.record.actions.len(), self.state.phase());
        self.record.annotations.push(AnnotationAt { step, ahead: 0, phase, annotation });
    }

    /// Notes what a text tells in this phase behind the last action: after everything of the phase that followed from it, but not before
    /// what was noted earlier, and with at most `room` of these events behind it.
    pub(crate) fn annotate_in(&mut self, phase: Phase, annotation: Annotation, room: usize) {
        let step = self.record.actions.len();
        let followed = self.log.iter().rev().take_while(|(at, ..)| at + 1 == step);
        let later = followed.map(|(_, at, _)| *at).position(|at| at == phase).unwrap_or(0);
        let earlier = self.record.annotations.last().filter(|said| said.step == step);
        let ahead = earlier.map_or(room, |said| room.min(said.ahead)).min(later);
        self.record.annotations.push(AnnotationAt { step, ahead, phase, annotation });
    }

    /// A text tells this consequence of the last action behind everything that it has noted since the action.
    pub(crate) fn told_behind_recitals(&mut self, told: &Consequence) {
        let step = self.record.actions.len();
        for said in self.record.annotations.iter_mut().rev().take_while(|said| said.step == step) {
            said.ahead = said.ahead.max(told.behind + 1);
        }
    }

    /// What was said and noted, each with the number of events before it.
    fn annotations(&self) -> impl Iterator<Item = (usize, &AnnotationAt)> {
        self.record.annotations.iter().map(|said| {
            let end = self.log.partition_point(|(at, ..)| *at < said.step);
            (end.saturating_sub(said.ahead), said)
        })
    }

    /// Notes a reason or remark beside an action that has been applied.
    pub fn remark(&mut self, step: usize, remark: String) {
        if step < self.record.actions.len() {
            self.record.remarks.insert(step, remark);
        }
    }

    /// How much has happened and been said so far.
    #[must_use]
    pub fn told(&self) -> TraceCursor {
        TraceCursor { events: self.log.len(), annotations: self.record.annotations.len() }
    }

    /// Everything that has happened, for those who may know all.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = (Phase, &G::Event)> {
        self.log.iter().map(|(_, phase, event)| (*phase, event))
    }

    /// Begins again at this state; what was allocated is kept.
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

    /// Adds to a view of this game what the seat has seen and heard since, and renews what it sees and may do now.
    pub(crate) fn grow(&self, view: &mut View<G>, told: &mut TraceCursor) {
        let seat = view.seat;
        let names = Arc::clone(&view.names);
        let own_name = names.get(seat.index());
        let mut annotations = self.annotations().skip(told.annotations).peekable();
        for index in told.events..=self.log.len() {
            while let Some((_, said)) = annotations.next_if(|(at, _)| *at <= index) {
                if is_heard_by(&said.annotation, own_name) {
                    view.heard.push((view.seen.len(), said.phase, said.annotation.clone()));
                }
            }
            if let Some((_, phase, event)) = self.log.get(index) {
                view.seen.extend(event.seen_by(seat).map(|event| (*phase, event)));
            }
        }
        *told = self.told();
        view.now = self.state.visible_state(seat);
        view.legal.clear();
        if self.state.to_act() == Some(Actor::Seat(seat)) {
            self.state.legal(&mut view.legal);
        }
        view.ended = self.state.outcome().map(|outcome| (outcome.result, outcome.score(seat)));
    }

    /// The run after its first `steps` actions.
    ///
    /// # Errors
    /// As [`Record::replay`], which a run's own record never does.
    pub fn at(&self, steps: usize) -> Result<Self, ReplayError> {
        self.record.prefix(steps).replay()
    }
}

impl<G: Notation> Run<G> {
    /// What followed from one action, without the action itself.
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

    /// Everything that happened, for those who may know all.
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.trace_since(TraceCursor::default())
    }

    /// The same, each event with the place of the action that it follows from, where these are the actions' places.
    #[must_use]
    pub fn trace_at(&self, places: &[Span]) -> Trace {
        self.trace_from(TraceCursor::default(), places)
    }

    /// What [`trace`](Self::trace) tells now and did not tell then.
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

    /// An event as those who may know all tell it, with what was remarked beside the action.
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

/// Something that followed from an action.
pub(crate) struct Consequence {
    pub(crate) phase: Phase,
    pub(crate) event: Event,
    /// How many events followed from the action behind this one.
    pub(crate) behind: usize,
}

impl<G: Notation> View<G> {
    /// A choice of the legal list, as this seat would write it; an open one by the name of its kind.
    #[must_use]
    pub fn write_choice(&self, choice: Choice<G>) -> String {
        match choice {
            Choice::Action(action) => {
                G::write_action(&self.names, &Contents::default(), Actor::Seat(self.seat), action).to_string()
            }
            Choice::Open(open) => format!("any {open:?}"),
        }
    }

    /// What happened, as this seat knows it.
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.trace_since(Cursor::default())
    }

    /// What [`trace`](Self::trace) tells now and did not tell when the view ended there.
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

/// Whether an event is an action or follows from one, if its verb is one of the game's.
pub(crate) fn verb_kind<G: Notation>(event: &Event) -> Option<VerbKind> {
    event.verb_among(G::DIALECT.verbs).map(|known| known.kind)
}

fn push_event(trace: &mut Trace, phase: Phase, event: Option<Event>, place: Span) {
    if let Some(event) = event {
        trace.push(phase, What::Event(event), place);
    }
}

/// A whisper reaches the two whom it concerns, any other message everybody; remarks and asides are the keeper's.
fn is_heard_by(annotation: &Annotation, name: Option<&String>) -> bool {
    match annotation {
        Annotation::Message { from, to, whisper, .. } => {
            !whisper || name.is_some_and(|name| name == from || Some(name) == to.as_ref())
        }
        Annotation::Remark { .. } | Annotation::Aside(_) => false,
    }
}
