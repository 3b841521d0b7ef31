//! Examples of calls, as the cases of the product got them.

use std::collections::BTreeMap;

use parse_model::Json;
use serde::Deserialize;

/// A call and what it was answered. `tests/product/answer.rs` records these.
#[derive(Clone, Deserialize)]
pub(super) struct Example {
    pub(super) params: Json,
    pub(super) answer: Json,
}

/// The recorded examples, by function.
pub(super) fn examples() -> BTreeMap<String, Example> {
    serde_json::from_str(include_str!("examples.json")).expect("examples")
}
