//! Web Push: messages to browsers, which only their receiver can read.
//!
//! A browser subscribes at the push service of its vendor and sends us an [`Endpoint`] and
//! [`ReceiverKeys`]. A message is encrypted for those keys (RFC 8291), sent in one request (RFC
//! 8030) and signed with the key that the browser subscribed for (RFC 8292).

mod endpoint;
mod message;
mod payload;
mod seal;
mod vapid;

pub use endpoint::{Endpoint, EndpointRefused, PushHosts};
pub use message::{Urgency, outcome, request, topic};
pub use payload::{MOST_BYTES, Shown, payload};
pub use seal::{KeysRefused, ReceiverKeys, Unsealable, seal};
pub use vapid::{Unusable, VapidKey};

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::engine::{DecodePaddingMode, general_purpose::URL_SAFE_NO_PAD};

/// Browsers write URL-safe base64 without padding. Some libraries add it.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

fn written(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn read(text: &str) -> Option<Vec<u8>> {
    LENIENT.decode(text).ok()
}
