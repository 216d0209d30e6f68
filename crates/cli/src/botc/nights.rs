//! Sheets for the night.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;
use gaslamp_api::botc::nights::{Nights, nights};
use gaslamp_botc::Script;
use gaslamp_botc::notation::night_sheet::{Sleeper, Task};
use gaslamp_core::display_width;
use gaslamp_core::number_format::plural;

use crate::failure::Failure;
use crate::input;
use crate::output::{Output, OutputArgs};

/// For which table.
#[derive(Args, Debug)]
pub(crate) struct NightsArgs {
    /// tb, snv, bmr, an official script JSON, or the record of a game: a file, the text itself, or -.
    table: OsString,
    /// For a record: the table after this many actions.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &NightsArgs, out: &mut Output) -> Result<(), Failure> {
    let file = args.output.destination()?;
    let nights = match args.table.to_str().and_then(Script::built_in) {
        Some(script) => Nights::of_script(&script, args.at)?,
        None => nights(
            &input::read_or(&args.table, "tb, snv, bmr, a script JSON or the record of a game")?,
            args.at,
        )?,
    };
    match file {
        Some(file) => file.save(&words(&nights), out),
        None if out.json => Ok(out.value(&nights.to_json())?),
        None => Ok(out.line(&words(&nights))?),
    }
}

fn words(nights: &Nights) -> String {
    let table = match nights.names.len() {
        0 => String::new(),
        players => format!(", {}", plural(players, "player")),
    };
    let mut text = format!("{}{table}\n", nights.script);
    let sheet = &nights.sheet;
    let (later, other): (Vec<&Task>, Vec<&Task>) = sheet.other.iter().partition(|task| task.is_for_newcomers);
    let parts = [
        ("First night", sheet.first.iter().collect()),
        ("Other nights", other),
        ("Other nights, for players who have just become one of these", later),
    ];
    let names = sheet.first.iter().chain(&sheet.other).map(|task| display_width::of(&who(nights, task)));
    let widest = names.max().unwrap_or(0);
    for (heading, tasks) in parts {
        if tasks.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{heading}");
        for (index, task) in tasks.iter().enumerate() {
            let who = who(nights, task);
            let pad = " ".repeat(widest - display_width::of(&who));
            let words = if task.is_known() { format!("{pad}  {}", task.words) } else { String::new() };
            let _ = writeln!(text, "  {:>2}  {who}{words}", index + 1);
        }
    }
    if sheet.first.iter().chain(&sheet.other).any(|task| !task.is_known()) {
        text.push_str(UNKNOWN);
    }
    text
}

/// Why some have nothing beside their name.
const UNKNOWN: &str = "\nCharacters that cannot be played yet are listed by name only.\n";

/// Whose turn it is, and in a game which players that are.
fn who(nights: &Nights, task: &Task) -> String {
    let player = |sleeper: &Sleeper| {
        let actually = sleeper.actually.map(|role| format!("the {}", role.name()));
        let dead = (!sleeper.is_alive).then(|| "dead".to_owned());
        let notes: Vec<String> = actually.into_iter().chain(dead).collect();
        let name = nights.name(sleeper.seat);
        if notes.is_empty() { name.to_owned() } else { format!("{name} ({})", notes.join(", ")) }
    };
    let players: Vec<String> = task.players.iter().map(player).collect();
    if players.is_empty() {
        task.name().to_owned()
    } else {
        format!("{}: {}", task.name(), players.join(", "))
    }
}
