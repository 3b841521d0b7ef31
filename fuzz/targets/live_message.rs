//! What a client says on a websocket: each line of an input is a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use live_query::{Connection, Limits, LiveMatcher, Step};
use parse_model::Date;
use parse_model::query::complexity::Complexity;
use parse_model::query::parse::Rights;

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let text = fuzz::text(input);
        let mut stranger = Connection::new(Limits::default());
        let mut connected = Connection::new(Limits { errors: u8::MAX, ..Limits::default() });
        connected.connected("c".to_owned(), None);
        for message in text.lines() {
            let step = stranger.receive(message);
            assert!(!matches!(step, Step::Subscribe { .. } | Step::Query { .. }));
            let Step::Subscribe { request, .. } = connected.receive(message) else { continue };
            let now = Date::from_millis(0);
            let rights = Rights { is_master: false, is_maintenance: false, may_explain: false, now };
            let complexity = Complexity { expensive_conditions: 4, ..Complexity::UNLIMITED };
            let Ok(asked) = request.live_filter(rights, &complexity) else { continue };
            asked.watched_fields();
            if let Ok(matcher) = LiveMatcher::new(&asked.filter) {
                assert!(matcher.memory() <= 4 << 20);
            }
            connected.subscribed(request.request_id);
        }
    });
});
