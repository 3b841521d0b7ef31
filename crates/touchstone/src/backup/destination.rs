//! Where backups are kept: a folder, or a bucket.

use std::os::unix::fs::DirBuilderExt;
use std::path::Path as FsPath;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt};
use parse_blobs::{BucketSettings, bucket_client};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::manifest::{FORMAT, Manifest};

/// The folder of the files that all backups of a place share.
const FILES: &str = "files";
/// What ends a backup.
const MANIFEST: &str = "manifest.json";
/// Its checksum, as `sha256sum` writes it.
const CHECKSUM: &str = "manifest.json.sha256";

/// A folder or a bucket with backups in it.
#[derive(Debug)]
pub(crate) struct Destination {
    store: Arc<dyn ObjectStore>,
    prefix: Option<Path>,
    called: String,
}

/// The part of a manifest that every format has.
#[derive(Deserialize)]
struct ManifestVersion {
    format: u32,
    written_by: String,
}

/// Whether a place is made when it is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfMissing {
    Make,
    Refuse,
}

impl Destination {
    /// Opens `s3://…`, `gs://…`, `az://…` with the keys of `bucket`, or a folder.
    pub(crate) fn open(
        place: &str,
        bucket: &BucketSettings,
        if_missing: IfMissing,
    ) -> Result<Destination, String> {
        let called = place.trim_end_matches('/').to_owned();
        if place.contains("://") {
            let settings = BucketSettings { url: called.clone(), ..bucket.clone() };
            let (store, prefix) = bucket_client(&settings)
                .map_err(|error| format!("the bucket {called} cannot be used: {error}"))?;
            return Ok(Destination { store, prefix, called });
        }
        let folder = FsPath::new(place);
        if if_missing == IfMissing::Make {
            // Who can read a backup can read everything that is in the database.
            let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
            made.map_err(|error| format!("the folder {called} cannot be made: {error}"))?;
        }
        let store = LocalFileSystem::new_with_prefix(folder)
            .map_err(|error| format!("the folder {called} cannot be opened: {error}"))?;
        // A folder that a removed backup left empty would look like one that was never finished.
        let store = store.with_fsync(true).with_automatic_cleanup(true);
        Ok(Destination { store: Arc::new(store), prefix: None, called })
    }

    /// A place that is not there, and so has nothing in it.
    pub(crate) fn nowhere(called: &str) -> Destination {
        Destination { store: Arc::new(InMemory::new()), prefix: None, called: called.to_owned() }
    }

    /// What people call it.
    pub(crate) fn called(&self) -> &str {
        &self.called
    }

    fn path(&self, below: &str) -> Path {
        match &self.prefix {
            Some(prefix) => Path::from(format!("{prefix}/{below}")),
            None => Path::from(below),
        }
    }

    /// Where the bytes of an uploaded file lie.
    pub(super) fn file(sha256: &str) -> String {
        format!("{FILES}/{}/{sha256}", sha256.get(..2).unwrap_or_default())
    }

    /// Writes something small, all at once.
    pub(super) async fn put(&self, below: &str, bytes: Vec<u8>) -> Result<(), String> {
        let put = self.store.put(&self.path(below), bytes.into()).await;
        put.map(drop).map_err(|error| self.failed("written", below, &error))
    }

    /// Begins something large.
    pub(super) async fn upload(&self, below: &str) -> Result<Box<dyn MultipartUpload>, String> {
        let begun = self.store.put_multipart(&self.path(below)).await;
        begun.map_err(|error| self.failed("written", below, &error))
    }

    /// Reads something, piece by piece.
    pub(super) async fn get(
        &self,
        below: &str,
    ) -> Result<BoxStream<'static, Result<Bytes, String>>, String> {
        let got = self.store.get(&self.path(below)).await;
        let got = got.map_err(|error| self.failed("read", below, &error))?;
        let (called, below) = (self.called.clone(), below.to_owned());
        let told =
            move |error: object_store::Error| format!("{called}/{below} cannot be read: {error}");
        Ok(got.into_stream().map_err(told).boxed())
    }

    /// How many bytes something has; `None` if it is not there.
    pub(super) async fn size(&self, below: &str) -> Result<Option<u64>, String> {
        match self.store.head(&self.path(below)).await {
            Ok(meta) => Ok(Some(meta.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.failed("read", below, &error)),
        }
    }

    /// Removes everything below a name.
    pub(super) async fn remove(&self, below: &str) -> Result<(), String> {
        let listed = self.store.list(Some(&self.path(below)));
        // Listed whole first: folders go as they become empty.
        let listed: Vec<_> = listed
            .map_ok(|meta| meta.location)
            .try_collect()
            .await
            .map_err(|error| self.failed("listed", below, &error))?;
        for location in listed {
            let removed = self.store.delete(&location).await;
            removed.map_err(|error| self.failed("removed", below, &error))?;
        }
        Ok(())
    }

    /// Removes one file.
    pub(super) async fn remove_file(&self, below: &str) -> Result<(), String> {
        let removed = self.store.delete(&self.path(below)).await;
        removed.map_err(|error| self.failed("removed", below, &error))
    }

    /// The hashes of all files that lie here.
    pub(super) async fn hashes(&self) -> Result<Vec<String>, String> {
        let listed = self.store.list(Some(&self.path(FILES)));
        let listed = listed.map_ok(|meta| meta.location.filename().unwrap_or_default().to_owned());
        listed.try_collect().await.map_err(|error| self.failed("listed", FILES, &error))
    }

    /// The names of the complete backups, oldest first, and of those that were never finished.
    pub(crate) async fn backups(&self) -> Result<(Vec<String>, Vec<String>), String> {
        let listed = self.store.list_with_delimiter(self.prefix.as_ref()).await;
        let listed =
            listed.map_err(|error| format!("{} cannot be listed: {error}", self.called))?;
        let (mut complete, mut unfinished) = (Vec::new(), Vec::new());
        for folder in listed.common_prefixes {
            let Some(name) = folder.filename().filter(|name| *name != FILES) else { continue };
            let is_complete = self.size(&format!("{name}/{MANIFEST}")).await?.is_some();
            if is_complete { &mut complete } else { &mut unfinished }.push(name.to_owned());
        }
        complete.sort();
        unfinished.sort();
        Ok((complete, unfinished))
    }

    /// The name of the backup that is meant: the one that is named, or the newest.
    pub(crate) async fn chosen(&self, name: Option<&str>) -> Result<String, String> {
        let (complete, unfinished) = self.backups().await?;
        match name {
            None => complete.last().cloned().ok_or_else(|| {
                format!("there is no complete backup in {}{}", self.called, aside(&unfinished))
            }),
            Some(name) if complete.iter().any(|known| known == name) => Ok(name.to_owned()),
            Some(name) if unfinished.iter().any(|known| known == name) => {
                Err(format!("the backup {name} was never finished and cannot be used"))
            }
            Some(name) => Err(format!(
                "there is no backup {name} in {}; there is {}",
                self.called,
                if complete.is_empty() { "none".to_owned() } else { complete.join(", ") }
            )),
        }
    }

    /// Ends a backup.
    pub(super) async fn seal(&self, manifest: &Manifest) -> Result<(), String> {
        let text = serde_json::to_vec_pretty(manifest).map_err(|error| error.to_string())?;
        let sum = format!("{:x}  {MANIFEST}\n", Sha256::digest(&text));
        self.put(&format!("{}/{CHECKSUM}", manifest.name), sum.into_bytes()).await?;
        self.put(&format!("{}/{MANIFEST}", manifest.name), text).await
    }

    /// Reads what a backup says of itself.
    pub(crate) async fn manifest(&self, name: &str) -> Result<Manifest, String> {
        let text = self.whole(&format!("{name}/{MANIFEST}")).await?;
        let sum = self.whole(&format!("{name}/{CHECKSUM}")).await?;
        let is_whole = sum.starts_with(format!("{:x}", Sha256::digest(&text)).as_bytes());
        if !is_whole {
            return Err(format!(
                "{}/{name}/{MANIFEST} is not what was written: its checksum differs. Use another backup",
                self.called
            ));
        }
        let unreadable = |error: serde_json::Error| {
            format!("{}/{name}/{MANIFEST} cannot be read: {error}", self.called)
        };
        let ManifestVersion { format, written_by } =
            serde_json::from_slice(&text).map_err(unreadable)?;
        if format != FORMAT {
            let word =
                if format > FORMAT { "or newer" } else { "or a version that reads this format" };
            return Err(format!(
                "the backup {name} has format {format}, and this program reads {FORMAT}: use \
                 {written_by} {word}"
            ));
        }
        serde_json::from_slice(&text).map_err(unreadable)
    }

    async fn whole(&self, below: &str) -> Result<Vec<u8>, String> {
        let mut bytes = self.get(below).await?;
        let mut whole = Vec::new();
        while let Some(piece) = bytes.try_next().await? {
            whole.extend_from_slice(&piece);
        }
        Ok(whole)
    }

    fn failed(&self, done: &str, below: &str, error: &object_store::Error) -> String {
        format!("{}/{below} cannot be {done}: {error}", self.called)
    }
}

fn aside(unfinished: &[String]) -> String {
    match unfinished {
        [] => String::new(),
        some => format!(" ({} never finished: {})", some.len(), some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backup of another format in a place that keeps nothing.
    async fn of_format(format: u32) -> Result<Manifest, String> {
        let place = Destination::nowhere("here");
        let text = format!(r#"{{"format":{format},"written_by":"touchstone 0.0.1","shape":{{}}}}"#);
        let sum = format!("{:x}  {MANIFEST}\n", Sha256::digest(&text));
        place.put(&format!("b/{CHECKSUM}"), sum.into_bytes()).await?;
        place.put(&format!("b/{MANIFEST}"), text.into_bytes()).await?;
        place.manifest("b").await
    }

    #[tokio::test]
    async fn a_backup_of_another_format_is_told_with_what_reads_it() {
        let older = of_format(FORMAT - 1).await.unwrap_err();
        assert!(
            older.contains("has format 1, and this program reads 2: use touchstone 0.0.1"),
            "{older}"
        );
        let newer = of_format(FORMAT + 1).await.unwrap_err();
        assert!(newer.ends_with("use touchstone 0.0.1 or newer"), "{newer}");
    }
}
