//! The page that explains puzzle files: its examples are read and solved, and it explains everything that the reader knows.

use gaslamp_deduce::botc::puzzle::{self, vocabulary};
use gaslamp_deduce::botc::{Extent, Solver, Survey, SurveyOptions, Watch};

const PAGE: &str = include_str!("../../../../docs/puzzles.md");

/// The first example, which is also a file of its own.
const FIRST: &str = include_str!("../../../../data/puzzles/first.toml");

/// The puzzles of the page.
fn examples() -> Vec<&'static str> {
    let blocks = PAGE.split("```toml\n").skip(1);
    blocks.map(|block| block.split_once("```").expect("the end of an example").0).collect()
}

/// The page without its puzzles.
fn prose() -> String {
    let mut prose = PAGE.to_owned();
    examples().iter().for_each(|example| prose = prose.replace(example, ""));
    prose
}

/// The number of worlds and some facts, as the last line of an example states them: `# 2 worlds: Ann is evil; there is a Drunk`.
fn stated(example: &str) -> (u128, Vec<&str>) {
    let line = example.lines().last().and_then(|line| line.strip_prefix("# ")).expect("an answer");
    let (count, facts) = line.split_once(": ").unwrap_or((line, ""));
    let (count, noun) = count.split_once(' ').expect("a number of worlds");
    assert_eq!(noun, if matches!(count, "1" | "no") { "world" } else { "worlds" }, "{line}");
    let count = if count == "no" { 0 } else { count.parse().expect("a number") };
    (count, facts.split("; ").filter(|fact| !fact.is_empty()).collect())
}

#[test]
fn every_example_gives_the_answer_that_it_states() {
    for example in examples() {
        let beside = |id: &str| {
            let head = format!("id = \"{id}\"\n");
            examples().into_iter().find(|other| other.contains(&head)).map(str::to_owned)
        };
        let read = puzzle::read_beside(example, &beside)
            .unwrap_or_else(|problems| panic!("{example}\n{problems:#?}"));
        let solver = Solver::new(&read.case).expect("a puzzle that is played here");
        let options = SurveyOptions { keep: usize::MAX, ..SurveyOptions::default() };
        let survey = Survey::of(&solver, &options, &Watch::default()).expect("an answer");
        let (worlds, facts) = stated(example);
        assert_eq!(survey.extent, Extent::All(worlds), "{example}");
        let certain: Vec<String> = survey.certain.iter().map(|fact| fact.words(&read.case.names())).collect();
        for fact in facts {
            assert!(certain.iter().any(|known| known == fact), "{fact} is not among {certain:?}\n{example}");
        }
        if let Some(expected) = &read.answer {
            let found: Vec<_> = survey.worlds.iter().map(|world| (&world.start, &world.end)).collect();
            assert_eq!(expected.len(), found.len(), "{example}");
            for world in expected {
                let end = world.end.as_ref().unwrap_or(&world.start);
                assert!(found.contains(&(&world.start, end)), "{world:?}");
            }
        }
    }
}

#[test]
fn the_first_example_is_the_file_that_the_page_solves() {
    assert_eq!(examples().first(), Some(&FIRST));
}

#[test]
fn every_key_is_explained_and_used() {
    let (prose, examples) = (prose(), examples().concat());
    for key in vocabulary::keys().concat() {
        assert!(prose.contains(&format!("`{key}`")), "`{key}` is not explained");
        let uses = [format!("{key} = "), format!("[[{key}]]")];
        assert!(uses.iter().any(|usage| examples.contains(usage)), "no example uses `{key}`");
    }
}

#[test]
fn every_line_of_a_log_is_explained_and_used() {
    let (prose, examples) = (prose(), examples().concat());
    for verb in vocabulary::verbs() {
        assert!(prose.contains(&format!("1 {verb}: ")) || prose.contains(&format!("2 {verb}: ")), "{verb}");
        let is_used =
            ["D1", "N2", "D2", "N3"].iter().any(|time| examples.contains(&format!("\"{time} {verb}: ")));
        assert!(is_used, "no example uses `{verb}`");
    }
    for words in vocabulary::absences() {
        assert!(prose.contains(&format!("{words}`")), "`{words}` is not explained");
    }
}

#[test]
fn every_line_of_a_player_is_explained_and_used() {
    let (prose, examples) = (prose(), examples().concat());
    for (example, characters) in vocabulary::sayings() {
        let mut names: Vec<&str> = characters.iter().map(|character| character.name()).collect();
        names.sort_unstable();
        let row = format!("| `{}` | {} | ", example.replace('|', "\\|"), names.join(", "));
        assert!(prose.lines().any(|line| line.starts_with(&row)), "no row begins so:\n{row}");
        let is_used =
            |name: &&str| ["1", "2", "3"].iter().any(|time| examples.contains(&format!("{time} {name}: ")));
        assert!(names.iter().any(is_used), "no example has a line like `{example}`");
    }
    for words in vocabulary::special_sayings() {
        assert!(prose.contains(&format!("{words}: ")) || prose.contains(&format!("{words} ")), "{words}");
        assert!(examples.contains(words), "no example uses `{words}`");
    }
}

#[test]
fn every_statement_is_explained_and_used() {
    let (prose, examples) = (prose(), examples().concat());
    for word in vocabulary::statements() {
        let (call, joint) = (format!("{word}("), format!("{word} "));
        let is_in = |text: &str| text.contains(&call) || text.contains(&joint);
        let is_row =
            |line: &str| line.starts_with("| `") && is_in(line.split("` |").next().unwrap_or_default());
        assert!(prose.lines().any(is_row), "`{word}` is not explained");
        assert!(is_in(&examples), "no example uses `{word}`");
    }
}

/// Examples in tables are read too: the lines of the log, and the statements.
#[test]
fn every_line_in_a_table_is_read() {
    let frame = |log: &str, says: &str| {
        format!(
            "hidden = [\"Imp\", \"Poisoner\"]\nlog = [{log}]\nends = \"D3\"\nplayer = [\n{{ name = \"Ann\", claim = \"Artist\", says = [{says}] }},\n\
             {{ name = \"Ben\", claim = \"Chef\" }}, {{ name = \"Cat\", claim = \"Monk\" }}, {{ name = \"Cy\", claim = \"Mayor\" }}, {{ name = \"Eve\" }}]\n"
        )
    };
    let prose = prose();
    let first_cells =
        prose.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | ")).map(|(cell, _)| cell);
    let quoted = first_cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let mut lines = 0;
    for text in quoted.filter(|text| !text.contains('…')) {
        let is_timed = text.starts_with(['N', 'D']) && text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let puzzle = if is_timed && vocabulary::special_sayings().iter().any(|word| text.contains(word)) {
            frame("", &format!("{text:?}"))
        } else if is_timed {
            frame(&format!("{text:?}"), "")
        } else if text.contains('(') && !text.contains('/') {
            frame("", &format!("\"D1 Artist: {text}\""))
        } else {
            continue;
        };
        lines += 1;
        assert!(puzzle::read(&puzzle).is_ok(), "{text}: {:?}", puzzle::read(&puzzle));
    }
    assert!(lines > 30, "{lines}");
}
