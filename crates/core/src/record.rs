//! Records: a set-up and the actions that followed. A record replays exactly, anywhere, forever.
//!
//! **Reads** an optional first line `game NAME VERSION key=value …` (a value with spaces in double quotes;
//! the trace may begin on the same line), lines beginning with `#` as comments, and a trace in either form.
//! Without the first line, the game is the one asked for, with its default set-up. Consequences told by the
//! text are checked against the rules. Messages, notes and asides stay in their phase and at their place;
//! consequences that the text leaves out come before them unless they belong to a later phase.
//!
//! **Writes** that first line always, then the trace. The one-liner holds only the actions; the rich form
//! adds consequences, messages, notes and asides.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Contents, Game, Refusal, Rule};
use crate::notation::{Field, Notation, actor_name};
use crate::run::{Consequence, ReplayError, Run, verb_kind};
use crate::trace::{self, Annotation, Event, Phase, RemarkKind, Trace, VerbKind, What, rich};

/// A set-up and what followed from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G: Game> {
    /// The set-up.
    pub setup: G::Setup,
    /// The long contents that actions refer to.
    pub contents: Contents<G::Content>,
    /// The actions, in order.
    pub actions: Vec<G::Action>,
    /// What was said and noted, in order.
    pub annotations: Vec<AnnotationAt>,
    /// Reasons and remarks attached to an action, by the action's index.
    pub remarks: BTreeMap<usize, String>,
}

/// An annotation and the moment it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotationAt {
    /// The number of actions before it.
    pub step: usize,
    /// How many events that followed from the last of these actions come after it. Always 0 when noted during
    /// play.
    pub ahead: usize,
    /// The phase in which it was made.
    pub phase: Phase,
    /// The annotation itself.
    pub annotation: Annotation,
}

impl<G: Game> Record<G> {
    /// A record in which nothing has happened yet.
    #[must_use]
    pub fn new(setup: G::Setup) -> Self {
        Self {
            setup,
            contents: Contents::default(),
            actions: Vec::new(),
            annotations: Vec::new(),
            remarks: BTreeMap::new(),
        }
    }

    /// Removes everything but the set-up and keeps the allocations.
    pub(crate) fn clear(&mut self) {
        self.contents.clear();
        self.actions.clear();
        self.annotations.clear();
        self.remarks.clear();
    }

    /// The record of the first `steps` actions.
    #[must_use]
    pub fn prefix(&self, steps: usize) -> Self {
        let steps = steps.min(self.actions.len());
        Self {
            setup: self.setup.clone(),
            contents: self.contents.clone(),
            actions: self.actions[..steps].to_vec(),
            annotations: self.annotations.iter().filter(|said| said.step <= steps).cloned().collect(),
            remarks: self.remarks.range(..steps).map(|(&at, remark)| (at, remark.clone())).collect(),
        }
    }

    /// Plays the record again.
    ///
    /// # Errors
    /// The first action that the rules refuse. An illegal set-up is reported as a refusal at step 0; records
    /// from [`read`] or from a run never have one.
    pub fn replay(&self) -> Result<Run<G>, ReplayError> {
        let mut run = Run::new(self.setup.clone())
            .map_err(|_| ReplayError { step: 0, refusal: Refusal::from(&SETUP_REFUSED) })?;
        run.adopt(self)?;
        Ok(run)
    }
}

static SETUP_REFUSED: Rule = Rule { id: "record/setup", says: "the set-up of this record is not legal" };

/// The beginning of a record's first line.
const FIRST_WORD: &str = "game ";

/// Whether a text begins with the first line of a record.
#[must_use]
pub fn has_first_line(text: &str) -> bool {
    text.trim_start().starts_with(FIRST_WORD)
}

/// Writes the one-liner of a record, with its first line.
#[must_use]
pub fn write_line<G: Notation>(run: &Run<G>) -> String {
    write_actions::<G>(&run.record().setup, &actions_only::<G>(&run.trace()))
}

/// Writes the one-liner of a record whose actions are given as a trace.
#[must_use]
pub fn write_actions<G: Notation>(setup: &G::Setup, actions: &Trace) -> String {
    format!("{}\n{actions}\n", write_header::<G>(setup))
}

/// Writes the rich form of a record, with its first line.
#[must_use]
pub fn write_rich<G: Notation>(run: &Run<G>) -> String {
    format!("{}\n\n{}", write_header::<G>(&run.record().setup), rich::write(&run.trace(), G::DIALECT))
}

/// The actions of a trace, without consequences, messages and notes.
#[must_use]
pub fn actions_only<G: Notation>(trace: &Trace) -> Trace {
    let mut only = Trace::default();
    for (phase, event) in trace.events().filter(|(_, event)| verb_kind::<G>(event) == Some(VerbKind::Action))
    {
        only.push(phase, What::Event(Event { remark: None, ..event.clone() }), Span::default());
    }
    only
}

/// The first line of a record.
fn write_header<G: Notation>(setup: &G::Setup) -> String {
    let mut header = format!("game {} {}", G::NAME, G::VERSION);
    for (key, value) in G::write_setup(setup) {
        let quote = if value.contains(char::is_whitespace) || value.is_empty() { "\"" } else { "" };
        let _ = write!(header, " {key}={quote}{value}{quote}");
    }
    header
}

/// Reads and plays a record.
///
/// # Errors
/// Everything that cannot be read, or else the first action that the rules refuse.
pub fn read<G: Notation>(text: &str) -> Result<Run<G>, Vec<Diagnostic>> {
    let replayed = read_as_far(text)?;
    match replayed.stopped {
        None => Ok(replayed.run),
        Some(stopped) => Err(vec![stopped.problem]),
    }
}

/// A record played as far as the rules allow.
#[derive(Clone, Debug)]
pub struct Replayed<G: Game> {
    /// The part that could be played.
    pub run: Run<G>,
    /// The whole trace of the text.
    pub trace: Trace,
    /// Where the rules stopped it, if they did.
    pub stopped: Option<Stopped>,
}

/// An event of a record that the rules refuse.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// The event.
    pub event: Event,
    /// Why it is refused, and where it stands in the text.
    pub problem: Diagnostic,
}

/// Reads a record and plays it up to the first event that the rules refuse.
///
/// # Errors
/// Everything that cannot be read.
pub fn read_as_far<G: Notation>(text: &str) -> Result<Replayed<G>, Vec<Diagnostic>> {
    let text = &without_comments(text);
    let (setup, body) = read_header::<G>(text)?;
    let mut run = Run::new(setup)?;
    let reading = trace::read(&body, G::DIALECT);
    if !reading.problems.is_empty() {
        return Err(reading.problems);
    }
    let stopped = replay(&mut run, &reading.trace);
    Ok(Replayed { run, trace: reading.trace, stopped })
}

fn replay<G: Notation>(run: &mut Run<G>, trace: &Trace) -> Option<Stopped> {
    let mut replay = Replay { pending: Vec::new(), room: 0, run };
    for block in &trace.blocks {
        for entry in &block.entries {
            if let Err(problem) = replay.entry(block.phase, &entry.what) {
                let event = match &entry.what {
                    What::Event(event) => event.clone(),
                    What::Annotation(_) => Event::default(),
                };
                return Some(Stopped { event, problem: problem.at(entry.span) });
            }
        }
    }
    None
}

/// Where each action of a record stands in its text.
#[must_use]
pub fn places<G: Notation>(text: &str) -> Vec<Span> {
    let text = without_comments(text);
    let start = text.len() - text.trim_start().len();
    let end = if has_first_line(&text) { header_end(&text, start) } else { 0 };
    let reading = trace::read(&(blank(&text[..end]) + &text[end..]), G::DIALECT);
    let entries = reading.trace.blocks.iter().flat_map(|block| &block.entries);
    let is_action =
        |what: &What| matches!(what, What::Event(event) if verb_kind::<G>(event) == Some(VerbKind::Action));
    entries.filter(|entry| is_action(&entry.what)).map(|entry| entry.span).collect()
}

/// The text with comment lines blanked, so that spans stay valid.
#[must_use]
pub fn without_comments(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| if line.trim_start().starts_with('#') { blank(line) } else { line.to_owned() })
        .collect()
}

fn blank(line: &str) -> String {
    line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

/// Takes the first line off a record, leaving blanks in its place.
fn read_header<G: Notation>(text: &str) -> Result<(G::Setup, String), Vec<Diagnostic>> {
    let start = text.len() - text.trim_start().len();
    if !has_first_line(text) {
        return Ok((G::read_setup(&[])?, text.to_owned()));
    }
    let end = header_end(text, start);
    let line = &text[..end];
    let words = header_words(line, start + FIRST_WORD.len());
    let here = |span: Span| &line[span.range()];
    let whole = Span::new(start, end);
    let [name, version, fields @ ..] = words.as_slice() else {
        return Err(vec![
            Diagnostic::new("record/header", "the first line must name the game and the version")
                .at(whole)
                .fix(format!("game {} {}", G::NAME, G::VERSION)),
        ]);
    };
    // Whatever else is in it, is that game's.
    if here(*name) != G::NAME {
        let message = format!("this is a record of `{}`, not of {}", here(*name), G::NAME);
        return Err(vec![Diagnostic::new("record/other-game", message).at(*name)]);
    }
    let mut problems = Vec::new();
    if here(*version).parse() != Ok(G::VERSION) {
        let found = here(*version);
        let message = format!(
            "the record was made for version `{found}` of the rules, but this is version {}",
            G::VERSION
        );
        problems.push(Diagnostic::new("record/version", message).at(*version));
    }
    let mut read = Vec::new();
    let mut keys = BTreeSet::new();
    for &span in fields {
        match here(span).split_once('=') {
            Some((key, value)) => {
                if !keys.insert(key) {
                    let message = format!("`{key}` is given twice");
                    problems.push(Diagnostic::new("record/field-twice", message).at(span));
                }
                let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
                read.push(Field { key, value, span: Some(span) });
            }
            None => problems.push(
                Diagnostic::new("record/field", "fields of the first line are written key=value").at(span),
            ),
        }
    }
    let setup = G::read_setup(&read).map_err(|more| problems.extend(more)).ok();
    match setup.filter(|_| problems.is_empty()) {
        Some(setup) => Ok((setup, blank(line) + &text[end..])),
        None => Err(problems),
    }
}

/// The end of the first line; a trace may begin on it.
fn header_end(text: &str, start: usize) -> usize {
    let (mut quoted, mut after_space) = (false, false);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < start) {
        quoted ^= c == '"';
        if c == '\n' || !quoted && after_space && matches!(c, '<' | '[') {
            return at;
        }
        after_space = c.is_whitespace();
    }
    text.len()
}

/// The words of the first line; quotes keep spaces together.
fn header_words(line: &str, from: usize) -> Vec<Span> {
    let mut words = Vec::new();
    let (mut start, mut quoted) = (None, false);
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at < from) {
        quoted ^= c == '"';
        if c.is_whitespace() && !quoted {
            words.extend(start.take().map(|start| Span::new(start, at)));
        } else {
            start.get_or_insert(at);
        }
    }
    words.extend(start.map(|start| Span::new(start, line.len())));
    words
}

/// Applies the entries of a trace to a run.
struct Replay<'a, G: Notation> {
    /// Events that followed from the last action and that the text has not told yet.
    pending: Vec<Consequence>,
    /// How many events of the last action the text may still tell.
    room: usize,
    run: &'a mut Run<G>,
}

impl<G: Notation> Replay<'_, G> {
    fn entry(&mut self, phase: Phase, what: &What) -> Result<(), Diagnostic> {
        match what {
            What::Annotation(annotation) => {
                let annotation = self.known_speakers(annotation.clone())?;
                self.run.annotate_in(phase, annotation, self.room);
                Ok(())
            }
            What::Event(event) => match verb_kind::<G>(event) {
                Some(VerbKind::Consequence | VerbKind::Telling) => self.consequence(phase, event),
                _ => self.action(phase, event),
            },
        }
    }

    /// A message with the names as they are spelt at the table.
    fn known_speakers(&self, annotation: Annotation) -> Result<Annotation, Diagnostic> {
        let Annotation::Message { from, to, whisper, text } = annotation else { return Ok(annotation) };
        let names = G::names(&self.run.record().setup);
        let known = |name: String| match G::read_actor(&names, &name) {
            Some(actor) => Ok(actor_name(&names, actor).to_owned()),
            None => Err(Diagnostic::new("record/name", format!("nobody at this table is called `{name}`"))),
        };
        Ok(Annotation::Message { from: known(from)?, to: to.map(known).transpose()?, whisper, text })
    }

    fn action(&mut self, phase: Phase, event: &Event) -> Result<(), Diagnostic> {
        let action = self.run.read_action(event)?;
        same_phase(self.run.state().phase(), phase)?;
        let before = self.run.record().actions.len();
        self.run.apply(action).map_err(|refusal| {
            Diagnostic::illegal(refusal.rule.id, format!("`{event}` is refused: {}", refusal.rule.says))
        })?;
        if let Some(remark) = &event.remark {
            self.run.remark(before, remark.clone());
        }
        self.pending = self.run.consequences_of(before);
        self.room = usize::MAX;
        Ok(())
    }

    fn consequence(&mut self, phase: Phase, event: &Event) -> Result<(), Diagnostic> {
        let Some(at) = self.pending.iter().position(|pending| pending.event.same_as(event)) else {
            let message = format!("`{event}` does not follow from the rules here");
            let problem = Diagnostic::illegal("record/does-not-follow", message);
            let told: Vec<String> = self.pending.iter().map(|pending| pending.event.to_string()).collect();
            if told.is_empty() {
                return Err(problem);
            }
            return Err(problem.fix(format!("what follows here: {}", told.join(", "))));
        };
        let Some(told) = self.pending.drain(..=at).next_back() else { return Ok(()) };
        self.run.told_after_annotations(&told);
        self.room = told.behind;
        if let Some(text) = event.remark.clone() {
            // Consequences are not part of the record, so a remark about one becomes a note.
            self.run.annotate_in(phase, Annotation::Remark { kind: RemarkKind::NOTE, text }, self.room);
        }
        same_phase(told.phase, phase)
    }
}

fn same_phase(now: Phase, written: Phase) -> Result<(), Diagnostic> {
    if now == written {
        return Ok(());
    }
    let message = format!("the game is in <{now}> here, but the text says <{written}>");
    Err(Diagnostic::illegal("record/wrong-phase", message))
}
