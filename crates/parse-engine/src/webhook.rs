//! Cloud code that lives elsewhere and is called by HTTP: functions and rules of classes.
//!
//! What is sent and what an answer means stands here; how it gets there is the courier's affair. An
//! answer is a stranger's: it passes the checks that a client's write passes.

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
use crate::extension::{Extension, Function, Moment, Rules};
use crate::job::{Job, JobRun, Outcome};
use crate::write;

use answer::{Answer, refused};

/// How many webhooks may call one another in a row.
const MAX_DEPTH: u8 = 3;

/// The header by which a request tells how many webhooks it comes through.
pub const DEPTH_HEADER: &str = "x-touchstone-depth";

/// One call to cloud code elsewhere.
#[derive(Debug)]
pub struct Delivery<'a> {
    /// Where to.
    pub url: &'a str,
    /// What to say.
    pub body: JsonMap,
    /// How many webhooks the call comes through, this one included.
    pub depth: u8,
}

/// Carries calls to cloud code elsewhere, and the answers back.
#[async_trait]
pub trait Courier: Send + Sync {
    /// Refuses an address that must not be called.
    async fn check(&self, url: &str) -> Result<(), Refusal>;

    /// Delivers a call and gives the answer; nothing where nothing was said.
    async fn deliver(&self, delivery: Delivery<'_>) -> Result<Option<Json>, Error>;
}

impl Extension {
    /// Adds the way to cloud code that lives elsewhere. Without one there are no webhooks.
    #[must_use]
    pub fn with_courier(mut self, courier: impl Courier + 'static) -> Extension {
        self.implementations.set::<dyn Courier>(Arc::new(courier));
        self
    }

    /// The way to cloud code that lives elsewhere.
    pub(crate) fn courier(&self) -> Option<&Arc<dyn Courier>> {
        self.implementations.only()
    }
}

/// A way to one place elsewhere.
#[derive(Clone)]
struct Line {
    courier: Arc<dyn Courier>,
    url: String,
}

impl Line {
    async fn call(&self, cx: &Cx, body: JsonMap) -> Result<Answer, Error> {
        let depth = 1 + come_through(cx);
        if depth > MAX_DEPTH {
            return Err(refused("webhooks call one another too deep"));
        }
        let delivery = Delivery { url: &self.url, body, depth };
        answer::read(self.courier.deliver(delivery).await?)
    }
}

/// How many webhooks the request has come through.
fn come_through(cx: &Cx) -> u8 {
    let said = cx.caller().request.headers.get(DEPTH_HEADER).and_then(Json::as_str);
    said.and_then(|depth| depth.parse().ok()).unwrap_or(0)
}

/// A cloud function elsewhere.
pub(crate) struct DistantFunction {
    name: String,
    line: Line,
}

impl DistantFunction {
    pub(crate) fn new(courier: &Arc<dyn Courier>, name: &str, url: String) -> DistantFunction {
        let line = Line { courier: Arc::clone(courier), url };
        DistantFunction { name: name.to_owned(), line }
    }
}

#[async_trait]
impl Function for DistantFunction {
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let mut body = body::request(cx).await?;
        body.insert("functionName".to_owned(), Json::from(self.name.as_str()));
        body.insert("params".to_owned(), Json::Object(params));
        Ok(self.line.call(cx, body).await?.success)
    }
}

/// A job elsewhere. It answers when it is done, or that it goes on and will write its own end.
pub(crate) struct DistantJob {
    line: Line,
}

impl DistantJob {
    pub(crate) fn new(courier: &Arc<dyn Courier>, url: String) -> DistantJob {
        DistantJob { line: Line { courier: Arc::clone(courier), url } }
    }
}

#[async_trait]
impl Job for DistantJob {
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

/// The rules of a class elsewhere, each moment at a place of its own.
pub(crate) struct DistantRules {
    class: String,
    moments: Vec<Moment>,
    lines: Vec<Line>,
}

impl DistantRules {
    pub(crate) fn new(
        courier: &Arc<dyn Courier>,
        class: &str,
        urls: Vec<(Moment, String)>,
    ) -> DistantRules {
        let (moments, lines) = urls
            .into_iter()
            .map(|(moment, url)| (moment, Line { courier: Arc::clone(courier), url }))
            .unzip();
        DistantRules { class: class.to_owned(), moments, lines }
    }

    async fn call(&self, cx: &Cx, moment: Moment, about: JsonMap) -> Result<Answer, Error> {
        let at = self.moments.iter().position(|known| *known == moment);
        let Some(line) = at.and_then(|at| self.lines.get(at)) else { return Ok(Answer::default()) };
        let mut body = body::request(cx).await?;
        body.insert("triggerName".to_owned(), Json::from(moment.name()));
        body.extend(about);
        line.call(cx, body).await
    }

    async fn about_object(&self, cx: &Cx, moment: Moment, object: &Object) -> Result<(), Error> {
        let object = body::object(cx, object);
        self.call(cx, moment, named("object", Json::Object(object))).await?;
        Ok(())
    }
}

fn named(name: &str, value: Json) -> JsonMap {
    JsonMap::from_iter([(name.to_owned(), value)])
}

#[async_trait]
impl Rules for DistantRules {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    async fn before_save(&self, cx: &Cx, draft: &mut Draft) -> Result<(), Error> {
        let sent = body::draft(cx, draft);
        let mut about = named("object", Json::Object(sent.clone()));
        if let Some(original) = draft.original() {
            about.insert("original".to_owned(), Json::Object(body::original(cx, original)));
        }
        match self.call(cx, Moment::BeforeSave, about).await?.success {
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
        match self.call(cx, Moment::AfterSave, about).await?.success {
            Some(Json::Object(reply)) => {
                cx.settings().keyword_denylist.check(&reply)?;
                change.reply = Some(reply);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn before_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        self.about_object(cx, Moment::BeforeDelete, stored).await
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        self.about_object(cx, Moment::AfterDelete, stored).await
    }

    async fn before_find(&self, cx: &Cx, query: &mut Query) -> Result<(), Error> {
        let is_get = query.limit == Some(1) && query.filter.as_single_id().is_some();
        let mut about = named("query", Json::Object(print::parameters(query)));
        about.insert("className".to_owned(), Json::from(self.class.as_str()));
        about.insert("count".to_owned(), Json::from(query.with_count));
        about.insert("isGet".to_owned(), Json::from(is_get));
        match self.call(cx, Moment::BeforeFind, about).await?.success {
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
        match self.call(cx, Moment::AfterFind, about).await?.success {
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
        self.about_object(cx, Moment::BeforeLogin, user).await
    }

    async fn after_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        self.about_object(cx, Moment::AfterLogin, user).await
    }

    async fn after_logout(&self, cx: &Cx, session: &Object) -> Result<(), Error> {
        self.about_object(cx, Moment::AfterLogout, session).await
    }

    async fn before_password_reset_request(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        self.about_object(cx, Moment::BeforePasswordResetRequest, user).await
    }
}

/// The question that cloud code wants asked instead. Who may see what is decided after it.
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
