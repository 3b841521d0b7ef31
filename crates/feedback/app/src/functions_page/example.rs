//! Examples of calls, recorded by the product tests.

use std::collections::BTreeMap;

use parse_model::Json;
use serde::Deserialize;

/// A call and its answer. `tests/product/answer.rs` records them.
#[derive(Clone, Deserialize)]
pub(super) struct Example {
    pub(super) params: Json,
    pub(super) answer: Json,
}

/// The recorded examples, by function.
pub(super) fn examples() -> BTreeMap<String, Example> {
    serde_json::from_str(include_str!("examples.json")).expect("examples")
}
