-- Deletion of accounts, and the data that a user can export.

-- Accounts that will be deleted. The user can cancel it until then.
create table _touchstone.account_deletion (
    "user" text primary key,
    texts text not null check (texts in ('keep', 'erase')),
    asked_at timestamptz not null,
    due_at timestamptz not null
);
create index account_deletion_due on _touchstone.account_deletion (due_at);

-- Issues that a user took part in.
create function _touchstone.issues_of(who text) returns table (issue text) language sql stable
begin atomic
    select i."objectId" from "Issue" i where i."reporter" = who
    union select v."issue" from "Vote" v where v."user" = who
    union select c."issue" from "Comment" c where c."author" = who
    union select w."issue" from "Watch" w where w."user" = who
    union select f."issue" from "FixCheck" f where f."user" = who
    union select p."issue" from "DuplicateProposal" p where p."by" = who;
end;

-- The wallets of an account, and unlinked ones that are still blocked. The tables exist only if wallet sign-in is
-- configured.
create function _touchstone.wallets_kept(who text) returns setof jsonb language plpgsql stable as $$
declare
    family text;
begin
    foreach family in array array['_EthAddress', '_SolAddress', '_DotAddress', '_ErdAddress'] loop
        if to_regclass(format('%I', family)) is not null then
            return query execute format('select jsonb_build_object(''address'', "objectId", ''family'', $2, ''linkedAt'', _touchstone.iso("createdAt"))
                from %I where "user" = $1', family) using who, lower(substr(family, 2, 3));
        end if;
    end loop;
    if to_regclass('_touchstone.wallet_rest') is not null then
        return query execute 'select jsonb_build_object(''address'', account, ''restsUntil'', _touchstone.iso(until))
            from _touchstone.wallet_rest where user_id = $1' using who;
    end if;
end $$;

-- Erases the profile of an account, except its name and what other rows depend on.
create function _touchstone.erase_profile(who text, pseudonym text, moment timestamptz) returns void
    language plpgsql volatile as $$
declare
    fields text;
begin
    -- Sign-in methods and the adopted database determine which columns exist.
    select string_agg(format('%I = null', c.column_name), ', ') into fields from information_schema.columns c
        where c.table_schema = current_schema() and c.table_name = '_User' and c.is_nullable = 'YES' and c.column_name <> all (array[
            'objectId', 'createdAt', 'updatedAt', '_rperm', '_wperm', 'username', 'isAdmin', 'status', 'riskState', 'personId', 'trustLevel',
            'trustPinned', 'acceptedCount', 'decidedCount', 'accuracyBps', 'spamCount', 'joinedVia']);
    execute format('update "_User" set "username" = $2, "status" = ''deleted'', "riskState" = ''clear'', "updatedAt" = $3, %s
        where "objectId" = $1', fields) using who, pseudonym, moment;
    delete from "_Join:users:_Role" where "relatedId" = who;
end $$;

-- Unlinks the wallets of an account, and blocks them for other accounts for a while.
create function _touchstone.erase_wallets(who text, moment timestamptz) returns void language plpgsql volatile as $$
declare
    family text;
    addresses text[] := (select array_agg(lower(split_part(a, '@', 1))) from unnest(_touchstone.wallets_of(who)) a);
begin
    delete from _touchstone.wallet_funding where address = any(addresses);
    delete from _touchstone.funding_attempt where address = any(addresses);
    foreach family in array array['_EthAddress', '_SolAddress', '_DotAddress', '_ErdAddress'] loop
        if to_regclass(format('%I', family)) is not null and to_regclass('_touchstone.wallet_rest') is not null then
            execute format('insert into _touchstone.wallet_rest (account, user_id, until)
                select "accountKey", $1, $2 + interval ''90 days'' from %I where "user" = $1 and "accountKey" is not null
                on conflict (account) do update set user_id = excluded.user_id, until = excluded.until', family) using who, moment;
            execute format('delete from %I where "user" = $1', family) using who;
        end if;
    end loop;
    if to_regclass('_touchstone.wallet_challenge') is not null then
        execute 'delete from _touchstone.wallet_challenge where user_id = $1' using who;
    end if;
    -- Evidence stays for the counts, without the wallet.
    update "Evidence" set "from" = null, "shareHash" = false, "updatedAt" = moment
        where "owner" = who and ("from" is not null or "shareHash");
end $$;

-- Deletes addresses, visits, subscriptions and private objects of an account.
create function _touchstone.erase_traces(who text, moment timestamptz) returns void language plpgsql volatile as $$
begin
    delete from _touchstone.visit where "user" = who;
    delete from _touchstone.account_link_try t using _touchstone.account_link l
        where l."user" = who and t.service = l.service and t.external_id = l.external_id;
    delete from _touchstone.account_link where "user" = who;
    delete from _touchstone.account_link_attempt where "user" = who;
    delete from _touchstone.push_subscription where "user" = who;
    delete from _touchstone.push_removed where "user" = who;
    delete from _touchstone.push_test where "user" = who;
    delete from _touchstone.channel_address where "user" = who;
    delete from _touchstone.widget_token where "user" = who;
    delete from _touchstone.policy_acceptance where "user" = who;
    delete from _touchstone.call_asker where "user" = who;
    delete from _touchstone.failure_look_up where "user" = who;
    delete from _touchstone.failure_question where "user" = who;
    delete from _touchstone.mail_bounce where "user" = who;
    delete from _touchstone.mail_suppression where "user" = who;
    delete from _touchstone.evidence_refresh where person = who;
    delete from _touchstone.delivery where receiver = who;
    delete from "Notification" where "user" = who;
    delete from "SavedView" where "owner" = who;
    delete from "Attachment" where "owner" = who and "issue" is null and "submission" is null;
    with gone as (delete from "Watch" where "user" = who returning "issue" as issue)
        insert into _touchstone.count_change (root, watching) select issue, -1 from gone order by issue;
    delete from _touchstone.merged_watch where watcher = who;
    -- The place in a mission becomes free.
    update "Submission" set "state" = 'withdrawn', "updatedAt" = moment
        where "user" = who and "state" in ('started', 'blocked') and "paid" = 0;
end $$;

-- Removes an account from undecided cases, and erases what it wrote. Links stay, because points depend on them.
create function _touchstone.erase_cases(who text) returns void language plpgsql volatile as $$
begin
    update _touchstone.risk_case c set facts = c.facts || jsonb_build_object(
            'signals', (select coalesce(jsonb_agg(case when s.one -> 'users' ? who then s.one || '{"detail": {}}' else s.one end order by s.place), '[]')
                from jsonb_array_elements(coalesce(c.facts -> 'signals', '[]')) with ordinality s(one, place)),
            'pairs', (select coalesce(jsonb_agg(p.one order by p.place) filter (where not p.one ? who), '[]')
                from jsonb_array_elements(coalesce(c.facts -> 'pairs', '[]')) with ordinality p(one, place)))
        where c.number in (select m.case_number from _touchstone.risk_case_member m where m."user" = who);
    -- A case needs two accounts.
    delete from _touchstone.risk_case c where c.state <> 'decided'
        and c.number in (select m.case_number from _touchstone.risk_case_member m where m."user" = who)
        and (select count(*) from _touchstone.risk_case_member m where m.case_number = c.number) <= 2;
    delete from _touchstone.risk_case_member m using _touchstone.risk_case c
        where c.number = m.case_number and c.state <> 'decided' and m."user" = who;
    delete from _touchstone.risk_dismissed where a = who or b = who;
    update _touchstone.risk_question set body = null where "user" = who;
    update _touchstone.appeal set body = 'Erased with the account of who wrote it.',
        state = case state when 'open' then 'withdrawn' else state end where "user" = who;
end $$;

-- Replaces the name by the pseudonym in notifications to others.
create function _touchstone.rename_in_notices(who text, old_name text, pseudonym text) returns void language plpgsql volatile as $$
begin
    update "Notification" n set "data" = jsonb_set(n."data", '{people}', (
            select jsonb_agg(case when p = to_jsonb(old_name) then to_jsonb(pseudonym) else p end) from jsonb_array_elements(n."data" -> 'people') p))
        where n."issue" in (select issue from _touchstone.issues_of(who)) and n."doneAt" is null
            and jsonb_typeof(n."data" -> 'people') = 'array' and n."data" -> 'people' ? old_name;
    update _touchstone.delivery d set data = jsonb_set(d.data, '{people}', (
            select jsonb_agg(case when p = to_jsonb(old_name) then to_jsonb(pseudonym) else p end) from jsonb_array_elements(d.data -> 'people') p))
        where d.issue in (select issue from _touchstone.issues_of(who)) and d.state in ('waiting', 'digest')
            and jsonb_typeof(d.data -> 'people') = 'array' and d.data -> 'people' ? old_name;
end $$;

-- Erases all texts and attachments of an account.
create function _touchstone.erase_texts(who text, moment timestamptz) returns void language plpgsql volatile as $$
begin
    update "IssueEvent" e set "whole" = e."whole" - 'before' - 'after' from "Issue" i
        where i."objectId" = e."issue" and i."reporter" = who and e."type" = 'edited' and e."whole" ?| array['before', 'after'];
    update "IssueEvent" e set "data" = e."data" - array['note', 'title'], "whole" = e."whole" - array['note', 'title']
        where e."issue" in (select issue from _touchstone.issues_of(who)) and e."actor" = who
            and (e."data" ?| array['note', 'title'] or e."whole" ?| array['note', 'title']);
    -- Events of issues that their reports were merged into contain the title.
    update "IssueEvent" e set "data" = e."data" - array['note', 'title'], "whole" = e."whole" - array['note', 'title']
        from (select distinct m.root, i."number" as number from "Issue" i cross join lateral (
                select i."duplicateOf" as root union select c #>> '{after,closed,of}' from "IssueEvent" a
                    cross join jsonb_array_elements(a."data" -> 'changes') c
                where a."issue" = i."objectId" and a."type" = 'merged_away' and jsonb_typeof(a."data" -> 'changes') = 'array') m
            where i."reporter" = who and m.root is not null) merged
        where e."issue" = merged.root and e."type" = 'merged_in' and (e."data" ->> 'number')::float8 = merged.number and e."data" ? 'title';
    update "Notification" n set "data" = n."data" - 'excerpt' where n."doneAt" is null and n."data" ? 'excerpt'
        and n."issue" in (select c."issue" from "Comment" c where c."author" = who)
        and n."data" ->> 'comment' in (select c."objectId" from "Comment" c where c."author" = who);
    update _touchstone.delivery d set data = d.data - 'excerpt' where d.state in ('waiting', 'digest') and d.data ? 'excerpt'
        and d.issue in (select c."issue" from "Comment" c where c."author" = who)
        and d.data ->> 'comment' in (select c."objectId" from "Comment" c where c."author" = who);
    update "Issue" set "title" = 'Erased report', "body" = 'Erased at the wish of the person who wrote it.', "steps" = '[]',
        "environment" = '{}', "updatedAt" = moment where "reporter" = who;
    update "CommentRevision" r set "body" = '', "updatedAt" = moment from "Comment" c
        where c."objectId" = r."comment" and c."author" = who and r."body" <> '';
    update "Comment" set "body" = '', "deletedAt" = coalesce("deletedAt", moment), "updatedAt" = moment where "author" = who;
    update "Issue" i set "commentCount" = (select count(*) from "Comment" c
        where c."issue" = i."objectId" and not c."internal" and c."deletedAt" is null)
        where i."objectId" in (select c."issue" from "Comment" c where c."author" = who);
    update "Vote" set "note" = null, "updatedAt" = moment where "user" = who and "note" is not null;
    update "FixCheck" set "note" = null, "updatedAt" = moment where "user" = who and "note" is not null;
    update "DuplicateProposal" set "note" = null, "updatedAt" = moment where "by" = who and "note" is not null;
    update "Submission" set "answers" = '{}', "attachments" = '[]', "updatedAt" = moment where "user" = who;
    update "Evidence" set "quote" = null, "rpc" = null, "updatedAt" = moment where "owner" = who and ("quote" is not null or "rpc" is not null);
    delete from _touchstone.widget_context where issue in (select i."objectId" from "Issue" i where i."reporter" = who);
    delete from "Attachment" where "owner" = who;
end $$;

-- Deletes an account. Personal data is erased, and what others depend on stays with a pseudonym.
create function _touchstone.erase_account(who text, pseudonym text, with_texts boolean, moment timestamptz) returns void
    language plpgsql volatile as $$
declare
    old_name text := (select "username" from "_User" where "objectId" = who);
begin
    -- First, because it needs the issues of the account.
    perform _touchstone.rename_in_notices(who, old_name, pseudonym);
    if with_texts then
        perform _touchstone.erase_texts(who, moment);
    end if;
    perform _touchstone.erase_cases(who);
    perform _touchstone.erase_traces(who, moment);
    perform _touchstone.erase_wallets(who, moment);
    perform _touchstone.erase_profile(who, pseudonym, moment);
end $$;
