//! From values to JSON.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::json;

use crate::acl::Acl;
use crate::object::Object;
use crate::value::{Pointer, Value};
use crate::{Json, JsonMap};

/// The largest number up to which every whole double is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number as JSON writes it: whole ones without a fraction.
pub fn number(value: f64) -> Json {
    match whole(value) {
        Some(whole) => Json::from(whole),
        None => serde_json::Number::from_f64(value).map_or(Json::Null, Json::Number),
    }
}

fn whole(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    let whole = value as i64;
    (value.fract() == 0.0 && value.abs() < EXACT).then_some(whole)
}

/// The JSON form of a value, as it is stored inside arrays and objects.
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => Json::Bool(*flag),
        Value::Number(value) => number(*value),
        Value::Text(text) => Json::String(text.clone()),
        Value::Date(date) => json!({ "__type": "Date", "iso": date.iso() }),
        Value::Bytes(base64) => json!({ "__type": "Bytes", "base64": base64 }),
        Value::Pointer(Pointer { class, id }) => {
            json!({ "__type": "Pointer", "className": class.as_str(), "objectId": id })
        }
        Value::GeoPoint(point) => json!({
            "__type": "GeoPoint",
            "latitude": number(point.latitude),
            "longitude": number(point.longitude),
        }),
        Value::Polygon(polygon) => json!({
            "__type": "Polygon",
            "coordinates": polygon.points().iter()
                .map(|point| [number(point.latitude), number(point.longitude)])
                .collect::<Vec<_>>(),
        }),
        Value::File(file) => {
            let mut map = JsonMap::new();
            map.insert("__type".to_owned(), Json::from("File"));
            map.insert("name".to_owned(), Json::from(file.name.as_str()));
            if let Some(url) = &file.url {
                map.insert("url".to_owned(), Json::from(url.as_str()));
            }
            Json::Object(map)
        }
        Value::Relation(class) => json!({ "__type": "Relation", "className": class.as_str() }),
        Value::List(items) => Json::Array(items.clone()),
        Value::Map(map) => Json::Object(map.clone()),
        Value::Included(object) => included_to_json(object),
    }
}

/// An object as a query returns it.
pub fn object_to_json(object: &Object) -> JsonMap {
    let mut map = JsonMap::new();
    if !object.id.as_str().is_empty() {
        map.insert("objectId".to_owned(), Json::from(object.id.as_str()));
    }
    for (name, date) in [("createdAt", object.created_at), ("updatedAt", object.updated_at)] {
        if let Some(date) = date {
            map.insert(name.to_owned(), Json::from(date.iso()));
        }
    }
    for (name, value) in object.fields.iter() {
        map.insert(name.as_str().to_owned(), to_json(value));
    }
    if let Some(acl) = &object.acl {
        map.insert("ACL".to_owned(), acl.to_json());
    }
    map
}

/// An object as it stands inside another one.
pub fn included_to_json(object: &Object) -> Json {
    let mut map = object_to_json(object);
    map.insert("__type".to_owned(), Json::from("Object"));
    map.insert("className".to_owned(), Json::from(object.class.as_str()));
    Json::Object(map)
}

/// Writes an object straight into the answer, without a JSON tree in between.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a>(pub &'a Object);

impl Serialize for Outgoing<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_object(self.0, serializer.serialize_map(None)?)
    }
}

/// An object that stands inside another one.
struct Inner<'a>(&'a Object);

impl Serialize for Inner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("__type", "Object")?;
        map.serialize_entry("className", self.0.class.as_str())?;
        write_object(self.0, map)
    }
}

fn write_object<M: SerializeMap>(object: &Object, mut map: M) -> Result<M::Ok, M::Error> {
    if !object.id.as_str().is_empty() {
        map.serialize_entry("objectId", object.id.as_str())?;
    }
    for (name, date) in [("createdAt", object.created_at), ("updatedAt", object.updated_at)] {
        if let Some(date) = date {
            map.serialize_entry(name, date.written().as_str())?;
        }
    }
    for (name, value) in object.fields.iter() {
        map.serialize_entry(name.as_str(), &Written(value))?;
    }
    if let Some(acl) = &object.acl {
        map.serialize_entry("ACL", &Principals(acl))?;
    }
    map.end()
}

/// The permissions of an object: readers first, each principal with the flags it has.
struct Principals<'a>(&'a Acl);

impl Serialize for Principals<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let readers = self.0.read.as_deref().unwrap_or_default();
        let writers = self.0.write.as_deref().unwrap_or_default();
        let mut map = serializer.serialize_map(None)?;
        for principal in readers {
            let may_write = writers.contains(principal);
            map.serialize_entry(principal, &Rights { read: true, write: may_write })?;
        }
        for principal in writers.iter().filter(|principal| !readers.contains(principal)) {
            map.serialize_entry(principal, &Rights { read: false, write: true })?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Rights {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    read: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    write: bool,
}

/// A value on its way into the answer. The frequent kinds are written directly.
struct Written<'a>(&'a Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Bool(flag) => serializer.serialize_bool(*flag),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Number(value) => match whole(*value) {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_f64(*value),
            },
            Value::List(items) => items.serialize(serializer),
            Value::Map(map) => map.serialize(serializer),
            Value::Included(object) => Inner(object).serialize(serializer),
            Value::Date(date) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("__type", "Date")?;
                map.serialize_entry("iso", date.written().as_str())?;
                map.end()
            }
            Value::Pointer(pointer) => {
                let mut map = serializer.serialize_map(Some(3))?;
                map.serialize_entry("__type", "Pointer")?;
                map.serialize_entry("className", pointer.class.as_str())?;
                map.serialize_entry("objectId", &pointer.id)?;
                map.end()
            }
            other => to_json(other).serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::Date;
    use crate::name::{ClassName, FieldName, ObjectId};

    #[test]
    fn whole_numbers_are_written_without_a_fraction() {
        assert_eq!(number(5.0).to_string(), "5");
        assert_eq!(number(-0.5).to_string(), "-0.5");
        assert_eq!(number(1e300).to_string(), "1e+300");
    }

    #[test]
    fn both_ways_of_writing_an_object_agree() {
        let mut inner = Object::new(ClassName::from_static("Child"), ObjectId::new("c1"));
        inner.fields.push(FieldName::from_static("n"), Value::Number(1.5));
        let mut object = Object::new(ClassName::from_static("Note"), ObjectId::new("n1"));
        object.created_at = Some(Date::from_millis(0));
        object.acl = Some(Acl {
            read: Some(vec!["*".to_owned(), "u".to_owned()]),
            write: Some(vec!["role:Staff".to_owned(), "u".to_owned()]),
        });
        object.fields.push(FieldName::from_static("at"), Value::Date(Date::from_millis(1)));
        object.fields.push(FieldName::from_static("kid"), Value::Included(Box::new(inner)));
        object.fields.push(FieldName::from_static("tags"), Value::List(vec![Json::from(1)]));
        let written: Json =
            serde_json::from_str(&serde_json::to_string(&Outgoing(&object)).unwrap()).unwrap();
        assert_eq!(written, Json::Object(object_to_json(&object)));
    }
}
