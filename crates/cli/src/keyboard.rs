//! The keyboard and the screen that everybody at a table shares. On a terminal, lines are edited, completed and remembered, long
//! lists have pages, and nobody sees what is meant for another; elsewhere lines are read and written as they are.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};

use gaslamp_agents::human::Console;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::colour;
use crate::waiting;

/// Everything off the screen and out of what can be scrolled back to, and the cursor to its corner.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// The keyboard and the screen.
pub(crate) struct Keyboard {
    /// The editor of lines, on a terminal.
    editor: Option<Editor<Known, MemHistory>>,
    /// Whether to prompt on standard error, since a program reads JSON from standard output.
    on_stderr: bool,
    /// Whether several people share it.
    is_shared: bool,
    /// Who sits there.
    person: Option<String>,
    is_interrupted: bool,
}

impl Keyboard {
    /// The keyboard of so many people.
    pub(crate) fn new(people: usize, json: bool) -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder().completion_type(CompletionType::List).build();
        let editor = (is_terminal && !json && people > 0)
            .then(|| {
                let history = MemHistory::with_config(&config);
                Editor::with_history(config, history).ok()
            })
            .flatten();
        Self { editor, on_stderr: json, is_shared: people > 1, person: None, is_interrupted: false }
    }

    /// Whether somebody has pressed Ctrl-C while typing.
    pub(crate) const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn print(&self, text: &str) -> io::Result<()> {
        waiting::end();
        let print =
            |mut screen: Box<dyn io::Write>| screen.write_all(text.as_bytes()).and_then(|()| screen.flush());
        if self.on_stderr { print(Box::new(io::stderr())) } else { print(Box::new(io::stdout())) }
    }

    /// A line that is edited on a terminal.
    fn edited(&mut self, prompt: &str, lines: &[String]) -> Option<String> {
        waiting::end();
        let editor = self.editor.as_mut()?;
        editor.set_helper(Some(Known { lines: lines.to_vec() }));
        match editor.readline(prompt) {
            Ok(line) => {
                // What cannot be remembered is typed again.
                let _ = editor.add_history_entry(line.as_str());
                Some(line)
            }
            Err(error) => {
                self.is_interrupted = matches!(error, ReadlineError::Interrupted);
                None
            }
        }
    }
}

/// The next line of standard input, whose buffer everybody shares.
fn plain_line() -> Option<String> {
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line),
    }
}

impl Console for Keyboard {
    fn read(&mut self, prompt: &str, lines: &[String]) -> Option<String> {
        if self.is_interrupted {
            return None;
        }
        let typed = if self.editor.is_some() {
            self.edited(prompt, lines)
        } else {
            self.print(prompt).ok()?;
            plain_line()
        };
        waiting::begin();
        if typed.is_none() && self.editor.is_none() {
            // Whatever is said next begins a line of its own.
            let _ = self.print("\n");
        }
        typed
    }

    fn show(&mut self, text: &str) -> bool {
        self.print(&format!("{text}\n")).is_ok()
    }

    fn height(&mut self) -> Option<usize> {
        let (_, rows) = self.editor.as_mut()?.dimensions()?;
        (rows > 0).then(|| usize::from(rows))
    }

    fn turn_to(&mut self, name: &str) {
        let is_new = self.person.as_deref() != Some(name);
        if !self.is_shared || !is_new || self.editor.is_none() || self.is_interrupted {
            return;
        }
        self.person = Some(name.to_owned());
        // What the one before has typed is nobody else's business.
        if let Some(editor) = &mut self.editor {
            let _ = editor.clear_history();
        }
        let name = gaslamp_core::printable::printable(name);
        let _ = self.print(CLEAR);
        let _ = self.edited(&format!("pass the keyboard to {name}, press Enter "), &[]);
    }
}

/// The lines that can be typed now, for completion.
struct Known {
    lines: Vec<String>,
}

impl Completer for Known {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line).trim_start().to_lowercase();
        let begun = self.lines.iter().filter(|known| known.to_lowercase().starts_with(&typed));
        let mut candidates: Vec<String> =
            begun.map(|known| known.trim_end_matches(" …").to_owned()).collect();
        candidates.dedup();
        Ok((0, candidates))
    }
}

impl Hinter for Known {
    type Hint = String;
}

impl Highlighter for Known {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(colour::prompt(prompt))
    }
}

impl Validator for Known {}
impl Helper for Known {}
