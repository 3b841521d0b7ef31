//! `/brand/…`: the files that give pages the programme's brand, beside the mount.
//!
//! Readable without signing in, because the sign-in page shows them. They say what the page itself
//! says: nothing else of the settings is served here.

use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{Method, Request, Response};
use bytes::Bytes;
use feedback::brand::{BELOW, BrandFile, manifest, picture};
use parse_http::admission::Admission;
use parse_http::deadline::Deadline;
use parse_http::reply::{self, HttpError};
use parse_http::request_log::RequestRecord;
use parse_http::side_route::{SideRequest, SideRoute, charge};
use parse_http::state::HttpState;
use parse_identity::RequestCredentials;

/// The manifest without a brand.
const BUILT_IN: &str = include_str!("../../../web/public/manifest.webmanifest");

/// Answers pages.
pub(crate) struct BrandRoute;

#[async_trait]
impl SideRoute for BrandRoute {
    fn is_for(&self, request: &Request<Body>) -> bool {
        let is_asked = matches!(*request.method(), Method::GET | Method::HEAD);
        is_asked && request.uri().path().starts_with(BELOW)
    }

    fn logged_path<'a>(&self, _: &'a str) -> &'a str {
        "/brand"
    }

    async fn answer(
        &self,
        state: &Arc<HttpState>,
        request: SideRequest<'_>,
        _: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Result<Response<Body>, HttpError> {
        let SideRequest { from, parts, .. } = request;
        charge(state, from, parts.method.as_str(), "/brand").await?;
        let mut deadline = Deadline::after(state.settings.http.handler);
        deadline.keep(admission.enter()).await?;
        let file = BrandFile::at(parts.uri.path());
        deadline.keep(Box::pin(served(state, file))).await
    }
}

async fn served(state: &HttpState, file: Option<BrandFile>) -> Result<Response<Body>, HttpError> {
    Ok(match file {
        Some(BrandFile::StyleSheet { text, is_exact }) => {
            reply::public_file(Bytes::from(text), "text/css; charset=utf-8", is_exact)
        }
        Some(BrandFile::Picture(name)) => match picture(&state.engine.store().db(), &name).await? {
            Some(png) => reply::public_file(Bytes::from(png), "image/png", true),
            None => reply::no_app_file(),
        },
        Some(BrandFile::Manifest) => {
            let caller = state.engine.caller(RequestCredentials::default()).await?;
            let cx = state.engine.cx(caller);
            let page = match state.engine.extension().page_settings() {
                Some(source) => source.page_settings(&cx).await?.settings,
                None => return Ok(reply::no_app_file()),
            };
            let text = manifest(BUILT_IN, &page).to_string();
            reply::public_file(Bytes::from(text), "application/manifest+json", false)
        }
        None => reply::no_app_file(),
    })
}
