//! The keys of an application, and from where they count.

use super::reader::{Reader, word};
use crate::network::Networks;

/// The keys of an application.
#[derive(Clone, Default)]
pub struct Keys {
    /// The application id.
    pub application_id: String,
    /// Bound by no permission.
    pub master: String,
    /// From where the master key counts.
    pub master_from: Networks,
    /// Reads like the master key.
    pub read_only_master: Option<String>,
    /// From where the read-only master key counts.
    pub read_only_master_from: Networks,
    /// Reads and writes internal fields.
    pub maintenance: Option<String>,
    /// From where the maintenance key counts.
    pub maintenance_from: Networks,
    /// `X-Parse-Client-Key`
    pub client: Option<String>,
    /// `X-Parse-Javascript-Key`
    pub javascript: Option<String>,
    /// `X-Parse-Windows-Key`
    pub dot_net: Option<String>,
    /// `X-Parse-REST-API-Key`
    pub rest_api: Option<String>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("application_id", &self.application_id).finish_non_exhaustive()
    }
}

/// Reads the keys.
pub(super) fn keys(read: &mut Reader<'_>) -> Keys {
    let advice = "; for development, start with --dev";
    let keys = Keys {
        application_id: read.required("application_id", advice),
        master: read.required("master_key", advice),
        master_from: read.value("master_key_ips", Networks::parse).unwrap_or_default(),
        read_only_master: read.value("read_only_master_key", word),
        read_only_master_from: read
            .value("read_only_master_key_ips", Networks::parse)
            .unwrap_or_default(),
        maintenance: read.value("maintenance_key", word),
        maintenance_from: read.value("maintenance_key_ips", Networks::parse).unwrap_or_default(),
        client: read.value("client_key", word),
        javascript: read.value("javascript_key", word),
        dot_net: read.value("dot_net_key", word),
        rest_api: read.value("rest_api_key", word),
    };
    // One text for two of them would give the weaker key the rights of the stronger.
    let strong = [
        ("master_key", Some(&keys.master)),
        ("read_only_master_key", keys.read_only_master.as_ref()),
        ("maintenance_key", keys.maintenance.as_ref()),
    ];
    for (at, (name, value)) in strong.iter().enumerate() {
        for (other, same) in &strong[at + 1..] {
            if value.is_some_and(|value| !value.is_empty()) && value == same {
                read.problems.push(format!(
                    "{name} and {other} are the same; expected two different texts. Change one."
                ));
            }
        }
    }
    keys
}
