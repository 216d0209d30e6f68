//! Worlds of any game by replay: the runs of its engine that agree with everything one seat saw.
//!
//! Accepts a set-up, the [`View`] of a seat, concrete actions for open choices, and a limit; emits the end of every run
//! that gives the seat exactly this view. The search goes through the legal lists depth-first and abandons a run at the
//! first event that would have looked different to the seat, so it suits cases with few hidden choices between visible
//! events. The same query always has the same answer in the same order. Messages outside the rules are ignored.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hasher as _};
use std::ops::ControlFlow;

use gaslamp_core::{Actions, Actor, Choice, Contents, Diagnostic, Event as _, Game, View};

/// What to search for, and how far.
#[derive(Clone, Debug)]
pub struct Question<'a, G: Game> {
    /// The set-up of the game.
    pub setup: &'a G::Setup,
    /// What the seat has seen.
    pub view: &'a View<G>,
    /// The most actions to try before the search gives up.
    pub limit: u64,
    /// Whether runs that reach the same state, with the same events seen, are merged. Every end state is then found once, by
    /// the first run that leads there; otherwise once for each run.
    pub merge: bool,
}

/// Writes concrete actions for an open choice of this state; illegal ones are skipped. Actions that are not written are not
/// tried, so the worlds are complete only if the actions are.
pub type OpenActions<'a, G> =
    dyn FnMut(&G, <G as Game>::Open, &mut Contents<<G as Game>::Content>, &mut Vec<<G as Game>::Action>) + 'a;

/// The end of a run that fits.
#[derive(Debug)]
pub struct Found<'a, G: Game> {
    /// The state.
    pub state: &'a G,
    /// The actions that led there.
    pub actions: &'a [G::Action],
    /// The contents that the actions refer to.
    pub contents: &'a Contents<G::Content>,
}

/// How far a search went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// It covered everything: there are no other worlds.
    Complete,
    /// It reached the limit: there may be other worlds.
    Limit,
    /// The caller stopped it: there may be other worlds.
    Stopped,
}

/// A world with the actions that lead to it.
#[derive(Clone, PartialEq, Debug)]
pub struct World<G: Game> {
    /// The state at the end.
    pub state: G,
    /// The actions that led there.
    pub actions: Vec<G::Action>,
}

/// The worlds found.
#[derive(Clone, PartialEq, Debug)]
pub struct Worlds<G: Game> {
    /// The worlds, in the order of the legal lists.
    pub worlds: Vec<World<G>>,
    /// The contents that their actions refer to.
    pub contents: Contents<G::Content>,
    /// Whether these are all worlds.
    pub extent: Extent,
}

/// All worlds, with their actions.
///
/// # Errors
/// Everything that is wrong with the set-up.
pub fn worlds<G: Game>(
    question: &Question<'_, G>,
    open: &mut OpenActions<'_, G>,
) -> Result<Worlds<G>, Vec<Diagnostic>> {
    let mut search = Search::new(question)?;
    let mut worlds = Vec::new();
    let extent = search.go(open, &mut |found| {
        worlds.push(World { state: found.state.clone(), actions: found.actions.to_vec() });
        ControlFlow::Continue(())
    });
    Ok(Worlds { worlds, contents: search.contents, extent })
}

/// The state at the end of every world, without its actions.
///
/// # Errors
/// Everything that is wrong with the set-up.
pub fn states<G: Game>(
    question: &Question<'_, G>,
    open: &mut OpenActions<'_, G>,
) -> Result<(Vec<G>, Extent), Vec<Diagnostic>> {
    let mut states = Vec::new();
    let extent = each_world(question, open, &mut |found| {
        states.push(found.state.clone());
        ControlFlow::Continue(())
    })?;
    Ok((states, extent))
}

/// Shows every world to the caller, who may stop the search.
///
/// # Errors
/// Everything that is wrong with the set-up.
pub fn each_world<G: Game>(
    question: &Question<'_, G>,
    open: &mut OpenActions<'_, G>,
    visit: &mut dyn FnMut(Found<'_, G>) -> ControlFlow<()>,
) -> Result<Extent, Vec<Diagnostic>> {
    Ok(Search::new(question)?.go(open, visit))
}

/// Applies an action and compares the events with the view: returns how many events of the view have then been seen, or
/// `None` if the action is refused or the seat would have seen something else.
pub(crate) fn follow<G: Game>(
    state: &mut G,
    action: G::Action,
    contents: &Contents<G::Content>,
    view: &View<G>,
    seen: usize,
) -> Option<usize> {
    let mut seen = Some(seen);
    let applied = state.apply(action, contents, &mut |phase, event| {
        let Some(at) = seen else { return };
        if let Some(event) = event.seen_by(view.seat) {
            let is_known = view.seen.get(at).is_some_and(|known| known.0 == phase && known.1 == event);
            seen = is_known.then_some(at + 1);
        }
    });
    applied.ok().and(seen)
}

/// Whether the state looks to the seat as its view says: the table, whether it is to act, how the game ended.
pub(crate) fn looks_alike<G: Game>(state: &G, view: &View<G>) -> bool {
    let is_asked = state.to_act() == Some(Actor::Seat(view.seat));
    let ended = || state.outcome().map(|outcome| (outcome.result, outcome.score(view.seat)));
    is_asked == view.to_act() && state.visible_state(view.seat) == view.now && ended() == view.ended
}

/// A state on the current path, and what is left to try in it.
struct Frame<G: Game> {
    state: G,
    /// How many events of the view have been seen.
    seen: usize,
    options: Vec<G::Action>,
    next: usize,
}

struct Search<'a, G: Game> {
    view: &'a View<G>,
    limit: u64,
    contents: Contents<G::Content>,
    /// The path to the current state; frames from `depth` on are kept for reuse.
    frames: Vec<Frame<G>>,
    depth: usize,
    /// The actions of the path, one fewer than its states.
    actions: Vec<G::Action>,
    legal: Actions<G>,
    met: Option<Met<G>>,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(question: &Question<'a, G>) -> Result<Self, Vec<Diagnostic>> {
        let state = G::start(question.setup)?;
        Ok(Self {
            view: question.view,
            limit: question.limit,
            contents: Contents::default(),
            frames: vec![Frame { state, seen: 0, options: Vec::new(), next: 0 }],
            depth: 1,
            actions: Vec::new(),
            legal: Actions::new(),
            met: question.merge.then(Met::default),
        })
    }

    fn go(
        &mut self,
        open: &mut OpenActions<'_, G>,
        visit: &mut dyn FnMut(Found<'_, G>) -> ControlFlow<()>,
    ) -> Extent {
        if self.arrive(open, visit).is_break() {
            return Extent::Stopped;
        }
        let mut tried = 0;
        while self.depth > 0 {
            let frame = &mut self.frames[self.depth - 1];
            let Some(&action) = frame.options.get(frame.next) else {
                self.depth -= 1;
                self.actions.pop();
                continue;
            };
            if tried == self.limit {
                return Extent::Limit;
            }
            frame.next += 1;
            tried += 1;
            if self.step(action) && self.arrive(open, visit).is_break() {
                return Extent::Stopped;
            }
        }
        Extent::Complete
    }

    /// Takes one action, unless it does not fit or leads to a state that another run has reached.
    fn step(&mut self, action: G::Action) -> bool {
        if self.frames.len() == self.depth {
            let state = self.frames[self.depth - 1].state.clone();
            self.frames.push(Frame { state, seen: 0, options: Vec::new(), next: 0 });
        }
        let (way, room) = self.frames.split_at_mut(self.depth);
        let (before, after) = (&way[self.depth - 1], &mut room[0]);
        after.state.clone_from(&before.state);
        let Some(seen) = follow(&mut after.state, action, &self.contents, self.view, before.seen) else {
            return false;
        };
        after.seen = seen;
        if self.met.as_mut().is_some_and(|met| !met.is_new(&after.state, seen)) {
            return false;
        }
        self.depth += 1;
        self.actions.push(action);
        true
    }

    /// Shows the state just reached if it is a world, and lists what may be tried in it.
    fn arrive(
        &mut self,
        open: &mut OpenActions<'_, G>,
        visit: &mut dyn FnMut(Found<'_, G>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let frame = &mut self.frames[self.depth - 1];
        frame.state.legal(&mut self.legal);
        frame.next = 0;
        frame.options.clear();
        for &choice in &self.legal {
            match choice {
                Choice::Action(action) => frame.options.push(action),
                Choice::Open(kind) => open(&frame.state, kind, &mut self.contents, &mut frame.options),
            }
        }
        let is_list = !self.view.to_act() || self.legal == self.view.legal;
        if frame.seen == self.view.seen.len() && is_list && looks_alike(&frame.state, self.view) {
            return visit(Found { state: &frame.state, actions: &self.actions, contents: &self.contents });
        }
        ControlFlow::Continue(())
    }
}

/// The states reached so far, each with the number of events seen.
struct Met<G> {
    /// By the hash of their debug text, since games promise only that states can be compared for equality.
    states: HashMap<u64, Vec<(usize, G)>>,
}

impl<G> Default for Met<G> {
    fn default() -> Self {
        Self { states: HashMap::new() }
    }
}

impl<G: Game> Met<G> {
    /// Adds a state; false if it was there already.
    fn is_new(&mut self, state: &G, seen: usize) -> bool {
        let mut text = HashedText(DefaultHasher::new());
        // Writing into a hasher never fails.
        let _ = write!(text, "{state:?}");
        let alike = self.states.entry(text.0.finish()).or_default();
        if alike.iter().any(|(at, known)| *at == seen && known == state) {
            return false;
        }
        alike.push((seen, state.clone()));
        true
    }
}

/// Text of which only the hash is kept.
struct HashedText(DefaultHasher);

impl fmt::Write for HashedText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
