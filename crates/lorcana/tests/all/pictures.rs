//! Pictures: they are valid XML, no text overlaps another, no seat sees a secret, and themes are what they
//! say. One picture of each kind is in `tests/data`; `GASLAMP_BLESS=1` rewrites them.

use crate::common;
use crate::files;
use crate::xml;

use gaslamp_core::svg::{Anchor, Area, Text, Theme, escape, fit, shelve, text_width, wrap};
use gaslamp_core::{Game as _, Rng};
use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::notation::dot::{Attr, Edge, Graph, Node, ZONES, template};
use gaslamp_lorcana::picture::board::{self, Board};
use gaslamp_lorcana::picture::graph::draw;
use gaslamp_lorcana::picture::tree::{self, Explored};
use gaslamp_lorcana::rules::modifier::{KeywordFlag, Modifier};
use gaslamp_lorcana::rules::piece::{SEATS, opponent};
use gaslamp_lorcana::rules::position::{EffectTarget, LastingEffect, Stage, Until, Zone};
use gaslamp_lorcana::rules::{CardId, Position};
use gaslamp_lorcana::{Card, Deck, Setup, State};
use proptest::prelude::*;

use common::{act, any_decks, dealt, decks};
use files::agrees_with_file;
use xml::{assert_well_formed, attribute, number, unescape};

/// A game with this many cards in each zone of each player, and the actions that such a game may have.
fn game(counts: [usize; 5]) -> Graph {
    let mut graph = template();
    let mut cards = Card::all().step_by(7);
    for (player, other) in [("p1", "p2"), ("p2", "p1")] {
        for ((zone, kind), count) in ZONES.into_iter().zip(counts) {
            for _ in 0..count {
                let card = cards.next().expect("enough cards");
                let id = format!("{player}.{}.a", card.key());
                let node =
                    Node::new(id.as_str()).with("type", "Card").with("card_id", card.facts().id.to_string());
                let node = node.with("exerted", "0").with("damage", "1").with("label", card.full_name());
                graph.nodes.push(node);
                graph.edges.push(Edge::labelled(id.as_str(), "IN", format!("z.{player}.{zone}")));
                if kind == "hand" {
                    graph.edges.push(Edge::labelled(id.as_str(), "CAN_PLAY", format!("z.{player}.play")));
                    graph.edges.push(Edge::labelled(id.as_str(), "CAN_INK", format!("z.{player}.ink")));
                } else if kind == "play" {
                    graph.edges.push(Edge::labelled(id.as_str(), "CAN_QUEST", "game"));
                    graph.edges.push(Edge::labelled(id, "CAN_CHALLENGE", format!("z.{other}.play")));
                }
            }
        }
    }
    let first = graph.nodes.iter().find(|node| node.attr("card_id").is_some()).map(|node| node.id.clone());
    if let Some(card) = first {
        graph.nodes.push(Node::new("effect.1").with("type", "Effect").with("until", "end of turn"));
        graph.edges.push(Edge::labelled("effect.1", "CREATED_BY", card.as_str()));
        graph.edges.push(Edge::labelled("effect.1", "MODIFIES", card));
    }
    graph.edges.push(Edge::labelled("p1", "CAN_PASS", "game"));
    graph
}

/// Graphs of other kinds: no types, cycles, edges without labels, text that must be escaped or is too long.
fn others() -> Vec<Graph> {
    let mut chain = Graph::new("a <chain> & \"more\"");
    chain.nodes = (0..40).map(|n| Node::new(format!("n{n}"))).collect();
    chain.edges = (0..40).map(|n| Edge::new(format!("n{n}"), format!("n{}", (n + 1) % 40))).collect();
    let mut odd = Graph::new("");
    let long = "Långe <names> & 'quotes' \" ".repeat(30);
    odd.nodes.push(Node::new(long.as_str()).with("label", "\\N\\n\u{1}\n\\N").with("k", long.as_str()));
    odd.nodes.push(Node::new("星").with("label", "星の王子さま🙂"));
    odd.nodes.push(Node::new("z").with("type", "Zone"));
    odd.edges.push(Edge::labelled(long.as_str(), &long, long.as_str()));
    odd.edges.push(Edge::labelled("星", "IN", "z"));
    odd.edges.push(Edge::labelled("星", "IN", "z"));
    odd.edges.push(Edge::labelled("z", "IN", "z"));
    odd.edges.push(Edge::labelled("z", "CAN_DO_ANYTHING", "nowhere"));
    let mut doubled = template();
    doubled.nodes.extend(template().nodes);
    vec![chain, odd, doubled, Graph::new("nothing")]
}

/// The place of every text of a picture, with its content.
fn texts(svg: &str) -> Vec<(Area, String)> {
    let found = svg.split("<text").skip(1).map(|rest| {
        let (tag, rest) = rest.split_once('>').expect("the end of a tag");
        let text = unescape(rest.split("</text>").next().unwrap_or_default());
        let anchor = match attribute(tag, "text-anchor") {
            None => Anchor::Start,
            Some("middle") => Anchor::Middle,
            Some(_) => Anchor::End,
        };
        let (x, y, size) = (number(tag, "x"), number(tag, "y"), number(tag, "font-size"));
        (Text { x, y, size, anchor, class: "", text: &text }.area(), text)
    });
    found.collect()
}

/// It is valid XML, no text overlaps another, and none leaves the picture.
fn assert_clear(svg: &str) {
    assert_well_formed(svg);
    let (width, height) = (number(svg, "width"), number(svg, "height"));
    let mut texts = texts(svg);
    texts.sort_by_key(|(area, _)| area.x);
    for (at, (area, text)) in texts.iter().enumerate() {
        assert!(area.x >= 0 && area.y >= 0 && area.right() <= width && area.bottom() <= height, "{text}");
        let near = texts[at + 1..].iter().take_while(|(other, _)| other.x < area.right());
        for (other, words) in near {
            assert!(!area.overlaps(*other), "`{text}` {area:?} and `{words}` {other:?}");
        }
    }
}

fn assert_readable(graph: &Graph) {
    let svg = draw(graph, Theme::Auto);
    assert_clear(&svg);
    assert!(texts(&svg).len() >= graph.nodes.len());
    assert_eq!(svg, draw(graph, Theme::Auto));
}

/// Plays at random and visits every state with its number.
fn play(setup: &Setup, seed: u64, steps: usize, mut show: impl FnMut(usize, &State)) {
    let mut rng = Rng::new(seed);
    let mut state = State::start(setup).expect("decks");
    for step in 0..steps {
        show(step, &state);
        if !act(&mut state, &mut rng) {
            return;
        }
    }
}

/// The state with most of its decks elsewhere: in play, exerted, damaged, at locations, under others, in the inkwell.
fn crowded(state: &State, rng: &mut Rng) -> State {
    let mut at = state.position().clone();
    for seat in SEATS {
        let deck = std::mem::take(&mut at.decks[seat.index()]);
        let is_location = |id: &CardId| matches!(state.facts(*id).kind, Kind::Location { .. });
        let location = deck.iter().copied().find(is_location);
        let (mut top, mut depth) = (None, 0);
        for id in deck {
            let kind = state.facts(id).kind;
            let status = &mut at.cards[id.index()];
            status.zone = match (kind, rng.below(10)) {
                (_, 0) => Zone::Inkwell,
                (Kind::Action, 1..=4) => Zone::Discard,
                (Kind::Action, _) => Zone::Hand,
                (Kind::Character { .. }, 1) if top.is_some() => Zone::Under,
                _ => Zone::Play,
            };
            let turns = status.zone == Zone::Inkwell
                || status.zone == Zone::Play && !matches!(kind, Kind::Location { .. });
            status.exerted = turns && rng.below(3) == 0;
            match (status.zone, kind) {
                (Zone::Under, _) => {
                    depth += 1;
                    (status.under, status.depth, status.facedown) = (top, depth, rng.below(2) == 0);
                }
                (Zone::Play, Kind::Character { willpower, .. }) => {
                    status.damage = rng.below(u32::from(willpower)) as u8;
                    status.drying = rng.below(4) == 0;
                    status.location = location.filter(|_| rng.below(3) == 0);
                    (top, depth) = (Some(id), 0);
                }
                _ => {}
            }
        }
        at.players[seat.index()].lore = rng.below(20) as u8;
        // The location itself may have gone elsewhere.
        let location = location.filter(|id| at.cards[id.index()].zone == Zone::Play);
        at.cards
            .iter_mut()
            .zip(at.pieces.iter())
            .filter(|(_, piece)| piece.owner == seat)
            .for_each(|(status, _)| status.location = status.location.and(location));
    }
    (at.turn, at.stage, at.pending) = (at.turn.max(1), Stage::Main, None);
    at.frames.clear();
    at.bag.clear();
    at.left.clear();
    at.coming.clear();
    at.struck.clear();
    at.players.iter_mut().for_each(|player| player.altered = 0);
    add_effects(&mut at, rng);
    State::from_position(at).expect("a position")
}

/// Lasting effects of all kinds.
fn add_effects(at: &mut Position, rng: &mut Rng) {
    let in_play: Vec<CardId> =
        (0..at.cards.len()).map(CardId::new).filter(|id| at.cards[id.index()].zone == Zone::Play).collect();
    let (Some(&source), by) = (rng.pick(&in_play), at.active) else { return };
    let modifiers = [
        Modifier::Strength(12),
        Modifier::Willpower(3),
        Modifier::Lore(-2),
        Modifier::Challenger(2),
        Modifier::Resist(1),
        Modifier::Singer(7),
        Modifier::Has(KeywordFlag::Evasive),
        Modifier::Shielded,
    ];
    let untils = [
        Until::EndOfTurn,
        Until::StartOfTurn(by),
        Until::Ready(by),
        Until::EndOfTurnOf(by),
        Until::NextTurnOf(by),
        Until::SourceLeaves,
        Until::Leaves,
    ];
    for (modifier, until) in modifiers.into_iter().zip(untils.into_iter().cycle()) {
        let on = rng.pick(&in_play).map_or(EffectTarget::Player(by), |id| EffectTarget::Card(*id));
        at.effects.push(LastingEffect { source, on, modifier, until, about: None });
    }
    let gifts = [
        ("doc_leader_of_the_seven_dwarfs", 0, EffectTarget::Player(by)),
        ("99_puppies", 0, EffectTarget::Player(by)),
        ("candy_drift", 1, EffectTarget::Player(by)),
        ("attack_of_the_vine!", 3, EffectTarget::Group),
        ("candy_drift", 0, EffectTarget::Card(source)),
    ];
    for (key, number, on) in gifts {
        let modifier = Modifier::Of(Card::with_key(key), number);
        at.effects.push(LastingEffect { source, on, modifier, until: Until::EndOfTurn, about: Some(source) });
    }
}

/// The boards that can be made of a state: all of it, and what each seat sees.
fn boards(state: &State) -> [Board; 3] {
    let seen = |seat| Board::seen(&state.visible_state(seat));
    [Board::of(state), seen(SEATS[0]), seen(SEATS[1])]
}

fn assert_board(state: &State) {
    for board in boards(state) {
        let svg = board::draw(&board, Theme::Auto);
        assert_clear(&svg);
        assert_eq!(svg, board::draw(&board, Theme::Auto));
    }
}

#[test]
fn boards_of_whole_games_can_be_read() {
    for seed in 0..12 {
        let decks = if seed < 6 { decks() } else { any_decks(&mut Rng::for_game(9, seed)) };
        let setup = Setup::Fresh { decks };
        play(&setup, seed, 1000, |step, state| {
            if step % 23 == 0 || state.position().pending.is_some() && step % 5 == 0 {
                assert_board(state);
            }
        });
    }
}

#[test]
fn the_fullest_boards_can_be_read() {
    let mut rng = Rng::new(7);
    play(&Setup::Fresh { decks: decks() }, 1, 200, |step, state| {
        if step % 20 == 5 {
            assert_board(&crowded(state, &mut rng));
        }
    });
}

#[test]
fn every_card_can_be_read() {
    let cards: Vec<Card> = Card::all().collect();
    for cards in cards.chunks(120) {
        let lines = |cards: &[Card]| {
            let list: Vec<String> = cards.iter().map(|card| format!("1 {}", card.full_name())).collect();
            Deck::read(&list.join("\n")).unwrap()
        };
        let (first, second) = cards.split_at(cards.len() / 2);
        let state = State::start(&Setup::Fresh { decks: [lines(first), lines(second)] }).unwrap();
        let mut at = state.position().clone();
        at.cards.iter_mut().for_each(|status| status.zone = Zone::Hand);
        at.decks = Default::default();
        (at.turn, at.stage) = (1, Stage::Main);
        let svg = board::draw(&Board::of(&State::from_position(at).unwrap()), Theme::Light);
        assert_clear(&svg);
        // Nothing of a name or a version is cut.
        let cut: Vec<String> =
            texts(&svg).into_iter().map(|(_, text)| text).filter(|text| text.ends_with('…')).collect();
        assert!(cut.is_empty(), "{cut:?}");
    }
}

/// What a seat may not know does not affect its picture: the hidden cards of a side change places.
#[test]
fn a_seat_sees_no_secret() {
    let mut rng = Rng::new(3);
    play(&Setup::Fresh { decks: decks() }, 2, 400, |step, state| {
        if step % 19 != 0 {
            return;
        }
        let state = if step % 2 == 0 { state.clone() } else { crowded(state, &mut rng) };
        for seat in SEATS {
            let other = opponent(seat);
            let mut at = state.position().clone();
            let is_hidden = |id: &CardId| {
                let status = &at.cards[id.index()];
                state.owner(*id) == other
                    && (status.facedown || matches!(status.zone, Zone::Hand | Zone::Inkwell | Zone::Deck))
            };
            let hidden: Vec<CardId> = (0..at.cards.len()).map(CardId::new).filter(is_hidden).collect();
            let mut mixed = hidden.clone();
            rng.shuffle(&mut mixed);
            let before = at.cards.clone();
            for (from, to) in hidden.iter().zip(&mixed) {
                at.cards[to.index()] = before[from.index()];
            }
            let moved =
                |id: &CardId| hidden.iter().position(|card| card == id).map_or(*id, |place| mixed[place]);
            for id in &mut at.decks[other.index()] {
                *id = moved(id);
            }
            let picture = |state: &State| board::draw(&Board::seen(&state.visible_state(seat)), Theme::Auto);
            assert_eq!(picture(&state), picture(&State::from_position(at).unwrap()), "step {step}");
        }
    });
}

#[test]
fn a_board_shows_what_is_so() {
    let mut shown = 0;
    play(&Setup::Fresh { decks: decks() }, 4, 600, |step, state| {
        if step % 7 != 0 {
            return;
        }
        let svg = board::draw(&Board::of(state), Theme::Light);
        let in_zone = |zone: Zone| SEATS.iter().map(|&seat| state.zone(seat, zone).len()).sum::<usize>();
        let faces = in_zone(Zone::Play) + in_zone(Zone::Hand);
        assert_eq!(svg.matches("class=\"face\"").count(), faces);
        let exerted = |zone: Zone| {
            let cards = SEATS.iter().flat_map(|&seat| state.zone(seat, zone));
            cards.filter(|&&id| state.status(id).exerted).count()
        };
        assert_eq!(svg.matches("class=\"card exerted\"").count(), exerted(Zone::Play));
        assert_eq!(svg.matches("class=\"back turned\"").count(), exerted(Zone::Inkwell));
        let lore: usize =
            state.position().players.iter().map(|player| usize::from(player.lore.min(20))).sum();
        assert_eq!(svg.matches("class=\"reached\"").count(), lore);
        shown += 1;
    });
    assert!(shown > 5);
}

#[test]
fn the_board_looks_as_before() {
    let setup = dealt("0123456.0123456.ab");
    play(&setup, 5, 40, |step, state| {
        if step == 39 {
            agrees_with_file(
                "tests/data/board.svg",
                &board::draw(&Board::seen(&state.visible_state(SEATS[0])), Theme::Auto),
            );
        }
    });
}

fn explored(id: &str, children: Vec<Explored>) -> Explored {
    let visits = 1 + children.iter().map(|child| child.visits).sum::<u64>();
    let outcomes = ["p1", "p2", "unfinished"].map(|name| {
        let of_child =
            |child: &Explored| child.outcomes.iter().find(|(other, _)| other == name).map_or(0, |o| o.1);
        (name.to_owned(), children.iter().map(of_child).sum::<u64>())
    });
    Explored {
        id: id.to_owned(),
        label: format!("p1 plays Tipo - Growing Son, which is action {id}"),
        visits,
        outcomes: outcomes.to_vec(),
        unexplored: 0,
        children,
    }
}

fn ended(id: &str, outcome: &str) -> Explored {
    Explored { outcomes: vec![(outcome.to_owned(), 1)], ..explored(id, Vec::new()) }
}

fn small_tree() -> Explored {
    let chain = (0..7).rev().fold(ended("e35", "p1"), |below, n| Explored {
        unexplored: n,
        ..explored(&format!("q{n}a"), vec![below])
    });
    let branch = explored("p44", vec![ended("c01", "p1"), ended("c02", "p2"), ended("c03", "p2")]);
    let short = explored("i64", vec![explored("e35", vec![ended("q11", "unfinished")])]);
    let root =
        explored(".", vec![chain, Explored { unexplored: 4, ..branch }, short, explored("i56", Vec::new())]);
    Explored { unexplored: 7, label: "the beginning".to_owned(), ..root }
}

/// A chain of this many actions; optionally, another action was tried from time to time.
fn deep_tree(depth: usize, branch_every: usize) -> Explored {
    (0..depth).fold(ended("e35", "p2"), |below, n| {
        let mut children = vec![below];
        if branch_every > 0 && n % branch_every == 0 {
            children.push(ended("q12", "p1"));
        }
        Explored { unexplored: n % 5, ..explored(&format!("i{n:04x}"), children) }
    })
}

fn wide_tree() -> Explored {
    let outcome = |n: usize| format!("ending <{}> & more", n % 9);
    let children = (0..60).map(|n| {
        let children = (0..n % 7).map(|k| ended(&format!("c{k}"), &outcome(n + k))).collect();
        Explored { unexplored: n % 3 * 1000, ..explored(&"long".repeat(n), children) }
    });
    let root = explored("", children.collect());
    let most = vec![("p1".to_owned(), u64::MAX), ("p1".to_owned(), u64::MAX), (String::new(), 0)];
    Explored { label: "word ".repeat(100), visits: u64::MAX, outcomes: most, unexplored: usize::MAX, ..root }
}

#[test]
fn trees_can_be_read() {
    let trees = [
        Explored::default(),
        small_tree(),
        deep_tree(1000, 0),
        deep_tree(1000, 100),
        deep_tree(1000, 1),
        wide_tree(),
    ];
    for tree in trees {
        for theme in Theme::ALL {
            let svg = tree::draw(&tree, theme);
            assert_clear(&svg);
            assert_eq!(svg, tree::draw(&tree, theme));
        }
    }
}

#[test]
fn straight_chains_share_a_box() {
    for (tree, boxes, faint, title) in [
        (deep_tree(1000, 0), 2, 1, "i03e6 … e35 (1000 actions)"),
        (deep_tree(3, 0), 2, 1, "i0001 i0000 e35"),
        (small_tree(), 8, 2, "q0a … e35 (8 actions)"),
        (Explored::default(), 1, 0, "0 explored"),
    ] {
        let svg = tree::draw(&tree, Theme::Light);
        assert_eq!(svg.matches("<g class=\"node\">").count(), boxes, "{title}");
        assert_eq!(svg.matches("<g class=\"faint\">").count(), faint, "{title}");
        assert!(svg.contains(&format!(">{title}</text>")), "{title}");
    }
}

#[test]
fn the_tree_looks_as_before() {
    agrees_with_file("tests/data/tree.svg", &tree::draw(&small_tree(), Theme::Auto));
}

#[test]
fn the_graph_looks_as_before() {
    agrees_with_file("tests/data/graph.svg", &draw(&game([2, 0, 1, 1, 0]), Theme::Auto));
}

#[test]
fn texts_are_broken_between_words() {
    for (text, most, lines, expected) in [
        ("", 50, 2, &[][..]),
        ("Tipo", 0, 1, &["…"]),
        ("Tinker Bell", 40, 0, &["Tinke…"]),
        ("Tinker Bell", 40, 2, &["Tinker", "Bell"]),
        ("Tinker Bell - Giant Fairy", 70, 2, &["Tinker Bell -", "Giant Fairy"]),
        ("Tinker Bell - Giant Fairy", 40, 2, &["Tinker", "Bell -…"]),
    ] {
        assert_eq!(wrap(text, 10, most, lines), expected, "{text} {most} {lines}");
    }
    let area = |x, y, width, height| Area { x, y, width, height };
    assert_eq!(shelve(&[], 2, 10), (vec![], 0));
    assert_eq!(
        shelve(&[(4, 3), (4, 5), (20, 1), (3, 1)], 2, 10),
        (vec![area(0, 0, 4, 5), area(6, 0, 4, 5), area(0, 7, 20, 1), area(0, 10, 3, 1)], 11)
    );
}

#[test]
fn nothing_is_written_over_anything() {
    for counts in [[0; 5], [7, 0, 0, 0, 0], [7, 0, 5, 6, 3], [12, 0, 20, 25, 20], [1, 60, 1, 1, 1]] {
        assert_readable(&game(counts));
    }
    others().iter().for_each(assert_readable);
}

#[test]
fn cards_are_in_the_frames_of_their_zones() {
    let svg = draw(&game([3, 0, 2, 1, 1]), Theme::Auto);
    assert_eq!(svg.matches("class=\"frame\"").count(), 8);
    assert!(!svg.contains(">IN<"));
    // A picture of 10 zones that are owned, whose turn it is, and so on: an edge of each is a curve.
    for (label, class, count) in
        [("CAN_PLAY", "can-play", 6), ("CAN_QUEST", "can-quest", 4), ("OWNS", "link", 10)]
    {
        assert_eq!(svg.matches(&format!("\">{label}</text>")).count(), count, "{label}");
        assert!(svg.matches(&format!("<g class=\"{class}\">")).count() >= count, "{label}");
    }
    assert_eq!(svg.matches("class=\"curve\"").count(), 11 + 2 * 3 * 2 + 2 * 2 * 2 + 2 + 1);
}

#[test]
fn themes_are_light_or_dark_or_both() {
    let graph = template();
    let board = Board::of(&State::start(&Setup::Fresh { decks: decks() }).unwrap());
    for (theme, light, dark, both) in [
        (Theme::Auto, true, true, true),
        (Theme::Light, true, false, false),
        (Theme::Dark, false, true, false),
    ] {
        for svg in [draw(&graph, theme), board::draw(&board, theme), tree::draw(&small_tree(), theme)] {
            let has = |colour: &str| svg.contains(&format!(".paper{{fill:{colour}}}"));
            assert_eq!((has("#ffffff"), has("#14161a")), (light, dark), "{theme:?}");
            assert_eq!(svg.contains("prefers-color-scheme"), both, "{theme:?}");
        }
        assert_eq!(Theme::read(theme.name()), Some(theme));
    }
    assert_eq!(Theme::read("sepia"), None);
}

#[test]
fn texts_are_cut_to_the_room_they_have() {
    for (text, most, expected) in [
        ("Tipo", 100, "Tipo"),
        ("Tipo", 24, "Tipo"),
        ("Tinker Bell - Giant Fairy", 80, "Tinker Bell -…"),
        ("Tinker Bell", 0, "…"),
        ("", 0, ""),
        ("a b", 15, "…"),
        ("ab cd", 27, "ab…"),
    ] {
        assert_eq!(fit(text, 10, most), expected, "{text}");
    }
    assert_eq!(text_width("", 10), 0);
    assert!(text_width("ill", 10) < text_width("WWW", 10));
    assert_eq!(escape("<a & \"b\">\u{0}"), "&lt;a &amp; &quot;b&quot;&gt;\u{fffd}");
}

fn any_word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z<>&\"' _.]{0,30}", any::<String>(), "[\\\\Nnlr\n\r]{0,6}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph_can_be_drawn(
        nodes in prop::collection::vec((any_word(), 0..7_usize, any_word()), 1..15),
        ends in prop::collection::vec((0..15_usize, 0..15_usize, 0..6_usize, any_word()), 0..20),
    ) {
        let types = ["Game", "Player", "Zone", "Card", "Effect", "", "Other"];
        let labels = ["IN", "OWNS", "CAN_PLAY", "CURRENT_TURN", ""];
        let mut graph = Graph::new("any");
        for (at, (label, kind, value)) in nodes.iter().enumerate() {
            let attrs = vec![Attr::new("type", types[*kind]), Attr::new("label", label), Attr::new("key", value)];
            graph.nodes.push(Node { attrs, ..Node::new(at.to_string()) });
        }
        for (from, to, label, other) in ends {
            graph.edges.push(Edge::labelled(from.to_string(), labels.get(label).unwrap_or(&other.as_str()), to.to_string()));
        }
        assert_readable(&graph);
    }

    #[test]
    fn what_fits_is_no_wider(text in any_word(), most in 0..300_i32) {
        let fitted = fit(&text, 10, most);
        prop_assert!(text_width(&fitted, 10) <= most.max(text_width("…", 10)));
    }
}
