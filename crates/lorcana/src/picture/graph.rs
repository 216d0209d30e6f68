//! A DOT graph as a picture.
//!
//! Every node is a box with its title and its attributes; nodes that are `IN` a zone are in its frame. An edge leaves
//! its node from a line with its label, so that labels never overlap, and is a curve beneath all boxes. Edges of
//! actions (`CAN_…`) have a colour for each kind; all others are thin.

use super::layout::{Layout, Link, PAD, Place, SMALL, TITLE, lay_out};
use crate::notation::dot::{Attr, Graph, Node};
use gaslamp_core::svg::{Anchor, Area, Frame, Paint, Svg, Text, Theme, fit, line_height};

/// The actions that have a colour of their own: the label and the class.
const ACTIONS: [(&str, &str); 12] = [
    ("CAN_PLAY", "can-play"),
    ("CAN_INK", "can-ink"),
    ("CAN_QUEST", "can-quest"),
    ("CAN_CHALLENGE", "can-challenge"),
    ("CAN_ACTIVATE", "can-activate"),
    ("CAN_PASS", "can-pass"),
    ("CAN_SING", "can-sing"),
    ("CAN_SHIFT", "can-shift"),
    ("CAN_MOVE", "can-move"),
    ("CAN_BOOST", "can-boost"),
    ("CAN_CHOOSE", "can-choose"),
    ("CAN_ALTER", "can-alter"),
];

/// The types that have a colour of their own: the type and the class.
const TYPES: [(&str, &str); 6] = [
    ("Game", "game"),
    ("Player", "player"),
    ("Zone", "zone"),
    ("Card", "card"),
    ("Effect", "effect"),
    ("TargetPool", "effect"),
];

const RULES: [(&str, &str); 5] = [
    ("text", "font-family:Helvetica,Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif"),
    (".curve", "fill:none;stroke:currentColor;stroke-width:1.6;stroke-opacity:.8"),
    (".link .curve", "stroke-width:.8"),
    (".tip", "fill:currentColor;stroke:none"),
    (".label", "fill:currentColor"),
];

const PAINTS: [Paint; 26] = [
    Paint::new(".paper", "fill", "#ffffff", "#14161a"),
    Paint::new(".frame", "fill", "#f1f3f6", "#1a1d23"),
    Paint::new(".frame", "stroke", "#c9ced6", "#3a404c"),
    Paint::new(".title", "fill", "#1d2129", "#e6e8ec"),
    Paint::new(".line", "fill", "#5b6370", "#9aa3b2"),
    Paint::new(".box", "fill", "#ffffff", "#20242b"),
    Paint::new(".box", "stroke", "#9aa3b2", "#4b5563"),
    Paint::new(".game .box", "fill", "#fff3d6", "#3a3118"),
    Paint::new(".player .box", "fill", "#e3ecfb", "#1f2d45"),
    Paint::new(".zone .box", "fill", "#e6e9ee", "#2b313b"),
    Paint::new(".card .box", "fill", "#ffffff", "#20242b"),
    Paint::new(".effect .box", "fill", "#f5eafc", "#35254b"),
    Paint::new(".link", "color", "#697182", "#98a2b3"),
    Paint::new(".can", "color", "#666600", "#d4d45a"),
    Paint::new(".can-play", "color", "#1a7f37", "#56d364"),
    Paint::new(".can-ink", "color", "#0b62c4", "#79b8ff"),
    Paint::new(".can-quest", "color", "#8a5a00", "#e3b341"),
    Paint::new(".can-challenge", "color", "#c0232c", "#ff7b72"),
    Paint::new(".can-activate", "color", "#7a3fbf", "#d2a8ff"),
    Paint::new(".can-pass", "color", "#4b5563", "#c3cad4"),
    Paint::new(".can-sing", "color", "#b0217a", "#f778ba"),
    Paint::new(".can-shift", "color", "#0d7377", "#4fd1c5"),
    Paint::new(".can-move", "color", "#8b4a16", "#f0a868"),
    Paint::new(".can-boost", "color", "#a8420a", "#ffa657"),
    Paint::new(".can-choose", "color", "#3d4f9f", "#a5b4fc"),
    Paint::new(".can-alter", "color", "#4d6b00", "#a5d64f"),
];

/// Draws a graph as SVG.
#[must_use]
pub fn draw(graph: &Graph, theme: Theme) -> String {
    let layout = lay_out(graph);
    let mut svg = Svg::new();
    svg.rect(Area { x: 0, y: 0, width: layout.width, height: layout.height }, 0, "paper");
    layout.frames.iter().for_each(|frame| svg.rect(*frame, 10, "frame"));
    draw_edges(&mut svg, graph, &layout);
    for (node, place) in graph.nodes.iter().zip(&layout.places) {
        draw_node(&mut svg, graph, node, place);
    }
    svg.finish(&Frame {
        class: "gaslamp-graph",
        title: &graph.name,
        width: layout.width,
        height: layout.height,
        theme,
        rules: &RULES,
        paints: &PAINTS,
    })
}

/// The class of an edge, which is its colour.
fn edge_class(label: &str) -> &'static str {
    let other = if label.starts_with("CAN_") { "can" } else { "link" };
    ACTIONS.iter().find(|(action, _)| *action == label).map_or(other, |(_, class)| class)
}

fn node_class(node: &Node) -> &'static str {
    let kind = node.attr("type").unwrap_or_default();
    TYPES.iter().find(|(name, _)| *name == kind).map_or("other", |(_, class)| class)
}

fn draw_node(svg: &mut Svg, graph: &Graph, node: &Node, place: &Place) {
    svg.open("g", &[("class", &node_class(node))]);
    svg.title(&tooltip(&node.id, &node.attrs));
    svg.rect(place.area, 5, "box");
    let x = place.area.x + PAD;
    let mut top = place.area.y + PAD;
    let mut line = |size: i32, class: &str, text: &str| {
        svg.text(&Text { x, y: top + size, size, anchor: Anchor::Start, class, text });
        top += line_height(size);
    };
    line(TITLE, "title", &place.title);
    place.lines.iter().for_each(|text| line(SMALL, "line", text));
    for &edge in &place.ports {
        let label = graph.edges[edge].label();
        line(SMALL, &format!("label {}", edge_class(label)), &fit(label, SMALL, place.area.width - 2 * PAD));
    }
    svg.close();
}

/// Everything known about a node or an edge.
fn tooltip(name: &str, attrs: &[Attr]) -> String {
    let lines = attrs.iter().map(|attr| format!("\n{}: {}", attr.key, attr.value));
    std::iter::once(name.to_owned()).chain(lines).collect()
}

/// Which side of a box an edge touches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    /// The sides at which an edge leaves and arrives. Within a column it goes around on the right.
    fn of(from: &Place, to: &Place) -> (Self, Self) {
        match from.column.cmp(&to.column) {
            std::cmp::Ordering::Less => (Self::Right, Self::Left),
            std::cmp::Ordering::Equal => (Self::Right, Self::Right),
            std::cmp::Ordering::Greater => (Self::Left, Self::Right),
        }
    }

    fn x(self, area: Area) -> i32 {
        if self == Self::Left { area.x } else { area.right() }
    }

    fn outwards(self) -> i32 {
        if self == Self::Left { -1 } else { 1 }
    }
}

fn draw_edges(svg: &mut Svg, graph: &Graph, layout: &Layout) {
    let sides: Vec<(Side, Side)> = layout
        .links
        .iter()
        .map(|link| Side::of(&layout.places[link.from], &layout.places[link.to]))
        .collect();
    let mut arriving = vec![[0_i32; 2]; layout.places.len()];
    for (link, (_, side)) in layout.links.iter().zip(&sides) {
        arriving[link.to][*side as usize] += 1;
    }
    let mut arrived = vec![[0_i32; 2]; layout.places.len()];
    let mut left = vec![0_i32; layout.places.len()];
    for (link, (out, into)) in layout.links.iter().zip(sides) {
        let to = layout.places[link.to].area;
        let nth = &mut arrived[link.to][into as usize];
        *nth += 1;
        // Edges that arrive at one side share it evenly.
        let share = i64::from(to.height) * i64::from(*nth) / i64::from(arriving[link.to][into as usize] + 1);
        let end = (into.x(to), to.y + i32::try_from(share).unwrap_or(to.height));
        let from = &layout.places[link.from];
        let start = (out.x(from.area), leaves_at(graph, link, from, &mut left[link.from]));
        draw_edge(svg, graph, link, (start, out), (end, into));
    }
}

/// The height at which an edge leaves its box: at its label, or at the title if it has none.
fn leaves_at(graph: &Graph, link: &Link, from: &Place, left: &mut i32) -> i32 {
    if graph.edges[link.edge].label().is_empty() {
        return from.area.y + PAD + line_height(TITLE) / 2;
    }
    let lines = i32::try_from(from.lines.len()).unwrap_or(0) + *left;
    *left += 1;
    from.area.y + PAD + line_height(TITLE) + lines * line_height(SMALL) + line_height(SMALL) / 2
}

fn draw_edge(svg: &mut Svg, graph: &Graph, link: &Link, start: ((i32, i32), Side), end: ((i32, i32), Side)) {
    const TIP: i32 = 7;
    let edge = &graph.edges[link.edge];
    let (((x1, y1), out), ((x2, y2), into)) = (start, end);
    let reach = if out == into { 30 + ((y2 - y1).abs() / 8).min(50) } else { ((x2 - x1).abs() / 2).max(40) };
    let (c1, c2) = (x1 + out.outwards() * reach, x2 + into.outwards() * reach);
    let base = x2 + into.outwards() * TIP;
    svg.open("g", &[("class", &edge_class(edge.label()))]);
    svg.title(&tooltip(&format!("{} → {}", edge.from, edge.to), &edge.attrs));
    svg.path(&format!("M{x1} {y1}C{c1} {y1} {c2} {y2} {base} {y2}"), "curve");
    svg.path(&format!("M{x2} {y2}L{base} {}L{base} {}Z", y2 - 3, y2 + 3), "tip");
    svg.close();
}
