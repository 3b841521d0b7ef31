//! What a file is: by its name, and by its first bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use futures_util::{FutureExt, StreamExt, TryStreamExt, stream};
use moka::sync::Cache;
use parse_model::{Code, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::blobs::ByteStream;
use crate::error::FileError;
use crate::name::FileName;
use crate::picture::Format;

/// How many bytes of images are held in memory at once, all uploads together, in units of [`UNIT`].
const BUDGET: usize = 1024;
const UNIT: usize = 64 * 1024;
/// How many images one user, or all callers without an account, upload at a time.
const AT_ONCE: usize = 2;
/// How many users are remembered for that.
const MOST_UPLOADERS: u64 = 10_000;
/// How long an upload waits for its turn, and for room for its bytes.
const WAIT: Duration = Duration::from_secs(5);
/// How long the bytes of an image that is still arriving may be held while other uploads wait for
/// room.
const HELD: Duration = Duration::from_secs(10);
/// How often it is looked whether others wait.
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// How many pictures an animation may consist of.
const MAX_FRAMES: usize = 1000;

/// What files must contain. Only known kinds are accepted, and only under their own extension.
#[derive(Debug, Clone)]
pub struct ContentRules {
    /// The largest image, in bytes.
    pub max_image: u64,
    /// The largest image, in pixels.
    pub max_pixels: u64,
    /// The largest video, in bytes.
    pub max_video: u64,
    /// The largest text, in bytes.
    pub max_text: u64,
    /// The largest document of another kind, in bytes.
    pub max_document: u64,
    budget: Arc<Semaphore>,
    /// Uploads that wait for room.
    waiting: Arc<AtomicUsize>,
    wait: Duration,
    held: Duration,
    uploaders: Cache<String, Arc<Semaphore>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContentKind {
    Image,
    Video,
    Text,
    Document,
}

/// Every type that may be uploaded: its extensions, the first of them for files without one.
const TYPES: &[(&str, ContentKind, &[&str])] = &[
    ("image/png", ContentKind::Image, &["png"]),
    ("image/jpeg", ContentKind::Image, &["jpg", "jpeg"]),
    ("image/gif", ContentKind::Image, &["gif"]),
    ("image/webp", ContentKind::Image, &["webp"]),
    ("video/mp4", ContentKind::Video, &["mp4"]),
    ("video/webm", ContentKind::Video, &["webm"]),
    ("application/pdf", ContentKind::Document, &["pdf"]),
    ("text/plain", ContentKind::Text, &["txt", "log", "json", "har", "csv"]),
];

impl Default for ContentRules {
    fn default() -> ContentRules {
        const MIB: u64 = 1 << 20;
        ContentRules {
            max_image: 8 * MIB,
            max_pixels: 24_000_000,
            max_video: 50 * MIB,
            max_text: 2 * MIB,
            max_document: 10 * MIB,
            budget: Arc::new(Semaphore::new(BUDGET)),
            waiting: Arc::default(),
            wait: WAIT,
            held: HELD,
            uploaders: Cache::builder()
                .max_capacity(MOST_UPLOADERS)
                .time_to_idle(Duration::from_secs(600))
                .build(),
        }
    }
}

impl ContentRules {
    /// Lets a file in by what it is: gives the name and the type it has from now on, and its bytes
    /// as they are to be stored.
    pub async fn admit(
        &self,
        uploader: &str,
        name: &FileName,
        head: &[u8],
        bytes: ByteStream,
    ) -> Result<(FileName, String, ByteStream), FileError> {
        let Some((content_type, kind, extensions)) = sniffed(head) else {
            return Err(not_allowed("Files of this type cannot be uploaded."));
        };
        let extension = name.extension().to_ascii_lowercase();
        let name = if extension.is_empty() {
            name.with_extension(extensions[0])
        } else if extensions.contains(&&*extension) {
            name.clone()
        } else {
            return Err(not_allowed(format!(
                "The file is not what its extension {extension} says."
            )));
        };
        let limit = match kind {
            ContentKind::Image => self.max_image,
            ContentKind::Video => self.max_video,
            ContentKind::Text => self.max_text,
            ContentKind::Document => self.max_document,
        };
        let bytes = at_most(bytes, limit, move || too_large(limit));
        let bytes = if kind == ContentKind::Image {
            self.image(uploader, content_type, bytes).await?
        } else {
            bytes
        };
        Ok((name, content_type.to_owned(), bytes))
    }

    /// An image is taken in as a whole: how large it is, and what cameras wrote into it, can stand
    /// anywhere in it.
    async fn image(
        &self,
        uploader: &str,
        content_type: &str,
        bytes: ByteStream,
    ) -> Result<ByteStream, FileError> {
        let new = || Arc::new(Semaphore::new(AT_ONCE));
        let turns = self.uploaders.get_with(uploader.to_owned(), new);
        let turn = self.taken(&turns, 1).await?;
        let (whole, budget) = self.gathered(bytes).await?;
        let size = imagesize::blob_size(&whole).map_err(|_| not_allowed("The image is broken."))?;
        let pixels = (size.width as u64).saturating_mul(size.height as u64);
        let format = Format::of(content_type).ok_or_else(|| not_allowed("The image is broken."))?;
        if pixels > self.max_pixels || format.frames(&whole) > MAX_FRAMES {
            return Err(not_allowed(format!(
                "Images may have at most {} pixels.",
                self.max_pixels
            )));
        }
        let whole = format.rebuilt(&whole).ok_or_else(|| not_allowed("The image is broken."))?;
        // The budget is given back once the bytes have been stored or dropped.
        let held = stream::once(async move {
            let _held = (turn, budget);
            Ok(whole)
        });
        Ok(held.boxed())
    }
}

impl ContentRules {
    /// All bytes in one piece. Room for them is taken as they come, so that bytes which never come
    /// take none from others. An upload that takes long is given up while others wait for room.
    async fn gathered(
        &self,
        mut bytes: ByteStream,
    ) -> Result<(Bytes, OwnedSemaphorePermit), FileError> {
        let mut whole = BytesMut::new();
        let mut budget = self.taken(&self.budget, 0).await?;
        let began = Instant::now();
        loop {
            let next = tokio::time::timeout(LOOK_AGAIN, bytes.try_next()).await;
            if began.elapsed() > self.held && self.waiting.load(Ordering::Acquire) > 0 {
                return Err(FileError::Busy);
            }
            let Ok(next) = next else { continue };
            let Some(more) = next? else { break };
            let needed = (whole.len() + more.len()).div_ceil(UNIT).min(BUDGET);
            let lacking = needed.saturating_sub(budget.num_permits());
            if lacking > 0 {
                budget.merge(self.room(lacking).await?);
            }
            whole.extend_from_slice(&more);
        }
        Ok((whole.freeze(), budget))
    }

    /// Room for so many units, at once or after waiting.
    async fn room(&self, units: usize) -> Result<OwnedSemaphorePermit, FileError> {
        if let Ok(room) =
            self.taken(&self.budget, units).now_or_never().unwrap_or(Err(FileError::Busy))
        {
            return Ok(room);
        }
        let _waiting = Waiting::one(&self.waiting);
        self.taken(&self.budget, units).await
    }

    /// So many places, if they can be had soon.
    async fn taken(
        &self,
        places: &Arc<Semaphore>,
        count: usize,
    ) -> Result<OwnedSemaphorePermit, FileError> {
        let count = u32::try_from(count).map_err(|_| FileError::Busy)?;
        let places = Arc::clone(places).acquire_many_owned(count);
        match tokio::time::timeout(self.wait, places).await {
            Ok(Ok(places)) => Ok(places),
            Ok(Err(_)) | Err(_) => Err(FileError::Busy),
        }
    }
}

/// An upload that waits for room, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn one(waiting: &AtomicUsize) -> Waiting<'_> {
        waiting.fetch_add(1, Ordering::AcqRel);
        Waiting(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// What the first bytes of a file say that it is, if that may be uploaded at all.
fn sniffed(head: &[u8]) -> Option<(&'static str, ContentKind, &'static [&'static str])> {
    let found = match infer::get(head) {
        Some(known) => known.mime_type(),
        None if is_text(head) => "text/plain",
        None => return None,
    };
    TYPES.iter().find(|(name, ..)| *name == found).copied()
}

/// Whether bytes are text that no browser takes for a page.
fn is_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The last letter may be cut in two.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    let is_odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}');
    !text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n', '\u{c}']).starts_with('<')
        && !text.contains(is_odd)
}

/// The bytes, and an error in place of those beyond a limit.
pub fn at_most(
    bytes: ByteStream,
    limit: u64,
    over: impl Fn() -> FileError + Send + 'static,
) -> ByteStream {
    let mut left = limit;
    bytes
        .map(move |more| {
            let more: Bytes = more?;
            left = left.checked_sub(more.len() as u64).ok_or_else(&over)?;
            Ok(more)
        })
        .boxed()
}

/// The type that a name tells of, by its extension.
pub fn content_type_of(name: &str) -> Option<&'static str> {
    let extension = name.rsplit_once('.')?.1;
    match extension.to_ascii_lowercase().as_str() {
        "js" | "mjs" => Some("text/javascript"),
        "xml" => Some("application/xml"),
        "ico" => Some("image/vnd.microsoft.icon"),
        "ts" => Some("video/mp2t"),
        "m4a" => Some("audio/mp4"),
        "md" => Some("text/markdown"),
        // A document that can run scripts, of an obsolete kind.
        "xul" => None,
        other => mime_guess::from_ext(other).first_raw(),
    }
}

/// The extension that a file of a type gets where it has none.
pub fn extension_of(content_type: &str) -> Option<&'static str> {
    let bare = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let preferred = match bare.as_str() {
        "text/plain" => "txt",
        "text/html" => "html",
        "text/javascript" | "application/javascript" => "js",
        "text/markdown" => "md",
        "text/calendar" => "ics",
        "text/xml" | "application/xml" => "xml",
        "application/octet-stream" => "bin",
        "application/json" => "json",
        "application/gzip" => "gz",
        "application/msword" => "doc",
        "application/vnd.ms-excel" => "xls",
        "application/vnd.ms-powerpoint" => "ppt",
        "image/jpeg" => "jpg",
        "image/svg+xml" => "svg",
        "image/tiff" => "tif",
        "image/x-icon" | "image/vnd.microsoft.icon" => "ico",
        "audio/mpeg" => "mpga",
        "audio/mp4" => "m4a",
        "audio/ogg" => "oga",
        "audio/webm" => "weba",
        "audio/wav" | "audio/x-wav" => "wav",
        "video/quicktime" => "qt",
        "video/mpeg" => "mpeg",
        "video/mp4" => "mp4",
        "video/ogg" => "ogv",
        "application/x-www-form-urlencoded" => return None,
        other => mime_guess::get_mime_extensions_str(other)?.first()?,
    };
    Some(preferred)
}

fn not_allowed(problem: impl Into<std::borrow::Cow<'static, str>>) -> FileError {
    Refusal::new(Code::FILE_SAVE_ERROR, problem).into()
}

fn too_large(limit: u64) -> FileError {
    not_allowed(format!("File size exceeds maximum allowed: {limit} bytes."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &[u8], content: &[u8]) -> Vec<u8> {
        let covered = [kind, content].concat();
        let crc = covered.iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
            })
        });
        let length = u32::try_from(content.len()).unwrap().to_be_bytes();
        [&length[..], &covered, &(!crc).to_be_bytes()].concat()
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
        [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &header), chunk(b"IEND", &[])].concat()
    }

    async fn admitted(name: &str, bytes: &[u8]) -> Result<(String, String), String> {
        let name = FileName::checked(name).unwrap();
        let whole = stream::iter([Ok(Bytes::copy_from_slice(bytes))]).boxed();
        let admitted = ContentRules::default().admit("u", &name, bytes, whole).await;
        match admitted {
            Ok((name, content_type, bytes)) => match bytes.try_collect::<Vec<Bytes>>().await {
                Ok(_) => Ok((name.as_str().to_owned(), content_type)),
                Err(error) => Err(error.to_string()),
            },
            Err(error) => Err(error.to_string()),
        }
    }

    #[tokio::test]
    async fn a_file_is_let_in_by_what_it_is_under_its_own_extension() {
        let ok = |name: &str, kind: &str| Ok((name.to_owned(), kind.to_owned()));
        assert_eq!(admitted("a.png", &png(2, 2)).await, ok("a.png", "image/png"));
        assert_eq!(admitted("a.PNG", &png(2, 2)).await, ok("a.PNG", "image/png"));
        assert_eq!(admitted("a", &png(2, 2)).await, ok("a.png", "image/png"));
        assert_eq!(admitted("a.log", b"one\ntwo").await, ok("a.log", "text/plain"));
        assert_eq!(admitted("a.json", b"{\"a\":1}").await, ok("a.json", "text/plain"));
        assert_eq!(admitted("a.pdf", b"%PDF-1.7\n").await, ok("a.pdf", "application/pdf"));
    }

    #[tokio::test]
    async fn what_is_not_on_the_list_or_not_what_it_says_is_refused() {
        for (name, bytes) in [
            ("a.png", &b"<html><script>alert(1)</script>"[..]),
            ("a.txt", b"<!DOCTYPE html><p>"),
            ("a.txt", b"  <svg xmlns='http://www.w3.org/2000/svg'/>"),
            ("a.txt", b"a\0b"),
            ("a.jpg", &png(2, 2)),
            ("a.htc", b"x"),
            ("a.js", b"alert(1)"),
            ("a.wasm", b"\0asm\x01\0\0\0"),
            ("payload", b"MZ\x90\0"),
            ("a.zip", b"PK\x03\x04"),
        ] {
            assert!(admitted(name, bytes).await.is_err(), "{name}");
        }
    }

    #[tokio::test]
    async fn an_image_is_measured_before_anybody_unpacks_it() {
        assert!(admitted("bomb.png", &png(40_000, 40_000)).await.is_err());
        assert!(admitted("fine.png", &png(6_000, 4_000)).await.is_ok());
    }

    #[tokio::test]
    async fn a_text_has_a_limit_of_its_own() {
        let long = vec![b'a'; (2 << 20) + 1];
        let problem = admitted("a.txt", &long).await.unwrap_err();
        assert_eq!(problem, "File size exceeds maximum allowed: 2097152 bytes.");
    }

    #[tokio::test]
    async fn uploads_that_never_end_take_no_room_from_others_and_two_turns_of_their_user() {
        let rules = ContentRules { wait: Duration::from_millis(20), ..ContentRules::default() };
        let head = png(2, 2);
        let admit = async |uploader: &str, bytes: ByteStream| {
            let name = FileName::checked("a.png").unwrap();
            rules.admit(uploader, &name, &head, bytes).await.map(drop)
        };
        let endless = || {
            let first = stream::once(std::future::ready(Ok(Bytes::from(head.clone()))));
            first.chain(stream::pending()).boxed()
        };
        let whole = || stream::iter([Ok(Bytes::from(head.clone()))]).boxed();
        let slow = (0..9).map(|_| admit("slow", endless()));
        let slow = futures_util::future::select_all(slow.map(Box::pin));
        let (outcome, _, mut others) = slow.await;
        assert!(matches!(outcome, Err(FileError::Busy)), "{outcome:?}");
        assert!(admit("other", whole()).await.is_ok());
        for _ in 0..6 {
            let (outcome, _, rest) = futures_util::future::select_all(others).await;
            assert!(matches!(outcome, Err(FileError::Busy)), "{outcome:?}");
            others = rest;
        }
        assert!(matches!(admit("slow", whole()).await, Err(FileError::Busy)), "two are under way");
        drop(others);
        assert!(admit("slow", whole()).await.is_ok());
    }

    #[tokio::test]
    async fn images_that_hardly_come_give_their_room_to_others() {
        let rules = ContentRules { held: Duration::from_millis(20), ..ContentRules::default() };
        let head = png(2, 2);
        let admit = async |uploader: &str, bytes: ByteStream| {
            let name = FileName::checked("a.png").unwrap();
            rules.admit(uploader, &name, &head, bytes).await.map(drop)
        };
        let almost = || {
            let most = Bytes::from(vec![0; 8 << 20]);
            stream::iter([Ok(most)]).chain(stream::pending()).boxed()
        };
        let held = ["a", "a", "b", "b", "c", "c", "d", "d"];
        let held = futures_util::future::join_all(held.map(|user| admit(user, almost())));
        let whole = stream::iter([Ok(Bytes::from(head.clone()))]).boxed();
        let other = async {
            while rules.budget.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            admit("other", whole).await
        };
        tokio::select! {
            other = other => assert!(other.is_ok(), "{other:?}"),
            held = held => panic!("all were given up: {held:?}"),
        }
    }
}
