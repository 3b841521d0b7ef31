use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::date::Date;
use crate::name::{ClassName, FieldName, ObjectId};
use crate::query::{Pattern, SubQuery, TextSearch};
use crate::value::Pointer;
use crate::{Json, wire};

mod laws;

/// An object with one field `f`, of the value that the JSON stands for; null leaves it out.
fn with(json: Json) -> Object {
    let mut object = Object::new(ClassName::from_static("Thing"), ObjectId::new("id1"));
    object.created_at = Some(Date::from_millis(1000));
    match wire::value_from(json).unwrap() {
        Value::Null => {}
        value => object.fields.push(FieldName::from_static("f"), value),
    }
    object
}

fn path(dotted: &'static str) -> Path {
    let mut segments = dotted.split('.');
    let field = FieldName::from_static(segments.next().unwrap());
    Path { field, inside: segments.map(str::to_owned).collect() }
}

fn operand(json: Json) -> Value {
    wire::operand_from(&json).unwrap()
}

fn operands(json: Json) -> Vec<Value> {
    json.as_array().unwrap().iter().map(|item| operand(item.clone())).collect()
}

fn holds_at(at: &'static str, constraint: Constraint, object: &Object) -> bool {
    Matcher::new(&Filter::Field(path(at), constraint)).unwrap().matches(object)
}

fn holds(constraint: Constraint, stored: Json) -> bool {
    holds_at("f", constraint, &with(stored))
}

fn equal(stored: Json, wanted: Json) -> bool {
    holds(Constraint::Equal(operand(wanted)), stored)
}

fn equal_at(at: &'static str, stored: Json, wanted: Json) -> bool {
    holds_at(at, Constraint::Equal(operand(wanted)), &with(stored))
}

fn date(iso: &str) -> Json {
    json!({"__type": "Date", "iso": iso})
}

fn pointer(class: &str, id: &str) -> Json {
    json!({"__type": "Pointer", "className": class, "objectId": id})
}

fn place(latitude: f64, longitude: f64) -> Json {
    json!({"__type": "GeoPoint", "latitude": latitude, "longitude": longitude})
}

fn pattern(source: &str) -> Pattern {
    Pattern::parse(source, None).unwrap()
}

#[test]
fn scalars_equal_only_their_own_kind() {
    for value in [json!("1"), json!(1), json!(true), date("2020-01-01T00:00:00Z")] {
        assert!(equal(value.clone(), value));
    }
    assert!(equal(json!(1), json!(1.0)));
    assert!(!equal(json!("1"), json!(1)) && !equal(json!(1), json!(true)));
    assert!(!equal(json!("2020-01-01T00:00:00.000Z"), date("2020-01-01T00:00:00Z")));
}

#[test]
fn a_date_equals_a_text_that_names_it() {
    assert!(equal(date("2020-01-01T00:00:00Z"), json!("2020-01-01T01:00:00+01:00")));
    assert!(!equal(date("2020-01-01T00:00:00Z"), json!("new year")));
}

#[test]
fn null_means_absent() {
    assert!(equal(json!(null), json!(null)) && !equal(json!(0), json!(null)));
    assert!(!equal(json!([null]), json!(null)));
    assert!(equal_at("f.a", json!({"a": null}), json!(null)));
    assert!(equal_at("f.a", json!({}), json!(null)) && equal_at("f.a.b", json!(1), json!(null)));
}

#[test]
fn the_own_columns_of_an_object_can_be_asked_for() {
    let object = with(json!(1));
    assert!(holds_at("objectId", Constraint::Equal("id1".into()), &object));
    let moment = Value::Date(Date::from_millis(1000));
    assert!(holds_at("createdAt", Constraint::Equal(moment), &object));
    assert!(holds_at("updatedAt", Constraint::Exists(false), &object));
}

#[test]
fn pointers_compare_their_ids_and_files_their_names() {
    assert!(equal(pointer("A", "x"), pointer("B", "x")));
    assert!(equal(pointer("A", "x"), json!("x")) && !equal(pointer("A", "x"), pointer("A", "y")));
    let file = |url: &str| json!({"__type": "File", "name": "n", "url": url});
    assert!(equal(file("http://a"), file("http://b")) && !equal(file("http://a"), json!("n")));
}

#[test]
fn a_pointer_without_an_id_is_absent() {
    assert!(equal(pointer("A", ""), json!(null)) && !equal(pointer("A", ""), pointer("A", "")));
}

#[test]
fn a_followed_pointer_is_still_a_pointer() {
    let mut object = with(json!(null));
    let child = Object::new(ClassName::from_static("Child"), ObjectId::new("c1"));
    object.fields.push(FieldName::from_static("f"), Value::Included(Box::new(child)));
    assert!(holds_at("f", Constraint::Equal(operand(pointer("Child", "c1"))), &object));
}

#[test]
fn places_areas_and_bytes_equal_themselves() {
    assert!(equal(place(1.0, 2.0), place(1.0, 2.0)) && !equal(place(1.0, 2.0), place(2.0, 1.0)));
    let area = |ring: Json| json!({"__type": "Polygon", "coordinates": ring});
    let ring = area(json!([[0, 0], [0, 1], [1, 1]]));
    assert!(equal(ring.clone(), area(json!([[0, 1], [1, 1], [0, 0], [0, 1]]))));
    assert!(!equal(ring, area(json!([[0, 0], [0, 1], [1, 2]]))));
    let bytes = |base64: &str| json!({"__type": "Bytes", "base64": base64});
    assert!(equal(bytes("YQ=="), bytes("YQ==")) && !equal(bytes("YQ=="), bytes("Yg==")));
}

#[test]
fn objects_equal_deeply_whatever_the_order_of_their_keys() {
    assert!(equal(json!({"a": 1, "b": [2]}), json!({"b": [2.0], "a": 1})));
    assert!(!equal(json!({"a": 1, "b": 2}), json!({"a": 1})));
    assert!(!equal(json!({"a": 1}), json!({"a": 1, "b": 2})));
}

#[test]
fn an_array_equals_the_whole_or_an_element() {
    assert!(equal(json!([1, "a"]), json!([1, "a"])) && equal(json!([1, "a"]), json!("a")));
    assert!(equal(json!([[1]]), json!([1])) && equal(json!([{"a": 1}]), json!({"a": 1.0})));
    assert!(!equal(json!([1, 2]), json!([2, 1])) && !equal(json!(["1"]), json!(1)));
    assert!(equal(json!([pointer("A", "x")]), pointer("A", "x")));
    assert!(!equal(json!([pointer("A", "x")]), pointer("B", "x")));
}

#[test]
fn a_path_leads_through_keys_and_numbers() {
    let stored = json!({"a": [{"b": "x"}, 7], "0": "zero"});
    assert!(equal_at("f.a.0.b", stored.clone(), json!("x")));
    assert!(equal_at("f.0", stored.clone(), json!("zero")));
    assert!(equal_at("f.a.-1", stored.clone(), json!(7)));
    assert!(!holds_at("f.a.2", Constraint::Exists(true), &with(stored.clone())));
    assert!(!holds_at("f.a.-3", Constraint::Exists(true), &with(stored)));
    assert!(equal_at("f.1", json!(["a", "b"]), json!("b")));
    assert!(!holds_at("f.a", Constraint::Exists(true), &with(json!("text"))));
}

#[test]
fn at_a_path_an_array_equals_its_elements_too() {
    assert!(equal_at("f.a", json!({"a": [1, 2]}), json!(2)));
    assert!(equal_at("f.a", json!({"a": [1, 2]}), json!([1, 2])));
    assert!(equal_at("f.p", json!({"p": pointer("A", "x")}), pointer("A", "x")));
    assert!(!equal_at("f.p", json!({"p": pointer("A", "x")}), pointer("B", "x")));
}

#[test]
fn ranges_order_numbers_texts_dates_and_flags() {
    let less = |stored, bound| holds(Constraint::Less(operand(bound)), stored);
    assert!(less(json!(1), json!(2)) && !less(json!(2), json!(2)));
    assert!(
        less(json!("B"), json!("a")) && less(json!("z"), json!("ä")) && less(json!(""), json!("a"))
    );
    assert!(less(json!(false), json!(true)));
    assert!(
        less(date("2020-01-01"), date("2020-01-02"))
            && less(date("2020-01-01"), json!("2020-01-02"))
    );
    assert!(holds(Constraint::GreaterOrEqual(operand(json!(2))), json!(2)));
    assert!(holds(Constraint::LessOrEqual(operand(json!("a"))), json!("a")));
    assert!(!holds(Constraint::Greater(operand(json!(2))), json!(2)));
}

#[test]
fn what_has_no_order_is_in_no_range() {
    for (stored, bound) in [
        (json!(null), json!(1)),
        (json!("1"), json!(2)),
        (json!([1]), json!(2)),
        (json!({"a": 1}), json!({"a": 2})),
        (pointer("A", "a"), pointer("A", "b")),
        (json!("2020-01-01"), date("2020-01-02")),
        (date("2020-01-01"), json!(5)),
    ] {
        let (less, more) = (operand(bound.clone()), operand(bound));
        assert!(!holds(Constraint::LessOrEqual(less), stored.clone()), "{stored}");
        assert!(!holds(Constraint::GreaterOrEqual(more), stored.clone()), "{stored}");
    }
}

#[test]
fn ranges_work_at_a_path() {
    let stored = with(json!({"n": 1, "t": "b", "y": true, "d": date("2020-01-02"), "l": [1]}));
    let greater = |at, bound| holds_at(at, Constraint::Greater(operand(bound)), &stored);
    assert!(greater("f.n", json!(0)) && greater("f.t", json!("a")) && greater("f.y", json!(false)));
    assert!(greater("f.d", date("2020-01-01")) && !greater("f.d", json!("2020-01-01")));
    assert!(!greater("f.n", json!("0")) && !greater("f.l", json!(0)) && !greater("f.x", json!(0)));
}

#[test]
fn a_list_of_values_is_matched_by_any_of_them() {
    let one_of = |stored, list| holds(Constraint::In(operands(list)), stored);
    assert!(one_of(json!(1), json!([2, 1])) && !one_of(json!(1), json!([])));
    assert!(one_of(json!(null), json!([1, null])) && !one_of(json!(null), json!([1])));
    assert!(one_of(json!(["a", "b"]), json!(["b", "c"])));
    assert!(!one_of(json!(null), json!([])));
    let none_of = |stored, list| holds(Constraint::NotIn(operands(list)), stored);
    assert!(none_of(json!(null), json!([1])) && !none_of(json!(null), json!([null])));
    assert!(none_of(json!(3), json!([])) && !none_of(json!([3]), json!([3])));
}

#[test]
fn presence_means_a_value_other_than_null() {
    let exists = |at, stored| holds_at(at, Constraint::Exists(true), &with(stored));
    for stored in [json!(false), json!(0), json!(""), json!([]), json!({})] {
        assert!(exists("f", stored.clone()), "{stored}");
    }
    assert!(!exists("f", json!(null)) && !exists("f.a", json!({"a": null})));
    assert!(exists("f.a", json!({"a": false})));
}

#[test]
fn containing_all_needs_an_array_and_something_to_contain() {
    let contains = |stored, list| holds(Constraint::ContainsAll(operands(list)), stored);
    assert!(contains(json!([1, 2, 3]), json!([3, 1])) && !contains(json!([1]), json!([1, 2])));
    assert!(!contains(json!([1]), json!([])) && !contains(json!(1), json!([1])));
    assert!(
        contains(json!([{"a": 1}]), json!([{"a": 1.0}])) && contains(json!([null]), json!([null]))
    );
    assert!(!contains(json!(null), json!([null])));
    let nested = Constraint::ContainsAll(operands(json!([1])));
    assert!(holds_at("f.a", nested, &with(json!({"a": [1]}))));
}

#[test]
fn containing_all_of_one_pointer_can_be_asked_of_a_pointer() {
    let contains = |list| holds(Constraint::ContainsAll(operands(list)), pointer("_User", "u"));
    assert!(contains(json!([pointer("_User", "u")])));
    assert!(!contains(json!([pointer("_User", "v")])) && !contains(json!([null])));
    assert!(!contains(json!([pointer("_User", "u"), pointer("_User", "u")])));
}

#[test]
fn every_pattern_must_match_some_text_of_the_array() {
    let matching = |stored, sources: &[&str]| {
        let patterns = sources.iter().map(|source| pattern(source)).collect();
        holds(Constraint::ContainsAllMatching(patterns), stored)
    };
    assert!(matching(json!(["the", "cat", 5]), &["^th", "^ca"]));
    assert!(!matching(json!(["the"]), &["^th", "^ca"]) && !matching(json!("the"), &["^th"]));
    assert!(!matching(json!(["the"]), &[]));
}

#[test]
fn being_contained_needs_an_array_that_may_be_empty() {
    let contained = |stored, list| holds(Constraint::ContainedBy(operands(list)), stored);
    assert!(contained(json!([1, 1]), json!([1, 2])) && !contained(json!([1, 3]), json!([1, 2])));
    assert!(contained(json!([]), json!([])) && !contained(json!(null), json!([])));
    assert!(!contained(json!(1), json!([1])));
}

#[test]
fn patterns_match_texts_only() {
    let found = |at, stored| holds_at(at, Constraint::Matches(pattern("^a.c")), &with(stored));
    assert!(found("f", json!("abcd")) && !found("f", json!("xabc")));
    assert!(found("f.t", json!({"t": "abc"})));
    assert!(!found("f", json!(["abc"])) && !found("f", json!(null)) && !found("f", json!(5)));
}

#[test]
fn nearness_is_an_angle() {
    let center = crate::GeoPoint { latitude: 0.0, longitude: 0.0 };
    let near = |max_radians, stored| holds(Constraint::Near { center, max_radians }, stored);
    assert!(near(None, place(80.0, 170.0)) && !near(None, json!(null)) && !near(None, json!("x")));
    assert!(near(Some(0.02), place(1.0, 0.0)) && !near(Some(0.01), place(1.0, 0.0)));
    let circle = |radians, stored| holds(Constraint::WithinCircle { center, radians }, stored);
    assert!(circle(0.0, place(0.0, 0.0)) && !circle(0.1, place(45.0, 0.0)));
}

#[test]
fn boxes_and_areas_contain_places() {
    let at = |latitude, longitude| crate::GeoPoint { latitude, longitude };
    let in_box = |stored| holds(Constraint::WithinBox(at(10.0, 10.0), at(0.0, 0.0)), stored);
    assert!(in_box(place(5.0, 5.0)) && !in_box(place(11.0, 5.0)) && !in_box(json!(5)));
    let ring = crate::Polygon::from_coordinates(&json!([[0, 0], [0, 10], [10, 10]])).unwrap();
    let within = |stored| holds(Constraint::WithinPolygon(ring.clone()), stored);
    assert!(within(place(5.0, 6.0)) && !within(place(6.0, 5.0)));
    let area = json!({"__type": "Polygon", "coordinates": [[0, 0], [0, 10], [10, 10]]});
    assert!(holds(Constraint::Covers(at(5.0, 6.0)), area.clone()));
    assert!(!holds(Constraint::Covers(at(6.0, 5.0)), area));
    assert!(!holds(Constraint::Covers(at(0.0, 0.0)), place(0.0, 0.0)));
}

#[test]
fn what_needs_the_database_is_refused() {
    let class = ClassName::from_static("Thing");
    let query = || {
        Box::new(SubQuery { class: class.clone(), filter: Filter::everything(), redirect: None })
    };
    let search = TextSearch { term: "a".to_owned(), language: None, is_diacritic_sensitive: None };
    for constraint in [
        Constraint::Text(search),
        Constraint::InQuery(query()),
        Constraint::NotInQuery(query()),
        Constraint::Select(query(), path("f")),
        Constraint::DontSelect(query(), path("f")),
        Constraint::Equal(Value::Relation(class.clone())),
    ] {
        let filter = Filter::Nor(vec![Filter::Field(path("f"), constraint)]);
        assert!(matches!(Matcher::new(&filter), Err(Unmatchable::NeedsDatabase(_))));
    }
    let looks = Filter::Field(path("f"), Constraint::Matches(pattern("(?=a)")));
    assert!(matches!(Matcher::new(&looks), Err(Unmatchable::Pattern(_))));
    let owner = Pointer { class, id: "x".to_owned() };
    let related = Filter::RelatedTo { owner, key: FieldName::from_static("f") };
    assert!(Matcher::new(&related).is_err());
}
