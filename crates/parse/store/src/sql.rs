//! SQL under construction.

use bytes::{BufMut, BytesMut};
use parse_model::{ClassName, Date, FieldName, Json};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// Milliseconds from 1970 to 2000, where PostgreSQL's calendar starts.
pub(crate) const POSTGRES_EPOCH_MILLIS: i64 = 946_684_800_000;

/// SQL under construction, with its bound values.
///
/// Text enters only as a `&'static str`, so a value that came over the wire cannot become SQL: it
/// is bound, or it is a name that has been checked and is quoted here.
#[derive(Debug, Default)]
pub struct Sql {
    text: String,
    binds: Vec<Bind>,
}

/// A value that travels beside the statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Bind {
    /// text
    Text(String),
    /// double precision
    Number(f64),
    /// boolean
    Bool(bool),
    /// timestamp with time zone
    Date(Date),
    /// jsonb
    Json(Json),
    /// bigint
    Int(i64),
    /// text[]
    Texts(Vec<String>),
    /// double precision[]
    Numbers(Vec<f64>),
    /// timestamp with time zone[]
    Dates(Vec<Date>),
    /// null, of whatever type its place has
    Null,
}

impl Sql {
    /// Starts with a literal.
    pub fn new(text: &'static str) -> Sql {
        let mut sql = Sql { text: String::with_capacity(256), binds: Vec::with_capacity(8) };
        sql.push(text);
        sql
    }

    /// A whole statement whose placeholders, `$1::text` and so on, are written out with their
    /// types.
    pub fn fixed(text: &'static str, binds: impl Into<Vec<Bind>>) -> Sql {
        Sql { text: text.to_owned(), binds: binds.into() }
    }

    /// Appends a literal.
    pub fn push(&mut self, text: &'static str) -> &mut Sql {
        self.text.push_str(text);
        self
    }

    /// Appends the condition that no row meets.
    pub fn never(&mut self) {
        self.push("false");
    }

    /// Appends the table of a class, quoted.
    pub fn table(&mut self, class: &ClassName) -> &mut Sql {
        self.quoted(class.as_str())
    }

    /// Appends a column, quoted.
    pub fn column(&mut self, field: &FieldName) -> &mut Sql {
        self.quoted(field.as_str())
    }

    /// Appends the name of an index, quoted. Any text is safe: quotes in it are doubled.
    pub fn index(&mut self, name: &str) -> &mut Sql {
        self.quoted(name)
    }

    /// Appends a column of one of the tables of a statement: `t0."name"`.
    pub fn column_of(&mut self, scope: Scope, field: &FieldName) -> &mut Sql {
        self.scope(scope).push(".").column(field)
    }

    /// Appends the short name of a table in this statement: `t0`.
    pub fn scope(&mut self, scope: Scope) -> &mut Sql {
        self.text.push('t');
        self.number(scope.0);
        self
    }

    /// Appends a placeholder with its type, and binds the value to it.
    pub fn bind(&mut self, value: impl Into<Bind>) -> &mut Sql {
        let value = value.into();
        let cast = value.cast();
        self.binds.push(value);
        self.text.push('$');
        self.number(self.binds.len());
        self.push(cast)
    }

    /// The statement so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bound values so far.
    pub fn binds(&self) -> &[Bind] {
        &self.binds
    }

    fn quoted(&mut self, name: &str) -> &mut Sql {
        self.text.push('"');
        for part in name.chars() {
            if part == '"' {
                self.text.push('"');
            }
            self.text.push(part);
        }
        self.text.push('"');
        self
    }

    fn number(&mut self, number: usize) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.text.push(char::from(b'0' + u8::try_from(number % 10).unwrap_or(0)));
    }
}

/// One of the tables of a statement; the outermost is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope(pub(crate) usize);

impl Scope {
    /// The table the statement is about.
    pub const OUTER: Scope = Scope(0);

    /// The table of a query inside this one.
    pub fn inner(self) -> Scope {
        Scope(self.0 + 1)
    }
}

impl Bind {
    /// The type is always written out, so the server never guesses it from the context.
    fn cast(&self) -> &'static str {
        match self {
            Bind::Text(_) => "::text",
            Bind::Number(_) => "::float8",
            Bind::Bool(_) => "::bool",
            Bind::Date(_) => "::timestamptz",
            Bind::Json(_) => "::jsonb",
            Bind::Int(_) => "::int8",
            Bind::Texts(_) => "::text[]",
            Bind::Numbers(_) => "::float8[]",
            Bind::Dates(_) => "::timestamptz[]",
            Bind::Null => "",
        }
    }
}

impl From<&str> for Bind {
    fn from(text: &str) -> Bind {
        Bind::Text(text.to_owned())
    }
}

impl From<String> for Bind {
    fn from(text: String) -> Bind {
        Bind::Text(text)
    }
}

impl From<f64> for Bind {
    fn from(number: f64) -> Bind {
        Bind::Number(number)
    }
}

impl From<bool> for Bind {
    fn from(flag: bool) -> Bind {
        Bind::Bool(flag)
    }
}

impl From<Date> for Bind {
    fn from(date: Date) -> Bind {
        Bind::Date(date)
    }
}

impl From<Json> for Bind {
    fn from(json: Json) -> Bind {
        Bind::Json(json)
    }
}

impl From<i64> for Bind {
    fn from(number: i64) -> Bind {
        Bind::Int(number)
    }
}

impl From<Vec<String>> for Bind {
    fn from(texts: Vec<String>) -> Bind {
        Bind::Texts(texts)
    }
}

impl From<&[String]> for Bind {
    fn from(texts: &[String]) -> Bind {
        Bind::Texts(texts.to_vec())
    }
}

impl<T: Into<Bind>> From<Option<T>> for Bind {
    fn from(value: Option<T>) -> Bind {
        value.map_or(Bind::Null, Into::into)
    }
}

fn micros(date: Date) -> i64 {
    (date.millis() - POSTGRES_EPOCH_MILLIS).saturating_mul(1000)
}

impl ToSql for Bind {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Bind::Text(text) => out.put_slice(text.as_bytes()),
            Bind::Number(number) => out.put_f64(*number),
            Bind::Bool(flag) => out.put_u8(u8::from(*flag)),
            Bind::Date(date) => out.put_i64(micros(*date)),
            Bind::Int(number) => out.put_i64(*number),
            Bind::Json(json) => {
                // The version byte of jsonb's binary form.
                out.put_u8(1);
                serde_json::to_writer(out.writer(), json)?;
            }
            Bind::Texts(texts) => return texts.to_sql(ty, out),
            Bind::Numbers(numbers) => return numbers.to_sql(ty, out),
            Bind::Dates(dates) => {
                let micros: Vec<Micros> = dates.iter().map(|date| Micros(micros(*date))).collect();
                return micros.to_sql(ty, out);
            }
            Bind::Null => return Ok(IsNull::Yes),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A moment in PostgreSQL's binary form.
#[derive(Debug)]
struct Micros(i64);

impl ToSql for Micros {
    fn to_sql(
        &self,
        _: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        out.put_i64(self.0);
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_bound_and_names_are_quoted() {
        let mut sql = Sql::new("select 1 from ");
        sql.table(&ClassName::from_static("_User")).push(" where ");
        sql.column_of(Scope::OUTER, &FieldName::from_static("name"))
            .push(" = ")
            .bind("x'; drop table");
        assert_eq!(sql.text(), r#"select 1 from "_User" where t0."name" = $1::text"#);
        assert_eq!(sql.binds(), [Bind::Text("x'; drop table".to_owned())]);
    }

    #[test]
    fn a_quote_in_an_index_name_is_doubled() {
        let mut sql = Sql::new("");
        sql.index("a\"; drop table x; --");
        assert_eq!(sql.text(), "\"a\"\"; drop table x; --\"");
    }
}
