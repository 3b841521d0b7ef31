//! Jobs: work that goes on after the answer, by request and by schedule.

use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use parse_engine::extension::Answer as Outcome;
use parse_engine::job::{self, JobAnswer, Outcome as Ended};
use parse_engine::{
    Clock, Cx, Error, Extension, JobRun, ParamKind, ParamRule, SystemClock, Validator,
};
use parse_model::{Code, Date, Json, JsonMap};
use serde_json::json;
use testkit::case;
use touchstone::App;

use crate::api::{Api, MASTER, READ_ONLY, eventually, text};
use crate::listener::Listener;

fn extension() -> Extension {
    Extension::default()
        .with_job("greet", |cx: Cx, run: JobRun, params: JsonMap| {
            Box::pin(async move {
                run.message(&cx, "at work").await?;
                let name = params.get("name").and_then(Json::as_str).unwrap_or("you").to_owned();
                Ok(Ended::Done(Some(format!("hello {name}"))))
            }) as JobAnswer
        })
        .with_job("break", |_: Cx, _: JobRun, _| {
            Box::pin(async { Err(Error::refused(Code::SCRIPT_FAILED, "it broke")) }) as JobAnswer
        })
}

async fn status(api: &Api, id: &str) -> Json {
    api.master("GET", &format!("/classes/_JobStatus/{id}"), Json::Null).await.ok()
}

async fn ended(api: &Api, id: &str) -> Json {
    eventually(async || status(api, id).await["status"] != "running").await;
    status(api, id).await
}

#[test]
fn a_job_runs_after_the_answer_and_its_status_tells_how_it_ended() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let answer = api.master("POST", "/jobs/greet", json!({ "name": "ada" })).await;
        answer.is(200, json!({}));
        let status = ended(&api, answer.header("x-parse-job-status-id").unwrap()).await;
        assert_eq!(status["status"], "succeeded");
        assert_eq!(status["message"], "hello ada");
        assert_eq!(status["jobName"], "greet");
        assert_eq!(status["source"], "api");
        assert_eq!(status["params"], json!({ "name": "ada" }));
        assert!(status["finishedAt"]["iso"].is_string());
        let answer = api.master("POST", "/jobs", json!({ "jobName": "break" })).await;
        answer.is(200, json!({}));
        let status = ended(&api, answer.header("x-parse-job-status-id").unwrap()).await;
        assert_eq!((&status["status"], &status["message"]), (&json!("failed"), &json!("it broke")));
    });
}

/// Row 36 of the attack catalogue.
#[test]
fn jobs_are_started_with_the_master_key_only() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let stranger = api.send("POST", "/jobs/greet", json!({})).await;
        stranger.is(403, json!({ "error": "Permission denied" }));
        let reader = &[("x-parse-master-key", READ_ONLY)];
        for (method, path) in [("POST", "/jobs/greet"), ("POST", "/cloud_code/jobs")] {
            let refused = api.send_with(method, path, reader, json!({})).await;
            refused.refused(400, 119, "Permission denied");
        }
        for name in ["nope", "constructor", "__proto__", ".."] {
            let unknown = api.master("POST", &format!("/jobs/{name}"), json!({})).await;
            unknown.refused(400, 141, "Invalid job.");
        }
    });
}

/// A clock that stands where it is put.
#[derive(Debug)]
struct Stopped(Mutex<Date>);

impl Clock for Stopped {
    fn now(&self) -> Date {
        *self.0.lock().expect("the time")
    }
}

fn due(node: &App) -> BoxFuture<'_, Result<Vec<job::Started>, Error>> {
    Box::pin(job::start_due(&node.engine))
}

#[test]
fn a_schedule_is_run_once_over_all_nodes() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let clock = Arc::new(Stopped(Mutex::new(Date::parse("2026-03-02T10:00:00.000Z").unwrap())));
        let mut nodes = Vec::new();
        for _ in 0..2 {
            let node = App::start(api.app.config.clone(), extension(), clock.clone()).await;
            nodes.push(node.expect("a node"));
        }
        let schedule = json!({ "job_schedule": {
            "jobName": "greet", "params": "{\"name\":\"eve\"}", "repeatMinutes": 30,
            "startAfter": "2026-03-02T10:05:00.000Z", "daysOfWeek": [1, 1, 1, 1, 1, 1, 1],
        }});
        let made = api.master("POST", "/cloud_code/jobs", schedule).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let data = api.master("GET", "/cloud_code/jobs/data", Json::Null).await;
        data.is(200, json!({ "in_use": ["greet"], "jobs": ["break", "greet"] }));
        let run = async |time: &str| {
            *clock.0.lock().expect("the time") = Date::parse(time).unwrap();
            let (one, other) = tokio::join!(due(&nodes[0]), due(&nodes[1]));
            let mut started = one.unwrap();
            started.extend(other.unwrap());
            let count = started.len();
            for started in started {
                Box::pin(started.finish()).await;
            }
            count
        };
        assert_eq!(run("2026-03-02T10:04:00.000Z").await, 0);
        assert_eq!(run("2026-03-02T10:05:01.000Z").await, 1);
        assert_eq!(run("2026-03-02T10:06:00.000Z").await, 0);
        assert_eq!(run("2026-03-02T10:36:00.000Z").await, 1);
        let listed = api.master("GET", "/classes/_JobStatus", Json::Null).await.ok();
        let listed = listed["results"].as_array().unwrap().clone();
        assert_eq!(listed.len(), 2);
        assert!(listed.iter().all(|row| row["source"] == "schedule"
            && row["message"] == "hello eve"
            && row["status"] == "succeeded"));
        let id = text(&made.body, "objectId");
        let path = format!("/cloud_code/jobs/{id}");
        api.master("DELETE", &path, Json::Null).await.is(200, json!({}));
        api.master("GET", "/cloud_code/jobs", Json::Null).await.is(200, json!([]));
    });
}

#[test]
fn only_jobs_that_exist_are_scheduled() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let schedule = json!({ "job_schedule": { "jobName": "nope" } });
        let refused = api.master("POST", "/cloud_code/jobs", schedule).await;
        assert_eq!((refused.status, &refused.body["code"]), (500, &json!(1)));
        let refused = api.master("POST", "/cloud_code/jobs", json!({})).await;
        refused.refused(400, 107, "job_schedule must be an object");
    });
}

#[test]
fn a_job_whose_node_is_gone_ends_as_failed() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let db = api.app.engine.store().db();
        let now = SystemClock.now();
        let begin = parse_store::JobBegin {
            id: "lost",
            name: "greet",
            source: "api",
            params: &json!({}),
            now,
        };
        parse_store::job::begin(&db, &begin).await.unwrap();
        job::give_up_lost(&api.app.engine).await.unwrap();
        assert_eq!(status(&api, "lost").await["status"], "running");
        let sql = "update _touchstone.job_run set beat = now() - interval '2 minutes'";
        db.execute(&parse_store::Sql::new(sql)).await.unwrap();
        job::give_up_lost(&api.app.engine).await.unwrap();
        let lost = status(&api, "lost").await;
        assert_eq!(lost["status"], "failed");
        assert_eq!(lost["message"], "the server that ran this job stopped before it was done");
    });
}

#[test]
fn a_webhook_job_is_run_by_its_webhook() {
    case(async {
        let settings = &[("OUTGOING_ALLOWED_NETWORKS", "127.0.0.0/8")];
        let api = Api::with(settings, extension()).await;
        let listener = Listener::start().await;
        let hook = json!({ "jobName": "far", "url": listener.url("/far") });
        api.master("POST", "/hooks/jobs", hook.clone()).await.is(200, hook.clone());
        api.master("GET", "/hooks/jobs", Json::Null).await.is(200, json!([hook]));
        let taken = json!({ "jobName": "greet", "url": listener.url("/far") });
        let refused = api.master("POST", "/hooks/jobs", taken).await;
        refused.refused(400, 143, "job name: greet already exists");
        listener.say("/far", json!({ "success": "done there" }));
        let answer = api.master("POST", "/jobs/far", json!({ "n": 1 })).await;
        let id = answer.header("x-parse-job-status-id").unwrap().to_owned();
        let status = ended(&api, &id).await;
        assert_eq!(
            (&status["status"], &status["message"]),
            (&json!("succeeded"), &json!("done there"))
        );
        let heard = listener.last("/far");
        assert_eq!(heard.body["params"], json!({ "n": 1 }));
        assert_eq!((&heard.body["jobName"], &heard.body["jobId"]), (&json!("far"), &json!(id)));
        listener.say("/far", json!({ "error": "no luck" }));
        let answer = api.master("POST", "/jobs/far", json!({})).await;
        let status = ended(&api, answer.header("x-parse-job-status-id").unwrap()).await;
        assert_eq!((&status["status"], &status["message"]), (&json!("failed"), &json!("no luck")));
    });
}

/// Rows 158 and 204 of the attack catalogue.
#[test]
fn a_function_is_not_called_before_its_caller_is_admitted() {
    case(async {
        let number =
            ParamRule { kind: Some(ParamKind::Number), is_required: true, ..ParamRule::default() };
        let typed =
            Validator { fields: vec![("count".to_owned(), number)], ..Validator::default() };
        let signed_in = Validator { require_user: true, ..Validator::default() };
        let one = |_: Cx, _: JsonMap| Box::pin(async { Ok(Some(json!(1))) }) as Outcome;
        let extension = Extension::default()
            .with_validated_function("typed", typed, one)
            .with_validated_function("name.space", signed_in, one);
        let api = Api::with(&[], extension).await;
        let call = async |name: &str, body: Json| {
            api.send("POST", &format!("/functions/{name}"), body).await
        };
        call("typed", json!({ "count": 3 })).await.is(200, json!({ "result": 1 }));
        for (body, told) in [
            (json!({}), "Validation failed. Please specify data for count."),
            (
                json!({ "count": "1e9" }),
                "Validation failed. Invalid type for count. Expected: number",
            ),
            (
                json!({ "count": [1] }),
                "Validation failed. Invalid type for count. Expected: number",
            ),
        ] {
            call("typed", body).await.refused(400, 142, told);
        }
        let login = "Validation failed. Please login to continue.";
        call("name.space", json!({})).await.refused(400, 142, login);
        call("name%2Espace", json!({})).await.refused(400, 142, login);
        let master = api.master("POST", "/functions/name.space", json!({})).await;
        master.is(200, json!({ "result": 1 }));
    });
}

const ONCE: &[(&str, &str)] = &[("x-parse-request-id", "11111111-2222-3333-4444-555555555555")];

/// Row 28 of the attack catalogue.
#[test]
fn a_request_with_an_id_is_done_once_and_answered_alike() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let first = api.send_with("POST", "/classes/C", ONCE, json!({ "n": 1 })).await;
        let again = api.send_with("POST", "/classes/C", ONCE, json!({ "n": 1 })).await;
        assert_eq!((first.status, &first.body), (again.status, &again.body));
        assert_eq!(first.header("location"), again.header("location"));
        let count = async || {
            let found = api.send("GET", "/classes/C", Json::Null).await.ok();
            found["results"].as_array().unwrap().len()
        };
        assert_eq!(count().await, 1);
        let other = api.send_with("POST", "/classes/C", ONCE, json!({ "n": 2 })).await;
        other.refused(400, 159, "Duplicate request");
        // The same id elsewhere, or of another caller, is another request.
        api.send_with("POST", "/classes/D", ONCE, json!({ "n": 1 })).await.ok();
        let device = &[ONCE[0], ("x-parse-installation-id", "phone")];
        api.send_with("POST", "/classes/C", device, json!({ "n": 1 })).await.ok();
        assert_eq!(count().await, 2);
        let long = "x".repeat(129);
        let long = &[("x-parse-request-id", &*long)];
        let refused = api.send_with("POST", "/classes/C", long, json!({ "n": 1 })).await;
        assert_eq!((refused.status, &refused.body["code"]), (400, &json!(107)));
    });
}

#[test]
fn twenty_requests_with_one_id_at_once_do_one_thing() {
    case(async {
        let api = Api::with(&[], extension()).await;
        api.send("POST", "/classes/C", json!({ "n": 0 })).await.ok();
        let requests =
            (0..20).map(|_| api.send_with("POST", "/classes/C", ONCE, json!({ "n": 1 })));
        let answers = futures_util::future::join_all(requests).await;
        let first = &answers[0].body;
        assert!(answers.iter().all(|answer| answer.status == 201 && answer.body == *first));
        let found = api.send("GET", "/classes/C", Json::Null).await.ok();
        assert_eq!(found["results"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn a_request_that_was_refused_may_be_made_again_and_no_session_is_kept_to_be_read() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let ada = json!({ "username": "ada", "password": "pass-word" });
        let first = api.send_with("POST", "/users", ONCE, ada.clone()).await.ok();
        let again = api.send_with("POST", "/users", ONCE, ada.clone()).await.ok();
        assert_eq!(first, again);
        let sql = "select count(*) from _touchstone.answered_request where answer like '%r:%' or id like '%1111%'";
        let db = api.app.engine.store().db();
        let rows = db.rows(&parse_store::Sql::new(sql)).await.unwrap();
        assert_eq!(rows[0].get::<_, i64>(0), 0);
        let other = &[("x-parse-request-id", "another")];
        let taken = api.send_with("POST", "/users", other, ada.clone()).await;
        assert_eq!(taken.body["code"], 202);
        let taken = api.send_with("POST", "/users", other, ada).await;
        assert_eq!(taken.body["code"], 202, "refused for the same reason, not as a repeat");
    });
}

#[test]
fn a_job_with_an_id_is_started_once() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let keyed = &[ONCE[0], ("x-parse-master-key", MASTER)];
        let first = api.send_with("POST", "/jobs/greet", keyed, json!({})).await;
        let again = api.send_with("POST", "/jobs/greet", keyed, json!({})).await;
        let id = |answer: &crate::api::Answer| {
            answer.header("x-parse-job-status-id").map(str::to_owned).unwrap()
        };
        assert_eq!(id(&first), id(&again));
    });
}

#[test]
fn repeats_are_refused_as_parse_server_refuses_them_where_that_is_asked_for() {
    case(async {
        let settings = &[("IDEMPOTENCY_MODE", "refuse"), ("IDEMPOTENCY_PATHS", "classes/C")];
        let api = Api::with(settings, extension()).await;
        api.send_with("POST", "/classes/C", ONCE, json!({ "n": 1 })).await.ok();
        let again = api.send_with("POST", "/classes/C", ONCE, json!({ "n": 1 })).await;
        again.refused(400, 159, "Duplicate request");
        for _ in 0..2 {
            api.send_with("POST", "/classes/D", ONCE, json!({ "n": 1 })).await.ok();
        }
        let settings = &[("IDEMPOTENCY_MODE", "off")];
        let api = Api::with(settings, extension()).await;
        for _ in 0..2 {
            api.send_with("POST", "/classes/C", ONCE, json!({ "n": 1 })).await.ok();
        }
    });
}
