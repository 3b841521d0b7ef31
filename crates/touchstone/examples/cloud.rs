//! The server with the cloud code that the conformance suites run on both sides.
//!
//! `conformance/cloud/main.js` says the same in JavaScript for Parse Server, so that both servers
//! can be asked the same questions. It is also a tour of the seam: functions, triggers, providers.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use parse_engine::extension::Answer;
use parse_engine::file::{FileDraft, FileTriggers, SavedFile, Served};
use parse_engine::job::{JobAnswer, Outcome};
use parse_engine::push_provider::{Device, Message, PushOutcome, PushProvider};
use parse_engine::{
    AuthAttempt, AuthProvider, Change, ConfigChange, ConfigTriggers, Cx, Draft, Error, Extension,
    JobRun, ParamKind, ParamRule, TriggerKind, Triggers, Validator, Verified, read, write,
};
use parse_files::{Directory, StoredName};
use parse_model::query::{Constraint, Filter, Query};
use parse_model::{ClassName, Code, FieldName, Json, JsonMap, Object, Path, Value};
use serde_json::json;

fn main() -> ExitCode {
    touchstone::main_with(|_| extension())
}

fn extension() -> Extension {
    Extension::default()
        .with_function("hello", |_, _| answer(Some(json!("Hello world"))))
        .with_function("echo", |_, params| answer(Some(Json::Object(params))))
        .with_function("nothing", |_, _| answer(None))
        .with_function("nullResult", |_, _| answer(Some(Json::Null)))
        .with_function("whoami", |cx: Cx, _| {
            let caller = cx.caller();
            answer(Some(json!({
                "user": caller.user_id(),
                "master": caller.is_master(),
                "installationId": caller.installation_id,
            })))
        })
        .with_function("contextEcho", |cx: Cx, _| {
            answer(Some(Json::Object(cx.caller().context.clone())))
        })
        .with_function("fail", |_, _| {
            Box::pin(async { Err(Error::refused(Code::SCRIPT_FAILED, "it failed")) }) as Answer
        })
        .with_function("failWithCode", fail_with_code)
        .with_function("asMaster", count_as_master)
        .with_validated_function("validated", counted(), |_, params| {
            answer(Some(Json::Object(params)))
        })
        .with_triggers(ClassName::from_static("Guarded"), Guarded)
        .with_triggers(ClassName::from_static("Journal"), Journal)
        .with_triggers(ClassName::from_static("Custom"), Custom)
        .with_triggers(ClassName::from_static("Mutated"), Mutated)
        .with_triggers(ClassName::from_static("Filtered"), Filtered)
        .with_triggers(ClassName::from_static("Decorated"), Decorated)
        .with_triggers(ClassName::user(), People)
        .with_config_triggers(Parameters)
        .with_file_triggers(Files)
        .with_push_provider(Recorder)
        .with_function("sentPushes", sent_pushes)
        .with_job("tidyUp", tidy_up)
        .with_job("tally", tally)
        .with_job("breaks", |_: Cx, _: JobRun, _| {
            Box::pin(async { Err(refusal("it broke")) }) as JobAnswer
        })
        .with_provider("proof", Proof("token-for-"))
        .with_provider("second", Proof("second-for-"))
}

/// A user must be signed in and send a number.
fn counted() -> Validator {
    let count =
        ParamRule { kind: Some(ParamKind::Number), is_required: true, ..ParamRule::default() };
    Validator {
        require_user: true,
        fields: vec![("count".to_owned(), count)],
        ..Validator::default()
    }
}

fn answer(value: Option<Json>) -> Answer {
    Box::pin(async move { Ok(value) })
}

fn fail_with_code(_: Cx, params: JsonMap) -> Answer {
    Box::pin(async move {
        let code =
            params.get("code").and_then(Json::as_i64).and_then(|code| i32::try_from(code).ok());
        let message = params.get("message").and_then(Json::as_str).unwrap_or_default().to_owned();
        Err(Error::refused(Code(code.unwrap_or(Code::SCRIPT_FAILED.0)), message))
    })
}

fn count_as_master(cx: Cx, params: JsonMap) -> Answer {
    Box::pin(async move {
        let name = params.get("className").and_then(Json::as_str).unwrap_or_default();
        let class = ClassName::checked(name)?;
        let query = Query { with_count: true, limit: Some(0), ..Query::default() };
        let found = read::find(&cx.as_master(), &class, query).await?;
        Ok(Some(json!(found.count)))
    })
}

async fn record(cx: &Cx, class: &'static str, fields: Json) -> Result<(), Error> {
    let Json::Object(fields) = fields else { return Ok(()) };
    write::create(&cx.as_master(), &ClassName::from_static(class), fields).await?;
    Ok(())
}

fn refusal(message: &'static str) -> Error {
    Error::refused(Code::SCRIPT_FAILED, message)
}

fn is_true(object: &Object, field: &str) -> bool {
    object.fields.get(field).is_some_and(Value::is_true)
}

fn text(object: &Object, field: &str) -> Option<String> {
    object.fields.get(field).and_then(Value::as_text).map(str::to_owned)
}

/// Refuses, completes and forgets; writes down what was deleted.
struct Guarded;

#[async_trait]
impl Triggers for Guarded {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::BeforeSave, TriggerKind::BeforeDelete, TriggerKind::AfterDelete]
    }

    async fn before_save(&self, _: &Cx, draft: &mut Draft) -> Result<(), Error> {
        let object = draft.object()?;
        if is_true(&object, "forbid") {
            return Err(Error::refused(Code::VALIDATION_ERROR, "forbidden by rule"));
        }
        if is_true(&object, "rawThrow") {
            return Err(refusal("raw refusal"));
        }
        draft.set(FieldName::from_static("stamp"), "checked");
        if draft.touches("drop") {
            draft.unset(FieldName::from_static("drop"));
        }
        if let Some(name) = draft.original().and_then(|original| text(original, "name")) {
            draft.set(FieldName::from_static("previous"), name);
        }
        Ok(())
    }

    async fn before_delete(&self, _: &Cx, stored: &Object) -> Result<(), Error> {
        if is_true(stored, "locked") { Err(refusal("locked")) } else { Ok(()) }
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        record(cx, "JournalLog", json!({ "action": "deleted", "name": text(stored, "name") })).await
    }
}

/// Writes down every save.
struct Journal;

#[async_trait]
impl Triggers for Journal {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::AfterSave]
    }

    async fn after_save(&self, cx: &Cx, change: &mut Change) -> Result<(), Error> {
        let action = if change.before.is_some() { "updated" } else { "created" };
        let name = text(&change.after, "name");
        record(cx, "JournalLog", json!({ "action": action, "name": name })).await
    }
}

/// Answers in its own words.
struct Custom;

#[async_trait]
impl Triggers for Custom {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::AfterSave]
    }

    async fn after_save(&self, _: &Cx, change: &mut Change) -> Result<(), Error> {
        change.reply = Some(JsonMap::from_iter([("custom".to_owned(), json!("json"))]));
        Ok(())
    }
}

/// Shows a field that is not stored.
struct Mutated;

#[async_trait]
impl Triggers for Mutated {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::AfterSave]
    }

    async fn after_save(&self, _: &Cx, change: &mut Change) -> Result<(), Error> {
        change.after.fields.insert(FieldName::from_static("extra"), "from after".into());
        Ok(())
    }
}

/// Keeps hidden objects out of every question.
struct Filtered;

#[async_trait]
impl Triggers for Filtered {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::BeforeFind]
    }

    async fn before_find(&self, _: &Cx, query: &mut Query) -> Result<(), Error> {
        let hidden = Path::field(FieldName::from_static("hidden"));
        let visible = Filter::Field(hidden, Constraint::NotEqual(Value::Bool(true)));
        let asked = std::mem::replace(&mut query.filter, Filter::everything());
        query.filter = asked.and(visible);
        Ok(())
    }
}

/// Adds to what was found.
struct Decorated;

#[async_trait]
impl Triggers for Decorated {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::AfterFind]
    }

    async fn after_find(&self, _: &Cx, _: &Query, objects: &mut Vec<Object>) -> Result<(), Error> {
        for object in objects {
            object.fields.insert(FieldName::from_static("decorated"), true.into());
        }
        Ok(())
    }
}

/// Who may sign up and sign in.
struct People;

#[async_trait]
impl Triggers for People {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[
            TriggerKind::BeforeSave,
            TriggerKind::BeforeLogin,
            TriggerKind::AfterLogin,
            TriggerKind::AfterLogout,
        ]
    }

    async fn before_save(&self, _: &Cx, draft: &mut Draft) -> Result<(), Error> {
        match draft.get("username")? {
            Some(Value::Text(name)) if name == "forbidden" => {
                Err(Error::refused(Code::VALIDATION_ERROR, "name not allowed"))
            }
            _ => Ok(()),
        }
    }

    async fn before_login(&self, _: &Cx, user: &Object) -> Result<(), Error> {
        if is_true(user, "banned") {
            return Err(Error::refused(Code::OBJECT_NOT_FOUND, "banned"));
        }
        Ok(())
    }

    async fn after_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        record(cx, "LoginLog", json!({ "action": "login", "name": text(user, "username") })).await
    }

    async fn after_logout(&self, cx: &Cx, _: &Object) -> Result<(), Error> {
        record(cx, "LoginLog", json!({ "action": "logout" })).await
    }
}

/// Keeps one parameter out, and writes down every change of another.
struct Parameters;

#[async_trait]
impl ConfigTriggers for Parameters {
    async fn before_save(&self, _: &Cx, change: &ConfigChange) -> Result<(), Error> {
        if change.params.contains_key("forbiddenParam") {
            return Err(Error::refused(Code::VALIDATION_ERROR, "parameter not allowed"));
        }
        Ok(())
    }

    async fn after_save(&self, cx: &Cx, change: &ConfigChange) -> Result<(), Error> {
        match change.params.get("journaled") {
            Some(name) => {
                record(cx, "JournalLog", json!({ "action": "config", "name": name })).await
            }
            None => Ok(()),
        }
    }
}

/// Who may save, fetch and delete which files.
struct Files;

#[async_trait]
impl FileTriggers for Files {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[
            TriggerKind::BeforeSave,
            TriggerKind::AfterSave,
            TriggerKind::BeforeDelete,
            TriggerKind::AfterDelete,
            TriggerKind::BeforeFind,
            TriggerKind::AfterFind,
        ]
    }

    async fn before_save(&self, _: &Cx, file: &mut FileDraft) -> Result<(), Error> {
        match file.name.as_str() {
            "refused.txt" => return Err(Error::refused(Code(4242), "not this file")),
            "thrown.txt" => return Err(Error::refused(Code::FILE_SAVE_ERROR, "thrown away")),
            "instead.txt" => {
                let name = StoredName::checked("other.txt")?;
                let url = "https://files.example/other.txt".to_owned();
                file.instead = Some(SavedFile { name, url, size: None });
            }
            "sorted.txt" => file.directory = Some(Directory::checked(&json!("sorted"))?),
            _ => {}
        }
        Ok(())
    }

    async fn after_save(&self, cx: &Cx, file: &SavedFile) -> Result<(), Error> {
        if !file.name.as_str().ends_with("logged.txt") {
            return Ok(());
        }
        record(cx, "FileLog", json!({ "action": "saved", "size": file.size })).await
    }

    async fn before_delete(&self, _: &Cx, file: &SavedFile) -> Result<(), Error> {
        if file.name.as_str().ends_with("_locked.txt") {
            return Err(Error::refused(Code::FILE_DELETE_ERROR, "locked"));
        }
        Ok(())
    }

    async fn after_delete(&self, cx: &Cx, file: &SavedFile) -> Result<(), Error> {
        if !file.name.as_str().ends_with("logged.txt") {
            return Ok(());
        }
        record(cx, "FileLog", json!({ "action": "deleted" })).await
    }

    async fn before_find(&self, _: &Cx, name: &mut StoredName) -> Result<(), Error> {
        if name.as_str().ends_with("_secret.txt") { Err(refusal("secret")) } else { Ok(()) }
    }

    async fn after_find(&self, _: &Cx, served: &mut Served) -> Result<(), Error> {
        served.is_download = served.name.as_str().ends_with("_kept.txt");
        if served.name.as_str().ends_with("_headed.txt") {
            served.headers.push(("X-Told".to_owned(), "yes".to_owned()));
        }
        Ok(())
    }
}

/// What was pushed since the start.
static SENT: Mutex<Vec<Json>> = Mutex::new(Vec::new());

/// Writes down what it is given to send; tokens say by their first letters what becomes of them.
struct Recorder;

#[async_trait]
impl PushProvider for Recorder {
    async fn send(&self, message: &Message, devices: &[Device]) -> Vec<PushOutcome> {
        let tokens: Vec<&str> = devices.iter().map(|device| device.token.as_str()).collect();
        let expiry = message.expires_at.map(parse_model::Date::millis);
        let sent = json!({ "data": message.data, "tokens": tokens, "expiry": expiry });
        SENT.lock().unwrap_or_else(PoisonError::into_inner).push(sent);
        let outcome = |token: &str| match token {
            dead if dead.starts_with("dead") => PushOutcome::Dead,
            lost if lost.starts_with("lost") => PushOutcome::Failed("Unavailable".to_owned()),
            _ => PushOutcome::Sent,
        };
        tokens.into_iter().map(outcome).collect()
    }
}

/// What was pushed with this mark in its data.
fn sent_pushes(_: Cx, params: JsonMap) -> Answer {
    let sent = SENT.lock().unwrap_or_else(PoisonError::into_inner);
    let marked = sent.iter().filter(|push| push["data"].get("mark") == params.get("mark"));
    answer(Some(marked.cloned().collect()))
}

/// Believes anyone who knows the word for their id.
struct Proof(&'static str);

#[async_trait]
impl AuthProvider for Proof {
    async fn verify(&self, _: &Cx, attempt: &AuthAttempt<'_>) -> Result<Verified, Error> {
        let of = |key: &str| attempt.data.get(key).and_then(Json::as_str).unwrap_or_default();
        if of("token") == format!("{}{}", self.0, of("id")) {
            return Ok(Verified::default());
        }
        Err(Error::refused(Code::OBJECT_NOT_FOUND, "proof failed"))
    }
}

/// Writes down what it was given, and says what it does.
fn tidy_up(cx: Cx, run: JobRun, params: JsonMap) -> JobAnswer {
    Box::pin(async move {
        run.message(&cx, "looking around").await?;
        record(&cx, "JobLog", json!({ "params": params })).await?;
        Ok(Outcome::Done(Some("all tidy".to_owned())))
    })
}

/// Says how far it is, and ends with a word of its own.
fn tally(cx: Cx, run: JobRun, _: JsonMap) -> JobAnswer {
    Box::pin(async move {
        run.message(&cx, "half way").await?;
        Ok(Outcome::Done(Some("done".to_owned())))
    })
}
