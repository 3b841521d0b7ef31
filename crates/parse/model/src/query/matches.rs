//! What a query means: which objects pass a filter.
//!
//! This is the one place where it is written down. PostgreSQL is held to it by a property test.
//!
//! A condition either holds or it does not; there is no third answer. A negation holds exactly
//! where what it negates does not, and therefore for an absent value too.

mod check;
mod found;

use super::{Constraint, Filter, Path};
use crate::object::Object;
use crate::refusal::Refusal;
use crate::value::Value;
use check::Check;
use found::Found;

/// Whether an absent value satisfies a constraint.
pub fn holds_when_absent(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Equal(value) => *value == Value::Null,
        Constraint::NotEqual(value) => *value != Value::Null,
        Constraint::In(values) => values.contains(&Value::Null),
        Constraint::NotIn(values) => !values.contains(&Value::Null),
        Constraint::Exists(is_present) => !is_present,
        Constraint::NotInQuery(_) | Constraint::DontSelect(..) => true,
        Constraint::Less(_)
        | Constraint::LessOrEqual(_)
        | Constraint::Greater(_)
        | Constraint::GreaterOrEqual(_)
        | Constraint::ContainsAll(_)
        | Constraint::ContainsAllMatching(_)
        | Constraint::ContainedBy(_)
        | Constraint::Matches(_)
        | Constraint::Text(_)
        | Constraint::Near { .. }
        | Constraint::WithinCircle { .. }
        | Constraint::WithinBox(..)
        | Constraint::WithinPolygon(_)
        | Constraint::Covers(_)
        | Constraint::InQuery(_)
        | Constraint::Select(..) => false,
    }
}

/// Why a filter cannot be made ready for objects in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmatchable {
    /// Only the database can answer it.
    NeedsDatabase(Refusal),
    /// It has a pattern that cannot be tried in memory.
    Pattern(Refusal),
}

/// A filter made ready for objects in memory.
#[derive(Debug, Clone)]
pub struct Matcher {
    root: Node,
}

#[derive(Debug, Clone)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Nor(Vec<Node>),
    Field(Path, Check),
}

impl Matcher {
    /// Refuses what only the database can answer: full text, sub-queries and relations.
    pub fn new(filter: &Filter) -> Result<Matcher, Unmatchable> {
        Ok(Matcher { root: Node::new(filter)? })
    }

    /// Whether the object passes.
    pub fn matches(&self, object: &Object) -> bool {
        self.root.matches(object)
    }

    /// How many bytes its patterns take.
    pub fn pattern_memory(&self) -> usize {
        self.root.pattern_memory()
    }
}

impl Node {
    fn new(filter: &Filter) -> Result<Node, Unmatchable> {
        let each = |parts: &[Filter]| parts.iter().map(Node::new).collect::<Result<Vec<_>, _>>();
        Ok(match filter {
            Filter::All(parts) => Node::All(each(parts)?),
            Filter::Any(parts) => Node::Any(each(parts)?),
            Filter::Nor(parts) => Node::Nor(each(parts)?),
            Filter::Field(path, constraint) => Node::field(path, constraint)?,
            Filter::RelatedTo { .. } => return Err(needs_database("$relatedTo")),
        })
    }

    fn field(path: &Path, constraint: &Constraint) -> Result<Node, Unmatchable> {
        let node = Node::Field(path.clone(), Check::new(constraint)?);
        let is_negation = matches!(
            constraint,
            Constraint::NotEqual(_) | Constraint::NotIn(_) | Constraint::Exists(false)
        );
        Ok(if is_negation { Node::Nor(vec![node]) } else { node })
    }

    fn pattern_memory(&self) -> usize {
        match self {
            Node::All(parts) | Node::Any(parts) | Node::Nor(parts) => {
                parts.iter().map(Node::pattern_memory).sum()
            }
            Node::Field(_, check) => check.pattern_memory(),
        }
    }

    fn matches(&self, object: &Object) -> bool {
        match self {
            Node::All(parts) => parts.iter().all(|part| part.matches(object)),
            Node::Any(parts) => parts.iter().any(|part| part.matches(object)),
            Node::Nor(parts) => !parts.iter().any(|part| part.matches(object)),
            Node::Field(path, check) => check.holds(&Found::at(object, path)),
        }
    }
}

fn needs_database(what: &str) -> Unmatchable {
    let why = format!("{what} can only be answered by the database");
    Unmatchable::NeedsDatabase(Refusal::query(why))
}

#[cfg(test)]
mod tests;
