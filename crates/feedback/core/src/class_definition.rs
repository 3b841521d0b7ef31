//! The building blocks of class definitions.
//!
//! Only the server writes to the product's classes, so clients may not.

use std::collections::BTreeMap;

use parse_model::{Class, ClassName, Clp, Field, FieldName, FieldType, Json, JsonMap};
use serde_json::json;

/// The role that mirrors `isAdmin`, as permissions name it.
pub const ADMINISTRATORS: &str = "role:administrators";

/// Which clients may read the objects of a class, within each object's ACL.
#[derive(Debug, Clone, Copy)]
pub enum Readers {
    /// No client. Functions return the public part.
    ServerOnly,
    /// Anyone who is signed in.
    SignedIn,
    /// Anyone who is signed in. Each object names its owner.
    Own,
    /// Administrators.
    Administrators,
}

/// A class of the product: its fields, its readers, and the fields that only administrators can
/// read.
pub fn class(
    name: &'static str,
    readers: Readers,
    fields: &[(&'static str, FieldType)],
    protected: &[&str],
) -> Class {
    let read = match readers {
        Readers::ServerOnly => json!({}),
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

/// Hides fields from all users but administrators.
fn protected_fields(fields: &[&str]) -> Json {
    json!({ "*": fields, ADMINISTRATORS: [] })
}

/// A class with permissions in the form of the protocol.
pub fn with_permissions(
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
pub fn pointer(class: &'static str) -> FieldType {
    FieldType::Pointer(ClassName::from_static(class))
}
