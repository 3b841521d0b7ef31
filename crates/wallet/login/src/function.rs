//! Functions that clients call: for a text to sign, and about the addresses of their account.

mod ask;
mod own;

use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::{Cx, Error, Extension, Function};
use parse_model::{Json, JsonMap};

use crate::refused::invalid;
use crate::shared::Shared;

/// Registers the functions.
pub(crate) fn register(extension: Extension, shared: &Arc<Shared>) -> Extension {
    extension
        .with_function("walletChallenge", Answering(Arc::clone(shared), ask::wallet_challenge))
        .with_function("requestMessage", Answering(Arc::clone(shared), ask::request_message))
        .with_function("getServerTime", Answering(Arc::clone(shared), ask::server_time))
        .with_reading_function("getPluginSpecs", Answering(Arc::clone(shared), ask::plugin_specs))
        .with_reading_function("walletAccounts", Answering(Arc::clone(shared), own::accounts))
        .with_function("walletPrimary", Answering(Arc::clone(shared), own::make_primary))
        .with_function("walletUnlink", Answering(Arc::clone(shared), own::unlink))
}

/// A function of this crate, with what every part goes by.
struct Answering<F>(Arc<Shared>, F);

#[async_trait]
impl<F> Function for Answering<F>
where
    F: AsyncAnswer + Send + Sync,
{
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        self.1.answer(Arc::clone(&self.0), cx.clone(), params).await.map(Some)
    }
}

/// An async function with these arguments.
#[async_trait]
trait AsyncAnswer {
    async fn answer(&self, shared: Arc<Shared>, cx: Cx, params: JsonMap) -> Result<Json, Error>;
}

#[async_trait]
impl<F, A> AsyncAnswer for F
where
    F: Fn(Arc<Shared>, Cx, JsonMap) -> A + Send + Sync,
    A: Future<Output = Result<Json, Error>> + Send + 'static,
{
    async fn answer(&self, shared: Arc<Shared>, cx: Cx, params: JsonMap) -> Result<Json, Error> {
        self(shared, cx, params).await
    }
}

/// A parameter that is a text.
fn text<'a>(params: &'a JsonMap, name: &str) -> Option<&'a str> {
    params.get(name).and_then(Json::as_str)
}

/// A chain by its number, or by what clients write for it.
fn chain(params: &JsonMap) -> Result<Option<u64>, Error> {
    let number = match params.get("chain") {
        None | Some(Json::Null) => return Ok(None),
        Some(Json::Number(number)) => number.as_u64().or_else(|| whole(number.as_f64()?)),
        Some(Json::String(text)) => match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        },
        Some(_) => None,
    };
    // What the database and JavaScript can hold.
    let number = number.filter(|number| (1..=1 << 53).contains(number));
    number.map(Some).ok_or_else(|| invalid("A chain is named by its number."))
}

/// Clients send every number as a double.
fn whole(number: f64) -> Option<u64> {
    format!("{number}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_chain_is_a_number_in_any_spelling() {
        let read = |value: Json| chain(&JsonMap::from_iter([("chain".to_owned(), value)]));
        for spelled in [json!(137), json!(137.0), json!("137"), json!("0x89")] {
            assert_eq!(read(spelled.clone()).unwrap(), Some(137), "{spelled}");
        }
        for bad in
            [json!(0), json!(-1), json!(1.5), json!("http://10.0.0.1"), json!({}), json!("eth")]
        {
            assert!(read(bad.clone()).is_err(), "{bad}");
        }
        assert_eq!(chain(&JsonMap::new()).unwrap(), None);
    }
}
