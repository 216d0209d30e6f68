//! A person at a terminal, or anything else that reads and writes lines.
//!
//! **Reads** the number of a listed action, an action in the notation with or without its actor
//! (`P3!nominates->P5`, `nominates->P5`), a sentence of the rich form, `list`, `help` and `quit`. Nonsense is
//! answered with what is possible; the end of input leaves the table.

use std::io::Write;

use gaslamp_core::trace::{What, line, rich};
use gaslamp_core::{Diagnostic, Notation, View};

use crate::{Agent, Reply};

/// A person who reads and types lines.
pub struct Human<L, W> {
    /// The next line that was typed; none at the end of input. Several people may share one terminal, so nobody
    /// may read ahead.
    next_line: L,
    output: W,
    /// How many events this person has been told.
    told: usize,
}

impl<L: FnMut() -> Option<String>, W: Write> Human<L, W> {
    /// A person who types these lines and reads what is written there.
    pub fn new(next_line: L, output: W) -> Self {
        Self { next_line, output, told: 0 }
    }

    /// A line to the person. Whoever does not read any more is noticed when asked.
    fn say(&mut self, text: &str) {
        let _ = writeln!(self.output, "{text}");
    }

    /// What has happened since the person was last told.
    fn tell_news<G: Notation>(&mut self, view: &View<G>) {
        let trace = view.trace();
        let entries: Vec<_> = trace
            .blocks
            .iter()
            .flat_map(|block| block.entries.iter().map(|entry| (block.phase, entry)))
            .collect();
        let mut phase = None;
        for (at, entry) in entries.iter().skip(self.told) {
            if phase.replace(*at) != Some(*at) {
                self.say(&format!("<{at}>"));
            }
            match &entry.what {
                What::Event(event) => self.say(&format!("  {}", rich::sentence(event, G::VERBS))),
                What::Recital(recital) => self.say(&rich::write_recital(*at, recital)),
            }
        }
        self.told = entries.len();
    }

    fn list<G: Notation>(&mut self, view: &View<G>) {
        let entries = view.legal.iter().enumerate();
        let entries: Vec<String> = entries
            .map(|(index, &choice)| format!("{:>3}  {}", index + 1, view.write_choice(choice)))
            .collect();
        let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or_default() + 2;
        let columns = (LIST_WIDTH / width).max(1);
        for row in entries.chunks(columns) {
            let row: String = row.iter().map(|entry| format!("{entry:<width$}")).collect();
            self.say(row.trim_end());
        }
    }

    fn prompt(&mut self) -> Option<String> {
        let _ = write!(self.output, "your action> ");
        let _ = self.output.flush();
        (self.next_line)().map(|line| line.trim().to_owned())
    }
}

impl<G: Notation, L: FnMut() -> Option<String>, W: Write> Agent<G> for Human<L, W> {
    fn decide(&mut self, view: &View<G>) -> Reply<G> {
        self.tell_news(view);
        self.say(&G::write_sight(&view.names, &view.now));
        self.say(&format!(
            "{} actions are legal: type `list` to see them, `help` for more",
            view.legal.len()
        ));
        while let Some(line) = self.prompt() {
            match line.to_ascii_lowercase().as_str() {
                "" => {}
                "list" | "ls" | "?" => self.list(view),
                "help" => self.say(HELP),
                "quit" | "exit" => return Reply::Leave,
                _ => match read_reply(&line, view) {
                    Ok(reply) => return reply,
                    Err(problem) => self.say(&problem),
                },
            }
        }
        Reply::Leave
    }

    fn tries(&self) -> usize {
        usize::MAX
    }

    fn refused(&mut self, problem: &Diagnostic) {
        self.say(&format!("That is not possible: {problem}"));
    }

    fn finish(&mut self, view: &View<G>) {
        self.tell_news(view);
    }
}

/// How wide a list may be.
const LIST_WIDTH: usize = 100;

const HELP: &str = "Type the number of an action from `list`, or the action itself: nominates->P5, passes.\n\
                    `list` shows what is legal, `quit` leaves the table.";

/// An answer that a person typed.
fn read_reply<G: Notation>(text: &str, view: &View<G>) -> Result<Reply<G>, String> {
    if let Ok(number) = text.parse::<usize>() {
        let choice = number.checked_sub(1).and_then(|index| view.legal.get(index));
        return choice
            .map(|&choice| Reply::Choice(choice))
            .ok_or_else(|| format!("the numbers of `list` go from 1 to {}", view.legal.len()));
    }
    let name = &view.names[view.seat.index()];
    let whole = if text.contains('!') { text.to_owned() } else { format!("{name}!{text}") };
    let event =
        line::read_event(&whole).or_else(|problem| rich::read_sentence(text, G::VERBS).ok_or(problem));
    let event = event.map_err(|problem| format!("{problem}; `list` shows what is legal"))?;
    match event.actor.as_ref().and_then(|actor| G::read_actor(&view.names, &actor.name)) {
        Some(actor) if actor.seat() == Some(view.seat) => Ok(Reply::Written(event)),
        _ => Err(format!("you are {name} and can act for nobody else")),
    }
}
