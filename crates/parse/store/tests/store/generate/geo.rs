//! Places and areas.
//!
//! Coordinates lie on a grid of halves, so that places fall on borders and corners exactly.

use parse_model::Json;
use parse_model::geo::{GeoPoint, Polygon};
use parse_model::wire::number;
use serde_json::json;
use testkit::Random;

fn half(random: &mut Random, most: i64) -> f64 {
    let halves = i32::try_from(random.between(-2 * most, 2 * most)).expect("a small number");
    f64::from(halves) / 2.0
}

fn whole(random: &mut Random, most: i64) -> f64 {
    f64::from(i32::try_from(random.between(-most, most)).expect("a small number"))
}

fn place(random: &mut Random) -> (f64, f64) {
    match random.below(12) {
        0 => (90.0, 0.0),
        1 => (-90.0, 180.0),
        2 => (0.0, -180.0),
        3 => (48.137_154, 11.576_124),
        _ => (half(random, 6), half(random, 6)),
    }
}

/// A place.
pub(crate) fn point(random: &mut Random) -> Json {
    let (latitude, longitude) = place(random);
    json!({ "__type": "GeoPoint", "latitude": number(latitude), "longitude": number(longitude) })
}

fn ring(random: &mut Random) -> Vec<(f64, f64)> {
    loop {
        let count = 3 + random.below(4);
        let ring: Vec<(f64, f64)> =
            (0..count).map(|_| (whole(random, 5), whole(random, 5))).collect();
        let points = ring.iter().map(|&(latitude, longitude)| GeoPoint { latitude, longitude });
        if Polygon::closed(points.collect()).is_ok() {
            return ring;
        }
    }
}

fn coordinates(ring: &[(f64, f64)]) -> Json {
    ring.iter().map(|(latitude, longitude)| json!([latitude, longitude])).collect()
}

/// An area; it may cross itself.
pub(crate) fn polygon(random: &mut Random) -> Json {
    json!({ "__type": "Polygon", "coordinates": coordinates(&ring(random)) })
}

/// The same area, told from another corner or the other way round.
pub(crate) fn turned(random: &mut Random, polygon: &Json) -> Json {
    let mut ring = polygon["coordinates"].as_array().cloned().unwrap_or_default();
    if ring.first() == ring.last() {
        ring.pop();
    }
    let start = random.below(ring.len().max(1));
    ring.rotate_left(start);
    if random.once_in(2) {
        ring.reverse();
    }
    json!({ "__type": "Polygon", "coordinates": ring })
}

/// A condition on a place or an area.
pub(crate) fn condition(random: &mut Random) -> Json {
    let radians = [0.0, 0.01, 0.05, 0.1, 0.5, 1.6, 3.2];
    match random.below(8) {
        0 => json!({ "$nearSphere": point(random) }),
        1 => json!({ "$nearSphere": point(random), "$maxDistance": random.pick(&radians) }),
        2 => json!({ "$nearSphere": point(random), "$maxDistanceInKilometers": 400 }),
        3 => json!({ "$within": { "$box": [point(random), point(random)] } }),
        4 => {
            let center = point(random);
            json!({ "$geoWithin": { "$centerSphere": [center, random.pick(&radians)] } })
        }
        5 => {
            let ring = ring(random);
            let points = ring.iter().map(|(latitude, longitude)| {
                json!({ "__type": "GeoPoint", "latitude": latitude, "longitude": longitude })
            });
            json!({ "$geoWithin": { "$polygon": points.collect::<Json>() } })
        }
        6 => json!({ "$geoWithin": { "$polygon": polygon(random) } }),
        _ => json!({ "$geoIntersects": { "$point": point(random) } }),
    }
}
