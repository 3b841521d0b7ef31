//! Looking at the change log, in a task of its own.
//!
//! A look takes as long as the database does. Whoever tells subscribers has sessions, roles and the
//! clock to mind meanwhile, and must not give a look up for them: where they come faster than the
//! database answers, no look would ever end, and nobody would be told anything.

use parse_engine::{ChangeFollower, Followed};
use telemetry::task;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

/// How many answers wait to be told, beside the one that is looked for.
const AHEAD: usize = 1;

/// What a follower of the change log is told, one look after the other.
#[derive(Debug)]
pub(super) struct LogReader {
    followed: Receiver<Followed>,
    task: JoinHandle<Option<()>>,
}

impl LogReader {
    /// Reads from here on, until this is ended or dropped.
    pub(super) fn begin(follower: ChangeFollower) -> LogReader {
        let (sender, followed) = channel(AHEAD);
        LogReader {
            followed,
            task: task::spawn("following the change log", look(follower, sender)),
        }
    }

    /// What was committed since the last answer; nothing once nobody looks any more. Whoever gives
    /// up waiting gives up nothing else: the look goes on.
    pub(super) async fn next(&mut self) -> Option<Followed> {
        self.followed.recv().await
    }

    /// Reads no more; done when nothing is kept for this node.
    pub(super) async fn end(self) {
        drop(self.followed);
        // A look that panicked has told the log.
        let _ = self.task.await;
    }
}

async fn look(mut follower: ChangeFollower, told: Sender<Followed>) {
    loop {
        tokio::select! {
            followed = follower.next() => {
                if told.send(followed).await.is_err() {
                    break;
                }
            }
            () = told.closed() => break,
        }
    }
    if let Err(error) = follower.end().await {
        tracing::debug!(%error, "position in the change log not released");
    }
}
