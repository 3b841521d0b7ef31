//! Push.

use super::definition::{Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("fcm_service_account", None, "the path of a file with a service account as Google hands it out", "Pushes are sent by Firebase Cloud Messaging as this account. Not set: no push, unless the application brings a provider of its own."),
    open("fcm_push_types", Some("android,fcm"), "types of devices separated by commas, of android, fcm, ios, osx, tvos, watchos, web", "Which installations are reached by Firebase, by their `pushType` or else their `deviceType`. Add ios only where the device tokens are Firebase's and not Apple's."),
];
