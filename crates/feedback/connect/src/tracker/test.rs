//! The connection test, for the administrator who configures a tracker. A tracker that passes is
//! switched on.

use async_trait::async_trait;
use integrations::Outcome;
use integrations::tracker::ConnectionTest;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Date, Json, JsonMap};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::configuration::{self, Configuration};
use super::connection::{connect, forget_token};
use super::list;
use feedback_core::command::{Who, outside_call, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

/// The name of the function.
pub(super) const NAME: &str = "trackerTest";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackerTestParams {
    id: String,
}

pub(super) struct TrackerTest {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for TrackerTest {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<TrackerTestParams>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let (ctx, which): (_, TrackerTestParams) = outside_call(cx, params, &self.state).await?;
        forget_token(&ctx, &which.id).await?;
        let tracker = configuration::read(&ctx, &which.id).await?;
        let test = match connect(&ctx, &tracker).await? {
            Ok(connected) => connected.test().await,
            Err(outcome) => Err(outcome),
        };
        let (is_ok, detail) = match &test {
            Ok(test) => (true, test.detail.clone()),
            Err(outcome) => (false, describe_failure(tracker.service.word(), outcome)),
        };
        save_result(&ctx, &tracker, &test, &detail).await?;
        let row = list::all(&ctx, Some(&which.id)).await?.pop();
        Ok(Some(json!({ "ok": is_ok, "detail": detail, "tracker": row })))
    }
}

fn describe_failure(service: &str, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Gone(why) | Outcome::Broken(why) | Outcome::Bad(why) => why.clone(),
        Outcome::Later { .. } | Outcome::Unsure | Outcome::Delivered { .. } => {
            format!("{service} did not respond. Try again later.")
        }
    }
}

/// A tracker that did not answer keeps its state.
async fn save_result(
    ctx: &CommandContext,
    tracker: &Configuration,
    test: &Result<ConnectionTest, Outcome>,
    detail: &str,
) -> Result<(), Error> {
    let now = ctx.cx().engine().clock().now();
    let sql = match test {
        Ok(test) => Sql::fixed(
            "update _touchstone.tracker set state = 'on', problem = null, account = $2::text, application = $3::text,
                ends_at = $4::timestamptz, checked_at = $5::timestamptz, next_at = 'epoch',
                settings = settings || jsonb_build_object('learned', $6::jsonb, 'as', $7::text)
            where id = $1::text",
            [
                Bind::from(tracker.id.as_str()),
                test.account.as_deref().into(),
                test.application.as_deref().into(),
                test.ends_at.map(Date::from_millis).into(),
                now.into(),
                test.learned.clone().into(),
                test.name.as_str().into(),
            ],
        ),
        Err(Outcome::Later { .. } | Outcome::Unsure | Outcome::Delivered { .. }) => return Ok(()),
        Err(_) => Sql::fixed(
            "update _touchstone.tracker set state = 'broken', problem = $2::text, checked_at = $3::timestamptz where id = $1::text",
            [Bind::from(tracker.id.as_str()), detail.into(), now.into()],
        ),
    };
    ctx.execute(&sql).await.map(drop)
}
