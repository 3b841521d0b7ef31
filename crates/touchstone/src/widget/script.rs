//! `/sdk/<version>-<hash>/…`: the scripts of earlier versions of the widget, for pages that pin one.
//! Those of the version that came with the binary are files of the app.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{Method, Request, Response};
use feedback::widget::{store_scripts, stored_script};
use parse_engine::Engine;
use parse_http::admission::Admission;
use parse_http::reply::HttpError;
use parse_http::request_log::RequestRecord;
use parse_http::side_route::{SideRequest, SideRoute, charge};
use parse_http::state::HttpState;
use parse_http::web::{FOR_OTHER_SITES, Site, no_script_for_other_sites, script_for_other_sites};
use parse_identity::Caller;

const NOT_STORED: &str = "This version of the widget is not on this server. \
    The address of its version, and the hash for the tag, are in /sdk/v1.json.\n";

/// Answers what the app does not have.
pub(crate) struct StoredScripts {
    /// The names of the scripts that came with the binary.
    own: HashSet<String>,
}

impl StoredScripts {
    /// Stores the scripts that came with the binary. A server that cannot do so still offers them.
    pub(crate) async fn open(engine: &Engine, site: &Site) -> StoredScripts {
        let scripts: Vec<(String, String)> = site
            .versioned_files()
            .filter_map(|(name, code)| {
                Some((name.to_owned(), str::from_utf8(code).ok()?.to_owned()))
            })
            .collect();
        let own = scripts.iter().map(|(name, _)| name.clone()).collect();
        if !scripts.is_empty()
            && let Err(error) = store_scripts(&engine.cx(Caller::master()), scripts).await
        {
            tracing::warn!(
                error = telemetry::error_chain::chain(&error),
                "scripts of the widget not stored, the next version will not offer them"
            );
        }
        StoredScripts { own }
    }
}

/// The name of a script of one version.
fn name(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?.strip_prefix(FOR_OTHER_SITES)?;
    name.contains('/').then_some(name)
}

#[async_trait]
impl SideRoute for StoredScripts {
    fn is_for(&self, request: &Request<Body>) -> bool {
        let is_fetched = matches!(*request.method(), Method::GET | Method::HEAD);
        is_fetched && name(request.uri().path()).is_some_and(|name| !self.own.contains(name))
    }

    fn logged_path<'a>(&self, path: &'a str) -> &'a str {
        path
    }

    async fn answer(
        &self,
        state: &Arc<HttpState>,
        SideRequest { from, parts, .. }: SideRequest<'_>,
        _: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Result<Response<Body>, HttpError> {
        admission.enter().await?;
        charge(state, from, parts.method.as_str(), "/sdk").await?;
        let name = name(parts.uri.path()).unwrap_or_default();
        let stored = stored_script(&state.engine.cx(Caller::master()), name).await?;
        Ok(stored.map_or_else(|| no_script_for_other_sites(NOT_STORED), script_for_other_sites))
    }
}
