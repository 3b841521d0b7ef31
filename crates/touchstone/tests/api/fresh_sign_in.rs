//! What a stolen session is not enough for, and how long one of an administrator lasts.

use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Answer, Api, Hands, text};

const PASSWORD: &str = "correct horse battery staple";
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

async fn by(api: &Api, token: &str, method: &str, path: &str, body: Json) -> Answer {
    api.send_with(method, path, &[("x-parse-session-token", token)], body).await
}

async fn sign_up(api: &Api, name: &str) -> (String, String) {
    let body = json!({ "username": name, "password": PASSWORD });
    let user = api.send("POST", "/users", body).await.ok();
    (text(&user, "objectId").to_owned(), text(&user, "sessionToken").to_owned())
}

async fn log_in(api: &Api, name: &str) -> String {
    let body = json!({ "username": name, "password": PASSWORD });
    let user = api.send("POST", "/login", body).await.ok();
    text(&user, "sessionToken").to_owned()
}

#[test]
fn how_an_account_is_signed_in_to_changes_within_minutes_of_a_sign_in_only() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00.000Z");
        let settings = [("FRESH_SIGN_IN", "300")];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        let (id, first) = sign_up(&api, "ada").await;
        let path = format!("/users/{id}");
        let email = json!({ "email": "ada@engines.example" });
        by(&api, &first, "PUT", &path, email.clone()).await.ok();

        clock.advance(5 * MINUTE + 1);
        let other = by(&api, &first, "POST", "/sessions", json!({})).await.ok();
        let other = text(&other, "sessionToken");
        let changes = [
            json!({ "password": "another horse altogether" }),
            json!({ "email": "thief@engines.example" }),
            json!({ "email": { "__op": "Delete" } }),
            json!({ "authData": { "anonymous": { "id": "x" } } }),
        ];
        for change in &changes {
            for token in [&first, other] {
                let answer = by(&api, token, "PUT", &path, change.clone()).await;
                assert_eq!((answer.status, &answer.body["code"]), (400, &json!(142)), "{change}");
                assert!(text(&answer.body, "error").starts_with("FRESH_SIGN_IN: "), "{change}");
            }
        }
        by(&api, &first, "PUT", &path, json!({ "nickname": "ada" })).await.ok();

        let again = log_in(&api, "ada").await;
        by(&api, &again, "PUT", &path, json!({ "email": "ada@home.example" })).await.ok();
        let changed = by(&api, &again, "PUT", &path, changes[0].clone()).await.ok();
        // A new password is no sign-in: anyone who has the session it leads to proves themself
        // again.
        let answer = by(&api, text(&changed, "sessionToken"), "PUT", &path, email).await;
        assert_eq!(answer.body["code"], json!(142));
        api.master("PUT", &path, json!({ "email": "ada@work.example" })).await.ok();
    });
}

#[test]
fn sessions_of_administrators_end_after_half_a_day_and_two_hours_without_use() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00.000Z");
        let settings =
            [("PROFILE", "product"), ("PUBLIC_SERVER_URL", "http://localhost:1337/parse")];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        let (mia, _) = sign_up(&api, "mia").await;
        let (_, tester) = sign_up(&api, "rin").await;
        let member = json!({ "__type": "Pointer", "className": "_User", "objectId": mia });
        let role = json!({
            "name": "administrators", "ACL": {},
            "users": { "__op": "AddRelation", "objects": [member] },
        });
        api.master("POST", "/roles", role).await.ok();
        let me = async |token: &str| by(&api, token, "GET", "/users/me", Json::Null).await.status;

        let used = log_in(&api, "mia").await;
        let unused = log_in(&api, "mia").await;
        for hour in 1..=11 {
            clock.advance(HOUR);
            assert_eq!(me(&used).await, 200, "after {hour} hours");
        }
        assert_eq!(me(&unused).await, 400);
        let next = by(&api, &used, "POST", "/sessions", json!({})).await.ok();
        clock.advance(HOUR + 1);
        assert_eq!(me(&used).await, 400);
        assert_eq!(me(text(&next, "sessionToken")).await, 400, "it ends with the one it came from");
        assert_eq!(me(&tester).await, 200);
    });
}
