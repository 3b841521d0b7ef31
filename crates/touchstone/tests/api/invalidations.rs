//! What nodes tell one another, where one of them cannot hear it.

use std::sync::Arc;

use parse_engine::{Extension, SystemClock};
use serde_json::json;
use telemetry::task;
use testkit::{Database, case};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use touchstone::App;

use crate::api::{Api, eventually, text};

/// What happens to the connection on which a node listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listening {
    Works,
    /// It is closed, and so is every further one.
    Breaks,
    /// Nothing comes over it any more.
    FallsSilent,
}

/// A proxy to a database on which the other connections go on working.
struct DatabaseProxy {
    url: String,
    listening: watch::Sender<Listening>,
}

impl DatabaseProxy {
    async fn to(database: &Database) -> DatabaseProxy {
        let url = database.url();
        let (_, rest) = url.split_once('@').expect("a user");
        let (server, _) = rest.split_once('/').expect("a name");
        let here = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = here.local_addr().expect("an address").to_string();
        let proxy = DatabaseProxy {
            url: url.replace(server, &address),
            listening: watch::Sender::new(Listening::Works),
        };
        let (server, state) = (server.to_owned(), proxy.listening.subscribe());
        task::spawn("a way to the database", async move {
            while let Ok((client, _)) = here.accept().await {
                let server = TcpStream::connect(&server).await.expect("a database");
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                let listens = watch::Sender::new(false);
                let (listening, state) = (listens.subscribe(), state.clone());
                task::spawn("questions", questions(from_client, to_server, listens));
                task::spawn("answers", answers(from_server, to_client, listening, state));
            }
        });
        proxy
    }
}

async fn questions(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, listens: watch::Sender<bool>) {
    let mut bytes = vec![0; 65536];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let sent = &bytes[..count];
        if sent.windows(17).any(|part| part == b"listen touchstone") {
            listens.send_replace(true);
        }
        if to.write_all(sent).await.is_err() {
            return;
        }
    }
}

async fn answers(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut listens: watch::Receiver<bool>,
    mut state: watch::Receiver<Listening>,
) {
    let mut bytes = vec![0; 65536];
    loop {
        let now = if *listens.borrow_and_update() {
            *state.borrow_and_update()
        } else {
            Listening::Works
        };
        if now == Listening::Breaks {
            return;
        }
        tokio::select! {
            Ok(()) = listens.changed() => {}
            Ok(()) = state.changed() => {}
            read = from.read(&mut bytes), if now == Listening::Works => match read {
                Ok(count @ 1..) if to.write_all(&bytes[..count]).await.is_ok() => {}
                _ => return,
            },
            else => return,
        }
    }
}

#[test]
fn a_session_that_ended_elsewhere_is_not_believed_by_a_node_that_cannot_hear() {
    case(async {
        for trouble in [Listening::Breaks, Listening::FallsSilent] {
            let api = Api::start().await;
            let proxy = DatabaseProxy::to(api.database()).await;
            let mut config = api.app.config.clone();
            config.store.url.clone_from(&proxy.url);
            let deaf = App::start(config, Extension::default(), Arc::new(SystemClock));
            let deaf = Arc::new(deaf.await.expect("a second server"));
            let engine = deaf.engine.clone();
            task::spawn("listening for invalidations", async move {
                engine.listen_for_invalidations().await;
            });
            let body = json!({ "username": "ada", "password": "secret" });
            let ada = api.send("POST", "/users", body).await.ok();
            let headers = [("x-parse-session-token", text(&ada, "sessionToken"))];
            let there = async || api.on_with(&deaf, "GET", "/users/me", &headers).await.status;
            assert_eq!(there().await, 200);
            proxy.listening.send_replace(trouble);
            api.send_with("POST", "/logout", &headers, json!({})).await.ok();
            eventually(async || there().await == 400).await;
        }
    });
}
