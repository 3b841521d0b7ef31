//! Where it reaches people beyond the app: by their choice, within the limits, and not at night.

use parse_engine::periodic_task::run_all_tasks;
use serde_json::{Value, json};
use testkit::case;

use crate::case::{accept, close};
use crate::stage::{Programme, TestUser};

impl Programme {
    /// A user with a verified address.
    pub(crate) async fn reader(&self, name: &str) -> TestUser {
        let who = self.tester(name).await;
        self.alter(&format!(
            r#"update "_User" set "email" = '{name}@mail.test', "emailVerified" = true where "username" = '{name}'"#
        ))
        .await;
        who
    }

    /// What is on its way: channel, kind, state, and in how many minutes.
    async fn on_their_way(&self) -> Vec<String> {
        self.settle_down().await;
        let sql = "select concat_ws(' ', u.username, d.channel, d.kind, d.state,
                round(extract(epoch from d.due_at - d.created_at) / 60)::int::text)
            from _touchstone.delivery d join \"_User\" u on u.\"objectId\" = d.receiver order by d.id";
        let rows = self.database.client().await.query(sql, &[]).await.expect("deliveries");
        rows.iter().map(|row| row.get(0)).collect()
    }
}

#[test]
fn a_mail_goes_out_at_once_for_ones_own_issue_and_with_the_digest_for_that_of_others() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.reader("rin").await, programme.reader("kai").await);
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&kai, "issueWatch", json!({ "number": number, "level": "all" })).await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        // The clock shows 09:46 in UTC; the digest is at eight.
        let sent = programme.on_their_way().await;
        assert_eq!(sent.len(), 2, "{sent:?}");
        assert!(sent.contains(&"rin mail issue_news waiting 0".to_owned()), "{sent:?}");
        assert!(sent.iter().any(|one| one.starts_with("kai mail issue_news digest ")), "{sent:?}");
        // Within the hour the next about the same issue waits for the digest.
        programme.clock.advance(600);
        programme.ask(&mia, "issueClose", close(number, "wont_fix")).await;
        let sent = programme.on_their_way().await;
        assert!(sent.iter().any(|one| one.starts_with("rin mail issue_news digest ")), "{sent:?}");
    });
}

#[test]
fn warnings_about_response_targets_reach_an_administrator_in_one_mail() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme
            .alter(r#"update "_User" set "email" = 'mia@mail.test', "emailVerified" = true where "username" = 'mia'"#)
            .await;
        let rin = programme.tester("rin").await;
        for title in ["The map freezes", "The map is empty", "The map is upside down"] {
            programme.report_of(&rin, title).await;
        }
        // The last quarter of the 48 hours for a first response.
        programme.clock.advance(40 * 3_600);
        run_all_tasks(&programme.engine).await;
        programme.settle_down().await;
        let waiting = programme.inbox(&mia).await;
        assert_eq!(waiting, ["admin_promise 1"; 3], "each issue waits by itself in the app");
        let sql = "select count(*)::text || ' ' || count(distinct d.due_at)::text || ' ' || string_agg(distinct d.state, ' ')
            from _touchstone.delivery d where d.channel = 'mail' and d.kind = 'admin_promise'
                and d.due_at > d.created_at and d.due_at <= d.created_at + interval '5 minutes'";
        let row = programme.database.client().await.query_one(sql, &[]).await.expect("deliveries");
        assert_eq!(row.get::<_, String>(0), "3 1 digest");
    });
}

#[test]
fn nobody_gets_more_mails_a_day_than_the_limit_and_the_rest_comes_with_the_digest() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.reader("rin").await;
        programme
            .ask(
                &mia,
                "settingSet",
                json!({ "key": "notify.mailPerDay", "value": 3, "version": 0 }),
            )
            .await;
        for n in 0..5 {
            let number =
                programme.report_of(&rin, &format!("The map freezes in the {n}th way")).await;
            programme.ask(&mia, "issueAccept", accept(number)).await;
        }
        let states = async || {
            let sent = programme.on_their_way().await;
            let is = |state: &str| sent.iter().filter(|one| one.contains(state)).count();
            (is(" waiting "), is(" digest "))
        };
        assert_eq!(states().await, (3, 2));
        programme.clock.advance(86_401);
        let number = programme.report_of(&rin, "The map freezes once more").await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        assert_eq!(states().await, (4, 2), "a day later there is room again");
    });
}

#[test]
fn in_quiet_hours_everything_waits_until_they_end_and_mails_come_as_one() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.reader("rin").await;
        programme
            .alter(r#"insert into _touchstone.channel_address ("user", channel, state, since)
                select "objectId", c, 'ok', now() from "_User", unnest('{push,telegram}'::text[]) c where "username" = 'rin'"#)
            .await;
        // It is 09:46 in UTC: 18:46 in Tokyo.
        let wrong = json!({ "browserTimeZone": "Asia/Nowhere" });
        let refused = programme.refusal(Some(&rin), "memberPrefsSet", wrong).await;
        assert!(refused.1.starts_with("TIME_ZONE"), "{refused:?}");
        for zone in ["Asia/Tokyo", "Europe/Paris"] {
            programme.ask(&rin, "memberPrefsSet", json!({ "browserTimeZone": zone })).await;
        }
        let quiet = json!({ "quiet": { "from": "18:00", "to": "19:46" } });
        let kept = programme.ask(&rin, "notifyPreferencesSet", quiet).await;
        assert_eq!(kept["quiet"], json!({ "from": "18:00", "to": "19:46" }));
        assert_eq!(kept["timeZone"], "Asia/Tokyo", "a second browser changes nothing");
        assert_eq!(kept["channels"], json!({ "push": true, "discord": false, "telegram": true }));
        let number = programme.report_of(&rin, "The map freezes").await;
        let question = json!({ "number": number, "question": "Which wallet was it?" });
        programme.ask(&mia, "issueAskInfo", question).await;
        let sent = programme.on_their_way().await;
        let late = |one: &String| {
            let minutes: i64 =
                one.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("minutes");
            (55..=60).contains(&minutes)
        };
        assert_eq!(sent.len(), 3, "{sent:?}");
        assert!(sent.iter().all(late), "{sent:?}");
        assert!(sent.iter().any(|one| one.starts_with("rin mail info_asked digest")), "{sent:?}");
        assert!(
            sent.iter().any(|one| one.starts_with("rin telegram info_asked waiting")),
            "{sent:?}"
        );
        assert_eq!(programme.inbox(&rin).await, ["info_asked 1"], "in the app at once");
    });
}

#[test]
fn people_choose_by_preset_and_by_kind_and_what_waits_for_them_always_stands_in_the_app() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.reader("rin").await;
        let of = |shown: &Value, kind: &str| {
            let kinds = shown["kinds"].as_array().expect("kinds").clone();
            kinds.into_iter().find(|one| one["kind"] == kind).unwrap_or_default()
        };
        let shown = programme.ask(&rin, "notifyPreferencesGet", json!({})).await;
        assert_eq!(shown["preset"], "normal");
        assert_eq!(
            shown["mail"],
            json!({ "address": "rin@mail.test", "verified": true, "state": "ok" })
        );
        assert_eq!(of(&shown, "issue_news")["othersMail"], "digest");
        assert_eq!(of(&shown, "info_asked")["locked"], json!(["app"]));
        assert_eq!(of(&shown, "admin_s1"), Value::Null, "of no concern to testers");
        let admins = programme.ask(&mia, "notifyPreferencesGet", json!({})).await;
        assert_eq!(of(&admins, "admin_s1")["mail"], "now");
        let choice =
            json!({ "preset": "quiet", "kinds": [{ "kind": "issue_news", "app": false }] });
        let shown = programme.ask(&rin, "notifyPreferencesSet", choice).await;
        assert_eq!(
            (&of(&shown, "issue_news")["app"], &of(&shown, "issue_news")["mail"]),
            (&json!(false), &json!("off"))
        );
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        assert_eq!(programme.inbox(&rin).await, [""; 0]);
        assert_eq!(programme.on_their_way().await, [""; 0]);
        for wrong in [
            json!({ "kinds": [{ "kind": "info_asked", "app": false }] }),
            json!({ "quiet": { "from": "22:00", "to": "22:00" } }),
            json!({ "digestHour": 24 }),
        ] {
            assert_eq!(programme.refusal(Some(&rin), "notifyPreferencesSet", wrong).await.0, 142);
        }
        let admins_own = json!({ "kinds": [{ "kind": "admin_s1", "mail": "off" }] });
        assert_eq!(programme.refusal(Some(&rin), "notifyPreferencesSet", admins_own).await.0, 101);
        let shown =
            programme.ask(&rin, "notifyPreferencesSet", json!({ "preset": "everything" })).await;
        assert_eq!(
            of(&shown, "issue_news")["app"],
            true,
            "a preset takes the place of single choices"
        );
    });
}

#[test]
fn preferences_that_do_not_fit_count_as_not_chosen_and_stop_nobody_elses_notifications() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&kai, "issueWatch", json!({ "number": number, "level": "all" })).await;
        programme
            .alter(
                r#"update "_User" set "notifyPrefs" = '{"preset": "all", "digestHour": -1, "quiet": {"from": "25:99", "to": 7},
                    "kinds": {"issue_news": {"mail": "sometimes"}}}' where "username" = 'kai'"#,
            )
            .await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        for who in [&rin, &kai] {
            let news = programme.inbox(who).await;
            assert!(news.iter().any(|one| one.starts_with("issue_news")), "{news:?}");
        }
    });
}
