//! Links to a transaction.

use super::transaction_ref::TransactionRef;

/// Its page at an explorer; nothing if the address of the explorer could end the link early.
pub(super) fn explorer(base: &str, of: TransactionRef) -> Option<String> {
    let base = base.trim_end_matches('/');
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':' | b'/' | b'-' | b'_');
    let host = base.strip_prefix("https://")?;
    let is_safe = !host.is_empty() && host.bytes().all(is_plain);
    is_safe.then(|| format!("{base}/tx/{:#x}", of.hash))
}

/// Its page at Tenderly.
pub(super) fn tenderly(of: TransactionRef) -> String {
    format!("https://dashboard.tenderly.co/tx/{}/{:#x}", of.chain_id, of.hash)
}
