-- Builds of the product under test. Each channel has one for reports without a known build.

alter table "Build"
    alter column "version" set not null, alter column "channel" set not null, alter column "ordinal" set not null,
    alter column "state" set not null,
    add constraint "Build_channel" check ("channel" in ('web', 'contracts', 'mobile')),
    add constraint "Build_state" check ("state" in ('active', 'retired')),
    add constraint "Build_version" check (char_length("version") between 1 and 40),
    add constraint "Build_ordinal" check ("ordinal" >= 0 and "ordinal" = floor("ordinal"));
create unique index "Build_channel_version" on "Build" ("channel", "version");
create unique index "Build_channel_ordinal" on "Build" ("channel", "ordinal");
insert into "Build" ("objectId", "createdAt", "updatedAt", "version", "channel", "ordinal", "state", "releasedAt", "_rperm", "_wperm")
    select 'unknown' || left(channel, 3), now(), now(), 'unknown', channel, 0, 'active', 'epoch', '{*}', '{}'
    from unnest(array['web', 'contracts', 'mobile']) channel;

-- A build as the rules compare it.
create function _touchstone.build_order(build text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return (select jsonb_build_object('id', b."objectId", 'channel', b."channel", 'ordinal', b."ordinal"::int)
        from "Build" b where b."objectId" = build);
end $$;

-- A build as returned to clients.
create function _touchstone.build_shown(build text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return (select jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel")
        from "Build" b where b."objectId" = build);
end $$;

create function _touchstone.build_text(build "Build") returns json
    language sql stable parallel safe
    return case when build."objectId" is not null then json_build_object('id', build."objectId", 'version', build."version",
        'channel', build."channel") end;
