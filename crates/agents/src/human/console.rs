//! Where a person reads and types: a terminal, or anything else with lines.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

/// Where a person reads and types. Several people may share one.
pub trait Console {
    /// The next line that is typed; none if there will be no more. What is typed may be completed to one of `lines`.
    fn read(&mut self, prompt: &str, lines: &[String]) -> Option<String>;

    /// Shows lines of text, which hold nothing unseen. Returns whether anybody reads them.
    fn show(&mut self, text: &str) -> bool;

    /// How many lines the screen shows at once; none if nobody has to turn pages.
    fn height(&mut self) -> Option<usize> {
        None
    }

    /// Whoever is called this is to read and type next, and nobody else may see it.
    fn turn_to(&mut self, _name: &str) {}
}

/// Lines that are read one by one, and text that is written.
pub struct Lines<L, W> {
    /// Reads the next line; `None` at the end of input. Nobody may read ahead.
    pub next_line: L,
    /// Where text and prompts go.
    pub output: W,
}

impl<L: FnMut() -> Option<String>, W: Write> Console for Lines<L, W> {
    fn read(&mut self, prompt: &str, _: &[String]) -> Option<String> {
        write!(self.output, "{prompt}").and_then(|()| self.output.flush()).ok()?;
        (self.next_line)()
    }

    fn show(&mut self, text: &str) -> bool {
        writeln!(self.output, "{text}").is_ok()
    }
}

impl<C: Console> Console for Rc<RefCell<C>> {
    fn read(&mut self, prompt: &str, lines: &[String]) -> Option<String> {
        self.borrow_mut().read(prompt, lines)
    }

    fn show(&mut self, text: &str) -> bool {
        self.borrow_mut().show(text)
    }

    fn height(&mut self) -> Option<usize> {
        self.borrow_mut().height()
    }

    fn turn_to(&mut self, name: &str) {
        self.borrow_mut().turn_to(name);
    }
}
