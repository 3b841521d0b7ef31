//! When something is due on a socket.

use std::time::Duration;

use tokio::time::Instant;

use crate::live_queries::socket::Closing;

/// How long a client may take to say who it is.
const TO_CONNECT: Duration = Duration::from_secs(10);
/// How long a message may take to arrive.
const TO_FINISH: Duration = Duration::from_secs(10);
/// How long a client may read nothing while something is kept for it.
const TO_READ: Duration = Duration::from_secs(8);
/// Pings that may stay without an answer.
const UNANSWERED: u8 = 2;
/// Pings and pongs that a client may send between two pings of the server.
const CONTROL_FRAMES: u8 = 100;

/// When something is due on a socket.
#[derive(Debug)]
pub(super) struct SocketClock {
    ping_interval: Duration,
    next_ping: Instant,
    /// Pings since anything was heard.
    unanswered: u8,
    /// Pings and pongs of the client since the server's last ping.
    control_frames: u8,
    connect_by: Option<Instant>,
    /// Since when the kernel takes nothing.
    blocked_since: Option<Instant>,
}

/// What is due.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Nothing yet.
    Nothing,
    /// A ping.
    Ping,
    /// The end.
    Close(Closing),
}

impl SocketClock {
    /// The clock of a socket that opens now. The first ping is due at any time within the interval,
    /// so that those of all sockets are spread over it.
    pub(super) fn new(ping_interval: Duration) -> SocketClock {
        let now = Instant::now();
        SocketClock {
            ping_interval,
            next_ping: now + ping_interval.mul_f64(rand::random_range(0.5..1.5)),
            unanswered: 0,
            control_frames: 0,
            connect_by: Some(now + TO_CONNECT),
            blocked_since: None,
        }
    }

    /// The client has said who it is.
    pub(super) fn opened(&mut self) {
        self.connect_by = None;
    }

    /// The client has said something.
    pub(super) fn heard(&mut self) {
        self.unanswered = 0;
    }

    /// The client has sent a ping or a pong. Whether that is not one too many.
    pub(super) fn control_frame(&mut self) -> bool {
        self.control_frames = self.control_frames.saturating_add(1);
        self.control_frames <= CONTROL_FRAMES
    }

    /// Whether the kernel takes nothing at the moment.
    pub(super) fn blocked(&mut self, is_blocked: bool) {
        self.blocked_since = is_blocked.then(|| self.blocked_since.unwrap_or_else(Instant::now));
    }

    /// Whether the kernel took nothing the last time.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked_since.is_some()
    }

    /// When to look again; a message may have been on its way for a while.
    pub(super) fn deadline(&self, message_began: Option<Instant>) -> Instant {
        let others = [
            self.connect_by,
            self.blocked_since.map(|since| since + TO_READ),
            message_began.map(|began| began + TO_FINISH),
        ];
        others.into_iter().flatten().fold(self.next_ping, Instant::min)
    }

    /// What is due now. While the client waits for us nothing is read, so it has not failed to
    /// answer.
    pub(super) fn due(&mut self, message_began: Option<Instant>, is_ours: bool) -> Due {
        let now = Instant::now();
        if self.blocked_since.is_some_and(|since| since + TO_READ <= now) {
            return Due::Close(Closing::TooSlow);
        }
        if message_began.is_some_and(|began| began + TO_FINISH <= now) {
            return Due::Close(Closing::Policy("message not finished in time"));
        }
        if self.connect_by.is_some_and(|by| by <= now) {
            return Due::Close(Closing::Policy("not connected in time"));
        }
        if self.next_ping > now {
            return Due::Nothing;
        }
        self.next_ping = now + self.ping_interval;
        self.control_frames = 0;
        if is_ours {
            return Due::Nothing;
        }
        if self.unanswered >= UNANSWERED {
            return Due::Close(Closing::Policy("pings not answered"));
        }
        self.unanswered += 1;
        Due::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn a_client_that_answers_no_ping_is_ended_after_two() {
        let mut clock = SocketClock::new(SECOND);
        clock.opened();
        let mut pings = 0;
        loop {
            tokio::time::sleep_until(clock.deadline(None)).await;
            match clock.due(None, false) {
                Due::Ping => pings += 1,
                Due::Close(why) => break assert_eq!(why, Closing::Policy("pings not answered")),
                Due::Nothing => panic!("it was due"),
            }
        }
        assert_eq!(pings, 2);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_answers_stays() {
        let mut clock = SocketClock::new(SECOND);
        clock.opened();
        for _ in 0..100 {
            tokio::time::sleep_until(clock.deadline(None)).await;
            assert_eq!(clock.due(None, false), Due::Ping);
            clock.heard();
            assert!(clock.control_frame());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_must_say_who_it_is_and_finish_what_it_says() {
        let mut clock = SocketClock::new(60 * SECOND);
        let began = Some(Instant::now());
        tokio::time::sleep(TO_CONNECT).await;
        assert_eq!(clock.due(None, false), Due::Close(Closing::Policy("not connected in time")));
        clock.opened();
        let late = Due::Close(Closing::Policy("message not finished in time"));
        assert_eq!(clock.due(began, false), late);
        assert_eq!(clock.due(None, false), Due::Nothing);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_ended() {
        let mut clock = SocketClock::new(60 * SECOND);
        clock.opened();
        clock.blocked(true);
        tokio::time::sleep(TO_READ / 2).await;
        clock.blocked(true);
        assert_eq!(clock.due(None, false), Due::Nothing);
        tokio::time::sleep_until(clock.deadline(None)).await;
        assert_eq!(clock.due(None, false), Due::Close(Closing::TooSlow));
        clock.blocked(false);
        assert_eq!(clock.due(None, false), Due::Nothing);
    }

    #[test]
    fn a_flood_of_pings_is_noticed() {
        let mut clock = SocketClock::new(SECOND);
        let allowed = (0..1000).take_while(|_| clock.control_frame()).count();
        assert_eq!(allowed, usize::from(CONTROL_FRAMES));
    }
}
