#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gaslamp_properties::check("botc_pictures_are_read_or_refused", bytes));
