//! Plays what a dataset lacks, and tells what was played and what there is now.

use std::num::NonZero;

use gaslamp_api::Problems;
use gaslamp_core::number_format::plural;
use gaslamp_dataset::{Dataset, Plan, Source};
use serde_json::json;

use crate::failure::Failure;
use crate::output::Output;
use crate::sim::{Games, Report, play, tell};

/// Plays what is missing. The results that are told are those of the games that were saved now.
pub(crate) fn run<S: Source>(
    args: &Games,
    source: &S,
    lines: impl Fn(&S::Score) -> Vec<String>,
    out: &mut Output,
) -> Result<(), Failure> {
    let Some(dir) = &args.dataset.dataset else { return Ok(()) };
    let shard = NonZero::new(args.dataset.shard).unwrap_or(NonZero::<u64>::MIN);
    let dataset = Dataset::open(source, Plan { dir, seed: args.seed, games: args.games, shard })?;
    let missing = args.games - dataset.kept()?;
    let done = play(args, missing, |course| dataset.play(course))?;
    let written = done.found;
    let tally = written.tally;
    let has_all = written.games == args.games;
    let interruption = (done.is_interrupted && !has_all).then(|| {
        let message =
            format!("interrupted after {}; repeat the command to go on", plural(tally.games, "game"));
        Problems::interrupted("sim/interrupted", message)
    });
    let place = dir.display().to_string();
    let now = format!("{} now in {}", plural(tally.games, "game"), plural(written.shards, "file"));
    let there = format!("{place} has {} of {}: {now}", written.games, plural(args.games, "game"));
    if tally.games == 0 && interruption.is_none() && !out.json {
        // Rates of no games tell nobody anything.
        return Ok(out.line(&there)?);
    }
    let fields = vec![(
        "dataset",
        json!({ "directory": place, "games": written.games, "files_written": written.shards }),
    )];
    let mut lines = lines(&tally.score);
    lines.push(there);
    tell(Report { tally, played: done.played, lines, fields, interruption }, out)
}
