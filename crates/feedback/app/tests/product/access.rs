use feedback::AccessMode;
use parse_model::ClassName;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, told};

#[test]
fn an_invitation_lets_in_as_many_as_it_says_however_many_come_at_once() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let closed = json!({ "key": "access.mode", "value": "invite", "version": 0 });
        programme.ask(&mia, "settingSet", closed).await;

        let stranger =
            programme.sign_up(json!({ "username": "eve" })).await.expect_err("a stranger");
        assert_eq!(told(&stranger).0, 142);
        let made = programme
            .ask(
                &mia,
                "invitationCreate",
                json!({ "label": "wave 1", "maxUses": 3, "cohort": "a" }),
            )
            .await;
        let code = made["code"].as_str().expect("a code");

        let comers = (0..8).map(|n| {
            programme.sign_up(json!({ "username": format!("tester{n}"), "invitation": code }))
        });
        let outcomes = all_of(comers).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 3);
        for refused in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
            assert_eq!(
                told(refused),
                (142, "INVITATION_USED: This invitation is used up.".to_owned())
            );
        }
        let rows = programme.ask(&mia, "invitations", json!({})).await;
        assert_eq!(rows["rows"][0]["uses"], 3.0);
    });
}

#[test]
fn a_code_cannot_be_read_out_of_the_database() {
    case(async {
        let programme = Programme::with(AccessMode::Open).await;
        let mia = programme.administrator("mia").await;
        let made = programme
            .ask(&mia, "invitationCreate", json!({ "label": "wave 1", "maxUses": 3 }))
            .await;
        let code = made["code"].as_str().expect("a code");
        programme.sign_up(json!({ "username": "kai", "invitation": code })).await.expect("kai");
        let client = programme.database.client().await;
        let dump = r#"select string_agg(row::text, ' ') from (
        select to_jsonb(i) as row from "Invitation" i union all select to_jsonb(u) from "_User" u
        union all select to_jsonb(a) from "AuditEntry" a) all_rows"#;
        let text: String = client.query_one(dump, &[]).await.expect("a dump").get(0);
        assert!(!text.contains(code) && !text.contains(&code.replace('-', "")));
    });
}

#[test]
fn invitations_that_are_over_say_why() {
    case(async {
        let programme = Programme::with(AccessMode::Invite).await;
        let told_of =
            |outcome: Result<_, parse_engine::Error>| told(&outcome.expect_err("refused")).1;
        let unknown = programme.sign_up(json!({ "username": "kai", "invitation": "AAAA" })).await;
        assert!(told_of(unknown).contains("not known"));

        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let soon =
            json!({ "label": "short", "maxUses": 9, "expiresAt": "2025-11-15T09:48:00.000Z" });
        let made = programme.ask(&mia, "invitationCreate", soon).await;
        programme.clock.advance(86_400);
        let late = json!({ "username": "kai", "invitation": made["code"] });
        assert!(told_of(programme.sign_up(late).await).contains("expired"));

        let made =
            programme.ask(&mia, "invitationCreate", json!({ "label": "b", "maxUses": 9 })).await;
        let revoke = json!({ "id": made["invitation"]["id"] });
        programme.ask(&mia, "invitationRevoke", revoke).await;
        let taken_back = json!({ "username": "kai", "invitation": made["code"] });
        assert!(told_of(programme.sign_up(taken_back).await).contains("revoked"));
    });
}

#[test]
fn nobody_writes_what_the_programme_decides_about_them() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        for (field, value) in [
            ("isAdmin", json!(true)),
            ("trustLevel", json!(4)),
            ("trustPinned", json!(true)),
            ("status", json!("active")),
            ("personId", json!("another")),
            ("riskState", json!("clear")),
            ("acceptedCount", json!(99)),
            ("joinedVia", json!(null)),
            ("ethAddress", json!("0x0")),
            ("accounts", json!(["0x0"])),
            ("isAdmin", json!({ "__op": "Delete" })),
            ("trustLevel", json!({ "__op": "Increment", "amount": 4 })),
            ("privacy.showWallet", json!(true)),
            ("ACL", json!({ "*": { "read": true, "write": true } })),
        ] {
            let update = json!({ field: value });
            let saved = programme.save(&rin, &ClassName::user(), &rin.id, update.clone()).await;
            let code = saved.err().map(|error| told(&error).0);
            assert!(matches!(code, Some(119)), "{update} gave {code:?}");
            if field != "ACL" && !field.contains('.') {
                let new = json!({ "username": "other", field: value });
                let code = programme.sign_up(new).await.err().map(|error| told(&error).0);
                assert!(matches!(code, Some(119)), "a sign-up with {update} gave {code:?}");
            }
        }
        let own = json!({ "locale": "de", "timeZone": "Europe/Berlin" });
        programme.save(&rin, &ClassName::user(), &rin.id, own).await.expect("their own");
    });
}

#[test]
fn what_administrators_decide_is_hidden_from_testers_and_closed_to_all() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        for name in ["settings", "invitations", "settingSet", "invitationCreate"] {
            assert_eq!(programme.refusal(Some(&rin), name, json!({})).await.0, 119, "{name}");
            assert_eq!(programme.refusal(None, name, json!({})).await.0, 209, "{name}");
        }
        for class in ["Setting", "SettingRevision", "Invitation", "InvitationUse", "AuditEntry"] {
            for who in [&rin, &mia] {
                let found = programme.find(who, class).await.expect_err(class);
                assert_eq!(told(&found).0, 119, "{class}");
            }
        }
    });
}

/// Waits for all of them at once.
pub(crate) async fn all_of<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut pending: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let mut done: Vec<Option<F::Output>> = pending.iter().map(|_| None).collect();
    std::future::poll_fn(|cx| {
        for (future, slot) in pending.iter_mut().zip(&mut done) {
            if slot.is_none()
                && let std::task::Poll::Ready(output) = future.as_mut().poll(cx)
            {
                *slot = Some(output);
            }
        }
        if done.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done.into_iter().flatten().collect()
}
