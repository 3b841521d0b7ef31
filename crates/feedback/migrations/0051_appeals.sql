-- Appeals against what was decided about reports, points and submissions.

-- An entry of the ledger is named by its season and its place there: 2:117.
create function _touchstone.named_entry(name text) returns "PointsEntry"
    language sql stable
    return (select e from "PointsEntry" e
        where e."season" = case when name ~ '^\d{1,9}:\d{1,15}$' then split_part(name, ':', 1)::float8 end
            and e."seq" = case when name ~ '^\d{1,9}:\d{1,15}$' then split_part(name, ':', 2)::float8 end);

-- Whether an entry took points by hand and can be taken back as it is.
create function _touchstone.can_take_back(entry "PointsEntry") returns boolean
    language sql stable
    return entry."kind" in ('adjustment', 'penalty') and entry."amount" < 0 and entry."sourceType" <> 'submission'
        and _touchstone.stands(entry) and not exists (
            select from "Season" s where s."number" = entry."season" and s."state" in ('final', 'archived'));

-- A decision about somebody that stands: when it was made and by whom.
create function _touchstone.decision_about(subject_type text, subject_id text, me text) returns jsonb
    language sql stable
    return case subject_type
        when 'risk' then (
            select jsonb_build_object('at', _touchstone.iso(l.at), 'decider', l.by, 'case', l.case_number)
            from _touchstone.person_link l where l.id = subject_id and l."user" = me and l.undone_at is null
            union all select jsonb_build_object('at', _touchstone.iso(h.at), 'decider', h.by, 'case', null)
            from _touchstone.person_hold h where h.id = subject_id and h."user" = me and h.released_at is null)
        when 'suspension' then (
            select jsonb_build_object('at', _touchstone.iso(a."at"), 'decider', a."actor", 'case', null) from "AuditEntry" a
            where a."targetId" = me and subject_id = me and a."action" = 'userSetStatus'
                and exists (select from "_User" u where u."objectId" = me and u."status" in ('limited', 'suspended'))
            order by a."seq" desc limit 1)
        when 'points' then (
            select jsonb_build_object('at', _touchstone.iso(e."at"), 'decider', e."actor", 'case', null)
            from _touchstone.named_entry(subject_id) e join "_User" u on u."personId" = e."personId" where u."objectId" = me)
        when 'submission' then (
            select jsonb_build_object('at', _touchstone.iso(s."decidedAt"), 'decider', s."reviewer", 'case', null)
            from "Submission" s where s."objectId" = subject_id and s."user" = me and s."state" = 'rejected')
        else (
            select jsonb_build_object('at', _touchstone.iso(e."at"), 'decider', e."actor", 'case', null)
            from "Issue" i join "IssueEvent" e on e."issue" = i."objectId"
            where i."objectId" = subject_id and i."reporter" = me and case subject_type
                when 'issue_closed' then i."status" = 'closed' and i."resolution" not in ('duplicate', 'withdrawn') and e."type" = 'status'
                when 'duplicate' then i."status" = 'closed' and i."duplicateOf" is not null and e."type" = 'merged_away'
                when 'severity' then i."severity" is not null and i."status" <> 'closed' and e."type" = 'severity'
                else false end
            order by e."seq" desc limit 1)
    end;

-- What an appeal is about, as people call it.
create or replace function _touchstone.appeal_subject(appeal _touchstone.appeal) returns jsonb
    language sql stable
    return case appeal.subject_type
        when 'risk' then jsonb_build_object('label', coalesce('F-' || appeal.case_number,
            case when exists (select from _touchstone.person_hold h where h.id = appeal.subject_id) then 'hold' else 'link' end), 'case', appeal.case_number, 'number', null)
        when 'suspension' then jsonb_build_object('label', 'account', 'case', null, 'number', null)
        when 'points' then (select jsonb_build_object('label', 'entry ' || e."seq"::bigint, 'case', null, 'number', i."number"::int,
                'amount', e."amount"::bigint)
            from _touchstone.named_entry(appeal.subject_id) e left join "Issue" i on i."objectId" = e."issue")
        when 'submission' then (select jsonb_build_object('label', m."title", 'case', null, 'number', null, 'mission', m."slug")
            from "Submission" s join "Mission" m on m."objectId" = s."mission" where s."objectId" = appeal.subject_id)
        else (select jsonb_build_object('label', '#' || i."number"::int, 'case', null, 'number', i."number"::int, 'severity', i."severity")
            from "Issue" i where i."objectId" = appeal.subject_id)
    end;

-- Whoever made the decision reads no appeal against it, unless there is nobody else; nobody ever reads their own.
create or replace function _touchstone.may_decide_appeal(appeal _touchstone.appeal, me text) returns boolean
    language sql stable
    return appeal."user" <> me and (appeal.decider is distinct from me or not exists (
        select from "_User" u where u."isAdmin" and u."status" = 'active' and u."objectId" <> me));

-- An appeal as administrators read it, with what happened since a link, and what upholding gives back by itself.
create or replace function _touchstone.appeal_shown(appeal _touchstone.appeal, me text) returns jsonb
    language sql stable
    return jsonb_build_object('id', appeal.id, 'person', _touchstone.person_of(appeal."user"), 'subjectType', appeal.subject_type,
        'subjectId', appeal.subject_id, 'subject', _touchstone.appeal_subject(appeal), 'body', appeal.body, 'state', appeal.state,
        'openedAt', _touchstone.iso(appeal.opened_at), 'due', _touchstone.iso(appeal.due),
        'decidedBy', _touchstone.person_of(appeal.decided_by), 'answer', appeal.answer, 'decidedAt', _touchstone.iso(appeal.decided_at),
        'byMe', appeal.decider is not distinct from me, 'mayDecide', _touchstone.may_decide_appeal(appeal, me),
        'decider', _touchstone.person_of(appeal.decider),
        'stands', _touchstone.decision_about(appeal.subject_type, appeal.subject_id, appeal."user") is not null,
        'gives', case appeal.subject_type
            when 'points' then (select jsonb_build_object('points', -e."amount"::bigint) from _touchstone.named_entry(appeal.subject_id) e
                where _touchstone.can_take_back(e))
            when 'submission' then (select jsonb_build_object('points', greatest(m."points" - s."paid", 0)::bigint)
                from "Submission" s join "Mission" m on m."objectId" = s."mission" where s."objectId" = appeal.subject_id and s."state" = 'rejected')
            end,
        'since', case when appeal.subject_type = 'risk' then (
            select jsonb_build_object(
                'networks', (select count(distinct v.network) from _touchstone.visit v where v."user" = l."user" and v.began > l.at),
                'reports', (select count(*) from "Issue" i where i."reporter" = l."user" and i."submittedAt" > l.at),
                'deviceShared', exists (select from _touchstone.visit v join _touchstone.visit o on o.device = v.device
                    join _touchstone.person_link p on p."user" = o."user" and p.person = l.person and p.undone_at is null
                    where v."user" = l."user" and o."user" <> l."user" and v.began > l.at and o.began > l.at))
            from _touchstone.person_link l where l.id = appeal.subject_id) end);

-- A rejection can be put right.
create or replace function _touchstone.keep_submission() returns trigger language plpgsql as $$
declare
    follows constant jsonb := '{"started": ["started", "checking", "blocked", "withdrawn", "expired", "approved_partial"],
        "checking": ["checking", "approved", "needs_review", "rejected"], "needs_review": ["needs_review", "approved", "rejected"],
        "approved": ["approved", "revoked"], "approved_partial": ["approved_partial", "started", "revoked"],
        "rejected": ["rejected", "started", "approved"], "blocked": ["blocked", "started", "withdrawn", "approved_partial"],
        "withdrawn": ["withdrawn"], "expired": ["expired"], "revoked": ["revoked"]}';
begin
    if tg_op = 'UPDATE' and (not follows -> old."state" ? new."state"
            or (new."mission", new."user") is distinct from (old."mission", old."user") or new."attempt" < old."attempt") then
        raise exception 'a submission that is % cannot become %', old."state", new."state" using errcode = '23514';
    end if;
    if new."paid" > (select m."points" from "Mission" m where m."objectId" = new."mission") then
        raise exception 'a submission is paid no more than its mission' using errcode = '23514';
    end if;
    new."_rperm" := array[new."user", 'role:administrators'];
    new."_wperm" := '{}';
    return new;
end
$$;
