//! What a seat of a recorded game could know and believe at a step.

use std::ffi::OsString;

use clap::Args;
use gaslamp_core::number_format::{bar, percent};
use gaslamp_core::{Seat, View};
use gaslamp_deduce::mafia::{
    Beliefs, Contradiction, Fact, Model, Odds, Says, Statement, Worlds, deeds, statements, worlds,
};
use gaslamp_mafia::rules::Role;
use gaslamp_mafia::{Colour, State};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::{Input, read_run, read_seat};
use crate::output::Output;

/// Whose beliefs, and when.
#[derive(Args, Debug)]
pub(crate) struct BeliefsArgs {
    /// A record: a file, the text itself, or - for standard input.
    record: OsString,
    /// Whose eyes.
    #[arg(long, value_name = "N")]
    seat: usize,
    /// After this many actions, the deal included; all of them if not given.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// Weigh only what others say, each thing on its own as true with this chance; if not given, all that is said and done
    /// is weighed by how people play.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    trust: Option<u8>,
}

pub(super) fn run(args: &BeliefsArgs, out: &mut Output) -> Result<(), Failure> {
    let input = Input::read(&args.record)?;
    let run = read_run::<State>(&input, args.at)?;
    let view = run.view(read_seat(args.seat, gaslamp_mafia::SEATS)?);
    let found = worlds(run.record().setup, &view);
    let said = statements(&view);
    let odds = [found.odds(), weigh(&found, &view, args.trust).odds()];
    if out.json {
        return Ok(out.value(&to_json(&view, &found, &said, &odds))?);
    }
    out.line(&format!("{} of 2520 deals fit what {} has seen", found.count(), name(&view, view.seat)))?;
    for fact in found.certain() {
        out.line(&format!("  certain: {}", fact_words(&view, fact)))?;
    }
    for contradiction in found.contradictions(&said) {
        out.line(&format!("  {}", contradiction_words(&view, contradiction)))?;
    }
    let weighed = args.trust.map_or("weighed by how people play".to_owned(), |trust| {
        format!("weighed: what others say is true with {trust} %, each thing on its own")
    });
    for (title, odds) in ["counted", &weighed].into_iter().zip(odds) {
        match odds {
            Some(odds) => out.line(&format!("\n{title}\n{}", table(&view, &odds)))?,
            None => out.line(&format!("\n{title}: nothing of what was said can be true together"))?,
        }
    }
    Ok(())
}

/// The seat's worlds after all that was said and done, or said alone if it is to be trusted so far.
fn weigh(found: &Worlds, view: &View<State>, trust: Option<u8>) -> Beliefs {
    let mut beliefs = Beliefs::new(found);
    match trust {
        Some(percent) => {
            for statement in statements(view) {
                beliefs.hear(&statement, found.trust(&statement, f64::from(percent) / 100.0));
            }
        }
        None => deeds(view).iter().for_each(|deed| beliefs.judge(deed, &Model::default())),
    }
    beliefs
}

fn name(view: &View<State>, seat: Seat) -> &str {
    view.names.get(seat.index()).map_or("?", String::as_str)
}

fn fact_words(view: &View<State>, fact: Fact) -> String {
    match fact {
        Fact::Role(seat, role) => format!("{} is {}", name(view, seat), role.name()),
        Fact::Colour(seat, colour) => format!("{} is {}", name(view, seat), colour.name()),
    }
}

fn said_words(view: &View<State>, statement: &Statement) -> String {
    let by = name(view, statement.by);
    match statement.says {
        Says::Sheriff(true) => format!("{by} claims the sheriff"),
        Says::Sheriff(false) => format!("{by} denies to be the sheriff"),
        Says::Checked(seat, colour) => {
            format!("{by} says to have checked {}: {}", name(view, seat), colour.name())
        }
        Says::Colour(seat, colour) => format!("{by} says {} is {}", name(view, seat), colour.name()),
    }
}

fn contradiction_words(view: &View<State>, contradiction: Contradiction) -> String {
    match contradiction {
        Contradiction::Refuted(statement) => format!("cannot be true: {}", said_words(view, &statement)),
        Contradiction::Clash(a, b) => format!("not both: {}; {}", said_words(view, &a), said_words(view, &b)),
    }
}

fn table(view: &View<State>, odds: &Odds) -> String {
    let rows = (0..gaslamp_mafia::SEATS).map(Seat::new).map(|seat| {
        let black = odds.colour(seat, Colour::Black);
        let bar = bar(black);
        let [sheriff, don] = [Role::Sheriff, Role::Don].map(|role| percent(odds.role(seat, role)));
        format!(
            "  {:<4} black {:>5} {bar}  sheriff {sheriff:>5}  don {don:>5}\n",
            name(view, seat),
            percent(black)
        )
    });
    rows.collect()
}

fn to_json(view: &View<State>, found: &Worlds, said: &[Statement], odds: &[Option<Odds>; 2]) -> Value {
    let seats = |odds: &Option<Odds>| {
        odds.map(|odds| {
            (0..gaslamp_mafia::SEATS)
                .map(Seat::new)
                .map(|seat| {
                    let roles: serde_json::Map<String, Value> =
                        Role::ALL.iter().map(|role| (role.name().to_owned(), odds.role(seat, *role).into())).collect();
                    json!({ "name": name(view, seat), "black": odds.colour(seat, Colour::Black), "roles": roles })
                })
                .collect::<Vec<_>>()
        })
    };
    let certain: Vec<String> = found.certain().into_iter().map(|fact| fact_words(view, fact)).collect();
    let clashes = found.contradictions(said).into_iter().map(|clash| contradiction_words(view, clash));
    json!({
        "worlds": found.count(), "certain": certain, "contradictions": clashes.collect::<Vec<_>>(),
        "counted": seats(&odds[0]), "weighed": seats(&odds[1]),
    })
}
