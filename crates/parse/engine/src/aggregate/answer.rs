//! The answer of a pipeline.

use parse_model::{
    Class, ClassName, FieldName, FieldType, Json, JsonMap, Object, ObjectId, Value, wire,
};
use parse_store::aggregate::Stage;

use crate::cx::Cx;
use crate::read::with_addresses;

/// How documents are converted.
pub(super) struct DocumentView<'a> {
    cx: &'a Cx,
    class: ClassName,
    /// The relations in an unchanged object.
    relations: Vec<(String, Json)>,
    /// Whether the pipeline has no stages.
    is_empty: bool,
}

impl<'a> DocumentView<'a> {
    pub(super) fn new(
        cx: &'a Cx,
        class: &Class,
        stages: &[Stage],
        is_empty: bool,
    ) -> DocumentView<'a> {
        let is_untouched = !stages.iter().any(|stage| {
            matches!(stage, Stage::Group { .. } | Stage::Project(_) | Stage::Count(_))
        });
        let relations = class.public_fields().filter_map(|(name, field)| match &field.ty {
            FieldType::Relation(target) if is_untouched => {
                let value = wire::to_json(&Value::Relation(target.clone()));
                Some((name.as_str().to_owned(), value))
            }
            _ => None,
        });
        DocumentView { cx, class: class.name.clone(), relations: relations.collect(), is_empty }
    }

    /// Drops missing values and internal names, and gives every document an id, which may be null.
    pub(super) fn document(&self, document: Json) -> Json {
        let mut shown = JsonMap::new();
        let fields = match document {
            Json::Object(map) if !self.is_empty => map,
            _ => JsonMap::new(),
        };
        for (name, value) in fields {
            if value.is_null() || !is_plain(&name) {
                continue;
            }
            let value = match name.as_str() {
                "createdAt" | "updatedAt" => plain_date(value),
                _ => self.addressed(value),
            };
            shown.insert(name, value);
        }
        if !self.is_empty {
            shown.extend(self.relations.iter().cloned());
        }
        shown.entry("objectId").or_insert(Json::Null);
        Json::Object(shown)
    }

    /// The address of a file is recomputed on each read.
    fn addressed(&self, value: Json) -> Json {
        if value.get("__type").and_then(Json::as_str) != Some("File") {
            return value;
        }
        let Ok(file) = wire::value_from(value) else { return Json::Null };
        let mut object = Object::new(self.class.clone(), ObjectId::new(""));
        object.fields.push(FieldName::from_static("file"), file);
        with_addresses(self.cx, &mut object);
        object.fields.get("file").map_or(Json::Null, wire::to_json)
    }
}

/// A date as plain text, in the form of an object's times. Other values are unchanged.
pub(super) fn plain_date(value: Json) -> Json {
    match (value.get("__type").and_then(Json::as_str), value.get("iso")) {
        (Some("Date"), Some(iso)) => iso.clone(),
        _ => value,
    }
}

fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
