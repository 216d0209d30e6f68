#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gaslamp_properties::check("tree_paths_stay_inside", bytes));
