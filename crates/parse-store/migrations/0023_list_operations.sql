-- List operations in time linear in both lists. A caller chooses how many items an operation has, so comparing each
-- item with each element would let one request hold a connection until its statement is cancelled.
-- The subqueries depend on arguments only, so PostgreSQL evaluates them once and looks elements up in a hash table.

-- Appends the items that are not in the list yet, in order, each once.
create or replace function _touchstone.add_unique(list jsonb, items jsonb) returns jsonb
language sql immutable parallel safe
return list || coalesce((select jsonb_agg(element order by place) from (
    select element, min(place) as place
    from jsonb_array_elements(items) with ordinality as added(element, place)
    where element not in (select jsonb_array_elements(
        case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end))
    group by element) as missing), '[]'::jsonb);

-- Removes every occurrence of each item and keeps the order of the other elements.
create or replace function _touchstone.remove(list jsonb, items jsonb) returns jsonb
language sql immutable parallel safe
return coalesce((select jsonb_agg(element order by place)
    from jsonb_array_elements(list) with ordinality as elements(element, place)
    where element not in (select jsonb_array_elements(items))), '[]'::jsonb);
