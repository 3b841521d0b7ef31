//! A draft that a webhook has replaced: the whole set of fields to write.

use parse_model::op::Ops;
use parse_model::wire::{json_equal, op_from};
use parse_model::{Json, JsonMap, Refusal};

use super::body;
use crate::draft::Draft;

/// Fields that every object has and no rule decides.
const NOT_FIELDS: [&str; 5] = ["objectId", "createdAt", "updatedAt", "className", "__type"];

/// Makes a draft write the returned fields, of those that were sent out.
///
/// Unchanged fields are not written, so that they do not overwrite a concurrent change. Missing
/// fields are not written either.
pub(crate) fn replace(
    draft: &mut Draft,
    sent: &JsonMap,
    mut fields: JsonMap,
) -> Result<(), Refusal> {
    for name in NOT_FIELDS {
        fields.shift_remove(name);
    }
    let same = |name: &str, json: &Json| sent.get(name).is_some_and(|was| json_equal(was, json));
    match fields.shift_remove("ACL") {
        None => draft.acl = None,
        Some(acl) if same("ACL", &acl) => {}
        Some(acl) => draft.acl = body::acl(Some(acl))?,
    }
    let asked = std::mem::take(&mut draft.ops);
    let of = |name: &str| -> Ops {
        asked.iter().filter(|(path, _)| path.field == *name).cloned().collect()
    };
    // Identities were proved before triggers are called, which cannot change them.
    let mut ops = of("authData");
    for (name, json) in fields.into_iter().filter(|(name, _)| name != "authData") {
        let path = body::path(&name)?;
        let is_news = !same(&name, &json) || of(&name).is_empty();
        if is_news && !draft.changed.contains(&path.field) {
            draft.changed.push(path.field.clone());
        }
        if same(&name, &json) {
            ops.extend(of(&name));
            continue;
        }
        let op = op_from(json)?;
        ops.push((path, if draft.is_new() { op.on_create() } else { op }));
    }
    draft.ops = ops;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{ClassName, FieldName, Object, ObjectId, Op, Path, Value};
    use serde_json::json;

    use crate::draft::Times;

    fn draft(original: Option<&str>) -> Draft {
        let class = ClassName::from_static("C");
        let id = ObjectId::new("x");
        let original = original.map(|city| {
            let mut object = Object::new(class.clone(), id.clone());
            object.fields.insert(FieldName::from_static("city"), city.into());
            object
        });
        let path = |name| Path::field(FieldName::from_static(name));
        let ops = vec![(path("name"), Op::Set("ada".into())), (path("n"), Op::Increment(1.0))];
        Draft {
            class,
            id,
            is_new: original.is_none(),
            original,
            ops,
            acl: None,
            changed: Vec::new(),
            times: Times::default(),
            from_operations: Vec::new(),
            proven: Vec::new(),
        }
    }

    fn map(json: Json) -> JsonMap {
        json.as_object().unwrap().clone()
    }

    fn sent() -> JsonMap {
        let n = json!({ "__op": "Increment", "amount": 1 });
        map(json!({ "objectId": "x", "city": "Paris", "name": "ada", "n": n }))
    }

    fn changed(draft: &Draft) -> Vec<&str> {
        draft.changed.iter().map(FieldName::as_str).collect()
    }

    #[test]
    fn what_comes_back_as_it_was_sent_is_left_alone() {
        let mut draft = draft(Some("Paris"));
        let asked = draft.ops.clone();
        replace(&mut draft, &sent(), sent()).unwrap();
        assert_eq!(draft.ops, asked);
        assert_eq!(changed(&draft), ["city"], "told, and not written");
    }

    #[test]
    fn what_comes_back_changed_is_written_and_what_does_not_is_dropped() {
        let mut draft = draft(None);
        replace(&mut draft, &sent(), map(json!({ "name": "eve", "more": 1 }))).unwrap();
        let written: Vec<(&str, &Op)> =
            draft.ops.iter().map(|(path, op)| (path.field.as_str(), op)).collect();
        let (eve, one) = (Op::Set("eve".into()), Op::Set(Value::Number(1.0)));
        assert_eq!(written, [("name", &eve), ("more", &one)]);
        assert_eq!(changed(&draft), ["name", "more"]);
    }

    #[test]
    fn what_no_client_could_write_is_refused() {
        for poison in [
            json!({ "a": { "$b": 1 } }),
            json!({ "a b": 1 }),
            json!({ "$where": 1 }),
            json!({ "ACL": "everyone" }),
        ] {
            let mut draft = draft(None);
            assert!(replace(&mut draft, &sent(), map(poison.clone())).is_err(), "{poison}");
        }
    }
}
