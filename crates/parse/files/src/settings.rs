//! What the operator decided about files.

use crate::content::ContentRules;
use crate::extension::Extensions;
use crate::signed::AddressSigner;

/// What the operator decided about files.
#[derive(Debug, Clone)]
pub struct FileSettings {
    /// Who may upload.
    pub upload: Audience,
    /// Who may download.
    pub download: Audience,
    /// Which extensions may be uploaded.
    pub extensions: Extensions,
    /// What files must be inside, if that is looked at.
    pub content: Option<ContentRules>,
    /// Whether a file keeps the name it was given, without anything before it.
    pub preserve_file_name: bool,
    /// How many bytes a user may upload in a day.
    pub daily_bytes: Option<u64>,
    /// Where files that objects refer to may be.
    pub url_domains: UrlDomains,
    /// Makes addresses that end, where files are only for those who are shown them.
    pub addresses: Option<AddressSigner>,
}

impl FileSettings {
    /// Whether anyone who knows the address of a file may have it, and keep it for others.
    pub fn is_public(&self) -> bool {
        self.download.public && self.addresses.is_none()
    }
}

impl Default for FileSettings {
    fn default() -> FileSettings {
        FileSettings {
            upload: Audience { public: false, anonymous: false, authenticated: true },
            download: Audience { public: true, anonymous: true, authenticated: true },
            extensions: Extensions::default(),
            content: None,
            preserve_file_name: false,
            daily_bytes: None,
            url_domains: UrlDomains::Any,
            addresses: None,
        }
    }
}

/// Kinds of callers, each allowed or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Audience {
    /// Callers without a session.
    pub public: bool,
    /// Users without an account.
    pub anonymous: bool,
    /// Users with an account.
    pub authenticated: bool,
}

/// Where files that objects refer to may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlDomains {
    /// Anywhere.
    Any,
    /// On our own host, and on these: `cdn.example.com`, or `*.example.com` for all below it.
    Own(Vec<String>),
}

impl UrlDomains {
    /// Reads a list of host names; `*` stands for any, `own` for our own, which is always among
    /// them.
    pub fn parse(list: &[String]) -> UrlDomains {
        if list.iter().any(|domain| domain == "*") {
            return UrlDomains::Any;
        }
        let named = list.iter().filter(|domain| *domain != "own");
        UrlDomains::Own(named.map(|domain| domain.to_ascii_lowercase()).collect())
    }
}
