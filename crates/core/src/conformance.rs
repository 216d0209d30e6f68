//! The conformance suite: one function that every game's tests call.
//!
//! It plays random games and checks in every state what the contract promises. At the first broken promise it
//! panics with the seed and the step.

use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

use crate::diagnostic::Span;
use crate::game::{Actions, Choice, Game};
use crate::notation::Notation;
use crate::record;
use crate::rng::Rng;
use crate::run::Run;
use crate::seat::{Actor, Seat};
use crate::session::{Reply, Session};
use crate::tokens::{Token, TokenError, Tokens};
use crate::trace::{Annotation, Phase, RemarkKind, Trace, What, diagram, rich};
use crate::view::{Cursor, View};

/// What the suite must know about a game, taken from its rule book and not from its code.
pub trait Specimen<G: Game> {
    /// More steps than any game can have.
    const STEPS: usize;

    /// The set-ups to play, in turn.
    fn setups(&self) -> Vec<G::Setup>;

    /// Actions that may or may not be legal here, many of them near misses.
    fn mutants(&self, state: &G, taken: G::Action, rng: &mut Rng) -> Vec<G::Action>;

    /// Another run, drawn at random, that this seat cannot tell from this one; none if none was found.
    fn resample(&self, run: &Run<G>, seat: Seat, rng: &mut Rng) -> Option<Run<G>>;

    /// Strings that must not appear in anything this seat is shown.
    fn secrets(&self, run: &Run<G>, seat: Seat) -> Vec<String>;
}

/// What the suite has covered, so that a caller can make sure that it covered anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played to the end.
    pub games: usize,
    /// Applied actions.
    pub steps: usize,
    /// Refused mutants.
    pub refused: usize,
    /// Pairs of runs that looked the same to a seat.
    pub disguises: usize,
}

impl Tally {
    fn plus(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            steps: self.steps + other.steps,
            refused: self.refused + other.refused,
            disguises: self.disguises + other.disguises,
        }
    }
}

/// Runs the suite over these seeds, on all cores.
///
/// # Panics
/// When the game breaks the contract.
pub fn check<G: Notation + Tokens>(specimen: &(impl Specimen<G> + Sync), seeds: Range<u64>) -> Tally {
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    thread::scope(|scope| {
        let part = |part: u64| seeds.clone().skip(part as usize).step_by(threads as usize);
        let workers: Vec<_> =
            (0..threads).map(|at| scope.spawn(move || check_seeds(specimen, part(at)))).collect();
        workers.into_iter().fold(Tally::default(), |tally, worker| match worker.join() {
            Ok(more) => tally.plus(more),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
}

fn check_seeds<G: Notation + Tokens, S: Specimen<G>>(
    specimen: &S,
    seeds: impl Iterator<Item = u64>,
) -> Tally {
    let setups = specimen.setups();
    let mut tally = Tally::default();
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let setup = setups[seed as usize % setups.len()].clone();
        views_grow::<G, S>(setup.clone(), seed);
        let run = play(specimen, setup, seed, &mut rng, &mut tally);
        texts(&run, seed, &mut rng);
        secrecy(specimen, &run, seed, &mut rng, &mut tally);
        tally.games += 1;
    }
    tally
}

/// Random play always ends; every listed action is accepted and every other one refused.
fn play<G: Notation + Tokens, S: Specimen<G>>(
    specimen: &S,
    setup: G::Setup,
    seed: u64,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Run<G> {
    let mut run = Run::<G>::new(setup).expect("the specimen's set-ups are legal");
    let mut legal = Actions::<G>::new();
    for step in 0..S::STEPS {
        let place = || format!("{} seed {seed} step {step}", G::NAME);
        run.state().legal(&mut legal);
        let Some(actor) = run.state().to_act() else {
            assert!(legal.is_empty(), "{}: nobody acts, but something is legal", place());
            assert!(run.state().outcome().is_some(), "{}: over without an outcome", place());
            return run;
        };
        assert!(run.state().outcome().is_none(), "{}: an outcome, but {actor:?} acts", place());
        let choice = *rng.pick(&legal).unwrap_or_else(|| panic!("{}: nothing is legal", place()));
        let action = run.concrete(choice, rng);
        listed_is_legal(&run, &legal, &place());
        for mutant in specimen.mutants(run.state(), action, rng) {
            tally.refused += usize::from(unlisted_is_refused(&run, &legal, mutant, &place()));
        }
        tokens_agree(run.state(), actor, &legal, &place());
        run.apply(action).unwrap_or_else(|refusal| panic!("{}: {action:?} {refusal}", place()));
        tally.steps += 1;
    }
    panic!("{} seed {seed}: not over after {} steps", G::NAME, S::STEPS);
}

/// At every step, the views a seat receives piece by piece add up to its whole view. Nobody else can reply
/// for the actor, and a session can be restarted.
fn views_grow<G: Notation, S: Specimen<G>>(setup: G::Setup, seed: u64) {
    let mut rng = Rng::new(!seed);
    let fresh = Run::<G>::new(setup.clone()).expect("the specimen's set-ups are legal");
    let seats: Vec<Seat> = (0..fresh.state().seats()).map(Seat::new).collect();
    let mut session = Session::<G>::new(setup).expect("the specimen's set-ups are legal");
    let mut mirrors: Vec<View<G>> = seats.iter().map(|&seat| fresh.view(seat)).collect();
    let mut legal = Actions::<G>::new();
    for step in 0..S::STEPS {
        let place = format!("{} seed {seed} step {step}", G::NAME);
        let Some(actor) = session.to_act() else { break };
        if rng.below(8) == 0 {
            strangers_are_refused(&mut session, actor, &mut rng, &place);
            let to = rng.pick(&seats).copied().filter(|_| rng.below(2) == 0);
            // Refused if the actor must be silent.
            let _ = session.submit(actor, Reply::Message { to, text: format!("{step}") }, &mut rng);
        }
        session.run().state().legal(&mut legal);
        let choice = *rng.pick(&legal).unwrap_or_else(|| panic!("{place}: nothing is legal"));
        let reply = session.submit(actor, Reply::Choice(choice), &mut rng);
        assert_eq!(reply, Ok(()), "{place}: {choice:?} is listed");
        let looks = rng.below(seats.len() as u32) as usize;
        look_again(&mut session, &mut mirrors[looks], &place);
    }
    for mirror in &mut mirrors {
        look_again(&mut session, mirror, &format!("{} seed {seed} at the end", G::NAME));
    }
    session.restart();
    for &seat in &seats {
        let again = session.view(seat).cloned();
        assert_eq!(
            again,
            Some(fresh.view(seat)),
            "{} seed {seed}: something is left over from before the restart",
            G::NAME
        );
    }
}

/// Appends the news to what a seat has gathered and compares the result with its whole view.
fn look_again<G: Notation>(session: &mut Session<G>, mirror: &mut View<G>, place: &str) {
    let news = session.view_since(mirror.seat, mirror.cursor()).expect("a seat of the table");
    mirror.seen.extend_from_slice(news.seen);
    mirror.heard.extend_from_slice(news.heard);
    mirror.legal = news.legal.to_vec();
    mirror.now = news.now.clone();
    mirror.ended = news.ended;
    assert_eq!(mirror.cursor(), news.cursor, "{place}");
    assert_eq!(
        *mirror,
        session.run().view(mirror.seat),
        "{place}: the view told step by step differs from the whole view"
    );
}

/// Nobody but the actor can act, and nobody else learns who that is.
fn strangers_are_refused<G: Notation>(session: &mut Session<G>, actor: Actor, rng: &mut Rng, place: &str) {
    let seat = Actor::Seat(Seat::new(rng.below(session.run().state().seats() as u32) as usize));
    let stranger = if seat == actor { Actor::Storyteller } else { seat };
    let before = session.run().clone();
    let reply = Reply::Message { to: None, text: place.to_owned() };
    let answer = session.submit(stranger, reply, rng).map_err(|problem| problem.message);
    assert_eq!(answer, Err("it is not your turn".to_owned()), "{place}: {stranger:?} speaks for {actor:?}");
    assert_eq!(*session.run(), before, "{place}: a refused reply changed something");
}

fn listed_is_legal<G: Game>(run: &Run<G>, legal: &Actions<G>, place: &str) {
    for choice in legal {
        if let Choice::Action(action) = choice {
            let answer = run.state().check(*action, &run.record().contents);
            assert_eq!(answer, Ok(()), "{place}: {action:?} is listed");
        }
    }
}

/// Whether the mutant was refused. It must be, unless it is listed or covered by an open choice.
fn unlisted_is_refused<G: Game>(run: &Run<G>, legal: &Actions<G>, mutant: G::Action, place: &str) -> bool {
    let listed = legal.contains(&Choice::Action(mutant));
    let open = legal.iter().any(|choice| matches!(choice, Choice::Open(_)));
    let mut after = run.state().clone();
    let mut events = 0;
    let answer = after.apply(mutant, &run.record().contents, &mut |_, _| events += 1);
    assert_eq!(answer, run.state().check(mutant, &run.record().contents), "{place}: {mutant:?}");
    assert!(answer.is_err() || listed || open, "{place}: {mutant:?} is not listed but was accepted");
    assert!(answer.is_ok() || !listed, "{place}: {mutant:?} is listed but was refused: {answer:?}");
    if answer.is_err() {
        assert!(after == *run.state() && events == 0, "{place}: refused {mutant:?} changed something");
    }
    answer.is_err()
}

/// Encoding and decoding agree, and writing an action token by token under the mask gives exactly the legal
/// list.
fn tokens_agree<G: Tokens>(state: &G, actor: Actor, legal: &Actions<G>, place: &str) {
    if actor == Actor::Storyteller {
        return;
    }
    let mut listed = BTreeSet::new();
    for choice in legal {
        let Choice::Action(action) = choice else { continue };
        let mut tokens = Vec::new();
        G::encode(*action, &mut tokens);
        assert_eq!(G::decode(&tokens), Ok(*action), "{place}: {tokens:?}");
        listed.insert(tokens);
    }
    let written = written_under_mask::<G>(|prefix, mask| state.next_token_mask(prefix, mask));
    assert_eq!(written, listed, "{place}: the mask and the legal list differ");
}

/// Everything that can be written token by token if `fill` sets the mask of what may follow a prefix.
///
/// # Panics
/// When what was written under the mask is refused.
pub fn written_under_mask<G: Tokens>(
    fill: impl Fn(&[Token], &mut [bool]) -> Result<(), TokenError>,
) -> BTreeSet<Vec<Token>> {
    let mut mask = vec![true; G::VOCABULARY.len()];
    let mut whole = BTreeSet::new();
    let mut open = vec![Vec::new()];
    while let Some(prefix) = open.pop() {
        mask.fill(true);
        fill(&prefix, &mut mask).expect("a prefix made under the mask");
        let next: Vec<usize> = (0..mask.len()).filter(|&token| mask[token]).collect();
        open.extend(next.iter().map(|&token| [&prefix[..], &[token as Token]].concat()));
        if next.is_empty() {
            whole.insert(prefix);
        }
    }
    whole
}

/// Writing, reading and replaying a record gives the same state and the same text, for the whole record and
/// for a part.
fn texts<G: Notation>(run: &Run<G>, seed: u64, rng: &mut Rng) {
    let part = rng.below(run.record().actions.len() as u32) as usize;
    for steps in [run.record().actions.len(), part] {
        let place = format!("{} seed {seed}, first {steps} steps", G::NAME);
        let mut run = run.at(steps).unwrap_or_else(|error| panic!("{place}: {error:?}"));
        let line = record::write_line(&run);
        let read: Run<G> =
            record::read(&line).unwrap_or_else(|problems| panic!("{place}: {problems:?}\n{line}"));
        assert_eq!(read.state(), run.state(), "{place}: the one-liner leads elsewhere");
        assert_eq!(record::write_line(&read), line, "{place}");
        run.annotate(Annotation::Remark {
            kind: RemarkKind::NOTE,
            text: "a \"note\"\nof two lines".to_owned(),
        });
        let rich = record::write_rich(&run);
        let read: Run<G> =
            record::read(&rich).unwrap_or_else(|problems| panic!("{place}: {problems:?}\n{rich}"));
        // A part of a record keeps all contents of the whole, so the traces are compared, not the records.
        assert_eq!(read.state(), run.state(), "{place}: the rich form leads elsewhere");
        assert_eq!(read.trace(), run.trace(), "{place}: the rich form reads back");
        assert_eq!(read.record().annotations, run.record().annotations, "{place}");
        assert_eq!(record::write_line(&read), line, "{place}: the rich form reduces to the one-liner");
        // Reading a text with talk everywhere is slow, so not every game gets one.
        if seed.is_multiple_of(4) {
            talk_stays(&run, &place);
        }
    }
}

/// What is said before and after anything keeps its place and its phase, whether or not the text tells the
/// consequences of the actions.
fn talk_stays<G: Notation>(run: &Run<G>, place: &str) {
    let first_line = record::write_line(run).lines().next().unwrap_or_default().to_owned();
    let read = |text: &str| -> Run<G> {
        record::read(text).unwrap_or_else(|problems| panic!("{place}: {problems:?}\n{text}"))
    };
    let from = &G::names(&run.record().setup)[0];
    let whole = run.trace();
    for told in [&whole, &record::actions_only::<G>(&whole)] {
        let with_talk = with_talk(told, from);
        let text = format!("{first_line}\n\n{}", rich::write(&with_talk, G::DIALECT));
        let run = read(&text);
        assert_eq!(said(&run.trace()), said(&with_talk), "{place}: talk is in another phase");
        assert_eq!(said(&run.view(Seat::new(0)).trace()), said(&with_talk), "{place}: so it is in a view");
        let again = record::write_rich(&run);
        assert_eq!(record::write_rich(&read(&again)), again, "{place}: talk moves");
        if *told == whole {
            assert_eq!(again, text, "{place}: talk moves");
        }
    }
}

/// A trace with a message at the head of every phase and after every entry.
fn with_talk(trace: &Trace, from: &str) -> Trace {
    let mut spoken = Trace::default();
    let mut number = 0;
    let mut message = || {
        number += 1;
        let text = number.to_string();
        What::Annotation(Annotation::Message { from: from.to_owned(), to: None, whisper: false, text })
    };
    for block in &trace.blocks {
        spoken.push(block.phase, message(), Span::default());
        for entry in &block.entries {
            spoken.push(block.phase, entry.what.clone(), Span::default());
            spoken.push(block.phase, message(), Span::default());
        }
    }
    spoken
}

/// The messages of a trace, with their phases.
fn said(trace: &Trace) -> Vec<(Phase, &Annotation)> {
    let entries =
        trace.blocks.iter().flat_map(|block| block.entries.iter().map(|entry| (block.phase, &entry.what)));
    entries
        .filter_map(|(phase, what)| match what {
            What::Annotation(annotation @ Annotation::Message { .. }) => Some((phase, annotation)),
            _ => None,
        })
        .collect()
}

/// What a seat sees and may do is the same in all worlds that it cannot tell apart, and reveals no secret.
fn secrecy<G: Notation + Tokens>(
    specimen: &impl Specimen<G>,
    run: &Run<G>,
    seed: u64,
    rng: &mut Rng,
    tally: &mut Tally,
) {
    for index in 0..run.state().seats() {
        let seat = Seat::new(index);
        let steps = rng.below(run.record().actions.len() as u32 + 1) as usize;
        let part = run.at(steps).expect("a part of a run replays");
        let place = format!("{} seed {seed}, first {steps} steps, {seat:?}", G::NAME);
        if let Some(other) = specimen.resample(&part, seat, rng) {
            assert_eq!(other.view(seat), part.view(seat), "{place}: the view tells two worlds apart");
            tally.disguises += usize::from(other.state() != part.state());
            let mut tables = [other, part].map(|run| Session::resume(run).expect("a run's set-up is legal"));
            let [other, part] = tables.each_mut().map(|table| table.view_since(seat, Cursor::default()));
            assert_eq!(other, part, "{place}: the news tells two worlds apart");
        }
        let shown = everything_shown(&run.view(seat));
        for secret in specimen.secrets(run, seat) {
            assert!(!shown.contains(&secret), "{place}: `{secret}` is shown:\n{shown}");
        }
    }
}

/// Every text that can be made from a view.
fn everything_shown<G: Notation>(view: &View<G>) -> String {
    let trace = view.trace();
    let (names, dialect) = (&view.names, G::DIALECT);
    [
        trace.to_string(),
        rich::write(&trace, dialect),
        diagram::ascii(&trace, names, dialect),
        diagram::mermaid(&trace, names, dialect),
        diagram::plantuml(&trace, names, dialect),
        G::write_visible_state(names, &view.now),
    ]
    .join("\n")
}
