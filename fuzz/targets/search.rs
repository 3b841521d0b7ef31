//! What people type to find issues, and whom a text calls by name.
#![no_main]

use feedback_model::mention::mentions;
use feedback_model::search::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let typed = fuzz::text(input);
        if let Ok(query) = parse(&typed) {
            assert!(query.parts.len() <= 30);
            // Quotes can make it longer than what may be typed.
            let canonical = query.to_string();
            if canonical.chars().count() <= 500 {
                assert_eq!(parse(&canonical), Ok(query));
            }
        }
        assert!(mentions(&typed).len() <= 10);
    });
});
