use parse_model::Date;
use parse_model::wire::text::JsonLimits;
use serde_json::json;

use parse_model::Json;

use super::*;

const RIGHTS: Rights = Rights {
    is_master: false,
    is_maintenance: false,
    may_explain: false,
    now: Date::from_millis(0),
};

fn read_within(complexity: &Complexity, query: Json) -> Result<LiveFilter, i32> {
    let sent = json!({"op": "subscribe", "requestId": 1, "query": query}).to_string();
    let Ok(ClientMessage::Subscribe(request)) = ClientMessage::parse(&sent, &JsonLimits::WIDE)
    else {
        panic!("{sent}")
    };
    request.live_filter(RIGHTS, complexity).map_err(|refusal| refusal.code.0)
}

fn read(query: Json) -> Result<LiveFilter, i32> {
    read_within(&Complexity::UNLIMITED, query)
}

fn asking(conditions: Json) -> Json {
    json!({"className": "A", "where": conditions})
}

#[test]
fn a_question_that_cannot_be_understood_is_refused_when_it_is_asked() {
    for (conditions, code) in [
        (json!({"t": {"$regex": "["}}), 102),
        (json!({"t": {"$in": {}}}), 107),
        (json!({"$or": {"0": {"t": 1}, "length": 1}}), 102),
        (json!({"$or": [{"t": {"$all": [{"$regex": "^("}]}}]}), 102),
        (json!({"a b": 1}), 105),
    ] {
        assert_eq!(read(asking(conditions.clone())), Err(code), "{conditions}");
    }
    assert_eq!(read(json!({"className": "1A", "where": {}})), Err(103));
}

#[test]
fn patterns_that_only_the_database_could_try_are_refused() {
    for pattern in ["(?=a)", "(?!a)b", r"(a)\1"] {
        assert_eq!(read(asking(json!({"t": {"$regex": pattern}}))), Err(102), "{pattern}");
        let inside = json!({"$nor": [{"t": {"$regex": pattern}}]});
        assert_eq!(read(asking(inside)), Err(102), "{pattern}");
    }
    for pattern in [r"^\Qa.b\E", "(a+)+b", "^a"] {
        assert!(read(asking(json!({"t": {"$regex": pattern}}))).is_ok(), "{pattern}");
    }
}

#[test]
fn a_question_may_not_be_larger_than_that_of_a_query() {
    let within = Complexity { query_depth: 3, conditions: 4, ..Complexity::UNLIMITED };
    let mut deep = json!({"a": 1});
    for _ in 0..20 {
        deep = json!({"$or": [deep]});
    }
    assert_eq!(read_within(&within, asking(deep)), Err(102));
    let wide = json!({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1});
    assert_eq!(read_within(&within, asking(wide)), Err(102));
}

#[test]
fn keys_and_watched_fields_may_lead_on() {
    let query =
        json!({"className": "A", "where": {}, "keys": ["a.b", "$x"], "watch": ["c.d", "e"]});
    let read = read(query).unwrap();
    assert_eq!(read.keys.as_deref(), Some(&[FieldName::from_static("a")][..]));
    let watched: Vec<String> =
        read.watch.iter().flat_map(|w| w.iter()).map(Path::to_string).collect();
    assert_eq!(watched, ["c.d", "e"]);
    let fields = [FieldName::from_static("c"), FieldName::from_static("e")];
    assert_eq!(read.watched_fields(), fields);
}

#[test]
fn a_message_is_read_within_the_limits_of_requests() {
    let limits = JsonLimits { depth: 8, items: 3, string_bytes: 10, ..JsonLimits::WIDE };
    let read = |query: Json| {
        let sent = json!({"op": "subscribe", "requestId": 1, "query": query}).to_string();
        ClientMessage::parse(&sent, &limits).map(drop).map_err(|why| why.to_string())
    };
    let deep = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
    let deep = format!(r#"{{"op":"subscribe","requestId":1,"query":{{"where":{deep}}}}}"#);
    let told = ClientMessage::parse(&deep, &limits).unwrap_err().to_string();
    assert_eq!(told, "JSON nesting depth exceeds maximum allowed depth of 8");
    assert_eq!(
        read(asking(json!({"a": {"$in": [1, 2, 3, 4]}}))),
        Err("arrays must not have more than 3 elements".to_owned())
    );
    assert_eq!(
        read(asking(json!({"a": "more than ten"}))),
        Err("strings must not be longer than 10 bytes".to_owned())
    );
    assert_eq!(read(asking(json!({"a": {"$in": [1, 2, 3]}}))), Ok(()));
}

#[test]
fn a_pattern_is_looked_at_before_it_is_compiled() {
    // It would be refused for its size if it were compiled.
    let filter = read(asking(json!({"t": {"$regex": "\\w{200}a"}}))).unwrap().filter;
    assert_eq!(
        crate::LiveMatcher::new(&filter).unwrap_err().message,
        "bad $regex: it is too large"
    );
    let longer = json!({"t": {"$regex": "(a{1,50}){1,50}"}});
    assert_eq!(read(asking(longer)), Err(102));
}
