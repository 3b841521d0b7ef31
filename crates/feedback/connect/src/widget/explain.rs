//! What a failure is, before it is reported.

use async_trait::async_trait;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::Access;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use super::context::{LONGEST_DATA, is_hex};
use super::lenient;
use super::network::network_of_chain;
use super::redact::redact;
use crate::public_api::call_function::ask;
use feedback_core::command::{Who, admitted, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::form::Parameters;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid_session;

/// The name of the function.
pub(super) const NAME: &str = "widgetExplain";

/// The longest text of an error.
const LONGEST_ERROR: usize = 8_000;

/// The longest route of a quote.
const LONGEST_ROUTE: usize = 500;

/// Digits that any amount of a chain can have.
const LONGEST_AMOUNT: usize = 77;

/// Characters of an error that is stored before it is reported.
const LONGEST_STORED: usize = 2_000;

/// Whether an error's code is a name, such as `ACTION_REJECTED`.
fn is_code(code: &Json) -> bool {
    code.as_str().is_some_and(|code| {
        code.len() <= 40 && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// What a page saw of a failure.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct PageEvidence {
    hash: Option<String>,
    chain: Option<u64>,
    #[serde(deserialize_with = "page_error")]
    error: Option<PageError>,
    #[serde(deserialize_with = "lenient::optional")]
    quote: Option<PageQuote>,
}

/// The part of a quote that an explanation uses.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
struct PageQuote {
    expected_out: Option<String>,
    expected_in: Option<String>,
    min_out: Option<String>,
    slippage_bps: Option<i64>,
    price_impact_bps: Option<i64>,
    quoted_at: Option<i64>,
    quote_block: Option<u64>,
    route: Option<String>,
}

impl PageQuote {
    /// Without amounts that are none, and without a route that is too long.
    fn cleaned(self) -> PageQuote {
        let is_amount = |text: &String| {
            (1..=LONGEST_AMOUNT).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
        };
        PageQuote {
            expected_out: self.expected_out.filter(is_amount),
            expected_in: self.expected_in.filter(is_amount),
            min_out: self.min_out.filter(is_amount),
            route: self.route.filter(|route| route.chars().count() <= LONGEST_ROUTE),
            ..self
        }
    }
}

/// An error as a wallet or a library gives it.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
enum PageError {
    Text(String),
    Object(ErrorObject),
}

#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(default)]
struct ErrorObject {
    code: Option<Json>,
    message: Option<String>,
    data: Option<String>,
}

fn page_error<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PageError>, D::Error> {
    Ok(match Json::deserialize(from)? {
        Json::String(text) => Some(PageError::Text(text)),
        sent @ Json::Object(_) => Some(PageError::Object(lenient::fitting(sent))),
        _ => None,
    })
}

impl PageEvidence {
    /// The evidence without secrets, to be stored before it is reported in a tester's name.
    pub(super) fn cleaned(self) -> PageEvidence {
        let error = self.error.map(|error| match error {
            PageError::Text(text) => PageError::Text(redact(&text, LONGEST_STORED)),
            PageError::Object(error) => PageError::Object(ErrorObject {
                code: error.code.filter(|code| code.is_number() || is_code(code)),
                message: error.message.map(|message| redact(&message, LONGEST_STORED)),
                data: error.data.filter(|data| is_hex(data, 0..=LONGEST_DATA)),
            }),
        });
        PageEvidence {
            hash: self.hash.filter(|hash| is_hex(hash, 64..=64)),
            error,
            quote: self.quote.map(|quote| {
                let quote = quote.cleaned();
                let route = quote.route.map(|route| redact(&route, LONGEST_ROUTE));
                PageQuote { route, ..quote }
            }),
            ..self
        }
    }

    /// The text as a tester would paste it. A transaction says more than the error of a wallet.
    fn text(&self) -> String {
        let text = match (&self.hash, &self.error) {
            (Some(hash), _) => hash.clone(),
            (None, Some(PageError::Text(text))) => text.clone(),
            (None, Some(PageError::Object(error))) => {
                serde_json::to_string(error).unwrap_or_default()
            }
            (None, None) => String::new(),
        };
        text.chars().take(LONGEST_ERROR).collect()
    }
}

/// Looks a failure up, as the tester who pastes it would, and returns its id.
pub(super) async fn preview(
    cx: &Cx,
    evidence: &PageEvidence,
    build: Option<&str>,
) -> Result<Json, Error> {
    let network = match evidence.chain {
        Some(chain) => network_of_chain(cx, chain).await?,
        None => None,
    };
    let mut sent = json!({ "text": evidence.text() });
    let quote = evidence.quote.clone().map(PageQuote::cleaned);
    for (name, value) in
        [("network", json!(network)), ("build", json!(build)), ("quote", json!(quote))]
    {
        if !value.is_null() {
            sent[name] = value;
        }
    }
    let found = ask(cx, "evidencePreview", sent).await?;
    Ok(found["evidence"].clone())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WidgetExplainParams {
    #[serde(deserialize_with = "lenient::object")]
    evidence: PageEvidence,
}

pub(super) struct WidgetExplain {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for WidgetExplain {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<WidgetExplainParams>(Who::Widget)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(cx, Who::Widget).await?.ok_or_else(invalid_session)?;
        let ctx = CommandContext::new(cx.clone(), Access::Reads, Some(member), self.state.clone());
        let params: WidgetExplainParams = Parameters::read(params)?;
        let evidence = preview(cx, &params.evidence, None).await?;
        let page = ask(cx, "evidenceGet", json!({ "id": evidence["id"] })).await?;
        let evidence = &page["evidence"];
        let explanation = &evidence["explanation"];
        let state = match evidence["state"].as_str() {
            Some("decoded" | "partial") => "explained",
            Some("queued" | "fetching" | "waiting") => "waiting",
            _ => "failed",
        };
        let similar = page["similar"].as_array().into_iter().flatten().map(|issue| {
            json!({
                "number": issue["number"], "title": issue["title"], "status": issue["status"],
                "address": ctx.issue_url(&issue["number"]),
            })
        });
        Ok(Some(json!({
            "evidence": {
                "state": state, "class": explanation["failureClass"], "verdict": explanation["verdict"],
                "title": evidence["cluster"]["title"], "sentence": explanation["sentence"],
            },
            "similar": similar.collect::<Json>(),
        })))
    }
}
