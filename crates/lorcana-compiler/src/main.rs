//! Compiles a file of cards and says what is missing. A tool for development; see [`gaslamp_lorcana_compiler`].
#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use gaslamp_lorcana::language::Ability;
use gaslamp_lorcana::notation::ability_text;
use gaslamp_lorcana_compiler::Missing;
use gaslamp_lorcana_compiler::cards::{Card, read};
use gaslamp_lorcana_compiler::words::{joined, words};
use serde_json::Value;

const USAGE: &str = "usage: gaslamp-lorcana-compiler CARDS.json [--missing] [--show KEY] [--out FILE]";

/// What is asked for.
#[derive(Default)]
struct Options {
    cards: PathBuf,
    missing: bool,
    show: Option<String>,
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)).and_then(|report| print(&report)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
        match argument.as_str() {
            "--missing" => options.missing = true,
            "--show" => options.show = Some(value()?),
            "--out" => options.out = Some(value()?.into()),
            other if other.starts_with('-') => return Err(format!("unknown option {other}\n{USAGE}")),
            file => options.cards = file.into(),
        }
    }
    if options.cards.as_os_str().is_empty() { Err(USAGE.to_owned()) } else { Ok(options) }
}

fn run(options: &Options) -> Result<String, String> {
    let place = options.cards.display();
    let text = std::fs::read_to_string(&options.cards).map_err(|error| format!("{place}: {error}"))?;
    let mut cards = read(&text).map_err(|error| format!("{place}: {error}"))?;
    cards.retain(Card::is_legal);
    cards.sort_by(|one, two| one.key.cmp(&two.key));
    if let Some(key) = &options.show {
        return show(&cards, key);
    }
    let results: Vec<_> = cards.iter().map(Card::compile).collect();
    if let Some(out) = &options.out {
        let spoken_of = names_spoken_of(&results);
        let table: String = cards
            .iter()
            .zip(&results)
            .filter_map(|(card, result)| line(card, result.as_ref().ok()?, &spoken_of))
            .collect();
        gaslamp_files::replace(out, table.as_bytes())
            .map_err(|error| format!("{}: {error}", out.display()))?;
    }
    let missing = if options.missing { list_missing(&cards, &results) } else { String::new() };
    Ok(coverage(&cards, &results) + &missing)
}

/// Prints a report; that nobody reads to its end is no error.
fn print(report: &str) -> Result<(), String> {
    match std::io::stdout().write_all(report.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

type Compiled = Result<Vec<Ability>, Vec<Missing>>;

/// A line of the table: key, hash of the normal text, abilities, and the names of those that cards speak of by name.
fn line(card: &Card, abilities: &[Ability], spoken_of: &[String]) -> Option<String> {
    let normal: Vec<String> = card.texts().iter().map(|text| joined(&words(text))).collect();
    let json = serde_json::to_string(abilities).ok()?;
    let mut line = format!("{}\t{:016x}\t{json}", card.key, hash(&normal.join("\n")));
    let names = card.names().into_iter().filter_map(|(number, name)| {
        let known = spoken_of.iter().find(|known| known.to_lowercase() == name.to_lowercase())?;
        Some(format!("{number}={known}"))
    });
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        line += &format!("\t{}", names.join(";"));
    }
    Some(line + "\n")
}

/// The abilities that cards speak of by name.
fn names_spoken_of(results: &[Compiled]) -> Vec<String> {
    let mut names = Vec::new();
    for abilities in results.iter().flatten() {
        collect_names(&serde_json::to_value(abilities).unwrap_or_default(), &mut names);
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn collect_names(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(key, inner)| match inner {
            Value::String(name) if matches!(key.as_str(), "LosesAbility" | "UseFree") => {
                names.push(name.clone());
            }
            inner => collect_names(inner, names),
        }),
        Value::Array(all) => all.iter().for_each(|inner| collect_names(inner, names)),
        _ => {}
    }
}

/// FNV-1a, which is the same on every machine and for ever.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn show(cards: &[Card], key: &str) -> Result<String, String> {
    let card = cards
        .iter()
        .find(|card| card.key == key)
        .ok_or_else(|| format!("no legal card has the key {key}"))?;
    card.texts().iter().map(|text| show_text(text, card)).collect()
}

fn show_text(text: &str, card: &Card) -> Result<String, String> {
    let result = match gaslamp_lorcana_compiler::compile(text, card.kind()) {
        Ok(abilities) => {
            let json = serde_json::to_string(&abilities).map_err(|error| error.to_string())?;
            format!("{json}\n  {}", ability_text::all(&abilities, card.kind()))
        }
        Err(missing) => name(&missing),
    };
    Ok(format!("{text}\n  {result}\n"))
}

fn coverage(cards: &[Card], results: &[Compiled]) -> String {
    let mut sets: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (card, result) in cards.iter().zip(results) {
        let set = sets.entry(&card.set).or_default();
        set.0 += usize::from(result.is_ok());
        set.1 += 1;
    }
    let compiled = results.iter().filter(|result| result.is_ok()).count();
    let lines: String =
        sets.iter().map(|(set, (compiled, all))| format!("set {set}: {compiled} of {all}\n")).collect();
    format!("{lines}{compiled} of {} legal cards are compiled\n", cards.len())
}

fn list_missing(cards: &[Card], results: &[Compiled]) -> String {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (card, result) in cards.iter().zip(results) {
        for missing in result.as_ref().err().into_iter().flatten() {
            groups.entry(name(missing)).or_default().push(&card.key);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|one, two| two.1.len().cmp(&one.1.len()).then(one.0.cmp(&two.0)));
    let line = |(what, keys): (String, Vec<&str>)| {
        format!("{:4} {what} [{}]\n", keys.len(), keys[..keys.len().min(3)].join(", "))
    };
    groups.into_iter().map(line).collect()
}

fn name(missing: &Missing) -> String {
    match missing {
        Missing::Words(before, after) => format!("words: {before} ▸ {after}"),
        Missing::Meaning(what) => format!("pronoun: {what}"),
        Missing::Ambiguous(all) => format!("ambiguous: {}", all.join("\n       OR ")),
        Missing::Proof(wanted, got) => format!("proof: {wanted}\n      got: {got}"),
    }
}
