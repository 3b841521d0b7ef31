//! What a stage says about values: `"$field"`, parts of dates, records of these.

use parse_model::{Code, Json, Path, Refusal};

use super::{invalid, own_name};
use crate::aggregate::{DatePart, Expression, FieldPath};

const PARTS: &[(&str, DatePart)] = &[
    ("$year", DatePart::Year),
    ("$month", DatePart::Month),
    ("$dayOfMonth", DatePart::DayOfMonth),
    ("$dayOfWeek", DatePart::DayOfWeek),
    ("$dayOfYear", DatePart::DayOfYear),
    ("$isoDayOfWeek", DatePart::IsoDayOfWeek),
    ("$isoWeekYear", DatePart::IsoWeekYear),
    ("$isoWeek", DatePart::Week),
    ("$week", DatePart::Week),
    ("$hour", DatePart::Hour),
    ("$minute", DatePart::Minute),
    ("$second", DatePart::Second),
    ("$millisecond", DatePart::Millisecond),
];

/// The way that a key of a stage names.
pub(super) fn path(key: &str) -> Result<FieldPath, Refusal> {
    if Path::segments(key) > Path::MOST_SEGMENTS {
        return Err(no_field(key));
    }
    let mut segments = key.split('.');
    let top = segments.next().map(own_name).unwrap_or_default();
    let path: FieldPath = std::iter::once(top).chain(segments.map(str::to_owned)).collect();
    let is_plain = path.iter().all(|segment| !segment.is_empty() && !segment.contains(['$', '\0']));
    if is_plain { Ok(path) } else { Err(no_field(key)) }
}

/// The way in `"$field.inside"`.
pub(super) fn reference(text: &str) -> Result<FieldPath, Refusal> {
    path(text.strip_prefix('$').ok_or_else(|| no_field(text))?)
}

/// Any value of a stage.
pub(super) fn value(json: &Json) -> Result<Expression, Refusal> {
    match json {
        Json::String(text) => reference(text).map(Expression::At),
        Json::Object(map) if map.keys().any(|key| key.starts_with('$')) => {
            let mut entries = map.iter();
            match (entries.next(), entries.next()) {
                (Some((operator, argument)), None) => operation(operator, argument),
                _ => Err(invalid("an expression has one operator")),
            }
        }
        Json::Object(map) => {
            let entry = |(name, entry): (&String, &Json)| Ok((name.clone(), value(entry)?));
            map.iter().map(entry).collect::<Result<_, Refusal>>().map(Expression::Record)
        }
        other => Ok(Expression::Literal(other.clone())),
    }
}

/// What a group is keyed by: nothing, in any of its spellings, makes one group of all.
pub(super) fn key(json: &Json) -> Result<Expression, Refusal> {
    let is_nothing = match json {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(map) => map.is_empty(),
        _ => false,
    };
    if is_nothing { Ok(Expression::Literal(Json::Null)) } else { value(json) }
}

fn operation(operator: &str, argument: &Json) -> Result<Expression, Refusal> {
    if operator == "$literal" {
        return Ok(Expression::Literal(argument.clone()));
    }
    let part = PARTS.iter().find(|(name, _)| *name == operator).map(|(_, part)| *part);
    let part = part.ok_or_else(|| invalid(format!("Invalid aggregate operator '{operator}'.")))?;
    // `{"$year": {"date": "$at"}}` is the longer spelling.
    let date = argument.get("date").unwrap_or(argument);
    let date = date.as_str().ok_or_else(|| invalid(format!("{operator} takes a field")))?;
    Ok(Expression::Part(part, reference(date)?))
}

fn no_field(name: &str) -> Refusal {
    Refusal::new(Code::INVALID_KEY_NAME, format!("Invalid field name: {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_is_named_with_a_dollar() {
        assert_eq!(reference("$a.b"), Ok(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(reference("$_created_at"), Ok(vec!["createdAt".to_owned()]));
        for bad in ["n", "$", "$a..b", "$$ROOT"] {
            assert_eq!(reference(bad).unwrap_err().code, Code::INVALID_KEY_NAME, "{bad}");
        }
    }

    #[test]
    fn every_spelling_of_nothing_makes_one_group() {
        for nothing in [json!(null), json!(""), json!([]), json!({})] {
            assert_eq!(key(&nothing), Ok(Expression::Literal(Json::Null)), "{nothing}");
        }
    }

    #[test]
    fn parts_of_dates_have_two_spellings() {
        let year = Expression::Part(DatePart::Year, vec!["at".to_owned()]);
        assert_eq!(value(&json!({"$year": "$at"})), Ok(year.clone()));
        assert_eq!(value(&json!({"$year": {"date": "$at"}})), Ok(year));
        assert!(value(&json!({"$teleport": "$at"})).is_err());
    }
}
