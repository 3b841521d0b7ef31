//! From a query back to the JSON of a request, for cloud code in webhooks.

use serde_json::json;

use super::{Constraint, Filter, KeyPath, Order, OrderBy, Pattern, Query, SubQuery, TextSearch};
use crate::geo::GeoPoint;
use crate::value::{Pointer, Value};
use crate::wire::{number, to_json};
use crate::{Json, JsonMap};

/// A query as the parameters of a list request. Reading them gives the same query again.
pub fn parameters(query: &Query) -> JsonMap {
    let mut map = JsonMap::new();
    let mut say = |name: &str, value: Json| drop(map.insert(name.to_owned(), value));
    say("where", Json::Object(conditions(&query.filter)));
    if let Some(limit) = query.limit {
        say("limit", Json::from(limit));
    }
    if query.skip > 0 {
        say("skip", Json::from(query.skip));
    }
    if !query.order.is_empty() {
        say("order", Json::from(joined(query.order.iter().map(order))));
    }
    if let Some(keys) = &query.keys {
        say("keys", Json::from(joined(keys.iter().map(dotted))));
    }
    if !query.exclude.is_empty() {
        say("excludeKeys", Json::from(joined(query.exclude.iter().map(dotted))));
    }
    if query.include_all {
        say("include", Json::from("*"));
    } else if !query.include.is_empty() {
        say("include", Json::from(joined(query.include.iter().map(dotted))));
    }
    if query.with_count {
        say("count", Json::from(1));
    }
    if let Some(key) = &query.redirect {
        say("redirectClassNameForKey", Json::from(key.as_str()));
    }
    map
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn dotted(path: &KeyPath) -> String {
    path.join(".")
}

fn order(order: &Order) -> String {
    match &order.by {
        OrderBy::Score => "$score".to_owned(),
        OrderBy::Field(path) if order.is_descending => format!("-{path}"),
        OrderBy::Field(path) => path.to_string(),
    }
}

/// A filter as a `where`.
pub fn conditions(filter: &Filter) -> JsonMap {
    let mut map = JsonMap::new();
    match filter {
        Filter::All(parts) => {
            let mut rest = Vec::new();
            for part in parts {
                let part = conditions(part);
                if part.iter().all(|(key, value)| fits(map.get(key), value)) {
                    part.into_iter().for_each(|(key, value)| add(&mut map, key, value));
                } else {
                    rest.push(Json::Object(part));
                }
            }
            if !rest.is_empty() {
                if let Some(Json::Array(known)) = map.get_mut("$and") {
                    known.extend(rest);
                } else {
                    map.insert("$and".to_owned(), Json::Array(rest));
                }
            }
        }
        // There is no `where` that asks for nothing but one that no object can meet.
        Filter::Any(parts) if parts.is_empty() => {
            map.insert("objectId".to_owned(), json!({ "$in": [] }));
        }
        Filter::Any(parts) => drop(map.insert("$or".to_owned(), branches(parts))),
        Filter::Nor(parts) => drop(map.insert("$nor".to_owned(), branches(parts))),
        Filter::Field(path, constraint) => {
            map.insert(path.to_string(), condition(constraint));
        }
        Filter::RelatedTo { owner, key } => {
            let owner = pointer(owner);
            map.insert("$relatedTo".to_owned(), json!({ "object": owner, "key": key.as_str() }));
        }
    }
    map
}

/// Whether a condition can stand beside what is said of the same field: other signs can.
fn fits(known: Option<&Json>, more: &Json) -> bool {
    let signs = |json: &Json| {
        json.as_object().filter(|map| map.keys().all(|key| key.starts_with('$'))).cloned()
    };
    match known {
        None => true,
        Some(known) => signs(known)
            .zip(signs(more))
            .is_some_and(|(known, more)| !more.keys().any(|sign| known.contains_key(sign))),
    }
}

fn add(map: &mut JsonMap, key: String, value: Json) {
    match (map.get_mut(&key), value) {
        (Some(Json::Object(known)), Json::Object(more)) => known.extend(more),
        (_, value) => drop(map.insert(key, value)),
    }
}

fn branches(parts: &[Filter]) -> Json {
    Json::Array(parts.iter().map(|part| Json::Object(conditions(part))).collect())
}

fn pointer(owner: &Pointer) -> Json {
    to_json(&Value::Pointer(owner.clone()))
}

fn condition(constraint: &Constraint) -> Json {
    match constraint {
        Constraint::Equal(value) => equal(value),
        Constraint::NotEqual(value) => json!({ "$ne": to_json(value) }),
        Constraint::Less(value) => json!({ "$lt": to_json(value) }),
        Constraint::LessOrEqual(value) => json!({ "$lte": to_json(value) }),
        Constraint::Greater(value) => json!({ "$gt": to_json(value) }),
        Constraint::GreaterOrEqual(value) => json!({ "$gte": to_json(value) }),
        Constraint::In(values) => json!({ "$in": all(values) }),
        Constraint::NotIn(values) => json!({ "$nin": all(values) }),
        Constraint::Exists(is_there) => json!({ "$exists": is_there }),
        Constraint::ContainsAll(values) => json!({ "$all": all(values) }),
        Constraint::ContainsAllMatching(patterns) => {
            json!({ "$all": patterns.iter().map(pattern).collect::<Vec<_>>() })
        }
        Constraint::ContainedBy(values) => json!({ "$containedBy": all(values) }),
        Constraint::Matches(found) => pattern(found),
        Constraint::Text(search) => text(search),
        Constraint::Near { center, max_radians: None } => json!({ "$nearSphere": place(center) }),
        Constraint::Near { center, max_radians: Some(radians) } => {
            json!({ "$nearSphere": place(center), "$maxDistance": number(*radians) })
        }
        Constraint::WithinCircle { center, radians } => {
            json!({ "$geoWithin": { "$centerSphere": [place(center), number(*radians)] } })
        }
        Constraint::WithinBox(one, other) => {
            json!({ "$within": { "$box": [place(one), place(other)] } })
        }
        Constraint::WithinPolygon(polygon) => {
            json!({ "$geoWithin": { "$polygon": to_json(&Value::Polygon(polygon.clone())) } })
        }
        Constraint::Covers(point) => json!({ "$geoIntersects": { "$point": place(point) } }),
        Constraint::InQuery(query) => json!({ "$inQuery": sub_query(query) }),
        Constraint::NotInQuery(query) => json!({ "$notInQuery": sub_query(query) }),
        Constraint::Select(query, path) => {
            json!({ "$select": { "query": sub_query(query), "key": path.to_string() } })
        }
        Constraint::DontSelect(query, path) => {
            json!({ "$dontSelect": { "query": sub_query(query), "key": path.to_string() } })
        }
    }
}

/// An object whose keys look like signs must not be read as conditions.
fn equal(value: &Value) -> Json {
    match to_json(value) {
        Json::Object(map) if map.keys().any(|key| key.starts_with('$')) => {
            json!({ "$eq": map })
        }
        json => json,
    }
}

fn all(values: &[Value]) -> Vec<Json> {
    values.iter().map(to_json).collect()
}

fn pattern(pattern: &Pattern) -> Json {
    if pattern.options().is_empty() {
        json!({ "$regex": pattern.source() })
    } else {
        json!({ "$regex": pattern.source(), "$options": pattern.options() })
    }
}

fn text(search: &TextSearch) -> Json {
    let mut inside = JsonMap::from_iter([("$term".to_owned(), Json::from(search.term.as_str()))]);
    if let Some(language) = &search.language {
        inside.insert("$language".to_owned(), Json::from(language.as_str()));
    }
    if let Some(is_sensitive) = search.is_diacritic_sensitive {
        inside.insert("$diacriticSensitive".to_owned(), Json::from(is_sensitive));
    }
    json!({ "$text": { "$search": inside } })
}

fn place(point: &GeoPoint) -> Json {
    to_json(&Value::GeoPoint(*point))
}

fn sub_query(query: &SubQuery) -> Json {
    let mut map = JsonMap::new();
    map.insert("where".to_owned(), Json::Object(conditions(&query.filter)));
    map.insert("className".to_owned(), Json::from(query.class.as_str()));
    if let Some(key) = &query.redirect {
        map.insert("redirectClassNameForKey".to_owned(), Json::from(key.as_str()));
    }
    Json::Object(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::Date;
    use crate::query::parse::{self, Limits, Rights};

    fn rights() -> Rights {
        let now = Date::parse("2026-01-01T00:00:00.000Z").unwrap();
        Rights { is_master: true, is_maintenance: false, may_explain: true, now }
    }

    #[test]
    fn a_query_that_was_printed_is_read_as_the_same_query() {
        let here = json!({ "__type": "GeoPoint", "latitude": 10, "longitude": 20 });
        let there = json!({ "__type": "GeoPoint", "latitude": 11, "longitude": 21 });
        let owner = json!({ "__type": "Pointer", "className": "C", "objectId": "x" });
        let inner = json!({ "where": { "n": { "$gt": 1 } }, "className": "D" });
        for condition in [
            json!({}),
            json!({ "a": 1, "b": "x", "c": null, "d.e": true }),
            json!({ "a": { "$gt": 1, "$lt": 5, "$ne": 3 } }),
            json!({ "a": { "$gte": 1, "$lte": 5 }, "$or": [{ "b": 1 }, { "b": 2, "c": 3 }] }),
            json!({ "$and": [{ "a": 1 }, { "a": 2 }], "$nor": [{ "b": 1 }] }),
            json!({ "a": { "$in": [1, "x"] }, "b": { "$nin": [] }, "c": { "$exists": false } }),
            json!({ "a": { "$all": [1, 2] }, "b": { "$containedBy": [1] } }),
            json!({ "a": { "$all": [{ "$regex": "^x" }] }, "b": { "$regex": "y", "$options": "i" } }),
            json!({ "a": { "$text": { "$search": { "$term": "t", "$language": "en" } } } }),
            json!({ "a": { "$nearSphere": here, "$maxDistance": 0.5 } }),
            json!({ "a": { "$geoWithin": { "$centerSphere": [here, 0.5] } } }),
            json!({ "a": { "$within": { "$box": [here, there] } } }),
            json!({ "a": { "$geoIntersects": { "$point": here } } }),
            json!({ "a": { "$geoWithin": { "$polygon": [[0, 0], [0, 9], [9, 9]] } } }),
            json!({ "a": { "$inQuery": inner }, "b": { "$notInQuery": inner } }),
            json!({ "a": { "$select": { "query": inner, "key": "k" } } }),
            json!({ "a": { "$dontSelect": { "query": inner, "key": "k" } } }),
            json!({ "$relatedTo": { "object": owner, "key": "likes" }, "a": owner }),
            json!({ "objectId": "x" }),
            json!({ "objectId": { "$eq": "x" } }),
        ] {
            let params = json!({
                "where": condition, "order": "-a,b.c", "limit": 7, "skip": 3, "keys": "a,b.c",
                "excludeKeys": "d", "include": "b,b.c", "count": 1,
            });
            let params = params.as_object().unwrap();
            let asked = parse::query(params, rights(), &Limits::default()).unwrap();
            let again = parse::query(&parameters(&asked), rights(), &Limits::default());
            let again = again.unwrap_or_else(|refusal| panic!("{condition}: {refusal}"));
            assert_eq!(parameters(&again), parameters(&asked), "{condition}");
            if !condition.to_string().contains("$and") {
                assert_eq!(again, asked, "{condition}");
            }
        }
    }

    #[test]
    fn two_conditions_on_one_field_both_stay() {
        let filter = Filter::All(vec![
            Filter::equals(crate::FieldName::from_static("a"), 1.0),
            Filter::equals(crate::FieldName::from_static("a"), 2.0),
        ]);
        assert_eq!(Json::Object(conditions(&filter)), json!({ "a": 1, "$and": [{ "a": 2 }] }));
    }

    #[test]
    fn nothing_is_asked_for_as_nothing() {
        assert_eq!(
            Json::Object(conditions(&Filter::nothing())),
            json!({ "objectId": { "$in": [] } })
        );
    }
}
