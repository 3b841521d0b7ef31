use serde_json::json;

use super::*;
use crate::name::ClassName;
use crate::query::{Constraint, Pattern};

mod arbitrary;

const CLIENT: Rights = Rights {
    is_master: false,
    is_maintenance: false,
    may_explain: false,
    now: Date::from_millis(0),
};
const MASTER: Rights = Rights { is_master: true, may_explain: true, ..CLIENT };

fn read(json: Json) -> Filter {
    filter(json.as_object().unwrap(), CLIENT).unwrap()
}

fn refused(json: Json) -> Refusal {
    filter(json.as_object().unwrap(), CLIENT).unwrap_err()
}

fn path(dotted: &'static str) -> Path {
    super::dotted(dotted).unwrap()
}

fn constraint(json: Json) -> Constraint {
    match read(json!({ "f": json })) {
        Filter::Field(_, constraint) => constraint,
        other => panic!("one constraint, not {other:?}"),
    }
}

fn check_refused(constraint: Json, refusal: Refusal) {
    assert_eq!(refused(json!({ "f": constraint })), refusal, "{constraint}");
}

fn pointer() -> Json {
    json!({"__type": "Pointer", "className": "C", "objectId": "x"})
}

fn owned(text: &str) -> Value {
    Value::Text(text.to_owned())
}

#[test]
fn an_empty_where_is_everything() {
    assert_eq!(read(json!({})), Filter::everything());
}

#[test]
fn one_key_is_one_condition_and_several_all_must_hold() {
    let a = Filter::Field(path("a"), Constraint::Equal(Value::Number(1.0)));
    let b = Filter::Field(path("b"), Constraint::Equal(Value::Null));
    assert_eq!(read(json!({"a": 1})), a);
    assert_eq!(read(json!({"a": 1, "b": null})), Filter::All(vec![a, b]));
    assert_eq!(read(json!({"objectId": "x"})).as_single_id(), Some("x"));
}

#[test]
fn several_signs_under_one_key_all_must_hold() {
    let expected = Filter::All(vec![
        Filter::Field(path("f"), Constraint::Greater(Value::Number(1.0))),
        Filter::Field(path("f"), Constraint::Less(Value::Number(5.0))),
    ]);
    assert_eq!(read(json!({"f": {"$gt": 1, "$lt": 5}})), expected);
}

#[test]
fn plain_keys_beside_signs_are_a_value_to_be_equal_to() {
    let mut mixed = pointer();
    mixed["$exists"] = json!(true);
    let Value::Pointer(target) = wire::operand_from(&pointer()).unwrap() else {
        panic!("a pointer")
    };
    let expected = Filter::All(vec![
        Filter::Field(path("f"), Constraint::Equal(Value::Pointer(target))),
        Filter::Field(path("f"), Constraint::Exists(true)),
    ]);
    assert_eq!(read(json!({ "f": mixed })), expected);
}

#[test]
fn logical_signs_nest() {
    let a = || Filter::Field(path("a"), Constraint::Equal(Value::Number(1.0)));
    let expected = Filter::All(vec![
        a(),
        Filter::Any(vec![Filter::Nor(vec![a()]), Filter::All(vec![a(), Filter::everything()])]),
    ]);
    let json = json!({"a": 1, "$or": [{"$nor": [{"a": 1}]}, {"$and": [{"a": 1}, {}]}]});
    assert_eq!(read(json), expected);
}

#[test]
fn logical_signs_need_a_list_of_objects() {
    for (sign, wanted) in [
        ("$or", "an array value"),
        ("$and", "an array value"),
        ("$nor", "an array of at least 1 value"),
    ] {
        let bad = Refusal::query(format!("Bad {sign} format - use {wanted}."));
        assert_eq!(refused(json!({sign: []})), bad);
        assert_eq!(refused(json!({sign: [1]})), bad);
        let object = json!({sign: {}});
        assert_eq!(filter(object.as_object().unwrap(), MASTER).unwrap_err(), bad);
        let told = refused(object);
        assert_eq!((told.code, told.text(true)), (Code::INVALID_QUERY, "Permission denied"));
        assert_eq!(told.text(false), format!("{sign} must be an array"));
    }
}

#[test]
fn dotted_keys_lead_inside() {
    let Filter::Field(at, _) = read(json!({"a.b.0": 1})) else { panic!("one condition") };
    assert_eq!((at.field.as_str(), at.inside), ("a", vec!["b".to_owned(), "0".to_owned()]));
}

#[test]
fn a_key_begins_with_a_letter() {
    for bad in ["", "_id", "_created_at", "1a", "a b", "$foo", "a$", "ä", ".a", "a-b", "_bad"] {
        let refusal = refused(json!({bad: 1}));
        assert_eq!(refusal, Refusal::key(format!("Invalid key name: {bad}")));
    }
    assert!(filter(json!({"length": 1, "className": "x"}).as_object().unwrap(), CLIENT).is_ok());
}

#[test]
fn nobody_asks_about_an_acl_or_a_hash() {
    let told = Refusal::query("Cannot query on ACL.");
    assert_eq!(refused(json!({"ACL": {}})), told);
    assert_eq!(refused(json!({"$or": [{"ACL.x": 1}]})), told);
    let hash = json!({"_hashed_password": "x"});
    assert!(filter(hash.as_object().unwrap(), MASTER).is_err());
}

#[test]
fn internal_columns_are_for_the_master_and_maintenance_keys() {
    let maintenance = Rights { is_maintenance: true, ..CLIENT };
    for key in ["_email_verify_token", "_tombstone", "_failed_login_count", "_password_history"] {
        let json = json!({key: 1});
        let map = json.as_object().unwrap();
        assert!(filter(map, MASTER).is_ok() && filter(map, maintenance).is_ok());
        assert_eq!(filter(map, CLIENT).unwrap_err().code, Code::INVALID_KEY_NAME);
    }
}

#[test]
fn permissions_in_a_where_are_passed_over_for_clients() {
    let json = json!({"_rperm": {"$in": ["x"]}, "_wperm": "y"});
    assert_eq!(read(json.clone()), Filter::everything());
    assert_ne!(filter(json.as_object().unwrap(), MASTER).unwrap(), Filter::everything());
}

#[test]
fn each_sign_reads_its_argument() {
    let number = || Value::Number(1.0);
    for (json, expected) in [
        (json!({"$eq": null}), Constraint::Equal(Value::Null)),
        (json!({"$ne": 1}), Constraint::NotEqual(number())),
        (json!({"$lte": 1}), Constraint::LessOrEqual(number())),
        (json!({"$gte": ""}), Constraint::GreaterOrEqual(owned(""))),
        (json!({"$exists": false}), Constraint::Exists(false)),
        (json!({"$exists": 1}), Constraint::Exists(true)),
        (json!({"$all": []}), Constraint::ContainsAll(vec![])),
        (json!({"$all": [1]}), Constraint::ContainsAll(vec![number()])),
        (json!({"$containedBy": [1]}), Constraint::ContainedBy(vec![number()])),
        (json!([1]), Constraint::Equal(Value::List(vec![json!(1)]))),
        (json!({}), Constraint::Equal(Value::Map(JsonMap::new()))),
    ] {
        assert_eq!(constraint(json), expected);
    }
}

#[test]
fn lists_inside_a_list_of_values_count_as_their_elements() {
    let values = vec![owned("a"), owned("b"), Value::List(vec![json!("c")]), Value::Null];
    assert_eq!(constraint(json!({"$in": ["a", ["b", ["c"]], null]})), Constraint::In(values));
    assert_eq!(constraint(json!({"$nin": []})), Constraint::NotIn(vec![]));
    check_refused(json!({"$in": "a"}), Refusal::json("bad $in value"));
    check_refused(json!({"$nin": null}), Refusal::json("bad $nin value"));
}

#[test]
fn null_bounds_no_range() {
    for sign in ["$lt", "$lte", "$gt", "$gte"] {
        assert_eq!(refused(json!({"f": {sign: null}})).code, Code::INVALID_QUERY);
    }
}

#[test]
fn relative_times_bound_ranges_and_nothing_else() {
    let week_ago = Value::Date(Date::from_millis(-604_800_000));
    let time = json!({"$relativeTime": "1 week ago"});
    assert_eq!(constraint(json!({ "$gt": time })), Constraint::Greater(week_ago));
    let told =
        Refusal::json("$relativeTime can only be used with the $lt, $lte, $gt, and $gte operators");
    for sign in ["$eq", "$ne", "$exists"] {
        check_refused(json!({ sign: time }), told.clone());
    }
    check_refused(
        json!({"$gt": {"$relativeTime": "soon"}}),
        Refusal::json(
            "bad $relativeTime (soon) value. Time should either start with 'in' or end with 'ago'",
        ),
    );
}

#[test]
fn patterns_need_texts() {
    let expected = Constraint::Matches(Pattern::parse("a", Some("i")).unwrap());
    assert_eq!(constraint(json!({"$options": "i", "$regex": "a"})), expected);
    let bad = |json, message: &'static str| check_refused(json, Refusal::query(message));
    bad(json!({"$regex": 1}), "$regex value must be a string");
    bad(json!({"$regex": "a", "$options": 1}), "$options value must be a string");
    bad(json!({"$regex": "a", "$options": "z"}), "Bad $options value for query: z");
    bad(json!({"$options": "i"}), "bad constraint: $options");
}

#[test]
fn all_of_some_patterns_may_be_asked_but_not_mixed_with_values() {
    let starts = |text: &str| json!({"$regex": format!("^\\Q{text}\\E")});
    let Constraint::ContainsAllMatching(patterns) =
        constraint(json!({"$all": [starts("a"), starts("b")]}))
    else {
        panic!("patterns")
    };
    assert_eq!(patterns.len(), 2);
    check_refused(
        json!({"$all": [starts("a"), "b", 1]}),
        Refusal::json("All $all values must be of regex type or none: [object Object],b,1"),
    );
    check_refused(json!({"$all": 1}), Refusal::json("bad $all value"));
    check_refused(
        json!({"$containedBy": 1}),
        Refusal::json("bad $containedBy: should be an array"),
    );
}

#[test]
fn unknown_signs_are_named() {
    check_refused(json!({"$foo": 1}), Refusal::query("bad constraint: $foo"));
    check_refused(json!({"$maxDistance": 1}), Refusal::query("bad constraint: $maxDistance"));
}

#[test]
fn sub_queries_name_a_class_and_a_where() {
    let Constraint::InQuery(query) = constraint(json!({"$inQuery": {
        "className": "C", "where": {"a": 1}, "redirectClassNameForKey": "k", "limit": 1,
    }})) else {
        panic!("a sub-query")
    };
    assert_eq!(query.class, ClassName::from_static("C"));
    assert_eq!(query.redirect.unwrap(), "k");
    assert_eq!(query.filter, read(json!({"a": 1})));
    for sign in ["$inQuery", "$notInQuery"] {
        for bad in [json!({"className": "C"}), json!({"where": {}}), json!(1), json!({"where": 1})]
        {
            let told = Refusal::query(format!("improper usage of {sign}"));
            check_refused(json!({ sign: bad }), told);
        }
    }
    assert_eq!(
        refused(json!({"f": {"$inQuery": {"className": "C", "where": {"_id": 1}}}})).code,
        Code::INVALID_KEY_NAME
    );
}

#[test]
fn selections_have_a_query_and_a_key_and_nothing_else() {
    let Constraint::DontSelect(query, key) =
        constraint(json!({"$dontSelect": {"query": {"className": "C"}, "key": "a.b"}}))
    else {
        panic!("a selection")
    };
    assert_eq!((query.filter, key.to_string().as_str()), (Filter::everything(), "a.b"));
    for sign in ["$select", "$dontSelect"] {
        for bad in [
            json!({"query": {"className": "C"}}),
            json!({"query": {}, "key": "a"}),
            json!({"query": {"className": "C"}, "key": ""}),
            json!({"query": {"className": "C"}, "key": "a", "more": 1}),
        ] {
            let told = Refusal::query(format!("improper usage of {sign}"));
            check_refused(json!({ sign: bad }), told);
        }
    }
}

#[test]
fn a_relation_is_named_by_its_owner_and_key() {
    let Filter::RelatedTo { owner, key } =
        read(json!({"$relatedTo": {"object": pointer(), "key": "likes"}}))
    else {
        panic!("a relation")
    };
    assert_eq!((owner.id.as_str(), key.as_str()), ("x", "likes"));
    for bad in [json!(1), json!({"object": pointer()}), json!({"object": {}, "key": "likes"})] {
        let told = Refusal::query("improper usage of $relatedTo");
        assert_eq!(refused(json!({ "$relatedTo": bad })), told);
    }
}

#[test]
fn nul_is_refused_wherever_it_stands() {
    for json in [json!({"f": "a\0"}), json!({"f": {"$in": [{"a\0": 1}]}}), json!({"f\0": 1})] {
        assert_eq!(refused(json).code, Code::INVALID_JSON);
    }
}

#[test]
fn a_flat_polygon_to_compare_with_is_the_callers_mistake() {
    let flat = json!({"__type": "Polygon", "coordinates": [[0, 0], [0, 1], [0, 0]]});
    assert_eq!(refused(json!({ "f": flat })).code, Code::INVALID_JSON);
}
