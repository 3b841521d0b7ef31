//! Pushes a test message to all browsers of the caller.

use std::sync::Arc;

use async_trait::async_trait;
use integrations::Outcome;
use integrations::web_push::{Shown, Urgency, payload, topic};
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::{Access, Bind, Sql};
use serde_json::json;

use super::sender::{Message, Sender, devices};
use crate::delivery::{ChannelName, resume};
use feedback_core::command::{NoParams, Who, admitted, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;

/// The shortest time between two tests of a user.
const APART_SECONDS: i64 = 5;

pub(super) struct PushTest {
    pub(super) state: ProductState,
    pub(super) sender: Arc<Sender>,
}

#[async_trait]
impl Function for PushTest {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<NoParams>(Who::Member)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(cx, Who::Member).await?;
        if !params.is_empty() {
            return Err(invalid("PARAMS", "This function takes no parameters."));
        }
        if cx.db().is_transaction() {
            return Err(invalid("TRANSACTION", "This function cannot run inside a transaction."));
        }
        let ctx = CommandContext::new(cx.clone(), Access::Writes, member, self.state.clone());
        lock_push_test(&ctx).await?;
        let devices = devices(&ctx, &ctx.member()?.id, None).await?;
        let outcomes = self.sender.send(&ctx, &devices, &test_message(&self.state)).await?;
        let count =
            |is_one: fn(&Outcome) -> bool| outcomes.iter().filter(|one| is_one(one)).count();
        let sent = count(|one| matches!(one, Outcome::Delivered { .. }));
        let removed = count(|one| matches!(one, Outcome::Gone(_)));
        if sent > 0 {
            resume(&ctx, ChannelName::Push).await?;
        }
        Ok(Some(json!({
            "sent": sent,
            "removed": removed,
            "failed": outcomes.len() - sent - removed,
            "problem": outcomes.iter().find_map(problem),
        })))
    }
}

fn problem(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Delivered { .. } => None,
        Outcome::Later { .. } => Some("The push service is busy; try again later.".to_owned()),
        Outcome::Unsure => Some("The push service did not respond.".to_owned()),
        Outcome::Gone(why) | Outcome::Broken(why) | Outcome::Bad(why) => Some(why.clone()),
    }
}

fn test_message(state: &ProductState) -> Message {
    let navigate = format!("{}/notifications", state.app_url());
    let shown = Shown {
        title: "This is a test",
        body: "This browser receives pushes.",
        navigate: &navigate,
        tag: "test",
        event: None,
    };
    Message { payload: payload(&shown), urgency: Urgency::High, topic: topic("test") }
}

/// Each test calls up to ten addresses, so tests are serialized.
async fn lock_push_test(ctx: &CommandContext) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.push_test ("user", at) values ($1::text, $2::timestamptz)
        on conflict ("user") do update set at = excluded.at where push_test.at <= $3::timestamptz"#,
        [
            Bind::from(&*ctx.member()?.id),
            ctx.now().into(),
            ctx.now().plus_seconds(-APART_SECONDS).into(),
        ],
    );
    match ctx.execute(&sql).await? {
        0 => Err(invalid("PUSH_TEST", "Wait a few seconds before the next test.")),
        _ => Ok(()),
    }
}
