//! One socket's task: it reads, does what it is asked, sends what did not fit, and minds the clock.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use live_query::{Connection, Limits, Step};
use parse_identity::Key;
use parse_model::JsonMap;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use super::clock::{Due, SocketClock};
use super::operation::{self, Connected, Outcome};
use super::upgrade::call;
use crate::live_queries::Membership;
use crate::live_queries::frame;
use crate::live_queries::identity::{Identity, SubscriptionId};
use crate::live_queries::limits::Place;
use crate::live_queries::socket::{Closing, Flushed, Socket, SocketStream};
use crate::live_queries::subscribers::Granted;
use crate::state::HttpState;
use crate::timed_stream::TimedStream;

/// The longest message of a client.
const LONGEST_MESSAGE: usize = 64 << 10;
/// What is read at a time. Tungstenite zeroes it at every poll.
const READ_BUFFER: usize = 2 << 10;
/// How long a socket may take to say goodbye.
const FAREWELL: Duration = Duration::from_secs(2);

/// The close message for a user's sockets beyond `live_query_max_sockets_per_user`.
const TOO_MANY_SOCKETS: Closing = Closing::Policy("too many sockets of this user");

/// Serves a socket once its connection is handed over.
pub(super) async fn serve(state: Arc<HttpState>, upgrade: OnUpgrade, place: Place, from: IpAddr) {
    let Some((tcp, early)) = handed_over(upgrade).await else { return };
    let socket = Arc::new(Socket::new(tcp, &state.settings.live));
    let live = Arc::clone(&state.live);
    let _open = live.open.begin();
    let session = Box::pin(Session::begin(state, Arc::clone(&socket), &early, place, from)).await;
    session.run().await;
    Box::pin(socket.farewell(FAREWELL)).await;
}

/// The connection under an upgrade, and what was already read of it.
async fn handed_over(upgrade: OnUpgrade) -> Option<(TcpStream, Vec<u8>)> {
    let parts = upgrade.await.ok()?.downcast::<TokioIo<TimedStream>>().ok()?;
    Some((parts.io.into_inner().into_inner(), parts.read_buf.to_vec()))
}

struct Session {
    state: Arc<HttpState>,
    socket: Arc<Socket>,
    stream: WebSocketStream<SocketStream>,
    connection: Connection,
    membership: Membership,
    place: Place,
    from: IpAddr,
    identity: Identity,
    /// What is being looked up. Nothing is read meanwhile: a client waits for its answers.
    operation: Option<BoxFuture<'static, Outcome>>,
    clock: SocketClock,
}

impl Session {
    async fn begin(
        state: Arc<HttpState>,
        socket: Arc<Socket>,
        early: &[u8],
        place: Place,
        from: IpAddr,
    ) -> Session {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(LONGEST_MESSAGE)
            .max_message_size(Some(LONGEST_MESSAGE))
            .max_frame_size(Some(LONGEST_MESSAGE));
        let half = SocketStream::new(Arc::clone(&socket), early);
        let stream =
            WebSocketStream::from_partially_read(half, early.to_vec(), Role::Server, Some(config));
        let settings = &state.settings.live;
        let limits = Limits {
            subscriptions: settings.subscriptions,
            json: state.settings.limits.json,
            ..Limits::default()
        };
        Session {
            stream: stream.await,
            connection: Connection::new(limits),
            membership: state.live.enter(&socket),
            clock: SocketClock::new(settings.ping_interval),
            socket,
            place,
            from,
            identity: Identity::Unauthenticated,
            operation: None,
            state,
        }
    }

    /// Serves the socket until it is to be closed, or is.
    async fn run(mut self) {
        let mut sleep = std::pin::pin!(sleep_until(Instant::now()));
        loop {
            let is_free = self.operation.is_none();
            sleep.as_mut().reset(self.clock.deadline(self.message_began()));
            let flow = tokio::select! {
                message = self.stream.next(), if is_free => match message {
                    Some(Ok(message)) => self.receive(message),
                    Some(Err(error)) => self.refuse(&error),
                    None => ControlFlow::Break(()),
                },
                outcome = finished(&mut self.operation), if !is_free => self.conclude(outcome),
                () = self.socket.woken() => self.flush(),
                ready = self.socket.writable(), if self.clock.is_blocked() => match ready {
                    Ok(()) => self.flush(),
                    Err(_) => ControlFlow::Break(()),
                },
                () = sleep.as_mut() => self.look_at_clock(),
            };
            if flow.is_break() {
                return;
            }
        }
    }

    fn receive(&mut self, message: Message) -> ControlFlow<()> {
        self.clock.heard();
        if message.is_text() || message.is_binary() {
            let (key, session) = match &self.identity {
                Identity::Unauthenticated => (Key::None, None),
                Identity::Master => (Key::Master, None),
                Identity::Session(token) => (Key::None, Some(&**token)),
            };
            let body = JsonMap::new();
            if self.state.rates.charge(&call(self.from, key, &body), session).is_err() {
                return self.close(Closing::Policy("too many messages"));
            }
        }
        match message {
            Message::Text(text) => {
                let step = self.connection.receive(&text);
                self.take(step)
            }
            Message::Binary(_) => {
                let step = self.connection.receive_binary();
                self.take(step)
            }
            Message::Ping(_) | Message::Pong(_) => match self.clock.control_frame() {
                true => ControlFlow::Continue(()),
                false => self.close(Closing::Policy("too many pings")),
            },
            // Tungstenite answers it; then the stream ends.
            Message::Close(_) | Message::Frame(_) => ControlFlow::Continue(()),
        }
    }

    fn take(&mut self, step: Step) -> ControlFlow<()> {
        match step {
            Step::Send(messages) => messages.iter().for_each(|message| self.send(message)),
            Step::Connect(request) => {
                let state = Arc::clone(&self.state);
                self.operation = Some(Box::pin(operation::connect(state, self.from, *request)));
            }
            Step::Subscribe { first, request } => {
                first.iter().for_each(|message| self.send(message));
                self.membership.ask_to_follow();
                let (state, identity) = (Arc::clone(&self.state), self.identity.clone());
                self.operation =
                    Some(Box::pin(operation::subscribe(state, self.from, identity, *request)));
            }
            Step::Unsubscribe { request_id, answer } => {
                let id = self.subscription(request_id);
                self.state.live.subscribers().unsubscribe(id);
                self.send(&answer);
            }
            Step::Query { request_id } => {
                let (state, id) = (Arc::clone(&self.state), self.subscription(request_id));
                self.operation = Some(Box::pin(operation::query(state, self.from, id)));
            }
            Step::Close { last, reason, .. } => {
                last.iter().for_each(|message| self.send(message));
                return self.close(Closing::Policy(reason));
            }
        }
        ControlFlow::Continue(())
    }

    fn conclude(&mut self, outcome: Outcome) -> ControlFlow<()> {
        // Nothing was read meanwhile, so nothing could be heard.
        self.clock.heard();
        match outcome {
            Outcome::Connected(None) => {
                let step = self.connection.not_connected();
                return self.take(step);
            }
            Outcome::Connected(Some(Connected { identity, user, installation_id })) => {
                if !self.counts_for(user.as_deref()) {
                    return self.close(TOO_MANY_SOCKETS);
                }
                self.identity = identity;
                self.place.opened();
                self.clock.opened();
                let answer = self.connection.connected(client_id(), installation_id);
                self.send(&answer);
            }
            Outcome::Subscribed(request_id, Ok(granted)) => {
                if !self.counts_for(granted.found.user.as_deref()) {
                    return self.close(TOO_MANY_SOCKETS);
                }
                self.subscribed(request_id, *granted);
            }
            Outcome::Subscribed(request_id, Err(refusal)) => {
                let id = self.subscription(request_id);
                self.state.live.subscribers().unsubscribe(id);
                let answer = self.connection.refused(Some(request_id), &refusal, false);
                self.send(&answer);
            }
            Outcome::Queried(request_id, objects) => {
                let answer = match objects {
                    Ok(objects) => self.connection.result(request_id, &objects),
                    Err(refusal) => self.connection.failed(request_id, &refusal),
                };
                self.send(&answer);
            }
        }
        if self.connection.is_refused_too_often() {
            return self.close(Closing::Policy("too many refusals"));
        }
        ControlFlow::Continue(())
    }

    /// Counts the socket among those of a user, if there is one; whether it may be there.
    fn counts_for(&mut self, user: Option<&str>) -> bool {
        user.is_none_or(|user| self.state.live.limits().count_for(user, &mut self.place))
    }

    fn subscribed(&mut self, request_id: u64, granted: Granted) {
        let Some(prefix) = self.connection.identity().map(|known| known.prefix(request_id)) else {
            return;
        };
        let answer = self.connection.subscribed(request_id);
        let id = self.subscription(request_id);
        let mut subscribers = self.state.live.subscribers();
        if subscribers.subscribe(id, granted, prefix, &answer) {
            self.state.live.marked.notify_one();
        }
    }

    /// Sends what is kept, and says what has ended.
    fn flush(&mut self) -> ControlFlow<()> {
        for (request_id, why) in self.socket.take_ended() {
            let message = self.connection.refused(Some(request_id), &why, false);
            self.send(&message);
        }
        match self.socket.flush() {
            Ok(Flushed::All) => self.clock.blocked(false),
            Ok(Flushed::Some) => self.clock.blocked(true),
            Ok(Flushed::Closing) | Err(_) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn look_at_clock(&mut self) -> ControlFlow<()> {
        match self.clock.due(self.message_began(), self.operation.is_some()) {
            Due::Nothing => {}
            // Whether what was sent arrives is minded by the kernel.
            Due::Ping if self.socket.take_used() => self.clock.heard(),
            Due::Ping => {
                self.socket.offer(&frame::PING);
                self.socket.take_used();
            }
            Due::Close(why) => return self.close(why),
        }
        ControlFlow::Continue(())
    }

    /// Since when a message has been on its way. While nothing is read that says nothing.
    fn message_began(&self) -> Option<Instant> {
        let is_read = self.operation.is_none();
        self.stream.get_ref().incoming().began().filter(|_| is_read)
    }

    /// Says why nothing more can be read.
    fn refuse(&mut self, error: &WsError) -> ControlFlow<()> {
        match error {
            WsError::Capacity(_) => self.close(Closing::TooBig),
            WsError::Protocol(_) | WsError::Utf8(_) => self.close(Closing::Policy("bad frame")),
            _ => {
                self.socket.end();
                ControlFlow::Break(())
            }
        }
    }

    fn close(&mut self, why: Closing) -> ControlFlow<()> {
        self.socket.close(why);
        ControlFlow::Break(())
    }

    fn send(&self, message: &str) {
        self.socket.send(message);
    }

    fn subscription(&self, request_id: u64) -> SubscriptionId {
        SubscriptionId { socket: self.membership.id, request_id }
    }
}

/// The outcome of the operation that is under way.
async fn finished(operation: &mut Option<BoxFuture<'static, Outcome>>) -> Outcome {
    let Some(under_way) = operation else { return std::future::pending().await };
    let outcome = Pin::new(under_way).await;
    *operation = None;
    outcome
}

/// A name for a client, in the form Parse Server gives it.
fn client_id() -> String {
    let bits: u128 = rand::random();
    let bits = (bits & !(0xf << 76) & !(0x3 << 62)) | (0x4 << 76) | (0x2 << 62);
    let hex = format!("{bits:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

#[cfg(test)]
mod tests;
