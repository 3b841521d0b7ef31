//! One transaction counts for one mission of a person.

use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::submission::LockedSubmission;
use feedback_core::command_context::CommandContext;

/// Whether a person has already submitted a transaction for another mission. If it did not pass, or
/// the submission was withdrawn, it can be used again. Locked until the transaction ends, so that
/// two missions cannot use it at once.
pub(super) async fn is_spent(
    ctx: &CommandContext,
    submission: &LockedSubmission,
    hash: &str,
) -> Result<bool, Error> {
    let lock = Sql::fixed(
        "select pg_advisory_xact_lock(hashtext('touchstone.mission_transaction'), hashtext($1::text))",
        [Bind::from(&*submission.person)],
    );
    ctx.execute(&lock).await?;
    let sql = Sql::fixed(
        r#"select to_jsonb(exists (select from "Evidence" e
            join _touchstone.submission_evidence l on l.evidence = e."objectId"
            join "Submission" s on s."objectId" = l.submission join "_User" u on u."objectId" = s."user"
            where e."txHash" = $1::text and s."objectId" <> $2::text and coalesce(u."personId", s."user") = $3::text
                and s."state" not in ('withdrawn', 'expired', 'rejected')
                and s."progress" #>> array[l.step, 'state'] is distinct from 'failed'))"#,
        [Bind::from(hash), submission.id.as_str().into(), submission.person.as_str().into()],
    );
    Ok(ctx.row(&sql).await?.unwrap_or(false))
}
