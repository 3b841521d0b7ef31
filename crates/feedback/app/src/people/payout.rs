//! The payout address of a user: one of their linked wallets, or none.
//!
//! Only a linked address can be chosen, because only for those the user has signed. Unlinking it
//! clears the choice: a user who unlinks a lost wallet should be safe after one step.

use async_trait::async_trait;
use parse_engine::{Cx, Error, TriggerKind, Triggers, WhileDoing};
use parse_model::{Object, Value};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::account::Account;
use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// The classes of addresses, maintained by the code that verifies the signatures.
pub(super) const CLASSES: [&str; 4] = ["_EthAddress", "_SolAddress", "_DotAddress", "_ErdAddress"];

/// A wallet, as the list of the user's wallets names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wallet {
    family: String,
    address: String,
    /// The chain of a contract wallet. On another chain the address may belong to another user.
    chain: Option<u64>,
}

impl Wallet {
    /// Whether a payout can be sent there.
    fn is_payable(&self) -> bool {
        self.family == "evm"
    }

    /// The address with its chain, as it is stored.
    fn id(&self) -> String {
        // Addresses of this family have several spellings, of which one is stored.
        let address = match self.family.as_str() {
            "evm" => self.address.to_ascii_lowercase(),
            _ => self.address.clone(),
        };
        match self.chain {
            Some(chain) => format!("{address}@{chain}"),
            None => address,
        }
    }
}

/// One of the caller's wallets, or null for none. The parameter is required.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MemberPayoutSetParams {
    #[serde(deserialize_with = "Option::deserialize")]
    wallet: Option<Wallet>,
}

#[derive(Serialize)]
pub(super) struct PayoutReply {
    wallet: Option<Wallet>,
    /// Whether a payout can be sent there. Payouts use EVM networks.
    payable: bool,
}

impl PayoutReply {
    fn of(wallet: Option<Wallet>) -> PayoutReply {
        let payable = wallet.as_ref().is_some_and(Wallet::is_payable);
        PayoutReply { wallet, payable }
    }
}

pub(super) struct MemberPayout;

#[async_trait]
impl Query for MemberPayout {
    const NAME: &'static str = "memberPayout";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = PayoutReply;

    /// A wallet that the caller has unlinked is not returned.
    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<PayoutReply, Error> {
        let id = &ctx.member()?.id;
        let sql = Sql::fixed(
            r#"select to_jsonb("payoutAddress") from "_User"
            where "objectId" = $1::text and "payoutAddress" is not null"#,
            [Bind::from(&**id)],
        );
        let settings: Option<String> = ctx.row(&sql).await?;
        let wallet = match settings {
            Some(settings) => linked(ctx, id).await?.into_iter().find(|own| own.id() == settings),
            None => None,
        };
        Ok(PayoutReply::of(wallet))
    }
}

pub(super) struct MemberPayoutSet;

#[async_trait]
impl Command for MemberPayoutSet {
    const NAME: &'static str = "memberPayoutSet";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = true;
    type Params = MemberPayoutSetParams;
    type Answer = PayoutReply;

    /// The account is locked before its addresses are read. Unlinking locks it too, so an address
    /// that is being unlinked cannot be chosen.
    async fn run(
        ctx: &CommandContext,
        MemberPayoutSetParams { wallet }: MemberPayoutSetParams,
    ) -> Result<PayoutReply, Error> {
        let account = Account::lock(ctx, &ctx.member()?.id).await?;
        if wallet.as_ref().is_some_and(|named| !named.is_payable()) {
            return Err(invalid(
                "PAYOUT_FAMILY",
                "Rewards are paid on EVM networks. Choose an EVM wallet.",
            ));
        }
        let wallet = match wallet {
            Some(named) => Some(own(ctx, &account.id, &named).await?),
            None => None,
        };
        let sql = Sql::fixed(
            r#"update "_User" set "payoutAddress" = $2::text, "updatedAt" = $3::timestamptz
            where "objectId" = $1::text"#,
            [Bind::from(&*account.id), wallet.as_ref().map(Wallet::id).into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        Ok(PayoutReply::of(wallet))
    }
}

/// The wallet of the account that the parameters name.
async fn own(ctx: &CommandContext, user_id: &str, named: &Wallet) -> Result<Wallet, Error> {
    let is_meant = |own: &Wallet| own.family == named.family && own.id() == named.id();
    let found = linked(ctx, user_id).await?.into_iter().find(is_meant);
    found.ok_or_else(|| {
        invalid("PAYOUT_ADDRESS", "Payouts go to a wallet of your own. Link this wallet first.")
    })
}

/// The linked wallets of an account.
async fn linked(ctx: &CommandContext, user_id: &str) -> Result<Vec<Wallet>, Error> {
    ctx.rows(&Sql::fixed(LINKED, [Bind::from(user_id)])).await
}

const LINKED: &str = r#"select jsonb_build_object('family', family, 'address', split_part(id, '@', 1),
    'chain', nullif(split_part(id, '@', 2), '')::bigint)
from (select 'evm' as family, "objectId" as id from "_EthAddress" where "user" = $1::text
    union all select 'solana', "objectId" from "_SolAddress" where "user" = $1::text
    union all select 'polkadot', "objectId" from "_DotAddress" where "user" = $1::text
    union all select 'multiversx', "objectId" from "_ErdAddress" where "user" = $1::text) as linked"#;

/// Payouts stop at an unlinked address, even if an administrator unlinked it.
pub(super) struct WalletUnlinked;

#[async_trait]
impl Triggers for WalletUnlinked {
    fn kinds(&self) -> &[TriggerKind] {
        &[TriggerKind::AfterDelete]
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        let Some(Value::Pointer(user)) = stored.fields.get("user") else { return Ok(()) };
        let sql = Sql::fixed(
            r#"update "_User" set "payoutAddress" = null, "updatedAt" = $3::timestamptz
            where "objectId" = $1::text and "payoutAddress" = $2::text"#,
            [Bind::from(&*user.id), stored.id.as_str().into(), cx.now().into()],
        );
        cx.db().execute(&sql).await.while_doing("deleting a payout address").map(drop)
    }
}
