//! What is certain, the shares of the rest, why something is impossible.

use std::path::Path;

use gaslamp_deduce::botc::odds::{DRAWS, weigh};
use gaslamp_deduce::botc::{
    Case, Element, Model, Question, Reason, Solver, Watch, Worlds, puzzle, report, solve, why,
};

fn case(name: &str) -> Case {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles").join(name);
    puzzle::read(&std::fs::read_to_string(file).expect("a file")).expect("a puzzle").case
}

fn ask(case: &Case, text: &str) -> Question {
    Question::read(&case.names(), text).expect("a question")
}

fn supposing(case: &Case, text: &str) -> Worlds {
    let question = ask(case, text);
    let solver = Solver::new(case).expect("a case that can be solved");
    solver.worlds_where(&Watch::default(), |world, end| question.is_so(world, end))
}

/// Five players with five fixed roles: the worlds are permutations.
#[test]
fn five_roles_make_a_hundred_and_twenty_worlds_and_a_pair_leaves_forty_eight() {
    let case = case("five-roles.toml");
    assert_eq!(solve(&case).expect("worlds").len(), 120);
    let after = supposing(&case, "role(Bob, Empath) or role(Charlie, Empath)");
    assert_eq!((after.supposed, after.len()), (120, 48));
    for name in ["Bob", "Charlie"] {
        let seat = case.names().iter().position(|known| known == name).expect("a player");
        let empath = after.worlds.iter().filter(|world| world.start[seat].name() == "Empath").count();
        assert_eq!(empath, 24, "{name}");
    }
}

/// Under the full rules the Washerwoman may be the Drunk, or poisoned, or shown a Spy.
#[test]
fn a_washerwoman_who_may_be_drunk_or_poisoned_is_less_sure() {
    let case = case("five-washerwoman.toml");
    let worlds = solve(&case).expect("worlds");
    let has = |text: &str| {
        let question = ask(&case, text);
        Solver::new(&case)
            .expect("a case")
            .find(&Watch::default(), |world, end| question.is_so(world, end))
            .is_some()
    };
    assert!(has("not role(Bob, Empath) and not role(Charlie, Empath)"));
    assert!(has("Alice=Drunk") && has("in_play(Poisoner)") && has("Bob=Spy"));
    assert!(!has("Alice=Imp"));
    assert_eq!(
        worlds.certain().iter().map(|fact| fact.words(&case.names())).collect::<Vec<_>>(),
        ["Alice is good"]
    );
}

/// The testimonies among the reasons suffice, given all claims and events, and leaving out any reason makes it possible.
#[test]
fn reasons_are_enough_and_none_is_too_many() {
    let mut impossible = 0;
    for (file, what) in [
        ("made-8-5.toml", "P3=Imp"),
        ("made-7-2.toml", "P1=Imp"),
        ("made-9-4.toml", "evil(P2)"),
        ("made-6-1.toml", "evil(P1)"),
        ("made-6-1.toml", "evil(P2)"),
    ] {
        let case = case(file);
        let question = ask(&case, what);
        let reason = why(&case, &[], &question, &Watch::default()).expect("a case").expect("a reason");
        let Reason::Impossible(elements) = reason else { continue };
        impossible += 1;
        assert!(is_impossible(&reduced(&case, &elements, None), &question), "{file}");
        for element in elements.iter().filter(|element| !matches!(element, Element::Claim(_))) {
            let less = reduced(&case, &elements, Some(*element));
            assert!(!is_impossible(&less, &question), "{file}: {}", element.words(&case));
        }
    }
    assert!(impossible >= 3);
}

fn is_impossible(case: &Case, question: &Question) -> bool {
    let solver = Solver::new(case).expect("a case");
    solver.find(&Watch::default(), |world, end| question.is_so(world, end)).is_none()
}

/// The case with only these testimonies and all claims and events, except for one element.
fn reduced(case: &Case, elements: &[Element], out: Option<Element>) -> Case {
    let mut less = case.clone();
    for (index, player) in less.players.iter_mut().enumerate() {
        let seat = gaslamp_core::Seat::new(index);
        let mut at = 0..;
        player.says.retain(|_| {
            let element = Element::Testimony(seat, at.next().expect("a number"));
            elements.contains(&element) && out != Some(element)
        });
    }
    let mut at = 0..;
    less.log.retain(|_| out != Some(Element::Event(at.next().expect("a number"))));
    less
}

/// The weights are a distribution, and if only one world is left it is certain.
#[test]
fn odds_add_up() {
    for file in ["made-8-5.toml", "made-7-2.toml", "made-6-1.toml"] {
        let case = case(file);
        let odds = weigh(&case, &Model::default(), DRAWS).expect("a case").expect("a world");
        assert!(odds.total > 0.0);
        let demons: f64 = odds.demon.iter().sum();
        assert!((demons - 1.0).abs() < 0.01, "{file}: {demons}");
        for roles in &odds.roles {
            assert!((roles.values().sum::<f64>() - 1.0).abs() < 1e-6, "{file}");
        }
    }
}

/// A Lunatic has the token of a Demon, even one whose word is certain: nobody thinks they are a Lunatic.
#[test]
fn whoever_is_certainly_the_lunatic_believes_to_be_a_demon() {
    let head = "id = \"lunatic\"\nhidden = [\"Imp\", \"Lunatic\"]\nends = \"D2\"\nyou = \"A\"\nlog = []\ncounts = [2, 1, 0, 1]\n";
    let player = |(name, claim)| format!("[[player]]\nname = \"{name}\"\nclaim = \"{claim}\"\n");
    let players = [("A", "Lunatic"), ("B", "Monk"), ("C", "Mayor"), ("D", "Chef")].map(player).concat();
    let case = puzzle::read(&format!("{head}{players}")).expect("a puzzle").case;
    let lunatic = gaslamp_botc::Character::with_id("lunatic");
    let worlds = solve(&case).expect("a case");
    assert!(!worlds.is_empty() && worlds.worlds.iter().all(|world| world.start[0] == lunatic));
    let odds = weigh(&case, &Model::default(), DRAWS).expect("a case").expect("a world");
    assert!(odds.total > 0.0 && odds.roles[0].keys().all(|role| *role == lunatic));
}

/// A world is shown in its current state, followed by who began as another character.
#[test]
fn who_has_become_somebody_else_is_shown() {
    let case = case("five-roles.toml");
    let world = solve(&case).expect("worlds").worlds.swap_remove(0);
    let plain = report::world_line(&case, &world);
    assert!(!plain.contains(" - "), "{plain}");
    let mut changed = world.clone();
    changed.end[0] = gaslamp_botc::Character::with_id("imp");
    let line = report::world_line(&case, &changed);
    let began = format!(" - {}: {} → Imp", case.names()[0], world.start[0].name());
    assert!(line.contains(&format!("[{}:imp", case.names()[0])) && line.ends_with(&began), "{line}");
}
