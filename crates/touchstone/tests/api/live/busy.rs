//! The events of subscribers while the database is slow.

use serde_json::json;
use testkit::case;

use super::client::{LiveServer, all_notes};
use crate::api::eventually;

/// Puts a gate before every look at the change log, and closes it.
const CLOSE: &str = "
    alter function _touchstone.log_place() rename to log_place_at_once;
    create function _touchstone.log_place() returns text language plpgsql stable as $$
    begin
        perform pg_advisory_xact_lock_shared(42);
        return _touchstone.log_place_at_once();
    end $$;
    select pg_advisory_lock(42)";

/// Opens the gate for those who wait at it, and closes it again.
const LET_THROUGH: &str = "select pg_advisory_unlock(42); select pg_advisory_lock(42)";

/// How many looks wait at the gate.
const WAITING: &str = "
    select count(*) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.objid = 42 and not l.granted
        and a.datname = current_database() and a.query like 'with here as%'";

#[test]
fn a_look_that_takes_long_is_not_given_up_for_what_happens_meanwhile() {
    case(async {
        // A look waits at the gate for as long as that is closed.
        let patience = [("STATEMENT_TIMEOUT", "0"), ("LOCK_TIMEOUT", "0")];
        let server = LiveServer::start(&patience).await;
        server.create("Note", json!({ "title": "first" })).await;
        let mut client = server.connected(json!({})).await;
        client.subscribe(1, all_notes()).await;
        let mut leaving = Vec::new();
        for name in ["ada", "bea", "cem", "dov"] {
            let (_, token) = server.sign_up(name).await;
            let mut client = server.connected(json!({ "sessionToken": token })).await;
            client.subscribe(1, all_notes()).await;
            leaving.push((client, token));
        }
        let gate = server.api.database().client().await;
        gate.batch_execute(CLOSE).await.expect("a gate");
        let is_waiting = async || {
            let row = gate.query_one(WAITING, &[]).await.expect("who waits");
            row.get::<_, i64>(0) > 0
        };
        eventually(is_waiting).await;
        // Whether the look that waits sees it or the next one: one of them is let through below.
        server.create("Note", json!({ "title": "meanwhile" })).await;
        for (mut client, token) in leaving {
            eventually(is_waiting).await;
            let by = [("x-parse-session-token", &*token)];
            server.api.send_with("POST", "/logout", &by, json!({})).await.ok();
            // The task that waits for the read handles that, too.
            loop {
                let told = client.next().await;
                if told["op"] == "error" {
                    break assert_eq!(told["code"], 209, "{told}");
                }
            }
            gate.batch_execute(LET_THROUGH).await.expect("a gate");
        }
        assert_eq!(client.event().await, ("create".to_owned(), "meanwhile".to_owned()));
    });
}
