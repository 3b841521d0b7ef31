//! A pattern: its options, a newline, the pattern, a newline, a text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parse_model::query::Pattern;

/// Makes the table of letters with another case, which is made once for all patterns.
fn prepare() {
    let pattern = Pattern::parse("[a-z]", Some("i")).expect("a pattern");
    pattern.compile().expect("a small one");
}

fuzz_target!(init: prepare(), |input: &[u8]| {
    fuzz::within_time(input, || {
        let all = fuzz::text(input);
        let mut parts = all.splitn(3, '\n');
        let options = parts.next().filter(|options| !options.is_empty());
        let source = parts.next().unwrap_or_default();
        let text = parts.next().unwrap_or_default();
        let Ok(pattern) = Pattern::parse(source, options) else { return };
        assert!(pattern.postgres().starts_with("(?"));
        assert!(pattern.expanded_length() <= 10_000);
        if let Ok(compiled) = pattern.compile() {
            assert!(compiled.memory() <= 1 << 20, "{} bytes", compiled.memory());
            compiled.is_match(text);
        }
    });
});
