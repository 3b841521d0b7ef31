//! The wallets that a user has linked.

use feedback_model::evidence::LinkedWallet;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::command_context::CommandContext;

/// The linked wallets of a user.
pub(super) async fn wallets_of(
    ctx: &CommandContext,
    user: &str,
) -> Result<Vec<LinkedWallet>, Error> {
    let sql = Sql::fixed("select to_jsonb(_touchstone.wallets_of($1::text))", [Bind::from(user)]);
    let ids: Vec<String> = ctx.row(&sql).await?.unwrap_or_default();
    Ok(ids.iter().map(|id| linked(id)).collect())
}

/// A wallet is identified by its address, and a contract also by its chain.
fn linked(id: &str) -> LinkedWallet {
    match id.split_once('@') {
        Some((address, chain)) => {
            LinkedWallet { address: address.to_owned(), chain: chain.parse().ok().or(Some(0)) }
        }
        None => LinkedWallet { address: id.to_owned(), chain: None },
    }
}
