//! What lists found a moment ago.

use std::sync::Arc;

use super::Found;
use crate::recent::Recent;

/// The totals and first pages that are the same for everybody.
#[derive(Debug)]
pub(crate) struct Lists {
    pub(super) totals: Recent<i64>,
    pub(super) pages: Recent<Arc<Found>>,
}

impl Default for Lists {
    fn default() -> Lists {
        // A page is as large as a thousand totals.
        Lists { totals: Recent::with_capacity(1_000), pages: Recent::with_capacity(100) }
    }
}

impl Lists {
    /// Invalidates everything, because lists may find something else now.
    pub(crate) fn invalidate(&self) {
        self.totals.invalidate();
        self.pages.invalidate();
    }
}
