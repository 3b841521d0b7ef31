//! The settings in the page, from the server and from the application.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use parse_engine::{Cx, Error, Extension, PageContent, PageSettings};
use parse_model::{Code, Json};
use serde_json::json;
use testkit::{Database, case};

use super::{Built, get, get_with};
use crate::api::{APPLICATION, Answer, Api, eventually};

/// Tells the page how often it was asked, as long as the database answers.
struct CountingSettings {
    asked: Arc<AtomicUsize>,
}

#[async_trait]
impl PageSettings for CountingSettings {
    async fn page_settings(&self, cx: &Cx) -> Result<PageContent, Error> {
        if !cx.engine().is_healthy().await {
            return Err(Error::refused(Code::CONNECTION_FAILED, "the database is gone"));
        }
        let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let Json::Object(told) = json!({
            "product": "</script><script>alert(1)</script>",
            "asked": asked,
            "applicationId": "another",
        }) else {
            unreachable!("it is written as an object")
        };
        Ok(told.into())
    }
}

fn telling() -> (Arc<AtomicUsize>, Extension) {
    let asked = Arc::new(AtomicUsize::new(0));
    let told = CountingSettings { asked: Arc::clone(&asked) };
    (asked, Extension::default().with_page_settings(told))
}

/// The settings in the page.
fn settings(page: &Answer) -> Json {
    let begin = r#"<script id="settings" type="application/json">"#;
    let (_, rest) = page.text.split_once(begin).expect("a place for settings");
    let (text, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(text).expect("JSON")
}

/// The page once the application was heard, which a busy machine may put off.
async fn page_with_settings(api: &Api) -> Answer {
    let is_heard = async || !settings(&get(api, "/").await)["asked"].is_null();
    eventually(is_heard).await;
    get(api, "/").await
}

#[test]
fn the_page_is_told_where_the_server_is() {
    case(async {
        let built = Built::new();
        let more = [("MOUNT_PATH", "/api"), ("JAVASCRIPT_KEY", "js-key")];
        let api = built.serve(&more, Extension::default()).await;
        let told = settings(&get(&api, "/login").await);
        assert_eq!(
            told,
            json!({ "applicationId": APPLICATION, "serverUrl": "/api", "javascriptKey": "js-key",
                "wallets": { "families": ["evm"] } })
        );
        assert!(get(&api, "/login").await.text.ends_with("index-CuY4SIwk.js\"></script>"));
    });
}

#[test]
fn the_product_offers_evm_wallets_and_others_that_are_switched_on() {
    case(async {
        let built = Built::new();
        let offered = async |more: &[(&str, &str)]| {
            let api = built.serve(more, Extension::default()).await;
            settings(&get(&api, "/login").await)["wallets"]["families"].clone()
        };
        assert_eq!(offered(&[]).await, json!(["evm"]));
        let wanted = ("WALLET_FAMILIES", "solana, evm");
        assert_eq!(offered(&[wanted]).await, json!(["evm", "solana"]));
        let parse = [("PROFILE", "parse"), ("WALLET_ORIGINS", "https://app.example")];
        let all = json!(["evm", "solana", "polkadot", "multiversx"]);
        assert_eq!(offered(&parse).await, all);
    });
}

#[test]
fn what_the_application_tells_cannot_end_the_script_or_move_the_server() {
    case(async {
        let (_, extension) = telling();
        let api = Built::new().serve(&[], extension).await;
        let page = page_with_settings(&api).await;
        assert!(page.text.contains(r"\u003c/script>\u003cscript>alert(1)"), "{}", page.text);
        assert_eq!(page.text.matches("<script").count(), 2, "{}", page.text);
        let told = settings(&page);
        assert_eq!(told["product"], "</script><script>alert(1)</script>");
        assert_eq!(told["applicationId"], APPLICATION);
    });
}

#[test]
fn the_page_is_known_by_what_it_is_told() {
    case(async {
        let (_, extension) = telling();
        let api = Built::new().serve(&[], extension).await;
        let page = get(&api, "/").await;
        let etag = page.header("etag").expect("a tag").to_owned();
        let again = async || get_with(&api, "/login", &[("if-none-match", &etag)]).await.status;
        // Asked within the second in which nothing new is heard, or else after it.
        let first = again().await;
        assert!(matches!(first, 304 | 200), "{first}");
        eventually(async || again().await == 200).await;
    });
}

#[test]
fn the_application_is_asked_once_a_second_at_most_and_heard_again_after_it() {
    case(async {
        let (asked, extension) = telling();
        let api = Built::new().serve(&[], extension).await;
        page_with_settings(&api).await;
        let before = asked.load(Ordering::SeqCst);
        let began = tokio::time::Instant::now();
        for _ in 0..200 {
            get(&api, "/").await;
        }
        let seconds = usize::try_from(began.elapsed().as_secs()).expect("few");
        let now = asked.load(Ordering::SeqCst);
        assert!(now - before <= seconds + 1, "{} times in {seconds} s", now - before);
        let is_later =
            async || settings(&get(&api, "/").await)["asked"].as_u64() > Some(now as u64);
        eventually(is_later).await;
    });
}

#[test]
fn the_page_is_served_while_the_database_is_gone() {
    case(async {
        let (_, extension) = telling();
        let api = Built::new().serve(&[], extension).await;
        let known = settings(&page_with_settings(&api).await)["asked"].clone();
        assert!(known.is_u64(), "{known}");
        let elsewhere = Database::fresh().await;
        let statement = format!("drop database {} with (force)", api.database().name());
        elsewhere.client().await.batch_execute(&statement).await.expect("it gone");
        let deadline = tokio::time::Instant::now() + Duration::from_millis(2_500);
        while tokio::time::Instant::now() < deadline {
            let page = get(&api, "/login").await;
            assert_eq!(page.status, 200);
            assert_eq!(settings(&page)["asked"], known);
        }
        assert_eq!(get(&api, "/parse/ready").await.status, 503);
        assert_eq!(get(&api, "/parse/health").await.status, 200, "the process lives");
    });
}
