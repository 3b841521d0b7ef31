//! Compares decisions in memory with those of the database.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use parse_identity::SessionUser;
use parse_model::query::matches::Matcher;
use parse_model::{Field, FieldType, Json, JsonMap, wire};
use parse_store::{ClassChange, ClpChange, RowAccess, Select, Store, StoreOptions, Timeouts, ddl};
use serde_json::json;
use testkit::{Database, Random, case_within, setting};

use super::*;
use crate::clock::SystemClock;
use crate::extension::Extension;
use crate::settings::Settings;
use crate::write;

const USERS: [&str; 3] = ["u1", "u2", "u3"];

/// What ACLs, permissions and lists of protected fields may name.
const PRINCIPALS: [&str; 5] = ["*", "u1", "u2", "role:r", "role:s"];

/// How many sets of permissions are tried, each with every caller and filter.
const ROUNDS: usize = 60;

/// A class with fields by which users are named, and an account for each user.
struct Stage {
    engine: Engine,
    note: ClassName,
    // Declared last: the database is dropped after the connections to it.
    _database: Database,
}

impl Stage {
    async fn open(settings: Settings) -> Stage {
        let database = Database::fresh().await;
        let options = StoreOptions {
            url: database.url(),
            replica_url: None,
            pipelined_connections: 2,
            client_queries: parse_store::ClientQueryOptions::default(),
            write_connections: 2,
            transaction_connections: 2,
            mixed_fleet: false,
            timeouts: Timeouts::default(),
            ca_file: None,
        };
        let store = Store::open(&options).await.expect("a database");
        let clock = Arc::new(SystemClock);
        let settings = Settings { allow_custom_object_id: true, ..settings };
        let engine = Engine::start(store, Extension::default(), settings, clock).await;
        let engine = engine.expect("an engine");
        let note = ClassName::from_static("Note");
        let mut class = Class::new(note.clone());
        let user = FieldType::Pointer(ClassName::user());
        for (name, ty) in [
            ("owner", user),
            ("friends", FieldType::Array),
            ("holder", FieldType::Object),
            ("a", FieldType::String),
            ("b", FieldType::Number),
            ("file", FieldType::File),
        ] {
            class.fields.insert(FieldName::from_static(name), Field::of(ty));
        }
        let cx = engine.cx(Caller::master());
        ddl::create_class(cx.db(), class).await.expect("a class");
        Stage { engine, note, _database: database }
    }

    async fn store(&self, class: &ClassName, body: Json) {
        let Json::Object(body) = body else { panic!("an object") };
        let cx = self.engine.cx(Caller::master());
        write::create(&cx, class, body).await.expect("an object is written");
    }

    async fn permit(&self, class: &ClassName, clp: &Json) {
        let clp = clp.as_object().expect("an object").clone();
        let change = ClassChange { clp: ClpChange::Set(clp), ..ClassChange::default() };
        let cx = self.engine.cx(Caller::master());
        ddl::change_class(cx.db(), class, change).await.expect("permissions are set");
    }

    async fn fill(&self, random: &mut Random) {
        for user in USERS {
            let acl = acl(random);
            self.store(
                &ClassName::user(),
                json!({"objectId": user, "username": user, "password": "p", "a": user, "ACL": acl,
                    "email": format!("{user}@example.com"), "authData": {"anonymous": {"id": user}}}),
            )
            .await;
        }
        for number in 0..40 {
            self.store(&self.note, note(random, number)).await;
        }
    }

    /// What a query gives.
    async fn found(&self, caller: &Caller, class: &ClassName, filter: &Filter) -> Outcome {
        let cx = self.engine.cx(caller.clone());
        let found = read::find(&cx, class, Query::all(filter.clone())).await;
        Outcome::of(found.map(|found| found.objects))
    }

    /// What the decision in memory leaves of all there is.
    async fn decided(&self, caller: &Caller, class: &ClassName, filter: &Filter) -> Outcome {
        let rights = self.engine.read_rights(caller, class, filter, &[]).await;
        let rights = match rights {
            Ok(rights) => rights,
            Err(error) => return Outcome::of(Err(error)),
        };
        let matcher = Matcher::new(filter).expect("no sub-query");
        let mut left = self.everything(class).await;
        left.retain(|object| matcher.matches(object) && rights.may_read(object));
        left.iter_mut().for_each(|object| rights.strip(object));
        Outcome::of(Ok(left))
    }

    async fn everything(&self, class: &ClassName) -> Vec<Object> {
        let cx = self.engine.cx(Caller::master());
        let known = cx.class(class).expect("a class");
        let all = Filter::everything();
        let select = Select::new(&all, RowAccess::Everything);
        parse_store::object::find(cx.db(), &known, &select).await.expect("objects")
    }
}

/// Objects by their id, or the number of a refusal.
#[derive(Debug, PartialEq)]
enum Outcome {
    Objects(BTreeMap<String, JsonMap>),
    Refused(i32),
}

impl Outcome {
    fn of(outcome: Result<Vec<Object>, Error>) -> Outcome {
        match outcome {
            Ok(objects) => Outcome::Objects(
                objects
                    .iter()
                    .map(|object| (object.id.as_str().to_owned(), wire::object_to_json(object)))
                    .collect(),
            ),
            Err(error) => Outcome::Refused(error.code().expect("a refusal").0),
        }
    }
}

fn pointer(user: &str) -> Json {
    json!({"__type": "Pointer", "className": "_User", "objectId": user})
}

fn some<'a>(random: &mut Random, of: &[&'a str]) -> Vec<&'a str> {
    of.iter().copied().filter(|_| random.once_in(3)).collect()
}

fn acl(random: &mut Random) -> Json {
    let mut acl = json!({});
    for principal in some(random, &PRINCIPALS) {
        let right = *random.pick(&["read", "write"]);
        acl[principal] = json!({ right: true });
    }
    acl
}

fn note(random: &mut Random, number: usize) -> Json {
    let mut note = json!({
        "a": *random.pick(&["x", "y"]), "b": number,
        "file": {"__type": "File", "name": "f.txt"},
    });
    if !random.once_in(3) {
        note["ACL"] = acl(random);
    }
    if !random.once_in(4) {
        note["owner"] = pointer(random.pick::<&str>(&USERS));
    }
    if !random.once_in(4) {
        let friends = some(random, &USERS).into_iter().map(pointer);
        note["friends"] = friends.chain([json!("u1"), json!({"objectId": "u2"})]).collect();
    }
    if !random.once_in(4) {
        note["holder"] = json!({"objectId": *random.pick(&USERS)});
    }
    note
}

/// Who may do one thing.
fn permission(random: &mut Random) -> Json {
    let mut permission = json!({});
    if random.once_in(3) {
        for principal in some(random, &PRINCIPALS) {
            permission[principal] = json!(true);
        }
    }
    if random.once_in(5) {
        permission["requiresAuthentication"] = json!(true);
    }
    if random.once_in(2) {
        permission["pointerFields"] = json!(some(random, &["owner", "friends", "holder", "a"]));
    }
    permission
}

fn permissions(random: &mut Random) -> Json {
    let mut clp = json!({"find": permission(random), "get": permission(random)});
    if random.once_in(3) {
        clp["readUserFields"] = json!(some(random, &["owner", "friends", "holder"]));
    }
    let mut protected = json!({});
    for group in
        ["*", "authenticated", "role:r", "role:s", "u1", "userField:owner", "userField:friends"]
    {
        if random.once_in(3) {
            protected[group] = json!(some(random, &["a", "b", "owner", "friends", "email"]));
        }
    }
    clp["protectedFields"] = protected;
    clp
}

fn callers() -> Vec<Caller> {
    let caller = |id: Option<&str>, principals: &[&str]| {
        let user = id.map(|id| SessionUser {
            id: id.to_owned(),
            session_id: format!("s-{id}"),
            session_token: String::new(),
            ends_by: None,
            signed_in_at: None,
        });
        let principals = principals.iter().map(|name| (*name).to_owned()).collect();
        Caller { user, ..Caller::with_principals(principals) }
    };
    vec![
        caller(None, &["*"]),
        caller(Some("u1"), &["*", "u1"]),
        caller(Some("u2"), &["*", "role:r", "u2"]),
        caller(Some("u3"), &["*", "role:r", "role:s", "u3"]),
        Caller::master(),
    ]
}

fn filters() -> Vec<Filter> {
    let field = FieldName::from_static;
    vec![
        Filter::everything(),
        Filter::equals(field("a"), "x"),
        Filter::equals(field("objectId"), "u1"),
        Filter::Nor(vec![Filter::equals(field("b"), 3.0)]),
    ]
}

fn random() -> Random {
    let seed = setting("TOUCHSTONE_TEST_SEED")
        .unwrap_or_else(|| RandomState::new().build_hasher().finish());
    eprintln!("read rights: TOUCHSTONE_TEST_SEED={seed}");
    Random::new(seed)
}

async fn agree(random: &mut Random, settings: Settings) {
    let stage = Stage::open(settings).await;
    stage.fill(random).await;
    for _ in 0..ROUNDS {
        let clp = permissions(random);
        for class in [&stage.note, &ClassName::user()] {
            stage.permit(class, &clp).await;
            for caller in callers() {
                for filter in filters() {
                    let found = stage.found(&caller, class, &filter).await;
                    let decided = stage.decided(&caller, class, &filter).await;
                    let who = &caller.principals;
                    assert_eq!(decided, found, "{class} {who:?} {filter:?} {clp}");
                }
            }
        }
    }
}

#[test]
fn what_is_read_in_memory_is_what_a_query_gives() {
    case_within(std::time::Duration::from_mins(2), async {
        let mut random = random();
        agree(&mut random, Settings::default()).await;
        let protected =
            json!({"Note": {"*": ["b"], "authenticated": ["b", "a"]}, "_User": {"*": ["email"]}});
        let settings = Settings {
            protected_fields: serde_json::from_value(protected).expect("a list"),
            protected_fields_owner_exempt: false,
            ..Settings::default()
        };
        agree(&mut random, settings).await;
    });
}

#[test]
fn users_who_are_shown_the_same_have_the_same_view() {
    case_within(std::time::Duration::from_mins(1), async {
        let stage = Stage::open(Settings::default()).await;
        let clp = |protected: Json| json!({"find": {"*": true}, "protectedFields": protected});
        let rights = async |caller: &Caller| {
            let all = Filter::everything();
            stage.engine.read_rights(caller, &stage.note, &all, &[]).await.expect("may read")
        };
        let callers = callers();
        stage.permit(&stage.note, &clp(json!({"*": ["a"]}))).await;
        let (one, two) = (rights(&callers[1]).await, rights(&callers[2]).await);
        assert!(one.view() == two.view() && one.rows() == two.rows() && one != two);
        assert!(one.view() != rights(&callers[4]).await.view());
        stage.permit(&stage.note, &clp(json!({"*": ["a"], "role:r": []}))).await;
        assert!(rights(&callers[1]).await.view() != rights(&callers[2]).await.view());
        stage.permit(&stage.note, &clp(json!({"*": ["a"], "userField:owner": []}))).await;
        assert!(rights(&callers[1]).await.view() != rights(&callers[2]).await.view());
    });
}

#[test]
fn what_is_hidden_can_neither_be_asked_for_nor_watched() {
    case_within(std::time::Duration::from_mins(1), async {
        let stage = Stage::open(Settings::default()).await;
        let clp = json!({"find": {"role:r": true}, "protectedFields": {"*": ["a"]}});
        stage.permit(&stage.note, &clp).await;
        let callers = callers();
        let secret = FieldName::from_static("a");
        let (all, asks) = (Filter::everything(), Filter::equals(secret.clone(), "x"));
        let refused = async |caller: &Caller, filter: &Filter, watch: &[FieldName]| {
            let rights = stage.engine.read_rights(caller, &stage.note, filter, watch).await;
            rights.err().and_then(|error| error.code()).map(|code| code.0)
        };
        assert_eq!(refused(&callers[1], &all, &[]).await, Some(119));
        assert_eq!(refused(&callers[2], &all, &[]).await, None);
        assert_eq!(refused(&callers[2], &asks, &[]).await, Some(119));
        assert_eq!(refused(&callers[2], &all, std::slice::from_ref(&secret)).await, Some(119));
        assert_eq!(refused(&callers[4], &asks, &[secret]).await, None);
    });
}
