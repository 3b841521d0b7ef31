use std::io::Write as _;
use std::process::{Command, Stdio};

use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};

use super::app::{AppKey, request_installation_token};
use super::*;
use crate::call::{Answer, Request};
use crate::outside::Outside;
use crate::tracker::scripted_outside::{ScriptedOutside, run};
use crate::tracker::{InvalidDelivery, News, WebhookDelivery, hex_of_bytes};

fn github(outside: &dyn Outside, access: Access) -> Github<'_> {
    Github {
        outside,
        base: BASE.to_owned(),
        repository: repository(),
        access,
        credential: "t1".to_owned(),
    }
}

fn person(outside: &dyn Outside) -> Github<'_> {
    github(outside, Access::Person { token: "a token".to_owned() })
}

fn repository() -> Repository {
    Repository::parse("swap-team/swap").unwrap()
}

fn key() -> IdempotencyKey {
    let marker = "<!-- touchstone:t1:i1:w1 -->".to_owned();
    IdempotencyKey { marker, uuid: String::new(), since: 1_794_825_840_000 }
}

fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    &request.headers.iter().find(|(known, _)| known == name).expect("a header").1
}

fn issue(state: &str, reason: Option<&str>) -> Json {
    json!({ "id": 99, "number": 12, "node_id": "I_x", "title": "Sent to a different pool",
        "html_url": "https://github.com/swap-team/swap/issues/12", "state": state,
        "state_reason": reason, "updated_at": "2026-11-16T10:44:00Z",
        "body": "text\n\n<!-- touchstone:t1:i1:w1 -->\n" })
}

#[test]
fn a_new_issue_carries_our_mark_and_what_every_call_needs() {
    let body = Document::new("@rin saw it", "https://beta.example/issues/7", "From:");
    let new = NewIssue {
        title: "Sent to a different pool".to_owned(),
        body,
        url: "https://beta.example/issues/7".to_owned(),
        severity: Some(1),
    };
    let create = async |outside: &dyn Outside| person(outside).create(&new, &key()).await;
    let (asked, created) = run([(201, issue("open", None))], create);
    assert_eq!(asked[0].url, "https://api.github.com/repos/swap-team/swap/issues");
    assert_eq!(header(&asked[0], "authorization"), "Bearer a token");
    assert_eq!(header(&asked[0], "x-github-api-version"), "2026-03-10");
    assert_eq!(header(&asked[0], "accept"), "application/vnd.github+json");
    assert_eq!(header(&asked[0], "user-agent"), "Touchstone");
    let sent: Json = serde_json::from_slice(&asked[0].body).unwrap();
    let text = sent["body"].as_str().unwrap();
    assert!(text.ends_with("\n\n<!-- touchstone:t1:i1:w1 -->"), "{text}");
    assert!(!text.contains("@rin"), "{text}");
    let created = created.unwrap();
    assert_eq!((created.label.as_str(), created.external.as_str()), ("swap#12", "99"));
    assert_eq!(created.state.word, "open");
    let (_, refused) = run([(410, json!({ "message": "off" }))], create);
    assert!(matches!(refused, Err(Outcome::Gone(_))));
}

#[test]
fn what_was_perhaps_made_is_found_by_its_mark_alone() {
    let other = json!({ "id": 1, "number": 1, "body": "<!-- touchstone:t1:i1:w1 --> quoted" });
    let list = json!([other, issue("open", None)]);
    let find = async |outside: &dyn Outside| person(outside).find(&key()).await;
    let (asked, found) = run([(200, list)], find);
    assert!(asked[0].url.contains("since=2026-11-16T10:39:00Z"), "{}", asked[0].url);
    assert_eq!(found.unwrap().unwrap().external, "99");
    assert_eq!(run([(200, json!([other]))], find).1, Ok(None));
    let comments = json!([{ "id": 5, "body": "said\n\n<!-- touchstone:t1:i1:w1 -->" }]);
    let of = json!({ "number": 12 });
    let (asked, found) =
        run([(200, comments)], async |outside| person(outside).find_comment(&of, &key()).await);
    assert!(asked[0].url.contains("/issues/12/comments?since="), "{}", asked[0].url);
    assert_eq!(found, Ok(Some("5".to_owned())));
}

#[test]
fn states_go_over_with_their_reason_and_are_read_back() {
    let of = json!({ "repository": "swap-team/swap", "number": 12 });
    let root = json!({ "id": 7 });
    let cases = [
        (Target::Accepted, "open", "reopened"),
        (Target::Done, "closed", "completed"),
        (Target::Dropped, "closed", "not_planned"),
        (Target::Duplicate, "closed", "duplicate"),
    ];
    for (target, state, reason) in cases {
        let (asked, change) = run([(200, issue(state, Some(reason)))], async |outside| {
            person(outside).set_state(&of, target, Some(&root)).await
        });
        assert_eq!(asked[0].method, Method::Patch);
        let sent: Json = serde_json::from_slice(&asked[0].body).unwrap();
        assert_eq!((&sent["state"], &sent["state_reason"]), (&json!(state), &json!(reason)));
        assert_eq!(sent["duplicate_issue_id"].is_u64(), target == Target::Duplicate);
        let Ok(StateChange::Done(state)) = change else { panic!("{change:?}") };
        assert!(person(&ScriptedOutside::default()).fits(target, &state.word), "{state:?}");
    }
    assert!(!person(&ScriptedOutside::default()).fits(Target::Done, "open"));
}

#[test]
fn only_addresses_of_this_repository_are_located() {
    let at = |url: &str| person(&ScriptedOutside::default()).locate(url);
    let found = at("https://github.com/Swap-Team/swap/issues/12#issuecomment-5").unwrap();
    assert_eq!(found["number"], 12);
    for url in [
        "https://github.com/swap-team/other/issues/12",
        "https://evil.test/swap-team/swap/issues/12",
        "https://github.com/swap-team/swap/pull/12",
        "https://github.com/swap-team/swap/issues/x",
        "swap#12",
    ] {
        assert_eq!(at(url), None, "{url}");
    }
}

fn openssl(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("openssl")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("openssl");
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap().stdout
}

#[test]
fn an_app_proves_itself_with_either_form_of_its_key() {
    let pkcs8 = openssl(&["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], b"");
    let pkcs1 = openssl(&["rsa", "-traditional"], &pkcs8);
    let public = openssl(&["rsa", "-RSAPublicKey_out", "-outform", "DER"], &pkcs8);
    let jwt_of = |pem: &[u8]| {
        let key = AppKey::parse(std::str::from_utf8(pem).unwrap()).expect("a key");
        key.jwt("Iv1.client", 1_794_825_840_000, &SystemRandom::new()).expect("a proof")
    };
    let jwt = jwt_of(&pkcs1);
    assert_eq!(jwt, jwt_of(&pkcs8), "the same key, whatever its form");
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let (text, signature) = jwt.rsplit_once('.').unwrap();
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public)
        .verify(text.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap())
        .expect("signed");
    let claims = URL_SAFE_NO_PAD.decode(text.split_once('.').unwrap().1).unwrap();
    let claims: Json = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims, json!({ "iat": 1_794_825_780, "exp": 1_794_826_380, "iss": "Iv1.client" }));
    assert!(AppKey::parse("no key").is_none());
}

#[test]
fn an_app_enters_with_a_token_of_any_length_and_no_more_than_it_needs() {
    let long = format!("ghs_1_{}", "x".repeat(400));
    let answers = [
        (200, json!({ "id": 5 })),
        (201, json!({ "token": long, "expires_at": "2026-11-16T11:44:00Z" })),
    ];
    let request = async |outside: &dyn Outside| {
        request_installation_token(outside, BASE, &repository(), "proof", "t1").await
    };
    let (asked, token) = run(answers, request);
    assert_eq!(asked[1].url, "https://api.github.com/app/installations/5/access_tokens");
    let sent: Json = serde_json::from_slice(&asked[1].body).unwrap();
    assert_eq!(sent["repositories"], json!(["swap"]));
    assert_eq!(sent["permissions"], json!({ "issues": "write", "metadata": "read" }));
    assert!(token.is_ok_and(|token| token.token == long));
    let (_, refused) = run([(404, json!({ "message": "Not Found" }))], request);
    assert!(matches!(refused, Err(Outcome::Broken(why)) if why.contains("not installed")));
}

#[test]
fn what_never_arrived_is_asked_for_once_and_only_by_apps() {
    let app = Access::App { jwt: "proof".to_owned(), token: "token".to_owned() };
    let list = json!([
        { "id": 4, "guid": "a", "status": "OK" },
        { "id": 3, "guid": "a", "status": "failed to connect to host" },
        { "id": 2, "guid": "b", "status": "timed out" },
        { "id": 1, "guid": "b", "status": "timed out" },
    ]);
    let (asked, count) = run([(200, list), (202, json!({}))], async |outside| {
        github(outside, app).redeliver_webhooks().await
    });
    assert_eq!(count, Ok(1));
    assert!(asked[1].url.ends_with("/app/hook/deliveries/2/attempts"), "{}", asked[1].url);
    assert_eq!(header(&asked[1], "authorization"), "Bearer proof");
    let none: [Answer; 0] = [];
    assert_eq!(run(none, async |outside| person(outside).redeliver_webhooks().await).1, Ok(0));
}

#[test]
fn a_person_s_token_says_when_it_ends() {
    let mut user = Answer::from((200, json!({ "id": 3, "login": "mia" })));
    let end =
        ("github-authentication-token-expiration".to_owned(), "2026-11-19 10:00:00 UTC".to_owned());
    user.headers.push(end);
    let answers = [user, (200, json!({ "has_issues": true })).into()];
    let (_, tested) = run(answers, async |outside| person(outside).test().await);
    let tested = tested.unwrap();
    assert_eq!(tested.account.as_deref(), Some("3"));
    assert_eq!(tested.ends_at, moment::millis("2026-11-19T10:00:00Z"));
    assert_eq!(tested.detail, "swap-team/swap, as mia");
}

#[test]
fn an_app_is_tested_as_its_bot_user() {
    let app = Access::App { jwt: "proof".to_owned(), token: "token".to_owned() };
    let answers = [
        (200, json!({ "id": 8, "slug": "relay" })),
        (200, json!({ "id": 4 })),
        (404, json!({ "message": "Not Found" })),
    ];
    let (asked, tested) = run(answers, async |outside| github(outside, app).test().await);
    let sent: Vec<(&str, &str)> =
        asked.iter().map(|one| (one.url.as_str(), header(one, "authorization"))).collect();
    let expected = [
        ("https://api.github.com/app", "Bearer proof"),
        ("https://api.github.com/users/relay%5Bbot%5D", "Bearer token"),
        ("https://api.github.com/repos/swap-team/swap", "Bearer token"),
    ];
    assert_eq!(sent, expected);
    assert!(matches!(tested, Err(Outcome::Broken(why)) if why.contains("does not exist")));
}

fn sign(secret: &str, body: &[u8]) -> String {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    format!("sha256={}", hex_of_bytes(ring::hmac::sign(&key, body).as_ref()))
}

fn verify(event: &str, body: &Json) -> Result<WebhookDelivery, InvalidDelivery> {
    let body = body.to_string();
    let headers = [
        ("x-github-event", event.to_owned()),
        ("x-github-delivery", "d-1".to_owned()),
        ("x-hub-signature-256", sign("s", body.as_bytes())),
    ]
    .map(|(name, value)| (name.to_owned(), value));
    hook::verify("s", &repository(), &headers, body.as_bytes())
}

#[test]
fn a_signature_is_what_github_publishes_and_nothing_else_is_believed() {
    let known = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    assert_eq!(sign("It's a Secret to Everybody", b"Hello, World!"), known);
    let verify = |signature: &str, secret: &str| {
        let headers = [("x-hub-signature-256".to_owned(), signature.to_owned())];
        hook::verify(secret, &repository(), &headers, b"Hello, World!").unwrap_err()
    };
    assert_eq!(
        verify(known, "It's a Secret to Everybody"),
        InvalidDelivery::Form,
        "signed, but no event"
    );
    assert_eq!(verify(known, "another"), InvalidDelivery::Signature);
    assert_eq!(verify("sha256=", ""), InvalidDelivery::Signature);
    assert_eq!(
        verify(&known.replace("sha256=", "sha1="), "It's a Secret to Everybody"),
        InvalidDelivery::Signature
    );
}

#[test]
fn events_become_news() {
    let sender = json!({ "id": 3, "login": "mia", "type": "User" });
    let closed = json!({ "action": "closed", "issue": issue("closed", Some("not_planned")), "sender": sender });
    let delivery = verify("issues", &closed).unwrap();
    assert_eq!((delivery.id.as_str(), delivery.sender.as_deref()), ("d-1", Some("3")));
    let News::State { external, state } = delivery.news else { panic!("{delivery:?}") };
    assert_eq!((external.as_str(), state.meaning), ("99", Meaning::Dropped));
    let comment = json!({ "action": "created", "issue": { "id": 99 },
        "comment": { "id": 5, "body": "no", "performed_via_github_app": { "id": 8 } } });
    let delivery = verify("issue_comment", &comment).unwrap();
    assert_eq!(delivery.application.as_deref(), Some("8"));
    assert!(matches!(delivery.news, News::Comment { .. }));
    let mut pull = comment.clone();
    pull["issue"]["pull_request"] = json!({});
    assert_eq!(verify("issue_comment", &pull).unwrap().news, News::Nothing);
    let moved = json!({ "action": "transferred", "issue": { "id": 99 }, "changes": {
        "new_issue": issue("open", None), "new_repository": { "full_name": "swap-team/web" } } });
    let News::Renamed { to, .. } = verify("issues", &moved).unwrap().news else { panic!() };
    assert_eq!(to.reference["repository"], "swap-team/web");
    let removed = |name: &str| {
        let body = json!({ "action": "removed", "repositories_removed": [{ "full_name": name }] });
        verify("installation_repositories", &body).unwrap().news
    };
    assert!(matches!(removed("Swap-Team/Swap"), News::Broken(_)));
    assert_eq!(removed("swap-team/other"), News::Nothing);
    assert_eq!(verify("ping", &json!({})).unwrap().news, News::Nothing);
}
