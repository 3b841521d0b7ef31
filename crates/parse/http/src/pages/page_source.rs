//! Where pages are: in the operator's folder, otherwise in this program.

use std::path::{Path, PathBuf};

use crate::content_type::{self, HTML};
use crate::settings::PageSettings;

const LAYOUT: &str = include_str!("../../pages/layout.html");
const STYLE: &str = include_str!("../../pages/account.css");

/// Our own pages: name, title, and what stands inside the layout.
const OWN: &[(&str, &str, &str)] = &[
    ("password_reset.html", "Set a new password", include_str!("../../pages/password_reset.html")),
    (
        "password_reset_success.html",
        "Your password is changed",
        include_str!("../../pages/password_reset_success.html"),
    ),
    (
        "password_reset_link_invalid.html",
        "This link no longer works",
        include_str!("../../pages/password_reset_link_invalid.html"),
    ),
    (
        "email_verification_success.html",
        "Your address is confirmed",
        include_str!("../../pages/email_verification_success.html"),
    ),
    (
        "email_verification_send_fail.html",
        "No mail was sent",
        include_str!("../../pages/email_verification_send_fail.html"),
    ),
    (
        "email_verification_send_success.html",
        "Look into your mail",
        include_str!("../../pages/email_verification_send_success.html"),
    ),
    (
        "email_verification_link_invalid.html",
        "This link does not work",
        include_str!("../../pages/email_verification_link_invalid.html"),
    ),
    (
        "email_verification_link_expired.html",
        "This link has expired",
        include_str!("../../pages/email_verification_link_expired.html"),
    ),
];

/// The largest file that is served from the operator's folder.
const LARGEST: u64 = 4 << 20;
/// The most folders on the way to a file.
const DEEPEST: usize = 4;

/// A page or a file.
#[derive(Debug)]
pub(super) struct PageFile {
    /// What is in it.
    pub(super) content: Vec<u8>,
    /// Its content type.
    pub(super) kind: &'static str,
}

impl PageFile {
    /// The text of a page that is to be filled; `None` for other files.
    pub(super) fn page(&self) -> Option<&str> {
        if self.kind == HTML { std::str::from_utf8(&self.content).ok() } else { None }
    }
}

/// Finds a page or a file by its way from the folder.
pub(super) async fn find(settings: &PageSettings, segments: &[&str]) -> Option<PageFile> {
    if segments.len() > DEEPEST || !segments.iter().all(|segment| is_plain(segment)) {
        return None;
    }
    if let Some(found) = in_folder(settings.path.as_deref(), segments).await {
        return Some(found);
    }
    let [name] = segments else { return None };
    if *name == "account.css" {
        return Some(PageFile { content: STYLE.into(), kind: content_type::of_name(name) });
    }
    let (_, title, inside) = OWN.iter().find(|(own, ..)| own == name)?;
    let page = LAYOUT.replace("<!--title-->", title).replace("<!--inside-->", inside);
    Some(PageFile { content: page.into_bytes(), kind: HTML })
}

/// The folder in which a page is kept for a locale: its own, or that of its language.
pub(super) async fn localized(
    settings: &PageSettings,
    locale: Option<&str>,
    file: &str,
) -> Option<String> {
    let (path, locale) = (settings.path.as_deref()?, locale?);
    let language = locale.split('-').next().unwrap_or(locale);
    for folder in [locale, language] {
        if in_folder(Some(path), &[folder, file]).await.is_some() {
            return Some(folder.to_owned());
        }
    }
    None
}

/// Reads a file that lies in the folder, and not only seems to.
async fn in_folder(folder: Option<&Path>, segments: &[&str]) -> Option<PageFile> {
    let folder = folder?.to_owned();
    let mut path: PathBuf = folder.clone();
    path.extend(segments);
    let kind = content_type::of_name(segments.last()?);
    let read = move || {
        // Links are followed before it is decided whether the file lies inside.
        let path = std::fs::canonicalize(path).ok().filter(|path| path.starts_with(&folder))?;
        let about = std::fs::metadata(&path).ok()?;
        if !about.is_file() || about.len() > LARGEST {
            return None;
        }
        std::fs::read(path).ok()
    };
    let content = tokio::task::spawn_blocking(read).await.ok()??;
    Some(PageFile { content, kind })
}

/// A name that leads nowhere else and is not hidden.
fn is_plain(segment: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (1..=100).contains(&segment.len())
        && !segment.starts_with('.')
        && segment.bytes().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        for good in ["password_reset.html", "de-AT", "a.b.css"] {
            assert!(is_plain(good), "{good}");
        }
        for bad in ["", ".", "..", ".env", "../x", "a/b", "a\\b", "a\0b", "a b", "é"] {
            assert!(!is_plain(bad), "{bad:?}");
        }
    }

    #[tokio::test]
    async fn every_page_of_ours_is_whole() {
        for (name, title, _) in OWN {
            let found = find(&PageSettings::default(), &[name]).await.unwrap();
            let page = found.page().unwrap();
            assert!(page.contains(&format!("<h1>{title}</h1>")), "{name}");
            assert!(page.contains("</html>") && !page.contains("<!--"), "{name}");
            assert!(!page.contains("<script") && !page.contains("style="), "{name}");
        }
        assert!(find(&PageSettings::default(), &["nothing.html"]).await.is_none());
    }
}
