//! The configuration of a tracker.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;
use feedback_core::secret;

/// The service of a tracker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Service {
    Github,
    Linear,
    Jira,
}

impl Service {
    pub(super) const ALL: [Service; 3] = [Service::Github, Service::Linear, Service::Jira];

    pub(super) fn key(self) -> &'static str {
        match self {
            Service::Github => "github",
            Service::Linear => "linear",
            Service::Jira => "jira",
        }
    }

    /// Its display name.
    pub(super) fn word(self) -> &'static str {
        match self {
            Service::Github => "GitHub",
            Service::Linear => "Linear",
            Service::Jira => "Jira",
        }
    }

    /// Seconds between two writes. GitHub asks for one.
    pub(super) fn gap_seconds(self) -> i64 {
        match self {
            Service::Github => 1,
            Service::Linear | Service::Jira => 0,
        }
    }
}

/// How Touchstone authenticates at GitHub.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    /// As a GitHub App.
    App,
    /// With a user's token.
    #[default]
    Token,
}

/// The public settings of a tracker.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TrackerTarget {
    /// The repository, the team id, or the project key.
    pub(super) project: String,
    /// GitHub: as an App or with a token.
    pub(super) mode: Mode,
    /// GitHub: the id of the App, or of its client.
    pub(super) app_id: Option<String>,
    /// Jira: the address of the site.
    pub(super) site: Option<String>,
    /// Jira: the owner of the token.
    pub(super) mail: Option<String>,
    /// Jira: the type of new issues.
    pub(super) issue_type: Option<String>,
    /// Linear: the states that an administrator chose, by type.
    pub(super) states: Json,
    /// The result of the last test.
    pub(super) learned: Json,
}

impl TrackerTarget {
    /// The host that receives the credential. `None` for services with a single address.
    pub(super) fn host(&self) -> Option<&str> {
        self.site.as_deref().and_then(secret::host)
    }

    /// The purpose of a sealed credential: the row, its service, and the host that receives it.
    pub(super) fn purpose(&self, id: &str, service: Service) -> String {
        let host = self.host().unwrap_or_default();
        format!("tracker {id} of {} at {host}", service.key())
    }
}

/// A tracker.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Configuration {
    pub(super) id: String,
    pub(super) service: Service,
    pub(super) name: String,
    pub(super) settings: TrackerTarget,
    /// Sealed.
    pub(super) credential: String,
    /// Sealed.
    pub(super) hook_secret: String,
    /// Sealed.
    pub(super) token: Option<String>,
    pub(super) token_ends_at: Option<i64>,
    pub(super) state: String,
    pub(super) account: Option<String>,
    pub(super) application: Option<String>,
}

impl Configuration {
    /// The purpose of its sealed credential.
    pub(super) fn purpose(&self) -> String {
        self.settings.purpose(&self.id, self.service)
    }
}

/// Reads a tracker, if it exists.
pub(super) async fn find(ctx: &CommandContext, id: &str) -> Result<Option<Configuration>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('id', id, 'service', service, 'name', name, 'settings', settings, 'credential', credential,
            'hookSecret', hook_secret, 'token', token, 'tokenEndsAt', _touchstone.in_millis(token_ends_at), 'state', state,
            'account', account, 'application', application)
        from _touchstone.tracker where id = $1::text",
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}

/// Reads a tracker, or refuses.
pub(super) async fn read(ctx: &CommandContext, id: &str) -> Result<Configuration, Error> {
    find(ctx, id).await?.ok_or_else(not_found)
}
