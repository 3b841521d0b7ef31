//! The values by which the objects of a filter can be indexed.

use parse_model::{Constraint, Date, FieldName, Filter, Json, JsonMap, Object, Value};

/// A list that is longer is not worth an entry for each of its values.
const MAX_ENTRIES: usize = 64;

/// A value in the coarse form by which filters are found: whatever equals an operand has a key of
/// the operand among its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key<T> {
    /// A text, or the id of a pointer.
    Text(T),
    /// The bits of a number.
    Number(u64),
    Bool(bool),
    Date(Date),
}

/// Fields and keys of which every object that passes a filter has at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// How few objects are likely to have one; less is better.
    rank: u8,
    pub(super) entries: Vec<(FieldName, Key<Box<str>>)>,
}

/// How to find the objects of a filter; `None` if any object may pass.
pub(super) fn plan(filter: &Filter) -> Option<Plan> {
    match filter {
        Filter::All(parts) => parts.iter().filter_map(plan).min_by_key(|plan| plan.rank),
        Filter::Any(parts) => {
            let plans = parts.iter().map(plan).collect::<Option<Vec<_>>>()?;
            let rank = plans.iter().map(|plan| plan.rank).max().unwrap_or_default();
            let entries: Vec<_> = plans.into_iter().flat_map(|plan| plan.entries).collect();
            (entries.len() <= MAX_ENTRIES).then_some(Plan { rank, entries })
        }
        Filter::Field(path, constraint) if !path.is_nested() => field(&path.field, constraint),
        Filter::Field(..) | Filter::Nor(_) | Filter::RelatedTo { .. } => None,
    }
}

fn field(field: &FieldName, constraint: &Constraint) -> Option<Plan> {
    let (values, is_list) = match constraint {
        Constraint::Equal(value) => (std::slice::from_ref(value), false),
        Constraint::In(values) if values.len() <= MAX_ENTRIES => (values.as_slice(), true),
        _ => return None,
    };
    let mut entries = Vec::with_capacity(values.len());
    let mut rank = if *field == "objectId" { 0 } else { 1 + u8::from(is_list) };
    for value in values {
        for key in operand_keys(value)? {
            if matches!(key, Key::Bool(_)) {
                rank = 3;
            }
            entries.push((field.clone(), key));
        }
    }
    Some(Plan { rank, entries })
}

/// The keys of what a filter compares with; `None` for what has none. Null is met by absence.
fn operand_keys(value: &Value) -> Option<Vec<Key<Box<str>>>> {
    Some(match value {
        Value::Text(text) => {
            // A date equals a text that names it.
            let date = Date::parse(text).map(Key::Date);
            std::iter::once(Key::Text(text.as_str().into())).chain(date).collect()
        }
        Value::Pointer(pointer) => vec![Key::Text(pointer.id.as_str().into())],
        Value::Number(number) => vec![Key::Number(bits(*number))],
        Value::Bool(flag) => vec![Key::Bool(*flag)],
        Value::Date(date) => vec![Key::Date(*date)],
        _ => return None,
    })
}

/// Calls `visit` for every key of what an object has in a field.
pub(super) fn stored_keys<'a>(
    object: &'a Object,
    field: &FieldName,
    visit: &mut dyn FnMut(Key<&'a str>),
) {
    match object.fields.get(field.as_str()) {
        Some(Value::Text(text)) => visit(Key::Text(text)),
        Some(Value::Pointer(pointer)) => visit(Key::Text(&pointer.id)),
        Some(Value::Included(included)) => visit(Key::Text(included.id.as_str())),
        Some(Value::Number(number)) => visit(Key::Number(bits(*number))),
        Some(Value::Bool(flag)) => visit(Key::Bool(*flag)),
        Some(Value::Date(date)) => visit(Key::Date(*date)),
        Some(Value::List(items)) => items.iter().for_each(|item| inner_keys(item, visit)),
        Some(Value::Map(map)) => map_keys(map, visit),
        Some(_) => {}
        None if *field == "objectId" => visit(Key::Text(object.id.as_str())),
        None => {
            if let Some(Value::Date(date)) = object.value(field.as_str()) {
                visit(Key::Date(date));
            }
        }
    }
}

fn inner_keys<'a>(json: &'a Json, visit: &mut dyn FnMut(Key<&'a str>)) {
    match json {
        Json::String(text) => visit(Key::Text(text)),
        Json::Number(number) => visit(Key::Number(bits(number.as_f64().unwrap_or(f64::NAN)))),
        Json::Bool(flag) => visit(Key::Bool(*flag)),
        Json::Object(map) => map_keys(map, visit),
        Json::Null | Json::Array(_) => {}
    }
}

/// Pointers and dates are objects inside of arrays, and may be the value of an Object field.
fn map_keys<'a>(map: &'a JsonMap, visit: &mut dyn FnMut(Key<&'a str>)) {
    let text = |name: &str| map.get(name).and_then(Json::as_str);
    if let Some(id) = text("objectId") {
        visit(Key::Text(id));
    }
    if let Some(date) = text("iso").and_then(Date::parse) {
        visit(Key::Date(date));
    }
}

/// The bits by which equal numbers are equal.
fn bits(number: f64) -> u64 {
    if number == 0.0 { 0 } else { number.to_bits() }
}
