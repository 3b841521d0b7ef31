//! What is remembered between calls: answers by how final they are, times of blocks, facts of
//! tokens, texts that were fetched. Everything is bounded.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use parse_model::Json;

/// How much memory answers may take.
const MOST_BYTES: u64 = 64 << 20;

/// How long what is final is kept.
const FINAL: Duration = Duration::from_secs(24 * 3600);

/// How long the head of a chain is believed to be where it was.
const HEAD: Duration = Duration::from_secs(1);

/// How long names of tokens are believed; a contract may change its own.
const FACTS: Duration = Duration::from_secs(3600);

/// What a token says of itself. `None` if it says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TokenFacts {
    /// Its name.
    pub(crate) name: Option<String>,
    /// Its symbol.
    pub(crate) symbol: Option<String>,
    /// How many decimals its amounts have.
    pub(crate) decimals: Option<u8>,
}

/// An answer and what it weighs.
type Weighed = (Arc<Json>, u32);

/// What is remembered.
pub(crate) struct Kept {
    settled: Cache<String, Weighed>,
    fresh: Cache<String, Weighed>,
    /// When a block was made, by its chain and its hash, which no other block has.
    pub(crate) times: Cache<(u64, String), u64>,
    /// What tokens say of themselves.
    pub(crate) tokens: Cache<(u64, String), Arc<TokenFacts>>,
    /// The last final block of a chain.
    pub(crate) final_blocks: Cache<u64, u64>,
    /// Metadata by its address; `None` if there was none.
    pub(crate) fetched: Cache<String, Option<Arc<str>>>,
}

fn answers(lasting: Duration) -> Cache<String, Weighed> {
    Cache::builder()
        .max_capacity(MOST_BYTES / 2)
        .weigher(|key: &String, (_, weight): &Weighed| {
            u32::try_from(key.len()).unwrap_or(u32::MAX).saturating_add(*weight)
        })
        .time_to_live(lasting)
        .build()
}

impl Kept {
    pub(crate) fn new() -> Kept {
        Kept {
            settled: answers(FINAL),
            fresh: answers(HEAD),
            times: Cache::builder().max_capacity(100_000).build(),
            tokens: Cache::builder().max_capacity(20_000).time_to_live(FACTS).build(),
            final_blocks: Cache::builder().max_capacity(256).time_to_live(HEAD * 10).build(),
            fetched: Cache::builder()
                .time_to_live(FACTS)
                .max_capacity(MOST_BYTES / 4)
                .weigher(|key: &String, value: &Option<Arc<str>>| {
                    let length = value.as_ref().map_or(0, |text| text.len());
                    u32::try_from(key.len() + length).unwrap_or(u32::MAX)
                })
                .build(),
        }
    }

    /// An answer that is still true.
    pub(crate) fn answer(&self, key: &str) -> Option<Json> {
        let kept = self.settled.get(key).or_else(|| self.fresh.get(key));
        kept.map(|(value, _)| Json::clone(&value))
    }

    /// Keeps an answer: for long if it is final, else while the head may stay where it is.
    pub(crate) fn keep(&self, key: String, value: &Json, is_final: bool) {
        let weight = u32::try_from(value.to_string().len()).unwrap_or(u32::MAX);
        let answers = if is_final { &self.settled } else { &self.fresh };
        answers.insert(key, (Arc::new(value.clone()), weight));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_found_again_whether_final_or_fresh() {
        let kept = Kept::new();
        kept.keep("a".to_owned(), &json!(1), true);
        kept.keep("b".to_owned(), &json!(2), false);
        assert_eq!((kept.answer("a"), kept.answer("b")), (Some(json!(1)), Some(json!(2))));
        assert_eq!(kept.answer("c"), None);
    }
}
