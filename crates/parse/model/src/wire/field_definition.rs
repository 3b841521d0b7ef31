//! What a request says about one field, checked.

use crate::{ClassName, Code, Field, FieldName, FieldType, Json, Refusal};

/// The types a field may be given. An ACL every object has already.
const TYPES: &[&str] = &[
    "Number", "String", "Boolean", "Date", "Object", "Array", "GeoPoint", "File", "Bytes",
    "Polygon",
];

/// Whether a request asks to delete rather than to define.
pub fn is_delete(json: &Json) -> bool {
    json.get("__op").and_then(Json::as_str) == Some("Delete")
}

/// A name that a new field may have.
pub fn name(text: &str) -> Result<FieldName, Refusal> {
    FieldName::parse(text).ok_or_else(|| Refusal::key(format!("invalid field name: {text}")))
}

/// The definition of a field.
pub fn field(class: &str, name: &str, json: &Json) -> Result<Field, Refusal> {
    let ty = field_type(json)?;
    let default = json.get("defaultValue").filter(|value| !value.is_null()).cloned();
    let is_required = json.get("required").is_some_and(is_truthy);
    match &default {
        Some(default) => fits(class, name, &ty, default)?,
        None if is_required && matches!(ty, FieldType::Relation(_)) => {
            return Err(wrong_type(format!("The 'required' option is not applicable for {ty}")));
        }
        None => {}
    }
    Ok(Field { ty, is_required, default })
}

fn field_type(json: &Json) -> Result<FieldType, Refusal> {
    let Some(name) = json.get("type").and_then(Json::as_str) else {
        return Err(Refusal::json("invalid JSON"));
    };
    if name == "Pointer" || name == "Relation" {
        let target = target(name, json.get("targetClass"))?;
        return Ok(if name == "Pointer" {
            FieldType::Pointer(target)
        } else {
            FieldType::Relation(target)
        });
    }
    let ty = FieldType::parse(json).filter(|_| TYPES.contains(&name));
    ty.ok_or_else(|| wrong_type(format!("invalid field type: {name}")))
}

fn target(kind: &str, json: Option<&Json>) -> Result<ClassName, Refusal> {
    match json {
        Some(Json::String(class)) if !class.is_empty() => ClassName::checked(class),
        Some(json) if is_truthy(json) => Err(Refusal::json("invalid JSON")),
        _ => Err(Refusal::new(
            Code::MISSING_REQUIRED_FIELD,
            format!("type {kind} needs a class name"),
        )),
    }
}

/// Refuses a default value of another type than the field's.
fn fits(class: &str, name: &str, ty: &FieldType, default: &Json) -> Result<(), Refusal> {
    let Some(got) = super::value_from(default.clone())?.field_type() else { return Ok(()) };
    if matches!(ty, FieldType::Relation(_)) && got.target().is_some() {
        return Err(wrong_type(format!("The 'default value' option is not applicable for {ty}")));
    }
    if got == *ty {
        return Ok(());
    }
    Err(wrong_type(format!(
        "schema mismatch for {class}.{name} default value; expected {ty} but got {got}"
    )))
}

fn wrong_type(message: String) -> Refusal {
    Refusal::new(Code::INCORRECT_TYPE, message)
}

/// JavaScript's idea of true, which is what Parse Server asks of an option.
fn is_truthy(json: &Json) -> bool {
    match json {
        Json::Null | Json::Bool(false) => false,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused(json: Json) -> (i32, String) {
        let refusal = field("C", "a", &json).unwrap_err();
        (refusal.code.0, refusal.message.into_owned())
    }

    #[test]
    fn types_are_told_apart_from_what_is_no_type() {
        assert_eq!(refused(json!({})), (107, "invalid JSON".to_owned()));
        assert_eq!(refused(json!("String")), (107, "invalid JSON".to_owned()));
        assert_eq!(refused(json!({"type": 5})), (107, "invalid JSON".to_owned()));
        assert_eq!(refused(json!({"type": "ACL"})), (111, "invalid field type: ACL".to_owned()));
        let pointer = json!({"type": "Pointer"});
        assert_eq!(refused(pointer), (135, "type Pointer needs a class name".to_owned()));
        let number = json!({"type": "Relation", "targetClass": 5});
        assert_eq!(refused(number), (107, "invalid JSON".to_owned()));
        let bad = json!({"type": "Pointer", "targetClass": "bad-name"});
        assert_eq!(refused(bad).0, 103);
    }

    #[test]
    fn a_default_value_has_the_type_of_its_field() {
        let text = json!({"type": "Number", "defaultValue": "x"});
        let told = "schema mismatch for C.a default value; expected Number but got String";
        assert_eq!(refused(text), (111, told.to_owned()));
        let relation = json!({"type": "Relation", "targetClass": "T", "defaultValue":
            {"__type": "Pointer", "className": "T", "objectId": "x"}});
        let told = "The 'default value' option is not applicable for Relation<T>";
        assert_eq!(refused(relation), (111, told.to_owned()));
        assert!(field("C", "a", &json!({"type": "Number", "defaultValue": 0})).is_ok());
    }

    #[test]
    fn a_relation_cannot_be_required() {
        let relation = json!({"type": "Relation", "targetClass": "T", "required": true});
        let told = "The 'required' option is not applicable for Relation<T>";
        assert_eq!(refused(relation), (111, told.to_owned()));
    }
}
