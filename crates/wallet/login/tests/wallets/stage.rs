//! An application for one test: an engine with wallets on a database of its own.

use std::sync::{Arc, Mutex};

use parse_engine::{Clock, Engine, Error, Saved, Settings, function, read, user, write};
use parse_identity::{Caller, RequestCredentials, RequestInfo};
use parse_model::query::Query;
use parse_model::{ClassName, Date, Json, JsonMap, ObjectId};
use parse_store::{Store, StoreOptions, Timeouts};
use serde_json::json;
use testkit::{Database, Template};
use wallet_login::{Nodes, Options};

use crate::keys::Wallet;

pub(crate) const SITE: &str = "https://app.example";
pub(crate) const APPLICATION: &str = "stage-app";

/// A running application.
pub(crate) struct Stage {
    pub(crate) engine: Engine,
    pub(crate) clock: Arc<Hands>,
    // Declared last: the database goes after the connections to it.
    pub(crate) database: Database,
}

/// A browser: where it is, which installation it is, and who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Browser {
    pub(crate) origin: Option<String>,
    pub(crate) installation: Option<String>,
    pub(crate) token: Option<String>,
}

impl Browser {
    pub(crate) fn new(installation: &str) -> Browser {
        Browser {
            origin: Some(SITE.to_owned()),
            installation: Some(installation.to_owned()),
            token: None,
        }
    }

    pub(crate) fn with_token(&self, token: &str) -> Browser {
        Browser { token: Some(token.to_owned()), ..self.clone() }
    }
}

pub(crate) fn options() -> Options {
    Options {
        origins: vec![SITE.to_owned(), "https://other.example".to_owned()],
        families: wallet::Family::ALL.to_vec(),
        allows_no_origin: false,
        legacy_texts: true,
        strict_roles: vec!["administrators".to_owned()],
        factories: Vec::new(),
        rest_days: 0,
        title: "the stage".to_owned(),
    }
}

/// A database with the tables of wallets.
async fn with_tables() -> Database {
    static TABLES: Template = Template::new();
    let prepare = async |database: &Database| {
        let clock = Hands::at_the_beginning();
        started(database, Settings::default(), options(), None, clock).await;
    };
    TABLES.lease(prepare).await
}

async fn started(
    database: &Database,
    settings: Settings,
    options: Options,
    nodes: Option<Arc<dyn Nodes>>,
    clock: Arc<Hands>,
) -> Engine {
    let store = StoreOptions {
        url: database.url(),
        replica_url: None,
        pipelined_connections: 2,
        client_queries: parse_store::ClientQueryOptions::default(),
        write_connections: 2,
        transaction_connections: 8,
        mixed_fleet: false,
        timeouts: Timeouts::default(),
        ca_file: None,
    };
    let store = Store::open(&store).await.expect("a database");
    let extension = wallet_login::extension(options, nodes);
    let settings = Settings { application_id: APPLICATION.to_owned(), ..settings };
    Engine::start(store, extension, settings, clock).await.expect("an engine")
}

impl Stage {
    pub(crate) async fn open() -> Stage {
        Stage::with(options(), None).await
    }

    pub(crate) async fn with(options: Options, nodes: Option<Arc<dyn Nodes>>) -> Stage {
        Stage::under(Settings::default(), options, nodes).await
    }

    pub(crate) async fn under(
        settings: Settings,
        options: Options,
        nodes: Option<Arc<dyn Nodes>>,
    ) -> Stage {
        let database = with_tables().await;
        let clock = Hands::at_the_beginning();
        let engine = started(&database, settings, options, nodes, clock.clone()).await;
        Stage { engine, clock, database }
    }

    /// The same programme with other settings.
    pub(crate) async fn restarted(self, options: Options) -> Stage {
        let Stage { clock, database, .. } = self;
        let engine = started(&database, Settings::default(), options, None, clock.clone()).await;
        Stage { engine, clock, database }
    }

    async fn caller(&self, browser: &Browser) -> Result<Caller, Error> {
        let mut request = RequestInfo::default();
        if let Some(origin) = &browser.origin {
            request.headers.insert("origin".to_owned(), json!(origin));
        }
        let claim = RequestCredentials {
            session_token: browser.token.clone(),
            installation_id: browser.installation.clone(),
            request,
            ..RequestCredentials::default()
        };
        self.engine.caller(claim).await
    }

    pub(crate) async fn call(
        &self,
        browser: &Browser,
        name: &str,
        params: Json,
    ) -> Result<Json, Error> {
        let cx = self.engine.cx(self.caller(browser).await?);
        Ok(function::call(&cx, name, map(params)).await?.unwrap_or(Json::Null))
    }

    pub(crate) async fn ask(&self, browser: &Browser, name: &str, params: Json) -> Json {
        self.call(browser, name, params).await.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Signs up or in with whatever is sent.
    pub(crate) async fn sign_in(&self, browser: &Browser, body: Json) -> Result<Saved, Error> {
        let cx = self.engine.cx(self.caller(browser).await?);
        write::create(&cx, &ClassName::user(), map(body)).await
    }

    /// Signs in with a name and a password.
    pub(crate) async fn log_in(&self, browser: &Browser, body: Json) -> Result<JsonMap, Error> {
        let cx = self.engine.cx(self.caller(browser).await?);
        user::log_in(&cx, map(body)).await
    }

    pub(crate) async fn save_user(
        &self,
        browser: &Browser,
        id: &str,
        body: Json,
    ) -> Result<Saved, Error> {
        let cx = self.engine.cx(self.caller(browser).await?);
        write::update(&cx, &ClassName::user(), &ObjectId::new(id), map(body)).await
    }

    /// Makes one more session of the signed-in user, and gives its token.
    pub(crate) async fn one_more_session(&self, browser: &Browser) -> String {
        let cx = self.engine.cx(self.caller(browser).await.expect("a caller"));
        token(&write::create(&cx, &ClassName::session(), JsonMap::new()).await.expect("a session"))
    }

    pub(crate) async fn delete(
        &self,
        browser: &Browser,
        class: &'static str,
        id: &str,
    ) -> Result<(), Error> {
        let cx = self.engine.cx(self.caller(browser).await?);
        write::delete(&cx, &ClassName::from_static(class), &ObjectId::new(id)).await
    }

    /// How many objects of a class a browser is shown.
    pub(crate) async fn count(&self, browser: &Browser, class: &'static str) -> usize {
        let cx = self.engine.cx(self.caller(browser).await.expect("a caller"));
        let found = read::find(&cx, &ClassName::from_static(class), Query::default()).await;
        found.map_or(0, |found| found.objects.len())
    }

    pub(crate) async fn me(&self, browser: &Browser) -> Result<JsonMap, Error> {
        let cx = self.engine.cx(self.caller(browser).await?);
        user::me(&cx).await
    }

    /// What a user sends after signing the text that the app asks for.
    pub(crate) async fn signed<W: Wallet>(&self, browser: &Browser, wallet: &W) -> Json {
        let asked = json!({ "family": W::FAMILY, "address": wallet.address() });
        let text = self.ask(browser, "walletChallenge", asked).await;
        let message = text["message"].as_str().expect("a text");
        json!({ "authData": { "wallet": {
            "family": W::FAMILY,
            "address": wallet.address(),
            "message": message,
            "signature": wallet.sign(message),
        } } })
    }

    /// What an old client sends after signing its own text.
    pub(crate) async fn signed_by_old_client<W: Wallet>(
        &self,
        browser: &Browser,
        wallet: &W,
    ) -> Json {
        let time = self.ask(browser, "getServerTime", json!({})).await;
        let time = time["dateTime"].as_str().expect("a time");
        let text = format!("Moralis Authentication\n\nId: {APPLICATION}:{time}");
        let signature = wallet.sign(&text);
        json!({ "authData": { W::PROVIDER: {
            "id": wallet.address(), "signature": signature, "data": text,
        } } })
    }

    /// Everything that is stored, as text.
    pub(crate) async fn dump(&self) -> String {
        let sql = r#"select string_agg(row::text, ' ') from (
            select to_jsonb(u) as row from "_User" u union all select to_jsonb(s) from "_Session" s
            union all select to_jsonb(e) from "_EthAddress" e
            union all select to_jsonb(c) from _touchstone.wallet_challenge c) all_rows"#;
        self.database.client().await.query_one(sql, &[]).await.expect("a dump").get(0)
    }

    pub(crate) async fn number(&self, sql: &str) -> i64 {
        self.database.client().await.query_one(sql, &[]).await.expect("a number").get(0)
    }

    pub(crate) async fn alter(&self, sql: &str) {
        self.database.client().await.batch_execute(sql).await.expect("altered");
    }
}

/// The token of an answer.
pub(crate) fn token(saved: &Saved) -> String {
    saved.body["sessionToken"].as_str().expect("a session").to_owned()
}

/// The code of a refusal.
pub(crate) fn code<T: std::fmt::Debug>(outcome: Result<T, Error>) -> i32 {
    match outcome {
        Ok(answer) => panic!("answered: {answer:?}"),
        Err(error) => error.code().unwrap_or_else(|| panic!("failed: {error:?}")).0,
    }
}

pub(crate) fn map(json: Json) -> JsonMap {
    match json {
        Json::Object(map) => map,
        other => panic!("not an object: {other}"),
    }
}

/// A clock that stands until it is set.
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
