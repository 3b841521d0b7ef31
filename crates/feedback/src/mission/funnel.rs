//! How far testers get in a mission.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use crate::command::{Query, Who};
use crate::command_context::CommandContext;
use crate::refused::not_found;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct One {
    mission: String,
}

pub(super) struct MissionFunnel;

#[async_trait]
impl Query for MissionFunnel {
    const NAME: &'static str = "missionFunnel";
    const WHO: Who = Who::Administrator;
    type Params = One;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, one: One) -> Result<Json, Error> {
        let sql = Sql::fixed(FUNNEL, [Bind::from(&*one.mission)]);
        ctx.row(&sql).await?.ok_or_else(not_found)
    }
}

/// A step was reached by who has done all the required ones before it; who has not done it and is
/// no longer at it, or never went on, stopped there.
const FUNNEL: &str = r#"with mission as (select m.* from "Mission" m where m."objectId" = $1::text or m."slug" = $1::text),
submissions as materialized (select s."objectId" as id, s."state" as state, s."progress" as progress, s."paid" as paid,
        s."startedAt" as started_at, s."submittedAt" as submitted_at, s."blockedBy" as blocked_by
    from "Submission" s join mission on mission."objectId" = s."mission"),
steps as (select step.value as step, step.place as place from mission, jsonb_array_elements(mission."steps") with ordinality step(value, place)),
reached as (select steps.place, s.id, s.progress #>> array[steps.step ->> 'id', 'state'] in ('done', 'passed', 'checking', 'undecided') as is_done,
        not exists (select from steps before where before.place < steps.place and (before.step ->> 'required')::bool
            and coalesce(s.progress #>> array[before.step ->> 'id', 'state'], 'open') not in ('done', 'passed', 'checking', 'undecided')) as is_reached
    from steps cross join submissions s)
select jsonb_build_object(
    'started', (select count(*) from submissions),
    'steps', (select coalesce(jsonb_agg(jsonb_build_object('id', steps.step ->> 'id', 'text', steps.step ->> 'text',
            'type', steps.step ->> 'type', 'reached', counted.reached, 'done', counted.done,
            'stopped', counted.reached - counted.done) order by steps.place), '[]')
        from steps join lateral (select count(*) filter (where r.is_reached) as reached,
                count(*) filter (where r.is_reached and r.is_done) as done
            from reached r where r.place = steps.place) counted on true),
    'submitted', (select count(*) from submissions where submitted_at is not null),
    'approved', (select count(*) from submissions where state = 'approved'),
    'rejected', (select count(*) from submissions where state = 'rejected'),
    'inReview', (select count(*) from submissions where state = 'needs_review'),
    'blocked', (select count(*) from submissions where state in ('blocked', 'approved_partial')),
    'withdrawn', (select count(*) from submissions where state = 'withdrawn'),
    'expired', (select count(*) from submissions where state = 'expired'),
    'revoked', (select count(*) from submissions where state = 'revoked'),
    'medianSeconds', (select percentile_disc(0.5) within group (order by extract(epoch from submitted_at - started_at))::bigint
        from submissions where submitted_at is not null),
    'paid', (select coalesce(sum(paid), 0)::bigint from submissions),
    'blockedBy', (select coalesce(jsonb_agg(jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status",
            'persons', one.persons) order by one.persons desc, i."number"), '[]')
        from (select blocked_by, count(*) as persons from submissions where blocked_by is not null group by blocked_by) one
        join "Issue" i on i."objectId" = one.blocked_by))
from mission"#;
