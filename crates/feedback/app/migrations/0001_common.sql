-- Functions that all subjects share.
--
-- Storage parameters, here and in the other files: a table of which few rows change often is vacuumed by the number of
-- changes, not by a fraction of its size. Its fill factor leaves space on the pages, so that updates of columns without
-- an index stay on their page (HOT).

-- A timestamp as the protocol writes it.
create function _touchstone.iso(moment timestamptz) returns text
    language sql immutable parallel safe
    return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function _touchstone.in_millis(moment timestamptz) returns bigint
    language sql immutable parallel safe
    return floor(extract(epoch from moment at time zone 'UTC') * 1000)::bigint;

create function _touchstone.from_millis(millis bigint) returns timestamptz
    language sql immutable parallel safe
    return timestamptz '1970-01-01 00:00:00+00' + millis * interval '1 millisecond';

-- The day of a timestamp in a time zone, counted from 1 January 1970.
create function _touchstone.day(moment timestamptz, zone text) returns integer
    language sql stable parallel safe
    return (moment at time zone zone)::date - date '1970-01-01';

-- The SHA-256 of a text in hexadecimal, as used in the ledger.
create function _touchstone.text_hash(words text) returns text
    language sql immutable parallel safe
    return encode(sha256(convert_to(words, 'UTF8')), 'hex');

-- True if a user may read a row with these readers.
create function _touchstone.may_read(readers text[], person_id text, is_admin boolean) returns boolean
    language sql immutable parallel safe
    return is_admin or readers && array['*', person_id];

-- True if every member of the program may read a row with these readers.
create function _touchstone.is_public(readers text[]) returns boolean
    language sql immutable parallel safe
    return coalesce(readers, '{*}') @> '{*}';

-- For tables that are append-only: rejects every change and removal.
create function _touchstone.refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% only grows: nothing in it is changed or removed', tg_table_name using errcode = '23514';
end $$;
