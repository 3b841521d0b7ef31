-- Shapes that several answers share: people, builds, files and rows of lists.

-- Somebody as everybody in the programme sees them, by their id.
create function _touchstone.person_of(person_id text) returns jsonb
    language sql stable parallel safe
    return (select _touchstone.person(u) from "_User" u where u."objectId" = person_id);

-- A build as the rules compare it.
create function _touchstone.build_order(build text) returns jsonb
    language sql stable parallel safe
    return (select jsonb_build_object('id', b."objectId", 'channel', b."channel", 'ordinal', b."ordinal"::int)
        from "Build" b where b."objectId" = build);

-- A build as it is shown.
create function _touchstone.build_shown(build text) returns jsonb
    language sql stable parallel safe
    return (select jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel")
        from "Build" b where b."objectId" = build);

-- Whether somebody may read a row with these readers.
create function _touchstone.may_read(readers text[], person_id text, is_admin boolean) returns boolean
    language sql immutable parallel safe
    return is_admin or readers && array['*', person_id];

-- Whether somebody, as the person they are, is counted among those whom the set of an issue touches.
create function _touchstone.is_affected(root_id text, user_id text) returns boolean
    language sql stable parallel safe
    return exists (select from "IssueReach" r join "_User" u on r."personId" = coalesce(u."personId", u."objectId")
        where r."root" = root_id and u."objectId" = user_id);

-- How many an issue touches: what is counted into it, and what is still to be.
create function _touchstone.affected(issue "Issue") returns bigint
    language sql stable parallel safe
    return issue."voteCount"::bigint + coalesce((select sum(c.affected) from _touchstone.count_change c where c.root = issue."objectId"), 0);

-- An issue as lists show it to somebody.
create function _touchstone.issue_row(i "Issue", me text, is_admin boolean) returns jsonb
    language sql stable parallel safe
    return jsonb_build_object(
        'id', i."objectId", 'number', i."number"::int, 'kind', i."kind", 'title', i."title", 'area', i."area",
        'status', i."status", 'resolution', i."resolution", 'severity', i."severity", 'severityClaimed', i."severityClaimed",
        'quality', case when is_admin or i."confirmedAt" is not null then i."quality" end,
        'visibility', i."visibility", 'reporter', _touchstone.person_of(i."reporter"), 'assignee', _touchstone.person_of(i."assignee"),
        'voteCount', _touchstone.affected(i), 'proofCount', i."proofCount"::int, 'commentCount', i."commentCount"::int,
        'mergedCount', i."mergedCount"::int, 'build', _touchstone.build_shown(i."buildReported"),
        'buildFixed', _touchstone.build_shown(i."buildFixed"), 'impact', round(i."impact"::numeric, 3)::float8,
        'regressions', i."regressions"::int, 'tags', i."tags", 'submittedAt', _touchstone.iso(i."submittedAt"),
        'lastActivityAt', _touchstone.iso(i."lastActivityAt"),
        'snoozedUntil', case when is_admin then _touchstone.iso(i."snoozedUntil") end,
        'duplicateOf', (select r."number"::int from "Issue" r where r."objectId" = i."duplicateOf"),
        'affectsMe', i."reporter" = me or _touchstone.is_affected(coalesce(i."duplicateOf", i."objectId"), me),
        'watching', (select w."level" from "Watch" w where w."issue" = i."objectId" and w."user" = me),
        'mine', i."reporter" = me, 'answered', i."answered", 'preview', left(i."body", 200), 'match', null);

-- An attachment as it is shown; its address is added by whoever knows where files are.
create function _touchstone.attachment_shown(a "Attachment") returns jsonb
    language sql stable parallel safe
    return jsonb_build_object('id', a."objectId", 'name', a."name", 'mime', a."mime", 'size', a."size"::bigint,
        'width', a."width"::int, 'height', a."height"::int, 'file', a."file", 'state', a."state");

-- Everybody whom an issue and its duplicates touch, once for each report and vote.
create function _touchstone.touches(root_id text) returns table (person text, at timestamptz, proof boolean)
    language sql stable
    begin atomic
        select coalesce(u."personId", u."objectId"), i."submittedAt", false
            from "Issue" i join "_User" u on u."objectId" = i."reporter"
            where i."objectId" = root_id or i."duplicateOf" = root_id
        union all
        select coalesce(u."personId", u."objectId"), v."at", v."proof"
            from "Issue" i join "Vote" v on v."issue" = i."objectId" join "_User" u on u."objectId" = v."user"
            where i."objectId" = root_id or i."duplicateOf" = root_id;
    end;
