//! Which stages a request has, and what else it says.

use parse_model::query::ReadPreference;
use parse_model::{Json, JsonMap, Refusal};

use super::invalid;

/// What a request may say beside its stages. Hints and comments are MongoDB's; nothing here can
/// follow them.
const OPTIONS: &[&str] = &["hint", "explain", "comment", "rawValues", "rawFieldNames"];

/// Each stage is a select inside another, and PostgreSQL goes only so deep.
const MAX_STAGES: usize = 100;

/// Takes what is no stage out of the parameters.
pub fn options(params: &mut JsonMap) -> Result<ReadPreference, Refusal> {
    for option in OPTIONS {
        params.remove(*option);
    }
    match params.remove("readPreference") {
        None | Some(Json::Null) => Ok(ReadPreference::Primary),
        Some(name) => match name.as_str().unwrap_or_default().to_uppercase().as_str() {
            "PRIMARY" | "PRIMARY_PREFERRED" => Ok(ReadPreference::Primary),
            "SECONDARY" | "SECONDARY_PREFERRED" | "NEAREST" => Ok(ReadPreference::Secondary),
            _ => Err(invalid("Not supported read preference.")),
        },
    }
}

/// The stages by name, in order: of `pipeline`, which is a list or an object, or of the parameters
/// themselves.
pub fn pipeline(params: &JsonMap) -> Result<Vec<(String, Json)>, Refusal> {
    let mut stages = Vec::new();
    match params.get("pipeline") {
        Some(Json::Array(list)) => {
            for stage in list {
                let entries: Vec<(String, Json)> = entries(stage);
                let [(name, value)] = entries.as_slice() else {
                    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
                    return Err(invalid(format!(
                        "Pipeline stages should only have one key but found {}.",
                        names.join(", ")
                    )));
                };
                stages.push((name.clone(), value.clone()));
            }
        }
        Some(given) if is_truthy(given) => stages = entries(given),
        _ => stages.extend(params.iter().map(|(name, value)| (name.clone(), value.clone()))),
    }
    stages.retain(|(name, _)| !matches!(name.as_str(), "distinct" | "where"));
    stages.iter().try_for_each(|(name, value)| check(name, value))?;
    if stages.len() > MAX_STAGES {
        return Err(invalid(format!("A pipeline has at most {MAX_STAGES} stages.")));
    }
    Ok(stages)
}

fn check(name: &str, value: &Json) -> Result<(), Refusal> {
    if !name.starts_with('$') {
        return Err(invalid(format!("Invalid aggregate stage '{name}'.")));
    }
    if name == "$group" {
        if value.get("objectId").is_some() {
            return Err(invalid("Cannot use 'objectId' in aggregation stage $group."));
        }
        if value.get("_id").is_none() {
            return Err(invalid("Invalid parameter for query: group. Missing key _id"));
        }
    }
    Ok(())
}

/// What JavaScript takes for the keys of a value: of a text, its letters by number.
fn entries(json: &Json) -> Vec<(String, Json)> {
    match json {
        Json::Object(map) => map.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        Json::Array(items) => {
            items.iter().enumerate().map(|(at, item)| (at.to_string(), item.clone())).collect()
        }
        Json::String(text) => {
            let letters = text.chars().enumerate();
            letters.map(|(at, letter)| (at.to_string(), Json::from(letter.to_string()))).collect()
        }
        _ => Vec::new(),
    }
}

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

    fn read(params: Json) -> Result<Vec<String>, String> {
        let stages = pipeline(params.as_object().unwrap());
        let stages = stages.map_err(|refusal| refusal.message.into_owned())?;
        Ok(stages.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn a_pipeline_is_a_list_an_object_or_the_parameters_themselves() {
        for params in [
            json!({"pipeline": [{"$sort": {"a": 1}}, {"$limit": 1}]}),
            json!({"pipeline": {"$sort": {"a": 1}, "$limit": 1}}),
            json!({"$sort": {"a": 1}, "$limit": 1, "where": {}, "distinct": "x"}),
        ] {
            assert_eq!(read(params.clone()), Ok(vec!["$sort".to_owned(), "$limit".to_owned()]));
        }
    }

    #[test]
    fn what_is_no_stage_is_refused_in_the_words_of_the_reference() {
        for (pipeline, words) in [
            (json!([{"group": {"_id": null}}]), "Invalid aggregate stage 'group'."),
            (json!([{"$group": {}}]), "Invalid parameter for query: group. Missing key _id"),
            (
                json!([{"$group": {"_id": null, "objectId": "$n"}}]),
                "Cannot use 'objectId' in aggregation stage $group.",
            ),
            (
                json!([{"$sort": {}, "$skip": 1}]),
                "Pipeline stages should only have one key but found $sort, $skip.",
            ),
            (json!([5]), "Pipeline stages should only have one key but found ."),
            (json!("text"), "Invalid aggregate stage '0'."),
        ] {
            assert_eq!(read(json!({ "pipeline": pipeline })), Err(words.to_owned()));
        }
    }
}
