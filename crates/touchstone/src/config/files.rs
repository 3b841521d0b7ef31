//! What was decided about files.

use std::path::PathBuf;

use parse_blobs::{BucketSettings, StorageLocation};
use parse_files::{AddressSigner, Audience, ContentRules, Extensions, FileSettings, UrlDomains};
use parse_http::file_serving::Serving;

use super::reader::{Reader, url, word};
use super::unit::{Unit, size};

/// Reads what holds for files in the engine.
pub(super) fn file_settings(
    read: &mut Reader<'_>,
    master_key: &str,
    is_product: bool,
) -> FileSettings {
    let lifetime = read.duration("file_address_lifetime", Unit::Seconds, 60, 31_536_000);
    let extensions =
        read.value("file_upload_file_extensions", |text| Extensions::parse(&list(text)?));
    let domains = read.value("file_upload_allowed_file_url_domains", list);
    FileSettings {
        upload: read.value("file_upload_by", audience).unwrap_or(NO_CALLER),
        download: read.value("file_download_by", audience).unwrap_or(NO_CALLER),
        extensions: extensions.unwrap_or_default(),
        content: is_product.then(ContentRules::default),
        preserve_file_name: read.flag("preserve_file_name"),
        daily_bytes: read.value("file_upload_daily_size", size).map(|bytes| bytes as u64),
        url_domains: UrlDomains::parse(&domains.unwrap_or_default()),
        addresses: lifetime.map(|seconds| AddressSigner::new(master_key, seconds)),
    }
}

/// Reads where files are kept and how they are served; `largest` bounds every body.
pub(super) fn serving(
    read: &mut Reader<'_>,
    largest: usize,
    is_public: bool,
    is_product: bool,
) -> Serving {
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
    Serving {
        place: if bucket.url.is_empty() {
            StorageLocation::Disk { folder, max_use }
        } else {
            StorageLocation::Bucket(bucket)
        },
        max_bytes: max_bytes as u64,
        // Such a body is held in memory.
        max_base64_bytes: if is_product { 14 << 20 } else { 20 << 20 },
        is_guarded: is_product,
        is_embeddable: !is_product,
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

const NO_CALLER: Audience = Audience { public: false, anonymous: false, authenticated: false };

/// Kinds of callers with commas between, or `none`.
fn audience(text: &str) -> Option<Audience> {
    let mut audience = NO_CALLER;
    if text == "none" {
        return Some(audience);
    }
    for kind in text.split(',') {
        match kind.trim() {
            "public" => audience.public = true,
            "anonymous" => audience.anonymous = true,
            "users" => audience.authenticated = true,
            _ => return None,
        }
    }
    Some(audience)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_is_a_list_of_callers_or_none() {
        assert_eq!(audience("none"), Some(NO_CALLER));
        let both = Audience { public: true, anonymous: false, authenticated: true };
        assert_eq!(audience("users, public"), Some(both));
        for bad in ["", "everyone", "users,none", "users,"] {
            assert_eq!(audience(bad), None, "{bad}");
        }
    }
}
