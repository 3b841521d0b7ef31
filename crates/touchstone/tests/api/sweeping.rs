//! The deletion of expired rows, and the folders of nodes.

use parse_engine::sweep::Swept;
use parse_store::file_folder::{FolderOfNode, elsewhere, last, leave, tell};
use serde_json::json;
use testkit::case;

use crate::api::{Api, text};

/// The ids of a class, in their order.
async fn ids(api: &Api, class: &str) -> String {
    let client = api.database().client().await;
    let sql = format!(
        r#"select coalesce(string_agg("objectId", ' ' order by "objectId"), '') from "{class}""#
    );
    client.query_one(&sql, &[]).await.expect("ids").get(0)
}

#[test]
fn sessions_go_a_day_after_their_end_and_those_in_use_stay() {
    case(async {
        let api = Api::start().await;
        let body = json!({ "username": "ada", "password": "secret" });
        let ada = api.send("POST", "/users", body).await.ok();
        let client = api.database().client().await;
        let put = format!(
            r#"delete from "_Session" where "user" <> '{id}';
            insert into "_Session" ("objectId", "createdAt", "updatedAt", "sessionToken", "user", "expiresAt")
            select name || n, now() - interval '1 year', now(), 'r:' || name || n, '{id}', now() + ends
            from generate_series(1, 700) n, (values ('old', interval '-100 days')) ended(name, ends)
            union all select 'fresh', now(), now(), 'r:fresh', '{id}', now() - interval '1 hour'
            union all select 'endless', now(), now(), 'r:endless', '{id}', null"#,
            id = text(&ada, "objectId")
        );
        client.batch_execute(&put).await.expect("sessions");
        let own = ids(&api, "_Session").await;
        // Locked rows are left for the next sweep, which does not wait for them.
        client
            .batch_execute(r#"begin; select from "_Session" where "objectId" = 'old1' for update"#)
            .await
            .expect("a lock");
        let swept = api.app.engine.sweep().await.expect("a sweep");
        assert_eq!(swept, Swept { sessions: 699, ..Swept::default() });
        client.batch_execute("rollback").await.expect("an end");
        assert_eq!(api.app.engine.sweep().await.expect("a sweep").sessions, 1);
        let left = ids(&api, "_Session").await;
        assert_eq!(left.split(' ').count() + 700, own.split(' ').count());
        assert!(left.contains("fresh") && left.contains("endless"), "{left}");
        let token = text(&ada, "sessionToken");
        let me = [("x-parse-session-token", token)];
        assert_eq!(api.send_with("GET", "/users/me", &me, json!({})).await.status, 200);
    });
}

#[test]
fn what_became_of_jobs_and_pushes_goes_after_its_time_unless_it_has_not_ended() {
    case(async {
        let api = Api::start().await;
        let client = api.database().client().await;
        for class in ["_JobStatus", "_PushStatus"] {
            let put = format!(
                r#"insert into "{class}" ("objectId", "createdAt", "status") values
                ('done', now() - interval '91 days', 'succeeded'), ('failed', now() - interval '91 days', 'failed'),
                ('running', now() - interval '91 days', 'running'), ('young', now() - interval '89 days', 'succeeded')"#
            );
            client.batch_execute(&put).await.expect("rows");
        }
        let pending = r#"insert into "_PushStatus" ("objectId", "createdAt", "status") values ('at_work', now() - interval '1 year', 'failed');
            insert into _touchstone.outbox (topic, body, put_at, due_at) values ('push', '{"push": "at_work"}', now(), now())"#;
        client.batch_execute(pending).await.expect("a push");
        let swept = api.app.engine.sweep().await.expect("a sweep");
        assert_eq!(swept, Swept { jobs: 2, pushes: 2, ..Swept::default() });
        assert_eq!(ids(&api, "_JobStatus").await, "running young");
        assert_eq!(ids(&api, "_PushStatus").await, "at_work running young");
    });
}

#[test]
fn nodes_with_different_folders_find_each_other_while_they_run() {
    case(async {
        let api = Api::start().await;
        let db = api.app.engine.store().db();
        let one = FolderOfNode { node: "one", place: "here", folder: "a" };
        let same = FolderOfNode { node: "two", place: "beside it", folder: "a" };
        let other = FolderOfNode { node: "three", place: "far away", folder: "b" };
        for node in [&one, &same, &other] {
            tell(&db, node).await.expect("told");
        }
        assert_eq!(elsewhere(&db, &one).await.expect("nodes"), ["far away"]);
        assert_eq!(elsewhere(&db, &other).await.expect("nodes"), ["beside it", "here"]);
        leave(&db, "two").await.expect("gone");
        assert_eq!(elsewhere(&db, &other).await.expect("nodes"), ["here"]);
        let client = api.database().client().await;
        let died = "update _touchstone.file_folder set seen_at = now() - interval '1 minute' where node = 'one'";
        client.batch_execute(died).await.expect("a dead node");
        assert_eq!(elsewhere(&db, &other).await.expect("nodes"), [""; 0]);
    });
}

#[test]
fn the_folder_that_was_used_last_stays_known_when_no_node_runs() {
    case(async {
        let api = Api::start().await;
        let db = api.app.engine.store().db();
        let old = FolderOfNode { node: "one", place: "here", folder: "a" };
        let new = FolderOfNode { node: "two", place: "there", folder: "b" };
        tell(&db, &old).await.expect("told");
        assert_eq!(last(&db).await.expect("a folder"), None, "no file could be missing");
        let client = api.database().client().await;
        let stored = "insert into _touchstone.file (name, size, created_at) values ('f', 1, now())";
        client.batch_execute(stored).await.expect("a file");
        let folder = |name: &str, place: &str| Some((name.to_owned(), place.to_owned()));
        assert_eq!(last(&db).await.expect("a folder"), folder("a", "here"));
        leave(&db, "one").await.expect("gone");
        assert_eq!(last(&db).await.expect("a folder"), folder("a", "here"));
        let long_ago = "update _touchstone.file_folder set seen_at = now() - interval '1 year'";
        client.batch_execute(long_ago).await.expect("a year");
        assert_eq!(last(&db).await.expect("a folder"), folder("a", "here"));
        tell(&db, &new).await.expect("told");
        assert_eq!(last(&db).await.expect("a folder"), folder("b", "there"));
        client.batch_execute("delete from _touchstone.file").await.expect("no file");
    });
}
