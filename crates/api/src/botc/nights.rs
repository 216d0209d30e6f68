//! Sheets for the night: of a script, or of a recorded game.

use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::night_sheet::{NightSheet, Sleeper, Task};
use gaslamp_botc::{Character, Script, State};
use gaslamp_core::{Diagnostic, Run, Seat};
use serde_json::{Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record;

/// A sheet, and what it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nights {
    /// The title of the script.
    pub script: String,
    /// The names of the players, if it is for a game.
    pub names: Vec<String>,
    /// What is done at night.
    pub sheet: NightSheet,
}

impl Nights {
    /// The sheet of a script.
    ///
    /// # Errors
    /// That a script has no actions of which only some could be looked at.
    pub fn of_script(script: &Script, at: Option<usize>) -> Result<Self, Problems> {
        if at.is_some() {
            let problem = Diagnostic::new("nights/game", "--at needs the record of a game");
            return Err(problem.fix("leave out --at, or give a record").into());
        }
        let sheet = NightSheet::of_script(script);
        Ok(Self { script: script.name().to_owned(), names: Vec::new(), sheet })
    }

    fn of_game(run: &Run<State>) -> Self {
        let setup = &run.record().setup;
        let sheet = NightSheet::of_game(&setup.script, run.state());
        Self { script: setup.script.name().to_owned(), names: setup.names.clone(), sheet }
    }

    /// The name of a player.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let tasks = |tasks: &[Task]| -> Value { tasks.iter().map(|task| self.task_json(task)).collect() };
        json!({
            "script": self.script,
            "players": self.names,
            "first": tasks(&self.sheet.first),
            "other": tasks(&self.sheet.other),
        })
    }

    fn task_json(&self, task: &Task) -> Value {
        let player = |sleeper: &Sleeper| {
            json!({
                "name": self.name(sleeper.seat),
                "seat": sleeper.seat.index(),
                "dead": !sleeper.is_alive,
                "actually": sleeper.actually.map(Character::name),
            })
        };
        json!({
            "step": task.step.word(),
            "name": task.name(),
            "words": task.words,
            "newcomers": task.is_for_newcomers,
            "players": task.players.iter().map(player).collect::<Vec<_>>(),
        })
    }
}

/// The sheet of a script or of a recorded game, after so many of its actions.
///
/// # Errors
/// What cannot be read, and that there is no sheet for anything else.
pub fn nights(input: &Input, at: Option<usize>) -> Result<Nights, Problems> {
    match any::read(&input.text).map_err(|problems| input.problems(problems))? {
        Written::Script(script) => Nights::of_script(&script, at),
        Written::Game(run) => {
            let at = at.unwrap_or(run.record().actions.len());
            Ok(Nights::of_game(&record::up_to(&run, at)?))
        }
        Written::GrimoireText(_) | Written::Bag(_) => {
            let problem =
                Diagnostic::new("nights/game", "a night sheet needs a script or the record of a game");
            Err(problem.fix("tb, snv, bmr, an official script JSON, or a record").into())
        }
    }
}
