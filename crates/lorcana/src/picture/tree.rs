//! The explored part of a game, as a tree from left to right.
//!
//! Every box has the id and the action that lead there, how much is explored below it, and how the games below ended.
//! Actions that follow each other without a branch share one box; unexplored actions are one faint box. Nothing here
//! recurses, so the depth of a tree does not matter.

use std::collections::BTreeSet;

use gaslamp_core::number_format::{grouped, plural};
use gaslamp_core::svg::{Anchor, Area, Frame, Paint, Svg, Text, Theme, fit, line_height, text_width, wrap};

const MARGIN: i32 = 20;
const PAD: i32 = 7;
const GAP: i32 = 10;
/// The room between columns, where edges run.
const GUTTER: i32 = 70;
const WIDTH: i32 = 210;
const ROOM: i32 = WIDTH - 2 * PAD;
const TITLE: i32 = 13;
const SMALL: i32 = 10;
const BAR: i32 = 8;
const SWATCH: i32 = 10;
/// How many lines an action may have.
const LABEL_LINES: usize = 2;
/// How many ids of a chain are shown; of longer chains, the first and the last.
const MOST_IDS: usize = 5;
/// How many outcomes have a colour of their own.
const COLOURS: usize = 6;
/// The thickest edge, to a node that has all visits.
const THICKEST: u64 = 7;

/// A node that has been explored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// The id of the action that leads there; `.` for the root.
    pub id: String,
    /// That action in words.
    pub label: String,
    /// The number of explored nodes below, including this one.
    pub visits: u64,
    /// How often games below ended with each outcome.
    pub outcomes: Vec<(String, u64)>,
    /// The number of legal actions here that have not been explored.
    pub unexplored: usize,
    /// The nodes that follow.
    pub children: Vec<Explored>,
}

/// A box of the picture.
struct Node<'a> {
    /// The nodes that share it, from left to right; empty if it stands for unexplored actions.
    chain: Vec<&'a Explored>,
    parent: Option<usize>,
    depth: usize,
    title: String,
    lines: Vec<String>,
    /// The outcomes in words, above their bar.
    told: Option<String>,
    height: i32,
    /// The height of everything below it, including itself.
    band: i32,
    /// The y coordinate of its centre.
    y: i32,
}

/// Draws an explored tree as SVG.
#[must_use]
pub fn draw(tree: &Explored, theme: Theme) -> String {
    let nodes = lay_out(tree);
    let outcomes = outcomes(&nodes);
    let legend = legend(tree, &outcomes);
    let legend_width = legend.iter().map(|(text, _)| entry_width(text)).sum::<i32>();
    let deepest = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    let width = (left(deepest) + WIDTH).max(MARGIN + legend_width) + MARGIN;
    let height = top() + nodes.first().map_or(0, |root| root.band) + MARGIN;
    let mut svg = Svg::new();
    svg.rect(Area { x: 0, y: 0, width, height }, 0, "paper");
    draw_legend(&mut svg, &legend);
    for node in &nodes {
        if let Some(parent) = node.parent.and_then(|parent| nodes.get(parent)) {
            draw_edge(&mut svg, parent, node);
        }
    }
    nodes.iter().for_each(|node| draw_node(&mut svg, node, &outcomes));
    svg.finish(&Frame {
        class: "gaslamp-tree",
        title: &format!("{} from {}", plural(tree.visits, "explored node"), tree.id),
        width,
        height,
        theme,
        rules: &RULES,
        paints: &PAINTS,
    })
}

const fn left(depth: usize) -> i32 {
    MARGIN + depth as i32 * (WIDTH + GUTTER)
}

/// Where the tree begins, below the legend.
const fn top() -> i32 {
    MARGIN + line_height(SMALL) + GAP
}

/// What follows a node.
enum Next<'a> {
    Explored(&'a Explored),
    Unexplored(usize),
}

/// All boxes with their places; parents come before their children.
fn lay_out(tree: &Explored) -> Vec<Node<'_>> {
    let mut nodes: Vec<Node<'_>> = Vec::new();
    let mut waiting = vec![(None, 0, Next::Explored(tree))];
    while let Some((parent, depth, next)) = waiting.pop() {
        let first = match next {
            Next::Explored(first) => first,
            Next::Unexplored(count) => {
                nodes.push(Node::unexplored(count, parent, depth));
                continue;
            }
        };
        let at = Some(nodes.len());
        let chain = chain(first, parent.is_some());
        let last = chain.last().copied().unwrap_or(first);
        nodes.push(Node::explored(chain, parent, depth));
        if last.unexplored > 0 {
            waiting.push((at, depth + 1, Next::Unexplored(last.unexplored)));
        }
        let children = last.children.iter().rev();
        waiting.extend(children.map(|child| (at, depth + 1, Next::Explored(child))));
    }
    place(&mut nodes);
    nodes
}

/// The node and those that follow it without a branch. The root stays alone.
fn chain(first: &Explored, folds: bool) -> Vec<&Explored> {
    let mut chain = vec![first];
    let mut last = first;
    while let (true, [only]) = (folds, last.children.as_slice()) {
        chain.push(only);
        last = only;
    }
    chain
}

/// Gives every box a band as high as everything below it, and puts the box in the middle of that band.
fn place(nodes: &mut [Node<'_>]) {
    let mut below = vec![0; nodes.len()];
    for at in (0..nodes.len()).rev() {
        let node = &mut nodes[at];
        node.band = node.height.max(below[at] - GAP);
        if let Some(parent) = node.parent {
            below[parent] += node.band + GAP;
        }
    }
    // Where the band of the next child begins.
    let mut next: Vec<i32> = vec![0; nodes.len()];
    for at in 0..nodes.len() {
        let band = nodes[at].band;
        let begins = match nodes[at].parent {
            Some(parent) => {
                let begins = next[parent];
                next[parent] += band + GAP;
                begins
            }
            None => top(),
        };
        nodes[at].y = begins + band / 2;
        next[at] = begins + (band - (below[at] - GAP)).max(0) / 2;
    }
}

impl<'a> Node<'a> {
    fn explored(chain: Vec<&'a Explored>, parent: Option<usize>, depth: usize) -> Self {
        let first = chain.first();
        let mut lines = labels(&chain);
        lines
            .extend(first.map(|node| fit(&format!("{} explored", grouped(node.visits.into())), SMALL, ROOM)));
        let passed = &chain[..chain.len().saturating_sub(1)];
        let beside = passed.iter().fold(0_usize, |sum, node| sum.saturating_add(node.unexplored));
        lines.extend((beside > 0).then(|| fit(&format!("+{beside} unexplored on the way"), SMALL, ROOM)));
        let told = first.and_then(|node| told(&node.outcomes)).map(|told| fit(&told, SMALL, ROOM));
        let below = told.as_ref().map_or(0, |_| line_height(SMALL) + BAR + 4);
        let height = 2 * PAD + line_height(TITLE) + lines.len() as i32 * line_height(SMALL) + below;
        let title = fit(&ids(&chain), TITLE, ROOM);
        Self { chain, parent, depth, title, lines, told, height, band: 0, y: 0 }
    }

    fn unexplored(count: usize, parent: Option<usize>, depth: usize) -> Self {
        let title = fit(&format!("+{count} unexplored"), SMALL, ROOM);
        let height = 2 * PAD + line_height(SMALL);
        let (chain, lines) = (Vec::new(), Vec::new());
        Self { chain, parent, depth, title, lines, told: None, height, band: 0, y: 0 }
    }

    const fn title_size(&self) -> i32 {
        if self.chain.is_empty() { SMALL } else { TITLE }
    }

    fn area(&self) -> Area {
        let width = if self.chain.is_empty() { text_width(&self.title, SMALL) + 2 * PAD } else { WIDTH };
        Area { x: left(self.depth), y: self.y - self.height / 2, width, height: self.height }
    }

    fn visits(&self) -> u64 {
        self.chain.first().map_or(0, |node| node.visits)
    }
}

/// The ids of a chain: all of them if there is room, else the first and the last.
fn ids(chain: &[&Explored]) -> String {
    let (few, rest) = chain.split_at(chain.len().min(MOST_IDS));
    let all = few.iter().map(|node| node.id.as_str()).collect::<Vec<_>>().join(" ");
    match chain {
        [first, .., last] if !rest.is_empty() || text_width(&all, TITLE) > ROOM => {
            format!("{} … {} ({} actions)", first.id, last.id, chain.len())
        }
        _ => all,
    }
}

/// The action; of a chain the first and the last.
fn labels(chain: &[&Explored]) -> Vec<String> {
    match chain {
        [] => Vec::new(),
        [only] => wrap(&only.label, SMALL, ROOM, LABEL_LINES),
        [first, .., last] => [first, last].iter().map(|node| fit(&node.label, SMALL, ROOM)).collect(),
    }
}

/// The outcomes with their counts; none if there are none.
fn told(outcomes: &[(String, u64)]) -> Option<String> {
    let told: Vec<String> = outcomes
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{name} {}", grouped((*count).into())))
        .collect();
    (!told.is_empty()).then(|| told.join(" · "))
}

/// The names of all outcomes of the tree, in order.
fn outcomes<'a>(nodes: &[Node<'a>]) -> BTreeSet<&'a str> {
    let all = nodes.iter().flat_map(|node| &node.chain).flat_map(|node| &node.outcomes);
    all.map(|(name, _)| name.as_str()).collect()
}

/// The colour of an outcome; outcomes beyond the known colours share the last.
fn outcome_class(outcomes: &BTreeSet<&str>, name: &str) -> String {
    let place = outcomes.iter().position(|outcome| *outcome == name).unwrap_or(COLOURS);
    format!("o{}", place.min(COLOURS))
}

/// The legend: what each colour means, with its class.
fn legend(tree: &Explored, outcomes: &BTreeSet<&str>) -> Vec<(String, String)> {
    let count = |name: &str| {
        let counts = tree.outcomes.iter().filter(|(outcome, _)| outcome == name).map(|(_, count)| *count);
        counts.fold(0, u64::saturating_add)
    };
    let named = outcomes.iter().take(COLOURS);
    let mut legend: Vec<(String, String)> = named
        .map(|name| {
            (
                fit(&format!("{name} {}", grouped(count(name).into())), SMALL, WIDTH),
                outcome_class(outcomes, name),
            )
        })
        .collect();
    if outcomes.len() > COLOURS {
        legend.push(("other outcomes".to_owned(), format!("o{COLOURS}")));
    }
    legend
}

fn entry_width(text: &str) -> i32 {
    SWATCH + 5 + text_width(text, SMALL) + 2 * GAP
}

fn draw_legend(svg: &mut Svg, legend: &[(String, String)]) {
    let mut x = MARGIN;
    for (text, class) in legend {
        svg.rect(Area { x, y: MARGIN, width: SWATCH, height: SWATCH }, 2, class);
        let (y, anchor) = (MARGIN + SMALL - 1, Anchor::Start);
        svg.text(&Text { x: x + SWATCH + 5, y, size: SMALL, anchor, class: "line", text });
        x += entry_width(text);
    }
}

fn draw_edge(svg: &mut Svg, from: &Node<'_>, to: &Node<'_>) {
    let (start, end) = (from.area(), to.area());
    let (x1, y1, x2, y2) = (start.right(), from.y, end.x, to.y);
    let middle = x1 + (x2 - x1) / 2;
    let share = u128::from(to.visits()) * u128::from(THICKEST - 1) / u128::from(from.visits().max(1));
    let thickness = 1 + share.min(u128::from(THICKEST - 1));
    let class = if to.chain.is_empty() { "edge faint" } else { "edge" };
    let path = format!("M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}");
    svg.leaf("path", &[("class", &class), ("d", &path), ("stroke-width", &thickness)]);
}

fn draw_node(svg: &mut Svg, node: &Node<'_>, outcomes: &BTreeSet<&str>) {
    let area = node.area();
    svg.open("g", &[("class", &if node.chain.is_empty() { "faint" } else { "node" })]);
    svg.title(&tip(node));
    if node.chain.len() > 1 {
        svg.rect(Area { x: area.x + 3, y: area.y + 3, ..area }, 6, "box");
    }
    svg.rect(area, 6, "box");
    let x = area.x + PAD;
    let mut y = area.y + PAD;
    let mut line = |size: i32, class: &str, text: &str| {
        svg.text(&Text { x, y: y + size, size, anchor: Anchor::Start, class, text });
        y += line_height(size);
    };
    line(node.title_size(), "title", &node.title);
    node.lines.iter().for_each(|text| line(SMALL, "line", text));
    if let Some(told) = &node.told {
        line(SMALL, "line", told);
        draw_bar(svg, node, Area { x, y: y + 2, width: ROOM, height: BAR }, outcomes);
    }
    svg.close();
}

/// The outcomes as segments of a bar.
fn draw_bar(svg: &mut Svg, node: &Node<'_>, area: Area, outcomes: &BTreeSet<&str>) {
    let Some(first) = node.chain.first() else { return };
    let total = first.outcomes.iter().map(|(_, count)| u128::from(*count)).sum::<u128>().max(1);
    let at = |sum: u128| i32::try_from(sum * area.width as u128 / total).unwrap_or(area.width);
    let mut sum = 0;
    for (name, count) in &first.outcomes {
        let from = at(sum);
        sum += u128::from(*count);
        let width = at(sum) - from;
        if width > 0 {
            svg.rect(Area { x: area.x + from, width, ..area }, 0, &outcome_class(outcomes, name));
        }
    }
}

/// Everything known about a box: every action that leads through it.
fn tip(node: &Node<'_>) -> String {
    let mut lines: Vec<String> =
        node.chain.iter().map(|node| format!("{} {}", node.id, node.label)).collect();
    lines.extend(node.chain.first().and_then(|first| told(&first.outcomes)));
    if lines.is_empty() { node.title.clone() } else { lines.join("\n") }
}

const RULES: [(&str, &str); 3] = [
    ("text", "font-family:Helvetica,Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif"),
    (".edge", "fill:none"),
    (".faint", "stroke-dasharray:3 3"),
];

const PAINTS: [Paint; 16] = [
    Paint::new(".paper", "fill", "#ffffff", "#14161a"),
    Paint::new(".box", "fill", "#f6f7f9", "#20242b"),
    Paint::new(".box", "stroke", "#9aa3b2", "#4b5563"),
    Paint::new(".title", "fill", "#1d2129", "#e6e8ec"),
    Paint::new(".line", "fill", "#5b6370", "#9aa3b2"),
    Paint::new(".edge", "stroke", "#b4bcc8", "#4b5563"),
    Paint::new(".faint .box", "fill", "none", "none"),
    Paint::new(".faint .box", "stroke", "#c9ced6", "#3a404c"),
    Paint::new(".faint .title", "fill", "#79818e", "#7f8896"),
    Paint::new(".o0", "fill", "#2f6fd0", "#6aa5ff"),
    Paint::new(".o1", "fill", "#d9822b", "#f0a04b"),
    Paint::new(".o2", "fill", "#3a9a5b", "#5cc47f"),
    Paint::new(".o3", "fill", "#a1479b", "#cf7fca"),
    Paint::new(".o4", "fill", "#b8443e", "#e67a74"),
    Paint::new(".o5", "fill", "#8a8f2c", "#c3c95a"),
    Paint::new(".o6", "fill", "#9aa3b2", "#7f8896"),
];
