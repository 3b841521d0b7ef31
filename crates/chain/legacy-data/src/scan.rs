//! Looking for logs in a range of blocks, from the newest down, in pieces that a node can answer.

use std::collections::BTreeMap;

use alloy_primitives::{B256, hex};
use chain_node::NodeError;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::ask::Chain;
use crate::page::{Place, RangeCursor, ranged};
use crate::param::Params;
use crate::quantity::{lower, number, tag};
use crate::refused::{failed, nonsense, of_node};

/// How many blocks a node is asked about at once, to begin with.
const PIECE: u64 = 2_000;

/// The most logs that one call gathers.
const MOST_LOGS: usize = 10_000;

/// One log, with what every list tells of it.
#[derive(Debug, Clone)]
pub(crate) struct Log {
    /// As the node told it.
    pub(crate) json: Json,
    /// The topics.
    pub(crate) topics: Vec<B256>,
    /// The data.
    pub(crate) data: Vec<u8>,
    /// The block.
    pub(crate) block: u64,
    /// The log in its block.
    pub(crate) index: u64,
    /// The transaction in its block.
    pub(crate) transaction: u64,
}

impl Log {
    /// `None` for what is no log of a mined block.
    pub(crate) fn read(json: Json) -> Option<Log> {
        let topics = json.get("topics")?.as_array()?;
        let topics = topics.iter().map(|topic| topic.as_str()?.parse().ok());
        Some(Log {
            topics: topics.collect::<Option<Vec<B256>>>()?,
            data: hex::decode(json.get("data")?.as_str()?).ok()?,
            block: number(&json, "blockNumber")?,
            index: number(&json, "logIndex")?,
            transaction: number(&json, "transactionIndex")?,
            json,
        })
    }

    /// Where it stands, and which of its rows.
    pub(crate) fn place(&self, row: usize) -> Place {
        Place { block: self.block, log: self.index, row: row as u64 }
    }

    /// A field in lower case.
    pub(crate) fn text(&self, name: &str) -> String {
        lower(&self.json, name).as_str().unwrap_or_default().to_owned()
    }
}

/// Which logs: those of any of these contracts, with these topics.
#[derive(Debug, Clone)]
pub(crate) struct Filter {
    /// The contracts; all if empty.
    pub(crate) contracts: Vec<String>,
    /// What stands at each place; nothing stands for anything.
    pub(crate) topics: Vec<Option<Vec<B256>>>,
}

impl Filter {
    fn json(&self, from: u64, to: u64) -> Json {
        let mut asked = json!({ "fromBlock": tag(from), "toBlock": tag(to) });
        if !self.contracts.is_empty() {
            asked["address"] = json!(self.contracts);
        }
        let used = self.topics.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        if used > 0 {
            asked["topics"] = json!(self.topics[..used]);
        }
        asked
    }
}

/// Which blocks, and where in them to go on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    /// The first block.
    pub(crate) from: u64,
    /// The last.
    pub(crate) to: u64,
    /// The end of the previous page.
    pub(crate) after: Option<Place>,
    /// The number of the page.
    pub(crate) page: u64,
    /// Whether the caller named the end, so that it stays the same.
    pub(crate) is_fixed: bool,
}

impl Range {
    /// The block after which nothing of it changes, if there is one.
    pub(crate) fn end(&self) -> Option<u64> {
        self.is_fixed.then_some(self.to)
    }

    /// Reads what a call says. Without a first block it is the last blocks that may be searched.
    pub(crate) async fn of(chain: &Chain<'_>, params: &Params) -> Result<Range, Error> {
        if let Some(text) = params.text("cursor") {
            let RangeCursor { from, to, after, page } = RangeCursor::parse(&text)?;
            let range = Range { from, to, after: Some(after), page, is_fixed: true };
            return range.within(chain);
        }
        if let Some(block) = params.block("block_number")? {
            return Ok(Range { from: block, to: block, after: None, page: 0, is_fixed: true });
        }
        let mut from = params.block("from_block")?;
        if let (None, Some(moment)) = (from, params.moment("from_date")?) {
            let (block, made) = chain.block_at(moment).await?;
            from = Some(if made < moment { block + 1 } else { block });
        }
        let mut to = params.block("to_block")?;
        if let (None, Some(moment)) = (to, params.moment("to_date")?) {
            to = Some(chain.block_at(moment).await?.0);
        }
        let head = chain.head().await?;
        let is_fixed = to.is_some_and(|to| to <= head);
        let to = to.unwrap_or(head).min(head);
        let most = chain.shared.options.most_blocks;
        let from = from.unwrap_or_else(|| (to + 1).saturating_sub(most));
        Range { from, to, after: None, page: 0, is_fixed }.within(chain)
    }

    fn within(self, chain: &Chain<'_>) -> Result<Range, Error> {
        let most = chain.shared.options.most_blocks;
        let span = self.to.saturating_sub(self.from).saturating_add(1);
        if self.from <= self.to && span > most {
            return Err(failed(format!(
                "The range has {span} blocks, and at most {most} are searched in one call. Narrow from_block and to_block."
            )));
        }
        Ok(self)
    }
}

/// A page of rows made of logs, the newest first.
///
/// `rows` says what a log tells, in order; a log of no interest tells nothing.
pub(crate) async fn page<T: Clone>(
    chain: &Chain<'_>,
    filters: &[Filter],
    range: Range,
    limit: usize,
    rows: impl Fn(&Log) -> Vec<T>,
) -> Result<(Vec<(Log, T)>, Option<RangeCursor>), Error> {
    let (from, to) = (range.from, range.to);
    let mut found: Vec<(Place, Log, T)> = Vec::new();
    let mut high = range.after.map_or(to, |after| after.block.min(to));
    let mut piece = PIECE;
    while from <= high && found.len() <= limit {
        let low = high.saturating_sub(piece - 1).max(from);
        let logs = match gathered(chain, filters, low, high).await {
            Ok(logs) => logs,
            // Nodes bound what they look through, each in a way of its own.
            Err(
                NodeError::Answered { .. }
                | NodeError::TooLong
                | NodeError::TimedOut
                | NodeError::AllDown,
            ) if piece > 1 => {
                piece = (piece / 4).max(1);
                continue;
            }
            Err(error) => return Err(of_node(&error)),
        };
        for log in logs.into_values().rev() {
            let told = rows(&log);
            for (row, value) in told.into_iter().enumerate().rev() {
                let place = log.place(row);
                if range.after.is_none_or(|after| place < after) {
                    found.push((place, log.clone(), value));
                }
            }
            if found.len() > limit {
                break;
            }
        }
        if low == 0 {
            break;
        }
        high = low - 1;
    }
    let has_more = found.len() > limit;
    found.truncate(limit);
    let last = found.last().map(|(place, _, _)| *place);
    let next = last.filter(|_| has_more);
    let next = next.map(|after| RangeCursor { from, to, after, page: range.page + 1 });
    Ok((found.into_iter().map(|(_, log, value)| (log, value)).collect(), next))
}

/// Everything in a range, the oldest first.
pub(crate) async fn all(
    chain: &Chain<'_>,
    filters: &[Filter],
    from: u64,
    to: u64,
) -> Result<Vec<Log>, Error> {
    let range = Range { from, to, after: None, page: 0, is_fixed: true };
    let (rows, next) = page(chain, filters, range, MOST_LOGS, |_| vec![()]).await?;
    if next.is_some() {
        return Err(failed(format!(
            "There are more than {MOST_LOGS} logs in these blocks. Narrow from_block and to_block."
        )));
    }
    Ok(rows.into_iter().rev().map(|(log, ())| log).collect())
}

async fn gathered(
    chain: &Chain<'_>,
    filters: &[Filter],
    low: u64,
    high: u64,
) -> Result<BTreeMap<(u64, u64), Log>, NodeError> {
    let mut logs = BTreeMap::new();
    for filter in filters {
        let answer = chain.raw("eth_getLogs", json!([filter.json(low, high)])).await?;
        let Json::Array(answer) = answer else { return Err(NodeError::Nonsense) };
        for json in answer {
            let log = Log::read(json).ok_or(NodeError::Nonsense)?;
            if (low..=high).contains(&log.block) {
                logs.insert((log.block, log.index), log);
            }
        }
    }
    Ok(logs)
}

/// When the blocks of some logs were made, in the order of the logs.
pub(crate) async fn times(chain: &Chain<'_>, logs: &[&Log]) -> Result<Vec<u64>, Error> {
    let mut asked: Vec<String> = Vec::new();
    for log in logs.iter().filter(|log| number(&log.json, "blockTimestamp").is_none()) {
        let hash = log.text("blockHash");
        if !asked.contains(&hash) {
            asked.push(hash);
        }
    }
    let found = chain.each(&asked, |hash| chain.time_of(hash)).await?;
    let known: BTreeMap<&str, u64> = asked.iter().map(String::as_str).zip(found).collect();
    let time = |log: &&Log| {
        let told = number(&log.json, "blockTimestamp");
        told.or_else(|| known.get(log.text("blockHash").as_str()).copied()).ok_or_else(nonsense)
    };
    logs.iter().map(time).collect()
}

/// A page as the client reads it, with the block times of its rows.
pub(crate) async fn told<T: Clone>(
    chain: &Chain<'_>,
    filters: &[Filter],
    range: Range,
    limit: usize,
    rows: impl Fn(&Log) -> Vec<T>,
    tell: impl Fn(&Log, T, u64) -> Json,
) -> Result<Json, Error> {
    let (found, next) = page(chain, filters, range, limit, rows).await?;
    let logs: Vec<&Log> = found.iter().map(|(log, _)| log).collect();
    let times = times(chain, &logs).await?;
    let rows = found.iter().zip(times).map(|((log, row), time)| tell(log, row.clone(), time));
    Ok(ranged(rows.collect(), range.page, limit, next))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use async_trait::async_trait;
    use bytes::Bytes;
    use chain_node::{Endpoint, Network, Nodes, Reply, TraceMode, Transport, TransportError};
    use parse_model::JsonMap;

    use super::*;
    use crate::allowance::Allowance;
    use crate::catalogue::entry;
    use crate::kept::Kept;
    use crate::quantity::whole;
    use crate::shared::{Options, Shared, Sources};

    /// A node with a log in every tenth block up to its head, which looks through few blocks at once.
    #[derive(Debug)]
    struct Node {
        head: u64,
        at_once: u64,
        asked: AtomicUsize,
    }

    #[async_trait]
    impl Transport for Node {
        async fn post(
            &self,
            _: &str,
            body: Bytes,
            _: Duration,
            _: usize,
        ) -> Result<Reply, TransportError> {
            let asked: Json = serde_json::from_slice(&body).unwrap();
            let result = match asked["method"].as_str().unwrap() {
                "eth_chainId" => json!("0x5"),
                "eth_blockNumber" => json!(tag(self.head)),
                "eth_getLogs" => {
                    self.asked.fetch_add(1, Ordering::Relaxed);
                    let bound = |name: &str| whole(asked["params"][0][name].as_str().unwrap());
                    let (from, to) = (bound("fromBlock").unwrap(), bound("toBlock").unwrap());
                    if to - from >= self.at_once {
                        let error = json!({"code": -32602, "message": "range too large"});
                        let answer = json!({"jsonrpc": "2.0", "id": 1, "error": error});
                        return Ok(Reply { status: 200, body: answer.to_string().into() });
                    }
                    let log = |block: u64| {
                        json!({
                            "blockNumber": tag(block),
                            "blockTimestamp": tag(block),
                            "logIndex": "0x0",
                            "transactionIndex": "0x0",
                            "topics": [],
                            "data": "0x",
                        })
                    };
                    (from..=to).filter(|block| block % 10 == 0).map(log).collect()
                }
                method => panic!("{method}"),
            };
            let answer = json!({"jsonrpc": "2.0", "id": 1, "result": result});
            Ok(Reply { status: 200, body: answer.to_string().into() })
        }
    }

    fn shared() -> Shared {
        let options = Options { most_blocks: 3_000, ..Options::default() };
        let (sources, kept) = (Sources::default(), Kept::new());
        Shared { options, sources, kept, allowance: Allowance::new(1) }
    }

    fn nodes(node: Arc<Node>) -> Nodes {
        let nodes = Nodes::new(node);
        nodes.configure(vec![Network {
            chain_id: 5,
            endpoints: vec![Endpoint { url: "http://node.example".to_owned() }],
            trace_mode: TraceMode::None,
            block_time_ms: 1000,
        }]);
        nodes
    }

    fn params(sent: Json) -> Params {
        let sent: JsonMap = serde_json::from_value(sent).unwrap();
        Params::of(entry("getLogsByAddress").unwrap(), &sent)
    }

    const ANY: Filter = Filter { contracts: Vec::new(), topics: Vec::new() };

    #[tokio::test]
    async fn a_range_is_cut_into_what_the_node_looks_through_and_told_page_by_page() {
        let node = Arc::new(Node { head: 2_500, at_once: 100, asked: AtomicUsize::new(0) });
        let (nodes, shared) = (nodes(Arc::clone(&node)), shared());
        let chain = Chain::new(5, &nodes, &shared);
        let mut range = Range::of(&chain, &params(json!({}))).await.unwrap();
        assert_eq!((range.from, range.to), (0, 2_500));
        let mut blocks = Vec::new();
        loop {
            let (rows, next) = page(&chain, &[ANY], range, 40, |_| vec![()]).await.unwrap();
            blocks.extend(rows.iter().map(|(log, ())| log.block));
            let Some(next) = next else { break };
            let cursor = params(json!({"cursor": next.text()}));
            range = Range::of(&chain, &cursor).await.unwrap();
            assert_eq!(range.page, next.page);
        }
        let expected: Vec<u64> = (0..=2_500).rev().filter(|block| block % 10 == 0).collect();
        assert_eq!(blocks, expected);
    }

    #[tokio::test]
    async fn no_more_is_asked_than_a_page_needs() {
        let node = Arc::new(Node { head: 100_000, at_once: 5_000, asked: AtomicUsize::new(0) });
        let (nodes, shared) = (nodes(Arc::clone(&node)), shared());
        let chain = Chain::new(5, &nodes, &shared);
        let range = Range::of(&chain, &params(json!({}))).await.unwrap();
        page(&chain, &[ANY], range, 10, |_| vec![()]).await.unwrap();
        assert_eq!(node.asked.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_range_that_is_too_long_is_refused_before_anything_is_asked() {
        let node = Arc::new(Node { head: 100_000, at_once: 5_000, asked: AtomicUsize::new(0) });
        let (nodes, shared) = (nodes(Arc::clone(&node)), shared());
        let chain = Chain::new(5, &nodes, &shared);
        for sent in [
            json!({"from_block": 0}),
            json!({"from_block": 0, "to_block": 3_000}),
            json!({"cursor": "r.0.90000.5.0.0.1"}),
        ] {
            let refused = Range::of(&chain, &params(sent)).await.unwrap_err();
            assert!(refused.to_string().contains("at most 3000"), "{refused}");
        }
        assert_eq!(node.asked.load(Ordering::Relaxed), 0);
    }
}
