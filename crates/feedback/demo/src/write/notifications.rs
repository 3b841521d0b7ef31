//! What testers who can sign in, and administrators, were notified of.
//!
//! It follows from the rows of the story, as it would have from its events: what happened in the
//! last days is unread, and what waits is open.

use feedback_model::UserId;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::BulkWriter;
use crate::participants::{Participants, SIGNING_IN};

/// Writes all of it. `check_points` is what a right check of a fix pays.
pub(crate) async fn notifications(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    check_points: u32,
) -> Result<(), Error> {
    let ids = |users: &[UserId]| -> Vec<String> {
        users.iter().map(|id| id.as_str().to_owned()).collect()
    };
    let testers = participants.testers.len().min(SIGNING_IN);
    let testers = ids(&participants.testers[..testers]);
    let mut statements = Vec::new();
    for told in [OF_ISSUES, OF_THEIR_OWN] {
        let mut sql = Sql::fixed(
            "with given as (select $1::text[] as people, $2::timestamptz as now, $3::int8 as points), told as (",
            [Bind::from(testers.clone()), writer.date().into(), i64::from(check_points).into()],
        );
        sql.push(told).push(WRITTEN);
        statements.push(sql);
    }
    let mut sql = Sql::fixed(
        "with given as (select $1::text[] as people, $2::timestamptz as now), told as (",
        [Bind::from(ids(&participants.administrators)), writer.date().into()],
    );
    sql.push(OF_ADMINISTRATORS).push(WRITTEN);
    statements.push(sql);
    statements.push(Sql::fixed(WARNED, [Bind::from(writer.date())]));
    writer.write(statements).await
}

/// What happened to their reports: `person`, `kind`, `bucket`, `issue`, `actor`, `about`, `data`, `at`, `is_done`.
const OF_ISSUES: &str = r#"
    select i."reporter" as person, 'info_asked' as kind, 'action' as bucket, i."objectId" as issue, c."author" as actor, i."objectId" as about,
        jsonb_build_object('question', c."body", 'until', _touchstone.iso(c."createdAt" + interval '14 days')) as data,
        c."createdAt" as at, i."status" <> 'needs_info' as is_done
    from given g join "Issue" i on i."reporter" = any(g.people) join "Comment" c on c."issue" = i."objectId" and c."kind" = 'info_request'
    union all
    select asked.person, 'fix_check', 'action', i."objectId", null, i."objectId",
        jsonb_build_object('build', jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel"), 'points', g.points),
        i."fixedAt", i."status" <> 'fixed' or exists (
            select from "FixCheck" f where f."issue" = i."objectId" and f."user" = asked.person and f."at" > i."fixedAt")
    from given g cross join "Issue" i join "Build" b on b."objectId" = i."buildFixed", lateral (
        select i."reporter" as person union select v."user" from "Vote" v where v."issue" = i."objectId") asked
    where asked.person = any(g.people) and i."fixedAt" is not null
    union all
    select i."reporter", 'issue_news', 'news', i."objectId", null, i."objectId", news.data, news.at, null
    from given g join "Issue" i on i."reporter" = any(g.people) left join "Build" b on b."objectId" = i."buildFixed", lateral (values
        (jsonb_build_object('what', 'confirmed', 'severity', i."severity"), i."confirmedAt"),
        (jsonb_build_object('what', 'fixed', 'build', jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel")), i."fixedAt"),
        (jsonb_build_object('what', 'verified', 'assumed', i."assumed"), i."verifiedAt"),
        (jsonb_build_object('what', 'closed', 'resolution', i."resolution", 'reason', i."closeReason"),
            case when i."resolution" not in ('duplicate', 'withdrawn') then i."closedAt" end),
        (jsonb_build_object('what', 'merged', 'into', (select r."number"::int from "Issue" r where r."objectId" = i."duplicateOf")),
            case when i."resolution" = 'duplicate' then i."closedAt" end)) news(data, at)
    where news.at is not null
    union all
    select i."reporter", case when u."isAdmin" then 'comment_staff' else 'comment' end, 'news', i."objectId", c."author", i."objectId",
        jsonb_build_object('people', jsonb_build_array(u."username"), 'excerpt', left(c."body", 140), 'comment', c."objectId"), c."createdAt", null
    from given g join "Issue" i on i."reporter" = any(g.people)
        join "Comment" c on c."issue" = i."objectId" and c."kind" = 'comment' and c."author" <> i."reporter"
        join "_User" u on u."objectId" = c."author"
    union all
    select e."user", 'points_settled', 'news', i."objectId", null, i."objectId", jsonb_build_object('amount', sum(e."amount")::bigint),
        i."settledAt", null
    from given g join "PointsEntry" e on e."user" = any(g.people) join "Issue" i on i."objectId" = e."issue"
    where i."settledAt" is not null group by e."user", i."objectId", i."settledAt" having sum(e."amount") > 0)"#;

/// What happened to them otherwise.
const OF_THEIR_OWN: &str = r#"
    select e."user" as person, 'points_reversed' as kind, 'action' as bucket, null as issue, e."actor" as actor, 'reversed:' || e."user" as about,
        jsonb_build_object('amount', e."amount"::bigint, 'reason', e."reason", 'what', 'reversed') as data, e."at" as at,
        e."at" < g.now - interval '5 days' as is_done
    from given g join "PointsEntry" e on e."user" = any(g.people) where e."kind" = 'adjustment' and e."amount" < 0
    union all
    select s."user", case when s."state" = 'approved' then 'mission' else 'submission_returned' end,
        case when s."state" = 'approved' then 'news' else 'action' end, null, s."reviewer",
        case when s."state" = 'approved' then m."objectId" else s."objectId" end,
        jsonb_build_object('mission', jsonb_build_object('id', m."objectId", 'slug', m."slug", 'title', m."title"), 'state', s."state",
            'what', case when s."state" = 'approved' then 'done' else 'returned' end, 'amount', s."paid"::bigint, 'reason', s."note", 'triesLeft', 2),
        s."decidedAt", m."state" <> 'live'
    from given g join "Submission" s on s."user" = any(g.people) join "Mission" m on m."objectId" = s."mission"
    where s."state" in ('approved', 'rejected')
    union all
    select person, 'mission', 'news', null, null, 'opened:' || m."objectId",
        jsonb_build_object('mission', jsonb_build_object('id', m."objectId", 'slug', m."slug", 'title', m."title"), 'what', 'opened',
            'points', m."points"::int), m."openedAt", null
    from given g cross join unnest(g.people) person join "_User" u on u."objectId" = person
        join "Mission" m on m."openedAt" > u."createdAt" and m."minTrust" <= u."trustLevel"
    union all
    select u."objectId", 'payout', 'news', null, null, x."objectId" || ':published',
        jsonb_build_object('what', 'published', 'title', 'The payout of ' || s."name" || ' is published',
            'season', jsonb_build_object('number', s."number"::int, 'name', s."name", 'state', s."state"),
            'paid', trim_scale(p.amount * ('1e-' || (x."token" ->> 'decimals'))::numeric)::text || ' ' || (x."token" ->> 'symbol')),
        x."publishedAt", null
    from given g join "_User" u on u."objectId" = any(g.people)
        join _touchstone.reward_payee p on p.person = u."personId" and p.leaf_index is not null
        join "RewardExport" x on x."objectId" = p.export and x."state" = 'published' join "Season" s on s."number" = x."season"
    union all
    select person, 'rules_season', 'news', null, null, 'season:' || s."number" || ':' || news.state,
        jsonb_build_object('what', 'season', 'title', s."name",
            'season', jsonb_build_object('number', s."number"::int, 'name', s."name", 'state', news.state)), news.at, null
    from given g cross join unnest(g.people) person cross join "Season" s, lateral (values
        ('live', s."startsAt"), ('final', case when s."state" = 'final' then s."updatedAt" end)) news(state, at)
    where news.at <= g.now
    union all
    select u."objectId", 'badge_level', 'news', null, null, 'level', jsonb_build_object('level', u."trustLevel"::int),
        u."createdAt" + interval '40 days', null
    from given g join "_User" u on u."objectId" = any(g.people) where u."trustLevel" > 0 and u."createdAt" + interval '40 days' <= g.now
    union all
    select h."user", 'account_changed', 'action', null, h.by, 'held:' || h."user", jsonb_build_object('status', 'held', 'reason',
        'Your rank is hidden and nothing is paid out to you while your account is checked. Your points stay yours.'), h.at, false
    from given g join _touchstone.person_hold h on h."user" = any(g.people) and h.released_at is null)"#;

/// What administrators should look at.
const OF_ADMINISTRATORS: &str = r#"
    select person, told.kind, 'action' as bucket, i."objectId" as issue, null::text as actor, i."objectId" || told.about as about,
        told.data, told.at, told.is_done
    from given g cross join unnest(g.people) person cross join "Issue" i, lateral (values
        ('admin_s1', '', jsonb_build_object('claimed', 'S1'), case when i."severityClaimed" = 'S1' then i."submittedAt" end, i."status" <> 'new'),
        ('admin_private', '', '{}'::jsonb, case when i."visibility" = 'private' then i."submittedAt" end, i."status" <> 'new'),
        ('admin_regression', '', '{}'::jsonb, case when i."regressions" > 0 then i."lastActivityAt" end, i."status" <> 'confirmed'),
        ('admin_promise', ':first_response', jsonb_build_object('promise', 'first_response', 'dueAt', _touchstone.iso(i."submittedAt" + interval '48 hours')),
            case when i."status" = 'new' and i."firstResponseAt" is null and i."severityClaimed" is distinct from 'S1'
                then i."submittedAt" + interval '36 hours' end, false)) told(kind, about, data, at, is_done)
    where told.at between g.now - interval '5 days' and g.now
    union all
    select person, 'admin_appeal', 'action', null, a."user", a.id,
        jsonb_build_object('appeal', a.id, 'subjectType', a.subject_type, 'name', u."username"), a.opened_at, a.state <> 'open'
    from given g cross join unnest(g.people) person cross join _touchstone.appeal a join "_User" u on u."objectId" = a."user")"#;

/// Of one group, only the newest is unread or open.
const WRITTEN: &str = r#",
    placed as (
        select t.*, g.now, row_number() over (partition by t.person, t.kind, t.about order by t.at desc, t.data::text) as place
        from told t, given g where t.at > g.now - interval '30 days'),
    known as (
        select p.*, least(p.at + interval '5 hours', p.now) as seen,
            p.place = 1 and case p.bucket when 'action' then not p.is_done else p.at > p.now - interval '40 hours' end as is_open
        from placed p)
    insert into "Notification" ("objectId", "createdAt", "updatedAt", "user", "event", "bucket", "issue", "actor", "groupKey", "count", "data",
        "readAt", "doneAt")
    select left(translate(encode(sha256(convert_to(concat_ws(':', k.kind, k.about, k.person, k.place), 'UTF8')), 'base64'), '+/=', 'abc'), 10),
        k.at, k.at, k.person, k.kind, k.bucket, k.issue, k.actor, k.kind || ':' || k.about, 1, k.data,
        case when not k.is_open then k.seen end, case when k.bucket = 'action' and not k.is_open then k.seen end
    from known k"#;

/// Warnings about response targets were given when they were due.
const WARNED: &str = r#"insert into _touchstone.promise_alarm (issue, promise, at)
    select i."objectId", promised, $1::timestamptz from "Issue" i, unnest(array['first_response', 'decision']) promised
    where i."status" = 'new' and i."submittedAt" < $1::timestamptz - interval '8 hours'"#;
