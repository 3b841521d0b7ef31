//! What a new password must be like.

use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Answer, Api, text};
use crate::post::{GOOD, Mailing, id};

async fn sign_up(api: &Api, name: &str, password: &str) -> Answer {
    api.send("POST", "/users", json!({ "username": name, "password": password })).await
}

#[test]
fn a_pattern_and_the_name_are_minded_before_anything_else() {
    case(async {
        let settings = [
            ("PASSWORD_POLICY_VALIDATOR_PATTERN", "^(?=.*[0-9])(?=.*[a-z]).{6,}$"),
            ("PASSWORD_POLICY_VALIDATION_ERROR", "Letters and figures, please."),
            ("PASSWORD_POLICY_DO_NOT_ALLOW_USERNAME", "true"),
        ];
        let api = Api::with(&settings, Extension::default()).await;
        let made = sign_up(&api, "ada", "abc123").await.ok();
        for bad in ["abc12", "abcdef", "123456"] {
            sign_up(&api, "ada", bad).await.refused(400, 142, "Letters and figures, please.");
        }
        let named = "Password cannot contain your username.";
        sign_up(&api, "eve", "1eve23x").await.refused(400, 142, named);
        let session = [("x-parse-session-token", text(&made, "sessionToken"))];
        let path = format!("/users/{}", id(&made));
        let body = json!({ "password": "1ada23x" });
        api.send_with("PUT", &path, &session, body).await.refused(400, 142, named);
    });
}

#[test]
fn nobody_takes_one_of_their_last_passwords_again() {
    case(async {
        let settings = [("PASSWORD_POLICY_MAX_PASSWORD_HISTORY", "3")];
        let api = Api::with(&settings, Extension::default()).await;
        let made = sign_up(&api, "ada", "one").await.ok();
        let path = format!("/users/{}", id(&made));
        let change =
            async |password: &str| api.master("PUT", &path, json!({ "password": password })).await;
        let text = "New password should not be the same as last 3 passwords.";
        change("one").await.refused(400, 142, text);
        change("two").await.ok();
        change("three").await.ok();
        for old in ["one", "two", "three"] {
            change(old).await.refused(400, 142, text);
        }
        change("four").await.ok();
        change("one").await.ok();
        change("three").await.refused(400, 142, text);
    });
}

#[test]
fn a_password_that_is_too_old_lets_nobody_in() {
    case(async {
        let settings = [("PASSWORD_POLICY_MAX_PASSWORD_AGE", "0.5")];
        let mut mailing = Mailing::start(&settings).await;
        mailing.sign_up("ada").await;
        mailing.log_in("ada", GOOD).await.ok();
        mailing.clock.pass(43_201);
        let text = "Your password has expired. Please reset your password.";
        mailing.log_in("ada", GOOD).await.refused(404, 101, text);
        mailing.forget("ada").await;
        let secret = mailing.post.next().await.secret();
        let fields = [("token", &*secret), ("new_password", GOOD)];
        mailing.post_form("request_password_reset", &fields, &[]).await;
        mailing.log_in("ada", GOOD).await.ok();
        // A password of unknown age is as old as the first sign-in after that.
        let client = mailing.api.database().client().await;
        client
            .batch_execute(r#"update "_User" set "_password_changed_at" = null"#)
            .await
            .expect("it");
        mailing.clock.pass(100_000);
        mailing.log_in("ada", GOOD).await.ok();
        mailing.clock.pass(43_201);
        mailing.log_in("ada", GOOD).await.refused(404, 101, text);
    });
}

#[test]
fn a_password_that_is_refused_leaves_the_link_as_it_was() {
    case(async {
        let settings = [("PASSWORD_POLICY_VALIDATOR_PATTERN", "kettle")];
        let mut mailing = Mailing::start(&settings).await;
        mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        let secret = mailing.post.next().await.secret();
        let post = async |password: &str| {
            let fields = [("token", &*secret), ("new_password", password)];
            let headers = [("x-requested-with", "XMLHttpRequest")];
            mailing.post_form("request_password_reset", &fields, &headers).await
        };
        let text = "Password does not meet the Password Policy requirements.";
        post("too simple").await.refused(400, -1, text);
        post("a new kettle").await.ok();
    });
}

#[test]
fn a_product_refuses_what_is_short_or_easy_to_guess() {
    case(async {
        let settings = [("PROFILE", "product"), ("PASSWORD_POLICY_DO_NOT_ALLOW_USERNAME", "true")];
        let api = Api::with(&settings, Extension::default()).await;
        let short = "Password must be at least 12 characters long.";
        sign_up(&api, "ada", "Xk2!pQ9_zr4").await.refused(400, 142, short);
        for easy in ["password1234", "touchstone123", "qwertyuiop123", "aaaaaaaaaaaaaa"] {
            let answer = sign_up(&api, "ada", easy).await;
            assert_eq!((answer.status, &answer.body["code"]), (400, &json!(142)), "{easy}");
        }
        sign_up(&api, "ada", GOOD).await.ok();
        for name in ["аda", "ada ", "ａda", "a\u{200b}da"] {
            let answer = sign_up(&api, name, GOOD).await;
            assert_eq!(answer.body["code"], 142, "{name}: {}", answer.text);
        }
        sign_up(&api, "ADA", GOOD).await.refused(
            400,
            202,
            "Account already exists for this username.",
        );
        let body = json!({ "username": "eve", "password": GOOD, "email": "ａ@x.io" });
        let answer = api.send("POST", "/users", body).await;
        answer.refused(400, 125, "Email address format is invalid.");
    });
}

#[test]
fn a_password_of_more_than_1024_bytes_is_refused_everywhere_before_it_is_hashed() {
    case(async {
        let api = Api::start().await;
        let made = sign_up(&api, "ada", &"x".repeat(1024)).await.ok();
        let long = "x".repeat(1025);
        let text_ = "Password must not be longer than 1024 bytes.";
        sign_up(&api, "eve", &long).await.refused(400, 142, text_);
        let session = [("x-parse-session-token", text(&made, "sessionToken"))];
        let path = format!("/users/{}", id(&made));
        let body = json!({ "password": long });
        api.send_with("PUT", &path, &session, body).await.refused(400, 142, text_);
        for path in ["/login", "/verifyPassword"] {
            let body = json!({ "username": "ada", "password": long });
            api.send("POST", path, body).await.refused(400, 142, text_);
        }
        let body: Json = json!({ "username": "ada", "password": "x".repeat(1024) });
        api.send("POST", "/login", body).await.ok();
    });
}
