//! Administrators: `isAdmin`, and the role that mirrors it.

use parse_engine::{Cx, Error, WhileDoing};
use parse_store::{Access, Bind, Invalidation, Sql};
use serde::{Deserialize, Serialize};

/// The name of the role.
pub const ROLE: &str = "administrators";

/// Whether an administrator exists.
pub async fn exists(cx: &Cx) -> Result<bool, Error> {
    let sql = Sql::new(r#"select 'true'::jsonb from "_User" where "isAdmin" limit 1"#);
    let found = cx.db().documents(&sql, Access::Writes).await;
    Ok(!found.while_doing("looking for an administrator")?.is_empty())
}

/// An administrator, as the operator's commands print one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Administrator {
    /// The name to sign in with.
    pub username: String,
    /// The e-mail address.
    pub email: Option<String>,
    /// When the account was created, in ISO 8601.
    pub created_at: String,
}

/// All administrators, oldest account first.
pub async fn list(cx: &Cx) -> Result<Vec<Administrator>, Error> {
    let sql = Sql::new(
        r#"select jsonb_build_object('username', "username", 'email', "email",
            'createdAt', to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from "_User" where "isAdmin" order by "createdAt", "objectId""#,
    );
    let listing = "listing administrators";
    let found = cx.db().documents(&sql, Access::Reads).await.while_doing(listing)?;
    let read = |document| {
        serde_json::from_value(document)
            .map_err(|error| Error::Failed { doing: listing, source: Box::new(error) })
    };
    found.into_iter().map(read).collect()
}

/// Makes a user an administrator, inside a transaction.
pub async fn appoint(cx: &Cx, user: &str) -> Result<(), Error> {
    let appointing = "appointing an administrator";
    let flag = Sql::fixed(
        r#"update "_User" set "isAdmin" = true, "updatedAt" = $2::timestamptz where "objectId" = $1::text"#,
        [Bind::from(user), cx.now().into()],
    );
    cx.db().execute(&flag).await.while_doing(appointing)?;
    let role = Sql::fixed(
        r#"insert into "_Join:users:_Role" ("relatedId", "owningId")
        select $1::text, "objectId" from "_Role" where "name" = 'administrators' on conflict do nothing"#,
        [Bind::from(user)],
    );
    cx.db().execute(&role).await.while_doing(appointing)?;
    cx.publish(Invalidation::Roles).await
}

/// Makes an administrator a tester again, inside a transaction.
pub async fn dismiss(cx: &Cx, user: &str) -> Result<(), Error> {
    let dismissing = "dismissing an administrator";
    let flag = Sql::fixed(
        r#"update "_User" set "isAdmin" = false, "updatedAt" = $2::timestamptz where "objectId" = $1::text"#,
        [Bind::from(user), cx.now().into()],
    );
    cx.db().execute(&flag).await.while_doing(dismissing)?;
    let role = Sql::fixed(
        r#"delete from "_Join:users:_Role" where "relatedId" = $1::text
            and "owningId" in (select "objectId" from "_Role" where "name" = 'administrators')"#,
        [Bind::from(user)],
    );
    cx.db().execute(&role).await.while_doing(dismissing)?;
    cx.publish(Invalidation::Roles).await
}
