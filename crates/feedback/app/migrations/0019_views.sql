-- What of an issue in a list depends on who looks, or changes with every vote; of those that everybody may read.
create function _touchstone.issue_views(ids text[], me text) returns table (id text, "view" json)
    language plpgsql stable parallel safe rows 50 as $$
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
end
$$;
