//! The gaslamp binary.
fn main() {}
