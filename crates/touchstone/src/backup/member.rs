//! The files of a backup: written with their checksum, and read with it.
//!
//! Neither holds more than a few parts in memory, however large a file is.

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use object_store::MultipartUpload;
use sha2::{Digest, Sha256};

use super::destination::Destination;
use super::manifest::Member;

/// How large the parts are in which a member is sent. Buckets take no smaller ones than 5 MiB, and
/// at most ten thousand.
const PART: usize = 16 << 20;

/// A member that is being written.
pub(super) struct MemberWriter<'a> {
    place: &'a Destination,
    backup: String,
    path: String,
    part: Vec<u8>,
    upload: Option<Box<dyn MultipartUpload>>,
    hash: Sha256,
    bytes: u64,
}

impl<'a> MemberWriter<'a> {
    /// Begins one; `path` is below the backup.
    pub(super) fn new(place: &'a Destination, backup: &str, path: &str) -> MemberWriter<'a> {
        MemberWriter {
            place,
            backup: backup.to_owned(),
            path: path.to_owned(),
            part: Vec::new(),
            upload: None,
            hash: Sha256::new(),
            bytes: 0,
        }
    }

    /// Takes in what comes next.
    pub(super) async fn write(&mut self, piece: &[u8]) -> Result<(), String> {
        self.hash.update(piece);
        self.bytes += piece.len() as u64;
        self.part.extend_from_slice(piece);
        while self.part.len() >= PART {
            let rest = self.part.split_off(PART);
            let part = std::mem::replace(&mut self.part, rest);
            self.send(part).await?;
        }
        Ok(())
    }

    async fn send(&mut self, part: Vec<u8>) -> Result<(), String> {
        let path = self.full_path();
        let upload = match &mut self.upload {
            Some(upload) => upload,
            None => self.upload.insert(self.place.upload(&path).await?),
        };
        let sent = upload.put_part(part.into()).await;
        sent.map_err(|error| format!("{path} cannot be written: {error}"))
    }

    fn full_path(&self) -> String {
        format!("{}/{}", self.backup, self.path)
    }

    /// Ends it.
    pub(super) async fn finish(mut self) -> Result<Member, String> {
        let last = std::mem::take(&mut self.part);
        let path = self.full_path();
        if self.upload.is_some() {
            if !last.is_empty() {
                self.send(last).await?;
            }
            if let Some(mut upload) = self.upload.take() {
                let done = upload.complete().await;
                done.map_err(|error| format!("{path} cannot be written: {error}"))?;
            }
        } else {
            self.place.put(&path, last).await?;
        }
        let sha256 = format!("{:x}", self.hash.clone().finalize());
        Ok(Member { path: self.path.clone(), bytes: self.bytes, sha256 })
    }
}

/// Pieces of a stream that ends with an error if what came was not what was written.
pub(super) type Pieces = BoxStream<'static, Result<Bytes, String>>;

/// What was written into a member.
pub(super) async fn content(
    place: &Destination,
    backup: &str,
    member: &Member,
) -> Result<Pieces, String> {
    let path = format!("{backup}/{}", member.path);
    let bytes = place.get(&path).await?;
    Ok(held_to(bytes, path, member.bytes, member.sha256.clone()))
}

/// A stream whose end is an error unless all of it has a length and a hash.
pub(super) fn held_to(bytes: Pieces, path: String, size: u64, sha256: String) -> Pieces {
    struct Held {
        bytes: Pieces,
        hash: Sha256,
        came: u64,
    }
    let held = Held { bytes, hash: Sha256::new(), came: 0 };
    stream::try_unfold(held, move |mut held| {
        let (path, sha256) = (path.clone(), sha256.clone());
        async move {
            match held.bytes.try_next().await? {
                Some(piece) => {
                    held.hash.update(&piece);
                    held.came += piece.len() as u64;
                    Ok(Some((piece, held)))
                }
                None if held.came != size => {
                    Err(format!("{path} is damaged: it has {} bytes, not {size}", held.came))
                }
                None if format!("{:x}", held.hash.clone().finalize()) != sha256 => {
                    Err(format!("{path} is damaged: its checksum is not what was written down"))
                }
                None => Ok(None),
            }
        }
    })
    .boxed()
}

/// The lines of a member, each a document.
pub(super) async fn documents<T: serde::de::DeserializeOwned>(
    place: &Destination,
    backup: &str,
    member: &Member,
) -> Result<Vec<T>, String> {
    let mut pieces = content(place, backup, member).await?;
    let mut text = Vec::new();
    while let Some(piece) = pieces.try_next().await? {
        text.extend_from_slice(&piece);
    }
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let unreadable = |error: serde_json::Error| format!("{}: {error}", member.path);
    lines.map(|line| serde_json::from_slice(line).map_err(unreadable)).collect()
}
