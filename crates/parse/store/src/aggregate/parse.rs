//! From the JSON of a request to a pipeline. Names and values may be MongoDB's.

mod condition;
mod expression;
mod pipeline;
mod stage;

pub use condition::conditions;
pub use pipeline::{options, pipeline};
pub use stage::stages;

use parse_model::Refusal;

/// The protocol's name for what a pipeline may call by the name it has in MongoDB.
pub fn own_name(name: &str) -> String {
    match name {
        "_id" => "objectId".to_owned(),
        "_created_at" => "createdAt".to_owned(),
        "_updated_at" => "updatedAt".to_owned(),
        _ => name.strip_prefix("_p_").unwrap_or(name).to_owned(),
    }
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::query(message)
}
