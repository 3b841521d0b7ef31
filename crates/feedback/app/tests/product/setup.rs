use feedback::AccessMode;
use parse_identity::Caller;
use serde_json::{Value, json};
use testkit::case;

use crate::stage::{PASSWORD, Programme};

/// What the operator is shown at the start, and the token in it.
async fn startup_message(programme: &Programme) -> Option<String> {
    let cx = programme.engine.cx(Caller::master());
    let message = programme.engine.extension().startup_message().expect("a message");
    let text = message.at_start(&cx).await.expect("a word")?;
    let (_, rest) = text.split_once("https://beta.example/setup#token=").expect("a link");
    Some(rest.split_whitespace().next().expect("a token").to_owned())
}

fn first(token: &str, username: &str) -> Value {
    json!({
        "token": token,
        "administrator": { "username": username, "password": PASSWORD },
        "product": { "name": "Basalt", "shortName": "Bas" },
    })
}

#[test]
fn anyone_who_holds_the_token_makes_the_first_administrator_and_nobody_after_them() {
    case(async {
        let programme = Programme::with(AccessMode::Invite).await;
        let state = programme.call(None, "setupState", json!({})).await.expect("a state");
        assert_eq!(state["needed"], true);
        let token = startup_message(&programme).await.expect("a token");

        let wrong = json!({ "token": "x".repeat(32) });
        assert_eq!(programme.refusal(None, "setupCheckToken", wrong).await.0, 119);
        assert_eq!(
            programme.refusal(None, "setupComplete", first("guess", "mallory")).await.0,
            119
        );
        programme.call(None, "setupCheckToken", json!({ "token": token })).await.expect("good");
        programme.call(None, "setupComplete", first(&token, "mia")).await.expect("set up");

        let state = programme.call(None, "setupState", json!({})).await.expect("a state");
        assert_eq!(state["needed"], false);
        assert_eq!(state["product"], json!({ "name": "Basalt", "shortName": "Bas" }));
        let again = programme.refusal(None, "setupComplete", first(&token, "mallory")).await;
        assert_eq!(again, (101, "Object not found.".to_owned()));
        assert_eq!(startup_message(&programme).await, None);
    });
}

#[test]
fn of_two_who_set_up_at_once_one_is_the_administrator() {
    case(async {
        let programme = Programme::with(AccessMode::Invite).await;
        let token = startup_message(&programme).await.expect("a token");
        let complete = |name: &str| programme.call(None, "setupComplete", first(&token, name));
        let (one, other) = tokio::join!(complete("mia"), complete("max"));
        assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
        let client = programme.database.client().await;
        let row = client.query_one(r#"select count(*) from "_User""#, &[]).await.expect("a count");
        assert_eq!(row.get::<_, i64>(0), 1);
    });
}

#[test]
fn a_refused_password_leaves_the_token_good() {
    case(async {
        let programme = Programme::with(AccessMode::Invite).await;
        let token = startup_message(&programme).await.expect("a token");
        let mut bad = first(&token, "mia");
        bad["product"]["name"] = json!("");
        let (code, text) = programme.refusal(None, "setupComplete", bad).await;
        assert_eq!(code, 142);
        assert!(text.contains("product.name"), "{text}");
        programme.call(None, "setupComplete", first(&token, "mia")).await.expect("set up");
    });
}

#[test]
fn a_guess_is_refused_at_once_while_a_user_sets_up() {
    case(async {
        let programme = Programme::with(AccessMode::Invite).await;
        let client = programme.database.client().await;
        let held = "select pg_advisory_lock(hashtext('touchstone.setup'))";
        client.batch_execute(held).await.expect("the lock of the set-up");
        let guess = programme.refusal(None, "setupComplete", first("guess", "mallory")).await;
        assert_eq!(guess.0, 119, "{guess:?}");
    });
}
