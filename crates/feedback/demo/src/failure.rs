//! How the swap of the demo fails on chain: what people show for the faults they report.

use chain::explanation::{
    ChainStatus, Compare, Method, Revert, RevertFrame, RpcError, Swap, TokenRef,
};
use chain::{Amount, Confidence, Explanation, FailureClass};

/// How one of the faults shows.
#[derive(Debug)]
pub(super) struct Failure {
    /// The place of the fault in the list of faults.
    pub(super) fault: usize,
    pub(super) class: FailureClass,
    /// The contracts it went through, with the error where it began.
    frames: &'static [(&'static str, &'static str)],
    error: Option<&'static str>,
    /// What the wallet said, where nothing was mined.
    message: Option<&'static str>,
    /// What it is known by.
    pub(super) fingerprint: &'static str,
}

#[rustfmt::skip] // A table, one failure per line.
pub(super) const FAILURES: &[Failure] = &[
    Failure { fault: 0, class: FailureClass::PermitExpired, frames: &[("Router", "router"), ("Permit", "permit")], error: Some("AllowanceExpired"), message: None, fingerprint: "7f7c11d30f6333b50f72e769bf77feb8af579131fd6e5fc4dd304e9e91493742" },
    Failure { fault: 1, class: FailureClass::QuoteDeviation, frames: &[], error: None, message: None, fingerprint: "4b0eb17d7fa342107e0f42588b3ae213bd786f66d2413698a30ee0ee209afa02" },
    Failure { fault: 3, class: FailureClass::InsufficientGasFunds, frames: &[], error: None, message: Some("insufficient funds for gas * price + value"), fingerprint: "555732de2313365a3a954ce08adb932cb7bb719f667d7a7b8e2ff1a379c7cb5f" },
    Failure { fault: 4, class: FailureClass::WrongNetwork, frames: &[], error: None, message: Some("Unrecognized chain ID"), fingerprint: "2359d32aed5ad1b4d7825d47e838f1cb268d0811f11f2d232476bbd7b4874bba" },
    Failure { fault: 6, class: FailureClass::SlippageExceeded, frames: &[("Router", "router")], error: Some("V3TooLittleReceived"), message: None, fingerprint: "67c893ad00bfd69a4e02aea656df294c649d32642d88f40237c2d8a6de3407ec" },
    Failure { fault: 11, class: FailureClass::AllowanceMissing, frames: &[("Router", "router"), ("Token", "token")], error: Some("ERC20InsufficientAllowance"), message: None, fingerprint: "d7aa75121cf105c060818ba84bf7d4ac12c150026d93ace5755770373601d531" },
    Failure { fault: 12, class: FailureClass::DeadlineExpired, frames: &[("Router", "router")], error: Some("TransactionDeadlinePassed"), message: None, fingerprint: "1b0b2434087bb6f5714f96c2161cf4ca65055801f8370e2ce35c4e7d9c73cd8c" },
    Failure { fault: 13, class: FailureClass::FeeOnTransfer, frames: &[("Router", "router"), ("Pool", "other")], error: None, message: None, fingerprint: "bd1bf294ff1a1afa9f247600c207d861857ae69ad83cebbcff8b0d976bc109a8" },
    Failure { fault: 14, class: FailureClass::NoRoute, frames: &[], error: None, message: Some("No route found for this pair"), fingerprint: "6d7ce4cf084ecf92e29fbffcb90ed3f01a26f59acb24dc51e0c588ba9219ee04" },
    Failure { fault: 19, class: FailureClass::EmptyRevert, frames: &[("Router", "router"), ("Hook", "other")], error: None, message: None, fingerprint: "6d72ff9662af13436716ae25e7202611697f99950c8923cca8bdcc3f954a200b" },
];

/// The failure that a fault shows as, if it does on chain.
pub(super) fn of_fault(fault: usize) -> Option<usize> {
    FAILURES.iter().position(|failure| failure.fault == fault)
}

/// What somebody swapped.
#[derive(Debug)]
pub(super) struct Swapped {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) token_in: &'static str,
    pub(super) token_out: &'static str,
    pub(super) amount: u64,
    pub(super) block: u64,
    pub(super) block_hash: String,
    /// Seconds since 1970.
    pub(super) mined_at: u64,
    /// What came out beside the quote, in basis points.
    pub(super) quote_bps: i64,
    /// How much of the tolerance was used, in basis points.
    pub(super) headroom_bps: i64,
}

impl Failure {
    /// Whether it is an error of a wallet, and nothing was mined.
    pub(super) fn is_error(&self) -> bool {
        self.message.is_some()
    }

    /// Whether the transaction went through all the same.
    pub(super) fn is_mined_well(&self) -> bool {
        self.class == FailureClass::QuoteDeviation
    }

    /// What is told about it; without a trace where `is_partial`.
    pub(super) fn explanation(&self, swapped: &Swapped, is_partial: bool) -> Explanation {
        let told = Explanation {
            failure_class: Some(self.class),
            verdict: Some(self.class.verdict()),
            sentence: Some(self.class.sentence().to_owned()),
            fingerprint: Some(self.fingerprint.to_owned()),
            ..Explanation::default()
        };
        if let Some(message) = self.message {
            let rpc = RpcError {
                method: Some("eth_sendTransaction".to_owned()),
                code: Some(-32000),
                message: Some(message.to_owned()),
                data: None,
            };
            return Explanation { rpc: Some(rpc), confidence: Some(Confidence::Text), ..told };
        }
        let status =
            if self.is_mined_well() { ChainStatus::Success } else { ChainStatus::Reverted };
        let compare = Compare {
            executed_vs_quote_bps: Some(swapped.quote_bps),
            headroom_used_bps: Some(swapped.headroom_bps),
            ..Compare::default()
        };
        Explanation {
            chain_status: Some(status),
            block_number: Some(swapped.block),
            block_hash: Some(swapped.block_hash.clone()),
            tx_index: Some(7),
            block_time: Some(swapped.mined_at),
            from: Some(swapped.from.clone()),
            to: Some(swapped.to.clone()),
            nonce: Some(swapped.block % 400),
            gas_limit: Some(Amount::from(320_000)),
            gas_used: Some(Amount::from(148_000 + swapped.block % 9_000)),
            method: Some(Method {
                selector: "0x3593564c".to_owned(),
                name: Some("execute".to_owned()),
                args: Vec::new(),
                source: Some("builtin".to_owned()),
            }),
            swap: Some(self.swap(swapped)),
            revert: (!self.is_mined_well()).then(|| self.revert()),
            compare: self.is_mined_well().then_some(compare),
            confidence: Some(if is_partial { Confidence::None } else { Confidence::Exact }),
            ..told
        }
    }

    fn swap(&self, swapped: &Swapped) -> Swap {
        let token = |symbol: &str| TokenRef {
            address: None,
            symbol: Some(symbol.to_owned()),
            decimals: Some(18),
        };
        Swap {
            token_in: token(swapped.token_in),
            token_out: token(swapped.token_out),
            amount_in: Some(Amount::from(swapped.amount)),
            amount_out: self.is_mined_well().then(|| Amount::from(swapped.amount)),
            min_out: Some(Amount::from(swapped.amount - swapped.amount / 200)),
            max_in: None,
            exact: "in".to_owned(),
            recipient: Some(swapped.from.clone()),
            deadline: Some(swapped.mined_at + 600),
            hops: Vec::new(),
        }
    }

    fn revert(&self) -> Revert {
        let last = self.frames.len().saturating_sub(1);
        let frame = |(depth, (label, role)): (usize, &(&str, &str))| RevertFrame {
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            contract: None,
            label: Some((*label).to_owned()),
            role: (*role).to_owned(),
            method: None,
            selector: None,
            name: self.error.filter(|_| depth == last).map(str::to_owned),
            args: Vec::new(),
        };
        Revert {
            data: None,
            frames: self.frames.iter().enumerate().map(frame).collect(),
            text: None,
            alternatives: Vec::new(),
        }
    }
}
