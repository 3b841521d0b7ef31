//! The bytes of an upload as they come in.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use parse_files::{ByteStream, FileError};
use parse_model::Code;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How fast an upload must come.
#[derive(Debug, Clone, Copy)]
struct TransferRate {
    /// How long it may stand still.
    idle: Duration,
    /// How often it is looked at how many bytes have come.
    window: Duration,
    /// How many must have come meanwhile.
    least_bytes: u64,
    /// How long it may take in all.
    total: Duration,
}

impl TransferRate {
    /// What the slowest of telephones sends, for so long at most.
    fn within(total: Option<Duration>) -> TransferRate {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        TransferRate {
            idle: Duration::from_secs(30),
            window: Duration::from_secs(10),
            least_bytes: 80 * 1024,
            total: total.unwrap_or(DAY),
        }
    }
}

/// The body of an upload, which may be at most so long.
#[derive(Clone)]
pub(super) struct IncomingFile {
    body: Arc<Mutex<PacedBody>>,
    limit: u64,
    announced: Option<u64>,
    is_too_long: Arc<AtomicBool>,
}

impl IncomingFile {
    /// A body of which `announced` bytes should come and at most `limit` may, all of them within
    /// `total`.
    pub(super) fn new(
        body: Body,
        limit: u64,
        announced: Option<u64>,
        total: Option<Duration>,
    ) -> IncomingFile {
        IncomingFile::paced(body, limit, announced, TransferRate::within(total))
    }

    fn paced(body: Body, limit: u64, announced: Option<u64>, rate: TransferRate) -> IncomingFile {
        let is_too_long = announced.is_some_and(|announced| announced > limit);
        IncomingFile {
            body: Arc::new(Mutex::new(PacedBody::new(body, rate))),
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
    pub(super) fn too_long(&self) -> FileError {
        let problem = format!("File size exceeds maximum allowed: {} bytes.", self.limit);
        FileError::refused(Code::FILE_SAVE_ERROR, problem)
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

    async fn next_data(&self) -> Result<Option<Bytes>, FileError> {
        self.body.lock().await.next_data().await
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

/// A body that must keep coming: as a whole within a time, and never slower than a least rate, so
/// that what is held for it is not held for nothing.
struct PacedBody {
    body: Body,
    rate: TransferRate,
    ends_by: Instant,
    window_ends: Instant,
    in_window: u64,
}

impl PacedBody {
    fn new(body: Body, rate: TransferRate) -> PacedBody {
        let now = Instant::now();
        let (ends_by, window_ends) = (now + rate.total, now + rate.window);
        PacedBody { body, rate, ends_by, window_ends, in_window: 0 }
    }

    async fn next_data(&mut self) -> Result<Option<Bytes>, FileError> {
        loop {
            let frame = std::future::poll_fn(|cx| Pin::new(&mut self.body).poll_frame(cx));
            let now = Instant::now();
            let pause = now + self.rate.idle;
            // A client that has sent enough for now may pause; one that has not, until the window
            // ends.
            let is_enough = self.in_window >= self.rate.least_bytes;
            let until = if is_enough { pause } else { pause.min(self.window_ends.max(now)) };
            match tokio::time::timeout_at(until.min(self.ends_by), frame).await {
                Ok(None) => return Ok(None),
                Err(_) | Ok(Some(Err(_))) => return Err(broken_off()),
                Ok(Some(Ok(frame))) => {
                    let Ok(data) = frame.into_data() else { continue };
                    self.came(data.len() as u64)?;
                    return Ok(Some(data));
                }
            }
        }
    }

    fn came(&mut self, bytes: u64) -> Result<(), FileError> {
        let now = Instant::now();
        if now >= self.ends_by {
            return Err(broken_off());
        }
        self.in_window += bytes;
        if now >= self.window_ends {
            if self.in_window < self.rate.least_bytes {
                return Err(broken_off());
            }
            (self.window_ends, self.in_window) = (now + self.rate.window, 0);
        }
        Ok(())
    }
}

fn broken_off() -> FileError {
    FileError::refused(Code::FILE_SAVE_ERROR, "The upload broke off.")
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
        let file = IncomingFile::new(body, limit, announced, None);
        let bytes: Result<Vec<Bytes>, FileError> = file.bytes().try_collect().await;
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

    const BRIEF: TransferRate = TransferRate {
        idle: Duration::from_secs(60),
        window: Duration::from_millis(20),
        least_bytes: 1024,
        total: Duration::from_secs(60),
    };

    async fn paced(
        parts: impl stream::Stream<Item = Bytes> + Send + 'static,
        rate: TransferRate,
    ) -> Result<Vec<Bytes>, FileError> {
        let body = Body::from_stream(parts.map(Ok::<_, std::io::Error>));
        IncomingFile::paced(body, u64::MAX, None, rate).bytes().try_collect().await
    }

    #[tokio::test]
    async fn an_upload_that_hardly_comes_is_broken_off() {
        let hardly = stream::iter([Bytes::from_static(b"x")]).chain(stream::pending());
        let problem = paced(hardly, BRIEF).await.unwrap_err();
        assert_eq!(problem.to_string(), "The upload broke off.");
    }

    #[tokio::test]
    async fn an_upload_that_goes_on_for_too_long_is_broken_off_at_any_rate() {
        let endless = stream::repeat(Bytes::from_static(&[0; 2048])).then(async |bytes| {
            tokio::task::yield_now().await;
            bytes
        });
        let rate = TransferRate { total: Duration::from_millis(20), ..BRIEF };
        assert!(paced(endless, rate).await.is_err());
    }
}
