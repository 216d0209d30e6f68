//! A person at a terminal, or anything else that reads and writes lines, as a player or as the Storyteller.
//!
//! **Reads** the number of a listed action, an action in the notation with or without its actor
//! (`P3!nominates->P5`, `nominates->P5`; for the Storyteller `st!deals->…` or `deals->…`), a sentence of the rich form,
//! `say …`, `whisper NAME …`, `list`, `help` and `quit`. Anything else is answered with a hint; at the end of input the person leaves
//! the table.

use std::io::Write;

use gaslamp_core::notation::actor_name;
use gaslamp_core::number_format::plural;
use gaslamp_core::printable::printable;
use gaslamp_core::run::TraceCursor;
use gaslamp_core::trace::{Trace, line, rich};
use gaslamp_core::{Actions, Actor, Choice, Cursor, Diagnostic, Notation, Reply, Run, View};

use crate::{Agent, StorytellerAgent};

/// A person who reads and types lines.
pub struct Human<L, W> {
    /// Reads the next line; `None` at the end of input. Several people may share one terminal, so nobody may read ahead.
    next_line: L,
    output: W,
    /// How much of a view, or of a run, this person has been shown.
    seen: Cursor,
    told: TraceCursor,
    /// Whether writing has failed because nobody reads any more.
    is_gone: bool,
}

/// What a person is asked: who acts, the names at the table, and what is legal.
struct Question<'a, G: Notation> {
    actor: Actor,
    names: &'a [String],
    legal: &'a [Choice<G>],
}

impl<L: FnMut() -> Option<String>, W: Write> Human<L, W> {
    /// A person who types these lines and reads this output.
    pub fn new(next_line: L, output: W) -> Self {
        Self { next_line, output, seen: Cursor::default(), told: TraceCursor::default(), is_gone: false }
    }

    /// Writes a line to the person, who has left if it cannot be written.
    fn say(&mut self, text: &str) {
        self.is_gone |= writeln!(self.output, "{}", printable(text)).is_err();
    }

    /// Shows what has happened since the person was last shown anything.
    fn tell_news<G: Notation>(&mut self, news: &Trace) {
        for block in &news.blocks {
            self.say(&format!("<{}>", block.phase));
            for entry in &block.entries {
                self.say(&rich::write_line(block.phase, &entry.what, G::DIALECT));
            }
        }
    }

    fn tell_player<G: Notation>(&mut self, view: &View<G>) {
        self.tell_news::<G>(&view.trace_since(self.seen));
        self.seen = view.cursor();
    }

    fn tell_keeper<G: Notation>(&mut self, run: &Run<G>) {
        self.tell_news::<G>(&run.trace_since(self.told));
        self.told = run.told();
    }

    /// Shows the table as this person sees it, then prompts until there is an answer.
    fn answer<G: Notation>(&mut self, question: &Question<'_, G>, table: &str) -> Reply<G> {
        self.say(table);
        self.say(&format!(
            "{}; type `list` for the list, `help` for help",
            plural(question.legal.len(), "legal action")
        ));
        while let Some(line) = self.prompt() {
            match line.to_ascii_lowercase().as_str() {
                "" => {}
                "list" | "ls" | "?" => self.list(question),
                "help" => self.say(HELP),
                "quit" | "exit" => return Reply::Leave,
                _ => match question.look_up(&line).map_or_else(|| question.read_reply(&line), Err) {
                    Ok(reply) => return reply,
                    Err(problem) => self.say(&problem),
                },
            }
        }
        Reply::Leave
    }

    fn list<G: Notation>(&mut self, question: &Question<'_, G>) {
        let entries = question.legal.iter().enumerate();
        let entries: Vec<String> = entries
            .map(|(index, &choice)| format!("{:>3}  {}", index + 1, question.write_choice(choice)))
            .collect();
        let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or_default() + 2;
        let columns = (LIST_WIDTH / width).max(1);
        for row in entries.chunks(columns) {
            // An entry that is wider than a column has a row to itself.
            let padded = |entry: &String| {
                let gap = width.saturating_sub(entry.chars().count());
                entry.clone() + &" ".repeat(gap)
            };
            let row: String = row.iter().map(padded).collect();
            self.say(row.trim_end());
        }
    }

    fn prompt(&mut self) -> Option<String> {
        let is_written = write!(self.output, "your action> ").and_then(|()| self.output.flush());
        if self.is_gone || is_written.is_err() {
            return None;
        }
        (self.next_line)().map(|line| line.trim().to_owned())
    }

    fn hear_refusal(&mut self, problem: &Diagnostic) {
        self.say(&format!("That is not possible: {problem}"));
    }
}

impl<G: Notation, L: FnMut() -> Option<String>, W: Write> Agent<G> for Human<L, W> {
    fn decide(&mut self, view: &View<G>) -> Reply<G> {
        let question = Question { actor: Actor::Seat(view.seat), names: &view.names, legal: &view.legal };
        self.tell_player(view);
        self.answer(&question, &G::write_visible_state(&view.names, &view.now))
    }

    fn refused(&mut self, problem: &Diagnostic) {
        self.hear_refusal(problem);
    }

    fn tries(&self) -> usize {
        usize::MAX
    }

    fn finish(&mut self, view: &View<G>) {
        self.tell_player(view);
    }
}

impl<G: Notation, L: FnMut() -> Option<String>, W: Write> StorytellerAgent<G> for Human<L, W> {
    fn decide(&mut self, run: &Run<G>, legal: &Actions<G>) -> Reply<G> {
        let names = G::names(&run.record().setup);
        let question = Question { actor: Actor::Storyteller, names: &names, legal };
        self.tell_keeper(run);
        self.answer(&question, &run.state().write_state(&names))
    }

    fn refused(&mut self, problem: &Diagnostic) {
        self.hear_refusal(problem);
    }

    fn tries(&self) -> usize {
        usize::MAX
    }

    fn finish(&mut self, run: &Run<G>) {
        self.tell_keeper(run);
    }
}

/// The width of a list.
const LIST_WIDTH: usize = 100;

const HELP: &str = "Type the number of an action from `list`, or the action as the list writes it, with or without the actor.\n\
                    `say …` speaks to everybody, `whisper NAME …` to one player; neither is a move in the game.\n\
                    `list` shows what is legal, `quit` leaves the table.";

impl<G: Notation> Question<'_, G> {
    /// A choice as this actor would say it; an open one by the name of its kind.
    fn write_choice(&self, choice: Choice<G>) -> String {
        match choice {
            Choice::Action(action) => G::say_action(self.names, self.actor, action, self.legal),
            Choice::Open(open) => format!("any {open:?}"),
        }
    }

    /// `card NAME`: what anybody may look up, if the game has such things.
    fn look_up(&self, text: &str) -> Option<String> {
        let (word, name) = text.split_once(' ').unwrap_or((text, ""));
        if word.eq_ignore_ascii_case("card") { G::describe(name.trim()) } else { None }
    }

    /// `say …` and `whisper NAME …`, which the rules ignore.
    fn read_message(&self, text: &str) -> Option<Result<Reply<G>, String>> {
        let (word, rest) = text.split_once(' ')?;
        let rest = rest.trim();
        if word.eq_ignore_ascii_case("say") {
            return Some(Ok(Reply::Message { to: None, text: rest.to_owned() }));
        }
        if !word.eq_ignore_ascii_case("whisper") {
            return None;
        }
        let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(match G::read_actor(self.names, name) {
            Some(Actor::Seat(seat)) => Ok(Reply::Message { to: Some(seat), text: text.trim().to_owned() }),
            _ => Err(format!("nobody at this table is called `{name}`")),
        })
    }

    /// An answer that the person typed.
    fn read_reply(&self, text: &str) -> Result<Reply<G>, String> {
        if let Some(message) = self.read_message(text) {
            return message;
        }
        if let Ok(number) = text.parse::<usize>() {
            let choice = number.checked_sub(1).and_then(|index| self.legal.get(index));
            return choice
                .map(|&choice| Reply::Choice(choice))
                .ok_or_else(|| format!("the numbers in `list` are 1 to {}", self.legal.len()));
        }
        if let Some(said) = G::read_said(self.actor, text, self.legal) {
            let action = said.map_err(|problem| problem.to_string())?;
            return Ok(Reply::Choice(Choice::Action(action)));
        }
        let name = actor_name(self.names, self.actor);
        let whole = if has_actor(text) { text.to_owned() } else { format!("{name}!{text}") };
        let event =
            line::read_event(&whole).or_else(|problem| rich::read_sentence(text, G::DIALECT).ok_or(problem));
        let event = event.map_err(|problem| format!("{problem}; `list` shows what is legal"))?;
        // As in records, an event without an actor is the Storyteller's.
        let written = event.actor.as_ref().map_or("st", |actor| actor.name.as_str());
        if G::read_actor(self.names, written) != Some(self.actor) {
            return Err(format!("you are {name} and cannot act for anybody else"));
        }
        Ok(Reply::Written(event))
    }
}

/// Whether an event names its actor; a `!` further on belongs to what is said.
fn has_actor(text: &str) -> bool {
    text.split_once('!').is_some_and(|(before, _)| !before.contains(['(', '"', '>']))
}
