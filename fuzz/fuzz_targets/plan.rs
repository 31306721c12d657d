#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| puzzlec_fuzz::plan(data));
