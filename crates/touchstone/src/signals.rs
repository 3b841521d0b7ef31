//! Signals beside those that end the process. Left alone, each of them would end it at once.

use std::io;

use telemetry::task;
use tokio::signal::unix::{SignalKind, signal};

/// Follows them from now on: SIGHUP reads the setting `log` again, which `log_again` does and says
/// what it is now; SIGUSR1 and SIGUSR2 mean nothing.
pub(crate) fn follow(
    log_again: impl Fn() -> Result<String, String> + Send + Sync + 'static,
) -> io::Result<()> {
    let mut hang_up = signal(SignalKind::hangup())?;
    let mut first = signal(SignalKind::user_defined1())?;
    let mut second = signal(SignalKind::user_defined2())?;
    drop(task::spawn("signals", async move {
        loop {
            tokio::select! {
                _ = hang_up.recv() => match log_again() {
                    Ok(filter) => tracing::warn!(filter, "log filter reloaded"),
                    Err(reason) => tracing::error!(reason, "log filter not reloaded"),
                },
                _ = first.recv() => tracing::info!(signal = "SIGUSR1", "signal ignored"),
                _ = second.recv() => tracing::info!(signal = "SIGUSR2", "signal ignored"),
            }
        }
    }));
    Ok(())
}
