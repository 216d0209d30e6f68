//! The exit codes of `botc check`: yes, no, or unknown. What really happened is never refused, whatever form it is written in.

use crate::common;

use common::{done, gaslamp, stderr};
use tempfile::TempDir;

const NO: i32 = 1;
const CANNOT_SAY: i32 = 2;

/// A large table of which nothing is known.
const FIFTEEN: &str = "[A:? B:? C:? D:? E:? F:? G:? H:? I:? J:? *K:?* *L:?* *M:?* N:? O:?]";

#[test]
fn what_is_not_known_is_no_no() {
    let table = "[Ann:chef Ben:poisoner Cy:empath Dan:imp Eve:monk]";
    let cases: &[(&[&str], i32, &str)] = &[
        // The rules say no.
        (&["[Ann:chef Ben:poisoner Cy:chef Dan:imp Eve:monk]"], NO, "botc/check/characters"),
        (&["[Ann:chef Ben:imp]"], NO, "botc/setup/players"),
        (&["[Ann:chef Ben:poisoner Cy:empath Dan:imp Eve:monk(red_herring)]"], NO, "botc/check/red-herring"),
        (&[table, "--trace", "<N1> Ann!chooses->Ben"], NO, "botc/check/choices"),
        (&["{chef monk virgin imp imp}"], NO, "botc/deal/twice"),
        // A character of Trouble Brewing that its own script lacks.
        (
            &[table, "--script", r#"["chef","washerwoman","librarian","poisoner","imp","empath"]"#],
            NO,
            "botc/check/characters",
        ),
        // Characters, tokens and scripts beyond Trouble Brewing.
        (&["[Ann:clockmaker Ben:poisoner Cy:empath Dan:imp Eve:monk]"], CANNOT_SAY, "botc/check/character"),
        (
            &["[Ann:{chef artist} Ben:poisoner Cy:empath Dan:imp Eve:monk]"],
            CANNOT_SAY,
            "botc/check/character",
        ),
        (&["[Ann:scapegoat Ben:poisoner Cy:empath Dan:imp Eve:monk]"], CANNOT_SAY, "botc/check/character"),
        (
            &["[Ann:chef(sailor:drunk) Ben:poisoner Cy:empath Dan:imp Eve:monk]"],
            CANNOT_SAY,
            "botc/check/token",
        ),
        (
            &["[Ann:imp Ben:spy Cy:chef Dan:monk Eve:mayor] bluffs{artist saint butler}"],
            CANNOT_SAY,
            "botc/check/character",
        ),
        (&[table, "--script", "snv"], CANNOT_SAY, "botc/check/character"),
        (&["<N1> Ann:artist!chooses->Ben", "--players", "5"], CANNOT_SAY, "botc/check/character"),
        (&["<N1> st!tells->Ann(artist)", "--players", "5"], CANNOT_SAY, "botc/check/character"),
        (
            &["<N1> st!tells->Ann(Ben,Cy,artist) <D1> Ben!passes, Cy!passes", "--players", "5"],
            CANNOT_SAY,
            "botc/check/character",
        ),
        (&["<N2> Ann!becomes(vortox)", "--players", "5"], CANNOT_SAY, "botc/check/character"),
        (&["<N1> st!Ann(+sailor:drunk)", "--players", "5"], CANNOT_SAY, "botc/check/token"),
        // Too little information, or none.
        (&["<N1> Ann!chooses->Ben"], CANNOT_SAY, "botc/setup/players"),
        (&["<N1> Ann!chooses->Ben", "--players", "4"], CANNOT_SAY, "botc/setup/players"),
        (&["[Ann:chf]"], CANNOT_SAY, "botc/grimoire/character"),
        (&["{chef(monk:safe) monk virgin poisoner imp}"], CANNOT_SAY, "botc/bag/tokens"),
        (&["<N1> Ann!nonsense->Ben", "--players", "5"], CANNOT_SAY, "botc/trace/verb"),
        // Too large.
        (&["<N200> Ann!chooses->Ben", "--players", "5"], CANNOT_SAY, "botc/check/nights"),
        (&["[Ann:? Ben:? Cy:? Dan:? Eve:?]", "--nights", "500"], CANNOT_SAY, "botc/check/nights"),
        (&["[Ann:? Ben:? Cy:? Dan:? *Eve:?*]", "--count", "--cases", "2"], CANNOT_SAY, "botc/check/cases"),
        // Too slow, or too much memory.
        (&[FIFTEEN, "--limit", "0", "--nights", "99", "--count"], CANNOT_SAY, "limit/time"),
        (&[FIFTEEN, "--memory", "1k", "--nights", "99", "--count"], CANNOT_SAY, "limit/memory"),
    ];
    let dir = TempDir::new().expect("a directory");
    for (args, code, id) in cases {
        let args: Vec<&str> = ["botc", "check"].iter().chain(*args).copied().collect();
        common::refused(dir.path(), &args, *code, id);
    }
}

/// Names in a trace that look like the placeholders for players it does not name.
#[test]
fn nobody_is_taken_for_somebody_else() {
    let dir = TempDir::new().expect("a directory");
    for trace in ["<N1> P1!chooses->P4", "<N1> P5!chooses->P3", "<N1> p3!chooses->Ann, P4!nominates->Ann"] {
        let found = gaslamp(dir.path(), &["botc", "check", trace, "--players", "5"], "");
        let told = stderr(&found);
        assert!(!told.contains("botc/setup") && !told.contains("botc/trace"), "{trace}: {told}");
    }
    done(dir.path(), &["botc", "check", "<N1> P1!chooses->P4 <E1> P4!nominates->P1", "--players", "5"]);
}

/// Every form that the engine writes a game in, cut after any line or event, with and without its deal.
#[test]
fn written_games_are_legal_wherever_they_are_cut() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    for (players, seed) in [("5", "3"), ("8", "4")] {
        done(
            dir,
            &[
                "botc",
                "play",
                "--players",
                players,
                "--seats",
                "random",
                "--seed",
                seed,
                "--record",
                "g.txt",
                "--force",
            ],
        );
        let rich = done(dir, &["botc", "replay", "g.txt", "--as", "rich"]);
        let line = done(dir, &["botc", "replay", "g.txt", "--as", "line"]);
        let rich: Vec<&str> = rich.lines().take_while(|line| !line.starts_with("Result")).collect();
        let (first, line) = line.split_once('\n').expect("two lines");
        let events: Vec<&str> = line.trim().split(", ").collect();
        let without_deal = |text: &str| {
            text.lines().skip(1).filter(|line| !line.contains(" deals ")).collect::<Vec<_>>().join("\n")
        };
        let mut texts = Vec::new();
        for cut in (4..=rich.len()).step_by(rich.len() / 12 + 1).chain([rich.len()]) {
            let text = rich[..cut].join("\n");
            texts.extend([without_deal(&text), text]);
        }
        for cut in (1..=events.len()).step_by(events.len() / 12 + 1).chain([events.len()]) {
            let text = events[..cut].join(", ");
            texts.extend([format!("{first}\n{text}"), text]);
        }
        for text in texts {
            let found = gaslamp(dir, &["botc", "check", "-", "--players", players], &text);
            assert_eq!(found.status.code(), Some(0), "{}\n{text}", stderr(&found));
        }
    }
}
