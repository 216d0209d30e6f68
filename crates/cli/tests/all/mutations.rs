//! Any command line and any input: no panic, no exit code other than 0, 1, 2 and 130, no silence of 20 seconds, no gigabyte of memory.
//!
//! Starts from the command lines of `data/commands.txt`, which has at least one for every verb. `GASLAMP_MUTATIONS=2000` tries that many
//! mutated inputs and a quarter as many mutated command lines, and `GASLAMP_SEED` sets the random seed; `./x mutate` does both.

use crate::common;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::done;
use gaslamp_core::Rng;
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The default number of mutated inputs; there are a quarter as many mutated command lines.
const INPUTS: usize = 48;

/// How long a command may work silently.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long it may do nothing at all, if the machine is busy with other things.
const DEADLOCK: Duration = Duration::from_secs(600);

/// The memory that a command may use, in kilobytes.
const MEMORY: usize = 1 << 20;

/// The longest argument that the system allows, in bytes, with some margin.
const LONGEST_ARGUMENT: usize = 120_000;

/// What every command finds in its directory.
fn directory() -> TempDir {
    let dir = TempDir::new().expect("a directory");
    let kept = ["crates/lorcana/tests/data/decks", "data/puzzles", "data/games", "crates/cli/tests/data"];
    for from in kept.map(|dir| Path::new(ROOT).join(dir)) {
        copy_all(&from, dir.path());
    }
    let texts = [
        ("typed.txt", "list\nhelp\n1\n2\npasses\n1\nP1!nominates->P2\n1\n1\n1\nquit\n"),
        ("table.txt", "<SETUP> st!deals->P0:don,P1:mafia,P8:mafia,P2:sheriff <D1> P0!says->P2:black"),
        ("tokens.txt", "41 13 1 18 0\n"),
        (
            "script.json",
            r#"[{"id": "_meta", "name": "x", "firstNight": ["dusk", "empath"]}, "imp", {"id": "chef"}, "poisoner", "empath", "monk", "saint"]"#,
        ),
        (
            "state.json",
            r#"{"bluffs": ["chef", null], "edition": {"id": "tb"}, "players": [{"name": "Al", "role": "imp", "isDead": true,
            "reminders": [{"role": "virgin", "name": "No Ability"}]}, {"name": "Bo", "role": "spy"}, {"name": "Cy"}]}"#,
        ),
    ];
    for (name, text) in texts {
        std::fs::write(dir.path().join(name), text).expect("a file");
    }
    let made = [
        "botc play --players 5 --seats random --storyteller random --seed 2 --record botc.txt",
        "botc tree new --players 5 --seed 7",
        "mafia play --seats random --seed 2 --record mafia.txt",
        "mafia tree new --seed 42",
        "lorcana duel bs01.txt rp01.txt --seats random --seed 1 --allow-partial --record lorcana.txt",
        "lorcana match bs01.txt rp01.txt",
        "lorcana shuffle b013 0123456.0123456.ab",
    ];
    for command in made {
        printed_by(dir.path(), command);
    }
    let printed = [
        ("botc-rich.txt", "botc replay botc.txt"),
        ("mafia-rich.txt", "mafia replay mafia.txt"),
        ("frame.txt", "botc replay botc.txt --as table"),
    ];
    for (name, command) in printed {
        let text = printed_by(dir.path(), command);
        std::fs::write(dir.path().join(name), text).expect("a file");
    }
    std::fs::create_dir(dir.path().join("adopted")).expect("a directory");
    for name in ["game.dot", "deck1.dek", "deck2.dek"] {
        let from = dir.path().join("output/b013/0123456.0123456.ab").join(name);
        std::fs::copy(from, dir.path().join("adopted").join(name)).expect("a copy");
    }
    dir
}

/// The output of a command that must succeed.
fn printed_by(dir: &Path, command: &str) -> String {
    let (args, _) = words(command);
    done(dir, &args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn copy_all(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a directory").flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            std::fs::create_dir_all(&to).expect("a directory");
            copy_all(&path, &to);
        } else {
            std::fs::copy(&path, to).expect("a copy");
        }
    }
}

/// A command line, and the file that is its standard input.
#[derive(Clone, Debug)]
struct Line {
    args: Vec<String>,
    stdin: Option<String>,
}

/// The words of a command, in which single quotes group words, and its standard input.
fn words(command: &str) -> (Vec<String>, Option<String>) {
    let (command, stdin) = match command.split_once(" < ") {
        Some((command, stdin)) => (command, Some(stdin.trim().to_owned())),
        None => (command, None),
    };
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| {
        if at % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() }
    });
    (words.collect(), stdin)
}

fn lines() -> Vec<Line> {
    let text = include_str!("../data/commands.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(words).map(|(args, stdin)| Line { args, stdin }).collect()
}

/// How a command went.
struct Ran {
    status: Option<ExitStatus>,
    stderr: String,
    /// Its peak memory in kilobytes, as far as it was sampled.
    peak: usize,
    /// Its longest silence.
    silence: Duration,
}

impl Ran {
    /// What is wrong with the run, if anything.
    fn finding(&self) -> Option<String> {
        let code = self.status.map(|status| status.code());
        if self.stderr.contains("panicked at") {
            return Some(format!("panics: {}", self.stderr));
        }
        if self.peak > MEMORY {
            return Some(format!("takes {} MB", self.peak >> 10));
        }
        match code {
            None if self.silence >= PATIENCE => Some(format!("says nothing for {:?}", self.silence)),
            // It prints something, and would have gone on.
            None | Some(Some(0 | 1 | 2 | 130)) => None,
            Some(Some(code)) => Some(format!("exits with {code}: {}", self.stderr)),
            Some(None) => Some(format!("is killed by a signal: {}", self.stderr)),
        }
    }
}

/// Runs a command until it ends, is silent for too long, or has printed for as long as that.
fn run(dir: &Path, line: &Line) -> Ran {
    let stdin = match &line.stdin {
        Some(file) => std::fs::File::open(dir.join(file)).map_or_else(|_| Stdio::null(), Stdio::from),
        None => Stdio::null(),
    };
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("gaslamp"))
        .args(&line.args)
        .current_dir(dir)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let said = Arc::new(AtomicUsize::new(0));
    let out = child.stdout.take().expect("a pipe");
    let out = listen(out, Arc::clone(&said));
    let err = child.stderr.take().expect("a pipe");
    let err = listen(err, Arc::clone(&said));
    let mut ran = watch(&mut child, &said);
    let _ = out.join();
    ran.stderr = err.join().expect("a listener does not panic");
    ran
}

/// Counts the output, and keeps the beginning of it.
fn listen(mut pipe: impl Read + Send + 'static, said: Arc<AtomicUsize>) -> std::thread::JoinHandle<String> {
    const KEPT: usize = 2000;
    std::thread::spawn(move || {
        let (mut kept, mut buffer) = (Vec::new(), [0; 1 << 16]);
        while let Ok(read @ 1..) = pipe.read(&mut buffer) {
            said.fetch_add(read, Ordering::Relaxed);
            kept.extend(buffer[..read].iter().take(KEPT.saturating_sub(kept.len())));
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

fn watch(child: &mut Child, said: &AtomicUsize) -> Ran {
    let start = Instant::now();
    let mut ran = Ran { status: None, stderr: String::new(), peak: 0, silence: Duration::ZERO };
    let (mut heard, mut last_word) = (0, Duration::ZERO);
    loop {
        ran.status = child.try_wait().expect("a child");
        if ran.status.is_some() {
            return ran;
        }
        ran.peak = ran.peak.max(peak(child.id()));
        // A busy machine is not the command's fault: what counts is its processor time.
        let worked = worked(child.id()).unwrap_or_else(|| start.elapsed()).min(start.elapsed());
        if said.load(Ordering::Relaxed) != heard {
            (heard, last_word) = (said.load(Ordering::Relaxed), worked);
        }
        ran.silence = ran.silence.max(worked.saturating_sub(last_word));
        let is_enough = ran.silence >= PATIENCE || ran.peak > MEMORY || worked >= 2 * PATIENCE;
        if is_enough || start.elapsed() >= DEADLOCK {
            ran.silence = if is_enough { ran.silence } else { DEADLOCK };
            child.kill().expect("a child that runs");
            child.wait().expect("a child");
            return ran;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The processor time of a process over all threads, if the system reports it.
fn worked(process: u32) -> Option<Duration> {
    const TICKS_A_SECOND: u64 = 100;
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // After the name, which may contain anything, user time is the twelfth field and system time the thirteenth.
    let (_, fields) = status.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().ok());
    let ticks: u64 = ticks.sum::<Option<u64>>()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_A_SECOND))
}

/// The peak memory of a process in kilobytes; 0 if the system does not report it.
fn peak(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Numbers that nobody would use.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "16",
    "21",
    "255",
    "256",
    "65535",
    "65536",
    "16400",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1e308",
    "-9223372036854775809",
];

/// A word that nobody would use.
fn odd_word(rng: &mut Rng) -> String {
    const WORDS: [&str; 14] = [
        "",
        " ",
        "-",
        "--",
        "\u{1b}[31m",
        "\u{7}\r\n",
        "王\u{308}\u{202e}",
        "🕯️",
        "'",
        "\"",
        "{",
        "[",
        "<",
        ",,,",
    ];
    match rng.below(4) {
        0 => "x".repeat([300, 5_000, 70_000, 120_000][rng.below(4) as usize]),
        1 => "Ann,".repeat([20, 300, 16_400][rng.below(3) as usize]),
        2 => (*rng.pick(&NUMBERS).expect("a number")).to_owned(),
        _ => (*rng.pick(&WORDS).expect("a word")).to_owned(),
    }
}

/// How many changes are made: mostly one, since an input with many is refused because of the first.
fn how_often(rng: &mut Rng) -> u32 {
    if rng.below(3) > 0 { 1 } else { 2 + rng.below(4) }
}

/// A command line with a few changes.
fn mutated_line(lines: &[Line], rng: &mut Rng) -> Line {
    let mut line = rng.pick(lines).expect("a line").clone();
    let other = &rng.pick(lines).expect("a line").args;
    for _ in 0..how_often(rng) {
        let args = &mut line.args;
        let at = rng.below(args.len() as u32 + 1) as usize;
        // The game and the verb are changed only now and then.
        let at = if rng.below(8) > 0 { at.max(2).min(args.len()) } else { at };
        let is_there = at < args.len();
        match rng.below(16) {
            0 if is_there => drop(args.remove(at)),
            1 if is_there => args.insert(at, args[at].clone()),
            2 if is_there && args.len() > 2 => args.swap(at, 2),
            3 if is_there => args[at] = odd_word(rng),
            4 => args.insert(at, odd_word(rng)),
            5 if is_there => args[at] = in_text(&args[at], rng),
            6 => {
                let from = rng.below(other.len() as u32) as usize;
                args.splice(at.., other[from..].iter().cloned());
            }
            7 if rng.below(4) == 0 => {
                args.extend(other.iter().filter(|word| word.starts_with('-')).take(1).cloned());
            }
            _ => {
                let numbers: Vec<usize> = (0..args.len()).filter(|&at| is_number(&args[at])).collect();
                let number = (*rng.pick(&NUMBERS).expect("a number")).to_owned();
                match rng.pick(&numbers) {
                    Some(&at) => args[at] = number,
                    None => args.push(number),
                }
            }
        }
    }
    // The system allows no longer arguments, and none with a zero byte.
    for arg in &mut line.args {
        arg.retain(|c| c != '\0');
        arg.truncate(arg.floor_char_boundary(LONGEST_ARGUMENT));
    }
    line
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok() || word.split(',').all(|part| part.parse::<u32>().is_ok())
}

fn in_text(text: &str, rng: &mut Rng) -> String {
    String::from_utf8_lossy(&mutated(text.as_bytes(), text.as_bytes(), rng)).into_owned()
}

/// Bytes with a few changes, now and then with a piece of other bytes.
fn mutated(bytes: &[u8], others: &[u8], rng: &mut Rng) -> Vec<u8> {
    const LETTERS: &[u8] = b"<>[](){},:!->+-*~ \n\t\"\\'=0123456789PSDENstabcdef_.#\xc3\xa9\xff\x00\x1b";
    let mut bytes = bytes.to_vec();
    for _ in 0..how_often(rng) {
        let place = |rng: &mut Rng, len: usize| rng.below(len as u32 + 1) as usize;
        let (a, b) = (place(rng, bytes.len()), place(rng, bytes.len()));
        let (from, to) = (a.min(b), a.max(b));
        match rng.below(10) {
            0 => drop(bytes.drain(from..to.min(from + 20))),
            1 => bytes.insert(from, *rng.pick(LETTERS).expect("a letter")),
            2 if from < bytes.len() => bytes[from] ^= 1 << rng.below(8),
            3 => bytes.truncate(to),
            4 => {
                let piece = bytes[from..to].to_vec();
                let times = if piece.len() < 100 { 1 + place(rng, 40) } else { 1 };
                bytes.splice(from..from, piece.repeat(times));
            }
            5 => {
                let start = place(rng, others.len());
                let piece = &others[start..others.len().min(start + place(rng, 400))];
                bytes.splice(from..to.min(from + 50), piece.iter().copied());
            }
            6 => drop(bytes.splice(from..from, odd_word(rng).into_bytes())),
            _ => in_a_number(&mut bytes, from, rng),
        }
    }
    bytes
}

/// Changes the number at or after a place.
fn in_a_number(bytes: &mut Vec<u8>, from: usize, rng: &mut Rng) {
    let Some(start) = (from..bytes.len()).find(|&at| bytes[at].is_ascii_digit()) else { return };
    let len = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = *rng.pick(&NUMBERS).expect("a number");
    bytes.splice(start..start + len, number.bytes());
}

/// What a command reads: files, files of a directory, and texts that are arguments themselves.
fn inputs(dir: &Path, line: &Line) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for word in line.args.iter().chain(&line.stdin) {
        // Trees are named by their path below `output`, too.
        for path in [dir.join(word), dir.join("output").join(word)] {
            if path.is_file() {
                found.push(path);
            } else if path.is_dir() && !word.is_empty() {
                let files = std::fs::read_dir(path).expect("a directory").flatten();
                found.extend(files.map(|entry| entry.path()).filter(|path| path.is_file()));
            }
        }
    }
    found.sort();
    found
}

/// The same command with one of its inputs changed, which is a file afterwards.
fn mutate_input(dir: &Path, line: &Line, lines: &[Line], rng: &mut Rng) -> Option<(Line, PathBuf)> {
    let mut line = line.clone();
    // A text that is an argument becomes a file.
    if let Some(at) = line.args.iter().position(|arg| arg.contains(' ')) {
        std::fs::write(dir.join("text.txt"), &line.args[at]).expect("a file");
        line.args[at] = "text.txt".to_owned();
    }
    let path = rng.pick(&inputs(dir, &line))?.clone();
    let others: Vec<PathBuf> = lines.iter().flat_map(|line| inputs(dir, line)).collect();
    let other = std::fs::read(rng.pick(&others)?).expect("a file");
    let bytes = std::fs::read(&path).expect("a file");
    std::fs::write(&path, mutated(&bytes, &other, rng)).expect("a file");
    Some((line, path))
}

/// A finding: the command, what is wrong, and where its input is kept.
fn tell(index: usize, line: &Line, input: Option<&Path>, finding: &str) -> String {
    let kept = input.map(|input| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutation-{index}"));
        std::fs::copy(input, &kept).expect("a copy");
        format!(" ({} is {})", input.file_name().unwrap_or_default().display(), kept.display())
    });
    let shown = |word: &String| {
        if word.len() > 300 {
            format!("{:?}… of {} bytes", &word.chars().take(40).collect::<String>(), word.len())
        } else {
            format!("{word:?}")
        }
    };
    let args: Vec<String> = line.args.iter().map(shown).collect();
    let stdin = line.stdin.as_ref().map(|file| format!(" < {file}")).unwrap_or_default();
    format!("{index}: gaslamp {}{stdin}{} {finding}", args.join(" "), kept.unwrap_or_default())
}

/// The number of commands by result.
#[derive(Default, Debug)]
struct Tally {
    /// By exit code; `None` for commands that would have gone on.
    codes: BTreeMap<Option<i32>, usize>,
    /// The peak memory of any of them, in megabytes.
    peak: usize,
    /// The longest silence of any of them.
    silence: Duration,
    findings: Vec<String>,
}

impl Tally {
    fn count(&mut self, ran: &Ran) {
        *self.codes.entry(ran.status.and_then(|status| status.code())).or_default() += 1;
        self.peak = self.peak.max(ran.peak >> 10);
        self.silence = self.silence.max(ran.silence);
    }
}

/// Tries this many mutations, each in a copy of the directory; `change` returns the changed command and the changed input.
#[expect(clippy::print_stdout, reason = "shown with --nocapture")]
fn try_all(count: usize, change: impl Fn(&Path, &mut Rng) -> (Line, Option<PathBuf>) + Sync) {
    let base = directory();
    let seed = std::env::var("GASLAMP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= count {
            return;
        }
        let dir = TempDir::new().expect("a directory");
        copy_all(base.path(), dir.path());
        let (line, input) = change(dir.path(), &mut Rng::for_game(seed, index as u64));
        let ran = run(dir.path(), &line);
        let finding = ran.finding().map(|finding| tell(index, &line, input.as_deref(), &finding));
        let mut tally = tally.lock().expect("nobody panics");
        tally.count(&ran);
        tally.findings.extend(finding);
    };
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
        (0..workers).for_each(|_| drop(scope.spawn(work)));
    });
    let tally = tally.into_inner().expect("nobody panics");
    println!(
        "{count} commands: {:?}, at most {} MB, at most {:?} of silence",
        tally.codes, tally.peak, tally.silence
    );
    assert!(tally.findings.is_empty(), "{} findings:\n{}", tally.findings.len(), tally.findings.join("\n"));
}

fn how_many() -> usize {
    std::env::var("GASLAMP_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(INPUTS)
}

#[test]
fn there_is_a_command_line_for_every_verb_and_all_of_them_work() {
    let base = directory();
    let known: BTreeSet<String> = lines().iter().map(|line| line.args[..2].join(" ")).collect();
    for game in ["botc", "mafia", "lorcana"] {
        let help = done(base.path(), &[game, "--help"]);
        let (_, verbs) = help.split_once("Commands:\n").expect("a list of verbs");
        let verbs = verbs.lines().take_while(|line| !line.is_empty());
        let verbs = verbs.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        for verb in verbs.filter(|verb| !verb.is_empty() && *verb != "help") {
            assert!(known.contains(&format!("{game} {verb}")), "no line for {game} {verb}");
        }
    }
    let works = |line: &Line| {
        let dir = TempDir::new().expect("a directory");
        copy_all(base.path(), dir.path());
        let ran = run(dir.path(), line);
        let code = ran.status.and_then(|status| status.code());
        if matches!(code, Some(0 | 1)) {
            ran.finding()
        } else {
            Some(format!("exits with {code:?}: {}", ran.stderr))
        }
    };
    let findings: Vec<_> =
        lines().iter().filter_map(|line| Some(tell(0, line, None, &works(line)?))).collect();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn mutated_inputs_are_read_or_refused() {
    let all = lines();
    let base = directory();
    let has_input =
        |line: &&Line| line.args.iter().any(|arg| arg.contains(' ')) || !inputs(base.path(), line).is_empty();
    let lines: Vec<Line> = all.iter().filter(has_input).cloned().collect();
    try_all(how_many(), |dir, rng| {
        let line = rng.pick(&lines).expect("a line");
        let (line, input) = mutate_input(dir, line, &lines, rng).expect("a line with an input");
        (line, Some(input))
    });
}

#[test]
fn mutated_command_lines_are_understood_or_refused() {
    let lines = lines();
    try_all(how_many() / 4, |_, rng| (mutated_line(&lines, rng), None));
}
