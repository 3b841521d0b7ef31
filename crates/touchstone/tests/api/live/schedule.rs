//! Random writes, changes of rights and broken connections: in any order, a client that queries
//! again after a lost connection, and otherwise applies its events, ends with the list that a query
//! would return.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join;
use parse_model::Json;
use serde_json::json;
use testkit::{Random, case_within, setting};
use tokio::time::timeout;

use super::client::LiveServer;
use super::node::Node;
use super::reader::{Reader, Who};
use crate::api::{MASTER, text};

/// How many objects there are at most.
const NOTES: usize = 24;
/// How many steps a short run has; two things happen at the same time in each.
const STEPS: usize = 120;
/// The roles that come and go.
const ROLES: [&str; 2] = ["editors", "readers"];
/// The people.
const PEOPLE: [&str; 3] = ["ada", "bob", "cyd"];

/// `TOUCHSTONE_LIVE_STEPS` makes it longer, `TOUCHSTONE_TEST_SEED` has one again.
#[test]
fn no_schedule_of_writes_and_reconnects_leaves_a_wrong_list() {
    let steps = setting("TOUCHSTONE_LIVE_STEPS").unwrap_or(STEPS);
    let seed = setting("TOUCHSTONE_TEST_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    eprintln!("TOUCHSTONE_TEST_SEED={seed}");
    let limit =
        Duration::from_secs(30) + Duration::from_millis(100) * u32::try_from(steps).expect("steps");
    case_within(limit, async {
        let mut world = World::new(seed).await;
        for _ in 0..steps {
            let (one, other) = (world.draw(), world.draw());
            join(world.happens(one), world.happens(other)).await;
        }
        world.all_are_right().await;
    });
}

/// Something that happens.
#[derive(Debug, Clone)]
enum Happening {
    Make(Json),
    Change(usize, Json),
    Remove(usize),
    /// All in one transaction.
    Together(Vec<(usize, Json)>),
    /// An operator's statement.
    Statement(usize, u8),
    Role(usize, usize, bool),
    /// A client loses its connection.
    Cut(usize),
    /// All must ask again.
    Refetch,
    /// A user signs out everywhere, and in again.
    NewSession(usize),
}

/// Two nodes; everything is written on the first, and clients are on both.
struct World {
    readers: Vec<Reader>,
    _second: Node,
    server: LiveServer,
    random: Random,
    people: Vec<String>,
    roles: Vec<String>,
    markers: i64,
}

impl World {
    async fn new(seed: u64) -> World {
        let settings = [("LIVE_QUERY_CLASS_NAMES", "Note,Marker")];
        let server = LiveServer::start(&settings).await;
        let second = Node::beside(&server).await;
        let addresses = [server.address, second.address];
        let mut world = World {
            readers: Vec::new(),
            _second: second,
            server,
            random: Random::new(seed),
            people: Vec::new(),
            roles: Vec::new(),
            markers: 0,
        };
        world.server.create("Marker", json!({ "n": 0 })).await;
        world.server.create("Note", json!({ "title": "first", "stars": 0, "group": "a" })).await;
        for role in ROLES {
            let made =
                world.server.api.master("POST", "/roles", json!({ "name": role, "ACL": {} }));
            world.roles.push(text(&made.await.ok(), "objectId").to_owned());
        }
        let filters = [json!({}), json!({ "stars": { "$gte": 2 } }), json!({ "group": "a" })];
        for (n, name) in PEOPLE.into_iter().enumerate() {
            let (id, token) = world.server.sign_up(name).await;
            world.people.push(id);
            for (address, filter) in addresses.into_iter().zip([&filters[0], &filters[n]]) {
                let who = Who::session(token.clone());
                world.readers.push(Reader::start(address, who, filter.clone()));
            }
        }
        for (n, filter) in filters.iter().enumerate() {
            let reader = Reader::start(addresses[n % 2], Who::SignedOut, filter.clone());
            world.readers.push(reader);
        }
        let operator = Reader::start(addresses[1], Who::Master(MASTER), filters[1].clone());
        world.readers.push(operator);
        world
    }

    fn draw(&mut self) -> Happening {
        let random = &mut self.random;
        let note = random.below(NOTES);
        match random.below(20) {
            0..6 => Happening::Make(fields(random, &self.people)),
            6..10 => Happening::Change(note, values(random)),
            10..12 => Happening::Change(note, json!({ "ACL": acl(random, &self.people) })),
            12 => Happening::Remove(note),
            13 => {
                // The same object twice: its state in between must not be visible.
                let hidden = json!({ "title": "in between", "ACL": { "*": { "read": true } } });
                let last = json!({ "title": "at the end", "ACL": acl(random, &self.people) });
                Happening::Together(vec![(note, hidden), (note, last)])
            }
            14 => Happening::Statement(note, u8::try_from(random.below(4)).expect("a digit")),
            15 | 16 => Happening::Role(
                random.below(ROLES.len()),
                random.below(PEOPLE.len()),
                random.once_in(2),
            ),
            17 | 18 => Happening::Cut(random.below(self.readers.len())),
            _ if random.once_in(4) => Happening::Refetch,
            _ => Happening::NewSession(random.below(PEOPLE.len())),
        }
    }

    async fn happens(&self, what: Happening) {
        match what {
            Happening::Make(fields) => {
                if self.note(NOTES).await.is_none() {
                    self.server.create("Note", fields).await;
                }
            }
            Happening::Change(note, fields) => self.change(note, fields).await,
            Happening::Remove(note) => {
                if let Some(id) = self.note(note).await {
                    let path = format!("/classes/Note/{id}");
                    // It may be gone by now, here and below.
                    self.server.api.master("DELETE", &path, Json::Null).await;
                }
            }
            Happening::Together(changes) => self.together(changes).await,
            Happening::Statement(note, stars) => {
                let Some(id) = self.note(note).await else { return };
                let sql =
                    r#"update "Note" set "stars" = $2, "updatedAt" = now() where "objectId" = $1"#;
                let database = self.server.api.database().client().await;
                database.execute(sql, &[&id, &f64::from(stars)]).await.expect("a statement");
            }
            Happening::Role(role, person, is_member) => self.role(role, person, is_member).await,
            Happening::Cut(reader) => self.readers[reader].cut(),
            Happening::Refetch => {
                let sql =
                    "insert into _touchstone.change (class, id, is_ours) values ('*', '', true)";
                let database = self.server.api.database().client().await;
                database.batch_execute(sql).await.expect("a row of the log");
            }
            Happening::NewSession(person) => self.new_session(person).await,
        }
    }

    /// The id of the so manieth object there is.
    async fn note(&self, place: usize) -> Option<String> {
        let path = format!("/classes/Note?keys=objectId&order=createdAt&limit=1&skip={place}");
        let found = self.server.api.master("GET", &path, Json::Null).await.ok();
        found["results"][0]["objectId"].as_str().map(str::to_owned)
    }

    async fn change(&self, note: usize, fields: Json) {
        if let Some(id) = self.note(note).await {
            self.server.api.master("PUT", &format!("/classes/Note/{id}"), fields).await;
        }
    }

    async fn together(&self, changes: Vec<(usize, Json)>) {
        let mut requests = Vec::new();
        for (note, fields) in changes {
            let Some(id) = self.note(note).await else { return };
            let path = format!("/parse/classes/Note/{id}");
            requests.push(json!({ "method": "PUT", "path": path, "body": fields }));
        }
        let batch = json!({ "transaction": true, "requests": requests });
        self.server.api.master("POST", "/batch", batch).await;
    }

    async fn role(&self, role: usize, person: usize, is_member: bool) {
        let op = if is_member { "AddRelation" } else { "RemoveRelation" };
        let user =
            json!({ "__type": "Pointer", "className": "_User", "objectId": self.people[person] });
        let users = json!({ "users": { "__op": op, "objects": [user] } });
        self.server.api.master("PUT", &format!("/roles/{}", self.roles[role]), users).await.ok();
    }

    async fn new_session(&self, person: usize) {
        let login = json!({ "username": PEOPLE[person], "password": "secret" });
        let user = self.server.api.send("POST", "/login", login).await.ok();
        let token = text(&user, "sessionToken");
        for reader in &self.readers[person * 2..][..2] {
            let Some(before) = reader.session() else { continue };
            reader.sign_in(token);
            let by = [("x-parse-session-token", &*before)];
            self.server.api.send_with("POST", "/logout", &by, json!({})).await;
        }
    }

    /// Waits until all clients have received a last write, and compares each list with a query.
    async fn all_are_right(&mut self) {
        let first = self.markers + 1;
        for reader in &self.readers {
            loop {
                self.markers += 1;
                self.server.create("Marker", json!({ "n": self.markers })).await;
                // A client that was reconnecting when it was written receives the next one.
                if timeout(Duration::from_millis(300), reader.has_heard(first)).await.is_ok() {
                    break;
                }
            }
        }
        for reader in &self.readers {
            let now = reader.ask(&self.server.api).await;
            let told = reader.list();
            let (now_ids, told_ids) = (ids(&now), ids(&told));
            assert_eq!(told_ids, now_ids, "{reader:?}");
            assert_eq!(told, now, "{reader:?}");
        }
    }
}

fn ids(list: &BTreeMap<String, Json>) -> Vec<&String> {
    list.keys().collect()
}

fn values(random: &mut Random) -> Json {
    let group = *random.pick(&["a", "b"]);
    json!({ "stars": random.between(0, 3), "group": group, "title": format!("{}", random.below(100)) })
}

fn fields(random: &mut Random, people: &[String]) -> Json {
    let mut fields = values(random);
    if !random.once_in(3) {
        fields["ACL"] = acl(random, people);
    }
    fields
}

/// Public, for a role, for one user, or empty.
fn acl(random: &mut Random, people: &[String]) -> Json {
    let read = json!({ "read": true });
    match random.below(4) {
        0 => json!({ "*": read }),
        1 => json!({ format!("role:{}", random.pick(&ROLES)): read }),
        2 => json!({ random.pick(people).as_str(): read }),
        _ => json!({}),
    }
}
