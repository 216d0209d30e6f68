//! Every state of a game is read back from its three files exactly, and files that break the rules say where.

use crate::common;

use std::collections::BTreeSet;

use gaslamp_core::{Game as _, Rng};
use gaslamp_lorcana::notation::dot::state::{Problem, StateFile, read, write, write_deks};
use gaslamp_lorcana::notation::dot::{Graph, write_template};
use gaslamp_lorcana::rules::happening::What;
use gaslamp_lorcana::rules::position::{Stage, Zone};
use gaslamp_lorcana::{Card, Deck, Setup, State};

use common::{act, any_decks, dealt, decks};

const SEEDS: [&str; 2] = ["0123456.0123456.ab", "lamp"];

fn setups() -> Vec<Setup> {
    let mut setups = vec![Setup::Fresh { decks: decks() }];
    setups.extend(SEEDS.map(dealt));
    // Keywords that the sample decks do not have, cards with strange names, and any number of a card.
    for text in [
        "20 Elsa - Spirit of Winter\n20 Elsa - Snow Queen\n20 Hidden Cove - Tranquil Haven\n",
        "30 Dalmatian Puppy - Tail Wagger\n4 Mr. Smee - Loyal First Mate\n20 Let It Go\n9 Microbots\n",
    ] {
        let deck = Deck::read(text).expect("a readable deck");
        setups.push(Setup::Fresh { decks: [deck.clone(), deck] });
    }
    for first in 0..4 {
        let every = |from: usize| {
            let cards = Card::all().skip(from).step_by(31).take(60);
            cards.map(|card| format!("2 {}\n", card.full_name())).collect::<String>()
        };
        let deck = |from| Deck::read(&every(from)).expect("a readable deck");
        setups.push(Setup::Fresh { decks: [deck(first), deck(first + 15)] });
    }
    setups
}

/// Plays a game and visits every state.
fn play(setup: &Setup, rng: &mut Rng, mut tell: impl FnMut(&State, &mut Rng)) {
    let mut state = State::start(setup).expect("a state");
    tell(&state, rng);
    while act(&mut state, rng) {
        tell(&state, rng);
    }
}

fn read_back(dot: &str, deks: &[String; 2]) -> Result<State, Vec<Problem>> {
    read(dot, [&deks[0], &deks[1]])
}

#[test]
fn every_state_reads_back() {
    let mut states = 0;
    for setup in setups() {
        for game in 0..3 {
            play(&setup, &mut Rng::for_game(4, game), |state, _| {
                let (dot, deks) = (write(state), write_deks(state));
                let again = read_back(&dot, &deks);
                assert_eq!(again.as_ref(), Ok(state), "{dot}");
                assert_eq!(again.map(|state| write(&state)), Ok(dot));
                states += 1;
            });
        }
    }
    assert!(states > 2000, "{states}");
}

/// The same statements in another order, with other quotes, without comments and without legal actions.
fn rearranged(dot: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = dot.lines().skip(1).map(|line| line.trim().to_owned()).collect();
    lines.retain(|line| !(line.is_empty() || line.starts_with("//") || line == "}" || line.contains("CAN_")));
    rng.shuffle(&mut lines);
    let mut text = "digraph \"another name\" { node [shape=box]; rankdir=LR\n".to_owned();
    for line in &mut lines {
        *line = match rng.below(4) {
            0 => line.trim_end_matches(';').replace(", ", " "),
            1 => line.replace("=\"0\"", "=0").replace("=\"1\"", " = 1"),
            2 => line.replace("];", ", pos=\"1,2\" color=red /* drawn */];"),
            _ => line.replace(" -> ", "\n  ->\t"),
        };
        text.push_str(line);
        text.push('\n');
    }
    text + "}"
}

#[test]
fn order_and_quotes_do_not_matter() {
    for setup in setups() {
        play(&setup, &mut Rng::for_game(5, 0), |state, rng| {
            let (dot, deks) = (rearranged(&write(state), rng), write_deks(state));
            assert_eq!(read_back(&dot, &deks).as_ref(), Ok(state), "{dot}");
        });
    }
}

#[test]
fn the_files_of_a_seed() {
    let state = State::start(&dealt("0123456.0123456.ab")).expect("a state");
    let (dot, deks) = (write(&state), write_deks(&state));
    assert_eq!(deks.clone().map(|dek| dek.lines().count()), [53, 53]);
    for line in [
        "digraph lorcana {",
        "    game [type=\"Game\", turn=\"1\"];",
        "    p1 [type=\"Player\", lore=\"0\", ink_drops=\"1\"];",
        "    game -> p1 [label=\"CURRENT_TURN\"];",
        "    \"z.p1.ink\" [type=\"Zone\", kind=\"inkwell\"];",
        "    \"z.p2.discard\" -> p2 [label=\"OWNS\"];",
        "    \"p1.tinker_bell_giant_fairy.a\" [type=\"Card\", card_id=\"193\", exerted=\"0\", damage=\"0\", \
         label=\"Tinker Bell - Giant Fairy\"];",
        "    \"p1.tipo_growing_son.a\" -> \"z.p1.hand\" [label=\"IN\"];",
        "    \"p1.tipo_growing_son.a\" -> \"z.p1.ink\" [label=\"CAN_INK\"];",
        "    p1 -> game [label=\"CAN_PASS\"];",
    ] {
        assert!(dot.lines().any(|found| found == line), "{line}\n{dot}");
    }
}

/// The page about the format names every event, and every type of node and label of edge that busy games have.
#[test]
fn the_page_explains_every_word() {
    const PAGE: &str = include_str!("../../../../docs/lorcana-dot.md");
    let mut words: BTreeSet<String> = What::ALL.iter().map(|what| what.name().to_owned()).collect();
    for game in 0..20 {
        let setup = Setup::Fresh { decks: any_decks(&mut Rng::for_game(6, game)) };
        play(&setup, &mut Rng::for_game(6, game), |state, _| {
            let graph = Graph::read(&write(state)).expect("a graph");
            words.extend(graph.nodes.iter().filter_map(|node| node.attr("type")).map(str::to_owned));
            words.extend(graph.edges.iter().map(|edge| edge.label().to_owned()));
            let attrs = graph.nodes.iter().flat_map(|node| &node.attrs);
            let attrs = attrs.chain(graph.edges.iter().flat_map(|edge| &edge.attrs));
            words.extend(attrs.map(|attr| attr.key.clone()));
        });
    }
    assert!(words.len() > 80, "{words:?}");
    let missing: Vec<String> =
        words.into_iter().filter(|word| word != "type" && !PAGE.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_template_is_the_beginning() {
    let copies = decks().map(|deck| deck.copies().expect("copies").concat());
    let deks = copies.map(|copies| gaslamp_lorcana::seed::write_dek(&copies));
    let state = read_back(&write_template(), &deks).expect("a state");
    assert_eq!(State::start(&Setup::Fresh { decks: decks() }), Ok(state));
}

#[test]
fn the_example_of_the_schema() {
    let dot = r#"
digraph lorcana {
    // --- Structure (from template) ---
    game [type="Game", turn="3"];
    p1 [type="Player", lore="4", ink_drops="1"];
    p2 [type="Player", lore="2", ink_drops="1"];
    // ... zones, OWNS edges ...

    // --- Cards (lazy creation when drawn) ---
    "p1.tinker_bell_giant_fairy.a" [type="Card", card_id="2188", exerted="0", damage="0", label="Tinker Bell - Giant Fairy"];
    // ... only cards in zones (not deck) ...

    // --- Card locations (runtime) ---
    "p1.tinker_bell_giant_fairy.a" -[IN]-> "z.p1.hand";
    "p1.tipo_growing_son.a" -[IN]-> "z.p1.play";
    // ...

    // --- Actions (computed by rules engine) ---
    "p1.tinker_bell_giant_fairy.a" -[CAN_PLAY]-> "z.p1.play";
    "p1.tinker_bell_giant_fairy.a" -[CAN_INK]-> "z.p1.ink";
    "p1.tipo_growing_son.a" -[CAN_QUEST]-> game;
    "p1.tipo_growing_son.a" -[CAN_CHALLENGE]-> "p2.elsa_the_fifth_spirit.a";
    p1 -[CAN_PASS]-> game;
}
"#;
    let state =
        read(dot, ["// 53 cards\ntipo_growing_son.b\n", "elsa_the_fifth_spirit.b\n"]).expect("a state");
    let at = state.position();
    assert_eq!((at.turn, at.stage, at.players[0].lore, at.players[1].lore), (3, Stage::Main, 4, 2));
    let zones: Vec<(String, Zone)> =
        at.pieces.iter().zip(&at.cards).map(|(piece, status)| (piece.to_string(), status.zone)).collect();
    let wanted = [
        ("p1.tinker_bell_giant_fairy.a", Zone::Hand),
        ("p1.tipo_growing_son.a", Zone::Play),
        ("p1.tipo_growing_son.b", Zone::Deck),
        ("p2.elsa_the_fifth_spirit.b", Zone::Deck),
    ];
    assert_eq!(zones, wanted.map(|(name, zone)| (name.to_owned(), zone)));
    // Edges of actions in the file are not trusted: nobody can be challenged here.
    assert!(!write(&state).contains("CAN_CHALLENGE"));
}

const BOARD: &str = r#"digraph lorcana {
    game [type="Game", turn="3"];
    p1 [type="Player", lore="4", ink_drops="1"];
    p2 [type="Player", lore="2", ink_drops="1"];
    game -> p1 [label="CURRENT_TURN"];
    "p1.tipo_growing_son.a" [type="Card", card_id="1113", exerted="0", damage="0"];
    "p1.tipo_growing_son.b" [type="Card", exerted="1"];
    "p1.spooky_sight.a" [type="Card"];
    "p2.the_library_a_gift_for_belle.a" [type="Card", damage="1"];
    "p2.genie_wish_fulfilled.a" [type="Card", exerted="1"];
    "p2.genie_wish_fulfilled.b" [type="Card"];
    "p1.tipo_growing_son.a" -> "z.p1.play" [label="IN"];
    "p1.tipo_growing_son.b" -> "z.p1.ink" [label="IN"];
    "p1.spooky_sight.a" -> "z.p1.hand" [label="IN"];
    "p2.the_library_a_gift_for_belle.a" -> "z.p2.play" [label="IN"];
    "p2.genie_wish_fulfilled.a" -> "z.p2.play" [label="IN"];
    "p2.genie_wish_fulfilled.b" -> "z.p2.discard" [label="IN"];
}
"#;
const DEKS: [&str; 2] = ["tipo_growing_son.c\nmulan_disguised_soldier.a\n", "genie_wish_fulfilled.c\n"];

/// What is replaced by what, and then the id of each problem with the text at its place.
type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Nothing wrong.
    ("", "", &[]),
    (r#"card_id="1113", "#, "", &[]),
    (r#"turn="3"]"#, r#"turn="3", bb="0,0,1,1"] legend [shape=note]; legend -> game"#, &[]),
    (r#"ink_drops="1"];
    p2"#, r#"ink_drops="0"];
    p2"#, &[]),
    // What cannot be read.
    ("digraph", "graph", &[("lorcana/dot/undirected", "graph")]),
    (r#"turn="3""#, r#"turn="three""#, &[("lorcana/dot/number", r#"turn="three""#)]),
    (r#"lore="4""#, r#"lore="-4""#, &[("lorcana/dot/number", r#"lore="-4""#)]),
    (r#"lore="4""#, r#"lore="400""#, &[("lorcana/dot/number", r#"lore="400""#)]),
    (r#"exerted="0""#, r#"exerted="maybe""#, &[("lorcana/dot/flag", r#"exerted="maybe""#)]),
    (r#"card_id="1113""#, r#"card_id="1""#, &[("lorcana/dot/card-id", r#"card_id="1""#)]),
    (r#"turn="3""#, r#"turn="3", stage="asleep""#, &[("lorcana/words/stage", r#"stage="asleep""#)]),
    (r#"type="Game", "#, r#"type="Gme", "#, &[("lorcana/dot/type", r#"type="Gme""#), ("lorcana/dot/missing", "")]),
    (r#"    p2 [type="Player", lore="2", ink_drops="1"];"#, "", &[("lorcana/dot/missing", "")]),
    (r#""p1.spooky_sight.a" [type"#, r#""p1.spooky_site.a" [type"#, &[("lorcana/dot/card", r#""p1.spooky_site.a""#)]),
    (r#""p1.spooky_sight.a" -> "z.p1.hand" [label="IN"];"#, "", &[("lorcana/dot/nowhere", r#""p1.spooky_sight.a""#)]),
    (r#""p1.spooky_sight.a" -> "z.p1.hand""#, r#""p1.spooky_sight.a" -> "z.p1.bag""#, &[
        ("lorcana/dot/zone", r#""p1.spooky_sight.a" -> "z.p1.bag""#)]),
    (r#""p1.spooky_sight.a" -> "z.p1.hand""#, r#""p1.spooky_sight.a" -> "z.p2.hand""#, &[
        ("lorcana/dot/owner", r#""p1.spooky_sight.a" -> "z.p2.hand""#)]),
    (r#""p1.spooky_sight.a" -> "z.p1.hand""#, r#""p1.spooky_sight.a" -> "z.p1.deck""#, &[
        ("lorcana/dot/deck", r#""p1.spooky_sight.a" -> "z.p1.deck""#)]),
    (r#""p1.spooky_sight.a" ->"#, r#""p1.spooky_sight.a" -> "z.p1.ink" [label="IN"]; "p1.spooky_sight.a" ->"#, &[
        ("lorcana/dot/twice", r#""p1.spooky_sight.a" -> "z.p1.hand""#)]),
    (r#""p1.spooky_sight.a" ->"#, r#""p1.tipo_growing_son.c" -> "z.p1.ink" [label="IN"]; "p1.spooky_sight.a" ->"#, &[
        ("lorcana/dot/twice", r#""p1.tipo_growing_son.c" -> "z.p1.ink""#)]),
    (r#"[label="CURRENT_TURN"]"#, r#"[label="TURN"]"#, &[("lorcana/dot/edge", "game -> p1")]),
    (r#"[label="CURRENT_TURN"]"#, r#"[label="CURRENT_TURN"] e [type="Effect", modifier="strong", until="never"]"#, &[
        ("lorcana/dot/missing", "e"), ("lorcana/dot/missing", "e"),
        ("lorcana/words/modifier", r#"modifier="strong""#), ("lorcana/words/until", r#"until="never""#)]),
    (r#"[label="CURRENT_TURN"]"#, r#"[label="CURRENT_TURN"] h [type="Happening", what="slept", number="x"]"#, &[
        ("lorcana/dot/missing", "h"), ("lorcana/words/what", r#"what="slept""#), ("lorcana/dot/number", r#"number="x""#)]),
    (r#"[label="CURRENT_TURN"]"#, r#"[label="CURRENT_TURN"] h [type="Happening", what="drew"] h -> p1 [label="OF_PLAYER"]
        h -> p2 [label="OF_PLAYER"]; h -> game [label="HAPPENED_TO"]"#, &[
        ("lorcana/dot/twice", "h"), ("lorcana/words/piece", "h -> game")]),
    (r#"[label="CURRENT_TURN"]"#, r#"[label="CURRENT_TURN"] l [type="LastKnown"]; l -> p1 [label="HAPPENED_TO"]"#, &[
        ("lorcana/dot/missing", "l"), ("lorcana/words/piece", "l -> p1")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; r [type="Resolving", ability="support", step="0", named="tip",
        loops="1 x", accepted="2"]; r -> "p1.tipo_growing_son.a" [label="CREATED_BY"];
        r -> "p1.tipo_growing_son.a" [label="CHOSEN", slot="256", moved="2", seen="all"]"#, &[
        ("lorcana/words/card", r#"named="tip""#), ("lorcana/dot/number", r#"loops="1 x""#),
        ("lorcana/dot/flag", r#"accepted="2""#), ("lorcana/dot/number", r#"slot="256""#),
        ("lorcana/dot/flag", r#"moved="2""#), ("lorcana/words/seen", r#"seen="all""#)]),
    // What breaks the rules.
    (r#"lore="4""#, r#"lore="20""#, &[("lorcana/position/won", "p1")]),
    (r#"lore="4""#, r#"lore="4", inked="1""#, &[("lorcana/dot/ink-drops", r#"ink_drops="1""#)]),
    (r#"ink_drops="1""#, r#"ink_drops="2""#, &[("lorcana/dot/ink-drops", r#"ink_drops="2""#)]),
    (r#"lore="2""#, r#"lore="2", inked="1""#, &[("lorcana/position/inked", "p2")]),
    (r#"lore="2""#, r#"lore="2", altered="1""#, &[("lorcana/position/altered", "p2")]),
    (r#"exerted="0", damage="0""#, r#"exerted="0", damage="9""#, &[
        ("lorcana/position/banished", r#""p1.tipo_growing_son.a""#)]),
    (r#""p1.spooky_sight.a" [type="Card""#, r#""p1.spooky_sight.a" [type="Card", damage=2, drying=1"#, &[
        ("lorcana/position/status", r#""p1.spooky_sight.a""#)]),
    (r#""p1.spooky_sight.a" -> "z.p1.hand""#, r#""p1.spooky_sight.a" -> "z.p1.play""#, &[
        ("lorcana/position/action", r#""p1.spooky_sight.a""#)]),
    (r#"damage="1""#, r#"exerted="1", drying=1"#, &[
        ("lorcana/position/drying", r#""p2.the_library_a_gift_for_belle.a""#),
        ("lorcana/position/exerted", r#""p2.the_library_a_gift_for_belle.a""#)]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"];
        "p1.tipo_growing_son.a" -> "p2.the_library_a_gift_for_belle.a" [label="AT"]"#, &[
        ("lorcana/position/location", r#""p1.tipo_growing_son.a""#)]),
    (r#""p1.spooky_sight.a" -> "z.p1.hand" [label="IN"]"#,
        r#""p1.spooky_sight.a" -> "p1.tipo_growing_son.b" [label="UNDER"]"#, &[
        ("lorcana/position/stack", r#""p1.spooky_sight.a""#)]),
    (r#""p1.spooky_sight.a" -> "z.p1.hand" [label="IN"]"#,
        r#""p1.spooky_sight.a" -> "p1.tipo_growing_son.a" [label="UNDER", depth="0"]"#, &[
        ("lorcana/position/stack", r#""p1.spooky_sight.a""#)]),
    (r#"turn="3""#, r#"turn="0""#, &[
        ("lorcana/position/set-up", "p1"), ("lorcana/position/set-up", "p1"), ("lorcana/position/few-cards", "p1"),
        ("lorcana/position/hand", "p1"),
        ("lorcana/position/set-up", "p2"), ("lorcana/position/set-up", "p2"), ("lorcana/position/few-cards", "p2")]),
    (r#"turn="3""#, r#"turn="3", stage="end""#, &[("lorcana/position/stage", "game")]),
    (r#"turn="3""#, r#"turn="3", stage="over-p1""#, &[("lorcana/position/over", "game")]),
    (r#"turn="3""#, r#"turn="3", stage="challenge p2.genie_wish_fulfilled.a p1.tipo_growing_son.a""#, &[
        ("lorcana/position/challenge", "game"), ("lorcana/position/challenge", "game"),
        ("lorcana/position/stage", "game")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; pool [type="TargetPool", pick=1, ask="step-p1"];"#, &[
        ("lorcana/position/ask", "pool")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"];
        pool [type="TargetPool", ask="enter-exerted p1.tipo_growing_son.a"];"#, &[("lorcana/position/ask", "pool")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; t [type="Trigger", ability="tipo_growing_son#1"];
        t -> "p1.tipo_growing_son.a" [label="CREATED_BY"]"#, &[
        ("lorcana/position/waiting", "game"), ("lorcana/position/trigger", "t")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; r [type="Resolving", ability="spooky_sight#0", step="7"];
        r -> "p1.spooky_sight.a" [label="CREATED_BY"]"#, &[
        ("lorcana/position/waiting", "game"), ("lorcana/position/frame", "r"), ("lorcana/position/frame", "r")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; e [type="Effect", modifier="evasive", until="end-of-turn"];
        e -> "p1.spooky_sight.a" [label="CREATED_BY"] e -> "p1.spooky_sight.a" [label="MODIFIES"]"#, &[
        ("lorcana/position/effect", "e")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; e [type="Effect", modifier="99_puppies#0", until="leaves"];
        e -> "p1.spooky_sight.a" [label="CREATED_BY"] e -> game [label="MODIFIES"]"#, &[
        ("lorcana/position/effect", "e")]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; e [type="Effect", modifier="99_puppies#0", until="leaves"];
        e -> "p1.spooky_sight.a" [label="CREATED_BY"] e -> p2 [label="MODIFIES"]"#, &[]),
    (r#"[label="CURRENT_TURN"];"#, r#"[label="CURRENT_TURN"]; l [type="LastKnown", strength="-2"];
        l -> "p1.spooky_sight.a" [label="HAPPENED_TO"]"#, &[("lorcana/position/left", "game")]),
];

#[test]
fn broken_files_say_where() {
    let mut failed = Vec::new();
    for (from, to, wanted) in CASES {
        let dot = BOARD.replacen(from, to, 1);
        let problems = read(&dot, DEKS).err().unwrap_or_default();
        let found: Vec<(&str, &str)> = problems
            .iter()
            .map(|Problem { file, diagnostic }| {
                assert_eq!(*file, StateFile::Game, "{diagnostic}");
                (diagnostic.id, diagnostic.span.map_or("", |span| &dot[span.range()]))
            })
            .collect();
        if found != *wanted {
            failed.push(format!("{to}\n  wanted {wanted:?}\n  found {found:?}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Both decks, and then the file, the id and the text at the place of each problem.
type DeckCase = ([&'static str; 2], &'static [(StateFile, &'static str, &'static str)]);

#[test]
fn broken_decks_say_where() {
    let cases: [DeckCase; 3] = [
        (
            ["tipo\n", "genie_wish_fulfilled.c\nelsa"],
            &[(StateFile::Deck1, "lorcana/dek/card", "tipo"), (StateFile::Deck2, "lorcana/dek/card", "elsa")],
        ),
        (
            ["tipo_growing_son.c\n\ntipo_growing_son.c\n", ""],
            &[(StateFile::Deck1, "lorcana/dek/twice", "tipo_growing_son.c")],
        ),
        (
            ["tipo_growing_son.a\n", ""],
            &[(StateFile::Game, "lorcana/dot/twice", "\"p1.tipo_growing_son.a\" -> \"z.p1.play\"")],
        ),
    ];
    for (deks, wanted) in cases {
        let problems = read(BOARD, deks).expect_err("problems");
        let text = |file| [BOARD, deks[0], deks[1]][file as usize];
        let found: Vec<(StateFile, &str, &str)> = problems
            .iter()
            .map(|Problem { file, diagnostic }| {
                let span = diagnostic.span.expect("a place");
                (*file, diagnostic.id, &text(*file)[span.range()])
            })
            .collect();
        assert_eq!(found, wanted);
    }
}

#[test]
fn nothing_makes_the_reader_panic() {
    let mut rng = Rng::new(6);
    let mut state = State::start(&dealt("lamp")).expect("a state");
    for _ in 0..60 {
        act(&mut state, &mut rng);
    }
    let (dot, deks) = (write(&state), write_deks(&state));
    let chars: Vec<char> = dot.chars().collect();
    for _ in 0..3000 {
        let mut changed = chars.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(changed.len() as u32) as usize;
            let length = rng.below(12) as usize;
            let end = (at + length).min(changed.len());
            let other = rng.below(chars.len() as u32) as usize;
            let copied = chars[other..(other + length).min(chars.len())].to_vec();
            changed.splice(at..end, copied);
        }
        let text: String = changed.into_iter().collect();
        for problem in read_back(&text, &deks).err().unwrap_or_default() {
            if let (StateFile::Game, Some(span)) = (problem.file, problem.diagnostic.span) {
                assert!(text.get(span.range()).is_some(), "{problem}");
            }
        }
    }
}
