use serde_json::json;

use super::*;

fn said(json: Json) -> String {
    message(json).unwrap_err()
}

fn query(more: Json) -> Json {
    let mut query = json!({"className": "A", "where": {}});
    query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({"op": "subscribe", "requestId": 1, "query": query})
}

#[test]
fn what_is_no_message_is_refused_in_the_words_of_parse_servers_validator() {
    for (sent, text) in [
        (json!([]), "Invalid type: array (expected object)"),
        (json!(5), "Invalid type: number (expected object)"),
        (json!(null), "Invalid type: null (expected object)"),
        (json!("x"), "Invalid type: string (expected object)"),
        (json!(true), "Invalid type: boolean (expected object)"),
        (json!({}), "Missing required property: op"),
        (json!({"op": 1}), "Invalid type: number (expected string)"),
        (json!({"op": null}), "Invalid type: null (expected string)"),
        (json!({"op": "nope"}), "No enum match for: \"nope\""),
        (json!({"op": "a\"b"}), "No enum match for: \"a\\\"b\""),
        (json!({"op": ["connect"]}), "Invalid type: array (expected string)"),
    ] {
        assert_eq!(said(sent.clone()), text, "{sent}");
    }
}

#[test]
fn what_is_no_connect_is_refused() {
    for (sent, text) in [
        (json!({"op": "connect"}), "Missing required property: applicationId"),
        (json!({"op": "connect", "applicationId": 1}), "Invalid type: number (expected string)"),
        (json!({"op": "connect", "x": 1, "applicationId": 1}), "Additional properties not allowed"),
        (
            json!({"op": "connect", "applicationId": 1, "x": 1}),
            "Invalid type: number (expected string)",
        ),
        (
            json!({"op": "connect", "applicationId": "a", "installationId": null}),
            "Invalid type: null (expected string)",
        ),
    ] {
        assert_eq!(said(sent.clone()), text, "{sent}");
    }
}

#[test]
fn what_is_no_subscribe_is_refused() {
    let subscribe = |more: Json| {
        let mut sent = json!({"op": "subscribe"});
        sent.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        sent
    };
    for (sent, text) in [
        (subscribe(json!({})), "Missing required property: requestId"),
        (subscribe(json!({"requestId": "1"})), "Missing required property: query"),
        (
            subscribe(json!({"requestId": "1", "query": {}})),
            "Invalid type: string (expected number)",
        ),
        (subscribe(json!({"requestId": 1, "query": {}})), "Missing required property: where"),
        (subscribe(json!({"requestId": 1, "query": []})), "Invalid type: array (expected object)"),
        (
            subscribe(json!({"requestId": 1, "query": {"where": {}}})),
            "Missing required property: className",
        ),
        (query(json!({"where": []})), "Invalid type: array (expected object)"),
        (query(json!({"keys": []})), "Array is too short (0), minimum 1"),
        (query(json!({"keys": ["a", "b", "a"]})), "Array items are not unique (indices 0 and 2)"),
        (query(json!({"keys": ["a", 1]})), "Invalid type: number (expected string)"),
        (query(json!({"keys": [1, 1]})), "Array items are not unique (indices 0 and 1)"),
        (query(json!({"keys": "a"})), "Invalid type: string (expected array)"),
        (query(json!({"watch": []})), "Array is too short (0), minimum 1"),
        (query(json!({"order": "a"})), "Additional properties not allowed"),
    ] {
        assert_eq!(said(sent.clone()), text, "{sent}");
    }
}

#[test]
fn what_names_no_subscription_is_refused() {
    for op in ["unsubscribe", "query"] {
        for (rest, text) in [
            (json!({}), "Missing required property: requestId"),
            (json!({"requestId": null}), "Invalid type: null (expected number)"),
            (json!({"requestId": 1, "x": 2}), "Additional properties not allowed"),
            (json!({"requestId": 1.5}), "Invalid type: number (expected integer)"),
            (json!({"requestId": -1}), "Invalid type: number (expected integer)"),
            (json!({"requestId": 1e300}), "Invalid type: number (expected integer)"),
        ] {
            let mut sent = json!({ "op": op });
            sent.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            assert_eq!(said(sent.clone()), text, "{sent}");
        }
    }
}

#[test]
fn the_older_name_of_keys_is_understood() {
    let read = |json| match message(json).unwrap() {
        ClientMessage::Subscribe(request) => request.keys,
        other => panic!("{other:?}"),
    };
    assert_eq!(read(query(json!({"fields": ["a"]}))), Some(vec!["a".to_owned()]));
    assert_eq!(read(query(json!({"fields": ["a"], "keys": ["b"]}))), Some(vec!["b".to_owned()]));
    assert_eq!(read(query(json!({}))), None);
}

#[test]
fn everything_that_was_said_is_read() {
    let sent = json!({
        "op": "update", "requestId": 7.0, "sessionToken": "r:x",
        "query": {"className": "A", "where": {"a": 1}, "keys": ["b"], "watch": ["c.d"]},
    });
    let ClientMessage::Subscribe(request) = message(sent).unwrap() else { panic!("a subscribe") };
    assert_eq!((request.request_id, request.is_update), (7, true));
    assert_eq!(request.session_token.as_deref(), Some("r:x"));
    assert_eq!(Json::Object(request.conditions), json!({"a": 1}));
    assert_eq!(request.watch, Some(vec!["c.d".to_owned()]));
    let connect = json!({"op": "connect", "applicationId": "app", "installationId": "i"});
    let ClientMessage::Connect(request) = message(connect).unwrap() else { panic!("a connect") };
    assert_eq!(request.application_id, "app");
    assert_eq!(request.installation_id.as_deref(), Some("i"));
    assert_eq!(request.master_key, None);
}

#[test]
fn a_list_has_at_most_as_many_names_as_a_class_has_fields() {
    let names = |count: usize| (0..count).map(|at| format!("n{at}")).collect::<Vec<String>>();
    assert!(message(query(json!({"keys": names(200)}))).is_ok());
    for name in ["keys", "fields", "watch"] {
        let text = "Array is too long (201), maximum 200";
        assert_eq!(said(query(json!({ name: names(201) }))), text);
    }
    let began = std::time::Instant::now();
    said(query(json!({"keys": names(200_000)})));
    assert!(began.elapsed() < std::time::Duration::from_secs(2), "took {:?}", began.elapsed());
}
