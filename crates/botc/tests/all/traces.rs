//! Traces as people write them: every form reads without a problem, means what it should, and comes back the
//! same.

use gaslamp_botc::{Setup, State};
use gaslamp_core::run::TraceCursor;
use gaslamp_core::trace::{self, Annotation, Reading, RemarkKind, Trace, What, diagram, line, rich};
use gaslamp_core::{Actions, Game as _, Notation as _, Rng, Run, Seat, record};

fn read(text: &str) -> Reading {
    trace::read(text, State::DIALECT)
}

fn read_all(text: &str) -> Trace {
    let reading = read(text);
    assert_eq!(reading.problems, [], "{text}");
    reading.trace
}

/// What comes back from either form is what was read.
fn check_round_trips(trace: &Trace) {
    let line = trace.to_string();
    assert_eq!(read_all(&line).to_string(), line);
    let rich = rich::write(trace, State::DIALECT);
    assert_eq!(read_all(&rich), *trace, "{rich}");
    assert_eq!(rich::write(&read_all(&rich), State::DIALECT), rich);
}

const SEVEN_PLAYERS: &str = "<SETUP> st!Alice(+dr:is_the_drunk), st!Eve(+ft:red_herring) <N1> Alice:poisoner!Bob(+poi:poisoned), st!Dave(+ww:townsfolk),Frank(+ww:wrong), Carol:butler!Grace(+but:master) <E1> Frank!nominates->Alice:virgin, st!Alice(+virgin:no_ability) <N2> Alice:poisoner!Bob(-poi:poisoned),Carol(+poi:poisoned), Dave:imp!Grace(+imp:dead), Grace!dies";

const EXECUTION: &str = "<SETUP> st!Bob(+dr:is_the_drunk) <N1> Alice:poisoner!Carol(+poi:poisoned), st!Dave(+ww:townsfolk),Eve(+ww:wrong) <E1> Frank!nominates->Alice:virgin, Grace!votes->Alice, Bob!votes->Alice, Carol!votes->Alice, st!executes->Alice, Alice!dies <N2> st!demon_kill->Bob, Bob!dies";

const RICH: &str = r#"<SETUP>
  storyteller places drunk token on Alice
  storyteller places red herring token on Eve

<N1> 
  Alice (poisoner) adds poisoned token to Bob
  storyteller determines washerwoman learns Dave:townsfolk, Frank:wrong
  Carol (butler) chooses Grace as master

MSG (N1): Alice -> Bob (whisper): "I'm the washerwoman, you're safe"
MSG (N1): Carol -> ALL: "I need to vote with my master tomorrow"

<D1>
  Alice claims washerwoman (false - she's actually drunk)
  Frank claims investigator (lie - he's evil)
  
<E1>
  Frank nominates Alice (virgin) - stated reason: "Alice's info seems suspicious"
  Grace votes Alice, Bob votes Alice, Carol votes Alice
  storyteller executes Alice (3 votes, majority reached)  
  Alice dies, virgin ability triggered
"#;

const RICH_WRITTEN: &str = r#"<SETUP>
  st!Alice(+drunk)
  st!Eve(+red_herring)

<N1>
  Alice:poisoner!Bob(+poisoned)
  st!Dave(+washerwoman:townsfolk),Frank(+washerwoman:wrong)
  Carol:butler!Grace(+master)
MSG (N1): Alice -> Bob (whisper): "I'm the washerwoman, you're safe"
MSG (N1): Carol -> ALL: "I need to vote with my master tomorrow"

<D1>
  Alice claims washerwoman - false - she's actually drunk
  Frank claims investigator - lie - he's evil

<E1>
  Frank nominates Alice (virgin) - stated reason: "Alice's info seems suspicious"
  Grace votes Alice
  Bob votes Alice
  Carol votes Alice
  the Storyteller executes Alice - 3 votes, majority reached
  Alice dies
  virgin ability triggers
"#;

const RICH_LINE: &str = "<SETUP> st!Alice(+drunk), st!Eve(+red_herring) <N1> Alice:poisoner!Bob(+poisoned), st!Dave(+washerwoman:townsfolk),Frank(+washerwoman:wrong), Carol:butler!Grace(+master) <D1> Alice!claims(washerwoman), Frank!claims(investigator) <E1> Frank!nominates->Alice:virgin, Grace!votes->Alice, Bob!votes->Alice, Carol!votes->Alice, st!executes->Alice, Alice!dies";

const MESSAGES: &str = r#"MSG (PHASE): Source -> Target: "quoted content"
MSG (PHASE): Source -> Target (whisper): "private content"
MSG (PHASE): Source -> ALL: "public statement"
"#;

const NOTES: &str = "NOTE: Alice doesn't know she's drunk, shares false info confidently
STORYTELLER: Chose conservative washerwoman info to avoid confirming roles
STRATEGY: Frank targeting Alice to eliminate virgin threat
";

const VOTES: &str = r#"Frank nominates Carol (virgin) - reason: "Carol's voting patterns suspicious"
Alice votes Carol - influenced by Frank's argument
Bob abstains - worried about virgin trigger
Carol defends - claims washerwoman but info contradicts Alice
Grace votes Carol - trusts Frank as fellow evil
RESULT: Carol executed (2 votes), virgin ability triggers, Alice dies
"#;

#[test]
fn one_liners_come_back_as_they_were() {
    for text in [
        SEVEN_PLAYERS,
        EXECUTION,
        "<SETUP> Alice(+drunk:is_the_drunk) <D1> Frank!nominates->Carol:virgin, st!Carol(+virgin:no_ability)",
        "<N1> poisoner!Bob(+poisoned) <N2> poisoner!Bob(-poisoned),Carol(+poisoned) <E3> Bob!dies",
    ] {
        let trace = read_all(text);
        assert_eq!(trace.to_string(), text);
        check_round_trips(&trace);
    }
    let phases = "<D1> a!passes <D2> a!passes [D3] a!passes <E1> a!passes <E2> a!passes [E3] a!passes";
    assert_eq!(read_all(phases).to_string(), phases.replace('[', "<").replace(']', ">"));
}

#[test]
fn rich_traces_are_read_whole_and_reduce_to_their_one_liners() {
    let indented = |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
    let written_votes = format!("<SETUP>\n{}", indented(VOTES)).replace("  RESULT", "RESULT");
    let table = [
        (RICH, RICH_LINE, RICH_WRITTEN.to_owned()),
        (MESSAGES, "<SETUP>", format!("<SETUP>\n{}", MESSAGES.replace("PHASE", "SETUP"))),
        (NOTES, "<SETUP>", format!("<SETUP>\n{NOTES}")),
        (
            VOTES,
            "<SETUP> Frank!nominates->Carol:virgin, Alice!votes->Carol, Bob!abstains, Grace!votes->Carol",
            written_votes,
        ),
    ];
    for (text, line, written) in table {
        let trace = read_all(text);
        assert_eq!(trace.to_string(), line, "{text}");
        assert_eq!(rich::write(&trace, State::DIALECT), written, "{text}");
        assert!(read_all(line).events().zip(trace.events()).all(|((a, x), (b, y))| a == b && x.same_as(y)));
        check_round_trips(&trace);
    }
}

#[test]
fn a_sentence_is_the_event_it_tells() {
    let table = [
        ("storyteller places drunk token on Alice", "st!Alice(+drunk)", None),
        ("the Storyteller takes the poisoned token from Bob", "st!Bob(-poisoned)", None),
        (
            "Alice (poisoner) moves poisoned token from Bob to Carol",
            "Alice:poisoner!Bob(-poisoned),Carol(+poisoned)",
            None,
        ),
        (
            "Alice claims washerwoman (false - she's drunk)",
            "Alice!claims(washerwoman)",
            Some("false - she's drunk"),
        ),
        ("storyteller executes Alice (majority reached)", "st!executes->Alice", Some("majority reached")),
        ("Alice is executed", "st!executes->Alice", None),
        ("Alice claims to be the chef (again)", "Alice!claims(chef)", Some("again")),
        ("STORYTELLER tells Alice: 2", "st!tells->Alice(2)", None),
        ("st deals Alice (fortune teller), Bob (imp)", "st!deals->Alice:fortune_teller,Bob:imp", None),
        ("The Demon kills Bob", "st!demon_kill->Bob", None),
        ("At dawn: Bob (dead), Eve (dead)", "st!announces->Bob:dead,Eve:dead", None),
        ("Alice gossips not (evil(Bob) or evil(Eve))", "Alice!gossips(not (evil(Bob) or evil(Eve)))", None),
        ("Alice chooses Bob, Carol", "Alice!chooses->Bob,Carol", None),
        ("Alice chooses the chef", "Alice!chooses(chef)", None),
        ("Alice reports n1, chef, 2 (she says)", "Alice!reports(n1,chef,2)", Some("she says")),
    ];
    for (text, event, remark) in table {
        let trace = read_all(&format!("<D1>\n  {text}\n"));
        let events: Vec<_> = trace.events().map(|(_, event)| event).collect();
        assert_eq!(events.len(), 1, "{text}");
        assert_eq!(events[0].to_string(), event, "{text}");
        assert_eq!(events[0].remark.as_deref(), remark, "{text}");
        check_round_trips(&trace);
    }
}

#[test]
fn what_no_rule_reads_is_kept_beside_the_events() {
    let table = [
        ("Carol defends - claims chef", "Carol!defends", "Carol defends - claims chef"),
        ("virgin ability triggered", "virgin!triggers", "virgin ability triggers"),
        ("the virgin ability triggers", "virgin!triggers", "virgin ability triggers"),
        (
            "Alice is mad about being the washerwoman",
            "Alice!is_mad(washerwoman)",
            "Alice is mad about being the washerwoman",
        ),
        (
            "Alice is mad about Bob being the imp (cerenovus)",
            "Alice!is_mad->Bob:imp",
            "Alice is mad about Bob being the imp - cerenovus",
        ),
        ("Alice!breaks_madness", "Alice!breaks_madness", "Alice breaks madness"),
        ("Alice keeps madness", "Alice!keeps_madness", "Alice keeps madness"),
    ];
    for (text, event, written) in table {
        let trace = read_all(&format!("<D1>\n  Bob passes\n  {text}\n"));
        assert_eq!(trace.to_string(), "<D1> Bob!passes", "{text}");
        match &trace.blocks[0].entries[1].what {
            What::Annotation(Annotation::Aside(aside)) => assert_eq!(aside.to_string(), event, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
        assert_eq!(rich::write(&trace, State::DIALECT), format!("<D1>\n  Bob passes\n  {written}\n"));
        check_round_trips(&trace);
    }
    let notes =
        "<N2>\nMADNESS: Alice must seem to be the washerwoman\nTIMING: the Slayer shot before nominations\n";
    assert_eq!(rich::write(&read_all(notes), State::DIALECT), notes);
}

#[test]
fn a_slip_of_the_pen_is_reported_where_it_stands() {
    let table: [(&str, &[&str]); 12] = [
        ("<E1>\n  Bob vots Alice\n", &["Bob vots Alice"]),
        ("Bob vots Alice", &["Bob vots Alice"]),
        ("<E1>\n  Grace votes Alice, Bob vots Alice, Carol votes Alice\n", &["Bob vots Alice"]),
        ("<E1>\n  Bob vots Alice - trusts Frank\n", &["Bob vots Alice"]),
        ("<E1>\n  Bob vots Alice, Carol vtes Alice\n", &["Bob vots Alice", "Carol vtes Alice"]),
        ("<N1>\n  storyteler places drunk token on\n", &["storyteler places drunk token on"]),
        ("<N1>\n  storyteller place drunk token on Alice\n", &["storyteller place drunk token on Alice"]),
        (
            "<N1>\n  the Storyteller dels Ann (chef), Ben (monk)\n",
            &["the Storyteller dels Ann (chef), Ben (monk)"],
        ),
        ("<E1>\n  Alice dies, virgin ability trigered\n", &["virgin ability trigered"]),
        ("<E1>\n  Frank!nominates->->Alice\n", &["->Alice"]),
        ("<N1>\nMSG (D1): Alice -> Bob: \"hi\"\n", &["MSG (D1): Alice -> Bob: \"hi\""]),
        ("<N1>\nNOTES: nothing\n", &["NOTES: nothing"]),
    ];
    for (text, places) in table {
        let reading = read(text);
        let found: Vec<&str> =
            (reading.problems.iter()).map(|problem| &text[problem.span.expect("a place").range()]).collect();
        assert_eq!(found, places, "{text}");
    }
}

#[test]
fn every_event_of_a_line_has_its_own_place() {
    let text =
        "<E1>\n  Grace votes Alice, Bob votes Alice - with zeal\n  Alice dies, virgin ability triggered\n";
    let trace = read_all(text);
    let places: Vec<&str> = trace.blocks[0].entries.iter().map(|entry| &text[entry.span.range()]).collect();
    assert_eq!(places, ["Grace votes Alice", "Bob votes Alice", "Alice dies", "virgin ability triggered"]);
}

#[test]
fn every_sentence_of_every_verb_is_read_as_its_verb() {
    let parts = [
        ("{actor}", "Ann"),
        ("{targets}", "Ben, Cy"),
        ("{target}", "Ben"),
        ("{player}", "Ben"),
        ("{tag}", "imp"),
        ("{args}", "n1, chef"),
        ("{arg}", "chef"),
        ("{statement}", "evil(Ben)"),
        ("{told}", "2"),
    ];
    for verb in State::DIALECT.verbs {
        for template in verb.sentences {
            let text =
                parts.iter().fold((*template).to_owned(), |text, (part, word)| text.replace(part, word));
            let event = rich::read_sentence(&text, State::DIALECT);
            assert_eq!(event.and_then(|event| event.verb).as_deref(), Some(verb.name), "{text}");
        }
    }
}

#[test]
fn a_picture_shows_all_that_the_rich_trace_tells() {
    let names: Vec<String> =
        ["Alice", "Bob", "Carol", "Dave", "Eve", "Frank", "Grace"].map(String::from).to_vec();
    let trace = read_all(RICH);
    let ladder = diagram::ascii(&trace, &names, State::DIALECT);
    let rows = [
        " st  Alice  Bob  Carol  Dave  Eve  Frank  Grace  virgin",
        "---------------------------------------------------- SETUP",
        " *...>      |    |      |     |    |      |      |   st!Alice(+drunk)",
        " *............................>    |      |      |   st!Eve(+red_herring)",
        "---------------------------------------------------- N1",
        " <...*      |    |      |     |    |      |      |   Alice:poisoner!Bob(+poisoned)",
        " *   |      |    |      |     |    |      |      |   st!Dave(+washerwoman:townsfolk),Frank(+washerwoman:wrong)",
        " <...............*      |     |    |      |      |   Carol:butler!Grace(+master)",
        " |   *......>    |      |     |    |      |      |   Alice -> Bob (whisper): \"I'm the washerwoman, you're safe\"",
        " <---------------*------------------------------->   Carol -> ALL: \"I need to vote with my master tomorrow\"",
        "---------------------------------------------------- D1",
        " |   *      |    |      |     |    |      |      |   Alice claims washerwoman - false - she's actually drunk",
        " |   |      |    |      |     |    *      |      |   Frank claims investigator - lie - he's evil",
        "---------------------------------------------------- E1",
        " |   <-----------------------------*      |      |   + Frank nominates Alice (virgin) - stated reason: \"Alice's info seems suspicious\"",
        " |   <------------------------------------*      |   | Grace votes Alice",
        " |   <------*    |      |     |    |      |      |   | Bob votes Alice",
        " |   <-----------*      |     |    |      |      |   | Carol votes Alice",
        " *--->      |    |      |     |    |      |      |   + the Storyteller executes Alice - 3 votes, majority reached",
        " |   *      |    |      |     |    |      |      |   Alice dies",
        " |   |      |    |      |     |    |      |      *   virgin ability triggers",
    ];
    assert_eq!(ladder.lines().collect::<Vec<_>>(), rows, "\n{ladder}");
    let mermaid = diagram::mermaid(&trace, &names, State::DIALECT);
    assert!(
        mermaid.contains("\n    rect rgba(128, 128, 128, 0.2)\n        p6->>p1: Frank nominates Alice"),
        "{mermaid}"
    );
    let plantuml = diagram::plantuml(&trace, &names, State::DIALECT);
    assert!(plantuml.contains("\ngroup nomination of Alice\np6 -> p1 : Frank nominates Alice"), "{plantuml}");
}

#[test]
fn a_line_of_the_one_liner_is_none_of_the_rich_form() {
    for (text, is_rich) in [
        ("Bob!passes", false),
        ("<D1> Bob!passes\n<E1>\nAlice!votes->Bob <N2> Bob!dies", false),
        ("Bob passes", true),
        ("<D1>\nBob passes - see <N1>", true),
        ("<D1>\nBob passes (see <N1> again)", true),
        ("NOTE: <D1> a!b", true),
    ] {
        let reading = read(text);
        assert_eq!(reading.problems, [], "{text}");
        assert_eq!(line::read(text, State::DIALECT).problems.is_empty(), !is_rich, "{text}");
    }
}

#[test]
fn a_record_keeps_asides_where_they_stand_and_replays_without_them() {
    let plain = "game botc 2 players=Ann,Ben,Cy,Dee,Eve <SETUP> \
                 st!deals->Ann:empath,Ben:imp,Cy:soldier,Dee:poisoner,Eve:monk <N1> Dee!chooses->Ann, st!tells->Ann(0)";
    let with_aside = plain.replace("st!tells", "Ben!defends, Ann!is_mad(chef), st!tells");
    let [plain, run]: [Run<State>; 2] =
        [plain, &with_aside].map(|text| record::read(text).unwrap_or_else(|problems| panic!("{problems:?}")));
    let asides: Vec<(usize, String)> = (run.record().annotations.iter())
        .map(|said| match &said.annotation {
            Annotation::Aside(event) => (said.step, event.to_string()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(asides, [(2, "Ben!defends".to_owned()), (2, "Ann!is_mad(chef)".to_owned())]);
    assert_eq!(run.state(), plain.state());
    assert_eq!(record::write_line(&run), record::write_line(&plain));
    let rich = record::write_rich(&run);
    assert!(rich.contains("\n  Ben defends\n  Ann is mad about being the chef\n"), "{rich}");
    assert_eq!(record::read::<State>(&rich).ok().as_ref(), Some(&run), "{rich}");
    for seat in 0..5 {
        assert_eq!(run.view(Seat::new(seat)), plain.view(Seat::new(seat)), "asides are the keeper's");
    }
}

#[test]
fn what_is_said_keeps_its_phase_and_its_place() {
    let first = "game botc 2 players=Ann,Ben,Cy,Dee,Eve\n\n";
    let deal = "<SETUP>\n  the Storyteller deals Ann (empath), Ben (imp), Cy (soldier), Dee (poisoner), Eve (monk)\n";
    let same = [
        "MSG (SETUP): Ann -> ALL: \"a\"\n",
        "\n<N1>\nMSG (N1): Ann -> ALL: \"before anybody acts\"\n  Dee chooses Ann\n  st!Ann(+poisoner:poisoned)\nNOTE: x\n",
        "\n<N1>\n  Dee chooses Ann\nNOTE: in between\n  st!Ann(+poisoner:poisoned)\n  Ben defends\n",
        "\n<N1>\nMSG (N1): Ann -> ALL: \"a\"\n",
        "\n<D1>\nNOTE: too early\n\n<N1>\n  Dee chooses Ann\n  st!Ann(+poisoner:poisoned)\n",
    ];
    let night = "\n<N1>\n  Dee chooses Ann\n  the Storyteller tells Ann: 0\nNOTE: the last of the night\n\
                 \n<D1>\nMSG (D1): Ann -> ALL: \"the first of the day\"\n  Ann passes\n";
    let told = night.replace("chooses Ann\n", "chooses Ann\n  st!Ann(+poisoner:poisoned)\n");
    let told = told.replace("<D1>\nMSG", "<D1>\n  at dawn nobody is dead\nMSG");
    for (text, written) in same.map(|text| (text, text)).into_iter().chain([(night, told.as_str())]) {
        let text = format!("{first}{deal}{text}");
        let run: Run<State> = record::read(&text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        assert_eq!(record::write_rich(&run), format!("{first}{deal}{written}"), "{text}");
    }
}

#[test]
fn what_is_told_bit_by_bit_is_the_whole_trace() {
    let mut run: Run<State> = Run::new(Setup::trouble_brewing(7)).expect("a set-up");
    let mut rng = Rng::new(4);
    let (mut trace, mut told) = (Trace::default(), TraceCursor::default());
    while run.state().to_act().is_some() {
        let mut legal = Actions::<State>::new();
        run.state().legal(&mut legal);
        let choice = legal[rng.below(legal.len() as u32) as usize];
        let action = run.concrete(choice, &mut rng);
        run.apply(action).expect("a listed action");
        for number in 0..rng.below(3) {
            run.annotate(Annotation::Remark { kind: RemarkKind::NOTE, text: number.to_string() });
        }
        trace.append(run.trace_since(told));
        told = run.told();
    }
    assert_eq!(trace, run.trace());
    assert_eq!(run.trace_since(told), Trace::default());
}

#[test]
fn a_record_refuses_what_the_rules_did_not_do() {
    let text = "game botc 2 players=Ann,Ben,Cy,Dee,Eve <SETUP> \
                st!deals->Ann:empath,Ben:imp,Cy:soldier,Dee:poisoner,Eve:monk <N1> st!demon_kill->Ann";
    let problems = record::read::<State>(text).err().unwrap_or_default();
    let found: Vec<_> =
        problems.iter().map(|problem| (problem.id, problem.span.map(|span| &text[span.range()]))).collect();
    assert_eq!(found, [("record/does-not-follow", Some("st!demon_kill->Ann"))]);
}

/// Whatever is assembled from parts of traces is read, and what is read comes back the same.
#[test]
fn words_in_any_order_come_back_the_same() {
    let pieces = [
        "Alice",
        "Bob",
        "virgin",
        "storyteller",
        "the Storyteller",
        "st",
        "NOTE",
        "MSG",
        "MADNESS:",
        "RESULT: ",
        "votes",
        "votes for",
        "nominates",
        "claims",
        "claims to be the",
        "dies",
        "defends",
        "executes",
        "is executed",
        "tells",
        "deals",
        "reports",
        "gossips",
        "places",
        "adds",
        "removes",
        "moves",
        "determines",
        "learns",
        "chooses",
        "chooses the",
        "as",
        "token on",
        "token to",
        "token from",
        "from",
        "to",
        "master",
        "drunk",
        "is mad about being the",
        "is mad about",
        "being the",
        "ability triggers",
        "team wins",
        "the",
        "at dawn:",
        "fortune teller",
        "(",
        ")",
        " (",
        ")",
        "(virgin)",
        "(3 votes, so)",
        ",",
        ", ",
        ", ",
        " - ",
        "-",
        "\"",
        "!",
        "->",
        ":",
        ": ",
        "(+poisoned)",
        "(-x:y)",
        "!votes->",
        "!Bob(+master)",
        "!defends",
        "\\",
        "\\n",
        "\n",
        "\n<D1>\n",
        "<N1>",
        "[E2]",
        "#",
        "2",
        "_",
    ];
    let mut rng = Rng::new(11);
    for round in 0..20_000 {
        let mut text = String::from(if round % 2 == 0 { "<D1>\n" } else { "" });
        for _ in 0..2 + rng.below(12) {
            text += rng.pick(&pieces).expect("a piece");
            text += if rng.below(5) == 0 { "" } else { " " };
        }
        let reading = rich::read(&text, State::DIALECT);
        let written = rich::write(&reading.trace, State::DIALECT);
        let again = rich::read(&written, State::DIALECT);
        assert_eq!(again.problems, [], "{text:?}\n{written}");
        assert_eq!(again.trace, reading.trace, "{text:?}\n{written}");
        for problem in &read(&text).problems {
            assert!(
                problem.span.is_some_and(|span| text.get(span.range()).is_some()),
                "{text:?}: {problem:?}"
            );
        }
    }
}
