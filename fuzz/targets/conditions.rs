//! A `where`, from its text to conditions and to what they mean in memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parse_model::query::complexity::Complexity;
use parse_model::query::matches::Matcher;
use parse_model::query::parse::{Rights, filter};
use parse_model::wire::text::{JsonLimits, read_object};
use parse_model::{ClassName, Date, Object, ObjectId};

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let Ok(map) = read_object(input, &JsonLimits::WIDE) else { return };
        let _ = Complexity { query_depth: 5, where_bytes: 32 << 10, ..Complexity::UNLIMITED }
            .check_where(&map);
        let now = Date::from_millis(0);
        let rights = Rights { is_master: true, is_maintenance: false, may_explain: false, now };
        let Ok(filter) = filter(&map, rights) else { return };
        let _ = Complexity { conditions: 100, ..Complexity::UNLIMITED }.check_filter(&filter);
        if let Ok(matcher) = Matcher::new(&filter) {
            let class = ClassName::from_static("Note");
            matcher.matches(&Object::new(class, ObjectId::new("a".to_owned())));
        }
    });
});
