//! What was decided about files.

use std::path::PathBuf;

use parse_blobs::{BucketSettings, StorageLocation};
use parse_engine::file::{
    AddressSigner, Audience, ContentRules, Extensions, FileSettings, UrlDomains,
};
use parse_http::file_serving::Serving;

use super::reader::{Reader, size, url, word};

/// Reads what holds for files in the engine.
pub(super) fn file_settings(read: &mut Reader<'_>, master_key: &str) -> FileSettings {
    let lifetime = read.whole("file_address_lifetime", 60, 31_536_000);
    let extensions =
        read.value("file_upload_file_extensions", |text| Extensions::parse(&list(text)?));
    let mut content = ContentRules::default();
    content.max_image = bytes(read, "file_upload_max_image_size");
    content.max_pixels = read.whole("file_upload_max_image_pixels", 1, 1 << 40).unwrap_or_default();
    content.max_video = bytes(read, "file_upload_max_video_size");
    content.max_text = bytes(read, "file_upload_max_text_size");
    content.max_document = bytes(read, "file_upload_max_document_size");
    content.strips_images = read.flag("file_upload_strip_image_metadata");
    let domains = read.value("file_upload_allowed_file_url_domains", list);
    FileSettings {
        upload: Audience {
            public: read.flag("file_upload_enable_for_public"),
            anonymous: read.flag("file_upload_enable_for_anonymous_user"),
            authenticated: read.flag("file_upload_enable_for_authenticated_user"),
        },
        download: Audience {
            public: read.flag("file_download_enable_for_public"),
            anonymous: read.flag("file_download_enable_for_anonymous_user"),
            authenticated: read.flag("file_download_enable_for_authenticated_user"),
        },
        extensions: extensions.unwrap_or_default(),
        content: read.flag("file_upload_check_content").then_some(content),
        preserve_file_name: read.flag("preserve_file_name"),
        daily_bytes: read.value("file_upload_daily_size", size).map(|bytes| bytes as u64),
        url_domains: UrlDomains::parse(&domains.unwrap_or_default()),
        file_key: read.value("file_key", word),
        addresses: lifetime.map(|seconds| AddressSigner::new(master_key, seconds)),
    }
}

/// Reads where files are kept and how they are served; `largest` bounds every body.
pub(super) fn serving(read: &mut Reader<'_>, largest: usize, is_public: bool) -> Serving {
    let folder = read.value("files_directory", path).unwrap_or_default();
    let max_use = read.whole("files_max_disk_use", 1, 100);
    let bucket = BucketSettings {
        url: read.value("files_url", bucket_url).unwrap_or_default(),
        endpoint: read.value("files_endpoint", url),
        region: read.value("files_region", word),
        access_key_id: read.value("files_access_key_id", word),
        secret_access_key: read.value("files_secret_access_key", word),
    };
    let backups = backups(read, &bucket);
    let max_bytes = read.value("max_file_size", size).unwrap_or(largest);
    let max_base64_bytes = read.value("max_encoded_file_size", size).unwrap_or_default();
    Serving {
        place: if bucket.url.is_empty() {
            StorageLocation::Disk { folder, max_use }
        } else {
            StorageLocation::Bucket(bucket)
        },
        max_bytes: max_bytes as u64,
        max_base64_bytes,
        is_guarded: read.flag("file_guarded_serving"),
        is_embeddable: read.flag("file_embedding"),
        is_public,
        backups,
        accepts_new_folder: false,
    }
}

/// How to get into a bucket of backups: as into that of files, where nothing else is said.
fn backups(read: &mut Reader<'_>, files: &BucketSettings) -> BucketSettings {
    let own = BucketSettings {
        url: String::new(),
        endpoint: read.value("backup_endpoint", url),
        region: read.value("backup_region", word),
        access_key_id: read.value("backup_access_key_id", word),
        secret_access_key: read.value("backup_secret_access_key", word),
    };
    BucketSettings {
        url: String::new(),
        endpoint: own.endpoint.or_else(|| files.endpoint.clone()),
        region: own.region.or_else(|| files.region.clone()),
        access_key_id: own.access_key_id.or_else(|| files.access_key_id.clone()),
        secret_access_key: own.secret_access_key.or_else(|| files.secret_access_key.clone()),
    }
}

fn bytes(read: &mut Reader<'_>, name: &str) -> u64 {
    read.value(name, size).unwrap_or_default() as u64
}

fn path(text: &str) -> Option<PathBuf> {
    word(text).filter(|text| !text.contains(char::is_control)).map(PathBuf::from)
}

fn bucket_url(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let is_known = matches!(scheme, "s3" | "gs" | "az");
    let is_usable = !rest.is_empty() && !rest.starts_with('/');
    (is_known && is_usable).then(|| text.trim_end_matches('/').to_owned())
}

fn list(text: &str) -> Option<Vec<String>> {
    if text.contains(char::is_control) {
        return None;
    }
    let items = text.split(',').map(|item| item.trim().to_owned());
    Some(items.filter(|item| !item.is_empty()).collect())
}
