//! The bytes of one websocket.
//!
//! Senders write straight into the socket, without waking its task: the system call is nearly all
//! that a message costs. Bytes that the kernel does not take are buffered, up to a bound, and sent
//! by the task. All writes go through [`Socket::offer_messages`], so that frames are whole and in
//! order.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::{Buf, Bytes};
use parse_model::Refusal;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use super::frame::{self, FrameWatch};
use crate::settings::LiveSettings;

/// How much is buffered for a slow reader. A message to many sockets is stored once for all of
/// them.
const MOST_PENDING: usize = 64 << 10;

/// How long more than that is kept: who reads may be behind a long message for a moment.
const BEHIND: Duration = Duration::from_secs(1);

/// How much is never kept on top of what is kept already.
const MOST_AT_ALL: usize = 1 << 20;

/// How long at least what was sent may go unacknowledged.
const UNACKNOWLEDGED: Duration = Duration::from_secs(10);

/// Pieces that are handed to the kernel at a time.
const PIECES: usize = 32;

/// What is still read of a socket that was closed, so that the close frame is not lost with it.
const MOST_DRAINED: usize = 32 << 20;

/// Why a socket is closed, by the codes of RFC 6455 and the registry it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closing {
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
pub(crate) struct Socket {
    tcp: TcpStream,
    out: Mutex<Out>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Out {
    /// What the kernel has not taken, without what it has taken of the first.
    pending: VecDeque<Piece>,
    /// How many bytes that is.
    pending_bytes: usize,
    /// Whether the kernel has taken the beginning of the first message in `pending`.
    is_begun: bool,
    /// Since when there is something in `pending` of which the kernel has taken nothing.
    behind_since: Option<Instant>,
    /// Whether anything was sent since this was asked.
    is_used: bool,
    state: State,
    /// Subscriptions that have ended, which the task of the socket is to say.
    ended: Vec<(u64, Refusal)>,
}

/// A part of a message, or all of it.
#[derive(Debug)]
struct Piece {
    bytes: Bytes,
    /// Whether a message ends with it.
    is_end: bool,
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
pub(crate) enum Flushed {
    /// All was sent.
    All,
    /// The kernel takes no more for now.
    Some,
    /// The socket is to be closed.
    Closing,
}

impl Socket {
    /// A socket on a connection that was handed over.
    pub(crate) fn new(tcp: TcpStream, settings: &LiveSettings) -> Socket {
        let options = SockRef::from(&tcp);
        // Otherwise the kernel keeps hundreds of kilobytes for a reader that never reads.
        if let Err(error) = options.set_send_buffer_size(settings.send_buffer) {
            tracing::debug!(%error, "SO_SNDBUF not set");
        }
        // A reader that receives data needs no ping: the kernel notices missing acknowledgements.
        let unacknowledged = UNACKNOWLEDGED.max(settings.ping_interval * 2);
        if let Err(error) = options.set_tcp_user_timeout(Some(unacknowledged)) {
            tracing::debug!(%error, "TCP_USER_TIMEOUT not set");
        }
        Socket { tcp, out: Mutex::default(), wake: Notify::new() }
    }

    /// Sends whole frames, or buffers them. A reader that is too slow gets a close frame instead.
    /// Returns whether the socket is still open.
    pub(crate) fn offer(&self, frames: &[u8]) -> bool {
        self.offer_messages(&[(frames, &Bytes::new())])
    }

    /// The same with messages, each in two pieces, of which the second is shared with others.
    pub(crate) fn offer_messages(&self, messages: &[(&[u8], &Bytes)]) -> bool {
        let mut out = self.out();
        out.is_used = true;
        let mut is_all_sent = true;
        for some in messages.chunks(PIECES / 2) {
            is_all_sent &= self.put(&mut out, some);
        }
        if !is_all_sent {
            self.wake.notify_one();
        }
        out.state == State::Open
    }

    /// Sends messages, at most half as many as there may be pieces, or keeps them. Whether all were
    /// sent.
    fn put(&self, out: &mut Out, messages: &[(&[u8], &Bytes)]) -> bool {
        if out.state != State::Open {
            return false;
        }
        let length = messages.iter().map(|(head, body)| head.len() + body.len()).sum();
        let is_last = messages.iter().any(|(head, _)| frame::is_close(head));
        if out.pending.is_empty() {
            let mut pieces = [IoSlice::new(&[]); PIECES];
            for ((head, body), pair) in messages.iter().zip(pieces.chunks_exact_mut(2)) {
                pair[0] = IoSlice::new(head);
                pair[1] = IoSlice::new(body);
            }
            match self.tcp.try_write_vectored(&pieces[..messages.len() * 2]) {
                Ok(sent) if sent == length && !is_last => return true,
                Ok(sent) => out.keep(messages, sent),
                Err(error) if error.kind() == ErrorKind::WouldBlock => out.keep(messages, 0),
                Err(_) => out.end(),
            }
        } else if out.is_too_much(length) {
            out.close(Closing::TooSlow);
        } else {
            out.keep(messages, 0);
        }
        if is_last && out.state == State::Open {
            out.state = State::Closing;
        }
        false
    }

    /// Sends one text message.
    pub(crate) fn send(&self, message: &str) -> bool {
        self.offer(&frame::text(message))
    }

    /// Has the socket closed after what is kept for it.
    pub(crate) fn close(&self, why: Closing) {
        self.out().close(why);
        self.wake.notify_one();
    }

    /// Whether anything was sent since this was asked the last time.
    pub(crate) fn take_used(&self) -> bool {
        std::mem::take(&mut self.out().is_used)
    }

    /// Has the task of the socket say that a subscription has ended.
    pub(crate) fn tell_of_end(&self, request_id: u64, why: Refusal) {
        self.out().ended.push((request_id, why));
        self.wake.notify_one();
    }

    /// Which subscriptions have ended since this was asked.
    pub(crate) fn take_ended(&self) -> Vec<(u64, Refusal)> {
        std::mem::take(&mut self.out().ended)
    }

    /// Nothing is sent any more.
    pub(crate) fn end(&self) {
        self.out().end();
    }

    /// Done when there is something to do for the task of the socket.
    pub(crate) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Done when the kernel may take more.
    pub(crate) async fn writable(&self) -> io::Result<()> {
        self.tcp.writable().await
    }

    /// Sends what is kept, as far as the kernel takes it.
    pub(crate) fn flush(&self) -> io::Result<Flushed> {
        let mut out = self.out();
        while !out.pending.is_empty() && out.state != State::Over {
            let mut pieces = [IoSlice::new(&[]); PIECES];
            for (piece, slice) in out.pending.iter().zip(&mut pieces) {
                *slice = IoSlice::new(&piece.bytes);
            }
            let count = out.pending.len().min(PIECES);
            match self.tcp.try_write_vectored(&pieces[..count]) {
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
    pub(crate) async fn farewell(&self, patience: Duration) {
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
        let length = self.pending_bytes + more;
        let is_late = || self.behind_since.is_some_and(|since| since.elapsed() >= BEHIND);
        length > MOST_AT_ALL || (length > MOST_PENDING && is_late())
    }

    /// Keeps messages of which so many bytes were sent already.
    fn keep(&mut self, messages: &[(&[u8], &Bytes)], sent: usize) {
        self.behind_since.get_or_insert_with(Instant::now);
        for (head, body) in messages {
            self.push(Bytes::copy_from_slice(head), body.is_empty());
            if !body.is_empty() {
                self.push((*body).clone(), true);
            }
        }
        self.sent(sent);
    }

    fn push(&mut self, bytes: Bytes, is_end: bool) {
        self.pending_bytes += bytes.len();
        self.pending.push_back(Piece { bytes, is_end });
    }

    /// Drops what was sent.
    fn sent(&mut self, count: usize) {
        self.pending_bytes -= count;
        let mut left = count;
        while let Some(first) = self.pending.front_mut() {
            if left < first.bytes.len() {
                first.bytes.advance(left);
                self.is_begun |= left > 0;
                break;
            }
            left -= first.bytes.len();
            self.is_begun = !first.is_end;
            self.pending.pop_front();
        }
        if count > 0 {
            self.behind_since = Some(Instant::now());
        }
        if self.pending.is_empty() {
            // What was a lot for a moment is given back.
            self.pending = VecDeque::new();
            self.behind_since = None;
        }
    }

    fn close(&mut self, why: Closing) {
        if self.state != State::Open {
            return;
        }
        if why == Closing::TooSlow {
            // What was begun must be finished; the others would come too late.
            let begun = match self.is_begun {
                true => self.pending.iter().position(|piece| piece.is_end).map_or(0, |at| at + 1),
                false => 0,
            };
            self.pending.truncate(begun);
            self.pending.shrink_to_fit();
            self.pending_bytes = self.pending.iter().map(|piece| piece.bytes.len()).sum();
        }
        self.push(why.frame().into(), true);
        self.state = State::Closing;
    }

    fn end(&mut self) {
        *self = Out { state: State::Over, ..Out::default() };
    }
}

/// What tungstenite reads from, and answers pings and close frames through.
#[derive(Debug)]
pub(crate) struct SocketStream {
    socket: Arc<Socket>,
    incoming: FrameWatch,
}

impl SocketStream {
    pub(crate) fn new(socket: Arc<Socket>, early: &[u8]) -> SocketStream {
        let mut incoming = FrameWatch::default();
        incoming.note(early);
        SocketStream { socket, incoming }
    }

    /// What comes in.
    pub(crate) fn incoming(&self) -> &FrameWatch {
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
        // After the server's close frame nothing may follow, not even the answer to the client's.
        self.socket.offer(frames);
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
