//! `$text`: full-text search.

use super::javascript::is_truthy;
use crate::query::TextSearch;
use crate::refusal::Refusal;
use crate::{Json, JsonMap};

/// Reads `{"$search": {"$term": …}}`.
pub(super) fn search(json: &Json) -> Result<TextSearch, Refusal> {
    let search = json.get("$search").and_then(Json::as_object);
    let search = search.ok_or_else(|| should_be("$search", "object"))?;
    let term = search.get("$term").and_then(Json::as_str).filter(|term| !term.is_empty());
    let term = term.ok_or_else(|| should_be("$term", "string"))?.to_owned();
    let language = match search.get("$language").filter(|language| is_truthy(language)) {
        Some(Json::String(language)) => Some(language.clone()),
        Some(_) => return Err(should_be("$language", "string")),
        None => None,
    };
    if flag(search, "$caseSensitive")? == Some(true) {
        return Err(bad(
            "$caseSensitive not supported, please use $regex or create a separate lower case column.",
        ));
    }
    let is_diacritic_sensitive = flag(search, "$diacriticSensitive")?;
    if is_diacritic_sensitive == Some(false) {
        return Err(bad(
            "$diacriticSensitive - false not supported, install Postgres Unaccent Extension",
        ));
    }
    Ok(TextSearch { term, language, is_diacritic_sensitive })
}

fn flag(search: &JsonMap, key: &str) -> Result<Option<bool>, Refusal> {
    match search.get(key) {
        Some(Json::Bool(flag)) => Ok(Some(*flag)),
        Some(other) if is_truthy(other) => Err(should_be(key, "boolean")),
        _ => Ok(None),
    }
}

fn should_be(key: &str, kind: &str) -> Refusal {
    bad(&format!("{key}, should be {kind}"))
}

fn bad(why: &str) -> Refusal {
    Refusal::json(format!("bad $text: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_search_needs_a_term() {
        let found = search(&json!({"$search": {"$term": "a b", "$language": "en"}})).unwrap();
        assert_eq!((found.term.as_str(), found.language.as_deref()), ("a b", Some("en")));
        for (json, message) in [
            (json!({"$search": "a"}), "bad $text: $search, should be object"),
            (json!({"$search": {}}), "bad $text: $term, should be string"),
            (
                json!({"$search": {"$term": "a", "$language": 1}}),
                "bad $text: $language, should be string",
            ),
            (
                json!({"$search": {"$term": "a", "$caseSensitive": "yes"}}),
                "bad $text: $caseSensitive, should be boolean",
            ),
            (
                json!({"$search": {"$term": "a", "$diacriticSensitive": 1}}),
                "bad $text: $diacriticSensitive, should be boolean",
            ),
        ] {
            assert_eq!(search(&json).unwrap_err(), Refusal::json(message));
        }
    }

    #[test]
    fn case_always_counts_for_nothing_and_accents_always_count() {
        let with = |key: &str, flag: bool| search(&json!({"$search": {"$term": "a", key: flag}}));
        assert!(with("$caseSensitive", false).is_ok() && with("$caseSensitive", true).is_err());
        assert!(with("$diacriticSensitive", true).is_ok());
        assert!(with("$diacriticSensitive", false).is_err());
    }
}
