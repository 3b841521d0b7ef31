//! Nodes that answer what a case tells them to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use chain_node::{Clock, Reply, SystemClock, Transport, TransportError};
use parse_model::Json;
use serde_json::json;

/// The nodes of a case, by their addresses. Other addresses do not answer.
#[derive(Debug, Default)]
pub(crate) struct ScriptedNodes {
    nodes: Mutex<HashMap<String, HashMap<String, Json>>>,
    /// The calls to all nodes, in their order.
    asked: Mutex<Vec<String>>,
}

impl ScriptedNodes {
    /// Puts a node of a chain at an address, with a head that is as old as this.
    pub(crate) fn add(&self, url: &str, chain_id: u64, head: u64, age_sec: u64) {
        let time = SystemClock.now_ms() / 1000 - age_sec;
        let block = json!({ "number": hex(head), "timestamp": hex(time), "hash": format!("0x{head:064x}"), "transactions": [] });
        self.answer(url, "eth_chainId", json!(hex(chain_id)));
        self.answer(url, "eth_getBlockByNumber", block);
        self.answer(url, "eth_call", json!("0x"));
        self.answer(url, "eth_getCode", json!("0x60"));
    }

    /// Has a node answer a method so.
    pub(crate) fn answer(&self, url: &str, method: &str, result: Json) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes.entry(url.to_owned()).or_default().insert(method.to_owned(), result);
    }

    /// Has a node answer a method with this error.
    pub(crate) fn refuse(&self, url: &str, method: &str, error: Json) {
        self.answer(url, method, json!({ "scripted error": error }));
    }

    /// Has a node answer a method so where this is its first parameter.
    pub(crate) fn answer_about(&self, url: &str, method: &str, about: &str, result: Json) {
        self.answer(url, &format!("{method} {about}"), result);
    }

    /// How often a method was called, on any node.
    pub(crate) fn times_asked(&self, method: &str) -> usize {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.iter().filter(|one| *one == method).count()
    }

    /// Takes a node away.
    pub(crate) fn remove(&self, url: &str) {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).remove(url);
    }
}

/// A block before the newest one, without transactions; nothing after it.
fn block(newest: &Json, about: &str) -> Option<Json> {
    let number = |text: &str| u64::from_str_radix(text.strip_prefix("0x")?, 16).ok();
    let (asked, head) = (number(about)?, number(newest["number"].as_str()?)?);
    if asked > head {
        return Some(Json::Null);
    }
    let (hash, parent) = (format!("0x{asked:064x}"), format!("0x{:064x}", asked.saturating_sub(1)));
    Some(
        json!({ "number": about, "hash": hash, "parentHash": parent, "timestamp": newest["timestamp"], "transactions": [] }),
    )
}

fn hex(number: u64) -> String {
    format!("{number:#x}")
}

#[async_trait]
impl Transport for ScriptedNodes {
    async fn post(
        &self,
        url: &str,
        body: Bytes,
        _: Duration,
        _: usize,
    ) -> Result<Reply, TransportError> {
        let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let node = nodes.get(url).ok_or(TransportError::Unreachable)?;
        let answer = |asked: &Json| {
            let mut answer = json!({ "jsonrpc": "2.0", "id": asked["id"] });
            let method = asked["method"].as_str().unwrap_or_default();
            let about = asked["params"][0].as_str().unwrap_or_default();
            let scripted = node.get(&format!("{method} {about}"));
            let is_block = method == "eth_getBlockByNumber";
            let block =
                || node.get(method).filter(|_| is_block).and_then(|newest| block(newest, about));
            let answered = scripted.cloned().or_else(block).or_else(|| node.get(method).cloned());
            let mut all = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            all.push(method.to_owned());
            match answered {
                Some(result) => match result.get("scripted error") {
                    Some(error) => answer["error"] = error.clone(),
                    None => answer["result"] = result,
                },
                None => {
                    answer["error"] =
                        json!({ "code": -32601, "message": "the method does not exist" });
                }
            }
            answer
        };
        let asked: Json = serde_json::from_slice(&body).expect("a question");
        let answers = match asked.as_array() {
            Some(all) => all.iter().map(answer).collect(),
            None => answer(&asked),
        };
        Ok(Reply { status: 200, body: Bytes::from(answers.to_string()) })
    }
}
