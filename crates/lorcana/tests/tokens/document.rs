//! Names of tokens, and the page that is generated from the code.

use super::*;

#[test]
fn tokens_are_read_from_names_and_numbers() {
    let meant = [(" [2,  2\n<end_turn>]END_TURN,,", "END_TURN END_TURN END_TURN END_TURN"), ("", "")];
    let refused = [
        ("SPARE", 0),
        ("511", 0),
        ("65535", 0),
        ("2 99999999999999999999", 1),
        ("2,-1", 1),
        ("2,2,tipo", 2),
        ("<", 0),
        ("<>", 0),
        ("é,ü,ö,ä", 0),
    ];
    check_names(read_tokens, &meant, &refused, "lorcana/tokens/unknown");
    let many = "2,".repeat(100_000);
    assert_eq!(read_tokens(&many).map(|tokens| tokens.len()), Ok(100_000));
}

#[test]
fn the_document_is_what_the_code_says() {
    agrees_with_file("../../docs/lorcana-tokens.md", &documentation());
}
