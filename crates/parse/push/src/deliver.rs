//! Sending what is due.
//!
//! A piece of work belongs to the node that took it until its lease ends, and says how far it is
//! after every batch: a node that dies in the middle leaves at most one batch to be sent twice.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::{join_all, try_join_all};
use parse_engine::push_provider::{Message, PushOutcome, PushProvider};
use parse_engine::{Cx, Engine, Error, WhileDoing, read};
use parse_identity::Caller;
use parse_model::query::{Constraint, Order, OrderBy, Query};
use parse_model::{ClassName, Date, FieldName, Object, Op, Path, Value};
use parse_store::{Columns, PushWork, RowAccess, Update};

use crate::group::groups;
use crate::request::Badge;
use crate::status::{self, Tally};
use crate::task::{Task, Zones, field};

/// How many installations are read and told at once.
const BATCH: u64 = 100;
/// How many pushes a node sends at the same time, so that a large one does not hold up the others.
const LANES: usize = 4;
/// How long a batch may take before another node may think that this one has died.
const LEASE_SECONDS: i64 = 600;
/// How often a piece of work is begun before it is given up.
const MAX_TRIES: i64 = 5;
/// How long to wait if nothing is due and no wake-up arrives.
const IDLE: Duration = Duration::from_secs(30);
/// How far before its time a push for local times is split by time zone: the first zone is fourteen
/// hours ahead of UTC, and an hour for good measure.
pub(crate) const SPREAD_SECONDS: i64 = 15 * 3600;

/// Sends what is due whenever something is, for ever. One task of the server runs this.
pub async fn deliver_for_ever(engine: &Engine) {
    let lanes = (0..LANES).map(|_| async {
        loop {
            let woken = engine.push_woken();
            tokio::pin!(woken);
            // Listening starts before looking, so that a call in between is not missed.
            woken.as_mut().enable();
            let wait = match drain(engine).await {
                Ok(()) => until_next(engine).await,
                Err(error) => Err(error),
            };
            let wait = wait.unwrap_or_else(|error| {
                tracing::error!(%error, "due-push scan failed");
                IDLE
            });
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = woken => {}
            }
        }
    });
    join_all(lanes).await;
}

/// Sends what is due now and comes back when nothing is left.
pub async fn deliver_due(engine: &Engine) -> Result<(), Error> {
    try_join_all((0..LANES).map(|_| drain(engine))).await.map(drop)
}

async fn until_next(engine: &Engine) -> Result<Duration, Error> {
    let db = engine.store().db();
    let next = parse_store::push_work::next_due(&db).await.while_doing("looking for pushes")?;
    let millis = next.map(|next| next.millis() - engine.clock().now().millis());
    let millis = millis.and_then(|millis| u64::try_from(millis.max(1)).ok());
    Ok(millis.map_or(IDLE, Duration::from_millis).min(IDLE))
}

async fn drain(engine: &Engine) -> Result<(), Error> {
    let Some(provider) = engine.extension().push_provider() else { return Ok(()) };
    loop {
        let now = engine.clock().now();
        let db = engine.store().db();
        let taken = parse_store::push_work::take(&db, now, lease(now)).await;
        let Some(mut work) = taken.while_doing("taking a push")? else { return Ok(()) };
        let Err(error) = done(engine, provider, &mut work).await else { continue };
        let reason = error.to_string();
        tracing::error!(push = work.push, tries = work.tries, %error, "push interrupted, will retry");
        let is_hopeless = matches!(error, Error::Refused(_)) || work.tries >= MAX_TRIES;
        if is_hopeless {
            give_up(engine, &work, &reason).await?;
        } else {
            let again = now.plus_seconds(5 << work.tries.clamp(0, 6));
            parse_store::push_work::put_back(&db, &work, again)
                .await
                .while_doing("giving back a push")?;
        }
    }
}

fn lease(now: Date) -> Date {
    now.plus_seconds(LEASE_SECONDS)
}

/// One request of the server itself, at the present moment.
fn own(engine: &Engine) -> Cx {
    engine.cx(Caller::master())
}

async fn give_up(engine: &Engine, work: &PushWork, reason: &str) -> Result<(), Error> {
    let tx = own(engine).in_transaction()?;
    if !parse_store::push_work::end(tx.db(), work).await.while_doing("ending a push")? {
        // Another node is at it by now.
        tx.rollback().await;
        return Ok(());
    }
    status::fail(&tx, &work.push, reason).await?;
    tx.commit().await
}

async fn done(
    engine: &Engine,
    provider: &dyn PushProvider,
    work: &mut PushWork,
) -> Result<(), Error> {
    let task = Task::from_json(&work.task);
    if let Some(time) = &task.local_time {
        return spread(engine, work, &task, time).await;
    }
    if task.is_too_late(work.due, engine.clock().now()) {
        return finish(engine, work).await;
    }
    if !work.is_prepared && !prepare(engine, work, &task).await? {
        return Ok(());
    }
    loop {
        let batch = batch(engine, &task, &work.cursor).await?;
        let Some(last) = batch.last() else { break };
        let is_last = (batch.len() as u64) < BATCH;
        work.cursor = last.id.as_str().to_owned();
        let tally = send_batch(engine, provider, work, &task, &batch).await;
        if !track(engine, work, &task, &tally).await? {
            return Ok(());
        }
        if is_last {
            break;
        }
    }
    finish(engine, work).await
}

/// Splits a push for local times into one piece per offset from UTC.
async fn spread(engine: &Engine, work: &PushWork, task: &Task, time: &str) -> Result<(), Error> {
    let tx = own(engine).in_transaction()?;
    let zones = match tx.class(&ClassName::installation()) {
        Some(_) => parse_store::push_work::time_zones(tx.db(), time)
            .await
            .while_doing("reading time zones")?,
        None => Vec::new(),
    };
    let known: Vec<String> = zones.iter().map(|(name, _)| name.clone()).collect();
    let mut by_offset: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (name, minutes) in zones {
        by_offset.entry(minutes).or_default().push(name);
    }
    let mut parts: Vec<(i64, Task)> = by_offset
        .into_iter()
        .map(|(minutes, names)| (minutes, task.for_zones(Zones::In(names), minutes)))
        .collect();
    // Who does not say where they are is taken to be at UTC.
    parts.push((0, task.for_zones(Zones::NotIn(known), 0)));
    let at_utc = Date::parse(time).unwrap_or(work.due);
    for (minutes, part) in parts {
        let due = at_utc.plus_seconds(-minutes * 60);
        parse_store::push_work::add(tx.db(), &work.push, due, part.to_json())
            .await
            .while_doing("spreading a push")?;
    }
    if parse_store::push_work::end(tx.db(), work).await.while_doing("spreading a push")? {
        tx.commit().await?;
    } else {
        tx.rollback().await;
    }
    Ok(())
}

/// Changes the badges and counts the batches. Says whether the work was still this node's.
async fn prepare(engine: &Engine, work: &mut PushWork, task: &Task) -> Result<bool, Error> {
    let tx = own(engine).in_transaction()?;
    if let Some(badge) = task.badge {
        change_badges(&tx, task, badge).await?;
    }
    let filter = task.filter(tx.now())?;
    let query = Query { filter, limit: Some(0), with_count: true, ..Query::default() };
    let count = read::find(&tx, &ClassName::installation(), query).await?.count.unwrap_or_default();
    if count > 0 {
        status::begin(&tx, &work.push, count.div_ceil(BATCH)).await?;
    }
    work.is_prepared = true;
    commit_step(engine, tx, work).await
}

async fn change_badges(cx: &Cx, task: &Task, badge: Badge) -> Result<(), Error> {
    let Some(class) = cx.class(&ClassName::installation()) else { return Ok(()) };
    let filter = read::settled(cx, &class, task.filter(cx.now())?).await?;
    let op = match badge {
        Badge::Set(number) => Op::Set(Value::Number(number)),
        Badge::Increment(amount) => Op::Increment(amount),
    };
    let update = Update {
        filter: &filter,
        reach: RowAccess::Everything,
        ops: &[(Path::field(FieldName::from_static("badge")), op)],
        acl: None,
        updated_at: Some(cx.now()),
        returning: Columns::Only(&[]),
    };
    parse_store::object::update(cx.db(), &class, &update).await.while_doing("changing badges")?;
    Ok(())
}

/// Writes down how far the work is together with what led there.
async fn commit_step(engine: &Engine, tx: Cx, work: &mut PushWork) -> Result<bool, Error> {
    let until = lease(engine.clock().now());
    let is_ours =
        parse_store::push_work::keep(tx.db(), work, until).await.while_doing("keeping a push")?;
    if is_ours {
        tx.commit().await?;
    } else {
        tx.rollback().await;
    }
    Ok(is_ours)
}

/// The next installations, in the order of their ids: a page that starts where the last one ended
/// costs the same wherever it is.
async fn batch(engine: &Engine, task: &Task, cursor: &str) -> Result<Vec<Object>, Error> {
    let cx = own(engine);
    let mut filter = task.filter(cx.now())?;
    if !cursor.is_empty() {
        filter = filter.and(field("objectId", Constraint::Greater(Value::from(cursor))));
    }
    let by_id = Order {
        by: OrderBy::Field(Path::field(FieldName::from_static("objectId"))),
        is_descending: false,
    };
    let query = Query { filter, order: vec![by_id], limit: Some(BATCH), ..Query::default() };
    Ok(read::find(&cx, &ClassName::installation(), query).await?.objects)
}

/// Sends to a batch and says what became of it.
async fn send_batch(
    engine: &Engine,
    provider: &dyn PushProvider,
    work: &PushWork,
    task: &Task,
    batch: &[Object],
) -> Tally {
    let counts_badge = matches!(task.badge, Some(Badge::Increment(_)));
    let groups = groups(&task.data, batch, counts_badge);
    let sent_at = engine.clock().now();
    let sending = groups.into_iter().map(|group| async {
        let message = Message {
            push_id: work.push.clone(),
            sent_at,
            expires_at: task.expires_at(work.due),
            data: group.data,
            more: task.more.clone(),
        };
        let mut deliveries = provider.send(&message, &group.devices).await;
        let silent = || PushOutcome::Failed("the provider said nothing of it".to_owned());
        deliveries.resize_with(group.devices.len(), silent);
        (group.devices, deliveries)
    });
    let mut tally = Tally::default();
    for (devices, deliveries) in join_all(sending).await {
        for (device, delivery) in devices.iter().zip(&deliveries) {
            tally.add(device, delivery);
            if let PushOutcome::Failed(reason) = delivery {
                tracing::debug!(
                    push = work.push,
                    installation = device.id,
                    reason,
                    "push not delivered"
                );
            }
        }
    }
    tally
}

/// Writes down what became of a batch. Says whether the work was still this node's.
async fn track(
    engine: &Engine,
    work: &mut PushWork,
    task: &Task,
    tally: &Tally,
) -> Result<bool, Error> {
    let tx = own(engine).in_transaction()?;
    status::track(&tx, &work.push, tally, task.utc_offset.as_deref()).await?;
    if !tally.dead.is_empty() && engine.settings().cleanup_invalid_installations {
        forget_tokens(&tx, &tally.dead).await?;
    }
    commit_step(engine, tx, work).await
}

async fn forget_tokens(cx: &Cx, dead: &[String]) -> Result<(), Error> {
    let Some(class) = cx.class(&ClassName::installation()) else { return Ok(()) };
    let tokens = dead.iter().map(|token| Value::from(token.as_str())).collect();
    let filter = field("deviceToken", Constraint::In(tokens));
    let update = Update {
        filter: &filter,
        reach: RowAccess::Everything,
        ops: &[(Path::field(FieldName::from_static("deviceToken")), Op::Delete)],
        acl: None,
        updated_at: Some(cx.now()),
        returning: Columns::Only(&[]),
    };
    let changed = parse_store::object::update(cx.db(), &class, &update)
        .await
        .while_doing("clearing tokens")?;
    tracing::info!(installations = changed.len(), "invalid device tokens cleared");
    Ok(())
}

/// Ends a piece of work, and the push with the last of them.
async fn finish(engine: &Engine, work: &PushWork) -> Result<(), Error> {
    let tx = own(engine).in_transaction()?;
    // Held first: of two pieces that end at the same time the second sees that the first is gone.
    status::lock(&tx, &work.push).await?;
    let doing = "ending a push";
    if !parse_store::push_work::end(tx.db(), work).await.while_doing(doing)? {
        tx.rollback().await;
        return Ok(());
    }
    if !parse_store::push_work::exists(tx.db(), &work.push).await.while_doing(doing)? {
        status::succeed(&tx, &work.push).await?;
    }
    tx.commit().await
}
