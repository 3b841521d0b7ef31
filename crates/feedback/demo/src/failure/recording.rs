//! A recorded transaction with other addresses and amounts, explained as if a node had told of it.

use std::collections::HashMap;

use chain::explanation::RpcError;
use chain::found::{LimitCheck, LimitOutcome, PoolChanges, TraceKind};
use chain::registry::{Contract, Role, Token};
use chain::{
    Amount, Explanation, Found, Pasted, Quote, Registry, explain, explain_error, recognise,
};
use parse_model::Json;

use super::{FAILURES, Failure, WELL};
use crate::asset::Asset;
use crate::deployment::Deployment;

/// The tokens and amounts of a swap.
#[derive(Debug)]
pub(crate) struct SwappedTokens<'a> {
    pub(crate) from: String,
    pub(crate) on: &'a Deployment,
    pub(crate) token_in: usize,
    pub(crate) token_out: usize,
    /// In the smallest unit.
    pub(crate) amount: u128,
    pub(crate) pool: String,
    pub(crate) hash: String,
    pub(crate) block: u64,
    pub(crate) block_hash: String,
    /// Seconds since 1970.
    pub(crate) mined_at: u64,
    pub(crate) nonce: u64,
    /// What came out beside the quote, in basis points.
    pub(crate) quote_bps: i64,
}

/// How far below the quote the limit of a swap is, in basis points.
const SLIPPAGE_BPS: u128 = 50;

/// How many blocks after its quote a swap is mined.
const BLOCKS_LATE: u64 = 14;

impl SwappedTokens<'_> {
    fn assets(&self) -> [&'static Asset; 2] {
        [self.token_in, self.token_out].map(Deployment::asset)
    }

    /// What the quote said, after the fee of the pool.
    fn quoted(&self) -> u128 {
        let [token_in, token_out] = self.assets();
        token_in.worth(self.amount, token_out) * 997 / 1_000
    }

    fn limit(&self) -> u128 {
        self.quoted() * (10_000 - SLIPPAGE_BPS) / 10_000
    }

    /// What came out.
    fn received(&self) -> u128 {
        let part = u128::try_from(10_000 + self.quote_bps).unwrap_or_default();
        self.quoted() * part / 10_000
    }

    /// What the app had said before.
    pub(crate) fn quote(&self) -> Quote {
        Quote {
            expected_out: amount(self.quoted()),
            min_out: amount(self.limit()),
            slippage_bps: i64::try_from(SLIPPAGE_BPS).ok(),
            source: Some("typed".to_owned()),
            ..Quote::default()
        }
    }
}

fn amount(units: u128) -> Option<Amount> {
    Amount::parse(&units.to_string())
}

/// The value that replaces a recorded one.
#[derive(Debug, Clone, Copy)]
enum Slot {
    Sender,
    Router,
    UniversalRouter,
    Permit,
    TokenIn,
    TokenOut,
    Pool,
    Amount,
    AmountAndLimit,
    Received,
    Deadline,
    PassedDeadline,
    PassedPermit,
    Pair,
    ChainId,
}

/// 32 bytes of a call, from their last ones.
macro_rules! word {
    ($end:literal) => {
        concat!("0000000000000000000000000000000000000000000000", $end)
    };
}

/// The addresses, amounts and moments of the recordings.
const RECORDED: &[(&str, Slot)] = &[
    ("70997970c51812dc3a010c7d01b50e0d17dc79c8", Slot::Sender),
    ("dc64a140aa3e981100a9beca4e685f962f0cf6c9", Slot::Router),
    ("9fe46736679d2d9a65f0992f2272de9f3c7fa6e0", Slot::Router),
    ("0dcd1bf9a1b36ce34237eeafef220932846bcd82", Slot::Router),
    ("a51c1fc2f0d1a1b8494ed1fe312d7c3a78ed91c0", Slot::UniversalRouter),
    ("b7f8bc63bbcad18155201308c8f3540b07f84f5e", Slot::Permit),
    ("504838213a4c33d87b593a6e91abc63b6f847e1c", Slot::Pool),
    ("19d17818cf1d09b2ad31ee4f28b4c3815d1ba66b", Slot::Pool),
    ("79598ac06ec9f4cd713abf4ef1566957649e992a", Slot::Pool),
    (concat!(word!("000de0b6b3a7640000"), word!("000000000000000000")), Slot::AmountAndLimit),
    (concat!(word!("000de0b6b3a7640000"), word!("000dd6027183a607ca")), Slot::AmountAndLimit),
    (word!("000de0b6b3a7640000"), Slot::Amount),
    (word!("000dd607e0327687ac"), Slot::Received),
    (word!("000dd609afc2c775cd"), Slot::Received),
    (word!("0000000000ee6b2800"), Slot::Deadline),
    (
        concat!(
            word!("000000000000000060"),
            word!("0000000000000000a0"),
            word!("000000000000000001")
        ),
        Slot::PassedDeadline,
    ),
    (concat!("d81b2f2e", word!("000000000000000001")), Slot::PassedPermit),
    ("ONE to LONE", Slot::Pair),
    (r#"\"0xa\""#, Slot::ChainId),
];

/// The tokens of the recordings: which of them goes in.
const TOKENS: [(&str, Slot); 3] = [
    ("959922be3caee4b8cd9a407cc3ac1c251c2007b1", Slot::TokenIn),
    ("9a9f2ccfde556a7e9ff0848998aa4a0cfd8863ae", Slot::TokenOut),
    ("c6e7df5e7b4f2a278906862b61205850344d4e7d", Slot::TokenIn),
];

/// A recording, cut at the places where something else is put.
#[derive(Debug)]
struct Recording {
    pieces: Vec<(&'static str, Option<Slot>)>,
}

impl Recording {
    fn of(text: &'static str, has_fee: bool) -> Recording {
        let token = |(address, slot): (&'static str, Slot)| match (has_fee, slot) {
            // The token that keeps a fee goes in, and the one that goes in elsewhere comes out.
            (true, Slot::TokenIn) if address == TOKENS[0].0 => (address, Slot::TokenOut),
            _ => (address, slot),
        };
        let known: Vec<(&str, Slot)> = RECORDED.iter().copied().chain(TOKENS.map(token)).collect();
        let mut pieces = Vec::new();
        let mut rest = text;
        loop {
            let found = known.iter().filter_map(|(known, slot)| {
                rest.find(known).map(|at| (at, std::cmp::Reverse(known.len()), *slot))
            });
            match found.min_by_key(|(at, length, _)| (*at, *length)) {
                Some((at, std::cmp::Reverse(length), slot)) => {
                    pieces.push((&rest[..at], Some(slot)));
                    rest = &rest[at + length..];
                }
                None => {
                    pieces.push((rest, None));
                    return Recording { pieces };
                }
            }
        }
    }

    /// The recording of a swap.
    fn filled(&self, swapped: &SwappedTokens<'_>) -> Json {
        let mut text = String::new();
        for (piece, slot) in &self.pieces {
            text.push_str(piece);
            if let Some(slot) = slot {
                text.push_str(&slot.filled(swapped));
            }
        }
        serde_json::from_str(&text).unwrap_or_default()
    }
}

impl Slot {
    fn filled(self, swapped: &SwappedTokens<'_>) -> String {
        let bare = |address: &str| address.trim_start_matches("0x").to_owned();
        let on = swapped.on;
        match self {
            Slot::Sender => bare(&swapped.from),
            Slot::Router => bare(&on.router),
            Slot::UniversalRouter => bare(&on.universal_router),
            Slot::Permit => bare(&on.permit),
            Slot::TokenIn => bare(&on.tokens[swapped.token_in]),
            Slot::TokenOut => bare(&on.tokens[swapped.token_out]),
            Slot::Pool => bare(&swapped.pool),
            Slot::Amount => word(swapped.amount),
            Slot::AmountAndLimit => word(swapped.amount) + &word(swapped.limit()),
            Slot::Received => word(swapped.received()),
            Slot::Deadline => word(u128::from(swapped.mined_at + 1_200)),
            Slot::PassedDeadline => {
                word(0x60) + &word(0xa0) + &word(u128::from(swapped.mined_at - 14))
            }
            Slot::PassedPermit => format!("d81b2f2e{}", word(u128::from(swapped.mined_at - 40))),
            // Without names, so that every pair shows the same failure.
            Slot::Pair => "this pair".to_owned(),
            Slot::ChainId => format!(r#"\"{:#x}\""#, on.chain_id),
        }
    }
}

fn word(number: u128) -> String {
    format!("{number:064x}")
}

/// All recordings of the demo.
#[derive(Debug)]
pub(crate) struct Recordings {
    failures: Vec<Recording>,
    well: Recording,
}

impl Recordings {
    pub(crate) fn read() -> Recordings {
        let failures = FAILURES.iter();
        Recordings {
            failures: failures.map(|one| Recording::of(one.recorded, one.has_fee)).collect(),
            well: Recording::of(WELL, false),
        }
    }

    /// The explanation of a swap that failed in one of the ways, with the quote if that matters;
    /// without its trace if `is_partial`.
    pub(crate) fn failed(
        &self,
        failure: usize,
        swapped: &SwappedTokens<'_>,
        is_partial: bool,
    ) -> (Explanation, Option<Quote>) {
        let known = &FAILURES[failure];
        let recorded = self.failures[failure].filled(swapped);
        if let Some(text) = recorded["text"].as_str() {
            return (said(text), None);
        }
        let mut found = found(&recorded["found"], swapped);
        let registry = registry(swapped, known);
        if is_partial {
            found.trace = None;
            found.limit_check = None;
        }
        if known.is_mined_well() {
            let quote = swapped.quote();
            return (explain(&found, &registry, Some(&quote)), Some(quote));
        }
        let quoted = Quote { quote_block: Some(swapped.block - BLOCKS_LATE), ..Quote::default() };
        (explain(&found, &registry, found.limit_check.map(|_| &quoted)), None)
    }

    /// The explanation of a successful swap.
    pub(crate) fn well(&self, swapped: &SwappedTokens<'_>) -> (Explanation, Quote) {
        let found = found(&self.well.filled(swapped)["found"], swapped);
        let quote = swapped.quote();
        (explain(&found, &registry(swapped, &FAILURES[0]), Some(&quote)), quote)
    }
}

/// The explanation of an error that a wallet or the app showed.
fn said(text: &str) -> Explanation {
    let error = match recognise(text, &[]) {
        Pasted::Error(error) => error,
        Pasted::Hash { .. } | Pasted::Nothing { .. } => RpcError::default(),
    };
    explain_error(&error, &Registry::default())
}

fn found(recorded: &Json, swapped: &SwappedTokens<'_>) -> Found {
    let block = format!("{:#x}", swapped.block);
    let mined = format!("{:#x}", swapped.mined_at);
    let moved = |key: &str, fields: &[(&str, &str)]| {
        let mut part = recorded[key].clone();
        for (field, value) in fields {
            part[*field] = (*value).into();
        }
        part
    };
    let nonce = format!("{:#x}", swapped.nonce);
    let place = [("blockNumber", &*block), ("blockHash", &*swapped.block_hash)];
    let [number, hash] = place;
    let transaction =
        moved("transaction", &[number, hash, ("nonce", &nonce), ("hash", &swapped.hash)]);
    let receipt = moved("receipt", &[number, hash, ("transactionHash", &swapped.hash)]);
    let of_block = [("number", &*block), ("hash", &*swapped.block_hash), ("timestamp", &*mined)];
    let trace = recorded["trace"]["answer"].clone();
    Found {
        chain_id: swapped.on.chain_id,
        transaction,
        receipt: Some(receipt),
        block: Some(moved("block", &of_block)),
        trace: (!trace.is_null()).then_some((TraceKind::DebugCallTracer, trace)),
        tokens: Vec::new(),
        limit_check: recorded["limitCheck"].is_object().then_some(LimitCheck {
            from_block: swapped.block - BLOCKS_LATE,
            outcome: LimitOutcome::Met,
            amount: None,
            changes: Some(PoolChanges { swaps: 3, others: 0 }),
        }),
        tried: None,
        head_lag_blocks: None,
    }
}

/// What the programme knows of the network of a swap.
fn registry(swapped: &SwappedTokens<'_>, failure: &Failure) -> Registry {
    let on = swapped.on;
    let contract = |(name, role, address): (&str, Role, &String)| {
        Some((address.parse().ok()?, Contract { name: name.to_owned(), role, abi: None }))
    };
    let token = |at: usize| {
        let asset = Deployment::asset(at);
        let token = Token {
            symbol: asset.symbol.to_owned(),
            decimals: u8::try_from(asset.decimals).unwrap_or(18),
            fee_on_transfer: failure.has_fee && at == swapped.token_in,
            ..Token::default()
        };
        Some((on.tokens[at].parse().ok()?, token))
    };
    Registry {
        native_symbol: on.symbol.to_owned(),
        native_decimals: 18,
        block_time_ms: on.block_time,
        quote_deviation_bps: 50,
        price_impact_bps: 500,
        contracts: on.contracts().into_iter().filter_map(contract).collect::<HashMap<_, _>>(),
        tokens: [swapped.token_in, swapped.token_out].into_iter().filter_map(token).collect(),
        signatures: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use chain::explanation::ChainStatus;

    use super::*;
    use crate::asset::ASSETS;

    fn each_swap(mut look: impl FnMut(&SwappedTokens<'_>)) {
        for network in 0..5 {
            let on = Deployment::of(1, network);
            for (token_in, asset) in ASSETS.iter().enumerate() {
                let token_out = (token_in + 1 + network) % ASSETS.len();
                let amount = asset.units(asset.amounts[network % 4]);
                look(&SwappedTokens {
                    from: format!("0x{:040x}", 77),
                    on: &on,
                    token_in,
                    token_out,
                    amount,
                    pool: format!("0x{:040x}", 99),
                    hash: format!("0x{:064x}", 11),
                    block: 7_400_000,
                    block_hash: format!("0x{:064x}", 12),
                    mined_at: 1_763_200_000,
                    nonce: 17,
                    quote_bps: -280,
                });
            }
        }
    }

    #[test]
    fn every_failure_is_explained_by_the_product_as_what_it_is_with_its_own_tokens() {
        let recordings = Recordings::read();
        each_swap(|swapped| {
            for (place, failure) in FAILURES.iter().enumerate() {
                let (told, quote) = recordings.failed(place, swapped, false);
                assert_eq!(told.failure_class, Some(failure.class), "{told:?}");
                assert!(told.fingerprint.is_some() && told.sentence.is_some(), "{told:?}");
                assert_eq!(quote.is_some(), failure.is_mined_well());
                assert_eq!(told.rpc.is_some(), failure.is_error());
                if let Some(swap) = &told.swap {
                    let [token_in, token_out] = swapped.assets();
                    assert_eq!(swap.token_in.symbol.as_deref(), Some(token_in.symbol));
                    assert_eq!(swap.token_out.symbol.as_deref(), Some(token_out.symbol));
                    assert_eq!(swap.amount_in, amount(swapped.amount));
                    assert_eq!(swap.min_out, amount(swapped.limit()));
                }
                let said = serde_json::to_string(&told).expect("a text");
                for recorded in ["ONE", "TWO", "FEE", "70997970", "de0b6b3a7640000\""] {
                    assert!(!said.contains(recorded), "{recorded} of the recording in {said}");
                }
            }
        });
    }

    #[test]
    fn the_same_failure_has_the_same_fingerprint_whoever_shows_it() {
        let recordings = Recordings::read();
        let mut prints: Vec<Option<String>> = vec![None; FAILURES.len()];
        each_swap(|swapped| {
            for (place, print) in prints.iter_mut().enumerate() {
                let told = recordings.failed(place, swapped, false).0.fingerprint;
                assert_eq!(
                    print.get_or_insert_with(|| told.clone().expect("a print")),
                    &told.expect("a print")
                );
            }
        });
    }

    #[test]
    fn a_swap_that_went_well_is_told_with_what_came_out() {
        let recordings = Recordings::read();
        each_swap(|swapped| {
            let well = SwappedTokens {
                quote_bps: -12,
                from: swapped.from.clone(),
                pool: swapped.pool.clone(),
                hash: swapped.hash.clone(),
                block_hash: swapped.block_hash.clone(),
                ..*swapped
            };
            let (told, _) = recordings.well(&well);
            assert_eq!((told.chain_status, told.failure_class), (Some(ChainStatus::Success), None));
            assert_eq!(told.swap.and_then(|swap| swap.amount_out), amount(well.received()));
            assert!(told.sentence.expect("a sentence").starts_with("It worked: "));
        });
    }
}
