//! Invitations: codes for joining, with a number of uses.
//!
//! Only a digest of the code is stored, so the code is shown once and cannot be read from the
//! database.

use async_trait::async_trait;
use parse_engine::{Cx, Error, Extension, WhileDoing};
use parse_model::{Date, Json};
use parse_store::{Access, Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, NoParams, Query, Who, command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{invalid, not_found};

/// Characters of a code.
const CODE_LENGTH: usize = 12;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<InvitationCreate>(extension, state);
    let extension = command::<InvitationRevoke>(extension, state);
    query::<Invitations>(extension, state)
}

/// A valid invitation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundInvitation {
    pub(crate) id: String,
    pub(crate) start_trust: f64,
    problem: Option<String>,
}

/// The invitation with this code, if it is still valid.
pub(crate) async fn find(cx: &Cx, code: &str) -> Result<FoundInvitation, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', "objectId", 'startTrust', coalesce("startTrust", 0), 'problem',
            case when "revokedAt" is not null then 'revoked'
                when "expiresAt" <= $2::timestamptz then 'expired'
                when "uses" >= "maxUses" then 'used' end)
        from "Invitation" where "codeDigest" = $1::text"#,
        [Bind::from(digest(code)), cx.now().into()],
    );
    let rows = cx.db().documents(&sql, Access::Reads).await.while_doing("reading an invitation")?;
    let Some(row) = rows.into_iter().next() else {
        return Err(invalid("INVITATION_UNKNOWN", "This invitation is not known."));
    };
    let found: FoundInvitation = serde_json::from_value(row).map_err(|error| Error::Failed {
        doing: "reading an invitation",
        source: Box::new(error),
    })?;
    match found.problem.as_deref() {
        None => Ok(found),
        Some("expired") => Err(invalid("INVITATION_EXPIRED", "This invitation has expired.")),
        Some("used") => Err(used_up()),
        Some(_) => Err(invalid("INVITATION_REVOKED", "This invitation was revoked.")),
    }
}

fn used_up() -> Error {
    invalid("INVITATION_USED", "This invitation is used up.")
}

/// Counts one use for a new user. Concurrent users cannot exceed the limit.
pub(crate) async fn use_up(cx: &Cx, invitation: &str, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with used as (
            update "Invitation" set "uses" = "uses" + 1, "updatedAt" = $3::timestamptz
            where "objectId" = $1::text and "uses" < "maxUses" and "revokedAt" is null
            returning "objectId")
        insert into "InvitationUse" ("objectId", "createdAt", "updatedAt", "invitation", "user", "usedAt", "_rperm", "_wperm")
        select $4::text, $3::timestamptz, $3::timestamptz, used."objectId", $2::text, $3::timestamptz, '{}', '{}' from used"#,
        [
            Bind::from(invitation),
            user.into(),
            cx.now().into(),
            parse_identity::id::random_text(cx.settings().object_id_size).into(),
        ],
    );
    match cx.db().execute(&sql).await.while_doing("using an invitation")? {
        0 => Err(used_up()),
        _ => Ok(()),
    }
}

/// Case, spaces and hyphens of a code are ignored.
fn digest(code: &str) -> String {
    let plain: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    format!("{:x}", Sha256::digest(plain.as_bytes()))
}

/// A code that is easy to read out: groups of four, without letters that look like digits.
fn new_code() -> String {
    let letters = parse_identity::id::random_text(CODE_LENGTH * 8).to_ascii_uppercase();
    let clear = letters.chars().filter(|c| !matches!(c, '0' | 'O' | '1' | 'I' | 'L'));
    let code: Vec<char> = clear.take(CODE_LENGTH).collect();
    code.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct InvitationCreateParams {
    label: String,
    max_uses: u32,
    expires_at: Option<String>,
    cohort: Option<String>,
    #[serde(default)]
    start_trust: u8,
}

#[derive(Serialize)]
pub(crate) struct InvitationCreateResult {
    invitation: Json,
    code: String,
}

pub(crate) struct InvitationCreate;

#[async_trait]
impl Command for InvitationCreate {
    const NAME: &'static str = "invitationCreate";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = InvitationCreateParams;
    type Answer = AuditedReply<InvitationCreateResult>;

    async fn run(
        ctx: &CommandContext,
        params: InvitationCreateParams,
    ) -> Result<Self::Answer, Error> {
        let label = params.label.trim().to_owned();
        if label.is_empty() || label.chars().count() > 80 {
            return Err(invalid("LABEL", "A label has 1 to 80 characters."));
        }
        if !(1..=100_000).contains(&params.max_uses) {
            return Err(invalid("MAX_USES", "An invitation works 1 to 100,000 times."));
        }
        if params.start_trust > 1 {
            return Err(invalid("START_TRUST", "The starting trust level must be 0 or 1."));
        }
        let expires_at = match params.expires_at.as_deref() {
            None => None,
            Some(text) => Some(
                Date::parse(text)
                    .filter(|date| *date > ctx.now())
                    .ok_or_else(|| invalid("EXPIRES_AT", "Choose a time in the future."))?,
            ),
        };
        let (id, code) = (ctx.new_id(), new_code());
        let sql = Sql::fixed(
            r#"insert into "Invitation" ("objectId", "createdAt", "updatedAt", "codeDigest", "label", "cohort",
                "maxUses", "uses", "expiresAt", "startTrust", "createdBy", "_rperm", "_wperm")
            values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text,
                $6::float8, 0, $7::timestamptz, $8::float8, $9::text, '{}', '{}')"#,
            [
                Bind::from(&*id),
                ctx.now().into(),
                digest(&code).into(),
                label.as_str().into(),
                params.cohort.into(),
                f64::from(params.max_uses).into(),
                expires_at.into(),
                f64::from(params.start_trust).into(),
                ctx.member().ok().map(|member| member.id.as_str()).into(),
            ],
        );
        ctx.execute(&sql).await?;
        let invitation = invitations_json(ctx, Some(&id)).await?.pop().unwrap_or_default();
        let change = AuditChange {
            kind: "invitation",
            id,
            label,
            before: json!({}),
            after: invitation.clone(),
        };
        Ok(AuditedReply::new(InvitationCreateResult { invitation, code }, change))
    }
}

/// Invitations as administrators see them, newest first.
async fn invitations_json(ctx: &CommandContext, id: Option<&str>) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', i."objectId", 'label', i."label", 'cohort', i."cohort",
            'maxUses', i."maxUses", 'uses', i."uses", 'expiresAt', _touchstone.iso(i."expiresAt"),
            'revokedAt', _touchstone.iso(i."revokedAt"), 'startTrust', i."startTrust",
            'createdAt', _touchstone.iso(i."createdAt"),
            'createdBy', case when u."objectId" is not null then jsonb_build_object('id', u."objectId", 'username', u."username") end)
        from "Invitation" i left join "_User" u on u."objectId" = i."createdBy"
        where $1::text is null or i."objectId" = $1::text
        order by i."createdAt" desc, i."objectId" limit 1000"#,
        [Bind::from(id)],
    );
    ctx.rows(&sql).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InvitationRevokeParams {
    id: String,
}

struct InvitationRevoke;

#[async_trait]
impl Command for InvitationRevoke {
    const NAME: &'static str = "invitationRevoke";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = InvitationRevokeParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: InvitationRevokeParams,
    ) -> Result<Self::Answer, Error> {
        let sql = Sql::fixed(
            r#"update "Invitation" set "revokedAt" = $2::timestamptz, "updatedAt" = $2::timestamptz
            where "objectId" = $1::text and "revokedAt" is null"#,
            [Bind::from(&*params.id), ctx.now().into()],
        );
        if ctx.execute(&sql).await? == 0 {
            return Err(not_found());
        }
        let after = invitations_json(ctx, Some(&params.id)).await?.pop().unwrap_or_default();
        let label = after.get("label").and_then(Json::as_str).unwrap_or_default().to_owned();
        let before = json!({ "revokedAt": null });
        let change = AuditChange { kind: "invitation", id: params.id, label, before, after };
        Ok(AuditedReply::new(json!({}), change))
    }
}

struct Invitations;

#[async_trait]
impl Query for Invitations {
    const NAME: &'static str = "invitations";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": invitations_json(ctx, None).await? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let code = new_code();
        assert_eq!(code.len(), CODE_LENGTH + 2, "{code}");
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(digest(&code), digest(&typed));
        assert_ne!(digest(&code), digest(&new_code()));
    }
}
