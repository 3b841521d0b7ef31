//! Notifications by mail, from the queue to the mail server, and links that stop them.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use feedback::{AccessMode, NoTransport, Options, OutsideOptions};
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Answer, Api};
use crate::post::{Arrived, GOOD, PostOffice, until};

const SITE: &str = "https://beta.example";

/// A programme that sends mail, with one tester whose address is confirmed.
struct Scene {
    _work: touchstone::Work,
    api: Api,
    post: PostOffice,
    rin: String,
    token: String,
}

impl Scene {
    async fn open(post: PostOffice) -> Scene {
        let extension = feedback::extension(&Options {
            access: AccessMode::Open,
            has_push: false,
            app_url: SITE.to_owned(),
            rank_cache: None,
            chain: Arc::new(NoTransport),
            outside: OutsideOptions::default(),
        });
        let smtp = format!("smtp://127.0.0.1:{}", post.port);
        let settings = [
            ("PROFILE", "product"),
            ("PUBLIC_SERVER_URL", "https://beta.example/parse"),
            ("SMTP_URL", &*smtp),
            ("MAIL_FROM", "Swap <no-reply@beta.example>"),
            ("MAIL_UPDATES_FROM", "Swap <updates@beta.example>"),
        ];
        let api = Api::with(&settings, extension).await;
        let work = touchstone::work(&api.app);
        let rin = json!({ "username": "rin", "password": GOOD, "email": "rin@mail.test" });
        let made = api.send("POST", "/users", rin).await.ok();
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        let (rin, token) = (text("objectId"), text("sessionToken"));
        let scene = Scene { _work: work, api, post, rin, token };
        scene.sql(r#"update "_User" set "emailVerified" = true"#).await;
        scene
    }

    async fn sql(&self, text: &str) {
        self.api.database().client().await.batch_execute(text).await.expect("a statement");
    }

    /// Puts a delivery into the queue, as planning does.
    async fn plan(&self, number: u32, kind: &str, data: &Json) {
        let event = format!("evt_{number:010}");
        let sql = format!(
            r#"insert into _touchstone.delivery (key, channel, receiver, event, kind, bucket, data, state, due_at, created_at)
            values ('{event}:{rin}:mail', 'mail', '{rin}', '{event}', '{kind}', 'news', '{data}', 'waiting', now(), now())"#,
            rin = self.rin,
        );
        self.sql(&sql).await;
    }

    async fn state(&self, number: u32) -> String {
        let client = self.api.database().client().await;
        let sql = "select state from _touchstone.delivery where event = $1";
        client.query_one(sql, &[&format!("evt_{number:010}")]).await.expect("a delivery").get(0)
    }

    async fn post(&self, path: &str, kind: &str, body: &str) -> Answer {
        let request = Request::post(path).header("content-type", kind);
        self.api.raw(request.body(Body::from(body.to_owned())).expect("a request")).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.api.raw(Request::get(path).body(Body::empty()).expect("a request")).await
    }
}

/// The path that a mail says stops others of its kind.
fn stop_path(mail: &Arrived) -> String {
    let head = mail.raw.split("\r\n\r\n").next().unwrap_or_default();
    let line = head.lines().find_map(|line| line.strip_prefix("List-Unsubscribe: <"));
    let line = line.unwrap_or_else(|| panic!("no such header in {head}"));
    line.trim_end_matches('>').strip_prefix(SITE).expect("our own site").to_owned()
}

const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";

#[test]
fn one_click_stops_mails_of_a_kind_at_once_and_for_good() {
    case(async {
        let mut scene = Scene::open(PostOffice::open(0, "").await).await;
        scene.plan(1, "badge_level", &json!({ "level": 2 })).await;
        let mail = scene.post.next().await;
        assert_eq!(mail.to, "rin@mail.test");
        for line in [
            "From: Swap <updates@beta.example>".to_owned(),
            format!("Message-ID: <evt_0000000001.{}@beta.example>", scene.rin),
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click".to_owned(),
            "List-Id: <badge-level.beta.example>".to_owned(),
            "Auto-Submitted: auto-generated".to_owned(),
        ] {
            assert_eq!(mail.raw.matches(&line).count(), 1, "{line} in {}", mail.raw);
        }
        let path = stop_path(&mail);
        let page = scene.get(&path).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains("Nothing has changed yet."), "{}", page.text);
        scene.plan(2, "badge_level", &json!({ "level": 3 })).await;
        scene.post.next().await;

        for (kind, body) in [
            (FORM, "List-Unsubscribe=One-Click"),
            ("multipart/form-data; boundary=x", MULTIPART),
            (FORM, "List-Unsubscribe=One-Click"),
        ] {
            let answer = scene.post(&path, kind, body).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            assert!(!answer.headers.contains_key("location"));
        }
        scene.plan(3, "badge_level", &json!({ "level": 4 })).await;
        until(async || scene.state(3).await == "dropped").await;
        scene.plan(4, "points_settled", &json!({ "amount": 30 })).await;
        assert!(scene.post.next().await.raw.contains("Subject: You earned 30 points"));
        scene.post(&path, FORM, "scope=all").await;
        scene.plan(5, "points_settled", &json!({ "amount": 30 })).await;
        until(async || scene.state(5).await == "dropped").await;
        assert!(scene.post.is_empty());
    });
}

#[test]
fn a_link_that_is_not_ours_changes_nothing() {
    case(async {
        let scene = Scene::open(PostOffice::open(0, "").await).await;
        for path in [
            "/unsubscribe/",
            "/unsubscribe/AQ",
            "/unsubscribe/AQlmaXhfY2hlY2t1AAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert_eq!(scene.get(path).await.status, 404, "{path}");
            assert_eq!(scene.post(path, FORM, "List-Unsubscribe=One-Click").await.status, 404);
        }
    });
}

#[test]
fn an_address_without_a_mailbox_is_off_until_its_owner_tries_again() {
    case(async {
        let refusing = PostOffice::open(1, "550 5.1.1 no such user").await;
        let mut scene = Scene::open(refusing).await;
        scene.plan(1, "badge_level", &json!({ "level": 2 })).await;
        until(async || scene.state(1).await == "dropped").await;
        let by = [("x-parse-session-token", &*scene.token)];
        let ask = async |name: &str| {
            let path = format!("/functions/{name}");
            let answer = scene.api.send_with("POST", &path, &by, json!({})).await.ok();
            answer["result"]["mail"]["state"].clone()
        };
        assert_eq!(ask("notifyPreferencesGet").await, json!("bounced"));
        assert_eq!(ask("mailRetryAddress").await, json!("ok"));
        scene.plan(2, "badge_level", &json!({ "level": 3 })).await;
        assert_eq!(scene.post.next().await.to, "rin@mail.test");
    });
}
