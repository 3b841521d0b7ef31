//! Deleting one's own account.
//!
//! What is about the person goes: name, addresses, ways to sign in, devices, networks, preferences.
//! What others build on stays under a pseudonym: reports that were merged, points that were shared.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::account::{Account, end_sessions};
use crate::command::{Command, Who};
use crate::command_context::CommandContext;
use crate::issue::withdraw_undecided;
use crate::points::lock_person_of;
use crate::refused::invalid;
use crate::wallet_list;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Texts {
    Keep,
    Erase,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteParams {
    /// The own name, typed, so that nobody does it by accident.
    username: String,
    texts: Texts,
}

#[derive(Serialize)]
pub(super) struct Deleted {
    deleted: bool,
    pseudonym: String,
}

pub(super) struct AccountDelete;

#[async_trait]
impl Command for AccountDelete {
    const NAME: &'static str = "accountDelete";
    const WHO: Who = Who::Member;
    const NOTES_CALLER: bool = false;
    type Params = DeleteParams;
    type Answer = Deleted;

    async fn run(ctx: &CommandContext, params: DeleteParams) -> Result<Deleted, Error> {
        let me = ctx.member()?.id.clone();
        if params.texts == Texts::Erase {
            // Before the person is locked, in the order of all other commands.
            Box::pin(withdraw_undecided(ctx)).await?;
        }
        lock_person_of(ctx, &me).await?;
        let account = Account::lock(ctx, &me).await?;
        if account.username.as_deref() != Some(params.username.trim()) {
            return Err(invalid(
                "USERNAME_TYPED",
                "Type your name exactly to delete your account.",
            ));
        }
        if account.is_admin {
            return Err(invalid(
                "ADMIN_ACCOUNT",
                "You are an administrator. Have another one take that from you first.",
            ));
        }
        let letters = parse_engine::id::random_text(8).to_lowercase();
        let pseudonym = format!("deleted-{letters}");
        let sql = Sql::fixed(
            "select _touchstone.erase_account($1::text, $2::text, $3::bool, $4::timestamptz)",
            [
                Bind::from(&*me),
                pseudonym.as_str().into(),
                (params.texts == Texts::Erase).into(),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await?;
        wallet_list::forget(ctx, &me).await?;
        end_sessions(ctx, &account).await?;
        Ok(Deleted { deleted: true, pseudonym })
    }
}
