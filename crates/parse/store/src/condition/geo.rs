//! Conditions on places and areas.

use std::fmt::Write;

use parse_model::geo::{GeoPoint, Polygon};
use parse_model::{Constraint, FieldName, FieldType};

use crate::sql::{Scope, Sql};

/// Appends the angle between a column and a place, in radians.
pub(crate) fn distance(sql: &mut Sql, scope: Scope, field: &FieldName, from: GeoPoint) {
    sql.push("_touchstone.radians_between(").column_of(scope, field).push(", ");
    sql.bind(from.longitude).push(", ").bind(from.latitude).push(")");
}

/// Appends a geographic condition. A column of another type meets none.
pub(super) fn condition(
    sql: &mut Sql,
    scope: Scope,
    field: &FieldName,
    ty: &FieldType,
    constraint: &Constraint,
) {
    match (ty, constraint) {
        (FieldType::GeoPoint, Constraint::Near { center, max_radians }) => match max_radians {
            Some(radians) => within(sql, scope, field, *center, *radians),
            None => {
                sql.push("(").column_of(scope, field).push(" is not null)");
            }
        },
        (FieldType::GeoPoint, Constraint::WithinCircle { center, radians }) => {
            within(sql, scope, field, *center, *radians);
        }
        (FieldType::GeoPoint, Constraint::WithinBox(one, other)) => {
            sql.push("(").column_of(scope, field).push(" <@ box(");
            point(sql, *one);
            sql.push(", ");
            point(sql, *other);
            sql.push("))");
        }
        (FieldType::GeoPoint, Constraint::WithinPolygon(polygon)) => {
            sql.push("(").column_of(scope, field).push(" <@ ");
            sql.bind(polygon_text(polygon)).push("::polygon)");
        }
        (FieldType::Polygon, Constraint::Covers(place)) => {
            sql.push("(").column_of(scope, field).push(" @> ");
            point(sql, *place);
            sql.push(")");
        }
        _ => sql.never(),
    }
}

fn within(sql: &mut Sql, scope: Scope, field: &FieldName, center: GeoPoint, radians: f64) {
    sql.push("(");
    distance(sql, scope, field, center);
    sql.push(" <= ").bind(radians).push(")");
}

fn point(sql: &mut Sql, place: GeoPoint) {
    sql.push("point(").bind(place.longitude).push(", ").bind(place.latitude).push(")");
}

/// PostgreSQL's text for an area, `((lng,lat),…)`; bound, never part of a statement.
pub(crate) fn polygon_text(polygon: &Polygon) -> String {
    ring_text(polygon.points())
}

/// Every way in which the same ring may be stored: from each of its corners, closed or open.
///
/// `~=` turns a ring round by itself but knows nothing of a last point that repeats the first.
pub(super) fn rings(polygon: &Polygon) -> Vec<String> {
    let mut open = polygon.points().to_vec();
    if open.len() > 1 && open.first() == open.last() {
        open.pop();
    }
    let mut rings = vec![ring_text(&open)];
    for _ in 0..open.len() {
        let mut closed = open.clone();
        closed.extend(open.first());
        rings.push(ring_text(&closed));
        open.rotate_left(1);
    }
    rings
}

fn ring_text(points: &[GeoPoint]) -> String {
    let mut text = String::from("(");
    for (at, place) in points.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(text, "{comma}({},{})", place.longitude, place.latitude);
    }
    text.push(')');
    text
}
