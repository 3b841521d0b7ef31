//! Counts the calls of blocks. Senders are compared with linked wallets here, and then forgotten.

use std::collections::{BTreeMap, HashMap};

use alloy_primitives::hex;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::group::{Calls, Group};
use super::read::{SeenBlock, SeenCall};
use feedback_core::command_context::CommandContext;
use feedback_networks::network::KnownNetwork;

const DAY_SECONDS: u64 = 86_400;

/// A block as it is stored.
pub(super) struct CountedBlock {
    pub(super) number: u64,
    pub(super) hash: String,
    /// Hours since 1970.
    pub(super) hour: i64,
    pub(super) groups: BTreeMap<Group, Calls>,
    pub(super) failures: Vec<Failure>,
}

/// A failed call.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Failure {
    pub(super) hash: String,
    pub(super) place: usize,
    pub(super) block: u64,
    /// Milliseconds since 1970.
    pub(super) at: i64,
    #[serde(flatten)]
    pub(super) group: Group,
    /// The account of the sender, if it agreed to be asked about failures.
    pub(super) asker: Option<String>,
}

/// A linked wallet.
#[derive(Deserialize)]
struct Wallet {
    wallet: String,
    /// Its account, if it agreed to be asked about failures.
    asked: Option<String>,
}

/// The accounts of linked wallets that agreed to be asked about failures, by wallet.
type Linked = HashMap<String, Option<String>>;

#[derive(Deserialize)]
struct ReleasedBuild {
    id: String,
    at: i64,
}

/// Counts the calls of blocks.
pub(super) async fn count(
    ctx: &CommandContext,
    network: &KnownNetwork,
    blocks: Vec<SeenBlock>,
) -> Result<Vec<CountedBlock>, Error> {
    let linked = linked_among(ctx, network, &blocks).await?;
    let builds = released_builds(ctx).await?;
    let counted = blocks.into_iter().map(|SeenBlock { block, calls }| {
        let at = i64::try_from(block.time.saturating_mul(1000)).unwrap_or(i64::MAX);
        let build = builds.iter().rev().find(|build| build.at <= at);
        let build = build.map(|build| build.id.clone()).unwrap_or_default();
        let mut counted = CountedBlock {
            number: block.number,
            hash: format!("{:#x}", block.hash),
            hour: at.div_euclid(3_600_000),
            groups: BTreeMap::new(),
            failures: Vec::new(),
        };
        for seen in calls {
            let group = group(&seen, block.time, &build);
            let calls = counted.groups.entry(group.clone()).or_default();
            calls.calls += 1;
            if !seen.has_failed {
                continue;
            }
            calls.failed += 1;
            let account = account(&linked, &seen, network);
            calls.linked += i64::from(account.is_some());
            let hash = format!("{:#x}", seen.hash);
            counted.failures.push(Failure {
                hash,
                place: seen.place,
                block: block.number,
                at,
                group,
                asker: account.cloned().flatten(),
            });
        }
        counted
    });
    Ok(counted.collect())
}

fn group(seen: &SeenCall, time: u64, build: &str) -> Group {
    let call = &seen.call;
    Group {
        day: i64::try_from(time / DAY_SECONDS).unwrap_or(0),
        contract: format!("{:#x}", call.contract),
        selector: call.selector.map(hex::encode_prefixed).unwrap_or_default(),
        kind: if call.operation.is_some() { "operation" } else { "direct" }.to_owned(),
        build: build.to_owned(),
    }
}

/// A wallet is linked by its address, and a contract also by its chain.
fn ids(seen: &SeenCall, network: &KnownNetwork) -> [String; 2] {
    let address = format!("{:#x}", seen.sender);
    let on_chain = format!("{address}@{}", network.chain_id);
    [address, on_chain]
}

/// The sender among the linked wallets.
fn account<'a>(
    linked: &'a Linked,
    seen: &SeenCall,
    network: &KnownNetwork,
) -> Option<&'a Option<String>> {
    ids(seen, network).iter().find_map(|id| linked.get(id))
}

/// The linked wallets among the senders of failed calls.
async fn linked_among(
    ctx: &CommandContext,
    network: &KnownNetwork,
    blocks: &[SeenBlock],
) -> Result<Linked, Error> {
    let failed = blocks.iter().flat_map(|block| &block.calls).filter(|call| call.has_failed);
    let mut ids: Vec<String> = failed.flat_map(|call| ids(call, network)).collect();
    if ids.is_empty() {
        return Ok(Linked::new());
    }
    ids.sort_unstable();
    ids.dedup();
    let sql = Sql::fixed("select _touchstone.linked_wallets($1::text[])", [Bind::from(ids)]);
    let wallets: Vec<Wallet> = ctx.rows(&sql).await?;
    Ok(wallets.into_iter().map(|Wallet { wallet, asked }| (wallet, asked)).collect())
}

/// The builds of the web app in the order of their release, or those of the mobile app if it is the
/// only one.
async fn released_builds(ctx: &CommandContext) -> Result<Vec<ReleasedBuild>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', b."objectId", 'at', _touchstone.in_millis(b."releasedAt")) from "Build" b
        where b."ordinal" > 0 and b."releasedAt" <= $1::timestamptz and b."channel" = case when exists (
            select from "Build" w where w."channel" = 'web' and w."ordinal" > 0) then 'web' else 'mobile' end
        order by b."releasedAt", b."ordinal""#,
        [Bind::from(ctx.now())],
    );
    ctx.rows(&sql).await
}
