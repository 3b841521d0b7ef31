//! Lists of receivers as other tools read them.
//!
//! All of them: line feeds, no thousands separators, no exponents, amounts in whole tokens printed
//! from integers, addresses with their checksum, no names.

use crate::address::checksummed;
use crate::decimal::whole_tokens;
use crate::leaf::Leaf;
use crate::token::Token;

/// How many receivers a list has where each is paid in the same transaction: what fits well below
/// the gas that one transaction may use.
pub const PER_TRANSACTION: usize = 200;

/// For the Safe app *CSV Airdrop*. Its last line has no line feed, which would count as a line.
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

/// For tools that send to many at once from a pasted text.
pub fn disperse(token: &Token, leaves: &[Leaf]) -> String {
    lines("", token, leaves)
}

/// For Sablier Airdrops, which builds a tree of its own.
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

/// Lines of the list of all amounts, from the index of the first.
pub fn amounts(first: usize, leaves: &[Leaf]) -> String {
    let line = |(index, leaf): (usize, &Leaf)| {
        format!("{index},{},{}\n", checksummed(leaf.address), leaf.amount)
    };
    (first..).zip(leaves).map(line).collect()
}
