-- Pages of lists and of ranks, at the rate a whole programme asks for them.

-- What is shown is written as text at once: taken apart and put together again as jsonb, a page takes twice as long.
drop function _touchstone.issue_row("Issue", text, boolean);
drop function _touchstone.issue_rows(text[], text, boolean);
drop function _touchstone.issue_shape("Issue", "_User", "_User", "Build", "Build", float8, bigint, boolean, text, text, boolean);

-- Such parts become part of the statement that uses them, because they look nothing up.
create function _touchstone.person_text(person "_User") returns json
    language sql stable parallel safe
    return case when person."objectId" is not null then json_build_object(
        'id', person."objectId", 'username', person."username",
        'isAdmin', coalesce(person."isAdmin", false), 'trustLevel', coalesce(person."trustLevel", 0)::int) end;
create function _touchstone.build_text(build "Build") returns json
    language sql stable parallel safe
    return case when build."objectId" is not null then json_build_object('id', build."objectId", 'version', build."version",
        'channel', build."channel") end;

-- The rows of a page, looked up together. In plpgsql, which plans once per connection and not for every statement.
create function _touchstone.issue_rows(ids text[], me text, is_admin boolean) returns table (id text, "row" json)
    language plpgsql stable parallel safe rows 50 as $$
begin
    return query
    select i."objectId", json_build_object(
        'id', i."objectId", 'number', i."number"::int, 'kind', i."kind", 'title', i."title", 'area', i."area",
        'status', i."status", 'resolution', i."resolution", 'severity', i."severity", 'severityClaimed', i."severityClaimed",
        'quality', case when is_admin or i."confirmedAt" is not null then i."quality" end, 'visibility', i."visibility",
        'reporter', _touchstone.person_text(by_whom), 'assignee', _touchstone.person_text(for_whom),
        'voteCount', i."voteCount"::bigint + coalesce(waiting.affected, 0), 'proofCount', i."proofCount"::int,
        'commentCount', i."commentCount"::int, 'mergedCount', i."mergedCount"::int,
        'build', _touchstone.build_text(found_in), 'buildFixed', _touchstone.build_text(fixed_in),
        'impact', round(i."impact"::numeric, 3)::float8, 'regressions', i."regressions"::int, 'tags', i."tags",
        'submittedAt', _touchstone.iso(i."submittedAt"), 'lastActivityAt', _touchstone.iso(i."lastActivityAt"),
        'snoozedUntil', case when is_admin then _touchstone.iso(i."snoozedUntil") end, 'duplicateOf', root."number"::int,
        'affectsMe', i."reporter" = me or reached."root" is not null, 'watching', watched."level",
        'mine', i."reporter" = me, 'answered', i."answered", 'preview', left(i."body", 200), 'match', null)
    from "Issue" i
    left join "_User" mine on mine."objectId" = me
    left join "_User" by_whom on by_whom."objectId" = i."reporter"
    left join "_User" for_whom on for_whom."objectId" = i."assignee"
    left join "Build" found_in on found_in."objectId" = i."buildReported"
    left join "Build" fixed_in on fixed_in."objectId" = i."buildFixed"
    left join "Issue" root on root."objectId" = i."duplicateOf"
    left join "IssueReach" reached on reached."root" = coalesce(i."duplicateOf", i."objectId")
        and reached."personId" = coalesce(mine."personId", mine."objectId")
    left join "Watch" watched on watched."issue" = i."objectId" and watched."user" = me
    left join (select c.root, sum(c.affected)::bigint as affected from _touchstone.count_change c
        where c.root = any(ids) group by c.root) waiting on waiting.root = i."objectId"
    where i."objectId" = any(ids);
end
$$;

create function _touchstone.issue_row(i "Issue", me text, is_admin boolean) returns jsonb
    language plpgsql stable parallel safe as $$
begin
    return (select shown."row"::jsonb from _touchstone.issue_rows(array[i."objectId"], me, is_admin) shown);
end
$$;

-- The orders of lists, with what filters ask for: what does not fit is passed over without reading its row.
drop index "Issue_activity", "Issue_submitted", "Issue_impact", "Issue_affected";
create index "Issue_activity" on "Issue" ("lastActivityAt" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");
create index "Issue_submitted" on "Issue" ("submittedAt" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");
create index "Issue_impact" on "Issue" ("impact" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");
create index "Issue_affected" on "Issue" ("voteCount" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");

-- What a place on a board is made of, so that the entries of whoever stands there are read from the index alone.
drop index "PointsEntry_person";
create index "PointsEntry_person" on "PointsEntry" ("season", "personId", "seq") include ("rule", "amount", "at");
create index "PointsEntry_provisional" on "PointsEntry" ("season", "personId") where "provisional";

-- Not in plain SQL, because a function that counts would be planned anew in every statement.
create or replace function _touchstone.is_ranked(person text) returns boolean
    language plpgsql stable as $$
begin
    return coalesce((
        select bool_or(coalesce("status", 'active') = 'active')
            and not bool_or(coalesce("isAdmin", false)) and not bool_or(coalesce("riskState", 'clear') = 'held')
        from "_User" where "personId" = person), false);
end
$$;
