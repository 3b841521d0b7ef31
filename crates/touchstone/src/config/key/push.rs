//! Push.

use super::definition::{Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("fcm_service_account", None, "the path of a JSON file with a Google service account", "Service account that sends pushes through Firebase Cloud Messaging. Default: no push, unless the application registers a provider."),
    open("fcm_push_types", Some("android,fcm"), "types of devices separated by commas, of android, fcm, ios, osx, tvos, watchos, web", "Installations that Firebase reaches, by `pushType` or else `deviceType`. Add ios only if the device tokens are Firebase's and not Apple's."),
];
