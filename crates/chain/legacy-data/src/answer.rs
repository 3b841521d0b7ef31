//! What a function found, and how long it stays true.

use parse_model::Json;

/// How long an answer stays true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lasts {
    /// Until the chain grows.
    Head,
    /// For ever, once this block is final.
    UpTo(u64),
    /// It must be asked for each time.
    Never,
}

/// What a function found.
#[derive(Debug)]
pub(crate) struct Answer {
    /// What the client reads.
    pub(crate) value: Json,
    /// How long it stays true.
    pub(crate) lasts: Lasts,
}

impl Answer {
    /// True until the chain grows.
    pub(crate) fn head(value: Json) -> Answer {
        Answer { value, lasts: Lasts::Head }
    }

    /// True for ever, once a block is final; until the chain grows where none was named.
    pub(crate) fn at(value: Json, block: Option<u64>) -> Answer {
        Answer { value, lasts: block.map_or(Lasts::Head, Lasts::UpTo) }
    }
}
