//! From rows to objects.

use parse_model::geo::{GeoPoint, Polygon};
use parse_model::{
    Acl, Class, Date, FieldName, FieldType, Fields, File, Json, Object, ObjectId, Pointer, Value,
};
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, Type};

use crate::error::StoreError;
use crate::sql::{POSTGRES_EPOCH_MILLIS, Scope, Sql};

/// Which fields a statement brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Columns<'a> {
    /// All that clients may know of.
    Public,
    /// Those of these fields that exist, beside id, times and permissions.
    Only(&'a [FieldName]),
    /// All public ones and these internal columns, which the schema may not list.
    WithInternal(&'a [(&'static str, FieldType)]),
}

/// The columns of a statement in the order in which they come.
#[derive(Debug)]
pub(crate) struct Layout {
    columns: Vec<(FieldName, FieldType)>,
    relations: Vec<(FieldName, FieldType)>,
}

impl Layout {
    pub(crate) fn new(class: &Class, columns: Columns<'_>) -> Layout {
        let mut layout =
            Layout { columns: Vec::with_capacity(class.fields.len()), relations: Vec::new() };
        for (name, field) in class.public_fields() {
            match field.ty {
                // Every object reports its relations, whatever was asked for.
                FieldType::Relation(_) => layout.relations.push((name.clone(), field.ty.clone())),
                FieldType::Acl => {}
                _ => {
                    let is_wanted = match columns {
                        Columns::Only(names) => names.contains(name),
                        Columns::Public | Columns::WithInternal(_) => true,
                    };
                    if is_wanted {
                        layout.columns.push((name.clone(), field.ty.clone()));
                    }
                }
            }
        }
        if let Columns::WithInternal(internal) = columns {
            for (name, ty) in internal {
                layout.columns.push((FieldName::from_static(name), ty.clone()));
            }
        }
        layout
    }

    /// Appends the list of columns.
    pub(crate) fn select(&self, sql: &mut Sql, scope: Scope) {
        for name in [r#"."objectId", "#, r#"."createdAt", "#, r#"."updatedAt", "#, r#"."_rperm", "#]
        {
            sql.scope(scope).push(name);
        }
        sql.scope(scope).push(r#"."_wperm""#);
        for (name, _) in &self.columns {
            sql.push(", ").column_of(scope, name);
        }
    }

    /// Reads one row.
    pub(crate) fn object(&self, class: &Class, row: &Row) -> Result<Object, StoreError> {
        let id = cell::<String>(row, 0)?.unwrap_or_default();
        let mut fields = Fields::with_capacity(self.columns.len() + self.relations.len());
        for (at, (name, ty)) in self.columns.iter().enumerate() {
            if let Some(value) = value(row, FIXED + at, ty)? {
                fields.push(name.clone(), value);
            }
        }
        for (name, ty) in &self.relations {
            if let FieldType::Relation(target) = ty {
                fields.push(name.clone(), Value::Relation(target.clone()));
            }
        }
        Ok(Object {
            class: class.name.clone(),
            id: ObjectId::new(id),
            created_at: moment(row, 1)?,
            updated_at: moment(row, 2)?,
            acl: acl(cell(row, 3)?, cell(row, 4)?),
            fields,
        })
    }
}

/// How many columns come before the class's own.
const FIXED: usize = 5;

fn acl(read: Option<Vec<String>>, write: Option<Vec<String>>) -> Option<Acl> {
    (read.is_some() || write.is_some()).then_some(Acl { read, write })
}

/// Reads one column as the type the schema gives it; `None` if it is null.
pub(crate) fn value(row: &Row, at: usize, ty: &FieldType) -> Result<Option<Value>, StoreError> {
    Ok(match ty {
        FieldType::String => cell::<String>(row, at)?.map(Value::Text),
        FieldType::Number => cell::<f64>(row, at)?.map(Value::Number),
        FieldType::Boolean => cell::<bool>(row, at)?.map(Value::Bool),
        FieldType::Date => moment(row, at)?.map(Value::Date),
        FieldType::Pointer(class) => {
            cell::<String>(row, at)?.map(|id| Value::Pointer(Pointer { class: class.clone(), id }))
        }
        FieldType::File => {
            cell::<String>(row, at)?.map(|name| Value::File(File { name, url: None }))
        }
        FieldType::GeoPoint => {
            cell::<PointValue>(row, at)?.map(|PointValue(point)| Value::GeoPoint(point))
        }
        FieldType::Polygon => {
            cell::<Area>(row, at)?.map(|Area(points)| Value::Polygon(Polygon::stored(points)))
        }
        FieldType::Object | FieldType::Array | FieldType::Bytes => {
            cell::<Document>(row, at)?.map(|Document(json)| from_stored(json))
        }
        FieldType::Relation(_) | FieldType::Acl => None,
    })
}

/// What a jsonb column holds is trusted: it was checked when it was written.
pub(crate) fn from_stored(json: Json) -> Value {
    match json {
        Json::Array(items) => Value::List(items),
        Json::Object(mut map) => {
            match (map.get("__type").and_then(Json::as_str), map.get("base64")) {
                (Some("Bytes"), Some(Json::String(_))) => match map.remove("base64") {
                    Some(Json::String(base64)) => Value::Bytes(base64),
                    _ => Value::Map(map),
                },
                _ => Value::Map(map),
            }
        }
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(flag),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
        Json::String(text) => Value::Text(text),
    }
}

fn moment(row: &Row, at: usize) -> Result<Option<Date>, StoreError> {
    Ok(cell::<DateValue>(row, at)?.map(|DateValue(date)| date))
}

pub(crate) fn cell<'a, T: FromSql<'a>>(row: &'a Row, at: usize) -> Result<Option<T>, StoreError> {
    row.try_get(at).map_err(|error| StoreError::Unreadable {
        place: row.columns().get(at).map_or_else(String::new, |c| c.name().to_owned()),
        problem: crate::connection::root_cause(&error),
    })
}

type Fallible<T> = Result<T, Box<dyn std::error::Error + Sync + Send>>;

/// A moment; microseconds that other writers left are cut.
pub(crate) struct DateValue(pub(crate) Date);

impl<'a> FromSql<'a> for DateValue {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Fallible<DateValue> {
        let micros = i64::from_be_bytes(raw.try_into()?);
        Ok(DateValue(Date::from_millis(micros.div_euclid(1000) + POSTGRES_EPOCH_MILLIS)))
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::TIMESTAMPTZ
    }
}

/// A JSON document.
pub(crate) struct Document(pub(crate) Json);

impl<'a> FromSql<'a> for Document {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Fallible<Document> {
        // jsonb's binary form starts with a version byte.
        let text = if *ty == Type::JSONB { raw.get(1..).unwrap_or_default() } else { raw };
        Ok(Document(serde_json::from_slice(text)?))
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::JSONB || *ty == Type::JSON
    }
}

fn coordinates(raw: &[u8]) -> Fallible<GeoPoint> {
    let (x, y) = raw.split_at_checked(8).ok_or("a point is too short")?;
    Ok(GeoPoint {
        longitude: f64::from_be_bytes(x.try_into()?),
        latitude: f64::from_be_bytes(y.try_into()?),
    })
}

/// A point: x is the longitude.
struct PointValue(GeoPoint);

impl<'a> FromSql<'a> for PointValue {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Fallible<PointValue> {
        coordinates(raw).map(PointValue)
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::POINT
    }
}

/// A polygon: a count, then points.
struct Area(Vec<GeoPoint>);

impl<'a> FromSql<'a> for Area {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Fallible<Area> {
        let points = raw.get(4..).ok_or("a polygon is too short")?;
        points.chunks_exact(16).map(coordinates).collect::<Fallible<Vec<_>>>().map(Area)
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::POLYGON
    }
}
