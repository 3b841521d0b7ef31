//! The web app: its page and its files, served beside the protocol from the same address.
//!
//! Whatever is fetched outside the mount belongs to the app. Nothing here asks the database but the
//! page, and that once a second at most; a page is served even when the database is gone.

mod bundle;
mod coding;
mod embedded;
mod page;
mod policy;
mod route;

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response};
use bytes::Bytes;
use parse_engine::Engine;
use parse_model::JsonMap;

use crate::concurrency_limit::ConcurrencyLimit;
use crate::content_type::{HTML, SCRIPT};
use crate::settings::WebSettings;
use crate::{reply, router};

use bundle::{Bundle, File, Form};
use coding::chosen;
use page::AppPage;
use route::{WebRoute, web_route};

pub use bundle::Unusable;
pub use bundle::is_embedded;

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// The script that runs beside the pages and shows what is pushed. It lies at the root, because it
/// reaches no further than its own folder.
const SERVICE_WORKER: &str = "sw.js";

/// The folder of the scripts that pages of other sites load. Folders in it are named after a version
/// and its content, so that their files never change.
pub const FOR_OTHER_SITES: &str = "sdk/";
/// How long the newest of them may be kept.
const NEWEST: HeaderValue =
    HeaderValue::from_static("public, max-age=300, stale-while-revalidate=86400");

/// What lets them load one: with and without CORS, and in pages that are isolated from other origins.
const OTHER_SITES_HEADERS: [(HeaderName, HeaderValue); 2] = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    ),
];

/// What goes with the page alone, because only documents heed it.
const PAGE_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (CONTENT_TYPE, HeaderValue::from_static(HTML)),
    // Wallets open windows of their own and answer to the page that opened them.
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin-allow-popups"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ),
];

/// How the app is served.
pub struct SiteSettings<'a> {
    /// Where it is, and what it may reach.
    pub web: &'a WebSettings,
    /// Whether the world reaches it encrypted.
    pub is_https: bool,
    /// What the server itself tells the page.
    pub page: JsonMap,
}

/// The app, ready to be served.
#[derive(Debug)]
pub struct Site {
    bundle: Bundle,
    page: AppPage,
    policy: HeaderValue,
    /// The concurrency limit of the app, so that they neither wait for those of the protocol nor
    /// keep them waiting.
    pub(crate) concurrency_limit: ConcurrencyLimit,
}

impl Site {
    /// Reads the app; nothing if it is to come with the binary and does not.
    pub fn open(
        settings: SiteSettings<'_>,
        concurrency_limit: ConcurrencyLimit,
    ) -> Result<Option<Site>, Unusable> {
        let bundle = match &settings.web.root {
            Some(folder) => Bundle::in_folder(folder)?,
            None => match Bundle::embedded() {
                Some(bundle) => bundle?,
                None => return Ok(None),
            },
        };
        let policy = policy::content_policy(settings.web, settings.is_https);
        let page = AppPage::new(bundle.page(), settings.page)?;
        Ok(Some(Site {
            bundle,
            page,
            policy: policy.ok_or(Unusable::NoPolicy)?,
            concurrency_limit,
        }))
    }

    /// The files of one version for the pages of other sites, by their names below that folder.
    pub fn versioned_files(&self) -> impl Iterator<Item = (&str, &Bytes)> {
        let below = |(name, content)| Some((str::strip_prefix(name, FOR_OTHER_SITES)?, content));
        self.bundle.plain().filter_map(below).filter(|(name, _)| name.contains('/'))
    }

    fn file(&self, headers: &HeaderMap, name: &str, file: &File) -> Option<Response<Body>> {
        let coding = chosen(headers, |coding| file.form(coding).is_some());
        let form = file.form(coding)?;
        let mut own = HeaderMap::new();
        own.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
        own.insert(CACHE_CONTROL, if file.is_eternal { FOR_EVER } else { ASK_AGAIN });
        if name.starts_with(FOR_OTHER_SITES) {
            own.extend(OTHER_SITES_HEADERS);
            own.insert(CACHE_CONTROL, if file.is_eternal { FOR_EVER } else { NEWEST });
        }
        if file.has_choice() {
            own.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        }
        if let Some(name) = coding.name() {
            own.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        let policy = match name {
            SERVICE_WORKER => policy::SERVICE_WORKER,
            _ => self.policy.clone(),
        };
        own.insert(CONTENT_SECURITY_POLICY, policy);
        Some(answer_form(headers, form, own))
    }

    fn page(&self, headers: &HeaderMap, form: &Form) -> Response<Body> {
        let mut own = HeaderMap::from_iter(PAGE_HEADERS);
        own.insert(CACHE_CONTROL, ASK_AGAIN);
        own.insert(CONTENT_SECURITY_POLICY, self.policy.clone());
        answer_form(headers, form, own)
    }
}

/// A script for the pages of other sites that never changes.
pub fn script_for_other_sites(code: String) -> Response<Body> {
    let mut own = HeaderMap::from_iter(OTHER_SITES_HEADERS);
    own.insert(CONTENT_TYPE, HeaderValue::from_static(SCRIPT));
    own.insert(CACHE_CONTROL, FOR_EVER);
    reply::app_file(code.into(), own)
}

/// There is no such script. Pages of other sites can read why.
pub fn no_script_for_other_sites(why: &'static str) -> Response<Body> {
    let mut response = reply::no_app_file();
    response.headers_mut().extend(OTHER_SITES_HEADERS);
    *response.body_mut() = Body::from(why);
    response
}

fn answer_form(asked: &HeaderMap, form: &Form, mut own: HeaderMap) -> Response<Body> {
    own.insert(ETAG, form.etag.clone());
    if is_known(asked, &form.etag) {
        reply::not_modified(own)
    } else {
        reply::app_file(form.content.clone(), own)
    }
}

/// The app, if a request is for it.
pub(crate) fn concerned<'a>(
    site: Option<&'a Site>,
    mount_path: &str,
    request: &Request<Body>,
) -> Option<&'a Site> {
    // A whole address instead of a path is asked of a proxy, which this is not.
    let is_ours = request.uri().scheme().is_none();
    let is_fetched = is_ours && matches!(*request.method(), Method::GET | Method::HEAD);
    let is_below = || router::below_mount(request.uri().path(), mount_path).is_some();
    site.filter(|_| is_fetched && !is_below())
}

/// What was served, as the log names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Served {
    /// The page.
    Page,
    /// A file.
    File,
    /// Nothing.
    Nothing,
}

/// Answers a request for the app.
pub(crate) async fn answer(
    engine: &Engine,
    site: &Site,
    path: &str,
    headers: &HeaderMap,
) -> (Served, Response<Body>) {
    let asked = web_route(path);
    let file = match &asked {
        WebRoute::File(name) | WebRoute::FileOrPage(name) => {
            site.bundle.file(name).and_then(|file| site.file(headers, name, file))
        }
        WebRoute::Page | WebRoute::Nothing => None,
    };
    if let Some(response) = file {
        return (Served::File, response);
    }
    match asked {
        WebRoute::Page | WebRoute::FileOrPage(_) => {
            let form = site.page.now(engine).await;
            (Served::Page, site.page(headers, &form))
        }
        WebRoute::File(_) | WebRoute::Nothing => (Served::Nothing, reply::no_app_file()),
    }
}

/// Whether a browser has this form already.
fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let lines = headers.get_all(IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
    let mut known = lines.flat_map(|line| line.split(',')).map(str::trim);
    // A proxy that compressed an answer marks its tag as weak; the content is the same.
    known.any(|known| {
        known == "*" || known.strip_prefix("W/").unwrap_or(known).as_bytes() == etag.as_bytes()
    })
}
