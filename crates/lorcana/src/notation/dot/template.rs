//! The board that every game begins with: the game, two players, five zones each.

use super::graph::{Edge, Graph, Node};
use super::write::Writer;

/// The zones of a player: their names in ids, and their kinds.
pub const ZONES: [(&str, &str); 5] =
    [("hand", "hand"), ("deck", "deck"), ("play", "play"), ("ink", "inkwell"), ("discard", "discard")];

const PLAYERS: [&str; 2] = ["p1", "p2"];

/// The board without cards.
#[must_use]
pub fn template() -> Graph {
    let mut graph = Graph::new("lorcana");
    graph.nodes.push(Node::new("game").with("type", "Game").with("turn", "0"));
    for player in PLAYERS {
        graph.nodes.push(Node::new(player).with("type", "Player").with("lore", "0").with("ink_drops", "1"));
    }
    graph.edges.push(Edge::labelled("game", "CURRENT_TURN", PLAYERS[0]));
    for player in PLAYERS {
        for (name, kind) in ZONES {
            let zone = format!("z.{player}.{name}");
            graph.nodes.push(Node::new(zone.as_str()).with("type", "Zone").with("kind", kind));
            graph.edges.push(Edge::labelled(zone, "OWNS", player));
        }
    }
    graph
}

/// The board without cards as a file: `template.dot`.
#[must_use]
pub fn write_template() -> String {
    let graph = template();
    let mut writer = Writer::new(&graph.name);
    let (turn, owned) = graph.edges.split_at(1);
    let (game, others) = graph.nodes.split_at(1);
    let (players, zones) = others.split_at(PLAYERS.len());
    writer.comment("Game node");
    game.iter().for_each(|node| writer.node(node));
    writer.comment("Players");
    players.iter().for_each(|node| writer.node(node));
    writer.gap();
    turn.iter().for_each(|edge| writer.edge(edge));
    writer.comment("Zones");
    for of_one in zones.chunks(ZONES.len()) {
        of_one.iter().for_each(|node| writer.node(node));
        writer.gap();
    }
    writer.comment("Ownership");
    for of_one in owned.chunks(ZONES.len()) {
        of_one.iter().for_each(|edge| writer.edge(edge));
        writer.gap();
    }
    writer.finish()
}
