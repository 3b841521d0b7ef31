//! Conditions on one field or path.

use parse_model::{FieldType, Json};
use serde_json::{Map, json};
use testkit::Random;

use super::{geo, pattern, value};

/// What a condition is to be about.
pub(crate) struct Subject<'a> {
    /// The type of the field; `None` for what lies inside one.
    pub(crate) ty: Option<&'a FieldType>,
    /// What some object has there.
    pub(crate) stored: Option<Json>,
}

impl Subject<'_> {
    /// A value to compare with: often one that is stored.
    fn operand(&self, random: &mut Random) -> Json {
        match (random.below(6), self.ty) {
            (0..=3, _) if self.stored.is_some() => self.close(random),
            (4, Some(ty)) => value::of(random, ty),
            _ => value::any(random),
        }
    }

    /// What is stored, or one of its elements.
    fn close(&self, random: &mut Random) -> Json {
        match self.stored.clone().unwrap_or_default() {
            Json::Array(items) if !items.is_empty() && !random.once_in(3) => {
                random.pick(&items).clone()
            }
            polygon @ Json::Object(_) if polygon["__type"] == "Polygon" => {
                geo::turned(random, &polygon)
            }
            other => other,
        }
    }

    fn operands(&self, random: &mut Random) -> Vec<Json> {
        (0..random.below(5)).map(|_| self.operand(random)).collect()
    }

    /// Elements that an array has, some more, and sometimes one less.
    fn elements(&self, random: &mut Random) -> Vec<Json> {
        let mut items = match &self.stored {
            Some(Json::Array(items)) => items.clone(),
            _ => Vec::new(),
        };
        if !items.is_empty() && random.once_in(2) {
            items.swap_remove(random.below(items.len()));
        }
        items.extend((0..random.below(3)).map(|_| self.operand(random)));
        items
    }

    fn text(&self, random: &mut Random) -> Option<String> {
        match &self.stored {
            Some(Json::String(text)) => Some(text.clone()),
            Some(Json::Array(items)) if !items.is_empty() => {
                random.pick(items).as_str().map(str::to_owned)
            }
            _ => None,
        }
    }
}

/// What a `where` says of one key.
pub(crate) fn of(random: &mut Random, subject: &Subject<'_>) -> Json {
    let is_geo = matches!(subject.ty, Some(FieldType::GeoPoint | FieldType::Polygon));
    if random.once_in(if is_geo { 2 } else { 40 }) {
        return geo::condition(random);
    }
    if random.once_in(4) {
        return subject.operand(random);
    }
    let mut map = Map::new();
    for _ in 0..=usize::from(random.once_in(5)) {
        let (sign, argument) = sign(random, subject);
        map.insert(sign.to_owned(), argument);
    }
    if random.once_in(6) {
        let text = subject.text(random);
        return pattern::condition(random, text.as_deref());
    }
    Json::Object(map)
}

fn sign(random: &mut Random, subject: &Subject<'_>) -> (&'static str, Json) {
    match random.below(14) {
        0 => ("$eq", subject.operand(random)),
        1 => ("$ne", subject.operand(random)),
        2 => ("$lt", subject.operand(random)),
        3 => ("$lte", subject.operand(random)),
        4 => ("$gt", subject.operand(random)),
        5 => ("$gte", subject.operand(random)),
        6 | 7 => ("$in", subject.operands(random).into()),
        8 => ("$nin", subject.operands(random).into()),
        9 => ("$exists", json!(random.once_in(2))),
        10 | 11 => ("$all", all(random, subject)),
        _ => ("$containedBy", subject.elements(random).into()),
    }
}

fn all(random: &mut Random, subject: &Subject<'_>) -> Json {
    if random.once_in(3) {
        let count = 1 + random.below(2);
        return (0..count)
            .map(|_| {
                let text = subject.text(random);
                json!({ "$regex": pattern::source(random, text.as_deref()) })
            })
            .collect();
    }
    let mut items = subject.elements(random);
    items.truncate(random.below(4));
    items.into()
}
