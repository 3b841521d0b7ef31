//! Conditions on places and areas.

use crate::geo::{GeoPoint, Polygon, checked};
use crate::query::Constraint;
use crate::refusal::Refusal;
use crate::value::Value;
use crate::{Json, JsonMap, wire};

/// The radius of the earth in miles and in kilometres, as the protocol has them.
const RADII: &[(&str, f64)] = &[
    ("$maxDistance", 1.0),
    ("$maxDistanceInRadians", 1.0),
    ("$maxDistanceInMiles", 3959.0),
    ("$maxDistanceInKilometers", 6371.0),
];

/// Whether a key says how far `$nearSphere` reaches.
pub(super) fn is_distance(key: &str) -> bool {
    RADII.iter().any(|(known, _)| *known == key)
}

/// Reads `$nearSphere` with the distances that stand beside it.
pub(super) fn near(center: &Json, beside: &JsonMap) -> Result<Constraint, Refusal> {
    let center = place(center).ok_or_else(|| Refusal::json("bad $nearSphere value"))?;
    let mut max_radians = None;
    for (key, radius) in RADII {
        if let Some(distance) = beside.get(*key) {
            let distance = distance.as_f64();
            let distance = distance.ok_or_else(|| Refusal::json(format!("bad {key} value")))?;
            max_radians = Some(distance / radius);
        }
    }
    Ok(Constraint::Near { center, max_radians })
}

/// Reads `{"$box": [south-west, north-east]}`.
pub(super) fn within(json: &Json) -> Result<Constraint, Refusal> {
    let corners = json.get("$box").and_then(Json::as_array).map(Vec::as_slice);
    if let Some([one, other]) = corners
        && let (Some(one), Some(other)) = (place(one), place(other))
    {
        return Ok(Constraint::WithinBox(one, other));
    }
    Err(Refusal::json("malformatted $within arg"))
}

/// Reads `{"$polygon": …}` or `{"$centerSphere": …}`.
pub(super) fn geo_within(json: &Json) -> Result<Constraint, Refusal> {
    match (json.get("$polygon"), json.get("$centerSphere")) {
        (Some(polygon), _) => area(polygon).map(Constraint::WithinPolygon),
        (None, Some(circle)) => center_sphere(circle),
        (None, None) => Err(bad("")),
    }
}

/// Reads `{"$point": …}`.
pub(super) fn geo_intersects(json: &Json) -> Result<Constraint, Refusal> {
    let point = json.get("$point").and_then(geo_point);
    let point =
        point.ok_or_else(|| Refusal::json("bad $geoIntersect value; $point should be GeoPoint"))?;
    Ok(Constraint::Covers(checked(point.latitude, point.longitude)?))
}

fn center_sphere(json: &Json) -> Result<Constraint, Refusal> {
    let Some([center, distance, ..]) = json.as_array().map(Vec::as_slice) else {
        return Err(bad("; $centerSphere should be an array of Parse.GeoPoint and distance"));
    };
    let center = longitude_first(center).or_else(|| geo_point(center));
    let center = center.ok_or_else(|| bad("; $centerSphere geo point invalid"))?;
    let center = checked(center.latitude, center.longitude)?;
    let radians = distance.as_f64().filter(|radians| *radians >= 0.0);
    let radians = radians.ok_or_else(|| bad("; $centerSphere distance invalid"))?;
    Ok(Constraint::WithinCircle { center, radians })
}

/// Reads an area. In a Polygon the latitude comes first, as everywhere; in a bare list of pairs
/// the longitude does.
fn area(json: &Json) -> Result<Polygon, Refusal> {
    let points = match json {
        Json::Object(map) if map.get("__type").and_then(Json::as_str) == Some("Polygon") => {
            let pairs = map.get("coordinates").and_then(Json::as_array).filter(|l| l.len() >= 3);
            let pairs = pairs.ok_or_else(|| {
                bad("; Polygon.coordinates should contain at least 3 lon/lat pairs")
            })?;
            points(pairs, latitude_first)?
        }
        Json::Array(list) if list.len() >= 3 => points(list, longitude_first)?,
        Json::Array(_) => return Err(bad("; $polygon should contain at least 3 GeoPoints")),
        _ => {
            return Err(bad("; $polygon should be Polygon object or Array of Parse.GeoPoint's"));
        }
    };
    Polygon::closed(points).map_err(|_| bad("; a polygon needs at least 3 different points"))
}

fn points(
    list: &[Json],
    pair: impl Fn(&Json) -> Option<GeoPoint>,
) -> Result<Vec<GeoPoint>, Refusal> {
    let read = |json: &Json| {
        let point = pair(json).or_else(|| geo_point(json)).ok_or_else(|| bad(""))?;
        checked(point.latitude, point.longitude)
    };
    list.iter().map(read).collect()
}

fn latitude_first(json: &Json) -> Option<GeoPoint> {
    match json.as_array()?.as_slice() {
        [latitude, longitude] => {
            Some(GeoPoint { latitude: latitude.as_f64()?, longitude: longitude.as_f64()? })
        }
        _ => None,
    }
}

fn longitude_first(json: &Json) -> Option<GeoPoint> {
    let GeoPoint { latitude: longitude, longitude: latitude } = latitude_first(json)?;
    Some(GeoPoint { latitude, longitude })
}

fn geo_point(json: &Json) -> Option<GeoPoint> {
    match wire::operand_from(json) {
        Ok(Value::GeoPoint(point)) => Some(point),
        _ => None,
    }
}

/// A place as some clients write it, without saying that it is one.
fn place(json: &Json) -> Option<GeoPoint> {
    let degrees = |key: &str| json.get(key).and_then(Json::as_f64);
    Some(GeoPoint { latitude: degrees("latitude")?, longitude: degrees("longitude")? })
}

fn bad(why: &str) -> Refusal {
    Refusal::json(format!("bad $geoWithin value{why}"))
}
