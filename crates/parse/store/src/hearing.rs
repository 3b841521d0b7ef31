//! Whether this node hears what others tell, as far as it can know.
//!
//! A connection that has died without a word is as silent as one on which nothing is told. So
//! everything counts as heard only for a while after the listening connection has answered.

use std::time::{Duration, Instant};

use tokio::sync::watch;

/// How long after the last question that was answered everything counts as heard.
const HEARD_FOR: Duration = Duration::from_secs(5);

/// Whether what other nodes tell is heard. Cheap to clone; all clones are one.
#[derive(Debug, Clone, Default)]
pub struct Hearing(watch::Sender<Option<Heard>>);

/// The listening connection on which invalidations are heard. What was read while another was heard
/// may have changed without a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeardOn(u64);

#[derive(Debug, Clone, Copy)]
struct Heard {
    on: HeardOn,
    until: Instant,
}

impl Hearing {
    /// On which connection everything is heard, if there is one.
    pub fn on(&self) -> Option<HeardOn> {
        let heard = *self.0.borrow();
        heard.filter(|heard| Instant::now() < heard.until).map(|heard| heard.on)
    }

    /// A connection listens from now on. Each begins once.
    pub fn begin(&self, connection: u64) {
        let until = Instant::now() + HEARD_FOR;
        self.0.send_replace(Some(Heard { on: HeardOn(connection), until }));
    }

    /// Nobody listens any more.
    pub fn end(&self) {
        self.0.send_replace(None);
    }

    /// The connection has answered what it was asked at that time.
    pub(crate) fn last(&self, asked_at: Instant) {
        self.0.send_modify(|heard| {
            if let Some(heard) = heard {
                heard.until = asked_at + HEARD_FOR;
            }
        });
    }

    /// Waits until a connection listens.
    pub(crate) async fn begun(&self) {
        let _ = self.0.subscribe().wait_for(Option::is_some).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_heard_until_it_ends_or_has_not_answered_for_a_while() {
        let hearing = Hearing::default();
        assert_eq!(hearing.on(), None);
        hearing.begin(1);
        let first = hearing.on();
        assert!(first.is_some());
        hearing.last(Instant::now());
        assert_eq!(hearing.on(), first, "it has answered");
        let long_ago = Instant::now().checked_sub(HEARD_FOR).expect("a machine that runs a while");
        hearing.last(long_ago);
        assert_eq!(hearing.on(), None, "it answers no more");
        hearing.begin(2);
        assert!(hearing.on().is_some() && hearing.on() != first, "what it missed is unknown");
        hearing.end();
        assert_eq!(hearing.on(), None);
    }
}
