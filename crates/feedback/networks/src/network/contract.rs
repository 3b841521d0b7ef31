//! The contracts of the product under test.

use async_trait::async_trait;
use chain::registry::Role;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::abi::{self, Interface};
use super::address::contract_address;
use super::list;
use super::one_line_text::line;
use crate::build::find_build;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Contracts of a network.
const MOST: i64 = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NetworkParams {
    pub(super) network: Option<String>,
}

pub(super) struct Contracts;

#[async_trait]
impl Query for Contracts {
    const NAME: &'static str = "contracts";
    const WHO: Who = Who::Member;
    type Params = NetworkParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, of: NetworkParams) -> Result<Json, Error> {
        let sql = Sql::fixed(CONTRACTS, [Bind::from(of.network.as_deref()), None::<&str>.into()]);
        Ok(json!({ "rows": ctx.rows::<Json>(&sql).await? }))
    }
}

/// The contracts of a network, or one by its id. ABIs are long, so only their items are counted.
const CONTRACTS: &str = r#"select jsonb_build_object('id', c."objectId", 'network', c."network", 'address', c."address",
    'name', c."name", 'role', c."role", 'hasAbi', c."abi" is not null, 'functions', coalesce(c."functions", 0)::int,
    'errors', coalesce(c."errors", 0)::int, 'enabled', c."enabled", 'firstBlock', c."firstBlock"::int8,
    'firstBuild', case when b."objectId" is not null then jsonb_build_object('id', b."objectId", 'version', b."version") end)
from "Contract" c left join "Build" b on b."objectId" = c."firstBuild"
where ($1::text is null or c."network" = $1::text) and ($2::text is null or c."objectId" = $2::text)
order by array_position('{router,permit,quoter,factory,pool_manager,token,other}'::text[], c."role"), lower(c."name"), c."objectId"
limit 5000"#;

async fn one(ctx: &CommandContext, id: &str) -> Result<Option<Json>, Error> {
    ctx.row(&Sql::fixed(CONTRACTS, [Bind::from(None::<&str>), id.into()])).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ContractSaveParams {
    id: Option<String>,
    network: String,
    address: String,
    name: String,
    role: String,
    /// Omitted to keep the ABI, null to remove it.
    #[serde(default, deserialize_with = "sent")]
    abi: Option<Option<String>>,
    first_build: Option<String>,
    enabled: Option<bool>,
}

fn sent<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
}

#[derive(Serialize)]
pub(super) struct ContractSaveResult {
    contract: Json,
}

pub(super) struct ContractSave;

#[async_trait]
impl Command for ContractSave {
    const NAME: &'static str = "contractSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ContractSaveParams;
    type Answer = AuditedReply<ContractSaveResult>;

    async fn run(ctx: &CommandContext, params: ContractSaveParams) -> Result<Self::Answer, Error> {
        let name = line(&params.name, "The name of a contract", 1..=60)?;
        let address = contract_address(&params.address)?;
        let role = Role::parse(&params.role)
            .ok_or_else(|| invalid("ROLE", "Choose what the contract is for."))?;
        let interface = match &params.abi {
            Some(Some(text)) => Some(abi::parse(text)?),
            Some(None) | None => None,
        };
        if let Some(build) = &params.first_build {
            find_build(ctx, build).await?;
        }
        check_place(ctx, "Contract", &params.network, &address, params.id.as_deref()).await?;
        let before = match &params.id {
            Some(id) => Some(one(ctx, id).await?.ok_or_else(not_found)?),
            None => None,
        };
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        write(ctx, &id, &params, &ValidContract { name, address, role, interface }).await?;
        let after = one(ctx, &id).await?.ok_or_else(not_found)?;
        let change = changed("contract", before, Some(&after));
        Ok(AuditedReply::new(ContractSaveResult { contract: after }, change))
    }
}

struct ValidContract {
    name: String,
    address: String,
    role: Role,
    interface: Option<Interface>,
}

async fn write(
    ctx: &CommandContext,
    id: &str,
    params: &ContractSaveParams,
    fields: &ValidContract,
) -> Result<(), Error> {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let interface = fields.interface.as_ref();
    let sql = Sql::fixed(
        r#"insert into "Contract" as c ("objectId", "createdAt", "updatedAt", "network", "address", "name", "role", "abi",
            "functions", "errors", "firstBuild", "enabled", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::jsonb, $8::int8, $9::int8,
            $10::text, coalesce($11::bool, true), '{*}', '{}')
        on conflict ("objectId") do update set "updatedAt" = excluded."updatedAt", "network" = excluded."network",
            "address" = excluded."address", "name" = excluded."name", "role" = excluded."role",
            "abi" = case when $12::bool then excluded."abi" else c."abi" end,
            "functions" = case when $12::bool then excluded."functions" else c."functions" end,
            "errors" = case when $12::bool then excluded."errors" else c."errors" end,
            "firstBuild" = coalesce(excluded."firstBuild", c."firstBuild"), "enabled" = coalesce($11::bool, c."enabled")"#,
        [
            Bind::from(id),
            ctx.now().into(),
            params.network.as_str().into(),
            fields.address.as_str().into(),
            fields.name.as_str().into(),
            fields.role.key().into(),
            interface.map(|interface| interface.json.clone()).into(),
            interface.map(|interface| count(interface.functions)).into(),
            interface.map(|interface| count(interface.errors)).into(),
            params.first_build.as_deref().into(),
            params.enabled.into(),
            params.abi.is_some().into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(())
}

/// Checks that an address can be added to a network: the network exists, the address is not in use
/// for the same kind, and the limit is not reached.
pub(super) async fn check_place(
    ctx: &CommandContext,
    kind: &'static str,
    network: &str,
    address: &str,
    id: Option<&str>,
) -> Result<(), Error> {
    if list::all(ctx, false, Some(network)).await?.is_empty() {
        return Err(invalid("NETWORK", "Choose one of the programme's networks."));
    }
    let (statement, most) = match kind {
        "Token" => (TOKEN_PLACE, 2000),
        _ => (CONTRACT_PLACE, MOST),
    };
    let binds = [Bind::from(network), address.into(), id.into()];
    let place: AddressUse = ctx.row(&Sql::fixed(statement, binds)).await?.ok_or_else(not_found)?;
    if let Some(name) = place.taken_by {
        return Err(invalid("ADDRESS_KNOWN", format!("This address exists already, as {name}.")));
    }
    if id.is_none() && place.count >= most {
        return Err(invalid("TOO_MANY", format!("A network can have at most {most} of them.")));
    }
    Ok(())
}

#[derive(Deserialize)]
struct AddressUse {
    count: i64,
    taken_by: Option<String>,
}

const CONTRACT_PLACE: &str = r#"select jsonb_build_object('count', count(*),
    'taken_by', max("name") filter (where "address" = $2::text and "objectId" is distinct from $3::text))
from "Contract" where "network" = $1::text"#;

const TOKEN_PLACE: &str = r#"select jsonb_build_object('count', count(*),
    'taken_by', max("symbol") filter (where "address" = $2::text and "objectId" is distinct from $3::text))
from "Token" where "network" = $1::text"#;

/// The change of a contract, token or error, for the audit log.
pub(super) fn changed(
    kind: &'static str,
    before: Option<Json>,
    after: Option<&Json>,
) -> AuditChange {
    let now = after.or(before.as_ref()).cloned().unwrap_or_default();
    let text = |key: &str| now[key].as_str().unwrap_or_default().to_owned();
    let label = match kind {
        "token" => "symbol",
        "error" => "key",
        _ => "name",
    };
    AuditChange {
        kind,
        id: text("id"),
        label: text(label),
        before: before.unwrap_or_else(|| json!({})),
        after: after.cloned().unwrap_or_else(|| json!({})),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NetworkEntryId {
    pub(super) id: String,
}

pub(super) struct ContractRemove;

#[async_trait]
impl Command for ContractRemove {
    const NAME: &'static str = "contractRemove";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = NetworkEntryId;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: NetworkEntryId) -> Result<Self::Answer, Error> {
        let before = one(ctx, &params.id).await?.ok_or_else(not_found)?;
        let sql = Sql::fixed(
            r#"delete from "Contract" where "objectId" = $1::text"#,
            [Bind::from(params.id)],
        );
        ctx.execute(&sql).await?;
        Ok(AuditedReply::new(json!({}), changed("contract", Some(before), None)))
    }
}
