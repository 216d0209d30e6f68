//! Progress of long work: a bar on a terminal, elsewhere a line on standard error every few seconds.

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::waiting;

/// The interval between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(5);

/// The interval at which a bar is drawn.
pub(crate) const TICK: Duration = Duration::from_millis(200);

/// How much of the work is done.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// What is counted: `games`.
    what: &'static str,
    /// When the last line was printed, where there is no terminal.
    told: Option<Mutex<Instant>>,
}

impl Progress {
    pub(crate) fn new(total: u64, what: &'static str) -> Self {
        let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {what}{{left}}");
        waiting::end();
        let bar = ProgressBar::new(total);
        let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
            // Before anything is done, nobody knows.
            if state.pos() > 0 {
                let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
            }
        };
        let style = ProgressStyle::with_template(&template).map(|style| style.with_key("left", left));
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        // Drawn from the start, even if the first part of the work takes long.
        bar.enable_steady_tick(TICK);
        let told = (!io::stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Self { bar, what, told }
    }

    /// Adds to what is done.
    pub(crate) fn inc(&self, done: u64) {
        self.bar.inc(done);
        self.tell();
    }

    /// Sets what is done in total.
    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
        self.tell();
    }

    fn tell(&self) {
        let Some(told) = &self.told else { return };
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() >= PAUSE {
            *told = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "{done} of {total} {}", self.what);
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
