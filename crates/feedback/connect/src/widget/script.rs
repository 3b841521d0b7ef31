//! The scripts of earlier versions of the widget. A page that pins a version still gets it after an
//! upgrade of the server.

use parse_engine::{Cx, Error};
use parse_store::{Access, Bind, Sql};

use feedback_core::table::{execute, rows};

/// Versions that are stored. Those that servers started with last stay.
const MOST: i64 = 30;

/// Stores the scripts of the version that this server has, by name and code.
pub async fn store_scripts(cx: &Cx, scripts: Vec<(String, String)>) -> Result<(), Error> {
    let (names, codes): (Vec<String>, Vec<String>) = scripts.into_iter().unzip();
    let sql = Sql::fixed(
        "with stored as (
            insert into _touchstone.widget_script (name, code, started_at)
            select name, code, $3::timestamptz from unnest($1::text[], $2::text[]) as sent (name, code) order by name
            on conflict (name) do update set started_at = excluded.started_at
            returning name)
        delete from _touchstone.widget_script where name not in (select name from stored)
            and split_part(name, '/', 1) not in (
                select split_part(name, '/', 1) from _touchstone.widget_script
                group by 1 order by max(started_at) desc, 1 limit $4::int8 - 1)",
        [Bind::from(names), codes.into(), cx.now().into(), MOST.into()],
    );
    execute(cx.db(), &sql).await.map(drop)
}

/// The code of a stored script.
pub async fn stored_script(cx: &Cx, name: &str) -> Result<Option<String>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(code) from _touchstone.widget_script where name = $1::text",
        [Bind::from(name)],
    );
    Ok(rows::<String>(cx.db(), &sql, Access::Reads).await?.pop())
}
