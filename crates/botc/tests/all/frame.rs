//! Frames: a well-known example, every layout of random tables as a round trip, sizes, and what cannot be
//! read.

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::frame::{self, Choice, Layout, Options};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player, ScriptNote};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::{Character, CharacterSet};
use gaslamp_core::{Rng, display_width};

const MODEL: &str = "\
┌─ Grimoire (12 players) ────────────────────────────────────────────────────────┐
│                                                                                │
│   (librarian:outsider)                                                         │
│   ()                                                                           │
│   ()        (is_the_drunk)                                                     │
│   ()        ()                                                                 │
│   ()        ()           (librarian:wrong)                                     │
│   ()        ()           ()                       (washerwoman:townsfolk)      │
│   (4)       (14)         (27)      (37)           (52)                         │
│   Alice     Bob          Charlie   David          Eve                          │
│   butler    washerwoman  baron     scarlet_woman  poisoner                     │
│                                                                                │
│ Ian                                                 Frank                      │
│ mayor (2)                                           virgin (54)                │
│       (poisoned)                                           (virgin:no_ability) │
│                                                                                │
│    Leo       Mark      Kate      Hannah     Grace                              │
│    chef      monk      slayer    librarian  imp                                │
│    (5)       (15)      (25)      (35)       (46)                               │
│              ()        ()                                                      │
│              ()        (slayer:no_ability)                                     │
│              ()                                                                │
│              (washerwoman:wrong)                                               │
└────────────────────────────────────────────────────────────────────────────────┘
";

const MODEL_LINE: &str = "[Alice:butler(librarian:outsider) Bob:washerwoman(drunk:is_the_drunk) \
    Charlie:baron(librarian:wrong) David:scarlet_woman Eve:poisoner(washerwoman:townsfolk) \
    Frank:virgin(virgin:no_ability) Grace:imp Hannah:librarian Kate:slayer(slayer:no_ability) \
    Mark:monk(washerwoman:wrong) Leo:chef Ian:mayor(poisoner:poisoned)]";

/// The same table as we write it.
const WRITTEN: &str = "\
┌─ Grimoire (12 players) ──────────────────────────────────────────────────────────────────────┐
│                                                                                              │
│   (librarian:outsider)                                                                       │
│   ()           (drunk:is_the_drunk)                                                          │
│   ()           ()             (librarian:wrong)               (washerwoman:townsfolk)        │
│   (4)          (17)           (32)           (47)             (64)                           │
│   Alice        Bob            Charlie        David            Eve                            │
│   butler       washerwoman    baron          scarlet_woman    poisoner                       │
│                                                                                              │
│ Ian                                                             Frank                        │
│ mayor   (2)                                                     virgin   (66)                │
│         (poisoner:poisoned)                                              (virgin:no_ability) │
│                                                                                              │
│    Leo          Mark           Kate         Hannah           Grace                           │
│    chef         monk           slayer       librarian        imp                             │
│    (5)          (18)           (33)         (46)             (63)                            │
│                 ()             (slayer:no_ability)                                           │
│                 (washerwoman:wrong)                                                          │
└──────────────────────────────────────────────────────────────────────────────────────────────┘
";

fn read(text: &str) -> GrimoireText {
    frame::read(text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

fn write(grimoire: &GrimoireText, choice: Choice, options: Options) -> String {
    frame::write(grimoire, choice, options).unwrap_or_else(|problem| panic!("{problem}"))
}

fn of_line(text: &str) -> GrimoireText {
    line::read(text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

fn layout(text: &str) -> Choice {
    Choice::read(text).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Width and height of a frame, whose lines are all of the same width.
fn size(text: &str) -> (usize, usize) {
    let widths: Vec<usize> = text.lines().map(display_width::of).collect();
    assert!(widths.iter().all(|width| *width == widths[0]), "the right border is bent\n{text}");
    (widths[0], widths.len())
}

const OPTIONS: [Options; 4] = [
    Options { columns: false, naming: Naming::Long },
    Options { columns: true, naming: Naming::Long },
    Options { columns: false, naming: Naming::Short },
    Options { columns: true, naming: Naming::Short },
];

/// A table with everything that may be written down, and up to six tokens per seat.
fn random_grimoire(players: usize, rng: &mut Rng) -> GrimoireText {
    const NAMES: [&str; 12] = [
        "Al",
        "Zoë",
        "Zoe\u{308}",
        "王小明",
        "Mary Ann",
        "",
        "(4)",
        "│",
        "O'Brien",
        "Bartholomew-the-Second",
        "\"",
        "👩‍🚀",
    ];
    const NOTES: [&str; 7] = ["", "mad, \"very\" (2)", "│ └──┘", "王  王", "()", "a\\", "chef:imp}"];
    let all: Vec<Character> = Character::all().collect();
    let reminders: Vec<ReminderToken> = ReminderToken::all().collect();
    let characters = |count: u32, rng: &mut Rng| -> CharacterSet {
        (0..count).filter_map(|_| rng.pick(&all).copied()).collect()
    };
    let most_tokens = 1 + rng.below(7);
    let mut grimoire = GrimoireText::default();
    for seat in 0..players {
        let name = rng.pick(&NAMES).copied().unwrap_or_default();
        let one_of = characters(5, rng);
        let one = rng.pick(&all).copied().map_or(Known::Nothing, Known::Is);
        let tokens = (0..rng.below(most_tokens)).map(|_| match rng.pick(&reminders) {
            Some(&token) if rng.below(5) > 0 => PlacedReminder::Reminder(token),
            _ => PlacedReminder::Note(rng.pick(&NOTES).copied().unwrap_or_default().to_owned()),
        });
        let tokens = tokens.collect();
        grimoire.players.push(Player {
            name: if seat == 0 { name.to_owned() } else { format!("{name}{seat}") },
            character: match rng.below(8) {
                0 => Known::Nothing,
                1 if one_of.len() > 1 => Known::OneOf(one_of),
                _ => one,
            },
            life: rng.pick(&[Life::Alive, Life::Dead, Life::Spent]).copied().unwrap_or_default(),
            tokens,
        });
    }
    if rng.below(4) == 0 {
        grimoire.script = Some(ScriptNote { title: "Ours: {1}".to_owned(), characters: characters(4, rng) });
        grimoire.bluffs = characters(3, rng);
        grimoire.fabled = characters(2, rng);
    }
    grimoire
}

#[test]
fn the_model_is_read_as_it_stands() {
    assert_eq!(line::write(&read(MODEL), Naming::Long), MODEL_LINE);
}

#[test]
fn the_model_is_read_however_it_was_copied() {
    let unmarked = |text: &str| {
        let markers: Vec<String> = (0..60).map(|column| format!("({column})")).collect();
        markers.iter().fold(text.to_owned(), |text, marker| text.replace(marker, &" ".repeat(marker.len())))
    };
    let ascii = |text: &str| text.replace(['┌', '┐', '└', '┘'], "+").replace('─', "-").replace('│', "|");
    let open = |text: &str| -> String {
        text.lines().map(|line| line.strip_suffix('│').unwrap_or(line).trim_end().to_owned() + "\n").collect()
    };
    let indented = |text: &str| -> String { text.lines().map(|line| format!("\t  {line}  \n")).collect() };
    let table = [
        MODEL.replace('\n', "\r\n"),
        unmarked(MODEL),
        MODEL.replace("()", "  "),
        unmarked(&MODEL.replace("()", "  ")),
        ascii(MODEL),
        open(MODEL),
        open(&ascii(&unmarked(MODEL))),
        indented(MODEL),
        format!("\n \n{MODEL}\n\n"),
        MODEL.trim_end().to_owned(),
        MODEL.replace("─ Grimoire (12 players) ", ""),
    ];
    for text in table {
        assert!(frame::is_frame(&text), "{text}");
        assert_eq!(line::write(&read(&text), Naming::Long), MODEL_LINE, "{text}");
    }
}

#[test]
fn the_model_is_written_much_as_it_stands() {
    let text = write(&read(MODEL), layout("5,1,5,1"), Options { columns: true, naming: Naming::Long });
    assert_eq!(text, WRITTEN);
}

#[test]
fn every_layout_is_read_back() {
    for players in 0..=GrimoireText::MOST {
        let mut rng = Rng::new(players as u64);
        for (index, layout) in Layout::all(players).enumerate() {
            let grimoire = random_grimoire(players, &mut rng);
            for options in [OPTIONS[index % 2], OPTIONS[3 - index % 2]] {
                let text = write(&grimoire, Choice::Given(layout), options);
                assert_eq!(frame::read(&text), Ok(grimoire.clone()), "{layout}\n{text}");
                assert_eq!(write(&grimoire, Choice::Given(layout), options), text);
                assert!(text.lines().all(|line| line.trim_end() == line), "{text}");
                let frame: Vec<&str> = text.lines().take_while(|line| !line.ends_with('}')).collect();
                size(&frame.join("\n"));
            }
        }
    }
}

/// The positions of everything in parentheses, by line and column.
fn parentheses(text: &str) -> Vec<(usize, usize)> {
    let of_line = |(row, line): (usize, &str)| -> Vec<(usize, usize)> {
        line.match_indices('(').map(|(at, _)| (row, display_width::of(&line[..at]))).collect()
    };
    text.lines().enumerate().flat_map(of_line).collect()
}

#[test]
fn nothing_moves_when_somebody_dies() {
    let mut rng = Rng::new(7);
    for players in 1..=GrimoireText::MOST {
        for choice in ["auto", "square", "area", "width=60", "height=20"].map(layout) {
            let mut grimoire = random_grimoire(players, &mut rng);
            grimoire.players.iter_mut().for_each(|player| player.name = player.name.replace('(', "王"));
            for options in OPTIONS {
                let frames = [Life::Alive, Life::Dead, Life::Spent].map(|life| {
                    grimoire.players.iter_mut().for_each(|player| player.life = life);
                    write(&grimoire, choice, options)
                });
                for frame in &frames {
                    assert_eq!(parentheses(frame), parentheses(&frames[0]), "{frame}");
                    assert_eq!(frame.lines().next(), frames[0].lines().next());
                    assert_eq!(frame.lines().count(), frames[0].lines().count());
                }
            }
        }
    }
}

#[test]
fn every_player_has_a_column_that_its_marker_tells() {
    let mut rng = Rng::new(8);
    for players in [1, 2, 5, 8, 12, 20] {
        for layout in Layout::all(players) {
            let mut grimoire = random_grimoire(players, &mut rng);
            for (seat, player) in grimoire.players.iter_mut().enumerate() {
                player.name = format!("Nobody{seat}.");
                player.tokens.retain(|token| matches!(token, PlacedReminder::Reminder(_)));
            }
            let text =
                write(&grimoire, Choice::Given(layout), Options { columns: true, ..Options::default() });
            let mut columns: Vec<usize> =
                grimoire.players.iter().map(|player| column_of(&text, player)).collect();
            let is_marker = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let inside = text.lines().skip(1).flat_map(|line| line.split(['(', ')']));
            let mut markers: Vec<usize> =
                inside.filter(is_marker).map(|text| text.parse().unwrap()).collect();
            columns.sort_unstable();
            markers.sort_unstable();
            assert_eq!(columns, markers, "{text}");
            columns.dedup();
            assert_eq!(columns.len(), players, "{text}");
        }
    }
}

/// The positions of a player's words.
fn column_of(text: &str, player: &Player) -> usize {
    let line = text.lines().find(|line| line.contains(&player.name)).expect("the player's line");
    let before = &line[..line.find(&player.name).expect("the player's name")];
    display_width::of(before.trim_end_matches(['*', '~']))
}

#[test]
fn the_layout_is_chosen_with_everything_that_is_printed() {
    for players in [1, 3, 5, 7, 10, 12, 15] {
        let mut rng = Rng::new(100 + players as u64);
        for options in OPTIONS {
            let mut grimoire = random_grimoire(players, &mut rng);
            (grimoire.script, grimoire.bluffs, grimoire.fabled) =
                (None, CharacterSet::NONE, CharacterSet::NONE);
            let given = |layout| size(&write(&grimoire, Choice::Given(layout), options));
            let sizes: Vec<(usize, usize)> = Layout::all(players).map(given).collect();
            let chosen = |text: &str| size(&write(&grimoire, layout(text), options));
            let best = |rank: &dyn Fn(usize, usize) -> (usize, usize)| {
                sizes.iter().map(|&(width, height)| rank(width, height)).min().expect("a layout")
            };
            for most in [1_usize, 30, 50, 80, 100, 200] {
                let rank = |width: usize, height: usize| match most.checked_sub(width) {
                    Some(free) => (free, height),
                    None => (10_000 + width, height),
                };
                let (width, height) = chosen(&format!("width={most}"));
                assert_eq!(rank(width, height), best(&rank), "{most}");
                if most == 80 {
                    assert_eq!(chosen("auto"), (width, height));
                }
                let rank =
                    |width, height| if height <= most { (width, height) } else { (10_000 + height, width) };
                let (width, height) = chosen(&format!("height={most}"));
                assert_eq!(rank(width, height), best(&rank), "{most}");
            }
            let area = |width, height| (width * height, 0);
            let (width, height) = chosen("area");
            assert_eq!(area(width, height), best(&area));
            let square = |width: usize, height: usize| {
                let (across, down) = (width * 6, height * 10);
                (across.max(down) * 20 / across.min(down), 0)
            };
            let (width, height) = chosen("square");
            assert_eq!(square(width, height), best(&square));
        }
    }
}

#[test]
fn slips_that_others_made() {
    let bare = Options::default();
    // Tokens are not lost if nobody on top has one.
    let grimoire =
        of_line("[Al:imp Bo:chef(monk:safe) Cy:monk(imp:dead) Di:mayor(drunk:is_the_drunk,imp:dead)]");
    for layout in Layout::all(4) {
        assert_eq!(read(&write(&grimoire, Choice::Given(layout), bare)), grimoire, "{layout}");
    }
    // The left side runs upwards, the bottom to the left.
    let grimoire = of_line("[Al:imp Bo:chef Cy:monk Di:mayor]");
    let lines = |choice: &str| -> Vec<String> {
        let text = write(&grimoire, layout(choice), bare);
        let names = text.lines().skip(2).step_by(3);
        names.map(|line| line.split(['│', ' ']).collect()).collect()
    };
    assert_eq!(lines("1,0,0,3"), ["Al", "Di", "Cy", "Bo"]);
    assert_eq!(lines("1,3,0,0"), ["Al", "Bo", "Cy", "Di"]);
    assert_eq!(lines("1,0,3,0"), ["Al", "DiCyBo"]);
    // A table without players is an empty box.
    let text = write(&GrimoireText::default(), Choice::Auto, bare);
    assert_eq!(text.lines().next(), Some("┌─ Grimoire (0 players) ──┐"));
    assert_eq!(read(&text), GrimoireText::default());
    // A title that is too long is cut short.
    let text = write(&of_line("[Al:imp]"), Choice::Auto, bare);
    assert_eq!(text, "┌──────────┐\n│          │\n│ Al       │\n│ imp      │\n└──────────┘\n");
}

#[test]
fn what_lies_beside_the_table_stands_below_the_box() {
    let text = "[Ann:imp Ben:?] script{snv} bluffs{artist clockmaker mutant} fabled{angel}";
    let frame = write(&of_line(text), Choice::Auto, Options::default());
    assert_eq!(
        frame.lines().last(),
        text.split_once(' ').and_then(|(_, rest)| rest.split_once(' ')).map(|(_, rest)| rest)
    );
    assert_eq!(line::write(&read(&frame), Naming::Long), text);
    assert_eq!(line::write(&read(&frame.replace(" bluffs", "\n\n  bluffs")), Naming::Long), text);
}

#[test]
fn a_frame_is_refused_that_cannot_be_drawn() {
    let crowd =
        GrimoireText { players: vec![Player::default(); GrimoireText::MOST + 1], ..GrimoireText::default() };
    let problem = frame::write(&crowd, Choice::Auto, Options::default()).unwrap_err();
    assert_eq!(problem.id, "botc/grimoire/seats");
    let problem = frame::write(&of_line("[Al:imp]"), layout("1,1,0,0"), Options::default()).unwrap_err();
    assert_eq!(problem.id, "botc/frame/layout");
}

#[test]
fn every_problem_is_told_with_its_place() {
    type Problems = &'static [(&'static str, &'static str)];
    let table: &[(&str, Problems)] = &[
        ("", &[("botc/frame/box", "")]),
        ("  [Al:imp]", &[("botc/frame/box", "[")]),
        ("┌─┐\n│ Al │\n│ imp │\n", &[("botc/frame/unclosed", "┌")]),
        ("┌─┐\n│ Al │\nimp\n└─┘", &[("botc/frame/unclosed", "i")]),
        ("┌─┐\n│ Al │\n\n└─┘", &[("botc/frame/unclosed", "")]),
        ("+-+\n| Al  Bo |\n| imp    |\n+-+", &[("botc/frame/role", "Bo")]),
        (
            "+-+\n| Al   Bo  |\n| chfe impp |\n+-+",
            &[("botc/grimoire/character", "chfe"), ("botc/grimoire/character", "impp")],
        ),
        ("+-+\n|  (monk:safe) |\n| Al  |\n| imp |\n+-+", &[("botc/frame/nobody", "(monk:safe)")]),
        (
            "+-+\n| Al     Bo   |\n| virgin slayer |\n|   (imp:dead) |\n+-+",
            &[("botc/frame/nobody", "(imp:dead)")],
        ),
        (
            "+-+\n| Al  Bo |\n| ?   ? |\n| Cy       Di |\n| ?        ? |\n|   Ed Fay |\n|   ?  ? |\n|            (imp:dead) |\n+-+",
            &[("botc/frame/nobody", "(imp:dead)")],
        ),
        (
            "+-+\n| (no_ability) |\n| Al     Bo   |\n| virgin slayer |\n|   |\n|     Al |\n|     ?  |\n+-+",
            &[("botc/token/ambiguous", "no_ability"), ("botc/grimoire/name-twice", "Al")],
        ),
        (
            "+-+\n| (monk:nope) |\n| *Al    ~~Bo   C:d |\n| virgin {slayer chef ? |\n+-+",
            &[
                ("botc/token/unknown", "monk:nope"),
                ("botc/grimoire/asterisk", ""),
                ("botc/grimoire/struck", ""),
                ("botc/frame/role", "C:d"),
                ("botc/frame/word", ":"),
                ("botc/grimoire/unclosed", "{"),
                ("botc/frame/role", "chef"),
                ("botc/frame/role", "?"),
                ("botc/grimoire/name", "?"),
            ],
        ),
        (
            "+-+\n| Al Bo Cy |\n| ?  ?  ? |\n|    Di |\n|    ?  |\n| Ed |\n| ? |\n+-+",
            &[("botc/frame/side", "Di")],
        ),
        ("+-+\n| Al |\n| ? |\n+-+\nand more", &[("botc/grimoire/more", "and more")]),
    ];
    for (text, problems) in table {
        let found = frame::read(text).expect_err(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|problem| (problem.id, &text[problem.span.expect("a place").range()])).collect();
        assert_eq!(&found, problems, "{text}");
    }
}
