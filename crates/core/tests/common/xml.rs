//! Checks pictures as XML: their parts, and whether they are well-formed.
//!
//! Accepts what our writers emit: attributes in double quotes after one space, a few entities, no comments;
//! HTML may begin with its doctype.

/// The value of an attribute.
pub(crate) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// The value of an attribute that is a whole number.
pub(crate) fn number(tag: &str, name: &str) -> i32 {
    attribute(tag, name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} of {tag}"))
}

/// A text with its entities replaced by the characters they stand for.
pub(crate) fn unescape(text: &str) -> String {
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (written, sign)| text.replace(written, sign))
}

/// Tags are closed in the right order, and every `&` begins a known entity.
pub(crate) fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    for part in xml.split('<').skip(1).filter(|part| !part.starts_with("!DOCTYPE html>")) {
        let (tag, content) = part.split_once('>').expect("the end of a tag");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!content.contains("]]>"), "{content}");
        assert!(name == "style" || !content.contains('>'), "{content}");
        for entity in part.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;", "#10;"];
            assert!(known.iter().any(|name| entity.starts_with(name)), "{entity}");
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(xml.chars().all(|c| c == '\n' || (!c.is_control() && c != '\u{ffff}')));
}
