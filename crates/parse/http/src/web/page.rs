//! The page of the app, with what the server tells it written into it.
//!
//! What the application adds is asked for once a second at most, however often the page is asked
//! for. When it cannot be asked, the page is served with what was known last.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use bytes::Bytes;
use parse_engine::{Engine, Error, PageContent, PageLink, PageRel};
use parse_identity::RequestCredentials;
use parse_model::JsonMap;
use telemetry::error_chain;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::bundle::{Form, Unusable};

/// How long what the application said is taken for true.
const FRESH: Duration = Duration::from_secs(1);
/// How long the application may take to say it.
const PATIENCE: Duration = Duration::from_millis(500);

const BEGIN: &str = r#"<script id="settings" type="application/json">"#;
const END: &str = "</script>";

/// The page of the app.
#[derive(Debug)]
pub(super) struct AppPage {
    before: String,
    after: String,
    own: JsonMap,
    known: RwLock<CachedSettings>,
    turn: Mutex<Turn>,
}

/// The page as it was written last.
#[derive(Debug, Clone)]
struct CachedSettings {
    form: Form,
    until: Option<Instant>,
}

/// The holder reads the settings of the application; others wait.
#[derive(Debug, Default)]
struct Turn {
    is_failing: bool,
}

impl AppPage {
    /// A built page, and the server's own settings.
    pub(super) fn new(built: &str, own: JsonMap) -> Result<AppPage, Unusable> {
        let (before, rest) = built.split_once(BEGIN).ok_or(Unusable::NoPlace)?;
        let (_, after) = rest.split_once(END).ok_or(Unusable::NoPlace)?;
        let (before, after) = (format!("{before}{BEGIN}"), format!("{END}{after}"));
        let form = written(&before, &own.clone().into(), &after);
        let known = RwLock::new(CachedSettings { form, until: None });
        Ok(AppPage { before, after, own, known, turn: Mutex::default() })
    }

    /// The page as it is now.
    pub(super) async fn now(&self, engine: &Engine) -> Form {
        if engine.extension().page_settings().is_none() {
            return self.cached().form;
        }
        if let Some(form) = self.fresh() {
            return form;
        }
        let mut turn = self.turn.lock().await;
        if let Some(form) = self.fresh() {
            return form;
        }
        let told = timeout(PATIENCE, read_settings(engine)).await;
        let was_failing = std::mem::replace(&mut turn.is_failing, !matches!(told, Ok(Ok(_))));
        let form = match told {
            Ok(Ok(mut content)) => {
                // Where the server is, it knows best itself.
                content.settings.extend(self.own.clone());
                written(&self.before, &content, &self.after)
            }
            Ok(Err(error)) => {
                if !was_failing {
                    let reason = error_chain::chain(&error);
                    tracing::warn!(reason, "serving page with stale settings");
                }
                self.cached().form
            }
            Err(_) => {
                if !was_failing {
                    tracing::warn!(reason = "slow", "serving page with stale settings");
                }
                self.cached().form
            }
        };
        let known = CachedSettings { form: form.clone(), until: Some(Instant::now() + FRESH) };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        form
    }

    fn cached(&self) -> CachedSettings {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fresh(&self) -> Option<Form> {
        let known = self.cached();
        known.until.filter(|until| Instant::now() < *until).map(|_| known.form)
    }
}

/// What the application tells anyone who opens the page.
async fn read_settings(engine: &Engine) -> Result<PageContent, Error> {
    let Some(source) = engine.extension().page_settings() else {
        return Ok(PageContent::default());
    };
    let anonymous = engine.caller(RequestCredentials::default()).await?;
    source.page_settings(&engine.cx(anonymous)).await
}

/// The page with settings in it. A `<` is written so that no value can end the script.
fn written(before: &str, content: &PageContent, after: &str) -> Form {
    let text = serde_json::to_string(&content.settings).unwrap_or_else(|_| "{}".to_owned());
    let text = text.replace('<', "\\u003c");
    let before = content.links.iter().fold(before.to_owned(), |head, link| linked(&head, link));
    Form::of(Bytes::from(format!("{before}{text}{after}")))
}

/// The head with a link, which replaces the built one unless it adds a style sheet.
fn linked(head: &str, link: &PageLink) -> String {
    let rel = match link.rel {
        PageRel::Icon => "icon",
        PageRel::TouchIcon => "apple-touch-icon",
        PageRel::Manifest => "manifest",
        PageRel::StyleSheet => "stylesheet",
    };
    let href = link.href.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let tag = format!(r#"<link rel="{rel}" href="{href}" />"#);
    let built = head.find(&format!(r#"<link rel="{rel}""#));
    let replaced = built.filter(|_| link.rel != PageRel::StyleSheet).and_then(|from| {
        let end = from + head[from..].find('>')? + 1;
        Some(format!("{}{tag}{}", &head[..from], &head[end..]))
    });
    replaced.unwrap_or_else(|| {
        let end = head.len() - BEGIN.len();
        format!("{}{tag}{BEGIN}", &head[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::Json;

    const BUILT: &str = r#"<head><script id="settings" type="application/json">{"a":1}</script><script src="/x.js"></script></head>"#;

    #[test]
    fn settings_stand_in_the_place_that_was_left_for_them() {
        let own = JsonMap::from_iter([("b".to_owned(), Json::from("</script><b>"))]);
        let page = AppPage::new(BUILT, own).unwrap();
        assert_eq!(
            page.cached().form.content,
            r#"<head><script id="settings" type="application/json">{"b":"\u003c/script>\u003cb>"}</script><script src="/x.js"></script></head>"#
        );
    }

    #[test]
    fn links_replace_those_that_were_built_in_and_style_sheets_are_added() {
        let (icons, end) = (
            r#"<link rel="icon" href="/a.svg" type="image/svg+xml" /><link rel="stylesheet" href="/b.css">"#,
            r#"{}</script>"#,
        );
        let link = |rel, href: &str| PageLink { rel, href: href.to_owned() };
        let content = PageContent {
            settings: JsonMap::new(),
            links: vec![
                link(PageRel::Icon, "/brand/a.png"),
                link(PageRel::StyleSheet, "/brand/\"><script>.css"),
                link(PageRel::Manifest, "/brand/app.webmanifest"),
            ],
        };
        let form = written(&format!("{icons}{BEGIN}"), &content, END);
        assert_eq!(
            form.content,
            format!(
                r#"<link rel="icon" href="/brand/a.png" /><link rel="stylesheet" href="/b.css"><link rel="stylesheet" href="/brand/&quot;>&lt;script>.css" /><link rel="manifest" href="/brand/app.webmanifest" />{BEGIN}{end}"#
            )
        );
    }

    #[test]
    fn a_page_without_a_place_for_settings_is_refused() {
        for built in ["<html></html>", r#"<script id="settings" type="application/json">"#] {
            let page = AppPage::new(built, JsonMap::new());
            assert!(matches!(page, Err(Unusable::NoPlace)), "{built}");
        }
    }
}
