//! How far testers get in a mission.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionFunnelParams {
    mission: String,
}

pub(super) struct MissionFunnel;

#[async_trait]
impl Query for MissionFunnel {
    const NAME: &'static str = "missionFunnel";
    const WHO: Who = Who::Administrator;
    type Params = MissionFunnelParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, one: MissionFunnelParams) -> Result<Json, Error> {
        let sql = Sql::fixed(FUNNEL, [Bind::from(&*one.mission)]);
        ctx.row(&sql).await?.ok_or_else(not_found)
    }
}

/// A tester has reached a step after completing all required ones before it. A tester who has not
/// completed it and has stopped counts as lost there. There are few combinations of progress and
/// many testers, so combinations are counted first.
const FUNNEL: &str = r#"with mission as (select m.* from "Mission" m where m."objectId" = $1::text or m."slug" = $1::text),
steps as materialized (select step.value ->> 'id' as id, step.value ->> 'text' as text, step.value ->> 'type' as type,
        (step.value ->> 'required')::bool as is_required, step.place::int as place
    from mission, jsonb_array_elements(mission."steps") with ordinality step(value, place)),
submissions as materialized (select s."state" as state, s."paid" as paid, s."startedAt" as started_at, s."submittedAt" as submitted_at,
        s."blockedBy" as blocked_by,
        array(select coalesce(s."progress" #>> array[steps.id, 'state'] in ('done', 'passed', 'checking', 'undecided'), false)
            from steps order by steps.place) as done
    from "Submission" s join mission on mission."objectId" = s."mission"),
ways as materialized (select done, count(*) as count from submissions group by done),
counted as (select steps.place, coalesce(sum(ways.count) filter (where way.is_reached), 0) as reached,
        coalesce(sum(ways.count) filter (where way.is_reached and ways.done[steps.place]), 0) as done
    from steps left join ways on true left join lateral (select not exists (select from steps before
        where before.place < steps.place and before.is_required and not ways.done[before.place]) as is_reached) way on true
    group by steps.place),
sums as (select count(*) as started, count(submitted_at) as submitted, count(*) filter (where state = 'approved') as approved,
        count(*) filter (where state = 'rejected') as rejected, count(*) filter (where state = 'needs_review') as in_review,
        count(*) filter (where state in ('blocked', 'approved_partial')) as blocked, count(*) filter (where state = 'withdrawn') as withdrawn,
        count(*) filter (where state = 'expired') as expired, count(*) filter (where state = 'revoked') as revoked,
        percentile_disc(0.5) within group (order by extract(epoch from submitted_at - started_at)) as median,
        coalesce(sum(paid), 0) as paid
    from submissions)
select jsonb_build_object(
    'started', sums.started,
    'steps', (select coalesce(jsonb_agg(jsonb_build_object('id', steps.id, 'text', steps.text, 'type', steps.type,
            'reached', counted.reached, 'done', counted.done, 'stopped', counted.reached - counted.done) order by steps.place), '[]')
        from steps join counted using (place)),
    'submitted', sums.submitted, 'approved', sums.approved, 'rejected', sums.rejected, 'inReview', sums.in_review,
    'blocked', sums.blocked, 'withdrawn', sums.withdrawn, 'expired', sums.expired, 'revoked', sums.revoked,
    'medianSeconds', sums.median::bigint, 'paid', sums.paid::bigint,
    'blockedBy', (select coalesce(jsonb_agg(jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status",
            'persons', one.persons) order by one.persons desc, i."number"), '[]')
        from (select blocked_by, count(*) as persons from submissions where blocked_by is not null group by blocked_by) one
        join "Issue" i on i."objectId" = one.blocked_by))
from mission, sums"#;
