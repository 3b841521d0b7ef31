//! Accounts at Discord and Telegram: how they are linked, by whom, and what reaches them.

use ed25519_dalek::{Signer, SigningKey};
use integrations::{Answer, CallFailed};
use parse_engine::{ServiceCall, ServiceReply, worker};
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

const DISCORD: &str = "https://discord.com/api";
const TELEGRAM: &str = "https://api.telegram.org/bot12:sEcReT";
const KEY: &str = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";

/// An administrator and a programme whose bots work.
async fn with_bots() -> (Programme, TestUser) {
    let programme = Programme::open().await;
    let mia = programme.administrator("mia").await;
    let ok = |body: Json| Ok(Answer::new(200, body.to_string()));
    let outside = &programme.outside;
    outside.answer_always(
        &format!("{DISCORD}/v10/users/@me"),
        ok(json!({ "id": "900", "username": "bot" })),
    );
    outside.answer_always(&format!("{DISCORD}/v10/channels"), ok(json!({ "id": "501" })));
    let me = json!({ "ok": true, "result": { "username": "touch_bot" } });
    outside.answer_always(&format!("{TELEGRAM}/getMe"), ok(me));
    for method in ["setWebhook", "getWebhookInfo", "sendMessage"] {
        let done = json!({ "ok": true, "result": { "message_id": 7 } });
        outside.answer_always(&format!("{TELEGRAM}/{method}"), ok(done));
    }
    let discord = json!({ "clientId": "77", "clientSecret": "cLiEnT", "botToken": "bOtToKeN", "publicKey": KEY });
    for (service, settings) in
        [("discord", discord), ("telegram", json!({ "botToken": "12:sEcReT" }))]
    {
        let save = json!({ "service": service, "settings": settings });
        programme.ask(&mia, "chatServiceSave", save).await;
        let tested = programme.ask(&mia, "chatServiceTest", json!({ "service": service })).await;
        assert_eq!(tested["ok"], true, "{tested}");
    }
    (programme, mia)
}

impl Programme {
    /// Hands a service's call to the product.
    async fn receive(&self, service: &str, call: ServiceCall) -> ServiceReply {
        let hook = self.engine.extension().service_hook(service).expect("a hook");
        let cx = self.engine.cx(Caller::master());
        hook.receive(&cx, call).await.expect("an answer")
    }

    /// What the last call of a method of Telegram's said.
    fn telegram(&self, method: &str) -> Json {
        let heard = self.outside.heard(&format!("{TELEGRAM}/{method}"));
        serde_json::from_slice(&heard.last().expect("a call").body).expect("JSON")
    }

    /// Telegram calls the webhook that was registered.
    async fn telegram_sends(&self, update: Json) -> ServiceReply {
        let hook = self.telegram("setWebhook");
        let path = hook["url"].as_str().and_then(|url| url.rsplit('/').next()).expect("a path");
        let secret = hook["secret_token"].as_str().expect("a secret").to_owned();
        self.receive("telegram", telegram_call(path, &secret, &update)).await
    }

    async fn state(&self, who: &TestUser, service: &str) -> Json {
        let links = self.ask(who, "accountLinks", json!({})).await;
        let rows = links["rows"].as_array().expect("rows").clone();
        rows.into_iter().find(|row| row["service"] == service).expect("a row")
    }

    /// Begins a link by Discord's page and gives the state that comes back.
    async fn discord_state(&self, who: &TestUser) -> String {
        let begun = self.ask(who, "accountLinkStart", json!({ "service": "discord" })).await;
        let url = begun["url"].as_str().expect("an address");
        let state = url.split("&state=").nth(1).and_then(|rest| rest.split('&').next());
        state.expect("a state").replace("%5F", "_").replace("%2D", "-")
    }

    /// Discord exchanges the next code, for an account of this id.
    fn discord_knows(&self, id: &str) {
        let token = json!({ "access_token": "t0ken", "scope": "identify" }).to_string();
        self.outside.answer_next(&format!("{DISCORD}/oauth2/token"), Ok(Answer::new(200, token)));
        let user = json!({ "id": id, "username": "rin" }).to_string();
        let channel = Ok(Answer::new(200, json!({ "id": "500" }).to_string()));
        let me = format!("{DISCORD}/v10/users/@me");
        self.outside.answer_next(&me, Ok(Answer::new(200, user)));
        self.outside.answer_next(&me, channel);
    }
}

fn telegram_call(path: &str, secret: &str, update: &Json) -> ServiceCall {
    let header = ("x-telegram-bot-api-secret-token".to_owned(), secret.to_owned());
    let body = update.to_string().into();
    ServiceCall { path: vec![path.to_owned()], headers: vec![header], body }
}

fn start(number: u32, payload: &str, person: u32) -> Json {
    json!({ "update_id": number, "message": { "text": format!("/start {payload}"),
        "from": { "id": person, "is_bot": false, "first_name": "Rin" }, "chat": { "id": person, "type": "private" } } })
}

fn member(number: u32, person: u32, status: &str) -> Json {
    json!({ "update_id": number, "my_chat_member": { "from": { "id": person, "is_bot": false, "first_name": "Rin" },
        "chat": { "id": person, "type": "private" }, "new_chat_member": { "status": status } } })
}

fn finish(state: &str) -> Json {
    json!({ "service": "discord", "code": "the-code", "state": state })
}

#[test]
fn secrets_of_a_service_are_told_to_nobody_and_kept_sealed() {
    case(async {
        let (programme, mia) = with_bots().await;
        let seen = [
            programme.ask(&mia, "chatServices", json!({})).await,
            programme.ask(&mia, "audit", json!({})).await,
        ];
        let client = programme.database.client().await;
        let kept = "select jsonb_agg(s)::text from _touchstone.chat_service s";
        let kept: String = client.query_one(kept, &[]).await.expect("rows").get(0);
        for shown in seen.iter().map(Json::to_string).chain([kept]) {
            for secret in ["cLiEnT", "bOtToKeN", "sEcReT"] {
                assert!(!shown.contains(secret), "{shown}");
            }
        }
        assert_eq!(seen[0]["rows"][0]["fields"][0]["value"], "77");
        let rin = programme.tester("rin").await;
        let refused = programme.refusal(Some(&rin), "chatServices", json!({})).await;
        assert_eq!(refused.0, 119, "{refused:?}");
    });
}

#[test]
fn an_account_at_discord_is_linked_by_its_page_and_greeted() {
    case(async {
        let (programme, _) = with_bots().await;
        let rin = programme.tester("rin").await;
        let state = programme.discord_state(&rin).await;
        programme.discord_knows("4242");
        let done = programme.ask(&rin, "accountLinkFinish", finish(&state)).await;
        assert_eq!((&done["state"], &done["name"]), (&json!("linked"), &json!("rin")), "{done}");
        let sent = programme.outside.heard(&format!("{DISCORD}/v10/channels/500/messages"));
        assert_eq!(sent.len(), 1, "a welcome");
        let exchange = programme.outside.heard(&format!("{DISCORD}/oauth2/token"));
        let form = String::from_utf8_lossy(&exchange[0].body).into_owned();
        assert!(form.contains("redirect_uri=https%3A%2F%2Fbeta%2Eexample%2Flink%2Fdiscord"));
        assert!(form.contains("code_verifier="));
        let client = programme.database.client().await;
        let kept = r#"select (select jsonb_agg(l) from _touchstone.account_link l)::text
            || coalesce((select jsonb_agg(a) from _touchstone.account_link_attempt a)::text, '')"#;
        let kept: String = client.query_one(kept, &[]).await.expect("rows").get(0);
        assert!(!kept.contains("t0ken"), "tokens are dropped: {kept}");
        let again = programme.refusal(Some(&rin), "accountLinkFinish", finish(&state)).await;
        assert!(again.1.starts_with("LINK_"), "a state works once: {again:?}");
    });
}

#[test]
fn a_state_of_somebody_else_ends_both_links_and_is_recorded() {
    case(async {
        let (programme, mia) = with_bots().await;
        let (rin, eve) = (programme.tester("rin").await, programme.tester("eve").await);
        let theirs = programme.discord_state(&eve).await;
        let own = programme.discord_state(&rin).await;
        programme.discord_knows("666");
        let refused = programme.refusal(Some(&rin), "accountLinkFinish", finish(&theirs)).await;
        assert!(refused.1.starts_with("LINK_FOREIGN"), "{refused:?}");
        let asked = programme.outside.heard(&format!("{DISCORD}/oauth2/token"));
        assert!(asked.is_empty(), "nothing is asked outside");
        for (who, state) in [(&rin, &own), (&eve, &theirs)] {
            let refused = programme.refusal(Some(who), "accountLinkFinish", finish(state)).await;
            assert!(refused.1.starts_with("LINK_"), "{refused:?}");
        }
        let record = programme.ask(&mia, "audit", json!({})).await.to_string();
        assert!(record.contains("accountLinkFinish") && !record.contains("the-code"), "{record}");
    });
}

#[test]
fn a_link_belongs_to_the_session_that_began_it_and_ends_after_ten_minutes() {
    case(async {
        let (programme, _) = with_bots().await;
        let rin = programme.tester("rin").await;
        let state = programme.discord_state(&rin).await;
        let elsewhere = programme.sign_in("rin", crate::stage::PASSWORD).await.expect("a session");
        let refused =
            programme.refusal(Some(&elsewhere), "accountLinkFinish", finish(&state)).await;
        assert!(refused.1.starts_with("LINK_FOREIGN"), "{refused:?}");
        let state = programme.discord_state(&rin).await;
        programme.clock.advance(600);
        let refused = programme.refusal(Some(&rin), "accountLinkFinish", finish(&state)).await;
        assert!(refused.1.starts_with("LINK_EXPIRED"), "{refused:?}");
        let refused = programme.refusal(Some(&rin), "accountLinkFinish", finish("nothing")).await;
        assert!(refused.1.starts_with("LINK_UNKNOWN"), "{refused:?}");
    });
}

#[test]
fn one_account_there_is_one_account_here() {
    case(async {
        let (programme, _) = with_bots().await;
        let (rin, eve) = (programme.tester("rin").await, programme.tester("eve").await);
        let state = programme.discord_state(&rin).await;
        programme.discord_knows("4242");
        programme.ask(&rin, "accountLinkFinish", finish(&state)).await;
        let state = programme.discord_state(&eve).await;
        programme.discord_knows("4242");
        let refused = programme.refusal(Some(&eve), "accountLinkFinish", finish(&state)).await;
        assert!(refused.1.starts_with("LINK_TAKEN"), "{refused:?}");
        programme.ask(&rin, "accountLinkRemove", json!({ "service": "discord" })).await;
        assert_eq!(programme.state(&rin, "discord").await["state"], "none");
    });
}

#[test]
fn telegram_is_linked_by_start_and_a_yes_on_the_page() {
    case(async {
        let (programme, _) = with_bots().await;
        let rin = programme.tester("rin").await;
        let begun = programme.ask(&rin, "accountLinkStart", json!({ "service": "telegram" })).await;
        let link = begun["deepLink"].as_str().expect("a link").to_owned();
        let payload = link.strip_prefix("https://t.me/touch_bot?start=").expect("a payload");
        let yes = json!({ "service": "telegram" });
        let early = programme.refusal(Some(&rin), "accountLinkConfirm", yes.clone()).await;
        assert!(early.1.starts_with("LINK_NOBODY"), "{early:?}");
        assert_eq!(programme.telegram_sends(start(1, payload, 42)).await, ServiceReply::Done);
        assert_eq!(programme.state(&rin, "telegram").await["state"], "pending");
        // A person who obtains the link cannot take it over.
        programme.telegram_sends(start(2, payload, 43)).await;
        let pending = programme.state(&rin, "telegram").await;
        assert_eq!(pending["name"], "Rin");
        let done = programme.ask(&rin, "accountLinkConfirm", yes).await;
        assert_eq!(done["state"], "linked", "{done}");
        assert_eq!(programme.telegram("sendMessage")["chat_id"], 42);
        programme.telegram_sends(member(3, 42, "kicked")).await;
        let blocked = programme.state(&rin, "telegram").await;
        assert_eq!(blocked["state"], "broken");
        assert!(blocked["problem"].as_str().is_some_and(|text| text.ends_with('.')), "{blocked}");
        programme.telegram_sends(member(4, 42, "member")).await;
        assert_eq!(programme.state(&rin, "telegram").await["state"], "linked");
        // What comes twice is taken once.
        programme.telegram_sends(member(3, 42, "kicked")).await;
        assert_eq!(programme.state(&rin, "telegram").await["state"], "linked");
    });
}

#[test]
fn telegram_is_believed_with_path_and_secret_alone() {
    case(async {
        let (programme, _) = with_bots().await;
        let hook = programme.telegram("setWebhook");
        let path = hook["url"].as_str().and_then(|url| url.rsplit('/').next()).expect("a path");
        let secret = hook["secret_token"].as_str().expect("a secret");
        let update = member(1, 42, "kicked");
        for (path, secret) in [(path, ""), (path, "wrong"), ("wrong", secret), ("", secret)] {
            let reply = programme.receive("telegram", telegram_call(path, secret, &update)).await;
            assert_eq!(reply, ServiceReply::Unproved, "{path} {secret}");
        }
        let mut odd = telegram_call(path, secret, &update);
        odd.body = "<html>".into();
        assert_eq!(programme.receive("telegram", odd).await, ServiceReply::Unreadable);
    });
}

/// The key of the vectors: its seed is 32 times 1.
fn signed(programme: &Programme, body: &Json) -> ServiceCall {
    let time = (programme.now().millis() / 1000).to_string();
    let body = body.to_string();
    let signature = SigningKey::from_bytes(&[1; 32]).sign(format!("{time}{body}").as_bytes());
    let hex = signature.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let headers =
        vec![("x-signature-ed25519".to_owned(), hex), ("x-signature-timestamp".to_owned(), time)];
    ServiceCall { path: Vec::new(), headers, body: body.into() }
}

fn typed(code: &str, person: &str) -> Json {
    json!({ "type": 2, "data": { "name": "link", "options": [{ "name": "code", "value": code }] },
        "member": { "user": { "id": person, "username": "rin" } } })
}

#[test]
fn discord_is_linked_by_a_code_that_is_typed_there_and_only_signed_calls_count() {
    case(async {
        let (programme, _) = with_bots().await;
        let rin = programme.tester("rin").await;
        let ping = signed(&programme, &json!({ "type": 1 }));
        let mut forged = ping.clone();
        forged.body = json!({ "type": 2 }).to_string().into();
        assert_eq!(programme.receive("discord", forged).await, ServiceReply::Unproved);
        let pong = programme.receive("discord", ping.clone()).await;
        assert_eq!(pong, ServiceReply::Json(json!({ "type": 1 })));
        programme.clock.advance(301);
        assert_eq!(programme.receive("discord", ping).await, ServiceReply::Unproved);
        let begun = programme.ask(&rin, "accountLinkStart", json!({ "service": "discord" })).await;
        let code = begun["code"].as_str().expect("a code").to_lowercase();
        let call = signed(&programme, &typed(&code, "4242"));
        assert!(matches!(programme.receive("discord", call).await, ServiceReply::Json(_)));
        assert_eq!(programme.state(&rin, "discord").await["state"], "pending");
        let done = programme.ask(&rin, "accountLinkConfirm", json!({ "service": "discord" })).await;
        assert_eq!(done["state"], "linked", "{done}");
        for _ in 0..5 {
            let call = signed(&programme, &typed("WRNG-WRNG", "31"));
            programme.receive("discord", call).await;
        }
        let call = signed(&programme, &typed("WRNG-WRNG", "31"));
        let ServiceReply::Json(said) = programme.receive("discord", call).await else {
            panic!("no answer")
        };
        assert!(said.to_string().contains("Too many wrong codes"), "{said}");
    });
}

/// A delivery that waits to be sent to a user.
async fn waiting(programme: &Programme, who: &TestUser, channel: &str, event: &str) {
    let client = programme.database.client().await;
    let now = programme.now().millis().to_string();
    let sql = r#"insert into _touchstone.delivery (key, channel, receiver, event, kind, bucket, data, state, due_at, created_at)
        select $1 || ':' || $2 || ':' || $3, $3, $2, $1, 'info_asked', 'action', '{"question": "Which wallet?"}', 'waiting', t, t
        from (select 'epoch'::timestamptz + $4::text::bigint * interval '1 millisecond' as t) m"#;
    client.execute(sql, &[&event, &who.id, &channel, &now]).await.expect("a delivery");
}

async fn delivered(programme: &Programme, event: &str) -> String {
    let client = programme.database.client().await;
    let sql = "select state from _touchstone.delivery where event = $1";
    client.query_one(sql, &[&event]).await.expect("a delivery").get(0)
}

#[test]
fn what_waits_for_somebody_reaches_their_chat_and_a_refusal_is_told_to_them() {
    case(async {
        let (programme, _) = with_bots().await;
        let rin = programme.tester("rin").await;
        let begun = programme.ask(&rin, "accountLinkStart", json!({ "service": "telegram" })).await;
        let link = begun["deepLink"].as_str().expect("a link").to_owned();
        programme.telegram_sends(start(1, link.split('=').nth(1).expect("a payload"), 42)).await;
        programme.ask(&rin, "accountLinkConfirm", json!({ "service": "telegram" })).await;
        waiting(&programme, &rin, "telegram", "evt_0000000001").await;
        worker::drain_all(&programme.engine).await;
        let sent = programme.telegram("sendMessage").to_string();
        assert!(sent.contains("Which wallet?") && sent.contains("evt_0000000001"), "{sent}");
        assert_eq!(delivered(&programme, "evt_0000000001").await, "sent");
        let blocked = json!({ "ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user" });
        let send = format!("{TELEGRAM}/sendMessage");
        programme.outside.answer_next(&send, Ok(Answer::new(403, blocked.to_string())));
        waiting(&programme, &rin, "telegram", "evt_0000000002").await;
        worker::drain_all(&programme.engine).await;
        assert_eq!(delivered(&programme, "evt_0000000002").await, "dropped");
        let link = programme.state(&rin, "telegram").await;
        assert_eq!(link["state"], "broken");
        assert!(link["problem"].as_str().is_some_and(|text| text.contains("blocked")), "{link}");
    });
}

#[test]
fn a_message_at_discord_whose_answer_was_lost_is_sent_again_with_the_same_nonce() {
    case(async {
        let (programme, _) = with_bots().await;
        let rin = programme.tester("rin").await;
        let state = programme.discord_state(&rin).await;
        programme.discord_knows("4242");
        programme.ask(&rin, "accountLinkFinish", finish(&state)).await;
        let messages = format!("{DISCORD}/v10/channels/500/messages");
        let cut = CallFailed::Unsure("the connection broke".to_owned());
        programme.outside.answer_next(&messages, Err(cut));
        waiting(&programme, &rin, "discord", "evt_0000000001").await;
        worker::drain_all(&programme.engine).await;
        assert_eq!(delivered(&programme, "evt_0000000001").await, "sent");
        let heard = programme.outside.heard(&messages);
        let nonces: Vec<Json> = heard
            .iter()
            .skip(1)
            .map(|request| {
                serde_json::from_slice::<Json>(&request.body).expect("JSON")["nonce"].clone()
            })
            .collect();
        assert_eq!(nonces.len(), 2, "the welcome, then the same twice");
        assert_eq!(nonces[0], nonces[1]);
    });
}
