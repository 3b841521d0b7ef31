//! Whole wheres.

use std::collections::BTreeMap;

use parse_model::{Field, FieldName, FieldType, Json, JsonMap};
use serde_json::json;
use testkit::Random;

use super::constraint::{self, Subject};
use super::{nested, value};

/// A class and what is stored in it, from which conditions take their values.
pub(crate) struct Stock<'a> {
    pub(crate) fields: &'a BTreeMap<FieldName, Field>,
    pub(crate) objects: &'a [JsonMap],
}

/// A `where`.
pub(crate) fn filter(random: &mut Random, stock: &Stock<'_>) -> JsonMap {
    conditions(random, stock, 2)
}

fn conditions(random: &mut Random, stock: &Stock<'_>, depth: usize) -> JsonMap {
    let mut map = JsonMap::new();
    let count = if random.once_in(4) { 2 } else { 1 };
    for _ in 0..count {
        if depth > 0 && random.once_in(5) {
            let sign = *random.pick(&["$or", "$and", "$nor"]);
            let parts: Vec<Json> = (0..1 + random.below(3))
                .map(|_| Json::Object(conditions(random, stock, depth - 1)))
                .collect();
            map.insert(sign.to_owned(), parts.into());
        } else {
            let (key, condition) = field(random, stock);
            map.insert(key, condition);
        }
    }
    map
}

fn field(random: &mut Random, stock: &Stock<'_>) -> (String, Json) {
    let fields: Vec<(&FieldName, &Field)> = stock.fields.iter().collect();
    if fields.is_empty() || random.once_in(15) {
        return of_every_class(random, stock);
    }
    let (name, field) = *random.pick(&fields);
    let stored = stored(random, stock, name.as_str());
    let is_deep = matches!(field.ty, FieldType::Object | FieldType::Array);
    let goes_inside = if is_deep { random.below(5) < 3 } else { random.once_in(30) };
    if goes_inside {
        let (way, there) = nested::way(random, stored.as_ref());
        let condition = constraint::of(random, &Subject { ty: None, stored: there });
        return (format!("{name}.{}", way.join(".")), condition);
    }
    let condition = constraint::of(random, &Subject { ty: Some(&field.ty), stored });
    (name.as_str().to_owned(), condition)
}

fn of_every_class(random: &mut Random, stock: &Stock<'_>) -> (String, Json) {
    let (name, ty) = match random.below(4) {
        0 => ("objectId", FieldType::String),
        1 => ("createdAt", FieldType::Date),
        2 => ("updatedAt", FieldType::Date),
        _ => ("nothing", FieldType::String),
    };
    let stored = stored(random, stock, name);
    (name.to_owned(), constraint::of(random, &Subject { ty: Some(&ty), stored }))
}

/// What some object has in a field, as a `where` would write it.
fn stored(random: &mut Random, stock: &Stock<'_>, name: &str) -> Option<Json> {
    let json = (0..4).find_map(|_| random.pick(stock.objects).get(name).cloned());
    match (name, json) {
        ("createdAt" | "updatedAt", Some(Json::String(iso))) => Some(match random.below(3) {
            0 => Json::String(iso),
            1 => value::date(random),
            _ => json!({ "__type": "Date", "iso": iso }),
        }),
        (_, json) => json,
    }
}
