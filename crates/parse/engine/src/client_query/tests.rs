use parse_model::Refusal;

use super::*;

fn from(address: &str) -> Caller {
    let mut caller = Caller::default();
    caller.request.ip = Some(address.parse().unwrap());
    caller
}

fn impatient() -> ClientQueries {
    let options = ClientQueryOptions { slow_connections: 1, ..ClientQueryOptions::default() };
    ClientQueries { wait: Duration::from_millis(20), ..ClientQueries::new(options) }
}

fn late() -> Result<(), Error> {
    Err(Refusal::new(Code::TIMEOUT, "too late").into())
}

/// Lets a turn's statement have taken so long.
fn lasts(turn: &mut LanePermit, milliseconds: u64) {
    turn.began = turn.began.checked_sub(Duration::from_millis(milliseconds)).unwrap();
}

/// Sends a query that needs more than two seconds.
async fn sends_a_heavy_one(queries: &ClientQueries, address: &str) {
    let mut turn = queries.turn(&from(address)).await.unwrap();
    while {
        lasts(&mut turn, 2000);
        turn.escalate(&late()).await.unwrap()
    } {}
}

async fn lane_of(queries: &ClientQueries, address: &str) -> Lane {
    queries.turn(&from(address)).await.unwrap().lane()
}

#[tokio::test]
async fn a_quick_query_is_sent_once_and_one_that_needs_more_again_elsewhere() {
    let queries = impatient();
    let mut turn = queries.turn(&from("192.0.2.1")).await.unwrap();
    assert_eq!(turn.lane(), Lane::Quick);
    assert!(!turn.escalate(&Ok(())).await.unwrap());
    assert!(turn.escalate(&late()).await.unwrap());
    assert_eq!(turn.lane(), Lane::Slow);
    assert!(turn.escalate(&late()).await.unwrap());
    assert_eq!(turn.lane(), Lane::Heavy);
    assert!(!turn.escalate(&late()).await.unwrap(), "it had its time");
}

#[tokio::test]
async fn anyone_who_sends_heavy_queries_comes_neither_between_quick_ones_nor_between_slow_ones() {
    let queries = impatient();
    sends_a_heavy_one(&queries, "192.0.2.1").await;
    let attacker = queries.turn(&from("192.0.2.1")).await.unwrap();
    assert_eq!(attacker.lane(), Lane::Heavy);
    let mut honest = queries.turn(&from("192.0.2.2")).await.unwrap();
    assert_eq!(honest.lane(), Lane::Quick);
    lasts(&mut honest, 40);
    assert!(honest.escalate(&late()).await.unwrap());
    assert_eq!(honest.lane(), Lane::Slow, "it waits for no attacker");
    lasts(&mut honest, 60);
    assert!(!honest.escalate(&Ok(())).await.unwrap());
    drop(honest);
    assert_eq!(lane_of(&queries, "192.0.2.2").await, Lane::Slow, "it costs no second try");
}

#[tokio::test]
async fn a_second_query_of_an_attacker_waits_among_the_heavy_ones_as_the_first_does() {
    let queries = ClientQueries::new(ClientQueryOptions::default());
    let mut first = queries.turn(&from("192.0.2.1")).await.unwrap();
    lasts(&mut first, 40);
    assert!(first.escalate(&late()).await.unwrap());
    let attacker = from("192.0.2.1");
    let second = queries.turn(&attacker);
    let ends = async {
        lasts(&mut first, 2000);
        assert!(first.escalate(&late()).await.unwrap());
        drop(first);
    };
    let (second, ()) = tokio::join!(second, ends);
    assert_eq!(second.unwrap().lane(), Lane::Heavy);
}

#[tokio::test]
async fn what_a_quick_query_waited_for_others_is_not_its_own_cost() {
    let queries = impatient();
    for _ in 0..5 {
        let mut turn = queries.turn(&from("192.0.2.1")).await.unwrap();
        lasts(&mut turn, 5000);
        assert!(!turn.escalate(&Ok(())).await.unwrap());
    }
    assert_eq!(lane_of(&queries, "192.0.2.1").await, Lane::Quick);
}

#[tokio::test]
async fn one_address_has_only_so_many_statements_under_way() {
    let queries = impatient();
    let mut held = Vec::new();
    for host in 0..PER_ADDRESS {
        held.push(queries.turn(&from(&format!("2001:db8::{host}"))).await.unwrap());
    }
    let one_more = queries.turn(&from("2001:db8::9")).await;
    assert!(matches!(one_more, Err(Error::Busy)), "{one_more:?}");
    assert!(queries.turn(&from("2001:db8:1::9")).await.is_ok());
    held.pop();
    assert!(queries.turn(&from("2001:db8::9")).await.is_ok());
    let here = futures_util::future::join_all((0..20).map(|_| async {
        let turn = queries.turn(&from("127.0.0.1")).await;
        tokio::task::yield_now().await;
        turn.is_ok()
    }));
    assert!(here.await.into_iter().all(|is_ok| is_ok));
}

#[tokio::test]
async fn slow_queries_of_all_callers_take_turns_and_heavy_ones_do_among_themselves() {
    let queries = impatient();
    let mut first = queries.turn(&from("192.0.2.1")).await.unwrap();
    assert!(first.escalate(&late()).await.unwrap());
    let mut second = queries.turn(&from("192.0.2.2")).await.unwrap();
    assert!(matches!(second.escalate(&late()).await, Err(Error::Busy)));
    assert!(first.escalate(&late()).await.unwrap());
    let mut third = queries.turn(&from("192.0.2.3")).await.unwrap();
    assert!(third.escalate(&late()).await.unwrap(), "the first is among the heavy ones");
    assert!(matches!(third.escalate(&late()).await, Err(Error::Busy)));
    assert_eq!(lane_of(&queries, "192.0.2.4").await, Lane::Quick);
}

#[tokio::test]
async fn a_query_in_a_transaction_takes_its_turn_and_is_tried_once() {
    let queries = impatient();
    let mut turn = queries.turn_in_transaction(&from("192.0.2.1")).await.unwrap();
    assert_eq!(turn.lane(), Lane::Slow);
    let other = queries.turn_in_transaction(&from("192.0.2.2")).await;
    assert!(matches!(other, Err(Error::Busy)), "{other:?}");
    assert!(!turn.escalate(&late()).await.unwrap());
    drop(turn);
    sends_a_heavy_one(&queries, "192.0.2.1").await;
    let turn = queries.turn_in_transaction(&from("192.0.2.1")).await.unwrap();
    assert_eq!(turn.lane(), Lane::Heavy);
}
