//! A database copied out at one moment, and another made of the copy.

use futures_util::TryStreamExt;
use parse_store::snapshot::{Making, Restoration, RowDigest, Snapshot, Table};
use testkit::{Database, case};

use crate::{database, options};

/// One of everything that a database may have, with names and orders that are awkward: a column
/// computed by a function, a function over the rows of a table, one that needs a primary key to mean
/// anything, values with every sign that a line of text escapes.
const AWKWARD: &str = r#"
    create extension if not exists pg_trgm;
    create schema "Odd ""space""";
    create type "Odd ""space""".mood as enum ('good', 'it''s bad');
    create domain positive as int default 7 not null check (value > 0);
    create sequence counter_of_all increment by 5 start with 10 cache 1;
    select nextval('counter_of_all'), nextval('counter_of_all');
    create function doubled(n int) returns int language sql immutable return n * 2;
    create table "Odd ""space"""."Thing" (
        id bigint generated always as identity primary key,
        "Name" text collate "C" not null default 'x' || 'y',
        n int not null, twice int generated always as (public.doubled(n)) stored,
        mood "Odd ""space""".mood, parts text[], doc jsonb, at timestamptz, price numeric(12, 4), f double precision,
        raw bytea, ok positive, number bigint default nextval('counter_of_all')
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
    alter table "Odd ""space"""."Thing" alter column doc set storage external, alter column n set statistics 500;
    create unlogged table passing (id int primary key, thing bigint references "Odd ""space"""."Thing" on delete cascade deferrable);
    create table nothing ();
    create function label(t "Odd ""space"""."Thing") returns text language sql stable return t."Name" || t.n::text;
    create function grouped() returns bigint language sql stable
        begin atomic select count(*) from (select t.id, t."Name" from "Odd ""space"""."Thing" t group by t.id) g; end;
    create aggregate total_of(int) (sfunc = int4pl, stype = int, initcond = '0');
    create view things as select id, label(t) as label from "Odd ""space"""."Thing" t;
    create materialized view moods as select mood, count(*) from "Odd ""space"""."Thing" group by mood;
    create index "by name" on "Odd ""space"""."Thing" using gin ("Name" gin_trgm_ops) where n > 0;
    create unique index on "Odd ""space"""."Thing" (lower("Name"), n desc) include (at);
    create statistics linked on n, twice from "Odd ""space"""."Thing";
    alter table "Odd ""space"""."Thing" add constraint sane check (n < 1000000) not valid;
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger kept before delete on "Odd ""space"""."Thing" for each row execute function refuse();
    create trigger off before insert on "Odd ""space"""."Thing" for each row execute function refuse();
    alter table "Odd ""space"""."Thing" disable trigger off;
    insert into "Odd ""space"""."Thing" ("Name", n, mood, parts, doc, at, price, f, raw, ok)
    select 'name ' || i || E'\t\n\\\r ü', i, case i % 3 when 0 then 'it''s bad'::"Odd ""space""".mood end,
        array['a,b', null, E'\\'], jsonb_build_object('i', i, 's', E'\\N'), 'epoch'::timestamptz + i * interval '1 second',
        i / 7.0, case i when 3 then 'NaN'::float8 when 4 then '-Infinity' else i / 3.0::float8 end, decode('00ff', 'hex'), i
    from generate_series(1, 500) i;
    insert into passing select i, i from generate_series(1, 20) i;
    insert into nothing default values;
"#;

async fn copied(snapshot: &Snapshot, table: &Table) -> (Vec<bytes::Bytes>, RowDigest) {
    let pieces: Vec<bytes::Bytes> =
        snapshot.rows(table).await.expect("a snapshot").try_collect().await.expect("a snapshot");
    let mut digest = RowDigest::default();
    pieces.iter().for_each(|piece| digest.take(piece));
    (pieces, digest)
}

/// Makes another database of a snapshot, and compares the two.
async fn restored(snapshot: &Snapshot, target: &Database) {
    let shape = snapshot.shape().await.expect("a snapshot");
    let restoration = Restoration::begin(&options(target, 1)).await.expect("a restoration");
    assert!(restoration.tables().await.expect("a restoration").is_empty());
    let (after, before): (Vec<Making>, Vec<Making>) =
        shape.iter().cloned().partition(|making| making.is_after_rows);
    let late = restoration.make(before, |_| {}).await.expect("a restoration");
    assert!(late.iter().all(|one| one.making.kind == "function"), "{late:?}");
    for table in snapshot.tables().await.expect("a snapshot") {
        let (pieces, wanted) = copied(snapshot, &table).await;
        let pieces = futures_util::stream::iter(pieces.into_iter().map(Ok::<_, ()>));
        let taken =
            restoration.load(&table, pieces).await.expect("a restoration").expect("a restoration");
        assert_eq!(taken, wanted.rows(), "{table:?}");
        let mut found = RowDigest::default();
        let mut rows = restoration.rows(&table).await.expect("a restoration");
        while let Some(piece) = rows.try_next().await.expect("a snapshot") {
            found.take(&piece);
        }
        assert_eq!((found.rows(), found.sum()), (wanted.rows(), wanted.sum()), "{table:?}");
    }
    let late = late.into_iter().map(|one| one.making);
    let left = restoration
        .make(after.into_iter().chain(late).collect(), |_| {})
        .await
        .expect("a restoration");
    assert!(left.is_empty(), "{left:?}");
    restoration
        .count(&snapshot.counted().await.expect("a restoration"))
        .await
        .expect("a restoration");
    let mut made = restoration.shape().await.expect("a restoration");
    let mut wanted = shape;
    let by_name = |making: &Making| (making.kind.clone(), making.name.clone());
    made.sort_by_key(by_name);
    wanted.sort_by_key(by_name);
    assert_eq!(made, wanted);
    restoration.commit().await.expect("a restoration");
}

#[test]
fn a_database_made_of_a_snapshot_has_everything_that_was_there_then_and_nothing_since() {
    case(async {
        let (source, target) = (Database::fresh().await, Database::fresh().await);
        let client = source.client().await;
        client.batch_execute(AWKWARD).await.expect("a statement");
        let snapshot = Snapshot::take(&options(&source, 1), None).await.expect("a snapshot");
        assert_eq!(snapshot.uncarried().await.expect("a snapshot"), []);
        // What others do meanwhile is not in it.
        let thing = r#""Odd ""space"""."Thing""#;
        let more = format!(r#"insert into {thing} ("Name", n, ok) values ('later', 999, 1)"#);
        client.batch_execute(&more).await.expect("a statement");
        restored(&snapshot, &target).await;
        let client = target.client().await;
        let one = |text: &str| {
            let text = text.to_owned();
            let client = &client;
            async move { client.query_one(&text, &[]).await.expect("a row").get::<_, i64>(0) }
        };
        assert_eq!(one(&format!("select count(*) from {thing}")).await, 500);
        assert_eq!(one("select grouped()").await, 500);
        assert_eq!(one(&format!("select sum(twice) from {thing}")).await, 500 * 501);
        // Sequences go on where they were, not where they began.
        let added =
            format!(r#"insert into {thing} ("Name", n, ok) values ('new', 1, 1) returning id"#);
        assert_eq!(one(&added).await, 501 + 1);
        assert!(one("select nextval('counter_of_all')").await > 15 + 500 * 5);
        // Triggers are there, and switched as they were.
        assert!(client.batch_execute(&format!("delete from {thing}")).await.is_err());
    });
}

#[test]
fn the_tables_of_an_object_server_are_made_again_by_a_store_that_knows_nothing_of_it() {
    case(async {
        let (source, target) = (database().await, Database::fresh().await);
        let client = source.client().await;
        let user = r#"insert into "_User" ("objectId", "username", "_rperm") values ('u1', E'tab\there', '{*,u1}')"#;
        client.batch_execute(user).await.expect("a statement");
        let snapshot = Snapshot::take(&options(&source, 1), None).await.expect("a snapshot");
        restored(&snapshot, &target).await;
        // A server starts on it as on one of its own: nothing is left to migrate or to make.
        drop(crate::open(&target).await);
        let after = Snapshot::take(&options(&target, 1), None).await.expect("a snapshot");
        let names = |makings: Vec<Making>| -> Vec<String> {
            makings.into_iter().map(|making| making.name).collect()
        };
        let (mut before, mut after) = (
            names(snapshot.shape().await.expect("a snapshot")),
            names(after.shape().await.expect("a snapshot")),
        );
        before.sort();
        after.sort();
        assert_eq!(before, after);
    });
}

#[test]
fn what_cannot_be_made_again_is_named_and_tables_hold_still_while_a_snapshot_is_held() {
    case(async {
        let source = Database::fresh().await;
        let client = source.client().await;
        let made = "create table old (a int); create table parted (a int) partition by range (a); \
            create rule quiet as on insert to old do instead nothing";
        client.batch_execute(made).await.expect("a statement");
        let snapshot = Snapshot::take(&options(&source, 1), None).await.expect("a snapshot");
        let named: Vec<String> = snapshot
            .uncarried()
            .await
            .expect("a snapshot")
            .into_iter()
            .map(|(kind, _)| kind)
            .collect();
        assert_eq!(named, ["partitioned table", "rule"]);
        // An emptied table would seem to have been empty all along.
        let emptied = client.batch_execute("set lock_timeout = '50ms'; truncate old").await;
        assert!(emptied.is_err());
        // Others join it by its name, and only by that.
        let id = snapshot.id().to_owned();
        assert!(Snapshot::take(&options(&source, 1), Some(&id)).await.is_ok());
        assert!(Snapshot::take(&options(&source, 1), Some("1'; select 1")).await.is_err());
        drop(snapshot);
    });
}

#[test]
fn a_database_is_cleared_of_everything_but_its_extensions() {
    case(async {
        let database = Database::fresh().await;
        let client = database.client().await;
        client.batch_execute(AWKWARD).await.expect("a statement");
        let restoration = Restoration::begin(&options(&database, 1)).await.expect("a restoration");
        restoration.clear().await.expect("a restoration");
        let left: Vec<String> = restoration
            .shape()
            .await
            .expect("a restoration")
            .into_iter()
            .map(|making| making.kind)
            .collect();
        assert_eq!(left, ["extension"]);
    });
}
