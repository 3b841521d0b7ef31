-- Functions for aggregations: values as the JSON that clients receive, and the minimum and maximum of JSON values.

create function _touchstone.date_json(moment timestamptz) returns jsonb
language sql stable parallel safe
return case when moment is not null then jsonb_build_object('__type', 'Date',
    'iso', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end;

create function _touchstone.place_json(place point) returns jsonb
language sql immutable parallel safe
return case when place is not null then jsonb_build_object('__type', 'GeoPoint',
    'latitude', place[1], 'longitude', place[0]) end;

create function _touchstone.area_json(area polygon) returns jsonb
language sql stable parallel safe
return case when area is not null then jsonb_build_object('__type', 'Polygon', 'coordinates', (
    select jsonb_agg(jsonb_build_array(corner -> 1, corner -> 0) order by place)
    from jsonb_array_elements(translate(area::text, '()', '[]')::jsonb)
        with ordinality as corners(corner, place))) end;

-- The number, or null for any other value.
create function _touchstone.number_in(subject jsonb) returns float8
language sql immutable parallel safe
return case when jsonb_typeof(subject) = 'number' then (subject #>> '{}')::float8 end;

create function _touchstone.smaller(one jsonb, other jsonb) returns jsonb
language sql immutable strict parallel safe
return case when other < one then other else one end;

create function _touchstone.larger(one jsonb, other jsonb) returns jsonb
language sql immutable strict parallel safe
return case when other > one then other else one end;

create aggregate _touchstone.least_of(jsonb) (
    sfunc = _touchstone.smaller, stype = jsonb, combinefunc = _touchstone.smaller, parallel = safe);

create aggregate _touchstone.greatest_of(jsonb) (
    sfunc = _touchstone.larger, stype = jsonb, combinefunc = _touchstone.larger, parallel = safe);
