//! The limit of sign-ups.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// Counts accounts that are actually created.
pub trait SignUpLimit: Send + Sync {
    /// Counts one for an address. `Err` has the time to wait if there were too many.
    fn charge(&self, from: IpAddr) -> Result<(), Duration>;
}

impl Extension {
    /// Sets the limit of sign-ups. There is at most one.
    #[must_use]
    pub fn with_sign_up_limit(mut self, limit: impl SignUpLimit + 'static) -> Extension {
        self.implementations.set::<dyn SignUpLimit>(Arc::new(limit));
        self
    }

    /// The limit of sign-ups, if there is one.
    pub(crate) fn sign_up_limit(&self) -> Option<&dyn SignUpLimit> {
        self.implementations.only::<dyn SignUpLimit>().map(|limit| &**limit)
    }
}

/// Charges the caller for an account that is about to be stored. Everything else was validated
/// before, so that only created accounts count.
pub(super) fn charge(cx: &Cx) -> Result<(), Error> {
    let Some(limit) = cx.engine().extension().sign_up_limit() else { return Ok(()) };
    let from = cx.caller().request.ip.filter(|ip| !ip.is_loopback());
    match from.filter(|_| !cx.caller().is_unrestricted()).map(|from| limit.charge(from)) {
        // In whole seconds, rounded up.
        Some(Err(wait)) => Err(Error::TooMany { seconds: wait.as_secs() + 1 }),
        _ => Ok(()),
    }
}
