//! Whatever a client may send.

use proptest::prelude::*;

use super::*;

const KEYS: &str = "f a.b $or $and $nor $relatedTo $eq $ne $lt $gte $in $nin $all $regex $options \
    $exists $containedBy $text $search $term $inQuery $select query key where className object \
    $nearSphere $maxDistance $within $box $geoWithin $polygon $centerSphere $point $geoIntersects \
    $relativeTime __type latitude longitude coordinates iso";

fn any_json() -> impl Strategy<Value = Json> {
    let keys: Vec<String> = KEYS.split_whitespace().map(str::to_owned).collect();
    let key = prop_oneof![
        4 => prop::sample::select(keys),
        1 => any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        any::<String>().prop_map(Json::from),
        prop::sample::select(
            &["GeoPoint", "Pointer", "Polygon", "Date", "C", "in 1 day", "(a"][..]
        )
        .prop_map(Json::from),
    ];
    leaf.prop_recursive(6, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::from),
            prop::collection::hash_map(key.clone(), inner, 0..5)
                .prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_where_makes_the_reader_fall_over(json in any_json(), is_master in any::<bool>()) {
        let rights = Rights { is_master, ..CLIENT };
        let map = json!({ "f": json, "$or": [json] });
        for (key, value) in map.as_object().unwrap() {
            let one = JsonMap::from_iter([(key.clone(), value.clone())]);
            if let Ok(filter) = filter(&one, rights) {
                let _ = crate::query::matches::Matcher::new(&filter);
            }
        }
        if let Json::Object(params) = json {
            let _ = query(&params, rights, &Limits::default());
        }
    }
}
