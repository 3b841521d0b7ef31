//! A server that takes mail, a clock that can be set, and a server under test that has both.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use parse_engine::{Clock, Extension, SystemClock};
use parse_identity::AccountSettings;
use parse_model::{Date, Json};
use serde_json::json;
use telemetry::task;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use touchstone::Config;

use crate::api::{APPLICATION, Answer, Api, text};

/// Where the world is said to reach the server.
pub(crate) const PUBLIC: &str = "https://app.example/parse";
/// A password that is good enough everywhere.
pub(crate) const GOOD: &str = "grass kettle orbit wednesday";

/// A clock that goes on from wherever it is set to.
#[derive(Debug, Default)]
pub(crate) struct Setable(AtomicI64);

impl Setable {
    /// Lets time pass.
    pub(crate) fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for Setable {
    fn now(&self) -> Date {
        SystemClock.now().plus_seconds(self.0.load(Ordering::SeqCst))
    }
}

/// A mail as it arrived.
#[derive(Debug)]
pub(crate) struct Arrived {
    pub(crate) to: String,
    pub(crate) raw: String,
}

impl Arrived {
    /// The text with its soft line breaks undone.
    pub(crate) fn decoded(&self) -> String {
        let joined = self.raw.replace("=\r\n", "");
        let mut out = String::with_capacity(joined.len());
        let mut parts = joined.split('=');
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            match part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                Some(byte) => {
                    out.push(char::from(byte));
                    out.push_str(&part[2..]);
                }
                None => {
                    out.push('=');
                    out.push_str(part);
                }
            }
        }
        out
    }

    /// The path and query of the link, below the public address.
    pub(crate) fn link(&self) -> String {
        let text = self.decoded();
        let at = text.find(PUBLIC).unwrap_or_else(|| panic!("no link in {text}"));
        let link = text[at + PUBLIC.len()..].split_whitespace().next().unwrap_or_default();
        link.to_owned()
    }

    /// The secret in the link.
    pub(crate) fn secret(&self) -> String {
        let link = self.link();
        link.split_once("token=").unwrap_or_else(|| panic!("no token in {link}")).1.to_owned()
    }
}

/// A server that takes mail.
pub(crate) struct PostOffice {
    pub(crate) port: u16,
    arrived: UnboundedReceiver<Arrived>,
}

impl PostOffice {
    /// One that answers the first `refused` mails with `refusal`.
    pub(crate) async fn open(refused: usize, refusal: &'static str) -> PostOffice {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let (sender, arrived) = unbounded_channel();
        task::spawn("post office", async move {
            let left = Arc::new(AtomicI64::new(i64::try_from(refused).expect("few")));
            while let Ok((stream, _)) = listener.accept().await {
                let (sender, left) = (sender.clone(), Arc::clone(&left));
                task::spawn("postman", async move {
                    let _ = converse(stream, sender, &left, refusal).await;
                });
            }
        });
        PostOffice { port, arrived }
    }

    /// The next mail, which must come soon.
    pub(crate) async fn next(&mut self) -> Arrived {
        let next = tokio::time::timeout(Duration::from_secs(30), self.arrived.recv()).await;
        next.expect("a mail within 30 s").expect("an open post office")
    }

    /// Whether none has arrived.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.arrived.try_recv().is_err()
    }
}

async fn converse(
    stream: TcpStream,
    sender: UnboundedSender<Arrived>,
    left: &AtomicI64,
    refusal: &str,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 post.example ESMTP\r\n").await?;
    let (mut to, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let answer = match line.to_ascii_uppercase() {
            command if command.starts_with("EHLO") => "250 post.example".to_owned(),
            command if command.starts_with("RCPT TO:") => {
                line[8..].trim().trim_matches(['<', '>']).clone_into(&mut to);
                "250 ok".to_owned()
            }
            command if command.starts_with("DATA") => {
                stream.write_all(b"354 go on\r\n").await?;
                let mut raw = String::new();
                loop {
                    line.clear();
                    stream.read_line(&mut line).await?;
                    if line == ".\r\n" || line.is_empty() {
                        break;
                    }
                    raw.push_str(line.strip_prefix('.').unwrap_or(&line));
                }
                if left.fetch_sub(1, Ordering::SeqCst) > 0 {
                    refusal.to_owned()
                } else {
                    let _ = sender.send(Arrived { to: to.clone(), raw });
                    "250 taken".to_owned()
                }
            }
            command if command.starts_with("QUIT") => "221 bye".to_owned(),
            _ => "250 ok".to_owned(),
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}

/// A server under test that sends mail.
pub(crate) struct Mailing {
    // Declared first: it ends before the database goes.
    _work: touchstone::Work,
    pub(crate) api: Api,
    pub(crate) post: PostOffice,
    pub(crate) clock: Arc<Setable>,
}

impl Mailing {
    /// One with further settings.
    pub(crate) async fn start(settings: &[(&str, &str)]) -> Mailing {
        Mailing::with(settings, PostOffice::open(0, "").await).await
    }

    /// One whose accounts follow other rules.
    pub(crate) async fn tuned(tune: impl FnOnce(&mut AccountSettings)) -> Mailing {
        Mailing::made(&[], PostOffice::open(0, "").await, tune).await
    }

    /// One that sends to this post office.
    pub(crate) async fn with(settings: &[(&str, &str)], post: PostOffice) -> Mailing {
        Mailing::made(settings, post, |_| ()).await
    }

    async fn made(
        settings: &[(&str, &str)],
        post: PostOffice,
        tune: impl FnOnce(&mut AccountSettings),
    ) -> Mailing {
        let smtp = format!("smtp://127.0.0.1:{}", post.port);
        let mut all = vec![
            ("APP_NAME", "Engines & Sons"),
            ("PUBLIC_SERVER_URL", PUBLIC),
            ("SMTP_URL", &*smtp),
            ("MAIL_FROM", "Engines <no-reply@engines.example>"),
            ("MAINTENANCE_KEY", "the-maintenance-key"),
        ];
        all.extend_from_slice(settings);
        // Of two values for one setting the later counts.
        let all: HashMap<&str, &str> = all.into_iter().collect();
        let all: Vec<(&str, &str)> = all.into_iter().collect();
        let clock = Arc::new(Setable::default());
        let tune = |config: &mut Config| tune(&mut config.engine.account);
        let api = Api::tuned_at(&all, tune, Extension::default(), clock.clone()).await;
        let work = touchstone::work(&api.app);
        Mailing { _work: work, api, post, clock }
    }

    /// Makes a user with an address.
    pub(crate) async fn sign_up(&self, name: &str) -> Json {
        let body = json!({ "username": name, "password": GOOD, "email": address(name) });
        self.api.send("POST", "/users", body).await.ok()
    }

    /// Asks for a new password for a user.
    pub(crate) async fn forget(&self, name: &str) {
        let body = json!({ "email": address(name) });
        self.api.send("POST", "/requestPasswordReset", body).await.is(200, json!({}));
    }

    /// Signs in.
    pub(crate) async fn log_in(&self, name: &str, password: &str) -> Answer {
        let body = json!({ "username": name, "password": password });
        self.api.send("POST", "/login", body).await
    }

    /// Follows a link, or fetches a page.
    pub(crate) async fn open(&self, path: &str) -> Answer {
        let uri = format!("/parse{path}");
        self.api.raw(Request::get(uri).body(Body::empty()).expect("a request")).await
    }

    /// Posts a form below `/apps/<id>`.
    pub(crate) async fn post_form(
        &self,
        page: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Answer {
        self.api.raw(form(page, fields, headers)).await
    }

    /// One value of a user, as it is stored.
    pub(crate) async fn stored(&self, name: &str, column: &str) -> Option<String> {
        let client = self.api.database().client().await;
        let question = format!(r#"select "{column}"::text from "_User" where "username" = $1"#);
        client.query_one(&question, &[&name]).await.expect("a user").get(0)
    }
}

/// The address of a user.
pub(crate) fn address(name: &str) -> String {
    format!("{name}@engines.example")
}

/// A form as a page posts it.
pub(crate) fn form(page: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Request<Body> {
    let encode = |text: &str| {
        let bytes = text.bytes().map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        });
        bytes.collect::<String>()
    };
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    let mut request = Request::post(format!("/parse/apps/{APPLICATION}/{page}"))
        .header("content-type", "application/x-www-form-urlencoded");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from(fields.join("&"))).expect("a request")
}

/// The id of a user who was made.
pub(crate) fn id(made: &Json) -> &str {
    text(made, "objectId")
}

/// Waits until something is true, which it must be soon.
pub(crate) async fn until(mut is_true: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_true().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("it within 30 s");
}
