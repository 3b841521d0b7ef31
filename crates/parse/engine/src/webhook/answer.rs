//! Responses of webhooks.

use parse_model::keyword::Denylist;
use parse_model::wire::{json_equal, value_from};
use parse_model::{ClassName, Code, FieldName, Json, JsonMap, Object, ObjectId, Refusal};

use crate::error::Error;

/// The longest error text that is passed on.
const LONGEST_TEXT: usize = 1024;

/// A successful response.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Answer {
    /// The value under `success`. `None` is `undefined`.
    pub(super) success: Option<Json>,
}

/// 141 with a fixed text.
pub(super) fn refused(text: &'static str) -> Error {
    Error::refused(Code::SCRIPT_FAILED, text)
}

/// Parses `{"success": …}` or `{"error": …}`.
pub(super) fn read(said: Option<Json>) -> Result<Answer, Error> {
    let mut said = match said {
        None => return Ok(Answer::default()),
        Some(Json::Object(said)) => said,
        Some(_) => return Err(refused("a webhook must answer with a JSON object")),
    };
    match said.remove("error") {
        Some(error) if is_error(&error) => Err(refusal(error).into()),
        _ => Ok(Answer { success: said.remove("success") }),
    }
}

/// Whether the value is truthy in JavaScript.
fn is_error(json: &Json) -> bool {
    match json {
        Json::Null | Json::Bool(false) => false,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        _ => true,
    }
}

fn refusal(error: Json) -> Refusal {
    match error {
        Json::String(text) => Refusal::new(Code::SCRIPT_FAILED, shortened(text)),
        Json::Object(map) => {
            let code = map.get("code").and_then(Json::as_i64);
            let code = code.and_then(|code| i32::try_from(code).ok()).map(Code);
            let said = |name: &str| map.get(name).and_then(Json::as_str).map(str::to_owned);
            let text = said("error").or_else(|| said("message"));
            let text = text.unwrap_or_else(|| "Script failed.".to_owned());
            Refusal::new(code.unwrap_or(Code::SCRIPT_FAILED), shortened(text))
        }
        other => Refusal::new(Code::SCRIPT_FAILED, shortened(other.to_string())),
    }
}

fn shortened(mut text: String) -> String {
    let end = text.floor_char_boundary(LONGEST_TEXT);
    text.truncate(end);
    text
}

/// The returned objects, without the denied keys.
pub(super) fn fields(came: Vec<Json>, denied: &Denylist) -> Result<Vec<JsonMap>, Refusal> {
    came.into_iter()
        .map(|json| {
            let Json::Object(fields) = json else { return Err(no_object()) };
            denied.check(&fields)?;
            Ok(fields)
        })
        .collect()
}

/// The returned objects, limited to those that were found. An unchanged field keeps its value.
pub(super) fn objects(
    class: &str,
    sent: &[JsonMap],
    found: &[Object],
    came: Vec<JsonMap>,
) -> Result<Vec<Object>, Refusal> {
    came.into_iter()
        .map(|fields| {
            let id = fields.get("objectId").and_then(Json::as_str).unwrap_or_default().to_owned();
            let known = found.iter().zip(sent).find(|(object, _)| object.id == *id);
            match known {
                Some((object, sent)) => changed(object, sent, fields),
                None => {
                    let class = ClassName::parse(class).ok_or_else(no_object)?;
                    changed(&Object::new(class, ObjectId::new(id)), &JsonMap::new(), fields)
                }
            }
        })
        .collect()
}

fn no_object() -> Refusal {
    Refusal::new(Code::SCRIPT_FAILED, "an afterFind webhook must answer with a list of objects")
}

fn changed(found: &Object, sent: &JsonMap, fields: JsonMap) -> Result<Object, Refusal> {
    let mut object = found.clone();
    object.fields.retain(|name, _| fields.contains_key(name.as_str()));
    for (name, json) in fields {
        let is_field = !matches!(
            name.as_str(),
            "objectId" | "createdAt" | "updatedAt" | "ACL" | "className" | "__type"
        );
        if is_field && !sent.get(&name).is_some_and(|was| json_equal(was, &json)) {
            object.fields.insert(FieldName::checked(&name)?, value_from(json)?);
        }
    }
    Ok(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(said: Json) -> (i32, String) {
        match read(Some(said)).unwrap_err() {
            Error::Refused(refusal) => (refusal.code.0, refusal.message.into_owned()),
            failed => panic!("{failed}"),
        }
    }

    #[test]
    fn what_succeeds_may_say_nothing() {
        assert_eq!(read(None).unwrap().success, None);
        assert_eq!(read(Some(json!({}))).unwrap().success, None);
        assert_eq!(read(Some(json!({ "success": null }))).unwrap().success, Some(Json::Null));
        assert_eq!(read(Some(json!({ "error": "" }))).unwrap().success, None);
        let both = json!({ "success": 1, "error": false });
        assert_eq!(read(Some(both)).unwrap().success, Some(json!(1)));
    }

    #[test]
    fn errors_keep_their_code_and_text() {
        assert_eq!(error(json!({ "error": "no" })), (141, "no".to_owned()));
        assert_eq!(error(json!({ "error": { "code": 119, "error": "x" } })), (119, "x".to_owned()));
        let message = json!({ "error": { "code": 7, "message": "y" } });
        assert_eq!(error(message), (7, "y".to_owned()));
        assert_eq!(error(json!({ "error": {} })), (141, "Script failed.".to_owned()));
        assert_eq!(error(json!({ "error": 5 })), (141, "5".to_owned()));
        assert_eq!(error(json!({ "error": "é".repeat(4000) })).1.len(), 1024);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for said in [json!([]), json!("x"), json!(1), json!(true), json!(null)] {
            assert!(read(Some(said)).is_err());
        }
    }

    #[test]
    fn found_objects_are_changed_only_where_the_answer_differs() {
        let class = ClassName::from_static("C");
        let mut found = Object::new(class, ObjectId::new("x"));
        found.fields.insert(FieldName::from_static("a"), "1".into());
        found.fields.insert(FieldName::from_static("b"), "2".into());
        let sent = json!({ "objectId": "x", "a": "1", "b": "2" }).as_object().unwrap().clone();
        let came = vec![json!({ "objectId": "x", "a": "1", "c": "3" }), json!({ "d": 4 })];
        let came = fields(came, &Denylist::default()).unwrap();
        let objects = objects("C", &[sent], &[found], came).unwrap();
        let names = |object: &Object| {
            object.fields.iter().map(|(name, _)| name.as_str().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&objects[0]), ["a", "c"]);
        assert_eq!(names(&objects[1]), ["d"]);
        let poison = vec![json!({ "__proto__": 1 })];
        assert!(fields(poison, &Denylist::default()).is_err());
        assert!(fields(vec![json!(1)], &Denylist::default()).is_err());
    }
}
