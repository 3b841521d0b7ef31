// What an operator may have added to the database of a programme, with names and orders that are awkward: a column that a
// function computes, a function over the rows of a table, one that needs a primary key to mean anything, a partitioned
// table, conditions whose brackets matter, and values with every sign that a line of text escapes.
export const ODD = `
  create schema "Odd ""space""";
  set local search_path = "Odd ""space""", public;
  create type mood as enum ('good', 'it''s bad');
  create domain positive as int default 7 not null check (value > 0);
  create sequence counter_of_all increment by 5 start with 10 cache 1;
  create function doubled(n int) returns int language sql immutable return n * 2;
  create table "Thing" (
    id bigint generated always as identity primary key,
    "Name" text collate "C" not null default 'x' || 'y',
    n int not null, twice int generated always as (doubled(n)) stored,
    mood mood, parts text[], doc jsonb, at timestamptz, price numeric(12, 4), f double precision,
    raw bytea, ok positive, number bigint default nextval('counter_of_all')
  ) with (fillfactor = 70);
  alter table "Thing" alter column doc set storage external, alter column n set statistics 500;
  alter table "Thing" add constraint sane check (n > 0 and (n < 1000000 or "Name" = 'y')), add constraint insane check ((n > 0 and n < 1000000) or "Name" = 'y');
  create unlogged table passing (id int primary key, thing bigint references "Thing" on delete cascade deferrable);
  create table nothing ();
  create table parted (at date, n int) partition by range (at);
  create table "parted 2026" partition of parted for values from ('2026-01-01') to ('2027-01-01');
  create function label(t "Thing") returns text language sql stable return t."Name" || t.n::text;
  create function grouped() returns bigint language sql stable
    begin atomic select count(*) from (select t.id, t."Name" from "Thing" t group by t.id) g; end;
  create view things as select id, label(t) as label from "Thing" t;
  create materialized view moods as select mood, count(*) from "Thing" group by mood;
  create index "by name" on "Thing" using gin ("Name" gin_trgm_ops) where n > 0;
  create unique index on "Thing" (lower("Name"), n desc) include (at);
  create statistics linked on n, twice from "Thing";
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
  create trigger kept before delete on "Thing" for each row execute function refuse();
  create trigger off before insert on "Thing" for each row execute function refuse();
  alter table "Thing" disable trigger off;
  insert into "Thing" ("Name", n, mood, parts, doc, at, price, f, raw, ok)
  select 'name ' || i || E'\\t\\n\\\\\\r ü', i, case i % 3 when 0 then 'it''s bad'::mood end,
    array['a,b', null, E'\\\\'], jsonb_build_object('i', i, 's', E'\\\\N'), 'epoch'::timestamptz + i * interval '1 second',
    i / 7.0, case i when 3 then 'NaN'::float8 when 4 then '-Infinity' else i / 3.0::float8 end, decode('00ff', 'hex'), i
  from generate_series(1, 500) i;
  insert into passing select i, i from generate_series(1, 20) i;
  insert into nothing default values;
  insert into parted values ('2026-11-18', 1), ('2026-11-19', 2);
  refresh materialized view moods;
`;
