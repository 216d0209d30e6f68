//! DOT files: what is read, what is written, what Graphviz makes of them, and how errors are reported.

use crate::common;

use gaslamp_lorcana::notation::dot::{
    self, Attr, Edge, Graph, MOST_NESTED, Node, Writer, template, write, write_template,
};
use proptest::prelude::*;

use common::changed;

/// The statements of a graph, as they are written.
fn statements(text: &str) -> Vec<String> {
    let graph = Graph::read(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let written = write(&graph);
    let lines = written.lines().skip(1).filter(|line| line.starts_with("    "));
    lines.map(|line| line.trim_start().to_owned()).collect()
}

#[test]
fn every_form_is_read() {
    for (body, expected) in [
        ("", vec![]),
        (";;", vec![]),
        ("a", vec!["a;"]),
        ("a b;c", vec!["a;", "b;", "c;"]),
        ("a [x=1]", vec![r#"a [x="1"];"#]),
        ("a [x=1,y=2;z=3 w=4]", vec![r#"a [x="1", y="2", z="3", w="4"];"#]),
        ("a [x=1][y=2] []", vec![r#"a [x="1", y="2"];"#]),
        ("a[x=1]a[y=2];a[x=3]", vec![r#"a [x="3", y="2"];"#]),
        (r#"a [x="y z"]"#, vec![r#"a [x="y z"];"#]),
        (r#"a [x="say \"hi\""]"#, vec![r#"a [x="say \"hi\""];"#]),
        (r#"a [x="\N \n \\"]"#, vec![r#"a [x="\N \n \\"];"#]),
        ("a [x=\"1\\\n2\\\r\n3\"]", vec![r#"a [x="123"];"#]),
        (r#"a [x="1" + "2" + "3"]"#, vec![r#"a [x="123"];"#]),
        (r#""a" + "b" -> c"#, vec!["ab;", "c;", "ab -> c;"]),
        ("a [x=-1.5 y=.5 z=5.]", vec![r#"a [x="-1.5", y=".5", z="5."];"#]),
        ("1 -> -2", vec![r#""1";"#, r#""-2";"#, r#""1" -> "-2";"#]),
        ("a [x=<b <i>y</i>>]", vec![r#"a [x="b <i>y</i>"];"#]),
        ("te_kā", vec![r#""te_kā";"#]),
        (r#""node" -> "Edge""#, vec![r#""node";"#, r#""Edge";"#, r#""node" -> "Edge";"#]),
        (r#""""#, vec![r#""";"#]),
        ("a->b", vec!["a;", "b;", "a -> b;"]),
        ("a -> b -> a [x=1]", vec!["a;", "b;", r#"a -> b [x="1"];"#, r#"b -> a [x="1"];"#]),
        ("a -> b; a -> b", vec!["a;", "b;", "a -> b;", "a -> b;"]),
        ("a:p:n -> b:\"q\"", vec!["a;", "b;", "a -> b;"]),
        ("a -[IN]-> b", vec!["a;", "b;", r#"a -> b [label="IN"];"#]),
        ("a-[X]->b-[Y]->c [z=1]", {
            vec!["a;", "b;", "c;", r#"a -> b [label="X", z="1"];"#, r#"b -> c [label="Y", z="1"];"#]
        }),
        ("// b\n# c\n/* d\n e */ a // f", vec!["a;"]),
        ("node [x=1] a; node [x=2]; b [x=3]; c; a", {
            vec![r#"a [x="1"];"#, r#"b [x="3"];"#, r#"c [x="2"];"#]
        }),
        ("a -> b; edge [x=1]; a -> b; b -> a [x=2]", {
            vec!["a;", "b;", "a -> b;", r#"a -> b [x="1"];"#, r#"b -> a [x="2"];"#]
        }),
        ("graph [bb=\"0,0,1,2\"]; rankdir=LR; a", vec!["a;"]),
        ("NODE [x=1] Graph [y=2] a", vec![r#"a [x="1"];"#]),
        ("{a b} -> c", vec!["a;", "b;", "c;", "a -> c;", "b -> c;"]),
        ("a -> {b; c [x=1]} [y=2]", {
            vec!["a;", "b;", r#"c [x="1"];"#, r#"a -> b [y="2"];"#, r#"a -> c [y="2"];"#]
        }),
        ("subgraph s {node [x=1] a} b; subgraph s {c} -> b", {
            vec![r#"a [x="1"];"#, "b;", "c;", "a -> b;", "c -> b;"]
        }),
        ("subgraph s {a {b}}; c -> subgraph s", vec!["a;", "b;", "c;", "c -> a;", "c -> b;"]),
        ("subgraph {a -> b}", vec!["a;", "b;", "a -> b;"]),
    ] {
        for text in [
            format!("digraph lorcana {{\n{body}\n}}"),
            format!("\u{feff}DiGraph{{{body}\n}}\n"),
            format!(
                "digraph \"x y\"\n{{\r\n\t{}\r\n}}\r\n",
                body.replace('\n', "\r\n").replace("\r\r", "\r")
            ),
        ] {
            assert_eq!(statements(&text), expected, "{text}");
        }
    }
}

#[test]
fn strict_graphs_have_one_edge_between_two_nodes() {
    let text = "strict digraph { a -> b [x=1 y=1]; b -> a; a -> b [x=2] }";
    assert_eq!(statements(text), ["a;", "b;", r#"a -> b [x="2", y="1"];"#, "b -> a;"]);
}

#[test]
fn names_are_read_and_written() {
    for (text, name, written) in [
        ("digraph {}", "", "digraph {\n}\n"),
        ("digraph \"\" {}", "", "digraph {\n}\n"),
        ("digraph lorcana {}", "lorcana", "digraph lorcana {\n}\n"),
        ("strict digraph 'x' {}", "'x'", ""),
        ("digraph \"node\" {}", "node", "digraph \"node\" {\n}\n"),
    ] {
        let reading = dot::read(text);
        assert_eq!(reading.graph.name, name, "{text}");
        assert_eq!(reading.readable().map(|graph| write(&graph)).unwrap_or_default(), written, "{text}");
    }
}

/// Comparing graphs ignores places, and places are where the words are.
#[test]
fn everything_has_its_place() {
    let text = "digraph { a -> \"b\" [x = 1]; b [y=\"2\"]; b [z=3] }";
    let graph = Graph::read(text).unwrap();
    let at = |span: gaslamp_core::Span| &text[span.range()];
    assert_eq!(graph.nodes.iter().map(|node| at(node.span)).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(graph.nodes[1].span.start, text.find("b [y").unwrap());
    assert_eq!(at(graph.edges[0].span), "a -> \"b\"");
    assert_eq!((at(graph.edges[0].attrs[0].span), at(graph.nodes[1].attrs[0].span)), ("x = 1", "y=\"2\""));
    let mut same = Graph::new("");
    same.nodes = vec![Node::new("a"), Node::new("b").with("y", "2").with("z", "3")];
    same.edges = vec![Edge::new("a", "b").with("x", "1")];
    assert_eq!(graph, same);
    assert_eq!(graph.node("b").and_then(|node| node.attr("z")), Some("3"));
    assert_eq!(graph.index().node("b"), graph.node("b"));
    assert_eq!((graph.index().place("a"), graph.index().place("c")), (Some(0), None));
    assert_eq!((graph.edges[0].attr("x"), graph.edges[0].label()), (Some("1"), ""));
}

const TEMPLATE: &str = include_str!("../../data/template.dot");

#[test]
fn the_template_is_as_the_format_says() {
    assert_eq!(write_template(), TEMPLATE);
    let sorted = |mut graph: Graph| {
        graph.edges.sort_by(|a, b| (&a.from, &a.to).cmp(&(&b.from, &b.to)));
        graph
    };
    assert_eq!(Graph::read(TEMPLATE).map(sorted), Ok(sorted(template())));
    assert_eq!(Graph::read(&write(&template())), Ok(template()));
    // As the page about the format prints it.
    let loose = TEMPLATE.replace(" [type=\"Zone\"", "    [type=\"Zone\"");
    let loose = loose
        .replace("-> p1 [label=\"OWNS\"]", "-[OWNS]-> p1")
        .replace("-> p2 [label=\"OWNS\"]", "-[OWNS]-> p2");
    let loose = loose.replace("-> p1 [label=\"CURRENT_TURN\"]", "-[CURRENT_TURN]-> p1");
    assert_eq!(Graph::read(&loose), Graph::read(TEMPLATE));
}

#[test]
fn comments_stand_between_groups() {
    let mut writer = Writer::new("lorcana");
    writer.comment("Players");
    writer.node(&Node::new("p1").with("type", "Player").with("lore", "0").with("ink_drops", "1"));
    writer.gap();
    writer.comment("two\nlines");
    writer.edge(&Edge::labelled("game", "CURRENT_TURN", "p1"));
    writer.edge(&Edge::labelled("p1.ursula's_shell.a", "IN", "z.p1.play"));
    writer.gap();
    let expected = r#"digraph lorcana {
    // Players
    p1 [type="Player", lore="0", ink_drops="1"];

    // two
    // lines
    game -> p1 [label="CURRENT_TURN"];
    "p1.ursula's_shell.a" -> "z.p1.play" [label="IN"];
}
"#;
    assert_eq!(writer.finish(), expected);
}

/// A graph without what layouts add, in an order that does not depend on who wrote it.
fn meaning(text: &str) -> Graph {
    let mut graph = Graph::read(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let tidy = |attrs: &mut Vec<Attr>| {
        let layout = ["pos", "width", "height", "lp", "color", "fontname"];
        attrs.retain(|attr| !layout.contains(&attr.key.as_str()) && attr.value != "\\N");
        attrs.sort_by(|a, b| a.key.cmp(&b.key));
    };
    graph.nodes.iter_mut().for_each(|node| tidy(&mut node.attrs));
    graph.edges.iter_mut().for_each(|edge| tidy(&mut edge.attrs));
    graph.nodes.sort_by(|a, b| a.id.cmp(&b.id));
    graph.edges.sort_by(|a, b| (&a.from, &a.to, a.label()).cmp(&(&b.from, &b.to, b.label())));
    graph
}

const GAME: &str = r#"digraph lorcana {
    game [type="Game", turn="3"];
    p1 [type="Player", lore="4", ink_drops="1"];
    "z.p1.play" [type="Zone", kind="play"];
    "p1.tinker_bell_giant_fairy.a" [type="Card", card_id="2188", exerted="0", label="Tinker Bell - Giant Fairy"];
    game -> p1 [label="CURRENT_TURN"];
    "z.p1.play" -> p1 [label="OWNS"];
    "p1.tinker_bell_giant_fairy.a" -> "z.p1.play" [label="IN"];
    "p1.tinker_bell_giant_fairy.a" -> game [label="CAN_QUEST"];
}
"#;

#[test]
fn what_graphviz_rewrites_means_the_same() {
    let laid_out = "digraph lorcana {\n\tgraph [bb=\"0,0,237.4,251\"];\n\tnode [label=\"\\N\"];\n\tgame\t[height=0.5,\n\t\t\
        pos=\"63,105\",\n\t\tturn=3,\n\t\ttype=Game,\n\t\twidth=0.75];\n\tp1\t[height=0.5,\n\t\tink_drops=1,\n\t\tlore=4,\n\t\t\
        pos=\"93,18\",\n\t\ttype=Player,\n\t\twidth=0.75];\n\tgame -> p1\t[label=CURRENT_TURN,\n\t\tlp=\"128,61.5\",\n\t\t\
        pos=\"e,86.9,36.1 69.2,86.7 72.9,76.1 77.7,62.5 \\\n81.9,50.4\"];\n\t\"z.p1.play\"\t[height=0.5,\n\t\tkind=play,\n\t\ttype=Zone];\n\t\
        \"z.p1.play\" -> p1\t[label=OWNS];\n\t\"p1.tinker_bell_giant_fairy.a\"\t[card_id=2188,\n\t\texerted=0,\n\t\theight=0.5,\n\t\t\
        label=\"Tinker Bell - Giant Fairy\",\n\t\ttype=Card,\n\t\twidth=2.9];\n\t\"p1.tinker_bell_giant_fairy.a\" -> game\t[label=CAN_QUEST];\n\t\
        \"p1.tinker_bell_giant_fairy.a\" -> \"z.p1.play\"\t[label=IN];\n}\n";
    let canonical = "digraph lorcana {\n\tnode [label=\"\\N\"];\n\t\"z.p1.play\" [kind=play,\n\t\ttype=Zone];\n\tp1 [ink_drops=1, lore=4, type=Player];\n\t\
        \"z.p1.play\" -> p1 [label=OWNS];\n\tgame [turn=3, type=Game];\n\tgame -> p1 [label=CURRENT_TURN];\n\t\
        \"p1.tinker_bell_giant_fairy.a\" [card_id=2188 exerted=0 label=\"Tinker Bell - \\\nGiant Fairy\" type=Card];\n\t\
        \"p1.tinker_bell_giant_fairy.a\" -> \"z.p1.play\" [label=IN];\n\t\"p1.tinker_bell_giant_fairy.a\" -> game [label=CAN_QUEST];\n}\n";
    let by_hand = "# mine\ndigraph lorcana {\n  node [fontname=Arial, type=Card]\n  subgraph cluster_p1 { label=\"first\"; color=blue;\n    \
        \"z.p1.play\" [type=Zone kind=play]\n    \"p1.tinker_bell_giant_fairy.a\":e -> \"z.p1.play\":w [label=IN] }\n  \
        game [type=Game, turn=3]; p1 [type=Player; lore=4; ink_drops=1]\n  { edge [label=OWNS] \"z.p1.play\" -> p1 }\n  \
        game -> p1 [label=CURRENT_TURN][color=red]\n  \"p1.tinker_bell_giant_fairy.a\" [card_id=2188, exerted=0,]\n  \
        \"p1.tinker_bell_giant_fairy.a\" [label=\"Tinker Bell\" + \" - Giant Fairy\"]\n  \
        \"p1.tinker_bell_giant_fairy.a\" -[CAN_QUEST]-> game }";
    for text in [laid_out, canonical, by_hand] {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            assert_eq!(meaning(&text), meaning(GAME), "{text}");
        }
    }
    assert_eq!(write(&Graph::read(GAME).unwrap()).replace("\n\n", "\n"), GAME);
}

/// The problems of a text: id, what is at the place, and whether there is a fix.
fn told(text: &str) -> Vec<(&'static str, &str)> {
    let problems = dot::read(text).problems;
    let tell = |problem: gaslamp_core::Diagnostic| {
        assert!(problem.fix.is_some(), "{problem:?}");
        let id = problem.id.strip_prefix("lorcana/dot/").expect("an id of DOT");
        (id, &text[problem.span.expect("a place").range()])
    };
    problems.into_iter().map(tell).collect()
}

#[test]
fn every_error_has_its_place() {
    for (text, expected) in [
        ("", vec![("no-graph", "")]),
        ("{\"json\": 1}", vec![("no-graph", "{")]),
        ("digrph x { a -> }", vec![("no-graph", "digrph"), ("no-node", "->")]),
        ("graph { a -- b }", vec![("undirected", "graph"), ("undirected", "--")]),
        ("digraph", vec![("no-brace", "digraph")]),
        ("digraph x", vec![("no-brace", "x")]),
        ("digraph x\n a [b=]\n}", vec![("no-brace", "a"), ("no-value", "b")]),
        ("digraph my own { a ] }", vec![("no-brace", "own"), ("unexpected", "]")]),
        ("digraph node { }", vec![("keyword", "node")]),
        ("digraph { a", vec![("unclosed-brace", "{")]),
        ("digraph { { a", vec![("unclosed-brace", "{"), ("unclosed-brace", "{")]),
        ("digraph { a } b", vec![("after-end", "b")]),
        ("digraph {} digraph {}", vec![("after-end", "digraph")]),
        ("digraph { p1.tipo.a [x=1] }", vec![("unquoted", "p1.tipo.a")]),
        ("digraph { a [x=#ff0000, y=2b] }", vec![("unquoted", "#ff0000"), ("unquoted", "2b")]),
        ("digraph { a -> ; b -> }", vec![("no-node", "->"), ("no-node", "->")]),
        ("digraph { -> b }", vec![("unexpected", "->")]),
        ("digraph { a - b; c => d; e }", vec![("unexpected", "-"), ("no-value", "c")]),
        ("digraph { a -> node; edge -> b }", vec![("keyword", "node"), ("keyword", "edge")]),
        ("digraph { a [x]; b [y=] c [=z] d [x,y=1] }", {
            vec![("no-value", "x"), ("no-value", "y"), ("unexpected", "="), ("no-value", "x")]
        }),
        ("digraph { a [x y=1] }", vec![("no-value", "x")]),
        ("digraph { a [x=1\n b [y=2]; c }", vec![("unclosed-list", "[")]),
        ("digraph { a [x=1; b -> c }", vec![("unclosed-list", "[")]),
        ("digraph { a [x=1 }", vec![("unclosed-list", "[")]),
        ("digraph { a [x=1", vec![("unclosed-brace", "{"), ("unclosed-list", "[")]),
        ("digraph { a [x=\"1];\n b [y=\"2\"];\n c -> }", {
            vec![("unclosed-quote", "\"1];"), ("no-node", "->")]
        }),
        ("digraph {\n a [x=\"1];\n b ->\n}", vec![("unclosed-quote", "\"1"), ("no-node", "->")]),
        ("digraph {\n a [x=<1]\n b [c]\n}", vec![("unclosed-html", "<1"), ("no-value", "c")]),
        ("digraph {\n a [x=\"1\n b\n}", {
            vec![("unclosed-list", "["), ("unclosed-quote", "\"1"), ("no-value", "b")]
        }),
        ("digraph { a /* b", vec![("unclosed-brace", "{"), ("unclosed-comment", "/*")]),
        ("digraph { a [x=\"1\" + 2] }", vec![("unexpected", "2")]),
        ("digraph { a: -> b\n c ) d }", vec![("unexpected", "->"), ("unexpected", ")")]),
        ("digraph { subgraph -> b }", vec![("unexpected", "->")]),
        ("digraph { subgraph", vec![("unclosed-brace", "{"), ("unexpected", "subgraph")]),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
}

/// The text around an error is read.
#[test]
fn errors_lose_little() {
    for (text, ids) in [
        ("digraph { a - b; c }", vec!["a", "c"]),
        ("digraph { a [x=1\n b [y=2]; c }", vec!["a", "b", "c"]),
        ("digraph { a [x=\"1];\n b [y=\"2\"];\n c -> }", vec!["a", "b", "c"]),
        ("digraph { p1.a -> p1.b }", vec!["p1.a", "p1.b"]),
        ("graph { a -- b }", vec!["a", "b"]),
    ] {
        let reading = dot::read(text);
        assert_eq!(
            reading.graph.nodes.iter().map(|node| node.id.as_str()).collect::<Vec<_>>(),
            ids,
            "{text}"
        );
        assert!(reading.readable().is_err());
    }
}

#[test]
fn no_text_takes_too_long_or_too_much() {
    const MANY: usize = 100_000;
    let many = |part: &str| part.repeat(MANY);
    let numbered = |part: &str| (0..MANY / 10).map(|n| part.replace('#', &n.to_string())).collect::<String>();
    let nested = format!("{}{}", "{".repeat(MOST_NESTED), "}".repeat(MOST_NESTED));
    for (body, expected) in [
        (nested, None),
        (many("{"), Some("too-deep")),
        (many("{ a -> "), Some("too-deep")),
        (format!("{{{0}}} -> {{{0}}}", numbered("n# ")), Some("too-large")),
        (format!("node [{}]; {}", numbered("k#=1 "), numbered("n# ")), Some("too-large")),
        (format!("node [x=\"{}\"]; {}", many("x"), numbered("n# ")), Some("too-large")),
        (format!("subgraph s {{{}}} {}", numbered("n# "), many("subgraph s ")), Some("too-large")),
        (format!("subgraph s {{{}}} {}", numbered("n# "), many("subgraph s {}")), Some("too-large")),
        (format!("a [{}]", numbered("k#=1 ")), None),
        (numbered("node [k#=1];"), Some("too-large")),
        (many("a -> ") + "a", None),
        (many("\\\"\n"), Some("unquoted")),
        (many("a[x=\"\n"), Some("unclosed-quote")),
        (many("<\n"), Some("unclosed-html")),
        (many("\"\n\"<"), Some("unclosed-html")),
        (many("-[a"), Some("unexpected")),
        (many("[b["), Some("unexpected")),
        (many("a[b"), Some("unclosed-list")),
        (many("/*"), Some("unclosed-comment")),
        (many("a [x=\"1\"+"), Some("unexpected")),
    ] {
        let text = format!("digraph {{ {body} }}");
        let found = told(&text).into_iter().map(|(id, _)| id);
        let found: std::collections::HashSet<_> = found.collect();
        let start: String = text.chars().take(60).collect();
        assert_eq!(found.is_empty(), expected.is_none(), "{start}: {found:?}");
        assert!(expected.is_none_or(|id| found.contains(id)), "{start}: {found:?}");
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z_]{1,3}",
        "[\\\\\"nN\n\r \t<>{}\\[\\];,=+:#/*.0-9é-]{0,8}",
        prop::sample::select(vec![
            "node",
            "Graph",
            "z.p1.ink",
            "1.5",
            "p1.te_kā.a",
            "",
            "\\",
            "\u{feff}",
            "\\N"
        ])
        .prop_map(String::from),
        any::<String>(),
    ]
}

fn any_attrs() -> impl Strategy<Value = Vec<Attr>> {
    prop::collection::vec((any_text(), any_text()), 0..5).prop_map(|pairs| {
        let mut attrs: Vec<Attr> = Vec::new();
        for (key, value) in pairs {
            if attrs.iter().all(|attr| attr.key != key) {
                attrs.push(Attr::new(&key, value));
            }
        }
        attrs
    })
}

fn any_graph() -> impl Strategy<Value = Graph> {
    let nodes = prop::collection::vec((any_text(), any_attrs()), 1..8);
    let ends = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any_attrs());
    (any_text(), nodes, prop::collection::vec(ends, 0..8)).prop_map(|(name, nodes, ends)| {
        let mut graph = Graph::new(&name);
        for (id, attrs) in nodes {
            if graph.node(&id).is_none() {
                graph.nodes.push(Node { attrs, ..Node::new(id) });
            }
        }
        for (from, to, attrs) in ends {
            let [from, to] = [from, to].map(|end| end.get(&graph.nodes).id.clone());
            graph.edges.push(Edge { attrs, ..Edge::new(from, to) });
        }
        graph
    })
}

fn any_dot() -> impl Strategy<Value = String> {
    let pieces = vec![
        "digraph ",
        "graph ",
        "strict ",
        "subgraph ",
        "node ",
        "edge ",
        "{",
        "}",
        "[",
        "]",
        "->",
        "--",
        "-[X]->",
        "-[",
        "\"",
        "\\\"",
        "\\",
        "<",
        ">",
        "=",
        ";",
        ",",
        ":",
        "+",
        "\n",
        "\r\n",
        " ",
        "//",
        "/*",
        "*/",
        "#",
        "a",
        "b",
        "\"c d\"",
        "1.5",
        "-",
        "é",
        "\u{feff}",
        "label=IN",
        "x=1",
        "[x=1]",
        "a.b",
    ];
    let soup = prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|parts| parts.concat());
    let change =
        (any::<prop::sample::Index>(), 0..4_usize, soup.clone().prop_map(|s| s.chars().take(6).collect()));
    let mutated = (prop::sample::select(vec![GAME, TEMPLATE]), prop::collection::vec(change, 1..6))
        .prop_map(|(text, changes)| changed(text, changes));
    prop_oneof![soup.clone().prop_map(|body| format!("digraph {{{body}")), soup, mutated, any::<String>()]
}

/// Whatever the text, places are places in it, and what was read reads back.
fn assert_sound(text: &str) {
    let reading = dot::read(text);
    let nodes = reading.graph.nodes.iter().map(|node| node.span);
    let edges = reading.graph.edges.iter().map(|edge| edge.span);
    let problems = reading.problems.iter().filter_map(|problem| problem.span);
    for span in nodes.chain(edges).chain(problems) {
        assert!(text.get(span.range()).is_some(), "{span:?}");
    }
    assert!(reading.problems.iter().all(|problem| problem.span.is_some() && problem.fix.is_some()));
    assert_eq!(Graph::read(&write(&reading.graph)).as_ref(), Ok(&reading.graph));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn every_graph_reads_back(graph in any_graph()) {
        prop_assert_eq!(Graph::read(&write(&graph)), Ok(graph));
    }

    #[test]
    fn no_text_breaks_the_reader(text in any_dot()) {
        assert_sound(&text);
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        assert_sound(&String::from_utf8_lossy(&bytes));
    }
}
