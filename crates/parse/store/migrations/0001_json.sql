-- Functions on JSON values and places, used by queries and updates. They are immutable, so that PostgreSQL can inline
-- them and use them in indexes.

create function _touchstone.as_list(value jsonb) returns jsonb
language sql immutable parallel safe
return case when value is null then '[]'::jsonb
            when jsonb_typeof(value) = 'array' then value
            else jsonb_build_array(value) end;

create function _touchstone.has(list jsonb, item jsonb) returns boolean
language sql immutable parallel safe
return exists (select 1 from jsonb_array_elements(
    case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end) as element
    where element = item);

-- True if the value is the item, or an array that contains it.
create function _touchstone.is_or_has(value jsonb, item jsonb) returns boolean
language sql immutable parallel safe
return coalesce(value = item, false) or _touchstone.has(value, item);

-- `jsonb_array_elements` names its column `value`, so no argument has that name.
create function _touchstone.is_or_has_any(subject jsonb, items jsonb) returns boolean
language sql immutable parallel safe
return subject is not null and exists (select 1 from jsonb_array_elements(items) as item
    where _touchstone.is_or_has(subject, item));

create function _touchstone.has_all(list jsonb, items jsonb) returns boolean
language sql immutable parallel safe
return coalesce(jsonb_typeof(list) = 'array', false) and not exists (
    select 1 from jsonb_array_elements(items) as item where not _touchstone.has(list, item));

create function _touchstone.all_within(list jsonb, items jsonb) returns boolean
language sql immutable parallel safe
return coalesce(jsonb_typeof(list) = 'array', false) and not exists (
    select 1 from jsonb_array_elements(
        case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end) as element
    where not _touchstone.has(items, element));

create function _touchstone.some_text_matches(list jsonb, pattern text) returns boolean
language sql immutable parallel safe
return exists (select 1 from jsonb_array_elements(
    case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end) as element
    where case when jsonb_typeof(element) = 'string' then (element #>> '{}') ~ pattern end);

-- Writers choose both lists of the next two functions. NOT IN with a sub-query is hashed, so neither takes time in
-- proportion to the product of the lengths.

-- Appends the items that are missing, in order, each once.
create function _touchstone.add_unique(list jsonb, items jsonb) returns jsonb
language sql immutable parallel safe
return list || coalesce((select jsonb_agg(fresh.element order by fresh.place)
    from (select added.element, min(added.place) as place
        from jsonb_array_elements(items) with ordinality as added(element, place)
        group by added.element) as fresh
    where fresh.element not in (select known from jsonb_array_elements(
        case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end) as known)), '[]'::jsonb);

-- Removes every occurrence of each item and keeps the order of the rest.
create function _touchstone.remove(list jsonb, items jsonb) returns jsonb
language sql immutable parallel safe
return coalesce((select jsonb_agg(element order by place)
    from jsonb_array_elements(list) with ordinality as elements(element, place)
    where element not in (select gone from jsonb_array_elements(
        case when jsonb_typeof(items) = 'array' then items else '[]'::jsonb end) as gone)), '[]'::jsonb);

-- Sets the value at a path and creates the objects on the way there.
create function _touchstone.set_path(target jsonb, path text[], value jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
    child jsonb;
begin
    if jsonb_typeof(target) = 'array' then
        if path[1] !~ '^[0-9]+$' then
            raise exception 'an array has no key "%"', path[1] using errcode = '22023';
        end if;
        if array_length(path, 1) > 1 then
            value := _touchstone.set_path(target -> path[1]::int, path[2:], value);
        end if;
        while jsonb_array_length(target) < path[1]::int and jsonb_array_length(target) < 10000 loop
            target := target || 'null'::jsonb;
        end loop;
        return jsonb_set(target, path[1:1], value, true);
    end if;
    if target is null or jsonb_typeof(target) <> 'object' then
        target := '{}'::jsonb;
    end if;
    if array_length(path, 1) > 1 then
        value := _touchstone.set_path(target -> path[1], path[2:], value);
    end if;
    return target || jsonb_build_object(path[1], value);
end $$;

-- Removes the value at a path. An array has numeric keys only, so any other key removes nothing.
create function _touchstone.delete_path(target jsonb, path text[]) returns jsonb
language plpgsql immutable parallel safe as $$
begin
    return target #- path;
exception when invalid_text_representation then
    return target;
end $$;

-- The number to add to. A missing value counts as zero.
create function _touchstone.as_number(subject jsonb) returns float8
language plpgsql immutable parallel safe as $$
begin
    case coalesce(jsonb_typeof(subject), 'null')
        when 'null' then return 0;
        when 'number' then return (subject #>> '{}')::float8;
        else raise exception 'this value is not a number' using errcode = '22023';
    end case;
end $$;

-- The array to append to. A missing value counts as an empty one.
create function _touchstone.as_items(subject jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
begin
    case coalesce(jsonb_typeof(subject), 'null')
        when 'null' then return '[]'::jsonb;
        when 'array' then return subject;
        else raise exception 'this value is not an array' using errcode = '22023';
    end case;
end $$;

create function _touchstone.increment_path(target jsonb, path text[], amount float8) returns jsonb
language sql immutable parallel safe
return _touchstone.set_path(target, path,
    to_jsonb(_touchstone.as_number(target #> path) + amount));

create function _touchstone.add_path(target jsonb, path text[], items jsonb) returns jsonb
language sql immutable parallel safe
return _touchstone.set_path(target, path, _touchstone.as_items(target #> path) || items);

create function _touchstone.add_unique_path(target jsonb, path text[], items jsonb) returns jsonb
language sql immutable parallel safe
return _touchstone.set_path(target, path, _touchstone.add_unique(_touchstone.as_items(target #> path), items));

create function _touchstone.remove_path(target jsonb, path text[], items jsonb) returns jsonb
language sql immutable parallel safe
return _touchstone.set_path(target, path, _touchstone.remove(_touchstone.as_items(target #> path), items));

-- The moment that a date inside JSON names, to the millisecond, and null for any other value. Dates in JSON are stored
-- as they were sent: with or without time, seconds and offset.
create function _touchstone.moment(subject jsonb) returns timestamptz
language plpgsql immutable parallel safe set timezone = 'UTC' as $$
declare
    iso text := subject ->> 'iso';
begin
    if subject ->> '__type' is distinct from 'Date' or iso is null
        or iso !~ '^\d{4}(-\d\d(-\d\d([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)?)?)?)?$'
    then
        return null;
    end if;
    iso := case length(iso) when 4 then iso || '-01-01' when 7 then iso || '-01' else iso end;
    return date_trunc('milliseconds', iso::timestamptz);
exception when datetime_field_overflow or invalid_datetime_format then
    return null;
end $$;

-- The angle between two places on a sphere, in radians. The x of a point is its longitude. `least` ignores nulls, so a
-- missing place is handled first.
create function _touchstone.radians_between(place point, longitude float8, latitude float8) returns float8
language sql immutable parallel safe
return case when place is not null then 2 * asin(sqrt(least(1.0,
    power(sin(radians(latitude - place[1]) / 2), 2)
    + cos(radians(place[1])) * cos(radians(latitude)) * power(sin(radians(longitude - place[0]) / 2), 2)))) end;
