use serde_json::json;

use super::*;

fn connected() -> Connection {
    let mut connection = Connection::new(Limits::default());
    let answer = connection.connected("c1".to_owned(), Some("i1".to_owned()));
    assert_eq!(answer, r#"{"op":"connected","clientId":"c1","installationId":"i1"}"#);
    connection
}

fn subscribe(id: u64) -> String {
    json!({"op": "subscribe", "requestId": id, "query": {"className": "A", "where": {}}})
        .to_string()
}

fn said(step: Step) -> Json {
    let Step::Send(texts) = step else { panic!("{step:?}") };
    let [text] = texts.as_slice() else { panic!("{texts:?}") };
    serde_json::from_str(text).unwrap()
}

#[test]
fn nothing_is_possible_before_connecting() {
    let mut connection = Connection::new(Limits::default());
    for (sent, doing) in [
        (subscribe(1), "subscribing"),
        (json!({"op": "unsubscribe", "requestId": 1}).to_string(), "unsubscribing"),
        (json!({"op": "query", "requestId": 1}).to_string(), "querying"),
    ] {
        let text =
            format!("Can not find this client, make sure you connect to server before {doing}");
        let wanted =
            json!({"op": "error", "code": 2, "error": text, "reconnect": true, "requestId": null});
        assert_eq!(said(connection.receive(&sent)), wanted);
    }
    let connect = json!({"op": "connect", "applicationId": "a"}).to_string();
    assert!(matches!(connection.receive(&connect), Step::Connect(_)));
}

#[test]
fn a_bad_key_is_said_and_ends_the_connection() {
    let Step::Close { last, code, .. } = Connection::new(Limits::default()).not_connected() else {
        panic!("a close")
    };
    assert_eq!(code, 1008);
    let said: Json = serde_json::from_str(&last[0]).unwrap();
    assert_eq!((&said["code"], &said["error"]), (&json!(4), &json!("Key in request is not valid")));
}

#[test]
fn a_subscription_lives_from_its_answer_to_its_end() {
    let mut connection = connected();
    assert!(matches!(connection.receive(&subscribe(1)), Step::Subscribe { first: None, .. }));
    assert_eq!(
        connection.subscribed(1),
        r#"{"op":"subscribed","clientId":"c1","installationId":"i1","requestId":1}"#
    );
    let query = json!({"op": "query", "requestId": 1}).to_string();
    assert_eq!(connection.receive(&query), Step::Query { request_id: 1 });
    let unsubscribe = json!({"op": "unsubscribe", "requestId": 1}).to_string();
    let Step::Unsubscribe { request_id: 1, answer } = connection.receive(&unsubscribe) else {
        panic!("an unsubscribe")
    };
    assert_eq!(
        answer,
        r#"{"op":"unsubscribed","clientId":"c1","installationId":"i1","requestId":1}"#
    );
    let unknown = "Cannot find subscription with clientId c1 subscriptionId 1. Make sure you subscribe to live query server before unsubscribing.";
    for sent in [unsubscribe, query] {
        let said = said(connection.receive(&sent));
        assert_eq!((&said["code"], &said["error"]), (&json!(2), &json!(unknown)));
    }
}

#[test]
fn an_update_without_a_subscription_is_one_after_a_complaint() {
    let mut connection = connected();
    let update = subscribe(4).replace("subscribe", "update");
    let Step::Subscribe { first: Some(first), request } = connection.receive(&update) else {
        panic!("a subscribe with a complaint")
    };
    assert!(first.contains("Cannot find subscription") && request.is_update);
    connection.subscribed(4);
    assert!(matches!(connection.receive(&update), Step::Subscribe { first: None, .. }));
}

#[test]
fn a_refused_subscription_is_none() {
    let mut connection = connected();
    connection.subscribed(1);
    let refusal = Refusal::new(Code::INVALID_SESSION_TOKEN, "Invalid session token");
    let text = connection.refused(Some(1), &refusal, false);
    assert_eq!(
        text,
        r#"{"op":"error","error":"Invalid session token","code":209,"reconnect":false,"requestId":1}"#
    );
    assert_eq!(connection.subscriptions().count(), 0);
}

#[test]
fn a_number_that_is_used_again_is_no_further_subscription() {
    let mut connection = Connection::new(Limits { subscriptions: 1, ..Limits::default() });
    connection.connected("c1".to_owned(), None);
    connection.subscribed(1);
    for _ in 0..1000 {
        assert!(matches!(connection.receive(&subscribe(1)), Step::Subscribe { .. }));
        connection.subscribed(1);
    }
    assert_eq!(connection.subscriptions().count(), 1);
    let said = said(connection.receive(&subscribe(2)));
    assert_eq!(
        said,
        json!({"op": "error", "code": 155, "error": "Too many subscriptions", "reconnect": false, "requestId": 2})
    );
}

#[test]
fn who_makes_no_sense_five_times_is_sent_away() {
    let mut connection = connected();
    for sent in ["nonsense", "[]", r#"{"op":"nope"}"#, r#"{"op":"connect","applicationId":"a"}"#] {
        assert!(matches!(connection.receive(sent), Step::Send(_)));
    }
    assert!(matches!(
        connection.receive_binary(),
        Step::Close { code: 1008, reason: "too many errors", last } if last.len() == 1
    ));
}

#[test]
fn results_are_addressed() {
    let text = connected().result(3, &[json!({"className": "A", "objectId": "x"})]);
    let read: Json = serde_json::from_str(&text).unwrap();
    assert_eq!((&read["op"], &read["requestId"]), (&json!("result"), &json!(3)));
    assert_eq!(read["results"][0]["objectId"], "x");
}

#[test]
fn nothing_but_a_short_connect_is_read_before_connecting() {
    let mut connection = Connection::new(Limits { errors: 20, ..Limits::default() });
    let names: Vec<String> = (0..10_000).map(|at| format!("n{at}")).collect();
    let query = json!({"className": "Nope", "where": {"a": {"$regex": "["}}, "keys": names});
    let sent = json!({"op": "subscribe", "requestId": 1, "query": query}).to_string();
    let said_first = said(connection.receive(&sent));
    assert_eq!(said_first["code"], 2, "{said_first}");
    let long = json!({"op": "connect", "applicationId": "a", "sessionToken": "x".repeat(9000)});
    let told = said(connection.receive(&long.to_string()));
    assert_eq!(told["error"], "connect must not be longer than 8192 bytes");
    let deep = json!({"op": "connect", "applicationId": {"a": {"b": 1}}});
    let told = said(connection.receive(&deep.to_string()));
    assert_eq!(told["error"], "JSON nesting depth exceeds maximum allowed depth of 2");
}

#[test]
fn refusals_are_counted() {
    let mut connection = Connection::new(Limits { refusals: 2, ..Limits::default() });
    connection.connected("c1".to_owned(), None);
    let refusal = Refusal::new(Code::INVALID_SESSION_TOKEN, "Invalid session token");
    connection.refused(Some(1), &refusal, false);
    assert!(!connection.is_refused_too_often());
    connection.failed(2, &refusal);
    assert!(connection.is_refused_too_often());
}
