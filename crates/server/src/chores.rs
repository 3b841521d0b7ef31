//! The task that lets an application's chores come round.

use std::time::Duration;

use parse_engine::{Engine, chore};

/// How long there is between two rounds.
const EVERY: Duration = Duration::from_secs(60);

/// Goes the rounds, for ever.
pub(crate) async fn go_round(engine: Engine) {
    loop {
        tokio::time::sleep(EVERY).await;
        chore::round(&engine).await;
    }
}
