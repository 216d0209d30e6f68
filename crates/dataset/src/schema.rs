//! The columns of a shard, and how rows become columns.
//!
//! **Accepts** games as [`Game`], **writes** row groups. The columns are explained in `docs/datasets.md`; whoever changes one counts
//! [`VERSION`] up.

use std::io::Write;
use std::sync::Arc;

use gaslamp_learn::trajectory::Trajectory;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, TypePtr};

/// The version of the columns.
pub const VERSION: u32 = 1;

/// The columns, in the words of Parquet.
pub const COLUMNS: &str = "message gaslamp {
  required int64 game (INTEGER(64,false));
  required int64 seed (INTEGER(64,false));
  required int32 seat (INTEGER(8,false));
  required binary name (STRING);
  required binary agent (STRING);
  required binary role (STRING);
  required binary side (STRING);
  required binary result (STRING);
  required int32 score (INTEGER(8,true));
  required group tokens (LIST) { repeated group list { required int32 element (INTEGER(16,false)); } }
  required group read (LIST) { repeated group list { required int32 element (INTEGER(32,false)); } }
  required group at (LIST) { repeated group list { required int32 element (INTEGER(32,false)); } }
  required group actions (LIST) { repeated group list { required int32 element (INTEGER(16,false)); } }
  required binary masks;
  required binary record (STRING);
}";

/// The size at which row groups are written, in memory. Only complete games go into one.
pub(crate) const LARGEST_GROUP: usize = 32 << 20;

/// Level 9 saves an eighth and takes more than twice as long.
const LEVEL: i32 = 3;

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Game {
    /// How it ended, or `unfinished`.
    pub(crate) result: &'static str,
    /// As one line.
    pub(crate) record: String,
    /// Who played.
    pub(crate) seats: Vec<Player>,
}

/// A player, and what they have seen and done.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) agent: String,
    pub(crate) role: String,
    pub(crate) side: String,
    pub(crate) score: i8,
    pub(crate) trajectory: Trajectory,
}

/// Rows that are not written yet, by column.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    game: Vec<i64>,
    seed: Vec<i64>,
    seat: Vec<i32>,
    name: Vec<ByteArray>,
    agent: Vec<ByteArray>,
    role: Vec<ByteArray>,
    side: Vec<ByteArray>,
    result: Vec<ByteArray>,
    score: Vec<i32>,
    tokens: Lists,
    read: Lists,
    at: Lists,
    actions: Lists,
    masks: Vec<ByteArray>,
    record: Vec<ByteArray>,
    bytes: usize,
}

/// Lists of numbers, one after another.
#[derive(Debug, Default)]
struct Lists {
    values: Vec<i32>,
    /// 1 for an element, 0 for an empty list.
    definitions: Vec<i16>,
    /// 0 where a list begins.
    repetitions: Vec<i16>,
}

impl Lists {
    fn push(&mut self, list: impl Iterator<Item = u32>) {
        let before = self.values.len();
        self.values.extend(list.map(u32::cast_signed));
        let added = self.values.len() - before;
        let entries = added.max(1);
        self.definitions.extend(std::iter::repeat_n(i16::from(added > 0), entries));
        self.repetitions.push(0);
        self.repetitions.extend(std::iter::repeat_n(1, entries - 1));
    }
}

impl Columns {
    /// Adds the rows of a game.
    pub(crate) fn push(&mut self, seed: u64, game: u64, played: Game) {
        let Game { result, record, seats } = played;
        // All rows share the text.
        let record = text(record);
        self.bytes += record.len();
        for (seat, player) in seats.into_iter().enumerate() {
            let Trajectory { tokens, steps, masks } = player.trajectory;
            // A number of a list has two levels; the rest of a row is small.
            const NUMBER: usize = 8;
            const REST: usize = 400;
            self.bytes += NUMBER * (tokens.len() + 3 * steps.len()) + masks.len() + REST;
            self.game.push(game.cast_signed());
            self.seed.push(seed.cast_signed());
            self.seat.push(seat as i32);
            self.name.push(text(player.name));
            self.agent.push(text(player.agent));
            self.role.push(text(player.role));
            self.side.push(text(player.side));
            self.result.push(text(result.to_owned()));
            self.score.push(player.score.into());
            self.tokens.push(tokens.iter().map(|&token| token.into()));
            self.read.push(steps.iter().map(|step| step.read));
            self.at.push(steps.iter().map(|step| step.at));
            self.actions.push(steps.iter().map(|step| step.id.into()));
            self.masks.push(masks.into());
            self.record.push(record.clone());
        }
    }

    /// The memory that they take, about.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Writes everything as a row group and forgets it. Nothing is written if there is nothing.
    pub(crate) fn flush<W: Write + Send>(&mut self, file: &mut SerializedFileWriter<W>) -> Result<()> {
        if self.game.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(self);
        let mut group = file.next_row_group()?;
        put::<Int64Type, _>(&mut group, &rows.game)?;
        put::<Int64Type, _>(&mut group, &rows.seed)?;
        put::<Int32Type, _>(&mut group, &rows.seat)?;
        for texts in [&rows.name, &rows.agent, &rows.role, &rows.side, &rows.result] {
            put::<ByteArrayType, _>(&mut group, texts)?;
        }
        put::<Int32Type, _>(&mut group, &rows.score)?;
        for lists in [&rows.tokens, &rows.read, &rows.at, &rows.actions] {
            let levels = Some((lists.definitions.as_slice(), lists.repetitions.as_slice()));
            put_levels::<Int32Type, _>(&mut group, &lists.values, levels)?;
        }
        put::<ByteArrayType, _>(&mut group, &rows.masks)?;
        put::<ByteArrayType, _>(&mut group, &rows.record)?;
        group.close().map(|_| ())
    }
}

fn text(text: String) -> ByteArray {
    text.into_bytes().into()
}

fn put<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> Result<()> {
    put_levels::<T, W>(group, values, None)
}

/// Writes the next column.
fn put_levels<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<(&[i16], &[i16])>,
) -> Result<()> {
    let missing = || ParquetError::General("there are fewer columns than values".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    let (definitions, repetitions) = levels.unzip();
    column.typed::<T>().write_batch(values, definitions, repetitions)?;
    column.close()
}

/// A file that begins.
pub(crate) fn writer<W: Write + Send>(out: W, fields: Vec<KeyValue>) -> Result<SerializedFileWriter<W>> {
    SerializedFileWriter::new(out, columns()?, Arc::new(properties(fields)?))
}

fn columns() -> Result<TypePtr> {
    parse_message_type(COLUMNS).map(Arc::new)
}

fn properties(fields: Vec<KeyValue>) -> Result<WriterProperties> {
    let list = |name: &str| ColumnPath::from(vec![name.to_owned(), "list".to_owned(), "element".to_owned()]);
    let column = |name: &str| ColumnPath::from(name);
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_created_by(concat!("gaslamp ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(fields))
        // Every mask and every record is a different one, but a record stands in all rows of its game: its dictionary may be as large as the row
        // group.
        .set_column_dictionary_enabled(column("masks"), false)
        .set_column_dictionary_page_size_limit(column("record"), LARGEST_GROUP);
    // These grow from step to step, by little.
    for name in ["read", "at"] {
        properties = properties
            .set_column_dictionary_enabled(list(name), false)
            .set_column_encoding(list(name), Encoding::DELTA_BINARY_PACKED);
    }
    // The least and the greatest of these tell nobody anything.
    for path in [list("tokens"), list("actions"), list("read"), list("at"), column("masks"), column("record")]
    {
        properties = properties.set_column_statistics_enabled(path, EnabledStatistics::None);
    }
    Ok(properties.build())
}
