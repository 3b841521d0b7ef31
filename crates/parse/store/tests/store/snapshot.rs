//! A database read at one moment, and one that is cleared.

use futures_util::TryStreamExt;
use parse_store::snapshot::{Restoration, RowDigest, Snapshot};
use testkit::{Database, case};

use crate::options;

/// What a table's rows add up to, by its name.
async fn digested(snapshot: &Snapshot, name: &str) -> (u64, String) {
    let tables = snapshot.tables().await.expect("a snapshot");
    let table = tables.iter().find(|table| table.name == name).expect("the table");
    let mut digest = RowDigest::default();
    let mut rows = snapshot.rows(table).await.expect("a snapshot");
    while let Some(piece) = rows.try_next().await.expect("a snapshot") {
        digest.take(&piece);
    }
    (digest.rows(), digest.sum())
}

#[test]
fn a_snapshot_shows_the_rows_of_its_moment_to_all_that_join_it() {
    case(async {
        let database = Database::fresh().await;
        let client = database.client().await;
        let made = "create table t (a int, twice int generated always as (a * 2) stored); \
            insert into t select generate_series(1, 500)";
        client.batch_execute(made).await.expect("a statement");
        let snapshot = Snapshot::take(&options(&database, 1), None).await.expect("a snapshot");
        let before = digested(&snapshot, "t").await;
        assert_eq!(before.0, 500);
        client.batch_execute("update t set a = a + 1 where a = 7").await.expect("a statement");
        assert_eq!(digested(&snapshot, "t").await, before);
        let id = snapshot.id().to_owned();
        let joined = Snapshot::take(&options(&database, 1), Some(&id)).await.expect("a snapshot");
        assert_eq!(digested(&joined, "t").await, before);
        let later = Snapshot::take(&options(&database, 1), None).await.expect("a snapshot");
        assert_ne!(digested(&later, "t").await, before);
        assert!(Snapshot::take(&options(&database, 1), Some("1'; select 1")).await.is_err());
    });
}

#[test]
fn tables_hold_still_while_a_snapshot_is_held() {
    case(async {
        let database = Database::fresh().await;
        let client = database.client().await;
        client.batch_execute("create table old (a int)").await.expect("a statement");
        let snapshot = Snapshot::take(&options(&database, 1), None).await.expect("a snapshot");
        // An emptied table would seem to have been empty all along.
        let emptied = client.batch_execute("set lock_timeout = '50ms'; truncate old").await;
        assert!(emptied.is_err());
        drop(snapshot);
    });
}

#[test]
fn a_database_is_cleared_of_everything_but_its_extensions() {
    case(async {
        let database = Database::fresh().await;
        let client = database.client().await;
        let made = r#"create extension if not exists pg_trgm; create schema "Odd ""space""";
            create type mood as enum ('good'); create domain positive as int check (value > 0);
            create sequence counter; create type pair as (a int, b int);
            create table thing (id bigint generated always as identity primary key, mood mood, ok positive);
            create table parted (a int) partition by range (a);
            create table "Odd ""space""".part partition of parted for values from (1) to (2);
            create function label(t thing) returns text language sql stable return t.id::text;
            create procedure nothing() language sql begin atomic end;
            create aggregate total_of(int) (sfunc = int4pl, stype = int, initcond = '0');
            create view things as select label(t) from thing t; create materialized view moods as select mood from thing"#;
        client.batch_execute(made).await.expect("a statement");
        client.batch_execute(Restoration::CLEAR).await.expect("a statement");
        let left = "select count(*) from (
            select oid from pg_class where relnamespace = 'public'::regnamespace
            union all select oid from pg_type where typnamespace = 'public'::regnamespace and typtype in ('c', 'd', 'e')
            union all select oid from pg_proc where pronamespace = 'public'::regnamespace
            union all select oid from pg_namespace where nspname like 'Odd%') o
            where not exists (select from pg_depend d where d.deptype = 'e' and d.objid = o.oid)";
        let row = client.query_one(left, &[]).await.expect("a count");
        assert_eq!(row.get::<_, i64>(0), 0);
        let kept = "select count(*) from pg_extension where extname = 'pg_trgm'";
        assert_eq!(client.query_one(kept, &[]).await.expect("a count").get::<_, i64>(0), 1);
    });
}

#[test]
fn a_restore_counts_the_connections_of_servers_and_not_those_of_restores() {
    case(async {
        let database = Database::fresh().await;
        let failed = Restoration::open(&options(&database, 1)).await.expect("a restoration");
        let restoration = Restoration::open(&options(&database, 1)).await.expect("a restoration");
        assert_eq!(restoration.servers().await.expect("a count"), 0);
        let _server = Snapshot::take(&options(&database, 1), None).await.expect("a snapshot");
        assert_eq!(restoration.servers().await.expect("a count"), 1);
        drop(failed);
    });
}
