//! The pages that links in mails lead to.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use testkit::case;

use crate::api::{APPLICATION, Api};
use crate::post::{GOOD, Mailing, PUBLIC, form};

#[test]
fn pages_are_kept_from_scripts_frames_caches_and_the_next_page() {
    case(async {
        let mailing = Mailing::start(&[]).await;
        for path in [
            "/apps/choose_password?appId=app",
            "/apps/password_reset.html",
            "/apps/account.css",
            "/apps/nothing",
        ] {
            let page = mailing.open(path).await;
            let policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
            assert_eq!(page.header("content-security-policy"), Some(policy), "{path}");
            assert_eq!(page.header("cache-control"), Some("no-store"), "{path}");
            assert_eq!(page.header("referrer-policy"), Some("no-referrer"), "{path}");
            assert_eq!(page.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert_eq!(page.header("x-frame-options"), Some("DENY"), "{path}");
            assert!(!page.text.contains("<script"), "{path}");
        }
    });
}

#[test]
fn whatever_is_sent_to_a_page_is_shown_as_text() {
    case(async {
        let settings = [("APP_NAME", "<img src=x>")];
        let mailing = Mailing::start(&settings).await;
        let attack = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
        let page = mailing
            .open(&format!(
                "/apps/choose_password?appId=app&token={attack}&username={attack}&error={attack}"
            ))
            .await;
        assert_eq!(page.status, 200);
        assert!(!page.text.contains("<script") && !page.text.contains("<img"), "{}", page.text);
        let fields = [("token", "\"><script>"), ("new_password", "x"), ("username", "<b>")];
        let page = mailing.post_form("request_password_reset", &fields, &[]).await;
        assert!(!page.text.contains("<script") && !page.text.contains("<b>"), "{}", page.text);
    });
}

#[test]
fn no_path_and_no_locale_leads_out_of_the_folder() {
    case(async {
        let folder = std::env::temp_dir().join(format!("touchstone-pages-{}", std::process::id()));
        let inside = folder.join("pages");
        std::fs::create_dir_all(inside.join("de")).expect("folders");
        std::fs::write(folder.join("secret.html"), "the secret").expect("a file");
        std::fs::write(inside.join("password_reset.html"), "Hello {{appName}} {{locale}}")
            .expect("a file");
        std::fs::write(inside.join("de/password_reset.html"), "Hallo {{appName}} {{locale}}")
            .expect("a file");
        std::os::unix::fs::symlink(folder.join("secret.html"), inside.join("link.html"))
            .expect("a link");
        let path = inside.to_string_lossy().into_owned();
        let mailing = Mailing::start(&[("PAGES_PATH", &*path)]).await;

        for path in [
            "/apps/..%2fsecret.html",
            "/apps/../secret.html",
            "/apps/%2e%2e/secret.html",
            "/apps/de/..%2f..%2fsecret.html",
            "/apps/link.html",
            "/apps/..%5csecret.html",
            "/apps/secret.html",
        ] {
            let page = mailing.open(path).await;
            assert_eq!((page.status, &*page.text), (404, "Not found."), "{path}");
        }
        let choose = "/apps/choose_password?appId=app";
        let text = async |path: &str| mailing.open(path).await.text;
        assert_eq!(text(choose).await, "Hello Engines &amp; Sons ");
        assert_eq!(text(&format!("{choose}&locale=de-AT")).await, "Hallo Engines &amp; Sons de-AT");
        assert_eq!(text(&format!("{choose}&locale=fr")).await, "Hello Engines &amp; Sons fr");
        assert_eq!(text(&format!("{choose}&locale=../..")).await, "Hello Engines &amp; Sons ");
        assert_eq!(
            text("/apps/de/password_reset.html?appId=app").await,
            "Hallo Engines &amp; Sons "
        );
        std::fs::remove_dir_all(folder).expect("the folder gone");
    });
}

#[test]
fn parameters_are_told_in_headers_without_control_characters() {
    case(async {
        let mailing = Mailing::start(&[]).await;
        let path =
            "/apps/choose_password?appId=app&token=abc&username=a%0d%0aSet-Cookie:%20x=y&locale=en";
        let page = mailing.open(path).await;
        let header =
            |name: &str| page.header(&format!("x-parse-page-param-{name}")).map(str::to_owned);
        assert_eq!(header("appid").as_deref(), Some(APPLICATION));
        assert_eq!(header("appname").as_deref(), Some("Engines & Sons"));
        assert_eq!(header("publicserverurl").as_deref(), Some(PUBLIC));
        assert_eq!(header("token").as_deref(), Some("abc"));
        assert_eq!(header("locale").as_deref(), Some("en"));
        assert_eq!(header("username").as_deref(), Some("aSet-Cookie: x=y"));
        assert_eq!(page.header("set-cookie"), None);
    });
}

#[test]
fn an_unknown_application_has_no_pages() {
    case(async {
        let mailing = Mailing::start(&[]).await;
        for path in [
            "/apps/other/verify_email?token=x",
            "/apps/constructor/request_password_reset",
            "/apps/choose_password",
        ] {
            mailing.open(path).await.is(403, json!({ "error": "unauthorized" }));
        }
        let nameless = Api::start().await;
        let request = Request::get("/parse/apps/app/verify_email").body(Body::empty());
        let page = nameless.raw(request.expect("a request")).await;
        assert_eq!((page.status, &*page.text), (404, "Not found."));
    });
}

#[test]
fn a_secret_of_another_shape_opens_nothing() {
    case(async {
        let mailing = Mailing::start(&[("VERIFY_USER_EMAILS", "true")]).await;
        for query in
            ["", "token=", "token[$regex]=^a", "token=a&token=b", "token=%00", "token=sha256:0"]
        {
            let page = mailing.open(&format!("/apps/app/request_password_reset?{query}")).await;
            assert!(page.text.contains("no longer works"), "{query}: {}", page.text);
            let page = mailing.open(&format!("/apps/app/verify_email?{query}")).await;
            assert!(page.text.contains("This link does not work"), "{query}: {}", page.text);
        }
    });
}

#[test]
fn a_script_is_answered_in_json_and_a_form_by_a_page() {
    case(async {
        let mailing = Mailing::start(&[]).await;
        let script = [("x-requested-with", "XMLHttpRequest")];
        let page = "request_password_reset";
        let post = async |fields: &[(&str, &str)], headers: &[(&str, &str)]| {
            mailing.post_form(page, fields, headers).await
        };
        post(&[("new_password", GOOD)], &script).await.refused(400, -1, "Missing token");
        post(&[("token", "x")], &script).await.refused(400, 201, "Missing password");
        let answer = post(&[("token", "x")], &[]).await;
        let location = answer.header("location").unwrap_or_default().to_owned();
        assert_eq!(answer.status, 303);
        assert_eq!(
            location,
            format!(
                "{PUBLIC}/apps/password_reset_link_invalid.html?appId=app&appName=Engines+%26+Sons&publicServerUrl=https%3A%2F%2Fapp.example%2Fparse"
            )
        );
        assert_eq!(answer.text, format!("Found. Redirecting to {location}"));
        let differing = [("token", "x"), ("new_password", "a"), ("confirm_new_password", "b")];
        let answer = post(&differing, &[]).await;
        assert!(answer.text.contains("The two passwords are not the same."), "{}", answer.text);
        let json = form(page, &[], &[("content-type", "application/json")]);
        assert_eq!(mailing.api.raw(json).await.status, 303);
    });
}

#[test]
fn an_operator_may_send_people_elsewhere() {
    case(async {
        let urls = r#"{"passwordReset":"https://my.example/reset"}"#;
        let mailing = Mailing::start(&[("PAGES_CUSTOM_URLS", urls)]).await;
        let answer = mailing.open("/apps/choose_password?appId=app&token=abc").await;
        assert_eq!(answer.status, 303);
        let location = answer.header("location").unwrap_or_default().to_owned();
        assert!(location.starts_with("https://my.example/reset?appId=app"), "{location}");
        assert!(location.contains("&token=abc"), "{location}");
    });
}
