//! How many accounts may be made.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// Counts the accounts that are really made.
pub trait SignUpLimit: Send + Sync {
    /// Counts one that an address makes; `Err` says when to come again if it is one too many.
    fn charge(&self, from: IpAddr) -> Result<(), Duration>;
}

impl Extension {
    /// Adds a limit on how many accounts are made. There is at most one.
    #[must_use]
    pub fn with_sign_up_limit(mut self, limit: impl SignUpLimit + 'static) -> Extension {
        self.implementations.set::<dyn SignUpLimit>(Arc::new(limit));
        self
    }

    /// The limit on how many accounts are made, if there is one.
    pub(crate) fn sign_up_limit(&self) -> Option<&dyn SignUpLimit> {
        self.implementations.only::<dyn SignUpLimit>().map(|limit| &**limit)
    }
}

/// Charges the caller for an account that is about to be stored: everything else about it has been
/// found good, so that only what makes an account uses up the allowance for accounts.
pub(super) fn charge(cx: &Cx) -> Result<(), Error> {
    let Some(limit) = cx.engine().extension().sign_up_limit() else { return Ok(()) };
    let from = cx.caller().request.ip.filter(|ip| !ip.is_loopback());
    match from.filter(|_| !cx.caller().is_unrestricted()).map(|from| limit.charge(from)) {
        // Whole seconds, and one more for what was cut off.
        Some(Err(wait)) => Err(Error::TooMany { seconds: wait.as_secs() + 1 }),
        _ => Ok(()),
    }
}
