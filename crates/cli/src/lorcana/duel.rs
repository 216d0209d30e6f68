//! A game of two decks, with or without people.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gaslamp_agents::chance::Chance;
use gaslamp_agents::human::NoGuide;
use gaslamp_agents::lorcana;
use gaslamp_api::lorcana::observe;
use gaslamp_core::{Rng, Run};
use gaslamp_lorcana::rules::piece::PLAYERS;
use gaslamp_lorcana::{Setup, State};

use super::table::DeckArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::play::{self, OwnAgents, People, Play, Seated};
use crate::program::Terms;
use crate::seed::Seed;

/// The agents of this game.
fn own_agents() -> OwnAgents<State> {
    OwnAgents { names: lorcana::names(), make: Box::new(lorcana::by_name) }
}

/// Who plays which deck, and where the record goes.
#[derive(Args, Debug)]
pub(crate) struct DuelArgs {
    #[command(flatten)]
    decks: DuelDecks,
    /// Who plays for player 1 and player 2; one name stands for both.
    #[arg(long, value_delimiter = ',', value_name = "AGENT,…", default_value = "human,greedy")]
    seats: Vec<OsString>,
    /// Save the record here after every action; a pipe receives it at the end.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Overwrite an existing record.
    #[arg(long)]
    force: bool,
    /// How many seconds a program (exec:COMMAND) may take for one answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::limits::read_seconds)]
    limit: Duration,
    /// Go on with the game of this record, which was broken off; its file is continued unless --record names another.
    #[arg(long, value_name = "FILE")]
    resume: Option<OsString>,
    /// Random seed; a fresh one by default, which is told.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The decks of both players; a record that is resumed has its own.
#[derive(Args, Debug)]
pub(crate) struct DuelDecks {
    /// Player 1's deck list: a file, the text itself, or - for standard input.
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    deck1: Option<OsString>,
    /// Player 2's deck list.
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    deck2: Option<OsString>,
    /// Play cards with an ability that is not known yet by their numbers and keywords only.
    #[arg(long)]
    allow_partial: bool,
}

impl DuelDecks {
    fn setup(&self) -> Result<Setup, Failure> {
        let [deck1, deck2] = [&self.deck1, &self.deck2].map(|deck| deck.clone().unwrap_or_default());
        DeckArgs { deck1, deck2, allow_partial: self.allow_partial }.setup()
    }
}

pub(super) fn run(args: &DuelArgs, out: &mut Output) -> Result<(), Failure> {
    let seed = Seed::of_game(args.seed, args.resume.is_some());
    let run = match &args.resume {
        Some(record) => play::resumed(record)?,
        None => Run::<State>::new(args.decks.setup()?)?,
    };
    let terms = Terms { observe, limit: args.limit };
    let seats = play::named(&args.seats);
    let own = own_agents();
    let seat_all = |people: &People, rng: &mut Rng| {
        let agents =
            play::seated(&seats, PLAYERS, rng, &own, &terms, |seat, _| people.player(seat, NoGuide))?;
        Ok(Seated { agents, keeper: Box::new(Chance::new(rng.fork())) })
    };
    let people = People::new(&seats, PLAYERS, false, out);
    let record = play::record_of(args.record.as_deref(), args.resume.as_deref(), args.force)?;
    let play = Play { run, people, seat_all: &seat_all, guard: None, record, seed };
    play.finish(&mut Rng::new(seed.number), out)
}
