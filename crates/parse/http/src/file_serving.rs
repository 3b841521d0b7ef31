//! How files are shown to browsers, and how large they may be.

use std::path::PathBuf;

use parse_blobs::{BucketSettings, StorageLocation};
use parse_files::content_type_of;

/// What the operator decided about storing and serving files, as far as HTTP is concerned.
#[derive(Debug, Clone)]
pub struct Serving {
    /// Where files are kept.
    pub place: StorageLocation,
    /// The largest file, in bytes.
    pub max_bytes: u64,
    /// The largest body with a file inside, in bytes.
    pub max_base64_bytes: usize,
    /// Whether nothing but images and videos is shown, and nothing at all is run.
    pub is_guarded: bool,
    /// Whether pages of others may show our files.
    pub is_embeddable: bool,
    /// Whether all files are public, so that shared caches may store them.
    pub is_public: bool,
    /// How to get into a bucket of backups, whose address comes with the command.
    pub backups: BucketSettings,
    /// Whether a folder is taken that is not the one in which files were kept last.
    pub accepts_new_folder: bool,
}

impl Default for Serving {
    fn default() -> Serving {
        Serving {
            place: StorageLocation::Disk { folder: PathBuf::from("files"), max_use: None },
            max_bytes: 20 << 20,
            max_base64_bytes: 20 << 20,
            is_guarded: false,
            is_embeddable: true,
            is_public: true,
            backups: BucketSettings::default(),
            accepts_new_folder: false,
        }
    }
}

/// Types that browsers show and that cannot run anything.
const SHOWN: &[&str] =
    &["image/png", "image/jpeg", "image/gif", "image/webp", "video/mp4", "video/webm"];

const SANDBOX: &str = "default-src 'none'; sandbox";
const GUARDED: &str = "default-src 'none'; sandbox; frame-ancestors 'none'";

impl Serving {
    /// The type a file is served with. It follows from the name alone: what a client said once is
    /// never repeated to others.
    pub(crate) fn content_type(&self, name: &str) -> String {
        let known = content_type_of(name).unwrap_or("application/octet-stream");
        let known =
            if self.is_guarded && known == "application/json" { "text/plain" } else { known };
        let is_text = known.starts_with("text/") || known == "application/json";
        if is_text { format!("{known}; charset=utf-8") } else { known.to_owned() }
    }

    /// The headers that keep a file from being more than a file.
    pub(crate) fn headers(&self, name: &str, is_download: bool) -> Vec<(&'static str, String)> {
        let kind = content_type_of(name).unwrap_or("application/octet-stream");
        let is_shown = SHOWN.contains(&kind);
        let mut headers = vec![("x-content-type-options", "nosniff".to_owned())];
        if self.is_guarded {
            headers.push(("content-security-policy", GUARDED.to_owned()));
            headers.push(("referrer-policy", "no-referrer".to_owned()));
            headers.push(("x-frame-options", "DENY".to_owned()));
            let cache =
                if self.is_public { "public, max-age=86400" } else { "private, max-age=300" };
            headers.push(("cache-control", cache.to_owned()));
        } else if is_active(kind) {
            headers.push(("content-security-policy", SANDBOX.to_owned()));
        }
        if !self.is_embeddable {
            headers.push(("cross-origin-resource-policy", "same-site".to_owned()));
        }
        if is_download || (self.is_guarded && !is_shown) {
            headers.push(("content-disposition", attachment(name)));
        }
        headers
    }
}

/// Whether a browser runs what such a file says.
fn is_active(kind: &str) -> bool {
    kind.contains("html") || kind.contains("xml") || kind.contains("svg") || kind.contains("mathml")
}

/// `Content-Disposition` for a file to be kept; names that are no token are escaped (RFC 6266).
fn attachment(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte);
    if last.bytes().all(is_token) {
        format!("attachment;filename={last}")
    } else {
        format!("attachment;filename*=UTF-8''{}", parse_files::encoded(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guarded() -> Serving {
        Serving { is_guarded: true, is_embeddable: false, ..Serving::default() }
    }

    fn value(serving: &Serving, name: &str, header: &str) -> Option<String> {
        let headers = serving.headers(name, false);
        headers.into_iter().find(|(name, _)| *name == header).map(|(_, value)| value)
    }

    #[test]
    fn the_type_follows_from_the_name() {
        let open = Serving::default();
        assert_eq!(open.content_type("a.png"), "image/png");
        assert_eq!(open.content_type("d/a.txt"), "text/plain; charset=utf-8");
        assert_eq!(open.content_type("a.json"), "application/json; charset=utf-8");
        assert_eq!(open.content_type("a"), "application/octet-stream");
        assert_eq!(guarded().content_type("a.json"), "text/plain; charset=utf-8");
        assert_eq!(guarded().content_type("a.log"), "text/plain; charset=utf-8");
    }

    #[test]
    fn guarded_files_are_kept_unless_they_are_pictures() {
        let of = |name: &str| value(&guarded(), name, "content-disposition");
        assert_eq!(of("a.png"), None);
        assert_eq!(of("a.pdf").as_deref(), Some("attachment;filename=a.pdf"));
        assert_eq!(of("d/a b.txt").as_deref(), Some("attachment;filename*=UTF-8''a%20b.txt"));
        assert_eq!(value(&Serving::default(), "a.pdf", "content-disposition"), None);
    }

    #[test]
    fn nothing_that_is_served_runs() {
        let policy =
            |serving: &Serving, name: &str| value(serving, name, "content-security-policy");
        for name in ["a.html", "a.svg", "a.xml", "a.xhtml"] {
            assert_eq!(policy(&Serving::default(), name).as_deref(), Some(SANDBOX), "{name}");
            assert_eq!(policy(&guarded(), name).as_deref(), Some(GUARDED), "{name}");
        }
        assert_eq!(policy(&Serving::default(), "a.pdf"), None);
        assert_eq!(
            value(&Serving::default(), "a", "x-content-type-options").as_deref(),
            Some("nosniff")
        );
        let cors = value(&guarded(), "a.png", "cross-origin-resource-policy");
        assert_eq!(cors.as_deref(), Some("same-site"));
    }
}
