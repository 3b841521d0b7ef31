//! Places and areas on the globe.
//!
//! Distances are angles: the protocol measures them in radians, so no radius is needed.

use crate::Json;
use crate::refusal::{Code, Refusal};

/// PostgreSQL's tolerance when it compares coordinates of polygons.
const EPSILON: f64 = 1e-6;

/// A place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeoPoint {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

impl GeoPoint {
    /// The angle between two places, in radians.
    pub fn radians_to(self, other: GeoPoint) -> f64 {
        let half_lat = (other.latitude - self.latitude).to_radians() / 2.0;
        let half_lng = (other.longitude - self.longitude).to_radians() / 2.0;
        let chord = half_lat.sin().powi(2)
            + self.latitude.to_radians().cos()
                * other.latitude.to_radians().cos()
                * half_lng.sin().powi(2);
        2.0 * chord.min(1.0).sqrt().asin()
    }

    /// Whether it lies in the box with these two opposite corners, borders included.
    pub fn is_in_box(self, one: GeoPoint, other: GeoPoint) -> bool {
        let between = |value: f64, a: f64, b: f64| a.min(b) <= value && value <= a.max(b);
        between(self.latitude, one.latitude, other.latitude)
            && between(self.longitude, one.longitude, other.longitude)
    }
}

/// An area: a closed ring whose last point repeats the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon(Vec<GeoPoint>);

impl Polygon {
    /// Closes the ring if it is open, and refuses what encloses nothing.
    pub fn closed(mut points: Vec<GeoPoint>) -> Result<Polygon, Refusal> {
        if points.len() < 3 {
            return Err(Refusal::json("Polygon must have at least 3 values"));
        }
        if let (Some(&first), Some(&last)) = (points.first(), points.last())
            && first != last
        {
            points.push(first);
        }
        // Three are enough to know; looking at every pair would take hours for a long ring.
        let mut distinct: Vec<GeoPoint> = Vec::with_capacity(3);
        for point in &points {
            if distinct.len() < 3 && !distinct.contains(point) {
                distinct.push(*point);
            }
        }
        if distinct.len() < 3 {
            return Err(Refusal::new(
                Code::INTERNAL_SERVER_ERROR,
                "GeoJSON: Loop must have at least 3 different vertices",
            ));
        }
        Ok(Polygon(points))
    }

    /// Reads `[[lat, lng], …]`.
    pub fn from_coordinates(coordinates: &Json) -> Result<Polygon, Refusal> {
        let list = coordinates.as_array().map(Vec::as_slice).unwrap_or_default();
        let mut points = Vec::with_capacity(list.len() + 1);
        for pair in list {
            let at = |index: usize| pair.get(index).and_then(Json::as_f64);
            let (Some(latitude), Some(longitude)) = (at(0), at(1)) else {
                return Err(Refusal::json("Polygon coordinates must be pairs of numbers"));
            };
            points.push(GeoPoint { latitude, longitude });
        }
        Polygon::closed(points)
    }

    /// The ring, closed.
    pub fn points(&self) -> &[GeoPoint] {
        &self.0
    }

    /// A ring read from the database, which is trusted.
    pub fn stored(points: Vec<GeoPoint>) -> Polygon {
        Polygon(points)
    }

    /// Whether a place lies inside or on the border. The plane is flat, as PostgreSQL's is, and of
    /// a ring that crosses itself everything is inside that the ring goes round at all.
    pub fn contains(&self, place: GeoPoint) -> bool {
        let mut turns = 0;
        for edge in self.0.windows(2) {
            let [a, b] = [edge[0], edge[1]];
            if is_on(place, a, b) {
                return true;
            }
            let (starts_below, ends_below) =
                (a.latitude <= place.latitude, b.latitude <= place.latitude);
            let side = side(place, a, b);
            if starts_below && !ends_below && side > 0.0 {
                turns += 1;
            } else if !starts_below && ends_below && side < 0.0 {
                turns -= 1;
            }
        }
        turns != 0
    }

    /// Whether both are the same ring, wherever it starts and whichever way it runs.
    pub fn is_same_area(&self, other: &Polygon) -> bool {
        let (ours, theirs) = (self.open(), other.open());
        let count = ours.len();
        if count != theirs.len() {
            return false;
        }
        (0..count).any(|start| {
            let forward = (0..count).all(|i| near(ours[i], theirs[(start + i) % count]));
            let backward = (0..count).all(|i| near(ours[i], theirs[(start + count - i) % count]));
            forward || backward
        })
    }

    fn open(&self) -> &[GeoPoint] {
        match self.0.split_last() {
            Some((last, rest)) if rest.first() == Some(last) => rest,
            _ => &self.0,
        }
    }
}

/// A place whose coordinates exist, or the SDK's words.
pub fn checked(latitude: f64, longitude: f64) -> Result<GeoPoint, Refusal> {
    let range = if latitude < -90.0 {
        format!("Parse.GeoPoint latitude out of bounds: {latitude} < -90.0.")
    } else if latitude > 90.0 {
        format!("Parse.GeoPoint latitude out of bounds: {latitude} > 90.0.")
    } else if longitude < -180.0 {
        format!("Parse.GeoPoint longitude out of bounds: {longitude} < -180.0.")
    } else if longitude > 180.0 {
        format!("Parse.GeoPoint longitude out of bounds: {longitude} > 180.0.")
    } else {
        return Ok(GeoPoint { latitude, longitude });
    };
    Err(Refusal::json(range))
}

fn near(a: GeoPoint, b: GeoPoint) -> bool {
    (a.latitude - b.latitude).abs() <= EPSILON && (a.longitude - b.longitude).abs() <= EPSILON
}

/// On which side of the line from `a` to `b` a place lies: left is positive, on it is zero.
fn side(place: GeoPoint, a: GeoPoint, b: GeoPoint) -> f64 {
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude);
    let (px, py) = (place.longitude - a.longitude, place.latitude - a.latitude);
    dx * py - dy * px
}

fn is_on(place: GeoPoint, a: GeoPoint, b: GeoPoint) -> bool {
    side(place, a, b).abs() <= EPSILON && place.is_in_box(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(latitude: f64, longitude: f64) -> GeoPoint {
        GeoPoint { latitude, longitude }
    }

    #[test]
    fn a_quarter_of_the_equator_is_half_pi() {
        let angle = at(0.0, 0.0).radians_to(at(0.0, 90.0));
        assert!((angle - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    }

    #[test]
    fn an_open_ring_is_closed_and_a_flat_one_refused() {
        let ring = Polygon::from_coordinates(&json!([[0, 0], [0, 1], [1, 1]])).unwrap();
        assert_eq!(ring.points().len(), 4);
        assert!(Polygon::from_coordinates(&json!([[0, 0], [0, 1]])).is_err());
        assert!(Polygon::from_coordinates(&json!([[0, 0], [0, 1], [0, 0]])).is_err());
    }

    #[test]
    fn the_border_belongs_to_the_area() {
        let ring = Polygon::from_coordinates(&json!([[0, 0], [0, 10], [10, 10], [10, 0]])).unwrap();
        assert!(ring.contains(at(5.0, 5.0)) && ring.contains(at(0.0, 5.0)));
        assert!(!ring.contains(at(11.0, 5.0)) && !ring.contains(at(5.0, -0.1)));
    }

    #[test]
    fn what_a_ring_goes_round_twice_is_inside() {
        let star = json!([[0, 0], [10, 4], [0, 8], [7, -1], [7, 9]]);
        let star = Polygon::from_coordinates(&star).unwrap();
        assert!(star.contains(at(5.0, 4.0)));
        assert!(!star.contains(at(9.0, 1.0)));
    }

    #[test]
    fn rotation_and_direction_do_not_make_another_area() {
        let ring = Polygon::from_coordinates(&json!([[0, 0], [0, 10], [10, 10]])).unwrap();
        let turned = Polygon::from_coordinates(&json!([[10, 10], [0, 10], [0, 0]])).unwrap();
        let other = Polygon::from_coordinates(&json!([[0, 0], [0, 10], [10, 11]])).unwrap();
        assert!(ring.is_same_area(&turned) && !ring.is_same_area(&other));
    }
}
