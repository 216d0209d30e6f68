//! While a terminal shows nothing, a line on standard error says how long that has been so. Whatever is shown takes its place.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::progress::TICK;

/// How long nobody needs to be told anything.
const PATIENCE: Duration = Duration::from_millis(700);

/// A terminal has one such line.
static WAIT: Mutex<Wait> = Mutex::new(Wait { since: None, line: None, is_watched: false });

/// How long somebody has been waiting.
struct Wait {
    /// None while nobody waits.
    since: Option<Instant>,
    /// The line, once it is shown.
    line: Option<ProgressBar>,
    /// Whether a thread looks at the clock.
    is_watched: bool,
}

fn wait() -> MutexGuard<'static, Wait> {
    WAIT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on somebody waits.
pub(crate) fn begin() {
    let mut wait = wait();
    wait.since = Some(Instant::now());
    if !wait.is_watched && io::stderr().is_terminal() {
        wait.is_watched = true;
        std::thread::spawn(watch);
    }
}

/// Something else is about to be shown.
pub(crate) fn end() {
    let mut wait = wait();
    wait.since = None;
    wait.hide();
}

/// Says something on standard error, which may be closed; whoever waits goes on waiting.
pub(crate) fn aside(text: &str) {
    let mut wait = wait();
    wait.hide();
    let _ = io::stderr().write_all(text.as_bytes());
}

impl Wait {
    fn hide(&mut self) {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }

    fn show(&mut self, since: Instant) {
        let line = ProgressBar::new_spinner().with_elapsed(since.elapsed());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}") {
            line.set_style(style);
        }
        line.enable_steady_tick(TICK);
        self.line = Some(line);
    }
}

/// Shows the line whenever somebody has waited for long.
fn watch() {
    loop {
        std::thread::sleep(TICK);
        let mut wait = wait();
        if let Some(since) = wait.since.filter(|since| since.elapsed() >= PATIENCE)
            && wait.line.is_none()
        {
            wait.show(since);
        }
    }
}
