//! Webhooks: cloud functions and triggers that are called over HTTP.
//!
//! Requests and the meaning of responses are defined here. The client sends them. A response is
//! untrusted, and passes the same checks as a client's write.

mod answer;
mod body;

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::query::parse::{self, Limits, Rights};
use parse_model::query::{Query, print};
use parse_model::{Json, JsonMap, Object, Refusal};

use crate::cx::Cx;
use crate::draft::{Change, Draft};
use crate::error::Error;
use crate::extension::{Extension, Function, TriggerKind, Triggers};
use crate::job::{Job, JobRun, Outcome};
use crate::write;

use answer::{Answer, refused};

/// How deep webhooks may call one another.
const MAX_DEPTH: u8 = 3;

/// The header with the number of webhooks that a request has passed through.
pub const DEPTH_HEADER: &str = "x-touchstone-depth";

/// One call of a webhook.
#[derive(Debug)]
pub struct WebhookCall<'a> {
    /// The URL.
    pub url: &'a str,
    /// The body.
    pub body: JsonMap,
    /// The number of webhooks in the chain, including this one.
    pub depth: u8,
}

/// Sends webhook calls and returns the responses.
#[async_trait]
pub trait WebhookClient: Send + Sync {
    /// Refuses a URL that must not be called.
    async fn check(&self, url: &str) -> Result<(), Refusal>;

    /// Sends a call and returns the response. `None` if it is empty.
    async fn deliver(&self, call: WebhookCall<'_>) -> Result<Option<Json>, Error>;
}

impl Extension {
    /// Adds the webhook client. Without one there are no webhooks.
    #[must_use]
    pub fn with_webhook_client(
        mut self,
        webhook_client: impl WebhookClient + 'static,
    ) -> Extension {
        self.implementations.set::<dyn WebhookClient>(Arc::new(webhook_client));
        self
    }

    /// The webhook client.
    pub(crate) fn webhook_client(&self) -> Option<&Arc<dyn WebhookClient>> {
        self.implementations.only()
    }
}

/// The client and URL of one webhook.
#[derive(Clone)]
struct Line {
    webhook_client: Arc<dyn WebhookClient>,
    url: String,
}

impl Line {
    async fn call(&self, cx: &Cx, body: JsonMap) -> Result<Answer, Error> {
        let depth = 1 + come_through(cx);
        if depth > MAX_DEPTH {
            return Err(refused("webhooks call one another too deep"));
        }
        let call = WebhookCall { url: &self.url, body, depth };
        answer::read(self.webhook_client.deliver(call).await?)
    }
}

/// The number of webhooks that the request has passed through.
fn come_through(cx: &Cx) -> u8 {
    let said = cx.caller().request.headers.get(DEPTH_HEADER).and_then(Json::as_str);
    said.and_then(|depth| depth.parse().ok()).unwrap_or(0)
}

/// A cloud function behind a webhook.
pub(crate) struct WebhookFunction {
    name: String,
    line: Line,
}

impl WebhookFunction {
    pub(crate) fn new(
        webhook_client: &Arc<dyn WebhookClient>,
        name: &str,
        url: String,
    ) -> WebhookFunction {
        let line = Line { webhook_client: Arc::clone(webhook_client), url };
        WebhookFunction { name: name.to_owned(), line }
    }
}

#[async_trait]
impl Function for WebhookFunction {
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let mut body = body::request(cx).await?;
        body.insert("functionName".to_owned(), Json::from(self.name.as_str()));
        body.insert("params".to_owned(), Json::Object(params));
        Ok(self.line.call(cx, body).await?.success)
    }
}

/// A job behind a webhook. Its response means that it is done, or that it continues and writes its
/// own end.
pub(crate) struct WebhookJob {
    line: Line,
}

impl WebhookJob {
    pub(crate) fn new(webhook_client: &Arc<dyn WebhookClient>, url: String) -> WebhookJob {
        WebhookJob { line: Line { webhook_client: Arc::clone(webhook_client), url } }
    }
}

#[async_trait]
impl Job for WebhookJob {
    async fn run(&self, cx: &Cx, run: &JobRun, params: JsonMap) -> Result<Outcome, Error> {
        let mut body = body::request(cx).await?;
        body.insert("jobName".to_owned(), Json::from(run.name.as_str()));
        body.insert("jobId".to_owned(), Json::from(run.id.as_str()));
        body.insert("params".to_owned(), Json::Object(params));
        Ok(match self.line.call(cx, body).await?.success {
            Some(Json::String(message)) => Outcome::Done(Some(message)),
            Some(Json::Object(said)) if said.get("status").is_some_and(|s| s == "running") => {
                Outcome::RunsElsewhere
            }
            _ => Outcome::Done(None),
        })
    }
}

/// The webhook triggers of a class, each kind with its own URL.
pub(crate) struct WebhookTriggers {
    class: String,
    kinds: Vec<TriggerKind>,
    lines: Vec<Line>,
}

impl WebhookTriggers {
    pub(crate) fn new(
        webhook_client: &Arc<dyn WebhookClient>,
        class: &str,
        urls: Vec<(TriggerKind, String)>,
    ) -> WebhookTriggers {
        let (kinds, lines) = urls
            .into_iter()
            .map(|(trigger, url)| {
                (trigger, Line { webhook_client: Arc::clone(webhook_client), url })
            })
            .unzip();
        WebhookTriggers { class: class.to_owned(), kinds, lines }
    }

    async fn call(&self, cx: &Cx, trigger: TriggerKind, about: JsonMap) -> Result<Answer, Error> {
        let at = self.kinds.iter().position(|known| *known == trigger);
        let Some(line) = at.and_then(|at| self.lines.get(at)) else { return Ok(Answer::default()) };
        let mut body = body::request(cx).await?;
        body.insert("triggerName".to_owned(), Json::from(trigger.name()));
        body.extend(about);
        line.call(cx, body).await
    }

    async fn about_object(
        &self,
        cx: &Cx,
        trigger: TriggerKind,
        object: &Object,
    ) -> Result<(), Error> {
        let object = body::object(cx, object);
        self.call(cx, trigger, named("object", Json::Object(object))).await?;
        Ok(())
    }
}

fn named(name: &str, value: Json) -> JsonMap {
    JsonMap::from_iter([(name.to_owned(), value)])
}

#[async_trait]
impl Triggers for WebhookTriggers {
    fn kinds(&self) -> &[TriggerKind] {
        &self.kinds
    }

    async fn before_save(&self, cx: &Cx, draft: &mut Draft) -> Result<(), Error> {
        let sent = body::draft(cx, draft);
        let mut about = named("object", Json::Object(sent.clone()));
        if let Some(original) = draft.original() {
            about.insert("original".to_owned(), Json::Object(body::original(cx, original)));
        }
        match self.call(cx, TriggerKind::BeforeSave, about).await?.success {
            None | Some(Json::Null) => Ok(()),
            Some(Json::Object(fields)) => {
                cx.settings().keyword_denylist.check(&fields)?;
                Ok(write::replace(draft, &sent, fields)?)
            }
            Some(_) => Err(refused("a beforeSave webhook must answer with the object to save")),
        }
    }

    async fn after_save(&self, cx: &Cx, change: &mut Change) -> Result<(), Error> {
        let mut about = named("object", Json::Object(body::object(cx, &change.after)));
        if let Some(before) = &change.before {
            about.insert("original".to_owned(), Json::Object(body::original(cx, before)));
        }
        match self.call(cx, TriggerKind::AfterSave, about).await?.success {
            Some(Json::Object(reply)) => {
                cx.settings().keyword_denylist.check(&reply)?;
                change.reply = Some(reply);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn before_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        self.about_object(cx, TriggerKind::BeforeDelete, stored).await
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        self.about_object(cx, TriggerKind::AfterDelete, stored).await
    }

    async fn before_find(&self, cx: &Cx, query: &mut Query) -> Result<(), Error> {
        let is_get = query.limit == Some(1) && query.filter.as_single_id().is_some();
        let mut about = named("query", Json::Object(print::parameters(query)));
        about.insert("className".to_owned(), Json::from(self.class.as_str()));
        about.insert("count".to_owned(), Json::from(query.with_count));
        about.insert("isGet".to_owned(), Json::from(is_get));
        match self.call(cx, TriggerKind::BeforeFind, about).await?.success {
            Some(Json::Object(asked)) if asked.contains_key("where") => {
                *query = narrowed(cx, query, asked)?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn after_find(
        &self,
        cx: &Cx,
        query: &Query,
        objects: &mut Vec<Object>,
    ) -> Result<(), Error> {
        let sent: Vec<JsonMap> = objects.iter().map(|object| body::object(cx, object)).collect();
        let mut about = named("query", Json::Object(print::parameters(query)));
        about.insert("className".to_owned(), Json::from(self.class.as_str()));
        about.insert("objects".to_owned(), Json::from(sent.clone()));
        match self.call(cx, TriggerKind::AfterFind, about).await?.success {
            None | Some(Json::Null) => Ok(()),
            Some(Json::Array(found)) => {
                let found = answer::fields(found, &cx.settings().keyword_denylist)?;
                *objects = answer::objects(&self.class, &sent, objects, found)?;
                Ok(())
            }
            Some(_) => Err(refused("an afterFind webhook must answer with a list of objects")),
        }
    }

    async fn before_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        self.about_object(cx, TriggerKind::BeforeLogin, user).await
    }

    async fn after_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        self.about_object(cx, TriggerKind::AfterLogin, user).await
    }

    async fn after_logout(&self, cx: &Cx, session: &Object) -> Result<(), Error> {
        self.about_object(cx, TriggerKind::AfterLogout, session).await
    }

    async fn before_password_reset_request(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        self.about_object(cx, TriggerKind::BeforePasswordResetRequest, user).await
    }
}

/// The query that cloud code returned. Permissions are decided afterwards.
fn narrowed(cx: &Cx, asked: &Query, mut said: JsonMap) -> Result<Query, Refusal> {
    said.retain(|name, _| {
        matches!(
            name.as_str(),
            "where" | "limit" | "skip" | "order" | "keys" | "excludeKeys" | "include"
        )
    });
    let rights = Rights {
        is_master: cx.caller().is_master(),
        is_maintenance: false,
        may_explain: false,
        now: cx.now(),
    };
    let settings = cx.settings();
    let limits = Limits {
        default_limit: settings.default_limit,
        max_limit: settings.max_limit,
        complexity: settings.complexity,
    };
    let has_limit = said.contains_key("limit");
    let query = parse::query(&said, rights, &limits)?;
    Ok(Query {
        limit: if has_limit { query.limit } else { asked.limit },
        with_count: asked.with_count,
        redirect: asked.redirect.clone(),
        explain: asked.explain,
        read_preference: asked.read_preference,
        include_read_preference: asked.include_read_preference,
        subquery_read_preference: asked.subquery_read_preference,
        ..query
    })
}
