//! How long a search may take, how much memory it may use, and what stops it.
//!
//! Holds the two options that every search has, and the watchdog that enforces them. A search polls a flag; when time or memory runs
//! out, or somebody presses Ctrl-C, the flag is set and the search ends with what it has. Work that does not poll the flag, such as
//! clingo's grounding, ends with the whole program, which says so: the lack of an answer is never mistaken for one.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

use clap::Args;
use gaslamp_api::{Answer, Cause, Problems, Stop, Stopped};
use memory_stats::memory_stats;

use crate::waiting;

/// How long a search may take, and how much memory it may use.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Stop after this many seconds, and say what is missing.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = read_seconds)]
    pub(crate) limit: Duration,
    /// Stop when this much memory is in use: 500M, 2G.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = read_size)]
    pub(crate) memory: u64,
}

const fn exit_code(cause: Cause) -> i32 {
    match cause {
        Cause::Interrupted => INTERRUPTED as i32,
        Cause::OutOfTime | Cause::OutOfMemory => 2,
    }
}

fn interrupted() -> Stopped {
    Stopped { cause: Cause::Interrupted, words: "interrupted".to_owned() }
}

/// The exit code that shells give to an interrupted program.
pub(crate) const INTERRUPTED: u8 = 130;

/// The interval at which the watchdog checks.
const TICK: Duration = Duration::from_millis(10);

/// How long a search has to end by itself once it is told to stop.
const GRACE: Duration = Duration::from_secs(3);

/// The same after Ctrl-C, when somebody is waiting.
pub(crate) const SHORT_GRACE: Duration = Duration::from_secs(1);

/// The interval between two lines on standard error.
const PAUSE: Duration = Duration::from_secs(5);

impl Limits {
    /// Does long work within the limits, with a line now and then to show that it is still running.
    pub(crate) fn keep<T>(&self, json: bool, work: impl FnOnce(&Arc<Stop>) -> T) -> T {
        let stop = Arc::new(Stop::default());
        listen(&stop);
        let (done, is_done) = mpsc::channel::<()>();
        let (limits, watched) = (*self, Arc::clone(&stop));
        let watchdog = std::thread::spawn(move || limits.watch(json, &watched, &is_done));
        let result = work(&stop);
        drop(done);
        let _ = watchdog.join();
        result
    }

    fn watch(&self, json: bool, stop: &Stop, is_done: &mpsc::Receiver<()>) {
        let start = Instant::now();
        let mut told_at: Option<Instant> = None;
        let mut spoken_at = start;
        while is_done.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
            let used = memory_stats().map_or(0, |usage| usage.physical_mem as u64);
            if start.elapsed() >= self.limit {
                stop.stop(self.out_of_time());
            }
            if used >= self.memory {
                stop.stop(self.out_of_memory());
            }
            if spoken_at.elapsed() >= PAUSE && !std::io::stderr().is_terminal() {
                spoken_at = Instant::now();
                self.say_how_long(start.elapsed(), used);
            }
            let Some(stopped) = stop.stopped() else { continue };
            let told_at = *told_at.get_or_insert_with(Instant::now);
            let grace = if stopped.cause == Cause::Interrupted { SHORT_GRACE } else { GRACE };
            // Work that keeps allocating does not poll the flag.
            let is_greedy = used > self.memory.saturating_add(self.memory / 4);
            if told_at.elapsed() >= grace || is_greedy {
                end(json, stopped);
            }
        }
    }

    /// A terminal has a bar; elsewhere this line shows that the work is still running.
    fn say_how_long(&self, elapsed: Duration, used: u64) {
        let (seconds, limit) = (elapsed.as_secs(), self.limit.as_secs_f64());
        // Standard error may be closed.
        let _ = writeln!(std::io::stderr(), "{seconds} s of {limit} s, {} in use", size_words(used));
    }

    fn out_of_time(&self) -> Stopped {
        let words = format!("stopped after {} seconds (--limit)", self.limit.as_secs_f64());
        Stopped { cause: Cause::OutOfTime, words }
    }

    fn out_of_memory(&self) -> Stopped {
        let words = format!("stopped at {} of memory (--memory)", size_words(self.memory));
        Stopped { cause: Cause::OutOfMemory, words }
    }
}

/// Ends the program when its work does not stop.
fn end(json: bool, stopped: &Stopped) -> ! {
    let message = format!("{}; there is no answer", stopped.words);
    let id = stopped.cause.id();
    if json {
        let answer = Answer::from(Problems::unreadable(id, message));
        let _ = writeln!(std::io::stdout(), "{}", answer.to_json());
    } else {
        waiting::aside(&format!("error[{id}]: {message}\n"));
    }
    leave(exit_code(stopped.cause))
}

/// Exits without cleaning up. An orderly exit would run the static destructors of C++ libraries while another thread still uses
/// what they destroy.
pub(crate) fn leave(code: i32) -> ! {
    #[allow(
        unsafe_code,
        reason = "the standard library has no such exit; this function of the C library asks nothing of its caller"
    )]
    unsafe extern "C" {
        safe fn _exit(code: i32) -> !;
    }
    let _ = std::io::stdout().flush();
    _exit(code)
}

/// The search that Ctrl-C stops. A program has only one handler, so the current search is kept here.
static UNDER_WAY: OnceLock<std::sync::Mutex<Arc<Stop>>> = OnceLock::new();

fn listen(stop: &Arc<Stop>) {
    let under_way = UNDER_WAY.get_or_init(|| {
        // Without a handler, Ctrl-C ends the program as usual; that is no reason not to start.
        let _ = ctrlc::set_handler(|| {
            if let Some(Ok(stop)) = UNDER_WAY.get().map(std::sync::Mutex::lock) {
                stop.stop(interrupted());
            }
        });
        std::sync::Mutex::new(Arc::clone(stop))
    });
    if let Ok(mut under_way) = under_way.lock() {
        *under_way = Arc::clone(stop);
    }
}

/// Seconds, with or without a fraction. What does not fit becomes the longest duration.
pub(crate) fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds, such as 10 or 0.5".to_owned())?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err("a number of seconds, such as 10 or 0.5".to_owned());
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// A number of bytes, optionally with a unit of k, M or G.
fn read_size(text: &str) -> Result<u64, String> {
    const UNITS: [(char, u64); 3] = [('k', 1 << 10), ('m', 1 << 20), ('g', 1 << 30)];
    let wrong = || "a size, such as 500M or 2G".to_owned();
    let lower = text.trim().to_ascii_lowercase();
    let lower = lower.strip_suffix('b').unwrap_or(&lower);
    let unit = UNITS.into_iter().find(|(letter, _)| lower.ends_with(*letter));
    let (number, factor) = match unit {
        Some((_, factor)) => (&lower[..lower.len() - 1], factor),
        None => (lower, 1),
    };
    let size: f64 = number.trim().parse().map_err(|_| wrong())?;
    if size.is_nan() || size <= 0.0 {
        return Err(wrong());
    }
    // The conversion saturates: a size beyond that of any machine is no limit.
    Ok((size * factor as f64) as u64)
}

fn size_words(bytes: u64) -> String {
    let units = [(1u64 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB")];
    match units.into_iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{} {name}", (10.0 * bytes as f64 / unit as f64).round() / 10.0),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn limits_of_any_size_are_read() {
        for (text, expected) in [
            ("0.5", Some(Duration::from_millis(500))),
            ("18446744073709551615", Some(Duration::MAX)),
            ("1e300", Some(Duration::MAX)),
            ("inf", Some(Duration::MAX)),
            ("-1", None),
            ("nan", None),
            ("", None),
        ] {
            assert_eq!(read_seconds(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, expected) in [
            ("500M", Some(500 << 20)),
            ("500 mb", Some(500 << 20)),
            ("2g", Some(2 << 30)),
            ("1.5G", Some(3 << 29)),
            ("1e30G", Some(u64::MAX)),
            ("0", None),
            ("G", None),
            ("much", None),
        ] {
            assert_eq!(read_size(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn a_search_is_told_when_its_time_is_over() {
        let limits = Limits { limit: Duration::from_millis(30), memory: u64::MAX };
        let cause = limits.keep(false, |stop| {
            while !stop.flag().load(Relaxed) {
                std::thread::yield_now();
            }
            stop.stopped().map(|stopped| stopped.cause)
        });
        assert_eq!(cause, Some(Cause::OutOfTime));
    }

    #[test]
    fn limits_are_named_with_their_options() {
        let limits = Limits { limit: Duration::from_secs(60), memory: 3 << 29 };
        assert_eq!(limits.out_of_time().words, "stopped after 60 seconds (--limit)");
        assert_eq!(limits.out_of_memory().words, "stopped at 1.5 GB of memory (--memory)");
    }
}
