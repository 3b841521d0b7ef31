//! Limiting, suspending and reactivating accounts.

use async_trait::async_trait;
use feedback_model::text::PublicReason;
use feedback_model::{Status as IssueStatus, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::account::{Account, check_not_last, end_sessions, lock_administrators, status_json};
use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::refused::{from_refusal, invalid};
use feedback_issues::comment::remove_all_of;
use feedback_issues::triage::close_undecided;

/// The status that an administrator can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Limited,
    Suspended,
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Limited => "limited",
            Status::Suspended => "suspended",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct UserSetStatusParams {
    user: String,
    status: Status,
    reason: String,
    #[serde(default)]
    close_new: bool,
    /// Whether to remove all their texts: undecided reports and every comment.
    #[serde(default)]
    close_all: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatusReply {
    status: &'static str,
    closed: Vec<u32>,
    /// Number of removed comments.
    hidden: usize,
}

pub(super) struct UserSetStatus;

#[async_trait]
impl Command for UserSetStatus {
    const NAME: &'static str = "userSetStatus";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = UserSetStatusParams;
    type Answer = AuditedReply<StatusReply>;

    async fn run(ctx: &CommandContext, params: UserSetStatusParams) -> Result<Self::Answer, Error> {
        let reason = params.reason.trim().to_owned();
        if !(10..=500).contains(&reason.chars().count()) {
            return Err(invalid("REASON", "Give a reason of 10 to 500 characters."));
        }
        if ctx.member().is_ok_and(|member| member.id == params.user) {
            return Err(invalid(
                "OWN_ACCOUNT",
                "You cannot decide about your own account. Ask another administrator.",
            ));
        }
        // Issues are locked before persons.
        let statuses: &[IssueStatus] = match (params.close_all, params.close_new) {
            _ if params.status != Status::Suspended => &[],
            (true, _) => &[IssueStatus::New, IssueStatus::NeedsInfo],
            (false, true) => &[IssueStatus::New],
            (false, false) => &[],
        };
        let closed = match statuses {
            [] => Vec::new(),
            _ => close_undecided(ctx, &params.user, &public()?, statuses).await?,
        };
        let hidden = match params.close_all && params.status == Status::Suspended {
            true => remove_all_of(ctx, &params.user).await?,
            false => 0,
        };
        lock_administrators(ctx).await?;
        let account = Account::lock(ctx, &params.user).await?;
        if params.status != Status::Active {
            check_not_last(ctx, &account).await?;
        }
        let sql = Sql::fixed(
            r#"update "_User" set "status" = $2::text, "statusReason" = $4::text, "updatedAt" = $3::timestamptz
            where "objectId" = $1::text"#,
            [
                Bind::from(&*account.id),
                params.status.word().into(),
                ctx.now().into(),
                (params.status != Status::Active).then_some(&*reason).into(),
            ],
        );
        ctx.execute(&sql).await?;
        if params.status == Status::Suspended {
            end_sessions(ctx, &account).await?;
        }
        let status = params.status.word();
        if status != account.status {
            append_status_changed(ctx, &account.id, status).await?;
        }
        let change = account.change(status_json(&account.status, ""), status_json(status, &reason));
        Ok(AuditedReply::new(StatusReply { status, closed, hidden }, change))
    }
}

/// The reason is for the user and administrators, so the event does not include it.
async fn append_status_changed(
    ctx: &CommandContext,
    user: &str,
    status: &str,
) -> Result<(), Error> {
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let event = DomainEvent {
        kind: EventKind::MemberStatusChanged,
        issue: None,
        actor: actor.as_ref(),
        data: json!({ "user": user, "status": status }),
    };
    append(ctx, &event).await
}

/// The public reason for closing their reports. The given reason is for the user and
/// administrators.
fn public() -> Result<PublicReason, Error> {
    PublicReason::parse("The account that reported this was suspended.").map_err(from_refusal)
}
