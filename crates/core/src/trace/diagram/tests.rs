//! Diagrams, row by row.

use super::super::tests::PHASES;
use super::super::{Verb, line, rich};
use super::*;

const VERBS: &[Verb] = &[
    Verb::action("challenges", &["{actor} challenges {target}"], false),
    Verb::action("backs", &["{actor} backs {target}"], false),
    Verb::action("kills", &["{actor} kills {target}"], true),
    Verb::action("tells", &["the Storyteller tells {target}: {told}"], true),
    Verb::consequence("learns", &["{actor} learns {target}"], true),
    Verb::consequence("counts", &["those behind {target}: {told}"], false),
    Verb::consequence("", &[], true),
    Verb::aside("defends", &["{actor} defends"]),
];

const DIALECT: &Dialect = &Dialect {
    groups: &[Group { title: "challenge of", opens: "challenges", within: &["backs"], closes: &["counts"] }],
    ..Dialect::new(PHASES, VERBS)
};

type Draw = fn(&Trace, &[String], &Dialect) -> String;

fn draw(picture: Draw, text: &str, names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let reading = rich::read(text, DIALECT);
    assert_eq!(reading.problems, [], "{text}");
    picture(&reading.trace, &names, DIALECT)
}

fn check_ladder(text: &str, names: &[&str], rows: &[&str]) {
    let drawn = draw(ascii, text, names);
    assert_eq!(drawn.lines().map(str::trim_end).collect::<Vec<_>>(), rows, "\n{drawn}");
}

const GAME: &str =
    "<T1>\nAl challenges Bo\nBo!waves\n<R1>\nBo kills Al\nAl learns Bo\nst tells Al: 2\nBo!Al(+x)\nBo(+y)";

#[test]
fn the_ladder_shows_who_and_to_whom() {
    let rows = [
        " st  Al  Bo",
        "------------ T1",
        " |   *--->   Al challenges Bo",
        " |   |   *   Bo!waves",
        "------------ R1",
        " <.......*   Bo kills Al",
        " *...>   |   Al learns Bo",
        " *...>   |   the Storyteller tells Al: 2",
        " <.......*   Bo!Al(+x)",
        " *.......>   Bo(+y)",
    ];
    check_ladder(GAME, &["Al", "Bo"], &rows);
}

#[test]
fn messages_remarks_and_asides_have_rows() {
    let text = "<R1>\nMSG (R1): Bo -> Al (whisper): \"psst\\nhey\"\nMSG (R1): Al -> ALL: \"hi\"\nMSG (R1): st -> ALL: \"hm\"\n\
                MSG (R1): Bo -> st: \"why\"\nMSG (R1): Al -> Al: \"oh\"\nNOTE: odd\nBo defends - well";
    let rows = [
        " st  Al  Bo",
        "------------ R1",
        " |   <...*   Bo -> Al (whisper): \"psst\\nhey\"",
        " <---*--->   Al -> ALL: \"hi\"",
        " *------->   st -> ALL: \"hm\"",
        " <-------*   Bo -> st: \"why\"",
        " |   *   |   Al -> Al: \"oh\"",
        " |   |   |   NOTE: odd",
        " |   |   *   Bo defends - well",
    ];
    check_ladder(text, &["Al", "Bo"], &rows);
}

#[test]
fn a_challenge_is_held_together_up_to_its_count() {
    let text = "<P1>\nAl challenges Bo\nBo defends\nAl backs Bo\nst!counts->Bo(1)\nBo!waves\nBo challenges Al\nAl backs Al, Bo backs Al\n\
                Al challenges Al\n<P2>\nBo challenges Al\nst!counts->Al(0)";
    let rows = [
        " st  Al  Bo",
        "------------ P1",
        " |   *--->   + Al challenges Bo",
        " |   |   *   | Bo defends",
        " |   *--->   | Al backs Bo",
        " *------->   + those behind Bo: 1",
        " |   |   *   Bo!waves",
        " |   <---*   + Bo challenges Al",
        " |   *   |   | Al backs Al",
        " |   <---*   + Bo backs Al",
        " |   *   |   Al challenges Al",
        "------------ P2",
        " |   <---*   + Bo challenges Al",
        " *--->   |   + those behind Al: 0",
    ];
    check_ladder(text, &["Al", "Bo"], &rows);
    let mermaid = draw(mermaid, text, &["Al", "Bo"]);
    assert_eq!(mermaid.matches("    rect ").count(), 3);
    assert_eq!(mermaid.matches("\n    end\n").count(), 3);
    let plantuml = draw(plantuml, text, &["Al", "Bo"]);
    assert_eq!(plantuml.matches("\ngroup challenge of ").count(), 3);
    assert_eq!(plantuml.matches("\nend\n").count(), 3);
}

#[test]
fn whoever_has_no_seat_has_a_column() {
    let rows = [
        " st  Al  fox",
        "------------ R1",
        " <.......*   fox kills Al",
        " |   <---*   fox!waves->AL",
        " *   |   |   storyteller!waves->x.y",
    ];
    check_ladder("<R1>\nfox kills Al\nfox!waves->AL\nstoryteller!waves->x.y", &["Al"], &rows);
}

#[test]
fn wide_and_many_names_stand_above_their_columns() {
    check_ladder(
        "<R1>\n王 challenges Zoe",
        &["王", "Zoe"],
        &[" st  王  Zoe", "------------ R1", " |   *--->   王 challenges Zoe"],
    );
    let names = [
        "Alice",
        "Bob",
        "Charlie",
        "David",
        "Eve",
        "Frank",
        "Grace",
        "Hannah",
        "Ian",
        "Maximilian",
        "Kate",
        "Leo",
    ];
    let rows = [
        " st  Alice   Charlie Eve Frank   Hannah  Maximilian",
        "         Bob     David       Grace   Ian     Kate",
        "                                                 Leo",
        "---------------------------------------------------- R1",
        " |   |   |   |   |   |   |   <-----------*   |   |   Maximilian challenges Grace",
    ];
    check_ladder("<R1>\nMaximilian challenges Grace", &names, &rows);
}

#[test]
fn sequence_diagrams_have_a_line_for_each_step() {
    let expected = "sequenceDiagram
    participant p0 as Storyteller
    participant p1 as Al
    participant p2 as Bo
    note over p0,p2: T1
    p1->>p2: Al challenges Bo
    note over p2: Bo!waves
    note over p0,p2: R1
    p2-->>p0: Bo kills Al
    p0-->>p1: Al learns Bo
    p0-->>p1: the Storyteller tells Al: 2
    p2-->>p0: Bo!Al(+x)
    p0-->>p2: Bo(+y)
";
    assert_eq!(draw(mermaid, GAME, &["Al", "Bo"]), expected);
    let expected = "@startuml
actor Storyteller as p0
participant \"Al\" as p1
participant \"Bo\" as p2
== T1 ==
p1 -> p2 : Al challenges Bo
note over p2 : Bo!waves
== R1 ==
p2 --> p0 : Bo kills Al
p0 --> p1 : Al learns Bo
p0 --> p1 : the Storyteller tells Al: 2
p2 --> p0 : Bo!Al(+x)
p0 --> p2 : Bo(+y)
@enduml
";
    assert_eq!(draw(plantuml, GAME, &["Al", "Bo"]), expected);
}

#[test]
fn messages_are_drawn_to_whom_they_go() {
    let text = "<T1>\nMSG (T1): Al -> Bo (whisper): \"a\"\nMSG (T1): Al -> Bo: \"b\"\nMSG (T1): Al -> ALL: \"c\"\nNOTE: d\nAl defends";
    let mermaid = draw(mermaid, text, &["Al", "Bo"]);
    let expected = "    p1-->>p2: Al -> Bo (whisper): \"a\"
    p1->>p2: Al -> Bo: \"b\"
    note over p0,p2: Al -> ALL: \"c\"
    note over p0,p2: NOTE: d
    note over p1: Al defends
";
    assert!(mermaid.ends_with(expected), "{mermaid}");
    let plantuml = draw(plantuml, text, &["Al", "Bo"]);
    let expected = "p1 --> p2 : Al -<U+003E> Bo (whisper): \"a\"
p1 -> p2 : Al -<U+003E> Bo: \"b\"
note over p0, p2 : Al -<U+003E> ALL: \"c\"
note over p0, p2 : NOTE: d
note over p1 : Al defends
@enduml
";
    assert!(plantuml.ends_with(expected), "{plantuml}");
}

#[test]
fn texts_that_mean_something_to_a_diagram_are_written_as_references() {
    let table = [
        ("a; b # c %% d", "a#59; b #35; c #37;#37; d", "a; b # c <U+0025><U+0025> d"),
        ("the End, an endless end", "the #69;nd, an endless #101;nd", "the End, an endless end"),
        ("1\\n* 2\\n== 3", "1<br/>* 2<br/>== 3", "1\\n<U+002A> 2\\n<U+003D><U+003D> 3"),
        (
            "**b** //i// __u__ --s-- ~~w~~ \"\"m\"\"",
            "**b** //i// __u__ --s-- ~~w~~ \"\"m\"\"",
            "<U+002A><U+002A>b<U+002A><U+002A> <U+002F><U+002F>i<U+002F><U+002F> <U+005F><U+005F>u<U+005F><U+005F> \
             <U+002D><U+002D>s<U+002D><U+002D> <U+007E><U+007E>w<U+007E><U+007E> \
             <U+0022><U+0022>m<U+0022><U+0022>",
        ),
        (
            "<b>x</b> [[y]] $$z$$",
            "#60;b>x#60;/b> [[y]] #36;#36;z#36;#36;",
            "<U+003C>b<U+003E>x<U+003C>/b<U+003E> <U+005B><U+005B>y<U+005D><U+005D> $$z$$",
        ),
        ("style:x classDef", "style#58;x classDef", "style:x classDef"),
        ("a\\\\", "a#92;", "a<U+005C>"),
        ("/' x '/", "/' x '/", "<U+002F>' x '<U+002F>"),
        ("%%{init}%%", "#37;#37;#123;init#125;#37;#37;", "<U+0025><U+0025>{init}<U+0025><U+0025>"),
    ];
    for (text, in_mermaid, in_plantuml) in table {
        let colon = if in_mermaid.contains("#58;") { "#58;" } else { ":" };
        let rich = format!("<T1>\nNOTE: {text}");
        let mermaid = draw(mermaid, &rich, &["Al"]);
        assert!(mermaid.ends_with(&format!("    note over p0,p1: NOTE{colon} {in_mermaid}\n")), "{mermaid}");
        let plantuml = draw(plantuml, &rich, &["Al"]);
        assert!(
            plantuml.ends_with(&format!("note over p0, p1 : NOTE: {in_plantuml}\n@enduml\n")),
            "{plantuml}"
        );
    }
}

#[test]
fn names_are_written_as_references_too() {
    let trace = line::read("<T1> st!waves", DIALECT).trace;
    let names = ["Mary \"M\" Ann; end", "#1\n2", "wrap: x"].map(String::from);
    let mermaid = mermaid(&trace, &names, DIALECT);
    let expected = "    participant p1 as Mary \"M\" Ann#59; #101;nd\n    participant p2 as #35;1<br/>2\n    participant p3 as wrap#58; x\n";
    assert!(mermaid.contains(expected), "{mermaid}");
    let plantuml = plantuml(&trace, &names, DIALECT);
    let expected =
        "participant \"Mary <U+0022>M<U+0022> Ann; end\" as p1\nparticipant \"<U+0023>1\\n2\" as p2\n";
    assert!(plantuml.contains(expected), "{plantuml}");
    let ladder = ascii(&trace, &names, DIALECT);
    assert!(ladder.starts_with(" st  Mary \"M\" Ann; end  #1 2  wrap: x\n"), "{ladder}");
    assert_eq!(ascii(&trace, &[], DIALECT), " st\n---- T1\n *   st!waves\n");
    assert!(super::mermaid(&trace, &[], DIALECT).ends_with("note over p0: T1\n    note over p0: st!waves\n"));
}

/// Drawing itself has no limit: a trace built in code may have any number of participants.
#[test]
fn a_ladder_is_as_wide_as_it_must_be() {
    let names: Vec<String> = (0..16_400).map(|number| format!("a{number}")).collect();
    let ladder = ascii(&line::read("<T1> a0!waves", DIALECT).trace, &names, DIALECT);
    assert!(ladder.lines().any(|line| line.len() > usize::from(u16::MAX)), "{}", ladder.len());
}
