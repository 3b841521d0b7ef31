//! From JSON text to JSON values, in one pass over the bytes and within limits.
//!
//! Depth is counted as the text is read, before anything is built of it, so that no later step can
//! be led into a deep recursion. A key stands once in an object: of two, one reader would take the
//! first and another the last.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;

use crate::refusal::{Code, Refusal};
use crate::{Json, JsonMap};

/// How much a text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonLimits {
    /// Objects and arrays inside one another; at most [`JsonLimits::DEEPEST`].
    pub depth: usize,
    /// Members of one object.
    pub members: usize,
    /// Elements of one array.
    pub items: usize,
    /// Values in all, those inside of others included: two bytes of text may be a hundred in memory.
    pub values: usize,
    /// Bytes of one string.
    pub string_bytes: usize,
    /// Bytes of one key.
    pub key_bytes: usize,
}

impl JsonLimits {
    /// Deeper than this the reader itself does not go.
    pub const DEEPEST: usize = 120;

    /// Only the depth is bounded.
    pub const WIDE: JsonLimits = JsonLimits {
        depth: 64,
        members: usize::MAX,
        items: usize::MAX,
        values: usize::MAX,
        string_bytes: usize::MAX,
        key_bytes: usize::MAX,
    };
}

impl Default for JsonLimits {
    fn default() -> JsonLimits {
        JsonLimits::WIDE
    }
}

/// Why a text did not become JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// Not JSON at all.
    Syntax(String),
    /// It is JSON, but holds what is not taken in.
    Refused(Refusal),
}

/// Reads one JSON text.
pub fn read(bytes: &[u8], limits: &JsonLimits) -> Result<Json, Unreadable> {
    let refused = RefCell::new(None);
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let values = Cell::new(0);
    let read =
        Level { limits, depth: 0, values: &values, refused: &refused }.deserialize(&mut text);
    read.and_then(|json| text.end().map(|()| json)).map_err(|error| {
        match refused.take().or_else(|| unusable(&error)) {
            Some(refusal) => Unreadable::Refused(refusal),
            None => Unreadable::Syntax(error.to_string()),
        }
    })
}

/// Reads one JSON object.
pub fn read_object(bytes: &[u8], limits: &JsonLimits) -> Result<JsonMap, Unreadable> {
    match read(bytes, limits)? {
        Json::Object(map) => Ok(map),
        _ => Err(Unreadable::Syntax("not an object".to_owned())),
    }
}

/// Values that JavaScript's parser accepts and this server cannot represent.
fn unusable(error: &serde_json::Error) -> Option<Refusal> {
    let text = error.to_string();
    let is = |start: &str| text.starts_with(start);
    if is("number out of range") {
        Some(Refusal::json("numbers must be finite"))
    } else if is("lone leading surrogate")
        || is("unexpected end of hex escape")
        || is("invalid unicode code point")
    {
        Some(Refusal::json("strings must be whole Unicode text"))
    } else {
        None
    }
}

/// A value to be read at some depth.
#[derive(Clone, Copy)]
struct Level<'a> {
    limits: &'a JsonLimits,
    depth: usize,
    /// How many values have been read.
    values: &'a Cell<usize>,
    /// The reader's errors carry text only, so the refusal itself waits here.
    refused: &'a RefCell<Option<Refusal>>,
}

impl<'a> Level<'a> {
    #[cold]
    fn refuse<T, E: Error>(self, refusal: Refusal) -> Result<T, E> {
        *self.refused.borrow_mut() = Some(refusal);
        Err(E::custom("refused"))
    }

    fn deeper<E: Error>(self) -> Result<Level<'a>, E> {
        let depth = self.depth + 1;
        if depth > self.limits.depth.min(JsonLimits::DEEPEST) {
            let most = self.limits.depth;
            return self.refuse(Refusal::json(format!(
                "JSON nesting depth exceeds maximum allowed depth of {most}"
            )));
        }
        Ok(Level { depth, ..self })
    }

    fn check_text<E: Error>(self, text: &str) -> Result<(), E> {
        if text.len() > self.limits.string_bytes {
            let most = self.limits.string_bytes;
            return self.refuse(Refusal::new(
                Code::OBJECT_TOO_LARGE,
                format!("strings must not be longer than {most} bytes"),
            ));
        }
        if text.contains('\0') {
            return self.refuse(no_nul());
        }
        Ok(())
    }

    fn check_key<E: Error>(self, key: &str) -> Result<(), E> {
        if key.len() > self.limits.key_bytes {
            let most = self.limits.key_bytes;
            return self.refuse(Refusal::key(format!("keys must not be longer than {most} bytes")));
        }
        if key.contains('\0') {
            return self.refuse(no_nul());
        }
        Ok(())
    }
}

fn no_nul() -> Refusal {
    Refusal::json("strings must not contain the character U+0000")
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, text: D) -> Result<Json, D::Error> {
        if self.values.get() == self.limits.values {
            let most = self.limits.values;
            return self
                .refuse(Refusal::json(format!("JSON must not have more than {most} values")));
        }
        self.values.set(self.values.get() + 1);
        text.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::from(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        match serde_json::Number::from_f64(value) {
            Some(number) => Ok(Json::Number(number)),
            None => self.refuse(Refusal::json("numbers must be finite")),
        }
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        self.check_text(value)?;
        Ok(Json::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Json, E> {
        self.check_text(&value)?;
        Ok(Json::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Json, A::Error> {
        let inner = self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = elements.next_element_seed(inner)? {
            if items.len() == self.limits.items {
                let most = self.limits.items;
                return self.refuse(Refusal::json(format!(
                    "arrays must not have more than {most} elements"
                )));
            }
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let inner = self.deeper()?;
        let mut map = JsonMap::new();
        while let Some(key) = members.next_key::<String>()? {
            self.check_key(&key)?;
            if map.len() == self.limits.members {
                let most = self.limits.members;
                return self.refuse(Refusal::json(format!(
                    "objects must not have more than {most} members"
                )));
            }
            let value = members.next_value_seed(inner)?;
            match map.entry(key) {
                Entry::Vacant(free) => {
                    free.insert(value);
                }
                Entry::Occupied(taken) => {
                    let key: String = taken.key().chars().take(64).collect();
                    return self.refuse(Refusal::json(format!(
                        "an object must not have the key {key} twice"
                    )));
                }
            }
        }
        Ok(Json::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TIGHT: JsonLimits =
        JsonLimits { depth: 3, members: 2, items: 3, values: 9, string_bytes: 8, key_bytes: 4 };

    fn read_within(text: &str, limits: &JsonLimits) -> Result<Json, i32> {
        read(text.as_bytes(), limits).map_err(|why| match why {
            Unreadable::Refused(refusal) => refusal.code.0,
            Unreadable::Syntax(_) => 0,
        })
    }

    #[test]
    fn what_is_within_the_limits_is_read_as_it_stands() {
        let text = r#"{"a":[1,-2,2.5],"b":{"c":[null]}}"#;
        assert_eq!(read_within(text, &TIGHT).unwrap().to_string(), text);
    }

    #[test]
    fn each_limit_refuses_what_is_one_over_it() {
        for (text, code) in [
            ("[[[[1]]]]", 107),
            (r#"{"a":1,"b":2,"c":3}"#, 107),
            ("[1,2,3,4]", 107),
            ("[[1,2],[3,4],[5,6]]", 107),
            (r#""123456789""#, 116),
            (r#"{"abcde":1}"#, 105),
        ] {
            assert_eq!(read_within(text, &TIGHT), Err(code), "{text}");
        }
    }

    #[test]
    fn a_deep_text_is_refused_before_it_can_use_up_the_stack() {
        for open in ["[", "{\"a\":", "[{\"a\":"] {
            assert_eq!(read_within(&open.repeat(100_000), &JsonLimits::WIDE), Err(107), "{open}");
        }
        let fits = format!("{}{}", "[".repeat(64), "]".repeat(64));
        assert!(read_within(&fits, &JsonLimits::WIDE).is_ok());
        assert_eq!(read_within(&format!("[{fits}]"), &JsonLimits::WIDE), Err(107));
    }

    #[test]
    fn a_key_stands_once_in_an_object() {
        for text in [r#"{"a":1,"a":2}"#, r#"{"x":{"a":1,"\u0061":1}}"#] {
            assert_eq!(read_within(text, &JsonLimits::WIDE), Err(107), "{text}");
        }
    }

    #[test]
    fn what_no_value_of_ours_can_be_is_refused() {
        for text in [
            "1e400",
            "[-1e400]",
            r#""a\u0000b""#,
            r#"{"a\u0000":1}"#,
            r#""\ud800""#,
            r#""\udc00""#,
            r#""\ud800x""#,
        ] {
            assert_eq!(read_within(text, &JsonLimits::WIDE), Err(107), "{text}");
        }
        let bad_utf8 = read(b"\"\xff\"", &JsonLimits::WIDE);
        assert!(matches!(bad_utf8, Err(Unreadable::Refused(_))), "{bad_utf8:?}");
    }

    #[test]
    fn what_is_no_json_is_told_apart_from_what_is_refused() {
        for text in ["", "{", "{]", "NaN", "{\"a\":1}x", "{a:1}", "\"\u{1}\""] {
            assert_eq!(read_within(text, &JsonLimits::WIDE), Err(0), "{text}");
        }
        let list = read_object(b"[]", &JsonLimits::WIDE);
        assert!(matches!(list, Err(Unreadable::Syntax(_))));
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_what_the_plain_reader_reads(text in "[\\[\\]{}\":,a1.e\\\\-]{0,24}") {
            let plain: Result<Json, _> = serde_json::from_str(&text);
            match read_within(&text, &JsonLimits::WIDE) {
                Ok(json) => prop_assert_eq!(Some(json), plain.ok()),
                Err(0) => prop_assert!(plain.is_err()),
                Err(_) => {}
            }
        }
    }
}
