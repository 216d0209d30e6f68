//! A character is said in one file: the base of the rules, and the host, name none; a file names no other, stands alone, and has the tokens that
//! are published; the words that files and base share are those of `rules/botc/README.md`.

#![cfg(feature = "clingo")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::{Character, Script, Setup, State, Team};
use gaslamp_referee::asp::botc::Referee;
use gaslamp_referee::asp::{self, Program};

fn crate_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of a folder, and of those below it if that is wanted, with this ending.
fn files(folder: &Path, ending: &str, is_deep: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && is_deep {
            found.extend(files(&path, ending, true));
        } else if path.extension().is_some_and(|known| known == ending) {
            found.push(path);
        }
    }
    found.sort_unstable();
    found
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable file")
}

/// The code of a file without its tests, which may name whom they like.
fn without_tests(path: &Path) -> String {
    text(path).split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// The rules without their comments.
fn code(path: &Path) -> String {
    text(path).lines().map(|line| line.split('%').next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn base_files() -> Vec<PathBuf> {
    files(&crate_path("rules/botc"), "lp", false)
}

fn cast_files() -> BTreeMap<String, PathBuf> {
    let id = |path: PathBuf| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path);
    files(&crate_path("rules/botc/cast"), "lp", false).into_iter().map(id).collect()
}

/// Words in lower case, with one blank between them and around.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    format!(" {} ", words.map(str::to_lowercase).collect::<Vec<_>>().join(" "))
}

/// The ids of all characters whom a text names, by id or by name, in code or in a comment.
fn named(text: &str) -> BTreeSet<&'static str> {
    let text = words(text);
    let is_named = |character: &Character| {
        let is_there = |name: &str| text.contains(&words(name));
        is_there(character.facts().id) || is_there(character.name())
    };
    let players = Character::all().filter(|character| character.team() <= Team::Demon);
    players.filter(is_named).map(|character| character.facts().id).collect()
}

#[test]
fn a_character_is_found_wherever_it_is_named() {
    assert_eq!(named("impaired(P,T) :- role(P,drunk,T)."), ["drunk"].into());
    assert_eq!(named("virgin_judges(T) % the Scarlet Woman's fluent, no_dashii"), {
        ["nodashii", "scarletwoman", "virgin"].into()
    });
    assert_eq!(named("reminder(C,R,P,T), impairs(C,R), the Demon, simple"), BTreeSet::new());
}

#[test]
fn neither_the_base_nor_the_host_names_a_character() {
    let host = files(&crate_path("src/asp/botc"), "rs", true);
    let base = base_files();
    assert!(host.len() > 5 && base.len() > 8, "{host:?} {base:?}");
    let naming = base.iter().chain(&host).flat_map(|path| {
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        // What the engine calls a statement that somebody makes aloud.
        let text = without_tests(path).replace("Claim::Gossip", "");
        named(&text).into_iter().map(move |id| (file.clone(), id))
    });
    let naming: Vec<(String, &str)> = naming.collect();
    assert_eq!(naming, []);
}

/// The words of a character's tokens.
fn token_words(id: &str) -> BTreeSet<&'static str> {
    let owner = Character::read(id).expect(id);
    ReminderToken::of(owner).map(ReminderToken::word).collect()
}

#[test]
fn a_file_names_its_own_character_and_no_other() {
    for (id, path) in cast_files() {
        // The token of one character may have the name of another.
        let tokens = |named: &&str| {
            *named != id && token_words(&id).iter().any(|token| token.split('_').any(|word| word == *named))
        };
        let others: BTreeSet<&str> = named(&text(&path)).into_iter().filter(|named| !tokens(named)).collect();
        assert_eq!(others, [id.as_str()].into(), "{}", path.display());
    }
}

#[test]
fn a_file_stands_alone_and_has_the_published_tokens() {
    for (id, path) in cast_files() {
        let owner = Character::all().find(|character| character.facts().id == id).expect("a character");
        let table = format!("#const seats = 5. on_script({id}). team({id},{}).", owner.team().name());
        let program = Program::new([text(&path).as_str(), &table]).expect("rules");
        let declared: BTreeSet<String> =
            program.outputs("token").into_iter().map(|(term, _)| term.replace('"', "")).collect();
        let published = ReminderToken::of(owner).filter(|token| !token.marks_its_owner());
        let published: BTreeSet<String> = published.map(|token| format!("{id},{}", token.word())).collect();
        assert_eq!(declared, published, "{}", path.display());
    }
}

/// The words before a bracket: predicates, and terms that look like them.
fn predicates(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for (at, _) in text.match_indices('(') {
        let word: String = text[..at].chars().rev().take_while(|c| is_word(*c)).collect();
        let word: String = word.chars().rev().collect();
        if word.starts_with(|c: char| c.is_ascii_lowercase()) {
            found.insert(word);
        }
    }
    found
}

#[test]
fn the_words_that_files_and_base_share_are_written_down() {
    let of = |paths: Vec<PathBuf>| -> BTreeSet<String> {
        paths.iter().flat_map(|path| predicates(&code(path))).collect()
    };
    let (base, cast) = (of(base_files()), of(cast_files().into_values().collect()));
    let written = text(&crate_path("rules/botc/README.md"));
    let written: BTreeSet<String> = written.split('`').skip(1).step_by(2).flat_map(predicates).collect();
    let shared: BTreeSet<&String> = base.intersection(&cast).collect();
    let unwritten: Vec<_> = shared.iter().filter(|word| !written.contains(**word)).collect();
    assert!(unwritten.is_empty(), "README.md lacks {unwritten:?}");
    // Some words are only for the host, and some are hooks that no file here needs yet.
    let strange: Vec<_> =
        written.iter().filter(|word| !base.contains(*word) && !cast.contains(*word)).collect();
    assert!(strange.is_empty(), "README.md has {strange:?}");
}

#[test]
fn only_the_files_of_the_script_are_loaded() {
    let ids = ["chef", "soldier", "mayor", "poisoner", "imp"];
    let characters = ids.map(|id| Character::read(id).expect("a character"));
    let setup = Setup { script: Script::new("small", characters), ..Setup::trouble_brewing(5) };
    let (small, whole) = (Referee::new(&setup), Referee::new(&Setup::trouble_brewing(5)));
    let (small, whole) = (small.expect("rules"), whole.expect("rules"));
    for (rule, is_stated) in [("chef_true", true), ("bounce_living", true), ("monk_other", false)] {
        assert!(whole.rules().contains(rule), "{rule}");
        assert_eq!(small.rules().contains(rule), is_stated, "{rule}");
    }
    let wordless = |rule: &&&str| asp::Referee::<State>::words(&whole, rule).is_none();
    assert_eq!(whole.rules().iter().find(wordless), None, "every rule says what it is");
}
