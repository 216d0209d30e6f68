//! Names of tokens, and the page generated from the code.

use super::*;

#[test]
fn tokens_are_read_from_names_and_numbers() {
    let meant = [
        ("<NOMINATE> <SEAT_4>", "NOMINATE SEAT_4"),
        ("NOMINATE SEAT_4", "NOMINATE SEAT_4"),
        ("nominate,seat_4", "NOMINATE SEAT_4"),
        ("[10, 111]", "NOMINATE SEAT_4"),
        ("", ""),
    ];
    let refused = [
        ("417", 0),
        ("PASS SEAT_20", 1),
        ("0 0 nonsense", 2),
        ("-1", 0),
        ("<PASS", 0),
        ("0 99999999999999999999", 1),
    ];
    check_names(read_tokens, &meant, &refused, "tokens/unknown");
}

#[test]
fn the_document_is_what_the_code_says() {
    agrees_with_file("../../docs/botc-tokens.md", &documentation());
}
