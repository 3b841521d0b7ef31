//! What a caller asks for: conditions, order, page, and what to bring along.

pub mod complexity;
pub mod matches;
pub mod parse;
pub mod print;
pub mod regex;

use crate::geo::{GeoPoint, Polygon};
use crate::name::{ClassName, FieldName};
use crate::value::{Pointer, Value};

pub use regex::Pattern;

/// A field, or a place inside an Object or Array field (`address.city`, `tags.0`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Path {
    /// The field.
    pub field: FieldName,
    /// The way inside it; empty for the field itself.
    pub inside: Vec<String>,
}

impl Path {
    /// The most segments of a dotted name, in every profile. What stands so deep in an object, below
    /// the deepest JSON that is taken in, can still be read back.
    pub const MOST_SEGMENTS: usize = 50;

    /// How many segments a dotted name has, counted before it is taken apart.
    pub fn segments(name: &str) -> usize {
        1 + name.bytes().filter(|byte| *byte == b'.').count()
    }

    /// The field itself.
    pub fn field(field: FieldName) -> Path {
        Path { field, inside: Vec::new() }
    }

    /// Whether it leads inside the field.
    pub fn is_nested(&self) -> bool {
        !self.inside.is_empty()
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.field)?;
        self.inside.iter().try_for_each(|segment| write!(f, ".{segment}"))
    }
}

/// Which objects are meant. Two-valued: an object matches or it does not; an absent field is
/// never "unknown".
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// Every part matches; with no parts, everything does.
    All(Vec<Filter>),
    /// Some part matches; with no parts, nothing does.
    Any(Vec<Filter>),
    /// No part matches.
    Nor(Vec<Filter>),
    /// A condition on one field.
    Field(Path, Constraint),
    /// The object belongs to the relation `key` of `owner`.
    RelatedTo {
        /// The object that has the relation.
        owner: Pointer,
        /// The relation field.
        key: FieldName,
    },
}

impl Filter {
    /// The filter that every object passes.
    pub fn everything() -> Filter {
        Filter::All(Vec::new())
    }

    /// The filter that no object passes.
    pub fn nothing() -> Filter {
        Filter::Any(Vec::new())
    }

    /// Equality on a whole field.
    pub fn equals(field: FieldName, value: impl Into<Value>) -> Filter {
        Filter::Field(Path::field(field), Constraint::Equal(value.into()))
    }

    /// Both this and another.
    pub fn and(self, other: Filter) -> Filter {
        match (self, other) {
            (Filter::All(parts), other) if parts.is_empty() => other,
            (Filter::All(mut parts), other) => {
                parts.push(other);
                Filter::All(parts)
            }
            (one, other) => Filter::All(vec![one, other]),
        }
    }

    /// The id, if the filter is exactly "this one object".
    pub fn as_single_id(&self) -> Option<&str> {
        match self {
            Filter::All(parts) => match parts.as_slice() {
                [only] => only.as_single_id(),
                _ => None,
            },
            Filter::Field(path, Constraint::Equal(Value::Text(id)))
                if path.field == "objectId" && !path.is_nested() =>
            {
                Some(id)
            }
            _ => None,
        }
    }

    /// Calls `visit` for this filter and everything inside it; sub-queries are not entered.
    pub fn walk(&self, visit: &mut dyn FnMut(&Filter)) {
        visit(self);
        if let Filter::All(parts) | Filter::Any(parts) | Filter::Nor(parts) = self {
            parts.iter().for_each(|part| part.walk(visit));
        }
    }
}

/// A condition on one value.
///
/// Negations hold for an absent value; everything else does not, unless null is what was asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Constraint {
    /// The same value; on an array, also one of its elements. Null means absent.
    Equal(Value),
    /// Not [`Constraint::Equal`].
    NotEqual(Value),
    /// Smaller, of the same type.
    Less(Value),
    /// Smaller or the same.
    LessOrEqual(Value),
    /// Greater, of the same type.
    Greater(Value),
    /// Greater or the same.
    GreaterOrEqual(Value),
    /// Equal to one of these.
    In(Vec<Value>),
    /// Equal to none of these.
    NotIn(Vec<Value>),
    /// Present, or absent.
    Exists(bool),
    /// An array with every one of these among its elements; of no values, nothing.
    ContainsAll(Vec<Value>),
    /// An array in which every pattern matches some element.
    ContainsAllMatching(Vec<Pattern>),
    /// An array all of whose elements are among these.
    ContainedBy(Vec<Value>),
    /// Text in which the pattern is found.
    Matches(Pattern),
    /// Text that a full-text search finds.
    Text(TextSearch),
    /// A place at most so far away; results come nearest first.
    Near {
        /// From here.
        center: GeoPoint,
        /// In radians; `None` means any distance.
        max_radians: Option<f64>,
    },
    /// A place at most so far away, in no particular order.
    WithinCircle {
        /// From here.
        center: GeoPoint,
        /// In radians.
        radians: f64,
    },
    /// A place in a box, given by two opposite corners.
    WithinBox(GeoPoint, GeoPoint),
    /// A place inside an area, its border included.
    WithinPolygon(Polygon),
    /// An area that contains the place.
    Covers(GeoPoint),
    /// A pointer to an object that a sub-query finds.
    InQuery(Box<SubQuery>),
    /// Not [`Constraint::InQuery`].
    NotInQuery(Box<SubQuery>),
    /// Equal to a value that some object of a sub-query has at a path.
    Select(Box<SubQuery>, Path),
    /// Not [`Constraint::Select`].
    DontSelect(Box<SubQuery>, Path),
}

/// A query inside a query. It runs with the caller's rights and without a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct SubQuery {
    /// The class asked.
    pub class: ClassName,
    /// Which of its objects.
    pub filter: Filter,
    /// Ask the target class of this relation or pointer field instead.
    pub redirect: Option<FieldName>,
}

/// A full-text search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSearch {
    /// Words; a quoted phrase stays together, a leading minus excludes.
    pub term: String,
    /// The language whose word forms are folded.
    pub language: Option<String>,
    /// Whether accents count. They always do; asking that they do not is refused.
    pub is_diacritic_sensitive: Option<bool>,
}

/// One key of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub by: OrderBy,
    /// Greatest first.
    pub is_descending: bool,
}

/// What results can be ordered by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OrderBy {
    /// A field, or a place inside one.
    Field(Path),
    /// How well a full-text search fits, best first.
    Score,
}

/// Everything a list request says beside its class.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// Which objects.
    pub filter: Filter,
    /// In what order.
    pub order: Vec<Order>,
    /// How many at most; `None` means all.
    pub limit: Option<u64>,
    /// How many to pass over first.
    pub skip: u64,
    /// Only these fields, where any are named.
    pub keys: Option<Vec<KeyPath>>,
    /// All but these fields.
    pub exclude: Vec<KeyPath>,
    /// Which pointers to follow, each as the way to it.
    pub include: Vec<KeyPath>,
    /// Follow every pointer and array of pointers of the class.
    pub include_all: bool,
    /// Also say how many there are in all.
    pub with_count: bool,
    /// Ask the class that this field leads to.
    pub redirect: Option<FieldName>,
    /// Say how the database would answer instead of answering.
    pub explain: bool,
    /// Where reads may go.
    pub read_preference: ReadPreference,
    /// Where reads for includes may go; as the query itself by default.
    pub include_read_preference: Option<ReadPreference>,
    /// Where reads for sub-queries may go.
    pub subquery_read_preference: Option<ReadPreference>,
}

impl Default for Query {
    fn default() -> Query {
        Query {
            filter: Filter::everything(),
            order: Vec::new(),
            limit: Some(100),
            skip: 0,
            keys: None,
            exclude: Vec::new(),
            include: Vec::new(),
            include_all: false,
            with_count: false,
            redirect: None,
            explain: false,
            read_preference: ReadPreference::Primary,
            include_read_preference: None,
            subquery_read_preference: None,
        }
    }
}

impl Query {
    /// A query for all objects that pass a filter, without a limit.
    pub fn all(filter: Filter) -> Query {
        Query { filter, limit: None, ..Query::default() }
    }
}

/// The way to a field through included objects: `author.company`.
pub type KeyPath = Vec<String>;

/// Which server may answer a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReadPreference {
    /// The primary: sees every write that has been acknowledged.
    #[default]
    Primary,
    /// A replica, if there is one; may lag.
    Secondary,
}
