//! Webhooks: their receivers, their signatures, and the handling of receivers that do not answer.

use integrations::standard_webhook::{self, SigningSecret};
use integrations::{Answer, CallFailed, Request};
use parse_engine::worker::drain_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

const URL: &str = "https://ci.example/hook";

async fn hook(programme: &Programme, who: &TestUser, events: Json) -> (String, SigningSecret) {
    let params = json!({ "name": "CI", "url": URL, "preset": "json", "events": events });
    let saved = programme.ask(who, "webhookSave", params).await;
    let secret = saved["secret"].as_str().and_then(SigningSecret::parse).expect("a secret");
    (saved["webhook"]["id"].as_str().expect("an id").to_owned(), secret)
}

async fn report(programme: &Programme, who: &TestUser, more: Json) -> u64 {
    let mut report = json!({
        "kind": "bug", "title": "Swap reverts after approve", "area": "swap", "build": "unknownweb",
        "body": "It reverts whenever I approve and swap in one go.",
    });
    for (name, value) in more.as_object().expect("an object") {
        report[name] = value.clone();
    }
    programme.ask(who, "issueSubmit", report).await["number"].as_u64().expect("a number")
}

/// Lets events be consumed, then what waits be sent.
async fn told(programme: &Programme) {
    drain_all(&programme.engine).await;
    drain_all(&programme.engine).await;
}

fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    let found = request.headers.iter().find(|(known, _)| known == name);
    &found.unwrap_or_else(|| panic!("{name}")).1
}

fn is_proved(programme: &Programme, request: &Request, secret: &SigningSecret) -> bool {
    let now = programme.now().millis() / 1000;
    let (id, at) = (header(request, "webhook-id"), header(request, "webhook-timestamp"));
    let signature = header(request, "webhook-signature");
    standard_webhook::verify(secret, id, at, signature, &request.body, now).is_ok()
}

async fn only(programme: &Programme, who: &TestUser) -> Json {
    let page = programme.ask(who, "webhookDeliveries", json!({})).await;
    page["rows"][0].clone()
}

#[test]
fn a_webhook_is_told_once_of_what_it_wants_and_can_prove_it() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let (_, secret) = hook(&programme, &mia, json!(["issue.*"])).await;
        let number = report(&programme, &rin, json!({})).await;
        told(&programme).await;
        told(&programme).await;
        let heard = programme.outside.heard(URL);
        assert_eq!(heard.len(), 1);
        assert!(is_proved(&programme, &heard[0], &secret));
        let body: Json = serde_json::from_slice(&heard[0].body).expect("JSON");
        assert_eq!(body["type"], "issue.submitted");
        assert_eq!(body["data"]["issue"]["number"], number);
        assert_eq!(body["data"]["issue"]["title"], "Swap reverts after approve");
        let row = only(&programme, &mia).await;
        assert_eq!(
            (&row["state"], &row["attempts"], &row["status"]),
            (&json!("sent"), &json!(1), &json!(200))
        );
        assert_eq!(row["messageId"], header(&heard[0], "webhook-id"));
    });
}

#[test]
fn of_a_private_issue_a_webhook_learns_number_and_type_alone_even_if_it_became_private_later() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        hook(&programme, &mia, json!(["*"])).await;
        report(&programme, &rin, json!({ "private": true })).await;
        told(&programme).await;
        programme.outside.answer_next(URL, Ok(Answer::new(500, "")));
        let later = report(&programme, &programme.tester("sam").await, json!({})).await;
        told(&programme).await;
        let hide = json!({ "number": later, "visibility": "private" });
        programme.ask(&mia, "issueSetVisibility", hide).await;
        programme.clock.advance(20);
        told(&programme).await;
        let heard = programme.outside.heard(URL);
        let texts: Vec<String> =
            heard.iter().map(|one| String::from_utf8_lossy(&one.body).into_owned()).collect();
        assert!(heard.len() >= 3, "{texts:?}");
        assert!(!texts[0].contains("Swap reverts"), "{}", texts[0]);
        assert!(texts[0].contains(r#""number":1"#), "{}", texts[0]);
        assert!(texts[2..].iter().all(|text| !text.contains("Swap reverts")), "{texts:?}");
    });
}

#[test]
fn what_fails_is_sent_again_with_the_same_id_and_text_and_can_be_replayed() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let (_, secret) = hook(&programme, &mia, json!(["issue.submitted"])).await;
        programme.outside.answer_next(URL, Ok(Answer::new(500, format!("no {URL}"))));
        programme.outside.answer_next(URL, Err(CallFailed::Unsure("cut".into())));
        report(&programme, &rin, json!({})).await;
        told(&programme).await;
        let failed = only(&programme, &mia).await;
        assert_eq!((&failed["state"], &failed["response"]), (&json!("failed"), &json!("no …")));
        programme.clock.advance(5);
        told(&programme).await;
        assert_eq!(programme.outside.heard(URL).len(), 1, "it is not due");
        programme.clock.advance(8);
        told(&programme).await;
        programme.clock.advance(75);
        told(&programme).await;
        assert_eq!(only(&programme, &mia).await["state"], "sent");
        let replay = json!({ "delivery": failed["id"] });
        programme.ask(&mia, "webhookReplay", replay).await;
        told(&programme).await;
        let heard = programme.outside.heard(URL);
        assert_eq!(heard.len(), 4);
        for again in &heard {
            assert_eq!(header(again, "webhook-id"), header(&heard[0], "webhook-id"));
            assert_eq!(again.body, heard[0].body);
        }
        assert!(is_proved(&programme, &heard[3], &secret));
        assert_ne!(header(&heard[3], "webhook-signature"), header(&heard[0], "webhook-signature"));
    });
}

#[test]
fn both_secrets_sign_for_a_day_and_then_only_the_new_one() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let (id, old) = hook(&programme, &mia, json!(["issue.submitted"])).await;
        let rolled = programme.ask(&mia, "webhookRollSecret", json!({ "id": id })).await;
        let new = SigningSecret::parse(rolled["secret"].as_str().expect("a secret")).expect("one");
        report(&programme, &rin, json!({})).await;
        told(&programme).await;
        programme.clock.advance(86_401);
        report(&programme, &programme.tester("sam").await, json!({})).await;
        told(&programme).await;
        let heard = programme.outside.heard(URL);
        let now = |request: &Request| {
            header(request, "webhook-timestamp").parse::<i64>().expect("seconds")
        };
        let proved = |request: &Request, secret: &SigningSecret| {
            let (id, at) = (header(request, "webhook-id"), header(request, "webhook-timestamp"));
            let signature = header(request, "webhook-signature");
            let body = &request.body;
            standard_webhook::verify(secret, id, at, signature, body, now(request)).is_ok()
        };
        assert!(proved(&heard[0], &old) && proved(&heard[0], &new));
        assert!(!proved(&heard[1], &old) && proved(&heard[1], &new));
    });
}

#[test]
fn a_receiver_that_is_gone_is_switched_off_at_once_and_administrators_are_told() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let (id, _) = hook(&programme, &mia, json!(["*"])).await;
        programme.outside.answer_next(URL, Ok(Answer::new(410, "")));
        report(&programme, &rin, json!({})).await;
        told(&programme).await;
        let list = programme.ask(&mia, "webhookList", json!({})).await;
        assert_eq!(
            (&list["rows"][0]["state"], &list["rows"][0]["url"]),
            (&json!("disabled"), &json!("ci.example/…hook"))
        );
        let events =
            "select string_agg(type, ' ') from _touchstone.event where type = 'webhook.disabled'";
        assert_eq!(programme.text(events).await, "webhook.disabled");
        let enabled = programme.ask(&mia, "webhookEnable", json!({ "id": id })).await;
        assert_eq!(
            (&enabled["webhook"]["state"], &enabled["webhook"]["failures"]),
            (&json!("on"), &json!(0))
        );
    });
}

#[test]
fn fifty_failures_in_a_row_disable_a_webhook_and_hold_up_no_other() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        hook(&programme, &mia, json!(["issue.submitted"])).await;
        let other = json!({ "name": "Other", "url": "https://other.example/", "preset": "json", "events": ["issue.submitted"] });
        programme.ask(&mia, "webhookSave", other).await;
        programme.outside.answer_always(URL, Ok(Answer::new(500, "")));
        for reporter in programme.crowd(12, 2).await {
            report(&programme, &reporter, json!({})).await;
        }
        told(&programme).await;
        assert_eq!(programme.outside.heard("https://other.example/").len(), 12);
        let failing = "select failures || ' ' || state from _touchstone.webhook where name = 'CI'";
        for _ in 0..500 {
            if programme.text(failing).await.ends_with("disabled") {
                break;
            }
            programme.clock.advance(301);
            told(&programme).await;
        }
        // Attempts that were under way with the fiftieth still count.
        let ended = programme.text(failing).await;
        let failures = ended.strip_suffix(" disabled").and_then(|text| text.parse::<u32>().ok());
        assert!(failures.is_some_and(|failures| (50..54).contains(&failures)), "{ended}");
        let heard = programme.outside.heard(URL).len();
        programme.clock.advance(86_400);
        told(&programme).await;
        assert_eq!(programme.outside.heard(URL).len(), heard, "nothing more is sent");
    });
}

#[test]
fn a_wait_that_the_receiver_asks_for_is_obeyed_and_is_no_failure() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        hook(&programme, &mia, json!(["issue.submitted"])).await;
        let mut busy = Answer::new(429, "");
        busy.headers.push(("retry-after".to_owned(), "600".to_owned()));
        programme.outside.answer_next(URL, Ok(busy));
        report(&programme, &rin, json!({})).await;
        told(&programme).await;
        programme.clock.advance(300);
        told(&programme).await;
        assert_eq!(programme.outside.heard(URL).len(), 1);
        assert_eq!(programme.text("select failures::text from _touchstone.webhook").await, "0");
        programme.clock.advance(310);
        told(&programme).await;
        assert_eq!(only(&programme, &mia).await["state"], "sent");
    });
}

#[test]
fn trying_a_webhook_out_says_what_came_of_it_and_only_administrators_may() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let (id, secret) = hook(&programme, &mia, json!(["*"])).await;
        let tried = programme.ask(&mia, "webhookTest", json!({ "id": id })).await;
        assert_eq!((&tried["ok"], &tried["status"]), (&json!(true), &json!(200)));
        let heard = programme.outside.heard(URL);
        assert!(is_proved(&programme, &heard[0], &secret));
        assert_eq!(
            serde_json::from_slice::<Json>(&heard[0].body).expect("JSON")["type"],
            "test.ping"
        );
        programme.outside.answer_next(URL, Ok(Answer::new(500, "")));
        let tried = programme.ask(&mia, "webhookTest", json!({ "id": id })).await;
        assert_eq!(
            (&tried["ok"], &tried["detail"]),
            (&json!(false), &json!("The receiver answered 500."))
        );
        for name in ["webhookList", "webhookTest", "webhookSave", "webhookDeliveries"] {
            assert_eq!(programme.refusal(Some(&rin), name, json!({})).await.0, 119, "{name}");
        }
    });
}

#[test]
fn addresses_that_do_not_fit_are_refused_and_chats_take_only_their_own() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        for (preset, url) in [
            ("json", "https://10.0.0.1/"),
            ("json", "https://user:word@ci.example/"),
            ("json", "ci.example"),
            ("discord", "https://evil.example/api/webhooks/1/abc"),
            ("slack", "https://discord.com/api/webhooks/1/abc"),
        ] {
            let params = json!({ "name": "x", "url": url, "preset": preset, "events": ["*"] });
            let (code, told) = programme.refusal(Some(&mia), "webhookSave", params).await;
            assert!(code == 142 && told.starts_with("WEBHOOK_URL"), "{url}: {told}");
        }
        let discord = "https://discord.com/api/webhooks/1/abcdef";
        let params =
            json!({ "name": "Team", "url": discord, "preset": "discord", "events": ["*"] });
        let saved = programme.ask(&mia, "webhookSave", params).await;
        assert!(saved["secret"].is_null(), "chats verify no signatures");
        report(&programme, &programme.tester("rin").await, json!({})).await;
        told(&programme).await;
        let heard = programme.outside.heard("https://discord.com/api/webhooks/1/abcdef");
        assert_eq!(heard.len(), 1);
        let stored = programme.text("select url || url_shown from _touchstone.webhook").await;
        assert!(!stored.contains("webhooks/1"), "{stored}");
    });
}
