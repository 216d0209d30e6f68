//! Who plays.
