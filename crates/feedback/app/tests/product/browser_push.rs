//! Browsers that are pushed to: who may subscribe where, what is sent to them, and when that ends.

use integrations::{Answer, CallFailed, Request};
use parse_engine::worker::drain_all;
use parse_engine::write;
use parse_identity::Caller;
use parse_model::{ClassName, Json, ObjectId};
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

const SERVICE: &str = "https://fcm.googleapis.com";
// The receiver of RFC 8291; nothing here opens what it is sent.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const AGENT: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";

fn endpoint(name: &str) -> String {
    format!("{SERVICE}/fcm/send/{name}")
}

fn subscription(endpoint: &str) -> Json {
    json!({ "subscription": { "endpoint": endpoint, "expirationTime": null,
        "keys": { "p256dh": P256DH, "auth": AUTH } }, "userAgent": AGENT })
}

async fn subscribe(programme: &Programme, who: &TestUser, name: &str) -> Json {
    programme.ask(who, "pushSubscribe", subscription(&endpoint(name))).await["device"].clone()
}

async fn devices(programme: &Programme, who: &TestUser) -> Vec<Json> {
    let answer = programme.ask(who, "pushDevices", json!({})).await;
    answer["rows"].as_array().expect("rows").clone()
}

/// Plans a delivery, as the consumer of events does.
async fn plan(programme: &Programme, who: &TestUser, kind: &str, issue: Option<u32>) -> i64 {
    let client = programme.database.client().await;
    let now = programme.now().millis().to_string();
    let sql = r#"insert into _touchstone.delivery (key, channel, receiver, event, kind, bucket, issue, state, due_at, created_at)
        select 'evt_0123456789:' || random(), 'push', $1, 'evt_0123456789', $2, 'action',
            (select "objectId" from "Issue" where "number" = $3), 'waiting', t, t
        from (select 'epoch'::timestamptz + $4::text::bigint * interval '1 millisecond' as t) m returning id"#;
    let number = issue.map(f64::from);
    let row = client.query_one(sql, &[&who.id, &kind, &number, &now]).await.expect("a delivery");
    row.get(0)
}

async fn state(programme: &Programme, delivery: i64) -> (String, i32) {
    let sql = "select state, repeats from _touchstone.delivery where id = $1";
    let row = programme.database.client().await.query_one(sql, &[&delivery]).await;
    let row = row.expect("a delivery");
    (row.get(0), row.get(1))
}

/// The channels by which a user counts as reached.
async fn is_reached(programme: &Programme, who: &TestUser) -> bool {
    let sql = r#"select exists (select from _touchstone.channel_address where "user" = $1 and channel = 'push' and state = 'ok')"#;
    let row = programme.database.client().await.query_one(sql, &[&who.id]).await;
    row.expect("an answer").get(0)
}

fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    let found = request.headers.iter().find(|(known, _)| known == name);
    found.map_or("", |(_, value)| value)
}

fn answered(status: u16) -> Result<Answer, CallFailed> {
    Ok(Answer::new(status, ""))
}

#[test]
fn a_browser_is_pushed_to_from_its_subscription_on() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let key = programme.ask(&rin, "pushKey", json!({})).await["publicKey"].clone();
        assert_eq!(key, programme.ask(&mia, "pushKey", json!({})).await["publicKey"], "made once");
        let device = subscribe(&programme, &rin, "one").await;
        assert_eq!(device["label"], "Chrome on Linux");
        assert_eq!(
            (&device["service"], &device["current"]),
            (&json!("fcm.googleapis.com"), &json!(true))
        );
        assert!(is_reached(&programme, &rin).await && !is_reached(&programme, &mia).await);
        let number = programme.report_of(&rin, "Swap reverts on Sepolia").await;
        let delivery = plan(&programme, &rin, "info_asked", Some(number)).await;
        drain_all(&programme.engine).await;
        assert_eq!(state(&programme, delivery).await, ("sent".to_owned(), 0));
        let heard = programme.outside.heard(SERVICE);
        assert_eq!(heard.len(), 1);
        assert_eq!(heard[0].url, endpoint("one"));
        assert_eq!((header(&heard[0], "ttl"), header(&heard[0], "urgency")), ("86400", "high"));
        assert_eq!(header(&heard[0], "content-encoding"), "aes128gcm");
        let authorization = header(&heard[0], "authorization");
        assert!(authorization.ends_with(&format!(", k={}", key.as_str().expect("a key"))));
        assert!(heard[0].body.len() > 86 && heard[0].body.len() <= 4096);
        assert!(devices(&programme, &rin).await[0]["lastAt"].is_string());
    });
}

#[test]
fn an_endpoint_is_kept_sealed_and_shown_to_nobody() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        programme.ask(&rin, "pushKey", json!({})).await;
        subscribe(&programme, &rin, "topsecret").await;
        let told = programme.ask(&rin, "pushDevices", json!({})).await.to_string();
        assert!(!told.contains("topsecret") && !told.contains(AUTH), "{told}");
        let sql = "select (select jsonb_agg(s) from _touchstone.push_subscription s)::text
            || (select jsonb_agg(k) from _touchstone.vapid_key k)::text";
        let row = programme.database.client().await.query_one(sql, &[]).await.expect("rows");
        let kept: String = row.get(0);
        assert!(!kept.contains("topsecret") && !kept.contains(AUTH), "{kept}");
    });
}

#[test]
fn no_address_but_that_of_a_known_push_service_is_taken() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        for (address, key) in [
            ("https://169.254.169.254/latest/meta-data", "PUSH_SERVICE: "),
            ("https://127.0.0.1/", "PUSH_SERVICE: "),
            ("https://fcm.googleapis.com.evil.example/a", "PUSH_SERVICE: "),
            ("https://fcm.googleapis.com@evil.example/a", "PUSH_ENDPOINT: "),
            ("http://fcm.googleapis.com/a", "PUSH_SERVICE: "),
            ("https://fcm.googleapis.com:8443/a", "PUSH_SERVICE: "),
            ("file:///etc/passwd", "PUSH_ENDPOINT: "),
        ] {
            let refused =
                programme.refusal(Some(&rin), "pushSubscribe", subscription(address)).await;
            assert!(refused.1.starts_with(key), "{address} {refused:?}");
        }
        let mut keyless = subscription(&endpoint("one"));
        keyless["subscription"]["keys"]["p256dh"] = json!("B".repeat(87));
        let refused = programme.refusal(Some(&rin), "pushSubscribe", keyless).await;
        assert!(refused.1.starts_with("PUSH_KEYS: "), "{refused:?}");
        let refused =
            programme.refusal(None, "pushSubscribe", subscription(&endpoint("one"))).await;
        assert_eq!(refused.0, 209);
        assert!(programme.outside.heard("https://").is_empty(), "nothing was called");
    });
}

#[test]
fn a_browser_belongs_to_whoever_subscribed_last() {
    case(async {
        let programme = Programme::open().await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        subscribe(&programme, &rin, "shared").await;
        subscribe(&programme, &sam, "shared").await;
        assert!(devices(&programme, &rin).await.is_empty() && !is_reached(&programme, &rin).await);
        assert_eq!(devices(&programme, &sam).await.len(), 1);
        let foreign = json!({ "id": devices(&programme, &sam).await[0]["id"] });
        assert_eq!(programme.refusal(Some(&rin), "pushUnsubscribe", foreign).await.0, 101);
        let theirs = json!({ "endpoint": endpoint("shared") });
        let removed = programme.ask(&rin, "pushUnsubscribe", theirs).await;
        assert_eq!(removed["removed"], 0, "a user cannot end the subscription of another");
        let again = subscribe(&programme, &sam, "shared").await;
        assert_eq!(again["current"], true);
        assert_eq!(devices(&programme, &sam).await.len(), 1, "the same browser is one");
    });
}

#[test]
fn ten_browsers_are_the_most_and_one_that_was_removed_from_afar_stays_away() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let first = subscribe(&programme, &rin, "b0").await["id"].clone();
        for number in 1..10 {
            subscribe(&programme, &rin, &format!("b{number}")).await;
        }
        let eleventh = subscription(&endpoint("b10"));
        let refused = programme.refusal(Some(&rin), "pushSubscribe", eleventh.clone()).await;
        assert!(refused.1.starts_with("PUSH_DEVICES: "), "{refused:?}");
        subscribe(&programme, &rin, "b3").await;
        programme.ask(&rin, "pushUnsubscribe", json!({ "id": first })).await;
        programme.ask(&rin, "pushSubscribe", eleventh).await;
        programme.ask(&rin, "pushUnsubscribe", json!({ "endpoint": endpoint("b10") })).await;
        let mut back = subscription(&endpoint("b0"));
        back["again"] = json!(true);
        let answer = programme.ask(&rin, "pushSubscribe", back).await;
        assert_eq!(answer["device"], Json::Null, "it does not come back by itself");
        assert_eq!(subscribe(&programme, &rin, "b0").await["current"], true, "but by a press");
    });
}

#[test]
fn a_browser_that_ended_its_subscription_is_removed_and_the_others_are_told() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        subscribe(&programme, &rin, "old").await;
        subscribe(&programme, &rin, "new").await;
        programme.outside.answer_next(&endpoint("old"), answered(410));
        let delivery = plan(&programme, &rin, "mention", None).await;
        drain_all(&programme.engine).await;
        assert_eq!(state(&programme, delivery).await.0, "sent");
        assert_eq!(devices(&programme, &rin).await.len(), 1);
        programme.outside.answer_next(&endpoint("new"), answered(404));
        let delivery = plan(&programme, &rin, "mention", None).await;
        drain_all(&programme.engine).await;
        assert_eq!(state(&programme, delivery).await.0, "dropped");
        assert!(devices(&programme, &rin).await.is_empty() && !is_reached(&programme, &rin).await);
    });
}

#[test]
fn what_one_browser_took_is_not_sent_to_it_again_while_another_waits() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        subscribe(&programme, &rin, "quick").await;
        subscribe(&programme, &rin, "slow").await;
        programme.outside.answer_next(&endpoint("slow"), answered(503));
        let cut = Err(CallFailed::Unsure("the connection broke".to_owned()));
        programme.outside.answer_next(&endpoint("slow"), cut);
        let delivery = plan(&programme, &rin, "fix_check", None).await;
        for (seconds, repeats) in [(0, 0), (30, 1), (300, 1)] {
            programme.clock.advance(seconds);
            drain_all(&programme.engine).await;
            assert_eq!(state(&programme, delivery).await.1, repeats);
        }
        assert_eq!(state(&programme, delivery).await.0, "sent");
        assert_eq!(programme.outside.heard(&endpoint("quick")).len(), 1);
        let slow = programme.outside.heard(&endpoint("slow"));
        assert_eq!(slow.len(), 3);
        assert_eq!(header(&slow[1], "topic"), header(&slow[2], "topic"), "it replaces itself");
        assert_ne!(slow[1].body, slow[2].body, "each is sealed separately");
        assert_eq!(programme.how_many("select count(*) from _touchstone.push_sent").await, 0);
    });
}

#[test]
fn one_browser_with_another_key_stops_nobody_and_a_key_that_nobody_takes_stops_all() {
    case(async {
        let programme = Programme::open().await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        subscribe(&programme, &rin, "odd").await;
        programme.outside.answer_next(&endpoint("odd"), answered(403));
        let delivery = plan(&programme, &rin, "mention", None).await;
        drain_all(&programme.engine).await;
        assert_eq!(state(&programme, delivery).await.0, "dropped");
        assert!(devices(&programme, &rin).await.is_empty());
        subscribe(&programme, &sam, "good").await;
        plan(&programme, &sam, "mention", None).await;
        drain_all(&programme.engine).await;
        programme.outside.answer_next(&endpoint("good"), answered(403));
        let delivery = plan(&programme, &sam, "mention", None).await;
        drain_all(&programme.engine).await;
        assert_eq!(state(&programme, delivery).await.0, "waiting", "the queue is kept");
        assert_eq!(programme.how_many("select count(*) from _touchstone.channel_stop").await, 1);
        let tested = programme.ask(&sam, "pushTest", json!({})).await;
        assert_eq!(tested["sent"], 1, "a test that goes well lets the channel go on");
        drain_all(&programme.engine).await;
        assert_eq!(state(&programme, delivery).await.0, "sent");
    });
}

#[test]
fn a_test_says_what_became_of_it_and_is_not_repeated_at_once() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        subscribe(&programme, &rin, "gone").await;
        programme.outside.answer_next(&endpoint("gone"), answered(410));
        let tested = programme.ask(&rin, "pushTest", json!({})).await;
        assert_eq!((&tested["sent"], &tested["removed"]), (&json!(0), &json!(1)), "{tested}");
        assert!(tested["problem"].as_str().is_some_and(|text| text.ends_with('.')));
        let refused = programme.refusal(Some(&rin), "pushTest", json!({})).await;
        assert!(refused.1.starts_with("PUSH_TEST: "), "{refused:?}");
        programme.clock.advance(6);
        let tested = programme.ask(&rin, "pushTest", json!({})).await;
        assert_eq!((&tested["sent"], &tested["failed"]), (&json!(0), &json!(0)));
        assert_eq!(programme.refusal(None, "pushTest", json!({})).await.0, 209);
    });
}

#[test]
fn signing_out_and_leaving_end_what_is_pushed() {
    case(async {
        let programme = Programme::open().await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        subscribe(&programme, &rin, "here").await;
        let elsewhere = programme.sign_in("rin", crate::stage::PASSWORD).await.expect("a session");
        subscribe(&programme, &elsewhere, "there").await;
        subscribe(&programme, &sam, "sams").await;
        let client = programme.database.client().await;
        let session = r#"delete from "_Session" where "objectId" =
            (select session from _touchstone.push_subscription where "user" = $1 order by created_at, id limit 1)"#;
        assert_eq!(client.execute(session, &[&rin.id]).await.expect("a session"), 1);
        assert_eq!(devices(&programme, &elsewhere).await.len(), 1);
        assert!(is_reached(&programme, &rin).await, "the other browser is still reached");
        let cx = programme.engine.cx(Caller::master());
        let id = ObjectId::new(sam.id.clone());
        write::delete(&cx, &ClassName::user(), &id).await.expect("an account that goes");
        let left = r#"select count(*) from _touchstone.push_subscription"#;
        assert_eq!(programme.how_many(left).await, 1);
        assert!(!is_reached(&programme, &sam).await);
        let status = r#"update "_User" set "status" = 'deleted' where "objectId" = $1"#;
        client.execute(status, &[&rin.id]).await.expect("an account that goes");
        assert_eq!(programme.how_many(left).await, 0);
    });
}
