//! Watchers of a duplicate get the updates of its root, as long as it is a duplicate.

use feedback_model::IssueId;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::command_context::CommandContext;

/// Adds the watchers of an issue to the root it was merged into, and records who was added.
pub(super) async fn join(
    ctx: &CommandContext,
    issue: &IssueId,
    root: &IssueId,
) -> Result<(), Error> {
    // Those added by this merge, or by an earlier one without a choice since.
    let sql = Sql::fixed(
        r#"with brought as (
            insert into "Watch" ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
            select left(translate(encode(sha256(convert_to($2::text || w."user" || $3::timestamptz, 'UTF8')), 'base64'), '+/=', 'abc'), 10),
                $3::timestamptz, $3::timestamptz, $2::text, w."user", w."reason", w."level"
            from "Watch" w where w."issue" = $1::text
            on conflict ("issue", "user") do nothing returning "user", "updatedAt")
        insert into _touchstone.merged_watch (source, root, watcher, watched_at)
        select $1::text, $2::text, b."user", b."updatedAt" from brought b
        union
        select $1::text, $2::text, w."user", m.watched_at from "Watch" w
            join "Watch" r on r."issue" = $2::text and r."user" = w."user"
            join _touchstone.merged_watch m on m.root = $2::text and m.watcher = w."user" and m.watched_at = r."updatedAt"
        where w."issue" = $1::text
        on conflict (source, watcher) do update set root = excluded.root, watched_at = excluded.watched_at"#,
        [Bind::from(issue.as_str()), root.as_str().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Removes the watchers whom the merge added, unless another merge added them too or they have
/// chosen to watch since.
pub(super) async fn leave(
    ctx: &CommandContext,
    issue: &IssueId,
    root: &IssueId,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with gone as (
            delete from _touchstone.merged_watch where source = $1::text and root = $2::text
            returning watcher, watched_at)
        delete from "Watch" w using gone g
        where w."issue" = $2::text and w."user" = g.watcher and w."updatedAt" = g.watched_at
            and not exists (select from _touchstone.merged_watch m
                where m.root = $2::text and m.watcher = g.watcher and m.source <> $1::text)"#,
        [Bind::from(issue.as_str()), root.as_str().into()],
    );
    ctx.execute(&sql).await.map(drop)
}
