//! Pipelines over real rows.

use std::sync::Arc;

use parse_model::query::ReadPreference;
use parse_model::{
    Class, ClassName, Code, Constraint, FieldType, Filter, Json, Path, Pointer, Value,
};
use parse_store::aggregate::{
    Accumulator, DatePart, Expression, FieldPath, Stage, aggregate, distinct,
};
use parse_store::{Db, StoreError};
use serde_json::json;
use testkit::case;

/// Sales of two shops, and one of none.
async fn sales(db: &Db) -> Arc<Class> {
    let fields = [
        ("shop", FieldType::String),
        ("amount", FieldType::Number),
        ("at", FieldType::Date),
        ("tags", FieldType::Array),
        ("more", FieldType::Object),
        ("by", FieldType::Pointer(ClassName::user())),
        ("place", FieldType::GeoPoint),
        ("area", FieldType::Polygon),
    ];
    let class = crate::class(db, "Sale", &fields).await;
    for (id, object) in [
        (
            "a",
            json!({"shop": "north", "amount": 10, "tags": ["x", "y"], "more": {"k": 1},
            "at": {"__type": "Date", "iso": "2019-03-01T10:20:30.500Z"},
            "by": {"__type": "Pointer", "className": "_User", "objectId": "ann"}}),
        ),
        (
            "b",
            json!({"shop": "north", "amount": 20, "tags": ["x"], "more": {"k": null},
            "at": {"__type": "Date", "iso": "2019-07-02T11:21:31.000Z"},
            "place": {"__type": "GeoPoint", "latitude": 1.5, "longitude": 2}}),
        ),
        (
            "c",
            json!({"shop": "south", "amount": 5, "tags": [],
            "at": {"__type": "Date", "iso": "2020-01-05T12:22:32.000Z"},
            "area": {"__type": "Polygon", "coordinates": [[0, 1], [2, 3], [4, 5]]}}),
        ),
        ("d", json!({"shop": "south", "amount": 7})),
        ("e", json!({"amount": 1})),
    ] {
        let object = object.as_object().expect("an object");
        let values: Vec<_> = object
            .iter()
            .map(|(name, json)| (crate::name(name), crate::value(json.clone())))
            .collect();
        crate::put(db, &class, id, &values).await;
    }
    class
}

async fn ask(stages: Vec<Stage>) -> Result<Json, StoreError> {
    let database = crate::database().await;
    let store = crate::open(&database).await;
    let db = store.db();
    let class = sales(&db).await;
    let everything = Filter::everything();
    let found = aggregate(&db, &class, &everything, &stages, ReadPreference::Primary).await;
    Ok(Json::Array(found?))
}

/// Runs a pipeline over the sales and compares.
fn check(stages: Vec<Stage>, expected: Json) {
    case(async {
        assert_eq!(ask(stages).await.expect("an answer"), expected);
    });
}

fn path(text: &str) -> FieldPath {
    text.split('.').map(str::to_owned).collect()
}

fn at(text: &str) -> Expression {
    Expression::At(path(text))
}

fn group(key: Expression, accumulators: Vec<(&str, Accumulator)>) -> Stage {
    let named = accumulators.into_iter().map(|(alias, what)| (alias.to_owned(), what));
    Stage::Group { key, accumulators: named.collect() }
}

fn sort(key: &str) -> Stage {
    Stage::Sort(vec![(path(key.trim_start_matches('-')), key.starts_with('-'))])
}

fn only(keys: &[&str]) -> Stage {
    Stage::Project(keys.iter().map(|key| (path(key), at(key))).collect())
}

fn nothing() -> Expression {
    Expression::Literal(Json::Null)
}

#[test]
fn a_group_has_its_key_and_what_was_asked_about_it() {
    let stages = vec![
        group(
            at("shop"),
            vec![
                ("sum", Accumulator::Sum(at("amount"))),
                ("mean", Accumulator::Average(at("amount"))),
                ("least", Accumulator::Least(at("amount"))),
                ("most", Accumulator::Greatest(at("amount"))),
                ("many", Accumulator::Count),
            ],
        ),
        sort("objectId"),
    ];
    check(
        stages,
        json!([
            {"objectId": "north", "sum": 30, "mean": 15, "least": 10, "most": 20, "many": 2},
            {"objectId": "south", "sum": 12, "mean": 6, "least": 5, "most": 7, "many": 2},
            {"objectId": null, "sum": 1, "mean": 1, "least": 1, "most": 1, "many": 1},
        ]),
    );
}

#[test]
fn stages_run_in_the_order_in_which_they_stand() {
    let total = || group(nothing(), vec![("sum", Accumulator::Sum(at("amount")))]);
    let first = vec![sort("-amount"), Stage::Limit(2), total()];
    check(first, json!([{"objectId": null, "sum": 30}]));
    check(vec![total(), sort("-sum"), Stage::Limit(2)], json!([{"objectId": null, "sum": 43}]));
}

#[test]
fn first_last_and_push_follow_the_order() {
    let stages = vec![
        sort("-amount"),
        Stage::Skip(1),
        group(
            nothing(),
            vec![
                ("first", Accumulator::First(at("amount"))),
                ("last", Accumulator::Last(at("amount"))),
                ("all", Accumulator::Push(at("amount"))),
                ("shops", Accumulator::AddToSet(at("shop"))),
            ],
        ),
    ];
    let expected = json!([{"objectId": null, "first": 10, "last": 1, "all": [10, 7, 5, 1],
        "shops": ["north", "south"]}]);
    check(stages, expected);
}

#[test]
fn an_order_is_kept_through_the_stages_after_it() {
    let stages = vec![sort("-amount"), only(&["amount"]), Stage::Skip(1), Stage::Limit(3)];
    check(stages, json!([{"amount": 10}, {"amount": 7}, {"amount": 5}]));
}

#[test]
fn parts_of_dates_are_those_of_utc() {
    let part = |name: &str, part| (name.to_owned(), Expression::Part(part, path("at")));
    let key = Expression::Record(vec![
        part("year", DatePart::Year),
        part("month", DatePart::Month),
        part("day", DatePart::DayOfMonth),
        part("weekday", DatePart::DayOfWeek),
        part("isoWeekday", DatePart::IsoDayOfWeek),
        part("hour", DatePart::Hour),
        part("second", DatePart::Second),
        part("millisecond", DatePart::Millisecond),
    ]);
    let id = |id: &str| Constraint::Equal(Value::Text(id.to_owned()));
    let objects = Filter::Any(vec![
        Filter::Field(Path::field(crate::name("objectId")), id("a")),
        Filter::Field(Path::field(crate::name("objectId")), id("c")),
    ]);
    let stages = vec![Stage::Match(objects), group(key, vec![]), sort("objectId.year")];
    check(
        stages,
        json!([
            {"objectId": {"year": 2019, "month": 3, "day": 1, "weekday": 5, "isoWeekday": 5,
                "hour": 10, "second": 30, "millisecond": 500}},
            {"objectId": {"year": 2020, "month": 1, "day": 5, "weekday": 0, "isoWeekday": 7,
                "hour": 12, "second": 32, "millisecond": 0}},
        ]),
    );
}

#[test]
fn an_unwound_array_gives_one_document_for_each_element() {
    let unwind = |index: Option<&str>, keeps_empty| Stage::Unwind {
        path: path("tags"),
        index: index.map(str::to_owned),
        keeps_empty,
    };
    let pairs =
        vec![sort("amount"), unwind(Some("place"), false), only(&["objectId", "tags", "place"])];
    check(
        pairs,
        json!([
            {"objectId": "a", "tags": "x", "place": 0},
            {"objectId": "a", "tags": "y", "place": 1},
            {"objectId": "b", "tags": "x", "place": 0},
        ]),
    );
    let all = vec![unwind(None, true), group(nothing(), vec![("many", Accumulator::Count)])];
    check(all, json!([{"objectId": null, "many": 6}]));
}

#[test]
fn what_was_computed_can_be_matched() {
    let big = Constraint::Greater(Value::Number(12.0));
    let stages = vec![
        group(at("shop"), vec![("sum", Accumulator::Sum(at("amount")))]),
        Stage::Match(Filter::Field(Path::field(crate::name("sum")), big)),
    ];
    check(stages, json!([{"objectId": "north", "sum": 30}]));
}

#[test]
fn every_type_is_spelled_as_clients_see_it() {
    let id =
        Filter::Any(["a", "b", "c"].map(|id| Filter::equals(crate::name("objectId"), id)).to_vec());
    let shown = only(&["at", "by", "place", "area", "more"]);
    let stages = vec![Stage::Match(id), sort("at"), shown];
    let place = json!({"__type": "GeoPoint", "latitude": 1.5, "longitude": 2});
    let by = json!({"__type": "Pointer", "className": "_User", "objectId": "ann"});
    let area = json!({"__type": "Polygon", "coordinates": [[0, 1], [2, 3], [4, 5], [0, 1]]});
    let date = |iso: &str| json!({"__type": "Date", "iso": iso});
    check(
        stages,
        json!([
            {"at": date("2019-03-01T10:20:30.500Z"), "by": by, "place": null, "area": null,
                "more": {"k": 1}},
            {"at": date("2019-07-02T11:21:31.000Z"), "by": null, "place": place, "area": null,
                "more": {"k": null}},
            {"at": date("2020-01-05T12:22:32.000Z"), "by": null, "place": null, "area": area,
                "more": null},
        ]),
    );
}

#[test]
fn a_pointer_groups_by_its_id() {
    let stages = vec![group(at("by"), vec![("many", Accumulator::Count)]), sort("many")];
    check(stages, json!([{"objectId": "ann", "many": 1}, {"objectId": null, "many": 4}]));
}

#[test]
fn names_that_clients_give_are_never_sql() {
    let alias = r#"x'); drop table "Sale"; --"#;
    let stages = vec![
        group(nothing(), vec![(alias, Accumulator::Count)]),
        Stage::Project(vec![(vec![alias.to_owned()], Expression::At(vec![alias.to_owned()]))]),
    ];
    check(stages, json!([{ alias: 5 }]));
}

#[test]
fn a_field_that_is_not_there_is_named_in_the_refusal() {
    case(async {
        for stage in [group(at("nothing"), vec![]), sort("nothing"), only(&["nothing"])] {
            let refused = ask(vec![stage]).await;
            let Err(StoreError::Refused(refusal)) = refused else { panic!("{refused:?}") };
            assert_eq!(refusal.code, Code::INVALID_QUERY);
            assert_eq!(refusal.message, "column \"nothing\" does not exist");
        }
    });
}

#[test]
fn counts_samples_and_exclusions() {
    check(vec![Stage::Count("many".to_owned())], json!([{"many": 5}]));
    let none = Stage::Match(Filter::equals(crate::name("shop"), "west"));
    check(vec![none, Stage::Count("many".to_owned())], json!([]));
    let sample = vec![Stage::Sample(3), Stage::Count("many".to_owned())];
    check(sample, json!([{"many": 3}]));
    let all_but: Vec<FieldPath> =
        ["createdAt", "updatedAt", "at", "tags", "more.k", "by", "place", "area"]
            .map(path)
            .to_vec();
    let first = Stage::Match(Filter::equals(crate::name("objectId"), "a"));
    check(
        vec![first, Stage::Exclude(all_but)],
        json!([{"objectId": "a", "shop": "north", "amount": 10, "more": {}}]),
    );
}

#[test]
fn a_hundred_stages_are_not_too_deep() {
    let mut stages = vec![sort("amount")];
    stages.resize(98, Stage::Skip(0));
    stages.extend([Stage::Limit(1), only(&["amount"])]);
    check(stages, json!([{"amount": 1}]));
}

#[test]
fn a_class_may_have_more_fields_than_a_function_has_arguments() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let db = store.db();
        let names: Vec<String> = (0..150).map(|number| format!("f{number}")).collect();
        let fields: Vec<(&str, FieldType)> =
            names.iter().map(|name| (name.as_str(), FieldType::Number)).collect();
        let class = crate::class(&db, "Wide", &fields).await;
        crate::put(&db, &class, "o", &[(crate::name("f149"), 7.0.into())]).await;
        let everything = Filter::everything();
        let found = aggregate(&db, &class, &everything, &[], ReadPreference::Primary).await;
        assert_eq!(found.expect("an answer")[0]["f149"], json!(7));
    });
}

#[test]
fn distinct_values_are_those_of_elements_too() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let db = store.db();
        let class = sales(&db).await;
        let everything = Filter::everything();
        let ask = async |field: &str, inside: Vec<String>, filter: &Filter| {
            let path = Path { field: crate::name(field), inside };
            let found = distinct(&db, &class, filter, &path, ReadPreference::Primary).await;
            Json::Array(found.expect("values"))
        };
        assert_eq!(ask("tags", vec![], &everything).await, json!(["x", "y"]));
        assert_eq!(ask("shop", vec![], &everything).await, json!(["north", "south"]));
        assert_eq!(ask("more", path("k"), &everything).await, json!([1]));
        assert_eq!(ask("nothing", vec![], &everything).await, json!([]));
        let by = Pointer { class: ClassName::user(), id: "ann".to_owned() };
        let of_ann = Filter::equals(crate::name("by"), by);
        assert_eq!(ask("amount", vec![], &of_ann).await, json!([10]));
    });
}
