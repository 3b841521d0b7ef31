use super::*;

mod fake_node;

use std::sync::Arc;

use alloy_primitives::B256;
use chain_node::{
    Budget, Endpoint, HealthState, Network, NodeError, Nodes, Probe, Step, TraceMode,
};
use serde_json::{Value, json};

use fake_node::{Behaviour, FakeNode, HASH, honest, now_sec};

/// Half of the budget: a look-up that waits for a silent node takes longer, and one on nodes that answer at once takes
/// less, also on a busy machine.
const USUAL: Duration = Duration::from_secs(5);

fn transport() -> Arc<ChainTransport> {
    let loopback = Networks::parse("127.0.0.0/8").unwrap();
    Arc::new(ChainTransport::for_administrators(loopback))
}

fn network(chain_id: u64, nodes: &[&FakeNode]) -> Network {
    let endpoints = nodes.iter().map(|node| Endpoint { url: node.url() }).collect();
    Network { chain_id, endpoints, trace_mode: TraceMode::Debug, block_time_ms: 2_000 }
}

fn nodes(networks: Vec<Network>) -> Nodes {
    let nodes = Nodes::new(transport());
    nodes.configure(networks);
    nodes
}

async fn look_up(nodes: &Nodes, chain_id: u64) -> Result<chain_node::Found, NodeError> {
    nodes.look_up(chain_id, HASH, &Budget::default(), &|_| {}).await
}

/// A node that does this is harmless: beside it, another network answers in its usual time; behind
/// it, another endpoint of its own network answers; and alone, it fails within the budget.
async fn harms_nobody(behaviour: Behaviour) -> Option<NodeError> {
    let (bad, other, spare) = tokio::join!(
        FakeNode::start(behaviour),
        FakeNode::start(honest(10)),
        FakeNode::start(honest(3)),
    );
    let nodes =
        nodes(vec![network(1, &[&bad]), network(3, &[&bad, &spare]), network(10, &[&other])]);
    let began = Instant::now();
    let beside = async {
        let probe = nodes.find(HASH, &[1, 10], &Budget::default()).await;
        let probe_took = began.elapsed();
        let found = look_up(&nodes, 10).await;
        (probe, probe_took, found, began.elapsed())
    };
    let unanswered = async {
        nodes.find(HASH, &[1], &Budget::default()).await;
        began.elapsed()
    };
    let alone = async { (look_up(&nodes, 1).await, began.elapsed()) };
    let ((probe, probe_took, found, took), unanswered_took, (alone, alone_took), behind) =
        tokio::join!(beside, unanswered, alone, look_up(&nodes, 3));
    assert_eq!((probe.hits, probe.asked), (vec![10], vec![1, 10]));
    assert!(found.unwrap().receipt.is_some() && took < USUAL, "it took {took:?}");
    assert!(behind.unwrap().receipt.is_some());
    assert!(alone_took < Duration::from_secs(11), "alone it took {alone_took:?}");
    let error = alone.err();
    if error == Some(NodeError::TimedOut) {
        assert!(probe_took < unanswered_took, "{probe_took:?}, {unanswered_took:?}");
    }
    error
}

#[tokio::test]
async fn everything_about_a_transaction_is_looked_up_in_few_questions() {
    let node = FakeNode::start(honest(5)).await;
    let nodes = nodes(vec![network(5, &[&node])]);
    let steps = std::sync::Mutex::new(Vec::new());
    let heard = |step: Step| steps.lock().unwrap().push(step);
    let found = nodes.look_up(5, HASH, &Budget::default(), &heard).await.unwrap();
    assert_eq!(found.transaction["hash"], json!(HASH));
    assert_eq!(found.receipt.unwrap()["status"], "0x0");
    assert_eq!(found.block.unwrap()["number"], "0x64");
    assert!(found.trace.is_some());
    let tokens: Vec<(String, u8)> =
        found.tokens.into_iter().map(|(_, symbol, decimals)| (symbol, decimals)).collect();
    assert_eq!(tokens, [("USDX".to_owned(), 6)]);
    let all = [Step::Network, Step::Transaction, Step::Receipt, Step::Trace, Step::Tokens];
    assert_eq!(*steps.lock().unwrap(), all);
    let asked = node.asked();
    let times = |method: &str| asked.iter().filter(|asked| *asked == method).count();
    assert_eq!(times("eth_getTransactionByHash") + times("eth_getTransactionReceipt"), 2);
    look_up(&nodes, 5).await.unwrap();
    let again = node.asked().into_iter().filter(|asked| asked.starts_with("eth_call")).count();
    assert_eq!(again, times("eth_call"), "a token is asked once for ever");
}

#[tokio::test]
async fn a_dead_node_harms_nobody() {
    assert_eq!(harms_nobody(Behaviour::Dead).await, Some(NodeError::AllDown));
}

#[tokio::test]
async fn a_silent_node_harms_nobody() {
    assert_eq!(harms_nobody(Behaviour::Silent).await, Some(NodeError::TimedOut));
}

#[tokio::test]
async fn a_node_that_drips_harms_nobody() {
    assert_eq!(harms_nobody(Behaviour::Drips).await, Some(NodeError::TimedOut));
}

#[tokio::test]
async fn a_node_that_answers_garbage_harms_nobody() {
    let garbage = Behaviour::Body(200, b"\x00\xff<html>not a node</html>".to_vec());
    assert_eq!(harms_nobody(garbage).await, Some(NodeError::Nonsense));
}

#[tokio::test]
async fn a_node_that_is_busy_or_down_harms_nobody() {
    for status in [429, 500, 502, 503] {
        let down = Behaviour::Body(status, b"later".to_vec());
        assert_eq!(harms_nobody(down).await, Some(NodeError::AllDown), "{status}");
    }
}

#[tokio::test]
async fn a_node_that_redirects_is_not_followed_and_harms_nobody() {
    let inside = FakeNode::start(honest(1)).await;
    let away = Behaviour::Redirect(inside.url());
    assert_eq!(harms_nobody(away).await, Some(NodeError::AllDown));
    assert!(inside.asked().is_empty(), "the redirect was followed");
}

#[tokio::test]
async fn a_node_of_another_network_harms_nobody() {
    assert_eq!(harms_nobody(honest(4)).await, Some(NodeError::Nonsense));
}

#[tokio::test]
async fn a_node_that_answers_another_question_harms_nobody() {
    let wrong_number = Behaviour::Answers(Arc::new(|asked| json!({ "id": 7, "result": asked })));
    assert_eq!(harms_nobody(wrong_number).await, Some(NodeError::Nonsense));
    let both = json!({ "id": 1, "result": "0x1", "error": { "code": 1, "message": "" } });
    let both = Behaviour::Answers(Arc::new(move |_| both.clone()));
    assert_eq!(harms_nobody(both).await, Some(NodeError::Nonsense));
}

/// Answers correctly which network it serves, and everything else with the given lie.
fn lying(lie: impl Fn(&str, &Value) -> Value + Send + Sync + 'static) -> [Behaviour; 3] {
    let lie = Arc::new(lie);
    [1, 3, 10].map(|chain_id| {
        let (lie, honest) = (Arc::clone(&lie), honest(chain_id));
        Behaviour::Answers(Arc::new(move |asked| {
            let told = honest.answer(asked);
            match asked["method"].as_str() {
                Some("eth_chainId") | None => told,
                Some(method) => json!({ "id": 1, "result": lie(method, &told["result"]) }),
            }
        }))
    })
}

async fn is_found_behind_the_liar(lie: impl Fn(&str, &Value) -> Value + Send + Sync + 'static) {
    let [_, liar, _] = lying(lie);
    let (liar, honest) = tokio::join!(FakeNode::start(liar), FakeNode::start(honest(3)));
    let nodes = nodes(vec![network(3, &[&liar, &honest])]);
    let found = look_up(&nodes, 3).await.unwrap();
    assert_eq!(found.transaction["hash"], json!(HASH));
    let receipt = found.receipt.unwrap();
    assert_eq!(receipt["transactionHash"], json!(HASH));
    assert_eq!(receipt["blockHash"], found.transaction["blockHash"]);
    assert_eq!(found.block.unwrap()["hash"], receipt["blockHash"]);
    assert!(!liar.asked().is_empty(), "the liar was not asked");
}

#[tokio::test]
async fn a_transaction_of_another_hash_is_not_believed() {
    is_found_behind_the_liar(|method, told| {
        let mut told = told.clone();
        if method == "eth_getTransactionByHash" {
            told["hash"] = json!(B256::repeat_byte(0xee));
        }
        told
    })
    .await;
}

#[tokio::test]
async fn a_receipt_of_another_transaction_or_block_is_not_believed() {
    for field in ["transactionHash", "blockHash"] {
        is_found_behind_the_liar(move |method, told| {
            let mut told = told.clone();
            if method == "eth_getTransactionReceipt" {
                told[field] = json!(B256::repeat_byte(0xee));
            }
            told
        })
        .await;
    }
}

#[tokio::test]
async fn a_block_of_the_year_2100_is_not_believed() {
    is_found_behind_the_liar(|method, told| {
        let mut told = told.clone();
        if method == "eth_getBlockByHash" {
            told["timestamp"] = json!("0xf48656f0");
        }
        told
    })
    .await;
}

#[tokio::test]
async fn a_node_whose_head_lies_in_the_year_2100_is_asked_last_and_does_not_make_others_lag() {
    let [_, liar, _] = lying(|method, told| match method {
        "eth_getBlockByNumber" => json!({ "number": "0xffffffffffff", "timestamp": "0xf48656f0" }),
        _ => told.clone(),
    });
    let (liar, honest) = tokio::join!(FakeNode::start(liar), FakeNode::start(honest(3)));
    let nodes = nodes(vec![network(3, &[&liar, &honest])]);
    nodes.check().await;
    let health = nodes.health().remove(0);
    let states: Vec<HealthState> = health.endpoints.iter().map(|one| one.state).collect();
    assert_eq!(states, [HealthState::Down, HealthState::Ok]);
    assert_eq!((health.state(), health.lag_sec()), (HealthState::Ok, Some(0)));
    let asked = liar.asked().len();
    assert_eq!(look_up(&nodes, 3).await.unwrap().head_lag_blocks, Some(0));
    assert_eq!(liar.asked().len(), asked, "the liar was asked first");
}

#[tokio::test]
async fn an_endpoint_that_is_behind_is_asked_after_those_that_are_not() {
    let [_, late, _] = lying(|method, told| match method {
        "eth_getBlockByNumber" => {
            json!({ "number": "0x1", "timestamp": format!("{:#x}", now_sec() - 100) })
        }
        _ => told.clone(),
    });
    let (late, fresh) = tokio::join!(FakeNode::start(late), FakeNode::start(honest(3)));
    let nodes = nodes(vec![network(3, &[&late, &fresh])]);
    nodes.check().await;
    let health = nodes.health().remove(0);
    let states: Vec<HealthState> = health.endpoints.iter().map(|one| one.state).collect();
    assert_eq!(states, [HealthState::Lagging, HealthState::Ok]);
    let asked = late.asked().len();
    look_up(&nodes, 3).await.unwrap();
    assert_eq!(late.asked().len(), asked);
}

#[tokio::test]
async fn a_hundred_megabytes_are_not_read_and_harm_nobody() {
    for is_announced in [true, false] {
        let huge = Behaviour::Huge { bytes: 100 << 20, is_announced };
        assert_eq!(harms_nobody(huge).await, Some(NodeError::TooLong), "{is_announced}");
    }
    let huge = Behaviour::Huge { bytes: 100 << 20, is_announced: false };
    let node = FakeNode::start(huge).await;
    let nodes = nodes(vec![network(1, &[&node])]);
    assert_eq!(look_up(&nodes, 1).await.err(), Some(NodeError::TooLong));
    // What the buffers of both sockets take is sent before the client can hang up.
    assert!(node.sent() < 24 << 20, "{} bytes were sent", node.sent());
}

#[tokio::test]
async fn a_deep_or_a_many_framed_trace_is_given_up_and_the_rest_is_told() {
    let deep = format!("{}{}", r#"{"calls":["#.repeat(900), "]}".repeat(900));
    let many = format!("[{}{{}}]", "{},".repeat(1_000_000));
    for trace in [deep, many] {
        let honest = honest(3);
        let hostile = Behaviour::Texts(Arc::new(move |asked| match asked["method"].as_str() {
            Some("debug_traceTransaction") => format!(r#"{{"id":1,"result":{trace}}}"#),
            Some("eth_call") => {
                r#"{"id":1,"error":{"code":3,"message":"execution reverted","data":"0x08c379a0"}}"#
                    .to_owned()
            }
            _ => honest.answer(asked).to_string(),
        }));
        let node = FakeNode::start(hostile).await;
        let nodes = nodes(vec![network(3, &[&node])]);
        let began = Instant::now();
        let found = look_up(&nodes, 3).await.unwrap();
        assert!(began.elapsed() < Duration::from_secs(5));
        assert!(found.receipt.is_some() && found.block.is_some());
        let (kind, trace) = found.trace.unwrap();
        assert_eq!(kind, chain_node::TraceKind::CallAtParent);
        assert_eq!(trace["data"], "0x08c379a0");
        assert_eq!(
            nodes.health()[0].state(),
            HealthState::Ok,
            "the hash is to blame, not the node"
        );
    }
}

#[tokio::test]
async fn a_slow_trace_keeps_nobody_else_from_the_node() {
    let honest = honest(3);
    let slow = Behaviour::SlowFor("debug_traceTransaction", Box::new(honest));
    let node = FakeNode::start(slow).await;
    let nodes = nodes(vec![network(3, &[&node])]);
    for _ in 0..2 {
        let found = look_up(&nodes, 3).await.unwrap();
        assert!(found.receipt.is_some());
    }
    assert_eq!(nodes.health()[0].state(), HealthState::Ok);
}

#[tokio::test]
async fn a_node_without_tracers_is_asked_for_less_and_remembered() {
    let honest = honest(3);
    let plain = Behaviour::Answers(Arc::new(move |asked| match asked["method"].as_str() {
        Some("debug_traceTransaction" | "trace_transaction") => {
            json!({ "id": 1, "error": { "code": -32601, "message": "the method does not exist" } })
        }
        Some("eth_call") => {
            let error = json!({ "code": 3, "message": "execution reverted", "data": "0x01" });
            json!({ "id": 1, "error": error })
        }
        _ => honest.answer(asked),
    }));
    let node = FakeNode::start(plain).await;
    let nodes = nodes(vec![network(3, &[&node])]);
    for _ in 0..2 {
        let found = look_up(&nodes, 3).await.unwrap();
        assert_eq!(found.trace.unwrap().0, chain_node::TraceKind::CallAtParent);
    }
    let tried = node.asked().into_iter().filter(|asked| asked == "debug_traceTransaction").count();
    assert_eq!(tried, 1);
    let report = nodes.test(&node.url()).await;
    assert_eq!((report.chain_id, report.error), (Some(3), None));
    assert_eq!(report.head_block, Some(0x65));
}

#[tokio::test]
async fn what_an_endpoint_can_do_is_told_in_our_own_words() {
    let (good, bad) = tokio::join!(
        FakeNode::start(honest(3)),
        FakeNode::start(Behaviour::Body(200, b"root:x:0:0:/etc/passwd".to_vec())),
    );
    let nodes = nodes(Vec::new());
    let report = nodes.test(&format!("{}secret-key", good.url())).await;
    assert_eq!((report.chain_id, report.trace, report.is_ok()), (Some(3), TraceMode::Debug, true));
    assert!(report.head_age_sec.unwrap() < 60 && !report.host.contains("secret"));
    let report = nodes.test(&bad.url()).await;
    assert_eq!(report.error.as_deref(), Some("Its response is not that of an RPC node."));
    for inside in ["http://169.254.169.254/latest", "file:///etc/passwd", "http://10.0.0.1:8545"] {
        let error = nodes.test(inside).await.error.unwrap();
        assert!(error.contains("must not be called"), "{inside}: {error}");
    }
}

#[tokio::test]
async fn a_transaction_that_nobody_knows_is_nothing_and_no_error() {
    let unknown = Behaviour::Answers(Arc::new(|asked| match asked["method"].as_str() {
        Some("eth_chainId") => json!({ "id": 1, "result": "0x3" }),
        _ => json!({ "id": 1, "result": null }),
    }));
    let node = FakeNode::start(unknown).await;
    let nodes = nodes(vec![network(3, &[&node])]);
    assert!(look_up(&nodes, 3).await.unwrap().transaction.is_null());
    let probe = nodes.find(HASH, &[3, 99], &Budget::default()).await;
    assert_eq!(probe, Probe { asked: vec![3], ..Probe::default() });
}

#[tokio::test]
async fn a_hash_that_two_networks_know_is_found_on_both() {
    let (one, two) = tokio::join!(FakeNode::start(honest(3)), FakeNode::start(honest(5)));
    let nodes = nodes(vec![network(3, &[&one]), network(5, &[&two])]);
    let probe = nodes.find(HASH, &[5, 3], &Budget::default()).await;
    assert_eq!(probe.hits, [5, 3]);
}

#[tokio::test]
async fn a_look_up_asks_and_reads_no_more_than_its_budget() {
    let node = FakeNode::start(honest(3)).await;
    let nodes = nodes(vec![network(3, &[&node])]);
    let two_calls = Budget::new(Duration::from_secs(10), 2, 1 << 20);
    let found = nodes.look_up(3, HASH, &two_calls, &|_| {}).await.unwrap();
    assert!(found.receipt.is_some() && found.block.is_none() && found.trace.is_none());
    let no_call = Budget::new(Duration::from_secs(10), 0, 1 << 20);
    let refused = nodes.look_up(3, HASH, &no_call, &|_| {}).await;
    assert_eq!(refused.err(), Some(NodeError::OverBudget));
    let no_time = Budget::new(Duration::ZERO, 6, 1 << 20);
    let refused = nodes.look_up(3, HASH, &no_time, &|_| {}).await;
    assert_eq!(refused.err(), Some(NodeError::TimedOut));
    let few_bytes = Budget::new(Duration::from_secs(10), 6, 16);
    let refused = nodes.request(3, "eth_getBlockByNumber", json!(["latest", false]), &few_bytes);
    assert_eq!(refused.await.err(), Some(NodeError::TooLong));
    let asked = node.asked().len();
    let whole = Budget::default();
    let sending = nodes.request(3, "eth_sendRawTransaction", json!(["0x"]), &whole).await;
    assert!(matches!(sending, Err(NodeError::Answered { code: -32601, .. })));
    assert_eq!(node.asked().len(), asked, "nothing is sent to a chain");
    assert_eq!(nodes.health()[0].state(), HealthState::Ok);
}

#[tokio::test]
async fn a_key_in_an_address_is_not_in_what_a_node_is_quoted_with() {
    let telling = Behaviour::Answers(Arc::new(|asked| match asked["method"].as_str() {
        Some("eth_chainId") => json!({ "id": 1, "result": "0x3" }),
        _ => {
            let message = "execution reverted at http://127.0.0.1/v3/s3cr3t-k3y?apikey=an0ther-key";
            json!({ "id": 1, "error": { "code": 3, "message": message, "data": message } })
        }
    }));
    let node = FakeNode::start(telling).await;
    let url = format!("{}v3/s3cr3t-k3y?apikey=an0ther-key", node.url());
    let endpoints = vec![Endpoint { url }];
    let nodes = nodes(vec![Network { endpoints, ..network(3, &[]) }]);
    let error = nodes.request(3, "eth_call", json!([]), &Budget::default()).await.unwrap_err();
    let NodeError::Answered { message, .. } = &error else { panic!("{error:?}") };
    for secret in ["s3cr3t", "an0ther"] {
        assert!(!message.contains(secret) && !format!("{nodes:?} {error:?}").contains(secret));
    }
}

#[tokio::test]
async fn an_endpoint_that_comes_back_is_asked_again_after_a_check() {
    let node = FakeNode::start(honest(3)).await;
    let nodes = nodes(vec![network(3, &[&node])]);
    node.stumble(4);
    for _ in 0..2 {
        assert!(look_up(&nodes, 3).await.is_err());
    }
    assert_eq!(nodes.health()[0].state(), HealthState::Down);
    let asked = node.asked().len();
    assert_eq!(look_up(&nodes, 3).await.err(), Some(NodeError::AllDown));
    assert_eq!(node.asked().len(), asked, "it rests");
    node.stumble(0);
    // The same settings again keep the state of an endpoint; another address starts without one.
    nodes.configure(vec![network(3, &[&node])]);
    assert_eq!(nodes.health()[0].state(), HealthState::Down);
    nodes.configure(Vec::new());
    nodes.configure(vec![network(3, &[&node])]);
    nodes.check().await;
    assert_eq!(nodes.health()[0].state(), HealthState::Ok);
}
