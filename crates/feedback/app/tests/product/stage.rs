//! A programme for one test: an engine with the product on a database of its own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use feedback::{AccessMode, Options, OutsideOptions, SecretKeys};
use parse_engine::{Clock, Engine, Error, Settings, function, read, user, write};
use parse_identity::{Caller, RequestCredentials};
use parse_model::query::Query;
use parse_model::{ClassName, Date, Json, JsonMap, ObjectId};
use parse_store::{Store, StoreOptions, Timeouts};
use serde_json::json;
use testkit::{Database, Template};

use crate::believing::believing;
use crate::chain::ScriptedNodes;
use crate::outside::ScriptedOutside;

/// What every password in these cases is; hashing it is what makes a sign-up slow.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A running programme.
pub(crate) struct Programme {
    pub(crate) engine: Engine,
    pub(crate) clock: Arc<Hands>,
    /// The nodes of its networks.
    pub(crate) nodes: Arc<ScriptedNodes>,
    /// Services outside.
    pub(crate) outside: Arc<ScriptedOutside>,
    // Declared last: the database goes after the connections to it.
    pub(crate) database: Database,
}

/// A user who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct TestUser {
    pub(crate) id: String,
    pub(crate) token: String,
}

impl Programme {
    /// A programme with open registration.
    pub(crate) async fn open() -> Programme {
        Programme::with(AccessMode::Open).await
    }

    /// A programme with a way in.
    pub(crate) async fn with(access: AccessMode) -> Programme {
        let database = with_tables().await;
        let clock = Hands::at_the_beginning();
        let nodes = Arc::<ScriptedNodes>::default();
        let outside = Arc::<ScriptedOutside>::default();
        let settings = Settings::default();
        let engine =
            start(&database, access, clock.clone(), nodes.clone(), outside.clone(), settings).await;
        Programme { engine, clock, nodes, outside, database }
    }

    /// A programme with open registration that asks for a sign-in of the last five minutes.
    pub(crate) async fn guarded() -> Programme {
        let programme = Programme::open().await;
        let (nodes, outside) = (programme.nodes.clone(), programme.outside.clone());
        let clock = programme.clock.clone();
        let settings = Settings { fresh_sign_in_seconds: Some(300), ..Settings::default() };
        let engine =
            start(&programme.database, AccessMode::Open, clock, nodes, outside, settings).await;
        Programme { engine, ..programme }
    }

    /// A second server on the same database, which reaches the same nodes.
    pub(crate) async fn second_engine(&self) -> Engine {
        let (nodes, outside) = (self.nodes.clone(), self.outside.clone());
        let (clock, settings) = (self.clock.clone(), Settings::default());
        start(&self.database, AccessMode::Open, clock, nodes, outside, settings).await
    }

    /// What the operator started it with.
    pub(crate) fn options(&self) -> Options {
        options_of(AccessMode::Open, self.nodes.clone(), self.outside.clone())
    }

    /// Signs a user up.
    pub(crate) async fn tester(&self, name: &str) -> TestUser {
        self.sign_up(json!({ "username": name })).await.expect("a sign-up")
    }

    /// Signs a user up with further fields.
    pub(crate) async fn sign_up(&self, fields: Json) -> Result<TestUser, Error> {
        let mut body = map(fields);
        body.entry("password").or_insert_with(|| PASSWORD.into());
        let cx = self.engine.cx(self.engine.caller(RequestCredentials::default()).await?);
        let saved = write::create(&cx, &ClassName::user(), body).await?;
        let token = saved.body["sessionToken"].as_str().expect("a session").to_owned();
        Ok(TestUser { id: saved.id.as_str().to_owned(), token })
    }

    /// Lets many in at once, past sign-up: with sessions, and without passwords that would have to
    /// be hashed.
    pub(crate) async fn crowd(&self, count: usize, trust: u8) -> Vec<TestUser> {
        let client = self.database.client().await;
        let people: Vec<TestUser> = (0..count)
            .map(|n| TestUser { id: format!("crowd{n:05}"), token: format!("r:{n:032x}") })
            .collect();
        let (ids, tokens): (Vec<&str>, Vec<&str>) =
            people.iter().map(|one| (one.id.as_str(), one.token.as_str())).unzip();
        let trust = f64::from(trust);
        let users = r#"insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "isAdmin", "status",
                "personId", "trustLevel", "acceptedCount", "decidedCount", "spamCount", "_rperm", "_wperm")
            select id, now(), now(), id, false, 'active', id, $2, 0, 0, 0, '{*}', array[id] from unnest($1::text[]) id"#;
        client.execute(users, &[&ids, &trust]).await.expect("people");
        let sessions = r#"insert into "_Session" ("objectId", "createdAt", "updatedAt", "user", "sessionToken", "expiresAt")
            select id, now(), now(), id, token, '2030-01-01' from unnest($1::text[], $2::text[]) one(id, token)"#;
        client.execute(sessions, &[&ids, &tokens]).await.expect("sessions");
        people
    }

    /// Signs a user in who has an account.
    pub(crate) async fn sign_in(&self, name: &str, password: &str) -> Result<TestUser, Error> {
        let cx = self.engine.cx(self.engine.caller(RequestCredentials::default()).await?);
        let body = map(json!({ "username": name, "password": password }));
        let answer = user::log_in(&cx, body).await?;
        let text = |key: &str| answer[key].as_str().expect("a text").to_owned();
        Ok(TestUser { id: text("objectId"), token: text("sessionToken") })
    }

    /// Signs a user up and makes them an administrator.
    pub(crate) async fn administrator(&self, name: &str) -> TestUser {
        let user = self.tester(name).await;
        let tx = self.engine.begin(Caller::master());
        feedback::administrator::appoint(&tx, &user.id).await.expect("an administrator");
        tx.commit().await.expect("a commit");
        user
    }

    /// Calls a function as a user, or without a session.
    pub(crate) async fn call(
        &self,
        who: Option<&TestUser>,
        name: &str,
        params: Json,
    ) -> Result<Json, Error> {
        let cx = self.engine.cx(self.caller(who).await?);
        let answer = function::call(&cx, name, map(params.clone())).await?.unwrap_or(Json::Null);
        crate::answer::hold(name, &params, &answer);
        Ok(answer)
    }

    /// Calls a function that must be answered.
    pub(crate) async fn ask(&self, who: &TestUser, name: &str, params: Json) -> Json {
        let answer = self.call(Some(who), name, params).await;
        answer.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Calls a function that must be refused, and gives the code and the text.
    pub(crate) async fn refusal(
        &self,
        who: Option<&TestUser>,
        name: &str,
        params: Json,
    ) -> (i32, String) {
        match self.call(who, name, params).await {
            Ok(answer) => panic!("{name} was answered: {answer}"),
            Err(error) => told(&error),
        }
    }

    /// What a user finds in a class.
    pub(crate) async fn find(&self, who: &TestUser, class: &'static str) -> Result<usize, Error> {
        let cx = self.engine.cx(self.caller(Some(who)).await?);
        let found = read::find(&cx, &ClassName::from_static(class), Query::default()).await?;
        Ok(found.objects.len())
    }

    /// Changes an object as a user.
    pub(crate) async fn save(
        &self,
        who: &TestUser,
        class: &ClassName,
        id: &str,
        fields: Json,
    ) -> Result<(), Error> {
        let cx = self.engine.cx(self.caller(Some(who)).await?);
        write::update(&cx, class, &ObjectId::new(id.to_owned()), map(fields)).await.map(drop)
    }

    async fn caller(&self, who: Option<&TestUser>) -> Result<Caller, Error> {
        let session_token = who.map(|user| user.token.clone());
        self.engine
            .caller(RequestCredentials { session_token, ..RequestCredentials::default() })
            .await
    }
}

/// A database with the tables of the product.
async fn with_tables() -> Database {
    static TABLES: Template = Template::new();
    let prepare = async |database: &Database| {
        let clock = Hands::at_the_beginning();
        let settings = Settings::default();
        start(database, AccessMode::Open, clock, Arc::default(), Arc::default(), settings).await;
    };
    TABLES.lease(prepare).await
}

async fn start(
    database: &Database,
    access: AccessMode,
    clock: Arc<Hands>,
    nodes: Arc<ScriptedNodes>,
    outside: Arc<ScriptedOutside>,
    settings: Settings,
) -> Engine {
    let options = StoreOptions {
        url: database.url(),
        replica_url: None,
        pipelined_connections: 2,
        client_queries: parse_store::ClientQueryOptions::default(),
        write_connections: 2,
        transaction_connections: 8,
        mixed_fleet: false,
        // A crowd on a busy machine waits longer for a lock than people do.
        timeouts: Timeouts { lock: Duration::from_secs(8), ..Timeouts::default() },
        ca_file: None,
    };
    let store = Store::open(&options).await.expect("a database");
    let extension = believing(feedback::extension(&options_of(access, nodes, outside)));
    Engine::start(store, extension, settings, clock).await.expect("an engine")
}

pub(crate) fn options_of(
    access: AccessMode,
    nodes: Arc<ScriptedNodes>,
    outside: Arc<ScriptedOutside>,
) -> Options {
    Options {
        access,
        app_url: "https://beta.example".to_owned(),
        has_push: false,
        rank_cache: None,
        chain: nodes,
        outside: OutsideOptions {
            transport: outside,
            secrets: SecretKeys::new(None, &["a master key"]),
            ..OutsideOptions::default()
        },
    }
}

/// The code and the text of a refusal.
pub(crate) fn told(error: &Error) -> (i32, String) {
    match error {
        Error::Refused(refusal) => (refusal.code.0, refusal.message.to_string()),
        other => panic!("not refused but failed: {other:?}"),
    }
}

pub(crate) fn map(json: Json) -> JsonMap {
    match json {
        Json::Object(map) => map,
        other => panic!("not an object: {other}"),
    }
}

/// A clock that does not move until it is set.
#[derive(Debug)]
pub(crate) struct Hands(Mutex<Date>);

impl Hands {
    fn at_the_beginning() -> Arc<Hands> {
        Arc::new(Hands(Mutex::new(Date::from_millis(1_763_200_000_000))))
    }

    /// Lets time pass.
    pub(crate) fn advance(&self, seconds: i64) {
        let mut now = self.0.lock().expect("the clock");
        *now = now.plus_seconds(seconds);
    }
}

impl Clock for Hands {
    fn now(&self) -> Date {
        *self.0.lock().expect("the clock")
    }
}
