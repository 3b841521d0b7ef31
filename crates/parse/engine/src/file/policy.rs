//! Who may upload and download.

use parse_files::Audience;
use parse_model::{ClassName, Code, ObjectId, Refusal};

use crate::cx::Cx;
use crate::error::Error;
use crate::{auth_data, read};

/// The name of the caller's kind, if the audience does not include it.
async fn excluded(audience: Audience, cx: &Cx) -> Result<Option<&'static str>, Error> {
    let caller = cx.caller();
    if caller.is_unrestricted() {
        return Ok(None);
    }
    let Some(user) = caller.user_id() else {
        return Ok((!audience.public).then_some("public"));
    };
    if audience.anonymous && audience.authenticated {
        return Ok(None);
    }
    Ok(match is_anonymous(cx, user).await? {
        true => (!audience.anonymous).then_some("anonymous user"),
        false => (!audience.authenticated).then_some("authenticated user"),
    })
}

/// Refuses callers who may not upload.
pub(super) async fn may_upload(cx: &Cx) -> Result<(), Error> {
    match excluded(cx.settings().files.upload, cx).await? {
        None => Ok(()),
        Some(who) => {
            Err(Error::refused(Code::FILE_SAVE_ERROR, format!("File upload by {who} is disabled.")))
        }
    }
}

/// Refuses callers who may not download, whatever the file.
pub async fn may_download(cx: &Cx) -> Result<(), Error> {
    match excluded(cx.settings().files.download, cx).await? {
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
