//! One condition on what was found.

use std::cmp::Ordering;

use super::found::Found;
use super::{Unmatchable, needs_database};
use crate::date::Date;
use crate::geo::{GeoPoint, Polygon};
use crate::query::regex::CompiledPattern;
use crate::query::{Constraint, Pattern};
use crate::value::{Pointer, Value};
use crate::{Json, wire};

/// A condition that negates nothing, with its patterns compiled.
#[derive(Debug, Clone)]
pub(super) enum Check {
    OneOf(Vec<Operand>),
    Exists,
    Ordered(Value, fn(Ordering) -> bool),
    ContainsAll(Vec<Operand>),
    ContainsAllMatching(Vec<CompiledPattern>),
    ContainedBy(Vec<Operand>),
    Matches(CompiledPattern),
    Within { center: GeoPoint, radians: Option<f64> },
    WithinBox(GeoPoint, GeoPoint),
    WithinPolygon(Polygon),
    Covers(GeoPoint),
}

/// A value to compare with, and how it looks inside arrays and objects.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    value: Value,
    json: Json,
}

impl Operand {
    fn new(value: &Value) -> Result<Operand, Unmatchable> {
        match value {
            Value::Relation(_) => Err(needs_database("a relation")),
            value => Ok(Operand { value: value.clone(), json: wire::to_json(value) }),
        }
    }

    fn all(values: &[Value]) -> Result<Vec<Operand>, Unmatchable> {
        values.iter().map(Operand::new).collect()
    }

    fn equals(&self, found: &Found<'_>) -> bool {
        if self.value == Value::Null {
            return matches!(found, Found::Absent);
        }
        match found {
            Found::Absent => false,
            Found::Value(stored) => self.equals_field(stored),
            Found::Inside(Json::Array(items)) => self.equals_list(items),
            Found::Inside(json) => wire::json_equal(json, &self.json),
        }
    }

    /// What is stored decides how to compare.
    fn equals_field(&self, stored: &Value) -> bool {
        match (stored, &self.value) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Date(a), b) => as_date(b) == Some(*a),
            (Value::Bytes(a), Value::Bytes(b)) => a == b,
            (Value::Pointer(Pointer { id: a, .. }), Value::Pointer(Pointer { id: b, .. })) => {
                a == b
            }
            // A bare id is as good as a pointer: the class is the field's.
            (Value::Pointer(Pointer { id: a, .. }), Value::Text(b)) => a == b,
            (Value::GeoPoint(a), Value::GeoPoint(b)) => a == b,
            (Value::Polygon(a), Value::Polygon(b)) => a.is_same_area(b),
            (Value::File(a), Value::File(b)) => a.name == b.name,
            (Value::Map(map), _) => self.equals_map(map),
            (Value::List(items), _) => self.equals_list(items),
            _ => false,
        }
    }

    fn equals_map(&self, map: &crate::JsonMap) -> bool {
        self.json.as_object().is_some_and(|wanted| {
            map.len() == wanted.len()
                && map.iter().all(|(key, value)| {
                    wanted.get(key).is_some_and(|other| wire::json_equal(value, other))
                })
        })
    }

    /// The whole list, or one element.
    fn equals_list(&self, items: &[Json]) -> bool {
        let is_whole = self.json.as_array().is_some_and(|wanted| {
            wanted.len() == items.len()
                && wanted.iter().zip(items).all(|(a, b)| wire::json_equal(a, b))
        });
        is_whole || items.iter().any(|item| self.is_element(item))
    }

    fn is_element(&self, item: &Json) -> bool {
        wire::json_equal(item, &self.json)
    }
}

impl Check {
    /// Makes a constraint ready, or refuses what needs the database. A negation becomes the check
    /// of what it negates.
    pub(super) fn new(constraint: &Constraint) -> Result<Check, Unmatchable> {
        Ok(match constraint {
            Constraint::Equal(value) | Constraint::NotEqual(value) => {
                Check::OneOf(vec![Operand::new(value)?])
            }
            Constraint::In(values) | Constraint::NotIn(values) => {
                Check::OneOf(Operand::all(values)?)
            }
            Constraint::Exists(_) => Check::Exists,
            Constraint::Less(bound) => Check::Ordered(bound.clone(), Ordering::is_lt),
            Constraint::LessOrEqual(bound) => Check::Ordered(bound.clone(), Ordering::is_le),
            Constraint::Greater(bound) => Check::Ordered(bound.clone(), Ordering::is_gt),
            Constraint::GreaterOrEqual(bound) => Check::Ordered(bound.clone(), Ordering::is_ge),
            Constraint::ContainsAll(values) => Check::ContainsAll(Operand::all(values)?),
            Constraint::ContainsAllMatching(patterns) => {
                Check::ContainsAllMatching(patterns.iter().map(compiled).collect::<Result<_, _>>()?)
            }
            Constraint::ContainedBy(values) => Check::ContainedBy(Operand::all(values)?),
            Constraint::Matches(pattern) => Check::Matches(compiled(pattern)?),
            Constraint::Near { center, max_radians } => {
                Check::Within { center: *center, radians: *max_radians }
            }
            Constraint::WithinCircle { center, radians } => {
                Check::Within { center: *center, radians: Some(*radians) }
            }
            Constraint::WithinBox(one, other) => Check::WithinBox(*one, *other),
            Constraint::WithinPolygon(polygon) => Check::WithinPolygon(polygon.clone()),
            Constraint::Covers(place) => Check::Covers(*place),
            Constraint::Text(_) => return Err(needs_database("$text")),
            Constraint::InQuery(_) => return Err(needs_database("$inQuery")),
            Constraint::NotInQuery(_) => return Err(needs_database("$notInQuery")),
            Constraint::Select(..) => return Err(needs_database("$select")),
            Constraint::DontSelect(..) => return Err(needs_database("$dontSelect")),
        })
    }

    /// How many bytes its patterns take.
    pub(super) fn pattern_memory(&self) -> usize {
        match self {
            Check::Matches(pattern) => pattern.memory(),
            Check::ContainsAllMatching(patterns) => {
                patterns.iter().map(CompiledPattern::memory).sum()
            }
            _ => 0,
        }
    }

    /// Whether the condition holds.
    pub(super) fn holds(&self, found: &Found<'_>) -> bool {
        match self {
            Check::OneOf(operands) => operands.iter().any(|operand| operand.equals(found)),
            Check::Exists => !matches!(found, Found::Absent),
            Check::Ordered(bound, is_wanted) => ordering(found, bound).is_some_and(is_wanted),
            Check::ContainsAll(operands) => contains_all(found, operands),
            Check::ContainsAllMatching(patterns) => {
                let texts = || found.elements().into_iter().flatten().filter_map(Json::as_str);
                !patterns.is_empty()
                    && patterns.iter().all(|pattern| texts().any(|text| pattern.is_match(text)))
            }
            Check::ContainedBy(operands) => found.elements().is_some_and(|items| {
                items.iter().all(|item| operands.iter().any(|operand| operand.is_element(item)))
            }),
            Check::Matches(pattern) => {
                let is_match = |text: &str| pattern.is_match(text);
                match found {
                    // Inside a field an array matches by any of its texts.
                    Found::Inside(Json::Array(items)) => {
                        items.iter().filter_map(Json::as_str).any(is_match)
                    }
                    _ => found.text().is_some_and(is_match),
                }
            }
            Check::Within { center, radians } => place(found).is_some_and(|place| {
                radians.is_none_or(|radians| center.radians_to(place) <= radians)
            }),
            Check::WithinBox(one, other) => {
                place(found).is_some_and(|place| place.is_in_box(*one, *other))
            }
            Check::WithinPolygon(area) => place(found).is_some_and(|place| area.contains(place)),
            Check::Covers(place) => match found {
                Found::Value(value) => {
                    matches!(value.as_ref(), Value::Polygon(area) if area.contains(*place))
                }
                _ => false,
            },
        }
    }
}

fn compiled(pattern: &Pattern) -> Result<CompiledPattern, Unmatchable> {
    pattern.compile().map_err(Unmatchable::Pattern)
}

/// How what was found compares with a bound; `None` for two that have no order.
fn ordering(found: &Found<'_>, bound: &Value) -> Option<Ordering> {
    match found {
        Found::Absent => None,
        Found::Value(stored) => match (stored.as_ref(), bound) {
            (Value::Number(a), Value::Number(b)) => a.partial_cmp(b),
            (Value::Text(a), Value::Text(b)) => Some(a.cmp(b)),
            (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
            (Value::Date(a), b) => Some(a.cmp(&as_date(b)?)),
            _ => None,
        },
        Found::Inside(json) => match (json, bound) {
            (Json::Number(a), Value::Number(b)) => a.as_f64()?.partial_cmp(b),
            (Json::String(a), Value::Text(b)) => Some(a.as_str().cmp(b)),
            (Json::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
            (Json::Object(_), Value::Date(b)) => match wire::operand_from(json) {
                Ok(Value::Date(a)) => Some(a.cmp(b)),
                _ => None,
            },
            _ => None,
        },
    }
}

/// A date, or a text that names one.
fn as_date(value: &Value) -> Option<Date> {
    match value {
        Value::Date(date) => Some(*date),
        Value::Text(text) => Date::parse(text),
        _ => None,
    }
}

fn contains_all(found: &Found<'_>, operands: &[Operand]) -> bool {
    if let Some(items) = found.elements() {
        return !operands.is_empty()
            && operands.iter().all(|operand| items.iter().any(|item| operand.is_element(item)));
    }
    // Pointer permissions ask this of single pointers too.
    match (found, operands) {
        (Found::Value(stored), [only]) if stored.as_pointer().is_some() => only.equals(found),
        _ => false,
    }
}

fn place(found: &Found<'_>) -> Option<GeoPoint> {
    match found {
        Found::Value(value) => match value.as_ref() {
            Value::GeoPoint(place) => Some(*place),
            _ => None,
        },
        _ => None,
    }
}
