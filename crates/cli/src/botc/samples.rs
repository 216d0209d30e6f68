//! The puzzles that ship with the binary.

use crate::sample::Samples;

macro_rules! puzzles {
    ($($name:literal),+) => {
        &[$(($name, include_str!(concat!("../../../../data/puzzles/", $name, ".toml")))),+]
    };
}

pub(super) const PUZZLES: Samples = Samples {
    kind: "puzzle",
    all: puzzles!["made-6-1", "made-7-2", "made-7-9", "made-8-3", "made-8-5", "made-9-4"],
};
