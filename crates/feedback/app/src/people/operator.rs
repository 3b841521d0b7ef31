//! Changes to accounts by the operator, from a shell and without a session.
//!
//! Each function runs inside the transaction of its context and writes an audit entry without an
//! actor and with the role `operator`.

use parse_engine::{Cx, Error, session, user, write};
use parse_model::{ClassName, Json, JsonMap, ObjectId};
use parse_store::{Access, Bind, Sql};
use serde_json::json;

use super::account::{Account, check_not_last, end_sessions, lock_administrators};
use super::erasure::{self, Texts};
use super::list::People;
use super::status::UserSetStatus;
use crate::invitation::InvitationCreate;
use crate::{Options, api_key, state_of};
use feedback_core::administrator;
use feedback_core::audit::{self, AuditChange};
use feedback_core::command::{answer_for_operator, run_for_operator};
use feedback_core::command_context::CommandContext;
use feedback_core::member::Member;
use feedback_core::refused::invalid;

/// Characters of a generated password: 24 of 62 letters cannot be guessed.
const PASSWORD_LENGTH: usize = 24;

/// Gives an account a random password, ends its sessions and clears its failed sign-ins.
pub async fn reset_password(cx: &Cx, options: &Options, name: &str) -> Result<String, Error> {
    let ctx = context(cx, options);
    let account = Account::lock(&ctx, &id_of(&ctx, name).await?).await?;
    let password = parse_identity::id::random_text(PASSWORD_LENGTH);
    let mut body = JsonMap::new();
    body.insert("password".to_owned(), Json::from(&*password));
    write::update(&cx.as_master(), &ClassName::user(), &ObjectId::new(&*account.id), body).await?;
    session::end_all(cx, &account.id).await?;
    user::reset_failures(cx, &account.id).await?;
    let change = account.change(Json::Null, json!({ "password": "reset" }));
    audit::record_of_operator(&ctx, "passwordReset", change).await?;
    Ok(password)
}

/// Makes an administrator a tester, and ends their sessions. The last administrator cannot be
/// removed.
pub async fn remove_administrator(cx: &Cx, options: &Options, name: &str) -> Result<(), Error> {
    let ctx = context(cx, options);
    lock_administrators(&ctx).await?;
    let account = Account::lock(&ctx, &id_of(&ctx, name).await?).await?;
    if !account.is_admin {
        return Err(invalid("UNCHANGED", "This account is not an administrator."));
    }
    check_not_last(&ctx, &account).await?;
    administrator::dismiss(cx, &account.id).await?;
    end_sessions(&ctx, &account).await?;
    let shown = |is_admin: bool| json!({ "isAdmin": is_admin });
    let change = account.change(shown(true), shown(false));
    audit::record_of_operator(&ctx, "userSetAdmin", change).await
}

/// Erases the account of a tester on their request, and returns the pseudonym that replaces it.
pub async fn delete_account(
    cx: &Cx,
    options: &Options,
    name: &str,
    texts: Texts,
) -> Result<String, Error> {
    let ctx = context(cx, options);
    let account = erasure::lock(&ctx, &id_of(&ctx, name).await?, texts).await?;
    if account.is_admin {
        return Err(invalid(
            "ADMIN_ACCOUNT",
            "This account is an administrator. Run `touchstone admin remove` first.",
        ));
    }
    let pseudonym = erasure::erase(&ctx, &account, texts).await?;
    // The erased name must not remain in the audit log.
    let change = AuditChange {
        kind: "person",
        id: account.id,
        label: pseudonym.clone(),
        before: json!({ "status": account.status }),
        after: json!({ "status": "deleted" }),
    };
    audit::record_of_operator(&ctx, "accountDelete", change).await?;
    Ok(pseudonym)
}

/// Suspends an account, or makes it active again. The reason is shown to its owner.
pub async fn set_suspended(
    cx: &Cx,
    options: &Options,
    name: &str,
    is_suspended: bool,
    reason: &str,
) -> Result<(), Error> {
    let ctx = context(cx, options);
    let user = id_of(&ctx, name).await?;
    let status = if is_suspended { "suspended" } else { "active" };
    let params = json!({ "user": user, "status": status, "reason": reason });
    run_for_operator::<UserSetStatus>(&ctx, params).await.map(drop)
}

/// One page of the accounts, with the parameters and the answer of the function `people`.
pub async fn users(cx: &Cx, options: &Options, params: Json) -> Result<Json, Error> {
    answer_for_operator::<People>(&context(cx, options), params).await
}

/// Creates an invitation, with the parameters and the answer of the function `invitationCreate`.
pub async fn create_invitation(cx: &Cx, options: &Options, params: Json) -> Result<Json, Error> {
    run_for_operator::<InvitationCreate>(&context(cx, options), params).await
}

/// Creates an API key for an administrator, with the parameters and the answer of the function
/// `apiKeyCreate`.
pub async fn create_api_key(
    cx: &Cx,
    options: &Options,
    administrator: &str,
    params: Json,
) -> Result<Json, Error> {
    let id = id_of(&context(cx, options), administrator).await?;
    let member = Member::read(cx, &id).await?;
    if !member.is_admin {
        let problem = format!("{administrator} is not an administrator.");
        return Err(invalid("NOT_ADMIN", problem));
    }
    let state = state_of(options);
    let ctx = CommandContext::new(cx.clone(), Access::Writes, Some(member), state);
    api_key::create_for_operator(&ctx, params).await
}

fn context(cx: &Cx, options: &Options) -> CommandContext {
    CommandContext::new(cx.clone(), Access::Writes, None, state_of(options))
}

/// The id of the account with this username or e-mail address.
async fn id_of(ctx: &CommandContext, name: &str) -> Result<String, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "_User"
        where ("username" = $1::text or lower("email") = lower($1::text)) and "status" is distinct from 'deleted'
        limit 2"#,
        [Bind::from(name)],
    );
    match <[String; 1]>::try_from(ctx.rows::<String>(&sql).await?) {
        Ok([id]) => Ok(id),
        Err(found) if found.is_empty() => Err(invalid(
            "UNKNOWN_USER",
            format!("no account has the name or e-mail address {name}"),
        )),
        Err(_) => Err(invalid(
            "AMBIGUOUS_USER",
            format!("several accounts have the e-mail address {name}; give the username"),
        )),
    }
}
