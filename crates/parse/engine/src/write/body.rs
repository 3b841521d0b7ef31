//! Parses a body into operations on fields.

use std::collections::HashMap;

use parse_model::op::Ops;
use parse_model::query::complexity::is_larger;
use parse_model::wire::op_from;
use parse_model::{
    Acl, Class, ClassName, Code, Date, FieldName, FieldType, Json, JsonMap, ObjectId, Op, Path,
    Refusal, Value,
};

use crate::cx::Cx;
use crate::draft::Times;
use crate::file;

/// A parsed body.
pub(super) struct Body {
    pub(super) id: Option<ObjectId>,
    pub(super) ops: Ops,
    pub(super) acl: Option<Acl>,
    pub(super) times: Times,
    pub(super) from_operations: Vec<FieldName>,
}

/// Parses the body of a write. Fields that every object has are taken out, the rest becomes
/// operations.
pub(super) fn read(
    cx: &Cx,
    class: &ClassName,
    mut body: JsonMap,
    is_create: bool,
) -> Result<Body, Refusal> {
    cx.settings().keyword_denylist.check(&body)?;
    file::check_addresses(cx.settings(), &body)?;
    let most = cx.most(cx.settings().max_object_bytes);
    if is_larger(&body, most) {
        return Err(Refusal::new(
            Code::OBJECT_TOO_LARGE,
            format!("Objects must not be larger than {most} bytes."),
        ));
    }
    let id = if is_create { own_id(cx, class, &mut body)? } else { None };
    if !is_create {
        body.remove("objectId");
        body.remove("id");
    }
    let acl = acl(body.remove("ACL"))?;
    let times = times(cx, class, &mut body, is_create)?;
    let mut ops = Ops::with_capacity(body.len());
    let mut from_operations = Vec::new();
    let mut points = 0;
    for (key, json) in body {
        let path = path(&key)?;
        let op = op_from(json)?;
        if op.is_computed() {
            from_operations.push(path.field.clone());
        }
        let op = if is_create { op.on_create() } else { op };
        points += usize::from(matches!(op, Op::Set(Value::GeoPoint(_))));
        ops.push((path, op));
    }
    if points > 1 {
        return Err(Refusal::new(
            Code::INCORRECT_TYPE,
            "there can only be one geopoint field in a class",
        ));
    }
    if is_create {
        ops = gathered(ops)?;
    }
    Ok(Body { id, ops, acl, times, from_operations })
}

/// The id that a client chose, if allowed.
fn own_id(cx: &Cx, class: &ClassName, body: &mut JsonMap) -> Result<Option<ObjectId>, Refusal> {
    let is_sent = body.contains_key("objectId");
    let id = body.remove("objectId").unwrap_or_default();
    if cx.settings().allow_custom_object_id {
        return match id {
            Json::String(id) if !id.is_empty() => Ok(Some(ObjectId::new(id))),
            _ if !is_sent => Ok(None),
            Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                let got = op_from(id)?.field_type().unwrap_or(FieldType::Object);
                Err(Class::new(class.clone()).mismatch("objectId", &FieldType::String, &got))
            }
            _ => Err(Refusal::new(
                Code::MISSING_OBJECT_ID,
                "objectId must not be empty, null or undefined",
            )),
        };
    }
    let is_empty = matches!(id, Json::Null) || id.as_str() == Some("");
    if !is_empty {
        return Err(Refusal::key("objectId is an invalid field name."));
    }
    if body.get("id").is_some_and(|id| !id.is_null()) {
        return Err(Refusal::key("id is an invalid field name."));
    }
    Ok(None)
}

/// The ACL in the body. Null leaves it unchanged, and deleting it leaves an empty one.
pub(super) fn acl(json: Option<Json>) -> Result<Option<Acl>, Refusal> {
    match json {
        None | Some(Json::Null) => Ok(None),
        Some(json) if json.get("__op").is_some() => Ok(Some(Acl::master_only())),
        Some(json) => Acl::parse(&json).map(Some),
    }
}

/// The server sets times: those of clients are dropped, those of an import are kept.
fn times(
    cx: &Cx,
    class: &ClassName,
    body: &mut JsonMap,
    is_create: bool,
) -> Result<Times, Refusal> {
    let mut sent = [None, None];
    for (slot, name) in sent.iter_mut().zip(["createdAt", "updatedAt"]) {
        let Some(json) = body.remove(name) else { continue };
        if json.is_null() {
            continue;
        }
        match op_from(json)? {
            Op::Set(Value::Date(date)) => *slot = Some(date),
            other => {
                if let Some(got) = other.field_type() {
                    return Err(Class::new(class.clone()).mismatch(name, &FieldType::Date, &got));
                }
            }
        }
    }
    if !(is_create && cx.caller().is_maintenance()) {
        return Ok(Times::default());
    }
    let [created_at, updated_at]: [Option<Date>; 2] = sent;
    if created_at.zip(updated_at).is_some_and(|(created, updated)| updated < created) {
        return Err(Refusal::new(
            Code::VALIDATION_ERROR,
            "updatedAt cannot occur before createdAt",
        ));
    }
    Ok(Times { created_at, updated_at: created_at.and(updated_at) })
}

/// The field of a key: the key itself, or its part before the first dot. Code that checks a body by
/// its keys checks these, or `field.inside` would pass where `field` does not.
pub(crate) fn field_of(key: &str) -> &str {
    key.split_once('.').map_or(key, |(field, _)| field)
}

/// Whether a body changes a field, or a path inside it.
pub(crate) fn names(body: &JsonMap, field: &str) -> bool {
    body.keys().any(|key| field_of(key) == field)
}

/// A key of a write: a field, or a path inside one.
pub(super) fn path(key: &str) -> Result<Path, Refusal> {
    let invalid = || Refusal::key(format!("Invalid field name: {key}."));
    if Path::segments(key) > Path::MOST_SEGMENTS {
        return Err(invalid());
    }
    let mut segments = key.split('.');
    let first = segments.next().unwrap_or_default();
    let field = FieldName::parse(first).ok_or_else(invalid)?;
    let inside: Vec<String> = segments.map(str::to_owned).collect();
    if inside.iter().any(String::is_empty) {
        return Err(invalid());
    }
    if field == "authData" && !inside.is_empty() {
        return Err(Refusal::key(format!("Invalid field name for update: {key}")));
    }
    Ok(Path { field, inside })
}

/// A new object has no nested values yet, so paths inside a field become one value.
fn gathered(ops: Ops) -> Result<Ops, Refusal> {
    if ops.iter().all(|(path, _)| !path.is_nested()) {
        return Ok(ops);
    }
    let mut whole = Ops::with_capacity(ops.len());
    let mut maps: Vec<(FieldName, JsonMap)> = Vec::new();
    let mut places: HashMap<FieldName, usize> = HashMap::new();
    for (path, op) in ops {
        let Op::Set(value) = op else {
            if !path.is_nested() {
                whole.push((path, op));
            }
            continue;
        };
        if !path.is_nested() {
            whole.push((path, Op::Set(value)));
            continue;
        }
        let at = *places.entry(path.field.clone()).or_insert_with(|| {
            maps.push((path.field.clone(), JsonMap::new()));
            maps.len() - 1
        });
        insert_at(&mut maps[at].1, &path.inside, parse_model::wire::to_json(&value));
    }
    for (field, map) in maps {
        whole.push((Path::field(field), Op::Set(Value::Map(map))));
    }
    Ok(whole)
}

fn insert_at(map: &mut JsonMap, inside: &[String], value: Json) {
    let Some((first, rest)) = inside.split_first() else { return };
    if rest.is_empty() {
        map.insert(first.clone(), value);
        return;
    }
    let child = map.entry(first.clone()).or_insert_with(|| Json::Object(JsonMap::new()));
    if let Json::Object(child) = child {
        insert_at(child, rest, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_with_dots_lead_inside_a_field() {
        let path = path("map.b.c").unwrap();
        assert_eq!(path.field, FieldName::from_static("map"));
        assert_eq!(path.inside, ["b", "c"]);
        assert!(super::path(".a").is_err() && super::path("a..b").is_err());
        assert!(super::path("authData.x").is_err());
    }

    #[test]
    fn a_key_that_leads_too_deep_is_refused_before_it_is_taken_apart() {
        let deep = |segments: usize| vec!["a"; segments].join(".");
        assert_eq!(super::path(&deep(50)).unwrap().inside.len(), 49);
        assert!(super::path(&deep(51)).is_err() && super::path(&deep(1 << 20)).is_err());
    }

    #[test]
    fn places_inside_a_new_field_become_one_object() {
        let op = |json: Json| op_from(json).unwrap();
        let ops =
            vec![(path("a.b").unwrap(), op(json!(1))), (path("a.c.d").unwrap(), op(json!(2)))];
        let gathered = gathered(ops).unwrap();
        let [(field, Op::Set(Value::Map(map)))] = gathered.as_slice() else { panic!("one map") };
        assert_eq!(field.field, FieldName::from_static("a"));
        assert_eq!(Json::Object(map.clone()), json!({"b": 1, "c": {"d": 2}}));
    }

    #[test]
    fn deleting_the_permissions_leaves_nobody() {
        assert_eq!(acl(Some(json!({"__op": "Delete"}))).unwrap(), Some(Acl::master_only()));
        assert_eq!(acl(Some(Json::Null)).unwrap(), None);
    }
}
