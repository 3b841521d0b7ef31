use parse_model::query::parse;
use parse_model::{Acl, Date, FieldName, Filter, Json, Object, ObjectId, Path, wire};
use serde_json::json;

use super::*;
use crate::message::Identity;

mod laws;

const RIGHTS: parse::Rights = parse::Rights {
    is_master: false,
    is_maintenance: false,
    may_explain: false,
    now: Date::from_millis(0),
};

fn class() -> ClassName {
    ClassName::from_static("Note")
}

fn filter(json: &Json) -> Filter {
    parse::filter(json.as_object().unwrap(), RIGHTS).unwrap()
}

/// An object of these fields; `readers` stands for its ACL.
fn object(id: &str, fields: Json) -> Object {
    let mut object = Object::new(class(), ObjectId::new(id));
    object.created_at = Some(Date::from_millis(1));
    object.updated_at = Some(Date::from_millis(2));
    for (name, value) in fields.as_object().unwrap() {
        let value = value.clone();
        if name == "readers" {
            object.acl = Some(Acl { read: serde_json::from_value(value).unwrap(), write: None });
        } else {
            object.fields.push(FieldName::stored(name).unwrap(), wire::value_from(value).unwrap());
        }
    }
    object
}

fn principals(names: &[&str]) -> Arc<[String]> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn anyone() -> ReadRights {
    ReadRights::of_principals(principals(&["*"]))
}

fn user(id: &str) -> ReadRights {
    ReadRights::of_principals(principals(&["*", id]))
}

fn asks(json: Json) -> LiveFilter {
    LiveFilter { class: class(), filter: filter(&json), keys: None, watch: None }
}

fn prefix(socket: u64, request_id: u64) -> Arc<[u8]> {
    Identity { client_id: format!("c{socket}"), installation_id: None }.prefix(request_id)
}

/// A hub, and subscriptions of which each has a socket of its own number.
#[derive(Default)]
struct World {
    hub: Hub,
}

impl World {
    fn subscribe(&mut self, socket: u64, filter: LiveFilter, rights: ReadRights) {
        let matcher = Arc::new(LiveMatcher::new(&filter.filter).unwrap());
        let subscription = Subscription { filter, matcher, rights, prefix: prefix(socket, 1) };
        self.hub.subscribe(SocketId(socket), 1, subscription);
    }

    fn deliveries(&mut self, before: Option<&Object>, after: Option<&Object>) -> Vec<Delivery> {
        let mut out = Vec::new();
        self.hub.apply(ObjectChange { class: &class(), before, after }, &mut out);
        out
    }

    /// The event of each socket, in the order of the sockets.
    fn told(&mut self, before: Option<&Object>, after: Option<&Object>) -> Vec<(u64, Json)> {
        let deliveries = self.deliveries(before, after);
        let mut told: Vec<(u64, Json)> = deliveries.iter().flat_map(messages).collect();
        told.sort_by_key(|(socket, _)| *socket);
        told
    }
}

fn messages(delivery: &Delivery) -> Vec<(u64, Json)> {
    let message = |target: &Target| {
        let text = [delivery.head(), &target.prefix, &delivery.body].concat();
        (target.socket.0, serde_json::from_slice(&text).unwrap())
    };
    delivery.to.iter().map(message).collect()
}

fn ops(told: &[(u64, Json)]) -> Vec<(u64, &str)> {
    told.iter().map(|(socket, message)| (*socket, message["op"].as_str().unwrap())).collect()
}

#[test]
fn a_message_carries_the_objects_with_their_class() {
    let mut world = World::default();
    world.subscribe(1, asks(json!({"n": {"$gt": 0}})), anyone());
    let (old, new) = (object("x", json!({"n": 1})), object("x", json!({"n": 2, "t": "é\""})));
    let told = world.told(Some(&old), Some(&new));
    let dates =
        json!({"createdAt": "1970-01-01T00:00:00.001Z", "updatedAt": "1970-01-01T00:00:00.002Z"});
    let with = |fields: Json| {
        let mut map = json!({"className": "Note", "objectId": "x"});
        map.as_object_mut().unwrap().extend(dates.as_object().unwrap().clone());
        map.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        map
    };
    let wanted = json!({
        "op": "update", "clientId": "c1", "requestId": 1,
        "object": with(json!({"n": 2, "t": "é\""})), "original": with(json!({"n": 1})),
    });
    assert_eq!(told, [(1, wanted)]);
}

#[test]
fn subscribers_who_are_shown_the_same_share_one_message() {
    let mut world = World::default();
    for socket in 0..100 {
        world.subscribe(socket, asks(json!({"n": 1})), user(&format!("u{socket}")));
    }
    let new = object("x", json!({"n": 1}));
    let first = world.deliveries(None, Some(&new));
    let [only] = first.as_slice() else { panic!("{} deliveries", first.len()) };
    assert_eq!(only.to.len(), 100);
    let again = world.deliveries(None, Some(&new));
    assert!(Arc::ptr_eq(&only.to, &again[0].to), "the list is reused");
    assert_eq!(world.hub.group_ids.len(), 1);
}

#[test]
fn of_those_who_share_a_query_each_is_told_of_what_they_may_read() {
    let mut world = World::default();
    for (socket, rights) in
        [(1, user("u1")), (2, user("u2")), (3, anyone()), (4, ReadRights::unrestricted())]
    {
        world.subscribe(socket, asks(json!({})), rights);
    }
    let open = object("x", json!({"s": "new"}));
    let own = object("x", json!({"s": "secret", "readers": ["u1"]}));
    assert_eq!(ops(&world.told(None, Some(&own))), [(1, "create"), (4, "create")]);
    let closing = world.told(Some(&open), Some(&own));
    assert_eq!(ops(&closing), [(1, "update"), (2, "leave"), (3, "leave"), (4, "update")]);
    for (_, message) in &closing[1..3] {
        assert_eq!(
            (&message["object"]["s"], &message["original"]["s"]),
            (&json!("new"), &json!("new"))
        );
    }
    let opening = world.told(Some(&own), Some(&open));
    assert_eq!(ops(&opening), [(1, "update"), (2, "enter"), (3, "enter"), (4, "update")]);
    for (_, message) in &opening[1..3] {
        assert!(message.get("original").is_none() && message["object"]["s"] == "new");
    }
    assert_eq!(ops(&world.told(Some(&own), None)), [(1, "delete"), (4, "delete")]);
}

#[test]
fn hidden_fields_are_in_neither_state() {
    let mut world = World::default();
    world.subscribe(1, asks(json!({})), anyone().without_fields(["s"]));
    world.subscribe(2, asks(json!({})), anyone());
    let (old, new) = (object("x", json!({"s": 1})), object("x", json!({"s": 2})));
    let told = world.told(Some(&old), Some(&new));
    for state in ["object", "original"] {
        assert!(told[0].1[state].get("s").is_none());
        assert!(told[1].1[state].get("s").is_some());
    }
}

#[test]
fn keys_leave_what_every_object_has() {
    let mut world = World::default();
    let keys = Some([FieldName::from_static("a")].into());
    world.subscribe(1, LiveFilter { keys, ..asks(json!({})) }, anyone());
    let told = world.told(None, Some(&object("x", json!({"a": 1, "b": 2, "readers": ["*"]}))));
    let shown: Vec<_> = told[0].1["object"].as_object().unwrap().keys().collect();
    assert_eq!(shown, ["className", "objectId", "createdAt", "updatedAt", "a", "ACL"]);
}

#[test]
fn what_is_internal_or_secret_is_never_told() {
    let mut world = World::default();
    let user = LiveFilter { class: ClassName::user(), ..asks(json!({})) };
    world.subscribe(1, user, ReadRights::unrestricted());
    let mut account = object(
        "u",
        json!({
            "username": "a", "_hashed_password": "h", "authData": {"x": {"id": 1}}, "sessionToken": "r:1",
        }),
    );
    account.class = ClassName::user();
    let mut out = Vec::new();
    let change = ObjectChange { class: &ClassName::user(), before: None, after: Some(&account) };
    world.hub.apply(change, &mut out);
    let told = messages(&out[0]);
    let shown: Vec<_> = told[0].1["object"].as_object().unwrap().keys().collect();
    assert_eq!(shown, ["className", "objectId", "createdAt", "updatedAt", "username"]);
}

#[test]
fn watching_is_about_updates_and_new_objects_alone() {
    let mut world = World::default();
    let watch = Some([Path::field(FieldName::from_static("a"))].into());
    world.subscribe(1, LiveFilter { watch, ..asks(json!({"in": true})) }, anyone());
    let state = |json| object("x", json);
    let (inside, outside) = (state(json!({"in": true})), state(json!({"in": false})));
    assert!(world.told(None, Some(&inside)).is_empty());
    assert!(world.told(Some(&inside), Some(&state(json!({"in": true, "b": 1})))).is_empty());
    let with = state(json!({"in": true, "a": [1]}));
    assert_eq!(ops(&world.told(Some(&inside), Some(&with))), [(1, "update")]);
    assert_eq!(ops(&world.told(None, Some(&with))), [(1, "create")]);
    assert_eq!(ops(&world.told(Some(&inside), Some(&outside))), [(1, "leave")]);
    assert_eq!(ops(&world.told(Some(&outside), Some(&inside))), [(1, "enter")]);
    assert_eq!(ops(&world.told(Some(&inside), None)), [(1, "delete")]);
}

#[test]
fn a_query_that_only_the_database_could_answer_never_fires() {
    let mut world = World::default();
    let inner = json!({"author": {"$inQuery": {"className": "_User", "where": {}}}});
    world.subscribe(1, asks(inner), anyone());
    assert!(world.told(None, Some(&object("x", json!({"author": 1})))).is_empty());
    assert!(world.hub.unsubscribe(SocketId(1), 1));
}

#[test]
fn a_number_that_is_used_again_replaces_and_nothing_is_left_of_those_who_go() {
    let mut world = World::default();
    for round in 0..1000 {
        world.subscribe(1, asks(json!({ "n": round })), user("u1"));
    }
    world.subscribe(
        2,
        asks(json!({"n": {"$gt": 5}})),
        anyone().narrowed_to(&filter(&json!({"o": "u"}))),
    );
    assert_eq!(world.hub.len(), 2);
    let asked = world.hub.asked(SocketId(1), 1).map(|(asked, _)| asked);
    assert_eq!(asked, Some(asks(json!({"n": 999}))));
    assert_eq!(world.hub.set_rights(SocketId(1), 1, user("u3")), RightsChange::Changed);
    assert_eq!(world.hub.set_rights(SocketId(1), 1, user("u3")), RightsChange::Same);
    assert_eq!(world.hub.set_rights(SocketId(1), 2, user("u3")), RightsChange::NoSubscription);
    assert_eq!(ops(&world.told(None, Some(&object("x", json!({"n": 999}))))), [(1, "create")]);
    assert!(world.hub.follows(&class()));
    world.hub.remove_socket(SocketId(1));
    world.hub.remove_socket(SocketId(2));
    assert!(world.hub.is_empty() && !world.hub.follows(&class()));
    assert!(world.hub.group_ids.is_empty() && world.hub.queries.is_empty());
    assert!(world.told(None, Some(&object("x", json!({"n": 999})))).is_empty());
}

#[test]
fn owners_by_pointer_are_found_without_asking_everybody() {
    let mut world = World::default();
    let owner = |id: &str| json!({"__type": "Pointer", "className": "_User", "objectId": id});
    for socket in 0..50 {
        let id = format!("u{socket}");
        let rows = filter(&json!({"$or": [{"owner": owner(&id)}, {"friends": owner(&id)}]}));
        world.subscribe(socket, asks(json!({"n": {"$gt": 0}})), user(&id).narrowed_to(&rows));
    }
    let new = object("x", json!({"n": 1, "owner": owner("u7"), "friends": [owner("u9")]}));
    let change = ObjectChange { class: &class(), before: None, after: Some(&new) };
    assert_eq!(world.hub.queries.candidates(change).len(), 2);
    assert_eq!(ops(&world.told(None, Some(&new))), [(7, "create"), (9, "create")]);
    let moved = object("x", json!({"n": 1, "owner": owner("u8"), "friends": [owner("u9")]}));
    let told = world.told(Some(&new), Some(&moved));
    assert_eq!(ops(&told), [(7, "leave"), (8, "enter"), (9, "update")]);
    assert_eq!(told[0].1["object"]["owner"]["objectId"], "u7");
    assert!(told[1].1.get("original").is_none());
}
