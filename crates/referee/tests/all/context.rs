//! Small traces and what follows from them: the cases of `context.txt`.

use gaslamp_botc::notation::line::Naming;
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::{Script, State};
use gaslamp_core::trace::rich;
use gaslamp_core::{Notation as _, record};
use gaslamp_referee::sat::context::{self, Context};

const CASES: &str = include_str!("../context.txt");

/// A case: its title, its trace, and what is expected.
struct Case {
    title: String,
    trace: String,
    expected: Vec<(char, String)>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("== ") {
            cases.push(Case { title: title.to_owned(), trace: String::new(), expected: Vec::new() });
            continue;
        }
        let case = cases.last_mut().expect("a title first");
        match line.split_at_checked(2) {
            Some((sign @ ("+ " | "- " | "! "), rest)) => {
                case.expected.push((sign.chars().next().expect("a sign"), rest.to_owned()));
            }
            _ => case.trace += &format!("{line}\n"),
        }
    }
    cases
}

/// What a case expects and does not get, and what its trace gives instead.
fn failures(case: &Case) -> Option<String> {
    let account = TraceInput::read(&case.trace).expect("a trace");
    let model = account.model();
    let context = Context::of(&account, &model);
    let text = context::write(&context, Naming::Long);
    let problems = account.unreadable.iter().chain(&model.problems).chain(&context.problems);
    let problems: Vec<String> =
        problems.map(|problem| format!("{} {}", problem.id, problem.message)).collect();
    let is_told = |part: &str| text.lines().any(|line| line.contains(part));
    let is_met = |(sign, part): &&(char, String)| match sign {
        '+' => is_told(part),
        '-' => !is_told(part),
        _ => problems.iter().any(|problem| problem.starts_with(part.as_str())),
    };
    let expects_problems = case.expected.iter().any(|(sign, _)| *sign == '!');
    let unmet: Vec<String> = case
        .expected
        .iter()
        .filter(|expected| !is_met(expected))
        .map(|(sign, part)| format!("{sign} {part}"))
        .collect();
    let is_clean = expects_problems || problems.is_empty();
    let report = || format!("== {}\n{}\nbut\n{text}{}", case.title, unmet.join("\n"), problems.join("\n"));
    (!unmet.is_empty() || !is_clean).then(report)
}

#[test]
fn every_case_holds() {
    let cases = cases();
    let failed: Vec<String> = cases.iter().filter_map(failures).collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n\n"));
    assert!(cases.iter().all(|case| !case.expected.is_empty()));
}

#[test]
fn every_character_of_trouble_brewing_has_a_case() {
    let script = Script::built_in("tb").expect("an edition");
    let missing: Vec<&str> = script
        .characters()
        .iter()
        .map(|character| character.name())
        .filter(|name| !cases().iter().any(|case| case.title.starts_with(&format!("{name}:"))))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn the_same_trace_gives_the_same_context_in_any_form() {
    for case in cases() {
        let account = TraceInput::read(&case.trace).expect("a trace");
        let rich = match &account.run {
            Some(run) => record::write_rich(run),
            None => rich::write(&account.trace, State::DIALECT),
        };
        let again = TraceInput::read(&rich).expect("a trace");
        let [first, second] = [&account, &again].map(|account| Context::of(account, &account.model()));
        let names = |context: &Context| -> Vec<(String, _)> {
            context.variables.iter().map(|variable| (variable.name.clone(), variable.value)).collect()
        };
        assert_eq!(names(&first), names(&second), "{}", case.title);
    }
}

#[test]
fn broken_traces_have_contexts_too() {
    for case in cases() {
        let ends = case.trace.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
        for (start, end) in ends.clone().chain(ends.map(|(_, end)| (end, case.trace.len()))) {
            let broken = format!("{}{}", &case.trace[..start], &case.trace[end..]);
            if let Ok(account) = TraceInput::read(&broken) {
                let context = Context::of(&account, &account.model());
                assert!(!context::write(&context, Naming::Long).is_empty());
            }
        }
    }
}

#[test]
fn every_place_is_one_of_the_text() {
    for case in cases() {
        let account = TraceInput::read(&case.trace).expect("a trace");
        let context = Context::of(&account, &account.model());
        let since = context.tokens.iter().filter_map(|placement| placement.since.as_ref());
        let told = context.roles.iter().map(|tenure| &tenure.told);
        let places = context.actings.iter().map(|acting| &acting.place).chain(since).chain(told);
        for place in places {
            let there = place.span.and_then(|span| case.trace.get(span.range()));
            // What follows from an action stands where the action does.
            let is_it = there == Some(place.event.as_str()) || account.run.is_some() && there.is_some();
            assert!(is_it, "{}: {place:?} is {there:?}", case.title);
        }
    }
}
