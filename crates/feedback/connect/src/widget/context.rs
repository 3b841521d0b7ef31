//! What a page recorded before a report: wallet calls, console lines, the quote, the environment.
//!
//! The page leaves secrets out. They are left out here once more, because a page can be changed.

use std::collections::BTreeMap;

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::lenient;
use super::redact::redact;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;

/// For how long a context is stored.
const KEPT_SECONDS: i64 = 90 * 86_400;
/// Wallet calls and lines.
const MOST_ENTRIES: usize = 60;
/// Characters of a text.
const LONGEST_TEXT: usize = 400;
/// Characters of a name.
const LONGEST_NAME: usize = 80;
/// Digits of the longest revert data.
pub(super) const LONGEST_DATA: usize = 8_192;
/// Frames of a stack.
const MOST_FRAMES: usize = 12;

#[derive(Debug, Default, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PageContext {
    path: Option<String>,
    #[serde(deserialize_with = "lenient::objects")]
    calls: Vec<PageCall>,
    #[serde(deserialize_with = "lenient::by_name")]
    counts: BTreeMap<String, u32>,
    #[serde(deserialize_with = "lenient::objects")]
    lines: Vec<PageLine>,
    quote: Option<BTreeMap<String, Json>>,
    #[serde(deserialize_with = "lenient::texts")]
    pub(super) environment: BTreeMap<String, String>,
    /// The parts that the tester switched off.
    #[serde(deserialize_with = "lenient::values")]
    off: Vec<String>,
}

#[derive(Debug, Default, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
struct PageCall {
    n: u32,
    at: f64,
    method: String,
    ms: Option<f64>,
    wallet: Option<String>,
    chain: Option<u64>,
    to: Option<String>,
    selector: Option<String>,
    value: Option<String>,
    bytes: Option<u32>,
    hash: Option<String>,
    status: Option<String>,
    #[serde(deserialize_with = "lenient::optional")]
    error: Option<PageCallError>,
    problem: Option<String>,
}

#[derive(Debug, Default, Clone, Deserialize, Serialize)]
#[serde(default)]
struct PageCallError {
    code: Option<Json>,
    message: Option<String>,
    data: Option<String>,
}

#[derive(Debug, Default, Clone, Deserialize, Serialize)]
#[serde(default)]
struct PageLine {
    at: f64,
    kind: String,
    text: String,
    #[serde(deserialize_with = "lenient::values")]
    frames: Vec<String>,
    ms: Option<f64>,
    times: Option<u32>,
}

/// Names in a quote. Amounts are digits, and the route and the tokens are texts.
const QUOTE: [&str; 12] = [
    "expectedOut",
    "expectedIn",
    "minOut",
    "amountIn",
    "tokenIn",
    "tokenOut",
    "chainId",
    "slippageBps",
    "priceImpactBps",
    "quotedAt",
    "quoteBlock",
    "route",
];

impl PageContext {
    /// The context within its limits and without secrets.
    pub(super) fn cleaned(mut self) -> PageContext {
        self.path = self.path.as_deref().map(|path| redact(path, 200));
        self.calls = last(self.calls).into_iter().map(PageCall::cleaned).collect();
        self.counts =
            self.counts.into_iter().take(MOST_ENTRIES).map(|(name, n)| (named(&name), n)).collect();
        self.lines = last(self.lines).into_iter().map(PageLine::cleaned).collect();
        self.quote = self.quote.map(|quote| {
            quote
                .into_iter()
                .filter(|(name, _)| QUOTE.contains(&name.as_str()))
                .filter_map(|(name, value)| Some((name, cleaned_value(value)?)))
                .collect()
        });
        self.environment = self
            .environment
            .into_iter()
            .take(MOST_FRAMES)
            .map(|(name, value)| (named(&name), redact(&value, LONGEST_NAME)))
            .collect();
        self.off = self.off.iter().take(MOST_FRAMES).map(|part| named(part)).collect();
        self
    }
}

impl PageCall {
    fn cleaned(self) -> PageCall {
        PageCall {
            method: named(&self.method),
            wallet: self.wallet.as_deref().map(named),
            to: self.to.filter(|to| is_hex(to, 40..=40)),
            selector: self.selector.filter(|selector| is_hex(selector, 8..=8)),
            value: self.value.filter(|value| is_amount(value)),
            hash: self.hash.filter(|hash| is_hex(hash, 64..=64)),
            status: self.status.as_deref().map(named),
            problem: self.problem.as_deref().map(named),
            error: self.error.map(|error| PageCallError {
                code: error.code.and_then(cleaned_value),
                message: error.message.map(|message| redact(&message, LONGEST_TEXT)),
                data: error.data.filter(|data| is_hex(data, 0..=LONGEST_DATA)),
            }),
            ..self
        }
    }
}

impl PageLine {
    fn cleaned(self) -> PageLine {
        PageLine {
            kind: named(&self.kind),
            text: redact(&self.text, LONGEST_TEXT),
            frames: self.frames.iter().take(MOST_FRAMES).map(|line| redact(line, 200)).collect(),
            ..self
        }
    }
}

/// The newest entries.
fn last<T>(mut entries: Vec<T>) -> Vec<T> {
    entries.split_off(entries.len().saturating_sub(MOST_ENTRIES))
}

/// A name of a method or a wallet, which could hide a secret too.
fn named(name: &str) -> String {
    redact(name, LONGEST_NAME)
}

fn cleaned_value(value: Json) -> Option<Json> {
    match value {
        Json::Number(_) => Some(value),
        Json::String(text) if is_amount(&text) || is_hex(&text, 40..=40) => Some(text.into()),
        Json::String(text) => Some(redact(&text, LONGEST_TEXT).into()),
        _ => None,
    }
}

pub(super) fn is_hex(text: &str, digits: std::ops::RangeInclusive<usize>) -> bool {
    text.strip_prefix("0x").is_some_and(|rest| {
        digits.contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// At most the largest amount of the chain, in decimal or hex digits. A key has 64 hex digits, and no
/// amount that a page sends needs as many.
fn is_amount(text: &str) -> bool {
    is_hex(text, 1..=40) || text.len() <= 48 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Stores what a page recorded for a report.
pub(super) async fn store(
    ctx: &CommandContext,
    issue: &str,
    origin: &str,
    context: PageContext,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.widget_context (issue, origin, context, created_at)
        values ($1::text, $2::text, $3::jsonb, $4::timestamptz)",
        [Bind::from(issue), origin.into(), json!(context).into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Deletes contexts whose time is over.
pub(super) async fn delete_old(ctx: &CommandContext) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.widget_context where created_at <= $1::timestamptz",
        [Bind::from(ctx.now().plus_seconds(-KEPT_SECONDS))],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueContextParams {
    number: u32,
}

pub(super) struct IssueContext;

#[async_trait]
impl Query for IssueContext {
    const NAME: &'static str = "issueContext";
    const WHO: Who = Who::Member;
    type Params = IssueContextParams;
    type Answer = Json;

    /// The reporter and administrators see it. For all others there is none.
    async fn answer(ctx: &CommandContext, params: IssueContextParams) -> Result<Json, Error> {
        let member = ctx.member()?;
        let sql = Sql::fixed(
            r#"select jsonb_build_object('origin', c.origin, 'context', c.context, 'at', _touchstone.iso(c.created_at))
            from _touchstone.widget_context c join "Issue" i on i."objectId" = c.issue
            where i."number" = $1::float8 and ($2::boolean or i."reporter" = $3::text)"#,
            [
                Bind::from(f64::from(params.number)),
                member.is_admin.into(),
                member.id.as_str().into(),
            ],
        );
        Ok(json!({ "context": ctx.row::<Json>(&sql).await? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
    const PHRASE: &str =
        "legal winner thank year wave sausage worth useful legal winner thank yellow";
    const ADDRESS: &str = "0xab5801a7d398351b8be11c439e05c5b3259aec9b";

    #[test]
    fn a_page_that_sends_secrets_stores_none() {
        let sent = json!({
            "path": format!("/swap/{KEY}"),
            "calls": [{
                "n": 1, "at": 5, "method": PHRASE, "wallet": KEY, "to": KEY, "selector": KEY, "value": KEY,
                "hash": PHRASE, "status": PHRASE, "problem": KEY,
                "error": { "code": PHRASE, "message": format!("{PHRASE} {KEY}"), "data": PHRASE },
                "params": [KEY], "signature": KEY,
            }],
            "counts": { KEY: 1 },
            "lines": [{ "at": 1, "kind": KEY, "text": PHRASE, "frames": [KEY, PHRASE] }],
            "quote": { "route": KEY, "minOut": KEY, "secret": PHRASE },
            "environment": { KEY: PHRASE },
            "off": [KEY],
            "more": PHRASE,
        });
        let context: PageContext = serde_json::from_value(sent).unwrap();
        let stored = json!(context.cleaned()).to_string();
        assert!(!stored.contains(&KEY[2..]), "{stored}");
        assert!(!stored.contains("sausage"), "{stored}");
    }

    #[test]
    fn what_a_recorder_sends_stays() {
        let sent = json!({
            "path": "/swap",
            "calls": [{
                "n": 7, "at": 1.5e12, "method": "eth_sendTransaction", "ms": 12.0, "wallet": "io.rabby", "chain": 8453,
                "to": ADDRESS, "selector": "0x3593564c", "value": "0x0", "bytes": 512, "hash": KEY, "status": "reverted",
                "error": { "code": 3, "message": "execution reverted", "data": "0x08c379a0" }, "problem": "reverted",
            }],
            "counts": { "eth_call": 12 },
            "lines": [{ "at": 1.5e12, "kind": "error", "text": "boom", "frames": ["app.js:1"], "ms": null, "times": 3 }],
            "quote": { "minOut": "99600000000000000", "slippageBps": 50, "tokenIn": ADDRESS, "route": "USDC › WETH" },
            "environment": { "browser": "Chromium 156" },
            "off": ["picture"],
        });
        let context: PageContext = serde_json::from_value(sent.clone()).unwrap();
        assert_eq!(json!(context.cleaned()), sent);
    }

    #[test]
    fn parts_of_another_type_are_dropped_and_the_others_stay() {
        let sent = json!({
            "path": 7,
            "calls": [
                { "n": "one", "at": 5, "method": "eth_call", "ms": {}, "error": { "code": 3, "message": [] } },
                "eth_call",
                { "method": "eth_sendTransaction", "error": "no", "chain": -1 },
            ],
            "counts": { "eth_call": 12, "eth_chainId": "often" },
            "lines": { "at": 1 },
            "quote": "none",
            "environment": { "chain": 8453, "screen": "390 × 844", "more": {} },
            "off": ["quote", 5],
        });
        let context: PageContext = lenient::fitting(sent);
        let stored = json!(context.cleaned());
        assert_eq!(stored["path"], Json::Null);
        let calls = stored["calls"].as_array().expect("calls");
        assert_eq!(calls.len(), 2, "{stored}");
        assert_eq!((&calls[0]["method"], &calls[0]["at"]), (&json!("eth_call"), &json!(5.0)));
        assert_eq!(calls[0]["error"], json!({ "code": 3, "message": null, "data": null }));
        assert_eq!(
            (&calls[1]["method"], &calls[1]["error"]),
            (&json!("eth_sendTransaction"), &Json::Null)
        );
        assert_eq!(stored["counts"], json!({ "eth_call": 12 }));
        assert_eq!((&stored["lines"], &stored["quote"]), (&json!([]), &Json::Null));
        assert_eq!(stored["environment"], json!({ "chain": "8453", "screen": "390 × 844" }));
        assert_eq!(stored["off"], json!(["quote"]));
        for odd in [json!("none"), json!([]), json!(null)] {
            assert_eq!(json!(lenient::fitting::<PageContext>(odd)), json!(PageContext::default()));
        }
    }

    #[test]
    fn the_newest_entries_are_stored() {
        let calls: Vec<Json> =
            (0..100).map(|n| json!({ "n": n, "method": "eth_sendTransaction" })).collect();
        let context: PageContext = serde_json::from_value(json!({ "calls": calls })).unwrap();
        let cleaned = context.cleaned();
        assert_eq!(cleaned.calls.len(), MOST_ENTRIES);
        assert_eq!(cleaned.calls.last().map(|call| call.n), Some(99));
    }
}
