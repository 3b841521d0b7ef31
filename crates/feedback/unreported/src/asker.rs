//! The failures that are looked up beyond the sample, because their sender agreed to be asked.

use std::collections::BTreeMap;

use feedback_model::failure_question::PAUSE_HOURS;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};

use super::count::Failure;
use feedback_core::command_context::CommandContext;

/// Failures of a tester that are looked up in a day beyond the sample.
const LOOKED_AT_PER_DAY: i64 = 10;

/// The first failures of each tester who agreed and was not asked within a day.
pub(super) async fn choose<'a>(
    ctx: &CommandContext,
    failures: Vec<&'a Failure>,
) -> Result<Vec<&'a Failure>, Error> {
    let mut users: Vec<String> = failures.iter().filter_map(|one| one.asker.clone()).collect();
    if users.is_empty() {
        return Ok(Vec::new());
    }
    users.sort_unstable();
    users.dedup();
    let mut left = left_today(ctx, users).await?;
    let mut counted: BTreeMap<&str, i64> = BTreeMap::new();
    let mut chosen = Vec::new();
    for failure in failures {
        let Some(user) = failure.asker.as_deref() else { continue };
        let Some(left) = left.get_mut(user).filter(|left| **left > 0) else { continue };
        *left -= 1;
        *counted.entry(user).or_default() += 1;
        chosen.push(failure);
    }
    note(ctx, &counted).await?;
    Ok(chosen)
}

/// The look-ups that each tester has left today.
async fn left_today(
    ctx: &CommandContext,
    users: Vec<String>,
) -> Result<BTreeMap<String, i64>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_array(u.id, case when exists (select from _touchstone.failure_question q
                where q."user" = u.id and q.asked_at > $2::timestamptz - $4::int8 * interval '1 hour') then 0
            else $3::int8 - coalesce((select l.count from _touchstone.failure_look_up l
                where l."user" = u.id and l.day = floor(extract(epoch from $2::timestamptz) / 86400)), 0) end)
        from unnest($1::text[]) u(id)"#,
        [Bind::from(users), ctx.now().into(), LOOKED_AT_PER_DAY.into(), PAUSE_HOURS.into()],
    );
    let left: Vec<(String, i64)> = ctx.rows(&sql).await?;
    Ok(left.into_iter().collect())
}

async fn note(ctx: &CommandContext, counted: &BTreeMap<&str, i64>) -> Result<(), Error> {
    if counted.is_empty() {
        return Ok(());
    }
    let counted: Json = counted.iter().map(|(user, count)| ((*user).to_owned(), *count)).collect();
    let sql = Sql::fixed(
        r#"insert into _touchstone.failure_look_up as l ("user", day, count)
        select c.key, floor(extract(epoch from $2::timestamptz) / 86400)::int, c.value::int from jsonb_each_text($1::jsonb) c order by c.key
        on conflict ("user") do update set day = excluded.day,
            count = excluded.count + case when l.day = excluded.day then l.count else 0 end"#,
        [Bind::from(counted), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}
