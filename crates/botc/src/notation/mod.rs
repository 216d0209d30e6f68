//! The texts: scripts as other tools exchange them, and bags.

pub mod bag;
pub mod script;
