//! The referee at a table: what it objects to, and what becomes of a dispute with the engine.

use std::fmt::Write as _;
use std::path::PathBuf;

use gaslamp_agents::table::Objection;
use gaslamp_botc::Setup;
use gaslamp_core::trace::What;
use gaslamp_core::{Actor, Contents, Diagnostic, Notation, Run, Span, record};
use gaslamp_referee::asp::{self, Hearing, hear};

use super::inquiry::Asked;
use super::{Judged, RefereeArgs, bench, records};
use crate::args::Referee;
use crate::botc::setup::read_script;
use crate::failure::Failure;
use crate::output::Output;

/// Judges a record, or measures how long that takes.
pub(crate) fn run(args: &RefereeArgs, out: &mut Output) -> Result<(), Failure> {
    match &args.record {
        Some(record) => {
            let json = out.json;
            args.limits.keep(json, |stop| records::run(record, &Asked { args, stop }, out))
        }
        None => {
            let script = read_script(&args.script)?;
            bench::run(&Setup { script, ..Setup::trouble_brewing(args.players.unwrap_or(9)) }, args.seed, out)
        }
    }
}

/// The referee of a table of Blood on the Clocktower, if one was chosen.
pub(crate) fn botc(
    chosen: Referee,
    setup: &Setup,
) -> Result<Option<RefereeGuard<gaslamp_botc::State>>, Failure> {
    choose(chosen, || asp::botc::Referee::new(setup))
}

/// The referee of a table of Mafia, if one was chosen.
pub(crate) fn mafia(
    chosen: Referee,
    rules: gaslamp_mafia::Rules,
) -> Result<Option<RefereeGuard<gaslamp_mafia::State>>, Failure> {
    choose(chosen, || asp::mafia::Referee::new(rules))
}

/// The referee that was chosen, if it is not the engine itself; `make` makes one for the game.
fn choose<G: Notation, R: asp::Referee<G> + 'static>(
    chosen: Referee,
    make: impl FnOnce() -> Result<R, asp::Failure>,
) -> Result<Option<RefereeGuard<G>>, Failure> {
    match chosen {
        Referee::Native => Ok(None),
        Referee::Clingo => Ok(Some(RefereeGuard::new(make()?, false))),
        Referee::Both => Ok(Some(RefereeGuard::new(make()?, true))),
    }
}

/// The referee of a table.
pub(crate) struct RefereeGuard<G: Notation> {
    rules: Box<dyn asp::Referee<G>>,
    /// Whether what the engine says is compared.
    compares: bool,
    /// Where a dispute is written down.
    file: PathBuf,
    judged: usize,
    trouble: Option<Failure>,
}

impl<G: Notation> RefereeGuard<G> {
    pub(super) fn new(rules: impl asp::Referee<G> + 'static, compares: bool) -> Self {
        Self { rules: Box::new(rules), compares, file: dispute_file(), judged: 0, trouble: None }
    }

    /// Judges an action.
    pub(crate) fn judge(&mut self, run: &Run<G>, by: Actor, action: G::Action) -> Result<(), Objection> {
        let violated =
            if self.compares { self.compare(run, by, action)? } else { self.ask(run, by, action)? };
        if !violated.is_empty() {
            return Err(Objection::Refused(self.objection(&violated)));
        }
        self.judged += 1;
        Ok(())
    }

    fn ask(&mut self, run: &Run<G>, by: Actor, action: G::Action) -> Result<Vec<String>, Objection> {
        let violated = self.rules.violated(run.state(), &run.record().contents, by, action);
        violated.map_err(|failure| self.no_answer(run, action, failure))
    }

    fn compare(&mut self, run: &Run<G>, by: Actor, action: G::Action) -> Result<Vec<String>, Objection> {
        let hearing = hear(self.rules.as_mut(), run.state(), &run.record().contents, by, action);
        let hearing = hearing.map_err(|failure| self.no_answer(run, action, failure))?;
        if hearing.agrees() {
            return Ok(hearing.violated);
        }
        let dispute = self.dispute(run, action, &hearing);
        Err(self.stop(dispute))
    }

    /// What the rules have no word for, such as a number that nobody can be told, is refused if the engine refuses it too. Any other
    /// action that they do not judge ends the game.
    fn no_answer(&mut self, run: &Run<G>, action: G::Action, failure: asp::Failure) -> Objection {
        let is_refused = run.state().check(action, &run.record().contents).is_err();
        match failure {
            asp::Failure::Unknown(_) if is_refused => Objection::Refused(unknown(&failure)),
            _ => self.stop(failure.into()),
        }
    }

    fn stop(&mut self, failure: Failure) -> Objection {
        self.trouble = Some(failure);
        Objection::Stop
    }

    /// What the rules have against an action that the engine refuses and that is not one of the record.
    pub(super) fn objection_to(
        &mut self,
        run: &Run<G>,
        contents: &Contents<G::Content>,
        by: Actor,
        action: G::Action,
    ) -> Result<Option<Diagnostic>, Failure> {
        match self.rules.violated(run.state(), contents, by, action) {
            Ok(violated) if violated.is_empty() => Ok(None),
            Ok(violated) => Ok(Some(self.objection(&violated))),
            Err(failure @ asp::Failure::Unknown(_)) => Ok(Some(unknown(&failure))),
            Err(failure) => Err(failure.into()),
        }
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

    /// Writes down a dispute, so that it can be heard again: the action is the last of the record.
    fn dispute(&self, run: &Run<G>, action: G::Action, hearing: &Hearing) -> Failure {
        let setup = &run.record().setup;
        let what = run.write_action(action);
        let state = run.state().write_state(&G::names(setup));
        let mut actions = record::actions_only::<G>(&run.trace());
        actions.push(run.state().phase(), What::Event(what.clone()), Span::default());
        let record = record::write_actions::<G>(setup, &actions);
        let text = format!("{}{record}", answers(&state, &what.to_string(), hearing));
        let place = match gaslamp_files::replace(&self.file, text.as_bytes()) {
            Ok(()) => format!("both answers are in {}", self.file.display()),
            Err(error) => format!("{} cannot be written: {error}", self.file.display()),
        };
        let message = format!("the engine and the referee disagree about `{what}`; {place}");
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

/// A file of this process that is not there yet: there may have been another process of its number.
fn dispute_file() -> PathBuf {
    let process = std::process::id();
    let mut file = PathBuf::from(format!("gaslamp-dispute-{process}.txt"));
    let mut number = 2_u64;
    while file.symlink_metadata().is_ok() {
        file = PathBuf::from(format!("gaslamp-dispute-{process}-{number}.txt"));
        number += 1;
    }
    file
}

/// What the rules have no word for.
fn unknown(failure: &asp::Failure) -> Diagnostic {
    Diagnostic::illegal("referee/unknown", failure.to_string())
}

impl From<asp::Failure> for Failure {
    fn from(failure: asp::Failure) -> Self {
        match failure {
            asp::Failure::TooLarge(message) => {
                let fix = "cut the trace after an earlier phase, or write down the deal";
                Diagnostic::new("referee/too-large", message).fix(fix).into()
            }
            _ => Self::usage("referee/failed", failure.to_string()),
        }
    }
}

/// The state, the action and what both say of it, as comments of a record.
fn answers(state: &str, action: &str, hearing: &Hearing) -> String {
    let engine = match hearing.refusal {
        Some(refusal) => format!("refuses it: {} ({})", refusal.rule.says, refusal.rule.id),
        None if hearing.is_asked => "allows it".to_owned(),
        None => "asks somebody else".to_owned(),
    };
    let referee = if hearing.violated.is_empty() {
        "allows it".to_owned()
    } else {
        format!("refuses it: {}", hearing.violated.join(", "))
    };
    let mut text = format!(
        "# Disputed: {action}\n# In this state: {state}\n# The engine {engine}\n# The referee {referee}\n"
    );
    for difference in &hearing.differences {
        let _ = writeln!(text, "# Afterwards {difference}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use gaslamp_agents::Agent;
    use gaslamp_agents::chance::Chance;
    use gaslamp_agents::random::Random;
    use gaslamp_botc::State;
    use gaslamp_core::trace::line;
    use gaslamp_core::{Game as _, Rng};
    use tempfile::TempDir;

    use super::*;
    use crate::limits::Limits;
    use crate::play::{People, Play, Seated};
    use crate::seed::Seed;

    const DEAL: &str = "<SETUP> st!deals->P1:fortune_teller,P2:monk,P3:chef,P4:poisoner,P5:imp";
    const NIGHT: &str =
        "<SETUP> st!deals->P1:fortune_teller,P2:monk,P3:chef,P4:poisoner,P5:imp, st!picks->P2";

    /// A rule that is wrong, a game and an action that show it, what is written down of both answers, and what the right rules find wrong.
    const WRONG: [(&str, &str, &str, &str, &[&str]); 4] = [
        (
            "violated(no_poison,T) :- verb(choose,T), by(P,T), role(P,poisoner,T).",
            NIGHT,
            "P4!chooses->P3",
            "# The engine allows it\n# The referee refuses it: no_poison\ngame",
            &[],
        ),
        (
            "reminder(monk,safe,P,T+1) :- done(choose,T), target(P,T).",
            NIGHT,
            "P4!chooses->P3",
            "# The engine allows it\n# The referee allows it\n# Afterwards the referee says reminder(monk,safe,2)\ngame",
            &[],
        ),
        (
            "dies(P,T) :- done(choose,T), asked(P,T).",
            NIGHT,
            "P4!chooses->P3",
            "# The engine allows it\n# The referee allows it\n# Afterwards the engine says alive(3)\n",
            &[],
        ),
        (
            "may_be_herring(P,T) :- seat(P), step(T).",
            DEAL,
            "st!picks->P5",
            "# The engine refuses it: the Storyteller may not pick this player here (botc/pick/candidate)\n# The referee allows it\ngame",
            &["botc/pick/candidate", "referee/violated"],
        ),
    ];

    /// What is wrong with the record of a file by the right rules.
    fn heard_again(file: &Path) -> Vec<String> {
        let record = Some(file.into());
        let limits = Limits { limit: Duration::from_secs(60), memory: u64::MAX };
        let args = RefereeArgs {
            record,
            explain: false,
            setups: 1,
            limits,
            bench: false,
            players: None,
            script: "tb".into(),
            seed: 1,
        };
        let failure = run(&args, &mut Output::new(true)).err().unwrap_or_default();
        failure
            .problems()
            .to_json()
            .iter()
            .filter_map(|problem| Some(problem["id"].as_str()?.to_owned()))
            .collect()
    }

    /// A referee with a house rule that the engine does not know.
    fn guard(setup: &Setup, rule: &str, file: &Path) -> RefereeGuard<State> {
        let rules = asp::botc::Referee::with_house_rules(setup, rule).expect("rules");
        RefereeGuard { file: file.to_owned(), ..RefereeGuard::new(rules, true) }
    }

    /// What is told of the dispute about this event.
    fn dispute(run: &mut Run<State>, event: &str, rule: &str, file: &Path) -> serde_json::Value {
        let reading = line::read(event, State::DIALECT);
        let (_, event) = reading.trace.events().next().expect("an event");
        let action = run.read_action(event).expect("an action");
        let actor = run.state().to_act().expect("somebody");
        let mut guard = guard(&run.record().setup, rule, file);
        assert_eq!(guard.judge(run, actor, action), Err(Objection::Stop), "{rule}");
        guard.finish().expect_err(rule).problems_json().swap_remove(0)
    }

    fn run_of(trace: &str) -> Run<State> {
        record::read(&format!("game botc 2 players=5\n{trace}")).expect("a record")
    }

    #[test]
    fn a_dispute_is_written_down_and_heard_again() {
        let dir = TempDir::new().expect("a directory");
        let file = dir.path().join("dispute.txt");
        for (rule, trace, event, answers, wrong) in WRONG {
            let mut run = run_of(trace);
            let told = dispute(&mut run, event, rule, &file);
            assert_eq!(told["id"], "referee/dispute", "{rule}");
            let text = std::fs::read_to_string(&file).expect("a file");
            let state = run.state().write_state(&run.record().setup.names);
            let head = format!("# Disputed: {event}\n# In this state: {state}\n{answers}");
            assert!(text.starts_with(&head) && text.ends_with(&format!("{event}\n")), "{rule}\n{text}");
            assert_eq!(heard_again(&file), wrong, "{rule}");
        }
        let told = dispute(&mut run_of(NIGHT), WRONG[0].2, WRONG[0].0, &dir.path().join("none/dispute.txt"));
        assert!(told["message"].to_string().contains("cannot be written"), "{told}");
    }

    #[test]
    fn a_dispute_stops_the_game() {
        let dir = TempDir::new().expect("a directory");
        let file = dir.path().join("dispute.txt");
        let setup = Setup::trouble_brewing(5);
        let mut rng = Rng::new(1);
        let seat_all = |_: &People, rng: &mut Rng| {
            let agents = (0..5).map(|_| Box::new(Random::new(rng.fork())) as Box<dyn Agent<State>>).collect();
            Ok(Seated { agents, keeper: Box::new(Chance::new(rng.fork())) })
        };
        let mut out = Output::new(true);
        let play = Play {
            guard: Some(guard(&setup, "violated(no_pass,T) :- verb(pass,T).", &file)),
            run: Run::new(setup).expect("a set-up"),
            people: People::new(&[], 5, false, &out),
            seat_all: &seat_all,
            record: None,
            seed: Seed::new(Some(1)),
        };
        let failure = play.finish(&mut rng, &mut out).expect_err("a dispute");
        assert_eq!(failure.problems().to_json()[0]["id"], "referee/dispute");
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(text.contains("!passes\n# In this state: ") && text.ends_with("!passes\n"), "{text}");
    }
}
