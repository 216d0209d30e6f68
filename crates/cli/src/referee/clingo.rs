//! The referee at a table: what it objects to, and what becomes of a dispute with the engine.

use std::fmt::Write as _;
use std::path::PathBuf;

use gaslamp_agents::table::Objection;
use gaslamp_core::{Actor, Contents, Diagnostic, Notation, Run, record};
use gaslamp_referee::asp::{self, Hearing, hear};

use super::{Judged, RefereeArgs, bench, records};
use crate::args::Referee;
use crate::failure::Failure;
use crate::output::Output;

/// Judges a record, or measures how long that takes.
pub(crate) fn run(args: &RefereeArgs, out: &mut Output) -> Result<(), Failure> {
    match &args.record {
        Some(record) => records::run(record, args, out),
        None => bench::run(args.players.unwrap_or(9), args.seed, out),
    }
}

/// The referee of a table of Blood on the Clocktower, if one was chosen.
pub(crate) fn botc(
    chosen: Referee,
    setup: &gaslamp_botc::Setup,
) -> Result<Option<Umpire<gaslamp_botc::State>>, Failure> {
    Umpire::new(chosen, || asp::botc::Referee::new(setup))
}

/// The referee of a table of Mafia, if one was chosen.
pub(crate) fn mafia(
    chosen: Referee,
    rules: gaslamp_mafia::Rules,
) -> Result<Option<Umpire<gaslamp_mafia::State>>, Failure> {
    Umpire::new(chosen, || asp::mafia::Referee::new(rules))
}

/// The referee of a table.
pub(crate) struct Umpire<G: Notation> {
    rules: Box<dyn asp::Referee<G>>,
    /// Whether what the engine says is compared.
    compares: bool,
    /// Where a dispute is written down.
    file: PathBuf,
    judged: usize,
    trouble: Option<Failure>,
}

impl<G: Notation> Umpire<G> {
    /// The referee that was chosen, if it is not the engine itself; `make` makes one for the game.
    fn new<R: asp::Referee<G> + 'static>(
        chosen: Referee,
        make: impl FnOnce() -> Result<R, asp::Failure>,
    ) -> Result<Option<Self>, Failure> {
        if chosen == Referee::Native {
            return Ok(None);
        }
        let rules = Box::new(make().map_err(|failure| failed(&failure))?);
        let file = PathBuf::from(format!("gaslamp-dispute-{}.txt", std::process::id()));
        Ok(Some(Self { rules, compares: chosen == Referee::Both, file, judged: 0, trouble: None }))
    }

    /// Judges an action.
    pub(crate) fn judge(&mut self, run: &Run<G>, by: Actor, action: G::Action) -> Result<(), Objection> {
        let violated = if self.compares { self.compare(run, by, action) } else { self.ask(run, by, action) };
        match violated {
            Ok(violated) if violated.is_empty() => {
                self.judged += 1;
                Ok(())
            }
            Ok(violated) => Err(Objection::Refused(self.objection(&violated))),
            Err(failure) => {
                self.trouble = Some(failure);
                Err(Objection::Stop)
            }
        }
    }

    fn ask(&mut self, run: &Run<G>, by: Actor, action: G::Action) -> Result<Vec<String>, Failure> {
        self.violated(run, &run.record().contents, by, action)
    }

    fn violated(
        &mut self,
        run: &Run<G>,
        contents: &Contents<G::Content>,
        by: Actor,
        action: G::Action,
    ) -> Result<Vec<String>, Failure> {
        let judged = self.rules.judge(run.state(), contents, by, action);
        judged.map(|judgement| judgement.violated).map_err(|failure| failed(&failure))
    }

    /// What the rules have against an action that is not one of the record.
    pub(super) fn objection_to(
        &mut self,
        run: &Run<G>,
        contents: &Contents<G::Content>,
        by: Actor,
        action: G::Action,
    ) -> Result<Option<Diagnostic>, Failure> {
        let violated = self.violated(run, contents, by, action)?;
        Ok(if violated.is_empty() { None } else { Some(self.objection(&violated)) })
    }

    fn compare(&mut self, run: &Run<G>, by: Actor, action: G::Action) -> Result<Vec<String>, Failure> {
        let contents = &run.record().contents;
        let hearing = hear(self.rules.as_mut(), run.state(), contents, by, action);
        let hearing = hearing.map_err(|failure| failed(&failure))?;
        if hearing.agrees() { Ok(hearing.violated) } else { Err(self.dispute(run, action, &hearing)) }
    }

    /// The rules that are broken, in words.
    fn objection(&self, violated: &[String]) -> Diagnostic {
        let words = |rule: &String| match self.rules.words(rule) {
            Some(words) => format!("{words} ({rule})"),
            None => rule.clone(),
        };
        let words: Vec<String> = violated.iter().map(words).collect();
        Diagnostic::illegal("referee/violated", words.join("; "))
    }

    /// Writes down what led to a dispute, so that it can be heard again.
    fn dispute(&self, run: &Run<G>, action: G::Action, hearing: &Hearing) -> Failure {
        let what = run.write_action(action);
        let text = format!("{}\n{}", answers(&what.to_string(), hearing), record::write_line(run));
        let place = match std::fs::write(&self.file, text) {
            Ok(()) => format!("it is written down in {}", self.file.display()),
            Err(error) => format!("{} cannot be written: {error}", self.file.display()),
        };
        let message = format!("the engine and the referee differ about `{what}`; {place}");
        Failure::no("referee/dispute", message)
    }

    /// What went wrong, if the game was stopped for it; else how many actions were judged.
    pub(crate) fn finish(self) -> Result<Judged, Failure> {
        match self.trouble {
            Some(failure) => Err(failure),
            None => Ok(Judged { actions: self.judged, compares: self.compares }),
        }
    }
}

pub(super) fn failed(failure: &asp::Failure) -> Failure {
    Failure::usage("referee/failed", failure.to_string())
}

/// What both say, as comments of a record.
fn answers(action: &str, hearing: &Hearing) -> String {
    let engine = match hearing.refusal {
        Some(refusal) => format!("refuses it: {} ({})", refusal.rule.says, refusal.rule.id),
        None if hearing.is_asked => "allows it".to_owned(),
        None => "asks somebody else".to_owned(),
    };
    let referee =
        if hearing.violated.is_empty() { "allows it".to_owned() } else { hearing.violated.join(", ") };
    let mut text =
        format!("# After this record: {action}\n# The engine {engine}\n# The referee: {referee}\n");
    for difference in &hearing.differences {
        let _ = writeln!(text, "# Afterwards {difference}");
    }
    text
}

#[cfg(test)]
mod tests {
    use gaslamp_referee::asp::Difference;

    use super::*;

    #[test]
    fn a_dispute_says_what_both_say() {
        let differences = vec![
            Difference { fact: "alive(3)".to_owned(), is_engines: true },
            Difference { fact: "dead(3)".to_owned(), is_engines: false },
        ];
        let hearing = Hearing { is_asked: true, refusal: None, violated: Vec::new(), differences };
        let text = "# After this record: P1!chooses->P4\n# The engine allows it\n# The referee: allows it\n\
                    # Afterwards the engine says alive(3)\n# Afterwards the referee says dead(3)\n";
        assert_eq!(answers("P1!chooses->P4", &hearing), text);
        let refused = Hearing { violated: vec!["monk_other".to_owned()], differences: Vec::new(), ..hearing };
        assert!(answers("P1!chooses->P1", &refused).ends_with("# The referee: monk_other\n"));
    }
}
