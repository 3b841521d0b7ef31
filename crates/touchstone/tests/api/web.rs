//! The web app: the files and their forms, their caching, and the settings in the page.

mod built;
mod settings;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use parse_engine::extension::Answer as Pending;
use parse_engine::{Cx, Extension};
use parse_http::listen;
use parse_model::{Json, JsonMap};
use telemetry::task;
use testkit::case;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use touchstone::Config;
use touchstone::config::Sources;

use crate::api::{Answer, Api};
use crate::post::{Mailing, PUBLIC};

pub(crate) use built::Built;

const SCRIPT: &str = "/assets/index-CuY4SIwk.js";
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    object-src 'none'; require-trusted-types-for 'script'; trusted-types live-worker touchstone-sw";

async fn started() -> (Built, Api) {
    let built = Built::new();
    let api = built.serve(&[], Extension::default()).await;
    (built, api)
}

async fn get(api: &Api, path: &str) -> Answer {
    get_with(api, path, &[]).await
}

async fn get_with(api: &Api, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    api.raw(request.body(Body::empty()).expect("a request")).await
}

fn is_page(answer: &Answer) -> bool {
    answer.status == 200 && answer.text.starts_with("<!doctype html>")
}

#[test]
fn every_address_of_the_app_is_the_page() {
    case(async {
        let (_built, api) = started().await;
        for path in ["/", "/index.html", "/login", "/issues/42?tab=a", "/u/ada.lovelace", "/login/"]
        {
            let page = get(&api, path).await;
            assert!(is_page(&page), "{path} {page:?}");
            assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
            assert_eq!(page.header("cache-control"), Some("no-cache"), "{path}");
        }
    });
}

#[test]
fn a_file_that_is_not_there_is_not_the_page_and_nobody_keeps_the_answer() {
    case(async {
        let (_built, api) = started().await;
        for path in ["/assets/old-CuY4SIwk.js", "/assets/x", "/wp-login.php", "/a.png", "/health"] {
            let answer = get(&api, path).await;
            assert_eq!((answer.status, &*answer.text), (404, "Not found."), "{path}");
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        }
    });
}

#[test]
fn no_address_leads_out_of_the_folder_or_to_what_is_hidden_in_it() {
    case(async {
        let (_built, api) = started().await;
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/assets/../../secret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/..%5csecret.txt",
            "/assets%5c..%5c..%5csecret.txt",
            "/secret.txt%00.js",
            "/link.txt",
            "/folder/secret.txt",
            "/.vite/manifest.json",
            "/.env",
            "//secret.txt",
            "/%252e%252e/secret.txt",
        ] {
            let answer = get(&api, path).await;
            assert_eq!((answer.status, &*answer.text), (404, "Not found."), "{path}");
        }
    });
}

#[test]
fn paths_of_the_protocol_never_answer_the_page() {
    case(async {
        let (_built, api) = started().await;
        for path in [
            "/parse",
            "/parse/",
            "/parse/nope",
            "/PARSE/classes/Note",
            "/parse//login",
            "/parse/files/app/x.png",
            "/parse/apps/nothing",
        ] {
            let answer = get(&api, path).await;
            assert!(answer.status >= 400 && !answer.text.contains("settings"), "{path} {answer:?}");
        }
        assert_eq!(get(&api, "/parse/health").await.body["status"], "ok");
        let post = Request::post("/login").body(Body::from("{}")).expect("a request");
        assert_eq!(api.raw(post).await.status, 404);
        assert!(is_page(&get(&api, "/parsec").await), "only a whole name is the mount");
        let proxied = get(&api, "http://169.254.169.254/latest").await;
        assert_eq!(proxied.status, 404, "it is not a proxy");
    });
}

#[test]
fn a_file_with_a_hash_in_its_name_is_kept_for_ever_and_any_other_asked_for_again() {
    case(async {
        let (_built, api) = started().await;
        let script = get(&api, SCRIPT).await;
        assert_eq!((script.status, &*script.text), (200, "plain script"));
        assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
        let for_ever = "public, max-age=31536000, immutable";
        assert_eq!(script.header("cache-control"), Some(for_ever));
        for path in ["/theme.js", "/favicon.svg", "/assets/unhashed.css"] {
            let file = get(&api, path).await;
            assert_eq!((file.status, file.header("cache-control")), (200, Some("no-cache")));
            let etag = file.header("etag").expect("a tag").to_owned();
            let weak = format!("\"other\", W/{etag}");
            for known in [&*etag, &*weak, "*"] {
                let again = get_with(&api, path, &[("if-none-match", known)]).await;
                assert_eq!((again.status, &*again.text), (304, ""), "{path} {known}");
                assert_eq!(again.header("etag"), Some(&*etag));
                assert_eq!(again.header("cache-control"), Some("no-cache"));
            }
            let other = get_with(&api, path, &[("if-none-match", "\"other\"")]).await;
            assert_eq!(other.status, 200);
        }
    });
}

#[test]
fn a_file_comes_in_the_smallest_form_that_the_caller_takes() {
    case(async {
        let (_built, api) = started().await;
        let mut tags = std::collections::BTreeSet::new();
        for (accepted, coding, text) in [
            ("gzip, deflate, br", Some("br"), "brotli script"),
            ("gzip;q=1.0, br;q=0.9", Some("gzip"), "gzipped script"),
            ("identity", None, "plain script"),
        ] {
            let file = get_with(&api, SCRIPT, &[("accept-encoding", accepted)]).await;
            assert_eq!((file.header("content-encoding"), &*file.text), (coding, text));
            assert_eq!(file.header("vary"), Some("Accept-Encoding"), "{accepted}");
            assert_eq!(file.header("content-type"), Some("text/javascript; charset=utf-8"));
            assert!(tags.insert(file.header("etag").expect("a tag").to_owned()), "{accepted}");
        }
        let theme = get_with(&api, "/theme.js", &[("accept-encoding", "br, gzip")]).await;
        assert_eq!(
            (theme.header("content-encoding"), &*theme.text),
            (Some("gzip"), "gzipped theme")
        );
        let icon = get_with(&api, "/favicon.svg", &[("accept-encoding", "br, gzip")]).await;
        assert_eq!((icon.header("content-encoding"), icon.header("vary")), (None, None));
        let form = get(&api, "/theme.js.gz").await;
        assert_eq!(form.status, 404, "a form is no file of its own");
    });
}

#[test]
fn each_surface_has_its_own_policy() {
    case(async {
        let built = Built::new();
        let plain = built.serve(&[], Extension::default()).await;
        let page = get(&plain, "/login").await;
        for (name, value) in [
            ("content-security-policy", POLICY),
            ("cross-origin-opener-policy", "same-origin-allow-popups"),
            ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-resource-policy", "same-site"),
        ] {
            assert_eq!(page.header(name), Some(value), "{name}");
        }
        assert!(page.header("x-request-id").is_some());
        let script = get(&plain, SCRIPT).await;
        assert_eq!(script.header("content-security-policy"), Some(POLICY));
        let worker = get(&plain, "/sw.js").await;
        assert_eq!(worker.header("content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(worker.header("cache-control"), Some("no-cache"));
        let own = worker.header("content-security-policy").expect("a policy");
        assert!(
            own.starts_with("default-src 'none'; connect-src 'self'; img-src 'self';"),
            "{own}"
        );
        assert!(own.ends_with("trusted-types 'none'"), "{own}");
        let widget = get(&plain, "/sdk/v1.js").await;
        assert_eq!(widget.header("access-control-allow-origin"), Some("*"));
        assert_eq!(widget.header("cross-origin-resource-policy"), Some("cross-origin"));
        assert_eq!(
            widget.header("cache-control"),
            Some("public, max-age=300, stale-while-revalidate=86400")
        );
        assert_eq!(script.header("access-control-allow-origin"), None);
        let manifest = get(&plain, "/manifest.webmanifest").await;
        assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
        let api = get(&plain, "/parse/health").await;
        let closed = "default-src 'none'; frame-ancestors 'none'";
        assert_eq!(api.header("content-security-policy"), Some(closed));

        let settings = [
            ("PUBLIC_SERVER_URL", "https://beta.example/parse"),
            ("WEB_CONNECT_SOURCES", "wss://relay.example"),
            ("WEB_FRAME_SOURCES", "https://wallet.example"),
            ("WEB_IMAGE_SOURCES", "https://files.example"),
        ];
        let listed = built.serve(&settings, Extension::default()).await;
        let page = get(&listed, "/").await;
        let policy = page.header("content-security-policy").expect("a policy");
        for part in [
            "connect-src 'self' wss://relay.example;",
            "frame-src https://wallet.example;",
            "img-src 'self' data: blob: https://files.example;",
        ] {
            assert!(policy.contains(part), "{part} {policy}");
        }
        assert!(policy.ends_with("; upgrade-insecure-requests"), "{policy}");
    });
}

#[test]
fn no_other_origin_is_granted_the_app() {
    case(async {
        let (_built, api) = started().await;
        for path in ["/", SCRIPT] {
            let answer = get_with(&api, path, &[("origin", "https://evil.example")]).await;
            assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
            assert_ne!(answer.header("vary"), Some("Origin"), "{path}");
        }
    });
}

/// A server on a socket; ends with the task.
async fn listening(api: &Api) -> (SocketAddr, JoinHandle<Option<std::io::Result<()>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let server =
        listen::serve(api.app.http.clone(), listener, std::future::pending(), Duration::ZERO);
    (address, task::spawn("server", server))
}

/// All that is answered to one request.
async fn exchanged(address: SocketAddr, head: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!("{head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("a request sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

#[test]
fn the_app_is_served_while_the_protocol_has_no_room_left() {
    case(async {
        let begun = Arc::new(Notify::new());
        let has_begun = Arc::clone(&begun);
        let extension = Extension::default().with_function("slow", move |_: Cx, _: JsonMap| {
            has_begun.notify_one();
            Box::pin(std::future::pending()) as Pending
        });
        let built = Built::new();
        let api = built.serve(&[("MAX_IN_FLIGHT", "1")], extension).await;
        let (address, server) = listening(&api).await;
        let mut slow = TcpStream::connect(address).await.expect("a connection");
        let call = b"POST /parse/functions/slow HTTP/1.1\r\nHost: x\r\n\
            X-Parse-Application-Id: app\r\nContent-Length: 2\r\n\r\n{}";
        slow.write_all(call).await.expect("a request sent");
        begun.notified().await;
        for path in ["/login", SCRIPT] {
            let answer = exchanged(address, &format!("GET {path}")).await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
        server.abort();
    });
}

#[test]
fn a_head_is_answered_like_a_get_without_its_body() {
    case(async {
        let (_built, api) = started().await;
        let (address, server) = listening(&api).await;
        for (path, length) in [(SCRIPT, "12"), ("/theme.js", "11")] {
            let answer = exchanged(address, &format!("HEAD {path}")).await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            assert!(answer.contains(&format!("content-length: {length}\r\n")), "{answer}");
            assert!(answer.ends_with("\r\n\r\n"), "{answer}");
        }
        server.abort();
    });
}

#[test]
fn files_and_pages_are_not_charged_to_those_who_call() {
    case(async {
        let built = Built::new();
        let rate = r#"{"requestPath":"/*path","requestCount":3,"requestTimeWindow":60000,"zone":"ip","includeInternalRequests":true}"#;
        let api = built.serve(&[("RATE_LIMIT", &format!("[{rate}]"))], Extension::default()).await;
        for _ in 0..10 {
            assert_eq!(get(&api, SCRIPT).await.status, 200);
            assert_eq!(get(&api, "/login").await.status, 200);
        }
        let called = async || api.send("GET", "/serverInfo", Json::Null).await.status;
        let mut last = 0;
        for _ in 0..5 {
            last = called().await;
        }
        assert_eq!(last, 429);
    });
}

#[test]
fn without_an_app_there_is_none() {
    case(async {
        let api = Api::start().await;
        for path in ["/", "/login", "/assets/x.js"] {
            assert_eq!(get(&api, path).await.status, 404, "{path}");
        }
    });
}

#[test]
fn a_folder_that_holds_no_app_is_told_at_the_start() {
    let told = |more: &[(&str, &str)]| {
        let base = [("DATABASE_URL", "postgres://x@y/z"), ("APPLICATION_ID", "a")];
        let all = base.iter().chain(&[("MASTER_KEY", "m")]).chain(more);
        let environment =
            all.map(|(name, value)| (format!("TOUCHSTONE_{name}"), (*value).to_owned())).collect();
        let sources = Sources { environment, ..Sources::default() };
        Config::from_sources(&sources).map(drop).map_err(|error| error.to_string())
    };
    let built = Built::new();
    let root = built.path();
    assert_eq!(told(&[("WEB_ROOT", &root)]), Ok(()));
    let nothing = told(&[("WEB_ROOT", "/nowhere")]).unwrap_err();
    assert!(nothing.starts_with("web_root is \"/nowhere\""), "{nothing}");
    let empty = told(&[("WEB_ROOT", &*built.outside.to_string_lossy())]).unwrap_err();
    assert!(empty.contains("expected a folder with an index.html"), "{empty}");
    let everywhere = told(&[("WEB_ROOT", &root), ("MOUNT_PATH", "/")]).unwrap_err();
    assert!(everywhere.starts_with("web_root needs a mount_path"), "{everywhere}");
    let policy = told(&[("WEB_IMAGE_SOURCES", "https://a.example; script-src *")]).unwrap_err();
    assert!(policy.starts_with("web_image_sources is"), "{policy}");
}

#[test]
fn links_in_mails_lead_to_the_app_and_an_old_one_says_that_it_is_old() {
    case(async {
        let built = Built::new();
        let path = built.path();
        let settings =
            [("PROFILE", "product"), ("WEB_ROOT", &*path), ("VERIFY_USER_EMAILS", "true")];
        let mut mailing = Mailing::start(&settings).await;
        let origin = PUBLIC.strip_suffix("/parse").expect("an origin");
        let led = async |mailing: &Mailing, link: &str| {
            let answer = mailing.open(link).await;
            assert_eq!(answer.status, 303, "{answer:?}");
            let location = answer.header("location").unwrap_or_default();
            location.strip_prefix(origin).unwrap_or(location).to_owned()
        };

        mailing.sign_up("ada").await;
        let link = mailing.post.next().await.link();
        let place = led(&mailing, &link).await;
        assert!(place.starts_with("/verify-email?result=verified&"), "{place}");
        let place = led(&mailing, &link).await;
        assert!(place.starts_with("/verify-email?result=invalid&"), "{place}");

        mailing.sign_up("grace").await;
        let link = mailing.post.next().await.link();
        mailing.clock.pass(86_401);
        let place = led(&mailing, &link).await;
        assert!(place.starts_with("/verify-email?result=expired&"), "{place}");
        assert_eq!(mailing.stored("grace", "emailVerified").await.as_deref(), Some("false"));

        mailing.forget("ada").await;
        let link = mailing.post.next().await.link();
        let place = led(&mailing, &link).await;
        assert!(place.starts_with("/reset-password?") && place.contains("token="), "{place}");
        mailing.clock.pass(3_601);
        let place = led(&mailing, &link).await;
        assert!(place.starts_with("/reset-password?invalid=1"), "{place}");
    });
}
