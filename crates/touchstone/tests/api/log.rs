//! What the log says of requests, and what it never says.

use std::io::Write;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::Request;
use parse_engine::Extension;
use parse_engine::extension::Answer as Pending;
use parse_model::{Code, Json, Refusal};
use serde_json::json;
use testkit::case;
use tracing_subscriber::fmt::MakeWriter;

use crate::api::{Api, MASTER, text};
use crate::web::Built;

/// A log that is kept in memory.
#[derive(Clone, Default)]
struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("the log").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for CapturedLog {
    type Writer = CapturedLog;

    fn make_writer(&'a self) -> CapturedLog {
        self.clone()
    }
}

impl CapturedLog {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("the log").clone()).expect("text")
    }
}

/// Everything that is logged from now on, by whatever thread, down to the last detail.
fn keep() -> CapturedLog {
    let kept = CapturedLog::default();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(kept.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).expect("the only test that keeps a log");
    kept
}

const PASSWORD: &str = "correct-horse-battery-4711";
const EMAIL: &str = "ada.lovelace.4711@example.org";
const GUESS: &str = "guessed-master-key-4711";
const ARGUMENT: &str = "token-in-an-argument-4711";

/// Calls that carry secrets in every place there is for one; gives the tokens that were made.
async fn worst_calls(api: &Api) -> Vec<String> {
    let person = json!({ "username": "ada", "password": PASSWORD, "email": EMAIL });
    let ada = api.send("POST", "/users", person.clone()).await.ok();
    let token = text(&ada, "sessionToken").to_owned();
    let by_token = [("x-parse-session-token", &*token)];
    let again = api.send("POST", "/login", person.clone()).await.ok();
    let query = format!("/login?username=ada&password={PASSWORD}");
    api.send("GET", &query, Json::Null).await.ok();
    api.send("POST", "/login", json!({ "username": "ada", "password": "no" })).await;
    api.send_with("GET", "/users/me", &by_token, Json::Null).await.ok();
    api.send_with("GET", &format!("/sessions/{token}"), &by_token, Json::Null).await;
    api.send_with("GET", "/schemas", &[("x-parse-master-key", GUESS)], Json::Null).await;
    api.master("GET", "/schemas", Json::Null).await.ok();
    let conditions = json!({ "_method": "GET", "where": { "email": EMAIL } });
    api.send("POST", "/users", conditions).await;
    api.send("POST", "/users", person).await;
    api.send("POST", "/requestPasswordReset", json!({ "email": EMAIL })).await;
    for function in ["quiet", "refuse", "fail", ARGUMENT] {
        api.send("POST", &format!("/functions/{function}"), json!({ "token": ARGUMENT })).await;
    }
    let id = text(&ada, "objectId");
    let new =
        json!({ "password": format!("{PASSWORD}-new"), "authData": { "x": { "id": ARGUMENT } } });
    api.send_with("PUT", &format!("/users/{id}"), &by_token, new).await;
    vec![token, text(&again, "sessionToken").to_owned()]
}

#[test]
fn no_secret_is_ever_in_the_log_and_every_request_is() {
    case(async {
        let kept = keep();
        let quiet = |_, _| Box::pin(async { Ok(None) }) as Pending;
        let refuse = |_, _| {
            Box::pin(async { Err(Refusal::new(Code::SCRIPT_FAILED, "no").into()) }) as Pending
        };
        let fail = |_, _| -> Pending { panic!("as asked") };
        let extension = Extension::default()
            .with_function("quiet", quiet)
            .with_function("refuse", refuse)
            .with_function("fail", fail);
        let built = Built::new();
        let api = built.serve(&[("PROFILE", "parse")], extension).await;
        let mut secrets = worst_calls(&api).await;
        for path in [format!("/reset-password?token={ARGUMENT}"), "/theme.js".to_owned()] {
            let request = Request::get(path).body(Body::empty()).expect("a request");
            assert_eq!(api.raw(request).await.status, 200);
        }
        for probe in ["/health", "/ready"] {
            assert_eq!(api.send("GET", probe, Json::Null).await.status, 200);
        }
        secrets.extend([PASSWORD, EMAIL, GUESS, ARGUMENT, MASTER].map(str::to_owned));
        let log = kept.text();
        for secret in secrets {
            let line = log.lines().find(|line| line.contains(&secret));
            assert_eq!(line, None, "{secret} is in the log");
        }
        let lines: Vec<Json> = log.lines().filter_map(|l| serde_json::from_str(l).ok()).collect();
        let answered = |route: &str| {
            lines
                .iter()
                .find(|line| line["target"] == "request" && line["fields"]["route"] == route)
        };
        let login = answered("/login").expect("a line of its own");
        for field in ["id", "method", "status", "micros", "from"] {
            assert!(!login["fields"][field].is_null(), "{field} {login}");
        }
        assert!(answered("/functions/:name").is_some() && answered("/users/:id").is_some());
        let functions: Vec<&Json> = lines
            .iter()
            .filter(|line| line["target"] == "request")
            .map(|line| &line["fields"]["function"])
            .filter(|function| !function.is_null())
            .collect();
        assert_eq!(functions, ["quiet", "refuse", "fail"]);
        let statement = lines.iter().find(|line| line["fields"]["message"] == "statement sent");
        assert!(statement.expect("a line")["fields"]["statement"].is_string());
        assert_eq!(answered("(app)").expect("a line of its own")["level"], "INFO");
        assert_eq!(answered("(app file)").expect("a line of its own")["level"], "DEBUG");
        for probe in ["/health", "/ready"] {
            let line = answered(probe).expect("a line of its own");
            assert_eq!(
                (&line["level"], &line["fields"]["message"]),
                (&json!("DEBUG"), &json!("probe answered"))
            );
        }
        let audit = lines.iter().find(|line| line["target"] == "audit").expect("an audit line");
        assert_eq!(audit["fields"]["key"], "Master");
    });
}

#[test]
fn a_name_with_a_line_break_does_not_make_a_line_of_its_own() {
    case(async {
        let api = Api::start().await;
        let forged = json!({ "username": "ada\n{\"level\":\"ERROR\"}\u{1b}[31m", "password": "x" });
        api.send("POST", "/login", forged).await.refused(404, 101, "Invalid username/password.");
        let path = "/classes/Note%0A%1B[31m";
        assert!(api.send("GET", path, Json::Null).await.status < 500);
    });
}
