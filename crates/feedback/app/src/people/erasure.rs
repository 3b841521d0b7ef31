//! Erasing an account: personal data is deleted, and data that others build on stays under a
//! pseudonym.

use feedback_model::report_text_columns;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::account::{Account, end_sessions};
use crate::wallet_list;
use feedback_core::command_context::CommandContext;
use feedback_issues::issue::withdraw_undecided;
use feedback_points::points::lock_person_of;

/// Whether the texts of a user are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Texts {
    /// They are kept under the pseudonym.
    Keep,
    /// They are erased with the account.
    Erase,
}

/// Erases an account, ends its sessions, and returns the pseudonym that replaces it. The caller has
/// locked the account with [`lock`].
pub(super) async fn erase(
    ctx: &CommandContext,
    account: &Account,
    texts: Texts,
) -> Result<String, Error> {
    let letters = parse_identity::id::random_text(8).to_lowercase();
    let pseudonym = format!("deleted-{letters}");
    let sql = Sql::fixed(
        "select _touchstone.erase_account($1::text, $2::text, $3::bool, $4::timestamptz)",
        [
            Bind::from(&*account.id),
            pseudonym.as_str().into(),
            (texts == Texts::Erase).into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await?;
    if texts == Texts::Erase {
        ctx.execute(&Sql::fixed(ERASE_REPORT_TEXTS, [Bind::from(&*account.id)])).await?;
    }
    // A deletion that the owner requested is completed with this.
    let asked = Sql::fixed(
        r#"delete from _touchstone.account_deletion where "user" = $1::text"#,
        [Bind::from(&*account.id)],
    );
    ctx.execute(&asked).await?;
    wallet_list::forget(ctx, &account.id).await?;
    end_sessions(ctx, account).await?;
    Ok(pseudonym)
}

const ERASE_REPORT_TEXTS: &str = concat!(
    r#"update "Issue" set ("#,
    report_text_columns!(),
    r#") = (select "#,
    report_text_columns!(),
    r#" from jsonb_populate_record(null::"Issue", '{}')) where "reporter" = $1::text"#
);

/// Locks an account and its person until the transaction ends. Reports whose texts are about to be
/// erased are withdrawn first, because every command locks issues before persons.
pub(super) async fn lock(ctx: &CommandContext, id: &str, texts: Texts) -> Result<Account, Error> {
    if texts == Texts::Erase {
        Box::pin(withdraw_undecided(ctx, id)).await?;
    }
    lock_person_of(ctx, id).await?;
    Account::lock(ctx, id).await
}
