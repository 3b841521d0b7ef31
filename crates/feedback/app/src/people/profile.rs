//! The public profile of a user.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProfileParams {
    username: String,
}

#[derive(Serialize)]
pub(super) struct ProfileReply {
    person: Json,
    standings: Vec<Json>,
    reports: Vec<Json>,
    outcomes: Json,
    own: bool,
    /// Their privacy choices, returned only to themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    privacy: Option<Json>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: String,
    shown: Json,
    is_hidden: bool,
    privacy: Json,
}

pub(super) struct Profile;

#[async_trait]
impl Query for Profile {
    const NAME: &'static str = "profile";
    const WHO: Who = Who::Member;
    type Params = ProfileParams;
    type Answer = ProfileReply;

    /// Returns those reports of the user that the caller can see. Users who hide from the ranks
    /// show none.
    async fn answer(ctx: &CommandContext, params: ProfileParams) -> Result<ProfileReply, Error> {
        let member = ctx.member()?;
        let sql = Sql::fixed(PERSON, [Bind::from(params.username.trim())]);
        let row: Row = ctx.row(&sql).await?.ok_or_else(not_found)?;
        let own = row.id == member.id;
        let may_see_ranks = own || member.is_admin || !row.is_hidden;
        let standings = match may_see_ranks {
            true => ctx.rows(&Sql::fixed(STANDINGS, [Bind::from(&*row.id)])).await?,
            false => Vec::new(),
        };
        let binds = || [Bind::from(&*row.id), member.id.as_str().into(), member.is_admin.into()];
        let reports = ctx.rows(&Sql::fixed(REPORTS, binds())).await?;
        let outcomes = ctx.row(&Sql::fixed(OUTCOMES, binds())).await?.unwrap_or_default();
        let privacy = own.then_some(row.privacy);
        Ok(ProfileReply { person: row.shown, standings, reports, outcomes, own, privacy })
    }
}

const PERSON: &str = r#"select jsonb_build_object('id', u."objectId", 'isHidden', _touchstone.is_hidden(u),
    'privacy', coalesce(u."privacy", '{}'),
    'shown', _touchstone.person(u) || jsonb_build_object('joinedMonth', left(_touchstone.iso(u."createdAt"), 7),
        'level', coalesce(u."trustLevel", 0)::int,
        'accuracyPct', floor(u."accuracyBps" / 100)::int))
from "_User" u where lower(u."username") = lower($1::text) and u."status" is distinct from 'deleted'"#;

const STANDINGS: &str = r#"select jsonb_build_object('season', mine."season"::int, 'total', mine."total"::bigint,
    'rank', _touchstone.rank(mine))
from "Standing" mine join "_User" u on u."personId" = mine."personId"
where u."objectId" = $1::text and mine."season" > 0 order by mine."season" desc"#;

/// The page is found first, and then the details of all its rows together.
const REPORTS: &str = r#"with page as materialized (
    select i."objectId" as id, row_number() over (order by i."submittedAt" desc, i."objectId") as place
    from "Issue" i
    where i."reporter" = $1::text and i."visibility" = 'programme' and _touchstone.may_read(i."_rperm", $2::text, $3::bool)
    order by i."submittedAt" desc, i."objectId" limit 20)
select shown."row" from page
    join _touchstone.issue_rows((select array_agg(id) from page), $2::text, $3::bool) shown on shown.id = page.id
order by page.place"#;

const OUTCOMES: &str = r#"select jsonb_build_object(
    'confirmed', count(*) filter (where i."confirmedAt" is not null and i."status" <> 'closed'),
    'duplicate', count(*) filter (where i."resolution" = 'duplicate'),
    'closed', count(*) filter (where i."status" = 'closed' and i."resolution" <> 'duplicate'),
    'open', count(*) filter (where i."confirmedAt" is null and i."status" <> 'closed'))
from "Issue" i where i."reporter" = $1::text and i."visibility" = 'programme'
    and _touchstone.may_read(i."_rperm", $2::text, $3::bool)"#;
