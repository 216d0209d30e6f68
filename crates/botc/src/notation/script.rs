//! Scripts in the official JSON form.
//!
//! **Reads** an array of ids (any case, with or without underscores), of `{"id": …}` objects, and a `_meta`
//! object with the name and, as `firstNight` and `otherNight`, the script's own night order. Homebrew characters,
//! unknown ids and characters that are there twice are refused, each by name and all at once.

use gaslamp_core::{Diagnostic, Span};
use serde_json::{Map, Value};

use crate::characters::Character;
use crate::rules::script::{Script, Step};

/// Reads a script.
///
/// # Errors
/// Everything in it that is not known here.
pub fn read(text: &str) -> Result<Script, Vec<Diagnostic>> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        vec![
            Diagnostic::new("botc/script/json", format!("this is not JSON: {error}")).at(place(text, &error)),
        ]
    })?;
    let Value::Array(items) = value else {
        return Err(vec![
            Diagnostic::new("botc/script/shape", "a script is a list of characters")
                .fix("[\"imp\", \"chef\", …]"),
        ]);
    };
    let mut meta = Meta { name: "the script".to_owned(), order: None };
    let mut characters = Vec::new();
    let mut problems = Vec::new();
    let mut places = Places { text, from: 0 };
    for item in &items {
        let mut more = Vec::new();
        let found = read_item(item, &mut more);
        problems.extend(more.into_iter().map(|problem| places.put(problem)));
        match found {
            Ok(Item::Meta(found)) => meta = found,
            Ok(Item::Character(character)) if characters.contains(&character) => {
                let message = format!("the {} is there twice", character.name());
                problems.push(Diagnostic::illegal("botc/script/twice", message));
            }
            Ok(Item::Character(character)) => characters.push(character),
            Err(problem) => problems.push(places.put(problem)),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let script = Script::new(meta.name, characters);
    Ok(match meta.order {
        Some(order) => script.with_order(order),
        None => script,
    })
}

/// What the `_meta` object says.
struct Meta {
    name: String,
    order: Option<Order>,
}

/// A script's own order: first night, other nights.
type Order = [Vec<Step>; 2];

/// The word that is wrong, if it is one, and why.
type Problem = (Option<String>, Diagnostic);

enum Item {
    Meta(Meta),
    Character(Character),
}

/// One item of the list; or the word that is wrong, if it is one, and why.
fn read_item(item: &Value, problems: &mut Vec<Problem>) -> Result<Item, Problem> {
    let id = match item {
        Value::String(id) => id,
        Value::Object(fields) => match fields.get("id") {
            Some(Value::String(id)) if id == "_meta" => {
                let name = fields.get("name").and_then(Value::as_str).unwrap_or("the script").to_owned();
                return Ok(Item::Meta(Meta { name, order: read_order(fields, problems) }));
            }
            Some(Value::String(id)) if fields.len() == 1 => id,
            Some(Value::String(id)) => {
                let message = format!("`{id}` is a homebrew character, which is not supported");
                return Err((Some(id.clone()), Diagnostic::illegal("botc/script/homebrew", message)));
            }
            _ => return Err((None, Diagnostic::new("botc/script/item", "an entry has no id"))),
        },
        other => {
            let message = format!("`{other}` is no character");
            return Err((None, Diagnostic::new("botc/script/item", message)));
        }
    };
    let unknown =
        || (Some(id.clone()), Diagnostic::illegal("botc/script/unknown", format!("nobody is called `{id}`")));
    Character::read(id).map(Item::Character).ok_or_else(unknown)
}

/// The script's own order, if it has one; a night that it leaves out is as on the global sheet. Whatever cannot be read
/// goes to the problems.
fn read_order(fields: &Map<String, Value>, problems: &mut Vec<Problem>) -> Option<Order> {
    let mut order = [Vec::new(), Vec::new()];
    let mut has_order = false;
    for (night, key) in order.iter_mut().zip(["firstNight", "otherNight"]) {
        let wrong = |message: String| Diagnostic::new("botc/script/order", message);
        match fields.get(key) {
            None => continue,
            Some(Value::Array(words)) => {
                for word in words {
                    match word.as_str().map(|word| (word, Step::read(word))) {
                        Some((_, Ok(step))) => night.extend(step),
                        Some((word, Err(problem))) => problems.push((Some(word.to_owned()), problem)),
                        None => problems.push((None, wrong(format!("`{word}` in `{key}` is no id")))),
                    }
                }
            }
            Some(_) => problems.push((Some(key.to_owned()), wrong(format!("`{key}` is a list of ids")))),
        }
        has_order = true;
    }
    has_order.then_some(order)
}

/// Gives problems their places. They come in the order of the text, so it is searched once, from front to back.
struct Places<'a> {
    text: &'a str,
    from: usize,
}

impl Places<'_> {
    fn put(&mut self, (word, problem): Problem) -> Diagnostic {
        let Some(quoted) = word.map(|word| format!("\"{word}\"")) else { return problem };
        let Some(at) = self.text[self.from..].find(&quoted).map(|at| self.from + at) else {
            // Written in another way, such as with escapes: nothing behind it is looked for again and again.
            self.from = self.text.len();
            return problem;
        };
        self.from = at + quoted.len();
        problem.at(Span::new(at, self.from))
    }
}

/// The place of a JSON error, which is told as line and column.
fn place(text: &str, error: &serde_json::Error) -> Span {
    let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (before + error.column().saturating_sub(1)).min(text.len());
    let start = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
    let end = (start + 1..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(start);
    Span::new(start, end)
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
        let words = |night: &[Step]| night.iter().map(|step| step.word()).collect::<Vec<_>>();
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
            ("botc/script/twice", ""),
            ("botc/script/unknown", "\"gremlin\""),
            ("botc/script/item", ""),
            ("botc/script/homebrew", "\"mine\""),
        ];
        assert_eq!(found, expected);
        assert_eq!(read("[\n  \"imp\",\n  é").expect_err("no JSON")[0].id, "botc/script/json");
        assert_eq!(read("{}").expect_err("no list")[0].id, "botc/script/shape");
    }
}
