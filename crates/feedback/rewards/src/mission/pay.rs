//! The payment of a submission, as the rules decided.

use feedback_model::mission::submission::Payment;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::submission::LockedSubmission;
use feedback_core::command_context::CommandContext;
use feedback_core::timestamp::timestamp;
use feedback_points::points::Posted;
use feedback_points::points::mission::{MissionPay, pay_part, pay_rest, take_back};

/// Writes the payment to the ledger.
pub(super) async fn pay(
    ctx: &CommandContext,
    submission: &LockedSubmission,
    payment: Option<Payment>,
    reason: Option<&str>,
) -> Result<Vec<Posted>, Error> {
    let at = submission.submitted_at.or(submission.blocked_at);
    let what = MissionPay {
        mission: &submission.mission.id,
        title: &submission.mission.title,
        points: submission.mission.points,
        submission: &submission.id,
        user: &submission.user,
        at: at.unwrap_or_else(|| timestamp(ctx.now())),
    };
    match payment {
        None => Ok(Vec::new()),
        Some(Payment::Rest) => Ok(pay_rest(ctx, &what).await?.into_iter().collect()),
        Some(Payment::Part) => {
            let number = issue_number(ctx, submission.blocked_by.as_deref()).await?;
            Ok(pay_part(ctx, &what, number).await?.into_iter().collect())
        }
        Some(Payment::TakeBack) => {
            let reason = reason.unwrap_or("The submission does not meet the mission.");
            take_back(ctx, &submission.id, &submission.user, reason).await
        }
    }
}

async fn issue_number(ctx: &CommandContext, issue: Option<&str>) -> Result<u32, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(i."number"::int) from "Issue" i where i."objectId" = $1::text"#,
        [Bind::from(issue)],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}
