//! What a character does is stated in its file of the cast and nowhere else: the sources of the engine,
//! deduction, the agents and the binary name no character, neither by `Character::with_id` nor by a text that
//! is its id. Code that needs to know something about a character asks its `Profile`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gaslamp_botc::Character;

/// Where no character may be named.
const SOURCES: [&str; 4] = ["botc/src", "deduce/src", "agents/src", "cli/src"];

/// Where characters are defined.
const CAST: [&str; 2] = ["botc/src/rules/cast/", "botc/src/characters/"];

const WITH_ID: &str = "Character::with_id";

/// Texts that are the name of a character but mean something else: file, text, meaning.
const EXCEPTIONS: [(&str, &str, &str); 9] = [
    ("botc/src/notation/formula.rs", "chef", "a word of the statement language"),
    ("botc/src/notation/formula.rs", "clockmaker", "a word of the statement language"),
    ("botc/src/encoding/mask.rs", "gossip", "the name of an open choice"),
    (
        "botc/src/rules/marks.rs",
        WITH_ID,
        "the constructor of reminders by name, for constants of other crates",
    ),
    ("deduce/src/botc/puzzle/read.rs", "legion", "a key of puzzle files"),
    ("deduce/src/botc/puzzle/read.rs", "storm_catcher", "a key of puzzle files"),
    ("deduce/src/botc/puzzle/write.rs", "legion", "a key of puzzle files"),
    ("deduce/src/botc/puzzle/write.rs", "storm_catcher", "a key of puzzle files"),
    ("deduce/src/botc/puzzle/log.rs", "doomsayer", "a verb of puzzle files"),
];

#[test]
fn nobody_but_the_cast_names_a_character() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of all crates");
    let mut unused: BTreeSet<(&str, &str)> = EXCEPTIONS.map(|(file, text, _)| (file, text)).into();
    let mut problems = Vec::new();
    for path in SOURCES.into_iter().flat_map(|source| rust_files(&crates.join(source))) {
        let file = path.strip_prefix(crates).expect("a source").to_string_lossy().replace('\\', "/");
        if CAST.iter().any(|cast| file.starts_with(cast)) || is_test_module(&path) {
            continue;
        }
        for (line, text) in named_characters(&fs::read_to_string(&path).expect("a text")) {
            let exception = EXCEPTIONS.iter().find(|(known, allowed, _)| *known == file && *allowed == text);
            match exception {
                Some((file, text, _)) => drop(unused.remove(&(file, text))),
                None => problems.push(format!("{file}:{line}: {text}")),
            }
        }
    }
    assert!(problems.is_empty(), "characters are named outside the cast:\n{}", problems.join("\n"));
    assert!(unused.is_empty(), "exceptions that nothing needs: {unused:?}");
}

#[test]
fn a_name_that_is_put_back_is_found() {
    let table: [(&str, &[&str]); 9] = [
        ("const IMP: Character = Character::with_id(\"imp\");", &[WITH_ID, "imp"]),
        ("[\"baron\", \"saint\"].map(Character::with_id)", &["baron", "saint", WITH_ID]),
        ("match id { \"fortuneteller\" | \"fortune_teller\" => 1 }", &["fortuneteller", "fortune_teller"]),
        ("ReminderToken::find(\"drunk:is_the_drunk\")", &["drunk:is_the_drunk"]),
        ("let raw = r#\"monk\"#;", &["monk"]),
        ("// \"imp\"\n/* \"imp\" */ /// Character::with_id(\"imp\")", &[]),
        ("format!(\"such as the Imp\"); let quote = '\"'; \"imp is long\"", &[]),
        ("#[cfg(test)]\nmod tests { fn f() { \"imp\" } }\n\"spy\"", &["spy"]),
        ("\"a \\\" imp\"; \"monk\"", &["monk"]),
    ];
    for (source, expected) in table {
        let found: Vec<String> = named_characters(source).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, expected, "{source}");
    }
}

/// Every Rust file below a folder, in order.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let files = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => rust_files(&path),
        false => vec![path],
    });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Whether a file is the test module of another.
fn is_test_module(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "tests.rs")
}

/// The lines of a source that name characters, outside comments and test modules.
fn named_characters(source: &str) -> Vec<(usize, String)> {
    let names: BTreeSet<&str> =
        Character::all().flat_map(|character| [character.facts().id, character.word()]).collect();
    let (code, texts) = taken_apart(source);
    let tested = test_modules(&code);
    let is_tested = |at: usize| tested.iter().any(|(from, to)| (*from..*to).contains(&at));
    let constructed = code.match_indices(WITH_ID).map(|(at, _)| (at, WITH_ID.to_owned()));
    let is_name = |text: &str| names.contains(text.split(':').next().unwrap_or(text));
    let written = texts.into_iter().filter(|(_, text)| is_name(text));
    let mut found: Vec<(usize, String)> =
        constructed.chain(written).filter(|(at, _)| !is_tested(*at)).collect();
    found.sort();
    found.into_iter().map(|(at, text)| (1 + code[..at].matches('\n').count(), text)).collect()
}

/// The code without comments and string literals, and those literals with their positions in it.
fn taken_apart(source: &str) -> (String, Vec<(usize, String)>) {
    let (mut code, mut texts) = (String::new(), Vec::new());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            rest[2..].find('\'').map_or(rest.len(), |end| end + 3)
        } else if let Some((length, text)) = quoted(rest) {
            texts.push((code.len(), text));
            length
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        // Lines are still counted.
        code.extend(rest[..skipped].matches('\n').map(|_| '\n'));
        rest = &rest[skipped..];
    }
    (code, texts)
}

/// The string literal at the beginning of this, and its length including the quotes.
fn quoted(rest: &str) -> Option<(usize, String)> {
    let marks =
        rest.strip_prefix('r').map_or("", |raw| &raw[..raw.len() - raw.trim_start_matches('#').len()]);
    if rest.starts_with(&format!("r{marks}\"")) {
        let start = marks.len() + 2;
        let length = rest[start..].find(&format!("\"{marks}"))?;
        return Some((start + length + marks.len() + 1, rest[start..start + length].to_owned()));
    }
    let body = rest.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = body.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    Some((end + 2, body[..end].to_owned()))
}

/// The ranges of code that is only for tests.
fn test_modules(code: &str) -> Vec<(usize, usize)> {
    let begin = |(at, _): (usize, &str)| {
        let mut depth = 0;
        let end = code[at..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0 && (*c == '}' || *c == ';')
        });
        (at, end.map_or(code.len(), |(length, _)| at + length))
    };
    code.match_indices("#[cfg(test)]").map(begin).collect()
}
