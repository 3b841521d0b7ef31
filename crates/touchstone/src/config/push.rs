//! How pushes are sent.

use std::sync::Arc;

use outbound::push::ServiceAccount;

use super::reader::Reader;

pub(crate) use outbound::push::FcmSettings;

const PUSH_TYPES: &[&str] = &["android", "fcm", "ios", "osx", "tvos", "watchos", "web"];

/// Reads how pushes are sent; `None` where they are not. `url` is where messages are sent.
pub(super) fn fcm(read: &mut Reader<'_>, url: &str) -> Option<FcmSettings> {
    let push_types = read.value("fcm_push_types", push_types).unwrap_or_default();
    let account = read.value("fcm_service_account", |path| {
        let text = std::fs::read_to_string(path).ok()?;
        ServiceAccount::parse(&text).map(Arc::new)
    })?;
    Some(FcmSettings { account, push_types, url: url.to_owned() })
}

fn push_types(text: &str) -> Option<Vec<String>> {
    let types: Vec<String> = text.split(',').map(|kind| kind.trim().to_owned()).collect();
    types.iter().all(|kind| PUSH_TYPES.contains(&kind.as_str())).then_some(types)
}
