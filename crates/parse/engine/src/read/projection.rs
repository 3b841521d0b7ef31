//! The fields that a query returns.

use parse_model::query::{KeyPath, Query};
use parse_model::{Class, FieldName, FieldType};
use parse_store::Columns;

use parse_identity::ProtectedFields;

/// The columns to read, and which of them only decide about visibility.
#[derive(Debug, Default)]
pub(crate) struct Projection {
    only: Option<Vec<FieldName>>,
    pub(crate) only_for_protection: Vec<FieldName>,
    pub(crate) with_score: bool,
}

impl Projection {
    /// Determines the columns, and completes the includes: a key through a pointer follows it, and
    /// `*` follows every pointer and array, whether or not they are among the keys.
    pub(crate) fn new(class: &Class, query: &mut Query, protected: &ProtectedFields) -> Projection {
        for key in query.keys.iter().flatten().filter(|key| key.len() > 1) {
            let way = key[..key.len() - 1].to_vec();
            if !query.include.contains(&way) {
                query.include.push(way);
            }
        }
        if query.include_all {
            for (name, field) in class.public_fields() {
                if matches!(field.ty, FieldType::Pointer(_) | FieldType::Array) {
                    let way = vec![name.as_str().to_owned()];
                    if let Some(keys) = query.keys.as_mut().filter(|keys| !keys.contains(&way)) {
                        keys.push(way.clone());
                    }
                    query.include.push(way);
                }
            }
        }
        let asked_for_score = query.keys.iter().flatten().any(|key| key == &["$score"]);
        let with_score = asked_for_score && has_text_search(query);
        let is_excluded =
            |name: &FieldName| query.exclude.iter().any(|key| *key == [name.as_str()]);
        let mut only: Option<Vec<FieldName>> = match &query.keys {
            Some(keys) => Some(
                class
                    .public_fields()
                    .map(|(name, _)| name)
                    .filter(|name| starts_with(keys, name) && !is_excluded(name))
                    .cloned()
                    .collect(),
            ),
            None if query.exclude.is_empty() => None,
            None => Some(
                class
                    .public_fields()
                    .map(|(n, _)| n)
                    .filter(|n| !is_excluded(n))
                    .cloned()
                    .collect(),
            ),
        };
        let mut only_for_protection = Vec::new();
        if let Some(only) = &mut only {
            for needed in protected.needed().filter_map(FieldName::parse) {
                if !only.contains(&needed) {
                    only.push(needed.clone());
                    only_for_protection.push(needed);
                }
            }
        }
        Projection { only, only_for_protection, with_score }
    }

    pub(crate) fn columns(&self) -> Columns<'_> {
        match &self.only {
            Some(names) => Columns::Only(names),
            None => Columns::Public,
        }
    }
}

fn starts_with(keys: &[KeyPath], name: &FieldName) -> bool {
    keys.iter().any(|key| key.first().is_some_and(|first| first == name.as_str()))
}

fn has_text_search(query: &Query) -> bool {
    let mut found = false;
    query.filter.walk(&mut |part| {
        found |= matches!(part, parse_model::Filter::Field(_, parse_model::Constraint::Text(_)));
    });
    found
}
