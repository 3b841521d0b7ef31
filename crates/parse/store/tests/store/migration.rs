//! Migrations are what they were when they were applied.

use parse_store::migrate::{pending, run_migrations};
use parse_store::{Migration, Store, StoreError};
use testkit::{Database, case};

const STEPS: &[Migration] = &[("app_0001", "create table app_thing (n int)")];
const EDITED: &[Migration] = &[("app_0001", "create table app_thing (n int8)")];

async fn apply(store: &Store, steps: &[Migration]) -> Result<(), StoreError> {
    let tx = store.begin();
    run_migrations(&tx, steps).await?;
    tx.commit().await
}

#[test]
fn a_migration_that_was_edited_after_it_was_applied_is_refused_by_name() {
    case(async {
        let database = Database::fresh().await;
        let store = crate::open(&database).await;
        apply(&store, STEPS).await.expect("a first time");
        apply(&store, STEPS).await.expect("nothing to do");
        let refused = apply(&store, EDITED).await.expect_err("an edited migration");
        assert!(refused.to_string().contains("app_0001 was edited"), "{refused}");
        let client = database.client().await;
        client
            .execute(
                "update _touchstone.migration set checksum = 'x' where name = '0003_files'",
                &[],
            )
            .await
            .expect("a checksum");
        let refused = Store::open(&crate::options(&database, 1)).await.expect_err("an edited one");
        assert!(refused.to_string().contains("0003_files was edited"), "{refused}");
    });
}

#[test]
fn a_database_from_before_the_baseline_is_refused_and_not_changed() {
    case(async {
        let database = Database::fresh().await;
        let client = database.client().await;
        client
            .batch_execute(
                "create schema _touchstone;
                create table _touchstone.migration (name text primary key, applied_at timestamptz not null default now());
                insert into _touchstone.migration (name) values ('0001_json_functions'), ('0022_search_path')",
            )
            .await
            .expect("a database of an old build");
        let options = crate::options(&database, 1);
        let told = pending(&options, STEPS).await.expect_err("an old database").to_string();
        assert!(told.contains("0022_search_path") && told.contains("Create the database again"));
        let refused = Store::open(&options).await.expect_err("an old database");
        assert_eq!(refused.to_string(), told);
        let sql = "select (select count(*) from _touchstone.migration),
            (select count(*) from information_schema.columns where table_schema in ('_touchstone', 'public')),
            (select count(*) from pg_proc where pronamespace = '_touchstone'::regnamespace)";
        let row = client.query_one(sql, &[]).await.expect("counts");
        assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1), row.get::<_, i64>(2)), (2, 2, 0));
    });
}

#[test]
fn what_is_left_to_apply_is_told_before_it_is() {
    case(async {
        let database = Database::fresh().await;
        let options = crate::options(&database, 1);
        let all = pending(&options, STEPS).await.expect("a list");
        assert_eq!(all.first(), Some(&"0001_json"));
        assert_eq!(all.last(), Some(&"app_0001"));
        let store = crate::open(&database).await;
        assert_eq!(pending(&options, STEPS).await.expect("one"), ["app_0001"]);
        apply(&store, STEPS).await.expect("a first time");
        assert!(pending(&options, STEPS).await.expect("none").is_empty());
        let refused = pending(&options, EDITED).await.expect_err("edited");
        assert!(refused.to_string().contains("app_0001 was edited"), "{refused}");
    });
}

#[test]
fn a_database_of_a_newer_version_is_refused_in_words() {
    case(async {
        let database = Database::fresh().await;
        let store = crate::open(&database).await;
        apply(&store, STEPS).await.expect("a first time");
        let client = database.client().await;
        let newer = |name: &str| {
            format!("insert into _touchstone.migration (name, checksum) values ('{name}', 'x')")
        };
        client.batch_execute(&newer("app_0002")).await.expect("a newer application");
        let refused = apply(&store, STEPS).await.expect_err("a newer application");
        assert!(refused.to_string().contains("a newer version: it has had the migration app_0002"));
        client.batch_execute(&newer("9999_later")).await.expect("a newer store");
        let refused = Store::open(&crate::options(&database, 1)).await.expect_err("a newer store");
        assert!(refused.to_string().contains("9999_later"), "{refused}");
    });
}
