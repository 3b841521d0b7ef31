//! The objects of a class that a caller can access.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use parse_model::query::matches::Matcher;
use parse_model::{Filter, Object};

/// A filter from permissions. Two are equal if their conditions are.
#[derive(Debug, Clone)]
pub struct RowFilter(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    text: Box<str>,
    filter: Filter,
    /// `None` if only the database can decide, so that no object passes.
    matcher: Option<Matcher>,
}

impl RowFilter {
    pub(super) fn new(filter: &Filter) -> RowFilter {
        let text = format!("{filter:?}").into_boxed_str();
        RowFilter(Arc::new(Compiled {
            text,
            filter: filter.clone(),
            matcher: Matcher::new(filter).ok(),
        }))
    }

    /// The filter.
    pub fn filter(&self) -> &Filter {
        &self.0.filter
    }

    /// Whether an object passes.
    pub fn admits(&self, object: &Object) -> bool {
        self.0.matcher.as_ref().is_some_and(|matcher| matcher.matches(object))
    }
}

impl PartialEq for RowFilter {
    fn eq(&self, other: &RowFilter) -> bool {
        self.0.text == other.0.text
    }
}

impl Eq for RowFilter {}

impl Hash for RowFilter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}
