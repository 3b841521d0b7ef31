//! Who may upload and download, and what the operator decided about files.

use parse_model::{ClassName, Code, ObjectId, Refusal};

use super::content::ContentRules;
use super::extension::Extensions;
use super::signed::AddressSigner;
use super::url::UrlDomains;
use crate::cx::Cx;
use crate::error::Error;
use crate::{auth_data, read};

/// What the operator decided about files.
#[derive(Debug, Clone)]
pub struct FileSettings {
    /// Who may upload.
    pub upload: Audience,
    /// Who may download.
    pub download: Audience,
    /// Which extensions may be uploaded.
    pub extensions: Extensions,
    /// What files must be inside, where that is looked at.
    pub content: Option<ContentRules>,
    /// Whether a file keeps the name it was given, without anything before it.
    pub preserve_file_name: bool,
    /// How many bytes a user may upload in a day.
    pub daily_bytes: Option<u64>,
    /// Where files that objects refer to may be.
    pub url_domains: UrlDomains,
    /// The key of an application that came from parse.com, whose old files are still there.
    pub file_key: Option<String>,
    /// Makes addresses that end, where files are only for those who are shown them.
    pub addresses: Option<AddressSigner>,
}

impl FileSettings {
    /// Whether whoever knows the address of a file may have it, and keep it for others.
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
            file_key: None,
            addresses: None,
        }
    }
}

/// Kinds of callers, each let in or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Audience {
    /// Nobody in particular.
    pub public: bool,
    /// Users without an account.
    pub anonymous: bool,
    /// Users with an account.
    pub authenticated: bool,
}

impl Audience {
    /// The name of the caller's kind, if it is not let in.
    async fn kept_out(self, cx: &Cx) -> Result<Option<&'static str>, Error> {
        let caller = cx.caller();
        if caller.is_unrestricted() {
            return Ok(None);
        }
        let Some(user) = caller.user_id() else {
            return Ok((!self.public).then_some("public"));
        };
        if self.anonymous && self.authenticated {
            return Ok(None);
        }
        Ok(match is_anonymous(cx, user).await? {
            true => (!self.anonymous).then_some("anonymous user"),
            false => (!self.authenticated).then_some("authenticated user"),
        })
    }
}

/// Refuses whoever may not upload.
pub(super) async fn may_upload(cx: &Cx) -> Result<(), Error> {
    match cx.settings().files.upload.kept_out(cx).await? {
        None => Ok(()),
        Some(who) => {
            Err(Error::refused(Code::FILE_SAVE_ERROR, format!("File upload by {who} is disabled.")))
        }
    }
}

/// Refuses whoever may not download, whatever the file.
pub async fn may_download(cx: &Cx) -> Result<(), Error> {
    match cx.settings().files.download.kept_out(cx).await? {
        None => Ok(()),
        Some(who) => Err(Refusal::new(
            Code::OPERATION_FORBIDDEN,
            format!("File download by {who} is disabled."),
        )
        .into()),
    }
}

async fn is_anonymous(cx: &Cx, user: &str) -> Result<bool, Error> {
    let stored = read::stored(cx, &ClassName::user(), &ObjectId::new(user)).await?;
    let ways = stored.as_ref().map(auth_data::of).unwrap_or_default();
    Ok(ways.get(auth_data::ANONYMOUS).is_some_and(|data| !data.is_null()))
}
