//! What goes on between nodes beside the database's own word: keeping the change log short, waking
//! those who follow it, and telling Parse Servers beside us.

use std::sync::Arc;

use parse_engine::live::ChangeChannel;
use parse_http::redis::Channels;
use tokio::task::JoinHandle;

use crate::app::App;

/// Starts it.
pub(crate) fn work(app: &App) -> Vec<JoinHandle<Option<()>>> {
    let engine = app.engine.clone();
    let supervision = &app.http.state.supervision;
    let mut tasks = vec![supervision.keep_running("keeping the change log", move || {
        let engine = engine.clone();
        async move { engine.keep_change_log().await }
    })];
    if let Some(rates) = app.http.state.rates.shared() {
        tasks.push(supervision.keep_running("shared rates", move || {
            let rates = rates.clone();
            async move { rates.report().await }
        }));
    }
    if app.engine.live_classes().is_empty() {
        return tasks;
    }
    let settings = &app.config.engine;
    let channels = app.config.redis.clone().map(|redis| {
        Arc::new(Channels::new(redis, &settings.application_id, settings.mixed_fleet))
    });
    let (engine, channel) = (app.engine.clone(), channels.clone());
    tasks.push(supervision.keep_running("waking other nodes", move || {
        let (engine, channel) = (engine.clone(), channel.clone());
        async move {
            let channel = channel.as_deref().map(|channel| channel as &dyn ChangeChannel);
            engine.tell_of_changes(channel).await;
        }
    }));
    let Some(channels) = channels else { return tasks };
    if settings.mixed_fleet {
        let (engine, channel) = (app.engine.clone(), Arc::clone(&channels));
        tasks.push(supervision.keep_running("publishing changes", move || {
            let (engine, channel) = (engine.clone(), Arc::clone(&channel));
            async move {
                tokio::join!(
                    engine.publish_changes(&*channel),
                    engine.publish_role_writes(&*channel)
                );
            }
        }));
    }
    let engine = app.engine.clone();
    tasks.push(supervision.keep_running("listening on redis", move || {
        let (engine, channels) = (engine.clone(), Arc::clone(&channels));
        async move { channels.listen(&engine).await }
    }));
    tasks
}
