//! How much one request may ask for.

use parse_engine::Settings;
use parse_http::settings::Limits;
use parse_model::keyword::Denylist;
use parse_model::query::complexity::Complexity;
use parse_model::wire::text::JsonLimits;

use super::reader::{Reader, size};

/// Tells the engine of the limits that it watches over.
pub(super) fn apply(limits: &Limits, engine: &mut Settings) {
    engine.keyword_denylist = limits.denylist.clone();
    engine.complexity = limits.complexity;
    engine.max_object_bytes = limits.object_bytes;
    engine.max_class_fields = limits.class_fields;
}

/// Reads the limits; `largest` bounds every body.
pub(super) fn limits(read: &mut Reader<'_>, largest: usize) -> Limits {
    Limits {
        json: JsonLimits {
            depth: read.whole("json_depth", 4, 120).unwrap_or(64),
            members: read.at_most("json_members"),
            items: read.at_most("json_items"),
            string_bytes: read.bytes("json_string_size"),
            key_bytes: read.bytes("json_key_size"),
        },
        body_bytes: read.bytes("max_json_size").min(largest),
        batch_bytes: read.bytes("max_batch_size").min(largest),
        context_bytes: read.bytes("max_context_size"),
        denylist: read.value("request_keyword_denylist", Denylist::parse).unwrap_or_default(),
        complexity: complexity(read),
        object_bytes: read.bytes("max_object_size"),
        class_fields: read.at_most("max_class_fields"),
        allow_unlimited: read.flag("allow_unlimited"),
    }
}

fn complexity(read: &mut Reader<'_>) -> Complexity {
    Complexity {
        where_bytes: read.bytes("request_complexity_where_size"),
        query_depth: read.at_most("request_complexity_query_depth"),
        conditions: read.at_most("request_complexity_conditions"),
        expensive_conditions: read.at_most("request_complexity_expensive_conditions"),
        in_values: read.at_most("request_complexity_in_values"),
        subquery_depth: read.at_most("request_complexity_subquery_depth"),
        include_count: read.at_most("request_complexity_include_count"),
        include_depth: read.at_most("request_complexity_include_depth"),
        included_objects: read.at_most("request_complexity_included_objects"),
        order_keys: read.at_most("request_complexity_order_keys"),
        skip: u64::try_from(read.at_most("request_complexity_skip")).unwrap_or(u64::MAX),
        regex_length: read.at_most("request_complexity_regex_length"),
        allow_regex: read.flag("request_complexity_allow_regex"),
        regex_references: read.flag("request_complexity_regex_references"),
        text_without_index: read.flag("request_complexity_text_without_index"),
        batch_requests: read.at_most("request_complexity_batch_request_limit"),
    }
}

impl Reader<'_> {
    /// A count, where -1 is no limit.
    pub(super) fn at_most(&mut self, name: &str) -> usize {
        self.value(name, |text| if text == "-1" { Some(usize::MAX) } else { text.parse().ok() })
            .unwrap_or(usize::MAX)
    }

    /// A size, where -1 is no limit.
    pub(super) fn bytes(&mut self, name: &str) -> usize {
        self.value(name, |text| if text == "-1" { Some(usize::MAX) } else { size(text) })
            .unwrap_or(usize::MAX)
    }
}
