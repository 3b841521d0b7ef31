//! From rows of the change log to objects.
//!
//! There every column stands as `to_jsonb` writes it: moments, points and areas as PostgreSQL's
//! text.

use parse_model::geo::{GeoPoint, Polygon};
use parse_model::{
    Acl, Class, Date, FieldType, Fields, File, Json, JsonMap, Object, ObjectId, Pointer, Value,
};

use crate::row::from_stored;
use crate::sql::POSTGRES_EPOCH_MILLIS;

/// The object of a row, as a query would have read it: public fields in the order of the class. A
/// null document and a missing one are the same.
pub fn object(class: &Class, row: &JsonMap) -> Object {
    let mut fields = Fields::with_capacity(class.fields.len());
    for (name, field) in class.public_fields() {
        let json = row.get(name.as_str()).filter(|json| !json.is_null());
        if let Some(value) = json.and_then(|json| value(json, &field.ty)) {
            fields.push(name.clone(), value);
        }
    }
    for (name, field) in class.public_fields() {
        if let FieldType::Relation(target) = &field.ty {
            fields.push(name.clone(), Value::Relation(target.clone()));
        }
    }
    let id = row.get("objectId").and_then(Json::as_str).unwrap_or_default();
    let (read, write) = (principals(row, "_rperm"), principals(row, "_wperm"));
    Object {
        class: class.name.clone(),
        id: ObjectId::new(id),
        created_at: row.get("createdAt").and_then(moment),
        updated_at: row.get("updatedAt").and_then(moment),
        acl: (read.is_some() || write.is_some()).then_some(Acl { read, write }),
        fields,
    }
}

fn principals(row: &JsonMap, column: &str) -> Option<Vec<String>> {
    let list = row.get(column)?.as_array()?;
    Some(list.iter().filter_map(Json::as_str).map(str::to_owned).collect())
}

fn value(json: &Json, ty: &FieldType) -> Option<Value> {
    let text = || json.as_str().map(str::to_owned);
    Some(match ty {
        FieldType::String => Value::Text(text()?),
        FieldType::Number => Value::Number(number(json)?),
        FieldType::Boolean => Value::Bool(json.as_bool()?),
        FieldType::Date => Value::Date(moment(json)?),
        FieldType::Pointer(class) => Value::Pointer(Pointer { class: class.clone(), id: text()? }),
        FieldType::File => Value::File(File { name: text()?, url: None }),
        FieldType::GeoPoint => Value::GeoPoint(points(json.as_str()?)?.pop()?),
        FieldType::Polygon => Value::Polygon(Polygon::stored(points(json.as_str()?)?)),
        FieldType::Object | FieldType::Array | FieldType::Bytes => from_stored(json.clone()),
        FieldType::Relation(_) | FieldType::Acl => return None,
    })
}

/// A number; what JSON has no number for stands as text.
fn number(json: &Json) -> Option<f64> {
    json.as_f64().or_else(|| json.as_str()?.parse().ok())
}

/// `(1,2)` or `((1,2),(3,4))`: x is the longitude.
fn points(text: &str) -> Option<Vec<GeoPoint>> {
    let numbers = text.split(',').map(|part| part.trim_matches(['(', ')']).parse().ok());
    let numbers = numbers.collect::<Option<Vec<f64>>>()?;
    let point = |pair: &[f64]| GeoPoint { longitude: pair[0], latitude: pair[1] };
    let is_paired = !numbers.is_empty() && numbers.len() % 2 == 0;
    is_paired.then(|| numbers.chunks_exact(2).map(point).collect())
}

/// A moment as PostgreSQL writes it for JSON, in the writer's time zone; microseconds are cut.
fn moment(json: &Json) -> Option<Date> {
    let text = json.as_str()?;
    let ends = |micros: i64| Date::from_millis(micros.div_euclid(1000) + POSTGRES_EPOCH_MILLIS);
    match text {
        "infinity" => return Some(ends(i64::MAX)),
        "-infinity" => return Some(ends(i64::MIN)),
        _ => {}
    }
    let (text, is_before_christ) = match text.strip_suffix(" BC") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (day, time) = text.split_once('T')?;
    let offset_at = time.find(['+', '-'])?;
    let (time, offset) = time.split_at(offset_at);
    let mut date = day.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let year = if is_before_christ { 1 - year } else { year };
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    let offset = sign * clock(offset.get(1..)?)?;
    let days = days_before(year, month, day);
    let micros = days * 86_400_000_000 + clock(time)? - offset;
    Some(Date::from_millis(micros.div_euclid(1000)))
}

/// Microseconds of `12:34:56.789`, of which the end may be missing.
fn clock(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let hours = parts.next()?.parse::<i64>().ok()?;
    let minutes = parts.next().map_or(Some(0), |part| part.parse::<i64>().ok())?;
    let (seconds, fraction) =
        parts.next().map_or(("0", ""), |part| part.split_once('.').unwrap_or((part, "")));
    let seconds = seconds.parse::<i64>().ok()?;
    let micros = format!("{fraction:0<6}").get(..6)?.parse::<i64>().ok()?;
    Some(((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros)
}

/// Days from 1970 to a day of the proleptic Gregorian calendar.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn moments_are_read_in_every_form_that_postgresql_writes() {
        for (text, iso) in [
            ("2020-02-29T23:59:59.123999+00:00", "2020-02-29T23:59:59.123Z"),
            ("2020-01-01T02:30:00+02:30", "2020-01-01T00:00:00.000Z"),
            ("2020-01-01T00:00:00-01", "2020-01-01T01:00:00.000Z"),
            ("1850-01-01T00:53:28+00:53:28", "1850-01-01T00:00:00.000Z"),
            ("1969-12-31T23:59:59.9999+00:00", "1969-12-31T23:59:59.999Z"),
            ("10000-01-01T00:00:00+00:00", "+010000-01-01T00:00:00.000Z"),
            ("0044-03-15T00:00:00+00:00 BC", "-000043-03-15T00:00:00.000Z"),
        ] {
            let read = moment(&json!(text)).map(Date::iso);
            assert_eq!(read.as_deref(), Some(iso), "{text}");
        }
        assert_eq!(moment(&json!("soon")), None);
    }

    #[test]
    fn what_json_has_no_number_for_is_a_number() {
        assert_eq!(number(&json!("-Infinity")), Some(f64::NEG_INFINITY));
        assert!(number(&json!("NaN")).is_some_and(f64::is_nan));
        assert_eq!(points("(1.5,-2)").map(|points| points.len()), Some(1));
        assert_eq!(points("((0,0),(1,0),(1,1))").map(|points| points.len()), Some(3));
        assert_eq!(points("(1,2,3)"), None);
    }
}
