//! What a game adds for people: how open choices are filled in, what is asked, what would be sensible.

use gaslamp_core::trace::Event;
use gaslamp_core::{Choice, Notation, Run, View};

use super::console::Console;

/// What a game adds for people.
pub trait Guide<G: Notation> {
    /// The verbs with which players tell the table something.
    fn claims(&self) -> &'static [&'static str] {
        &[]
    }

    /// The verbs of nominations and votes.
    fn votes(&self) -> &'static [&'static str] {
        &[]
    }

    /// The verb of an open choice, which stands for it in lists, or two: `claims or reports`.
    fn open_verb(&self, open: G::Open) -> String {
        format!("{open:?}").to_lowercase()
    }

    /// Lines in which this choice can be typed whole.
    fn examples(&self, _open: G::Open, _known: Known<'_, G>) -> Vec<String> {
        Vec::new()
    }

    /// Asks for the parts of an open choice, one by one.
    fn fill(&self, _open: G::Open, _known: Known<'_, G>, _ask: &mut Asker<'_>) -> Filled {
        Filled::Draw
    }

    /// What is asked, in words.
    fn asked(&self, _known: Known<'_, G>) -> Option<String> {
        None
    }

    /// What would be sensible for the Storyteller.
    fn suggestion(&mut self, _run: &Run<G>, _legal: &[Choice<G>]) -> Option<Choice<G>> {
        None
    }
}

/// A guide that knows nothing of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGuide;

impl<G: Notation> Guide<G> for NoGuide {}

/// What the person who is asked may know.
pub enum Known<'a, G: Notation> {
    /// A player's view.
    View(&'a View<G>),
    /// Everything: the Storyteller's.
    Run(&'a Run<G>),
}

impl<G: Notation> Clone for Known<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for Known<'_, G> {}

/// What has become of an open choice.
pub enum Filled {
    /// This action, as an event whose actor may be missing.
    Event(Event),
    /// It is to be drawn with the odds of the rules.
    Draw,
    /// The person thought better of it.
    Dropped,
}

/// Asks a person for the parts of an action. An empty line takes it all back.
pub struct Asker<'a> {
    console: &'a mut dyn Console,
}

impl<'a> Asker<'a> {
    /// Asks at this console.
    pub fn new(console: &'a mut dyn Console) -> Self {
        Self { console }
    }

    /// A line of any text; none if it is empty.
    pub fn text(&mut self, question: &str, lines: &[String]) -> Option<String> {
        let typed = self.console.read(&format!("{question}> "), lines)?;
        let typed = typed.trim();
        (!typed.is_empty()).then(|| typed.to_owned())
    }

    /// One of several: its number, or a beginning that only it has.
    pub fn choose(&mut self, question: &str, options: &[String]) -> Option<usize> {
        let listed: Vec<String> =
            options.iter().enumerate().map(|(index, option)| format!("{:>3}  {option}", index + 1)).collect();
        super::show_in_columns(self.console, &listed);
        loop {
            let typed = self.text(question, options)?;
            if let Some(at) = place_of(&typed, options) {
                return Some(at);
            }
            if !self.console.show("that is none of these, or could be several; an empty line takes it back") {
                return None;
            }
        }
    }
}

/// The place of the option that is meant by its number, its text, or a beginning that only it has.
fn place_of(typed: &str, options: &[String]) -> Option<usize> {
    if let Ok(number) = typed.parse::<usize>() {
        return number.checked_sub(1).filter(|at| *at < options.len());
    }
    let typed = typed.to_lowercase();
    let options: Vec<String> = options.iter().map(|option| option.to_lowercase()).collect();
    if let Some(at) = options.iter().position(|option| *option == typed) {
        return Some(at);
    }
    let mut begun = options.iter().enumerate().filter(|(_, option)| option.starts_with(&typed));
    match (begun.next(), begun.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_by_number_text_or_beginning() {
        let options = ["chef", "monk", "mayor", "May"].map(str::to_owned);
        for (typed, expected) in [
            ("1", Some(0)),
            ("0", None),
            ("5", None),
            ("MO", Some(1)),
            ("m", None),
            ("may", Some(3)),
            ("x", None),
        ] {
            assert_eq!(place_of(typed, &options), expected, "{typed}");
        }
    }
}
