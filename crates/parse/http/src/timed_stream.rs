//! A connection whose request heads must arrive in time.
//!
//! The head of a request may take a moment, and a connection may wait much longer for the next
//! request. HTTP's own code has one timeout for both, which is that of the longer wait; the shorter
//! one is kept here. It costs a timer only where a head does not arrive in one piece.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// Whose turn it is on a connection.
#[derive(Debug, Default)]
pub(super) struct Turn(AtomicU8);

const CLIENT: u8 = 0;
const SERVER: u8 = 1;
const NEITHER: u8 = 2;

impl Turn {
    /// A whole head has arrived, and is answered.
    pub(super) fn begin(&self) {
        self.0.store(SERVER, Ordering::Relaxed);
    }

    /// There is an answer; whenever the client speaks again, it begins another head.
    pub(super) fn end(&self) {
        self.0.store(NEITHER, Ordering::Relaxed);
    }
}

/// A connection. A new one is the client's turn.
#[derive(Debug)]
pub(crate) struct TimedStream {
    stream: TcpStream,
    turn: Arc<Turn>,
    limit: Option<Duration>,
    since: Instant,
    timer: Option<Pin<Box<Sleep>>>,
}

impl TimedStream {
    /// A connection whose heads may take so long.
    pub(super) fn new(stream: TcpStream, turn: Arc<Turn>, limit: Option<Duration>) -> TimedStream {
        TimedStream { stream, turn, limit, since: Instant::now(), timer: None }
    }

    /// The connection without its timeout.
    pub(crate) fn into_inner(self) -> TcpStream {
        self.stream
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let turn = self.turn.0.load(Ordering::Relaxed);
        if buffer.filled().len() > before && turn == NEITHER {
            self.turn.0.store(CLIENT, Ordering::Relaxed);
            self.since = Instant::now();
            self.timer = None;
        }
        let Some(limit) = self.limit.filter(|_| read.is_pending() && turn == CLIENT) else {
            return read;
        };
        let deadline = self.since + limit;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        match timer.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
