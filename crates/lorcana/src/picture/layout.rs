//! Where the nodes of a graph are in its picture.
//!
//! Columns from left to right: the first player's zones away from the table, their hand, what they have in play; game,
//! players and all other nodes; then the same for the second player, mirrored. So most actions go to the next column.
//! A node that is `IN` a zone is in the frame of that zone. Nodes of no known type are in columns by how far they are
//! from where their edges begin, so that any other graph has layers.

use std::collections::VecDeque;

use crate::notation::dot::{Attr, Edge, Graph, Node};
use gaslamp_core::svg::{Area, fit, line_height, text_width};

/// The size of titles, and of everything else.
pub(super) const TITLE: i32 = 13;
pub(super) const SMALL: i32 = 10;
/// The room around the content of a box.
pub(super) const PAD: i32 = 7;
const MARGIN: i32 = 24;
/// The room between boxes, between groups, and between columns, where edges run.
const GAP: i32 = 8;
const GROUP_GAP: i32 = 26;
const GUTTER: i32 = 110;
const WIDEST: i32 = 240;
const NARROWEST: i32 = 90;
const MOST_LINES: usize = 3;
/// The columns of a side, from outside to inside, before those of the middle.
const SIDE: usize = 3;
/// How many columns the middle has; further layers start again at its left, below.
const MOST_LAYERS: usize = 10;

/// A node in the picture.
#[derive(Default)]
pub(super) struct Place {
    pub(super) title: String,
    pub(super) lines: Vec<String>,
    /// The edges that leave it from a line of their own.
    pub(super) ports: Vec<usize>,
    pub(super) area: Area,
    pub(super) column: usize,
}

/// An edge between two places of [`Layout::places`].
pub(super) struct Link {
    pub(super) edge: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

pub(super) struct Layout {
    /// One for each node of the graph.
    pub(super) places: Vec<Place>,
    /// Around zones.
    pub(super) frames: Vec<Area>,
    /// The edges that are drawn: all except those that put a node into a frame.
    pub(super) links: Vec<Link>,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// A node, and below it the nodes inside it.
struct Group {
    head: usize,
    members: Vec<usize>,
}

/// Finds a place for every node.
pub(super) fn lay_out(graph: &Graph) -> Layout {
    let mut links = links(graph);
    let zones = zones(graph, &links);
    links.retain(|link| zones[link.from].is_none_or(|(_, edge)| edge != link.edge));
    let mut places: Vec<Place> = graph.nodes.iter().map(describe).collect();
    for link in &links {
        if graph.edges.get(link.edge).is_some_and(|edge| !edge.label().is_empty()) {
            places[link.from].ports.push(link.edge);
        }
    }
    for place in &mut places {
        measure(place, graph);
    }
    let columns = columns(graph, &links, &zones);
    let mut layout = Layout { places, frames: Vec::new(), links, width: 0, height: 0 };
    layout.arrange(&columns);
    layout
}

fn is_a(node: &Node, kind: &str) -> bool {
    node.attr("type") == Some(kind)
}

fn links(graph: &Graph) -> Vec<Link> {
    let index = graph.index();
    let place = |(at, edge): (usize, &Edge)| {
        Some(Link { edge: at, from: index.place(&edge.from)?, to: index.place(&edge.to)? })
    };
    graph.edges.iter().enumerate().filter_map(place).collect()
}

/// The zone that each node is in, with the edge that says so.
fn zones(graph: &Graph, links: &[Link]) -> Vec<Option<(usize, usize)>> {
    let mut zones = vec![None; graph.nodes.len()];
    for link in links {
        let is_inside = graph.edges[link.edge].label() == "IN"
            && is_a(&graph.nodes[link.to], "Zone")
            && !is_a(&graph.nodes[link.from], "Zone");
        if is_inside && zones[link.from].is_none() {
            zones[link.from] = Some((link.to, link.edge));
        }
    }
    zones
}

/// The groups of each column, from left to right; columns may be empty.
fn columns(graph: &Graph, links: &[Link], zones: &[Option<(usize, usize)>]) -> Vec<Vec<Group>> {
    let mut members = vec![Vec::new(); graph.nodes.len()];
    for (at, zone) in zones.iter().enumerate() {
        if let Some((zone, _)) = zone {
            members[*zone].push(at);
        }
    }
    let sides = sides(graph, links);
    let layers = layers(graph, links, zones);
    let last = 2 * SIDE + MOST_LAYERS - 1;
    let mut columns: Vec<Vec<Group>> = (0..=last).map(|_| Vec::new()).collect();
    for (at, node) in graph.nodes.iter().enumerate() {
        if zones[at].is_some() {
            continue;
        }
        let depth = match node.attr("kind") {
            Some("play") => SIDE - 1,
            Some("hand") => SIDE - 2,
            _ => 0,
        };
        let column = match sides[at] {
            Some(side) if side % 2 == 0 => depth,
            Some(_) => last - depth,
            None => SIDE + layers[at] % MOST_LAYERS,
        };
        columns[column].push(Group { head: at, members: std::mem::take(&mut members[at]) });
    }
    columns
}

/// Which player each zone belongs to.
fn sides(graph: &Graph, links: &[Link]) -> Vec<Option<usize>> {
    let mut ordinals = vec![None; graph.nodes.len()];
    let players = (0..graph.nodes.len()).filter(|&at| is_a(&graph.nodes[at], "Player"));
    players.enumerate().for_each(|(ordinal, at)| ordinals[at] = Some(ordinal));
    let mut sides = vec![None; graph.nodes.len()];
    for link in links {
        if graph.edges[link.edge].label() == "OWNS" && is_a(&graph.nodes[link.from], "Zone") {
            sides[link.from] = sides[link.from].or(ordinals[link.to]);
        }
    }
    sides
}

/// The longest chain of edges that leads to each node of no known type from others like it. In a cycle, the node that
/// is first in the graph comes first.
fn layers(graph: &Graph, links: &[Link], zones: &[Option<(usize, usize)>]) -> Vec<usize> {
    let count = graph.nodes.len();
    let is_other = |at: usize| {
        zones[at].is_none() && !["Game", "Player", "Zone"].iter().any(|kind| is_a(&graph.nodes[at], kind))
    };
    let mut next = vec![Vec::new(); count];
    let mut waiting = vec![0_usize; count];
    for link in links.iter().filter(|link| is_other(link.from) && is_other(link.to)) {
        next[link.from].push(link.to);
        waiting[link.to] += 1;
    }
    let mut layers = vec![0; count];
    let mut done = vec![false; count];
    let mut ready: VecDeque<usize> = (0..count).filter(|&at| waiting[at] == 0).collect();
    for first in 0..count {
        if ready.is_empty() && !done[first] {
            ready.push_back(first);
        }
        while let Some(at) = ready.pop_front() {
            if std::mem::replace(&mut done[at], true) {
                continue;
            }
            for &to in next[at].iter().filter(|&&to| !done[to]) {
                layers[to] = layers[to].max(layers[at] + 1);
                waiting[to] -= 1;
                if waiting[to] == 0 {
                    ready.push_back(to);
                }
            }
        }
    }
    layers
}

/// Attributes that concern drawing, or that the picture shows in another way.
fn is_shown(attr: &Attr) -> bool {
    const NOT: [&str; 19] = [
        "type",
        "label",
        "pos",
        "width",
        "height",
        "bb",
        "lp",
        "rects",
        "shape",
        "style",
        "color",
        "fillcolor",
        "fontcolor",
        "fontname",
        "fontsize",
        "penwidth",
        "xlabel",
        "tooltip",
        "margin",
    ];
    !NOT.contains(&attr.key.as_str()) && !attr.value.is_empty()
}

/// The text in the box of a node.
fn describe(node: &Node) -> Place {
    let label = node.attr("label").filter(|label| !label.is_empty()).unwrap_or("\\N");
    let name = fit(&node.id, TITLE, WIDEST);
    // The escapes that Graphviz allows in labels.
    let title =
        ["\\n", "\\l", "\\r", "\n", "\r"].iter().fold(label.to_owned(), |text, end| text.replace(end, " "));
    let title = fit(&title.replace("\\N", &name), TITLE, WIDEST);
    let mut lines = Vec::new();
    if title != name {
        lines.push(fit(&node.id, SMALL, WIDEST));
    }
    let mut line = String::new();
    for attr in node.attrs.iter().filter(|attr| is_shown(attr)) {
        let word = fit(&format!("{} {}", attr.key, attr.value), SMALL, WIDEST);
        let longer = if line.is_empty() { word.clone() } else { format!("{line} · {word}") };
        if text_width(&longer, SMALL) <= WIDEST {
            line = longer;
        } else if lines.len() + 1 < MOST_LINES {
            lines.push(std::mem::replace(&mut line, word));
        } else {
            line = fit(&longer, SMALL, WIDEST);
            break;
        }
    }
    lines.extend((!line.is_empty()).then_some(line));
    Place { title, lines, ..Place::default() }
}

fn measure(place: &mut Place, graph: &Graph) {
    let small = place.lines.iter().map(String::as_str);
    let ports = place.ports.iter().map(|&edge| graph.edges[edge].label());
    let widest = small.chain(ports).map(|line| text_width(line, SMALL).min(WIDEST)).max().unwrap_or(0);
    let lines = i32::try_from(place.lines.len() + place.ports.len()).unwrap_or(i32::MAX);
    place.area.width = (text_width(&place.title, TITLE).max(widest) + 2 * PAD).max(NARROWEST);
    place.area.height = line_height(TITLE) + lines * line_height(SMALL) + 2 * PAD;
}

impl Layout {
    /// Puts the columns side by side, each in the middle of the height.
    fn arrange(&mut self, columns: &[Vec<Group>]) {
        let heights: Vec<i32> = columns.iter().map(|groups| self.height_of(groups)).collect();
        let highest = heights.iter().copied().max().unwrap_or(0);
        let mut x = MARGIN;
        for ((column, groups), height) in columns.iter().enumerate().zip(heights) {
            if groups.is_empty() {
                continue;
            }
            let nodes = || groups.iter().flat_map(|group| group.members.iter().chain([&group.head]));
            let width = nodes().map(|&at| self.places[at].area.width).max().unwrap_or(0);
            let mut y = MARGIN + (highest - height) / 2;
            for group in groups {
                y = self.arrange_group(group, column, Area { x, y, width, height: 0 });
            }
            x += width + GUTTER;
        }
        // An edge within the last column goes around on the right.
        let goes_around = |link: &Link| self.places[link.from].column == self.places[link.to].column;
        let margin = if self.links.iter().any(goes_around) { GUTTER } else { MARGIN };
        self.width = (x - GUTTER + margin).max(2 * MARGIN);
        self.height = highest + 2 * MARGIN;
    }

    fn height_of(&self, groups: &[Group]) -> i32 {
        let gaps = i32::try_from(groups.len().saturating_sub(1)).unwrap_or(i32::MAX);
        let of_group = |group: &Group| {
            let nodes = group.members.iter().chain([&group.head]);
            nodes.map(|&at| self.places[at].area.height + GAP).sum::<i32>() - GAP
        };
        groups.iter().map(of_group).sum::<i32>() + gaps * GROUP_GAP
    }

    /// Puts a group below the top of an area; returns where the next one begins.
    fn arrange_group(&mut self, group: &Group, column: usize, area: Area) -> i32 {
        let mut y = area.y;
        for &at in [&group.head].into_iter().chain(&group.members) {
            let place = &mut self.places[at];
            place.column = column;
            place.area = Area { x: area.x, y, width: area.width, height: place.area.height };
            y = place.area.bottom() + GAP;
        }
        if !group.members.is_empty() {
            self.frames.push(Area {
                x: area.x - GAP,
                y: area.y - GAP,
                width: area.width + 2 * GAP,
                height: y - area.y + GAP,
            });
        }
        y - GAP + GROUP_GAP
    }
}
