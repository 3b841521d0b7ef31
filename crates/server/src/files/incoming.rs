//! The bytes of an upload as they come in.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use parse_engine::Error;
use parse_engine::file::ByteStream;
use parse_model::Code;
use tokio::sync::Mutex;

/// How long an upload may stand still.
const IDLE: Duration = Duration::from_secs(30);

/// The body of an upload, which may be at most so long.
#[derive(Clone)]
pub(super) struct IncomingFile {
    body: Arc<Mutex<Body>>,
    limit: u64,
    announced: Option<u64>,
    is_too_long: Arc<AtomicBool>,
}

impl IncomingFile {
    /// A body of which `announced` bytes should come and at most `limit` may.
    pub(super) fn new(body: Body, limit: u64, announced: Option<u64>) -> IncomingFile {
        let is_too_long = announced.is_some_and(|announced| announced > limit);
        IncomingFile {
            body: Arc::new(Mutex::new(body)),
            limit,
            announced,
            is_too_long: Arc::new(AtomicBool::new(is_too_long)),
        }
    }

    /// Whether more came, or was announced, than may.
    pub(super) fn is_too_long(&self) -> bool {
        self.is_too_long.load(Ordering::Acquire)
    }

    /// The refusal of such a body.
    pub(super) fn too_long(&self) -> Error {
        let problem = format!("File size exceeds maximum allowed: {} bytes.", self.limit);
        Error::refused(Code::FILE_SAVE_ERROR, problem)
    }

    /// The bytes. One that breaks off ends in an error, never as if it were complete.
    pub(super) fn bytes(&self) -> ByteStream {
        let file = self.clone();
        stream::try_unfold((file, 0), |(file, length)| async move {
            if file.is_too_long() {
                return Err(file.too_long());
            }
            let Some(data) = file.next_data().await? else {
                return match file.announced {
                    Some(announced) if announced != length => Err(broken_off()),
                    _ => Ok(None),
                };
            };
            let length = length + data.len() as u64;
            if length > file.limit {
                file.is_too_long.store(true, Ordering::Release);
                return Err(file.too_long());
            }
            Ok(Some((data, (file, length))))
        })
        .boxed()
    }

    async fn next_data(&self) -> Result<Option<Bytes>, Error> {
        let mut body = self.body.lock().await;
        loop {
            let frame = std::future::poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx));
            match tokio::time::timeout(IDLE, frame).await {
                Ok(None) => return Ok(None),
                Err(_) | Ok(Some(Err(_))) => return Err(broken_off()),
                Ok(Some(Ok(frame))) => {
                    if let Ok(data) = frame.into_data() {
                        return Ok(Some(data));
                    }
                }
            }
        }
    }

    /// Reads and drops what is left, within reason: a client that is still sending when the
    /// connection is closed does not see why it was refused.
    pub(super) async fn drain(&self) {
        let mut left = self.limit.clamp(1 << 20, 32 << 20);
        while let Ok(Some(data)) = self.next_data().await {
            left = left.saturating_sub(data.len() as u64);
            if left == 0 {
                return;
            }
        }
    }
}

fn broken_off() -> Error {
    Error::refused(Code::FILE_SAVE_ERROR, "The upload broke off.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::TryStreamExt;

    async fn read(
        parts: &[&'static str],
        limit: u64,
        announced: Option<u64>,
    ) -> Result<String, String> {
        let parts: Vec<Result<Bytes, std::io::Error>> =
            parts.iter().map(|part| Ok(Bytes::from_static(part.as_bytes()))).collect();
        let body = Body::from_stream(stream::iter(parts));
        let file = IncomingFile::new(body, limit, announced);
        let bytes: Result<Vec<Bytes>, Error> = file.bytes().try_collect().await;
        bytes
            .map(|bytes| String::from_utf8(bytes.concat()).unwrap())
            .map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn all_bytes_come_in_order() {
        assert_eq!(read(&["ab", "c"], 3, Some(3)).await.unwrap(), "abc");
        assert_eq!(read(&["ab", "c"], 3, None).await.unwrap(), "abc");
    }

    #[tokio::test]
    async fn too_many_bytes_are_refused_whether_announced_or_not() {
        let problem = Err("File size exceeds maximum allowed: 3 bytes.".to_owned());
        assert_eq!(read(&["ab", "cd"], 3, None).await, problem);
        assert_eq!(read(&["ab", "cd"], 3, Some(4)).await, problem);
    }

    #[tokio::test]
    async fn a_body_that_ends_early_is_no_complete_file() {
        assert_eq!(read(&["ab"], 9, Some(3)).await, Err("The upload broke off.".to_owned()));
    }
}
