//! How much one request may ask for.

use super::definition::{FLAG, Key, open};

const COUNT: &str = "a whole number, or -1 for no limit";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("product"), ..open("limits", Some("parse"), "parse or product", "The set of limits that holds for requests, queries, writes, websockets and rates; docs/limits.md lists both sets. `parse`: as few limits as Parse Server has, for an existing app that needs more. `product`: limits for a server that the public calls.") },
    open("request_keyword_denylist", Some(r#"[{"key":"_bsontype","value":"Code"},{"key":"constructor"},{"key":"__proto__"}]"#), "a JSON array of objects with `key`, `value` or both, each a pattern", "Keys and values that no write may carry at any depth."),
    open("request_complexity_query_depth", None, COUNT, "Depth of `$or`, `$and` and `$nor` inside one another. Not set: 5 if `limits` is `product`, otherwise no limit."),
    open("request_complexity_subquery_depth", None, COUNT, "Depth of sub-queries inside one another. Not set: 2 if `limits` is `product`, otherwise no limit."),
    open("request_complexity_include_count", None, COUNT, "Paths of `include` in one query. Not set: 20 if `limits` is `product`, otherwise no limit."),
    open("request_complexity_include_depth", None, COUNT, "Pointers on one path of `include`. Not set: 3 if `limits` is `product`, otherwise no limit."),
    open("request_complexity_allow_regex", Some("true"), FLAG, "Callers without the master key may use `$regex`."),
    open("request_complexity_batch_request_limit", None, COUNT, "Requests in one batch. Not set: 50 if `limits` is `product`, otherwise no limit."),
];
