//! What a write does: a JSON list of a value, a place inside it, and operations and permissions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parse_model::wire::text::{JsonLimits, read};
use parse_model::wire::{canonical_text, json_equal, op_from, value_from};
use parse_model::{Acl, Json};

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let Ok(Json::Array(items)) = read(input, &JsonLimits::WIDE) else { return };
        let [before, place, rest @ ..] = items.as_slice() else { return };
        let before = value_from(before.clone()).ok();
        let way: Vec<String> =
            place.as_str().unwrap_or("a").split('.').take(50).map(str::to_owned).collect();
        for pair in rest.windows(2) {
            assert_eq!(json_equal(&pair[0], &pair[1]), canonical_text(&pair[0]) == canonical_text(&pair[1]));
        }
        for json in rest {
            if let Ok(acl) = Acl::parse(json) {
                let group = ["*".to_owned(), "role:a".to_owned()];
                assert_eq!(acl.may_read(&group), Acl::parse(&acl.to_json()).is_ok_and(|acl| acl.may_read(&group)));
            }
            let Ok(op) = op_from(json.clone()) else { continue };
            let _ = op.apply(before.as_ref());
            let _ = op.apply_inside(before.as_ref(), &way);
            op.on_create();
        }
    });
});
