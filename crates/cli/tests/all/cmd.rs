//! Runs every `console` block of the README, of `docs` and of `tests/cmd/*.md`, and compares the output.
//! `TRYCMD=overwrite cargo test -p gaslamp-cli --test all cmd::` writes what they print; read the diff.

#[test]
fn commands_print_what_the_pages_say() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/*.md").case("tests/cmd/*.md");
}
