#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gaslamp_properties::check("lorcana_rich_traces_round_trip", bytes));
