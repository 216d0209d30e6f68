//! Pictures, as SVG without any other program.
//!
//! [`graph`] draws a DOT graph; [`svg`] is what all pictures are made with. The same input gives the same picture,
//! byte for byte.

pub mod graph;
mod layout;
pub mod svg;
