-- Functions that run with their owner's rights resolve no name by the caller's search path.
alter function _touchstone.log_insert() set search_path = pg_catalog;
alter function _touchstone.log_inserts() set search_path = pg_catalog;

-- Writers choose both lists, so neither function may take time in proportion to the product of their lengths: a sub-query
-- with NOT IN is hashed.

-- Appends the items that are not there yet, in order, each once.
create or replace function _touchstone.add_unique(list jsonb, items jsonb) returns jsonb
language sql immutable parallel safe
return list || coalesce((select jsonb_agg(fresh.element order by fresh.place)
    from (select added.element, min(added.place) as place
        from jsonb_array_elements(items) with ordinality as added(element, place)
        group by added.element) as fresh
    where fresh.element not in (select known from jsonb_array_elements(
        case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end) as known)), '[]'::jsonb);

-- Takes out every occurrence of each item and keeps the order of the rest.
create or replace function _touchstone.remove(list jsonb, items jsonb) returns jsonb
language sql immutable parallel safe
return coalesce((select jsonb_agg(element order by place)
    from jsonb_array_elements(list) with ordinality as elements(element, place)
    where element not in (select gone from jsonb_array_elements(
        case when jsonb_typeof(items) = 'array' then items else '[]'::jsonb end) as gone)), '[]'::jsonb);
