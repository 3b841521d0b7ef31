//! Drafts a report from a piece of evidence: its facts in sentences. The draft has no hash and no
//! address, because reports are public.

use alloy_primitives::U256;
use chain::explanation::{ChainStatus, RevertFrame, Swap, TokenRef};
use chain::{Amount, Explanation, FailureClass};
use feedback_model::Severity;
use parse_model::Json;
use serde::Serialize;

use feedback_core::setting::Settings;

/// The longest title of a report.
const LONGEST_TITLE: usize = 140;

/// The draft of a report.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Proposal {
    pub(super) title: String,
    area: Option<&'static str>,
    severity_claimed: Option<Severity>,
    body: String,
}

/// The draft of a report from evidence, for its owner; `None` if nothing is known.
pub(super) fn propose(evidence: &Json, settings: &Settings) -> Option<Proposal> {
    let is_explained = matches!(evidence["state"].as_str(), Some("decoded" | "partial"));
    if !is_explained || evidence["isMine"] != true {
        return None;
    }
    let told: Explanation = serde_json::from_value(evidence["explanation"].clone()).ok()?;
    let facts = ProposalFacts {
        told: &told,
        network: evidence["network"]["name"].as_str(),
        symbol: evidence["network"]["nativeSymbol"].as_str().unwrap_or("ETH"),
        mined_at: evidence["blockTime"].as_str(),
    };
    let area = area(told.failure_class);
    let area = [area, "swap", "other"].into_iter().find(|area| settings.has_area(area));
    Some(Proposal { title: facts.title(), area, severity_claimed: None, body: facts.body() })
}

/// The area that a failure most likely belongs to.
fn area(class: Option<FailureClass>) -> &'static str {
    match class {
        Some(
            FailureClass::AllowanceMissing
            | FailureClass::PermitExpired
            | FailureClass::PermitReused
            | FailureClass::PermitBadSignature,
        ) => "approve",
        Some(
            FailureClass::QuoteDeviation
            | FailureClass::QuoteUnavailable
            | FailureClass::NoRoute
            | FailureClass::DecimalsMismatch
            | FailureClass::PriceImpactHigh,
        ) => "quote",
        Some(
            FailureClass::UserRejected
            | FailureClass::WalletError
            | FailureClass::WrongNetwork
            | FailureClass::RpcError
            | FailureClass::RpcLag
            | FailureClass::InsufficientGasFunds
            | FailureClass::NonceConflict
            | FailureClass::GasEstimationFailed,
        ) => "wallet",
        Some(FailureClass::UiStale | FailureClass::UiOther) => "ui",
        _ => "swap",
    }
}

/// The known facts, in words.
struct ProposalFacts<'a> {
    told: &'a Explanation,
    network: Option<&'a str>,
    symbol: &'a str,
    mined_at: Option<&'a str>,
}

impl ProposalFacts<'_> {
    fn title(&self) -> String {
        let what = match self.told.swap.as_ref().and_then(|swap| self.pair(swap)) {
            Some(pair) => format!("Swap {pair}"),
            None => match self.told.method.as_ref().and_then(|method| method.name.as_deref()) {
                Some(name) => format!("Call of {name}"),
                None if self.told.rpc.is_some() => "Error in the wallet".to_owned(),
                None => "Transaction".to_owned(),
            },
        };
        let place = self.network.map(|name| format!(" on {name}")).unwrap_or_default();
        let sentence = match (&self.told.sentence, self.told.chain_status) {
            (Some(sentence), _) => small(sentence.trim_end_matches('.')),
            (None, Some(ChainStatus::Success)) => "it went through".to_owned(),
            (None, _) => "it failed".to_owned(),
        };
        cut(&format!("{what}{place}: {sentence}"))
    }

    fn pair(&self, swap: &Swap) -> Option<String> {
        let (token_in, token_out) = (self.name(&swap.token_in)?, self.name(&swap.token_out)?);
        Some(format!("{token_in} to {token_out}"))
    }

    fn name(&self, token: &TokenRef) -> Option<String> {
        match (&token.symbol, &token.address) {
            (Some(symbol), _) => Some(symbol.clone()),
            (None, None) => Some(self.symbol.to_owned()),
            (None, Some(_)) => None,
        }
    }

    fn amount(&self, amount: Amount, token: &TokenRef) -> String {
        let name = self.name(token).unwrap_or_else(|| "of a token".to_owned());
        match token.decimals {
            Some(decimals) => format!("{} {name}", decimal(amount, decimals)),
            None => format!("{amount} (smallest units) {name}"),
        }
    }

    fn body(&self) -> String {
        let mut lines = Vec::new();
        if let Some(swap) = &self.told.swap {
            lines.extend(self.wanted(swap));
        }
        if let Some(at) = self.mined_at.and_then(|at| at.get(..16)) {
            let place = self.network.map(|name| format!(" on {name}")).unwrap_or_default();
            lines.push(format!("Mined: {} UTC{place}", at.replace('T', " ")));
        }
        if let Some(path) = self.path() {
            lines.push(format!("Failed path: {path}"));
        }
        if let Some(rpc) = &self.told.rpc {
            let code = rpc.code.map(|code| format!(" {code}")).unwrap_or_default();
            let method = rpc.method.as_deref().unwrap_or("the wallet");
            lines.push(format!("Error{code} of {method}"));
        }
        if let Some(bps) = self.told.compare.as_ref().and_then(|it| it.executed_vs_quote_bps) {
            lines.push(format!("Against the quote: {}", per_cent(bps)));
        }
        // A list keeps its lines in Markdown.
        let list: Vec<String> = lines.into_iter().map(|line| format!("- {line}")).collect();
        let parts = [self.told.sentence.clone(), Some(list.join("\n"))];
        let parts: Vec<String> =
            parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        parts.join("\n\n")
    }

    fn wanted(&self, swap: &Swap) -> Vec<String> {
        let mut lines = Vec::new();
        let given = swap.amount_in.or(swap.max_in).map(|it| self.amount(it, &swap.token_in));
        let got = swap.amount_out.map(|it| self.amount(it, &swap.token_out));
        match (given, got) {
            (Some(given), Some(got)) => lines.push(format!("Swapped: {given} for {got}")),
            (Some(given), None) => {
                let wanted = self.name(&swap.token_out);
                let wanted = wanted.map(|name| format!(" to {name}")).unwrap_or_default();
                lines.push(format!("Wanted: {given}{wanted}"));
            }
            (None, Some(got)) => lines.push(format!("Wanted: {got}")),
            (None, None) => {}
        }
        if let Some(least) = swap.min_out {
            lines.push(format!("Minimum: {}", self.amount(least, &swap.token_out)));
        }
        if let Some(most) = swap.max_in {
            lines.push(format!("At most: {}", self.amount(most, &swap.token_in)));
        }
        lines
    }

    /// The contracts from the outermost to the one that reverted, by the programme's names. `None`
    /// if it knows none of them.
    fn path(&self) -> Option<String> {
        let frames = &self.told.revert.as_ref()?.frames;
        let is_known = |frame: &RevertFrame| frame.label.is_some() || frame.role != "unknown";
        if !frames.iter().any(is_known) {
            return None;
        }
        let names: Vec<&str> = frames
            .iter()
            .map(|frame| frame.label.as_deref().unwrap_or(frame.role.as_str()))
            .collect();
        let error = frames.last().and_then(|frame| frame.name.as_deref());
        let error = error.map(|name| format!(": {name}")).unwrap_or_default();
        Some(format!("{}{error}", names.join(" › ")))
    }
}

/// A sentence in lower case, to follow another one.
fn small(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn cut(title: &str) -> String {
    if title.chars().count() <= LONGEST_TITLE {
        return title.to_owned();
    }
    let mut cut: String = title.chars().take(LONGEST_TITLE - 1).collect();
    cut.push('…');
    cut
}

/// Basis points as per cent.
fn per_cent(bps: i64) -> String {
    let sign = if bps < 0 { "−" } else { "+" };
    let bps = bps.unsigned_abs();
    format!("{sign}{}.{:02} %", bps / 100, bps % 100)
}

/// An amount with its decimal point, without zeros at the end.
fn decimal(amount: Amount, decimals: u8) -> String {
    let digits = amount.0.to_string();
    let decimals = usize::from(decimals);
    if decimals == 0 || amount.0 == U256::ZERO {
        return digits;
    }
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, part) = digits.split_at(digits.len() - decimals);
    let part = part.trim_end_matches('0');
    if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") }
}

#[cfg(test)]
mod tests {
    use chain::explanation::Revert;

    use super::*;

    #[test]
    fn amounts_are_written_with_their_point() {
        let amounts = [(1_500_000, 6, "1.5"), (5, 6, "0.000005"), (7, 0, "7"), (0, 18, "0")];
        for (amount, decimals, text) in amounts {
            assert_eq!(decimal(Amount::from(amount), decimals), text);
        }
        assert_eq!((per_cent(-123), per_cent(5)), ("−1.23 %".to_owned(), "+0.05 %".to_owned()));
    }

    #[test]
    fn a_title_says_what_where_and_why() {
        let token = |symbol: &str| TokenRef {
            address: Some("0x1".to_owned()),
            symbol: Some(symbol.to_owned()),
            decimals: Some(6),
        };
        let frame = |role: &str| RevertFrame {
            depth: 0,
            contract: None,
            label: None,
            role: role.to_owned(),
            method: None,
            selector: None,
            name: None,
            args: Vec::new(),
        };
        let mut told = Explanation {
            swap: Some(Swap {
                token_in: token("USDC"),
                token_out: token("DAI"),
                amount_in: Some(1_500_000.into()),
                amount_out: None,
                min_out: Some(1_490_000.into()),
                max_in: None,
                exact: "in".to_owned(),
                recipient: None,
                deadline: None,
                hops: Vec::new(),
            }),
            sentence: Some("The transaction was mined after its deadline.".to_owned()),
            revert: Some(Revert {
                data: None,
                frames: vec![frame("unknown")],
                text: None,
                alternatives: Vec::new(),
            }),
            ..Explanation::default()
        };
        let facts = ProposalFacts {
            told: &told,
            network: Some("Sepolia"),
            symbol: "ETH",
            mined_at: Some("2026-11-16T10:20:30.000Z"),
        };
        assert_eq!(
            facts.title(),
            "Swap USDC to DAI on Sepolia: the transaction was mined after its deadline"
        );
        let body = "The transaction was mined after its deadline.\n\n- Wanted: 1.5 USDC to DAI\n- Minimum: 1.49 DAI\n- Mined: 2026-11-16 10:20 UTC on Sepolia";
        assert_eq!(facts.body(), body, "each fact keeps its line in Markdown");
        told.revert.as_mut().expect("a revert").frames.push(frame("router"));
        let facts = ProposalFacts { told: &told, network: None, symbol: "ETH", mined_at: None };
        assert!(facts.body().ends_with("\n- Failed path: unknown › router"), "{}", facts.body());
    }
}
