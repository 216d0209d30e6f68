//! Pictures as SVG, drawn without any other program.
//!
//! [`board`] draws the table, [`graph`] a DOT graph, [`tree`] an explored tree. The same input gives the same picture,
//! byte for byte.

pub mod board;
mod captions;
mod face;
pub mod graph;
mod layout;
mod side;
pub mod tree;
