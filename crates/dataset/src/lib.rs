//! What every seat has seen and done in many games, as Parquet files, for learning from what others played.
//!
//! **Accepts** a simulation ([`Source`]) and a directory. **Emits** shards: files with a row for each seat of each game, whose columns are
//! those of `docs/datasets.md`, and `_dataset.json`, which says what was asked. A shard is there as a whole or not at all, and games that are
//! there are not played again, so that an interrupted command is repeated to go on. What a file holds depends on nothing but what was asked.
//!
//! - [`Dataset`] is the directory: which games it has, which it lacks, whether it is the same dataset.
//! - [`schema`] has the columns, [`shard`] plays the games of one file.

mod dataset;
mod manifest;
pub mod schema;
mod shard;
mod source;
#[cfg(test)]
mod tests;

pub use dataset::{Dataset, Plan, Written};
pub use source::Source;
