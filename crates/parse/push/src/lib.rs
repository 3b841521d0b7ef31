//! Push: from a request to messages on devices.
//!
//! A request becomes a row of `_PushStatus` and a piece of work in one transaction, and is
//! answered. The work is taken by one node when it is due, batch by batch, and its row says how far
//! it is.

mod deliver;
mod group;
mod request;
mod status;
mod task;

use parse_engine::{Cx, Error, WhileDoing};
use parse_model::{JsonMap, ObjectId};
use parse_store::Invalidation;

use task::Task;

pub use deliver::{deliver_due, deliver_for_ever};

/// Takes a push, to be sent now or at its time. Gives the id of its row in `_PushStatus`.
pub async fn send(cx: &Cx, body: JsonMap) -> Result<ObjectId, Error> {
    let target = request::target(&body)?;
    if cx.engine().extension().push_provider().is_none() {
        return Err(request::wrong("Missing push configuration").into());
    }
    let asked = request::read(body, target, cx.now())?;
    let task = Task::of(&asked);
    // Refused now rather than when it is due and the caller is gone.
    task.filter(cx.now())?;
    let tx = cx.in_transaction()?;
    let taken = take(&tx, &asked, &task).await;
    tx.finish_for(cx, taken).await
}

async fn take(cx: &Cx, asked: &request::PushRequest, task: &Task) -> Result<ObjectId, Error> {
    let id = status::create(cx, asked).await?;
    let due = match &asked.time {
        None => cx.now(),
        Some(time) if time.is_local => time.at.plus_seconds(-deliver::SPREAD_SECONDS),
        Some(time) => time.at,
    };
    parse_store::push_work::add(cx.db(), id.as_str(), due, task.to_json())
        .await
        .while_doing("keeping a push")?;
    if let Some(audience) = &asked.audience_id {
        status::used(cx, audience, cx.now()).await?;
    }
    cx.publish(Invalidation::Push).await?;
    Ok(id)
}
