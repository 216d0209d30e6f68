//! Names of tokens, and the page that is generated from the code.

use super::*;

#[test]
fn tokens_are_read_from_names_and_numbers() {
    for (id, &name) in VOCABULARY.iter().enumerate().filter(|(_, name)| **name != "<SPARE>") {
        let expected = Ok(vec![id as Token]);
        let bare = name.trim_matches(['<', '>']);
        for text in [name, bare, &id.to_string(), &format!("[{name}, ]")] {
            assert_eq!(read_tokens(text), expected, "{text}");
        }
        let pair = Ok(vec![id as Token, 2, id as Token]);
        assert_eq!(read_tokens(&format!("{name},2,{name}")), pair);
    }
    assert_eq!(read_tokens(" [2,  2\n<end_turn>]END_TURN,,"), Ok(vec![2; 4]));
    for (text, at) in [
        ("SPARE", 0),
        ("511", 0),
        ("65535", 0),
        ("2 99999999999999999999", 1),
        ("2,-1", 1),
        ("2,2,tipo", 2),
        ("<", 0),
        ("<>", 0),
        ("é,ü,ö,ä", 0),
    ] {
        let error = read_tokens(text).expect_err(text);
        assert_eq!((error.at, error.id), (at, "lorcana/tokens/unknown"), "{text}: {error}");
    }
    let many = "2,".repeat(100_000);
    assert_eq!(read_tokens(&many).map(|tokens| tokens.len()), Ok(100_000));
}

#[test]
fn the_document_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lorcana-tokens.md");
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
