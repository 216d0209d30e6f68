//! DOT files as graphs, without their meaning: [`Graph`], its reader, its writer, and the board that every
//! game begins with.
//!
//! **Reads** directed graphs in the DOT language, by whatever tool: `strict`, a graph name or none, ids that are
//! quoted, bare or numerals, `"a" + "b"`, HTML strings (between the outer `<` and `>`), comments (`//`, `/* */`,
//! lines that begin with `#`), attributes separated by `,`, `;` or blanks in any number of lists, statements with or
//! without `;`, defaults (`node [..]`, `edge [..]`), chains of edges, subgraphs, nodes that are mentioned several
//! times or only in an edge, line ends of any kind and a byte order mark. Also the shorthand `a -[LABEL]-> b` for `a
//! -> b [label="LABEL"]`. Ports and attributes of the graph itself are read and ignored. Of the escapes in quoted
//! strings, `\"` is a quote, `\\` a backslash, a backslash before a line end joins the lines, and others are left as
//! they are, since `\N` and ` ` only mean something when a label is drawn. Every error is reported with its place,
//! and reading goes on after it.
//!
//! **Writes** `digraph name {`, one statement per line, indented by four spaces, with `;`; ids in quotes unless they
//! are plain identifiers of ASCII letters, digits and `_`; every value in quotes.

mod build;
mod graph;
mod lex;
mod parse;
mod read;
pub mod state;
mod template;
mod write;

pub use graph::{Attr, Edge, Graph, Index, Node};
pub use read::{MOST_NESTED, Reading, read};
pub use template::{ZONES, template, write_template};
pub use write::{Writer, write};
