//! Bodies that were answered before they were read to their end.
//!
//! What is left of such a body is still on its way, so that the connection is closed once the
//! answer is sent. A client that is not told sends its next request there, and never hears of it
//! again.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::Request;
use bytes::Bytes;
use hyper::body::{Body as _, Frame, Incoming, SizeHint};

/// Whether there is more of a body to be read.
#[derive(Debug)]
pub(super) struct Unread(Option<Arc<AtomicBool>>);

impl Unread {
    /// Watches the body of a request, if there is one.
    pub(super) fn watch(request: Request<Incoming>) -> (Request<Body>, Unread) {
        if request.body().is_end_stream() {
            return (request.map(Body::new), Unread(None));
        }
        let is_unread = Arc::new(AtomicBool::new(true));
        let watched = Arc::clone(&is_unread);
        let request = request.map(|body| Body::new(Watched { body, is_unread: watched }));
        (request, Unread(Some(is_unread)))
    }

    /// Whether it was not read to its end.
    pub(super) fn is_left(&self) -> bool {
        self.0.as_ref().is_some_and(|is_unread| is_unread.load(Ordering::Acquire))
    }
}

/// A body that notes when it was read to its end.
struct Watched {
    body: Incoming,
    is_unread: Arc<AtomicBool>,
}

impl hyper::body::Body for Watched {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(polled, Poll::Ready(None)) || self.body.is_end_stream() {
            self.is_unread.store(false, Ordering::Release);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
