//! The files of the brand, as browsers and mail programs get them.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Request, Response};
use bytes::Bytes;
use feedback::{AccessMode, NoTransport, Options, OutsideOptions};
use parse_engine::Extension;
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Answer, Api, eventually};
use crate::post::{Arrived, GOOD, PostOffice};
use crate::web::Built;

/// A pink square of 64 pixels.
const LOGO: &str = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATklEQVR42u3PQQkAAAgEsAthcwNrBN/CYAWWqX4tAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgKXBTtIYYf0LTQDAAAAAElFTkSuQmCC";

/// The sender that the programme has named.
const SENDER: &str = "From: Basalt Beta <no-reply@beta.example>";

fn product() -> Extension {
    feedback::extension(&Options {
        access: AccessMode::Open,
        has_push: false,
        app_url: "https://beta.example".to_owned(),
        rank_cache: None,
        chain: Arc::new(NoTransport),
        outside: OutsideOptions::default(),
    })
}

async fn get(api: &Api, path: &str) -> Answer {
    api.raw(Request::get(path).body(Body::empty()).expect("a request")).await
}

/// The same of a binary file.
async fn get_bytes(api: &Api, path: &str) -> Response<Bytes> {
    let request = Request::get(path).body(Body::empty()).expect("a request");
    let response = Box::pin(api.app.http.answer(IpAddr::V4(Ipv4Addr::LOCALHOST), request)).await;
    let (parts, body) = response.into_parts();
    Response::from_parts(parts, to_bytes(body, usize::MAX).await.expect("a body"))
}

/// Signs up an administrator, and gives their session.
async fn administrator(api: &Api) -> String {
    let mia = json!({ "username": "mia", "password": GOOD, "email": "mia@mail.test" });
    let made = api.send("POST", "/users", mia).await.ok();
    let id = made["objectId"].as_str().expect("an id");
    let tx = api.app.engine.begin(Caller::master());
    feedback::administrator::appoint(&tx, id).await.expect("an administrator");
    tx.commit().await.expect("a commit");
    let sql = r#"update "_User" set "emailVerified" = true"#;
    api.database().client().await.batch_execute(sql).await.expect("a confirmed address");
    made["sessionToken"].as_str().expect("a session").to_owned()
}

async fn set(api: &Api, session: &str, key: &str, value: Json) -> Json {
    let by = [("x-parse-session-token", session)];
    let params = json!({ "key": key, "value": value, "version": 0 });
    let set = api.send_with("POST", "/functions/settingSet", &by, params).await.ok();
    set["result"]["value"].clone()
}

/// The next mail with this line in its head.
async fn next_with(post: &mut PostOffice, line: &str) -> Arrived {
    loop {
        let mail = post.next().await;
        if mail.raw.lines().any(|known| known.starts_with(line)) {
            return mail;
        }
    }
}

/// The address in a link of the page.
fn link<'a>(page: &'a Answer, rel: &str) -> Option<&'a str> {
    let (_, rest) = page.text.split_once(&format!(r#"<link rel="{rel}" href="/brand/"#))?;
    rest.split('"').next()
}

#[test]
fn visitors_get_the_brand_before_they_sign_in_and_keep_its_files() {
    case(async {
        let built = Built::new();
        let api = built.serve(&[], product()).await;
        let before = get(&api, "/login").await;
        assert!(!before.text.contains("/brand/"), "{}", before.text);

        let mia = administrator(&api).await;
        let name = set(&api, &mia, "brand.logo", json!([LOGO])).await;
        set(&api, &mia, "brand.accent", json!("#ff1493")).await;
        eventually(async || link(&get(&api, "/login").await, "stylesheet").is_some()).await;

        let page = get(&api, "/login").await;
        let picture = link(&page, "icon").expect("an icon");
        assert_eq!(Some(picture.trim_end_matches(".png")), name.as_str());
        assert_eq!(link(&page, "apple-touch-icon"), Some(picture));
        assert_eq!(
            page.header("content-security-policy"),
            before.header("content-security-policy")
        );

        let picture = get_bytes(&api, &format!("/brand/{picture}")).await;
        assert!(picture.body().starts_with(b"\x89PNG"));
        assert_eq!(picture.headers()["content-type"], "image/png");
        let sheet = link(&page, "stylesheet").expect("a style sheet");
        let sheet = get(&api, &format!("/brand/{sheet}")).await;
        assert!(sheet.text.contains("--gold-fill:#ff1493;"), "{}", sheet.text);
        for headers in [picture.headers(), &sheet.headers] {
            assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
            assert_eq!(headers["x-content-type-options"], "nosniff");
            let policy = "default-src 'none'; frame-ancestors 'none'";
            assert_eq!(headers["content-security-policy"], policy);
        }

        let manifest = get(&api, "/brand/app.webmanifest").await;
        assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
        assert_eq!(manifest.header("cache-control"), Some("no-cache"));
        let manifest: Json = serde_json::from_str(&manifest.text).expect("JSON");
        assert_eq!(manifest["name"], "Touchstone Swap");
        assert_eq!(manifest["icons"][0]["sizes"], "64x64");
    });
}

#[test]
fn only_files_of_the_brand_are_below_its_address() {
    case(async {
        let api = Api::with(&[("PROFILE", "product")], product()).await;
        for path in [
            "/brand/",
            "/brand/0123456789abcdef0123456789abcdef-64.png",
            "/brand/%2e%2e/secret.png",
            "/brand/pink-00000000.css",
            "/brand/brand.logo",
        ] {
            let answer = get(&api, path).await;
            assert_eq!((answer.status, &*answer.text), (404, "Not found."), "{path}");
        }
        let stale = get(&api, "/brand/ff1493-00000000.css").await;
        assert_eq!((stale.status, stale.header("cache-control")), (200, Some("no-cache")));
    });
}

#[test]
fn a_mail_has_the_name_the_logo_and_the_colour_of_the_programme() {
    case(async {
        let mut post = PostOffice::open(0, "").await;
        let smtp = format!("smtp://127.0.0.1:{}", post.port);
        let settings = [
            ("PROFILE", "product"),
            ("PUBLIC_SERVER_URL", "https://beta.example/parse"),
            ("APP_NAME", "Swap"),
            ("SMTP_URL", &*smtp),
            ("MAIL_FROM", "Swap <no-reply@beta.example>"),
        ];
        let api = Api::with(&settings, product()).await;
        let _work = touchstone::work(&api.app);
        let mia = administrator(&api).await;
        set(&api, &mia, "brand.logo", json!([LOGO])).await;
        set(&api, &mia, "brand.accent", json!("#0a0014")).await;
        set(&api, &mia, "mail.senderName", json!("Basalt Beta")).await;
        let by = [("x-parse-session-token", &*mia)];
        let sent = api.send_with("POST", "/functions/mailTest", &by, json!({})).await.ok();
        assert_eq!(sent["result"]["ok"], true, "{sent}");
        let mail = next_with(&mut post, "Feedback-ID: test:").await;
        assert!(mail.raw.replace('"', "").contains(SENDER), "{}", mail.raw);
        for part in ["multipart/related", "Content-ID: <logo>", "Content-Type: image/png"] {
            assert_eq!(mail.raw.matches(part).count(), 1, "{part} in {}", mail.raw);
        }
        assert!(mail.decoded().contains("background-color:#0a0014"), "{}", mail.decoded());

        let reset = json!({ "email": "mia@mail.test" });
        api.send("POST", "/requestPasswordReset", reset).await.ok();
        let mail = next_with(&mut post, "Subject: Password Reset").await;
        assert!(mail.raw.replace('"', "").contains(SENDER), "{}", mail.raw);
    });
}
