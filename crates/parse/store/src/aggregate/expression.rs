//! Values that are made from a document.

use parse_model::{FieldName, Json};

use super::FieldPath;
use crate::sql::{Scope, Sql};

/// A value made from a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    /// What stands there.
    At(FieldPath),
    /// The same for every document.
    Literal(Json),
    /// A part of the date that stands there.
    Part(DatePart, FieldPath),
    /// Several values under names; those that are absent are left out.
    Record(Vec<(String, Expression)>),
}

/// A part of a date, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatePart {
    /// 2020
    Year,
    /// 1 to 12
    Month,
    /// 1 to 31
    DayOfMonth,
    /// 0 is Sunday
    DayOfWeek,
    /// 1 to 366
    DayOfYear,
    /// 1 is Monday
    IsoDayOfWeek,
    /// The year the ISO week belongs to.
    IsoWeekYear,
    /// The number of the ISO week.
    Week,
    /// 0 to 23
    Hour,
    /// 0 to 59
    Minute,
    /// 0 to 59
    Second,
    /// 0 to 999
    Millisecond,
}

impl DatePart {
    /// What PostgreSQL's `extract` gives, made whole.
    fn extracted(self) -> (&'static str, &'static str) {
        match self {
            DatePart::Year => ("extract(year from ", ")::int)"),
            DatePart::Month => ("extract(month from ", ")::int)"),
            DatePart::DayOfMonth => ("extract(day from ", ")::int)"),
            DatePart::DayOfWeek => ("extract(dow from ", ")::int)"),
            DatePart::DayOfYear => ("extract(doy from ", ")::int)"),
            DatePart::IsoDayOfWeek => ("extract(isodow from ", ")::int)"),
            DatePart::IsoWeekYear => ("extract(isoyear from ", ")::int)"),
            DatePart::Week => ("extract(week from ", ")::int)"),
            DatePart::Hour => ("extract(hour from ", ")::int)"),
            DatePart::Minute => ("extract(minute from ", ")::int)"),
            DatePart::Second => ("floor(extract(second from ", "))::int)"),
            DatePart::Millisecond => ("mod(extract(milliseconds from ", ")::int, 1000))"),
        }
    }
}

/// The column that holds the document.
pub(super) fn document_column() -> FieldName {
    FieldName::from_static("d")
}

/// Appends the value at a path; null if there is none, or JSON's null.
pub(super) fn at(sql: &mut Sql, scope: Scope, path: &FieldPath) {
    sql.push("nullif(").column_of(scope, &document_column()).push(" #> ");
    sql.bind(path.clone()).push(", 'null'::jsonb)");
}

/// Appends a value as JSON.
pub(super) fn value(sql: &mut Sql, scope: Scope, expression: &Expression) {
    match expression {
        Expression::At(path) => at(sql, scope, path),
        Expression::Literal(json) => {
            sql.push("nullif(").bind(json.clone()).push(", 'null'::jsonb)");
        }
        Expression::Part(part, path) => {
            let (before, after) = part.extracted();
            sql.push("to_jsonb(").push(before).push("(_touchstone.moment(");
            at(sql, scope, path);
            sql.push(") at time zone 'UTC')").push(after);
        }
        Expression::Record(entries) => {
            sql.push("jsonb_strip_nulls(");
            record(sql, entries, &|sql, entry| value(sql, scope, entry));
            sql.push(")");
        }
    }
}

/// A function of PostgreSQL takes a hundred arguments, and each entry is two.
const MAX_ENTRIES: usize = 40;

/// Appends an object of named values. The names are bound.
pub(super) fn record<T>(sql: &mut Sql, entries: &[(String, T)], write: &dyn Fn(&mut Sql, &T)) {
    sql.push("('{}'::jsonb");
    for chunk in entries.chunks(MAX_ENTRIES) {
        let mut lead = " || jsonb_build_object(";
        for (name, entry) in chunk {
            sql.push(lead).bind(name.as_str()).push(", ");
            write(sql, entry);
            lead = ", ";
        }
        sql.push(")");
    }
    sql.push(")");
}
