//! The key that a request or a websocket presents.

use std::net::IpAddr;

use parse_identity::Key;

use crate::credential::{Credentials, authenticate_key};
use crate::reply::HttpError;
use crate::state::HttpState;

/// Authenticates the key of a request, and counts a wrong one once.
#[derive(Default)]
pub(crate) struct KeyCheck {
    is_wrong: bool,
}

impl KeyCheck {
    /// The rights of the key that a request presents.
    pub(crate) fn of(
        &mut self,
        state: &HttpState,
        credentials: &Credentials<'_>,
        from: IpAddr,
    ) -> Result<Key, HttpError> {
        if !credentials.presents_key() {
            return Ok(Key::None);
        }
        if state.rates.is_barred(from) {
            return Err(HttpError::Unauthorized);
        }
        let key = authenticate_key(credentials, from, &state.settings.keys);
        if matches!(key, Ok(Key::None) | Err(_)) && !self.is_wrong {
            self.is_wrong = true;
            state.rates.note_wrong_key(from);
        }
        key
    }
}
