//! Names of tokens, and the page that is generated from the code.

use super::*;

#[test]
fn tokens_are_read_from_names_and_numbers() {
    let nominated = raw("NOMINATE SEAT_4");
    let numbers = nominated.iter().map(Token::to_string).collect::<Vec<_>>().join(", ");
    for text in ["<NOMINATE> <SEAT_4>", "NOMINATE SEAT_4", "nominate,seat_4", &format!("[{numbers}]")] {
        assert_eq!(read_tokens(text), Ok(nominated.clone()), "{text}");
    }
    assert_eq!(read_tokens(""), Ok(Vec::new()));
    for (text, at) in [
        ("394", 0),
        ("PASS SEAT_20", 1),
        ("0 0 nonsense", 2),
        ("-1", 0),
        ("<PASS", 0),
        ("0 99999999999999999999", 1),
    ] {
        let error = read_tokens(text).expect_err(text);
        assert_eq!((error.at, error.id), (at, "tokens/unknown"), "{text}: {error}");
    }
    for (id, name) in VOCABULARY.iter().enumerate() {
        assert_eq!(read_tokens(name), Ok(vec![id as Token]));
        assert_eq!(read_tokens(&id.to_string()), Ok(vec![id as Token]));
    }
}

#[test]
fn the_document_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/botc-tokens.md");
    let text = documentation();
    if std::env::var_os("GASLAMP_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for (at, (kept, made)) in kept.lines().zip(text.lines()).enumerate() {
        assert_eq!(kept, made, "line {}; GASLAMP_BLESS=1 rewrites the page", at + 1);
    }
    assert_eq!(kept.len(), text.len(), "one is longer; GASLAMP_BLESS=1 rewrites the page");
}
