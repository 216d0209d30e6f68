//! Playing a game to its end: who sits where, what is shown and what is saved.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use gaslamp_agents::human::Human;
use gaslamp_agents::random::Random;
use gaslamp_agents::scripted::Scripted;
use gaslamp_agents::table::{self, Ending};
use gaslamp_agents::{Agent, StorytellerAgent};
use gaslamp_core::notation::actor_name;
use gaslamp_core::number_format::plural;
use gaslamp_core::run::TraceCursor;
use gaslamp_core::trace::{Phase, Trace, rich};
use gaslamp_core::{Actor, Diagnostic, Notation, Rng, Run, Seat, Session, record};

use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, Output, is_standard_output};
use crate::program::{Program, Terms};
use crate::referee::{Judged, RefereeGuard};

/// An agent that only one game has: its name, and how to make one.
pub(crate) type Named<M> = (&'static str, M);

/// An agent that only one game has, and that needs to know nothing about the table.
pub(crate) type OwnAgent<G> = Named<fn(Rng) -> Box<dyn Agent<G>>>;

/// Makes the agent of a seat by its name. What a person is shown goes to `screen`.
pub(crate) fn agent<G: Notation>(
    name: impl AsRef<OsStr>,
    seat: Seat,
    rng: Rng,
    own: &[Named<impl Fn(Rng) -> Box<dyn Agent<G>>>],
    screen: fn() -> Box<dyn Write>,
) -> Result<Box<dyn Agent<G>>, Failure> {
    if let Some(file) = scripted_file(name.as_ref()) {
        return Ok(Box::new(Scripted::new(
            gaslamp_api::record::read::<G>(&input::read(file)?, None)?.record(),
            seat,
        )));
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
            let fix = format!("human, random, scripted:FILE, exec:COMMAND, {}", names.join(", "));
            Err(Diagnostic::new("play/agent", format!("unknown agent `{name}`")).fix(fix).into())
        }
    }
}

/// The file of `scripted:FILE`, whose name need not be Unicode.
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

/// Before the command of a program that plays.
pub(crate) const PROGRAM: &str = "exec:";

/// The agents at a table.
pub(crate) struct Seated<G: Notation> {
    pub(crate) agents: Vec<Box<dyn Agent<G>>>,
    /// Whether a person plays, who must not see the others' secrets.
    pub(crate) has_human: bool,
}

/// Makes the agents of a table; the last one named takes all remaining seats.
pub(crate) fn seated<G: Notation>(
    names: &[OsString],
    size: usize,
    rng: &mut Rng,
    own: &[Named<impl Fn(Rng) -> Box<dyn Agent<G>>>],
    terms: &Terms<G>,
    out: &Output,
) -> Result<Seated<G>, Failure> {
    if names.len() > size {
        let message = format!("{} agents are named, but the table has {}", names.len(), plural(size, "seat"));
        return Err(Failure::usage("play/seats", message));
    }
    let names: Vec<&OsString> = (0..size).filter_map(|index| names.get(index).or(names.last())).collect();
    let agents = names
        .iter()
        .enumerate()
        .map(|(index, name)| -> Result<Box<dyn Agent<G>>, Failure> {
            let command = name.to_str().and_then(|name| name.strip_prefix(PROGRAM));
            match command {
                Some(command) => Ok(Box::new(Program::start(command, terms, rng.fork())?)),
                None => agent(name, Seat::new(index), rng.fork(), own, screen(out)),
            }
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    Ok(Seated { agents, has_human: names.iter().any(|name| *name == "human") })
}

/// Where people are prompted: not on standard output if a program reads JSON there.
pub(crate) fn screen(out: &Output) -> fn() -> Box<dyn Write> {
    if out.json { || Box::new(io::stderr()) } else { || Box::new(io::stdout()) }
}

/// A person as the Storyteller.
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

/// A table, and what else to do while it plays.
pub(crate) struct Play<'a, G: Notation> {
    pub(crate) run: Run<G>,
    pub(crate) agents: Vec<Box<dyn Agent<G>>>,
    /// Who decides for the Storyteller or dealer.
    pub(crate) keeper: Box<dyn StorytellerAgent<G>>,
    /// Whether a person plays, who must not see the others' secrets.
    pub(crate) has_human: bool,
    /// The referee that judges every action alongside the engine.
    pub(crate) umpire: Option<RefereeGuard<G>>,
    /// Where the record is saved.
    pub(crate) record: Option<Destination<'a>>,
}

impl<G: Notation> Play<'_, G> {
    /// Plays to the end. The record is saved after every action, so an interruption loses nothing; a pipe receives it once, when
    /// play stops.
    pub(crate) fn finish(self, rng: &mut Rng, out: &mut Output) -> Result<(), Failure> {
        let Play { run, mut agents, mut keeper, has_human, mut umpire, record } = self;
        let mut trouble = None;
        let shows_all = !has_human && !out.json;
        let mut course = Transcript { shows_all, file: record, ..Transcript::default() };
        // Before anybody is asked, so that an unwritable file is noticed at once.
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
            let message = format!("the game was stopped because it did not end{saved}");
            return Err(Failure::no("play/too-long", message));
        }
        Ending::Left(actor) => {
            return Err(Failure::no("play/left", format!("{} has left the table{saved}", name(actor))));
        }
        Ending::GaveUp(actor, problem) => {
            let message =
                format!("{} gave only illegal answers, the last one: {problem}{saved}", name(actor));
            return Err(Failure::no("play/gave-up", message));
        }
    }
    let result = gaslamp_api::record::result(run);
    let steps = run.record().actions.len();
    if out.json {
        let record = course.write_record(run);
        let judged = judged.map(|judged| judged.actions);
        return Ok(out.value(&gaslamp_api::record::played(run, judged, &record))?);
    }
    out.line(&format!("\n{}", run.state().write_table(&names)))?;
    out.line(&format!("Result: {result} after {}", plural(steps, "action")))?;
    if let Some(judged) = judged {
        out.line(&format!("Referee: {}", judged.words()))?;
    }
    Ok(file.map_or(Ok(()), |file| out.line(&format!("The record is in {file}")))?)
}

/// What has been shown and saved of a game so far. Only news is formatted, since a long game has thousands of actions.
#[derive(Default)]
struct Transcript<'a> {
    /// Whether everything that happens is shown.
    shows_all: bool,
    /// Where the record is saved.
    file: Option<Destination<'a>>,
    told: TraceCursor,
    /// The phase of the last line shown.
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

    /// Writes the record to a pipe or a device.
    fn close<G: Notation>(&mut self, run: &Run<G>) -> Result<(), Failure> {
        if self.file.as_ref().is_some_and(Destination::is_stream) { self.save(run) } else { Ok(()) }
    }

    fn save<G: Notation>(&mut self, run: &Run<G>) -> Result<(), Failure> {
        let record = self.write_record(run);
        self.file.as_mut().map_or(Ok(()), |file| file.write(&record))
    }

    /// Shows news with nothing hidden, as one rich trace.
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

    /// The record of a game: one line, or the rich form if there are messages, which one line cannot hold.
    fn write_record<G: Notation>(&self, run: &Run<G>) -> String {
        let has_talk = !run.record().annotations.is_empty();
        if has_talk {
            record::write_rich(run)
        } else {
            record::write_actions::<G>(&run.record().setup, &self.actions)
        }
    }
}

/// Where to write the record, if anywhere: an existing file is kept unless the user says otherwise.
pub(crate) fn new_record(file: Option<&Path>, force: bool) -> Result<Option<Destination<'_>>, Failure> {
    if file.is_some_and(is_standard_output) {
        let problem = Diagnostic::new(
            "play/record",
            "the record cannot be written to standard output, where the game is shown",
        );
        return Err(problem.fix("name a file; `replay --as line` prints a record").into());
    }
    file.map(|file| Destination::new(file, force)).transpose()
}
