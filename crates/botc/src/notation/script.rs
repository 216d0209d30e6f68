//! Scripts in the official JSON form.
//!
//! **Reads** an array of ids (any case, with or without underscores), of objects with an official `id` and
//! anything else, and a `_meta` object with the name and, as `firstNight` and `otherNight`, the script's own
//! night order; its other fields are ignored. A script may be shorter or longer than the official schema
//! allows. Homebrew characters, unknown ids and duplicates are refused, each by name and all at once.
//!
//! **Writes** the `_meta` object, with those night orders that are the script's own, from `dusk` to `dawn`,
//! then the characters by their official ids, by team and id.

use gaslamp_core::Diagnostic;
use serde_json::{Map, Value};

use super::json::{Json, Kind};
use crate::characters::{Character, CharacterSet};
use crate::rules::script::{OwnOrder, Script, Step};

/// The name of a script without one.
const NO_NAME: &str = "the script";

/// The lists of a night order: first night, other nights.
const NIGHTS: [&str; 2] = ["firstNight", "otherNight"];

/// Writes a script, with a newline at the end.
#[must_use]
pub fn write(script: &Script) -> String {
    let mut meta = Map::new();
    meta.insert("id".to_owned(), "_meta".into());
    meta.insert("name".to_owned(), script.name().into());
    for (key, steps) in NIGHTS.into_iter().zip(script.own_order().into_iter().flatten()) {
        let Some(steps) = steps else { continue };
        let words = steps.iter().map(|step| step.word());
        let night: Value = ["dusk"].into_iter().chain(words).chain(["dawn"]).collect();
        meta.insert(key.to_owned(), night);
    }
    let ids = script.characters().iter().map(|character| Value::from(character.facts().id));
    let items: Value = [Value::Object(meta)].into_iter().chain(ids).collect();
    format!("{items:#}\n")
}

/// Reads a script.
///
/// # Errors
/// Everything in it that is unknown or unsupported.
pub fn read(text: &str) -> Result<Script, Vec<Diagnostic>> {
    let json = Json::read(text, "botc/script/json").map_err(|problem| vec![problem])?;
    let Some(items) = json.items() else {
        return Err(vec![
            Diagnostic::new("botc/script/shape", "a script is a list of characters")
                .at(json.span)
                .fix("[\"imp\", \"chef\", …]"),
        ]);
    };
    let mut meta = Meta { name: NO_NAME.to_owned(), order: [None, None] };
    let mut characters = CharacterSet::NONE;
    let mut problems = Vec::new();
    for item in items {
        match read_item(text, item, &mut problems) {
            Ok(Item::Meta(found)) => meta = found,
            Ok(Item::Character(character)) if characters.contains(character) => {
                let message = format!("the {} is listed twice", character.name());
                problems.push(Diagnostic::illegal("botc/script/twice", message).at(item.span));
            }
            Ok(Item::Character(character)) => characters = characters.with(character),
            Err(problem) => problems.push(problem.at(item.span)),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(Script::new(meta.name, characters.iter()).with_order(meta.order))
}

/// The contents of the `_meta` object.
struct Meta {
    name: String,
    order: OwnOrder,
}

enum Item {
    Meta(Meta),
    Character(Character),
}

/// One item of the list. Problems inside it are collected.
fn read_item(text: &str, item: &Json, problems: &mut Vec<Diagnostic>) -> Result<Item, Diagnostic> {
    let (id, is_defined) = match &item.kind {
        Kind::Text(_) => (item, false),
        Kind::Object(fields) => match fields.get("id") {
            Some(id) => (id, fields.len() > 1),
            None => return Err(Diagnostic::new("botc/script/item", "an entry has no id")),
        },
        _ => {
            let message = format!("`{}` is not a character", &text[item.span.range()]);
            return Err(Diagnostic::new("botc/script/item", message));
        }
    };
    let Some(word) = id.text() else {
        return Err(Diagnostic::new("botc/script/item", "this is not an id").at(id.span));
    };
    if word == "_meta" && !matches!(item.kind, Kind::Text(_)) {
        let name = item.get("name").and_then(Json::text).unwrap_or(NO_NAME).to_owned();
        return Ok(Item::Meta(Meta { name, order: read_order(text, item, problems) }));
    }
    Character::read(word).map(Item::Character).ok_or_else(|| {
        let problem = if is_defined {
            let message = format!("`{word}` is a homebrew character, which is not supported");
            Diagnostic::unsupported("botc/script/homebrew", message)
        } else {
            Diagnostic::new("botc/script/unknown", format!("unknown character `{word}`"))
        };
        problem.at(id.span)
    })
}

/// The script's own order. Problems are collected.
fn read_order(text: &str, meta: &Json, problems: &mut Vec<Diagnostic>) -> OwnOrder {
    NIGHTS.map(|key| {
        let list = meta.get(key)?;
        let wrong = |message: String| Diagnostic::new("botc/script/order", message);
        let Some(words) = list.items() else {
            problems.push(wrong(format!("`{key}` must be a list of ids")).at(list.span));
            return None;
        };
        let mut night = Vec::new();
        for word in words {
            match word.text().map(Step::read) {
                Some(Ok(step)) => night.extend(step),
                Some(Err(problem)) => problems.push(problem.at(word.span)),
                None => {
                    let message = format!("`{}` in `{key}` is not an id", &text[word.span.range()]);
                    problems.push(wrong(message).at(word.span));
                }
            }
        }
        Some(night)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_the_schema_are_read() {
        let script =
            read(r#"[{"id": "_meta", "name": "Small"}, "imp", {"id": "fortune_teller"}, "Scarlet Woman"]"#)
                .expect("a script");
        assert_eq!(script.name(), "Small");
        assert_eq!(script.characters().len(), 3);
    }

    #[test]
    fn a_script_may_have_an_order_of_its_own() {
        let script = read(
            r#"[{"id": "_meta", "firstNight": ["dusk", "empath", "poisoner", "dawn"], "otherNight": ["imp"]},
               "imp", "empath", "poisoner"]"#,
        )
        .expect("a script");
        let words =
            |night: &Option<Vec<Step>>| night.iter().flatten().map(|step| step.word()).collect::<Vec<_>>();
        let [first, other] = script.own_order().expect("an order");
        assert_eq!((words(first), words(other)), (vec!["empath", "poisoner"], vec!["imp"]));
        let problems = read(r#"[{"id": "_meta", "firstNight": ["gremlin"]}, "imp"]"#).expect_err("a problem");
        assert_eq!(problems[0].id, "botc/script/order");
        assert_eq!(
            read(r#"[{"id": "_meta", "otherNight": 3}]"#).expect_err("no list")[0].id,
            "botc/script/order"
        );
    }

    #[test]
    fn everything_unknown_is_told_at_once_with_its_place() {
        let text = r#"["imp", "imp", "gremlin", 7, {"id": "mine", "name": "Mine", "team": "minion", "ability": "x"}]"#;
        let problems = read(text).expect_err("problems");
        let found: Vec<(&str, &str)> =
            problems.iter().map(|p| (p.id, p.span.map_or("", |span| &text[span.range()]))).collect();
        let expected = [
            ("botc/script/twice", "\"imp\""),
            ("botc/script/unknown", "\"gremlin\""),
            ("botc/script/item", "7"),
            ("botc/script/homebrew", "\"mine\""),
        ];
        assert_eq!(found, expected);
        assert_eq!(read("[\n  \"imp\",\n  é").expect_err("no JSON")[0].id, "botc/script/json");
        assert_eq!(read("{}").expect_err("no list")[0].id, "botc/script/shape");
    }
}
