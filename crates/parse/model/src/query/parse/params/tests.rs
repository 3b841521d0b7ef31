use serde_json::json;

use super::*;
use crate::date::Date;
use crate::refusal::Code;

const CLIENT: Rights = Rights {
    is_master: false,
    is_maintenance: false,
    may_explain: false,
    now: Date::from_millis(0),
};

fn read(json: Json) -> Query {
    query(json.as_object().unwrap(), CLIENT, &Limits::default()).unwrap()
}

fn refused(json: Json) -> Refusal {
    query(json.as_object().unwrap(), CLIENT, &Limits::default()).unwrap_err()
}

fn paths(dotted: &[&str]) -> Vec<KeyPath> {
    dotted.iter().map(|path| path.split('.').map(str::to_owned).collect()).collect()
}

fn orders(json: Json) -> Vec<String> {
    let sign = |order: &Order| if order.is_descending { "-" } else { "" };
    let name = |order: &Order| match &order.by {
        OrderBy::Field(path) => path.to_string(),
        OrderBy::Score => "$score".to_owned(),
    };
    read(json).order.iter().map(|order| format!("{}{}", sign(order), name(order))).collect()
}

#[test]
fn a_request_that_says_nothing_gets_the_defaults() {
    assert_eq!(read(json!({})), Query::default());
}

#[test]
fn an_unknown_parameter_is_named() {
    assert_eq!(refused(json!({"foo": 1})), Refusal::query("Invalid parameter for query: foo"));
    assert!(read(json!({"hint": "x", "comment": "y"})) == Query::default());
}

#[test]
fn where_may_be_an_object_or_its_text() {
    let expected = filter(json!({"a": 1}).as_object().unwrap(), CLIENT).unwrap();
    assert_eq!(read(json!({"where": {"a": 1}})).filter, expected);
    assert_eq!(read(json!({"where": "{\"a\":1}"})).filter, expected);
    assert_eq!(read(json!({"where": null})).filter, Filter::everything());
    for bad in [json!("{"), json!("5"), json!(5), json!([])] {
        let told = Refusal::json("where parameter is not valid JSON");
        assert_eq!(refused(json!({ "where": bad })), told);
    }
}

#[test]
fn limits_may_be_texts_and_are_clamped() {
    let limits = Limits { default_limit: 20, max_limit: Some(50), ..Limits::default() };
    let limit = |json: Json| {
        query(json!({ "limit": json }).as_object().unwrap(), CLIENT, &limits).unwrap().limit
    };
    assert_eq!(limit(json!(0)), Some(0));
    assert_eq!(limit(json!("10")), Some(10));
    assert_eq!(limit(json!(1000)), Some(50));
    assert_eq!(limit(json!(null)), Some(20));
    assert_eq!(limit(json!(5.0)), Some(5));
    let generous = Limits { default_limit: 100, max_limit: Some(10), ..Limits::default() };
    assert_eq!(query(&JsonMap::new(), CLIENT, &generous).unwrap().limit, Some(10));
}

#[test]
fn a_limit_or_skip_that_is_no_count_is_refused() {
    for bad in [json!(-1), json!("x"), json!(1.5), json!(true), json!([1]), json!("inf")] {
        for key in ["limit", "skip"] {
            assert_eq!(refused(json!({ key: bad })).code, Code::INVALID_QUERY, "{key} {bad}");
        }
    }
    assert_eq!(read(json!({"skip": "3"})).skip, 3);
    assert_eq!(read(json!({"skip": 1e300})).skip, i64::MAX.unsigned_abs());
}

#[test]
fn anything_truthy_asks_for_the_count() {
    assert!(read(json!({"count": 1})).with_count && read(json!({"count": "0"})).with_count);
    assert!(!read(json!({"count": 0})).with_count && !read(json!({"count": false})).with_count);
}

#[test]
fn an_order_names_fields_and_directions() {
    assert_eq!(orders(json!({"order": "a, -b.c"})), ["a", "-b.c"]);
    assert_eq!(orders(json!({"order": "-_created_at,_updated_at"})), ["-createdAt", "updatedAt"]);
    assert_eq!(orders(json!({"order": "$score,a"})), ["-$score", "a"]);
    assert_eq!(orders(json!({"order": "a,b,-a"})), ["-a", "b"]);
    assert!(orders(json!({"order": ""})).is_empty());
}

#[test]
fn an_order_by_no_field_is_refused() {
    for bad in ["_bad", "a b", "--a", "length", "1", "a,"] {
        let name = bad.strip_prefix('-').unwrap_or(bad).trim_start_matches("a,");
        let told = refused(json!({ "order": bad }));
        assert_eq!(told, Refusal::key(format!("Invalid field name: {name}.")));
    }
    let told = refused(json!({"order": "authData.x.id"}));
    assert_eq!(told, Refusal::key("Cannot sort by authData.x.id"));
}

#[test]
fn keys_are_a_comma_list_that_may_be_empty() {
    assert_eq!(read(json!({"keys": "a,$score,a"})).keys, Some(paths(&["a", "$score"])));
    assert_eq!(read(json!({"keys": ["a", "b.c"]})).keys, Some(paths(&["a", "b.c"])));
    assert_eq!(read(json!({"keys": ""})).keys, Some(vec![]));
    assert_eq!(read(json!({"keys": null})).keys, None);
}

#[test]
fn what_always_comes_cannot_be_excluded() {
    let query = read(json!({"excludeKeys": "objectId,a,ACL,createdAt,updatedAt"}));
    assert_eq!(query.exclude, paths(&["a"]));
}

#[test]
fn an_included_path_brings_the_way_to_it() {
    let query = read(json!({"include": "a.b.c,d,a"}));
    assert_eq!(query.include, paths(&["a", "d", "a.b", "a.b.c"]));
    assert!(!query.include_all);
}

#[test]
fn a_star_includes_everything() {
    let query = read(json!({"include": "a.b,*"}));
    assert!(query.include_all && query.include.is_empty());
    assert!(read(json!({"includeAll": true})).include_all);
}

#[test]
fn a_key_inside_a_pointer_includes_the_pointer() {
    assert_eq!(read(json!({"keys": "kid.n,x"})).include, paths(&["kid"]));
    assert_eq!(read(json!({"excludeKeys": "kid.a.n"})).include, paths(&["kid", "kid.a"]));
}

#[test]
fn explaining_needs_the_master_key() {
    let told = Refusal::query("Using the explain query parameter requires the master key");
    assert_eq!(refused(json!({"explain": true})), told);
    let master = Rights { is_master: true, may_explain: true, ..CLIENT };
    let params = json!({"explain": "queryPlanner"});
    let read = query(params.as_object().unwrap(), master, &Limits::default()).unwrap();
    assert!(read.explain);
}

#[test]
fn read_preferences_are_those_of_mongo() {
    use ReadPreference::{Primary, Secondary};
    for (name, preference) in [
        ("PRIMARY", Primary),
        ("primary_preferred", Primary),
        ("SECONDARY", Secondary),
        ("SECONDARY_PREFERRED", Secondary),
        ("Nearest", Secondary),
    ] {
        assert_eq!(read(json!({ "readPreference": name })).read_preference, preference);
        let query = read(json!({"includeReadPreference": name, "subqueryReadPreference": name}));
        assert_eq!(query.include_read_preference, Some(preference));
        assert_eq!(query.subquery_read_preference, Some(preference));
        assert_eq!(query.read_preference, Primary);
    }
    let told = Refusal::query("Not supported read preference.");
    assert_eq!(refused(json!({"readPreference": "ANY"})), told);
}

#[test]
fn a_query_may_be_redirected_to_the_class_of_a_field() {
    assert_eq!(read(json!({"redirectClassNameForKey": "kids"})).redirect.unwrap(), "kids");
    assert_eq!(refused(json!({"redirectClassNameForKey": "_k"})).code, Code::INVALID_KEY_NAME);
}

#[test]
fn a_request_for_one_object_may_say_less() {
    let params =
        json!({"keys": "a", "include": "b", "excludeKeys": "c", "readPreference": "NEAREST"});
    let query = single(params.as_object().unwrap(), CLIENT, &Limits::default()).unwrap();
    assert_eq!(query.keys, Some(paths(&["a"])));
    assert_eq!((query.include, query.exclude), (paths(&["b"]), paths(&["c"])));
    assert_eq!((query.limit, query.read_preference), (Some(1), ReadPreference::Secondary));
    for bad in ["where", "limit", "foo"] {
        let told =
            single(json!({ bad: 1 }).as_object().unwrap(), CLIENT, &Limits::default()).unwrap_err();
        assert_eq!(told, Refusal::query("Improper encode of parameter"));
    }
}

/// How long reading anything may take in a debug build on a busy machine. What is bounded takes a
/// thousandth of it, and what grows with the square of the input takes minutes.
const AT_ONCE: std::time::Duration = std::time::Duration::from_secs(2);

fn refused_at_once(json: Json) -> String {
    let began = std::time::Instant::now();
    let told = refused(json);
    assert!(began.elapsed() < AT_ONCE, "took {:?}: {}", began.elapsed(), told.message);
    assert_eq!(told.code, Code::INVALID_QUERY);
    told.message.into_owned()
}

#[test]
fn a_deep_name_is_refused_before_it_is_taken_apart() {
    let deep = "a.".repeat(10 << 20) + "a";
    for key in ["include", "keys", "excludeKeys"] {
        assert_eq!(
            refused_at_once(json!({ key: deep })),
            format!("{key} must not be longer than 65536 bytes")
        );
        let told = refused_at_once(json!({ key: "a.".repeat(12_000) + "a" }));
        assert!(told.starts_with("Include depth of 1200"), "{told}");
    }
    let told = refused(json!({ "order": "a.".repeat(12_000) + "a" }));
    assert_eq!(told.code, Code::INVALID_KEY_NAME);
    let told = refused(json!({ "where": { "a.".repeat(12_000) + "a": 1 } }));
    assert_eq!(told.code, Code::INVALID_KEY_NAME);
}

#[test]
fn the_depth_that_is_allowed_is_looked_at_before_the_names_are_kept() {
    let limits = Limits {
        complexity: Complexity { include_depth: 3, ..Complexity::UNLIMITED },
        ..Limits::default()
    };
    let told = |params: Json| {
        query(params.as_object().unwrap(), CLIENT, &limits)
            .map_err(|refusal| refusal.message.into_owned())
    };
    let too_deep = "Include depth of 4 exceeds maximum allowed depth of 3";
    assert_eq!(told(json!({ "include": "a,b.c.d.e" })), Err(too_deep.to_owned()));
    assert_eq!(told(json!({ "keys": ["a", "b.c.d.e.f"] })), Err(too_deep.to_owned()));
    assert!(told(json!({ "include": "b.c.d", "keys": "b.c.d.e" })).is_ok());
}

#[test]
fn a_long_list_is_refused_before_it_is_taken_apart() {
    let names: Vec<String> = (0..2_000_000).map(|at| format!("n{at:07}")).collect();
    for key in ["include", "keys", "excludeKeys", "order"] {
        let too_long = format!("{key} must not be longer than 65536 bytes");
        assert_eq!(refused_at_once(json!({ key: names })), too_long);
        assert_eq!(refused_at_once(json!({ key: names.join(",") })), too_long);
        let too_many = refused_at_once(json!({ key: &names[..1001] }));
        let told = format!("Number of names in {key} (1001) exceeds maximum allowed (1000)");
        assert_eq!(too_many, told);
        assert!(
            query(json!({ key: &names[..1000] }).as_object().unwrap(), CLIENT, &Limits::default())
                .is_ok()
        );
    }
}

#[test]
fn the_ways_to_names_are_bounded_all_together() {
    let ways = |count: usize| -> Vec<String> {
        (0..count).map(|at| format!("n{at}") + &".a".repeat(49)).collect()
    };
    let told = "Number of include fields exceeds maximum allowed (1000)";
    assert_eq!(refused_at_once(json!({ "include": ways(21) })), told);
    assert_eq!(read(json!({ "include": ways(20) })).include.len(), 1000);
    assert_eq!(refused_at_once(json!({ "keys": ways(400) })), told);
}

#[test]
fn conditions_inside_the_id_take_time_in_proportion_to_their_number() {
    let conditions: JsonMap = (0..60_000)
        .map(|at| (format!("objectId.n{at}"), json!("x")))
        .chain([("objectId".to_owned(), json!({ "$eq": "y" }))])
        .collect();
    let conditions: JsonMap = conditions
        .into_iter()
        .chain((0..60_000).map(|at| (format!("objectId.m{at}"), json!(1))))
        .collect();
    let began = std::time::Instant::now();
    let Filter::All(parts) = read(json!({ "where": conditions })).filter else { panic!("all") };
    assert_eq!(parts.len(), 120_001);
    assert!(began.elapsed() < 5 * AT_ONCE, "took {:?}", began.elapsed());
}
