//! Who asks: a user as the product sees them.

use parse_engine::{Cx, Error, WhileDoing};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use crate::refused::nobody;

/// A user whose account is not suspended.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Member {
    pub(crate) id: String,
    pub(crate) username: Option<String>,
    pub(crate) is_admin: bool,
}

impl Member {
    /// Reads a user from the table, so that what was decided a moment ago holds already. Whoever is
    /// suspended or gone has no session.
    pub(crate) async fn read(cx: &Cx, id: &str) -> Result<Member, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object(
                'id', "objectId", 'username', "username", 'isAdmin', coalesce("isAdmin", false))
            from "_User"
            where "objectId" = $1::text
                and coalesce("status", 'active') in ('active', 'limited')"#,
            [Bind::from(id)],
        );
        let rows = cx.db().documents(&sql, Access::Reads).await.while_doing("reading who asks")?;
        let row = rows.into_iter().next().ok_or_else(nobody)?;
        serde_json::from_value(row)
            .map_err(|error| Error::Failed { doing: "reading who asks", source: Box::new(error) })
    }
}
