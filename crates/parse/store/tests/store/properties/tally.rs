//! What the random wheres were like: a property that only ever meets nothing proves nothing.

use std::collections::BTreeMap;

use parse_model::{Json, JsonMap};

/// Signs that must each have told objects apart.
const SIGNS: &[&str] = &[
    "$eq",
    "$ne",
    "$lt",
    "$lte",
    "$gt",
    "$gte",
    "$in",
    "$nin",
    "$exists",
    "$all",
    "$containedBy",
    "$regex",
    "$nearSphere",
    "$within",
    "$geoWithin",
    "$geoIntersects",
    "$or",
    "$and",
    "$nor",
];

#[derive(Debug, Default)]
pub(super) struct Tally {
    checked: usize,
    refused: usize,
    told_apart: usize,
    signs: BTreeMap<String, usize>,
}

impl Tally {
    pub(super) fn refuse(&mut self) {
        self.refused += 1;
    }

    /// Notes a check in which so many of all objects matched.
    pub(super) fn note(&mut self, filter: &JsonMap, matched: usize, all: usize) {
        self.checked += 1;
        if (1..all).contains(&matched) {
            self.told_apart += 1;
            signs(filter, &mut |sign| *self.signs.entry(sign.to_owned()).or_default() += 1);
        }
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.checked += other.checked;
        self.refused += other.refused;
        self.told_apart += other.told_apart;
        for (sign, count) in other.signs {
            *self.signs.entry(sign).or_default() += count;
        }
    }

    /// Fails unless the wheres were worth asking.
    pub(super) fn judge(&self) {
        eprintln!("{self:?}");
        assert!(self.refused * 10 < self.checked, "too many refused: {self:?}");
        assert!(self.told_apart * 4 > self.checked, "too few tell objects apart: {self:?}");
        for sign in SIGNS {
            assert!(self.signs.contains_key(*sign), "{sign} never told objects apart: {self:?}");
        }
    }
}

fn signs(map: &JsonMap, visit: &mut dyn FnMut(&str)) {
    for (key, value) in map {
        if key.starts_with('$') {
            visit(key);
        }
        let parts = match value {
            Json::Array(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        parts.iter().filter_map(Json::as_object).for_each(|part| signs(part, visit));
    }
}
