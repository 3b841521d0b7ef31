//! Mail that is sent, and what its links do.

use futures_util::future::join_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{APPLICATION, MASTER, request, text};
use crate::post::{GOOD, Mailing, PUBLIC, PostOffice, address, form, id};

const NEW: &str = "another kettle, quite unlike it";
const INVALID: &str = "Failed to reset password: username / email / token is invalid";
const XHR: [(&str, &str); 1] = [("x-requested-with", "XMLHttpRequest")];

#[test]
fn a_forgotten_password_is_replaced_by_a_link_that_works_once() {
    case(async {
        let mut mailing = Mailing::start(&[]).await;
        let made = mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        let mail = mailing.post.next().await;
        assert_eq!(mail.to, address("ada"));
        assert!(mail.raw.contains("Subject: Password Reset for Engines & Sons"), "{}", mail.raw);
        assert!(mail.raw.contains("From: Engines <no-reply@engines.example>"), "{}", mail.raw);
        let secret = mail.secret();
        assert_eq!(secret.len(), 43);
        let kept = mailing.stored("ada", "_perishable_token").await.expect("a token");
        assert!(kept.starts_with("sha256:") && !kept.contains(&secret), "{kept}");

        let shown = mailing.open(&mail.link()).await;
        assert_eq!(shown.status, 200);
        assert!(shown.text.contains("Set a new password") && shown.text.contains(&secret));

        let fields = [("token", &*secret), ("new_password", NEW), ("confirm_new_password", NEW)];
        let done = mailing.post_form("request_password_reset", &fields, &[]).await;
        assert_eq!(done.status, 200);
        assert!(done.text.contains("Your password is changed"), "{}", done.text);
        mailing.log_in("ada", GOOD).await.refused(404, 101, "Invalid username/password.");
        mailing.log_in("ada", NEW).await.ok();
        let session = [("x-parse-session-token", text(&made, "sessionToken"))];
        let ended = mailing.api.send_with("GET", "/users/me", &session, Json::Null).await;
        assert_eq!(ended.body["code"], 209);

        let again = mailing.post_form("request_password_reset", &fields, &[]).await;
        assert!(again.text.contains("token is invalid"), "{}", again.text);
        let shown = mailing.open(&mail.link()).await;
        assert!(shown.text.contains("no longer works"), "{}", shown.text);
    });
}

#[test]
fn of_twenty_who_use_a_link_at_once_one_succeeds() {
    case(async {
        let mut mailing = Mailing::start(&[]).await;
        mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        let secret = mailing.post.next().await.secret();
        let tries = (0..20).map(|number| {
            let (api, secret) = (&mailing.api, secret.clone());
            async move {
                let password = format!("{NEW} {number}");
                let fields = [("token", &*secret), ("new_password", &*password)];
                let answer = api.raw(form("request_password_reset", &fields, &XHR)).await;
                (answer, password)
            }
        });
        let answers = join_all(tries).await;
        let (good, bad): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|(answer, _)| answer.status == 200);
        let [(answer, password)] = &good[..] else { panic!("{} succeeded", good.len()) };
        assert_eq!(answer.body, json!("Password successfully reset"));
        for (answer, _) in &bad {
            answer.refused(400, -1, INVALID);
        }
        mailing.log_in("ada", password).await.ok();
    });
}

#[test]
fn a_link_ends_with_time_with_a_newer_one_and_with_a_change() {
    case(async {
        let settings = [("PASSWORD_POLICY_RESET_TOKEN_VALIDITY_DURATION", "3600")];
        let mut mailing = Mailing::start(&settings).await;
        let made = mailing.sign_up("ada").await;
        let invalid = async |mailing: &Mailing, secret: &str, why: &str| {
            let fields = [("token", secret), ("new_password", NEW)];
            mailing.post_form("request_password_reset", &fields, &XHR).await.refused(400, -1, why);
        };
        mailing.forget("ada").await;
        let first = mailing.post.next().await.secret();
        mailing.forget("ada").await;
        let second = mailing.post.next().await.secret();
        invalid(&mailing, &first, INVALID).await;
        mailing.clock.pass(3601);
        invalid(&mailing, &second, "The password reset link has expired").await;

        // An ended link can still be exchanged for a new one.
        let body = json!({ "token": second });
        mailing.api.send("POST", "/requestPasswordReset", body).await.is(200, json!({}));
        let third = mailing.post.next().await.secret();
        let path = format!("/users/{}", id(&made));
        mailing.api.master("PUT", &path, json!({ "email": "new@engines.example" })).await.ok();
        invalid(&mailing, &third, INVALID).await;

        let body = json!({ "email": "new@engines.example" });
        mailing.api.send("POST", "/requestPasswordReset", body).await.ok();
        let fourth = mailing.post.next().await.secret();
        mailing.api.master("PUT", &path, json!({ "password": GOOD })).await.ok();
        invalid(&mailing, &fourth, INVALID).await;
    });
}

#[test]
fn what_is_kept_in_the_database_is_no_link() {
    case(async {
        let mut mailing = Mailing::start(&[]).await;
        mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        mailing.post.next().await;
        let kept = mailing.stored("ada", "_perishable_token").await.expect("a token");
        let fields = [("token", &*kept), ("new_password", NEW)];
        let answer = mailing.post_form("request_password_reset", &fields, &XHR).await;
        answer.refused(400, -1, INVALID);
    });
}

#[test]
fn a_plain_token_of_an_adopted_database_works() {
    case(async {
        let mailing = Mailing::start(&[("VERIFY_USER_EMAILS", "true")]).await;
        mailing.sign_up("ada").await;
        let client = mailing.api.database().client().await;
        client
            .batch_execute(
                r#"update "_User" set "_perishable_token" = 'PlainReset', "_email_verify_token" = 'PlainVerify'"#,
            )
            .await
            .expect("tokens of old");
        let fields = [("token", "PlainReset"), ("new_password", NEW)];
        mailing.post_form("request_password_reset", &fields, &XHR).await.ok();
        mailing.log_in("ada", NEW).await.ok();
    });
}

#[test]
fn beside_a_parse_server_tokens_have_its_form() {
    case(async {
        let mut mailing = Mailing::start(&[("MIXED_FLEET", "true")]).await;
        mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        let secret = mailing.post.next().await.secret();
        assert_eq!(secret.len(), 25);
        assert_eq!(mailing.stored("ada", "_perishable_token").await, Some(secret));
    });
}

#[test]
fn a_link_that_may_be_sent_again_is_the_same() {
    case(async {
        let settings = [
            ("PASSWORD_POLICY_RESET_TOKEN_VALIDITY_DURATION", "3600"),
            ("PASSWORD_POLICY_RESET_TOKEN_REUSE_IF_VALID", "true"),
        ];
        let mut mailing = Mailing::start(&settings).await;
        mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        let first = mailing.post.next().await.secret();
        mailing.forget("ada").await;
        assert_eq!(mailing.post.next().await.secret(), first);
        mailing.clock.pass(3601);
        mailing.forget("ada").await;
        assert_ne!(mailing.post.next().await.secret(), first);
    });
}

#[test]
fn nobody_learns_whether_an_address_is_known() {
    case(async {
        let mut mailing = Mailing::start(&[("VERIFY_USER_EMAILS", "true")]).await;
        mailing.sign_up("ada").await;
        mailing.post.next().await;
        for path in ["/requestPasswordReset", "/verificationEmailRequest"] {
            for email in ["unknown@engines.example", "a@b", "x' or '1'='1"] {
                let answer = mailing.api.send("POST", path, json!({ "email": email })).await;
                answer.is(200, json!({}));
            }
        }
        let fields = [("username", "unknown")];
        let answer = mailing.post_form("resend_verification_email", &fields, &[]).await;
        assert_eq!(answer.status, 303);
        let location = answer.header("location").expect("a location").to_owned();
        assert!(location.contains("email_verification_send_success.html"), "{location}");
        // The known one is answered alike, and is the only one to get mail.
        mailing.forget("ada").await;
        assert_eq!(mailing.post.next().await.to, address("ada"));
        assert!(mailing.post.is_empty());
    });
}

#[test]
fn an_operator_may_let_it_be_told() {
    case(async {
        let settings = [
            ("VERIFY_USER_EMAILS", "true"),
            ("PASSWORD_POLICY_RESET_PASSWORD_SUCCESS_ON_INVALID_EMAIL", "false"),
            ("EMAIL_VERIFY_SUCCESS_ON_INVALID_EMAIL", "false"),
        ];
        let mut mailing = Mailing::start(&settings).await;
        mailing.sign_up("ada").await;
        let link = mailing.post.next().await.link();
        let unknown = json!({ "email": "unknown@engines.example" });
        let answer = mailing.api.send("POST", "/requestPasswordReset", unknown.clone()).await;
        answer.refused(404, 101, "A user with that email does not exist.");
        let answer = mailing.api.send("POST", "/verificationEmailRequest", unknown).await;
        answer.refused(400, 205, "No user found with email unknown@engines.example");
        mailing.open(&link).await;
        let body = json!({ "email": address("ada") });
        let answer = mailing.api.send("POST", "/verificationEmailRequest", body).await;
        answer.refused(400, -1, "Email ada@engines.example is already verified.");
    });
}

#[test]
fn an_address_must_be_text_and_given() {
    case(async {
        let mailing = Mailing::start(&[]).await;
        for path in ["/requestPasswordReset", "/verificationEmailRequest"] {
            let send = async |body: Json| mailing.api.send("POST", path, body).await;
            send(json!({})).await.refused(400, 204, "you must provide an email");
            let text = "you must provide a valid email string";
            send(json!({ "email": { "$ne": "" } })).await.refused(400, 125, text);
            send(json!({ "email": ["a@b"] })).await.refused(400, 125, text);
        }
        let body = json!({ "token": { "$regex": "^" } });
        let answer = mailing.api.send("POST", "/requestPasswordReset", body).await;
        answer.refused(400, 162, "token must be a string");
    });
}

#[test]
fn without_a_mail_server_the_operator_is_told_to_set_one() {
    case(async {
        let api = crate::api::Api::start().await;
        let text = "An appName, publicServerURL, and emailAdapter are required for password reset and email verification functionality.";
        for path in ["/requestPasswordReset", "/verificationEmailRequest"] {
            api.send("POST", path, json!({ "email": "a@b.c" })).await.refused(500, 1, text);
        }
    });
}

#[test]
fn a_link_never_leads_where_the_host_header_says() {
    case(async {
        let mut mailing = Mailing::start(&[]).await;
        mailing.sign_up("ada").await;
        let headers = [
            ("x-parse-application-id", APPLICATION),
            ("host", "evil.example"),
            ("x-forwarded-host", "evil.example"),
        ];
        let body = json!({ "email": address("ada") });
        mailing.api.raw(request("POST", "/requestPasswordReset", &headers, body)).await.ok();
        let mail = mailing.post.next().await.decoded();
        assert!(mail.contains(PUBLIC) && !mail.contains("evil.example"), "{mail}");
    });
}

#[test]
fn an_address_cannot_carry_headers() {
    case(async {
        let mailing = Mailing::start(&[]).await;
        for email in
            ["a@b.c\r\nBcc: x@y.z", "a@b.c\nBcc: x@y.z", &format!("{}@b.c", "a".repeat(1000))]
        {
            let body = json!({ "username": "ada", "password": GOOD, "email": email });
            let answer = mailing.api.send("POST", "/users", body).await;
            answer.refused(400, 125, "Email address format is invalid.");
        }
    });
}

#[test]
fn an_address_is_confirmed_by_a_link_that_works_once() {
    case(async {
        let settings =
            [("VERIFY_USER_EMAILS", "true"), ("PREVENT_LOGIN_WITH_UNVERIFIED_EMAIL", "true")];
        let mut mailing = Mailing::start(&settings).await;
        let made = mailing.sign_up("ada").await;
        assert!(made.get("sessionToken").is_none(), "{made}");
        let mail = mailing.post.next().await;
        assert!(mail.raw.contains("Subject: Please verify your e-mail for Engines & Sons"));
        let unverified = "User email is not verified.";
        mailing.log_in("ada", GOOD).await.refused(400, 205, unverified);
        mailing.log_in("ada", "wrong").await.refused(404, 101, "Invalid username/password.");
        let body = json!({ "username": "ada", "password": GOOD, "ignoreEmailVerification": true });
        mailing.api.send("POST", "/login", body.clone()).await.refused(400, 205, unverified);
        mailing.api.master("POST", "/login", body).await.ok();

        let answer = mailing.open(&mail.link()).await;
        assert!(answer.text.contains("Your address is confirmed"), "{}", answer.text);
        let user = mailing.log_in("ada", GOOD).await.ok();
        assert_eq!(user["emailVerified"], true);
        let hidden = user.as_object().expect("a user").keys().any(|key| key.starts_with('_'));
        assert!(!hidden, "{user}");
        let again = mailing.open(&mail.link()).await;
        assert!(again.text.contains("This link does not work"), "{}", again.text);
    });
}

#[test]
fn a_link_to_an_old_address_does_not_confirm_a_new_one() {
    case(async {
        let mut mailing = Mailing::start(&[("VERIFY_USER_EMAILS", "true")]).await;
        let made = mailing.sign_up("ada").await;
        let old = mailing.post.next().await;
        let session = [("x-parse-session-token", text(&made, "sessionToken"))];
        let path = format!("/users/{}", id(&made));
        let body = json!({ "email": "victim@engines.example" });
        mailing.api.send_with("PUT", &path, &session, body).await.ok();
        let new = mailing.post.next().await;
        assert_eq!(new.to, "victim@engines.example");
        mailing.open(&old.link()).await;
        assert_eq!(mailing.stored("ada", "emailVerified").await.as_deref(), Some("false"));
        mailing.open(&new.link()).await;
        assert_eq!(mailing.stored("ada", "emailVerified").await.as_deref(), Some("true"));
    });
}

#[test]
fn signing_up_may_be_refused_until_the_address_is_confirmed() {
    case(async {
        let settings = [
            ("VERIFY_USER_EMAILS", "true"),
            ("PREVENT_LOGIN_WITH_UNVERIFIED_EMAIL", "true"),
            ("PREVENT_SIGNUP_WITH_UNVERIFIED_EMAIL", "true"),
        ];
        let mut mailing = Mailing::start(&settings).await;
        let body = json!({ "username": "ada", "password": GOOD, "email": address("ada") });
        let answer = mailing.api.send("POST", "/users", body).await;
        answer.refused(400, 205, "User email is not verified.");
        let link = mailing.post.next().await.link();
        mailing.open(&link).await;
        mailing.log_in("ada", GOOD).await.ok();
    });
}

#[test]
fn a_link_to_confirm_an_address_ends_with_time_and_is_sent_again_on_request() {
    case(async {
        let settings =
            [("VERIFY_USER_EMAILS", "true"), ("EMAIL_VERIFY_TOKEN_VALIDITY_DURATION", "86400")];
        let mut mailing = Mailing::start(&settings).await;
        mailing.sign_up("ada").await;
        let old = mailing.post.next().await;
        mailing.clock.pass(86_401);
        mailing.open(&old.link()).await;
        assert_eq!(mailing.stored("ada", "emailVerified").await.as_deref(), Some("false"));
        let fields = [("token", &*old.secret())];
        let answer = mailing.post_form("resend_verification_email", &fields, &[]).await;
        assert_eq!(answer.status, 303);
        let new = mailing.post.next().await;
        mailing.open(&new.link()).await;
        assert_eq!(mailing.stored("ada", "emailVerified").await.as_deref(), Some("true"));
    });
}

#[test]
fn anyone_who_sends_the_link_instead_of_us_finds_the_secret_in_the_row() {
    case(async {
        let settings = [("VERIFY_USER_EMAILS", "true"), ("SEND_USER_EMAIL_VERIFICATION", "false")];
        let mut mailing = Mailing::start(&settings).await;
        mailing.sign_up("ada").await;
        let secret = mailing.stored("ada", "_email_verify_token").await.expect("a token");
        mailing.open(&format!("/apps/{APPLICATION}/verify_email?token={secret}")).await;
        assert_eq!(mailing.stored("ada", "emailVerified").await.as_deref(), Some("true"));
        assert!(mailing.post.is_empty());
    });
}

#[test]
fn a_mail_that_is_put_off_is_sent_later_and_one_that_is_refused_is_given_up() {
    case(async {
        let post = PostOffice::open(1, "451 later").await;
        let mut mailing = Mailing::with(&[], post).await;
        mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        let client = mailing.api.database().client().await;
        // What was put off is due at once when time has passed; another mail wakes the sender.
        let put_off = "select count(*) from _touchstone.outbox where problem like 'not now%451%'";
        crate::post::until(async || {
            client.query_one(put_off, &[]).await.expect("a row").get::<_, i64>(0) == 1
        })
        .await;
        mailing.clock.pass(3600);
        let unknown = json!({ "email": "unknown@engines.example" });
        mailing.api.send("POST", "/requestPasswordReset", unknown).await.ok();
        assert_eq!(mailing.post.next().await.to, address("ada"));

        let post = PostOffice::open(1, "550 never").await;
        let mut mailing = Mailing::with(&[], post).await;
        mailing.sign_up("ada").await;
        mailing.forget("ada").await;
        let client = mailing.api.database().client().await;
        let dead =
            "select count(*) from _touchstone.outbox where is_dead and problem like 'never%550%'";
        crate::post::until(async || {
            client.query_one(dead, &[]).await.expect("a row").get::<_, i64>(0) == 1
        })
        .await;
        assert!(mailing.post.is_empty());
    });
}

#[test]
fn only_the_maintenance_key_sees_what_was_mailed() {
    case(async {
        let mut mailing = Mailing::start(&[("VERIFY_USER_EMAILS", "true")]).await;
        let made = mailing.sign_up("ada").await;
        mailing.post.next().await;
        let path = format!("/users/{}", id(&made));
        let session = text(&made, "sessionToken");
        for (name, value) in [("x-parse-session-token", session), ("x-parse-master-key", MASTER)] {
            let user = mailing.api.send_with("GET", &path, &[(name, value)], Json::Null).await;
            assert!(!user.text.contains("_token\":\"sha256"), "{}", user.text);
            assert!(!user.text.contains("_email_verify"), "{}", user.text);
        }
    });
}

#[test]
fn the_address_an_account_had_before_is_told_of_changes() {
    case(async {
        let mut mailing = Mailing::tuned(|account| account.mail_account_changes = true).await;
        let made = mailing.sign_up("ada").await;
        let path = format!("/users/{}", id(&made));
        let session = [("x-parse-session-token", text(&made, "sessionToken"))];
        let body = json!({ "email": "thief@engines.example" });
        mailing.api.send_with("PUT", &path, &session, body).await.ok();
        let mail = mailing.post.next().await;
        assert_eq!(mail.to, address("ada"));
        let said = mail.decoded();
        assert!(said.contains("Your e-mail address for Engines & Sons was changed"), "{said}");
        assert!(!said.contains("thief@"), "{said}");

        let body = json!({ "password": NEW });
        mailing.api.send_with("PUT", &path, &session, body).await.ok();
        let mail = mailing.post.next().await;
        assert_eq!(mail.to, "thief@engines.example");
        assert!(mail.decoded().contains("Your password for Engines & Sons was changed"));
    });
}
