//! Networks by the number that wallets call them by.

use parse_engine::{Cx, Error};
use parse_store::{Access, Bind, Sql};

use feedback_core::table::rows;

/// The id of the enabled network with a chain number.
pub(super) async fn network_of_chain(cx: &Cx, chain: u64) -> Result<Option<String>, Error> {
    let Ok(chain) = i64::try_from(chain) else { return Ok(None) };
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Network" where "chainId" = $1::int8 and "enabled" limit 1"#,
        [Bind::from(chain)],
    );
    Ok(rows::<String>(cx.db(), &sql, Access::Reads).await?.pop())
}
