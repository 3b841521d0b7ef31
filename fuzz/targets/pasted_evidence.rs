//! A text pasted as evidence, and the explanation of the error in it.
#![no_main]

use chain::{Explorer, Pasted, Registry, explain_error, recognise};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let explorers = [Explorer { host: "sepolia.example.org".to_owned(), chain_id: 11_155_111 }];
        let text = fuzz::text(input);
        if let Pasted::Error(error) = recognise(&text, &explorers) {
            let kept = error.message.as_ref().map_or(0, String::len);
            assert!(kept <= chain::paste::MOST_KEPT);
            explain_error(&error, &Registry::default());
        }
    });
});
