//! How much one request may ask for.

use parse_engine::Settings;
use parse_http::settings::Limits;
use parse_model::keyword::Denylist;
use parse_model::query::complexity::Complexity;
use parse_model::wire::text::JsonLimits;

use super::reader::Reader;

/// Limits of JSON for a server that the public calls.
const PRODUCT_JSON: JsonLimits = JsonLimits {
    depth: 64,
    members: 1000,
    items: 10_000,
    values: 20_000,
    string_bytes: 16 << 10,
    key_bytes: 128,
};

/// Limits of queries and batches for a server that the public calls.
const PRODUCT_COMPLEXITY: Complexity = Complexity {
    where_bytes: 32 << 10,
    query_depth: 5,
    conditions: 100,
    expensive_conditions: 4,
    in_values: 1000,
    subquery_depth: 2,
    include_count: 20,
    include_depth: 3,
    included_objects: 1000,
    order_keys: 4,
    skip: 10_000,
    regex_length: 256,
    allow_regex: true,
    regex_references: false,
    text_without_index: false,
    batch_requests: 50,
};

/// Limits of queries for an existing application.
const PARSE_COMPLEXITY: Complexity =
    Complexity { expensive_conditions: 20, ..Complexity::UNLIMITED };

/// Tells the engine of the limits that it watches over.
pub(super) fn apply(limits: &Limits, engine: &mut Settings) {
    engine.keyword_denylist = limits.denylist.clone();
    engine.complexity = limits.complexity;
    engine.max_object_bytes = limits.object_bytes;
    engine.max_class_fields = limits.class_fields;
}

/// Reads the limits; `largest` bounds every body. `is_limited`: they are the product's.
pub(super) fn limits(read: &mut Reader<'_>, largest: usize, is_limited: bool) -> Limits {
    let product = |limit: usize| if is_limited { limit } else { usize::MAX };
    Limits {
        json: if is_limited { PRODUCT_JSON } else { JsonLimits::WIDE },
        body_bytes: product(1 << 20).min(largest),
        batch_bytes: product(2 << 20).min(largest),
        context_bytes: 8 << 10,
        denylist: read.value("request_keyword_denylist", Denylist::parse).unwrap_or_default(),
        complexity: complexity(
            read,
            if is_limited { PRODUCT_COMPLEXITY } else { PARSE_COMPLEXITY },
        ),
        object_bytes: product(128 << 10),
        class_fields: product(200),
    }
}

/// The limits of a set, with those that the operator chose for themselves.
fn complexity(read: &mut Reader<'_>, set: Complexity) -> Complexity {
    let mut or = |name: &str, usual: usize| match read.resolved.setting(name).text {
        Some(_) => read.at_most(name),
        None => usual,
    };
    Complexity {
        query_depth: or("request_complexity_query_depth", set.query_depth),
        subquery_depth: or("request_complexity_subquery_depth", set.subquery_depth),
        include_count: or("request_complexity_include_count", set.include_count),
        include_depth: or("request_complexity_include_depth", set.include_depth),
        batch_requests: or("request_complexity_batch_request_limit", set.batch_requests),
        allow_regex: read.flag("request_complexity_allow_regex"),
        ..set
    }
}

impl Reader<'_> {
    /// A count, where -1 is no limit.
    pub(super) fn at_most(&mut self, name: &str) -> usize {
        self.value(name, |text| if text == "-1" { Some(usize::MAX) } else { text.parse().ok() })
            .unwrap_or(usize::MAX)
    }
}
