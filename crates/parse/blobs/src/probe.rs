//! Whether files can be stored at all: one is put, asked for and deleted.

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use parse_files::{Blobs, NewBlob, StoredName};
use parse_model::JsonMap;
use telemetry::error_chain::chain;

/// Puts a small file and deletes it again.
pub async fn probe(storage: &dyn Blobs) -> Result<(), String> {
    let name = format!("{:032x}_probe.txt", rand::random::<u128>());
    let name = StoredName::checked(&name).map_err(|_| "its name is refused".to_owned())?;
    let bytes = stream::once(async { Ok(Bytes::from_static(b"a probe")) }).boxed();
    let new = NewBlob { bytes, content_type: None, metadata: JsonMap::new(), tags: JsonMap::new() };
    storage.put(&name, new).await.map_err(|error| chain(&error))?;
    let there = storage.head(&name).await.map_err(|error| chain(&error))?.is_some();
    storage.delete(&name).await.map_err(|error| chain(&error))?;
    if there { Ok(()) } else { Err("it was accepted, but is not there".to_owned()) }
}
