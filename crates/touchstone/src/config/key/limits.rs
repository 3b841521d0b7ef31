//! How much one request may ask for. `-1` takes a limit away.

use super::definition::{FLAG, Key, open};

const COUNT: &str = "a whole number, or -1 for no limit";
const BYTES: &str = "a size such as 512kb or 20mb, or -1 for no limit";

/// Off in the profile `parse`, where an existing application may need more.
const fn product(
    name: &'static str,
    default: &'static str,
    expects: &'static str,
    meaning: &'static str,
) -> Key {
    Key { product_default: Some(default), ..open(name, Some("-1"), expects, meaning) }
}

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("false"), ..open("allow_unlimited", Some("true"), FLAG, "Limits may be taken away with -1 in production.") },
    open("json_depth", Some("64"), "a whole number from 4 to 120", "Objects and arrays inside one another in what is sent."),
    product("json_members", "1000", COUNT, "Members of one object in what is sent."),
    product("json_items", "10000", COUNT, "Elements of one array in what is sent."),
    product("json_string_size", "16kb", BYTES, "The longest text in what is sent."),
    product("json_key_size", "128", BYTES, "The longest key in what is sent."),
    product("max_json_size", "1mb", BYTES, "The largest body of a request that is neither a batch nor a file. -1: `max_upload_size` holds."),
    product("max_batch_size", "2mb", BYTES, "The largest body of a batch. -1: `max_upload_size` holds."),
    open("max_context_size", Some("8kb"), BYTES, "The largest context that is handed to cloud code."),
    open("request_keyword_denylist", Some(r#"[{"key":"_bsontype","value":"Code"},{"key":"constructor"},{"key":"__proto__"}]"#), "a JSON array of objects with `key`, `value` or both, each a pattern", "Keys and values that no write may carry at any depth."),
    product("max_object_size", "128kb", BYTES, "The most one write may carry."),
    product("max_class_fields", "200", COUNT, "The most fields that clients may give a class by writing to it."),
    product("request_complexity_where_size", "32kb", BYTES, "The longest `where`."),
    product("request_complexity_query_depth", "5", COUNT, "`$or`, `$and` and `$nor` inside one another."),
    product("request_complexity_conditions", "100", COUNT, "Conditions of a query in all, those of its sub-queries included. A `$text`, a `$regex` and a sub-query count for 20 each."),
    Key { product_default: Some("4"), ..open("request_complexity_expensive_conditions", Some("20"), COUNT, "`$text`, `$regex` and sub-queries of a query in all.") },
    product("request_complexity_in_values", "1000", COUNT, "Values of one `$in`, `$nin`, `$all` or `$containedBy`."),
    product("request_complexity_subquery_depth", "2", COUNT, "Sub-queries inside one another."),
    product("request_complexity_include_count", "20", COUNT, "Ways that one query follows."),
    product("request_complexity_include_depth", "3", COUNT, "Pointers on one way."),
    product("request_complexity_included_objects", "1000", COUNT, "Objects that one query brings along."),
    product("request_complexity_order_keys", "4", COUNT, "Keys of one order."),
    product("request_complexity_skip", "10000", COUNT, "Results that one query passes over."),
    product("request_complexity_regex_length", "256", COUNT, "Letters of one `$regex`."),
    Key { product_default: Some("false"), ..open("request_complexity_regex_references", Some("true"), FLAG, "A `$regex` may refer back to what a group of it matched, which may take time beyond all bounds.") },
    Key { product_default: Some("false"), ..open("request_complexity_text_without_index", Some("true"), FLAG, "A `$text` may search a field that no text index of its class covers.") },
    open("request_complexity_allow_regex", Some("true"), FLAG, "Callers without the master key may use `$regex`."),
    product("request_complexity_batch_request_limit", "50", COUNT, "Requests of one batch."),
];
