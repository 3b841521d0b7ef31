//! Looking at the change log, in a task of its own.
//!
//! A read takes as long as the database does. Meanwhile the fan-out has to handle sessions, roles
//! and the clock, and must not cancel the read for them: if they came faster than the database
//! answers, no read would ever end, and subscribers would receive nothing.

use parse_engine::{ChangeFollower, Followed};
use telemetry::task;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

/// How many answers are buffered, beside the one that is being read.
const AHEAD: usize = 1;

/// The changes from a follower of the change log, one read after the other.
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

    /// The changes since the last answer; `None` after the reader has stopped. Dropping this future
    /// does not cancel the read.
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
