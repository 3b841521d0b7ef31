use outbound::network::Networks;
use serde_json::json;

use super::*;

fn keys() -> Keys {
    Keys {
        application_id: "app".to_owned(),
        master: "master".into(),
        master_from: Networks::parse("127.0.0.1").unwrap(),
        read_only_master: Some("readonly".into()),
        read_only_master_from: Networks::parse("0.0.0.0/0").unwrap(),
        maintenance: Some("maintenance".into()),
        maintenance_from: Networks::parse("127.0.0.1").unwrap(),
        ..Keys::default()
    }
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(k, v)| (k.parse().unwrap(), v.parse().unwrap())).collect()
}

fn map(json: Json) -> JsonMap {
    let Json::Object(map) = json else { panic!("an object was expected") };
    map
}

/// What is found, and what is left of the body.
fn completed<'a>(
    headers: &'a HeaderMap,
    body: Json,
) -> Result<(Credentials<'a>, JsonMap), HttpError> {
    let mut found = Credentials::from_headers(headers);
    let mut body = map(body);
    found.complete(headers, &mut body, &keys()).map(|()| (found, body))
}

fn is_unauthorized<T>(result: Result<T, HttpError>) -> bool {
    matches!(result, Err(HttpError::Unauthorized))
}

const HERE: &str = "127.0.0.1";
const ELSEWHERE: &str = "8.8.8.8";

fn key_from(from: &str, pairs: &[(&'static str, &str)]) -> Result<Key, HttpError> {
    authenticate_key(&Credentials::from_headers(&headers(pairs)), from.parse().unwrap(), &keys())
}

#[test]
fn carried_keys_are_taken_out_of_the_body() {
    let none = HeaderMap::new();
    let body = json!({
        "_ApplicationId": "app", "_ClientVersion": "js8", "_InstallationId": "device",
        "_SessionToken": "r:1", "_MasterKey": "master", "_MaintenanceKey": "m",
        "_RevocableSession": "1", "_JavaScriptKey": "js", "_noBody": true, "name": "kettle",
    });
    let (found, left) = completed(&none, body).unwrap();
    assert_eq!(Json::Object(left), json!({ "name": "kettle" }));
    assert_eq!(found.session_token.as_deref(), Some("r:1"));
    assert_eq!(found.installation_id.as_deref(), Some("device"));
    assert_eq!(found.master_key.as_deref(), Some("master"));
    assert_eq!(found.maintenance_key.as_deref(), Some("m"));
    assert_eq!(found.javascript_key.as_deref(), Some("js"));
}

#[test]
fn carried_keys_are_data_beside_an_application_id_in_the_headers() {
    let headers = headers(&[("x-parse-application-id", "app")]);
    let body = json!({ "_ApplicationId": "app", "_SessionToken": "r:1", "_noBody": 1 });
    let (found, left) = completed(&headers, body).unwrap();
    assert_eq!(Json::Object(left), json!({ "_ApplicationId": "app", "_SessionToken": "r:1" }));
    assert_eq!(found.session_token, None);
}

#[test]
fn an_unknown_application_in_the_headers_leaves_the_body_a_chance() {
    let headers = headers(&[("x-parse-application-id", "other")]);
    assert!(completed(&headers, json!({ "_ApplicationId": "app" })).is_ok());
    assert!(is_unauthorized(completed(&headers, json!({}))));
    assert!(is_unauthorized(completed(&headers, json!({ "_ApplicationId": "another" }))));
}

#[test]
fn carried_keys_that_are_not_text_are_refused() {
    let none = HeaderMap::new();
    for name in ["_SessionToken", "_MasterKey", "_InstallationId", "_MaintenanceKey"] {
        let body = json!({ "_ApplicationId": "app", name: { "$ne": "" } });
        assert!(is_unauthorized(completed(&none, body)), "{name}");
    }
    assert!(is_unauthorized(completed(&none, json!({ "_ApplicationId": { "$ne": "" } }))));
}

#[test]
fn a_master_key_header_must_fit_the_application_of_the_body() {
    let body = || json!({ "_ApplicationId": "app" });
    let wrong = headers(&[("x-parse-master-key", "not-it")]);
    assert!(is_unauthorized(completed(&wrong, body())));
    let right = headers(&[("x-parse-master-key", "master")]);
    assert!(completed(&right, body()).is_ok());
}

#[test]
fn basic_authentication_names_the_application_and_a_key() {
    let with = |text: &str| {
        let encoded = base64::engine::general_purpose::STANDARD.encode(text);
        headers(&[("authorization", &format!("Basic {encoded}"))])
    };
    let master = with("app:master");
    let (found, _) = completed(&master, json!({})).unwrap();
    assert_eq!(found.master_key.as_deref(), Some("master"));
    let script = with("app:javascript-key=js");
    let (found, _) = completed(&script, json!({})).unwrap();
    assert_eq!((found.master_key, found.javascript_key.as_deref()), (None, Some("js")));
    assert!(is_unauthorized(completed(&with("other:master"), json!({}))));
    assert!(is_unauthorized(completed(&with("app"), json!({}))));
}

#[test]
fn each_strong_key_is_worth_its_own_rights() {
    let key_of = |name, key| key_from(HERE, &[(name, key)]).unwrap();
    assert_eq!(key_of("x-parse-master-key", "master"), Key::Master);
    assert_eq!(key_of("x-parse-master-key", "readonly"), Key::ReadOnlyMaster);
    assert_eq!(key_of("x-parse-maintenance-key", "maintenance"), Key::Maintenance);
    assert_eq!(key_of("x-parse-master-key", "maintenance"), Key::None);
    assert_eq!(key_of("x-parse-master-key", "mastes"), Key::None);
    assert_eq!(key_of("x-parse-master-key", "masterly"), Key::None);
}

#[test]
fn the_maintenance_key_is_looked_at_first() {
    let both = [("x-parse-master-key", "master"), ("x-parse-maintenance-key", "maintenance")];
    assert_eq!(key_from(HERE, &both).unwrap(), Key::Maintenance);
}

#[test]
fn a_right_key_from_the_wrong_place_is_refused() {
    assert!(is_unauthorized(key_from(ELSEWHERE, &[("x-parse-master-key", "master")])));
    assert!(is_unauthorized(key_from(ELSEWHERE, &[("x-parse-maintenance-key", "maintenance")])));
    let read_only = key_from(ELSEWHERE, &[("x-parse-master-key", "readonly")]);
    assert_eq!(read_only.unwrap(), Key::ReadOnlyMaster);
    assert_eq!(key_from(ELSEWHERE, &[("x-parse-master-key", "wrong")]).unwrap(), Key::None);
}

#[test]
fn a_key_that_is_not_configured_opens_nothing() {
    let bare = Keys { master: "master".into(), ..Keys::default() };
    let headers = headers(&[("x-parse-maintenance-key", ""), ("x-parse-master-key", "")]);
    let found = Credentials::from_headers(&headers);
    assert_eq!(authenticate_key(&found, HERE.parse().unwrap(), &bare).unwrap(), Key::None);
}

#[test]
fn client_keys_matter_only_where_one_is_configured() {
    let none = HeaderMap::new();
    assert!(Credentials::from_headers(&none).may_enter(&keys()));
    let guarded = Keys { rest_api: Some("rest".into()), client: Some("c".into()), ..keys() };
    assert!(!Credentials::from_headers(&none).may_enter(&guarded));
    for (name, key, enters) in [
        ("x-parse-rest-api-key", "rest", true),
        ("x-parse-client-key", "c", true),
        ("x-parse-client-key", "rest", false),
        ("x-parse-javascript-key", "rest", false),
    ] {
        let headers = headers(&[(name, key)]);
        assert_eq!(Credentials::from_headers(&headers).may_enter(&guarded), enters, "{name}");
    }
}

#[test]
fn a_context_is_an_object_or_the_text_of_one() {
    let none = HeaderMap::new();
    let context = |json: Json| {
        let body = json!({ "_ApplicationId": "app", "_context": json });
        let (mut found, _) = completed(&none, body).ok()?;
        found.take_context(&Limits::default()).ok().map(Json::Object)
    };
    assert_eq!(context(json!({ "a": 1 })), Some(json!({ "a": 1 })));
    assert_eq!(context(json!("{\"a\":1}")), Some(json!({ "a": 1 })));
    for bad in [json!("[1]"), json!("x"), json!(7), json!([1])] {
        assert_eq!(context(bad.clone()), None, "{bad}");
    }
    let headers = headers(&[("x-parse-cloud-context", "no")]);
    let refusal = Credentials::from_headers(&headers).take_context(&Limits::default()).unwrap_err();
    assert_eq!((refusal.code.0, &*refusal.message), (107, "Invalid object for context."));
}
