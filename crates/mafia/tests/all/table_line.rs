//! Table lines: every state of random games reads back as itself; broken lines report everything that is
//! broken, and where.

use crate::common;

use gaslamp_core::{Diagnostic, Game as _, Rng, Seat};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Rules, State};

use common::{Mood, begin, position, step};

fn read(line: &str) -> Result<State, Vec<Diagnostic>> {
    Table::read(line)?.check()
}

fn assert_reads_back(state: &State, place: &str) {
    let line = Table::of(state).to_string();
    match read(&line) {
        Ok(again) => assert_eq!(again, *state, "{place}: {line}"),
        Err(problems) => panic!("{place}: {line}\n{problems:?}"),
    }
}

#[test]
fn every_state_of_a_game_reads_back_as_itself() {
    assert_reads_back(&State::new(Rules::default()), "before the deal");
    let mut states = 0;
    for seed in 0..120 {
        let (mut run, mut rng) = begin(seed);
        loop {
            assert_reads_back(run.state(), &format!("seed {seed}"));
            states += 1;
            if !step(&mut run, Mood::of(seed), &mut rng) {
                break;
            }
        }
    }
    assert!(states > 10_000, "{states}");
}

/// The ids of what is wrong, each with the text it points at.
fn problems(line: &str) -> Vec<(&'static str, &str)> {
    let found = read(line).err().unwrap_or_default();
    found.iter().map(|d| (d.id, d.span.map_or("", |span| &line[span.range()]))).collect()
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let table: [(&str, &[(&str, &str)]); 23] = [
        ("", &[("mafia/table/seats", "")]),
        ("<D1> starter=P0", &[("mafia/table/seats", "<D1> starter=P0")]),
        ("[P0:don P1:mafia", &[("mafia/table/seats", "[P0:don P1:mafia")]),
        ("@ P10:citizen] <D1>", &[("mafia/table/seats", "P10:citizen")]),
        ("@ P9:king] <D1>", &[("mafia/table/seats", "P9:king")]),
        ("@ P9] <D1>", &[("mafia/table/seats", "P9")]),
        ("@ *P9:citizen] <D1>", &[("mafia/table/seats", "*P9:citizen")]),
        ("@ P8:citizen] <D1>", &[("mafia/table/seats", "P8:citizen")]),
        ("@ P9:citizen]", &[("mafia/table/phase", "]")]),
        ("@ P9:citizen] <X1>", &[("mafia/table/phase", "<X1>")]),
        ("@ P9:citizen] <D0>", &[("mafia/table/phase", "<D0>")]),
        ("@ P9:citizen] starter=P0", &[("mafia/table/phase", "starter=P0")]),
        ("@ P9:citizen] <D1> starter=P12", &[("mafia/table/field", "starter=P12")]),
        ("@ P9:citizen] <D1> speaker=", &[("mafia/table/field", "speaker=")]),
        ("@ P9:citizen] <D1> words=P1,,P2", &[("mafia/table/field", "words=P1,,P2")]),
        ("@ P9:citizen] <E1> round=one", &[("mafia/table/field", "round=one")]),
        ("@ P9:citizen] <N1> step=dance", &[("mafia/table/field", "step=dance")]),
        ("@ P9:citizen] <D1> done=dances", &[("mafia/table/field", "done=dances")]),
        ("@ P9:citizen] <D1> done=says->P4", &[("mafia/table/field", "done=says->P4")]),
        ("@ P9:citizen] <E1> cast=P1,P11", &[("mafia/table/field", "cast=P1,P11")]),
        (
            "@ P9:citizen] <D1> left=no quiet=x",
            &[("mafia/table/field", "left=no"), ("mafia/table/field", "quiet=x")],
        ),
        ("@ P9:citizen] <D1> unanimous_kill=yes", &[("mafia/rules/value", "unanimous_kill=yes")]),
        (
            "@ P9:citizen] <D1> flavour=3 loud",
            &[("mafia/rules/key", "flavour=3"), ("mafia/rules/key", "loud")],
        ),
    ];
    let nine = "[P0:don P1:mafia P2:mafia P3:sheriff P4:citizen P5:citizen P6:citizen P7:citizen P8:citizen";
    for (line, expected) in table {
        let line = line.replace('@', nine);
        let mut found = problems(&line);
        if found.len() > expected.len() {
            // A seat that cannot be read is missing too.
            let (id, place) = found.remove(1);
            assert!(
                id == "mafia/table/seats" && place.starts_with('[') && place.ends_with(']'),
                "{line}: {place}"
            );
        }
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn several_problems_are_told_at_once() {
    let line = "[P0:don P1:king P2:mafia P3:sheriff P4:citizen P5:citizen P6:citizen P7:citizen P8:citizen P8:don] \
                <D1 starter=P0 speaker=Q step=kill:P99";
    let found = problems(line);
    let ids: Vec<_> = found.iter().map(|(id, _)| *id).collect();
    let (seats, phase, field) = ("mafia/table/seats", "mafia/table/phase", "mafia/table/field");
    assert_eq!(ids, [seats, seats, seats, phase, field, "mafia/table/field-twice"]);
    let places: Vec<_> = found.iter().map(|(_, place)| *place).collect();
    assert_eq!(places[..2], ["P1:king", "P8:don"]);
    assert_eq!(places[3..], ["<D1", "speaker=Q", "step=kill:P99"]);
    let diagnostics = read(line).expect_err("broken");
    assert!(diagnostics.iter().all(|d| d.fix.is_some()), "each says what to write instead: {diagnostics:?}");
}

/// Lines that can be read but break the rules: exactly these rules are broken.
#[test]
fn what_the_rules_do_not_allow_is_told_by_rule() {
    let many = "actions_per_turn=0 quiet_rounds=0";
    let two_dons = "[P0:don P1:don P2:mafia P3:sheriff P4:citizen P5:citizen P6:citizen P7:citizen P8:citizen P9:citizen]";
    let unknown =
        "[P0:? P1:don P2:mafia P3:sheriff P4:citizen P5:citizen P6:citizen P7:citizen P8:citizen P9:citizen]";
    let table: Vec<(String, &[&str])> = vec![
        (format!("{two_dons} <D1> starter=P0 speaker=P0"), &["mafia/table/roles"]),
        (format!("{unknown} <D1> starter=P0 speaker=P0"), &["mafia/table/roles"]),
        (position("<D1> starter=P0"), &["mafia/table/phase"]),
        (position("<N1> starter=P0 speaker=P0"), &["mafia/table/phase"]),
        (position("<E1> starter=P0 speaker=P0"), &["mafia/table/phase"]),
        (position("<D1> starter=P0 step=don"), &["mafia/table/phase"]),
        (position("<N1> starter=P0 round=1 nominated=P4,P5"), &["mafia/table/phase"]),
        (position("-P4 <D1> starter=P0 words=P4"), &["mafia/table/phase", "mafia/table/left"]),
        (position("<D226> starter=P0 speaker=P0"), &["mafia/table/day"]),
        (position("<D999> starter=P0 speaker=P0"), &["mafia/table/day"]),
        (position("-P4 <D2> starter=P1 speaker=P4"), &["mafia/table/actor"]),
        (position("<D2> starter=P1 words=P4"), &["mafia/table/actor"]),
        (position("<N1> starter=P0 step=kill:P1"), &["mafia/table/actor"]),
        (position("<N1> starter=P0 step=kill:P4"), &["mafia/table/actor"]),
        (position("-P0 <N2> starter=P1 step=kill:P2"), &["mafia/table/actor"]),
        (position("-P0 <N2> starter=P1 step=don"), &["mafia/table/actor"]),
        (position("-P3 <N2> starter=P1 step=sheriff"), &["mafia/table/actor"]),
        (position("-P4 -P5 <D2> starter=P1 words=P4,P5"), &["mafia/table/words"]),
        (position("-P4 <E2> starter=P1 words=P4,P4 left=yes"), &["mafia/table/words"]),
        (position("<D1> starter=P0 speaker=P0 done=says->P0:red"), &["mafia/table/done"]),
        (position("-P5 <D2> starter=P1 speaker=P1 done=says->P5:red"), &["mafia/table/done"]),
        (position("<D1> starter=P0 speaker=P0 done=nominates->P4"), &["mafia/table/done"]),
        (position("<D1> starter=P0 speaker=P0 done=votes->P4"), &["mafia/table/done"]),
        (position("<D1> starter=P0 speaker=P0 done=claims_sheriff,claims_sheriff"), &["mafia/table/done"]),
        (
            position("<D1> starter=P0 speaker=P0 done=claims_sheriff,denies_sheriff actions_per_turn=1"),
            &["mafia/table/done"],
        ),
        (position("<N1> starter=P0 step=don done=claims_sheriff"), &["mafia/table/done"]),
        (position("<D1> starter=P0 speaker=P5 nominated=P4,P4"), &["mafia/table/nominated"]),
        (position("-P4 <D2> starter=P1 speaker=P5 nominated=P4"), &["mafia/table/nominated"]),
        (position("<E1> starter=P0 round=1 nominated=P4"), &["mafia/table/nominated"]),
        (position("<E1> starter=P0 round=4 nominated=P4,P5"), &["mafia/table/nominated"]),
        (position("<N1> starter=P0 step=don nominated=P4"), &["mafia/table/nominated"]),
        (position("<E1> starter=P0 round=1 nominated=P4,P5 cast=P6"), &["mafia/table/cast"]),
        (position("<E1> starter=P0 round=1 nominated=P4,P5 cast=all"), &["mafia/table/cast"]),
        (position("<E1> starter=P0 round=3 nominated=P4,P5 cast=P4"), &["mafia/table/cast"]),
        (
            position("<E1> starter=P0 round=3 nominated=P4,P5 cast=all,all,all,all,all,all,all,all,all,all"),
            &["mafia/table/cast"],
        ),
        (position("<D1> starter=P0 speaker=P0 cast=P4"), &["mafia/table/cast"]),
        (position("<D1> starter=P0 speaker=P0 victim=P4"), &["mafia/table/night"]),
        (position("<N1> starter=P0 step=kill:P0 victim=P4"), &["mafia/table/night"]),
        (position("-P4 <N2> starter=P1 step=don victim=P4"), &["mafia/table/night"]),
        (position("<N1> starter=P0 step=don shots=split unanimous_kill=true"), &["mafia/table/night"]),
        (position("<N1> starter=P0 step=kill:P0 shots=split unanimous_kill=true"), &["mafia/table/night"]),
        (position("-P0 -P1 -P2 <D4> starter=P3 speaker=P3"), &["mafia/table/result"]),
        (position("-P4 -P5 -P6 -P7 <D4> starter=P3 speaker=P3"), &["mafia/table/result"]),
        (position("<D4> starter=P3 result=red"), &["mafia/table/result"]),
        (position("-P0 -P1 -P2 <E4> starter=P3 result=black left=yes"), &["mafia/table/result"]),
        (position("<N3> starter=P2 result=draw quiet=2"), &["mafia/table/quiet"]),
        (position("-P1 <D2> starter=P1 speaker=P2"), &["mafia/table/starter"]),
        (position("-P1 <E2> starter=P1 round=1 nominated=P4,P5"), &["mafia/table/starter"]),
        (position("<D4> starter=P3 speaker=P3 quiet=3"), &["mafia/table/quiet"]),
        (
            position(&format!("<D1> starter=P0 speaker=P0 {many}")),
            &["mafia/rules/actions-per-turn", "mafia/rules/quiet-rounds"],
        ),
        (
            position("-P4 <D2> starter=P4 speaker=P4 nominated=P4 victim=P5"),
            &["mafia/table/actor", "mafia/table/nominated", "mafia/table/night", "mafia/table/starter"],
        ),
    ];
    for (line, expected) in table {
        let ids: Vec<&str> = problems(&line).iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, expected, "{line}");
    }
}

/// A broken rule is shown at the field it is about.
#[test]
fn broken_rules_have_their_place() {
    for (fields, place) in [
        ("-P4 <D2> starter=P1 speaker=P4", "speaker=P4"),
        ("<E1> starter=P0 round=1 nominated=P4,P5 cast=P6", "cast=P6"),
        ("<E1> starter=P0 round=1", "round=1"),
        ("<D4> starter=P3 speaker=P3 quiet=3", "quiet=3"),
        ("<D1> starter=P0 speaker=P0 actions_per_turn=0", "actions_per_turn=0"),
        ("<N1> starter=P0 speaker=P0", "<N1>"),
    ] {
        let line = position(fields);
        let problems = Table::read_state(&line).expect_err(fields);
        let places: Vec<&str> = problems.iter().map(|d| &line[d.span.expect("a place").range()]).collect();
        assert_eq!(places, [place], "{fields}");
    }
}

/// Other ways to write the same.
#[test]
fn a_line_may_be_written_freely() {
    let line = position("-P9 <D2> starter=P1 speaker=P4 done=says->P5:red,nominates->P6 nominated=P7,P6");
    let free = "  [*9:CITIZEN* PLAYER_8:citizen p7:citizen P6:citizen P5:citizen P4:Citizen P3:sheriff P2:mafia P1:mafia \
                <P0>:DON]\t[d2]  nominated=7,<PLAYER_6>  done=nominates->P6,says->P5:RED speaker=4 starter=player_1 ";
    assert_eq!(read(free).expect("free"), read(&line).expect("plain"));
}

/// Deletes, replaces, doubles or swaps a few characters.
fn mutate(line: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = line.chars().collect();
    for _ in 0..=rng.below(3) {
        let alphabet: Vec<char> = "P0123456789*:?<>[]=,->!() \tDENäß…redonmafi".chars().collect();
        let at = rng.below(chars.len() as u32) as usize;
        match rng.below(5) {
            0 => drop(chars.remove(at)),
            1 => chars[at] = *rng.pick(&alphabet).expect("letters"),
            2 => chars.insert(at, *rng.pick(&alphabet).expect("letters")),
            3 => {
                let other = rng.below(chars.len() as u32) as usize;
                chars.swap(at, other);
            }
            _ => {
                // Words change places or go.
                let mut words: Vec<String> =
                    chars.iter().collect::<String>().split(' ').map(str::to_owned).collect();
                let [a, b] = [(), ()].map(|()| rng.below(words.len() as u32) as usize);
                words.swap(a, b);
                if rng.below(2) == 0 {
                    words.remove(a);
                }
                chars = words.join(" ").chars().collect();
            }
        }
        if chars.is_empty() {
            break;
        }
    }
    chars.into_iter().collect()
}

/// Whatever is done to a line, it is refused with places inside it, or it is a state that reads back.
#[test]
fn mutated_lines_are_refused_or_read_back() {
    let mut rng = Rng::new(11);
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..60 {
        let (mut run, mut play) = begin(seed);
        while step(&mut run, Mood::of(seed), &mut play) {
            let line = Table::of(run.state()).to_string();
            for _ in 0..3 {
                let mutant = mutate(&line, &mut rng);
                match read(&mutant) {
                    Ok(state) => {
                        assert_reads_back(&state, &mutant);
                        accepted += 1;
                    }
                    Err(problems) => {
                        assert!(!problems.is_empty(), "{mutant}");
                        for problem in problems {
                            let inside = problem.span.is_none_or(|span| mutant.get(span.range()).is_some());
                            assert!(inside && problem.id.starts_with("mafia/"), "{mutant}: {problem:?}");
                        }
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 300 && refused > 1000, "{accepted} accepted, {refused} refused");
}

/// Plays on at random from a line; every state on the way reads back, and the game ends.
fn plays_on(line: &str, rng: &mut Rng) {
    let mut state = read(line).unwrap_or_else(|problems| panic!("{line}: {problems:?}"));
    for _ in 0..5000 {
        if state.to_act().is_none() || state.legal_set().is_empty() {
            return;
        }
        let action = Mood::of(rng.below(3).into()).choose(&state, rng);
        state.apply(action, &Default::default(), &mut |_, _| {}).expect("listed");
        assert_reads_back(&state, line);
    }
    panic!("{line}: not over after 5000 steps");
}

#[test]
fn the_game_goes_on_from_any_accepted_line() {
    let mut rng = Rng::new(13);
    let mut played = 0;
    for seed in 0..40 {
        let (mut run, mut play) = begin(seed);
        while step(&mut run, Mood::of(seed), &mut play) {
            let mutant = mutate(&Table::of(run.state()).to_string(), &mut rng);
            let is_early = read(&mutant).is_ok_and(|state| state.visible_state(Seat::new(0)).day < 10);
            if is_early {
                plays_on(&mutant, &mut rng);
                played += 1;
            }
        }
    }
    assert!(played > 100, "{played}");
}

#[test]
fn the_game_goes_on_from_the_last_day_that_can_be_written() {
    plays_on(&position("<N99> starter=P0 step=sheriff"), &mut Rng::new(1));
}

#[test]
fn a_field_stands_once_and_a_table_does_one_thing() {
    for line in [
        "<D2> starter=P1 starter=P2 speaker=P2",
        "<D2> starter=P1 speaker=P1 speaker=P2",
        "<D2> starter=P1 words=P4 speaker=P2",
        "<N2> starter=P1 step=don step=sheriff",
        "<E2> starter=P1 speaker=P1 round=1 nominated=P4,P5",
        "<D2> starter=P1 speaker=P1 quiet=1 quiet=0",
        "<D2> starter=P1 speaker=P1 unanimous_kill=true unanimous_kill=false",
    ] {
        assert!(read(&position(line)).is_err(), "accepted: {line}");
    }
}

#[test]
fn who_was_voted_out_has_left_today() {
    assert!(read(&position("-P5 <E3> starter=P2 words=P5 quiet=2")).is_err());
    assert!(read(&position("-P0 -P1 -P2 <E4> starter=P3 result=red")).is_err());
}

#[test]
fn tables_that_no_game_can_reach_are_refused() {
    let lines = [
        "<D2> starter=P1 speaker=P1 left=yes",
        "<E2> starter=P1 round=1 nominated=P4,P5 left=yes",
        "-P4 <D2> starter=P0 words=P4 left=yes",
        "-P4 <D4> starter=P0 words=P4 quiet=2",
        "<D1> starter=P3 speaker=P3",
        "<D1> starter=P0 speaker=P0 quiet=2",
        "-P4 <D1> starter=P0 speaker=P0",
        "<D1> starter=P0 speaker=P0 nominated=P4,P5",
        "<D1> starter=P0 speaker=P0 nominated=P4",
        "<N1> starter=P0 step=don victim=P0",
        "<D3> starter=P2 result=draw quiet=3",
        "-P0 -P1 -P2 <N3> starter=P3 result=red",
        "-P4 -P5 -P6 -P7 <D1> starter=P0 result=black",
    ];
    let accepted: Vec<&str> = lines.into_iter().filter(|line| read(&position(line)).is_ok()).collect();
    assert!(accepted.is_empty(), "accepted: {accepted:#?}");
}
