//! Whether a change is one of those that are watched for.

use parse_model::{Json, Object, Path, Value};

use super::delivery::ObjectChange;

/// Whether one of the paths leads to something else than before.
pub(super) fn changed(change: ObjectChange<'_>, paths: &[Path]) -> bool {
    paths.iter().any(|path| !is_same(change, path))
}

fn is_same(change: ObjectChange<'_>, path: &Path) -> bool {
    if path.is_nested() {
        return at(change.before, path) == at(change.after, path);
    }
    if path.field == "ACL" {
        let acl = |state: Option<&Object>| state.and_then(|object| object.acl.clone());
        return acl(change.before) == acl(change.after);
    }
    let value = |state: Option<&Object>| {
        let value = state.and_then(|object| object.value(path.field.as_str()));
        value.filter(|value| *value != Value::Null)
    };
    value(change.before) == value(change.after)
}

fn at<'a>(state: Option<&'a Object>, path: &Path) -> Option<&'a Json> {
    let (first, rest) = path.inside.split_first()?;
    let start = match state?.fields.get(path.field.as_str())? {
        Value::Map(map) => map.get(first),
        Value::List(items) => first.parse::<usize>().ok().and_then(|index| items.get(index)),
        _ => None,
    };
    rest.iter().try_fold(start?, |json, key| match json {
        Json::Array(items) => key.parse::<usize>().ok().and_then(|index| items.get(index)),
        other => other.get(key),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{ClassName, FieldName, ObjectId, wire};
    use serde_json::json;

    fn object(fields: Json) -> Object {
        let mut object = Object::new(ClassName::from_static("A"), ObjectId::new("x"));
        for (name, value) in fields.as_object().unwrap() {
            let value = wire::value_from(value.clone()).unwrap();
            object.fields.push(FieldName::parse(name).unwrap(), value);
        }
        object
    }

    fn differs(before: Option<Json>, after: Option<Json>, path: &str) -> bool {
        let (before, after) = (before.map(object), after.map(object));
        let class = ClassName::from_static("A");
        let change = ObjectChange { class: &class, before: before.as_ref(), after: after.as_ref() };
        let mut segments = path.split('.').map(str::to_owned);
        let field = FieldName::parse(&segments.next().unwrap()).unwrap();
        changed(change, &[Path { field, inside: segments.collect() }])
    }

    #[test]
    fn a_field_is_compared_to_its_depth() {
        let one = json!({"a": {"b": [1, {"c": 2}]}, "n": 1});
        let two = json!({"a": {"b": [1, {"c": 3}]}, "n": 1});
        assert!(differs(Some(one.clone()), Some(two.clone()), "a"));
        assert!(differs(Some(one.clone()), Some(two.clone()), "a.b.1.c"));
        assert!(!differs(Some(one.clone()), Some(two.clone()), "a.b.0"));
        assert!(!differs(Some(one.clone()), Some(two), "n"));
        assert!(!differs(Some(one), Some(json!({"n": 1})), "missing"));
    }

    #[test]
    fn a_new_object_differs_in_what_it_has() {
        assert!(differs(None, Some(json!({"a": 1})), "a"));
        assert!(!differs(None, Some(json!({"a": 1})), "b"));
        assert!(!differs(None, Some(json!({"a": null})), "a"));
    }
}
