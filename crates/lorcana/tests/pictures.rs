//! Pictures: they are XML, nothing is written over anything else, and themes are what they say.

use gaslamp_lorcana::Card;
use gaslamp_lorcana::notation::dot::{Attr, Edge, Graph, Node, ZONES, template};
use gaslamp_lorcana::picture::graph::draw;
use gaslamp_lorcana::picture::svg::{Anchor, Area, Text, Theme, escape, fit, text_width};
use proptest::prelude::*;

/// A game with so many cards in each zone of each player, and the actions that such a game may have.
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

/// Graphs of other kinds: no types, circles, edges without labels, text that must be escaped or is too long.
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

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

fn number(tag: &str, name: &str) -> i32 {
    attribute(tag, name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} of {tag}"))
}

fn unescape(text: &str) -> String {
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (written, sign)| text.replace(written, sign))
}

/// The place of every text of a picture, with what it says.
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

/// Every tag is closed in its order, and every `&` begins a known entity.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, content) = part.split_once('>').expect("the end of a tag");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!content.contains('>'), "{content}");
        for entity in part.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;", "#10;"].iter().any(|name| entity.starts_with(name)),
                "{entity}"
            );
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(svg.chars().all(|c| c == '\n' || (!c.is_control() && c != '\u{ffff}')));
}

fn assert_readable(graph: &Graph) {
    let svg = draw(graph, Theme::Auto);
    assert_well_formed(&svg);
    let (width, height) = (number(&svg, "width"), number(&svg, "height"));
    let mut texts = texts(&svg);
    assert!(texts.len() >= graph.nodes.len());
    texts.sort_by_key(|(area, _)| area.x);
    for (at, (area, text)) in texts.iter().enumerate() {
        assert!(area.x >= 0 && area.y >= 0 && area.right() <= width && area.bottom() <= height, "{text}");
        let near = texts[at + 1..].iter().take_while(|(other, _)| other.x < area.right());
        for (other, words) in near {
            assert!(!area.overlaps(*other), "`{text}` {area:?} and `{words}` {other:?}");
        }
    }
    assert_eq!(svg, draw(graph, Theme::Auto));
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
    for (theme, light, dark, both) in [
        (Theme::Auto, true, true, true),
        (Theme::Light, true, false, false),
        (Theme::Dark, false, true, false),
    ] {
        let svg = draw(&graph, theme);
        let has = |colour: &str| svg.contains(&format!(".paper{{fill:{colour}}}"));
        assert_eq!((has("#ffffff"), has("#14161a")), (light, dark), "{theme:?}");
        assert_eq!(svg.contains("prefers-color-scheme"), both, "{theme:?}");
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
