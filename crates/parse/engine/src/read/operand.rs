//! Operands that a field can never match, for which the protocol has an error.
//!
//! Elsewhere an operand of another type simply matches nothing.

use parse_model::query::Constraint;
use parse_model::{Class, FieldType, Filter, Path, Refusal, Value};

/// Refuses a list with non-text elements for a text field, and a time for a field that is not a
/// date.
pub(super) fn check(class: &Class, filter: &Filter) -> Result<(), Refusal> {
    let mut refused = None;
    filter.walk(&mut |part| {
        if let Filter::Field(path, constraint) = part
            && refused.is_none()
        {
            refused = field(class, path, constraint);
        }
    });
    refused.map_or(Ok(()), Err)
}

fn field(class: &Class, path: &Path, constraint: &Constraint) -> Option<Refusal> {
    let ty = class.field_type(path.field.as_str()).filter(|_| !path.is_nested())?;
    match constraint {
        Constraint::In(values) | Constraint::NotIn(values) if *ty == FieldType::String => {
            let is_strange = |value: &Value| !matches!(value, Value::Text(_) | Value::Null);
            values.iter().any(is_strange).then(|| {
                Refusal::query(format!(
                    "$in element type mismatch: expected string for field \"{path}\""
                ))
            })
        }
        Constraint::Less(Value::Date(_))
        | Constraint::LessOrEqual(Value::Date(_))
        | Constraint::Greater(Value::Date(_))
        | Constraint::GreaterOrEqual(Value::Date(_))
            if *ty != FieldType::Date =>
        {
            Some(Refusal::json("$relativeTime can only be used with Date field"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{ClassName, Code, Date, Field, FieldName};

    fn refused(constraint: Constraint) -> Option<Code> {
        let mut class = Class::new(ClassName::from_static("Note"));
        class.fields.insert(FieldName::from_static("t"), Field::of(FieldType::String));
        let filter =
            Filter::Nor(vec![Filter::Field(Path::field(FieldName::from_static("t")), constraint)]);
        check(&class, &filter).err().map(|refusal| refusal.code)
    }

    #[test]
    fn a_number_among_texts_is_refused() {
        assert_eq!(refused(Constraint::In(vec![Value::Number(1.0)])), Some(Code::INVALID_QUERY));
        assert_eq!(refused(Constraint::In(vec!["a".into(), Value::Null])), None);
    }

    #[test]
    fn a_time_for_a_text_field_is_refused() {
        let time = Value::Date(Date::from_millis(0));
        assert_eq!(refused(Constraint::Less(time)), Some(Code::INVALID_JSON));
    }
}
