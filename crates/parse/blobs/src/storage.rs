//! Where files are: a folder on disk, or a bucket.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::{GetOptions, GetRange, GetResult, GetResultPayload, ObjectStore};
use parse_files::{Blob, BlobInfo, Blobs, ByteStream, FileError, Listed, NewBlob, StoredName};
use parse_model::Date;

use crate::bucket::{Bucket, BucketSettings};
use crate::disk::Disk;
use crate::object::{failed, info, is_absent, taken};
use crate::probe::probe;

/// How many bytes of a file on disk are read at once.
const READ: usize = 256 * 1024;

/// How long a bucket may take to store a file at the start.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where the operator wants files to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageLocation {
    /// In a folder, as Parse Server's file system adapter keeps them.
    Disk {
        /// Which folder.
        folder: PathBuf,
        /// How full its disk may be, in percent, before no more files are taken.
        max_use: Option<u8>,
    },
    /// In a bucket, under the keys that Parse Server's adapter for buckets gives them.
    Bucket(BucketSettings),
}

/// The storage of a server.
#[derive(Debug)]
pub struct Storage(StorageKind);

#[derive(Debug)]
enum StorageKind {
    Disk(Disk),
    Bucket(Bucket),
}

impl Storage {
    /// Opens a place. A folder is made when the first file is put into it.
    pub fn open(
        place: &StorageLocation,
    ) -> Result<Storage, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Storage(match place {
            StorageLocation::Disk { folder, max_use } => {
                StorageKind::Disk(Disk::new(folder.clone(), *max_use))
            }
            StorageLocation::Bucket(settings) => StorageKind::Bucket(Bucket::open(settings)?),
        }))
    }

    /// Writes to the folder, which is made if need be, or to the bucket, so that an operator learns
    /// at the start what the first upload would have found.
    pub async fn prepare(&self) -> Result<(), String> {
        match &self.0 {
            StorageKind::Disk(disk) => disk.prepare().await,
            StorageKind::Bucket(_) => {
                let probed = tokio::time::timeout(PATIENCE, probe(self)).await;
                let probed = probed
                    .unwrap_or_else(|_| Err(format!("no answer within {} s", PATIENCE.as_secs())));
                probed.map_err(|problem| {
                    format!(
                        "files_url is a bucket in which nothing can be stored: {problem}. Check \
                         files_url, files_endpoint, files_region and the key."
                    )
                })
            }
        }
    }

    async fn got(
        &self,
        name: &StoredName,
        options: GetOptions,
    ) -> Result<Option<GetResult>, FileError> {
        let (store, path) = match &self.0 {
            StorageKind::Disk(disk) => match disk.find(name)? {
                Some(found) => found,
                None => return Ok(None),
            },
            StorageKind::Bucket(bucket) => bucket.find(name)?,
        };
        match store.get_opts(&path, options).await {
            Ok(result) => Ok(Some(result)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(failed("reading a file", error)),
        }
    }
}

#[async_trait]
impl Blobs for Storage {
    async fn put(&self, name: &StoredName, new: NewBlob) -> Result<u64, FileError> {
        // Generated names are unique; an application that keeps given names must not overwrite a
        // file with them.
        if !name.is_unguessable() && self.head(name).await?.is_some() {
            return Err(taken());
        }
        match &self.0 {
            StorageKind::Disk(disk) => disk.put(name, new.bytes).await,
            StorageKind::Bucket(bucket) => bucket.put(name, new).await,
        }
    }

    async fn get(
        &self,
        name: &StoredName,
        range: Option<Range<u64>>,
    ) -> Result<Option<Blob>, FileError> {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        let Some(result) = self.got(name, options).await? else { return Ok(None) };
        Ok(Some(Blob { info: info(&result.meta), bytes: streamed(result) }))
    }

    async fn head(&self, name: &StoredName) -> Result<Option<BlobInfo>, FileError> {
        let options = GetOptions { head: true, ..GetOptions::default() };
        Ok(self.got(name, options).await?.map(|result| info(&result.meta)))
    }

    async fn delete(&self, name: &StoredName) -> Result<bool, FileError> {
        match &self.0 {
            StorageKind::Disk(disk) => disk.delete(name).await,
            StorageKind::Bucket(bucket) => {
                // A bucket says yes to deleting what it does not have.
                if self.head(name).await?.is_none() {
                    return Ok(false);
                }
                bucket.delete(name).await?;
                Ok(true)
            }
        }
    }

    fn list(&self) -> BoxStream<'static, Result<Listed, FileError>> {
        match &self.0 {
            StorageKind::Disk(disk) => disk.list(),
            StorageKind::Bucket(bucket) => bucket.list(),
        }
    }

    async fn discard_unfinished(&self, before: Date) -> Result<u64, FileError> {
        match &self.0 {
            StorageKind::Disk(disk) => disk.discard_unfinished(before).await,
            // A bucket discards parts of uploads by a rule of its own, which the operator sets.
            StorageKind::Bucket(_) => Ok(0),
        }
    }
}

fn streamed(result: GetResult) -> ByteStream {
    match result.payload {
        GetResultPayload::File(file, _) => from_disk(file, result.range),
        GetResultPayload::Stream(bytes) => {
            bytes.map_err(|error| failed("reading a file", error)).boxed()
        }
    }
}

/// A part of a file on disk, a piece at a time.
fn from_disk(file: std::fs::File, range: Range<u64>) -> ByteStream {
    use std::os::unix::fs::FileExt;
    let file = Arc::new(file);
    stream::try_unfold((file, range), |(file, range)| async move {
        let size = usize::try_from(range.end - range.start).unwrap_or(READ).min(READ);
        if size == 0 {
            return Ok(None);
        }
        let (source, at) = (file.clone(), range.start);
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; size];
            source.read_exact_at(&mut piece, at).map(|()| piece)
        });
        let piece = match read.await {
            Ok(read) => read.map_err(|error| failed("reading a file", error))?,
            Err(error) => return Err(failed("reading a file", error)),
        };
        let next = at + piece.len() as u64;
        Ok(Some((Bytes::from(piece), (file, next..range.end))))
    })
    .boxed()
}
