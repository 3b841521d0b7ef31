//! From JSON to values and operations.

use crate::date::Date;
use crate::geo::{GeoPoint, Polygon};
use crate::name::ClassName;
use crate::op::{Membership, Op};
use crate::refusal::{Code, Refusal};
use crate::value::{File, Pointer, Value};
use crate::{Json, JsonMap};

/// Reads the value of a field in a write.
pub fn value_from(json: Json) -> Result<Value, Refusal> {
    Ok(match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(flag),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
        Json::String(text) => Value::Text(storable(text)?),
        Json::Array(mut items) => {
            items.iter().try_for_each(check_nested)?;
            items.iter_mut().for_each(round);
            Value::List(items)
        }
        Json::Object(map) => match map.get("__type").filter(|name| is_truthy(name)) {
            Some(Json::String(name)) => typed(&name.clone(), map)?,
            Some(other) => return Err(not_a_valid(&other.to_string())),
            None => {
                check_map(&map)?;
                Value::Map(rounded(map))
            }
        },
    })
}

/// Reads a value that a query compares with. Unlike a stored value it may hold anything: what no
/// field can be simply matches nothing.
pub fn operand_from(json: &Json) -> Result<Value, Refusal> {
    match json {
        Json::Array(items) => {
            let mut items = items.clone();
            items.iter_mut().for_each(round);
            Ok(Value::List(items))
        }
        Json::Object(map) if map.get("__type").is_none() => Ok(Value::Map(rounded(map.clone()))),
        Json::Object(map) if map.get("__type").and_then(Json::as_str) == Some("Object") => {
            Ok(Value::Map(rounded(map.clone())))
        }
        Json::String(text) => Ok(Value::Text(text.clone())),
        other => value_from(other.clone()),
    }
}

/// Reads what a write does to one field: a bare value sets it, `__op` names another operation.
pub fn op_from(json: Json) -> Result<Op, Refusal> {
    let Json::Object(map) = &json else { return value_from(json).map(Op::Set) };
    let Some(name) = map.get("__op").filter(|name| is_truthy(name)) else {
        return value_from(json).map(Op::Set);
    };
    let objects = || -> Result<Vec<Json>, Refusal> {
        let list = map.get("objects").and_then(Json::as_array).cloned();
        let mut list = list.ok_or_else(|| Refusal::json("objects to add must be an array"))?;
        list.iter().try_for_each(check_nested)?;
        list.iter_mut().for_each(round);
        Ok(list)
    };
    Ok(match name.as_str().unwrap_or_default() {
        "Delete" => Op::Delete,
        "Increment" => {
            let amount = map.get("amount").and_then(Json::as_f64);
            Op::Increment(
                amount.ok_or_else(|| Refusal::json("incrementing must provide a number"))?,
            )
        }
        "Add" => Op::Add(objects()?),
        "AddUnique" => Op::AddUnique(objects()?),
        "Remove" => Op::Remove(objects()?),
        "SetOnInsert" => Op::Set(value_from(map.get("amount").cloned().unwrap_or_default())?),
        "AddRelation" | "RemoveRelation" => relate(std::slice::from_ref(&json))?,
        "Batch" => {
            let ops = map.get("ops").and_then(Json::as_array);
            relate(ops.ok_or_else(|| Refusal::json("ops of a batch must be an array"))?)?
        }
        other => {
            return Err(Refusal::new(
                Code::COMMAND_UNAVAILABLE,
                format!("The {other} operator is not supported yet."),
            ));
        }
    })
}

fn relate(ops: &[Json]) -> Result<Op, Refusal> {
    let mut class = None;
    let mut steps = Vec::with_capacity(ops.len());
    for op in ops {
        let objects = op.get("objects").and_then(Json::as_array);
        let objects = objects.ok_or_else(|| Refusal::json("objects to add must be an array"))?;
        let mut ids = Vec::with_capacity(objects.len());
        for object in objects {
            if class.is_none() {
                class = object
                    .get("className")
                    .and_then(Json::as_str)
                    .map(ClassName::checked)
                    .transpose()?;
            }
            let id = object.get("objectId").and_then(Json::as_str);
            ids.push(id.ok_or_else(|| Refusal::json("bad objectId"))?.to_owned());
        }
        steps.push(match op.get("__op").and_then(Json::as_str) {
            Some("AddRelation") => Membership::Add(ids),
            Some("RemoveRelation") => Membership::Remove(ids),
            other => {
                return Err(Refusal::new(
                    Code::COMMAND_UNAVAILABLE,
                    format!("The {} operator is not supported yet.", other.unwrap_or("Batch")),
                ));
            }
        });
    }
    Ok(Op::Relate { class, steps })
}

/// Reads an object with `__type`, or says which type it fails to be.
fn typed(name: &str, mut map: JsonMap) -> Result<Value, Refusal> {
    let invalid = || not_a_valid(name);
    let mut text = |key: &str| match map.remove(key) {
        Some(Json::String(text)) if !text.is_empty() => Ok(text),
        _ => Err(invalid()),
    };
    Ok(match name {
        "Date" => Value::Date(Date::parse(&text("iso")?).ok_or_else(invalid)?),
        "Bytes" => Value::Bytes(storable(text("base64")?)?),
        "Pointer" => {
            let class = text("className")?;
            let class = ClassName::checked(&class)?;
            let id = match map.remove("objectId") {
                Some(Json::String(id)) => storable(id)?,
                None | Some(Json::Null) => String::new(),
                Some(other) => other.to_string(),
            };
            Value::Pointer(Pointer { class, id })
        }
        "Relation" => {
            let class = text("className")?;
            Value::Relation(ClassName::checked(&class)?)
        }
        "File" => {
            let name = storable(text("name")?)?;
            Value::File(File { name, url: text("url").ok() })
        }
        "GeoPoint" => {
            let degrees = |key: &str| map.get(key).and_then(Json::as_f64).ok_or_else(invalid);
            Value::GeoPoint(GeoPoint {
                latitude: degrees("latitude")?,
                longitude: degrees("longitude")?,
            })
        }
        "Polygon" => match map.get("coordinates") {
            Some(coordinates) if is_truthy(coordinates) => {
                Value::Polygon(Polygon::from_coordinates(coordinates)?)
            }
            _ => return Err(invalid()),
        },
        _ => return Err(invalid()),
    })
}

fn not_a_valid(name: &str) -> Refusal {
    Refusal::new(Code::INCORRECT_TYPE, format!("This is not a valid {name}"))
}

/// Numbers of the protocol are doubles wherever they stand. PostgreSQL would keep more digits of a
/// whole number inside JSON, and then not find it by the double that a query asks for.
fn round(json: &mut Json) {
    match json {
        Json::Number(number) => {
            let whole = number.as_i64().map(i64::unsigned_abs).or_else(|| number.as_u64());
            if whole.is_some_and(|whole| whole > 1 << 53) {
                *json = super::number(number.as_f64().unwrap_or_default());
            }
        }
        Json::Array(items) => items.iter_mut().for_each(round),
        Json::Object(map) => map.values_mut().for_each(round),
        _ => {}
    }
}

fn rounded(mut map: JsonMap) -> JsonMap {
    map.values_mut().for_each(round);
    map
}

/// PostgreSQL stores no U+0000, so no text with one becomes a value.
fn storable(text: String) -> Result<String, Refusal> {
    if text.contains('\0') { Err(no_nul()) } else { Ok(text) }
}

fn no_nul() -> Refusal {
    Refusal::json("strings must not contain the character U+0000")
}

fn check_nested(json: &Json) -> Result<(), Refusal> {
    match json {
        Json::String(text) if text.contains('\0') => Err(no_nul()),
        Json::Array(items) => items.iter().try_for_each(check_nested),
        Json::Object(map) => check_map(map),
        _ => Ok(()),
    }
}

fn check_map(map: &JsonMap) -> Result<(), Refusal> {
    for (key, value) in map {
        if key.contains(['$', '.']) {
            return Err(Refusal::new(
                Code::INVALID_NESTED_KEY,
                "Nested keys should not contain the '$' or '.' characters",
            ));
        }
        if key.contains('\0') {
            return Err(no_nul());
        }
        check_nested(value)?;
    }
    Ok(())
}

fn is_truthy(json: &Json) -> bool {
    !matches!(json, Json::Null | Json::Bool(false)) && json.as_str() != Some("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn code(json: Json) -> Code {
        value_from(json).unwrap_err().code
    }

    #[test]
    fn typed_objects_become_values() {
        let pointer = value_from(json!({"__type": "Pointer", "className": "C", "objectId": "x"}));
        assert_eq!(pointer.unwrap().as_pointer().unwrap().id, "x");
        let date = value_from(json!({"__type": "Date", "iso": "1970-01-01T00:00:00.001Z"}));
        assert_eq!(date.unwrap().as_date(), Some(Date::from_millis(1)));
    }

    #[test]
    fn empty_bytes_and_nameless_files_are_refused() {
        for bad in [
            json!({"__type": "Bytes", "base64": ""}),
            json!({"__type": "File"}),
            json!({"__type": "Date", "iso": "soon"}),
            json!({"__type": "Object", "className": "C"}),
            json!({"__type": "Nonsense"}),
        ] {
            assert_eq!(code(bad.clone()), Code::INCORRECT_TYPE, "{bad}");
        }
    }

    #[test]
    fn numbers_inside_are_doubles_too() {
        let list = value_from(json!([9_007_199_254_740_993_u64, {"a": i64::MIN + 1}, 5])).unwrap();
        let expected = json!([9_007_199_254_740_992.0, {"a": -9_223_372_036_854_775_808.0}, 5]);
        assert_eq!(crate::wire::to_json(&list), expected);
    }

    #[test]
    fn dollars_and_dots_are_refused_at_any_depth() {
        assert_eq!(code(json!({"a": [{"b.c": 1}]})), Code::INVALID_NESTED_KEY);
        assert_eq!(code(json!({"$x": 1})), Code::INVALID_NESTED_KEY);
        assert_eq!(code(json!("a\0b")), Code::INVALID_JSON);
    }

    #[test]
    fn a_batch_of_relation_steps_keeps_their_order() {
        let child = |id: &str| json!({"__type": "Pointer", "className": "C", "objectId": id});
        let op = op_from(json!({"__op": "Batch", "ops": [
            {"__op": "AddRelation", "objects": [child("a")]},
            {"__op": "RemoveRelation", "objects": [child("b")]},
        ]}));
        let Op::Relate { class, steps } = op.unwrap() else { panic!("a relation") };
        assert_eq!(class, ClassName::parse("C"));
        assert_eq!(
            steps,
            [Membership::Add(vec!["a".to_owned()]), Membership::Remove(vec!["b".to_owned()])]
        );
    }

    #[test]
    fn an_unknown_operation_is_refused() {
        assert_eq!(
            op_from(json!({"__op": "Explode"})).unwrap_err().code,
            Code::COMMAND_UNAVAILABLE
        );
    }
}
