-- Networks, contracts, tokens and known errors.

alter table "Network"
    alter column "chainId" set not null, alter column "name" set not null, alter column "isTestnet" set not null,
    alter column "nativeSymbol" set not null, alter column "nativeDecimals" set not null,
    alter column "confirmations" set not null, alter column "blockTimeMs" set not null,
    alter column "enabled" set not null,
    alter column "health" set default 'unknown', alter column "health" set not null,
    add constraint "Network_chain_id" check ("chainId" between 1 and 9007199254740991 and "chainId" = trunc("chainId")),
    add constraint "Network_name" check (char_length("name") between 1 and 40),
    add constraint "Network_native" check (char_length("nativeSymbol") between 1 and 20
        and "nativeDecimals" between 0 and 36 and "nativeDecimals" = trunc("nativeDecimals")),
    add constraint "Network_explorer" check ("explorerUrl" like 'https://%'),
    add constraint "Network_trace_mode" check ("traceMode" in ('debug', 'trace', 'call', 'none')),
    add constraint "Network_confirmations" check ("confirmations" between 1 and 1000 and "confirmations" = trunc("confirmations")),
    add constraint "Network_block_time" check ("blockTimeMs" between 50 and 600000 and "blockTimeMs" = trunc("blockTimeMs")),
    add constraint "Network_health" check ("health" in ('ok', 'lagging', 'down', 'unknown')),
    add constraint "Network_lag" check ("headLagSec" >= 0);
create unique index "Network_chain" on "Network" ("chainId");

-- RPC endpoints of networks, in the order of use. The URLs contain API keys: they are sealed by the server, bound to
-- their network, and stored outside of classes. A URL in plain text is accepted too.
create table _touchstone.network_endpoint (
    network text not null,
    place integer not null check (place between 1 and 5),
    url text not null constraint network_endpoint_url check (url ~ '^(s1\.|https?://)' and char_length(url) <= 4000),
    host text not null,
    state text not null default 'unknown' check (state in ('ok', 'lagging', 'down', 'unknown')),
    latency_ms integer check (latency_ms >= 0),
    head_block bigint check (head_block >= 0),
    lag_sec integer check (lag_sec >= 0),
    trace text check (trace in ('debug', 'trace', 'call', 'none')),
    checked_at timestamptz,
    -- Compares sealed URLs.
    digest text not null,
    primary key (network, place),
    constraint network_endpoint_once unique (network, digest)
);

-- The largest lag of each endpoint in half an hour, and null if it was down.
create table _touchstone.endpoint_lag (
    network text not null,
    host text not null,
    at timestamptz not null,
    lag_sec integer,
    primary key (network, host, at)
);

-- When all endpoints of a network were down. Missions there are extended by that time.
create table _touchstone.network_outage (
    network text not null,
    began_at timestamptz not null,
    ended_at timestamptz,
    primary key (network, began_at)
);

create function _touchstone.note_outage() returns trigger language plpgsql as $$
begin
    if new."health" = 'down' then
        insert into _touchstone.network_outage (network, began_at) values (new."objectId", coalesce(new."checkedAt", now()))
        on conflict do nothing;
    else
        update _touchstone.network_outage set ended_at = greatest(began_at, coalesce(new."checkedAt", now()))
        where network = new."objectId" and ended_at is null;
    end if;
    return null;
end $$;
create trigger outage after update of "health" on "Network" for each row when (new."health" is distinct from old."health")
    execute function _touchstone.note_outage();

alter table "Contract"
    alter column "network" set not null, alter column "address" set not null, alter column "name" set not null,
    alter column "role" set not null, alter column "enabled" set not null,
    add constraint "Contract_address" check ("address" ~ '^0x[0-9a-f]{40}$'),
    add constraint "Contract_name" check (char_length("name") between 1 and 60),
    add constraint "Contract_role" check ("role" in ('router', 'quoter', 'permit', 'factory', 'pool_manager', 'token', 'other')),
    add constraint "Contract_abi" check ("abi" is null or jsonb_typeof("abi") = 'array');
create unique index "Contract_network_address" on "Contract" ("network", "address");

alter table "Token"
    alter column "network" set not null, alter column "address" set not null, alter column "symbol" set not null,
    alter column "decimals" set not null, alter column "flags" set not null,
    add constraint "Token_address" check ("address" ~ '^0x[0-9a-f]{40}$'),
    add constraint "Token_symbol" check (char_length("symbol") between 1 and 20),
    add constraint "Token_decimals" check ("decimals" between 0 and 77 and "decimals" = trunc("decimals")),
    add constraint "Token_flags" check ("flags" <@ '["feeOnTransfer", "rebasing", "permit", "pausable", "blocklist", "nonStandardReturn"]');
create unique index "Token_network_address" on "Token" ("network", "address");

alter table "ErrorSignature"
    alter column "failureClass" set not null, alter column "verdict" set not null, alter column "sentence" set not null,
    alter column "source" set not null, alter column "enabled" set not null,
    add constraint "ErrorSignature_key" check (("selector" is null) <> ("textPattern" is null)),
    add constraint "ErrorSignature_selector" check ("selector" ~ '^0x[0-9a-f]{8}$'),
    add constraint "ErrorSignature_text" check (char_length("textPattern") between 3 and 200),
    add constraint "ErrorSignature_verdict" check ("verdict" in ('expected', 'setup', 'suspect', 'unknown')),
    add constraint "ErrorSignature_sentence" check (char_length("sentence") between 1 and 300),
    add constraint "ErrorSignature_source" check ("source" in ('admin', 'directory'));

-- One selector may have several signatures, each once.
create unique index "ErrorSignature_selector_signature" on "ErrorSignature" ("selector", coalesce("signature", ''))
    where "selector" is not null;
create unique index "ErrorSignature_text_pattern" on "ErrorSignature" (lower("textPattern")) where "textPattern" is not null;

-- The version of the registry. Nodes compare it with the version of their cache.
create table _touchstone.network_version (is_only boolean primary key default true check (is_only), version bigint not null);
insert into _touchstone.network_version (version) values (1);

create function _touchstone.network_changed() returns trigger language plpgsql as $$
begin
    update _touchstone.network_version set version = version + 1;
    return null;
end $$;

-- Health changes every minute and is not cached.
create trigger changed after insert or delete or update of "chainId", "name", "isTestnet", "nativeSymbol", "nativeDecimals",
    "explorerUrl", "traceMode", "confirmations", "blockTimeMs", "enabled" on "Network"
    for each row execute function _touchstone.network_changed();
create trigger changed after insert or delete or update of network, place, url on _touchstone.network_endpoint
    for each statement execute function _touchstone.network_changed();
create trigger changed after insert or update or delete on "Contract"
    for each statement execute function _touchstone.network_changed();
create trigger changed after insert or update or delete on "Token"
    for each statement execute function _touchstone.network_changed();
create trigger changed after insert or update or delete on "ErrorSignature"
    for each statement execute function _touchstone.network_changed();
create trigger network_changed after insert or update on "Setting"
    for each row when (new."key" like 'evidence.%') execute function _touchstone.network_changed();
