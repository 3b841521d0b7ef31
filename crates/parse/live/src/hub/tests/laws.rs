//! A client that applies its events always has the result of a query.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// Values that are equal to each other in all the ways there are.
fn value() -> impl Strategy<Value = Option<Json>> {
    let pointer = json!({"__type": "Pointer", "className": "_User", "objectId": "u1"});
    let date = json!({"__type": "Date", "iso": "1970-01-01T00:00:01.000Z"});
    let mut values = vec![
        json!("u1"),
        json!("x"),
        json!("1970-01-01T00:00:01.000Z"),
        json!(0),
        json!(-0.0),
        json!(1),
        json!(1.5),
        json!(true),
        json!(false),
        pointer.clone(),
        date.clone(),
        json!(["x", 1, "u1"]),
        json!([pointer.clone(), true]),
        json!([date, 0]),
        json!([]),
        json!({"objectId": "u1"}),
        json!({"a": 1}),
    ];
    values.push(json!([["x"]]));
    prop_oneof![1 => Just(None), 4 => prop::sample::select(values).prop_map(Some)]
}

fn field() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "objectId", "createdAt"])
}

fn condition() -> impl Strategy<Value = Json> {
    let leaf = (field(), value(), prop::collection::vec(value(), 0..3), 0..6u8).prop_map(
        |(field, value, list, kind)| {
            let value = value.unwrap_or(Json::Null);
            let list: Vec<Json> = list.into_iter().flatten().collect();
            let is_map = value.is_object() && value.get("__type").is_none();
            match kind {
                0 | 1 if !is_map => json!({ field: value }),
                2 => json!({ field: {"$in": list} }),
                3 => json!({ field: {"$ne": value} }),
                4 => json!({ field: {"$gt": 0} }),
                _ => json!({ field: {"$exists": true} }),
            }
        },
    );
    leaf.prop_recursive(2, 8, 3, |inner| {
        (prop::collection::vec(inner, 1..3), 0..3u8)
            .prop_map(|(parts, kind)| json!({ ["$or", "$and", "$nor"][kind as usize]: parts }))
    })
}

fn readers() -> impl Strategy<Value = Option<Vec<&'static str>>> {
    let list = prop::collection::vec(prop::sample::select(vec!["*", "u1", "u2", "role:r"]), 0..3);
    prop::option::of(list)
}

fn rights() -> impl Strategy<Value = ReadRights> {
    let who = prop::sample::select(vec![
        Some(vec!["*"]),
        Some(vec!["*", "u1"]),
        Some(vec!["*", "role:r", "u2"]),
        None,
    ]);
    let rows = prop::option::weighted(0.3, condition());
    let hidden = prop::option::weighted(0.3, Just("b"));
    (who, rows, hidden).prop_map(|(who, rows, hidden)| {
        let mut rights = match who {
            Some(names) => ReadRights::of_principals(principals(&names)),
            None => ReadRights::unrestricted(),
        };
        if let Some(rows) = rows {
            rights = rights.narrowed_to(&filter(&rows));
        }
        match hidden {
            Some(field) => rights.without_fields([field]),
            None => rights,
        }
    })
}

#[derive(Debug, Clone)]
enum Deed {
    Write { id: &'static str, fields: Json },
    Delete { id: &'static str },
    Subscribe { socket: u64, conditions: Json, keys: Option<&'static str>, rights: ReadRights },
    Leave { socket: u64 },
    SetRights { socket: u64, rights: ReadRights },
}

fn deed() -> impl Strategy<Value = Deed> {
    let id = prop::sample::select(vec!["o1", "o2", "u1", "x"]);
    let write = (id.clone(), value(), value(), readers()).prop_map(|(id, a, b, readers)| {
        let mut fields = json!({});
        for (name, value) in [("a", a), ("b", b), ("readers", readers.map(|list| json!(list)))] {
            if let Some(value) = value {
                fields[name] = value;
            }
        }
        Deed::Write { id, fields }
    });
    let keys = prop::option::weighted(0.3, Just("a"));
    prop_oneof![
        8 => write,
        2 => id.prop_map(|id| Deed::Delete { id }),
        4 => (0..8u64, condition(), keys, rights()).prop_map(|(socket, conditions, keys, rights)| {
            Deed::Subscribe { socket, conditions, keys, rights }
        }),
        1 => (0..8u64).prop_map(|socket| Deed::Leave { socket }),
        1 => (0..8u64, rights()).prop_map(|(socket, rights)| Deed::SetRights { socket, rights }),
    ]
}

/// A subscriber, and what it believes there is.
struct Client {
    filter: LiveFilter,
    rights: ReadRights,
    list: BTreeMap<String, Json>,
}

impl Client {
    /// What the subscriber is shown of a state, if anything.
    fn shown(&self, state: &Object) -> Option<Json> {
        self.rights.may_read(state).then(|| {
            let mut state = state.clone();
            self.rights.strip(&mut state);
            if let Some(keys) = &self.filter.keys {
                state.fields.retain(|name, _| keys.contains(name));
            }
            let mut json = wire::object_to_json(&state);
            json.insert("className".to_owned(), json!("Note"));
            Json::Object(json)
        })
    }

    fn asked(&self, objects: &BTreeMap<String, Object>) -> BTreeMap<String, Json> {
        let matcher = parse_model::query::matches::Matcher::new(&self.filter.filter).unwrap();
        let passing = objects.iter().filter(|(_, object)| matcher.matches(object));
        passing.filter_map(|(id, object)| Some((id.clone(), self.shown(object)?))).collect()
    }

    fn hear(&mut self, message: &Json) {
        let object = &message["object"];
        let id = object["objectId"].as_str().unwrap().to_owned();
        let was_there = match message["op"].as_str().unwrap() {
            "create" | "enter" => self.list.insert(id, object.clone()).is_none(),
            "update" => self.list.insert(id, object.clone()).is_some(),
            "leave" | "delete" => self.list.remove(&id).is_some(),
            other => panic!("{other}"),
        };
        assert!(was_there, "{message}");
    }
}

#[derive(Default)]
struct Play {
    world: World,
    objects: BTreeMap<String, Object>,
    clients: BTreeMap<u64, Client>,
}

impl Play {
    fn act(&mut self, deed: Deed) {
        match deed {
            Deed::Write { id, fields } => self.change(id, Some(object(id, fields))),
            Deed::Delete { id } => self.change(id, None),
            Deed::Subscribe { socket, conditions, keys, rights } => {
                let keys = keys.map(|key| [FieldName::from_static(key)].into());
                let filter = LiveFilter { keys, ..asks(conditions) };
                self.world.subscribe(socket, filter.clone(), rights.clone());
                let mut client = Client { filter, rights, list: BTreeMap::new() };
                client.list = client.asked(&self.objects);
                self.clients.insert(socket, client);
            }
            Deed::Leave { socket } => {
                self.world.hub.remove_socket(SocketId(socket));
                self.clients.remove(&socket);
            }
            Deed::SetRights { socket, rights } => {
                let change = self.world.hub.set_rights(SocketId(socket), 1, rights.clone());
                let client = self.clients.get_mut(&socket);
                let wanted = match &client {
                    Some(client) if client.rights == rights => RightsChange::Same,
                    Some(_) => RightsChange::Changed,
                    None => RightsChange::NoSubscription,
                };
                assert_eq!(change, wanted);
                if let Some(client) = client {
                    client.rights = rights;
                    client.list = client.asked(&self.objects);
                }
            }
        }
    }

    fn change(&mut self, id: &str, after: Option<Object>) {
        let before = self.objects.remove(id);
        if before.is_none() && after.is_none() {
            return;
        }
        for (socket, message) in self.world.told(before.as_ref(), after.as_ref()) {
            let client = self.clients.get_mut(&socket).unwrap();
            // Neither state is sent to a subscriber who may not read it.
            let seen: Vec<Json> =
                [&before, &after].into_iter().flatten().filter_map(|o| client.shown(o)).collect();
            assert!(seen.contains(&message["object"]), "{message}");
            assert!(message.get("original").is_none_or(|old| seen.contains(old)), "{message}");
            client.hear(&message);
        }
        if let Some(after) = after {
            self.objects.insert(id.to_owned(), after);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_a_client_is_told_adds_up_to_what_a_query_gives(deeds in prop::collection::vec(deed(), 1..60)) {
        let mut play = Play::default();
        for deed in deeds {
            play.act(deed.clone());
            for (socket, client) in &play.clients {
                prop_assert_eq!(&client.list, &client.asked(&play.objects), "{} after {:?}", socket, deed);
            }
            prop_assert_eq!(play.world.hub.len(), play.clients.len());
        }
        for socket in play.clients.keys() {
            play.world.hub.remove_socket(SocketId(*socket));
        }
        prop_assert!(play.world.hub.queries.is_empty() && play.world.hub.group_ids.is_empty());
    }

    #[test]
    fn the_index_finds_every_filter_that_an_object_passes(
        conditions in prop::collection::vec(condition(), 1..20),
        a in value(),
        b in value(),
    ) {
        let mut fields = json!({});
        for (name, value) in [("a", a), ("b", b)] {
            if let Some(value) = value {
                fields[name] = value;
            }
        }
        let object = object("u1", fields);
        let mut index = index::ClassIndex::default();
        let filters: Vec<Filter> = conditions.iter().map(filter).collect();
        for (number, filter) in filters.iter().enumerate() {
            index.insert(u32::try_from(number).unwrap(), plan::plan(filter).as_ref());
        }
        let found = index.candidates(std::iter::once(&object));
        for (number, filter) in filters.iter().enumerate() {
            let matcher = parse_model::query::matches::Matcher::new(filter).unwrap();
            let number = u32::try_from(number).unwrap();
            prop_assert!(!matcher.matches(&object) || found.contains(&number), "{:?}", filter);
            index.remove(number, plan::plan(filter).as_ref());
        }
        prop_assert!(index.is_empty() && index.candidates(std::iter::once(&object)).is_empty());
    }
}
