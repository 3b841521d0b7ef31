//! What lists found a moment ago.

use std::sync::Arc;

use parse_model::Date;

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
        Lists { totals: Recent::of_at_most(1_000), pages: Recent::of_at_most(100) }
    }
}

impl Lists {
    /// Forgets everything, because lists may find something else now.
    pub(crate) fn forget(&self, now: Date) {
        self.totals.forget(now);
        self.pages.forget(now);
    }
}
