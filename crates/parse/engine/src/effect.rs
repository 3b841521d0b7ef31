//! What a function does to the database.

/// What a function does to the database; decides whether a transaction is opened, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It changes nothing. It runs outside any transaction on connections that refuse to write, is
    /// given up when the caller hangs up, and is simply run again when its request is repeated.
    Reads,
    /// It is one unit of work: everything it does stands, or nothing of it.
    Writes,
    /// It opens transactions of its own, or calls webhooks, so that none may be open around it.
    OwnTransactions,
}
