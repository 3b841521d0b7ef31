//! Which addresses belong to which account.
//!
//! The objects of the address classes say so. What a user shows of them (the primary address, the
//! list, `authData`) follows from those, and is written nowhere else.

use parse_engine::{Cx, Error, WhileDoing, session};
use parse_model::{FieldName, Json, JsonMap};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;
use serde_json::json;
use wallet::{Address, Identity};

use crate::class::{KINDS, Kind};
use crate::refused::{forbidden, taken};
use crate::rest;

/// An address of an account.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Linked {
    /// The id of its object: the address, and for a contract its chain.
    pub(crate) id: String,
    pub(crate) class: String,
    pub(crate) linked_at: String,
}

impl Linked {
    /// The address alone.
    pub(crate) fn address(&self) -> &str {
        split(&self.id).0
    }

    /// The chain a contract is bound to.
    pub(crate) fn chain(&self) -> Option<u64> {
        split(&self.id).1
    }
}

/// The id of the object of an identity.
pub(crate) fn object_id(address: &Address, identity: &Identity) -> String {
    match identity.chain() {
        None => address.as_str().to_owned(),
        Some(chain) => format!("{}@{chain}", address.as_str()),
    }
}

/// The identity that the id of an object stands for.
pub(crate) fn identity_of(kind: &'static Kind, id: &str) -> Option<Identity> {
    let (address, chain) = split(id);
    let address = Address::parse(kind.family, address).ok()?;
    Some(match chain {
        None => Identity::of_key(&address),
        Some(chain) => Identity::of_contract(&address, chain),
    })
}

/// The address, and for a contract its chain.
fn split(id: &str) -> (&str, Option<u64>) {
    id.split_once('@').map_or((id, None), |(address, chain)| (address, chain.parse().ok()))
}

/// Every address of an account, the oldest first.
pub(crate) async fn all(cx: &Cx, user_id: &str) -> Result<Vec<Linked>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', id, 'class', class, 'linkedAt',
            to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from (select "objectId" as id, '_EthAddress' as class, "createdAt" as at from "_EthAddress" where "user" = $1::text
            union all select "objectId", '_SolAddress', "createdAt" from "_SolAddress" where "user" = $1::text
            union all select "objectId", '_DotAddress', "createdAt" from "_DotAddress" where "user" = $1::text
            union all select "objectId", '_ErdAddress', "createdAt" from "_ErdAddress" where "user" = $1::text) as linked
        order by at, id"#,
        [Bind::from(user_id)],
    );
    let rows = cx.db().documents(&sql, Access::Reads).await.while_doing("reading addresses")?;
    let read = |row| serde_json::from_value(row);
    rows.into_iter()
        .map(read)
        .collect::<Result<_, _>>()
        .map_err(|error| Error::Failed { doing: "reading addresses", source: Box::new(error) })
}

/// The addresses of one kind among those of an account.
pub(crate) fn of_kind<'a>(
    all: &'a [Linked],
    kind: &'static Kind,
) -> impl Iterator<Item = &'a Linked> {
    all.iter().filter(|linked| linked.class == kind.class)
}

/// The account that has an identity. An account of before, which has no object for it, is known by
/// what is kept in `authData`.
pub(crate) async fn holder(
    cx: &Cx,
    kind: &'static Kind,
    address: &Address,
    identity: &Identity,
) -> Result<Option<String>, Error> {
    let id = object_id(address, identity);
    let found = owner(cx, kind, &id, identity).await?;
    if found.is_some() || identity.chain().is_some() {
        return Ok(found);
    }
    let known =
        parse_store::user_queries::users_with_identity(cx.db(), &[(kind.provider, id.as_str())])
            .await;
    Ok(known.while_doing("looking up an identity")?.into_iter().next())
}

async fn owner(
    cx: &Cx,
    kind: &'static Kind,
    id: &str,
    identity: &Identity,
) -> Result<Option<String>, Error> {
    let mut sql = Sql::new(r#"select to_jsonb("user") from "#);
    sql.table(&kind.class_name()).push(r#" where "accountKey" = "#).bind(identity.canonical());
    sql.push(r#" or "objectId" = "#).bind(id).push(" limit 1");
    let rows = cx.db().documents(&sql, Access::Reads).await.while_doing("looking up an address")?;
    Ok(rows.into_iter().next().and_then(|row| row.as_str().map(str::to_owned)))
}

/// Gives an identity to an account. Gives the fields of the user that changed by it.
pub(crate) async fn attach(
    tx: &Cx,
    kind: &'static Kind,
    address: &Address,
    identity: &Identity,
    user_id: &str,
) -> Result<JsonMap, Error> {
    let id = object_id(address, identity);
    if owner(tx, kind, &id, identity).await?.as_deref() == Some(user_id) {
        return Ok(JsonMap::new());
    }
    let mut sql = Sql::new("insert into ");
    sql.table(&kind.class_name());
    sql.push(r#" ("objectId", "createdAt", "updatedAt", "user", "accountKey", "_rperm", "_wperm") values ("#);
    sql.bind(id.as_str()).push(", ").bind(tx.now()).push(", ").bind(tx.now()).push(", ");
    sql.bind(user_id).push(", ").bind(identity.canonical()).push(", ");
    let own = vec![user_id.to_owned()];
    sql.bind(own.clone()).push(", ").bind(own).push(") on conflict do nothing");
    if tx.db().execute(&sql).await.while_doing("keeping an address")? == 0 {
        return Err(taken());
    }
    rest::check_over(tx, identity, user_id).await?;
    show(tx, kind, user_id, None).await
}

/// The addresses that a key proved, the oldest first. What a contract proved holds on its chain
/// alone, and the fields of a user have no place for one: there its address would be that of anyone
/// who has it on another chain.
pub(crate) fn of_keys<'a>(own: &[&'a Linked]) -> Vec<&'a str> {
    own.iter().filter(|linked| linked.chain().is_none()).map(|linked| linked.address()).collect()
}

/// What a user shows of their addresses of one kind.
struct ShownAddresses<'a> {
    primary: Option<&'a str>,
    list: Vec<&'a str>,
    identity: Option<&'a str>,
}

/// Writes what a user shows of their addresses of one kind, and gives it. The primary address stays
/// as long as it is theirs, unless another is preferred; then the first takes its place.
pub(crate) async fn show(
    tx: &Cx,
    kind: &'static Kind,
    user_id: &str,
    preferred: Option<&str>,
) -> Result<JsonMap, Error> {
    let before = lock_user(tx, kind, user_id).await?;
    let all = all(tx, user_id).await?;
    let own: Vec<&Linked> = of_kind(&all, kind).collect();
    let list = of_keys(&own);
    let wanted = [preferred, before.as_deref()].into_iter().flatten();
    let primary = wanted.chain(list.iter().copied()).find(|address| list.contains(address));
    let is_primary = |linked: &&&Linked| primary == Some(linked.id.as_str());
    let identity = own.iter().find(is_primary).or(own.first()).map(|linked| linked.id.as_str());
    let shown = ShownAddresses { primary, list, identity };
    write(tx, kind, user_id, &shown).await?;
    Ok(client_fields(tx, kind, &shown))
}

/// Locks a user, and returns the address that stands for them.
async fn lock_user(tx: &Cx, kind: &'static Kind, user_id: &str) -> Result<Option<String>, Error> {
    let mut sql = Sql::new(r#"select jsonb_build_object('primary', "#);
    match kind.shows_primary(tx) {
        true => sql.column(&FieldName::from_static(kind.primary)),
        false => sql.push("null"),
    };
    sql.push(r#") from "_User" where "objectId" = "#).bind(user_id).push(" for update");
    let held = tx.db().documents(&sql, Access::Writes).await.while_doing("holding a user")?;
    Ok(held.first().and_then(|row| row["primary"].as_str()).map(str::to_owned))
}

async fn write(
    tx: &Cx,
    kind: &'static Kind,
    user_id: &str,
    shown: &ShownAddresses<'_>,
) -> Result<(), Error> {
    let mut sql = Sql::new(r#"update "_User" set "updatedAt" = "#);
    sql.bind(tx.now());
    if kind.shows_primary(tx) {
        sql.push(", ")
            .column(&FieldName::from_static(kind.primary))
            .push(" = ")
            .bind(shown.primary);
    }
    if kind.shows_list(tx) {
        sql.push(", ")
            .column(&FieldName::from_static(kind.list))
            .push(" = ")
            .bind(json!(shown.list));
    }
    sql.push(r#", "authData" = (coalesce("authData", '{}'::jsonb) - "#).bind(kind.provider);
    sql.push("::text) || ").bind(match shown.identity {
        Some(id) => json!({ kind.provider: { "id": id } }),
        None => json!({}),
    });
    sql.push(r#" where "objectId" = "#).bind(user_id);
    tx.db().execute(&sql).await.while_doing("showing addresses").map(drop)
}

/// The fields of the answer to the client.
fn client_fields(cx: &Cx, kind: &'static Kind, shown: &ShownAddresses<'_>) -> JsonMap {
    let mut told = JsonMap::new();
    if kind.shows_primary(cx) {
        let gone = json!({ "__op": "Delete" });
        told.insert(kind.primary.to_owned(), shown.primary.map_or(gone, Json::from));
    }
    if kind.shows_list(cx) {
        told.insert(kind.list.to_owned(), json!(shown.list));
    }
    if let Some(id) = shown.identity {
        told.insert("authData".to_owned(), json!({ kind.provider: { "id": id } }));
    }
    told
}

/// The addresses that stand for a user, by the name of their field.
pub(crate) async fn primaries(cx: &Cx, user_id: &str) -> Result<Json, Error> {
    let mut sql = Sql::new("select '{}'::jsonb");
    for kind in KINDS.iter().filter(|kind| kind.shows_primary(cx)) {
        sql.push(" || jsonb_build_object(").bind(kind.primary).push("::text, ");
        sql.column(&FieldName::from_static(kind.primary)).push(")");
    }
    sql.push(r#" from "_User" where "objectId" = "#).bind(user_id);
    let rows = cx.db().documents(&sql, Access::Reads).await.while_doing("reading addresses")?;
    Ok(rows.into_iter().next().unwrap_or(Json::Null))
}

/// Refuses to remove an address from an account that would have no way to sign in.
pub(crate) async fn check_not_last(tx: &Cx, user_id: &str) -> Result<(), Error> {
    // Two who take the last two ways at once must not each find the other's.
    let lock = Sql::fixed(
        r#"select from "_User" where "objectId" = $1::text for update"#,
        [Bind::from(user_id)],
    );
    tx.db().execute(&lock).await.while_doing("holding a user")?;
    if other_ways(tx, user_id).await?.any() || all(tx, user_id).await?.len() > 1 {
        return Ok(());
    }
    Err(forbidden(
        "This address is the only way into the account. Set a password or link another address first.",
    ))
}

/// How an account can be entered without any address.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OtherWays {
    pub(crate) has_password: bool,
    has_provider: bool,
}

impl OtherWays {
    /// Whether there is one.
    pub(crate) fn any(self) -> bool {
        self.has_password || self.has_provider
    }
}

/// Finds them.
pub(crate) async fn other_ways(cx: &Cx, user_id: &str) -> Result<OtherWays, Error> {
    let ours: Vec<String> = KINDS.iter().map(|kind| kind.provider.to_owned()).collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('hasPassword', coalesce("_hashed_password", '') <> '',
            'hasProvider', exists (
                select from jsonb_each(coalesce("authData", '{}'::jsonb)) as entry
                where jsonb_typeof(entry.value) = 'object' and entry.key <> 'anonymous'
                    and entry.key <> all ($2::text[])))
        from "_User" where "objectId" = $1::text"#,
        [Bind::from(user_id), ours.into()],
    );
    let rows = cx.db().documents(&sql, Access::Reads).await.while_doing("reading a user")?;
    let ways = rows.into_iter().next().map(serde_json::from_value).transpose();
    let ways =
        ways.map_err(|error| Error::Failed { doing: "reading a user", source: Box::new(error) })?;
    Ok(ways.unwrap_or_default())
}

/// What follows from an address that was taken from an account: what the user shows, and the end of
/// their other sessions, which may have been opened with it.
pub(crate) async fn detached(tx: &Cx, kind: &'static Kind, user_id: &str) -> Result<(), Error> {
    show(tx, kind, user_id, None).await?;
    let current = tx.caller().user.as_ref().filter(|user| user.id == user_id);
    session::end_others(tx, user_id, current.map(|user| user.session_id.as_str())).await
}

/// Deletes the addresses of a deleted account.
pub(crate) async fn delete_addresses(tx: &Cx, user_id: &str) -> Result<(), Error> {
    for kind in KINDS {
        let mut sql = Sql::new("delete from ");
        sql.table(&kind.class_name()).push(r#" where "user" = "#).bind(user_id);
        tx.db().execute(&sql).await.while_doing("forgetting addresses")?;
    }
    rest::delete_resting(tx, user_id).await
}
