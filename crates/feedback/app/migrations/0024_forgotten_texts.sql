-- The timeline only grows, but for texts that an administrator has it forget: which fields were edited stays.
create or replace function _touchstone.keep_event() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' or to_jsonb(new) - '_rperm' - 'whole' <> to_jsonb(old) - '_rperm' - 'whole'
        or (new."whole" is distinct from old."whole"
            and (old."type" <> 'edited' or new."whole" is distinct from old."whole" - 'before' - 'after')) then
        raise exception 'the timeline only grows: nothing in it is changed or removed' using errcode = '23514';
    end if;
    return new;
end
$$;
