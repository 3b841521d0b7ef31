-- Appeals against decisions.

create table _touchstone.appeal (
    id text primary key,
    "user" text not null,
    subject_type text not null check (subject_type in ('issue_closed', 'severity', 'duplicate', 'submission', 'points', 'risk', 'suspension')),
    subject_id text not null,
    body text not null check (char_length(body) between 20 and 2000),
    state text not null check (state in ('open', 'upheld', 'denied', 'withdrawn')),
    -- Who made the decision. Another administrator decides the appeal if there is one.
    decider text,
    case_number integer,
    opened_at timestamptz not null,
    due timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    answer text,
    unique ("user", subject_type, subject_id),
    check ((state in ('upheld', 'denied')) = (decided_by is not null))
);
create index appeal_queue on _touchstone.appeal (opened_at, id) where state = 'open';

-- The ledger entry with a name such as 2:117, which is its season and sequence number.
create function _touchstone.named_entry(name text) returns "PointsEntry"
    language sql stable
    return (select e from "PointsEntry" e
        where e."season" = case when name ~ '^\d{1,9}:\d{1,15}$' then split_part(name, ':', 1)::float8 end
            and e."seq" = case when name ~ '^\d{1,9}:\d{1,15}$' then split_part(name, ':', 2)::float8 end);

-- True if an entry is a manual deduction that can be reversed.
create function _touchstone.can_take_back(entry "PointsEntry") returns boolean
    language sql stable
    return entry."kind" in ('adjustment', 'penalty') and entry."amount" < 0 and entry."sourceType" <> 'submission'
        and _touchstone.stands(entry) and not exists (
            select from "Season" s where s."number" = entry."season" and s."state" in ('final', 'archived'));

-- The current decision about a user: when it was made and by whom.
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

-- The subject of an appeal, as shown to users.
create function _touchstone.appeal_subject(appeal _touchstone.appeal) returns jsonb
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

-- An appeal as returned to its author.
create function _touchstone.own_appeal(appeal _touchstone.appeal) returns jsonb
    language sql stable
    return jsonb_build_object('id', appeal.id, 'subjectType', appeal.subject_type, 'subjectId', appeal.subject_id,
        'subject', _touchstone.appeal_subject(appeal) - 'case', 'body', appeal.body, 'state', appeal.state,
        'openedAt', _touchstone.iso(appeal.opened_at), 'due', _touchstone.iso(appeal.due), 'answer', appeal.answer,
        'decidedAt', _touchstone.iso(appeal.decided_at));

-- The decider of an appeal is neither its author nor, if there is another administrator, the one who made the decision.
create function _touchstone.may_decide_appeal(appeal _touchstone.appeal, me text) returns boolean
    language sql stable
    return appeal."user" <> me and (appeal.decider is distinct from me or not exists (
        select from "_User" u where u."isAdmin" and u."status" = 'active' and u."objectId" <> me));

-- Why the decision that is appealed was made, as administrators know it.
create function _touchstone.appealed_reason(appeal _touchstone.appeal) returns jsonb
    language sql stable
    return case appeal.subject_type
        when 'risk' then (
            select jsonb_build_object('reason', l.note, 'link', l.reason) from _touchstone.person_link l where l.id = appeal.subject_id
            union all select jsonb_build_object('reason', h.note, 'link', h.reason)
            from _touchstone.person_hold h where h.id = appeal.subject_id)
        when 'suspension' then (select jsonb_build_object('reason', u."statusReason") from "_User" u where u."objectId" = appeal.subject_id)
        when 'points' then (select jsonb_build_object('reason', e."reason") from _touchstone.named_entry(appeal.subject_id) e)
        when 'submission' then (select jsonb_build_object('reason', s."note") from "Submission" s where s."objectId" = appeal.subject_id)
        else (
            select jsonb_build_object('reason', i."closeReason", 'resolution', i."resolution", 'into', root."number"::int, 'severity', i."severity")
            from "Issue" i left join "Issue" root on root."objectId" = i."duplicateOf" where i."objectId" = appeal.subject_id)
    end;

-- An appeal as returned to administrators, with the activity since a link, and the points that upholding it restores.
create function _touchstone.appeal_shown(appeal _touchstone.appeal, me text) returns jsonb
    language sql stable
    return jsonb_build_object('id', appeal.id, 'person', _touchstone.person_of(appeal."user"), 'subjectType', appeal.subject_type,
        'subjectId', appeal.subject_id, 'subject', _touchstone.appeal_subject(appeal), 'body', appeal.body, 'state', appeal.state,
        'openedAt', _touchstone.iso(appeal.opened_at), 'due', _touchstone.iso(appeal.due),
        'decidedBy', _touchstone.person_of(appeal.decided_by), 'answer', appeal.answer, 'decidedAt', _touchstone.iso(appeal.decided_at),
        'byMe', appeal.decider is not distinct from me, 'mayDecide', _touchstone.may_decide_appeal(appeal, me),
        'decider', _touchstone.person_of(appeal.decider), 'decision', _touchstone.appealed_reason(appeal),
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
