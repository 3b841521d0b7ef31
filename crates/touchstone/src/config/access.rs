//! The keys of an application, and from where they count.

use outbound::network::Networks;
use telemetry::secret::Secret;

use super::reader::{Reader, word};

pub(crate) use parse_http::settings::Keys;

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
