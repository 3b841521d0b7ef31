//! What each route does: who may, then one call to the engine, then its answer as JSON.

pub(crate) mod batch;
mod classes;
mod people;
mod schemas;

use parse_engine::{Cx, aggregate, function};
use parse_model::Refusal;
use serde_json::json;

use crate::app::App;
use crate::parameter::Request;
use crate::reply::{Problem, Reply};
use crate::router::{Route, Target};

/// Does what a route says. Batches are taken apart before they come here.
pub(crate) async fn dispatch(
    app: &App,
    cx: &Cx,
    route: Route,
    request: Request,
) -> Result<Reply, Problem> {
    permitted(cx, &route)?;
    match route {
        Route::Find(target) => classes::find(app, cx, target, request).await,
        Route::Get(target, id) => classes::get(cx, target, &id, request).await,
        Route::Create(target) => classes::create(cx, target, request).await,
        Route::Update(target, id) => classes::update(cx, target, &id, request).await,
        Route::Delete(target, id) => classes::delete(cx, target, &id).await,
        Route::Me => people::me(cx).await,
        Route::LogIn => people::log_in(cx, request).await,
        Route::LogInAs => people::log_in_as(cx, request).await,
        Route::LogOut => people::log_out(cx).await,
        Route::VerifyPassword => people::verify_password(cx, request).await,
        Route::Challenge => people::challenge(cx, request).await,
        Route::CurrentSession => people::current_session(cx).await,
        Route::UpgradeSession => people::upgrade_session(cx).await,
        Route::Call(name) => call(cx, &name, request).await,
        Route::ListSchemas => schemas::list(cx).await,
        Route::ShowSchema(class) => schemas::show(cx, &class).await,
        Route::CreateSchema(class) => schemas::create(cx, class.as_deref(), request).await,
        Route::UpdateSchema(class) => schemas::update(cx, &class, request).await,
        Route::DeleteSchema(class) => schemas::delete(cx, &class).await,
        Route::Purge(class) => schemas::purge(cx, &class).await,
        Route::Aggregate(target) => aggregated(cx, target, request).await,
        Route::ServerInfo => Ok(Reply::written(SERVER_INFO.as_bytes().to_vec())),
        Route::Event => Ok(Reply::empty()),
        Route::Batch => Err(Problem::broken("routing", "a batch came through as a single request")),
    }
}

/// `POST /functions/:name`
async fn call(cx: &Cx, name: &str, request: Request) -> Result<Reply, Problem> {
    match function::call(cx, name, request.arguments()).await? {
        Some(result) => Reply::of(&json!({ "result": result })),
        None => Ok(Reply::empty()),
    }
}

/// `GET /aggregate/:class`
async fn aggregated(cx: &Cx, target: Target, request: Request) -> Result<Reply, Problem> {
    let results = match target {
        Target::Class(class) => aggregate::run(cx, &class, request.parameters()).await?,
        Target::Nameless(_) => Vec::new(),
    };
    Reply::of(&json!({ "results": results }))
}

/// Refuses what the caller's key does not open, before anything is looked at.
fn permitted(cx: &Cx, route: &Route) -> Result<(), Problem> {
    let caller = cx.caller();
    if !caller.is_master() {
        return match route {
            Route::LogInAs => Err(Refusal::forbidden("master key is required").into()),
            route if needs_master(route) => Err(Problem::MasterKeyRequired),
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
            | Route::ServerInfo
    )
}

/// What a route writes, in the words of the refusal to a key that may only read.
fn written_by(route: &Route) -> Option<&'static str> {
    match route {
        Route::Create(_) => Some("perform the create operation"),
        Route::Update(..) => Some("perform the update operation"),
        Route::Delete(..) => Some("perform the delete operation"),
        Route::LogInAs => Some("login as another user"),
        Route::CreateSchema(_) => Some("create a schema"),
        Route::UpdateSchema(_) => Some("update a schema"),
        Route::DeleteSchema(_) => Some("delete a schema"),
        Route::Purge(_) => Some("purge a schema"),
        _ => None,
    }
}

/// What a dashboard asks before it shows its sections. The version is the protocol's that we speak:
/// dashboards compare it.
const SERVER_INFO: &str = concat!(
    r#"{"features":{"globalConfig":{"create":true,"read":true,"update":true,"delete":true},"#,
    r#""hooks":{"create":true,"read":true,"update":true,"delete":true},"cloudCode":{"jobs":true},"#,
    r#""logs":{"level":true,"size":true,"order":true,"until":true,"from":true},"#,
    r#""push":{"immediatePush":false,"scheduledPush":false,"storedPushData":false,"#,
    r#""pushAudiences":true,"localization":true},"#,
    r#""schemas":{"addField":true,"removeField":true,"addClass":true,"removeClass":true,"#,
    r#""clearAllDataFromClass":true,"exportClass":false,"editClassLevelPermissions":true,"#,
    r#""editPointerPermissions":true},"settings":{"securityCheck":false}},"#,
    r#""parseServerVersion":"9.10.0"}"#,
);

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::Json;

    #[test]
    fn server_info_is_json_with_a_version() {
        let info: Json = serde_json::from_str(SERVER_INFO).unwrap();
        assert_eq!(info["parseServerVersion"], "9.10.0");
        assert_eq!(info["features"]["schemas"]["exportClass"], false);
        assert_eq!(info["features"]["settings"]["securityCheck"], false);
    }

    #[test]
    fn every_write_that_needs_the_master_key_is_closed_to_the_read_only_one() {
        for route in [
            Route::CreateSchema(None),
            Route::UpdateSchema("C".to_owned()),
            Route::DeleteSchema("C".to_owned()),
            Route::Purge("C".to_owned()),
        ] {
            assert!(needs_master(&route) && written_by(&route).is_some(), "{route:?}");
            assert!(!route.is_read(), "{route:?}");
        }
        for route in [Route::ListSchemas, Route::ServerInfo] {
            assert!(needs_master(&route) && written_by(&route).is_none(), "{route:?}");
        }
    }
}
