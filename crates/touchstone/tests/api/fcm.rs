//! Pushes by Firebase, against a server that speaks its protocol and checks what it is sent.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parse_engine::Extension;
use parse_model::Json;
use parse_push::deliver_due;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use serde_json::json;
use telemetry::task;
use testkit::case;
use tokio::net::TcpListener;
use touchstone::Config;

use crate::api::Api;

/// A key pair made for one case: the private half as PEM, the public one as DER.
struct Pair {
    private: String,
    public: Vec<u8>,
}

fn openssl(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("openssl")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("openssl, which scripts/setup installs");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(input).expect("to write to it");
    drop(stdin);
    let output = child.wait_with_output().expect("its output");
    assert!(output.status.success(), "openssl {arguments:?}");
    output.stdout
}

fn pair() -> Pair {
    let private =
        openssl(&["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], b"");
    let public = openssl(&["rsa", "-RSAPublicKey_out", "-outform", "DER"], &private);
    Pair { private: String::from_utf8(private).expect("PEM"), public }
}

/// Google, as far as a server of pushes sees it.
struct Google {
    public: Vec<u8>,
    address: String,
    tokens: Mutex<u32>,
    messages: Mutex<Vec<Json>>,
    /// How often a message to a device whose token begins with `busy` is still put off.
    puts_off: Mutex<u32>,
}

impl Google {
    async fn start(public: Vec<u8>) -> Arc<Google> {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let google = Arc::new(Google {
            public,
            address,
            tokens: Mutex::default(),
            messages: Mutex::default(),
            puts_off: Mutex::new(2),
        });
        let routes = Router::new()
            .route("/token", post(grant))
            .route("/v1/projects/the-project/messages:send", post(message))
            .with_state(google.clone());
        task::spawn("google", async move { axum::serve(listener, routes).await });
        google
    }

    /// A server of pushes that knows this Google, and the file of its account.
    async fn api(&self, private: &str) -> Api {
        let account = json!({
            "type": "service_account",
            "project_id": "the-project",
            "private_key_id": "key-1",
            "private_key": private,
            "client_email": "pusher@the-project.iam.example.org",
            "token_uri": format!("{}/token", self.address),
        });
        let path =
            std::env::temp_dir().join(format!("touchstone-fcm-{}.json", rand::random::<u64>()));
        std::fs::write(&path, account.to_string()).expect("a file");
        let services = json!({ "fcm": self.address }).to_string();
        let settings = [
            ("FCM_SERVICE_ACCOUNT", path.to_str().expect("a path")),
            ("SERVICE_URLS", &*services),
            ("FCM_PUSH_TYPES", "android,ios"),
        ];
        let tune = |config: &mut Config| config.engine.cleanup_invalid_installations = true;
        let api = Api::tuned(&settings, Extension::default(), tune).await;
        std::fs::remove_file(&path).expect("the file");
        api
    }
}

/// The token endpoint: RFC 7523, with the signature verified.
async fn grant(State(google): State<Arc<Google>>, headers: HeaderMap, body: Bytes) -> Response {
    assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
    let body = String::from_utf8(body.to_vec()).expect("text");
    let proof = body
        .strip_prefix("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=")
        .expect("the grant of a signed statement");
    let (signed, signature) = proof.rsplit_once('.').expect("a signature");
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &google.public);
    if key.verify(signed.as_bytes(), &decoded(signature)).is_err() {
        return (StatusCode::BAD_REQUEST, r#"{"error":"invalid_grant"}"#).into_response();
    }
    let (header, claims) = signed.split_once('.').expect("a header and claims");
    let json = |text: &str| -> Json { serde_json::from_slice(&decoded(text)).expect("JSON") };
    assert_eq!(json(header), json!({ "alg": "RS256", "typ": "JWT", "kid": "key-1" }));
    let claims = json(claims);
    assert_eq!(claims["iss"], "pusher@the-project.iam.example.org");
    assert_eq!(claims["aud"], format!("{}/token", google.address));
    assert_eq!(claims["scope"], "https://www.googleapis.com/auth/firebase.messaging");
    assert_eq!(
        claims["exp"].as_i64().expect("an end") - claims["iat"].as_i64().expect("a start"),
        3600
    );
    let mut tokens = google.tokens.lock().expect("a lock");
    *tokens += 1;
    let granted = json!({
        "access_token": format!("token-{tokens}"), "expires_in": 3599, "token_type": "Bearer",
    });
    granted.to_string().into_response()
}

fn refused(status: u16, name: &str, code: Option<&str>, message: &str) -> Response {
    let details: Vec<Json> = code
        .into_iter()
        .map(|code| {
            json!({ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code })
        })
        .collect();
    let error = json!({ "code": status, "message": message, "status": name, "details": details });
    (StatusCode::from_u16(status).expect("a status"), json!({ "error": error }).to_string())
        .into_response()
}

/// `messages:send`, answering as Google documents.
async fn message(State(google): State<Arc<Google>>, headers: HeaderMap, body: Bytes) -> Response {
    assert_eq!(headers["content-type"], "application/json");
    // The first token is revoked immediately, so that a new one must be requested.
    if headers["authorization"] != "Bearer token-2" {
        return refused(401, "UNAUTHENTICATED", None, "Request had invalid credentials.");
    }
    let body: Json = serde_json::from_slice(&body).expect("JSON");
    let message = &body["message"];
    let device = message["token"].as_str().expect("a token").to_owned();
    if device.starts_with("busy") {
        let mut left = google.puts_off.lock().expect("a lock");
        if *left > 0 {
            *left -= 1;
            let mut busy = refused(503, "UNAVAILABLE", Some("UNAVAILABLE"), "Try again.");
            busy.headers_mut().insert("retry-after", "0".parse().expect("a header"));
            return busy;
        }
    }
    match device.as_str() {
        "gone" => {
            refused(404, "NOT_FOUND", Some("UNREGISTERED"), "Requested entity was not found.")
        }
        "wrong" => refused(
            400,
            "INVALID_ARGUMENT",
            Some("INVALID_ARGUMENT"),
            "The registration token is not a valid FCM registration token",
        ),
        "foreign" => {
            refused(403, "PERMISSION_DENIED", Some("SENDER_ID_MISMATCH"), "SenderId mismatch")
        }
        _ => {
            google.messages.lock().expect("a lock").push(message.clone());
            json!({ "name": "projects/the-project/messages/1" }).to_string().into_response()
        }
    }
}

async fn install(api: &Api, token: &str, kind: &str) {
    let body = json!({ "deviceToken": token, "deviceType": kind, "installationId": token });
    api.master("POST", "/installations", body).await.ok();
}

async fn pushed(api: &Api) -> Json {
    let body = json!({ "where": {}, "data": { "alert": "hi", "badge": 3 } });
    let answer = api.master("POST", "/push", body).await;
    let id = answer.header("x-parse-push-status-id").expect("the id of the push");
    deliver_due(&api.app.engine).await.expect("a delivery");
    api.master("GET", &format!("/classes/_PushStatus/{id}"), Json::Null).await.ok()
}

#[test]
fn messages_go_out_with_a_token_that_a_signature_earned() {
    case(async {
        let pair = pair();
        let google = Google::start(pair.public).await;
        let api = google.api(&pair.private).await;
        for (token, kind) in [
            ("good", "android"),
            ("apple", "ios"),
            ("busy", "android"),
            ("gone", "android"),
            ("wrong", "android"),
            ("foreign", "android"),
            ("unknown", "embedded"),
        ] {
            install(&api, token, kind).await;
        }
        let row = pushed(&api).await;
        assert_eq!(row["status"], "succeeded");
        assert_eq!((&row["numSent"], &row["numFailed"]), (&json!(3), &json!(4)), "{row}");
        assert_eq!(row["sentPerType"], json!({ "android": 2, "ios": 1 }));
        assert_eq!(row["failedPerType"], json!({ "android": 3, "embedded": 1 }));
        assert_eq!(
            *google.tokens.lock().expect("a lock"),
            2,
            "one token, and one after it was revoked"
        );
        assert_eq!(*google.puts_off.lock().expect("a lock"), 0);
        {
            let messages = google.messages.lock().expect("a lock");
            let to = |token: &str| messages.iter().find(|message| message["token"] == token);
            assert_eq!(to("good").unwrap()["android"]["data"]["data"], r#"{"alert":"hi"}"#);
            let aps = json!({ "alert": { "body": "hi" }, "badge": 3 });
            assert_eq!(to("apple").unwrap()["apns"]["payload"]["aps"], aps);
        }
        let gone = r#"{"deviceToken":{"$exists":false}}"#;
        let path = format!("/installations?where={gone}&order=installationId&keys=installationId");
        let path = path.replace('{', "%7B").replace('}', "%7D").replace('"', "%22");
        let cleared = api.master("GET", &path, Json::Null).await.ok();
        let ids: Vec<&str> = cleared["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["installationId"].as_str().unwrap())
            .collect();
        assert_eq!(ids, ["gone", "wrong"], "only tokens that are good for nothing are cleared");
    });
}

#[test]
fn without_the_right_key_nothing_is_sent_and_the_push_says_so() {
    case(async {
        let (one, other) = (pair(), pair());
        let google = Google::start(one.public).await;
        let api = google.api(&other.private).await;
        install(&api, "good", "android").await;
        let row = pushed(&api).await;
        assert_eq!((&row["numSent"], &row["numFailed"]), (&json!(0), &json!(1)));
        assert!(google.messages.lock().expect("a lock").is_empty());
    });
}
