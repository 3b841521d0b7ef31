//! Counts the outcomes of attempts since this node started, by channel.

use std::sync::atomic::{AtomicU64, Ordering};

use feedback_model::notification::ChannelName;

/// The possible outcomes, as they are displayed.
pub(crate) const ENDS: [&str; 5] = ["sent", "retry", "unsure", "dropped", "dead"];

/// The counters.
#[derive(Debug, Default)]
pub struct DeliveryCounts([[AtomicU64; ENDS.len()]; ChannelName::ALL.len()]);

impl DeliveryCounts {
    /// Counts one attempt. A delivery that waits again is retried.
    pub fn add(&self, channel: ChannelName, state: &str) {
        let end = if state == "waiting" { "retry" } else { state };
        let channel = ChannelName::ALL.iter().position(|known| *known == channel);
        let end = ENDS.iter().position(|known| *known == end);
        if let (Some(channel), Some(end)) = (channel, end) {
            self.0[channel][end].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Every channel and outcome with its number.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
        let channels = ChannelName::ALL.iter().zip(&self.0);
        channels.flat_map(|(channel, ends)| {
            let ends = ENDS.iter().zip(ends);
            ends.map(|(end, count)| (channel.key(), *end, count.load(Ordering::Relaxed)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_is_counted_by_its_channel_and_end() {
        let counts = DeliveryCounts::default();
        counts.add(ChannelName::Mail, "sent");
        counts.add(ChannelName::Mail, "waiting");
        counts.add(ChannelName::Push, "dead");
        counts.add(ChannelName::Push, "unheard of");
        let counted: Vec<_> = counts.all().filter(|(.., count)| *count > 0).collect();
        assert_eq!(counted, [("mail", "sent", 1), ("mail", "retry", 1), ("push", "dead", 1)]);
        assert_eq!(counts.all().count(), ChannelName::ALL.len() * ENDS.len());
    }
}
