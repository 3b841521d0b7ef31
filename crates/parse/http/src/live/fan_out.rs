//! From the change log to sockets.
//!
//! One task follows the log and computes the events for each socket; as many walkers as there are
//! threads write them. All events of one read of the log for one socket are one write. The next
//! read is handled when all writes are done, so that each socket has its events in order.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use live_query::{Delivery, ObjectChange, SocketId};
use parse_engine::{Followed, LiveChange};
use parse_store::Invalidation;
use telemetry::{error_chain, task};
use tokio::runtime::Handle;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::log_reader::LogReader;
use super::refresh::refresh;
use crate::live_queries::frame::put_text_header;
use crate::live_queries::socket::{Closing, Socket};
use crate::state::HttpState;

/// How soon following is tried again after a failure.
const PAUSE: Duration = Duration::from_millis(500);
/// How often is looked for sessions that have ended by themselves.
const EXPIRY: Duration = Duration::from_secs(1);
/// Sockets that are written to before others get their turn; about half a millisecond.
const TURN: usize = 64;
/// Messages that are worked out before they are sent.
const AT_ONCE: usize = 100_000;
/// How long closing may take of those who must ask again.
const CLOSING: Duration = Duration::from_secs(5);

/// Follows the change log while there are subscribers, for ever.
pub async fn run(state: Arc<HttpState>) {
    let mut interested = state.live.interested.subscribe();
    // If it ended in the middle, what was missed since is unknown.
    if state.live.is_followed.send_replace(false) {
        have_all_ask_again(&state);
    }
    loop {
        // The sender is in `app`, so it is never closed.
        let _ = interested.wait_for(|count| *count > 0).await;
        // Listening begins before following, so that nothing between them is missed.
        let heard = state.engine.invalidations();
        match state.engine.follow_changes().await {
            Ok(follower) => follow(&state, LogReader::begin(follower), heard).await,
            Err(error) => {
                let reason = error_chain::chain(&error);
                tracing::warn!(reason, "change log not followed, will retry");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Follows until there are no subscribers.
async fn follow(state: &Arc<HttpState>, mut reader: LogReader, mut heard: Receiver<Invalidation>) {
    state.live.is_followed.send_replace(true);
    let mut interested = state.live.interested.subscribe();
    let mut expiry = interval(EXPIRY);
    expiry.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            followed = reader.next() => {
                catch_up(state, &mut heard);
                refresh(state).await;
                match followed {
                    Some(Followed::Changes(changes)) => tell(state, &changes).await,
                    Some(Followed::Lost) => have_all_ask_again(state),
                    // Changes until the next read are unknown.
                    None => {
                        state.live.is_followed.send_replace(false);
                        have_all_ask_again(state);
                        break;
                    }
                }
            }
            invalidation = heard.recv() => {
                invalidate(state, &invalidation.map_err(|_: RecvError| ()));
                catch_up(state, &mut heard);
                refresh(state).await;
            }
            () = state.live.marked.notified() => refresh(state).await,
            _ = expiry.tick() => {
                check_listener(state);
                state.live.subscribers().identities.expire(state.engine.clock().now());
                refresh(state).await;
            }
            () = no_subscribers(&mut interested) => {
                // Subscribers from here on wait. Earlier ones are seen by now, and may not have
                // waited: for them this continues.
                state.live.is_followed.send_replace(false);
                if *state.live.interested.borrow() == 0 {
                    break;
                }
                state.live.is_followed.send_replace(true);
            }
        }
    }
    reader.end().await;
}

async fn no_subscribers(interested: &mut watch::Receiver<usize>) {
    let _ = interested.wait_for(|count| *count == 0).await;
}

/// Marks whom the invalidations are about that were heard until now.
fn catch_up(state: &HttpState, heard: &mut Receiver<Invalidation>) {
    loop {
        match heard.try_recv() {
            Ok(invalidation) => invalidate(state, &Ok(invalidation)),
            Err(TryRecvError::Lagged(_)) => invalidate(state, &Err(())),
            Err(TryRecvError::Empty | TryRecvError::Closed) => return,
        }
    }
}

fn invalidate(state: &HttpState, invalidation: &Result<Invalidation, ()>) {
    let invalidation = invalidation.as_ref().unwrap_or(&Invalidation::Everything);
    state.live.subscribers().identities.invalidate(invalidation);
}

/// While other nodes are not heard, any session may have ended.
fn check_listener(state: &HttpState) {
    if state.engine.store().listener_health().epoch().is_none() {
        invalidate(state, &Err(()));
    }
}

/// Changes were missed, and it is unknown which.
fn have_all_ask_again(state: &Arc<HttpState>) {
    state.live.subscribers().end_all();
    let state = Arc::clone(state);
    task::spawn("closing websockets", async move {
        state.live.close_sockets(Closing::Refetch, CLOSING).await;
    });
}

/// Sends changes to all subscribers concerned.
async fn tell(state: &HttpState, changes: &[LiveChange]) {
    let mut deliveries = Vec::new();
    let mut count = 0;
    for change in changes {
        let before = deliveries.len();
        let change = ObjectChange {
            class: &change.class.name,
            before: change.before.as_ref(),
            after: change.after.as_ref(),
        };
        state.live.subscribers().hub.apply(change, &mut deliveries);
        count += deliveries[before..].iter().map(|delivery| delivery.to.len()).sum::<usize>();
        if count >= AT_ONCE {
            deliver(state, std::mem::take(&mut deliveries)).await;
            count = 0;
        }
    }
    if count > 0 {
        deliver(state, deliveries).await;
    }
}

async fn deliver(state: &HttpState, deliveries: Vec<Delivery>) {
    let round = Arc::new(Round::new(state, deliveries));
    let walkers = Handle::current().metrics().num_workers();
    let others = (round.parcels.len() / TURN).min(walkers.saturating_sub(1));
    let others: Vec<_> =
        (0..others).map(|_| task::spawn("telling subscribers", walk(Arc::clone(&round)))).collect();
    walk(round).await;
    for other in others {
        // A walker that panicked has told the log.
        let _ = other.await;
    }
}

/// Messages to many sockets, ready to be written.
struct Round {
    deliveries: Vec<Delivery>,
    /// Ordered by socket, and for each socket as the events happened.
    messages: Vec<ToSocket>,
    /// Each socket with its messages.
    parcels: Vec<(Arc<Socket>, Range<usize>)>,
    /// Whose turn is next.
    next: AtomicUsize,
}

/// One message: which delivery, and the how manyeth of its targets.
#[derive(Debug, Clone, Copy)]
struct ToSocket {
    socket: SocketId,
    delivery: usize,
    target: usize,
}

impl Round {
    fn new(state: &HttpState, deliveries: Vec<Delivery>) -> Round {
        let mut messages = Vec::with_capacity(deliveries.iter().map(|one| one.to.len()).sum());
        for (delivery, one) in deliveries.iter().enumerate() {
            let targets = one.to.iter().enumerate();
            messages.extend(targets.map(|(target, to)| ToSocket {
                socket: to.socket,
                delivery,
                target,
            }));
        }
        state.live.count_events(messages.len());
        messages.sort_by_key(|message| message.socket);
        let mut parcels = Vec::new();
        let subscribers = state.live.subscribers();
        let mut at = 0;
        for of_socket in messages.chunk_by(|a, b| a.socket == b.socket) {
            let range = at..at + of_socket.len();
            at = range.end;
            if let Some(socket) = subscribers.socket(of_socket[0].socket) {
                parcels.push((Arc::clone(socket), range));
            }
        }
        drop(subscribers);
        Round { deliveries, messages, parcels, next: AtomicUsize::new(0) }
    }

    fn send(&self, (socket, range): &(Arc<Socket>, Range<usize>), scratch: &mut Vec<u8>) {
        scratch.clear();
        let messages = &self.messages[range.clone()];
        if let [only] = messages {
            let body = self.put(*only, scratch);
            socket.offer_messages(&[(scratch.as_slice(), body)]);
            return;
        }
        let pieces: Vec<(Range<usize>, &Bytes)> = messages
            .iter()
            .map(|message| {
                let from = scratch.len();
                let body = self.put(*message, scratch);
                (from..scratch.len(), body)
            })
            .collect();
        let pieces: Vec<(&[u8], &Bytes)> =
            pieces.into_iter().map(|(head, body)| (&scratch[head], body)).collect();
        socket.offer_messages(&pieces);
    }

    /// Writes what is a message's own, and gives what it shares with others.
    fn put(&self, message: ToSocket, scratch: &mut Vec<u8>) -> &Bytes {
        let delivery = &self.deliveries[message.delivery];
        let prefix = &delivery.to[message.target].prefix;
        let head = delivery.head();
        put_text_header(scratch, head.len() + prefix.len() + delivery.body.len());
        scratch.extend_from_slice(head);
        scratch.extend_from_slice(prefix);
        &delivery.body
    }
}

async fn walk(round: Arc<Round>) {
    let mut scratch = Vec::with_capacity(1024);
    loop {
        let from = round.next.fetch_add(TURN, Ordering::Relaxed);
        let Some(rest) = round.parcels.get(from..).filter(|rest| !rest.is_empty()) else { return };
        rest.iter().take(TURN).for_each(|parcel| round.send(parcel, &mut scratch));
        if rest.len() <= TURN {
            return;
        }
        tokio::task::yield_now().await;
    }
}
