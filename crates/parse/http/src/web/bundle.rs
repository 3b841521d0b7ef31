//! The files of the built app, in memory: read once at the start, so that a request only looks a
//! name up and no address can lead anywhere else.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use axum::http::HeaderValue;
use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::FOR_OTHER_SITES;
use super::coding::Coding;
use super::route::ASSETS;
use crate::content_type;

/// The most that an app may weigh. A folder beyond this is not an app.
const LARGEST: usize = 64 << 20;
/// The most folders on the way to a file.
const DEEPEST: usize = 8;
/// The endings of the compressed forms that lie beside a file.
const FORMS: [(&str, Coding); 2] = [(".br", Coding::Brotli), (".gz", Coding::Gzip)];
/// How many characters of a name are the hash of the content.
const HASH: usize = 8;

/// Whether this binary was built with the app.
pub fn is_embedded() -> bool {
    super::embedded::FILES.is_some()
}

/// The files of the built app.
pub(super) struct Bundle {
    files: HashMap<String, File>,
    page: String,
}

/// One file with its compressed forms.
#[derive(Debug)]
pub(super) struct File {
    /// Its content type.
    pub(super) kind: &'static str,
    /// Whether its name holds the hash of its content, so that it never changes.
    pub(super) is_eternal: bool,
    forms: Vec<(Coding, Form)>,
}

/// One form of a file.
#[derive(Debug, Clone)]
pub(super) struct Form {
    /// What is in it.
    pub(super) content: Bytes,
    /// What a browser remembers it by.
    pub(super) etag: HeaderValue,
}

impl Form {
    /// A form that is remembered by its content.
    pub(super) fn of(content: Bytes) -> Form {
        let digest = Sha256::digest(&content);
        let hex: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let quoted = format!("\"{hex}\"");
        let etag = HeaderValue::try_from(quoted).unwrap_or(HeaderValue::from_static("\"\""));
        Form { content, etag }
    }
}

impl File {
    /// Whether the file has other forms than the plain one.
    pub(super) fn has_choice(&self) -> bool {
        self.forms.len() > 1
    }

    /// Its form in a coding; every file has the plain one.
    pub(super) fn form(&self, coding: Coding) -> Option<&Form> {
        self.forms.iter().find(|(known, _)| *known == coding).map(|(_, form)| form)
    }
}

impl Bundle {
    /// The app that this binary was built with, if it was.
    pub(super) fn embedded() -> Option<Result<Bundle, Unusable>> {
        let files = super::embedded::FILES?;
        Some(Bundle::of(
            files.iter().map(|(name, content)| ((*name).to_owned(), Bytes::from_static(content))),
        ))
    }

    /// The app in a folder.
    pub(super) fn in_folder(folder: &Path) -> Result<Bundle, Unusable> {
        let unread = |source| Unusable::Unread(folder.display().to_string(), source);
        let root = fs::canonicalize(folder).map_err(unread)?;
        let mut gathering = Gathering { root: &root, files: Vec::new(), weight: 0 };
        gathering.gather(&root, "", DEEPEST).map_err(unread)?;
        if gathering.weight > LARGEST {
            return Err(Unusable::Heavy(folder.display().to_string()));
        }
        Bundle::of(gathering.files.into_iter())
    }

    fn of(all: impl Iterator<Item = (String, Bytes)>) -> Result<Bundle, Unusable> {
        let mut all: HashMap<String, Bytes> = all.collect();
        let page = all.remove("index.html").ok_or(Unusable::NoPage)?;
        let page = String::from_utf8(page.to_vec()).map_err(|_| Unusable::NoPage)?;
        let is_form = |name: &str| {
            FORMS.iter().any(|(ending, _)| {
                name.strip_suffix(ending).is_some_and(|plain| all.contains_key(plain))
            })
        };
        let plain = all.keys().filter(|name| !is_form(name));
        let files = plain.map(|name| (name.clone(), file(name, &all))).collect();
        Ok(Bundle { files, page })
    }

    /// The page as it was built.
    pub(super) fn page(&self) -> &str {
        &self.page
    }

    /// The plain forms of all files, by name.
    pub(super) fn plain(&self) -> impl Iterator<Item = (&str, &Bytes)> {
        self.files
            .iter()
            .filter_map(|(name, file)| Some((name.as_str(), &file.form(Coding::Plain)?.content)))
    }

    /// A file by its name.
    pub(super) fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name)
    }
}

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bundle").field("files", &self.files.len()).finish_non_exhaustive()
    }
}

fn file(name: &str, all: &HashMap<String, Bytes>) -> File {
    let content = |name: &str| all.get(name).cloned();
    let plain = content(name).map(|content| (Coding::Plain, Form::of(content)));
    let compressed = FORMS.iter().filter_map(|(ending, coding)| {
        Some((*coding, Form::of(content(&format!("{name}{ending}"))?)))
    });
    let forms = plain.into_iter().chain(compressed).collect();
    let is_eternal = is_hashed(name) || is_of_one_version(name);
    File { kind: content_type::of_name(name), is_eternal, forms }
}

/// Whether a file for other sites is one of a version: `sdk/<version>-<hash>/<file>`.
fn is_of_one_version(name: &str) -> bool {
    name.strip_prefix(FOR_OTHER_SITES).is_some_and(|name| name.contains('/'))
}

/// Whether a name is one that the build gives: `assets/<name>-<hash>.<ending>`.
fn is_hashed(name: &str) -> bool {
    let Some((stem, _)) = name.strip_prefix(ASSETS).and_then(|name| name.split_once('.')) else {
        return false;
    };
    // Names of routes have dots of their own, so the hash stands before the last ending.
    let stem = name.rsplit_once('.').map_or(stem, |(stem, _)| stem).as_bytes();
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    match stem.len().checked_sub(HASH + 1) {
        Some(at) if at > ASSETS.len() => stem[at] == b'-' && stem[at + 1..].iter().all(is_letter),
        _ => false,
    }
}

/// Reads a folder into memory.
struct Gathering<'a> {
    root: &'a Path,
    files: Vec<(String, Bytes)>,
    weight: usize,
}

impl Gathering<'_> {
    fn gather(&mut self, folder: &Path, prefix: &str, deep: usize) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // Links are followed before it is decided whether the file lies inside.
            let Ok(path) = fs::canonicalize(entry.path()) else { continue };
            if name.starts_with('.') || !path.starts_with(self.root) || self.weight > LARGEST {
                continue;
            }
            let about = fs::metadata(&path)?;
            if about.is_dir() && deep > 0 {
                self.gather(&path, &format!("{prefix}{name}/"), deep - 1)?;
            } else if about.is_file() {
                let size = usize::try_from(about.len()).unwrap_or(usize::MAX);
                self.weight = self.weight.saturating_add(size);
                if self.weight <= LARGEST {
                    self.files.push((format!("{prefix}{name}"), fs::read(&path)?.into()));
                }
            }
        }
        Ok(())
    }
}

/// Why an app cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// The folder cannot be read.
    #[error("{0} cannot be read")]
    Unread(String, #[source] io::Error),
    /// The folder is too large to be an app.
    #[error("{0} holds more than 64 MiB, which is no app; name the folder that the build wrote")]
    Heavy(String),
    /// There is no page in it.
    #[error("there is no index.html in it; name the folder that the build wrote")]
    NoPage,
    /// The page has no place for settings.
    #[error("its index.html has no <script id=\"settings\" type=\"application/json\">")]
    NoPlace,
    /// The allowed sources are not a valid header value.
    #[error(
        "web_connect_sources, web_frame_sources or web_image_sources is not a valid header value"
    )]
    NoPolicy,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_the_hash_of_its_content_never_changes() {
        for name in [
            "assets/index-CuY4SIwk.js",
            "assets/house-O8Keib7-.js",
            "assets/_member.u._username-4StmQlcV.js",
            "assets/inter-latin-wght-normal-Dx4kXJAl.woff2",
        ] {
            assert!(is_hashed(name), "{name}");
        }
        for name in [
            "index-CuY4SIwk.js",
            "assets/index.js",
            "assets/-CuY4SIwk.js",
            "assets/index-CuY4.js",
            "assets/index-CuY4 Iwk.js",
            "assets/index-CuY4SIwk",
            "theme.js",
        ] {
            assert!(!is_hashed(name), "{name}");
        }
    }

    fn bundle(files: &[&str]) -> Result<Bundle, Unusable> {
        let content = |name: &&str| ((*name).to_owned(), Bytes::from((*name).to_owned()));
        Bundle::of(files.iter().map(content))
    }

    #[test]
    fn compressed_forms_belong_to_their_file_and_are_none_themselves() {
        let bundle = bundle(&["index.html", "a.js", "a.js.br", "a.js.gz", "b.gz"]).unwrap();
        assert_eq!(bundle.page(), "index.html");
        assert!(bundle.file("index.html").is_none());
        let file = bundle.file("a.js").unwrap();
        assert_eq!(file.form(Coding::Plain).unwrap().content, "a.js");
        assert_eq!(file.form(Coding::Brotli).unwrap().content, "a.js.br");
        assert_eq!(file.form(Coding::Gzip).unwrap().content, "a.js.gz");
        assert!(file.has_choice());
        assert!(bundle.file("a.js.br").is_none());
        assert!(!bundle.file("b.gz").unwrap().has_choice());
    }

    #[test]
    fn an_app_without_a_page_is_none() {
        assert!(matches!(bundle(&["a.js"]), Err(Unusable::NoPage)));
    }
}
