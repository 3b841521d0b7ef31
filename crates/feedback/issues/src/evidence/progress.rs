//! The progress of a look-up, as the page shows it.

use std::sync::Mutex;
use std::sync::PoisonError;

use chain_node::Step;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use feedback_core::command_context::CommandContext;

/// The steps in order.
const KEYS: [&str; 5] = ["network", "transaction", "receipt", "trace", "decoded"];

/// The steps, of which `done` are complete. The next one has the given state.
pub(super) fn steps(done: usize, next: &str) -> Json {
    let state = |place: usize| match place {
        place if place < done => "done",
        place if place == done => next,
        _ => "skipped",
    };
    let keys = KEYS.iter().enumerate();
    // Steps that have not started are listed only if the look-up has ended.
    let shown = keys.filter(|(place, _)| *place <= done || next != "running");
    shown.map(|(place, key)| json!({ "key": key, "state": state(place) })).collect()
}

/// All steps as done. The trace may be missing.
pub(super) fn whole(has_trace: bool) -> Json {
    let state = |key: &str| if key == "trace" && !has_trace { "skipped" } else { "done" };
    KEYS.iter().map(|key| json!({ "key": key, "state": state(key) })).collect()
}

/// Counts the steps of a look-up and sends each one to its writer.
#[derive(Debug)]
pub(super) struct Progress {
    done: Mutex<usize>,
    sender: Mutex<Option<UnboundedSender<usize>>>,
}

impl Progress {
    /// The counter, and the receiver of the steps.
    pub(super) fn new() -> (Progress, UnboundedReceiver<usize>) {
        let (sender, receiver) = unbounded_channel();
        (Progress { done: Mutex::new(0), sender: Mutex::new(Some(sender)) }, receiver)
    }

    /// Notes that a step is done.
    pub(super) fn note(&self, step: Step) {
        let place = match step {
            Step::Network => 1,
            Step::Transaction => 2,
            Step::Receipt => 3,
            Step::Trace => 4,
            // The progress does not include token names.
            Step::Tokens => return,
        };
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = place;
        let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = sender.as_ref() {
            // The receiver is gone if writing failed. Then the step is not shown.
            let _ = sender.send(place);
        }
    }

    /// Number of steps done.
    pub(super) fn done(&self) -> usize {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the channel, so that the writer ends.
    pub(super) fn close(&self) {
        self.sender.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Writes the steps while they are done. Of several at once only the last is written.
pub(super) async fn write_all(
    ctx: &CommandContext,
    evidence: &str,
    mut done: UnboundedReceiver<usize>,
) -> Result<(), Error> {
    while let Some(mut place) = done.recv().await {
        while let Ok(later) = done.try_recv() {
            place = later;
        }
        let sql = Sql::fixed(
            r#"update "Evidence" set "steps" = $2::jsonb where "objectId" = $1::text and "state" = 'fetching'"#,
            [Bind::from(evidence), steps(place, "running").into()],
        );
        ctx.execute(&sql).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_that_failed_is_told_and_those_after_it_were_skipped() {
        let states = |steps: Json| {
            let steps = steps.as_array().cloned().unwrap_or_default();
            steps.iter().map(|step| step["state"].to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(states(steps(1, "running")), r#""done" "running""#);
        let failed = states(steps(1, "failed"));
        assert_eq!(failed, r#""done" "failed" "skipped" "skipped" "skipped""#);
        assert_eq!(states(whole(false)), r#""done" "done" "done" "skipped" "done""#);
    }
}
