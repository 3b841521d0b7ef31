//! Updates the planner's statistics of the tables that fan-outs fill.
//!
//! A statement that was planned while a table was empty scans all of it, and its plan is cached
//! until the database analyses the table again, once a minute at best. In that minute a fan-out
//! writes hundreds of thousands of rows, and every delivery would scan all of them.

use parse_engine::Error;
use parse_store::Sql;

use feedback_core::command_context::CommandContext;

/// Rows from which statements are planned with an index.
const LARGE: i64 = 200;

/// Analyses the tables that the planner takes for nearly empty. To be called once they have rows.
pub(super) async fn look_again(ctx: &CommandContext) -> Result<(), Error> {
    let tables = [
        (
            "select to_jsonb(reltuples < $1::int8) from pg_class where oid = '_touchstone.delivery'::regclass",
            "analyze _touchstone.delivery",
        ),
        (
            r#"select to_jsonb(reltuples < $1::int8) from pg_class where oid = '"Notification"'::regclass"#,
            r#"analyze "Notification""#,
        ),
    ];
    for (question, look) in tables {
        if ctx.row(&Sql::fixed(question, [LARGE.into()])).await?.unwrap_or(false) {
            ctx.execute(&Sql::new(look)).await?;
        }
    }
    Ok(())
}
