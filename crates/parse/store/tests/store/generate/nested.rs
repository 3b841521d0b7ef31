//! JSON as it stands inside Object and Array fields, and the ways into it.

use parse_model::{Json, JsonMap};
use serde_json::json;
use testkit::Random;

use super::{geo, value};

/// Keys a `where` can name, and some that only deep equality meets.
const KEYS: &[&str] = &["k", "l", "m", "0", "1", "K", "a_b", "ü", "two words", ""];

/// Dates inside JSON stand as they were sent, not as we would write them.
const SENT_DATES: &[&str] = &[
    "2020-01-01T00:00:00.000Z",
    "2020-01-01T00:00:00Z",
    "2020-01-01T02:00:00+02:00",
    "2020-01-01T01:00:00.001+0100",
    "2020-01-01 00:00",
    "2020-01-01",
    "2019-12",
    "2020",
    "1969-12-31T23:59:59.999Z",
    "+010000-01-01T00:00:00.000Z",
    "2020-02-30",
    "2020-01-01T24:00:00Z",
    "yesterday",
    "",
];

/// An Object field's value: no `__type` at the top, where it would be another type.
pub(crate) fn object(random: &mut Random, depth: usize) -> Json {
    let mut map = JsonMap::new();
    for _ in 0..random.below(4) {
        map.insert((*random.pick(KEYS)).to_owned(), any(random, depth));
    }
    Json::Object(map)
}

/// An Array field's value.
pub(crate) fn array(random: &mut Random, depth: usize) -> Json {
    (0..random.below(5)).map(|_| any(random, depth)).collect()
}

fn any(random: &mut Random, depth: usize) -> Json {
    let deeper = depth.saturating_sub(1);
    match random.below(if depth == 0 { 9 } else { 15 }) {
        0 => Json::Null,
        1 | 2 => value::text(random),
        3..=4 => value::number(random),
        5 => whole(random),
        6 => json!(random.once_in(2)),
        7 => value::pointer(random),
        8 => typed(random),
        9..=11 => object(random, deeper),
        _ => array(random, deeper),
    }
}

/// Whole numbers of which a double keeps every digit, and others.
fn whole(random: &mut Random) -> Json {
    let numbers =
        [9_007_199_254_740_993, 9_007_199_254_740_995, u64::MAX, 1 << 60, 1_000_000_007, 12];
    json!(random.pick(&numbers))
}

fn typed(random: &mut Random) -> Json {
    match random.below(4) {
        0 => geo::point(random),
        1 => json!({ "__type": "Date", "iso": 5 }),
        _ => json!({ "__type": "Date", "iso": random.pick(SENT_DATES) }),
    }
}

/// A way into a value, as the segments of a dotted key, and what stands there.
///
/// Mostly a way that leads somewhere; sometimes one that ends early or has a strange segment.
pub(crate) fn way(random: &mut Random, start: Option<&Json>) -> (Vec<String>, Option<Json>) {
    let mut segments = Vec::new();
    let mut here = start.cloned();
    loop {
        let next = match &here {
            Some(Json::Object(map)) => {
                let keys: Vec<&String> = map.keys().filter(|key| is_nameable(key)).collect();
                (!keys.is_empty()).then(|| (*random.pick(&keys)).clone())
            }
            Some(Json::Array(items)) if !items.is_empty() => {
                Some(random.below(items.len()).to_string())
            }
            _ => None,
        };
        let segment = match next {
            Some(segment) if !random.once_in(12) => segment,
            _ if segments.is_empty() || random.once_in(8) => strange(random),
            _ => break,
        };
        here = here.as_ref().and_then(|json| step(json, &segment)).cloned();
        segments.push(segment);
        if segments.len() > 4 || random.once_in(3) {
            break;
        }
    }
    (segments, here)
}

fn step<'a>(json: &'a Json, segment: &str) -> Option<&'a Json> {
    match json {
        Json::Array(items) => items.get(segment.parse::<usize>().ok()?),
        other => other.get(segment),
    }
}

/// Whether a key may be a segment of a dotted key in a `where`.
fn is_nameable(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn strange(random: &mut Random) -> String {
    let segments = ["k", "l", "0", "1", "01", "007", "99999999999", "", "_", "iso", "objectId"];
    (*random.pick(&segments)).to_owned()
}
