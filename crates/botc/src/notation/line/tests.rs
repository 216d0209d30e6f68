//! Tables of lines: what is read, how it is written, and what is refused.

use super::*;

fn check(text: &str, written: &str) {
    let grimoire = read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    assert_eq!(write(&grimoire, Naming::Long), written, "{text}");
    assert_eq!(read(written).as_ref(), Ok(&grimoire), "{text}");
    assert_eq!(read(&write(&grimoire, Naming::Short)), Ok(grimoire), "{text}");
}

#[test]
fn what_is_written_one_way_is_read_and_written_the_same() {
    for text in [
        "[]",
        "[Alice:baron Bob:imp Charlie:butler]",
        "[Alice:baron(washerwoman:townsfolk,poisoner:poisoned) Bob:imp Charlie:butler(drunk:is_the_drunk)]",
        "[Alice:baron(poisoner:poisoned) *Bob:imp* Charlie:butler(drunk:is_the_drunk)]",
        "[Alice:baron *~~Bob~~:imp* Charlie:butler(drunk:is_the_drunk)]",
        "[Alice:baron *Bob:imp* *~~Charlie~~:butler(drunk:is_the_drunk)* Dave:washerwoman *~~Eve~~:poisoner*]",
        "[*Alice:baron* *~~Bob~~:imp* *Charlie:butler* *~~Dave~~:washerwoman*]",
        "[Alice:? *Bob:{chef empath}* Zoë:amnesiac(amnesiac:?)]",
        r#"["Mary Ann":chef("mad, \"very\" (2)") "":imp]"#,
        "[Ann:imp] script{snv} bluffs{artist clockmaker mutant} fabled{angel}",
        r#"[Ann:imp] script{"Ours: {1}" chef imp}"#,
    ] {
        check(text, text);
    }
}

#[test]
fn much_is_read_that_is_not_written() {
    let table = [
        (" [ Alice:Baron,\n Bob:IMP ] ", "[Alice:baron Bob:imp]"),
        ("[*Bob*:imp]", "[*Bob:imp*]"),
        ("[*~~Bob~~*:*imp*]", "[*~~Bob~~:imp*]"),
        ("[~~Bob~~:imp]", "[*~~Bob~~:imp*]"),
        ("[*Bob:imp*(poisoned)]", "[*Bob:imp(poisoner:poisoned)*]"),
        ("[Bob:fortuneteller() Cy:{imp}]", "[Bob:fortune_teller Cy:imp]"),
        (
            "[Bob:ww(ww:townsfolk, lib:wrong  dr:is_the_drunk)]",
            "[Bob:washerwoman(washerwoman:townsfolk,librarian:wrong,drunk:is_the_drunk)]",
        ),
        (
            "[Bob:librarian(wrong) Cy:imp(drunk)]",
            "[Bob:librarian(librarian:wrong) Cy:imp(drunk:is_the_drunk)]",
        ),
        ("[Bob:pukka(poisoned)]", "[Bob:pukka(pukka:poisoned)]"),
        ("[A:chef *B:\"Fortune Teller\"*]", "[A:chef *B:fortune_teller*]"),
        ("[A:{\"No Dashii\" \"imp\"}]", "[A:{imp no_dashii}]"),
        ("[Bob:?(grandchild)] script{bmr}", "[Bob:?(grandmother:grandchild)] script{bmr}"),
    ];
    for (text, written) in table {
        check(text, written);
    }
}

#[test]
fn every_problem_is_told_with_its_place() {
    let table: &[(&str, &[(&str, &str)])] = &[
        ("", &[("botc/grimoire/bracket", "")]),
        ("Alice:chef", &[("botc/grimoire/bracket", "A")]),
        ("[Alice:chef", &[("botc/grimoire/unclosed", "[")]),
        (
            "[Alice Bob:chf :imp]",
            &[
                ("botc/grimoire/character", "Alice"),
                ("botc/grimoire/character", "chf"),
                ("botc/grimoire/name", ":"),
            ],
        ),
        (
            "[*Bob:imp Cy:chef* Dee:chef()()]",
            &[("botc/grimoire/asterisk", "*"), ("botc/grimoire/asterisk", "*"), ("botc/grimoire/entry", "(")],
        ),
        (
            "[Al:virgin(no_ability) Bo:slayer(x:y,monk:z,nope)]",
            &[
                ("botc/token/owner", "x:y"),
                ("botc/token/unknown", "monk:z"),
                ("botc/token/ambiguous", "no_ability"),
                ("botc/token/unknown", "nope"),
            ],
        ),
        ("[Al:virgin(monk:safe Bo:imp]", &[("botc/grimoire/unclosed", "(")]),
        ("[Al:virgin(poisoned Bo:{chef imp}]", &[("botc/grimoire/unclosed", "(")]),
        ("[Al:virgin(poisoned Bo]", &[("botc/grimoire/unclosed", "("), ("botc/grimoire/character", "Bo")]),
        (
            "[Al:imp Al:chef ~~Bo:imp \"C:imp]",
            &[
                ("botc/grimoire/name-twice", "Al"),
                ("botc/grimoire/struck", ":"),
                ("botc/grimoire/unclosed", "\""),
            ],
        ),
        ("[Al:{} Bo:{chef Cy:imp]", &[("botc/grimoire/possibilities", "{"), ("botc/grimoire/unclosed", "{")]),
        ("[A:\"Fortune Tellr\" B:imp]", &[("botc/grimoire/character", "\"Fortune Tellr\"")]),
        ("[A:chef\"a (b\" B:imp]", &[("botc/grimoire/entry", "\"")]),
        ("[A\u{80}l:imp]", &[("botc/grimoire/character", "A")]),
        ("[Al:imp] and more", &[("botc/grimoire/more", "and more")]),
    ];
    for (text, problems) in table {
        let found = read(text).expect_err(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|problem| (problem.id, &text[problem.span.expect("a place").range()])).collect();
        assert_eq!(&found, problems, "{text}");
    }
}

#[test]
fn white_space_of_any_kind_parts_what_spaces_part() {
    let kinds: Vec<char> = (char::MIN..=char::MAX).filter(|c| c.is_whitespace()).collect();
    assert!(kinds.contains(&'\u{b}') && kinds.contains(&'\u{85}'));
    for text in [
        " [A:chef]",
        "[ A:chef]",
        "[A:chef ]",
        "[A:chef B:imp]",
        "[A:chef(monk:safe \"x\" ) B:imp]",
        "[A:{ chef imp } B:imp]",
        "[A:chef] script{tb} bluffs{ chef } ",
        "[ ",
        "[A: chef]",
        "[A chef:imp]",
        "[* A:imp*",
        "[A:chef (x)]",
        "[A:{ chef",
        "[A:chef( x",
    ] {
        for space in kinds.iter().map(char::to_string) {
            let ids = |text: &str| {
                read(text).map_err(|problems| problems.iter().map(|problem| problem.id).collect::<Vec<_>>())
            };
            assert_eq!(ids(&text.replace(' ', &space)), ids(text), "{text}: {space:?}");
        }
    }
}
