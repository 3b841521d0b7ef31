//! Files in a bucket: S3 and what speaks like it, Google Cloud Storage, Azure.
//!
//! A key is the prefix and the stored name, as Parse Server's adapters have it. A large file is
//! sent in parts, two of which are in memory at any time; until the last one nothing is there to be
//! seen.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, ClientOptions, MultipartUpload, ObjectStore, ObjectStoreExt, PutMode,
    PutMultipartOptions, PutOptions, PutPayload, TagSet,
};
use parse_files::{FileError, Listed, NewBlob, StoredName};
use parse_model::{Json, JsonMap};

use crate::object::{ObjectLocation, Parts, failed, modified, taken};

/// How large the parts of a file are. Buckets take no smaller ones, and at most ten thousand.
const PART: usize = 5 << 20;

/// Which bucket, and how to get in.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct BucketSettings {
    /// `s3://bucket/prefix`, `gs://bucket/prefix` or `az://container/prefix`.
    pub url: String,
    /// The address of a server that speaks S3 or Azure's protocol, where it is not the cloud's own.
    pub endpoint: Option<String>,
    /// The region of the bucket.
    pub region: Option<String>,
    /// The name of the key; for Azure, of the account; for Google, the path of its JSON file.
    pub access_key_id: Option<String>,
    /// The key.
    pub secret_access_key: Option<String>,
}

impl std::fmt::Debug for BucketSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BucketSettings").field("url", &self.url).finish_non_exhaustive()
    }
}

/// A bucket, or what lies below a prefix in one.
#[derive(Debug)]
pub(crate) struct Bucket {
    store: Arc<dyn ObjectStore>,
    prefix: Option<Path>,
}

impl Bucket {
    /// Makes a client. Nothing is asked of the bucket yet.
    pub(crate) fn open(
        settings: &BucketSettings,
    ) -> Result<Bucket, Box<dyn std::error::Error + Send + Sync>> {
        let (store, prefix) = bucket_client(settings)?;
        Ok(Bucket { store, prefix })
    }

    fn key(&self, name: &StoredName) -> Result<Path, object_store::path::Error> {
        match &self.prefix {
            Some(prefix) => Path::parse(format!("{prefix}/{name}")),
            None => Path::parse(name.as_str()),
        }
    }

    /// Where a file would be.
    pub(crate) fn find(&self, name: &StoredName) -> Result<ObjectLocation, FileError> {
        let key = self.key(name).map_err(|error| failed("naming a file", error))?;
        Ok((self.store.clone(), key))
    }

    /// Sends a file.
    pub(crate) async fn put(&self, name: &StoredName, new: NewBlob) -> Result<u64, FileError> {
        let (store, key) = self.find(name)?;
        let (attributes, tags) = (attributes(&new), tags(&new.tags));
        let mut parts = Parts::of(new.bytes);
        let first = parts.next(PART).await?;
        if size(&first) < PART as u64 {
            let mode = if name.is_unguessable() { PutMode::Overwrite } else { PutMode::Create };
            let options = PutOptions { mode, tags, attributes, ..PutOptions::default() };
            let length = size(&first);
            return match store.put_opts(&key, payload(first), options).await {
                Ok(_) => Ok(length),
                Err(object_store::Error::AlreadyExists { .. }) => Err(taken()),
                Err(error) => Err(failed("sending a file", error)),
            };
        }
        let options = PutMultipartOptions { tags, attributes, ..PutMultipartOptions::default() };
        let mut upload = store
            .put_multipart_opts(&key, options)
            .await
            .map_err(|error| failed("beginning a file", error))?;
        let sent = match sent(&mut *upload, first, parts).await {
            Ok(length) => match upload.complete().await {
                Ok(_) => Ok(length),
                Err(error) => Err(failed("ending a file", error)),
            },
            Err(error) => Err(error),
        };
        if sent.is_err()
            && let Err(error) = upload.abort().await
        {
            tracing::warn!(%error, "multipart upload not aborted");
        }
        sent
    }

    /// Deletes a file.
    pub(crate) async fn delete(&self, name: &StoredName) -> Result<(), FileError> {
        let (store, key) = self.find(name)?;
        store.delete(&key).await.map_err(|error| failed("deleting a file", error))
    }

    /// Every file below the prefix.
    pub(crate) fn list(&self) -> BoxStream<'static, Result<Listed, FileError>> {
        let prefix = self.prefix.clone();
        let listed = self.store.list(prefix.as_ref());
        listed
            .map_err(|error| failed("listing files", error))
            .try_filter_map(move |meta| {
                let raw = meta.location.as_ref();
                let below = match &prefix {
                    Some(prefix) => raw.strip_prefix(prefix.as_ref()).map(|raw| &raw[1..]),
                    None => Some(raw),
                };
                let name = below.and_then(|name| StoredName::checked(name).ok());
                let (size, modified) = (meta.size, modified(&meta));
                std::future::ready(Ok(name.map(|name| Listed { name, size, modified })))
            })
            .boxed()
    }
}

/// A client of a bucket, and the prefix below which everything is.
type BucketClient = (Arc<dyn ObjectStore>, Option<Path>);

/// Opens a bucket by its settings.
pub fn bucket_client(
    settings: &BucketSettings,
) -> Result<BucketClient, Box<dyn std::error::Error + Send + Sync>> {
    let (scheme, rest) = settings.url.split_once("://").unwrap_or_default();
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let prefix = Path::parse(prefix)?;
    let prefix = (!prefix.as_ref().is_empty()).then_some(prefix);
    let store: Arc<dyn ObjectStore> = match scheme {
        "s3" => Arc::new(s3(settings, bucket).build()?),
        "gs" => Arc::new(gs(settings, bucket).build()?),
        "az" => Arc::new(az(settings, bucket).build()?),
        other => return Err(format!("{other} is no kind of bucket").into()),
    };
    Ok((store, prefix))
}

/// Sends parts, the next of which is gathered while one is on its way.
async fn sent(
    upload: &mut dyn MultipartUpload,
    first: Vec<Bytes>,
    mut parts: Parts,
) -> Result<u64, FileError> {
    let mut next = first;
    let mut length = 0;
    while !next.is_empty() {
        length += size(&next);
        // Both to their end, also when one fails: a part that is still on its way when the upload
        // is given up would come after the clearing away, and stay.
        let (part, more) = join(upload.put_part(payload(next)), parts.next(PART)).await;
        part.map_err(|error| failed("sending a part of a file", error))?;
        next = more?;
    }
    Ok(length)
}

fn size(parts: &[Bytes]) -> u64 {
    parts.iter().map(|part| part.len() as u64).sum()
}

fn payload(parts: Vec<Bytes>) -> PutPayload {
    parts.into_iter().collect()
}

/// What is kept beside the bytes. Notes that cannot be headers are left to the database.
fn attributes(new: &NewBlob) -> Attributes {
    let mut attributes = Attributes::new();
    let is_plain = |text: &str| text.bytes().all(|byte| (32..127).contains(&byte));
    if let Some(content_type) = new.content_type.clone().filter(|text| is_plain(text)) {
        attributes.insert(Attribute::ContentType, content_type.into());
    }
    for (key, value) in &new.metadata {
        let is_key = !key.is_empty()
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        let value = written(value);
        if is_key && is_plain(&value) {
            let key = Cow::Owned(key.to_ascii_lowercase());
            attributes.insert(Attribute::Metadata(key), value.into());
        }
    }
    attributes
}

fn tags(tags: &JsonMap) -> TagSet {
    let mut set = TagSet::default();
    for (key, value) in tags {
        set.push(key, &written(value));
    }
    set
}

fn written(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn s3(settings: &BucketSettings, bucket: &str) -> AmazonS3Builder {
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(settings.region.as_deref().unwrap_or("us-east-1"))
        .with_client_options(client(settings));
    if let Some(endpoint) = &settings.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    if let (Some(id), Some(key)) = (&settings.access_key_id, &settings.secret_access_key) {
        builder = builder.with_access_key_id(id).with_secret_access_key(key);
    }
    builder
}

fn gs(settings: &BucketSettings, bucket: &str) -> GoogleCloudStorageBuilder {
    let builder = GoogleCloudStorageBuilder::new()
        .with_bucket_name(bucket)
        .with_client_options(client(settings));
    match (&settings.secret_access_key, &settings.access_key_id) {
        (Some(key), _) => builder.with_service_account_key(key),
        (None, Some(path)) => builder.with_service_account_path(path),
        (None, None) => builder,
    }
}

fn az(settings: &BucketSettings, container: &str) -> MicrosoftAzureBuilder {
    let mut builder = MicrosoftAzureBuilder::new()
        .with_container_name(container)
        .with_client_options(client(settings));
    if let Some(endpoint) = &settings.endpoint {
        builder = builder.with_endpoint(endpoint.clone());
    }
    if let (Some(account), Some(key)) = (&settings.access_key_id, &settings.secret_access_key) {
        builder = builder.with_account(account).with_access_key(key);
    }
    builder
}

/// A large file takes its time; only one that stands still is given up.
fn client(settings: &BucketSettings) -> ClientOptions {
    let is_plain = settings.endpoint.as_ref().is_some_and(|url| url.starts_with("http://"));
    ClientOptions::new()
        .with_allow_http(is_plain)
        .with_connect_timeout(Duration::from_secs(5))
        .with_read_timeout(Duration::from_secs(30))
        .with_timeout_disabled()
}
