//! Whether what somebody wrote down is legal.
//!
//! Accepts a bag ([`bag`]), a grimoire, a trace, or a grimoire and its trace; says yes, or no with every rule that is broken.
//! Of a grimoire that is known in parts it says what the rest may be ([`partial`]). Whatever else it recognises it refuses by name
//! ([`super::strangers`]), and it gives up on what takes too long.
//!
//! [`check`] answers at once; [`read`] gives what was found so far, and whoever shows it to a person asks on.

pub mod bag;
pub mod partial;
mod table;
mod verdict;

pub use verdict::Ruling;

use gaslamp_botc::Script;
use gaslamp_botc::notation::any::{self, Written};
use gaslamp_core::trace::Phase;

use crate::answer::Answer;
use crate::diagnostic::{Input, Problems};
use crate::stop::{Cause, Stop, Stopped};

/// For which table something is checked, and what is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The script, unless a grimoire names its own.
    pub script: Script,
    /// The trace that led to a grimoire, if it does not stand below it.
    pub trace: Option<Input>,
    /// The most nights that the game may have lasted; if not given, enough for the dead to have died in.
    pub nights: Option<usize>,
    /// How many play, if not as many as there are characters in a bag, or named in a trace.
    pub players: Option<usize>,
    /// Townsfolk, Outsiders, Minions and Demons before characters change them, if not the usual ones: `3,0,1,1`.
    pub counts: Option<String>,
    /// What is asked of a grimoire that is known in parts.
    pub partial: partial::Options,
}

impl Request {
    /// For a table of this script.
    #[must_use]
    pub fn new(script: Script) -> Self {
        let partial = partial::Options::default();
        Self { script, trace: None, nights: None, players: None, counts: None, partial }
    }
}

/// What was found.
pub enum Checked<'a> {
    /// A bag was judged.
    Bag(Box<bag::Judged<'a>>),
    /// The engine has played a whole game.
    Game {
        /// So many actions.
        actions: usize,
        /// Up to there.
        phase: Phase,
    },
    /// The constraints have ruled.
    Ruled(Ruling),
    /// A grimoire is legal, and more can be asked about it.
    Grimoire(Box<partial::Grimoire<'a>>),
}

/// Checks a bag, a grimoire, a trace or both.
#[must_use]
pub fn check(input: &Input, request: &Request, stop: &Stop) -> Answer {
    match read(input, request, stop) {
        Ok(checked) => checked.answer(),
        Err(problems) => problems.into(),
    }
}

/// Checks a bag, a grimoire, a trace or both, as far as a yes or a no.
///
/// # Errors
/// What cannot be read, or not be judged here, and where a whole game does not end as the grimoire says.
pub fn read<'a>(input: &'a Input, request: &'a Request, stop: &'a Stop) -> Result<Checked<'a>, Problems> {
    let is_bag = any::parts(&input.text).trace.is_none()
        && matches!(any::read(&input.text).map_err(|problems| input.problems(problems))?, Written::Bag(_));
    if is_bag {
        request.partial.refuse("a bag")?;
        return bag::judge(input, request).map(Box::new).map(Checked::Bag);
    }
    table::read(input, request, stop)
}

impl Checked<'_> {
    /// The same for programs, and what else was asked.
    #[must_use]
    pub fn answer(self) -> Answer {
        match self {
            Self::Bag(judged) => judged.answer(),
            Self::Game { actions, .. } => {
                let fields =
                    vec![("legal", true.into()), ("by", "engine".into()), ("actions", actions.into())];
                fields.into()
            }
            Self::Ruled(ruling) => ruling.answer,
            Self::Grimoire(mut grimoire) => grimoire.answer(|_| {}),
        }
    }
}

/// That a check was stopped, what was not found out, and what would be easier.
fn unfinished(stop: &Stop, missing: &str, easier: &str) -> Problems {
    let unknown = Stopped { cause: Cause::OutOfTime, words: "stopped".to_owned() };
    stop.stopped().unwrap_or(&unknown).problems(&format!("{missing}: try {easier}, or allow more"))
}
