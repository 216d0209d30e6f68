#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gaslamp_properties::check("botc_trace_models_are_told", bytes));
