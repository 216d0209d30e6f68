//! Records: what was written replays to the same; what was altered is refused, by which rule and where.

use crate::common;

use gaslamp_core::trace::line;
use gaslamp_core::{Actor, Contents, Diagnostic, Game as _, Notation as _, Rng, Run, Span, record};
use gaslamp_mafia::rules::REFUSALS;
use gaslamp_mafia::{Action, Rules, State};

use common::random_game;

fn read(text: &str) -> Result<Run<State>, Vec<Diagnostic>> {
    record::read(text)
}

/// The first problem: its id and the text it points at.
fn problem(text: &str) -> (&'static str, &str) {
    let problems = read(text).expect_err("a broken record");
    let first = &problems[0];
    (first.id, first.span.map_or("", |span| &text[span.range()]))
}

/// Short games of every temperament, with and without the default rules.
fn games() -> Vec<Run<State>> {
    (0..12).map(random_game).filter(|run| run.record().actions.len() < 600).collect()
}

/// The places of the events of a one-liner.
fn event_spans(text: &str) -> Vec<Span> {
    let body = text.find('\n').map_or(0, |end| end + 1);
    let reading = line::read(&text[body..], State::DIALECT);
    assert!(reading.problems.is_empty(), "{:?}", reading.problems);
    let entries = reading.trace.blocks.iter().flat_map(|block| &block.entries);
    entries.map(|entry| Span::new(entry.span.start + body, entry.span.end + body)).collect()
}

fn replaced(text: &str, span: Span, with: &str) -> String {
    format!("{}{with}{}", &text[..span.start], &text[span.end..])
}

#[test]
fn a_record_and_all_its_prefixes_replay_to_the_same_text_and_state() {
    for run in games() {
        let whole = record::write_line(&run);
        assert_eq!(event_spans(&whole).len(), run.record().actions.len(), "one event an action");
        let mut state = State::start(&run.record().setup).expect("legal rules");
        for steps in 0..=run.record().actions.len() {
            if steps % 19 == 0 || steps == run.record().actions.len() {
                let part = run.at(steps).expect("a prefix");
                assert_eq!(*part.state(), state, "after {steps}");
                let text = record::write_line(&part);
                assert!(whole.starts_with(text.trim_end()), "{text}");
                for text in [text, record::write_rich(&part)] {
                    let again = read(&text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
                    assert_eq!(again, part, "{text}");
                }
            }
            if let Some(&action) = run.record().actions.get(steps) {
                state.apply(action, &Contents::default(), &mut |_, _| {}).expect("a record's action");
            }
        }
    }
}

#[test]
fn an_altered_action_is_refused_by_its_rule_at_its_place_or_makes_another_game() {
    let mut rng = Rng::new(5);
    let names = State::names(&Rules::default());
    let (mut refused, mut later, mut other) = (0, 0, 0);
    for run in games() {
        let text = record::write_line(&run);
        let spans = event_spans(&text);
        let mut state = State::start(&run.record().setup).expect("legal rules");
        for (step, &action) in run.record().actions.iter().enumerate() {
            for _ in 0..2 {
                let altered = Action::from_id(rng.below(Action::COUNT as u32) as usize).expect("an action");
                if altered == action {
                    continue;
                }
                let actor = state.to_act().expect("somebody acts");
                let event = State::write_action(&names, &Contents::default(), actor, altered).to_string();
                let edited = replaced(&text, spans[step], &event);
                match (state.check(altered, &Contents::default()), read(&edited)) {
                    (Err(refusal), answer) => {
                        let problems = answer.expect_err("a refused action");
                        let place = Span::new(spans[step].start, spans[step].start + event.len());
                        assert_eq!((problems.len(), problems[0].id), (1, refusal.rule.id), "{event}");
                        assert_eq!(problems[0].span, Some(place), "{event}");
                        refused += 1;
                    }
                    (Ok(()), Err(problems)) => {
                        // The game went on differently, and the rest of the text no longer fits.
                        let id = problems[0].id;
                        let known = ["record/wrong-actor", "record/wrong-phase", "record/after-the-end"];
                        assert!(known.contains(&id) || REFUSALS.iter().any(|rule| rule.id == id), "{id}");
                        assert!(problems[0].span.is_some_and(|span| span.start > spans[step].start), "{id}");
                        later += 1;
                    }
                    (Ok(()), Ok(another)) => {
                        assert_eq!(record::write_line(&another), edited);
                        assert_ne!(edited, text);
                        other += 1;
                    }
                }
            }
            state.apply(action, &Contents::default(), &mut |_, _| {}).expect("a record's action");
        }
    }
    assert!(refused > 500 && later > 50 && other > 50, "{refused} refused, {later} later, {other} others");
}

#[test]
fn an_action_by_somebody_else_is_refused_at_its_place() {
    for run in games().iter().take(2) {
        let text = record::write_line(run);
        for (span, &action) in event_spans(&text).into_iter().zip(&run.record().actions) {
            let event = &text[span.range()];
            let (actor, deed) = event.split_once('!').expect("an actor");
            let other = match actor {
                "st" => "P0".to_owned(),
                _ => format!("P{}", (actor[1..].parse::<u8>().expect("a seat") + 1) % 10),
            };
            let by_other = format!("{other}!{deed}");
            assert_eq!(problem(&replaced(&text, span, &by_other)), ("record/wrong-actor", by_other.as_str()));
            if !matches!(action, Action::Deal(_)) {
                let by_nobody = format!("Alice!{deed}");
                assert_eq!(
                    problem(&replaced(&text, span, &by_nobody)),
                    ("record/wrong-actor", by_nobody.as_str())
                );
            }
        }
    }
}

/// A small game in text: day 1 without nominations, then whatever follows.
fn small(rest: &str) -> String {
    let day: Vec<String> = (0..10).map(|seat| format!("P{seat}!passes")).collect();
    format!(
        "game mafia 1\n<SETUP> st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff <D1> {} {rest}",
        day.join(", ")
    )
}

#[test]
fn broken_texts_name_what_is_broken_and_where() {
    assert!(read(&small("<N1> P0!kills->P4, P0!passes, P3!passes <D2> P4!passes")).is_ok());
    let table = [
        ("<N1> P0!kills->P0", "mafia/target/self", "P0!kills->P0"),
        ("<N1> P0!votes->P4", "mafia/phase/vote", "P0!votes->P4"),
        ("<N2> P0!passes", "record/wrong-phase", "P0!passes"),
        ("<D1> P0!passes", "record/wrong-phase", "P0!passes"),
        ("<D1> P1!passes", "record/wrong-actor", "P1!passes"),
        ("<X1> P0!passes", "trace/phase", "<X1>"),
        ("<N1 P0!passes", "trace/phase", "<N1"),
        ("<N1> P1!passes", "record/wrong-actor", "P1!passes"),
        ("<N1> st!passes", "record/wrong-actor", "st!passes"),
        ("<N1> P0!dances", "record/verb", "P0!dances"),
        ("<N1> P0!P4(+poisoner:poisoned)", "record/verb", "P0!P4(+poisoner:poisoned)"),
        ("<N1> P0!kills", "mafia/notation/action", "P0!kills"),
        ("<N1> P0!kills->P4,P5", "mafia/notation/action", "P0!kills->P4,P5"),
        ("<N1> P0!kills->P4:red", "mafia/notation/action", "P0!kills->P4:red"),
        ("<N1> P0!kills(x)", "mafia/notation/action", "P0!kills(x)"),
        ("<N1> P0!passes->P4", "mafia/notation/action", "P0!passes->P4"),
        ("<N1> P0!kills->P10", "mafia/notation/seat", "P0!kills->P10"),
        ("<N1> P0!kills->Bob", "mafia/notation/seat", "P0!kills->Bob"),
        ("<N1> P0!says->P4:green", "mafia/notation/action", "P0!says->P4:green"),
        ("<N1> P0!kills->", "trace/name", ""),
        ("<N1> P0!", "trace/name", ""),
        ("<N1> P0", "trace/event", "P0"),
        ("<N1> st!deals->P0:don", "record/wrong-actor", "st!deals->P0:don"),
        ("<N1> P0!learns->P4:red", "record/does-not-follow", "P0!learns->P4:red"),
    ];
    for (rest, id, place) in table {
        let text = small(rest);
        assert_eq!(problem(&text), (id, place), "{rest}");
    }
    let deals = [
        ("st!deals->P0:don,P1:mafia,P2:mafia", "mafia/notation/deal"),
        ("st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff,P4:sheriff", "mafia/notation/deal"),
        ("st!deals->P0:don,P0:mafia,P2:mafia,P3:sheriff", "mafia/notation/deal"),
        ("st!deals->P0:don,P1:mafia,P2:mafia,P3:king", "mafia/notation/deal"),
        ("st!deals", "mafia/notation/deal"),
        ("P0!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff", "record/wrong-actor"),
        ("st!passes", "mafia/deal/first"),
    ];
    for (event, id) in deals {
        assert_eq!(problem(&format!("game mafia 1\n<SETUP> {event}")), (id, event));
    }
}

/// Seats, roles, phases and the dealer may be written in other ways; one way is written back.
#[test]
fn a_record_may_be_written_freely() {
    let plain = small("<N1> P0!kills->P4, P0!passes, P3!passes <D2> P4!says->P0:black");
    let day: Vec<String> = (0..10).map(|seat| format!("{seat}!passes")).collect();
    let free = format!(
        "# by hand\n[setup]\tDealer!deals->3:SHERIFF,player_1:Mafia,p2:mafia,P0:DON,P9:citizen\n# day\n<d1> {}\n\
         <N1>   p0!kills->PLAYER_4 P0!passes,P3!passes [D2] 4!says->0:BLACK",
        day.join("\n")
    );
    let [plain, free] = [plain, free].map(|text| read(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}")));
    assert_eq!(plain.state(), free.state());
    assert_eq!(record::write_line(&plain), record::write_line(&free));
}

#[test]
fn nothing_follows_the_end() {
    let over = record::write_line(&random_game(2));
    let text = format!("{} P0!passes", over.trim_end());
    assert_eq!(problem(&text), ("record/after-the-end", "P0!passes"));
}

/// A text cut inside an event is refused there; cut between events, it is a shorter game.
#[test]
fn truncated_texts_are_refused_at_their_end_or_are_a_shorter_game() {
    let run = random_game(1);
    let text = record::write_line(&run);
    let spans = event_spans(&text);
    let known = ["record/verb", "record/does-not-follow", "record/wrong-actor", "trace/event", "trace/name"];
    let notation = ["mafia/notation/action", "mafia/notation/deal", "mafia/notation/seat"];
    for span in spans.iter().step_by(5).chain(spans.last()) {
        for end in span.start + 1..span.end {
            let problems = read(&text[..end]).expect_err(&text[span.start..end]);
            assert!(known.contains(&problems[0].id) || notation.contains(&problems[0].id), "{problems:?}");
            let place = problems[0].span.expect("a place");
            assert!(span.start <= place.start && place.end <= end, "{place:?} in {span:?} cut at {end}");
        }
        assert!(read(&text[..span.end]).is_ok(), "{}", &text[..span.end]);
    }
}

#[test]
fn headers_are_checked_field_by_field() {
    let body = "\n<SETUP> st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff <D1> P0!passes\n";
    let table: [(&str, &[(&str, &str)]); 12] = [
        ("game clocktower 7 colour=red", &[("record/other-game", "clocktower")]),
        ("game mafia 2", &[("record/version", "2")]),
        ("game mafia one", &[("record/version", "one")]),
        ("game mafia", &[("record/header", "game mafia")]),
        ("game mafia 1 colour=red", &[("mafia/rules/key", "colour=red")]),
        ("game mafia 1 unanimous_kill=maybe", &[("mafia/rules/value", "unanimous_kill=maybe")]),
        ("game mafia 1 actions_per_turn=many", &[("mafia/rules/value", "actions_per_turn=many")]),
        ("game mafia 1 actions_per_turn=300", &[("mafia/rules/value", "actions_per_turn=300")]),
        ("game mafia 1 naked", &[("record/field", "naked")]),
        ("game mafia 1 actions_per_turn=0", &[("mafia/rules/actions-per-turn", "actions_per_turn=0")]),
        (
            "game mafia 1 quiet_rounds=0 actions_per_turn=49",
            &[
                ("mafia/rules/actions-per-turn", "actions_per_turn=49"),
                ("mafia/rules/quiet-rounds", "quiet_rounds=0"),
            ],
        ),
        (
            "game mafia 9 naked colour=red",
            &[("record/version", "9"), ("record/field", "naked"), ("mafia/rules/key", "colour=red")],
        ),
    ];
    for (header, expected) in table {
        let text = format!("{header}{body}");
        let problems = read(&text).expect_err(header);
        let found: Vec<(&str, &str)> =
            problems.iter().map(|d| (d.id, d.span.map_or("", |span| &text[span.range()]))).collect();
        assert_eq!(found, expected, "{header}");
    }
    let rules = Rules {
        unanimous_kill: true,
        actions_per_turn: 2,
        quiet_rounds: 9,
        lone_nominee_leaves_on_day_1: true,
    };
    let header = "game mafia 1 unanimous_kill=true actions_per_turn=2 quiet_rounds=9 lone_nominee_leaves_on_day_1=true";
    let run = read(&format!("# a comment\n{header}{body}")).expect("legal");
    assert_eq!(run.record().setup, rules);
    assert!(record::write_line(&run).starts_with(header));
    assert_eq!(read(body).expect("no header, the usual rules").record().setup, Rules::default());
}

#[test]
fn a_header_field_stands_once() {
    assert!(read("game mafia 1 quiet_rounds=2 quiet_rounds=3\n").is_err());
}

#[test]
fn a_refused_rule_has_its_place() {
    assert_eq!(
        problem("game mafia 1 actions_per_turn=0\n"),
        ("mafia/rules/actions-per-turn", "actions_per_turn=0")
    );
}

/// Every line of the rich form with its words changed one by one: an action is judged, a consequence must
/// follow.
#[test]
fn an_altered_consequence_does_not_follow() {
    // What a seat is told at the deal says nothing new, and a record need not hold it.
    let kinds = ["voted", "speaks first", "nominated:", "tied:", "leaves", "learns", "team wins"];
    let mut seen = [0; 7];
    for run in games() {
        let rich = record::write_rich(&run);
        let mut at = 0;
        for line in rich.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let Some(kind) = kinds.iter().position(|kind| line.starts_with("  ") && line.contains(kind))
            else {
                continue;
            };
            // The last figure, or the colour of the winner: so that no other consequence says the same.
            let edited = match line.rfind(|c: char| c.is_ascii_digit()) {
                Some(figure) => {
                    let digit = (line.as_bytes()[figure] - b'0' + 1) % 10;
                    format!("{}{digit}{}", &line[..figure], &line[figure + 1..])
                }
                None if line.contains("red team") => line.replace("red", "black"),
                None => line.replace("black", "red"),
            };
            if line.contains("eliminate all") || line.contains("keep all") {
                continue;
            }
            seen[kind] += 1;
            let text = format!("{}{edited}{}", &rich[..start], &rich[at..]);
            let problems = read(&text).expect_err(&edited);
            assert_eq!((problems.len(), problems[0].id), (1, "record/does-not-follow"), "{edited}");
            let place = problems[0].span.expect("a place");
            let here = start + 2..at;
            // Of several who leave, one may pass for the next, which then is one too many.
            let exact = !line.contains("leaves");
            assert!(!exact || here.start == place.start, "{edited}: {}", &text[place.range()]);
            assert!(place.start >= here.start, "{edited}");
        }
    }
    assert!(seen.iter().all(|&count| count > 2), "every kind was altered: {seen:?}");
}

#[test]
fn consequences_stand_in_their_order_and_only_once() {
    let run = random_game(2);
    let rich = record::write_rich(&run);
    let lines: Vec<&str> = rich.lines().collect();
    let pair = (0..lines.len() - 1)
        .find(|&i| {
            lines[i].contains(" voted ") && lines[i + 1].contains(" voted ") && lines[i] != lines[i + 1]
        })
        .expect("a vote");
    let mut swapped = lines.clone();
    swapped.swap(pair, pair + 1);
    assert_eq!(problem(&swapped.join("\n")).0, "record/does-not-follow");
    let mut doubled = lines.clone();
    doubled.insert(pair, lines[pair]);
    assert_eq!(problem(&doubled.join("\n")).0, "record/does-not-follow");
    let mut without = lines.clone();
    without.remove(pair);
    assert_eq!(read(&without.join("\n")).expect("what follows may be left out"), run);
}

#[test]
fn a_consequence_stands_in_its_own_phase() {
    let text = "game mafia 1\n\n<SETUP>\n the dealer deals P0 (don), P1 (mafia), P2 (mafia), P3 (sheriff)\n<N7>\n P0 speaks first\n<D1>\n P0 passes\n";
    assert_eq!(problem(text).0, "record/wrong-phase");
}

#[test]
fn an_actor_is_not_called_what_it_is_not() {
    assert!(read(&small("<N1> P0:sheriff!passes")).is_err(), "P0 is the don");
}

/// Characters of a record deleted, changed or doubled: never a panic, spans inside the text, and whatever is
/// accepted is written and read again as the same.
#[test]
fn mutated_records_are_refused_or_read_back() {
    let mut rng = Rng::new(17);
    let (mut accepted, mut refused) = (0, 0);
    let letters: Vec<char> = "P19!<>, \n#é".chars().collect();
    for run in games().iter().take(6) {
        for text in [record::write_line(run), record::write_rich(run)] {
            for _ in 0..150 {
                let mut bytes: Vec<char> = text.chars().collect();
                let at = rng.below(bytes.len() as u32) as usize;
                match rng.below(4) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes[at] = *rng.pick(&letters).expect("one"),
                    2 => bytes.insert(at, bytes[at]),
                    _ => bytes.truncate(at),
                }
                let mutant: String = bytes.into_iter().collect();
                match read(&mutant) {
                    Ok(run) => {
                        accepted += 1;
                        assert_eq!(
                            read(&record::write_line(&run)).expect("its own text").state(),
                            run.state()
                        );
                        assert!(
                            run.state().to_act() != Some(Actor::Storyteller)
                                || run.record().actions.is_empty()
                        );
                    }
                    Err(problems) => {
                        refused += 1;
                        for problem in &problems {
                            let inside = problem.span.is_none_or(|span| mutant.get(span.range()).is_some());
                            assert!(inside && problem.id.contains('/'), "{problem:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
}
