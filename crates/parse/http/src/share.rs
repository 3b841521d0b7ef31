//! How much of something each holder has, and all of them together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How much of something each holder has, and all of them together.
#[derive(Debug)]
pub(crate) struct Shares {
    most: usize,
    most_each: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    all: usize,
    by_holder: HashMap<Arc<str>, usize>,
}

impl Shares {
    /// So much for all together, and for each.
    pub(crate) fn new(most: usize, most_each: usize) -> Shares {
        Shares { most, most_each, held: Mutex::default() }
    }

    /// Takes so much for a holder; nothing if that is too much.
    pub(crate) fn take(self: &Arc<Shares>, holder: &str, amount: usize) -> Option<Share> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let own = held.by_holder.get(holder).copied().unwrap_or_default();
        let (own, all) = (own.checked_add(amount)?, held.all.checked_add(amount)?);
        if own > self.most_each || all > self.most {
            return None;
        }
        let holder: Arc<str> = holder.into();
        held.by_holder.insert(Arc::clone(&holder), own);
        held.all = all;
        Some(Share { shares: Arc::clone(self), holder, amount })
    }
}

/// What a holder has, until it is dropped.
#[derive(Debug)]
pub struct Share {
    shares: Arc<Shares>,
    holder: Arc<str>,
    amount: usize,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut held = self.shares.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.all -= self.amount;
        if let Some(own) = held.by_holder.get_mut(&self.holder) {
            *own -= self.amount;
            if *own == 0 {
                held.by_holder.remove(&self.holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_share_and_all_have_one_together() {
        let shares = Arc::new(Shares::new(10, 6));
        let first = shares.take("a", 4).unwrap();
        assert!(shares.take("a", 3).is_none());
        let _second = shares.take("a", 2).unwrap();
        assert!(shares.take("b", 5).is_none());
        let _third = shares.take("b", 4).unwrap();
        drop(first);
        assert!(shares.take("a", 4).is_some());
        assert!(shares.take("b", usize::MAX).is_none());
    }

    #[test]
    fn who_has_nothing_leaves_no_trace() {
        let shares = Arc::new(Shares::new(10, 6));
        drop(shares.take("a", 4));
        let held = shares.held.lock().unwrap();
        assert!(held.by_holder.is_empty() && held.all == 0);
    }
}
