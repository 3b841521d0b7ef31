//! A class in the form of the schema API.

use parse_model::schema::EVERY_CLASS;
use parse_model::{Action, Class, FieldType, Json, JsonMap};
use serde_json::json;

/// Classes that no schema lists, with their columns.
const UNLISTED: &[(&str, &[(&str, FieldType)])] = &[
    (
        "_Hooks",
        &[
            ("functionName", FieldType::String),
            ("className", FieldType::String),
            ("triggerName", FieldType::String),
            ("url", FieldType::String),
        ],
    ),
    ("_GlobalConfig", &[("params", FieldType::Object), ("masterKeyOnly", FieldType::Object)]),
    ("_GraphQLConfig", &[("config", FieldType::Object)]),
];

/// A class with all its fields, filled-in permissions and its indexes.
pub(super) fn class(class: &Class) -> Json {
    let mut fields = every_field();
    for (name, field) in class.public_fields() {
        fields.insert(name.as_str().to_owned(), field.to_json());
    }
    if class.name == "_User" {
        fields.insert("password".to_owned(), FieldType::String.to_json());
    }
    let mut shown = named(class.name.as_str(), fields, permissions(class));
    if let Some(indexes) = class.indexes.as_ref().filter(|indexes| !indexes.is_empty()) {
        shown.insert("indexes".to_owned(), Json::Object(indexes.clone()));
    }
    Json::Object(shown)
}

/// An internal class that no schema lists.
pub(super) fn unlisted(name: &str) -> Option<Json> {
    let (name, own) = UNLISTED.iter().find(|(known, _)| *known == name)?;
    let mut fields = every_field();
    for (field, ty) in *own {
        fields.insert((*field).to_owned(), ty.to_json());
    }
    Some(Json::Object(named(name, fields, JsonMap::new())))
}

fn named(name: &str, fields: JsonMap, permissions: JsonMap) -> JsonMap {
    let mut shown = JsonMap::new();
    shown.insert("className".to_owned(), Json::from(name));
    shown.insert("fields".to_owned(), Json::Object(fields));
    shown.insert("classLevelPermissions".to_owned(), Json::Object(permissions));
    shown
}

fn every_field() -> JsonMap {
    let mut fields = JsonMap::new();
    for (name, ty) in EVERY_CLASS {
        fields.insert((*name).to_owned(), ty.to_json());
    }
    fields.insert("ACL".to_owned(), FieldType::Acl.to_json());
    fields
}

/// Permissions that were never set are open. Once they are set, everything that is not named is
/// denied.
pub(crate) fn permissions(class: &Class) -> JsonMap {
    if parse_store::system::is_volatile(&class.name) {
        return JsonMap::new();
    }
    let stored = class.clp.as_ref().map(|clp| &clp.stored);
    let mut shown = JsonMap::new();
    for action in Action::ALL {
        let open = if stored.is_none() { json!({ "*": true }) } else { json!({}) };
        shown.insert(action.name().to_owned(), open);
    }
    match stored {
        None => {
            shown.insert("protectedFields".to_owned(), json!({ "*": [] }));
            shown.insert("ACL".to_owned(), json!({ "*": { "read": true, "write": true } }));
        }
        Some(stored) => {
            shown.insert("protectedFields".to_owned(), json!({}));
            shown.extend(stored.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{ClassName, Clp};

    #[test]
    fn a_class_without_permissions_is_shown_as_open() {
        let shown = class(&Class::new(ClassName::from_static("Note")));
        assert_eq!(shown["classLevelPermissions"]["addField"], json!({"*": true}));
        assert_eq!(shown["classLevelPermissions"]["protectedFields"], json!({"*": []}));
        assert_eq!(shown["fields"]["ACL"], json!({"type": "ACL"}));
        assert!(shown.get("indexes").is_none());
    }

    #[test]
    fn once_set_what_is_not_named_is_shown_as_denied() {
        let mut note = Class::new(ClassName::from_static("Note"));
        let stored = json!({"find": {"*": true}}).as_object().cloned().unwrap();
        note.clp = Some(Clp::from_stored(stored));
        let shown = class(&note);
        assert_eq!(shown["classLevelPermissions"]["find"], json!({"*": true}));
        assert_eq!(shown["classLevelPermissions"]["get"], json!({}));
        assert!(shown["classLevelPermissions"].get("ACL").is_none());
    }
}
