//! Configuration of external services: the transport, their addresses, and the keys that encrypt
//! their credentials.
//!
//! Commands never call a service. They write a row, and a worker makes the call while no
//! transaction is open.

use std::sync::Arc;

use async_trait::async_trait;
use integrations::{Answer, CallFailed, Request};

use crate::secret_keys::SecretKeys;

pub use integrations::Outside;

/// Refuses every call.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoOutside;

#[async_trait]
impl Outside for NoOutside {
    async fn call(&self, _: Request) -> Result<Answer, CallFailed> {
        Err(CallFailed::Refused("nothing outside may be called".to_owned()))
    }

    async fn check(&self, _: &str) -> Result<(), CallFailed> {
        Ok(())
    }
}

/// The addresses of services with one address for all accounts.
#[derive(Debug, Clone)]
pub struct ServiceAddresses {
    /// The API of Discord, with its version and without a slash at the end.
    pub discord: String,
    /// The Bot API of Telegram, without a slash at the end.
    pub telegram: String,
    /// The hosts of Slack's incoming webhooks.
    pub slack_hosts: Vec<String>,
    /// The REST API of GitHub, without a slash at the end.
    pub github: String,
    /// The GraphQL API of Linear.
    pub linear: String,
    /// The hosts of push services. `*.` matches any subdomain.
    pub push_hosts: Vec<String>,
    /// How push services reach the operator: `mailto:` or `https:`.
    pub push_contact: Option<String>,
}

impl Default for ServiceAddresses {
    fn default() -> ServiceAddresses {
        let hosts = |hosts: &[&str]| hosts.iter().map(|host| (*host).to_owned()).collect();
        ServiceAddresses {
            discord: "https://discord.com/api/v10".to_owned(),
            telegram: "https://api.telegram.org".to_owned(),
            slack_hosts: hosts(&["hooks.slack.com"]),
            github: "https://api.github.com".to_owned(),
            linear: "https://api.linear.app/graphql".to_owned(),
            push_hosts: hosts(&[
                "fcm.googleapis.com",
                "android.googleapis.com",
                "*.push.apple.com",
                "*.notify.windows.com",
                "*.push.services.mozilla.com",
            ]),
            push_contact: None,
        }
    }
}

/// The operator's configuration of external services.
#[derive(Debug, Clone)]
pub struct OutsideOptions {
    /// What carries calls.
    pub transport: Arc<dyn Outside>,
    /// The keys that encrypt credentials.
    pub secrets: SecretKeys,
    /// The addresses of services.
    pub addresses: ServiceAddresses,
}

impl Default for OutsideOptions {
    fn default() -> OutsideOptions {
        OutsideOptions {
            transport: Arc::new(NoOutside),
            secrets: SecretKeys::default(),
            addresses: ServiceAddresses::default(),
        }
    }
}
