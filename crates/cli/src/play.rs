//! Playing a game to its end: who sits where, what is shown and what is saved.

use std::cell::{Cell, RefCell};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use gaslamp_agents::human::{Console as _, Guide, Human};
use gaslamp_agents::scripted::Scripted;
use gaslamp_agents::table::{self, Ending};
use gaslamp_agents::{Agent, Player, StorytellerAgent};
use gaslamp_core::notation::actor_name;
use gaslamp_core::number_format::plural;
use gaslamp_core::printable::printable;
use gaslamp_core::run::TraceCursor;
use gaslamp_core::trace::{Phase, Trace, rich};
use gaslamp_core::{Actor, Diagnostic, Notation, Rng, Run, Seat, Session, record};

use crate::failure::{Failure, warn_about};
use crate::input;
use crate::interruption::Interruption;
use crate::keyboard::Keyboard;
use crate::output::{Destination, Output, is_standard_output};
use crate::program::{Program, Terms};
use crate::referee::{Judged, RefereeGuard};
use crate::seed::{self, Seed};

/// Makes the agent of a name.
type Make<G> = dyn Fn(&str, Rng) -> Option<Player<G>>;

/// The agents of a game that need no person, file or program.
pub(crate) struct OwnAgents<G: Notation> {
    pub(crate) names: Vec<&'static str>,
    pub(crate) make: Box<Make<G>>,
}

/// Makes the agent of a seat by its name.
pub(crate) fn agent<G: Notation>(
    name: impl AsRef<OsStr>,
    seat: Seat,
    rng: Rng,
    own: &OwnAgents<G>,
    person: impl FnOnce(Rng) -> Box<dyn Agent<G>>,
) -> Result<Box<dyn Agent<G>>, Failure> {
    if let Some(file) = scripted_file(name.as_ref()) {
        return Ok(Box::new(Scripted::new(
            gaslamp_api::record::read::<G>(&input::read(file)?, None)?.record(),
            seat,
        )));
    }
    let name = &*name.as_ref().to_string_lossy();
    if name == HUMAN {
        return Ok(person(rng));
    }
    match (own.make)(name, rng) {
        Some(agent) => Ok(agent),
        None => Err(unknown_agent(name, &own.names)),
    }
}

/// That nobody is called this; random players, whom every game has, are named where they always were.
pub(crate) fn unknown_agent(name: &str, own: &[&str]) -> Failure {
    let others = own.iter().filter(|own| **own != "random");
    let names: Vec<&str> =
        [HUMAN, "random", "scripted:FILE", "exec:COMMAND"].iter().chain(others).copied().collect();
    Diagnostic::new("play/agent", format!("unknown agent `{name}`")).fix(names.join(", ")).into()
}

/// The name of a person among the agents.
pub(crate) const HUMAN: &str = "human";

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

/// Before the file of a record that is played again.
pub(crate) const SCRIPTED: &str = "scripted:";

/// Before the command of a program that plays.
pub(crate) const PROGRAM: &str = "exec:";

/// The agents that are named, from what stands between commas: one within the quotes of a command, or after a backslash, ends no name.
pub(crate) fn named(parts: &[OsString]) -> Vec<OsString> {
    let mut names: Vec<OsString> = Vec::new();
    let mut goes_on = false;
    for part in parts {
        match names.last_mut().filter(|_| goes_on) {
            Some(name) => {
                name.push(",");
                name.push(part);
            }
            None => names.push(part.clone()),
        }
        goes_on = names.last_mut().is_some_and(is_unfinished);
    }
    names
}

/// Whether a name goes on after a comma. A command keeps its quotes and backslashes, elsewhere the backslash goes.
fn is_unfinished(name: &mut OsString) -> bool {
    let Some(text) = name.to_str() else { return false };
    if let Some(command) = text.strip_prefix(PROGRAM) {
        return shlex::split(command).is_none();
    }
    let whole = text.strip_suffix('\\').map(OsString::from);
    whole.map(|whole| *name = whole).is_some()
}

/// Everybody at a table.
pub(crate) struct Seated<G: Notation> {
    pub(crate) agents: Vec<Box<dyn Agent<G>>>,
    /// Who decides for the Storyteller or dealer.
    pub(crate) keeper: Box<dyn StorytellerAgent<G>>,
}

/// Makes the agents of a table; the last one named takes all remaining seats.
pub(crate) fn seated<G: Notation>(
    names: &[OsString],
    size: usize,
    rng: &mut Rng,
    own: &OwnAgents<G>,
    terms: &Terms<G>,
    person: impl Fn(Seat, Rng) -> Box<dyn Agent<G>>,
) -> Result<Vec<Box<dyn Agent<G>>>, Failure> {
    if names.len() > size {
        let message = format!("{} agents are named, but the table has {}", names.len(), plural(size, "seat"));
        return Err(Failure::usage("play/seats", message));
    }
    let names = by_seat(names, size);
    let seats = names.enumerate().map(|(index, name)| -> Result<Box<dyn Agent<G>>, Failure> {
        let seat = Seat::new(index);
        match name.to_str().and_then(|name| name.strip_prefix(PROGRAM)) {
            Some(command) => Ok(Box::new(Program::start(command, terms, rng.fork())?)),
            None => agent(name, seat, rng.fork(), own, |rng| person(seat, rng)),
        }
    });
    seats.collect()
}

/// The agent named for each seat.
fn by_seat(names: &[OsString], size: usize) -> impl Iterator<Item = &OsString> {
    (0..size).filter_map(|index| names.get(index).or(names.last()))
}

/// The people at a table, who share a keyboard.
pub(crate) struct People {
    keyboard: Rc<RefCell<Keyboard>>,
    count: usize,
    /// Who has just taken something back, and knows what happened before.
    took_back: Cell<Option<Actor>>,
}

impl People {
    /// The people among those who are named for the seats, and perhaps one more who keeps the game.
    pub(crate) fn new(names: &[OsString], size: usize, keeps_game: bool, out: &Output) -> Self {
        let count = by_seat(names, size).filter(|name| *name == HUMAN).count() + usize::from(keeps_game);
        let keyboard = Rc::new(RefCell::new(Keyboard::new(count, out.json)));
        Self { keyboard, count, took_back: Cell::new(None) }
    }

    /// A person at a seat.
    pub(crate) fn player<G: Notation>(
        &self,
        seat: Seat,
        guide: impl Guide<G> + 'static,
    ) -> Box<dyn Agent<G>> {
        Box::new(self.human(Actor::Seat(seat), guide))
    }

    /// A person who keeps the game.
    pub(crate) fn keeper<G: Notation>(&self, guide: impl Guide<G> + 'static) -> Box<dyn StorytellerAgent<G>> {
        Box::new(self.human(Actor::Storyteller, guide))
    }

    fn human<H>(&self, actor: Actor, guide: H) -> Human<Rc<RefCell<Keyboard>>, H> {
        let human = Human::new(Rc::clone(&self.keyboard), guide);
        if self.took_back.get() == Some(actor) { human.knowing_beginning() } else { human }
    }

    fn tell(&self, text: &str) {
        let _ = self.keyboard.borrow_mut().show(text);
    }

    fn are_interrupted(&self) -> bool {
        self.keyboard.borrow().is_interrupted()
    }

    /// Whether somebody sits at a terminal.
    fn are_at_terminal(&self) -> bool {
        self.count > 0 && io::stdin().is_terminal()
    }
}

/// Seats everybody: at the beginning, and again when something is taken back, since agents remember what they have seen.
pub(crate) type SeatAll<'a, G> = dyn Fn(&People, &mut Rng) -> Result<Seated<G>, Failure> + 'a;

/// A table, and what else to do while it plays.
pub(crate) struct Play<'a, G: Notation> {
    pub(crate) run: Run<G>,
    pub(crate) people: People,
    pub(crate) seat_all: &'a SeatAll<'a, G>,
    /// The referee that judges every action alongside the engine.
    pub(crate) guard: Option<RefereeGuard<G>>,
    /// Where the record is saved.
    pub(crate) record: Option<Destination<'a>>,
    pub(crate) seed: Seed,
}

impl<G: Notation> Play<'_, G> {
    /// Plays to the end. The record is saved after every action, so an interruption loses nothing; a pipe receives it once, when
    /// play stops.
    pub(crate) fn finish(self, rng: &mut Rng, out: &mut Output) -> Result<(), Failure> {
        let Play { mut run, people, seat_all, mut guard, record, seed } = self;
        let mut seated = seat_all(&people, rng)?;
        let shows_all = people.count == 0 && !out.json;
        let mut course = Transcript { shows_all, file: record, ..Transcript::default() };
        // Before anybody is asked, so that an unwritable file is noticed at once.
        course.follow(&run, out)?;
        seed.tell();
        let rescue = Rescue::new::<G>(&people, &course, seed);
        rescue.remember(&course, &run);
        let last_words = Arc::clone(&rescue);
        let again = (people.count > 0).then(|| seed.again()).flatten();
        let said_again = again.clone();
        let interruption = Interruption::listen(move || {
            let saved = last_words.save().unwrap_or_default();
            let said = said_again.iter().map(|words| format!("{words}\n")).collect::<String>();
            format!("{said}error[play/interrupted]: interrupted{saved}")
        });
        let ending = loop {
            let mut trouble = None;
            let mut session = Session::resume(run)?;
            let mut judge = |run: &Run<G>, by, action| match &mut guard {
                Some(guard) => guard.judge(run, by, action),
                None => Ok(()),
            };
            let mut watch = |run: &Run<G>| {
                trouble = course.follow(run, out).err();
                rescue.remember(&course, run);
                trouble.is_none() && !interruption.has_come()
            };
            let Seated { agents, keeper } = &mut seated;
            let ending =
                table::play_judged(&mut session, agents, keeper.as_mut(), rng, &mut judge, &mut watch);
            if let Some(failure) = trouble {
                return Err(failure);
            }
            run = session.into_run();
            let Ending::TakenBack(actor, step) = ending else { break ending };
            run = run.at(step).map_err(|error| Diagnostic::from(error.refusal))?;
            people.took_back.set(Some(actor));
            people.tell("Taken back; you decide again.");
            seated = seat_all(&people, rng)?;
            course.start_again(&run, out)?;
        };
        course.close(&run)?;
        again.iter().for_each(|words| seed::say(words));
        let is_interrupted = people.are_interrupted() || interruption.has_come();
        let judged = guard.map(RefereeGuard::finish).transpose()?;
        tell_ending(&run, &Stop { ending, is_interrupted, rescue: &rescue }, judged, &course, out)
    }
}

/// How play stopped.
struct Stop<'a> {
    ending: Ending,
    is_interrupted: bool,
    rescue: &'a Rescue,
}

/// What is left of a game if it is broken off: the record so far, and where to put it.
struct Rescue {
    /// The file that it is in already.
    saved: Option<String>,
    /// Where to save it otherwise; nowhere if nobody sits at a terminal.
    file: Option<String>,
    record: Mutex<String>,
}

impl Rescue {
    fn new<G: Notation>(people: &People, course: &Transcript<'_>, seed: Seed) -> Arc<Self> {
        let file = people.are_at_terminal().then(|| format!("{}-{}", G::NAME, seed.number));
        let saved = course.file.as_ref().map(Destination::name);
        Arc::new(Self { saved, file, record: Mutex::default() })
    }

    fn remember<G: Notation>(&self, course: &Transcript<'_>, run: &Run<G>) {
        if self.saved.is_none() && self.file.is_some() {
            *self.record.lock().unwrap_or_else(PoisonError::into_inner) = course.write_record(run);
        }
    }

    /// Saves the record unless it is saved already, and says where it is.
    fn save(&self) -> Option<String> {
        let file = match (&self.saved, &self.file) {
            (Some(saved), _) => Some(saved.clone()),
            (None, Some(file)) => self.save_as_new(file),
            (None, None) => None,
        };
        file.map(|file| format!("; the game so far is in {file}, go on with --resume {file}"))
    }

    /// Saves the record under the first name that is free.
    fn save_as_new(&self, name: &str) -> Option<String> {
        const MOST: usize = 100;
        let record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        let names = (1..MOST).map(|count| match count {
            1 => format!("{name}.txt"),
            _ => format!("{name}-{count}.txt"),
        });
        let text = printable(&record);
        names.into_iter().find(|file| gaslamp_files::create(Path::new(file), text.as_bytes()).is_ok())
    }
}

fn tell_ending<G: Notation>(
    run: &Run<G>,
    stop: &Stop<'_>,
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
    let saved = || stop.rescue.save().unwrap_or_default();
    if stop.is_interrupted && stop.ending != Ending::Over {
        return Err(Failure::interrupted("play/interrupted", format!("interrupted{}", saved())));
    }
    match &stop.ending {
        Ending::Over | Ending::Stopped | Ending::TakenBack(..) => {}
        Ending::TooLong => {
            let message = format!("the game was stopped because it did not end{}", saved());
            return Err(Failure::no("play/too-long", message));
        }
        Ending::Left(actor) => {
            return Err(Failure::no("play/left", format!("{} has left the table{}", name(actor), saved())));
        }
        Ending::GaveUp(actor, problem) => {
            let message =
                format!("{} gave only illegal answers, the last one: {problem}{}", name(actor), saved());
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
    out.verdict(&format!("Result: {result} after {}", plural(steps, "action")))?;
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
        if self.shows_all && !news.blocks.is_empty() {
            self.show::<G>(&news, out)?;
            out.so_far()?;
        }
        self.actions.append(record::actions_only::<G>(&news));
        if self.file.as_ref().is_some_and(|file| !file.is_stream()) { self.save(run) } else { Ok(()) }
    }

    /// Follows a game that has gone back.
    fn start_again<G: Notation>(&mut self, run: &Run<G>, out: &mut Output) -> Result<(), Failure> {
        self.told = TraceCursor::default();
        self.actions = Trace::default();
        self.follow(run, out)
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

/// The game that a record was broken off in, perhaps in the middle of an action.
pub(crate) fn resumed<G: Notation>(argument: &OsStr) -> Result<Run<G>, Failure> {
    let input = input::read(argument)?;
    let run: Run<G> = match gaslamp_api::record::read(&input, None) {
        Ok(run) => run,
        Err(problems) => {
            let shorter = cut_short(&input.text).find_map(|text| record::read::<G>(text).ok());
            let Some(run) = shorter else { return Err(problems.into()) };
            warn_about(&format!(
                "{} ends in the middle of an action; the game goes on before it",
                input.name
            ));
            run
        }
    };
    if run.state().outcome().is_some() {
        return Err(Failure::no("play/over", format!("the game in {} is over", input.name)));
    }
    Ok(run)
}

/// A record without its last words: what may be left of one that was cut anywhere.
fn cut_short(text: &str) -> impl Iterator<Item = &str> {
    const MOST: usize = 3;
    let ends = text.char_indices().rev().filter(|(_, c)| matches!(c, ',' | '\n' | '<'));
    ends.take(MOST).filter_map(|(at, _)| text.get(..at))
}

/// Where the record of a game goes on that is resumed: in its own file, unless another one is named.
pub(crate) fn record_of<'a>(
    file: Option<&'a Path>,
    resumed: Option<&'a OsStr>,
    force: bool,
) -> Result<Option<Destination<'a>>, Failure> {
    match (file, resumed.map(Path::new).filter(|path| path.is_file())) {
        (None, Some(path)) => Destination::new(path, true).map(Some),
        _ => new_record(file, force),
    }
}

/// Where to write the record, if anywhere: an existing file is kept unless the user says otherwise.
fn new_record(file: Option<&Path>, force: bool) -> Result<Option<Destination<'_>>, Failure> {
    if file.is_some_and(is_standard_output) {
        let problem = Diagnostic::new(
            "play/record",
            "the record cannot be written to standard output, where the game is shown",
        );
        return Err(problem.fix("name a file; `replay --as line` prints a record").into());
    }
    file.map(|file| Destination::new(file, force)).transpose()
}
