use super::*;
use crate::tracker::scripted_outside::{ScriptedOutside, run};
use crate::tracker::{InvalidDelivery, News, WebhookDelivery, hex_of_bytes};

const ID: &str = "8d5e0c1a-0000-4000-8000-000000000001";

fn linear(outside: &dyn Outside) -> Linear<'_> {
    Linear {
        outside,
        base: BASE.to_owned(),
        token: "lin_api_x".to_owned(),
        team: "team".to_owned(),
        states: json!([
            { "id": "s1", "type": "backlog", "position": 2 }, { "id": "s0", "type": "backlog", "position": 1 },
            { "id": "s2", "type": "started", "position": 0 }, { "id": "s3", "type": "completed", "position": 0 },
            { "id": "s4", "type": "canceled", "position": 0 }]),
        chosen: json!({ "started": "mine" }),
        credential: "t1".to_owned(),
    }
}

fn key() -> IdempotencyKey {
    IdempotencyKey { marker: String::new(), uuid: ID.to_owned(), since: 0 }
}

fn issue(kind: &str) -> Json {
    json!({ "id": ID, "identifier": "SWP-12", "title": "t", "url": "https://linear.app/swap/issue/SWP-12",
        "updatedAt": "2026-11-16T10:44:00.000Z", "state": { "id": "s0", "type": kind } })
}

fn refused(status: u16, kind: &str, code: Option<&str>) -> Answer {
    let extensions =
        json!({ "type": kind, "code": code, "userError": true, "userPresentableMessage": "No." });
    Answer::new(
        status,
        json!({ "errors": [{ "message": "x", "extensions": extensions }] }).to_string(),
    )
}

fn yes(data: &Json) -> Answer {
    Answer::new(200, json!({ "data": data }).to_string())
}

/// Runs an operation and returns the bodies of its requests.
fn play<T>(answers: &[Answer], operation: impl AsyncFnOnce(&dyn Outside) -> T) -> (Vec<Json>, T) {
    let (asked, result) = run(answers.to_vec(), operation);
    assert!(asked.iter().all(|request| request.url == "https://api.linear.app/graphql"));
    let body = |request: &Request| serde_json::from_slice(&request.body).unwrap();
    (asked.iter().map(body).collect(), result)
}

fn new() -> NewIssue {
    let url = "https://beta.example/issues/7".to_owned();
    NewIssue {
        title: "t".to_owned(),
        body: Document::new("b", &url, "From:"),
        url,
        severity: Some(2),
    }
}

#[test]
fn an_issue_is_made_under_our_own_id_with_a_way_back() {
    let answers = [
        yes(&json!({ "issueCreate": { "success": true, "issue": issue("backlog") } })),
        yes(&json!({})),
    ];
    let (asked, created) =
        play(&answers, async |outside| linear(outside).create(&new(), &key()).await);
    let input = &asked[0]["variables"]["input"];
    assert_eq!(
        (&input["id"], &input["teamId"], &input["priority"]),
        (&json!(ID), &json!("team"), &json!(2))
    );
    assert_eq!(asked[1]["variables"]["input"]["url"], "https://beta.example/issues/7");
    assert_eq!(created.unwrap().label, "SWP-12");
}

#[test]
fn an_id_that_is_taken_by_our_first_try_counts_as_made() {
    let taken = refused(200, "invalid input", None);
    let create = async |outside: &dyn Outside| linear(outside).create(&new(), &key()).await;
    let answers = [taken.clone(), yes(&json!({ "issue": issue("backlog") }))];
    assert_eq!(play(&answers, create).1.unwrap().external, ID);
    let missing = refused(200, "invalid input", None);
    assert_eq!(play(&[taken.clone(), missing], create).1, Err(Outcome::Bad("No.".to_owned())));
    let answers = [taken, yes(&json!({ "comment": { "id": ID } }))];
    let (_, commented) = play(&answers, async |outside| {
        linear(outside).comment(&json!({ "id": "i" }), &new().body, &key()).await
    });
    assert_eq!(commented, Ok(ID.to_owned()));
}

#[test]
fn a_state_is_the_first_of_its_type_unless_somebody_chose_another() {
    let of = json!({ "id": ID });
    let state_for = |target| {
        let answer = yes(&json!({ "issueUpdate": { "issue": issue("started") } }));
        let (asked, _) =
            play(&[answer], async |outside| linear(outside).set_state(&of, target, None).await);
        asked[0]["variables"]["input"]["stateId"].clone()
    };
    assert_eq!(state_for(Target::Started), "mine");
    assert_eq!(state_for(Target::Accepted), "s0", "the backlog, if there is no unstarted state");
    assert_eq!(state_for(Target::Duplicate), "s4");
    let (asked, change) = play(&[], async |outside| {
        let bare = Linear { states: json!([]), ..linear(outside) };
        bare.set_state(&of, Target::Done, None).await
    });
    assert!(asked.is_empty() && matches!(change, Ok(StateChange::NotFromHere(_))));
    let outside = ScriptedOutside::default();
    let linear = linear(&outside);
    assert!(linear.fits(Target::Reported, "triage") && !linear.fits(Target::Done, "canceled"));
}

#[test]
fn answers_are_told_apart_by_what_is_in_them() {
    let of = |answer: Answer| outcome(&Ok(answer));
    assert_eq!(of(yes(&json!({}))), Outcome::DELIVERED);
    for kind in
        ["authentication error", "forbidden", "feature not accessible", "usage limit exceeded"]
    {
        assert!(matches!(of(refused(200, kind, None)), Outcome::Broken(_)), "{kind}");
    }
    for kind in ["invalid input", "user error", "graphql error"] {
        assert!(matches!(of(refused(200, kind, None)), Outcome::Bad(_)), "{kind}");
    }
    for kind in ["internal error", "lock timeout", "network error"] {
        assert_eq!(of(refused(200, kind, None)), Outcome::LATER, "{kind}");
    }
    let mut limited = refused(400, "ratelimited", Some("RATELIMITED"));
    assert_eq!(of(limited.clone()), Outcome::LATER);
    limited.headers = [
        ("x-ratelimit-requests-remaining", "0"),
        ("x-ratelimit-requests-reset", "1794826740000"),
        ("date", "Mon, 16 Nov 2026 10:44:00 GMT"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec();
    assert_eq!(of(limited), Outcome::Later { after: Some(Duration::from_secs(900)) });
}

#[test]
fn addresses_of_issues_are_located() {
    let at = |url: &str| linear(&ScriptedOutside::default()).locate(url);
    assert_eq!(at("https://linear.app/swap/issue/SWP-12/a-title"), Some(json!({ "id": "SWP-12" })));
    for url in
        ["https://linear.app/swap/project/SWP-12", "https://evil.test/swap/issue/SWP-12", "SWP-12"]
    {
        assert_eq!(at(url), None, "{url}");
    }
}

fn sign(secret: &str, body: &str) -> String {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    hex_of_bytes(ring::hmac::sign(&key, body.as_bytes()).as_ref())
}

fn verify(body: &Json, now: i64) -> Result<WebhookDelivery, InvalidDelivery> {
    let body = body.to_string();
    let headers = [("linear-signature", sign("s", &body)), ("linear-delivery", "d".to_owned())]
        .map(|(name, value)| (name.to_owned(), value));
    hook::verify("s", &headers, body.as_bytes(), now)
}

#[test]
fn a_signature_has_no_prefix_and_an_old_delivery_is_stale() {
    let body = r#"{"action":"create","type":"Issue","webhookTimestamp":1700000000000}"#;
    let known = "0e30fc8cd283b78c118cae3e3685e9eb3595a5f7146ae4b53f8f6b042364e895";
    assert_eq!(sign("lin_wh_test", body), known);
    let mut headers = vec![("Linear-Signature".to_owned(), known.to_owned())];
    let verify = |headers: &[(String, String)], now| {
        hook::verify("lin_wh_test", headers, body.as_bytes(), now)
    };
    assert_eq!(verify(&headers, 1_700_000_000_000), Err(InvalidDelivery::Form), "no delivery");
    headers.push(("Linear-Delivery".to_owned(), "d".to_owned()));
    assert!(!verify(&headers, 1_700_000_060_000).unwrap().is_stale);
    assert!(verify(&headers, 1_700_000_060_001).unwrap().is_stale);
    headers[0].1 = format!("sha256={known}");
    assert_eq!(verify(&headers, 1_700_000_000_000), Err(InvalidDelivery::Signature));
}

#[test]
fn only_changes_of_the_state_are_news() {
    let body = |from: Json| {
        json!({ "action": "update", "type": "Issue", "actor": { "id": "u" }, "data": issue("completed"),
        "updatedFrom": from, "webhookTimestamp": 5 })
    };
    let delivery = verify(&body(json!({ "stateId": "s0" })), 5).unwrap();
    assert_eq!(delivery.sender.as_deref(), Some("u"));
    assert!(matches!(delivery.news, News::State { state, .. } if state.meaning == Meaning::Done));
    assert_eq!(verify(&body(json!({ "title": "x" })), 5).unwrap().news, News::Nothing);
    let comment = json!({ "action": "create", "type": "Comment", "webhookTimestamp": 5,
        "data": { "id": "c", "issueId": ID, "body": "no" } });
    assert!(matches!(verify(&comment, 5).unwrap().news, News::Comment { id, .. } if id == "c"));
}
