-- Whoever tells many rests between pages, so that others get their turn; all nodes together, whichever of them told last.

-- Until when nobody goes on with it; null before the first page.
alter table _touchstone.fan_out add column rests_until timestamptz;

-- Milliseconds that are left of a rest. One that would be longer than any is, is of a clock that was set since.
create function _touchstone.rest_left(until timestamptz, longest bigint) returns bigint language sql volatile
    return (select case when one.millis between 0 and longest then one.millis else 0 end
        from (select ceil(extract(epoch from until - clock_timestamp()) * 1000)::bigint) one(millis));

-- What somebody was sent before is looked up by index: that these tables were small when it was planned says nothing of what
-- they are by the last page.
alter function _touchstone.tell(jsonb, timestamptz, _touchstone.receiver[]) set enable_seqscan = off;
