-- Lists of issues at the speed they are asked for.
--
-- A function in plain SQL that looks something up is planned anew by every statement, and inside another one for every row.
-- What looks something up is therefore written in plpgsql, which plans once per connection.

create or replace function _touchstone.person_of(person_id text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return (select _touchstone.person(u) from "_User" u where u."objectId" = person_id);
end
$$;

create or replace function _touchstone.build_order(build text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return (select jsonb_build_object('id', b."objectId", 'channel', b."channel", 'ordinal', b."ordinal"::int)
        from "Build" b where b."objectId" = build);
end
$$;

create or replace function _touchstone.build_shown(build text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return (select jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel")
        from "Build" b where b."objectId" = build);
end
$$;

create or replace function _touchstone.is_affected(root_id text, user_id text) returns boolean
    language plpgsql stable parallel safe as $$
begin
    return exists (select from "IssueReach" r join "_User" u on r."personId" = coalesce(u."personId", u."objectId")
        where r."root" = root_id and u."objectId" = user_id);
end
$$;

create or replace function _touchstone.affected(issue "Issue") returns bigint language plpgsql stable parallel safe as $$
begin
    return issue."voteCount"::bigint
        + coalesce((select sum(c.affected) from _touchstone.count_change c where c.root = issue."objectId"), 0);
end
$$;

-- An issue as lists show it, from everything that was looked up for it. Nothing is looked up here, so that it becomes part of
-- the statement that uses it.
create function _touchstone.issue_shape(i "Issue", reporter "_User", assignee "_User", build "Build", fixed "Build", root_number float8,
        waiting bigint, is_reached boolean, watching text, me text, is_admin boolean) returns jsonb
    language sql stable parallel safe
    return jsonb_build_object(
        'id', i."objectId", 'number', i."number"::int, 'kind', i."kind", 'title', i."title", 'area', i."area",
        'status', i."status", 'resolution', i."resolution", 'severity', i."severity", 'severityClaimed', i."severityClaimed",
        'quality', case when is_admin or i."confirmedAt" is not null then i."quality" end,
        'visibility', i."visibility", 'reporter', _touchstone.person(reporter), 'assignee', _touchstone.person(assignee),
        'voteCount', i."voteCount"::bigint + coalesce(waiting, 0), 'proofCount', i."proofCount"::int,
        'commentCount', i."commentCount"::int, 'mergedCount', i."mergedCount"::int,
        'build', case when build."objectId" is not null then jsonb_build_object('id', build."objectId", 'version', build."version",
            'channel', build."channel") end,
        'buildFixed', case when fixed."objectId" is not null then jsonb_build_object('id', fixed."objectId", 'version', fixed."version",
            'channel', fixed."channel") end)
    || jsonb_build_object('impact', round(i."impact"::numeric, 3)::float8,
        'regressions', i."regressions"::int, 'tags', i."tags", 'submittedAt', _touchstone.iso(i."submittedAt"),
        'lastActivityAt', _touchstone.iso(i."lastActivityAt"),
        'snoozedUntil', case when is_admin then _touchstone.iso(i."snoozedUntil") end,
        'duplicateOf', root_number::int, 'affectsMe', i."reporter" = me or coalesce(is_reached, false),
        'watching', watching, 'mine', i."reporter" = me, 'answered', i."answered", 'preview', left(i."body", 200), 'match', null);

-- The rows of a page, looked up together.
create function _touchstone.issue_rows(ids text[], me text, is_admin boolean) returns table (id text, "row" jsonb)
    language plpgsql stable parallel safe rows 50 as $$
begin
    return query
    select i."objectId", _touchstone.issue_shape(i, by_whom, for_whom, found_in, fixed_in, root."number", waiting.affected,
        reached."root" is not null, watched."level", me, is_admin)
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

create or replace function _touchstone.issue_row(i "Issue", me text, is_admin boolean) returns jsonb
    language plpgsql stable parallel safe as $$
begin
    return (select shown."row" from _touchstone.issue_rows(array[i."objectId"], me, is_admin) shown);
end
$$;

-- What most filters ask about, of everything that everybody may read: counting is reading this index and nothing else.
create index "Issue_filters" on "Issue" ("status", "kind", "area", "severity", "resolution", "regressions") where "_rperm" = '{*}';
create index "Issue_kept_back" on "Issue" ("reporter") where "_rperm" <> '{*}';
