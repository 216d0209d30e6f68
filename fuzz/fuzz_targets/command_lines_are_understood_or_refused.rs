#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gaslamp_properties::check("command_lines_are_understood_or_refused", bytes));
