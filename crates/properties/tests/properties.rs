//! Every property for a short time, with mutated and spliced examples. `./x properties 20000` tries more of them,
//! and `./x fuzz` goes further.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use gaslamp_core::{Game as _, Rng, Run, record};
use gaslamp_mafia::encoding::observe;
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Deal, Rules, State};
use gaslamp_properties::ALL;

/// The number of inputs each property is tried with; `GASLAMP_INPUTS` changes it.
fn inputs() -> usize {
    std::env::var("GASLAMP_INPUTS").ok().and_then(|inputs| inputs.parse().ok()).unwrap_or(1200)
}

/// Accepted texts and tokens to start from.
fn examples() -> Vec<Vec<u8>> {
    let rules = Rules { actions_per_turn: 2, ..Rules::default() };
    let mut run = Run::<State>::new(rules).expect("legal rules");
    let deal = Deal::from_arrangement(42).map(Action::Deal).expect("a deal");
    run.apply(deal).expect("the deal comes first");
    let mut rng = Rng::new(1);
    let mut examples = vec![
        b"<SETUP> st!Alice(+dr:is_the_drunk), st!Eve(+ft:red_herring) <N1> Alice:poisoner!Bob(+poi:poisoned)"
            .to_vec(),
        b"<D1>\n  P0 nominates P5 - reason: \"odd\"\nMSG (D1): P0 -> P3 (whisper): \"hi\\n\"\nNOTE: x"
            .to_vec(),
        b"n3f/e35/k0a1/v22".to_vec(),
    ];
    loop {
        let legal = run.state().legal_set();
        let Some(action) = legal.nth(rng.below(legal.len() as u32) as usize) else { break };
        run.apply(action).expect("a listed action");
        if run.record().actions.len().is_multiple_of(25) {
            examples.push(record::write_line(&run).into_bytes());
            examples.push(record::write_rich(&run).into_bytes());
            examples.push(Table::of(run.state()).to_string().into_bytes());
            let tokens = observe(&run.view(gaslamp_core::Seat::new(4))).tokens;
            examples.push(tokens.iter().map(|&token| token as u8).collect());
        }
    }
    examples.extend(botc_examples());
    examples.extend(lorcana_examples());
    examples
}

/// Decks, boards, graphs with their decks, and records of Lorcana.
fn lorcana_examples() -> Vec<Vec<u8>> {
    use gaslamp_lorcana::notation::board;
    use gaslamp_lorcana::notation::dot::state as dot;
    use gaslamp_lorcana::seed::write_dek;
    use gaslamp_lorcana::{Deck, Setup, State};
    let lists = [
        "4 Tipo - Growing Son\n4 Tinker Bell - Giant Fairy\n3 The Library - A Gift for Belle\n4 Mulan, Disguised Soldier",
        "4 Diablo - Obedient Raven\n2x Beyond the Horizon # a song\n4 Cheshire Cat - Inexplicable\n4 Goliath - Clan Leader",
    ];
    let mut examples: Vec<Vec<u8>> = lists.iter().map(|list| list.as_bytes().to_vec()).collect();
    let decks = lists.map(|list| Deck::read(list).expect("a readable list"));
    let mut run = Run::<State>::new(Setup::Fresh { decks }).expect("a legal set-up");
    let mut rng = Rng::new(3);
    let mut legal = gaslamp_core::Actions::<State>::new();
    loop {
        run.state().legal(&mut legal);
        let Some(&choice) = rng.pick(&legal) else { break };
        let action = run.concrete(choice, &mut rng);
        run.apply(action).expect("a listed action");
        if run.record().actions.len() % 17 == 9 {
            let state = run.state();
            let deks = [0, 1].map(|player: usize| {
                let deck = &state.position().decks[player];
                write_dek(&deck.iter().rev().map(|&id| state.piece(id).copy).collect::<Vec<_>>())
            });
            examples.push(record::write_line(&run).into_bytes());
            examples.push(record::write_rich(&run).into_bytes());
            examples.push(board::write(state.position()).into_bytes());
            examples.push([dot::write(state), deks[0].clone(), deks[1].clone()].join("\n---\n").into_bytes());
        }
    }
    examples
}

/// Records, statements and scripts of Blood on the Clocktower.
fn botc_examples() -> Vec<Vec<u8>> {
    let mut examples = vec![
        b"not (evil(P1) and role(P2, imp)) xor exactly(1, chef(2), type(P3, minion), in_play(spy))".to_vec(),
        b"townsfolk_row(at least 3) iff types_among(2, P1, P2) or next_to(imp, chef)".to_vec(),
        br#"[{"id": "_meta", "name": "x", "firstNight": ["dusk", "empath"]}, "imp", {"id": "chef"}, "poisoner"]"#
            .to_vec(),
    ];
    for players in [5, 8] {
        let mut run = Run::<gaslamp_botc::State>::new(gaslamp_botc::Setup::trouble_brewing(players))
            .expect("a legal set-up");
        let mut rng = Rng::new(players as u64);
        let mut legal = gaslamp_core::Actions::<gaslamp_botc::State>::new();
        loop {
            run.state().legal(&mut legal);
            let Some(&choice) = rng.pick(&legal) else { break };
            let action = run.concrete(choice, &mut rng);
            run.apply(action).expect("a listed action");
            if run.record().actions.len() % 50 == 20 {
                examples.push(record::write_line(&run).into_bytes());
                examples.push(record::write_rich(&run).into_bytes());
            }
        }
    }
    examples
}

/// Scripts, grimoires, game states and bags.
fn written_examples() -> Vec<Vec<u8>> {
    let texts = [
        r#"[{"id": "_meta", "name": "x", "firstNight": ["dusk", "empath"]}, "imp", {"id": "chef", "team": "x"}, "po"]"#,
        r#"[Al:ww(ww:townsfolk,"a \"b\"") *~~"B o"~~:imp(drunk)* *C:{chef spy}* D:?] script{"T" imp chef} bluffs{monk} fabled{angel}"#,
        "[Ann:virgin(no_ability), *Ben*:fortuneteller(amnesiac:?) ~~Cy~~:Imp(),\u{a0}Dee:{chef, monk}] script{tb}",
        r#"{"bluffs": ["chef", null], "edition": {"id": "custom", "name": "x"}, "roles": [{"id": "imp"}, "spy"], "fabled": [{"id": "angel"}],
            "players": [{"name": "Al", "role": "imp", "reminders": [{"role": "virgin", "name": "No Ability"}, {"role": "custom", "name": "b\n"}],
            "isVoteless": 1, "isDead": true}, {"role": {}, "possible": ["chef", "spy"]}]}"#,
        r#"{"players":[{"name":"Al"},{"name":"Bo","role":"mine"}],"edition":{"id":"tb"},"roles":""}"#,
        r#"{chef empath(drunk:is_the_drunk) imp {chef spy} ? virgin(no_ability,"note")}"#,
        "{imp, ft(drunk) chef spy}",
        "[Ann:washerwoman Ben:poisoner *Cy:chef(imp:dead)* Dan:imp(ww:wrong) ~~Eve~~:monk(ww:townsfolk,poisoned)]",
        "[*Ann:imp* Ben:spy(butler:master) Cy:{saint butler} Dan:? Eve:slayer Fay:baron] bluffs{chef monk}\n\n<N1> Cy!chooses->Ben <N2> Ann!dies",
        "<N1> Ann:poisoner!Ben(+poisoned), st!tells->Cy(2) <E1> Dan!nominates->Eve, Ben!votes->Eve, st!executes->Eve <N2> st!demon_kill->Cy",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A few changes to one example, now and then with a piece of another.
fn mutate(examples: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    const LETTERS: &[u8] = b"<>[](){},:!->+-*~ \n\t\"\\'=0123456789PSDENstabcdef_.#\xc3\xa9\xff\x00";
    let mut bytes = rng.pick(examples).cloned().unwrap_or_default();
    let at = |bytes: &Vec<u8>, rng: &mut Rng| rng.below(bytes.len() as u32 + 1) as usize;
    for _ in 0..rng.below(6) {
        let (from, to) = (at(&bytes, rng), at(&bytes, rng));
        let (from, to) = (from.min(to), from.max(to));
        let letter = *rng.pick(LETTERS).expect("there are letters");
        match rng.below(6) {
            0 => drop(bytes.drain(from..to.min(from + 8))),
            1 => bytes.insert(from, letter),
            2 if from < bytes.len() => bytes[from] = letter,
            3 => bytes.truncate(to),
            4 => {
                let piece = bytes[from..to.min(from + 40)].to_vec();
                let into = at(&bytes, rng);
                bytes.splice(into..into, piece);
            }
            _ => {
                let other = rng.pick(examples).cloned().unwrap_or_default();
                let piece = &other[at(&other, rng).min(other.len() / 2)..];
                bytes.splice(from..to, piece.iter().copied().take(60));
            }
        }
    }
    bytes
}

#[test]
fn every_property_holds_for_mutated_examples() {
    check(&examples(), |_| true);
}

#[test]
fn properties_of_grimoires_hold_for_mutated_grimoires() {
    let names = [
        "botc_scripts_are_read_or_refused",
        "botc_grimoire_lines_round_trip",
        "botc_game_states_round_trip",
        "botc_bags_round_trip",
        "botc_checks_have_reasons",
    ];
    check(&written_examples(), |name| names.contains(&name));
}

/// Tries the properties with these names on the examples and on mutants of them, on all cores.
fn check(examples: &[Vec<u8>], is_tried: impl Fn(&str) -> bool) {
    let tried: Vec<usize> = (0..ALL.len()).filter(|&index| is_tried(ALL[index].0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&index) = tried.get(next.fetch_add(1, Ordering::Relaxed)) {
            try_property(index, examples);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(work);
        }
    });
}

fn try_property(index: usize, examples: &[Vec<u8>]) {
    let (name, property) = ALL[index];
    let mut rng = Rng::for_game(2026, index as u64);
    for example in examples {
        property(example);
    }
    for input in 0..inputs() {
        let bytes = mutate(examples, &mut rng);
        let kept = bytes.clone();
        if std::panic::catch_unwind(|| property(&bytes)).is_err() {
            panic!("{name}, input {input}: {:?}", String::from_utf8_lossy(&kept));
        }
    }
}

/// A table in several layouts.
fn botc_frames() -> Vec<Vec<u8>> {
    use gaslamp_botc::notation::frame::{self, Choice, Options};
    use gaslamp_botc::notation::line;
    let text = r#"[Alice:butler(librarian:outsider,drunk) *Bob:{chef empath}* *~~Zoë~~:baron(monk:safe,imp:dead)* "王 D":?("mad (2)")
        Eve:virgin(virgin:no_ability) Fay:mayor(poisoned)] script{tb} bluffs{chef monk mayor}"#;
    let grimoire = line::read(text).expect("a readable line");
    let choices = ["1,2,1,2", "2,1,2,1", "1,0,0,5", "1,5,0,0", "3,0,3,0", "6,0,0,0", "2,2,0,2"];
    let written = choices.into_iter().enumerate().map(|(index, choice)| {
        let options = Options { columns: index % 2 == 0, ..Options::default() };
        let choice = Choice::read(choice).expect("a layout");
        frame::write(&grimoire, choice, options).expect("a layout of six").into_bytes()
    });
    written.collect()
}

/// Pictures, small and large.
fn botc_pictures() -> Vec<Vec<u8>> {
    use gaslamp_botc::notation::line;
    use gaslamp_botc::picture::{Audience, html, svg};
    use gaslamp_core::svg::{Theme, escape};
    let line = "[Ann:imp(poi:poisoned,\"a & b\") *Ben:{chef empath}* *~~Cy~~:?*] script{tb} bluffs{monk} fabled{angel}";
    let grimoire = line::read(line).expect("a grimoire");
    let small = format!("<svg><desc>{}</desc></svg>", escape(line));
    let examples = [
        line.to_owned(),
        small.clone(),
        small,
        svg(&grimoire, Audience::Storyteller, Theme::Light),
        html(&grimoire, Audience::Storyteller, Theme::Auto),
    ];
    examples.map(String::into_bytes).to_vec()
}

/// Traces as people write them.
fn botc_traces() -> Vec<Vec<u8>> {
    let texts = [
        "<SETUP> st!Al(+dr:is_the_drunk), Bo(+red_herring) <N1> Al:poisoner!Cy(+poi:poisoned), monk!Bo(+safe) <E1> Bo!nominates->Al:virgin, \
         Cy!votes->Al, st!executes->Al, Al!dies <N2> Al!Cy(-poisoned),Bo(+poisoned), st!demon_kill->Cy, Cy!dies",
        "<N1>\n  storyteller places drunk token on Al\n  Bo (butler) chooses Cy as master\nMSG (N1): Al -> Bo (whisper): \"I'm the chef\"\n\
         <D1>\n  Al claims chef (false - a lie)\n  Cy defends - badly\n<E1>\n  Bo nominates Al - \"odd\"\n  Cy votes Al, Bo abstains\nRESULT: none\n",
        "<SETUP> st!deals->Ann:empath,Ben:imp,Cy:soldier,Dee:poisoner,Eve:monk(drunk:is_the_drunk) <N1> Dee!chooses->Ann, st!tells->Ann(0)",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[test]
fn traces_of_any_kind_tell_their_stories() {
    check(&botc_traces(), |name| name == "botc_trace_models_are_told");
}

/// The command lines that the binary is tried with, one word per line.
fn command_lines() -> Vec<Vec<u8>> {
    let text = include_str!("../../cli/tests/data/commands.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let words = |line: &str| {
        let parts = line.split('\'').enumerate();
        let parts =
            parts.map(|(at, part)| if at % 2 == 1 { part.to_owned() } else { part.replace(' ', "\n") });
        format!("gaslamp\n{}", parts.collect::<String>())
    };
    lines.map(|line| words(line).into_bytes()).collect()
}

#[test]
fn command_lines_are_understood_or_refused_however_they_are_changed() {
    check(&command_lines(), |name| name == "command_lines_are_understood_or_refused");
}

/// Puzzles small enough that a change leaves most of one readable.
fn botc_puzzles() -> Vec<Vec<u8>> {
    let head = "id = \"a\"\nhidden = [\"Imp\", \"Spy\", \"Drunk\"]\nyou = \"You\"\ncounts = [1, 1, 0, 1]\n";
    let log = "log = [\n  \"D1 shot: B -> C, died\",\n  \"N2 died: B\", \"N2 died: You\",\n  \"D2 gossiped: B: evil(C)\"]\n";
    let players = "[[player]]\nname = \"You\"\nclaim = \"Savant\"\nsays = [\"D1 Savant: chef(1) / in_play(Spy)\"]\n\
         [[player]]\nname = \"B\"\nsays = [\"N1 Imp: not in play Chef, Monk\", \"N2 Imp: You\"]\n\
         [[player]]\nname = 'C'\nclaim_any = [\"Empath\", \"Dreamer\"]\nsays = [\"N1 Empath: 0\", \"N2 Dreamer: B = Imp | Chef\"]\n";
    let solution =
        "[[solution]]\nstart = [\"Savant\", \"Imp\", \"Drunk\"]\nalso = \"role(B, Imp) or not evil(C)\"\n";
    let texts = [
        format!("{head}ends = \"D3\"\n{log}{players}{solution}"),
        format!("{head}ends = \"N2\"\nyou_may_be = []\n{players}"),
        format!("{head}ends = \"D2\"\nlast_day_finished = true\nno_world = true\n{log}{players}"),
        format!(
            "{head}ends = \"D2\"\nlinked = \"b\"\nlog = [\"D1 juggled: C: B = Noble\"]\n{players}{solution}"
        ),
    ];
    texts.map(String::into_bytes).to_vec()
}

#[test]
fn puzzles_are_read_back_or_refused_however_they_are_changed() {
    check(&botc_puzzles(), |name| name == "botc_puzzles_round_trip");
}

/// Few changes leave a frame or a picture readable, so they are also tried on their own.
#[test]
fn frames_and_pictures_are_read_back_or_refused_however_they_are_changed() {
    check(&botc_frames(), |name| name == "botc_frames_round_trip");
    check(&botc_pictures(), |name| name == "botc_pictures_are_read_or_refused");
}

/// Inputs that once violated a property, in a directory with its name.
#[test]
fn what_was_once_broken_stays_mended() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions");
    for (name, property) in ALL {
        let Ok(files) = std::fs::read_dir(format!("{dir}/{name}")) else { continue };
        for file in files {
            let path = file.expect("a file").path();
            property(&std::fs::read(path).expect("a readable file"));
        }
    }
}

#[test]
fn there_is_a_fuzz_target_for_every_property() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/fuzz_targets");
    let mut targets: Vec<String> = std::fs::read_dir(dir)
        .expect("fuzz targets")
        .filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned))
        .collect();
    let mut names: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
    targets.sort();
    names.sort_unstable();
    assert_eq!(targets, names);
}
