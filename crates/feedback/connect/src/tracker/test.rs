//! Asking a tracker whether everything that is needed is allowed, for the administrator who sets it
//! up. What passes is on.

use async_trait::async_trait;
use integrations::Outcome;
use integrations::tracker::Tested;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Date, Json, JsonMap};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::configuration::{self, Configuration};
use super::connect::{connect, converse, forget_token};
use super::list;
use feedback_core::command::{Who, outside_call, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

/// The function it is called by.
pub(super) const NAME: &str = "trackerTest";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
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
        signature::<Which>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let (ctx, which): (_, Which) = outside_call(cx, params, &self.state).await?;
        forget_token(&ctx, &which.id).await?;
        let tracker = configuration::read(&ctx, &which.id).await?;
        let tested = match connect(&ctx, &tracker).await? {
            Ok(connected) => converse(&ctx, connected.test()).await,
            Err(outcome) => Err(outcome),
        };
        let (is_ok, detail) = match &tested {
            Ok(tested) => (true, tested.detail.clone()),
            Err(outcome) => (false, told(tracker.service.word(), outcome)),
        };
        keep(&ctx, &tracker, &tested, &detail).await?;
        let row = list::all(&ctx, Some(&which.id)).await?.pop();
        Ok(Some(json!({ "ok": is_ok, "detail": detail, "tracker": row })))
    }
}

fn told(service: &str, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Gone(why) | Outcome::Broken(why) | Outcome::Bad(why) => why.clone(),
        Outcome::Later { .. } | Outcome::Unsure | Outcome::Delivered { .. } => {
            format!("{service} did not answer. Try again in a while.")
        }
    }
}

/// A tracker that did not answer stays as it was.
async fn keep(
    ctx: &CommandContext,
    tracker: &Configuration,
    tested: &Result<Tested, Outcome>,
    detail: &str,
) -> Result<(), Error> {
    let now = ctx.cx().engine().clock().now();
    let sql = match tested {
        Ok(tested) => Sql::fixed(
            "update _touchstone.tracker set state = 'on', problem = null, account = $2::text, application = $3::text,
                ends_at = $4::timestamptz, checked_at = $5::timestamptz, next_at = 'epoch',
                settings = settings || jsonb_build_object('learned', $6::jsonb, 'as', $7::text)
            where id = $1::text",
            [
                Bind::from(tracker.id.as_str()),
                tested.account.as_deref().into(),
                tested.application.as_deref().into(),
                tested.ends_at.map(Date::from_millis).into(),
                now.into(),
                tested.learned.clone().into(),
                tested.name.as_str().into(),
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
