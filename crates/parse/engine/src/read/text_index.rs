//! Refuses full-text searches without an index.

use parse_model::query::{Constraint, TextSearch};
use parse_model::{Class, FieldName, Filter, Json, Refusal};

use crate::cx::Cx;

/// Refuses a search that would read every object of the class, unless the caller may.
pub(super) fn check(cx: &Cx, class: &Class, filter: &Filter) -> Result<(), Refusal> {
    if cx.complexity().text_without_index {
        return Ok(());
    }
    let mut missing = None;
    filter.walk(&mut |part| {
        if let Filter::Field(path, Constraint::Text(search)) = part
            && !is_covered(class, &path.field, search)
        {
            missing.get_or_insert_with(|| path.field.clone());
        }
    });
    missing.map_or(Ok(()), |field| {
        Err(Refusal::query(format!("$text needs a text index on the field {field}")))
    })
}

/// Text indexes use the English dictionary.
fn is_covered(class: &Class, field: &FieldName, search: &TextSearch) -> bool {
    let is_english = matches!(search.language.as_deref(), None | Some("en" | "english"));
    let covers = |key: &Json| key.get(field.as_str()).and_then(Json::as_str) == Some("text");
    is_english && class.indexes.iter().flatten().any(|(_, key)| covers(key))
}
