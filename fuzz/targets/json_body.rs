//! A body of JSON, within wide limits and within those of the product.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parse_model::keyword::Denylist;
use parse_model::wire::text::{JsonLimits, read};
use parse_model::wire::{op_from, value_from};

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let product = JsonLimits {
            depth: 64,
            members: 1000,
            items: 10_000,
            values: 20_000,
            string_bytes: 16 << 10,
            key_bytes: 128,
        };
        if let Ok(json) = read(input, &product) {
            assert_eq!(read(input, &JsonLimits::WIDE), Ok(json));
        }
        let Ok(json) = read(input, &JsonLimits::WIDE) else { return };
        let written = json.to_string();
        assert_eq!(read(written.as_bytes(), &JsonLimits::WIDE), Ok(json.clone()));
        if let Some(map) = json.as_object() {
            let _ = Denylist::default().check(map);
        }
        let _ = op_from(json.clone());
        let _ = value_from(json);
    });
});
