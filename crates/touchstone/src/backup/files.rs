//! Uploaded files on their way into a backup.
//!
//! The database comes first: a file is stored before its row is written, so the files of the
//! snapshot are there to be copied, unless they were deleted since.

use std::collections::HashMap;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use parse_files::{Blobs, Listed, StoredName};
use sha2::{Digest, Sha256};
use telemetry::error_chain::chain;

use super::destination::Destination;
use super::manifest::{Files, KeptFile};
use super::member::{MemberWriter, documents, held_to};
use super::progress::{Progress, size};

/// How many files are on their way at once.
const AT_ONCE: usize = 8;
/// Up to this size a file is read once and kept in memory; a larger one is read twice.
const SMALL: u64 = 4 << 20;
/// How large the parts are in which a large file is sent.
const PART: usize = 8 << 20;

/// What the last backup of a place knows of files, by name: what has not changed since is there
/// already.
pub(super) async fn known(place: &Destination) -> Result<HashMap<String, KeptFile>, String> {
    let (complete, _) = place.backups().await?;
    let Some(last) = complete.last() else { return Ok(HashMap::new()) };
    // A backup whose list cannot be read is no reason not to make a better one.
    let Ok(manifest) = place.manifest(last).await else { return Ok(HashMap::new()) };
    let kept = documents::<KeptFile>(place, last, &manifest.files.list).await.unwrap_or_default();
    Ok(kept.into_iter().map(|file| (file.name.clone(), file)).collect())
}

/// Files that are not as the database says: the size that was found, `None` if none was.
pub(super) type Suspects = HashMap<String, Option<u64>>;

/// Copies every file, writes the list of them, and tells which of those that the database knows of,
/// each with its size, are not there or have another.
pub(super) async fn copy(
    storage: &dyn Blobs,
    place: &Destination,
    backup: &str,
    in_database: HashMap<String, u64>,
    progress: &mut Progress,
) -> Result<(Files, Suspects), String> {
    let known = known(place).await?;
    let mut list = MemberWriter::new(place, backup, "files.jsonl");
    let mut suspects: Suspects = in_database.keys().map(|name| (name.clone(), None)).collect();
    let (mut count, mut bytes, mut copied) = (0, 0, 0);
    let copies = storage.list().map(|listed| async {
        let listed = listed.map_err(|error| chain(&error))?;
        kept(storage, place, &known, listed).await
    });
    let mut copies = std::pin::pin!(copies.buffer_unordered(AT_ONCE));
    while let Some(kept) = copies.try_next().await? {
        let Some((file, is_new)) = kept else { continue };
        suspects.remove(&file.name);
        if in_database.get(&file.name).is_some_and(|size| *size != file.bytes) {
            suspects.insert(file.name.clone(), Some(file.bytes));
        }
        (count, bytes, copied) = (count + 1, bytes + file.bytes, copied + u64::from(is_new));
        let mut line = serde_json::to_vec(&file).map_err(|error| error.to_string())?;
        line.push(b'\n');
        list.write(&line).await?;
        progress.at(|| format!("files: {count}, {}", size(bytes)));
    }
    let list = list.finish().await?;
    Ok((Files { count, bytes, copied, list, missing: Vec::new() }, suspects))
}

/// Makes sure that a file lies in the place; `None` if it was deleted meanwhile.
async fn kept(
    storage: &dyn Blobs,
    place: &Destination,
    known: &HashMap<String, KeptFile>,
    listed: Listed,
) -> Result<Option<(KeptFile, bool)>, String> {
    let Listed { name, size, modified } = listed;
    let modified = modified.millis();
    if let Some(file) = known.get(name.as_str())
        && (file.bytes, file.modified) == (size, modified)
        && place.size(&Destination::file(&file.sha256)).await? == Some(size)
    {
        return Ok(Some((file.clone(), false)));
    }
    let Some(found) = hashed(storage, &name).await? else { return Ok(None) };
    let Hashed { sha256, bytes, whole } = found;
    let path = Destination::file(&sha256);
    let is_new = place.size(&path).await? != Some(bytes);
    if is_new {
        match whole {
            Some(whole) => place.put(&path, whole).await?,
            None if !sent(storage, place, &name, &path, bytes, &sha256).await? => return Ok(None),
            None => {}
        }
    }
    let file = KeptFile { name: name.as_str().to_owned(), bytes, modified, sha256 };
    Ok(Some((file, is_new)))
}

struct Hashed {
    sha256: String,
    bytes: u64,
    /// The file itself, if it is small.
    whole: Option<Vec<u8>>,
}

async fn hashed(storage: &dyn Blobs, name: &StoredName) -> Result<Option<Hashed>, String> {
    let Some(mut blob) = storage.get(name, None).await.map_err(|error| chain(&error))? else {
        return Ok(None);
    };
    let is_small = blob.info.size <= SMALL;
    let (mut hash, mut bytes, mut whole) = (Sha256::new(), 0, Vec::new());
    while let Some(piece) = blob.bytes.try_next().await.map_err(|error| chain(&error))? {
        hash.update(&piece);
        bytes += piece.len() as u64;
        if is_small {
            whole.extend_from_slice(&piece);
        }
    }
    let sha256 = format!("{:x}", hash.finalize());
    Ok(Some(Hashed { sha256, bytes, whole: is_small.then_some(whole) }))
}

/// Sends a large file; `false` if it is gone.
async fn sent(
    storage: &dyn Blobs,
    place: &Destination,
    name: &StoredName,
    path: &str,
    bytes: u64,
    sha256: &str,
) -> Result<bool, String> {
    let Some(blob) = storage.get(name, None).await.map_err(|error| chain(&error))? else {
        return Ok(false);
    };
    let pieces = blob.bytes.map_err(|error| chain(&error)).boxed();
    // Its name in the place promises what it holds.
    let mut pieces = held_to(pieces, name.as_str().to_owned(), bytes, sha256.to_owned());
    let mut upload = place.upload(path).await?;
    let mut part: Vec<u8> = Vec::with_capacity(PART);
    let outcome: Result<(), String> = async {
        while let Some(piece) = pieces.try_next().await? {
            part.extend_from_slice(&piece);
            while part.len() >= PART {
                let rest = part.split_off(PART);
                let full = std::mem::replace(&mut part, rest);
                upload.put_part(full.into()).await.map_err(|error| error.to_string())?;
            }
        }
        if !part.is_empty() {
            upload.put_part(part.into()).await.map_err(|error| error.to_string())?;
        }
        upload.complete().await.map(drop).map_err(|error| error.to_string())
    }
    .await;
    match outcome {
        Ok(()) => Ok(true),
        Err(problem) => {
            // What was sent of it is of no use, whether or not the place lets go of it now.
            let _ = upload.abort().await;
            Err(format!("{path} cannot be written: {problem}"))
        }
    }
}

/// The bytes of a file that lies in a place, held to what it is called.
pub(super) async fn bytes_of(
    place: &Destination,
    file: &KeptFile,
) -> Result<stream::BoxStream<'static, Result<Bytes, String>>, String> {
    let path = Destination::file(&file.sha256);
    Ok(held_to(place.get(&path).await?, path, file.bytes, file.sha256.clone()))
}
