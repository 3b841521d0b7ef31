//! What each route does: who may, then one call to the engine, then its answer as JSON.

pub(crate) mod batch;
mod chain_data;
mod classes;
mod global_config;
mod hooks;
mod jobs;
mod people;
mod push;
mod schemas;
mod script_log;
mod security;
mod server_info;

use std::future::ready;

use futures_util::future::BoxFuture;
use parse_engine::{Cx, aggregate, function};
use parse_model::{ClassName, Refusal};
use serde_json::json;

use crate::metrics::measured;
use crate::parameter::Request;
use crate::reply::{HttpError, Reply};
use crate::router::{CloudRoute, Route, Target};
use crate::state::HttpState;

/// Does what a route says. Batches are taken apart before they come here.
///
/// The work is boxed here, once and in its own size: futures of the engine are large, and every
/// layer around them would otherwise copy the largest of all at each call.
pub(crate) fn dispatch<'a>(
    state: &'a HttpState,
    cx: &'a Cx,
    route: Route,
    request: Request,
) -> BoxFuture<'a, Result<Reply, HttpError>> {
    if let Err(problem) = permitted(cx, &route) {
        return Box::pin(ready(Err(problem)));
    }
    match route {
        Route::Find(target) => Box::pin(classes::find(state, cx, target, request)),
        Route::Get(target, id) => Box::pin(classes::get(state, cx, target, id, request)),
        Route::Create(target) => Box::pin(classes::create(cx, target, request)),
        Route::Update(target, id) => Box::pin(classes::update(cx, target, id, request)),
        Route::Delete(target, id) => Box::pin(classes::delete(cx, target, id)),
        Route::Me => Box::pin(people::me(cx)),
        Route::LogIn => Box::pin(people::log_in(cx, request)),
        Route::LogInAs => Box::pin(people::log_in_as(cx, request)),
        Route::LogOut => Box::pin(people::log_out(cx)),
        Route::VerifyPassword => Box::pin(people::verify_password(cx, request)),
        Route::Challenge => Box::pin(people::challenge(cx, request)),
        Route::RequestPasswordReset => Box::pin(people::request_password_reset(cx, request)),
        Route::RequestVerification => Box::pin(people::request_verification(cx, request)),
        Route::CurrentSession => Box::pin(people::current_session(cx)),
        Route::UpgradeSession => Box::pin(people::upgrade_session(cx)),
        Route::Call(name) => Box::pin(call(state, cx, name, request)),
        Route::Cloud(route) => cloud(state, cx, route, request),
        Route::ListSchemas => Box::pin(schemas::list(cx)),
        Route::ShowSchema(class) => Box::pin(schemas::show(cx, class)),
        Route::CreateSchema(class) => Box::pin(schemas::create(cx, class, request)),
        Route::UpdateSchema(class) => Box::pin(schemas::update(cx, class, request)),
        Route::DeleteSchema(class) => Box::pin(schemas::delete(cx, class)),
        Route::Purge(class) => Box::pin(schemas::purge(cx, class)),
        Route::Aggregate(target) => Box::pin(aggregated(cx, target, request)),
        Route::ShowConfig => Box::pin(global_config::show(cx)),
        Route::ChangeConfig => Box::pin(global_config::change(cx, request)),
        Route::Push => Box::pin(push::send(cx, request)),
        Route::FindAudiences => Box::pin(push::find_audiences(state, cx, request)),
        Route::GetAudience(id) => Box::pin(push::get_audience(state, cx, id, request)),
        Route::CreateAudience => Box::pin(classes::create(cx, audience(), request)),
        Route::UpdateAudience(id) => Box::pin(classes::update(cx, audience(), id, request)),
        Route::DeleteAudience(id) => Box::pin(classes::delete(cx, audience(), id)),
        Route::Security => Box::pin(ready(security::show(state))),
        Route::ScriptLog => Box::pin(script_log::show(cx, request)),
        Route::ServerInfo => Box::pin(ready(server_info::show(state, cx))),
        Route::Event => Box::pin(ready(Ok(Reply::empty()))),
        Route::Data(name, in_path) => Box::pin(chain_data::call(cx, name, in_path, request)),
        Route::Batch => {
            let problem = HttpError::broken("routing", "a batch came through as a single request");
            Box::pin(ready(Err(problem)))
        }
    }
}

/// The class behind `/push_audiences`.
fn audience() -> Target {
    Target::Class(ClassName::from_static("_Audience"))
}

fn cloud<'a>(
    state: &'a HttpState,
    cx: &'a Cx,
    route: CloudRoute,
    request: Request,
) -> BoxFuture<'a, Result<Reply, HttpError>> {
    match route {
        CloudRoute::ListHooks(kind) => Box::pin(hooks::list(cx, kind)),
        CloudRoute::ShowHook(key) => Box::pin(hooks::show(cx, key)),
        CloudRoute::CreateHook => Box::pin(hooks::create(cx, request)),
        CloudRoute::CreateJobHook => Box::pin(hooks::create_job(cx, request)),
        CloudRoute::ChangeHook(key) => Box::pin(hooks::change(cx, key, request)),
        CloudRoute::StartJob(name) => Box::pin(jobs::start(state, cx, name, request)),
        CloudRoute::ListSchedules => Box::pin(jobs::schedules(cx)),
        CloudRoute::ShowJobs => Box::pin(jobs::overview(cx)),
        CloudRoute::CreateSchedule => Box::pin(jobs::create(cx, request)),
        CloudRoute::UpdateSchedule(id) => Box::pin(jobs::update(cx, id, request)),
        CloudRoute::DeleteSchedule(id) => Box::pin(jobs::delete(cx, id)),
    }
}

/// `POST /functions/:name`
async fn call(
    state: &HttpState,
    cx: &Cx,
    name: String,
    request: Request,
) -> Result<Reply, HttpError> {
    let called = async {
        match function::call(cx, &name, request.arguments()).await? {
            Some(result) => Reply::of(&json!({ "result": result })),
            None => Ok(Reply::empty()),
        }
    };
    measured(state.metrics.as_deref(), &name, called).await
}

/// `GET /aggregate/:class`
async fn aggregated(cx: &Cx, target: Target, request: Request) -> Result<Reply, HttpError> {
    let results = match target {
        Target::Class(class) => aggregate::run(cx, &class, request.parameters()?).await?,
        Target::Nameless(_) => Vec::new(),
    };
    Reply::of(&json!({ "results": results }))
}

/// Refuses what the caller's key does not open, before anything is looked at.
fn permitted(cx: &Cx, route: &Route) -> Result<(), HttpError> {
    let caller = cx.caller();
    if !caller.is_master() {
        return match route {
            Route::LogInAs => Err(Refusal::forbidden("master key is required").into()),
            route if needs_master(route) => Err(HttpError::MasterKeyRequired),
            _ => Ok(()),
        };
    }
    match written_by(route) {
        Some(deed) if caller.is_read_only() => {
            Err(Refusal::forbidden(format!("read-only masterKey isn't allowed to {deed}.")).into())
        }
        _ => Ok(()),
    }
}

fn needs_master(route: &Route) -> bool {
    matches!(
        route,
        Route::ListSchemas
            | Route::ShowSchema(_)
            | Route::CreateSchema(_)
            | Route::UpdateSchema(_)
            | Route::DeleteSchema(_)
            | Route::Purge(_)
            | Route::Aggregate(_)
            | Route::Cloud(_)
            | Route::ChangeConfig
            | Route::Push
            | Route::FindAudiences
            | Route::GetAudience(_)
            | Route::CreateAudience
            | Route::UpdateAudience(_)
            | Route::DeleteAudience(_)
            | Route::Security
            | Route::ScriptLog
            | Route::ServerInfo
    )
}

/// What a route writes, in the words of the refusal to a key that may only read.
fn written_by(route: &Route) -> Option<&'static str> {
    match route {
        Route::Create(_) | Route::CreateAudience => Some("perform the create operation"),
        Route::Update(..) | Route::UpdateAudience(_) => Some("perform the update operation"),
        Route::Delete(..) | Route::DeleteAudience(_) => Some("perform the delete operation"),
        Route::LogInAs => Some("login as another user"),
        Route::CreateSchema(_) => Some("create a schema"),
        Route::UpdateSchema(_) => Some("update a schema"),
        Route::DeleteSchema(_) => Some("delete a schema"),
        Route::Purge(_) => Some("purge a schema"),
        Route::ChangeConfig => Some("update the config"),
        Route::Push => Some("send push notifications"),
        Route::Cloud(route) => route.deed(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_write_that_needs_the_master_key_is_closed_to_the_read_only_one() {
        for route in [
            Route::CreateSchema(None),
            Route::UpdateSchema("C".to_owned()),
            Route::DeleteSchema("C".to_owned()),
            Route::Purge("C".to_owned()),
            Route::ChangeConfig,
            Route::Push,
            Route::CreateAudience,
        ] {
            assert!(needs_master(&route) && written_by(&route).is_some(), "{route:?}");
            assert!(!route.is_read(), "{route:?}");
        }
        for route in [Route::ListSchemas, Route::ScriptLog, Route::ServerInfo] {
            assert!(needs_master(&route) && written_by(&route).is_none(), "{route:?}");
        }
    }
}
