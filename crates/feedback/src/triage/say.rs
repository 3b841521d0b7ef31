//! What is said to everybody along with a decision: a comment like any other.

use parse_engine::Error;
use parse_store::{Bind, Sql};

use crate::desk::Desk;
use crate::issue::state::Held;

/// Adds a comment of whoever acts.
pub(super) async fn say(
    desk: &Desk,
    issue: &Held,
    body: &str,
    kind: &'static str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with said as (
            insert into "Comment" ("objectId", "createdAt", "updatedAt", "issue", "author", "body", "internal", "kind")
            values ($3::text, $4::timestamptz, $4::timestamptz, $1::text, $2::text, $5::text, false, $6::text))
        update "Issue" set "commentCount" = "commentCount" + 1 where "objectId" = $1::text"#,
        [
            Bind::from(issue.id().as_str()),
            desk.member()?.id.as_str().into(),
            desk.new_id().into(),
            desk.now().into(),
            body.into(),
            kind.into(),
        ],
    );
    desk.execute(&sql).await.map(drop)
}

/// Takes back what somebody said at a moment.
pub(super) async fn unsay(desk: &Desk, issue: &Held, at: parse_model::Date) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with unsaid as (
            update "Comment" set "deletedAt" = $4::timestamptz, "updatedAt" = $4::timestamptz, "body" = '', "kind" = 'comment'
            where "issue" = $1::text and "author" = $2::text and "createdAt" = $3::timestamptz and "deletedAt" is null
            returning 1)
        update "Issue" set "commentCount" = "commentCount" - (select count(*) from unsaid)
        where "objectId" = $1::text"#,
        [
            Bind::from(issue.id().as_str()),
            desk.member()?.id.as_str().into(),
            at.into(),
            desk.now().into(),
        ],
    );
    desk.execute(&sql).await.map(drop)
}
