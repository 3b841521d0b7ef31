-- Votes, watchers, affected persons, and their proof by evidence.

alter table "Vote"
    alter column "issue" set not null, alter column "user" set not null, alter column "at" set not null,
    alter column "proof" set default false, alter column "proof" set not null,
    add constraint "Vote_note" check (char_length("note") <= 280);
create unique index "Vote_issue_user" on "Vote" ("issue", "user");
create index "Vote_user" on "Vote" ("user", "at");
create trigger readers before insert or update on "Vote" for each row execute function _touchstone.keep_own_readers();

alter table "Watch"
    alter column "issue" set not null, alter column "user" set not null, alter column "level" set not null,
    add constraint "Watch_reason" check ("reason" in ('reporter', 'voter', 'commenter', 'mentioned', 'assigned', 'manual')),
    add constraint "Watch_level" check ("level" in ('all', 'status', 'mute'));
create unique index "Watch_issue_user" on "Watch" ("issue", "user");
create index "Watch_user" on "Watch" ("user");
create trigger readers before insert or update on "Watch" for each row execute function _touchstone.keep_own_readers();

alter table "IssueReach"
    alter column "root" set not null, alter column "personId" set not null, alter column "firstAt" set not null,
    alter column "proof" set default false, alter column "proof" set not null;
create unique index "IssueReach_root_person" on "IssueReach" ("root", "personId");
create index "IssueReach_person" on "IssueReach" ("personId");

-- Increments that are not yet folded into the counts of an issue, so that concurrent votes do not wait for each other.
-- Rows live for a second, so fractions of the table size mean nothing to autovacuum.
create table _touchstone.count_change (
    id bigint generated always as identity primary key,
    root text not null,
    affected int not null default 0,
    proven int not null default 0,
    watching int not null default 0,
    evidence int not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
create index count_change_root on _touchstone.count_change (root);

-- True if the person of a user is counted as affected by an issue or one of its duplicates.
create function _touchstone.is_affected(root_id text, user_id text) returns boolean
    language plpgsql stable parallel safe as $$
begin
    return exists (select from "IssueReach" r join "_User" u on r."personId" = coalesce(u."personId", u."objectId")
        where r."root" = root_id and u."objectId" = user_id);
end $$;

-- The number of affected persons, including increments that are not yet folded.
create function _touchstone.affected(issue "Issue") returns bigint language plpgsql stable parallel safe as $$
begin
    return issue."voteCount"::bigint
        + coalesce((select sum(c.affected) from _touchstone.count_change c where c.root = issue."objectId"), 0);
end $$;

-- The number of affected persons with proof, including increments that are not yet folded.
create function _touchstone.proven(issue "Issue") returns bigint language plpgsql stable parallel safe as $$
begin
    return issue."proofCount"::bigint
        + coalesce((select sum(c.proven) from _touchstone.count_change c where c.root = issue."objectId"), 0);
end $$;

-- True if evidence proves something for its owner.
create function _touchstone.proves(state text, owner_match text) returns boolean
    language sql immutable parallel safe
    return coalesce(state in ('decoded', 'partial') and owner_match in ('yes', 'relayed'), false);

-- True if an account has provided proof for an issue.
create function _touchstone.has_proof(of_issue text, of_user text) returns boolean language plpgsql stable parallel safe as $$
begin
    return exists (select from "Evidence" e where e."issue" = of_issue and e."owner" = of_user
        and _touchstone.proves(e."state", e."ownerMatch"));
end $$;

-- Every person affected by an issue or its duplicates, once per report and vote.
create function _touchstone.touches(root_id text) returns table (person text, at timestamptz, proof boolean)
    language sql stable
    begin atomic
        select coalesce(u."personId", u."objectId"), i."submittedAt", _touchstone.has_proof(i."objectId", i."reporter")
            from "Issue" i join "_User" u on u."objectId" = i."reporter"
            where i."objectId" = root_id or i."duplicateOf" = root_id
        union all
        select coalesce(u."personId", u."objectId"), v."at", v."proof"
            from "Issue" i join "Vote" v on v."issue" = i."objectId" join "_User" u on u."objectId" = v."user"
            where i."objectId" = root_id or i."duplicateOf" = root_id;
    end;

-- Updates the proof of an account for an issue after its evidence has changed.
create function _touchstone.prove(of_issue text, of_user text) returns void language plpgsql volatile as $$
declare
    root_id text;
    of_person text;
    is_proven boolean;
begin
    select coalesce(i."duplicateOf", i."objectId") into root_id from "Issue" i where i."objectId" = of_issue;
    select coalesce(u."personId", u."objectId") into of_person from "_User" u where u."objectId" = of_user;
    update "Vote" v set "proof" = not v."proof" where v."issue" = of_issue and v."user" = of_user
        and v."proof" <> _touchstone.has_proof(of_issue, of_user);
    is_proven := exists (select from "_User" u join "Issue" i on i."objectId" = root_id or i."duplicateOf" = root_id
        where coalesce(u."personId", u."objectId") = of_person and _touchstone.has_proof(i."objectId", u."objectId")
            and (i."reporter" = u."objectId" or exists (select from "Vote" v where v."issue" = i."objectId" and v."user" = u."objectId")));
    update "IssueReach" r set "proof" = is_proven where r."root" = root_id and r."personId" = of_person and r."proof" <> is_proven;
    if found then
        insert into _touchstone.count_change (root, proven) values (root_id, case when is_proven then 1 else -1 end);
    end if;
    if root_id <> of_issue then
        -- A duplicate has a count of its own, which only this statement changes.
        update "Issue" i set "proofCount" = (select count(distinct t.person) from _touchstone.touches(of_issue) t where t.proof)
            where i."objectId" = of_issue;
    end if;
end $$;

-- The strength of evidence for an issue: `none`, `own` if its owner met a failure, or `same_failure` if it has the
-- fingerprint of the issue's set or cluster.
create function _touchstone.proof_of(evidence_id text, of_issue text) returns text language plpgsql stable as $$
declare
    e "Evidence";
    root_id text;
begin
    select * into e from "Evidence" where "objectId" = evidence_id;
    if not _touchstone.proves(e."state", e."ownerMatch") then
        return 'none';
    end if;
    select coalesce(i."duplicateOf", i."objectId") into root_id from "Issue" i where i."objectId" = of_issue;
    if e."fingerprint" is not null and (
        exists (select from "FailureCluster" c where c."fingerprint" = e."fingerprint" and c."rootIssue" = root_id)
        or exists (select from "Evidence" o join "Issue" i on i."objectId" = o."issue" and (i."objectId" = root_id or i."duplicateOf" = root_id)
            where o."fingerprint" = e."fingerprint" and o."objectId" <> evidence_id and o."state" in ('decoded', 'partial'))) then
        return 'same_failure';
    end if;
    return 'own';
end $$;
