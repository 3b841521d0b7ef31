//! Migrations are what they were when they were applied.

use parse_model::Date;
use parse_store::migrate::{pending, run_migrations};
use parse_store::{Migration, Store, StoreError, push_work};
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

#[test]
fn pushes_that_waited_before_there_was_one_queue_are_still_sent() {
    case(async {
        let database = Database::fresh().await;
        drop(crate::open(&database).await);
        let client = database.client().await;
        let before = concat!(
            "drop index _touchstone.outbox_push;\n",
            include_str!("../../migrations/0004_push.sql"),
            "delete from _touchstone.migration where name = '0010_push_in_outbox';
            insert into _touchstone.push_work (push, due, task, is_prepared, \"cursor\", lease, tries) values
                ('later', now() + interval '1 hour', '{}', false, '', null, 0),
                ('begun', now() - interval '1 hour', '{\"data\": {\"alert\": \"Hi\"}}', true, 'abc',
                    now() - interval '1 minute', 2);",
        );
        client.batch_execute(before).await.expect("a database of before");
        let store = Store::open(&crate::options(&database, 1)).await.expect("a store");
        let tx = store.begin();
        let now = Date::parse("2100-01-01T00:00:00.000Z").expect("a moment");
        let taken = push_work::take(&tx, now, now).await.expect("an answer").expect("a push");
        assert_eq!((&*taken.push, &*taken.cursor, taken.is_prepared), ("begun", "abc", true));
        assert_eq!((taken.task["data"]["alert"].as_str(), taken.tries), (Some("Hi"), 3));
        tx.rollback().await.expect("a rollback");
        let sql = "select count(*) from _touchstone.outbox where topic = 'push' and due_at > now()";
        assert_eq!(client.query_one(sql, &[]).await.expect("a count").get::<_, i64>(0), 1);
    });
}

#[test]
fn what_is_left_to_apply_is_told_before_it_is() {
    case(async {
        let database = Database::fresh().await;
        let options = crate::options(&database, 1);
        let all = pending(&options, STEPS).await.expect("a list");
        assert_eq!(all.first(), Some(&"0001_json_functions"));
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
