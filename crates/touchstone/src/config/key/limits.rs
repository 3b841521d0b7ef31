//! How much one request may ask for.

use super::definition::{COUNT, FLAG, Key, open, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("product"), ..open("limits", Some("parse"), "parse or product", "Set of limits for requests, queries, writes, websockets and rates; docs/reference/limits.md lists both sets. `parse`: as few limits as Parse Server has, for an existing app that needs more. `product`: limits for a server that the public calls.") },
    open("request_keyword_denylist", Some(r#"[{"key":"_bsontype","value":"Code"},{"key":"constructor"},{"key":"__proto__"}]"#), "a JSON array of objects with `key`, `value` or both, each a pattern", "Keys and values that a write must not contain at any depth."),
    with_unlimited(open("request_complexity_query_depth", None, COUNT, "Nesting depth of `$or`, `$and` and `$nor`. Default: 5 if `limits` is `product`, otherwise unlimited."), "-1"),
    with_unlimited(open("request_complexity_subquery_depth", None, COUNT, "Nesting depth of sub-queries. Default: 2 if `limits` is `product`, otherwise unlimited."), "-1"),
    with_unlimited(open("request_complexity_include_count", None, COUNT, "Number of `include` paths in a query. Default: 20 if `limits` is `product`, otherwise unlimited."), "-1"),
    with_unlimited(open("request_complexity_include_depth", None, COUNT, "Number of pointers in an `include` path. Default: 3 if `limits` is `product`, otherwise unlimited."), "-1"),
    open("request_complexity_allow_regex", Some("true"), FLAG, "Allow `$regex` without the master key."),
    with_unlimited(open("request_complexity_batch_request_limit", None, COUNT, "Number of requests in a batch. Default: 50 if `limits` is `product`, otherwise unlimited."), "-1"),
];
