//! Playing a game to its end: who sits where, what is shown, what is saved.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use gaslamp_agents::human::Human;
use gaslamp_agents::random::Random;
use gaslamp_agents::scripted::Scripted;
use gaslamp_agents::table::{self, Ending};
use gaslamp_agents::{Agent, StorytellerAgent};
use gaslamp_core::notation::actor_name;
use gaslamp_core::run::TraceCursor;
use gaslamp_core::trace::{Phase, Trace, rich};
use gaslamp_core::{Actor, Diagnostic, Notation, Rng, Run, Seat, Session, record};
use serde_json::json;

use crate::failure::Failure;
use crate::input::{Input, read_run};
use crate::output::{Destination, Output, is_standard_output};
use crate::referee::{Judged, RefereeGuard};

/// An agent that one game alone has: its name, and how to make one.
pub(crate) type Named<M> = (&'static str, M);

/// An agent that one game alone has, and that needs to know nothing of the table.
pub(crate) type OwnAgent<G> = Named<fn(Rng) -> Box<dyn Agent<G>>>;

/// Who sits at a seat, by name. What people are told goes to `screen`.
pub(crate) fn agent<G: Notation>(
    name: impl AsRef<OsStr>,
    seat: Seat,
    rng: Rng,
    own: &[Named<impl Fn(Rng) -> Box<dyn Agent<G>>>],
    screen: fn() -> Box<dyn Write>,
) -> Result<Box<dyn Agent<G>>, Failure> {
    if let Some(file) = scripted_file(name.as_ref()) {
        return Ok(Box::new(Scripted::new(read_run::<G>(&Input::read(file)?, None)?.record(), seat)));
    }
    let name = &*name.as_ref().to_string_lossy();
    if let Some((_, make)) = own.iter().find(|(known, _)| *known == name) {
        return Ok(make(rng));
    }
    match name {
        "random" => Ok(Box::new(Random::new(rng))),
        "human" => Ok(Box::new(Human::new(typed_line, screen()))),
        _ => {
            let names: Vec<&str> = own.iter().map(|(known, _)| *known).collect();
            let fix = format!("human, random, scripted:FILE, {}", names.join(", "));
            Err(Diagnostic::new("play/agent", format!("nobody here is called `{name}`")).fix(fix).into())
        }
    }
}

/// The file of `scripted:FILE`, whose name need not be text.
#[cfg(unix)]
fn scripted_file(name: &OsStr) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt as _;
    name.as_bytes().strip_prefix(SCRIPTED.as_bytes()).map(|file| OsStr::from_bytes(file).to_owned())
}

#[cfg(not(unix))]
fn scripted_file(name: &OsStr) -> Option<OsString> {
    name.to_str()?.strip_prefix(SCRIPTED).map(OsString::from)
}

const SCRIPTED: &str = "scripted:";

/// Who sits at the seats of a table.
pub(crate) struct Seated<G: Notation> {
    pub(crate) agents: Vec<Box<dyn Agent<G>>>,
    /// Whether a person plays, who must not be shown the others' secrets.
    pub(crate) has_human: bool,
}

/// Who sits at the seats of a table; the last one named takes the seats that are left.
pub(crate) fn seated<G: Notation>(
    names: &[OsString],
    size: usize,
    rng: &mut Rng,
    own: &[Named<impl Fn(Rng) -> Box<dyn Agent<G>>>],
    out: &Output,
) -> Result<Seated<G>, Failure> {
    if names.len() > size {
        let message = format!("{} seats are named, the table has {size}", names.len());
        return Err(Failure::usage("play/seats", message));
    }
    let names: Vec<&OsString> = (0..size).filter_map(|index| names.get(index).or(names.last())).collect();
    let agents = names
        .iter()
        .enumerate()
        .map(|(index, name)| agent(name, Seat::new(index), rng.fork(), own, screen(out)))
        .collect::<Result<Vec<_>, Failure>>()?;
    Ok(Seated { agents, has_human: names.iter().any(|name| *name == "human") })
}

/// Where people are spoken to: a program that asked for JSON reads standard output.
pub(crate) fn screen(out: &Output) -> fn() -> Box<dyn Write> {
    if out.json { || Box::new(io::stderr()) } else { || Box::new(io::stdout()) }
}

/// A person who keeps the game.
pub(crate) fn human_keeper<G: Notation>(out: &Output) -> Box<dyn StorytellerAgent<G>> {
    Box::new(Human::new(typed_line, screen(out)()))
}

/// The next line of standard input. All people at this terminal share its buffer.
fn typed_line() -> Option<String> {
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line),
    }
}

/// A table and what to do beside playing.
pub(crate) struct Play<'a, G: Notation> {
    pub(crate) run: Run<G>,
    pub(crate) agents: Vec<Box<dyn Agent<G>>>,
    /// Who decides for the Storyteller or dealer.
    pub(crate) keeper: Box<dyn StorytellerAgent<G>>,
    /// Whether a person plays, who must not be shown the others' secrets.
    pub(crate) has_human: bool,
    /// Who judges beside the engine.
    pub(crate) umpire: Option<RefereeGuard<G>>,
    /// Where the record is saved.
    pub(crate) record: Option<Destination<'a>>,
}

impl<G: Notation> Play<'_, G> {
    /// Plays on; what has happened is saved after every action, so an interruption loses nothing. A pipe is given the record
    /// once, when nobody plays on.
    pub(crate) fn finish(self, rng: &mut Rng, out: &mut Output) -> Result<(), Failure> {
        let Play { run, mut agents, mut keeper, has_human, mut umpire, record } = self;
        let mut trouble = None;
        let shows_all = !has_human && !out.json;
        let mut course = Transcript { shows_all, file: record, ..Transcript::default() };
        // Before anybody is asked, so that a file that cannot be written is known at once.
        course.follow(&run, out)?;
        let mut session = Session::resume(run)?;
        let mut judge = |run: &Run<G>, by, action| match &mut umpire {
            Some(umpire) => umpire.judge(run, by, action),
            None => Ok(()),
        };
        let mut watch = |run: &Run<G>| {
            trouble = course.follow(run, out).err();
            trouble.is_none()
        };
        let ending =
            table::play_judged(&mut session, &mut agents, keeper.as_mut(), rng, &mut judge, &mut watch);
        if let Some(failure) = trouble {
            return Err(failure);
        }
        let run = session.into_run();
        course.close(&run)?;
        let judged = umpire.map(RefereeGuard::finish).transpose()?;
        tell_ending(&run, &ending, judged, &course, out)
    }
}

fn tell_ending<G: Notation>(
    run: &Run<G>,
    ending: &Ending,
    judged: Option<Judged>,
    course: &Transcript<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let names = G::names(&run.record().setup);
    let name = |actor: &Actor| match actor {
        Actor::Storyteller => "the Storyteller",
        Actor::Seat(_) => actor_name(&names, *actor),
    };
    let file = course.file.as_ref().map(Destination::name);
    let saved = file.as_ref().map_or(String::new(), |file| format!("; the game so far is in {file}"));
    match ending {
        Ending::Over | Ending::Stopped => {}
        Ending::TooLong => {
            let message = format!("nobody brings this game to its end, so it was stopped{saved}");
            return Err(Failure::no("play/too-long", message));
        }
        Ending::Left(actor) => {
            return Err(Failure::no("play/left", format!("{} has left the table{saved}", name(actor))));
        }
        Ending::GaveUp(actor, problem) => {
            let message = format!("{} gave only illegal answers, the last: {problem}{saved}", name(actor));
            return Err(Failure::no("play/gave-up", message));
        }
    }
    let result = run.state().outcome().map_or("unfinished", |outcome| outcome.result);
    let steps = run.record().actions.len();
    if out.json {
        let record = course.write_record(run);
        let judged = judged.map(|judged| judged.actions);
        return Ok(
            out.value(&json!({ "result": result, "steps": steps, "judged": judged, "record": record }))?
        );
    }
    out.line(&format!("\n{}", run.state().write_state(&names)))?;
    out.line(&format!("Result: {result} after {steps} actions"))?;
    if let Some(judged) = judged {
        out.line(&format!("Referee: {}", judged.words()))?;
    }
    Ok(file.map_or(Ok(()), |file| out.line(&format!("The record is in {file}")))?)
}

/// How far a game has been followed. Only what is new is put into words, since a long game has thousands of actions.
#[derive(Default)]
struct Transcript<'a> {
    /// Whether all that happens is shown.
    shows_all: bool,
    /// Where the record is saved.
    file: Option<Destination<'a>>,
    told: TraceCursor,
    /// The phase of the last line that was shown.
    phase: Option<Phase>,
    actions: Trace,
}

impl Transcript<'_> {
    /// Shows and saves what has happened since the last time.
    fn follow<G: Notation>(&mut self, run: &Run<G>, out: &mut Output) -> Result<(), Failure> {
        let news = run.trace_since(self.told);
        self.told = run.told();
        if self.shows_all {
            self.show::<G>(&news, out)?;
        }
        self.actions.append(record::actions_only::<G>(&news));
        if self.file.as_ref().is_some_and(|file| !file.is_stream()) { self.save(run) } else { Ok(()) }
    }

    /// Gives the record to a pipe or a device.
    fn close<G: Notation>(&mut self, run: &Run<G>) -> Result<(), Failure> {
        if self.file.as_ref().is_some_and(Destination::is_stream) { self.save(run) } else { Ok(()) }
    }

    fn save<G: Notation>(&mut self, run: &Run<G>) -> Result<(), Failure> {
        let record = self.write_record(run);
        self.file.as_mut().map_or(Ok(()), |file| file.write(&record))
    }

    /// Shows news to those who may know all, as one rich trace.
    fn show<G: Notation>(&mut self, news: &Trace, out: &mut Output) -> io::Result<()> {
        for block in &news.blocks {
            if self.phase != Some(block.phase) {
                let gap = if self.phase.is_some() { "\n" } else { "" };
                out.line(&format!("{gap}<{}>", block.phase))?;
                self.phase = Some(block.phase);
            }
            for entry in &block.entries {
                out.line(&rich::write_line(block.phase, &entry.what, G::DIALECT))?;
            }
        }
        Ok(())
    }

    /// The record of a game: the one-liner that replays, or the rich form where something was said that it cannot hold.
    fn write_record<G: Notation>(&self, run: &Run<G>) -> String {
        let has_talk = !run.record().annotations.is_empty();
        if has_talk {
            record::write_rich(run)
        } else {
            record::write_actions::<G>(&run.record().setup, &self.actions)
        }
    }
}

/// Where a record is written, if it is to be: a file that is there is kept unless the user says otherwise.
pub(crate) fn new_record(file: Option<&Path>, force: bool) -> Result<Option<Destination<'_>>, Failure> {
    if file.is_some_and(is_standard_output) {
        let problem = Diagnostic::new("play/record", "a record is kept beside what is printed, not in it");
        return Err(problem.fix("name a file; replay --as line prints it").into());
    }
    file.map(|file| Destination::new(file, force)).transpose()
}
