//! Transactions that lost against another one are tried again.
//!
//! Whoever loses has done nothing: the database undid it before it said so.

use std::error::Error;

use parse_store::StoreError;

use crate::reply::Problem;

/// How often a transaction is tried again.
const RETRIES: u32 = 5;

/// What is left of the attempts of one request.
#[derive(Debug)]
pub(crate) struct Contest {
    retries: u32,
}

impl Default for Contest {
    fn default() -> Contest {
        Contest { retries: RETRIES }
    }
}

impl Contest {
    /// Whether the whole transaction is tried once more after it ended like this.
    pub(crate) fn goes_on_after(&mut self, problem: &Problem) -> bool {
        if self.retries == 0 || !is_transient(problem) {
            return false;
        }
        self.retries -= 1;
        tracing::debug!(left = self.retries, "a transaction lost against another; once more");
        true
    }
}

/// Whether the database says that trying again may help.
fn is_transient(problem: &Problem) -> bool {
    let Problem::Failed { source, .. } = problem else { return false };
    let mut cause: Option<&(dyn Error + 'static)> = Some(source.as_ref());
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<StoreError>() {
            return error.is_transient();
        }
        cause = error.source();
    }
    false
}
