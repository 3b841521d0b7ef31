-- Persons and accounts: who counts as one, what was noticed, who decided, and who objected.

-- The place from which an entry counts: its own, or that of the one it was written again for.
create function _touchstone.entry_place(idem_key text, seq double precision) returns double precision
    language sql immutable parallel safe
    return case when idem_key like 'person:%' then split_part(idem_key, ':', 2)::double precision else seq end;

-- What the ledger says of persons in a season becomes their standing. Who got there first does not change because accounts
-- were counted as one later.
create or replace function _touchstone.recount_standings(of_season integer, persons text[], moment timestamptz) returns void
    language sql volatile
begin atomic
    insert into "Standing" ("objectId", "createdAt", "updatedAt", "season", "personId", "displayUser", "total", "highCount",
        "lastSeq", "eligible", "_rperm", "_wperm")
    select md5(of_season || ':' || counted.person), moment, moment, of_season, counted.person, counted.person,
        counted.total, counted.high, counted.last, of_season > 0 and counted.total > 0 and _touchstone.is_ranked(counted.person), '{}', '{}'
    from (
        select entry."personId" as person, sum(entry."amount") as total,
            count(distinct entry."sourceId") filter (where state.stands and entry."rule" in ('bug.S1', 'bug.S2')) as high,
            coalesce(max(_touchstone.entry_place(entry."idemKey", entry."seq")) filter (where state.stands), 0) as last
        from "PointsEntry" entry, lateral (select _touchstone.stands(entry) as stands) state
        where entry."season" = of_season and entry."personId" = any(persons)
        group by entry."personId"
    ) counted
    on conflict ("season", "personId") do update set "total" = excluded."total", "highCount" = excluded."highCount",
        "lastSeq" = excluded."lastSeq", "eligible" = excluded."eligible", "updatedAt" = excluded."updatedAt";
end;

create table _touchstone.person_link (
    -- That an account counts as one person with others. Rows stay when it is undone.
    id text primary key,
    person text not null,
    "user" text not null,
    reason text not null check (reason in ('same_funder', 'same_funder_device', 'same_device', 'same_payout', 'same_texts',
        'wallet_passed', 'said_so', 'other')),
    note text,
    case_number integer,
    by text not null,
    at timestamptz not null,
    undone_by text,
    undone_at timestamptz
);
create unique index person_link_live on _touchstone.person_link ("user") where undone_at is null;
create index person_link_by_time on _touchstone.person_link (at desc, id);

create table _touchstone.person_hold (
    -- That an account is held back from ranks and payouts. Rows stay when it is let go.
    id text primary key,
    "user" text not null,
    reason text not null check (reason in ('same_funder', 'same_funder_device', 'same_device', 'same_payout', 'same_texts',
        'wallet_passed', 'said_so', 'other')),
    note text,
    by text not null,
    at timestamptz not null,
    released_by text,
    released_at timestamptz
);
create unique index person_hold_live on _touchstone.person_hold ("user") where released_at is null;

create table _touchstone.risk_case (
    -- Accounts that look like one person's.
    number integer generated always as identity primary key,
    state text not null check (state in ('open', 'asked', 'watch', 'decided')),
    score integer not null,
    title text not null,
    -- What was noticed, what speaks against it and what nobody knows, as it was when it was looked at last.
    facts jsonb not null,
    opened_at timestamptz not null,
    updated_at timestamptz not null,
    due timestamptz,
    decision text check (decision in ('link', 'dismiss')),
    reason text,
    note text,
    decided_by text,
    decided_at timestamptz,
    users text[],
    check ((state = 'decided') = (decision is not null))
);
create index risk_case_queue on _touchstone.risk_case (state, score desc, number);
create table _touchstone.risk_case_member (
    case_number integer not null references _touchstone.risk_case on delete cascade,
    "user" text not null,
    score integer not null,
    suggested boolean not null,
    primary key (case_number, "user")
);
create index risk_case_member_of on _touchstone.risk_case_member ("user");

create table _touchstone.risk_dismissed (
    -- Pairs of accounts that an administrator has looked at, and the facts that were known then.
    a text not null,
    b text not null,
    facts text[] not null,
    by text not null,
    at timestamptz not null,
    primary key (a, b),
    check (a < b)
);

create table _touchstone.risk_question (
    -- Questions to the people of a case.
    id text primary key,
    case_number integer not null references _touchstone.risk_case on delete cascade,
    "user" text not null,
    asked_at timestamptz not null,
    due timestamptz not null,
    answered_at timestamptz,
    body text,
    unique (case_number, "user")
);
create index risk_question_of on _touchstone.risk_question ("user");

create table _touchstone.risk_scan (
    -- How the last look at everybody went.
    is_only boolean primary key default true check (is_only),
    at timestamptz not null,
    testers bigint not null,
    millis bigint not null,
    pairs bigint not null,
    cases bigint not null,
    unknown_wallets bigint not null
);

create table _touchstone.appeal (
    -- Objections to decisions.
    id text primary key,
    "user" text not null,
    subject_type text not null check (subject_type in ('issue_closed', 'severity', 'duplicate', 'submission', 'points', 'risk', 'suspension')),
    subject_id text not null,
    body text not null check (char_length(body) between 20 and 2000),
    state text not null check (state in ('open', 'upheld', 'denied', 'withdrawn')),
    -- Who made the decision: another administrator reads the appeal where there is one.
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

create table _touchstone.visit (
    -- When accounts did something, in which browser, from which network. Kept for 30 days.
    id bigint generated always as identity primary key,
    "user" text not null,
    device text,
    network text,
    began timestamptz not null,
    ended timestamptz not null
);
create index visit_of on _touchstone.visit ("user", ended desc);
create index visit_by_time on _touchstone.visit (ended);
-- With what addresses of networks are hashed; none is kept longer than what was hashed with it.
create table _touchstone.network_salt (made_at timestamptz primary key, salt text not null);

create table _touchstone.wallet_funding (
    -- Who paid the first gas of a wallet. It never changes once it is final.
    address text primary key,
    kind text not null check (kind in ('direct', 'contract', 'bridge', 'fees', 'staking', 'internal', 'older', 'never')),
    network text not null,
    funder text,
    via text,
    block bigint,
    at timestamptz,
    value text,
    looked_at timestamptz not null
);
create index wallet_funding_by on _touchstone.wallet_funding (funder) where funder is not null;
create table _touchstone.funder (
    -- What is known of those who paid, and what an administrator says of them.
    address text primary key,
    sent bigint,
    is_contract boolean,
    looked_at timestamptz,
    verdict text check (verdict in ('exempt', 'counts')),
    note text,
    by text,
    at timestamptz
);

-- Invitations whose sign-ups are no wave: events, classes, workshops.
create table _touchstone.cleared_invitation (invitation text primary key, note text not null, by text not null, at timestamptz not null);

-- How much it says that somebody paid a wallet's first gas: as `FunderWeight` has it.
create function _touchstone.funder_weight(sent bigint, verdict text) returns text
    language sql immutable parallel safe
    return case when verdict = 'exempt' then 'hub' when verdict = 'counts' then 'full' when sent >= 10000 then 'hub'
        when sent >= 1000 then 'half' else 'full' end;

-- Notes that an account does something: its visit goes on, or a new one begins. The network is hashed with a salt that
-- changes every 30 days; the address itself is not kept.
create function _touchstone.note_visit(who text, device_token text, net text, moment timestamptz) returns void
    language plpgsql volatile as $$
declare
    salted text;
    hashed_device text := left(encode(sha256(convert_to('device:' || device_token, 'UTF8')), 'hex'), 24);
    hashed_network text;
    last record;
begin
    select salt into salted from _touchstone.network_salt where made_at > moment - interval '30 days' order by made_at desc limit 1;
    if salted is null then
        salted := gen_random_uuid()::text;
        insert into _touchstone.network_salt (made_at, salt) values (moment, salted) on conflict do nothing;
    end if;
    hashed_network := left(encode(sha256(convert_to(salted || ':' || net, 'UTF8')), 'hex'), 24);
    select id, ended into last from _touchstone.visit v
        where v."user" = who and v.ended > moment - interval '15 minutes'
            and v.device is not distinct from hashed_device and v.network is not distinct from hashed_network
        order by v.ended desc limit 1;
    if not found then
        insert into _touchstone.visit ("user", device, network, began, ended) values (who, hashed_device, hashed_network, moment, moment);
    elsif last.ended < moment - interval '1 minute' then
        update _touchstone.visit set ended = moment where id = last.id;
    end if;
end
$$;

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

-- An appeal as the person who wrote it reads it.
create function _touchstone.own_appeal(appeal _touchstone.appeal) returns jsonb
    language sql stable
    return jsonb_build_object('id', appeal.id, 'subjectType', appeal.subject_type, 'subjectId', appeal.subject_id,
        'subject', _touchstone.appeal_subject(appeal) - 'case', 'body', appeal.body, 'state', appeal.state,
        'openedAt', _touchstone.iso(appeal.opened_at), 'due', _touchstone.iso(appeal.due), 'answer', appeal.answer,
        'decidedAt', _touchstone.iso(appeal.decided_at));

-- Whoever made the decision reads no appeal against it, unless there is nobody else; nobody ever reads their own.
create function _touchstone.may_decide_appeal(appeal _touchstone.appeal, me text) returns boolean
    language sql stable
    return appeal."user" <> me and (appeal.decider is distinct from me or not exists (
        select from "_User" u where u."isAdmin" and u."status" = 'active' and u."objectId" <> me));

-- An appeal as administrators read it, with what happened since a link, and what upholding gives back by itself.
create function _touchstone.appeal_shown(appeal _touchstone.appeal, me text) returns jsonb
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

-- Wallets whose payer no node could tell, and when it was tried.
create table _touchstone.funding_attempt (address text primary key, at timestamptz not null);

create function _touchstone.funder_shown(funder _touchstone.funder) returns jsonb
    language sql stable
    return jsonb_build_object('address', funder.address, 'verdict', funder.verdict, 'note', funder.note, 'sent', funder.sent,
        'by', _touchstone.person_of(funder.by), 'at', _touchstone.iso(funder.at));
