//! What goes on between nodes beside the database's own word: keeping the change log short, waking
//! those who follow it, and telling Parse Servers beside us.

use std::sync::Arc;

use parse_engine::live::ChangeChannel;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::redis::Channels;
use crate::task;

/// Starts it.
pub(crate) fn work(app: &App) -> Vec<JoinHandle<Option<()>>> {
    let engine = app.engine.clone();
    let mut tasks = vec![task::spawn("keeping the change log", async move {
        engine.keep_change_log().await;
    })];
    if let Some(rates) = app.rates.shared() {
        tasks.push(task::spawn("shared rates", async move { rates.report().await }));
    }
    if app.engine.live_classes().is_empty() {
        return tasks;
    }
    let settings = &app.config.engine;
    let channels = app.config.redis.clone().map(|redis| {
        Arc::new(Channels::new(redis, &settings.application_id, settings.mixed_fleet))
    });
    let (engine, channel) = (app.engine.clone(), channels.clone());
    tasks.push(task::spawn("waking other nodes", async move {
        let channel = channel.as_deref().map(|channel| channel as &dyn ChangeChannel);
        engine.tell_of_changes(channel).await;
    }));
    let Some(channels) = channels else { return tasks };
    if settings.mixed_fleet {
        let (engine, channel) = (app.engine.clone(), Arc::clone(&channels));
        tasks.push(task::spawn("publishing changes", async move {
            tokio::join!(engine.publish_changes(&*channel), engine.publish_role_writes(&*channel));
        }));
    }
    let engine = app.engine.clone();
    tasks.push(task::spawn("listening on redis", async move { channels.listen(&engine).await }));
    tasks
}
