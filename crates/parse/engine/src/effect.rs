//! The effect of a function on the database.

/// The effect of a function, which decides whether a transaction is opened, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It changes nothing. It runs outside transactions on connections that refuse writes, is
    /// cancelled when the caller disconnects, and is simply run again when its request is repeated.
    Reads,
    /// It is one unit of work, which commits or rolls back as a whole.
    Writes,
    /// It opens transactions of its own, or calls webhooks, so none may be open around it.
    OwnTransactions,
}
