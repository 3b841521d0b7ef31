//! Files in a folder, as Parse Server's file system adapter keeps them: one flat folder, each name
//! escaped, folders in names included.
//!
//! A file is written under a name of its own, flushed, and only then given its real name, which is
//! flushed too: after a crash it is there completely or not at all.

use std::path::{Path as FsPath, PathBuf};
use std::sync::{Arc, OnceLock};

use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt, PutPayload};
use parse_files::{ByteStream, FileError, Listed, StoredName, encoded};
use parse_model::{Code, Date};
use percent_encoding::percent_decode_str;

use crate::object::{ObjectLocation, Parts, failed, is_absent, modified, taken};

/// How many bytes are written at once.
const WRITE: usize = 512 * 1024;
/// The longest name a file system takes, and what is added to it while a file is being written.
const LONGEST: usize = 255;
const ROOM: usize = 8;
/// What files that keep their names are called while they are being written.
const UNFINISHED: &str = ".unfinished-";

/// A folder of files.
#[derive(Debug)]
pub(crate) struct Disk {
    folder: PathBuf,
    max_use: Option<u8>,
    opened: OnceLock<Arc<LocalFileSystem>>,
}

impl Disk {
    /// A folder, which need not be there yet, on a disk that may be `max_use` percent full.
    pub(crate) fn new(folder: PathBuf, max_use: Option<u8>) -> Disk {
        Disk { folder, max_use, opened: OnceLock::new() }
    }

    fn open(&self) -> Result<Arc<LocalFileSystem>, FileError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened.clone());
        }
        let opened = LocalFileSystem::new_with_prefix(&self.folder)
            .map_err(|error| failed("opening the folder of files", error))?
            .with_fsync(true);
        Ok(self.opened.get_or_init(|| Arc::new(opened)).clone())
    }

    /// Makes the folder, and tries to write to it.
    pub(crate) async fn prepare(&self) -> Result<(), String> {
        let folder = self.folder.clone();
        let probed = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            let probe = folder.join(format!("{UNFINISHED}{:032x}", rand::random::<u128>()));
            std::fs::write(&probe, b"probe")?;
            std::fs::remove_file(&probe)
        });
        let probed = probed.await.unwrap_or_else(|error| Err(std::io::Error::other(error)));
        probed.map_err(|error| {
            format!(
                "files_directory is {}, where nothing can be written: {error}. Make the folder, give \
                 it to the user of this process, or set another.",
                self.folder.display()
            )
        })
    }

    /// Where a file would be; `None` if it cannot be here.
    pub(crate) fn find(&self, name: &StoredName) -> Result<Option<ObjectLocation>, FileError> {
        if self.opened.get().is_none() && !self.folder.is_dir() {
            return Ok(None);
        }
        let Some(path) = path(name) else { return Ok(None) };
        Ok(Some((self.open()?, path)))
    }

    /// Writes a file.
    pub(crate) async fn put(&self, name: &StoredName, bytes: ByteStream) -> Result<u64, FileError> {
        let Some(path) = path(name) else {
            return Err(FileError::refused(Code::INVALID_FILE_NAME, "Filename too long."));
        };
        self.make_room().await?;
        let store = self.open()?;
        if name.is_unguessable() {
            return written(&store, &path, bytes).await;
        }
        let beside = Path::from(format!("{UNFINISHED}{:032x}", rand::random::<u128>()));
        let size = written(&store, &beside, bytes).await?;
        let linked = store.copy_if_not_exists(&beside, &path).await;
        let cleared = store.delete(&beside).await;
        match linked {
            Ok(()) => {}
            Err(object_store::Error::AlreadyExists { .. }) => return Err(taken()),
            Err(error) => return Err(failed("naming a file", error)),
        }
        cleared.map_err(|error| failed("naming a file", error))?;
        Ok(size)
    }

    /// Makes the folder, and refuses files for a disk that is full enough.
    async fn make_room(&self) -> Result<(), FileError> {
        let (folder, max_use) = (self.folder.clone(), self.max_use);
        let is_full = blocking(move || {
            std::fs::create_dir_all(&folder)?;
            Ok(match max_use {
                Some(max_use) => use_of(&folder)? >= max_use,
                None => false,
            })
        });
        if is_full.await? {
            tracing::error!(folder = %self.folder.display(), "file storage full");
            return Err(FileError::NoRoom);
        }
        Ok(())
    }

    /// Deletes a file, and says whether there was one.
    pub(crate) async fn delete(&self, name: &StoredName) -> Result<bool, FileError> {
        let Some((store, path)) = self.find(name)? else { return Ok(false) };
        match store.delete(&path).await {
            Ok(()) => Ok(true),
            Err(error) if is_absent(&error) => Ok(false),
            Err(error) => Err(failed("deleting a file", error)),
        }
    }

    /// Every file. Folders inside the folder are not ours.
    pub(crate) fn list(&self) -> BoxStream<'static, Result<Listed, FileError>> {
        if !self.folder.is_dir() {
            return stream::empty().boxed();
        }
        let store = match self.open() {
            Ok(store) => store,
            Err(error) => return stream::once(async { Err(error) }).boxed(),
        };
        let listed = store.list(None).map_err(|error| failed("listing files", error));
        listed
            .try_filter_map(|meta| async move {
                let raw = meta.location.as_ref();
                if raw.contains('/') || raw.starts_with('.') {
                    return Ok(None);
                }
                let name = percent_decode_str(raw).decode_utf8().ok();
                let name = name.and_then(|name| StoredName::checked(&name).ok());
                let (size, modified) = (meta.size, modified(&meta));
                Ok(name.map(|name| Listed { name, size, modified }))
            })
            .boxed()
    }

    /// Removes what a process left behind that ended while it was writing.
    pub(crate) async fn discard_unfinished(&self, before: Date) -> Result<u64, FileError> {
        let folder = self.folder.clone();
        blocking(move || discard_in(&folder, before)).await
    }
}

/// How full the disk of a folder is, in percent of what is not kept for the system itself.
fn use_of(folder: &FsPath) -> std::io::Result<u8> {
    let disk = nix::sys::statvfs::statvfs(folder)?;
    let used = disk.blocks().saturating_sub(disk.blocks_free());
    let all = used.saturating_add(disk.blocks_available()).max(1);
    Ok(u8::try_from(used.saturating_mul(100).div_ceil(all)).unwrap_or(100))
}

/// The path of a file below the folder, if it is short enough for one.
fn path(name: &StoredName) -> Option<Path> {
    let escaped = encoded(name.as_str());
    let is_short = escaped.len() + ROOM <= LONGEST;
    is_short.then(|| Path::parse(escaped).ok()).flatten()
}

async fn written(
    store: &LocalFileSystem,
    path: &Path,
    bytes: ByteStream,
) -> Result<u64, FileError> {
    let mut upload =
        store.put_multipart(path).await.map_err(|error| failed("beginning a file", error))?;
    let copied = copied(&mut *upload, Parts::of(bytes)).await;
    let finished = match copied {
        Ok(size) => {
            upload.complete().await.map(|_| size).map_err(|error| failed("ending a file", error))
        }
        Err(error) => Err(error),
    };
    if finished.is_err()
        && let Err(error) = upload.abort().await
    {
        tracing::debug!(%error, "temporary file already removed");
    }
    finished
}

async fn copied(upload: &mut dyn MultipartUpload, mut parts: Parts) -> Result<u64, FileError> {
    let mut size = 0;
    loop {
        let part = parts.next(WRITE).await?;
        if part.is_empty() {
            return Ok(size);
        }
        size += part.iter().map(|piece| piece.len() as u64).sum::<u64>();
        let payload: PutPayload = part.into_iter().collect();
        upload.put_part(payload).await.map_err(|error| failed("writing a file", error))?;
    }
}

fn discard_in(folder: &FsPath, before: Date) -> std::io::Result<u64> {
    let mut discarded = 0;
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if !is_unfinished(&name.to_string_lossy()) {
            continue;
        }
        let modified = entry.metadata()?.modified()?;
        let age = modified.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let millis = i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
        if millis < before.millis() {
            std::fs::remove_file(entry.path())?;
            discarded += 1;
        }
    }
    Ok(discarded)
}

/// Names that finished files never have: `#` is escaped, and no name begins with a dot.
fn is_unfinished(name: &str) -> bool {
    let is_staged = name.rsplit_once('#').is_some_and(|(_, number)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_staged || name.starts_with(UNFINISHED)
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, FileError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| failed("working in the folder of files", error)),
        Err(error) => Err(failed("working in the folder of files", error)),
    }
}
