//! Values of fields.

use crate::date::Date;
use crate::geo::{GeoPoint, Polygon};
use crate::name::ClassName;
use crate::object::Object;
use crate::schema::FieldType;
use crate::{Json, JsonMap};

/// The value of one field.
///
/// What stands inside a list or a map is kept as the JSON it came as: the protocol stores nested
/// `__type` objects verbatim and does not interpret them.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing. Stored as absence; PostgreSQL cannot tell the two apart.
    Null,
    /// true or false
    Bool(bool),
    /// A double.
    Number(f64),
    /// Text without U+0000.
    Text(String),
    /// A moment.
    Date(Date),
    /// Bytes, still in base64.
    Bytes(String),
    /// A reference to another object.
    Pointer(Pointer),
    /// A place on the globe.
    GeoPoint(GeoPoint),
    /// An area on the globe.
    Polygon(Polygon),
    /// A reference to a stored file.
    File(File),
    /// A relation; the members are in a table of their own.
    Relation(ClassName),
    /// An array.
    List(Vec<Json>),
    /// An object without `__type`.
    Map(JsonMap),
    /// A pointer that a query followed. Only ever on the way out.
    Included(Box<Object>),
}

/// A reference to an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointer {
    /// The class it points into.
    pub class: ClassName,
    /// The id. Empty when the client sent none, which is stored as absence.
    pub id: String,
}

/// A reference to a stored file. Only the name is kept; the address is recomputed on each read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The name under which it is stored.
    pub name: String,
    /// The address, if known.
    pub url: Option<String>,
}

impl Value {
    /// The type a field would need to hold this value; `None` for null.
    pub fn field_type(&self) -> Option<FieldType> {
        Some(match self {
            Value::Null => return None,
            Value::Bool(_) => FieldType::Boolean,
            Value::Number(_) => FieldType::Number,
            Value::Text(_) => FieldType::String,
            Value::Date(_) => FieldType::Date,
            Value::Bytes(_) => FieldType::Bytes,
            Value::Pointer(pointer) => FieldType::Pointer(pointer.class.clone()),
            Value::GeoPoint(_) => FieldType::GeoPoint,
            Value::Polygon(_) => FieldType::Polygon,
            Value::File(_) => FieldType::File,
            Value::Relation(class) => FieldType::Relation(class.clone()),
            Value::List(_) => FieldType::Array,
            Value::Map(_) => FieldType::Object,
            Value::Included(object) => FieldType::Pointer(object.class.clone()),
        })
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The pointer, if it is one.
    pub fn as_pointer(&self) -> Option<&Pointer> {
        match self {
            Value::Pointer(pointer) => Some(pointer),
            _ => None,
        }
    }

    /// The date, if it is one.
    pub fn as_date(&self) -> Option<Date> {
        match self {
            Value::Date(date) => Some(*date),
            _ => None,
        }
    }

    /// Whether this is `true`.
    pub fn is_true(&self) -> bool {
        matches!(self, Value::Bool(true))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Bool(flag)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<Date> for Value {
    fn from(date: Date) -> Value {
        Value::Date(date)
    }
}

impl From<Pointer> for Value {
    fn from(pointer: Pointer) -> Value {
        Value::Pointer(pointer)
    }
}
