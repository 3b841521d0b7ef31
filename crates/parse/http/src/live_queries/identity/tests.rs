use parse_model::{ClassName, Filter};

use super::*;

fn session(token: &str) -> Identity {
    Identity::Session(token.into())
}

fn of(user: &str) -> Found {
    Found { user: Some(user.to_owned()), until: None }
}

fn id(socket: u64) -> SubscriptionId {
    SubscriptionId { socket: SocketId(socket), request_id: 1 }
}

fn asked() -> Arc<LiveFilter> {
    let class = ClassName::from_static("Note");
    Arc::new(LiveFilter { class, filter: Filter::everything(), keys: None, watch: None })
}

/// Two sessions of Ann, one of Bob, and a caller who is not signed in.
fn identities() -> Identities {
    let mut identities = Identities::default();
    for (socket, identity, found) in [
        (1, session("r:a1"), of("ann")),
        (2, session("r:a2"), of("ann")),
        (3, session("r:b"), of("bob")),
        (4, Identity::Unauthenticated, Found::default()),
    ] {
        let after = identities.mark();
        assert!(!identities.add(&identity, found, id(socket), asked(), after));
    }
    identities
}

fn marked(identities: &Identities) -> Vec<u64> {
    let mut sockets: Vec<u64> = identities.marked_sockets().iter().map(|id| id.0).collect();
    sockets.sort_unstable();
    sockets
}

#[test]
fn only_those_are_looked_at_again_whom_an_invalidation_is_about() {
    for (invalidation, expected) in [
        (Invalidation::User("ann".to_owned()), vec![1, 2]),
        (Invalidation::User("eve".to_owned()), vec![]),
        (Invalidation::Session(invalidation_key("r:a2")), vec![2]),
        (Invalidation::Roles, vec![1, 2, 3, 4]),
        (Invalidation::Schema, vec![1, 2, 3, 4]),
        (Invalidation::Everything, vec![1, 2, 3, 4]),
        (Invalidation::Config, vec![]),
    ] {
        let mut identities = identities();
        identities.invalidate(&invalidation);
        assert_eq!(marked(&identities), expected, "{invalidation:?}");
    }
}

#[test]
fn whoever_was_looked_at_before_an_invalidation_is_looked_at_again_when_added_after_it() {
    let mut identities = Identities::default();
    let after = identities.mark();
    identities.invalidate(&Invalidation::User("ann".to_owned()));
    assert!(identities.add(&session("r:a1"), of("ann"), id(1), asked(), after));
    assert_eq!(marked(&identities), [1]);
}

#[test]
fn being_looked_at_again_has_nobody_else_looked_at_again() {
    let mut identities = Identities::default();
    let before = identities.mark();
    identities.invalidate(&Invalidation::Schema);
    let after = identities.mark();
    assert!(identities.add(&session("r:a1"), of("ann"), id(1), asked(), before));
    // On its way since the invalidation: what it was looked at after still holds.
    assert!(!identities.add(&session("r:b"), of("bob"), id(2), asked(), after));
    identities.expire(Date::parse("2026-01-01T12:00:00.000Z").unwrap());
    assert_eq!((marked(&identities), identities.mark()), (vec![1], after));
}

#[test]
fn whoever_is_marked_while_looked_at_stays_marked() {
    let mut identities = identities();
    identities.invalidate(&Invalidation::User("bob".to_owned()));
    let look = identities.marked().remove(0);
    identities.invalidate(&Invalidation::User("bob".to_owned()));
    identities.looked_at(&look, of("bob"));
    assert_eq!(marked(&identities), [3]);
    let look = identities.marked().remove(0);
    identities.looked_at(&look, of("bob"));
    assert!(marked(&identities).is_empty());
}

#[test]
fn a_session_is_looked_at_again_when_its_time_is_over() {
    let date = |text: &str| Date::parse(text).unwrap();
    let mut identities = Identities::default();
    let until = Some(date("2026-01-01T12:00:00.000Z"));
    let found = Found { user: Some("ann".to_owned()), until };
    let after = identities.mark();
    identities.add(&session("r:a1"), found, id(1), asked(), after);
    identities.expire(date("2026-01-01T11:59:59.000Z"));
    assert!(marked(&identities).is_empty());
    identities.expire(date("2026-01-01T12:00:01.000Z"));
    assert_eq!(marked(&identities), [1]);
}

#[test]
fn nothing_is_left_of_those_who_are_gone() {
    let mut identities = identities();
    identities.invalidate(&Invalidation::Everything);
    for (socket, identity) in [
        (1, session("r:a1")),
        (2, session("r:a2")),
        (3, session("r:b")),
        (4, Identity::Unauthenticated),
    ] {
        identities.remove(&identity, id(socket));
    }
    assert!(identities.known.is_empty() && identities.marked.is_empty());
    assert!(identities.by_user.is_empty() && identities.by_session.is_empty());
}
