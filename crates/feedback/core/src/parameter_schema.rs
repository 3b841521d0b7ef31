//! The JSON Schema of parameters, derived by deserializing them.
//!
//! The parameter type is the only declaration. It is run on a deserializer without data, which
//! notes each request and answers with a value of that kind, and is run again until nothing new is
//! requested. The schema therefore describes exactly what is read.

mod probe;
mod shape;

use parse_model::Json;
use serde::de::DeserializeOwned;

use probe::{Fault, Probe};
use shape::{ROOT, Shapes};

/// More runs than the largest type needs, so that a bug here cannot loop forever.
const MOST_RUNS: usize = 2_000;

/// Marks an incomplete schema, for which no candidate value was accepted.
pub const INCOMPLETE: &str = "x-incomplete";

/// The schema of `T`.
pub fn of<T: DeserializeOwned>() -> Json {
    let shapes = Shapes::default();
    for _ in 0..MOST_RUNS {
        let known = shapes.knowledge();
        match T::deserialize(Probe::new(&shapes, ROOT)) {
            Err(Fault::Missing(field)) => shapes.require(field),
            Err(Fault::Refused) => shapes.try_another_text(),
            Err(Fault::Learned) | Ok(_) => {}
        }
        if shapes.knowledge() == known {
            break;
        }
    }
    let mut schema = shapes.schema(ROOT);
    if T::deserialize(Probe::new(&shapes, ROOT)).is_err() {
        schema[INCOMPLETE] = Json::Bool(true);
    }
    schema
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use feedback_model::username::Username;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only its shape counts")]
    struct Report {
        name: Username,
        how_often: Option<u32>,
        #[serde(default)]
        is_private: bool,
        kind: Kind,
        steps: Vec<Step>,
        notes: BTreeMap<String, f64>,
        anything: Json,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its shape counts")]
    enum Kind {
        Bug,
        UiFault,
        Other(String),
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape counts")]
    struct Step {
        text: String,
        at: Option<i64>,
    }

    #[test]
    fn a_schema_says_what_is_read() {
        let step = json!({
            "type": "object", "title": "Step",
            "properties": { "text": { "type": "string" }, "at": { "type": ["integer", "null"] } },
            "required": ["text"],
        });
        let properties = json!({
            "name": { "type": "string" },
            "howOften": { "type": ["integer", "null"], "minimum": 0 },
            "isPrivate": { "type": "boolean" },
            "kind": { "oneOf": [
                { "enum": ["bug", "ui_fault"] },
                { "type": "object", "properties": { "other": { "type": "string" } }, "required": ["other"] },
            ] },
            "steps": { "type": "array", "items": step },
            "notes": { "type": "object", "additionalProperties": { "type": "number" } },
            "anything": {},
        });
        let wanted = json!({
            "type": "object", "title": "Report", "properties": properties,
            "required": ["name", "kind", "steps", "notes", "anything"],
            "additionalProperties": false,
        });
        assert_eq!(of::<Report>(), wanted);
    }

    #[test]
    fn what_takes_nothing_has_no_properties() {
        let wanted = json!({ "type": "object", "title": "NoParams", "properties": {}, "additionalProperties": false });
        assert_eq!(of::<crate::command::NoParams>(), wanted);
    }
}
