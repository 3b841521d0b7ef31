//! Whether permissions of a class are written as they must be.

use std::collections::BTreeMap;

use crate::{FieldType, Json, JsonMap, Refusal};

/// The keys permissions may have beside the actions.
const OPERATIONS: &[&str] = &[
    "ACL",
    "find",
    "count",
    "get",
    "create",
    "update",
    "delete",
    "addField",
    "readUserFields",
    "writeUserFields",
    "protectedFields",
];

/// Fields that are visible to all readers of the object.
const NEVER_PROTECTED: &[&str] = &["objectId", "createdAt", "updatedAt", "ACL"];

/// The fields of the class for which permissions are meant.
pub type FieldTypes = BTreeMap<String, FieldType>;

/// Refuses permissions that name what is not there or say what cannot be.
pub fn check(clp: &JsonMap, fields: &FieldTypes, has_custom_ids: bool) -> Result<(), Refusal> {
    for (operation, json) in clp {
        if !OPERATIONS.contains(&operation.as_str()) {
            return Err(Refusal::json(format!(
                "{operation} is not a valid operation for class level permissions"
            )));
        }
        match operation.as_str() {
            "readUserFields" | "writeUserFields" => user_fields(operation, json, fields)?,
            "protectedFields" => protected(entries(operation, json)?, fields, has_custom_ids)?,
            _ => allowed(operation, json, fields, has_custom_ids)?,
        }
    }
    Ok(())
}

fn user_fields(operation: &str, json: &Json, fields: &FieldTypes) -> Result<(), Refusal> {
    let Json::Array(names) = json else {
        return Err(not_valid(
            json,
            &format!("class level permissions {operation} - must be an array"),
        ));
    };
    names.iter().try_for_each(|name| pointer_field(name, fields, operation))
}

fn protected(
    entries: Vec<(String, &Json)>,
    fields: &FieldTypes,
    has_custom_ids: bool,
) -> Result<(), Refusal> {
    for (group, json) in entries {
        let is_group =
            group == "*" || group.starts_with("role:") || group.starts_with("userField:");
        if !is_group && !is_user_id(&group, has_custom_ids) {
            return Err(bad_key(&group));
        }
        let Json::Array(names) = json else {
            return Err(not_valid(json, &format!("protectedFields[{group}] - expected an array.")));
        };
        for name in names {
            let name = text(name);
            if NEVER_PROTECTED.contains(&name.as_str()) {
                return Err(Refusal::json(format!("Default field '{name}' can not be protected")));
            }
            if !fields.contains_key(&name) {
                return Err(Refusal::json(format!(
                    "Field '{name}' in protectedFields:{group} does not exist"
                )));
            }
        }
    }
    Ok(())
}

fn allowed(
    operation: &str,
    json: &Json,
    fields: &FieldTypes,
    has_custom_ids: bool,
) -> Result<(), Refusal> {
    for (entity, permit) in entries(operation, json)? {
        let is_group = entity == "*" || entity.starts_with("role:");
        if !is_group && !is_user_id(&entity, has_custom_ids) {
            return Err(bad_key(&entity));
        }
        if entity == "pointerFields" {
            let Json::Array(names) = permit else {
                let place = format!("{operation}[pointerFields] - expected an array.");
                return Err(not_valid(permit, &place));
            };
            // The reference writes the operation's JSON as JavaScript writes any object.
            let place = text(json);
            names.iter().try_for_each(|name| pointer_field(name, fields, &place))?;
        } else if operation == "ACL" {
            rights(permit)?;
        } else if *permit != Json::Bool(true) {
            return Err(not_valid(
                permit,
                &format!("class level permissions acl {operation}:{entity}"),
            ));
        }
    }
    Ok(())
}

/// What one principal may do to new objects.
fn rights(permit: &Json) -> Result<(), Refusal> {
    let Json::Object(rights) = permit else {
        return Err(not_valid(permit, "class level permissions acl"));
    };
    let is_right = |key: &String| key == "read" || key == "write";
    let strange: Vec<&str> =
        rights.keys().filter(|key| !is_right(key)).map(String::as_str).collect();
    if !strange.is_empty() {
        return Err(Refusal::json(format!(
            "'{}' is not a valid key for class level permissions acl",
            strange.join(",")
        )));
    }
    let wrong: Vec<String> =
        rights.values().filter(|value| !value.is_boolean()).map(text).collect();
    if !wrong.is_empty() {
        return Err(Refusal::json(format!(
            "'{}' is not a valid value for class level permissions acl",
            wrong.join(",")
        )));
    }
    Ok(())
}

/// A field whose users get a permission points to users, or is an array that may.
fn pointer_field(name: &Json, fields: &FieldTypes, operation: &str) -> Result<(), Refusal> {
    let name = text(name);
    let fits = match fields.get(&name) {
        Some(FieldType::Pointer(class)) => *class == "_User",
        Some(FieldType::Array) => true,
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(Refusal::json(format!(
        "'{name}' is not a valid column for class level pointer permissions {operation}"
    )))
}

/// The entries of an operation. The reference takes an array for an object with numbers as keys.
fn entries<'a>(operation: &str, json: &'a Json) -> Result<Vec<(String, &'a Json)>, Refusal> {
    match json {
        Json::Object(map) => Ok(map.iter().map(|(key, value)| (key.clone(), value)).collect()),
        Json::Array(items) => {
            Ok(items.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect())
        }
        _ => Err(not_valid(
            json,
            &format!("class level permissions {operation} - must be an object"),
        )),
    }
}

fn is_user_id(key: &str, has_custom_ids: bool) -> bool {
    if has_custom_ids {
        !key.is_empty() && !key.contains('\n')
    } else {
        !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric())
    }
}

fn bad_key(key: &str) -> Refusal {
    Refusal::json(format!("'{key}' is not a valid key for class level permissions"))
}

fn not_valid(value: &Json, place: &str) -> Refusal {
    Refusal::json(format!("'{}' is not a valid value for {place}", text(value)))
}

/// A value as JavaScript writes it into a text.
fn text(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            let item = |item: &Json| if item.is_null() { String::new() } else { text(item) };
            items.iter().map(item).collect::<Vec<_>>().join(",")
        }
        Json::Object(_) => "[object Object]".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClassName;
    use serde_json::json;

    fn refusal_of(clp: Json) -> String {
        let fields = BTreeMap::from([
            ("name".to_owned(), FieldType::String),
            ("owner".to_owned(), FieldType::Pointer(ClassName::user())),
            ("team".to_owned(), FieldType::Array),
        ]);
        match check(clp.as_object().unwrap(), &fields, false) {
            Ok(()) => String::new(),
            Err(refusal) => refusal.message.into_owned(),
        }
    }

    #[test]
    fn what_is_written_as_it_must_be_is_accepted() {
        for good in [
            json!({}),
            json!({"find": {"*": true, "role:x y": true, "abc123": true}, "get": {}}),
            json!({"get": {"requiresAuthentication": true, "pointerFields": ["owner", "team"]}}),
            json!({"readUserFields": ["owner"], "protectedFields": {"userField:owner": [], "*": ["name"]}}),
            json!({"ACL": {"*": {"read": true, "write": false}}, "find": []}),
        ] {
            assert_eq!(refusal_of(good.clone()), "", "{good}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_in_the_words_of_the_reference() {
        for (bad, words) in [
            (json!({"fly": {}}), "fly is not a valid operation for class level permissions"),
            (
                json!({"find": "x"}),
                "'x' is not a valid value for class level permissions find - must be an object",
            ),
            (
                json!({"find": {"*": false}}),
                "'false' is not a valid value for class level permissions acl find:*",
            ),
            (
                json!({"find": {"bad id": true}}),
                "'bad id' is not a valid key for class level permissions",
            ),
            (
                json!({"writeUserFields": ["name"]}),
                "'name' is not a valid column for class level pointer permissions writeUserFields",
            ),
            (
                json!({"get": {"pointerFields": ["nothing"]}}),
                "'nothing' is not a valid column for class level pointer permissions [object Object]",
            ),
            (
                json!({"get": {"pointerFields": "x"}}),
                "'x' is not a valid value for get[pointerFields] - expected an array.",
            ),
            (
                json!({"protectedFields": {"*": ["objectId"]}}),
                "Default field 'objectId' can not be protected",
            ),
            (
                json!({"ACL": {"*": {"fly": true}}}),
                "'fly' is not a valid key for class level permissions acl",
            ),
            (
                json!({"ACL": {"*": {"read": "x"}}}),
                "'x' is not a valid value for class level permissions acl",
            ),
        ] {
            assert_eq!(refusal_of(bad.clone()), words, "{bad}");
        }
    }
}
