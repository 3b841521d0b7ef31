//! A release that a program announces: created and published in one step.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};

use super::publish::publish;
use feedback_core::command_context::CommandContext;

/// A released build.
#[derive(Debug)]
pub struct Release<'a> {
    /// The id of the build.
    pub build: &'a str,
    /// The title, on one line.
    pub title: &'a str,
    /// The release notes, as Markdown.
    pub notes: &'a str,
    /// The numbers of fixed issues, in addition to those that are marked as fixed in the build.
    pub fixes: &'a [u32],
}

/// Announces a release for the caller, and returns the id of the announcement and the number of
/// notified users.
pub async fn announce(ctx: &CommandContext, release: &Release<'_>) -> Result<(String, i64), Error> {
    let id = ctx.new_id();
    let fixes: Json = release.fixes.iter().map(|number| Json::from(*number)).collect();
    let title: String = release.title.chars().filter(|c| !c.is_control()).take(140).collect();
    let notes: String = release.notes.chars().take(10_000).collect();
    let sql = Sql::fixed(
        r#"insert into "Announcement" ("objectId", "createdAt", "updatedAt", "kind", "title", "body", "build", "fixes", "by",
            "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, 'release', $3::text, $4::text, $5::text, $6::jsonb, $7::text, '{}', '{}')"#,
        [
            Bind::from(&*id),
            ctx.now().into(),
            title.into(),
            notes.into(),
            release.build.into(),
            fixes.into(),
            ctx.member()?.id.as_str().into(),
        ],
    );
    ctx.execute(&sql).await?;
    let people = publish(ctx, &id).await?;
    Ok((id, people))
}
