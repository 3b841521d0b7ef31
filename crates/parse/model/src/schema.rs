//! Classes, their fields and their types.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use serde_json::json;

use crate::clp::Clp;
use crate::name::{ClassName, FieldName};
use crate::refusal::{Code, Refusal};
use crate::{Json, JsonMap};

/// What a field may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldType {
    /// Text.
    String,
    /// A double.
    Number,
    /// true or false
    Boolean,
    /// A moment.
    Date,
    /// A JSON object.
    Object,
    /// A JSON array.
    Array,
    /// A reference into one class.
    Pointer(ClassName),
    /// A set of references into one class, in a table of its own.
    Relation(ClassName),
    /// A stored file.
    File,
    /// A place.
    GeoPoint,
    /// An area.
    Polygon,
    /// Bytes in base64.
    Bytes,
    /// The permissions of the object; has no column of its own.
    Acl,
}

impl FieldType {
    /// Reads the stored or sent form: `{"type": "Pointer", "targetClass": "C"}`, or the bare name
    /// that old databases have.
    pub fn parse(json: &Json) -> Option<FieldType> {
        let name = json.as_str().or_else(|| json.get("type")?.as_str())?;
        let target = || ClassName::parse(json.get("targetClass")?.as_str()?);
        Some(match name {
            "String" => FieldType::String,
            "Number" => FieldType::Number,
            "Boolean" => FieldType::Boolean,
            "Date" => FieldType::Date,
            "Object" => FieldType::Object,
            "Array" => FieldType::Array,
            "Pointer" => FieldType::Pointer(target()?),
            "Relation" => FieldType::Relation(target()?),
            "File" => FieldType::File,
            "GeoPoint" => FieldType::GeoPoint,
            "Polygon" => FieldType::Polygon,
            "Bytes" => FieldType::Bytes,
            "ACL" => FieldType::Acl,
            _ => return None,
        })
    }

    /// The type's name without its target.
    pub fn name(&self) -> &'static str {
        match self {
            FieldType::String => "String",
            FieldType::Number => "Number",
            FieldType::Boolean => "Boolean",
            FieldType::Date => "Date",
            FieldType::Object => "Object",
            FieldType::Array => "Array",
            FieldType::Pointer(_) => "Pointer",
            FieldType::Relation(_) => "Relation",
            FieldType::File => "File",
            FieldType::GeoPoint => "GeoPoint",
            FieldType::Polygon => "Polygon",
            FieldType::Bytes => "Bytes",
            FieldType::Acl => "ACL",
        }
    }

    /// The class a pointer or relation leads to.
    pub fn target(&self) -> Option<&ClassName> {
        match self {
            FieldType::Pointer(class) | FieldType::Relation(class) => Some(class),
            _ => None,
        }
    }

    /// The stored and sent form.
    pub fn to_json(&self) -> Json {
        match self.target() {
            Some(class) => json!({ "type": self.name(), "targetClass": class.as_str() }),
            None => json!({ "type": self.name() }),
        }
    }
}

impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.target() {
            Some(class) => write!(f, "{}<{class}>", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

/// One field of a class.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What it may hold.
    pub ty: FieldType,
    /// Whether an object must have it.
    pub is_required: bool,
    /// What it is when a new object does not say.
    pub default: Option<Json>,
}

impl Field {
    /// A field of a type, with nothing demanded of it.
    pub fn of(ty: FieldType) -> Field {
        Field { ty, is_required: false, default: None }
    }

    /// Reads the stored form.
    pub fn parse(json: &Json) -> Option<Field> {
        Some(Field {
            ty: FieldType::parse(json)?,
            is_required: json.get("required").is_some_and(|flag| flag == &Json::Bool(true)),
            default: json.get("defaultValue").filter(|value| !value.is_null()).cloned(),
        })
    }

    /// The stored form.
    pub fn to_json(&self) -> Json {
        let mut json = self.ty.to_json();
        if let Json::Object(map) = &mut json {
            if self.is_required {
                map.insert("required".to_owned(), Json::Bool(true));
            }
            if let Some(default) = &self.default {
                map.insert("defaultValue".to_owned(), default.clone());
            }
        }
        json
    }
}

/// One class: its fields, permissions and indexes.
///
/// `objectId`, `createdAt`, `updatedAt` and the ACL are part of every class and not listed in
/// `fields`; internal columns that the stored schema lists (`_hashed_password`) are.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// Its name.
    pub name: ClassName,
    /// Its own fields.
    pub fields: BTreeMap<FieldName, Field>,
    /// Its permissions; `None` means open.
    pub clp: Option<Clp>,
    /// Its indexes as the schema API shows them.
    pub indexes: Option<JsonMap>,
}

/// The columns that every class has, with their types.
pub const EVERY_CLASS: &[(&str, FieldType)] = &[
    ("objectId", FieldType::String),
    ("createdAt", FieldType::Date),
    ("updatedAt", FieldType::Date),
];

impl Class {
    /// A class without fields of its own.
    pub fn new(name: ClassName) -> Class {
        Class { name, fields: BTreeMap::new(), clp: None, indexes: None }
    }

    /// The type of a field, those of every class included.
    pub fn field_type(&self, name: &str) -> Option<&FieldType> {
        if let Some((_, ty)) = EVERY_CLASS.iter().find(|(field, _)| *field == name) {
            return Some(ty);
        }
        self.fields.get(name).map(|field| &field.ty)
    }

    /// The fields that clients may know of.
    pub fn public_fields(&self) -> impl Iterator<Item = (&FieldName, &Field)> {
        self.fields.iter().filter(|(name, _)| !name.is_internal())
    }

    /// Refuses a value whose type is not the field's.
    pub fn mismatch(&self, field: &str, expected: &FieldType, got: &FieldType) -> Refusal {
        Refusal::new(
            Code::INCORRECT_TYPE,
            format!("schema mismatch for {}.{field}; expected {expected} but got {got}", self.name),
        )
    }
}

/// All classes at one moment. Cheap to clone and never changed: a new one replaces it.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    classes: HashMap<ClassName, Arc<Class>>,
}

impl Schema {
    /// A class by name.
    pub fn class(&self, name: &ClassName) -> Option<&Arc<Class>> {
        self.classes.get(name)
    }

    /// All classes, in no order.
    pub fn classes(&self) -> impl Iterator<Item = &Arc<Class>> {
        self.classes.values()
    }

    /// The same with one class added or replaced.
    pub fn with(&self, class: Class) -> Schema {
        let mut classes = self.classes.clone();
        classes.insert(class.name.clone(), Arc::new(class));
        Schema { classes }
    }

    /// The same without one class.
    pub fn without(&self, name: &ClassName) -> Schema {
        let mut classes = self.classes.clone();
        classes.remove(name);
        Schema { classes }
    }
}

impl FromIterator<Class> for Schema {
    fn from_iter<I: IntoIterator<Item = Class>>(classes: I) -> Schema {
        let classes =
            classes.into_iter().map(|class| (class.name.clone(), Arc::new(class))).collect();
        Schema { classes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_read_back_in_both_stored_shapes() {
        let pointer = FieldType::Pointer(ClassName::from_static("Child"));
        assert_eq!(FieldType::parse(&pointer.to_json()), Some(pointer.clone()));
        assert_eq!(FieldType::parse(&json!("Number")), Some(FieldType::Number));
        assert_eq!(FieldType::parse(&json!({"type": "Pointer"})), None);
        assert_eq!(pointer.to_string(), "Pointer<Child>");
    }
}
