//! Ranks with Redis beside the database: the same answers, whatever becomes of Redis.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use feedback::{AccessMode, Options};
use parse_engine::periodic_task::{Interval, run_due_tasks};
use parse_engine::{Clock, Engine, Settings, SystemClock, function, write};
use parse_http::redis::Redis;
use parse_identity::{Caller, RequestCredentials};
use parse_model::{ClassName, Date, Json, JsonMap};
use parse_store::{Store, StoreOptions, Timeouts};
use serde_json::json;
use testkit::{Database, Random, Template, case};
use touchstone::redis_boards::RedisBoards;

/// Our own Redis, as `just up` starts it.
const REDIS: &str = "redis://127.0.0.1:63799";
/// Nothing listens there.
const GONE: &str = "redis://127.0.0.1:1";
const PEOPLE: usize = 60;
const POSTINGS: usize = 120;

/// A clock on which time passes between questions: what a node found a second ago still holds for
/// it, and what the other one did meanwhile is not what is asked about.
#[derive(Debug, Default)]
struct Leaping(AtomicI64);

impl Leaping {
    fn leap(&self) {
        self.0.fetch_add(2, Ordering::Relaxed);
    }
}

impl Clock for Leaping {
    fn now(&self) -> Date {
        SystemClock.now().plus_seconds(self.0.load(Ordering::Relaxed))
    }
}

/// A programme that is asked in two ways: with Redis, and by the database alone.
struct Two {
    with: Engine,
    without: Engine,
    clock: Arc<Leaping>,
    admin: String,
    database: Database,
}

async fn engine(database: &Database, redis: Option<&str>, clock: &Arc<Leaping>) -> Engine {
    let options = StoreOptions {
        url: database.url(),
        replica_url: None,
        pipelined_connections: 2,
        client_queries: parse_store::ClientQueryOptions::default(),
        write_connections: 2,
        transaction_connections: 4,
        mixed_fleet: false,
        timeouts: Timeouts::default(),
        ca_file: None,
    };
    let store = Store::open(&options).await.expect("a database");
    let extension = feedback::extension(&Options {
        access: AccessMode::Open,
        has_push: false,
        app_url: String::new(),
        rank_cache: redis
            .map(|url| Arc::new(RedisBoards(Arc::new(Redis::at(url).expect("an address")))) as _),
        chain: Arc::new(feedback::NoTransport),
        outside: feedback::OutsideOptions::default(),
    });
    let clock = Arc::clone(clock) as _;
    Engine::start(store, extension, Settings::default(), clock).await.expect("an engine")
}

fn map(json: Json) -> JsonMap {
    json.as_object().expect("an object").clone()
}

async fn ask(engine: &Engine, token: &str, name: &str, params: Json) -> Json {
    let claim = RequestCredentials {
        session_token: Some(token.to_owned()),
        ..RequestCredentials::default()
    };
    let caller = engine.caller(claim).await.expect("a session");
    let answer = function::call(&engine.cx(caller), name, map(params)).await;
    answer.unwrap_or_else(|error| panic!("{name}: {error}")).unwrap_or_default()
}

fn token(person: usize) -> String {
    format!("r:{person:032x}")
}

impl Two {
    async fn open(redis: &str) -> Two {
        static TABLES: Template = Template::new();
        let clock = Arc::new(Leaping::default());
        let prepare = async |database: &Database| drop(engine(database, None, &clock).await);
        let database = TABLES.lease(prepare).await;
        let with = engine(&database, Some(redis), &clock).await;
        let without = engine(&database, None, &clock).await;
        let cx =
            without.cx(without.caller(RequestCredentials::default()).await.expect("no caller"));
        let mia = json!({ "username": "mia", "password": "correct horse battery" });
        let saved = write::create(&cx, &ClassName::user(), map(mia)).await.expect("a sign-up");
        let tx = without.begin(Caller::master());
        feedback::administrator::appoint(&tx, saved.id.as_str()).await.expect("an administrator");
        tx.commit().await.expect("a commit");
        let admin = saved.body["sessionToken"].as_str().expect("a session").to_owned();
        let two = Two { with, without, clock, admin, database };
        two.crowd().await;
        let season = json!({ "name": "One", "startsAt": "2020-01-01T00:00:00.000Z",
            "endsAt": "2040-01-01T00:00:00.000Z" });
        ask(&two.without, &two.admin, "seasonSave", season).await;
        let live = json!({ "number": 1, "state": "live" });
        ask(&two.without, &two.admin, "seasonSetState", live).await;
        two
    }

    async fn crowd(&self) {
        let tokens: Vec<String> = (0..PEOPLE).map(token).collect();
        let ids: Vec<String> = (0..PEOPLE).map(|n| format!("p{n}")).collect();
        let client = self.database.client().await;
        let users = r#"insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "isAdmin", "status", "personId")
            select id, now(), now(), id, false, 'active', id from unnest($1::text[]) id"#;
        client.execute(users, &[&ids]).await.expect("people");
        let sessions = r#"insert into "_Session" ("objectId", "createdAt", "updatedAt", "user", "sessionToken", "expiresAt")
            select id, now(), now(), id, token, '2040-01-01' from unnest($1::text[], $2::text[]) one(id, token)"#;
        client.execute(sessions, &[&ids, &tokens]).await.expect("sessions");
    }

    async fn alter(&self, sql: &str) {
        self.database.client().await.batch_execute(sql).await.expect("a statement");
    }

    async fn give(&self, person: usize, amount: i64) {
        let params = json!({ "user": format!("p{person}"), "amount": amount, "rule": "manual",
            "reason": "For the case at hand." });
        ask(&self.without, &self.admin, "pointsAdjust", params).await;
    }

    /// Both give a user the same answers.
    async fn agree(&self, person: usize) {
        for (name, params) in [
            ("myStanding", json!({})),
            ("standingsAround", json!({ "radius": 3 })),
            ("standingsTop", json!({})),
        ] {
            self.clock.leap();
            let ask = async |engine| {
                let mut answer = ask(engine, &token(person), name, params.clone()).await;
                answer.as_object_mut().expect("an object").remove("asOf");
                answer
            };
            assert_eq!(ask(&self.with).await, ask(&self.without).await, "{name} of p{person}");
        }
    }

    /// The key of the board in Redis, and how many stand on it there; `None` if it is not there.
    async fn kept(&self) -> (String, Option<usize>) {
        let client = self.database.client().await;
        let row = client.query_one("select name::text from _touchstone.board", &[]).await;
        let key = format!("touchstone:board:{{{}}}", row.expect("a board").get::<_, String>(0));
        let count: usize =
            redis::cmd("ZCARD").arg(&key).query_async(&mut line().await).await.expect("a count");
        (key, count.checked_sub(1))
    }
}

async fn line() -> redis::aio::MultiplexedConnection {
    let client = redis::Client::open(REDIS).expect("an address");
    client.get_multiplexed_async_connection().await.expect("Redis, which `just up` starts")
}

/// One thing that changes ranks.
async fn change(two: &Two, random: &mut Random) {
    let person = random.below(PEOPLE);
    match random.below(20) {
        0 => {
            let state = *random.pick(&["held", "clear"]);
            let sql = format!(
                r#"update "_User" set "riskState" = '{state}' where "objectId" = 'p{person}'"#
            );
            two.alter(&sql).await;
        }
        1 => {
            let high = random.below(3);
            let sql = format!(
                r#"update "Standing" set "highCount" = {high} where "personId" = 'p{person}'"#
            );
            two.alter(&sql).await;
        }
        // Few amounts, so that many have the same total.
        2..=5 => two.give(person, -10).await,
        _ => two.give(person, 10 * random.between(1, 3)).await,
    }
}

#[test]
fn random_postings_give_the_same_ranks_with_redis_and_without() {
    case(async {
        let two = Two::open(REDIS).await;
        let mut random = Random::new(7);
        two.give(0, 10).await;
        run_due_tasks(&two.with, Interval::Second).await;
        assert_eq!(two.kept().await.1, Some(1), "Redis has the board");
        for step in 0..POSTINGS {
            change(&two, &mut random).await;
            if step % 20 == 0 {
                two.agree(random.below(PEOPLE)).await;
            }
        }
        for person in 0..PEOPLE {
            two.agree(person).await;
        }
        let (_, kept) = two.kept().await;
        let ranked =
            ask(&two.without, &two.admin, "standingsTop", json!({})).await["total"].clone();
        assert_eq!(json!(kept), ranked, "a reader sends Redis what it missed");
    });
}

#[test]
fn what_redis_lost_is_told_by_the_database_and_made_anew() {
    case(async {
        let two = Two::open(REDIS).await;
        for person in 0..9 {
            two.give(person, 10).await;
        }
        run_due_tasks(&two.with, Interval::Second).await;
        let (key, kept) = two.kept().await;
        assert_eq!(kept, Some(9));
        let lost: usize = redis::cmd("DEL").arg(&key).query_async(&mut line().await).await.unwrap();
        assert_eq!(lost, 1);
        two.agree(4).await;
        assert_eq!(two.kept().await.1, None, "readers do not wait until it is rebuilt");
        run_due_tasks(&two.with, Interval::Second).await;
        assert_eq!(two.kept().await.1, Some(9));
        two.agree(4).await;
        // More than are remembered one by one.
        two.alter(
        r#"insert into "Standing" ("objectId", "createdAt", "updatedAt", "season", "personId", "displayUser", "total", "highCount", "lastSeq", "eligible")
        select 's' || n, now(), now(), 1, 's' || n, 's' || n, n % 30, 0, 100 + n, true from generate_series(31, 900) n where n % 30 > 0"#,
    )
    .await;
        two.agree(4).await;
        run_due_tasks(&two.with, Interval::Second).await;
        assert_eq!(two.kept().await.1, Some(9 + 841));
        two.agree(4).await;
    });
}

#[test]
fn a_board_in_redis_that_is_wrong_or_of_another_time_is_not_believed() {
    case(async {
        let two = Two::open(REDIS).await;
        for person in 0..9 {
            two.give(person, 10).await;
        }
        run_due_tasks(&two.with, Interval::Second).await;
        let (key, _) = two.kept().await;
        // As after a backup of the database was restored: Redis knows of more than there is.
        let mut redis = redis::cmd("ZADD");
        let _: () =
            redis.arg(&key).arg(1000).arg("~").query_async(&mut line().await).await.unwrap();
        two.agree(4).await;
        run_due_tasks(&two.with, Interval::Second).await;
        let mut redis = redis::cmd("ZSCORE");
        let version: u64 = redis.arg(&key).arg("~").query_async(&mut line().await).await.unwrap();
        assert_eq!(version, 9, "it was rebuilt");
        two.agree(4).await;
    });
}

#[test]
fn while_redis_is_gone_the_database_tells_ranks() {
    case(async {
        let two = Two::open(GONE).await;
        for person in 0..5 {
            two.give(person, 10).await;
            run_due_tasks(&two.with, Interval::Second).await;
            two.agree(person).await;
        }
    });
}

#[test]
fn a_board_that_is_behind_goes_on_where_it_stopped_and_is_not_made_anew() {
    case(async {
        let two = Two::open(REDIS).await;
        for person in 0..9 {
            two.give(person, 10).await;
        }
        run_due_tasks(&two.with, Interval::Second).await;
        let (key, _) = two.kept().await;
        // Rebuilding it would not restore this one.
        let stranger: usize = redis::cmd("ZADD")
            .arg(&key)
            .arg(0)
            .arg("~~")
            .query_async(&mut line().await)
            .await
            .expect("a member");
        assert_eq!(stranger, 1);
        for person in 4..12 {
            two.give(person, 20).await;
        }
        // Another node, as after the death of the one that built the board.
        let heir = engine(&two.database, Some(REDIS), &two.clock).await;
        run_due_tasks(&heir, Interval::Second).await;
        assert_eq!(two.kept().await.1, Some(12 + 1), "those who came, and the stranger");
        for person in 0..12 {
            two.agree(person).await;
        }
    });
}

#[test]
fn a_board_is_made_anew_while_points_are_given_and_ranks_asked_for() {
    case(async {
        let two = Two::open(REDIS).await;
        for person in 0..PEOPLE {
            two.give(person, 10).await;
        }
        run_due_tasks(&two.with, Interval::Second).await;
        let (key, _) = two.kept().await;
        let mut random = Random::new(11);
        let giving = async {
            for _ in 0..PEOPLE {
                two.give(random.below(PEOPLE), 10).await;
            }
        };
        let making = async {
            for _ in 0..10 {
                let _: usize = redis::cmd("DEL")
                    .arg(&key)
                    .query_async(&mut line().await)
                    .await
                    .expect("a loss");
                run_due_tasks(&two.with, Interval::Second).await;
            }
        };
        let asking = async {
            for person in 0..PEOPLE {
                two.clock.leap();
                let mine = ask(&two.with, &token(person), "myStanding", json!({})).await;
                assert!(mine["standing"]["rank"].as_u64().is_some_and(|rank| rank > 0), "{mine}");
            }
        };
        tokio::join!(giving, making, asking);
        run_due_tasks(&two.with, Interval::Second).await;
        assert_eq!(two.kept().await.1, Some(PEOPLE));
        for person in 0..PEOPLE {
            two.agree(person).await;
        }
    });
}
