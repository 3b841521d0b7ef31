//! The channel `push`: one delivery goes to every browser of its receiver.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use feedback_model::notification::Bucket;
use integrations::Outcome;
use integrations::web_push::{Shown, Urgency, payload, topic};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::sender::{Device, Message, Sender, TTL_SECONDS, devices, reaches};
use super::words::{PushText, several, words};
use crate::delivery::{Channel, ChannelName, Delivery, DeliveryRun, Digest};
use feedback_core::command_context::CommandContext;

/// The push channel.
pub(super) struct Push {
    pub(super) sender: Arc<Sender>,
}

#[async_trait]
impl Channel for Push {
    const CHANNEL: ChannelName = ChannelName::Push;

    fn lanes(&self) -> usize {
        16
    }

    async fn send(&self, run: &DeliveryRun<'_>, delivery: &Delivery) -> Outcome {
        or_later(self.push(run, delivery).await)
    }

    async fn send_digest(&self, run: &DeliveryRun<'_>, digest: &Digest) -> Outcome {
        match digest.deliveries.as_slice() {
            [one] => or_later(self.push(run, one).await),
            many => or_later(self.push_several(run, digest, many.len()).await),
        }
    }
}

fn or_later(sent: Result<Outcome, Error>) -> Outcome {
    sent.unwrap_or_else(|error| {
        tracing::error!(%error, "push failed, will retry");
        Outcome::LATER
    })
}

/// The current state of a notification group.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NotificationGroup {
    group_key: String,
    count: u32,
}

impl Push {
    async fn push(&self, run: &DeliveryRun<'_>, delivery: &Delivery) -> Result<Outcome, Error> {
        let ctx = run.ctx();
        if (ctx.now().millis() - delivery.at) / 1000 > i64::from(TTL_SECONDS) {
            return Ok(Outcome::Bad("push expired: older than 24 hours".to_owned()));
        }
        let issue = match &delivery.issue {
            Some(id) => run.issue(id).await?,
            None => None,
        };
        let group = group(&ctx, delivery).await?;
        let words = words(delivery.kind, issue.as_ref(), &delivery.data, group.count);
        let message =
            message(run, &words, &group.group_key, Some(&delivery.event), delivery.bucket);
        let devices = devices(&ctx, &delivery.receiver, Some(delivery.id)).await?;
        let outcomes = self.sender.send(&ctx, &devices, &message).await?;
        let outcome = match combined(&outcomes) {
            // The others accepted it at an earlier attempt.
            Outcome::Gone(_) if reaches(&ctx, &delivery.receiver).await? => Outcome::DELIVERED,
            outcome => outcome,
        };
        note(&ctx, delivery, &devices, &outcomes, &outcome).await?;
        Ok(outcome)
    }

    /// One message for everything that was held back during quiet hours.
    async fn push_several(
        &self,
        run: &DeliveryRun<'_>,
        digest: &Digest,
        count: usize,
    ) -> Result<Outcome, Error> {
        let ctx = run.ctx();
        let is_action = digest.deliveries.iter().any(|one| one.bucket == Bucket::Action);
        let bucket = if is_action { Bucket::Action } else { Bucket::News };
        let message = message(run, &several(count), "digest", None, bucket);
        let devices = devices(&ctx, &digest.receiver, None).await?;
        let outcomes = self.sender.send(&ctx, &devices, &message).await?;
        // A retry would push twice, so one browser's success counts for all.
        Ok(match outcomes.iter().find(|outcome| matches!(outcome, Outcome::Delivered { .. })) {
            Some(delivered) => delivered.clone(),
            None => combined(&outcomes),
        })
    }
}

fn message(
    run: &DeliveryRun<'_>,
    words: &PushText,
    group_key: &str,
    event: Option<&str>,
    bucket: Bucket,
) -> Message {
    let navigate = format!("{}{}", run.state().app_url(), words.path);
    let shown = Shown {
        title: &words.title,
        body: &words.body,
        navigate: &navigate,
        tag: group_key,
        event,
    };
    let urgency = match bucket {
        Bucket::Action => Urgency::High,
        Bucket::News => Urgency::Normal,
    };
    Message { payload: payload(&shown), urgency, topic: topic(group_key) }
}

/// The group of a delivery, and its count.
async fn group(ctx: &CommandContext, delivery: &Delivery) -> Result<NotificationGroup, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('groupKey', "groupKey", 'count', "count"::int) from "Notification" where "objectId" = $1::text"#,
        [Bind::from(delivery.notification.as_deref())],
    );
    let own = || {
        let issue = delivery.issue.as_deref().unwrap_or(&delivery.event);
        NotificationGroup { group_key: format!("{}:{issue}", delivery.kind.key()), count: 1 }
    };
    Ok(ctx.row(&sql).await?.unwrap_or_else(own))
}

/// The combined outcome of all browsers: pending while one of them may still accept it, and
/// delivered if one did.
fn combined(outcomes: &[Outcome]) -> Outcome {
    let longest = |waits: Vec<Option<Duration>>| waits.into_iter().flatten().max();
    let later: Vec<Option<Duration>> = outcomes
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Later { after } => Some(*after),
            Outcome::Unsure => Some(None),
            _ => None,
        })
        .collect();
    let find = |is_one: fn(&Outcome) -> bool| outcomes.iter().find(|one| is_one(one)).cloned();
    if !later.is_empty() {
        return Outcome::Later { after: longest(later) };
    }
    find(|one| matches!(one, Outcome::Delivered { .. }))
        .or_else(|| find(|one| matches!(one, Outcome::Broken(_))))
        .or_else(|| find(|one| matches!(one, Outcome::Bad(_))))
        .unwrap_or_else(|| Outcome::Gone("No browser accepts pushes any more.".to_owned()))
}

/// Stores which browsers have accepted a delivery that others are still to receive, and deletes
/// that at the end. A send without an answer is repeated and counted. Browsers show one message per
/// tag.
async fn note(
    ctx: &CommandContext,
    delivery: &Delivery,
    devices: &[Device],
    outcomes: &[Outcome],
    outcome: &Outcome,
) -> Result<(), Error> {
    if !matches!(outcome, Outcome::Later { .. }) {
        if delivery.attempts > 1 {
            let sql = Sql::fixed(
                "delete from _touchstone.push_sent where delivery = $1::int8",
                [Bind::from(delivery.id)],
            );
            ctx.execute(&sql).await?;
        }
        return Ok(());
    }
    for (device, outcome) in devices.iter().zip(outcomes) {
        if matches!(outcome, Outcome::Delivered { .. }) {
            let sql = Sql::fixed(
                "insert into _touchstone.push_sent (delivery, subscription)
                select $1::int8, id from _touchstone.push_subscription where id = $2::text on conflict do nothing",
                [Bind::from(delivery.id), device.id.as_str().into()],
            );
            ctx.execute(&sql).await?;
        }
    }
    let unsure = outcomes.iter().filter(|outcome| **outcome == Outcome::Unsure).count();
    if unsure > 0 {
        let sql = Sql::fixed(
            "update _touchstone.delivery set repeats = repeats + $2::int8 where id = $1::int8",
            [Bind::from(delivery.id), i64::try_from(unsure).unwrap_or(i64::MAX).into()],
        );
        ctx.execute(&sql).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_browser_may_yet_take_is_tried_again() {
        let wait = |seconds| Outcome::Later { after: Some(Duration::from_secs(seconds)) };
        let gone = || Outcome::Gone("gone".to_owned());
        assert_eq!(combined(&[Outcome::DELIVERED, wait(5), wait(90)]), wait(90));
        assert_eq!(combined(&[Outcome::DELIVERED, Outcome::Unsure]), Outcome::LATER);
        assert_eq!(combined(&[gone(), Outcome::DELIVERED]), Outcome::DELIVERED);
        for over in [&[][..], &[gone()], &[gone(), gone()]] {
            assert!(matches!(combined(over), Outcome::Gone(_)));
        }
        let broken = Outcome::Broken("key".to_owned());
        assert_eq!(combined(&[gone(), broken.clone()]), broken);
        let bad = Outcome::Bad("too long".to_owned());
        assert_eq!(combined(&[gone(), bad.clone()]), bad);
    }
}
