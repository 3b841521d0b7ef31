//! The keys of an application, and from where they count.

use super::reader::{Reader, word};
use crate::network::Networks;
use crate::secret::Secret;

/// The keys of an application.
#[derive(Clone, Default)]
pub struct Keys {
    /// The application id.
    pub application_id: String,
    /// Bound by no permission.
    pub master: Secret,
    /// The master key of before, while not every client has the new one.
    pub previous_master: Option<Secret>,
    /// From where the master key counts.
    pub master_from: Networks,
    /// Reads like the master key.
    pub read_only_master: Option<Secret>,
    /// From where the read-only master key counts.
    pub read_only_master_from: Networks,
    /// Reads and writes internal fields.
    pub maintenance: Option<Secret>,
    /// From where the maintenance key counts.
    pub maintenance_from: Networks,
    /// `X-Parse-Client-Key`
    pub client: Option<Secret>,
    /// `X-Parse-Javascript-Key`
    pub javascript: Option<Secret>,
    /// `X-Parse-Windows-Key`
    pub dot_net: Option<Secret>,
    /// `X-Parse-REST-API-Key`
    pub rest_api: Option<Secret>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("application_id", &self.application_id).finish_non_exhaustive()
    }
}

impl Keys {
    /// Whether a text is the master key, or the one of before.
    pub fn is_master(&self, given: &str) -> bool {
        // Both are looked at, whatever the first says.
        let is_now = self.master.is(given);
        let was = self.previous_master.as_ref().is_some_and(|key| key.is(given));
        is_now | was
    }
}

fn secret(read: &mut Reader<'_>, name: &str) -> Option<Secret> {
    read.value(name, word).map(Secret::new)
}

/// Reads the keys.
pub(super) fn keys(read: &mut Reader<'_>) -> Keys {
    let advice = "; for development, start with --dev";
    let keys = Keys {
        application_id: read.required("application_id", advice),
        master: Secret::new(read.required("master_key", advice)),
        previous_master: secret(read, "previous_master_key"),
        master_from: read.value("master_key_ips", Networks::parse).unwrap_or_default(),
        read_only_master: secret(read, "read_only_master_key"),
        read_only_master_from: read
            .value("read_only_master_key_ips", Networks::parse)
            .unwrap_or_default(),
        maintenance: secret(read, "maintenance_key"),
        maintenance_from: read.value("maintenance_key_ips", Networks::parse).unwrap_or_default(),
        client: secret(read, "client_key"),
        javascript: secret(read, "javascript_key"),
        dot_net: secret(read, "dot_net_key"),
        rest_api: secret(read, "rest_api_key"),
    };
    // One text for two of them would give the weaker key the rights of the stronger.
    let strong = [
        ("master_key", Some(&keys.master)),
        ("previous_master_key", keys.previous_master.as_ref()),
        ("read_only_master_key", keys.read_only_master.as_ref()),
        ("maintenance_key", keys.maintenance.as_ref()),
    ];
    for (at, (name, value)) in strong.iter().enumerate() {
        for (other, same) in &strong[at + 1..] {
            if value.is_some_and(|value| !value.expose().is_empty()) && value == same {
                read.problems.push(format!(
                    "{name} and {other} are the same; expected two different texts. Change one."
                ));
            }
        }
    }
    keys
}
