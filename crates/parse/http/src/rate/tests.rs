use serde_json::json;

use super::*;
use crate::redis::Redis;

const OUTSIDE: &str = "192.0.2.1";

struct Caller {
    from: IpAddr,
    key: Key,
    token: Option<&'static str>,
}

fn outside() -> Caller {
    Caller { from: OUTSIDE.parse().unwrap(), key: Key::None, token: None }
}

fn calls(rates: &Rates, caller: &Caller, method: &str, path: &str, body: &Json) -> bool {
    let call = Call {
        method,
        is_in_batch: false,
        path,
        from: caller.from,
        key: caller.key,
        body: body.as_object().unwrap(),
        query: "",
    };
    rates.charge(&call, caller.token).is_ok()
}

fn limited(rule: &Json) -> Rates {
    let rules = rules(&rule.to_string()).unwrap_or_else(|| panic!("{rule}"));
    Rates::new(&rules, Code::CONNECTION_FAILED, 10)
}

fn rule(more: Json) -> Json {
    let mut rule =
        json!({ "requestPath": "/login", "requestTimeWindow": 100_000, "requestCount": 1 });
    rule.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    rule
}

#[test]
fn one_call_too_many_is_refused() {
    let rates = limited(&rule(json!({ "errorResponseMessage": "Slowly." })));
    let (caller, nothing) = (outside(), json!({}));
    assert!(calls(&rates, &caller, "POST", "/login", &nothing));
    for path in ["/login", "/LOGIN/", "//login"] {
        assert!(!calls(&rates, &caller, "POST", path, &nothing), "{path}");
    }
    assert!(!calls(&rates, &caller, "GET", "/login", &nothing), "by whatever method");
    assert!(calls(&rates, &caller, "POST", "/logout", &nothing));
    let elsewhere = Caller { from: "192.0.2.2".parse().unwrap(), ..outside() };
    assert!(calls(&rates, &elsewhere, "POST", "/login", &nothing));
}

#[test]
fn the_master_key_and_this_machine_are_counted_only_where_a_rule_says_so() {
    let nothing = json!({});
    let master = Caller { key: Key::Master, ..outside() };
    let here = Caller { from: "127.0.0.1".parse().unwrap(), ..outside() };
    for caller in [master, here] {
        let rates = limited(&rule(json!({})));
        assert!((0..3).all(|_| calls(&rates, &caller, "POST", "/login", &nothing)));
        let all = json!({ "includeMasterKey": true, "includeInternalRequests": true });
        let rates = limited(&rule(all));
        assert!(calls(&rates, &caller, "POST", "/login", &nothing));
        assert!(!calls(&rates, &caller, "POST", "/login", &nothing));
    }
}

#[test]
fn methods_are_listed_or_a_pattern() {
    for methods in [json!(["POST"]), json!("^PO")] {
        let path = json!({ "requestPath": "/classes/*path", "requestMethods": methods });
        let rates = limited(&rule(path));
        let (caller, nothing) = (outside(), json!({}));
        assert!((0..3).all(|_| calls(&rates, &caller, "GET", "/classes/Note", &nothing)));
        assert!(calls(&rates, &caller, "POST", "/classes/Note", &nothing));
        assert!(!calls(&rates, &caller, "POST", "/classes/Note", &nothing));
    }
}

#[test]
fn zones_count_by_session_by_all_or_by_address() {
    let nothing = json!({});
    let session = limited(&rule(json!({ "zone": "session", "requestPath": "/*path" })));
    for token in [Some("r:1"), Some("r:2"), None] {
        let caller = Caller { token, ..outside() };
        assert!(calls(&session, &caller, "GET", "/users/me", &nothing), "{token:?}");
        assert!(!calls(&session, &caller, "GET", "/users/me", &nothing), "{token:?}");
    }
    let global = limited(&rule(json!({ "zone": "global" })));
    assert!(calls(&global, &outside(), "GET", "/login", &nothing));
    let elsewhere = Caller { from: "192.0.2.2".parse().unwrap(), ..outside() };
    assert!(!calls(&global, &elsewhere, "GET", "/login", &nothing));
}

#[test]
fn what_is_no_rule_is_not_read() {
    for wrong in [
        json!("x"),
        json!({}),
        rule(json!({ "requestCount": 0 })),
        rule(json!({ "zone": "moon" })),
        rule(json!({ "requestMethods": 7 })),
        rule(json!({ "requestMethods": "(" })),
        rule(json!({ "redisUrl": "redis://x" })),
        rule(json!({ "unknown": 1 })),
    ] {
        assert!(rules(&wrong.to_string()).is_none(), "{wrong}");
    }
    assert_eq!(rules(&json!([rule(json!({})), rule(json!({}))]).to_string()).unwrap().len(), 2);
}

#[test]
fn an_account_is_protected_from_many_addresses() {
    let rates = Rates::new(&product(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    let allowed = |name: &str, last: u8| {
        let caller = Caller { from: IpAddr::from([198, 51, 100, last]), ..outside() };
        calls(&rates, &caller, "POST", "/login", &json!({ "username": name }))
    };
    assert!((0..10).all(|last| allowed("Ada", last)));
    assert!(!allowed("ada", 11));
    assert!(allowed("grace", 11));
}

#[test]
fn a_network_signs_up_only_so_many_people_a_day() {
    let rates = Rates::new(&product(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    let allowed = |last: u8, path: &str| {
        let caller = Caller { from: IpAddr::from([198, 51, 100, last]), ..outside() };
        calls(&rates, &caller, "POST", path, &json!({}))
    };
    assert!((0..5).all(|_| allowed(1, "/users")));
    assert!(!allowed(1, "/classes/_User"), "the other spelling counts the same");
    assert!((2..17).all(|last| allowed(last, "/users")));
    assert!(!(17..40).any(|last| allowed(last, "/users")));
}

#[test]
fn a_refusal_says_when_to_come_again() {
    let rates = limited(&rule(json!({})));
    let body = JsonMap::new();
    let call = Call {
        method: "POST",
        is_in_batch: false,
        path: "/login",
        from: OUTSIDE.parse().unwrap(),
        key: Key::None,
        body: &body,
        query: "",
    };
    assert!(rates.charge(&call, None).is_ok());
    let Err(HttpError::TooOften(why)) = rates.charge(&call, None) else { panic!("a refusal") };
    assert_eq!((why.code, &*why.message), (Code::CONNECTION_FAILED, "Too many requests."));
    assert!(why.retry_after <= Duration::from_secs(100) && why.retry_after.as_secs() > 90);
}

#[test]
fn passwords_are_tried_at_one_pace_wherever_they_are_tried() {
    let rates = Rates::new(&product(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    let doors = ["/login", "/verifyPassword", "/challenge", "/Challenge/"];
    let tried = |number: usize| {
        let body = json!({ "username": format!("u{number}"), "password": "x" });
        calls(&rates, &outside(), "POST", doors[number % doors.len()], &body)
    };
    assert!((0..20).all(tried));
    assert!(!(20..40).any(tried));
}

#[test]
fn an_account_is_named_by_what_the_route_looks_up() {
    let rates = Rates::new(&product(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    for path in ["/requestPasswordReset", "/verificationEmailRequest"] {
        let asked = |number: u8| {
            let caller = Caller { from: IpAddr::from([198, 51, number, 1]), ..outside() };
            let body = json!({ "email": "ada@example.com", "username": format!("decoy{number}") });
            calls(&rates, &caller, "POST", path, &body)
        };
        assert!((0..3).all(asked), "{path}");
        assert!(!(3..20).any(asked), "{path}");
    }
}

#[test]
fn what_is_for_everybody_together_is_closed_by_nobody() {
    let rates = Rates::new(&product_accounts(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    let made = |from: [u16; 8]| {
        let caller = Caller { from: IpAddr::from(from), ..outside() };
        calls(&rates, &caller, "POST", "/users", &json!({}))
    };
    let of_one_provider = (0..300).filter(|n| made([0x2001, 0xdb8, *n, 0, 0, 0, 0, 1])).count();
    assert_eq!(of_one_provider, 205, "what is for all, and a share");
    assert!(made([0x2001, 0xdb9, 0, 0, 0, 0, 0, 1]), "others have theirs");
}

#[test]
fn signing_in_with_a_wallet_is_not_signing_up_with_a_password() {
    let rates = Rates::new(&product(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    let wallet = json!({ "wallet": { "address": "0x1" } });
    let sent = |body: Json| calls(&rates, &outside(), "POST", "/users", &body);
    assert!((0..20).all(|_| sent(json!({ "authData": wallet }))));
    assert!(!sent(json!({ "authData": wallet })));
    let with_password = || json!({ "authData": wallet, "username": "u", "password": "p" });
    assert!((0..5).all(|_| sent(with_password())));
    assert!(!sent(with_password()), "an identity beside a password changes nothing");
}

#[test]
fn an_address_that_was_charged_before_a_body_came_is_not_charged_again() {
    let rates = Rates::new(&product(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    let body = JsonMap::new();
    let call = Call {
        method: "POST",
        is_in_batch: false,
        path: "/functions/hello",
        from: OUTSIDE.parse().unwrap(),
        key: Key::None,
        body: &body,
        query: "",
    };
    let early = (0..1000).filter(|_| rates.charge_address(&call).is_ok()).count();
    assert!((600..700).contains(&early), "{early}");
    assert!((0..1000).all(|_| rates.charge_rest(&call, None).is_ok()));
    assert!(rates.charge(&call, None).is_err());
    let early = (0..1000).filter(|_| rates.charge_user_early(&call, "ada").is_ok()).count();
    assert!((600..700).contains(&early), "{early}");
    assert!(rates.charge_user_rest(&call, "ada").is_ok(), "only what it counts beside");
    assert!(rates.charge_user(&call, Some("ada")).is_err());
}

#[test]
fn rules_that_differ_in_anything_are_counted_apart_by_all_nodes() {
    let of = |more: Json| rules(&rule(more).to_string()).unwrap().remove(0);
    let different = [
        of(json!({})),
        of(json!({ "requestPath": "/users" })),
        of(json!({ "requestCount": 2 })),
        of(json!({ "requestTimeWindow": 200_000 })),
        of(json!({ "requestMethods": ["POST"] })),
        of(json!({ "requestMethods": ["PUT"] })),
        of(json!({ "requestMethods": "^P" })),
        of(json!({ "zone": "session" })),
        of(json!({ "includeMasterKey": true })),
        of(json!({ "includeInternalRequests": true })),
        Rule { only_master_key: true, ..of(json!({ "includeMasterKey": true })) },
        Rule { subject: rule::Subject::Identity, ..of(json!({})) },
        Rule { subject: rule::Subject::NoIdentity, ..of(json!({})) },
        Rule { is_strict: true, ..of(json!({})) },
    ];
    let shared = SharedCounts::new(Arc::new(Redis::at("redis://127.0.0.1:1").unwrap()), "app");
    let tally = Tally::from("192.0.2.1".to_owned());
    let keys: std::collections::HashSet<u128> = different
        .iter()
        .chain(&product())
        .chain(&product_accounts())
        .map(|rule| shared.charge(rule, &tally).key)
        .collect();
    assert_eq!(keys.len(), different.len() + product().len() + product_accounts().len());
    let other_words = of(json!({ "errorResponseMessage": "Slowly." }));
    assert_eq!(shared.charge(&other_words, &tally), shared.charge(&different[0], &tally));
}

/// Our own Redis, as `just up` starts it.
const REDIS: &str = "redis://127.0.0.1:63799";

/// What a table of rules says to each of many calls, one after the other.
#[tokio::test]
async fn with_redis_a_node_answers_as_it_does_without() {
    let operators = json!([
        { "requestPath": "/users", "requestTimeWindow": 3_600_000, "requestCount": 9 },
        { "requestPath": "/users", "requestTimeWindow": 7_200_000, "requestCount": 12 },
        { "requestPath": "/users", "requestTimeWindow": 3_600_000, "requestCount": 4,
          "requestMethods": ["PUT"] },
        { "requestPath": "/users", "requestTimeWindow": 3_600_000, "requestCount": 4,
          "requestMethods": ["GET"] },
        { "requestPath": "/classes/*path", "requestTimeWindow": 3_600_000, "requestCount": 15 },
        { "requestPath": "/classes/*path", "requestTimeWindow": 3_600_000, "requestCount": 15,
          "includeMasterKey": true, "zone": "session" },
    ]);
    let table: Vec<Rule> =
        rules(&operators.to_string()).unwrap().into_iter().chain(product()).collect();
    let rates = || Rates::new(&table, Code::REQUEST_LIMIT_EXCEEDED, 10);
    let application = format!("rates-{:x}", rand::random::<u64>());
    let shared = SharedCounts::new(Arc::new(Redis::at(REDIS).unwrap()), &application);
    let shared = Arc::new(shared);
    let (alone, together) = (rates(), rates().shared_by(Some(Arc::clone(&shared))));
    let reporting = telemetry::task::spawn("shared rates", async move { shared.report().await });
    let mut refused = 0;
    for number in 0..25_u8 {
        for (method, path, key) in [
            ("POST", "/login", Key::None),
            ("POST", "/verifyPassword", Key::None),
            ("POST", "/users", Key::None),
            ("GET", "/users", Key::None),
            ("PUT", "/users", Key::None),
            ("POST", "/requestPasswordReset", Key::None),
            ("POST", "/verificationEmailRequest", Key::None),
            ("POST", "/batch", Key::None),
            ("POST", "/classes/Note", Key::None),
            ("GET", "/classes/Note", Key::Master),
            ("POST", "/functions/hello", Key::None),
            ("POST", "/files/a.png", Key::None),
        ] {
            let body = json!({ "username": format!("u{number}"), "email": "a@b.example" });
            let call = Call {
                method,
                is_in_batch: false,
                path,
                from: OUTSIDE.parse().unwrap(),
                key,
                body: body.as_object().unwrap(),
                query: "",
            };
            let asked = async |rates: &Rates| {
                rates.charge(&call, Some("r:1"))?;
                rates.charge_together(&call, Some("r:1")).await?;
                rates.charge_user(&call, Some("ada"))
            };
            let (alone, together) = (asked(&alone).await, asked(&together).await);
            assert_eq!(alone.is_ok(), together.is_ok(), "{number} {method} {path}: {together:?}");
            refused += usize::from(alone.is_err());
        }
    }
    assert!(refused > 0, "nothing was refused");
    reporting.abort();
}

#[test]
fn the_root_of_the_mount_is_charged_like_every_other_path() {
    let rates = Rates::new(&product(), Code::REQUEST_LIMIT_EXCEEDED, 10);
    let (caller, nothing) = (outside(), json!({}));
    assert!((0..600).all(|_| calls(&rates, &caller, "POST", "/", &nothing)));
    for path in ["/", "//", "/nope"] {
        assert!(!calls(&rates, &caller, "POST", path, &nothing), "{path}");
    }
}
