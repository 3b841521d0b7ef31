//! Files of reports and comments.
//!
//! A file is first uploaded through the protocol, which checks its bytes and removes the metadata
//! of cameras. Here it is checked against the rules of the programme and attached.

use async_trait::async_trait;
use feedback_model::IssueId;
use parse_engine::file::address;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::issue::state::lock_one;
use feedback_core::command::{Command, Who, command};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{invalid, not_found};
use feedback_core::task::{Task, TaskRun, register_task};

/// Files of a report.
pub(crate) const PER_REPORT: usize = 6;
/// Files of a comment.
pub(crate) const PER_COMMENT: usize = 4;
/// Bytes of an image: the default limit of an upload.
pub(crate) const IMAGE_BYTES: u64 = 8 * 1024 * 1024;
/// Bytes of a text, likewise.
pub(crate) const TEXT_BYTES: u64 = 2 * 1024 * 1024;
/// Bytes of all files of an issue.
const PER_ISSUE_BYTES: f64 = 60.0 * 1024.0 * 1024.0;
/// Bytes that a user may add within ninety days.
const PER_TESTER_BYTES: f64 = 500.0 * 1024.0 * 1024.0;

/// File name extensions of images.
pub const IMAGE_ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];
/// File name extensions of texts.
pub const TEXT_ENDINGS: [&str; 5] = ["txt", "log", "json", "har", "csv"];

const IMAGES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const TEXTS: [&str; 3] = ["text/plain", "application/json", "text/csv"];

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<AttachmentAdd>(extension, state);
    let extension = command::<AttachmentRemove>(extension, state);
    register_task::<AttachmentSweep>(extension, state)
}

/// Attachments as the database returns them to their readers, with addresses instead of file names.
pub fn with_addresses(ctx: &CommandContext, attachments: &mut Json) {
    for attachment in attachments.as_array_mut().into_iter().flatten() {
        if let Some(Json::String(file)) =
            attachment.as_object_mut().and_then(|fields| fields.remove("file"))
        {
            attachment["url"] = Json::from(address(ctx.cx(), &file));
        }
    }
}

/// A reference to a stored file, in the form of the protocol.
#[derive(Deserialize)]
struct Reference {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttachmentAddParams {
    file: Reference,
    name: String,
}

#[derive(Serialize)]
struct AttachmentAddResult {
    attachment: Json,
}

/// A stored file.
#[derive(Deserialize)]
struct StoredAttachment {
    mime: Option<String>,
    size: u64,
}

struct AttachmentAdd;

#[async_trait]
impl Command for AttachmentAdd {
    const NAME: &'static str = "attachmentAdd";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = AttachmentAddParams;
    type Answer = AttachmentAddResult;

    async fn run(
        ctx: &CommandContext,
        params: AttachmentAddParams,
    ) -> Result<AttachmentAddResult, Error> {
        let member = ctx.member()?;
        let name = params.name.trim();
        if !(1..=120).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(invalid("FILE_NAME", "The name of a file has 1 to 120 characters."));
        }
        let sql = Sql::fixed(
            "select jsonb_build_object('mime', content_type, 'size', size)
            from _touchstone.file where name = $1::text and owner = $2::text",
            [Bind::from(&*params.file.name), member.id.as_str().into()],
        );
        // A file of another user and a missing file get the same answer.
        let stored = ctx.row::<StoredAttachment>(&sql).await?.ok_or_else(not_found)?;
        let mime = taken(&stored)?;
        within_share(ctx, stored.size).await?;
        let id = ctx.new_id();
        let insert = Sql::fixed(
            r#"insert into "Attachment" ("objectId", "createdAt", "updatedAt", "owner", "file", "name", "mime", "size")
            values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::int8)"#,
            [
                Bind::from(&*id),
                ctx.now().into(),
                member.id.as_str().into(),
                params.file.name.into(),
                name.into(),
                mime.into(),
                i64::try_from(stored.size).unwrap_or(i64::MAX).into(),
            ],
        );
        ctx.execute(&insert).await?;
        let mut shown = attachment_json(ctx, &id).await?;
        with_addresses(ctx, &mut shown);
        Ok(AttachmentAddResult { attachment: shown.get(0).cloned().unwrap_or_default() })
    }
}

/// An attachment as the database returns it, as a list of one.
async fn attachment_json(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_array(_touchstone.attachment_shown(a)) from "Attachment" a where a."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// The kind of a file, if the programme accepts it.
fn taken(stored: &StoredAttachment) -> Result<&str, Error> {
    let mime = stored.mime.as_deref().unwrap_or_default();
    let plain = mime.split(';').next().unwrap_or_default().trim();
    let (most, words) = if IMAGES.contains(&plain) {
        (IMAGE_BYTES, "An image has at most 8 MB.")
    } else if TEXTS.contains(&plain) {
        (TEXT_BYTES, "A text has at most 2 MB.")
    } else {
        let (images, texts) = (IMAGE_ENDINGS.join(", "), TEXT_ENDINGS.join(", "));
        let sentence = format!("Attach an image ({images}) or a text ({texts}).");
        return Err(invalid("FILE_KIND", sentence));
    };
    if stored.size > most { Err(invalid("FILE_SIZE", words)) } else { Ok(plain) }
}

async fn within_share(ctx: &CommandContext, size: u64) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(coalesce(sum("size"), 0) + $2::int8 <= $3::float8) from "Attachment"
        where "owner" = $1::text and "createdAt" > $4::timestamptz"#,
        [
            Bind::from(&*ctx.member()?.id),
            i64::try_from(size).unwrap_or(i64::MAX).into(),
            PER_TESTER_BYTES.into(),
            ctx.now().plus_seconds(-90 * 86_400).into(),
        ],
    );
    match ctx.row::<bool>(&sql).await? {
        Some(true) => Ok(()),
        _ => {
            Err(invalid("FILE_SHARE", "Storage quota exceeded: at most 500 MB of files per user."))
        }
    }
}

/// Attaches files of the caller to an issue, or to a comment on it. Each must belong to the caller,
/// be clean, and not be attached yet.
pub async fn attach(
    ctx: &CommandContext,
    ids: &[String],
    issue: &IssueId,
    comment: Option<&str>,
    most: usize,
) -> Result<(), Error> {
    if ids.is_empty() {
        return Ok(());
    }
    if ids.len() > most {
        return Err(invalid("FILES", format!("At most {most} files can be attached here.")));
    }
    let sql = Sql::fixed(
        r#"update "Attachment" set "issue" = $2::text, "comment" = $3::text, "updatedAt" = $5::timestamptz
        where "objectId" = any($1::text[]) and "owner" = $4::text and "issue" is null and "state" = 'clean'"#,
        [
            Bind::from(ids),
            issue.as_str().into(),
            comment.into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    let attached = ctx.execute(&sql).await?;
    if usize::try_from(attached).ok() != Some(ids.len()) {
        return Err(invalid("FILE_GONE", "One of the files was deleted. Attach it again."));
    }
    within_issue(ctx, issue).await
}

async fn within_issue(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(coalesce(sum("size"), 0) <= $2::float8) from "Attachment" where "issue" = $1::text"#,
        [Bind::from(issue.as_str()), PER_ISSUE_BYTES.into()],
    );
    match ctx.row::<bool>(&sql).await? {
        Some(true) => Ok(()),
        _ => Err(invalid("FILE_SHARE", "The files of an issue have at most 60 MB together.")),
    }
}

/// Sets the files of a report. Returns whether that changed anything.
pub async fn replace(
    ctx: &CommandContext,
    ids: &[String],
    issue: &IssueId,
    most: usize,
) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Attachment" where "issue" = $1::text and "comment" is null"#,
        [Bind::from(issue.as_str())],
    );
    let old: Vec<String> = ctx.rows(&sql).await?;
    if ids.len() > most {
        return Err(invalid("FILES", format!("At most {most} files can be attached here.")));
    }
    let gone: Vec<String> = old.iter().filter(|id| !ids.contains(id)).cloned().collect();
    let new: Vec<String> = ids.iter().filter(|id| !old.contains(id)).cloned().collect();
    let remove = Sql::fixed(
        r#"delete from "Attachment" where "objectId" = any($1::text[])"#,
        [Bind::from(gone.clone())],
    );
    ctx.execute(&remove).await?;
    attach(ctx, &new, issue, None, most).await?;
    Ok(!gone.is_empty() || !new.is_empty())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttachmentRemoveParams {
    id: String,
}

/// The owner of an attachment, and what it is attached to.
#[derive(Deserialize)]
struct AttachmentLocation {
    owner: String,
    issue: Option<IssueId>,
    comment: Option<String>,
}

struct AttachmentRemove;

#[async_trait]
impl Command for AttachmentRemove {
    const NAME: &'static str = "attachmentRemove";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = AttachmentRemoveParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: AttachmentRemoveParams) -> Result<Json, Error> {
        let member = ctx.member()?;
        let sql = Sql::fixed(
            r#"select jsonb_build_object('owner', "owner", 'issue', "issue", 'comment', "comment")
            from "Attachment" where "objectId" = $1::text for update"#,
            [Bind::from(&*params.id)],
        );
        let place = ctx.row::<AttachmentLocation>(&sql).await?.ok_or_else(not_found)?;
        if place.owner != member.id && !member.is_admin {
            return Err(not_found());
        }
        if let (Some(issue), None) = (&place.issue, &place.comment) {
            crate::issue::may_edit(&lock_one(ctx, issue).await?, &member.actor())?;
        }
        let delete = Sql::fixed(
            r#"delete from "Attachment" where "objectId" = $1::text"#,
            [Bind::from(&*params.id)],
        );
        ctx.execute(&delete).await?;
        Ok(json!({}))
    }
}

/// Deletes files that were uploaded and never attached. Their bytes are deleted when nothing refers
/// to them.
struct AttachmentSweep;

#[async_trait]
impl Task for AttachmentSweep {
    const NAME: &'static str = "attachments";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            r#"delete from "Attachment" where "issue" is null and "submission" is null and "createdAt" < $1::timestamptz"#,
            [Bind::from(ctx.now().plus_seconds(-86_400))],
        );
        ctx.execute(&sql).await.map(drop)
    }
}
