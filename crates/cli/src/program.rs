//! A seat played by another program: a JSON line with its view goes in whenever the seat is to act, a JSON line with its answer comes
//! out. Whoever is late, ends or writes nonsense loses the seat to a random player, and nothing else happens to the game.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use gaslamp_agents::Agent;
use gaslamp_agents::random::Random;
use gaslamp_api::view::{self, Observe};
use gaslamp_core::printable::printable;
use gaslamp_core::trace::line;
use gaslamp_core::{Diagnostic, Notation, Reply, Rng, Seat, View};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::waiting;

/// The longest answer that is read.
const LONGEST_LINE: u64 = 1 << 20;
/// How many answers in a row may be refused, or only say something.
const MOST_IDLE_ANSWERS: usize = 10;
/// How long a program has to end by itself after the game.
const FAREWELL: Duration = Duration::from_millis(500);

/// How programs are asked.
#[derive(Debug)]
pub(crate) struct Terms<G: Notation> {
    /// What learners read of a view.
    pub(crate) observe: Observe<G>,
    /// How long a program may take for one answer.
    pub(crate) limit: Duration,
}

/// A player that is a program.
pub(crate) struct Program<G: Notation> {
    observe: Observe<G>,
    limit: Duration,
    command: String,
    /// None once the program has lost its seat.
    running: Option<Running>,
    stand_in: Random,
    /// Why the last answer was refused.
    refused: Option<Diagnostic>,
    /// How many answers in a row have not been legal actions.
    idle: usize,
    /// Whether the last answer was an action that has not been refused.
    has_acted: bool,
}

impl<G: Notation> Program<G> {
    /// Starts the program.
    pub(crate) fn start(command: &str, terms: &Terms<G>, rng: Rng) -> Result<Self, Failure> {
        let running = Running::start(command).map_err(|error| {
            let problem = Diagnostic::new("play/program", format!("cannot run `{command}`: {error}"));
            Failure::from(problem.fix("--seats exec:'python3 agent.py' runs that program without a shell"))
        })?;
        Ok(Self {
            observe: terms.observe,
            limit: terms.limit,
            command: command.to_owned(),
            running: Some(running),
            stand_in: Random::new(rng),
            refused: None,
            idle: 0,
            has_acted: false,
        })
    }

    /// The answer of the program, or why it gave none.
    fn ask(&mut self, view: &View<G>) -> Result<Reply<G>, String> {
        let mut question = view::to_json(view, self.observe);
        question["name"] = json!(view.names[view.seat.index()]);
        question["refused"] = json!(self.refused.take().map(|problem| problem.to_string()));
        let running = self.running.as_mut().ok_or(GONE)?;
        let answer = running.exchange(question.to_string(), self.limit)?;
        read_answer(&answer, view)
    }

    fn lose_seat(&mut self, view: &View<G>, reason: &str) {
        self.running = None;
        let name = &view.names[view.seat.index()];
        let words = format!("{name}: `{}` loses its seat to a random player: {reason}", self.command);
        waiting::aside(&format!("{}\n", printable(&words)));
    }
}

impl<G: Notation> Agent<G> for Program<G> {
    fn decide(&mut self, view: &View<G>) -> Reply<G> {
        if self.running.is_none() {
            return self.stand_in.decide(view);
        }
        self.idle = if std::mem::take(&mut self.has_acted) { 1 } else { self.idle + 1 };
        let answer = if self.idle > MOST_IDLE_ANSWERS {
            Err(format!("{MOST_IDLE_ANSWERS} answers in a row were no legal action"))
        } else {
            self.ask(view)
        };
        match answer {
            Ok(reply) => {
                self.has_acted = !matches!(reply, Reply::Message { .. });
                reply
            }
            Err(reason) => {
                self.lose_seat(view, &reason);
                self.stand_in.decide(view)
            }
        }
    }

    fn refused(&mut self, problem: &Diagnostic) {
        self.has_acted = false;
        self.refused = Some(problem.clone());
    }

    fn tries(&self) -> usize {
        MOST_IDLE_ANSWERS + 2
    }

    fn finish(&mut self, view: &View<G>) {
        if let Some(running) = self.running.take() {
            running.dismiss(view::to_json(view, self.observe).to_string());
        }
    }
}

/// Reads `{"choice": 3}`, `{"action": "P4!passes"}` or `{"say": "hello", "to": "P2"}`.
fn read_answer<G: Notation>(text: &str, view: &View<G>) -> Result<Reply<G>, String> {
    let answer: Value =
        serde_json::from_str(text).map_err(|error| format!("its answer is no JSON: {error}"))?;
    match (&answer["choice"], &answer["action"], &answer["say"]) {
        (Value::Number(number), Value::Null, Value::Null) => {
            let index = number.as_u64().and_then(|index| usize::try_from(index).ok());
            let choice = index.and_then(|index| view.legal.get(index));
            let most = view.legal.len().saturating_sub(1);
            choice
                .map(|&choice| Reply::Choice(choice))
                .ok_or(format!("choice {number} is not in the list of 0 to {most}"))
        }
        (Value::Null, Value::String(action), Value::Null) => {
            let event = line::read_event(action);
            event.map(Reply::Written).map_err(|problem| format!("its action cannot be read: {problem}"))
        }
        (Value::Null, Value::Null, Value::String(text)) => {
            let to = match &answer["to"] {
                Value::Null => None,
                name => Some(seat_of(name, view)?),
            };
            Ok(Reply::Message { to, text: text.clone() })
        }
        _ => Err("its answer has none or several of `choice`, `action` and `say`".to_owned()),
    }
}

fn seat_of<G: Notation>(name: &Value, view: &View<G>) -> Result<Seat, String> {
    let index = view.names.iter().position(|known| name == known.as_str());
    index.map(Seat::new).ok_or_else(|| format!("nobody here is called {name}"))
}

/// What a program is told.
enum Line {
    /// It is to answer.
    Question(String),
    /// The game is over.
    Farewell(String),
}

/// A running program. It ends with the seat.
struct Running {
    child: Child,
    lines: Sender<Line>,
    answers: Receiver<Result<String, String>>,
}

impl Running {
    /// Starts a program by its words, quoted as for a shell.
    fn start(command: &str) -> io::Result<Self> {
        let words = shlex::split(command).unwrap_or_default();
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "that is not a command"));
        };
        let mut child =
            Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (lines, to_write) = channel();
        let (answered, answers) = channel();
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            // Neither a program that does not read nor one that does not write holds up the game.
            std::thread::spawn(move || converse(input, BufReader::new(output), &to_write, &answered));
        }
        Ok(Self { child, lines, answers })
    }

    fn exchange(&mut self, question: String, limit: Duration) -> Result<String, String> {
        self.lines.send(Line::Question(question)).map_err(|_| GONE.to_owned())?;
        self.answers.recv_timeout(limit).unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Err(format!("no answer within {} s", limit.as_secs_f64())),
            RecvTimeoutError::Disconnected => Err(GONE.to_owned()),
        })
    }

    /// Tells the program how the game ended, and gives it a moment to end itself.
    fn dismiss(self, last: String) {
        if self.lines.send(Line::Farewell(last)).is_ok() {
            let _ = self.answers.recv_timeout(FAREWELL);
        }
    }
}

const GONE: &str = "it has ended";

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes lines and reads answers until there are no more of either.
fn converse(
    mut input: ChildStdin,
    mut output: BufReader<ChildStdout>,
    lines: &Receiver<Line>,
    answered: &Sender<Result<String, String>>,
) {
    for line in lines {
        match line {
            Line::Question(question) => {
                let answer = write_line(&mut input, &question).and_then(|()| read_line(&mut output));
                if answered.send(answer).is_err() {
                    return;
                }
            }
            Line::Farewell(last) => {
                let _ = write_line(&mut input, &last);
                drop(input);
                let _ = io::copy(&mut output, &mut io::sink());
                return;
            }
        }
    }
}

fn write_line(input: &mut ChildStdin, line: &str) -> Result<(), String> {
    writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|_| GONE.to_owned())
}

fn read_line(output: &mut BufReader<ChildStdout>) -> Result<String, String> {
    let mut line = String::new();
    let read = output.take(LONGEST_LINE).read_line(&mut line);
    match read.map_err(|error| format!("its answer cannot be read: {error}"))? {
        0 => Err(GONE.to_owned()),
        length if length as u64 == LONGEST_LINE && !line.ends_with('\n') => {
            Err(format!("its answer has more than {LONGEST_LINE} bytes"))
        }
        _ => Ok(line),
    }
}
