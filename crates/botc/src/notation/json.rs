//! JSON in which every value knows its place in the text, so that problems can point at it.
//!
//! **Reads** JSON. If an object has a key twice, the last one counts.

use std::collections::BTreeMap;

use gaslamp_core::{Diagnostic, Span};
use serde_json::Value;

/// A value and its place.
#[derive(Debug)]
pub(super) struct Json {
    pub(super) kind: Kind,
    /// All of a string, number or constant; the opening bracket of a list or an object.
    pub(super) span: Span,
}

/// The kinds of values.
#[derive(Debug)]
pub(super) enum Kind {
    Null,
    Flag(bool),
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Reads a text; problems are reported under this id.
    pub(super) fn read(text: &str, id: &'static str) -> Result<Self, Diagnostic> {
        // The library finds errors and limits the depth; the walk after it finds the spans.
        match serde_json::from_str::<Value>(text) {
            Ok(_) => Ok(Walk { text, at: 0 }.value()),
            Err(error) => {
                Err(Diagnostic::new(id, format!("this is not JSON: {error}")).at(place(text, &error)))
            }
        }
    }

    /// The value of an object's key; none if it is `null`.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match &self.kind {
            Kind::Object(fields) => fields.get(key).filter(|value| !matches!(value.kind, Kind::Null)),
            _ => None,
        }
    }

    /// The string, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub(super) fn items(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::List(items) => Some(items),
            _ => None,
        }
    }
}

/// Walks over a text that is known to be JSON.
struct Walk<'a> {
    text: &'a str,
    at: usize,
}

impl Walk<'_> {
    fn value(&mut self) -> Json {
        self.skip_space();
        let start = self.at;
        let bracket = Span::new(start, start + 1);
        match self.peek() {
            b'[' => Json { kind: Kind::List(self.items(b']', Self::value)), span: bracket },
            b'{' => Json { kind: Kind::Object(self.items(b'}', Self::field)), span: bracket },
            b'"' => Json { kind: Kind::Text(self.string()), span: Span::new(start, self.at) },
            _ => {
                let is_part = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
                let word: String = self.text[start..].chars().take_while(is_part).collect();
                self.at += word.len();
                let kind = match word.as_str() {
                    "null" => Kind::Null,
                    "true" => Kind::Flag(true),
                    "false" => Kind::Flag(false),
                    _ => Kind::Number(word),
                };
                Json { kind, span: Span::new(start, self.at) }
            }
        }
    }

    /// Everything up to the closing bracket.
    fn items<T, C: FromIterator<T>>(&mut self, close: u8, read: impl Fn(&mut Self) -> T) -> C {
        self.at += 1;
        std::iter::from_fn(|| {
            self.skip_space();
            let is_end = self.peek() == close || self.at == self.text.len();
            let item = (!is_end).then(|| read(self));
            self.skip_space();
            self.at += usize::from(is_end || self.peek() == b',');
            item
        })
        .collect()
    }

    fn field(&mut self) -> (String, Json) {
        let key = self.string();
        self.skip_space();
        // The colon.
        self.at += 1;
        (key, self.value())
    }

    fn string(&mut self) -> String {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        while self.at < bytes.len() && bytes[self.at] != b'"' {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        self.text.get(start..self.at).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }
}

/// The place of a JSON error, which is given as line and column.
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

    /// The same value without its spans.
    fn plain(json: &Json) -> Value {
        match &json.kind {
            Kind::Null => Value::Null,
            Kind::Flag(flag) => Value::Bool(*flag),
            Kind::Number(text) => serde_json::from_str(text).expect("a number"),
            Kind::Text(text) => Value::String(text.clone()),
            Kind::List(items) => items.iter().map(plain).collect(),
            Kind::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        }
    }

    fn check_places(json: &Json, text: &str) {
        let written = &text[json.span.range()];
        match &json.kind {
            Kind::List(items) => {
                assert_eq!(written, "[");
                items.iter().for_each(|item| check_places(item, text));
            }
            Kind::Object(fields) => {
                assert_eq!(written, "{");
                fields.values().for_each(|value| check_places(value, text));
            }
            _ => assert_eq!(serde_json::from_str::<Value>(written).expect("a value"), plain(json)),
        }
    }

    #[test]
    fn a_value_is_what_the_library_reads_and_stands_where_it_says() {
        for text in [
            "null",
            " -1.5e+3\n",
            r#""a\"b\\""#,
            "[]",
            "{ }",
            r#"[1, [true,false , null],"", {"a": {}}, [[]]]"#,
            r#"{"a":1,"b" : ["\u00e9\ud83d\ude00é"],"a":{"c\n":"\\"} }"#,
            "\t[ {\"x\":\"]\"} ,\r\n\"}\" ]",
        ] {
            let json = Json::read(text, "x/y").expect(text);
            assert_eq!(plain(&json), serde_json::from_str::<Value>(text).expect(text), "{text}");
            check_places(&json, text);
        }
    }

    #[test]
    fn what_is_no_json_is_refused_where_it_ends_to_be_some() {
        for (text, place) in [("", ""), ("[1,\n é]", "é"), ("{\"a\" 1}", "1"), ("[1] 2", "2")] {
            let problem = Json::read(text, "x/y").expect_err(text);
            assert_eq!(problem.id, "x/y");
            assert_eq!(&text[problem.span.expect("a place").range()], place, "{text}");
        }
        assert!(Json::read(&"[".repeat(100_000), "x/y").is_err());
    }
}
