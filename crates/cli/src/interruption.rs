//! Ctrl-C: work ends by itself with what it has found, or the program ends for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::colour;
use crate::limits::{INTERRUPTED, SHORT_GRACE, leave};
use crate::waiting;

/// Whether somebody has pressed Ctrl-C.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption {
    has_come: Arc<AtomicBool>,
}

impl Interruption {
    /// Listens for Ctrl-C. Work that has not ended a second later, perhaps because it waits for input, is ended with the program,
    /// after `last` has done what is left to be done and said what came of it.
    pub(crate) fn listen(last: impl Fn() -> String + Send + 'static) -> Self {
        let interruption = Self::default();
        let has_come = Arc::clone(&interruption.has_come);
        // Without a handler, Ctrl-C ends the program as usual; that is no reason not to start.
        let _ = ctrlc::set_handler(move || {
            has_come.store(true, Relaxed);
            std::thread::sleep(SHORT_GRACE);
            waiting::aside(&colour::problems(&format!("{}\n", last())));
            leave(i32::from(INTERRUPTED));
        });
        interruption
    }

    /// Listens for Ctrl-C, for work that looks often enough whether it has come.
    pub(crate) fn listen_patiently() -> Self {
        let interruption = Self::default();
        let has_come = Arc::clone(&interruption.has_come);
        let _ = ctrlc::set_handler(move || has_come.store(true, Relaxed));
        interruption
    }

    /// The flag that work looks at.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.has_come
    }

    pub(crate) fn has_come(&self) -> bool {
        self.has_come.load(Relaxed)
    }
}
