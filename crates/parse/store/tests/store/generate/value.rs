//! Values of every type, as JSON.

use parse_model::{FieldType, Json};
use serde_json::json;
use testkit::Random;

use super::{geo, nested};

/// None has a combining mark: next to one the two engines disagree about where a word ends.
const TEXTS: &[&str] = &[
    "",
    "a",
    "A",
    "ab",
    "abc",
    "ABC",
    "b",
    "ä",
    "Ä",
    "ß",
    "ſ",
    "K",
    "İ",
    "ı",
    "日本",
    "😀",
    "\u{10ffff}",
    "\u{ffff}",
    "é",
    "a\nb",
    "a b",
    " ",
    "\u{a0}",
    "%",
    "a_b",
    "a.b",
    "\\",
    "\\E",
    "'",
    "\"",
    "a1",
    "10",
    "9",
    "null",
    "true",
    "2020-01-01T00:00:00.000Z",
    "2020-01-01",
];

const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    3.0,
    10.0,
    9.0,
    0.5,
    0.1,
    0.30000000000000004,
    0.3,
    1e-7,
    5e-324,
    1e21,
    1.797_693_134_862_315_7e308,
    -1.797_693_134_862_315_7e308,
    9_007_199_254_740_991.0,
    9_007_199_254_740_992.0,
    9_007_199_254_740_994.0,
    1e15,
    123_456_789.123,
];

const MOMENTS: &[&str] = &[
    "2020-01-01T00:00:00.000Z",
    "2020-01-01T00:00:00.001Z",
    "2019-12-31T23:59:59.999Z",
    "2020-06-30T12:00:00.500Z",
    "1970-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
];

const NAMES: &[&str] = &["one", "two", "three", "ünï", "with space", "a'b"];

pub(crate) fn text(random: &mut Random) -> Json {
    json!(random.pick(TEXTS))
}

pub(crate) fn number(random: &mut Random) -> Json {
    parse_model::wire::number(*random.pick(NUMBERS))
}

pub(crate) fn date(random: &mut Random) -> Json {
    json!({ "__type": "Date", "iso": random.pick(MOMENTS) })
}

pub(crate) fn pointer(random: &mut Random) -> Json {
    let class = if random.once_in(6) { "Other" } else { "Target" };
    json!({ "__type": "Pointer", "className": class, "objectId": random.pick(NAMES) })
}

fn file(random: &mut Random) -> Json {
    let name = random.pick(NAMES);
    match random.below(3) {
        0 => json!({ "__type": "File", "name": name, "url": "http://example.org/x" }),
        _ => json!({ "__type": "File", "name": name }),
    }
}

fn bytes(random: &mut Random) -> Json {
    json!({ "__type": "Bytes", "base64": random.pick(&["YQ==", "YWI=", "AAAA"]) })
}

/// A value that a field of this type may hold.
pub(crate) fn of(random: &mut Random, ty: &FieldType) -> Json {
    match ty {
        FieldType::String => text(random),
        FieldType::Number => number(random),
        FieldType::Boolean => json!(random.once_in(2)),
        FieldType::Date => date(random),
        FieldType::Object => nested::object(random, 3),
        FieldType::Array => nested::array(random, 3),
        FieldType::Pointer(_) => {
            json!({ "__type": "Pointer", "className": "Target", "objectId": random.pick(NAMES) })
        }
        FieldType::File => file(random),
        FieldType::GeoPoint => geo::point(random),
        FieldType::Polygon => geo::polygon(random),
        FieldType::Bytes => bytes(random),
        FieldType::Relation(_) | FieldType::Acl => Json::Null,
    }
}

/// A value of any type, null among them.
pub(crate) fn any(random: &mut Random) -> Json {
    match random.below(13) {
        0 => Json::Null,
        1 | 2 => text(random),
        3 | 4 => number(random),
        5 => json!(random.once_in(2)),
        6 => date(random),
        7 => nested::object(random, 2),
        8 => nested::array(random, 2),
        9 => pointer(random),
        10 => file(random),
        11 => geo::point(random),
        _ => bytes(random),
    }
}
