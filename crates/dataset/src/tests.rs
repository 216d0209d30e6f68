//! Datasets of every game: what their files say, that they depend on nothing but what was asked, and what is refused.

use std::fs::File;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use gaslamp_api::mafia::sim::{Options, Sides, Simulation};
use gaslamp_api::sim::{Range, Sink, Tally};
use gaslamp_api::{Course, Problems, Workers, botc};
use gaslamp_mafia::Rules;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Row, RowAccessor as _};
use parquet::schema::printer::print_schema;
use tempfile::TempDir;

use crate::manifest::Manifest;
use crate::shard::Shards;
use crate::{Dataset, Plan, Source, Written, schema};

fn heuristic() -> Simulation {
    let options = Options { red: "heuristic".into(), black: "random".into(), ..Options::default() };
    Simulation::new(options).unwrap()
}

fn plan(dir: &Path, games: u64, shard: u64) -> Plan<'_> {
    Plan { dir, seed: 7, games, shard: NonZero::new(shard).unwrap() }
}

/// Plays until so many games are reported.
fn write<S: Source>(
    source: &S,
    plan: Plan<'_>,
    threads: usize,
    until: u64,
) -> Result<Written<S::Score>, Problems> {
    let workers = Workers::new("sim/threads", NonZero::new(threads)).unwrap();
    let (stop, played) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |done| stop.store(played.fetch_add(done, Relaxed) + done >= until, Relaxed);
    Dataset::open(source, plan)?.play(&Course { workers: &workers, stop: &stop, progress: &progress })
}

fn all<S: Source>(source: &S, plan: Plan<'_>) -> Written<S::Score> {
    write(source, plan, 2, u64::MAX).unwrap()
}

/// The files of a directory, by name.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| (name.clone(), std::fs::read(dir.join(name)).unwrap());
    names(dir).into_iter().map(read).collect()
}

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn rows(file: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
}

fn ids(problems: &Problems) -> Vec<&'static str> {
    problems.iter().map(|problem| problem.diagnostic.id).collect()
}

#[test]
fn files_say_what_they_hold() {
    let dir = TempDir::new().unwrap();
    all(&heuristic(), plan(dir.path(), 3, 2));
    assert_eq!(
        names(dir.path()),
        ["_dataset.json", "games-00000000-00000001.parquet", "games-00000002-00000002.parquet"]
    );
    let file = dir.path().join("games-00000002-00000002.parquet");
    let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    let about = reader.metadata().file_metadata();
    let mut printed = Vec::new();
    print_schema(&mut printed, about.schema());
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert_eq!(words(&String::from_utf8(printed).unwrap()).to_lowercase(), words(GOLDEN).to_lowercase());
    let fields: Vec<String> = about
        .key_value_metadata()
        .unwrap()
        .iter()
        .map(|field| format!("{}={}", field.key, field.value.as_deref().unwrap()))
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        "gaslamp.schema=1",
        &format!("gaslamp.version={version}"),
        "gaslamp.game=mafia",
        "gaslamp.game_version=1",
        "gaslamp.encoding=1",
        "gaslamp.vocabulary=50",
        "gaslamp.ids=95",
        "gaslamp.setup={}",
        r#"gaslamp.agents={"red":"heuristic","black":"random"}"#,
        "gaslamp.seed=7",
        "gaslamp.shard=2",
        "gaslamp.first=2",
        "gaslamp.games=1",
    ];
    assert_eq!(fields, expected);
    assert_eq!(about.created_by(), Some(format!("gaslamp {version}").as_str()));
}

/// Version 1 of the columns: whoever changes this changes [`schema::VERSION`] and `docs/datasets.md`.
const GOLDEN: &str = "message gaslamp {
  REQUIRED INT64 game (INTEGER(64,false));
  REQUIRED INT64 seed (INTEGER(64,false));
  REQUIRED INT32 seat (INTEGER(8,false));
  REQUIRED BYTE_ARRAY name (STRING);
  REQUIRED BYTE_ARRAY agent (STRING);
  REQUIRED BYTE_ARRAY role (STRING);
  REQUIRED BYTE_ARRAY side (STRING);
  REQUIRED BYTE_ARRAY result (STRING);
  REQUIRED INT32 score (INTEGER(8,true));
  REQUIRED group tokens (LIST) { REPEATED group list { REQUIRED INT32 element (INTEGER(16,false)); } }
  REQUIRED group read (LIST) { REPEATED group list { REQUIRED INT32 element (INTEGER(32,false)); } }
  REQUIRED group at (LIST) { REPEATED group list { REQUIRED INT32 element (INTEGER(32,false)); } }
  REQUIRED group actions (LIST) { REPEATED group list { REQUIRED INT32 element (INTEGER(16,false)); } }
  REQUIRED BYTE_ARRAY masks;
  REQUIRED BYTE_ARRAY record (STRING);
}";

#[test]
fn rows_are_seats_in_order() {
    let dir = TempDir::new().unwrap();
    all(&heuristic(), plan(dir.path(), 70, 100));
    let rows = rows(&dir.path().join("games-00000000-00000069.parquet"));
    assert_eq!(rows.len(), 700);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row.get_ulong(0).unwrap(), index as u64 / 10);
        assert_eq!(row.get_ulong(1).unwrap(), 7);
        assert_eq!(usize::from(row.get_ubyte(2).unwrap()), index % 10);
        let [agent, role, side] = [4, 5, 6].map(|column| row.get_string(column).unwrap().as_str());
        let is_red = matches!(role, "citizen" | "sheriff");
        assert_eq!((side, agent), if is_red { ("red", "heuristic") } else { ("black", "random") });
        let has_won = row.get_string(7).unwrap() == side;
        assert!(
            row.get_byte(8).unwrap() == if has_won { 1 } else { -1 } || row.get_string(7).unwrap() == "draw"
        );
        let steps = row.get_list(12).unwrap().len();
        let lists = [10, 11].map(|column| row.get_list(column).unwrap().len());
        assert_eq!(lists, [steps; 2]);
        assert_eq!(row.get_bytes(13).unwrap().len(), steps * 95_usize.div_ceil(8));
        assert_eq!(row.get_string(14).unwrap(), rows[index / 10 * 10].get_string(14).unwrap());
    }
}

fn is_the_same_however_it_is_played<S: Source>(source: &S)
where
    S::Score: PartialEq + std::fmt::Debug,
{
    let [whole, alone, parts] = [(); 3].map(|()| TempDir::new().unwrap());
    let at_once = all(source, plan(whole.path(), 20, 8));
    write(source, plan(alone.path(), 20, 8), 1, u64::MAX).unwrap();
    assert_eq!(files(whole.path()), files(alone.path()), "threads");
    let mut sum = Tally::default();
    let mut stops = 0;
    loop {
        let written = write(source, plan(parts.path(), 20, 8), 2, 9).unwrap();
        assert_eq!(names(parts.path()).len() as u64, 1 + written.games.div_ceil(8));
        sum.merge(&written.tally);
        if written.games == 20 {
            break;
        }
        stops += 1;
    }
    assert!(stops > 0, "nobody has stopped it");
    assert_eq!(files(whole.path()), files(parts.path()), "in parts");
    assert_eq!(sum, at_once.tally);
}

#[test]
fn mafia_is_the_same_however_it_is_played() {
    is_the_same_however_it_is_played(&heuristic());
}

#[test]
fn botc_is_the_same_however_it_is_played() {
    let options = botc::sim::Options::new(gaslamp_botc::Setup::trouble_brewing(5));
    is_the_same_however_it_is_played(&botc::sim::Simulation::new(options).unwrap());
}

#[test]
fn a_dataset_grows() {
    let [grown, whole] = [(); 2].map(|()| TempDir::new().unwrap());
    let source = heuristic();
    for (games, now) in [(0, 0), (5, 5), (5, 0), (3, 0), (12, 7)] {
        let written = all(&source, plan(grown.path(), games, 4));
        assert_eq!((written.tally.games, written.games), (now, games));
    }
    let ranges = ["00000000-00000003", "00000004-00000004", "00000005-00000007", "00000008-00000011"];
    let mut expected = ranges.map(|range| format!("games-{range}.parquet")).to_vec();
    expected.insert(0, "_dataset.json".to_owned());
    assert_eq!(names(grown.path()), expected);
    all(&source, plan(whole.path(), 12, 12));
    let grown: Vec<Row> = expected[1..].iter().flat_map(|name| rows(&grown.path().join(name))).collect();
    assert_eq!(grown, rows(&whole.path().join("games-00000000-00000011.parquet")));
}

#[test]
fn odd_numbers_are_played() {
    let source = heuristic();
    let dir = TempDir::new().unwrap();
    assert_eq!(all(&source, plan(dir.path(), 0, 1)).shards, 0);
    assert_eq!(names(dir.path()), ["_dataset.json"]);
    assert_eq!(all(&source, plan(dir.path(), 3, 1)).shards, 3);
    let dir = TempDir::new().unwrap();
    let far = Plan { seed: u64::MAX, shard: NonZero::<u64>::MAX, ..plan(dir.path(), 1, 1) };
    assert_eq!(all(&source, far).shards, 1);
    let row = &rows(&dir.path().join("games-00000000-00000000.parquet"))[0];
    assert_eq!(row.get_ulong(1).unwrap(), u64::MAX);
}

#[test]
fn row_groups_bound_the_memory() {
    const LARGEST: usize = 100_000;
    let dir = TempDir::new().unwrap();
    let source = heuristic();
    let manifest = Manifest::of(&source, 7, NonZero::<u64>::MIN);
    let mut shards = Shards::new(&source, &manifest).unwrap();
    shards.largest_group = LARGEST;
    let workers = Workers::new("sim/threads", NonZero::new(2)).unwrap();
    let course = Course { workers: &workers, stop: &AtomicBool::new(false), progress: &|_| () };
    let [small, large] = ["small", "large"].map(|name| dir.path().join(name));
    let range = Range { seed: 7, first: 0, games: 100 };
    assert!(shards.write(&small, range, &course).is_ok());
    shards.largest_group = schema::LARGEST_GROUP;
    assert!(shards.write(&large, range, &course).is_ok());
    let reader = |file| SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    assert_eq!(reader(&large).num_row_groups(), 1);
    let groups = reader(&small);
    assert!(groups.num_row_groups() > 5, "{}", groups.num_row_groups());
    for group in groups.metadata().row_groups() {
        assert_eq!(group.num_rows() % 10, 0, "a game is in one group");
        let bytes: i64 =
            group.columns().iter().map(parquet::file::metadata::ColumnChunkMetaData::uncompressed_size).sum();
        assert!((bytes as usize) < 2 * LARGEST, "{bytes}");
    }
    assert_eq!(rows(&small), rows(&large));
}

/// Games of Mafia that all have the same record.
struct Told(&'static str, Rules);

impl Source for Told {
    type Game = gaslamp_mafia::State;
    type Score = Sides;

    fn setup(&self) -> &Rules {
        &self.1
    }

    fn agents(&self) -> Vec<(&'static str, &str)> {
        vec![("red", "nobody"), ("black", "somebody")]
    }

    fn unit(
        &self,
        range: Range,
        _: &Course<'_>,
        records: Option<&Sink<'_>>,
    ) -> Result<Tally<Sides>, Problems> {
        for game in range.first..range.first + range.games {
            records.map_or(Ok(()), |sink| sink(game, self.0))?;
        }
        Ok(Tally { games: range.games, ..Tally::default() })
    }
}

#[test]
fn a_game_that_does_not_end_has_no_result() {
    let deal = "game mafia 1\n<SETUP> st!deals->P2:sheriff,P3:mafia,P8:mafia,P9:don <D1> P0!passes\n";
    for (record, side, agent, steps) in [(deal, "red", "nobody", 1), ("game mafia 1\n", "", "", 0)] {
        let dir = TempDir::new().unwrap();
        all(&Told(record, Rules::default()), plan(dir.path(), 1, 1));
        let rows = rows(&dir.path().join("games-00000000-00000000.parquet"));
        assert_eq!(rows.len(), 10);
        for row in &rows {
            assert_eq!((row.get_string(7).unwrap().as_str(), row.get_byte(8).unwrap()), ("unfinished", 0));
            assert_eq!(row.get_string(14).unwrap(), record);
        }
        assert_eq!(rows[0].get_string(6).unwrap(), side);
        assert_eq!(rows[0].get_string(4).unwrap(), agent);
        assert_eq!(rows[0].get_list(12).unwrap().len(), steps);
        assert_eq!(rows[1].get_list(12).unwrap().len(), 0);
    }
}

#[test]
fn a_game_that_cannot_be_read_leaves_no_file() {
    let dir = TempDir::new().unwrap();
    let problems =
        write(&Told("game mafia 1\n<D1> P0!dances", Rules::default()), plan(dir.path(), 3, 3), 1, u64::MAX)
            .unwrap_err();
    assert!(problems.to_text("error").contains("game 0: "), "{}", problems.to_text("error"));
    assert_eq!(names(dir.path()), ["_dataset.json"]);
}

#[test]
fn what_is_there_is_not_mixed() {
    let dir = TempDir::new().unwrap();
    let source = heuristic();
    all(&source, plan(dir.path(), 2, 2));
    let before = files(dir.path());
    let refused = |source: &Simulation, plan| {
        let problems = Dataset::open(source, plan).map(|_| ()).unwrap_err();
        assert_eq!(ids(&problems)[0], "dataset/other");
        problems.to_text("error")
    };
    let text = refused(&source, Plan { seed: 8, ..plan(dir.path(), 2, 3) });
    assert!(
        text.contains("its seed is `7`, not `8`") && text.contains("its shard is `2`, not `3`"),
        "{text}"
    );
    let rules = Rules { unanimous_kill: true, ..Rules::default() };
    let other = Simulation::new(Options { rules, ..Options::default() }).unwrap();
    let text = refused(&other, plan(dir.path(), 2, 2));
    assert!(text.contains("its setup.unanimous_kill is nothing, not `true`"), "{text}");
    assert!(text.contains("its agents.red is `heuristic`, not `random`"), "{text}");
    assert_eq!(files(dir.path()), before);
}

/// What is made of the bytes of a good file.
type Spoil = fn(Vec<u8>) -> Vec<u8>;

/// A file that is damaged, is another one's, or has games twice, does not count as there.
#[test]
fn files_that_are_not_what_they_are_called_are_refused() {
    let source = heuristic();
    let [first, second] = ["games-00000000-00000001.parquet", "games-00000002-00000003.parquet"];
    let spoils: [(&str, Spoil, &str); 5] = [
        (second, |_| Vec::new(), "is not what its name says"),
        (second, |bytes| bytes[..100].to_vec(), "is not what its name says"),
        (second, |bytes| bytes, "its `first` is 0, not 2"),
        ("games-00000004-00000005.parquet", |bytes| bytes, "its `first` is 0, not 4"),
        ("games-00000001-00000002.parquet", |bytes| bytes, "another file has some of its games"),
    ];
    for (name, spoil, fault) in spoils {
        let dir = TempDir::new().unwrap();
        let plan = || plan(dir.path(), 4, 2);
        all(&source, plan());
        let bytes = std::fs::read(dir.path().join(first)).unwrap();
        std::fs::write(dir.path().join(name), spoil(bytes)).unwrap();
        let problems = Dataset::open(&source, plan()).map(|_| ()).unwrap_err();
        assert_eq!(ids(&problems), ["dataset/file"]);
        let text = problems.to_text("error");
        assert!(text.contains(fault) && text.contains(name), "{text}");
        std::fs::remove_file(dir.path().join(name)).unwrap();
        all(&source, plan());
    }
}

#[test]
fn what_is_no_dataset_is_left_alone() {
    let source = heuristic();
    for (name, text, id) in [
        ("notes.txt", "mine", "dataset/directory"),
        ("_dataset.json", "[]", "dataset/manifest"),
        ("_dataset.json", "{", "dataset/manifest"),
        ("_dataset.json", "{}", "dataset/other"),
    ] {
        let dir = TempDir::new().unwrap();
        std::fs::write(dir.path().join(name), text).unwrap();
        let problems = Dataset::open(&source, plan(dir.path(), 1, 1)).map(|_| ()).unwrap_err();
        assert_eq!(ids(&problems)[0], id, "{text}");
        assert_eq!(files(dir.path()), [(name.to_owned(), text.as_bytes().to_vec())]);
    }
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    assert_eq!(
        ids(&Dataset::open(&source, plan(&file, 1, 1)).map(|_| ()).unwrap_err()),
        ["dataset/manifest"]
    );
}
