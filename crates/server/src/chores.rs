//! The tasks that let an application's chores come round.

use std::time::Duration;

use parse_engine::Engine;
use parse_engine::chore::{Pace, round_at};

/// Goes the rounds of a pace, for ever. Each pace has its own task, so that long work holds up nobody
/// who is waited for.
pub(crate) async fn go_round(engine: Engine, pace: Pace) {
    let between = match pace {
        Pace::Second => Duration::from_secs(1),
        Pace::Minute => Duration::from_secs(60),
    };
    loop {
        tokio::time::sleep(between).await;
        round_at(&engine, pace).await;
    }
}
