//! One game, step by step: learners at some seats, agents at the others, chance or a Storyteller agent beside them.
//!
//! Accepts ids of the action space, emits whose turn it is, what is legal, and the tokens that each seat has seen. Without agents only
//! the state is kept and nothing is remembered that nobody asks for; with agents a session shows each of them its view.

use std::sync::Arc;

use gaslamp_agents::table::is_too_long;
use gaslamp_agents::{Keeper, Player};
use gaslamp_core::{
    Actions, Actor, Choice, Contents, Cursor, Diagnostic, Event as _, Outcome, Record, Reply, Rng, Run, Seat,
    Seats, Session, Token,
};

use crate::learnable::{Decision, Learnable};

/// Who sits where: the name of an agent for a side or for a seat, which goes before its side. Everybody else is a learner.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Players {
    /// By side.
    pub sides: Vec<(&'static str, String)>,
    /// By seat.
    pub seats: Vec<(Seat, String)>,
    /// Who decides for the Storyteller or dealer; chance if nobody is named.
    pub storyteller: Option<String>,
}

impl Players {
    fn of(&self, seat: Seat, side: &str) -> Option<&str> {
        let own = self.seats.iter().find(|(at, _)| *at == seat).map(|(_, name)| name);
        let of_side = || self.sides.iter().find(|(name, _)| *name == side).map(|(_, name)| name);
        own.or_else(of_side).map(String::as_str).filter(|name| *name != LEARNER)
    }

    fn has_agents(&self) -> bool {
        let names = self.sides.iter().map(|(_, name)| name).chain(self.seats.iter().map(|(_, name)| name));
        self.storyteller.is_some() || names.clone().any(|name| name != LEARNER)
    }

    /// Every name that is no learner's.
    fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.sides.iter().map(|(_, name)| name).chain(self.seats.iter().map(|(_, name)| name));
        names.map(String::as_str).filter(|name| *name != LEARNER)
    }
}

/// The name of a seat that is left to a learner.
pub const LEARNER: &str = "learner";

/// What all tables of one kind share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who plays.
    pub players: Players,
    /// Whether what the seats see is kept as tokens.
    pub has_tokens: bool,
    /// Whether the actions are kept, so that there is a record.
    pub has_record: bool,
    /// Whether players may also make claims and the like, which the rules do not ask for.
    pub has_talk: bool,
    /// Whether the steps of chance are left to the caller.
    pub has_chance: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: Players::default(),
            has_tokens: true,
            has_record: true,
            has_talk: false,
            has_chance: false,
        }
    }
}

/// A kind of game: set-up and options, and what is worked out once for all its games.
#[derive(Clone, Debug)]
pub struct Kind<G: Learnable> {
    pub(crate) setup: G::Setup,
    pub(crate) options: Options,
    start: G,
    prepared: G::Prepared,
}

impl<G: Learnable> Kind<G> {
    /// Checks a set-up and the names of the agents.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn new(setup: G::Setup, options: Options) -> Result<Self, Vec<Diagnostic>> {
        let start = G::start(&setup)?;
        let prepared = G::prepare(&setup)?;
        let mut problems = Vec::new();
        for (side, _) in &options.players.sides {
            if !G::SIDES.contains(side) {
                let message = format!("there is no side `{side}` in {}", G::NAME);
                problems.push(Diagnostic::new("learn/side", message).fix(G::SIDES.join(", ")));
            }
        }
        for (seat, _) in options.players.seats.iter().filter(|(seat, _)| seat.index() >= start.seats()) {
            let message = format!("there is no seat {}; the table has {}", seat.index(), start.seats());
            problems.push(Diagnostic::new("learn/seat", message));
        }
        let names = options.players.names();
        problems.extend(names.filter_map(|name| G::player(&setup, name, Rng::new(0)).err()));
        let storyteller = options.players.storyteller.as_deref();
        problems.extend(storyteller.and_then(|name| G::keeper(name, Rng::new(0)).err()));
        if options.has_chance && options.players.has_agents() {
            let message = "the steps of chance can only be taken one by one where all seats are learners";
            problems.push(Diagnostic::new("learn/chance", message));
        }
        if problems.is_empty() { Ok(Self { setup, options, start, prepared }) } else { Err(problems) }
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.start.seats()
    }

    /// What the game was set up with.
    #[must_use]
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// What the tables are like.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A learner's.
    Seat(Seat),
    /// Chance or the Storyteller has to act, and that is left to the caller.
    Chance,
    /// The game is over.
    Over,
    /// The game was broken off, since it does not come to an end.
    CutOff,
}

/// A game in progress.
#[derive(Debug)]
pub struct Table<G: Learnable> {
    kind: Arc<Kind<G>>,
    core: Core<G>,
    rng: Rng,
    turn: Turn,
    decision: G::Decision,
    /// What chance may do, where that is left to the caller; elsewhere a buffer.
    by_chance: Actions<G>,
    readers: Vec<Reader<G>>,
    /// Who is a learner.
    learners: Seats,
    steps: u32,
    seed: u64,
    game: u64,
}

/// The game itself.
enum Core<G: Learnable> {
    /// A state and what led to it.
    Bare { state: G, contents: Contents<G::Content>, actions: Vec<G::Action> },
    /// A session with agents.
    Hosted(Box<Hosted<G>>),
}

struct Hosted<G: Learnable> {
    session: Session<G>,
    /// By seat; none for a learner, and for everybody before the deal.
    agents: Vec<Option<Player<G>>>,
    are_seated: bool,
    keeper: Keeper<G>,
}

impl<G: Learnable> std::fmt::Debug for Core<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple(match self {
            Self::Bare { .. } => "Bare",
            Self::Hosted(_) => "Hosted",
        })
        .field(self.state())
        .finish()
    }
}

impl<G: Learnable> Core<G> {
    #[inline]
    fn state(&self) -> &G {
        match self {
            Self::Bare { state, .. } => state,
            Self::Hosted(hosted) => hosted.session.run().state(),
        }
    }
}

/// What a seat has seen, as tokens.
#[derive(Clone, Debug, Default)]
struct Reader<G: Learnable> {
    stream: G::Stream,
    tokens: Vec<Token>,
    /// How much of its view has been read, in a session.
    cursor: Cursor,
}

/// The most steps of a game.
const MOST_STEPS: u32 = 20_000;

impl<G: Learnable> Table<G> {
    /// A game of this kind. Its chances depend only on the seed and the number of the game.
    ///
    /// # Errors
    /// Why an agent cannot play.
    pub fn new(kind: Arc<Kind<G>>, seed: u64, game: u64) -> Result<Self, Diagnostic> {
        let seats = kind.seats();
        let readers = if kind.options.has_tokens { seats } else { 0 };
        let core =
            Core::Bare { state: kind.start.clone(), contents: Contents::default(), actions: Vec::new() };
        let mut table = Self {
            core,
            rng: Rng::for_game(seed, game),
            turn: Turn::Over,
            decision: G::Decision::default(),
            by_chance: Actions::new(),
            readers: (0..readers)
                .map(|_| Reader {
                    stream: G::Stream::default(),
                    tokens: Vec::new(),
                    cursor: Cursor::default(),
                })
                .collect(),
            learners: Seats::first(seats),
            steps: 0,
            seed,
            game,
            kind,
        };
        if table.kind.options.players.has_agents() {
            let session = Session::new(table.kind.setup.clone()).map_err(first)?;
            let keeper = table.keeper()?;
            let agents = (0..seats).map(|_| None).collect();
            table.core = Core::Hosted(Box::new(Hosted { session, agents, are_seated: false, keeper }));
        }
        table.begin(seed, game)?;
        Ok(table)
    }

    /// Starts over with another game, keeping the allocations.
    ///
    /// # Errors
    /// Why an agent cannot play.
    pub fn begin(&mut self, seed: u64, game: u64) -> Result<(), Diagnostic> {
        (self.seed, self.game, self.steps) = (seed, game, 0);
        self.rng = Rng::for_game(seed, game);
        for reader in &mut self.readers {
            reader.stream = G::Stream::default();
            reader.tokens.clear();
            reader.cursor = Cursor::default();
        }
        let keeper = if matches!(self.core, Core::Hosted(_)) { Some(self.keeper()?) } else { None };
        match (&mut self.core, keeper) {
            (Core::Hosted(hosted), Some(keeper)) => {
                hosted.session.restart();
                hosted.agents.iter_mut().for_each(|agent| *agent = None);
                hosted.are_seated = false;
                hosted.keeper = keeper;
            }
            (Core::Bare { state, contents, actions }, _) => {
                state.clone_from(&self.kind.start);
                contents.clear();
                actions.clear();
            }
            (Core::Hosted(_), None) => {}
        }
        self.advance()
    }

    fn keeper(&mut self) -> Result<Keeper<G>, Diagnostic> {
        let name = self.kind.options.players.storyteller.as_deref().unwrap_or("random");
        G::keeper(name, self.rng.fork())
    }

    /// What this table has in common with others.
    #[must_use]
    pub fn kind(&self) -> &Arc<Kind<G>> {
        &self.kind
    }

    /// The state, for whoever may see everything.
    #[must_use]
    pub fn state(&self) -> &G {
        self.core.state()
    }

    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The seats that are learners; everybody before the deal.
    #[must_use]
    pub fn learners(&self) -> Seats {
        self.learners
    }

    /// What the learner whose turn it is may do.
    #[must_use]
    #[inline]
    pub fn decision(&self) -> &G::Decision {
        &self.decision
    }

    /// The choices of chance, where they are left to the caller.
    #[must_use]
    pub fn chances(&self) -> &[Choice<G>] {
        if self.turn == Turn::Chance { &self.by_chance } else { &[] }
    }

    /// The random seed and the number of the game.
    #[must_use]
    pub fn seeds(&self) -> (u64, u64) {
        (self.seed, self.game)
    }

    /// The number of actions that were applied, including those of chance.
    #[must_use]
    #[inline]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.core.state().outcome()
    }

    /// What a seat has seen so far, as tokens; nothing unless tokens are kept.
    pub fn tokens(&mut self, seat: Seat) -> &[Token] {
        self.read(seat);
        self.readers.get(seat.index()).map_or(&[], |reader| &reader.tokens)
    }

    /// Reads what is new to a seat.
    fn read(&mut self, seat: Seat) {
        let Some(reader) = self.readers.get_mut(seat.index()) else { return };
        if let Core::Hosted(hosted) = &mut self.core
            && let Some(news) = hosted.session.view_since(seat, reader.cursor)
        {
            for (phase, event) in news.seen {
                G::read_event(&mut reader.stream, seat, *phase, event, &mut reader.tokens);
            }
            reader.cursor = news.cursor;
        }
        self.core.state().read_now(&mut reader.stream, seat, &mut reader.tokens);
    }

    /// What a seat has seen so far, and what it has written of an action.
    pub fn sequence(&mut self, seat: Seat) -> (&[Token], &[Token]) {
        self.read(seat);
        let is_writing = self.turn == Turn::Seat(seat);
        let written = if is_writing { self.decision.written() } else { &[] };
        (self.readers.get(seat.index()).map_or(&[], |reader| &reader.tokens), written)
    }

    /// What a seat sees of the present, as tokens, if the game has such tokens.
    pub fn present(&self, seat: Seat, out: &mut Vec<Token>) {
        self.core.state().read_present(seat, out);
    }

    /// Takes an id: an action of the learner whose turn it is, or one token of it; for chance, a place in its list.
    ///
    /// # Errors
    /// Why it is refused, in which case nothing has changed; or why an agent could not go on.
    #[inline]
    pub fn step(&mut self, id: usize) -> Result<(), Diagnostic> {
        let choice = match self.turn {
            Turn::Seat(_) if self.decision.contains(id) => self.decision.take(id),
            Turn::Chance => Some(*self.by_chance.get(id).ok_or_else(|| self.refusal(id))?),
            _ => return Err(self.refusal(id)),
        };
        match choice {
            None => Ok(()),
            Some(choice) => {
                let action = self.concrete(choice);
                self.apply(action)?;
                self.advance()
            }
        }
    }

    /// Why an id is refused.
    #[cold]
    fn refusal(&self, id: usize) -> Diagnostic {
        match self.turn {
            Turn::Over | Turn::CutOff => Diagnostic::illegal("learn/over", "the game is over; begin another"),
            _ if id >= G::ACTIONS => Diagnostic::illegal(
                "learn/action",
                format!("{id} is not an action; ids are below {}", G::ACTIONS),
            ),
            _ => Diagnostic::illegal(
                "learn/illegal",
                format!("action {id} is not legal now; the mask says which are"),
            ),
        }
    }

    #[inline]
    fn concrete(&mut self, choice: Choice<G>) -> G::Action {
        match (choice, &mut self.core) {
            (Choice::Action(action), _) => action,
            (Choice::Open(open), Core::Bare { state, contents, .. }) => {
                state.sample(open, &mut self.rng, contents)
            }
            (Choice::Open(open), Core::Hosted(hosted)) => {
                let rng = &mut self.rng;
                hosted.session.draw(|state, contents| state.sample(open, rng, contents))
            }
        }
    }

    #[inline]
    fn apply(&mut self, action: G::Action) -> Result<(), Diagnostic> {
        match &mut self.core {
            Core::Bare { state, contents, actions } => {
                if self.readers.is_empty() {
                    state.apply_unseen(action, contents);
                } else {
                    let readers = &mut self.readers;
                    state.apply(action, contents, &mut |phase, event| {
                        for (index, reader) in readers.iter_mut().enumerate() {
                            let seat = Seat::new(index);
                            if let Some(event) = event.seen_by(seat) {
                                G::read_event(&mut reader.stream, seat, phase, &event, &mut reader.tokens);
                            }
                        }
                    })?;
                }
                if self.kind.options.has_record {
                    actions.push(action);
                }
            }
            Core::Hosted(hosted) => hosted.session.apply(action)?,
        }
        self.steps += 1;
        Ok(())
    }

    /// Plays on until it is a learner's turn or the game is over.
    #[inline]
    fn advance(&mut self) -> Result<(), Diagnostic> {
        loop {
            self.seat_agents()?;
            match self.core.state().to_act() {
                None => {
                    self.stop(Turn::Over);
                    return Ok(());
                }
                Some(_) if self.steps >= MOST_STEPS => {
                    self.stop(Turn::CutOff);
                    return Ok(());
                }
                Some(Actor::Seat(seat)) if self.learners.contains(seat) => {
                    self.decision.begin(self.core.state(), seat, self.kind.options.has_talk);
                    self.turn = Turn::Seat(seat);
                    return Ok(());
                }
                Some(Actor::Storyteller) if self.kind.options.has_chance => {
                    self.core.state().legal(&mut self.by_chance);
                    self.decision.end();
                    self.turn = Turn::Chance;
                    return Ok(());
                }
                Some(actor) => self.ask(actor)?,
            }
        }
    }

    fn stop(&mut self, turn: Turn) {
        self.turn = turn;
        self.decision.end();
    }

    /// Agents take their seats once it is known who is on which side.
    #[inline]
    fn seat_agents(&mut self) -> Result<(), Diagnostic> {
        if let Core::Hosted(hosted) = &mut self.core
            && !hosted.are_seated
            && hosted.session.run().state().side(Seat::new(0)).is_some()
        {
            self.learners = hosted.seat_all(&self.kind, &mut self.rng)?;
        }
        Ok(())
    }

    /// Lets chance, the Storyteller or an agent act.
    fn ask(&mut self, actor: Actor) -> Result<(), Diagnostic> {
        match &mut self.core {
            Core::Bare { state, contents, .. } => {
                let drawn = state.draw(&self.kind.prepared, &mut self.by_chance, &mut self.rng, contents);
                self.apply(drawn.ok_or_else(no_chance)?)
            }
            Core::Hosted(hosted) => {
                if is_too_long(hosted.session.run()) {
                    self.steps = MOST_STEPS;
                    return Ok(());
                }
                hosted.ask(actor, &self.kind.prepared, &mut self.by_chance, &mut self.rng)?;
                self.steps += 1;
                Ok(())
            }
        }
    }

    /// The record so far; none if it is not kept.
    #[must_use]
    pub fn record(&self) -> Option<Record<G>> {
        match &self.core {
            Core::Hosted(hosted) => Some(hosted.session.record().clone()),
            Core::Bare { contents, actions, .. } => self.kind.options.has_record.then(|| {
                let setup = self.kind.setup.clone();
                Record { actions: actions.clone(), contents: contents.clone(), ..Record::new(setup) }
            }),
        }
    }

    /// A choice in the notation; an open one by the name of its kind.
    #[must_use]
    pub fn say(&self, names: &[String], choice: Choice<G>) -> String {
        let contents = match &self.core {
            Core::Bare { contents, .. } => contents,
            Core::Hosted(hosted) => &hosted.session.record().contents,
        };
        match choice {
            Choice::Action(action) => {
                let actor = self.core.state().to_act().unwrap_or(Actor::Storyteller);
                G::write_action(names, contents, actor, action).to_string()
            }
            Choice::Open(open) => format!("any {open:?}"),
        }
    }

    /// The same game at another table, with what is written of an action; none where agents play, who cannot be copied.
    #[must_use]
    pub fn fork(&self) -> Option<Self> {
        let Core::Bare { state, contents, actions } = &self.core else { return None };
        let readers = self.readers.iter();
        let copy = |reader: &Reader<G>| Reader {
            stream: reader.stream,
            tokens: reader.tokens.clone(),
            cursor: reader.cursor,
        };
        Some(Self {
            kind: Arc::clone(&self.kind),
            core: Core::Bare { state: state.clone(), contents: contents.clone(), actions: actions.clone() },
            rng: self.rng.clone(),
            turn: self.turn,
            decision: self.decision.clone(),
            by_chance: self.by_chance.clone(),
            readers: readers.map(copy).collect(),
            learners: self.learners,
            steps: self.steps,
            seed: self.seed,
            game: self.game,
        })
    }

    /// Goes on with a recorded game; chances from here on depend on the seeds of this table.
    ///
    /// # Errors
    /// Which rule refuses an action, or that agents play here.
    pub fn resume(&mut self, run: &Run<G>) -> Result<(), Diagnostic> {
        self.follow(run, |_, _, _| {})
    }

    /// The same, looking at every decision of a seat before it is applied: the seat is about to begin its action.
    ///
    /// # Errors
    /// Which rule refuses an action, or that agents play here.
    pub fn follow(
        &mut self,
        run: &Run<G>,
        mut look: impl FnMut(&mut Self, Seat, G::Action),
    ) -> Result<(), Diagnostic> {
        if matches!(self.core, Core::Hosted(_)) {
            return Err(Diagnostic::new("learn/resume", "a table with agents cannot go on with a record"));
        }
        self.begin(self.seed, self.game)?;
        let record = run.record();
        if let Core::Bare { state, contents, actions } = &mut self.core {
            state.clone_from(&self.kind.start);
            contents.clone_from(&record.contents);
            actions.clear();
        }
        for reader in &mut self.readers {
            reader.stream = G::Stream::default();
            reader.tokens.clear();
        }
        self.steps = 0;
        for &action in &record.actions {
            let state = self.core.state();
            state.check(action, &record.contents)?;
            if let Some(Actor::Seat(seat)) = state.to_act() {
                self.decision.begin(state, seat, self.kind.options.has_talk);
                self.turn = Turn::Seat(seat);
                look(self, seat, action);
            }
            self.apply(action)?;
        }
        self.advance()
    }

    /// Takes an id of an action that is followed; emits whether it was legal.
    pub(crate) fn write(&mut self, id: usize) -> bool {
        let is_legal = self.decision.contains(id);
        if is_legal {
            self.decision.take(id);
        }
        is_legal
    }
}

impl<G: Learnable> Hosted<G> {
    /// Seats the agents by who is on which side; emits the seats of the learners.
    fn seat_all(&mut self, kind: &Kind<G>, rng: &mut Rng) -> Result<Seats, Diagnostic> {
        let state = self.session.run().state();
        let mut learners = Seats::NONE;
        for (index, place) in self.agents.iter_mut().enumerate() {
            let seat = Seat::new(index);
            let own = rng.fork();
            match kind.options.players.of(seat, state.side(seat).unwrap_or_default()) {
                Some(name) => *place = Some(G::player(&kind.setup, name, own)?),
                None => learners = learners.with(seat),
            }
        }
        self.are_seated = true;
        Ok(learners)
    }

    /// Asks an agent until it has acted.
    fn ask(
        &mut self,
        actor: Actor,
        prepared: &G::Prepared,
        legal: &mut Actions<G>,
        rng: &mut Rng,
    ) -> Result<(), Diagnostic> {
        const MOST_REPLIES: usize = 1_000;
        if let (Actor::Storyteller, false) = (actor, self.are_seated) {
            return self.deal(prepared, legal, rng);
        }
        let mut refused = 0;
        for _ in 0..MOST_REPLIES {
            let (reply, tries) = self.reply(actor, legal);
            let steps = self.session.record().actions.len();
            match self.session.submit(actor, reply, rng) {
                Ok(()) if self.session.record().actions.len() > steps => return Ok(()),
                Ok(()) if self.session.left().is_some() => break,
                Ok(()) => {}
                Err(problem) => {
                    refused += 1;
                    self.refuse(actor, &problem);
                    if refused >= tries {
                        return Err(problem);
                    }
                }
            }
        }
        Err(Diagnostic::illegal("learn/agent", "an agent does not act"))
    }

    /// The first steps of chance are drawn here, since a set-up may have been prepared for it.
    fn deal(
        &mut self,
        prepared: &G::Prepared,
        legal: &mut Actions<G>,
        rng: &mut Rng,
    ) -> Result<(), Diagnostic> {
        let drawn = self.session.draw(|state, contents| state.draw(prepared, legal, rng, contents));
        Ok(self.session.apply(drawn.ok_or_else(no_chance)?)?)
    }

    fn reply(&mut self, actor: Actor, legal: &mut Actions<G>) -> (Reply<G>, usize) {
        match actor {
            Actor::Storyteller => {
                self.session.run().state().legal(legal);
                (self.keeper.decide(self.session.run(), legal), self.keeper.tries())
            }
            Actor::Seat(seat) => {
                let agent = self.agents.get_mut(seat.index()).and_then(Option::as_mut);
                match (agent, self.session.view(seat)) {
                    (Some(agent), Some(view)) => (agent.decide(view), agent.tries()),
                    _ => (Reply::Leave, 0),
                }
            }
        }
    }

    fn refuse(&mut self, actor: Actor, problem: &Diagnostic) {
        match actor {
            Actor::Storyteller => self.keeper.refused(problem),
            Actor::Seat(seat) => {
                let agent = self.agents.get_mut(seat.index()).and_then(Option::as_mut);
                agent.into_iter().for_each(|agent| agent.refused(problem));
            }
        }
    }
}

fn no_chance() -> Diagnostic {
    Diagnostic::illegal("learn/chance", "chance has nothing to choose from")
}

/// The first of several problems.
fn first(problems: Vec<Diagnostic>) -> Diagnostic {
    let none = || Diagnostic::illegal("learn/setup", "the set-up is refused");
    problems.into_iter().next().unwrap_or_else(none)
}
