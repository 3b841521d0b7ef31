//! How evidence goes from state to state while chains go on.

use futures_util::future::join;
use parse_engine::worker::{drain_all, work_for_ever};
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::evidence::{NODE, OTHER, SENDER, hash};
use crate::stage::{Programme, TestUser};

const DAY: i64 = 86_400;

struct Scene {
    programme: Programme,
    rin: TestUser,
    network: String,
}

impl Scene {
    async fn set() -> Scene {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 5).await;
        Scene { programme, rin, network }
    }

    /// Lets time pass and the worker do what is due.
    async fn after(&self, seconds: i64, id: &str) -> Json {
        self.programme.clock.advance(seconds);
        drain_all(&self.programme.engine).await;
        self.programme.evidence(&self.rin, id).await
    }
}

#[test]
fn a_transaction_that_waits_is_looked_at_again_until_it_is_mined() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.pending(NODE, &hash(1));
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        let waiting = scene.after(0, &id).await;
        assert_eq!(waiting["state"], "waiting", "{waiting}");
        assert_eq!(waiting["explanation"]["chainStatus"], "pending");
        scene.programme.mined(NODE, &hash(1), 1000, &hash(900));
        assert_eq!(scene.after(14, &id).await["state"], "waiting", "it is not time yet");
        let mined = scene.after(1, &id).await;
        assert_eq!(mined["state"], "decoded", "{mined}");
        assert_eq!((&mined["confirmations"], &mined["reason"]), (&json!(1), &Json::Null));
    });
}

#[test]
fn a_transaction_that_nobody_mines_is_stuck_first_and_dropped_after_a_day() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.pending(NODE, &hash(1));
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        scene.after(0, &id).await;
        let mut looks = 0;
        for seconds in [15, 60, 120, 300, 900] {
            scene.after(seconds, &id).await;
            looks += 1;
        }
        let stuck = scene.programme.evidence(&scene.rin, &id).await;
        assert_eq!((looks, &stuck["state"]), (5, &json!("waiting")));
        assert_eq!(stuck["explanation"]["failureClass"], "tx_stuck");
        for _ in 0..24 {
            scene.after(3_600, &id).await;
        }
        let dropped = scene.programme.evidence(&scene.rin, &id).await;
        assert_eq!(dropped["state"], "decoded", "{dropped}");
        assert_eq!(dropped["explanation"]["chainStatus"], "dropped");
        assert_eq!(dropped["explanation"]["failureClass"], "tx_dropped");
        let queued = "select count(*) from _touchstone.evidence_queue";
        assert_eq!(scene.programme.how_many(queued).await, 0);
    });
}

#[test]
fn a_transaction_whose_number_another_one_took_was_replaced() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.pending(NODE, &hash(1));
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        scene.after(0, &id).await;
        scene.programme.nodes.answer_about(NODE, "eth_getTransactionByHash", &hash(1), Json::Null);
        assert_eq!(scene.after(15, &id).await["state"], "waiting", "it may come back");
        scene.programme.nodes.answer_about(NODE, "eth_getTransactionCount", SENDER, json!("0x6"));
        let replaced = scene.after(60, &id).await;
        assert_eq!(replaced["state"], "decoded", "{replaced}");
        assert_eq!(replaced["explanation"]["chainStatus"], "replaced");
    });
}

#[test]
fn a_block_that_was_replaced_has_its_transaction_looked_up_again_until_it_is_final() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.mined(NODE, &hash(1), 1000, &hash(900));
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        let first = scene.after(0, &id).await;
        assert_eq!(first["explanation"]["blockHash"], hash(900));
        scene.programme.mined(NODE, &hash(1), 1001, &hash(901));
        scene.programme.nodes.answer(NODE, "eth_blockNumber", json!("0x3e9"));
        let second = scene.after(24, &id).await;
        assert_eq!(second["state"], "decoded", "{second}");
        assert_eq!(second["explanation"]["blockHash"], hash(901));
        scene.programme.nodes.answer(NODE, "eth_blockNumber", json!("0x3eb"));
        assert_eq!(scene.after(24, &id).await["confirmations"], 3);
        let asked = scene.programme.nodes.times_asked("eth_getTransactionReceipt");
        scene.programme.ask(&scene.rin, "evidenceRefresh", json!({ "id": id })).await;
        assert_eq!(scene.after(DAY / 2, &id).await["state"], "decoded");
        assert_eq!(scene.programme.nodes.times_asked("eth_getTransactionReceipt"), asked);
    });
}

#[test]
fn a_transaction_that_no_network_knows_is_searched_for_ten_minutes_and_then_its_network_is_asked_for()
 {
    case(async {
        let scene = Scene::set().await;
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        let missing = scene.after(0, &id).await;
        assert_eq!(missing["state"], "not_found");
        assert_eq!(missing["tried"], json!(["Chain 5"]));
        for seconds in [60, 180] {
            let again = scene.after(seconds, &id).await["reason"].to_string();
            assert!(again.contains("checked again"), "{again}");
        }
        let asks = scene.after(360, &id).await["reason"].to_string();
        assert!(asks.contains("Choose the network"), "{asks}");
        scene.programme.mined(NODE, &hash(1), 990, &hash(900));
        assert_eq!(
            scene.after(DAY / 2, &id).await["state"],
            "not_found",
            "it is not looked up any more"
        );
        let chosen = json!({ "id": id, "network": scene.network });
        scene.programme.ask(&scene.rin, "evidenceRefresh", chosen).await;
        assert_eq!(scene.after(0, &id).await["state"], "decoded");
    });
}

#[test]
fn a_hash_that_several_networks_know_is_its_owners_to_place() {
    case(async {
        let scene = Scene::set().await;
        let mia = scene.programme.sign_in("mia", crate::stage::PASSWORD).await.expect("a session");
        let other = scene.programme.chain(&mia, OTHER, 7).await;
        for url in [NODE, OTHER] {
            scene.programme.mined(url, &hash(1), 990, &hash(900));
        }
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        let several = scene.after(0, &id).await;
        assert_eq!(several["state"], "not_found");
        assert_eq!(several["tried"], json!(["Chain 5", "Chain 7"]));
        let chosen = json!({ "id": id, "network": other });
        scene.programme.ask(&scene.rin, "evidenceRefresh", chosen).await;
        let placed = scene.after(0, &id).await;
        assert_eq!(
            (&placed["state"], &placed["network"]["chainId"]),
            (&json!("decoded"), &json!(7))
        );
    });
}

#[test]
fn nodes_that_cannot_trace_leave_an_explanation_that_is_less_sure() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.mined(NODE, &hash(1), 990, &hash(900));
        let none = json!({ "type": "CALL", "from": "0x00000000000000000000000000000000000000ff" });
        scene.programme.nodes.answer_about(NODE, "debug_traceTransaction", &hash(1), none);
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        let partial = scene.after(0, &id).await;
        assert_eq!(partial["state"], "partial", "{partial}");
        assert_eq!(partial["steps"][3], json!({ "key": "trace", "state": "skipped" }));
    });
}

#[test]
fn nodes_that_do_not_answer_are_asked_again_before_it_is_given_up() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.mined(NODE, &hash(1), 990, &hash(900));
        let chosen = json!({ "text": hash(1), "network": scene.network });
        let shown = scene.programme.ask(&scene.rin, "evidencePreview", chosen).await;
        let id = shown["evidence"]["id"].as_str().expect("an id").to_owned();
        scene.programme.nodes.remove(NODE);
        let silent = scene.after(0, &id).await;
        assert_eq!(silent["state"], "queued", "{silent}");
        assert!(silent["reason"].to_string().contains("Chain 5"), "{silent}");
        for seconds in [5, 30, 120, 600] {
            scene.after(seconds, &id).await;
        }
        let failed = scene.programme.evidence(&scene.rin, &id).await;
        assert_eq!(failed["state"], "failed", "{failed}");
        assert!(!failed.to_string().contains("topsecret"), "{failed}");
    });
}

#[test]
fn what_a_worker_that_died_had_taken_is_taken_again_when_its_lease_ends() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.mined(NODE, &hash(1), 990, &hash(900));
        let id = scene.programme.paste(&scene.rin, &hash(1)).await;
        let client = scene.programme.database.client().await;
        let died = "update _touchstone.evidence_queue set due_at = due_at + interval '60 seconds'";
        assert_eq!(client.execute(died, &[]).await.expect("a row"), 1);
        let state = r#"update "Evidence" set "state" = 'fetching'"#;
        client.execute(state, &[]).await.expect("a row");
        assert_eq!(scene.after(59, &id).await["state"], "fetching");
        assert_eq!(scene.after(1, &id).await["state"], "decoded");
    });
}

#[test]
fn a_worker_beside_requests_explains_by_itself_what_was_pasted() {
    case(async {
        let scene = Scene::set().await;
        scene.programme.mined(NODE, &hash(1), 990, &hash(900));
        let asked = async {
            let id = scene.programme.paste(&scene.rin, &hash(1)).await;
            while scene.programme.evidence(&scene.rin, &id).await["state"] != "decoded" {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            () = work_for_ever(&scene.programme.engine) => panic!("the worker ended"),
            () = asked => {}
        }
    });
}

#[test]
fn two_servers_share_the_work_and_look_nothing_up_twice() {
    case(async {
        let scene = Scene::set().await;
        let mut ids = Vec::new();
        for n in 1..=20 {
            scene.programme.mined(NODE, &hash(n), 990, &hash(900));
            ids.push(scene.programme.paste(&scene.rin, &hash(n)).await);
        }
        let other = scene.programme.second_engine().await;
        join(drain_all(&scene.programme.engine), drain_all(&other)).await;
        for id in &ids {
            assert_eq!(scene.programme.evidence(&scene.rin, id).await["state"], "decoded");
        }
        assert_eq!(scene.programme.nodes.times_asked("debug_traceTransaction"), 20);
    });
}

#[test]
fn evidence_that_cannot_be_stored_is_tried_ever_later_and_says_so_in_the_end() {
    case(async {
        let scene = Scene::set().await;
        let programme = &scene.programme;
        programme.mined(NODE, &hash(1), 1000, &hash(900));
        let id = programme.paste(&scene.rin, &hash(1)).await;
        programme
            .alter(
                r#"create function refuse_storing() returns trigger language plpgsql as $$ begin
                    if new."state" in ('decoded', 'partial') then raise exception 'no'; end if; return new; end $$;
                create trigger refuse before update on "Evidence" for each row execute function refuse_storing()"#,
            )
            .await;
        let failures = async || {
            programme.count("select max(failures)::int8 from _touchstone.evidence_queue").await
        };
        scene.after(0, &id).await;
        for (failed, wait) in (1..).zip([60, 120, 300, 900, 1_800, 3_600, 7_200]) {
            scene.after(wait - 1, &id).await;
            assert_eq!(failures().await, failed, "it is not time yet");
            // Rows that failed together come back up to a fifth later.
            scene.after(wait / 5 + 1, &id).await;
            assert_eq!(failures().await, failed + 1);
        }
        scene.after(14_400 * 6 / 5, &id).await;
        let seen = programme.evidence(&scene.rin, &id).await;
        assert_eq!(seen["state"], "failed", "{seen}");
        assert!(
            seen["reason"].as_str().is_some_and(|why| why.contains("internal error")),
            "{seen}"
        );
        assert_eq!(programme.count("select count(*) from _touchstone.evidence_queue").await, 0);
    });
}
