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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn point(latitude: f64, longitude: f64) -> Json {
        json!({"__type": "GeoPoint", "latitude": latitude, "longitude": longitude})
    }

    fn at(latitude: f64, longitude: f64) -> GeoPoint {
        GeoPoint { latitude, longitude }
    }

    fn message_of(result: Result<Constraint, Refusal>) -> String {
        let refusal = result.unwrap_err();
        assert_eq!(refusal.code, crate::Code::INVALID_JSON);
        refusal.message.into_owned()
    }

    #[test]
    fn distances_come_in_three_units() {
        for (key, distance) in [
            ("$maxDistance", 2.0),
            ("$maxDistanceInRadians", 2.0),
            ("$maxDistanceInMiles", 2.0 * 3959.0),
            ("$maxDistanceInKilometers", 2.0 * 6371.0),
        ] {
            let beside = json!({ key: distance });
            let near = near(&point(1.0, 2.0), beside.as_object().unwrap()).unwrap();
            assert_eq!(near, Constraint::Near { center: at(1.0, 2.0), max_radians: Some(2.0) });
        }
        let beside = json!({"$maxDistance": "far"});
        assert_eq!(
            message_of(near(&point(1.0, 2.0), beside.as_object().unwrap())),
            "bad $maxDistance value"
        );
        assert_eq!(message_of(near(&json!(1), &JsonMap::new())), "bad $nearSphere value");
    }

    #[test]
    fn a_box_has_two_corners() {
        let read = within(&json!({"$box": [point(0.0, 1.0), point(2.0, 3.0)]})).unwrap();
        assert_eq!(read, Constraint::WithinBox(at(0.0, 1.0), at(2.0, 3.0)));
        for bad in [json!({}), json!({"$box": [point(0.0, 1.0)]}), json!({"$box": [1, 2]})] {
            assert_eq!(message_of(within(&bad)), "malformatted $within arg");
        }
    }

    #[test]
    fn a_circle_has_a_center_and_a_radius() {
        let circle =
            |center: Json, radius: Json| geo_within(&json!({ "$centerSphere": [center, radius] }));
        let expected = Constraint::WithinCircle { center: at(2.0, 1.0), radians: 0.5 };
        assert_eq!(circle(json!([1, 2]), json!(0.5)).unwrap(), expected);
        assert_eq!(circle(point(2.0, 1.0), json!(0.5)).unwrap(), expected);
        let bad = "bad $geoWithin value; $centerSphere";
        assert_eq!(message_of(circle(json!([1]), json!(1))), format!("{bad} geo point invalid"));
        assert_eq!(message_of(circle(json!([1, 2]), json!(-1))), format!("{bad} distance invalid"));
        assert_eq!(
            message_of(geo_within(&json!({"$centerSphere": [1]}))),
            format!("{bad} should be an array of Parse.GeoPoint and distance")
        );
        assert!(message_of(circle(json!([1, 91]), json!(1))).contains("latitude out of bounds"));
        assert_eq!(message_of(geo_within(&json!({}))), "bad $geoWithin value");
    }

    #[test]
    fn a_polygon_object_has_the_latitude_first_and_bare_pairs_the_longitude() {
        let polygon = |json: Json| match geo_within(&json!({ "$polygon": json })).unwrap() {
            Constraint::WithinPolygon(polygon) => polygon.points()[1],
            other => panic!("an area, not {other:?}"),
        };
        let pairs = json!([[0, 0], [1, 2], [3, 3]]);
        assert_eq!(polygon(json!({"__type": "Polygon", "coordinates": pairs})), at(1.0, 2.0));
        assert_eq!(polygon(pairs), at(2.0, 1.0));
        let points = json!([point(0.0, 0.0), point(1.0, 2.0), point(3.0, 3.0)]);
        assert_eq!(polygon(points), at(1.0, 2.0));
    }

    #[test]
    fn an_area_needs_three_places() {
        let bad = |json: Json| message_of(geo_within(&json!({ "$polygon": json })));
        let prefix = "bad $geoWithin value";
        assert_eq!(
            bad(json!({"__type": "Polygon", "coordinates": [[0, 0]]})),
            format!("{prefix}; Polygon.coordinates should contain at least 3 lon/lat pairs")
        );
        assert_eq!(
            bad(json!([[0, 0]])),
            format!("{prefix}; $polygon should contain at least 3 GeoPoints")
        );
        assert_eq!(
            bad(json!("x")),
            format!("{prefix}; $polygon should be Polygon object or Array of Parse.GeoPoint's")
        );
        assert_eq!(bad(json!([1, 2, 3])), prefix);
        assert!(bad(json!([[0, 0], [0, 1], [0, 0]])).contains("3 different points"));
    }

    #[test]
    fn a_covered_place_is_a_geo_point() {
        let read = geo_intersects(&json!({"$point": point(1.0, 2.0)})).unwrap();
        assert_eq!(read, Constraint::Covers(at(1.0, 2.0)));
        let message = "bad $geoIntersect value; $point should be GeoPoint";
        assert_eq!(message_of(geo_intersects(&json!({"$point": [1, 2]}))), message);
        assert_eq!(message_of(geo_intersects(&json!({}))), message);
    }
}
