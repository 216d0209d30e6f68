//! Small traces: what is understood, and which contradictions are found.

use gaslamp_core::trace;

use super::roles::Stint;
use super::*;
use crate::notation::line::Naming;

fn model(text: &str) -> TraceModel {
    let reading = trace::read(text, DIALECT);
    assert_eq!(reading.problems, [], "{text}");
    TraceModel::read(&reading.trace, &[], None)
}

#[test]
fn what_does_not_fit_together_is_told_with_its_place() {
    let table: &[(&str, &[&str])] = &[
        // The first example of the format: Alice is Drunk, Poisoner and Virgin.
        (
            "<SETUP> st!Alice(+dr:is_the_drunk), st!Eve(+ft:red_herring) <N1> Alice:poisoner!Bob(+poi:poisoned) \
             <E1> Frank!nominates->Alice:virgin, st!Alice(+virgin:no_ability)",
            &[
                "Alice:poisoner!Bob(+poi:poisoned): Alice is the Poisoner here, but was the Drunk in <SETUP>",
                "Frank!nominates->Alice:virgin: Alice is the Virgin here, but was the Poisoner in <N1>",
            ],
        ),
        ("<SETUP> st!Bob(+drunk) <N1> Bob:chef!passes, Bob:chef!passes", &[]),
        ("<N1> Bob:chef!passes <N2> Cy:chef!passes", &["Cy:chef!passes: Bob and Cy are both the Chef"]),
        (
            "<N1> poisoner!Bob(+poisoned)",
            &["poisoner!Bob(+poisoned): nobody is said to be the Poisoner, so who acts here cannot be told"],
        ),
        ("<N1> poisoner!Bob(+poisoned) <E1> Bob!nominates->Al:poisoner", &[]),
        (
            "<N2> Al!Bob(-poisoned),Cy(+poisoned), Cy!dies, Cy!dies, Cy!revives, Cy!dies",
            &[
                "Al!Bob(-poisoned),Cy(+poisoned): `poisoner:poisoned` is taken from Bob, where it does not lie",
                "Cy!dies: Cy dies, and has been dead already",
            ],
        ),
        (
            "<N2> Al:pisoner!Bob(+poisond), Al!vots->Bob",
            &[
                "Al:pisoner!Bob(+poisond): unknown character `pisoner`",
                "Al:pisoner!Bob(+poisond): no character at this table or in its script has a token `poisond`",
                "Al!vots->Bob: `vots` is nothing that anybody does here",
            ],
        ),
        // Actions without their parts, with the parts of others, and with unknown names.
        (
            "<N1> st!tells->Al(nonsense), st!tells->Al(300), Al!chooses->Bo,Cy,Al,Bo, Al!chooses->Bo,Bo <D1> Al!shoots->Bo,Cy \
             <E1> Al!nominates->Bo,Cy, Bo!votes, Bo!votes->Al:imp, st!executes, Cy:slayer!shoots->Bo:imp",
            &[
                "st!tells->Al(nonsense): unknown character `nonsense`",
                "st!tells->Al(300): 300 is too large",
                "Al!chooses->Bo,Cy,Al,Bo: one or two players must be chosen",
                "Al!shoots->Bo,Cy: `shoots` is not written this way",
                "Al!nominates->Bo,Cy: `nominates` is about one player, behind the arrow",
                "Bo!votes: `votes` is about one player, behind the arrow",
                "st!executes: `executes` is about one player, behind the arrow",
            ],
        ),
        (
            "<N1> Al:scarlet_woman!passes, Al(+sw:is_the_demon) <N2> Al:imp!passes, Bo:imp!passes",
            &["Bo:imp!passes: Al and Bo are both the Imp"],
        ),
    ];
    for (text, problems) in table {
        let told: Vec<String> = model(text)
            .problems
            .iter()
            .map(|problem| format!("{}: {}", &text[problem.span.expect("a place").range()], problem.message))
            .collect();
        assert_eq!(&told, problems, "{text}");
    }
}

#[test]
fn who_acts_is_found_by_name_or_by_role() {
    let told =
        model("<N1> Al:poisoner!Bo(+poisoned), monk!chooses->Al, Bo:monk!passes <N2> Al!Bo(-poisoned)");
    let by: Vec<Party> = told.events.iter().map(|event| event.by).collect();
    assert_eq!(told.names, ["Al", "Bo"]);
    assert_eq!(by, [Party::Player(0), Party::Player(1), Party::Player(1), Party::Player(0)]);
}

#[test]
fn who_puts_down_a_token_has_its_role_and_the_dead_do_not_act() {
    let told = model(
        "<N1> Al!Bo(+poisoned), poisoner!Bo(-poisoned) <N2> Cy:imp!Cy(+imp:dead), Cy!dies, Bo!becomes(imp), \
         imp!Al(+imp:dead)",
    );
    let by: Vec<Option<usize>> = told.events.iter().map(|event| event.by.player()).collect();
    assert_eq!(
        (told.names, by),
        (vec!["Al".into(), "Bo".into(), "Cy".into()], [0, 0, 2, 2, 1, 1].map(Some).into())
    );
    assert_eq!(told.problems, []);
}

#[test]
fn stints_hold_what_is_known_in_the_end() {
    let shown = |text: &str| -> Vec<String> {
        let stint = |stint: Stint| {
            let Standing { role, believed } = stint.standing;
            format!("{role:?} {believed:?} {:?}", stint.since.map(|fact| fact.phase.to_string()))
        };
        model(text).roles.stints(0).into_iter().map(stint).collect()
    };
    let table: &[(&str, &[&str])] = &[
        ("<N1> Al:chef!passes <N2> Al(+drunk)", &["Some(Drunk) Some(Chef) None"]),
        (
            "<N1> Al:scarlet_woman!passes <N2> Al(+sw:is_the_demon), Al!becomes(imp)",
            &["Some(Scarlet Woman) None None", "Some(Imp) None Some(\"N2\")"],
        ),
        ("<N2> Al!becomes(imp), Al(+sw:is_the_demon) <N3> Al:imp!passes", &["Some(Imp) None Some(\"N2\")"]),
    ];
    for (text, stints) in table {
        assert_eq!(&shown(text), stints, "{text}");
    }
}

#[test]
fn roles_that_act_are_given_their_players_names() {
    let text = "<N1> poisoner!Bo(+poisoned), Al:poisoner!passes, virgin!passes";
    let reading = trace::read(text, DIALECT).trace;
    let named = model(text).by_name(&reading).to_string();
    assert_eq!(named, "<N1> Al:poisoner!Bo(+poisoned), Al:poisoner!passes, virgin!passes");
}

#[test]
fn tokens_are_written_by_one_name() {
    let text = "<SETUP> Al(+drunk), st!Bo(+ft:red_herring) <N1> Al:chef!passes";
    let reading = trace::read(text, DIALECT).trace;
    let plain = |naming| model(text).plain(&reading, naming).to_string();
    assert_eq!(
        plain(Naming::Long),
        "<SETUP> st!Al(+drunk:is_the_drunk), st!Bo(+fortune_teller:red_herring) <N1> Al:chef!passes"
    );
    assert_eq!(
        plain(Naming::Short),
        "<SETUP> st!Al(+dr:is_the_drunk), st!Bo(+ft:red_herring) <N1> Al:chef!passes"
    );
}
