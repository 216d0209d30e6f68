//! Simulated games as a dataset for learners: what every seat has seen and done, as Parquet files.

#[cfg(feature = "parquet")]
mod with;
#[cfg(not(feature = "parquet"))]
mod without;

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gaslamp_core::bounds::MOST_TIMES;

#[cfg(feature = "parquet")]
pub(crate) use with::run;
#[cfg(not(feature = "parquet"))]
pub(crate) use without::run;

/// Where a dataset goes.
#[derive(Args, Clone, Debug)]
pub(crate) struct DatasetArgs {
    /// Save what every seat has seen and done in this directory, as Parquet files (docs/datasets.md). Games that are there are not played
    /// again.
    #[arg(long, value_name = "DIR", conflicts_with = "records")]
    dataset: Option<PathBuf>,
    /// How many games each of these files has.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000,
        requires = "dataset",
        value_parser = RangedU64ValueParser::<u64>::new().range(1..=MOST_TIMES)
    )]
    shard: u64,
}

impl DatasetArgs {
    /// Whether there is to be a dataset.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.dataset.is_some()
    }
}
