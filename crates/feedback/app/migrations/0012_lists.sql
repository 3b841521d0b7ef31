-- Lists of issues, and saved views.

alter table "SavedView"
    alter column "owner" set not null, alter column "name" set not null, alter column "query" set not null,
    alter column "shared" set default false, alter column "shared" set not null,
    add constraint "SavedView_name" check (char_length("name") between 1 and 60);
create unique index "SavedView_owner_name" on "SavedView" ("owner", "name");
create trigger readers before insert or update on "SavedView" for each row execute function _touchstone.keep_own_readers();

-- The issues of a page, looked up together. Planning ten joins takes several times longer than running them, and the
-- planner would otherwise repeat it in every call. A generic plan is made once per connection.
create function _touchstone.issue_rows(ids text[], me text, is_admin boolean) returns table (id text, "row" json)
    language plpgsql stable parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
begin
    return query
    select i."objectId", json_build_object(
        'id', i."objectId", 'number', i."number"::int, 'kind', i."kind", 'title', i."title", 'area', i."area",
        'status', i."status", 'resolution', i."resolution", 'severity', i."severity", 'severityClaimed', i."severityClaimed",
        'quality', case when is_admin or i."confirmedAt" is not null then i."quality" end, 'visibility', i."visibility",
        'reporter', _touchstone.person_text(by_whom), 'assignee', _touchstone.person_text(for_whom),
        'voteCount', i."voteCount"::bigint + coalesce(waiting.affected, 0),
        'proofCount', i."proofCount"::bigint + coalesce(waiting.proven, 0), 'evidenceCount', i."evidenceCount"::int,
        'commentCount', i."commentCount"::int, 'mergedCount', i."mergedCount"::int,
        'build', _touchstone.build_text(found_in), 'buildFixed', _touchstone.build_text(fixed_in),
        'impact', round(i."impact"::numeric, 3)::float8, 'regressions', i."regressions"::int, 'tags', i."tags",
        'failureClass', i."failureClass", 'verdict', i."verdict", 'cluster', i."cluster",
        'network', case when seen_on."objectId" is not null then json_build_object('id', seen_on."objectId", 'name', seen_on."name") end,
        'submittedAt', _touchstone.iso(i."submittedAt"), 'lastActivityAt', _touchstone.iso(i."lastActivityAt"),
        'snoozedUntil', case when is_admin then _touchstone.iso(i."snoozedUntil") end, 'duplicateOf', root."number"::int,
        'affectsMe', i."reporter" = me or reached."root" is not null, 'watching', watched."level",
        'mine', i."reporter" = me, 'answered', i."answered", 'source', i."source", 'preview', left(i."body", 200), 'match', null)
    from "Issue" i
    left join "_User" mine on mine."objectId" = me
    left join "_User" by_whom on by_whom."objectId" = i."reporter"
    left join "_User" for_whom on for_whom."objectId" = i."assignee"
    left join "Build" found_in on found_in."objectId" = i."buildReported"
    left join "Build" fixed_in on fixed_in."objectId" = i."buildFixed"
    left join "Network" seen_on on seen_on."objectId" = i."network"
    left join "Issue" root on root."objectId" = i."duplicateOf"
    left join "IssueReach" reached on reached."root" = coalesce(i."duplicateOf", i."objectId")
        and reached."personId" = coalesce(mine."personId", mine."objectId")
    left join "Watch" watched on watched."issue" = i."objectId" and watched."user" = me
    left join (select c.root, sum(c.affected)::bigint as affected, sum(c.proven)::bigint as proven from _touchstone.count_change c
        where c.root = any(ids) group by c.root) waiting on waiting.root = i."objectId"
    where i."objectId" = any(ids);
end $$;

-- One issue as lists show it.
create function _touchstone.issue_row(i "Issue", me text, is_admin boolean) returns jsonb
    language plpgsql stable parallel safe as $$
begin
    return (select shown."row"::jsonb from _touchstone.issue_rows(array[i."objectId"], me, is_admin) shown);
end $$;

-- The part of public issues in a list that depends on the reader, or changes with every vote.
create function _touchstone.issue_views(ids text[], me text) returns table (id text, "view" json)
    language plpgsql stable parallel safe rows 50 set plan_cache_mode = force_generic_plan as $$
begin
    return query
    select i."objectId", json_build_object('voteCount', i."voteCount"::bigint + coalesce(waiting.affected, 0),
        'affectsMe', i."reporter" = me or reached."root" is not null, 'watching', watched."level", 'mine', i."reporter" = me)
    from "Issue" i
    left join "_User" mine on mine."objectId" = me
    left join "IssueReach" reached on reached."root" = coalesce(i."duplicateOf", i."objectId")
        and reached."personId" = coalesce(mine."personId", mine."objectId")
    left join "Watch" watched on watched."issue" = i."objectId" and watched."user" = me
    left join (select c.root, sum(c.affected)::bigint as affected from _touchstone.count_change c
        where c.root = any(ids) group by c.root) waiting on waiting.root = i."objectId"
    where i."objectId" = any(ids) and i."_rperm" = '{*}';
end $$;
