//! Lists of receivers for other tools.
//!
//! All have line feeds, no thousands separators, no exponents, amounts in whole tokens formatted
//! from integers, addresses with their checksum, and no names.

use crate::address::checksummed;
use crate::decimal::whole_tokens;
use crate::leaf::Leaf;
use crate::token::Token;

/// Receivers of a list that is paid in one transaction, well below the gas limit of a transaction.
pub const PER_TRANSACTION: usize = 200;

/// For the Safe app *CSV Airdrop*. The last line has no line feed, because the app would count
/// another line.
pub fn safe_csv(token: &Token, leaves: &[Leaf]) -> String {
    let kind = if token.contract().is_some() { "erc20" } else { "native" };
    let contract = token.contract().map(checksummed).unwrap_or_default();
    let mut text = "token_type,token_address,receiver,amount,id".to_owned();
    for leaf in leaves {
        let amount = whole_tokens(leaf.amount, token.decimals);
        let receiver = checksummed(leaf.address);
        text.push_str(&format!("\n{kind},{contract},{receiver},{amount},"));
    }
    text
}

/// For tools that send to many receivers from a pasted text.
pub fn disperse(token: &Token, leaves: &[Leaf]) -> String {
    lines("", token, leaves)
}

/// For Sablier Airdrops, which builds its own tree.
pub fn sablier(token: &Token, leaves: &[Leaf]) -> String {
    lines("address,amount\n", token, leaves)
}

fn lines(header: &str, token: &Token, leaves: &[Leaf]) -> String {
    let mut text = header.to_owned();
    for leaf in leaves {
        let amount = whole_tokens(leaf.amount, token.decimals);
        text.push_str(&format!("{},{amount}\n", checksummed(leaf.address)));
    }
    text
}

/// The header of the public list of all amounts.
pub const AMOUNTS_HEADER: &str = "index,address,amount\n";

/// Lines of the list of all amounts, starting at the index of the first.
pub fn amounts(first: usize, leaves: &[Leaf]) -> String {
    let line = |(index, leaf): (usize, &Leaf)| {
        format!("{index},{},{}\n", checksummed(leaf.address), leaf.amount)
    };
    (first..).zip(leaves).map(line).collect()
}
