//! How a class of the product is written down.

use std::collections::BTreeMap;

use parse_model::{Class, ClassName, Clp, Field, FieldName, FieldType, Json, JsonMap};
use serde_json::json;

/// The role that mirrors `isAdmin`, as permissions name it.
pub(super) const ADMINISTRATORS: &str = "role:administrators";

/// Who may read the objects of a class, as far as each object's ACL lets them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Readers {
    /// Nobody: what may be known of it is told by functions.
    Nobody,
    /// Anyone who is signed in.
    SignedIn,
    /// Anyone who is signed in; each object names whom it belongs to.
    Own,
    /// Administrators.
    Administrators,
}

/// A class of the product: its fields, who reads it, and what only administrators see of it.
pub(super) fn class(
    name: &'static str,
    readers: Readers,
    fields: &[(&'static str, FieldType)],
    protected: &[&str],
) -> Class {
    let read = match readers {
        Readers::Nobody => json!({}),
        Readers::SignedIn | Readers::Own => json!({ "requiresAuthentication": true }),
        Readers::Administrators => json!({ ADMINISTRATORS: true }),
    };
    let permissions = json!({
        "get": read, "find": read, "count": read,
        "create": {}, "update": {}, "delete": {}, "addField": {},
        "protectedFields": protected_fields(protected),
    });
    with_permissions(name, fields, permissions)
}

/// What everybody but administrators is kept from seeing.
fn protected_fields(fields: &[&str]) -> Json {
    json!({ "*": fields, ADMINISTRATORS: [] })
}

pub(super) fn with_permissions(
    name: &'static str,
    fields: &[(&'static str, FieldType)],
    permissions: Json,
) -> Class {
    let fields: BTreeMap<FieldName, Field> = fields
        .iter()
        .map(|(name, ty)| (FieldName::from_static(name), Field::of(ty.clone())))
        .collect();
    let stored: JsonMap = match permissions {
        Json::Object(map) => map,
        _ => JsonMap::new(),
    };
    let clp = Some(Clp::from_stored(stored));
    Class { name: ClassName::from_static(name), fields, clp, indexes: None }
}

/// The type of a reference to an object of a class.
pub(super) fn pointer(class: &'static str) -> FieldType {
    FieldType::Pointer(ClassName::from_static(class))
}
