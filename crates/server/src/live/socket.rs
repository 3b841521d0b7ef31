//! The bytes of one websocket.
//!
//! Whoever has something to say writes it straight into the socket, without waking its task: the
//! call into the kernel is nearly all that a message costs. What the kernel does not take is kept,
//! up to a bound, and sent by the task. All that is written goes through [`Socket::offer`], so that
//! frames are whole and in order.

use std::io::{self, ErrorKind, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::{Buf, BytesMut};
use parse_model::Refusal;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use crate::config::LiveSettings;

use super::frame::{self, FrameWatch};

/// How much is kept for a reader that stays behind its events.
const MOST_PENDING: usize = 64 << 10;

/// How long more than that is kept: who reads may be behind a long message for a moment.
const BEHIND: Duration = Duration::from_secs(1);

/// How much is never kept on top of what is kept already.
const MOST_AT_ALL: usize = 1 << 20;

/// How long at least what was sent may go unacknowledged.
const UNACKNOWLEDGED: Duration = Duration::from_secs(10);

/// What is still read of a socket that was closed, so that the close frame is not lost with it.
const MOST_DRAINED: usize = 32 << 20;

/// Why a socket is closed, by the codes of RFC 6455 and the registry it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// The server ends.
    GoingAway,
    /// The client does not keep to the rules.
    Policy(&'static str),
    /// A message is too long.
    TooBig,
    /// Events were missed: connect again and ask again.
    Refetch,
    /// The client does not read.
    TooSlow,
}

impl Closing {
    fn frame(self) -> Vec<u8> {
        let (code, reason) = match self {
            Closing::GoingAway => (1001, "server is going away"),
            Closing::Policy(reason) => (1008, reason),
            Closing::TooBig => (1009, "message too big"),
            Closing::Refetch => (1012, "events were missed, connect and query again"),
            Closing::TooSlow => (1013, "events were not read in time, connect and query again"),
        };
        frame::close(code, reason)
    }
}

/// One websocket.
#[derive(Debug)]
pub(super) struct Socket {
    tcp: TcpStream,
    out: Mutex<Out>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Out {
    /// Frames that the kernel has not taken, without what it has taken of the first.
    pending: BytesMut,
    /// Where in `pending` the first frame begins of which nothing was sent.
    next_frame: usize,
    /// Since when there is something in `pending` of which the kernel has taken nothing.
    behind_since: Option<Instant>,
    /// Whether anything was sent since this was asked.
    is_used: bool,
    state: State,
    /// Subscriptions that have ended, which the task of the socket is to say.
    ended: Vec<(u64, Refusal)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Open,
    /// The close frame is the last that is sent.
    Closing,
    /// Nothing is sent any more.
    Over,
}

/// How far a socket's task is with what is to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flushed {
    /// All was sent.
    All,
    /// The kernel takes no more for now.
    Some,
    /// The socket is to be closed.
    Closing,
}

impl Socket {
    /// A socket on a connection that was handed over.
    pub(super) fn new(tcp: TcpStream, settings: &LiveSettings) -> Socket {
        let options = SockRef::from(&tcp);
        // Otherwise the kernel keeps hundreds of kilobytes for a reader that never reads.
        if let Err(error) = options.set_send_buffer_size(settings.send_buffer) {
            tracing::debug!(%error, "SO_SNDBUF not set");
        }
        // Whoever is sent something needs no ping: the kernel notices that it is not acknowledged.
        let unacknowledged = UNACKNOWLEDGED.max(settings.ping_interval * 2);
        if let Err(error) = options.set_tcp_user_timeout(Some(unacknowledged)) {
            tracing::debug!(%error, "TCP_USER_TIMEOUT not set");
        }
        Socket { tcp, out: Mutex::default(), wake: Notify::new() }
    }

    /// Sends whole frames, in two pieces, or keeps them to be sent. A reader that is too slow is
    /// told so instead, and closed. Whether the socket is open still.
    pub(super) fn offer(&self, head: &[u8], body: &[u8]) -> bool {
        let mut out = self.out();
        if out.state != State::Open {
            return false;
        }
        let is_last = frame::is_close(head);
        out.is_used = true;
        if out.pending.is_empty() {
            match self.tcp.try_write_vectored(&[IoSlice::new(head), IoSlice::new(body)]) {
                Ok(sent) if sent == head.len() + body.len() && !is_last => return true,
                Ok(sent) => out.keep(head, body, sent),
                Err(error) if error.kind() == ErrorKind::WouldBlock => out.keep(head, body, 0),
                Err(_) => out.end(),
            }
        } else if out.is_too_much(head.len() + body.len()) {
            out.close(Closing::TooSlow);
        } else {
            out.keep(head, body, 0);
        }
        if is_last && out.state == State::Open {
            out.state = State::Closing;
        }
        self.wake.notify_one();
        out.state == State::Open
    }

    /// Sends one text message.
    pub(super) fn send(&self, message: &str) -> bool {
        self.offer(&frame::text(message), &[])
    }

    /// Has the socket closed after what is kept for it.
    pub(super) fn close(&self, why: Closing) {
        self.out().close(why);
        self.wake.notify_one();
    }

    /// Whether anything was sent since this was asked the last time.
    pub(super) fn take_used(&self) -> bool {
        std::mem::take(&mut self.out().is_used)
    }

    /// Has the task of the socket say that a subscription has ended.
    pub(super) fn tell_of_end(&self, request_id: u64, why: Refusal) {
        self.out().ended.push((request_id, why));
        self.wake.notify_one();
    }

    /// Which subscriptions have ended since this was asked.
    pub(super) fn take_ended(&self) -> Vec<(u64, Refusal)> {
        std::mem::take(&mut self.out().ended)
    }

    /// Nothing is sent any more.
    pub(super) fn end(&self) {
        self.out().end();
    }

    /// Done when there is something to do for the task of the socket.
    pub(super) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Done when the kernel may take more.
    pub(super) async fn writable(&self) -> io::Result<()> {
        self.tcp.writable().await
    }

    /// Sends what is kept, as far as the kernel takes it.
    pub(super) fn flush(&self) -> io::Result<Flushed> {
        let mut out = self.out();
        while !out.pending.is_empty() && out.state != State::Over {
            match self.tcp.try_write(&out.pending) {
                Ok(sent) => out.sent(sent),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => {
                    out.end();
                    return Err(error);
                }
            }
        }
        match out.state {
            State::Over => Err(ErrorKind::BrokenPipe.into()),
            State::Closing => Ok(Flushed::Closing),
            State::Open if out.pending.is_empty() => Ok(Flushed::All),
            State::Open => Ok(Flushed::Some),
        }
    }

    /// Sends what is left with the close frame, and waits a moment for the client to have read it:
    /// a socket that is dropped with something unread takes it along.
    pub(super) async fn farewell(&self, patience: Duration) {
        let _ = tokio::time::timeout(patience, async {
            loop {
                self.flush()?;
                if self.out().pending.is_empty() {
                    break;
                }
                self.tcp.writable().await?;
            }
            SockRef::from(&self.tcp).shutdown(Shutdown::Write)?;
            self.drain().await
        })
        .await;
        self.end();
    }

    async fn drain(&self) -> io::Result<()> {
        let mut drained = 0;
        let mut scratch = vec![0; 4 << 10];
        while drained < MOST_DRAINED {
            self.tcp.readable().await?;
            match self.tcp.try_read(&mut scratch) {
                Ok(0) => break,
                Ok(read) => drained += read,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn out(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Out {
    /// Whether so much more is too much for a reader who is behind.
    fn is_too_much(&self, more: usize) -> bool {
        let length = self.pending.len() + more;
        let is_late = || self.behind_since.is_some_and(|since| since.elapsed() >= BEHIND);
        length > MOST_AT_ALL || (length > MOST_PENDING && is_late())
    }

    /// Keeps frames of which so many bytes were sent already.
    fn keep(&mut self, head: &[u8], body: &[u8], sent: usize) {
        self.behind_since.get_or_insert_with(Instant::now);
        self.pending.reserve(head.len() + body.len());
        self.pending.extend_from_slice(head);
        self.pending.extend_from_slice(body);
        self.sent(sent);
    }

    /// Drops what was sent.
    fn sent(&mut self, count: usize) {
        while self.next_frame < count {
            self.next_frame += frame::length(&self.pending[self.next_frame..]);
        }
        self.next_frame -= count;
        self.pending.advance(count);
        if count > 0 {
            self.behind_since = Some(Instant::now());
        }
        if self.pending.is_empty() {
            // What was a lot for a moment is given back.
            self.pending = BytesMut::new();
            self.behind_since = None;
        }
    }

    fn close(&mut self, why: Closing) {
        if self.state != State::Open {
            return;
        }
        if why == Closing::TooSlow {
            // A frame that was begun must be finished; the others would come too late.
            self.pending.truncate(self.next_frame);
        }
        self.pending.extend_from_slice(&why.frame());
        self.state = State::Closing;
    }

    fn end(&mut self) {
        *self = Out { state: State::Over, ..Out::default() };
    }
}

/// What tungstenite reads from, and answers pings and close frames through.
#[derive(Debug)]
pub(super) struct SocketStream {
    socket: Arc<Socket>,
    incoming: FrameWatch,
}

impl SocketStream {
    pub(super) fn new(socket: Arc<Socket>, early: &[u8]) -> SocketStream {
        let mut incoming = FrameWatch::default();
        incoming.note(early);
        SocketStream { socket, incoming }
    }

    /// What comes in.
    pub(super) fn incoming(&self) -> &FrameWatch {
        &self.incoming
    }
}

impl AsyncRead for SocketStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.socket.tcp.poll_read_ready(cx))?;
            match self.socket.tcp.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(count) => {
                    buffer.advance(count);
                    let filled = buffer.filled();
                    let was_idle = self.incoming.began().is_none();
                    self.incoming.note(&filled[filled.len() - count..]);
                    if was_idle && self.incoming.began().is_some() {
                        // The task is to look at its clock: what has begun must end in time.
                        self.socket.wake.notify_one();
                    }
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

impl AsyncWrite for SocketStream {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        frames: &[u8],
    ) -> Poll<io::Result<usize>> {
        // After a close frame of ours nothing may follow, not even the answer to the client's.
        self.socket.offer(frames, &[]);
        Poll::Ready(Ok(frames.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests;
