//! Parses a line of a pasted text or a file: a wallet, an empty line, or an invalid one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use wallet::{Address, Family, Identity};

/// Lines per call: as many elements as an array of a request may have.
const MOST_LINES: usize = 10_000;

/// The error for more lines, or for none.
pub(super) const LINES_OF_A_CALL: &str = "Send 1 to 10,000 wallets at a time.";

/// Invalid lines that are returned.
const MOST_TOLD: usize = 20;

/// Characters of an invalid line that are returned.
const TOLD_LETTERS: usize = 80;

/// Names of the address column in the header of a table.
const HEADS: &[&str] = &["address", "addresses", "wallet", "wallets", "account", "holder"];

/// The largest chain number that JavaScript and the database can hold.
const LAST_CHAIN: u64 = 1 << 53;

/// Whether the number of lines is allowed in one call.
pub(super) fn fits_call(count: usize) -> bool {
    (1..=MOST_LINES).contains(&count)
}

/// A wallet in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedWallet {
    /// Its canonical identifier.
    pub(super) account: String,
    /// Its spelling for people. For a contract, with its chain.
    pub(super) address: String,
}

/// A line without a wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct WrongLine {
    /// Its number, starting with 1.
    line: usize,
    text: String,
}

/// All lines together.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The spelling of each wallet, by its identifier.
    pub(super) wallets: BTreeMap<String, String>,
    /// Number of lines with a wallet.
    pub(super) named: usize,
    /// Number of invalid lines.
    pub(super) wrong: usize,
    /// The first of these lines.
    pub(super) told: Vec<WrongLine>,
}

impl Lines {
    /// Parses lines. Empty ones and the header of a table are skipped.
    pub(super) fn read(lines: &[String]) -> Lines {
        let mut read = Lines::default();
        for (at, line) in lines.iter().enumerate() {
            let text = first_column(line);
            if text.is_empty() || (at == 0 && is_head(text)) {
                continue;
            }
            if let Some(wallet) = named(text) {
                read.named += 1;
                read.wallets.entry(wallet.account).or_insert(wallet.address);
                continue;
            }
            read.wrong += 1;
            if read.told.len() < MOST_TOLD {
                let text = line.trim().chars().take(TOLD_LETTERS).collect();
                read.told.push(WrongLine { line: at + 1, text });
            }
        }
        read
    }
}

/// The first column of a table line, without quotes.
fn first_column(line: &str) -> &str {
    let line = line.trim_start_matches('\u{feff}');
    let column = line.split([',', ';', '\t']).next().unwrap_or_default();
    column.trim().trim_matches(['"', '\'']).trim()
}

fn is_head(text: &str) -> bool {
    HEADS.iter().any(|head| text.eq_ignore_ascii_case(head))
}

/// The wallet in a text: an address of any family, or a contract with its chain, as `0x…@1`.
pub(super) fn named(text: &str) -> Option<NamedWallet> {
    let (spelled, chain) = match text.split_once('@') {
        Some((spelled, chain)) => (spelled, Some(chain)),
        None => (text, None),
    };
    let spelled = match spelled.strip_prefix("0X") {
        Some(digits) => Cow::from(format!("0x{digits}")),
        None => Cow::from(spelled),
    };
    let address =
        Family::ALL.into_iter().find_map(|family| Address::parse(family, &spelled).ok())?;
    let Some(chain) = chain else {
        let account = Identity::of_key(&address).account();
        return Some(NamedWallet { account, address: address.as_str().to_owned() });
    };
    let is_plain = !chain.is_empty() && chain.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = chain.parse().ok().filter(|_| is_plain)?;
    if address.family() != Family::Evm || !(1..=LAST_CHAIN).contains(&number) {
        return None;
    }
    let account = Identity::of_contract(&address, number).account();
    Some(NamedWallet { account, address: format!("{}@{number}", address.as_str()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: &str = "0x43B18fd92a04CC91b73f19D4D5c9f4Ec7eAE8346";

    fn account(text: &str) -> Option<String> {
        named(text).map(|wallet| wallet.account)
    }

    #[test]
    fn spellings_of_one_address_are_one_wallet() {
        let lower = MIXED.to_ascii_lowercase();
        let known = Some(format!("evm:{}", &lower[2..]));
        for text in [MIXED, &lower, &MIXED.to_ascii_uppercase()] {
            assert_eq!(account(text), known, "{text}");
        }
        let dot = account("16Zx2agFjzjXtjfETdiHSS4LpXAnxLFFhLuBYJUsMC8x1R5z");
        assert!(dot.as_deref().is_some_and(|account| account.starts_with("polkadot:")));
        assert_eq!(account("5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX"), dot);
        let erd = "erd1m0cdrlf35rgksn8fwgg5qctefxm83kmpyprjh2e4eecqgf38jygs4s297n";
        assert!(account(erd).is_some_and(|account| account.starts_with("multiversx:")));
        assert_eq!(account(&erd.to_ascii_uppercase()), account(erd));
        let sun = account("4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS");
        assert!(sun.is_some_and(|account| account.starts_with("solana:")));
    }

    #[test]
    fn a_contract_is_listed_with_its_chain() {
        let lower = MIXED.to_ascii_lowercase();
        let one = named(&format!("{MIXED}@137")).expect("a contract");
        assert_eq!(one.account, format!("evm:{}@137", &lower[2..]));
        assert_eq!(one.address, format!("{lower}@137"));
        for chain in ["", "0", "-1", "+1", "1.5", "eth", "99999999999999999999"] {
            assert_eq!(named(&format!("{MIXED}@{chain}")), None, "{chain}");
        }
    }

    #[test]
    fn a_line_is_a_wallet_nothing_or_told() {
        let lines = [
            "\u{feff}Address,balance",
            MIXED,
            "",
            "  \"0x43b18fd92a04cc91b73f19d4d5c9f4ec7eae8346\" ; 5",
            "0x43B18FD92a04CC91b73f19D4D5c9f4Ec7eAE8346",
            "rin.eth",
            "address",
            "0x0000000000000000000000000000000000000000",
        ];
        let read = Lines::read(&lines.map(str::to_owned));
        assert_eq!((read.wallets.len(), read.named, read.wrong), (1, 2, 4));
        let told: Vec<usize> = read.told.iter().map(|wrong| wrong.line).collect();
        assert_eq!(told, [5, 6, 7, 8]);
        assert_eq!(read.told[1].text, "rin.eth");
    }

    #[test]
    fn of_many_wrong_lines_the_first_are_told() {
        let lines: Vec<String> = (0..100).map(|n| format!("{n}{}", "x".repeat(200))).collect();
        let read = Lines::read(&lines);
        assert_eq!((read.wrong, read.told.len()), (100, MOST_TOLD));
        assert!(read.told.iter().all(|wrong| wrong.text.len() == TOLD_LETTERS));
    }
}
