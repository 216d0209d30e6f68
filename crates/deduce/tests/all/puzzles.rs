//! Puzzle files: everything that is accepted, everything that is refused, and that what is written reads back the same.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use gaslamp_botc::rules::bag_space::base_counts;
use gaslamp_botc::rules::{Formula, Joint, Reminder, Report, Statement, is_playable};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Fault, Rng, Seat, Seats};
use gaslamp_deduce::botc::puzzle::{self, Expected, Puzzle};
use gaslamp_deduce::botc::{Case, Ending, LogEntry, Player, PublicEvent, Testimony, TestimonyEntry};
use proptest::prelude::*;

/// A puzzle with every key and every kind of line, as it is written.
const WHOLE: &str = r#"id = "everything"
source = "nowhere"
note = "A \"note\" with a \\ and\na line."
scripts = ["Trouble Brewing", "Sects & Violets", "Bad Moon Rising"]
beyond_tb = ["Artist", "Clockmaker", "Dreamer", "Fang Gu", "Gossip", "Juggler", "Philosopher", "Po", "Savant", "Snake Charmer"]
beyond_base3 = []

hidden = ["Imp", "Po", "Poisoner", "Spy", "Drunk"]
you = "You"
you_may_be = ["Drunk"]
also_on_script = ["Fang Gu", "Snake Charmer"]
counts = [7, 1, 2, 1]
duplicate_roles = true
demon_may_attack_dead = false
known = ["You", "Imp Man"]
last_day_finished = true
ends = "D3"

log = [
  "D1 nominated: Ann -> Ben",
  "D1 executed for nominating: Ben -> You",
  "D1 juggled: Cy: Ann = Fortune Teller, Ben = Imp",
  "D1 gossiped: Dee: evil(Ann) and evil(Ben) and not evil(Cy)",
  "D1 voted: You, Ann",
  "D1 nominators: Ann, Ben",
  "N2 died: Ann",
  "N2 died: Cy",
  "N2 revived: Ben",
  "D2 executed: Ben, survived",
  "D2 shot: Ann -> Ben, died",
  "D2 shot: Ann -> Cy, survived",
  "D3 executed: You",
]

[[player]]
name = "You"
claim = "Washerwoman"
says = ["N1 Washerwoman: Ann, Ben = Fortune Teller"]

[[player]]
name = "Ann"
claim = "Fortune Teller"
says = [
  "N1 Fortune Teller: You, Ann = no",
  "N2 Fortune Teller: You, Ben = yes",
]

[[player]]
name = "Ben"
claim_any = ["Librarian", "Investigator"]
says = [
  "N1 Librarian: none",
  "N1 Investigator: Cy, Dee = Poisoner",
]

[[player]]
name = "Cy"
claim = "Juggler"
says = [
  "N2 Juggler: 1",
  "N2 became: Undertaker",
  "N2 Undertaker: Ben = Drunk",
]

[[player]]
name = "Dee"
claim = "Gossip"

[[player]]
name = "Eve"
claim = "Philosopher"
says = [
  "N1 Philosopher: Snake Charmer",
  "N1 Snake Charmer: Fay",
]

[[player]]
name = "Fay"
claim = "Dreamer"
says = ["N1 Dreamer: Gus = Chef | Imp"]

[[player]]
name = "Gus"
claim = "Artist"
says = ["D1 Artist: not (role(Ann, Snake Charmer) or type(You, Minion))"]

[[player]]
name = "Hal"
claim = "Savant"
says = ["D2 Savant: clockmaker(2) / townsfolk_row(at least 3)"]

[[player]]
name = "Imp Man"
claim = "Po"
says = [
  "N1 Po: not in play Chef, Empath, Saint",
  "N2 Po: Ann",
  "N3 Po: You, Ann, Hal",
]

[[player]]
name = "Joe"

[[solution]]
start = ["Washerwoman", "Fortune Teller", "Librarian", "Juggler", "Gossip", "Philosopher", "Dreamer", "Drunk", "Savant", "Po", "Spy"]  # Gus Drunk, Joe Spy
end = ["Washerwoman", "Fortune Teller", "Librarian", "Undertaker", "Gossip", "Snake Charmer", "Dreamer", "Drunk", "Savant", "Po", "Spy"]
also = "red_herring(Ann, You)"
"#;

#[test]
fn every_key_and_line_is_read_and_written() {
    let puzzle = puzzle::read(WHOLE).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(puzzle::write(&puzzle), WHOLE);
}

#[test]
fn lines_mean_what_the_format_says() {
    let case = puzzle::read(WHOLE).unwrap().case;
    let seat = Seat::new;
    let role = |name| Character::read(name).unwrap();
    let said = |player: usize, line: usize| case.players[player].says[line].what.clone();
    let report = |night, ability, chosen: &[usize], told| {
        let chosen = chosen.iter().copied().map(Seat::new).collect();
        Testimony::Report(Report { night, ability: role(ability), chosen, told })
    };
    let pair = |a, b, name| Some(Statement::Pair { holder: seat(a), wrong: seat(b), character: role(name) });
    let table = [
        (said(0, 0), report(1, "Washerwoman", &[], pair(1, 2, "Fortune Teller"))),
        (said(1, 1), report(2, "Fortune Teller", &[0, 2], Some(Statement::Answer(true)))),
        (said(2, 0), report(1, "Librarian", &[], Some(Statement::Nobody))),
        (said(3, 0), report(2, "Juggler", &[], Some(Statement::Number(1)))),
        (said(3, 1), Testimony::Became { night: 2, character: role("Undertaker") }),
        (said(3, 2), report(2, "Undertaker", &[2], Some(Statement::Is(role("Drunk"))))),
        (
            said(5, 0),
            Testimony::Chose { night: 1, ability: role("philosopher"), character: role("snakecharmer") },
        ),
        (said(5, 1), report(1, "Snake Charmer", &[6], None)),
        (said(6, 0), report(1, "Dreamer", &[7], Some(Statement::OneOf(role("Chef"), role("Imp"))))),
        (
            said(8, 0),
            Testimony::Things {
                day: 2,
                ability: role("savant"),
                things: [Formula::DemonToMinion(2), Formula::TownsfolkRow { length: 3, or_longer: true }],
            },
        ),
        (said(9, 0), Testimony::Bluffs(["Chef", "Empath", "Saint"].into_iter().map(role).collect())),
        (said(9, 2), report(3, "Po", &[0, 1, 8], None)),
    ];
    for (read, meant) in table {
        assert_eq!(read, meant);
    }
    let dead: Seats = [seat(1), seat(3)].into_iter().collect();
    assert_eq!((case.log[6].number, &case.log[6].what), (2, &PublicEvent::Died(dead)));
    let places = [case.log[0].span, case.log[6].span, case.players[3].says[1].span]
        .map(|span| &WHOLE[span.unwrap().range()]);
    assert_eq!(
        places,
        ["D1 nominated: Ann -> Ben", "N2 died: Ann\",\n  \"N2 died: Cy", "N2 became: Undertaker"]
    );
    assert_eq!(case.ends, Ending::Dusk(3));
    assert_eq!((case.you, case.known.len()), (Some(seat(0)), 2));
}

#[test]
fn readers_are_lenient() {
    let table = [
        ("N1 Dreamer: Gus = Chef | Imp", "N1 dreamer :gus= Imp|chef "),
        ("N2 Fortune Teller: You, Ben = yes", "n2 fortune_teller: ben,YOU = Yes"),
        ("D1 voted: You, Ann", "D1 Voted: ann, you"),
        ("\"D1 nominated: Ann -> Ben\"", "'D1 nominated: Ann->Ben'"),
        ("  \"N2 died: Ann\",\n  \"N2 died: Cy\",\n", "  \"N2 died: Cy, Ann\",\n"),
        ("D3 executed: You", "D3 executed: You, died"),
        ("N1 Librarian: none", "N1 Librarian: None"),
        ("claim = \"Gossip\"", "claim_any = [\"gossip\"]"),
        ("beyond_base3 = []\n", "legion = []\nsome_good_role_repeats = false\n"),
        ("also = \"red_herring(Ann, You)\"", "also = [\"red_herring(Ann, You)\"]"),
        ("ends = \"D3\"", "ends = \"\\u0044\\u0033\""),
    ];
    let whole = puzzle::read(WHOLE).unwrap().without_spans();
    for (written, lenient) in table {
        assert!(WHOLE.contains(written), "{written}");
        let puzzle = puzzle::read(&WHOLE.replacen(written, lenient, 1));
        assert_eq!(puzzle.map(Puzzle::without_spans), Ok(whole.clone()), "{lenient}");
    }
}

#[test]
fn answers_are_recorded_empty_or_unknown() {
    let small =
        "id = \"a\"\nhidden = [\"Imp\"]\ncounts = [0, 0, 0, 1]\nends = \"N1\"\n[[player]]\nname = \"Ann\"\n";
    let answer = |text: String| puzzle::read(&text).unwrap().answer;
    assert_eq!(answer(small.to_owned()), None);
    assert_eq!(answer(format!("no_world = true\n{small}")), Some(Vec::new()));
    let imp = Expected { start: vec![Character::read("imp").unwrap()], end: None };
    assert_eq!(answer(format!("{small}[[solution]]\nstart = [\"Imp\"]")), Some(vec![imp]));
}

/// What is replaced, by what, the id of the problem, and the text it points at.
const BROKEN: &[(&str, &str, &str, &str)] = &[
    ("id = \"everything\"", "id = everything", "toml", "everything"),
    ("name = \"Joe\"\n", "", "missing", "[[player]]"),
    ("start = [", "begin = [", "missing", "[[solution]]"),
    ("start = [", "begin = [", "key", "begin"),
    ("hidden = ", "hiden = ", "key", "hiden"),
    ("beyond_base3 = []\n", "hermit_is = [\"Imp\"]\n", "united", "[\"Imp\"]"),
    ("claim = \"Gossip\"", "claims = \"Gossip\"", "key", "claims"),
    ("source = \"nowhere\"", "source = 7", "type", "7"),
    ("hidden = [\"Imp\", ", "hidden = [3, ", "type", "3"),
    ("known = [\"You\", \"Imp Man\"]", "known = \"You\"", "type", "\"You\""),
    ("duplicate_roles = true", "duplicate_roles = \"yes\"", "type", "\"yes\""),
    ("counts = [7, 1, 2, 1]", "counts = [7, 1, 2]", "type", "[7, 1, 2]"),
    ("counts = [7, 1, 2, 1]", "counts = [-7, 1, 2, 1]", "type", "[-7, 1, 2, 1]"),
    ("counts = [7, 1, 2, 1]", "counts = [7, 2, 2, 1]", "counts", "[7, 2, 2, 1]"),
    ("name = \"Joe\"", "name = \"J, K\"", "name", "J, K"),
    ("name = \"Joe\"", "name = \" \"", "name", " "),
    ("name = \"Joe\"", "name = \"not in play Chef\"", "name", "not in play Chef"),
    ("name = \"Joe\"", "name = \"ann\"", "name-twice", "ann"),
    ("you = \"You\"", "you = \"Yo\"", "player", "Yo"),
    ("known = [\"You\", ", "known = [\"Zed\", ", "player", "Zed"),
    ("known = [\"You\", ", "known = [\"Imp Man\", ", "twice", "Imp Man"),
    ("you = \"You\"\n", "", "you", "you_may_be"),
    ("hidden = [\"Imp\", ", "hidden = [\"Impp\", ", "role", "Impp"),
    ("also_on_script = [\"Fang Gu\", ", "also_on_script = [\"Snake Charmer\", ", "twice", "Snake Charmer"),
    ("claim = \"Gossip\"", "claim = \"Gosip\"", "role", "Gosip"),
    ("claim = \"Gossip\"", "claim = \"Gossip\"\nclaim_any = [\"Chef\"]", "claim", "[\"Chef\"]"),
    ("claim_any = [\"Librarian\", \"Investigator\"]", "claim_any = []", "claim", "[]"),
    ("ends = \"D3\"", "ends = \"X3\"", "phase", "X3"),
    ("ends = \"D3\"", "ends = \"N3\"", "ending", "true"),
    ("ends = \"D3\"", "ends = \"N3\"", "after-end", "D3"),
    ("ends = \"D3\"", "ends = \"D2\"", "after-end", "N3"),
    ("\"D1 nominated: ", "\"D2 nominated: ", "order", "D1"),
    ("\"D1 nominated: ", "\"E1 nominated: ", "phase", "E1"),
    ("\"D1 nominated: ", "\"D0 nominated: ", "phase", "D0"),
    ("\"D1 nominated: ", "\"N1 nominated: ", "phase", "N1"),
    ("\"N2 died: Ann\"", "\"D1 revived: Ann\"", "phase", "D1"),
    ("\"N2 died: Ann\"", "\"N2 dead: Ann\"", "verb", "dead"),
    ("\"N2 died: Ann\"", "\"N2 died: Cy\"", "twice", "Cy"),
    ("\"N2 died: Ann\"", "\"N2 died:\"", "player", "\"N2 died:\""),
    ("\"N2 died: Ann\"", "\"N2 died Ann\"", "line", "N2 died Ann"),
    ("\"D1 nominators: ", "\"D1 voted: ", "twice", "voted"),
    ("nominated: Ann -> Ben", "nominated: Ann -> Bem", "player", "Bem"),
    ("nominated: Ann -> Ben", "nominated: Ann, Ben", "line", "Ann, Ben"),
    ("executed: Ben, survived", "executed: Ben, surived", "fate", "surived"),
    ("shot: Ann -> Ben, died", "shot: Ann -> Ben", "line", "Ann -> Ben"),
    ("shot: Ann -> Ben, died", "shot: Anm -> Ben, did", "player", "Anm"),
    ("shot: Ann -> Ben, died", "shot: Anm -> Ben, did", "fate", "did"),
    ("juggled: Cy: Ann = Fortune Teller", "juggled: Cy: Ann = Fortun Teller", "role", "Fortun Teller"),
    ("juggled: Cy: Ann = Fortune Teller", "juggled: Cy: Ann", "line", "Ann"),
    ("gossiped: Dee: ", "gossiped: Dee ", "line", "Dee evil(Ann) and evil(Ben) and not evil(Cy)"),
    ("and not evil(Cy)", "and not evil(Cyy)", "statement", "Cyy"),
    ("and not evil(Cy)", "and no evil(Cy)", "statement", "no"),
    ("\"Bad Moon Rising\"]", "\"Bad Moon Risin\"]", "script", "Bad Moon Risin"),
    (
        "\"Trouble Brewing\", \"Sects & Violets\", \"Bad Moon Rising\"]",
        "\"Trouble Brewing\", \"Sects & Violets\"]",
        "script",
        "[\"Trouble Brewing\", \"Sects & Violets\"]",
    ),
    ("\"D3 executed: You\"", "\"N3 no deaths\", \"N3 died: You\"", "contradiction", "N3 no deaths"),
    ("\"N2 revived: Ben\"", "\"N2 nobody died\"", "contradiction", "N2 nobody died"),
    ("\"D3 executed: You\"", "\"D3 executed: You\", \"D3 no execution\"", "contradiction", "D3 no execution"),
    ("\"D3 executed: You\"", "\"N3 no execution\"", "phase", "N3"),
    ("\"D3 executed: You\"", "\"D3 nobody dyed\"", "line", "D3 nobody dyed"),
    ("N1 Washerwoman: Ann, Ben = Fortune Teller", "N1 Washerwoman: Ann = Chef", "line", "Ann"),
    ("N1 Washerwoman: Ann, Ben = Fortune Teller", "N1 Washerwoman: Ann, Ann = Chef", "twice", "Ann"),
    ("N1 Washerwoman: Ann, Ben = Fortune Teller", "N1 Washerwoman: none", "line", "none"),
    ("N1 Washerwoman: ", "D1 Washerwoman: ", "phase", "D1"),
    ("N1 Washerwoman: ", "N1 Washerwomen: ", "role", "Washerwomen"),
    ("N1 Washerwoman: ", "N1 Soldier: ", "line", "Soldier"),
    ("You, Ann = no", "You, Ann = nope", "answer", "nope"),
    ("N2 Juggler: 1", "N2 Juggler: one", "number", "one"),
    ("N2 Juggler: 1", "N2 Juggler: 300", "number", "300"),
    ("N1 Dreamer: Gus = Chef | Imp", "N1 Dreamer: Gus = Chef | Saint", "one-of", "Chef | Saint"),
    ("N1 Dreamer: Gus = Chef | Imp", "N1 Dreamer: Gus = Chef", "line", "Chef"),
    ("N1 Philosopher: Snake Charmer", "N1 Philosopher: Fay", "role", "Fay"),
    ("D1 Artist: not", "N1 Artist: not", "phase", "N1"),
    ("type(You, Minion)", "type(You, Monion)", "statement", "Monion"),
    ("clockmaker(2) / ", "clockmaker(2), ", "line", "clockmaker(2), townsfolk_row(at least 3)"),
    ("N1 Po: not in play Chef, Empath, Saint", "N2 Po: not in play Chef", "phase", "N2"),
    ("in play Chef, Empath, Saint", "in play Chef, Empath, Saint, Monk", "line", "Chef, Empath, Saint, Monk"),
    ("in play Chef, Empath, Saint", "in play Chef, Chef", "twice", "Chef"),
    ("N3 Po: You, Ann, Hal", "N3 Po: You, Ann", "line", "You, Ann"),
    ("start = [\"Washerwoman\", ", "start = [\"Washerwomn\", ", "role", "Washerwomn"),
    (
        "end = [\"Washerwoman\", ",
        "end = [",
        "solution",
        "[\"Fortune Teller\", \"Librarian\", \"Undertaker\", \"Gossip\", \"Snake Charmer\", \"Dreamer\", \"Drunk\", \"Savant\", \"Po\", \"Spy\"]",
    ),
    ("last_day_finished = true", "no_world = true", "solution", "true"),
    ("red_herring(Ann, You)", "red_herring(Ann, Yoo)", "statement", "Yoo"),
    (
        "\"D1 nominated: Ann -> Ben\"",
        "\"D1 nominated: \\u0041m -> Ben\"",
        "player",
        "\"D1 nominated: \\u0041m -> Ben\"",
    ),
];

#[test]
fn what_is_broken_is_told_with_its_place() {
    for (from, to, id, part) in BROKEN {
        assert!(WHOLE.contains(from), "{from}");
        let text = WHOLE.replacen(from, to, 1);
        let problems = puzzle::read(&text).expect_err(to);
        let place = |problem: &Diagnostic| text[problem.span.unwrap().range()].to_owned();
        let found: Vec<_> = problems.iter().map(|problem| (problem.id, place(problem))).collect();
        let wanted = (format!("deduce/puzzle/{id}"), (*part).to_owned());
        assert!(found.iter().any(|(id, place)| (*id, place) == (&wanted.0, &wanted.1)), "{to}: {found:?}");
        assert!(!puzzle::is_unsupported(&problems), "{to}");
    }
}

#[test]
fn slips_are_mended_by_what_is_near() {
    let table = [
        ("hidden = [\"Imp\", ", "hidden = [\"Inp\", ", "did you mean `Imp`?"),
        ("claim = \"Gossip\"", "claim = \"gosip\"", "did you mean `Gossip`?"),
        ("claim = \"Gossip\"", "claim = \"Werewolf\"", "one of: Acrobat, Alsaahir, Artist, "),
        ("hidden = ", "hiden = ", "did you mean `hidden`? known: id, source, note, "),
        ("claim = \"Gossip\"", "role = \"Gossip\"", "one of: name, claim, claim_any, says"),
        ("you = \"You\"", "you = \"Yoo\"", "did you mean `You`? known: You, Ann, Ben, "),
        ("N2 died: Ann", "N2 died: Zacharias", "one of: You, Ann, Ben, "),
        ("N2 died", "N2 ded", "did you mean `died`? known: died, revived, executed, "),
        ("N2 died", "N2 perished", "one of: died, revived, "),
        (
            "Artist: not (role(Ann, Snake Charmer)",
            "Artist: not (role(Ann, Snake Charmr)",
            "did you mean `Snake Charmer`?",
        ),
        ("Artist: not (role(", "Artist: not (rolle(", "did you mean `role`? known: evil, role, "),
        ("N1 Washerwoman: ", "D1 Washerwoman: ", "N1"),
    ];
    for (from, to, fix) in table {
        assert!(WHOLE.contains(from), "{from}");
        let problems = puzzle::read(&WHOLE.replacen(from, to, 1)).expect_err(to);
        let is_it = |problem: &Diagnostic| problem.fix.as_ref().is_some_and(|told| told.starts_with(fix));
        assert!(problems.iter().any(is_it), "{to}: {problems:?}");
    }
}

#[test]
fn a_log_may_say_what_did_not_happen() {
    let whole = puzzle::read(WHOLE).unwrap().without_spans();
    let lines = [
        "N3 nobody died",
        "n3 No Deaths.",
        "N3 no death",
        "N3 no one died",
        "N3 died: nobody",
        "N3 died: none",
        "D3 no execution",
        "D3 nobody was executed",
        "D3 executed: nobody",
        "D3 nobody died",
    ];
    let last = "\"D3 executed: You\"";
    let mut without = whole;
    without.case.log.pop();
    for line in lines {
        let puzzle = puzzle::read(&WHOLE.replacen(last, &format!("{line:?}"), 1));
        assert_eq!(puzzle.map(Puzzle::without_spans), Ok(without.clone()), "{line}");
    }
}

/// Without `ends`, the last night or day is the last that is named in the log or by a player.
#[test]
fn a_puzzle_ends_with_its_last_line() {
    let players = "[[player]]\nname = \"Ann\"\nclaim = \"Empath\"\nsays = [\"N2 Empath: 0\"]\n";
    let text = |log: &str| format!("hidden = [\"Imp\"]\ncounts = [1, 0, 0, 0]\nlog = [{log}]\n{players}");
    for (log, ends) in [
        ("", Ending::Dawn(2)),
        ("\"D1 executed: Ann, survived\"", Ending::Dawn(2)),
        ("\"D2 executed: Ann, survived\"", Ending::Day(2)),
        ("\"N4 nobody died\"", Ending::Dawn(4)),
    ] {
        let read = puzzle::read(&text(log)).unwrap_or_else(|problems| panic!("{log}: {problems:?}"));
        assert_eq!((read.case.ends, read.id.as_str()), (ends, ""), "{log}");
    }
    let finished = puzzle::read(&format!("last_day_finished = true\n{}", text("\"D2 no execution\"")));
    assert_eq!(finished.unwrap().case.ends, Ending::Dusk(2));
    let silent = puzzle::read(&text("").replace("says = [\"N2 Empath: 0\"]", ""));
    assert_eq!(silent.unwrap().case.ends, Ending::Dawn(1));
}

#[test]
fn a_template_says_what_is_to_be_filled_in_and_is_read_then() {
    let script = gaslamp_botc::Script::built_in("tb").unwrap();
    for players in 5..=15 {
        let names: Vec<String> = (1..=players).map(|number| format!("P{number}")).collect();
        let text = puzzle::template(&script, &names);
        let problems = puzzle::read(&text).unwrap_err();
        // Every claim is asked for where it is to be written, and nothing else.
        let line =
            |problem: &Diagnostic| text[..problem.span.unwrap().start].lines().last().unwrap().to_owned();
        let asked: Vec<(&str, String)> = problems.iter().map(|problem| (problem.id, line(problem))).collect();
        assert_eq!(asked, vec![("deduce/puzzle/claim", "claim = ".to_owned()); players], "{problems:?}");
        // Filled in, and with its comments taken away, it is read.
        let mut claims = script.team(Team::Townsfolk).chain(script.team(Team::Outsider)).map(Character::name);
        let filled: Vec<String> = text
            .lines()
            .map(|line| match line {
                "claim = \"\"" => format!("claim = \"{}\"", claims.next().unwrap()),
                _ => line.strip_prefix("  # \"").map_or(line.to_owned(), |line| format!("\"{line}")),
            })
            .collect();
        let read = puzzle::read(&filled.join("\n")).unwrap_or_else(|problems| panic!("{problems:?}"));
        assert_eq!((read.case.log.len(), read.case.ends), (3, Ending::Dawn(3)));
        // So is every line of the examples.
        for line in
            text.lines().filter_map(|line| line.strip_prefix("#   ")).filter(|line| line.starts_with("says"))
        {
            let with_line = filled.join("\n").replacen("says = []", line, 1);
            assert!(puzzle::read(&with_line).is_ok(), "{line}: {:?}", puzzle::read(&with_line));
        }
    }
}

#[test]
fn everything_wrong_is_told_at_once_in_order() {
    let text = WHOLE
        .replace("Cy", "Cyy")
        .replacen("name = \"Cyy\"", "name = \"Cy\"", 1)
        .replace("ends = \"D3\"", "ends = \"\"");
    let problems = puzzle::read(&text).unwrap_err();
    let starts: Vec<_> = problems.iter().map(|problem| problem.span.unwrap().start).collect();
    assert!(starts.is_sorted());
    // The end, the juggle, the gossip, a death, a shot and the Investigator's pair.
    assert_eq!(problems.len(), 6, "{problems:?}");
}

#[test]
fn a_table_has_as_many_seats_as_the_rules_know() {
    let player =
        |index| format!("[[player]]\nname = \"P{index}\"\nclaim = \"Chef\"\nsays = [\"N1 Empath: x\"]\n");
    let text = |players: usize| {
        "id = \"a\"\nends = \"N1\"\n".to_owned() + &(0..players).map(player).collect::<String>()
    };
    let ids = |players| {
        let problems = puzzle::read(&text(players)).unwrap_err();
        problems
            .into_iter()
            .map(|problem| problem.id)
            .filter(|id| !id.ends_with("number"))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(0), ["deduce/puzzle/missing"]);
    assert_eq!(puzzle::read("player = []").unwrap_err()[0].id, "deduce/puzzle/missing");
    assert_eq!(ids(4), ["deduce/puzzle/counts"]);
    assert_eq!(ids(7), [] as [&str; 0]);
    assert_eq!(ids(50), ["deduce/puzzle/players"]);
}

/// What is replaced, by what, and where the problem is.
const UNSUPPORTED: &[(&str, &str, &str)] = &[
    ("beyond_base3 = []\n", "linked = \"other\"\n", "\"other\""),
    ("beyond_base3 = []\n", "beyond_base3 = [\"Toymaker\"]\n", "Toymaker"),
    ("hidden = [\"Imp\", ", "hidden = [\"Ojo\", ", "Ojo"),
    ("\"N2 Juggler: 1\"", "\"N2 Amnesiac: 1\"", "Amnesiac"),
    ("\"N2 Juggler: 1\"", "\"N2 told Vizier: in play\"", "Vizier"),
    ("= Chef | Imp", "= King | Imp", "King"),
    ("role(Ann, Snake Charmer)", "role(Ann, King)", "King"),
    ("start = [\"Washerwoman\", ", "start = [\"King\", ", "King"),
    ("red_herring(Ann, You)", "Ann is drunk", "Ann is drunk"),
];

#[test]
fn what_is_not_played_here_is_refused_by_name() {
    for (from, to, part) in UNSUPPORTED {
        assert!(WHOLE.contains(from), "{from}");
        let text = WHOLE.replacen(from, to, 1);
        let problems = puzzle::read(&text).expect_err(to);
        assert!(puzzle::is_unsupported(&problems), "{to}: {problems:?}");
        assert!(problems.iter().all(|problem| problem.fault == Fault::Unsupported));
        assert!(problems[0].fix.is_some(), "{to}: what is supported is said");
        assert_eq!(&text[problems[0].span.unwrap().range()], *part, "{to}");
    }
}

#[test]
fn who_cannot_be_played_is_named_once() {
    let text = WHOLE.replace("Gossip", "King").replace("Drunk", "Ogre");
    let problems = puzzle::read(&text).unwrap_err();
    let found: Vec<_> =
        problems.iter().map(|problem| (problem.message.as_str(), problem.span.unwrap().start)).collect();
    let expected = [
        ("the Ogre is not supported", text.find("\"Ogre\"]\nyou").unwrap() + 1),
        ("the King is not supported", text.find("claim = \"King").unwrap() + 9),
    ];
    assert_eq!(found, expected);
}

/// The published puzzles, if they are available.
fn shared() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let shared = std::env::var_os("GASLAMP_SHARED").map_or_else(beside, PathBuf::from);
    Some(shared.join("data/puzzles")).filter(|folder| folder.is_dir())
}

#[test]
fn published_puzzles_are_read_back_or_refused_by_name() {
    let Some(folder) = shared() else { return };
    let (mut read, mut refused) = (0, 0);
    for entry in ["boards", "rules"].iter().flat_map(|part| std::fs::read_dir(folder.join(part)).unwrap()) {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        match puzzle::read(&text) {
            Ok(puzzle) => {
                read += 1;
                let written = puzzle::write(&puzzle);
                let again = puzzle::read(&written).unwrap();
                assert_eq!(puzzle::write(&again), written);
                assert_eq!(again.without_spans(), puzzle.without_spans(), "{}", path.display());
                // The scripts it needs are computed as its author wrote them.
                let head = |text: &str| {
                    text.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
                };
                assert_eq!(head(&written), head(&text), "{}", path.display());
            }
            Err(problems) => {
                refused += 1;
                assert!(puzzle::is_unsupported(&problems), "{}: {problems:?}", path.display());
            }
        }
    }
    assert!(read > 0 && refused > 0, "{read} {refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_of_a_puzzle_reads_the_same(seed: u64) {
        let puzzle = random_puzzle(&mut Rng::new(seed));
        let text = puzzle::write(&puzzle);
        let again = puzzle::read(&text).map(Puzzle::without_spans);
        prop_assert_eq!(again, Ok(puzzle), "{}", text);
    }

    #[test]
    fn titles_and_notes_may_be_any_text(id: String, note: String, name in "[^,:=|/()>\\pC\\s]{1,9}") {
        let mut puzzle = random_puzzle(&mut Rng::new(1));
        (puzzle.id, puzzle.note) = (id, Some(note));
        puzzle.case.players[0].name = name;
        let text = puzzle::write(&puzzle);
        let again = puzzle::read(&text).map(Puzzle::without_spans);
        prop_assert_eq!(again, Ok(puzzle), "{}", text);
    }
}

/// A puzzle that somebody could write down.
fn random_puzzle(rng: &mut Rng) -> Puzzle {
    let mut table = Maker { players: 1 + rng.below(20) as usize, last: 2 + rng.below(3) as u16, rng };
    let names: Vec<String> = (0..table.players).map(|index| table.name(index)).collect();
    let players = names.into_iter().map(|name| table.player(name)).collect();
    let log = table.log();
    let worlds = table.rng.below(3) as usize;
    let mut answer: Vec<Expected> = Vec::new();
    for _ in 0..worlds {
        let end = table.flip().then(|| table.roles(table.players));
        let world = Expected { start: table.roles(table.players), end };
        if !answer.contains(&world) {
            answer.push(world);
        }
    }
    let mut also: Vec<Formula> = Vec::new();
    for _ in 0..table.rng.below(3) {
        let formula = table.formula(2);
        if !answer.is_empty() && !also.contains(&formula) {
            also.push(formula);
        }
    }
    let you = table.flip().then(|| table.seat());
    let counts = table.rng.below(table.players as u32 + 1) as usize;
    let needs_counts = base_counts(table.players).is_none();
    let known = if table.flip() { table.seats() } else { Seats::NONE };
    let case = Case {
        players,
        hidden: table.set(),
        hidden_again: Vec::new(),
        also_on_script: table.set(),
        you,
        you_may_be: if you.is_some() { table.set() } else { CharacterSet::NONE },
        known,
        undeluded: known,
        counts: (needs_counts || table.flip()).then_some([table.players - counts, 0, counts, 0]),
        united: None,
        duplicate_roles: table.flip(),
        demon_may_attack_dead: table.flip(),
        tells_all: Seats::NONE,
        tells_changes: Seats::first(table.players),
        variant: gaslamp_deduce::botc::Variant::default(),
        script: None,
        log,
        ends: match table.rng.below(4) {
            3 => Ending::Night(table.last + 1),
            0 => Ending::Dawn(table.last + 1),
            1 => Ending::Day(table.last),
            _ => Ending::Dusk(table.last),
        },
    };
    let text = table.flip().then(|| "a \"b\" \\ c\n\t\u{7f}#".to_owned());
    Puzzle {
        id: "random".to_owned(),
        source: text.clone(),
        note: text,
        case,
        answer: (table.flip() || !answer.is_empty()).then_some(answer),
        also,
    }
}

/// Makes the parts of a random puzzle.
struct Maker<'a> {
    players: usize,
    /// The last day.
    last: u16,
    rng: &'a mut Rng,
}

impl Maker<'_> {
    fn flip(&mut self) -> bool {
        self.rng.below(2) == 0
    }

    fn name(&mut self, index: usize) -> String {
        let names = ["Ann", "You", "Zoë O'B", "a-b", "none", "Imp", "say \"x\"", "not", "#1"];
        format!(
            "{}{}",
            self.rng.pick(&names).unwrap(),
            if index == 0 { String::new() } else { index.to_string() }
        )
    }

    fn seat(&mut self) -> Seat {
        Seat::new(self.rng.below(self.players as u32) as usize)
    }

    fn seats(&mut self) -> Seats {
        (0..1 + self.rng.below(4)).map(|_| self.seat()).collect()
    }

    /// This many different players, if there are that many.
    fn so_many(&mut self, count: usize) -> Vec<Seat> {
        let mut seats: Vec<Seat> = (0..self.players).map(Seat::new).collect();
        self.rng.shuffle(&mut seats);
        seats.truncate(count);
        seats.sort();
        seats
    }

    fn role(&mut self) -> Character {
        let playable: Vec<Character> = Character::all().filter(|role| is_playable(*role)).collect();
        *self.rng.pick(&playable).unwrap()
    }

    fn role_among(&mut self, set: CharacterSet) -> Character {
        loop {
            let role = self.role();
            if set.contains(role) {
                return role;
            }
        }
    }

    fn roles(&mut self, count: usize) -> Vec<Character> {
        (0..count).map(|_| self.role()).collect()
    }

    fn set(&mut self) -> CharacterSet {
        (0..self.rng.below(5)).map(|_| self.role()).collect()
    }

    fn number(&mut self) -> u8 {
        self.rng.below(256) as u8
    }

    fn day(&mut self) -> u16 {
        1 + self.rng.below(u32::from(self.last)) as u16
    }

    fn formula(&mut self, depth: u32) -> Formula {
        let kinds = if depth == 0 { 15 } else { 18 };
        match self.rng.below(kinds) {
            0 => Formula::Evil(self.seat()),
            1 => Formula::Role(self.seat(), self.role()),
            2 => Formula::Type(self.seat(), *self.rng.pick(&[Team::Townsfolk, Team::Demon]).unwrap()),
            3 => Formula::InPlay(self.role()),
            4 => Formula::EvilPairs(self.number()),
            5 => Formula::DemonToMinion(self.number()),
            6 => Formula::RedHerring(self.seat(), self.seat()),
            7 => Formula::TownsfolkRow { length: self.number(), or_longer: self.flip() },
            8 => Formula::TypesAmong(self.number(), (0..self.rng.below(4)).map(|_| self.seat()).collect()),
            9 => Formula::NextTo(self.role(), self.role()),
            10 => Formula::Impaired(self.seat()),
            11 => Formula::Mad(self.seat()),
            12 => self.token(),
            13 => Formula::Target(self.seat(), self.seat()),
            14 => Formula::Targets(self.seat(), (0..self.rng.below(4)).map(|_| self.seat()).collect()),
            15 => Formula::Not(Box::new(self.formula(depth - 1))),
            16 => {
                let parts = (0..self.rng.below(4)).map(|_| self.formula(depth - 1)).collect();
                Formula::Exactly(self.number(), parts)
            }
            _ => {
                let joint = *self.rng.pick(&[Joint::And, Joint::Or, Joint::Xor, Joint::Iff]).unwrap();
                let (a, b) = (self.formula(depth - 1), self.formula(depth - 1));
                Formula::Join(joint, Box::new(a), Box::new(b))
            }
        }
    }

    fn token(&mut self) -> Formula {
        let spoken: Vec<_> = Reminder::all().filter_map(|kind| Some((kind, kind.spoken()?))).collect();
        let (kind, spoken) = *self.rng.pick(&spoken).unwrap();
        let by = (spoken.names_placer && self.flip()).then(|| self.seat());
        Formula::Token { kind, by, on: self.seat() }
    }

    fn player(&mut self, name: String) -> Player {
        let claims: CharacterSet = (0..self.rng.below(4)).map(|_| self.role()).collect();
        let says =
            (0..self.rng.below(5)).map(|_| TestimonyEntry { what: self.saying(), span: None }).collect();
        Player { name, claims: claims.iter().collect(), says }
    }

    fn saying(&mut self) -> Testimony {
        match self.rng.below(8) {
            0 => Testimony::Chose {
                night: self.day(),
                ability: Character::with_id("philosopher"),
                character: self.role(),
            },
            1 => {
                let ability = Character::with_id("artist");
                Testimony::Answered { day: self.day(), ability, truth: self.formula(3) }
            }
            2 => {
                let things = [self.formula(2), self.formula(2)];
                Testimony::Things { day: self.day(), ability: Character::with_id("savant"), things }
            }
            3 => Testimony::Became { night: self.day(), character: self.role() },
            4 => Testimony::Bluffs((0..1 + self.rng.below(3)).map(|_| self.role()).collect()),
            5 => {
                let demons = self.flip().then(|| self.seats());
                Testimony::Team { demons, minions: self.seats() }
            }
            6 => Testimony::Grimoire { night: self.day(), roles: self.roles(self.players) },
            _ => self.report(),
        }
    }

    fn report(&mut self) -> Testimony {
        const CHOOSERS: [&str; 10] = [
            "imp",
            "pukka",
            "zombuul",
            "fanggu",
            "vortox",
            "monk",
            "butler",
            "poisoner",
            "professor",
            "snakecharmer",
        ];
        let role = |id: &str| Character::read(id).unwrap();
        let [one, two, three] = [1, 2, 3].map(|count| self.so_many(count));
        let number = Some(Statement::Number(self.number()));
        let character = self.role();
        let (ability, chosen, told) = match (self.rng.below(9), &two[..]) {
            (0, [holder, wrong]) => {
                let pair = Statement::Pair { holder: *holder, wrong: *wrong, character };
                (
                    *self.rng.pick(&["washerwoman", "librarian", "investigator"]).unwrap(),
                    Vec::new(),
                    Some(pair),
                )
            }
            (1, _) => ("librarian", Vec::new(), Some(Statement::Nobody)),
            (2, [_, _]) => ("fortuneteller", two, Some(Statement::Answer(self.flip()))),
            (3, _) => {
                (*self.rng.pick(&["undertaker", "ravenkeeper"]).unwrap(), one, Some(Statement::Is(character)))
            }
            (4, _) => {
                let (good, evil) = (self.role_among(CharacterSet::GOOD), self.role_among(CharacterSet::EVIL));
                ("dreamer", one, Some(Statement::OneOf(good, evil)))
            }
            (5, _) if three.len() == 3 => ("po", three, None),
            (6, _) => (*self.rng.pick(&CHOOSERS).unwrap(), one, None),
            _ => (*self.rng.pick(&["chef", "empath", "juggler"]).unwrap(), Vec::new(), number),
        };
        Testimony::Report(Report { night: self.day(), ability: role(ability), chosen, told })
    }

    /// Nights and days in order, with at most one list of each kind.
    fn log(&mut self) -> Vec<LogEntry> {
        let mut log = Vec::new();
        for number in 1..=self.last {
            if self.flip() {
                log.push(LogEntry { number, what: PublicEvent::Died(self.seats()), span: None });
            }
            if self.flip() {
                log.push(LogEntry { number, what: PublicEvent::Revived(self.seats()), span: None });
            }
            for _ in 0..self.rng.below(4) {
                log.push(LogEntry { number, what: self.by_day(), span: None });
            }
            if self.flip() {
                log.push(LogEntry { number, what: PublicEvent::Voted(self.seats()), span: None });
                log.push(LogEntry { number, what: PublicEvent::Nominators(self.seats()), span: None });
            }
        }
        log
    }

    fn by_day(&mut self) -> PublicEvent {
        let (by, nominee) = (self.seat(), self.seat());
        match self.rng.below(9) {
            0 => PublicEvent::Executed { seat: by, died: self.flip() },
            1 => PublicEvent::ExecutedForNominating { by, nominee, died: self.flip() },
            2 => PublicEvent::Nominated { by, nominee },
            3 => PublicEvent::Shot { by, target: nominee, died: self.flip() },
            4 => {
                let guesses = (0..1 + self.rng.below(5)).map(|_| (self.seat(), self.role())).collect();
                PublicEvent::Juggled { by, guesses }
            }
            5 => PublicEvent::DiedNominating { by, nominee: self.flip().then_some(nominee) },
            6 => PublicEvent::DiedNominated { by, nominee },
            7 => PublicEvent::DiedToo(by),
            _ => PublicEvent::Gossiped { by, truth: self.formula(2) },
        }
    }
}

/// A log in which Tom nominates Cat, who claims to be the Virgin, and is executed; what else is seen, and whether that is ambiguous.
const VIRGINS: &[(&[&str], bool)] = &[
    (&["D1 nominated: Tom -> Cat", "D1 executed: Tom"], true),
    (&["D1 nominated: Tom -> Cat", "D1 executed: Tom, survived"], true),
    (&["D1 nominated: Tom -> Cat", "D1 nominated: Ann -> Ben", "D1 executed: Tom"], true),
    (&["D1 executed for nominating: Tom -> Cat"], false),
    (&["D1 nominated: Tom -> Cat", "D1 nominated: Ann -> Tom", "D1 executed: Tom"], false),
    (&["D1 nominated: Tom -> Cat", "D1 voted: Ann, Ben", "D1 executed: Tom"], false),
    (&["D1 nominated: Tom -> Cat", "D1 executed: Tom", "D1 voted: Ann, Ben"], false),
    (&["D1 nominated: Tom -> Cat", "D1 executed: Ann"], false),
    (&["D1 nominated: Tom -> Ann", "D1 executed: Tom"], false),
    (&["D1 executed: Tom", "D1 nominated: Tom -> Cat"], false),
    (&["D1 nominated: Ann -> Cat", "D1 nominated: Tom -> Cat", "D1 executed: Tom"], false),
    (&["D1 nominated: Tom -> Cat", "D2 executed: Tom"], false),
];

#[test]
fn an_execution_after_a_virgin_was_nominated_is_doubtful_unless_somebody_voted() {
    for (log, is_doubtful) in VIRGINS {
        let players =
            [("Ann", "Chef"), ("Ben", "Monk"), ("Cat", "Virgin"), ("Tom", "Saint"), ("Eve", "Mayor")];
        let players =
            players.map(|(name, claim)| format!("[[player]]\nname = \"{name}\"\nclaim = \"{claim}\"\n"));
        let text = format!(
            "id = \"x\"\nhidden = [\"Imp\", \"Spy\"]\nends = \"D2\"\nlog = {log:?}\n{}",
            players.concat()
        );
        let read = puzzle::read(&text).expect("a puzzle");
        let doubts = puzzle::ambiguities(&read.case);
        assert_eq!(doubts.len(), usize::from(*is_doubtful), "{log:?}: {doubts:?}");
        for doubt in doubts {
            assert!(text[doubt.span.expect("a place").range()].contains("executed: Tom"), "{log:?}");
            let (message, fix) = (doubt.message, doubt.fix.expect("a fix"));
            assert!(message.contains("read as an execution by vote"), "{message}");
            assert!(fix.contains("`D1 executed for nominating: Tom -> Cat`"), "{fix}");
            assert!(fix.contains("`D1 nominated: … -> Tom`") && fix.contains("`D1 voted: …`"), "{fix}");
        }
    }
}

/// `hidden` of a table of seven without Outsiders and with a Minion and a Demon, or none; whether the file is refused, and what is missing.
#[test]
fn a_puzzle_without_enough_of_a_team_says_so() {
    let claims = ["Chef", "Monk", "Virgin", "Saint", "Mayor", "Empath", "Slayer"];
    let table = [
        ("", "", true, Some("1 Demon must be in play, but none is claimed or hidden; 1 Minion must be")),
        (
            "hidden = []",
            "",
            false,
            Some("1 Demon must be in play, but none is claimed or hidden; 1 Minion must be"),
        ),
        ("hidden = [\"Imp\"]", "", false, Some("1 Minion must be in play, but none is claimed or hidden")),
        ("hidden = [\"Imp\", \"Spy\"]", "", false, None),
        (
            "hidden = [\"Imp\", \"Spy\"]",
            "counts = [2, 2, 2, 1]",
            false,
            Some(
                "2 Minions must be in play, but only 1 is claimed or hidden; 2 Outsiders must be in play, but only 1 is",
            ),
        ),
        ("hidden = [\"Imp\", \"Spy\"]", "counts = [4, 0, 2, 1]\nduplicate_roles = true", false, None),
    ];
    for (hidden, counts, is_refused, short) in table {
        let players: String = claims
            .iter()
            .enumerate()
            .map(|(at, claim)| format!("[[player]]\nname = \"P{at}\"\nclaim = \"{claim}\"\n"))
            .collect();
        let text = format!("id = \"x\"\nends = \"D1\"\n{hidden}\n{counts}\n{players}");
        match puzzle::read(&text) {
            Err(problems) => {
                assert!(is_refused, "{problems:?}");
                assert_eq!(
                    (problems.len(), problems[0].id, problems[0].fault),
                    (1, "deduce/puzzle/missing", Fault::Unreadable)
                );
                assert!(
                    problems[0].message.contains(short.expect("why")) && problems[0].fix.is_some(),
                    "{problems:?}"
                );
            }
            Ok(read) => {
                assert!(!is_refused, "{text}");
                let found = gaslamp_deduce::botc::shortage(&read.case);
                assert_eq!(found.is_some(), short.is_some(), "{found:?}");
                assert!(found.unwrap_or_default().contains(short.unwrap_or_default()), "{text}");
            }
        }
    }
}
