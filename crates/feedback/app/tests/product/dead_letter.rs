//! Work that always fails on our side: it is given up after its attempts, stops nothing else, and
//! goes out once an operator has it tried again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedback::dead_letter;
use integrations::{Answer, Request};
use parse_engine::worker::drain_all;
use serde_json::json;
use testkit::case;

use crate::outside::{Answered, Place};
use crate::stage::{Programme, TestUser};

const POISONED: &str = "https://poisoned.example/hook";
const HEALTHY: &str = "https://healthy.example/hook";

/// Attempts until work is given up, and more than the longest wait between two of them.
const ATTEMPTS: usize = 9;
const LONGEST_WAIT: i64 = 5 * 3_600;

/// A service whose answers are handled by code that panics, until it is fixed.
#[derive(Debug, Default)]
struct Poison {
    is_fixed: AtomicBool,
}

impl Place for Poison {
    fn answer(&self, _: &Request) -> Answered {
        assert!(self.is_fixed.load(Ordering::Relaxed), "as asked");
        Ok(Answer::new(200, "{}"))
    }
}

async fn hook(programme: &Programme, who: &TestUser, preset: &str, url: &str) {
    let params =
        json!({ "name": url, "url": url, "preset": preset, "events": ["issue.submitted"] });
    programme.ask(who, "webhookSave", params).await;
}

async fn counts(programme: &Programme) -> (i64, i64) {
    let counts = dead_letter::count(&programme.engine.store().db()).await.expect("counts");
    let webhooks = counts.iter().find(|one| one.queue == "webhooks").expect("the queue");
    (webhooks.waiting, webhooks.dead)
}

#[test]
fn a_delivery_that_panics_is_given_up_stops_no_other_and_can_be_retried() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let poison = Arc::new(Poison::default());
        programme.outside.open_place(POISONED, Arc::clone(&poison) as Arc<dyn Place>);
        hook(&programme, &mia, "json", POISONED).await;
        hook(&programme, &mia, "json", HEALTHY).await;
        programme.reported(&rin, "The map freezes").await;
        for attempt in 1..=ATTEMPTS {
            assert_eq!(counts(&programme).await.1, 0, "before attempt {attempt}");
            drain_all(&programme.engine).await;
            drain_all(&programme.engine).await;
            assert_eq!(programme.outside.heard(POISONED).len(), attempt);
            programme.clock.advance(LONGEST_WAIT);
        }
        assert_eq!(counts(&programme).await, (0, 1));
        assert_eq!(programme.outside.heard(HEALTHY).len(), 1);
        poison.is_fixed.store(true, Ordering::Relaxed);
        let db = programme.engine.store().db();
        let retry =
            async |queue| dead_letter::retry(&db, queue, programme.now()).await.expect("rows");
        assert_eq!(retry("webhooks").await, Some(1));
        assert_eq!(retry("nothing").await, None);
        drain_all(&programme.engine).await;
        assert_eq!(counts(&programme).await, (0, 0));
        assert_eq!(programme.outside.heard(POISONED).len(), ATTEMPTS + 1);
    });
}

#[test]
fn a_delivery_that_waits_after_a_panic_does_not_hold_up_the_next_of_its_chat() {
    case(async {
        const CHAT: &str = "https://discord.com/api/webhooks/1/abcdef";
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let poison = Arc::new(Poison::default());
        programme.outside.open_place(CHAT, Arc::clone(&poison) as Arc<dyn Place>);
        hook(&programme, &mia, "discord", CHAT).await;
        programme.reported(&rin, "The map freezes").await;
        drain_all(&programme.engine).await;
        drain_all(&programme.engine).await;
        assert_eq!(counts(&programme).await, (1, 0));
        poison.is_fixed.store(true, Ordering::Relaxed);
        programme.reported(&programme.tester("kai").await, "The price stands still").await;
        drain_all(&programme.engine).await;
        drain_all(&programme.engine).await;
        assert_eq!(programme.outside.heard(CHAT).len(), 2, "the second was sent at once");
        assert_eq!(counts(&programme).await, (1, 0), "the first waits for its next attempt");
    });
}

#[test]
fn an_announcement_whose_page_always_fails_is_given_up_and_holds_up_no_other() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let crowd = i64::try_from(programme.crowd(600, 0).await.len()).expect("a number");
        let publish = async |title: &str| {
            let draft = json!({ "kind": "news", "title": title, "audience": "all" });
            let saved = programme.ask(&mia, "announcementSave", draft).await;
            let id = &saved["announcement"]["id"];
            programme.ask(&mia, "announcementPublish", json!({ "id": id })).await;
            drain_all(&programme.engine).await;
        };
        let notified = async |title: &str| {
            let sql = format!(
                r#"select count(*) from "Notification" where "data" ->> 'title' = '{title}'"#
            );
            programme.how_many(&sql).await
        };
        let fan_outs = async || {
            let counts = dead_letter::count(&programme.engine.store().db()).await.expect("counts");
            let one = counts.into_iter().find(|one| one.queue == "fan-outs").expect("the queue");
            (one.waiting, one.dead)
        };
        let poison = r#"create function fail_page() returns trigger language plpgsql as $$ begin
                if new."data" ->> 'title' = 'Poisoned' then raise 'as asked'; end if; return new; end $$;
            create trigger fail_page before insert on "Notification" for each row execute function fail_page()"#;
        programme.alter(poison).await;
        publish("Poisoned").await;
        publish("Healthy").await;
        drain_all(&programme.engine).await;
        assert_eq!(notified("Healthy").await, crowd);
        for _ in 0..ATTEMPTS {
            programme.clock.advance(LONGEST_WAIT);
            drain_all(&programme.engine).await;
        }
        assert_eq!((notified("Poisoned").await, fan_outs().await), (0, (0, 1)));
        programme.alter(r#"drop trigger fail_page on "Notification""#).await;
        let db = programme.engine.store().db();
        let retried = dead_letter::retry(&db, "fan-outs", programme.now()).await.expect("rows");
        assert_eq!(retried, Some(1));
        drain_all(&programme.engine).await;
        assert_eq!((notified("Poisoned").await, fan_outs().await), (crowd, (0, 0)));
    });
}
