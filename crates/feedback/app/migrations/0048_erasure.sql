-- Deleting an account: what is about the person goes, what others build on stays under a pseudonym.

create function _touchstone.erase_account(who text, pseudonym text, with_texts boolean, moment timestamptz) returns void
    language plpgsql volatile as $$
declare
    named record;
    family text;
begin
    -- Which columns there are depends on the ways to sign in that the operator has.
    for named in select c.column_name as field from information_schema.columns c
        where c.table_schema = current_schema() and c.table_name = '_User' and (c.column_name like '\_auth\_data\_%' or c.column_name in (
            'email', 'emailVerified', '_hashed_password', '_email_verify_token', '_email_verify_token_expires_at', '_perishable_token',
            '_perishable_token_expires_at', '_password_history', '_password_changed_at', 'payoutAddress', 'locale', 'timeZone',
            'privacy', 'notifyPrefs', 'lastActiveOn', 'statusReason', 'singleKeys', 'ethAddress', 'accounts', 'solAddress', 'solAccounts',
            'dotAddress', 'dotAccounts', 'erdAddress', 'erdAccounts'))
    loop
        execute format('update "_User" set %I = null where "objectId" = $1', named.field) using who;
    end loop;
    update "_User" set "username" = pseudonym, "status" = 'deleted', "riskState" = 'clear', "updatedAt" = moment where "objectId" = who;
    -- Nobody begins anew with the same wallet at once.
    foreach family in array array['_EthAddress', '_SolAddress', '_DotAddress', '_ErdAddress'] loop
        if to_regclass(format('%I', family)) is not null and to_regclass('_touchstone.wallet_rest') is not null then
            execute format('insert into _touchstone.wallet_rest (account, user_id, until)
                select "accountKey", $1, $2 + interval ''90 days'' from %I where "user" = $1 and "accountKey" is not null
                on conflict (account) do update set user_id = excluded.user_id, until = excluded.until', family) using who, moment;
            execute format('delete from %I where "user" = $1', family) using who;
        end if;
    end loop;
    delete from _touchstone.visit where "user" = who;
    delete from _touchstone.account_link where "user" = who;
    delete from _touchstone.push_subscription where "user" = who;
    delete from _touchstone.channel_address where "user" = who;
    delete from "Notification" where "user" = who;
    delete from "SavedView" where "owner" = who;
    update _touchstone.risk_question set body = null where "user" = who;
    update _touchstone.appeal set state = 'withdrawn' where "user" = who and state = 'open';
    if with_texts then
        update "Issue" set "title" = 'Erased report', "body" = 'Erased at the wish of the person who wrote it.', "steps" = '[]',
            "environment" = '{}', "updatedAt" = moment where "reporter" = who;
        update "IssueEvent" e set "whole" = e."whole" - 'before' - 'after' from "Issue" i
            where i."objectId" = e."issue" and i."reporter" = who and e."type" = 'edited' and e."whole" ?| array['before', 'after'];
        delete from "CommentRevision" r using "Comment" c where c."objectId" = r."comment" and c."author" = who;
        update "Comment" set "body" = '', "deletedAt" = coalesce("deletedAt", moment), "updatedAt" = moment where "author" = who;
        update "Issue" i set "commentCount" = (select count(*) from "Comment" c
            where c."issue" = i."objectId" and not c."internal" and c."deletedAt" is null)
            where i."objectId" in (select c."issue" from "Comment" c where c."author" = who);
    end if;
end
$$;
