//! Migrations are what they were when they were applied.

use parse_store::migrate::run_migrations;
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
fn a_migration_of_before_there_were_checksums_gets_one() {
    case(async {
        let database = Database::fresh().await;
        let store = crate::open(&database).await;
        apply(&store, STEPS).await.expect("a first time");
        let client = database.client().await;
        client
            .execute("update _touchstone.migration set checksum = null", &[])
            .await
            .expect("no checksums");
        let store = Store::open(&crate::options(&database, 1)).await.expect("a store");
        apply(&store, STEPS).await.expect("nothing to do");
        let sql = "select count(*) from _touchstone.migration where checksum is null";
        assert_eq!(client.query_one(sql, &[]).await.expect("a count").get::<_, i64>(0), 0);
        assert!(apply(&store, EDITED).await.is_err());
    });
}
