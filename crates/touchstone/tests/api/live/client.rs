//! A server with a socket, and clients on it.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parse_engine::Extension;
use parse_http::listen;
use parse_http::settings::LiveSettings;
use parse_model::Json;
use serde_json::json;
use telemetry::task;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;
use touchstone::{Config, Work};

use crate::api::{APPLICATION, Api, text};

/// A server that listens, with all that goes on beside requests.
pub(super) struct LiveServer {
    pub(super) api: Api,
    pub(super) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    ended: JoinHandle<Option<std::io::Result<()>>>,
    _work: Work,
}

impl LiveServer {
    /// One on which the class `Note` is live.
    pub(super) async fn start(settings: &[(&str, &str)]) -> LiveServer {
        let mut all = vec![("LIVE_QUERY_CLASS_NAMES", "Note")];
        all.extend_from_slice(settings);
        LiveServer::of(Api::with(&all, Extension::default()).await).await
    }

    /// One with other limits of sockets.
    pub(super) async fn tuned(
        settings: &[(&str, &str)],
        tune: impl FnOnce(&mut LiveSettings),
    ) -> LiveServer {
        let mut all = vec![("LIVE_QUERY_CLASS_NAMES", "Note")];
        all.extend_from_slice(settings);
        let tune = |config: &mut Config| tune(&mut config.live);
        LiveServer::of(Api::tuned(&all, Extension::default(), tune).await).await
    }

    pub(super) async fn of(api: Api) -> LiveServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move {
            let _ = stopped.await;
        };
        let work = touchstone::work(&api.app);
        let serving =
            listen::serve(api.app.http.clone(), listener, stopped, Duration::from_secs(30));
        let ended = task::spawn("server", serving);
        LiveServer { api, address, stop: Some(stop), ended, _work: work }
    }

    /// Asks the server to end; done when it has.
    pub(super) async fn stop(mut self) {
        self.stop.take().expect("a server that runs").send(()).expect("it listens");
        self.ended.await.expect("a task").expect("no panic").expect("an orderly end");
    }

    /// A client that is connected, by these members of its first message.
    pub(super) async fn connected(&self, with: Json) -> Client {
        let mut client = self.open().await;
        client.connect(with).await;
        client
    }

    /// A client that has said nothing yet.
    pub(super) async fn open(&self) -> Client {
        let (answer, client) = self.handshake("/parse", &[]).await;
        client.unwrap_or_else(|| panic!("no socket: {answer}"))
    }

    /// Asks for a socket at a path, with headers beside those of a handshake, or instead of them.
    pub(super) async fn handshake(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (String, Option<Client>) {
        handshake(self.address, path, headers).await
    }

    /// Makes an object; its id.
    pub(super) async fn create(&self, class: &str, fields: Json) -> String {
        let made = self.api.send("POST", &format!("/classes/{class}"), fields).await.ok();
        text(&made, "objectId").to_owned()
    }

    /// Changes an object, with the master key.
    pub(super) async fn change(&self, class: &str, id: &str, fields: Json) {
        self.api.master("PUT", &format!("/classes/{class}/{id}"), fields).await.ok();
    }

    /// Deletes an object, with the master key.
    pub(super) async fn delete(&self, class: &str, id: &str) {
        self.api.master("DELETE", &format!("/classes/{class}/{id}"), Json::Null).await.ok();
    }

    /// Signs up a user, and returns their id and their token.
    pub(super) async fn sign_up(&self, name: &str) -> (String, String) {
        let body = json!({ "username": name, "password": "secret" });
        let user = self.api.send("POST", "/users", body).await.ok();
        (text(&user, "objectId").to_owned(), text(&user, "sessionToken").to_owned())
    }
}

/// Asks an address for a socket: the head of the answer, and the socket if it is one.
pub(super) async fn handshake(
    address: SocketAddr,
    path: &str,
    headers: &[(&str, &str)],
) -> (String, Option<Client>) {
    let mut all = vec![
        ("Host", "localhost"),
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    all.retain(|(name, _)| !headers.iter().any(|(other, _)| other == name));
    all.extend_from_slice(headers);
    let lines: String = all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\n{lines}\r\n");
    stream.write_all(request.as_bytes()).await.expect("a request sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("an answer"));
    }
    let head = String::from_utf8(head).expect("text");
    let is_open = head.starts_with("HTTP/1.1 101");
    let socket = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
    (head, is_open.then_some(Client { socket, said: Vec::new() }))
}

/// One end of a websocket.
pub(super) struct Client {
    socket: WebSocketStream<TcpStream>,
    /// All messages, for the report of a failed test.
    said: Vec<Json>,
}

impl Client {
    /// Connects, and waits until it is connected.
    pub(super) async fn connect(&mut self, with: Json) -> Json {
        let mut message = json!({ "op": "connect", "applicationId": APPLICATION });
        for (name, value) in with.as_object().expect("members") {
            message[name] = value.clone();
        }
        self.say(message).await;
        let answer = self.next().await;
        assert_eq!(answer["op"], "connected", "{answer}");
        answer
    }

    /// Subscribes to a query, and hears that it is.
    pub(super) async fn subscribe(&mut self, request_id: u64, query: Json) {
        self.say(json!({ "op": "subscribe", "requestId": request_id, "query": query })).await;
        let answer = self.next().await;
        assert_eq!(
            (&answer["op"], &answer["requestId"]),
            (&json!("subscribed"), &json!(request_id)),
            "{answer}"
        );
    }

    /// Sends a message.
    pub(super) async fn say(&mut self, message: Json) {
        self.send(Message::text(message.to_string())).await;
    }

    /// Sends a frame.
    pub(super) async fn send(&mut self, message: Message) {
        self.socket.send(message).await.expect("a message sent");
    }

    /// Sends a frame to a server that may have had enough.
    pub(super) async fn try_send(&mut self, message: Message) -> bool {
        self.socket.send(message).await.is_ok()
    }

    /// Sends a message to a server that may be gone.
    pub(super) async fn try_say(&mut self, message: &Json) -> bool {
        self.try_send(Message::text(message.to_string())).await
    }

    /// The next message; `None` once the connection has ended, in whatever way.
    pub(super) async fn heard(&mut self) -> Option<Json> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message.
    pub(super) async fn next(&mut self) -> Json {
        match self.next_frame().await {
            Frame::Text(json) => json,
            other => panic!("{other:?} after {:?}", self.said),
        }
    }

    /// Waits for a ping. It is answered when something is read next.
    pub(super) async fn ping(&mut self) {
        let frame = self.socket.next().await;
        assert!(matches!(frame, Some(Ok(Message::Ping(_)))), "{frame:?}");
    }

    /// The next event: what happened, and the title of the object.
    pub(super) async fn event(&mut self) -> (String, String) {
        let event = self.next().await;
        (text(&event, "op").to_owned(), event["object"]["title"].as_str().unwrap_or("").to_owned())
    }

    /// The code with which the server closes, whatever it says before.
    pub(super) async fn close_code(&mut self) -> u16 {
        loop {
            match self.next_frame().await {
                Frame::Text(_) => {}
                Frame::Closed(code) => return code,
            }
        }
    }

    async fn next_frame(&mut self) -> Frame {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let json: Json = serde_json::from_str(&text).expect("JSON");
                    self.said.push(json.clone());
                    return Frame::Text(json);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Frame::Closed(frame.map_or(0, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                other => panic!("{other:?} after {:?}", self.said),
            }
        }
    }
}

#[derive(Debug)]
enum Frame {
    Text(Json),
    Closed(u16),
}

/// A question about all notes.
pub(super) fn all_notes() -> Json {
    json!({ "className": "Note", "where": {} })
}
