use proptest::prelude::*;

use super::*;

fn policy(kind: NotificationKind) -> NoticePolicy {
    NoticePolicy { kind, bucket: kind.bucket(), is_crowd: false, mails_per_day: 20 }
}

/// A user with every channel, at noon, who chose nothing.
fn receiver() -> ReceiverFacts {
    ReceiverFacts {
        is_own: true,
        is_active: true,
        is_actor: false,
        is_admin: false,
        may_read: true,
        is_muted: false,
        was_told: false,
        preset: Preset::Normal,
        choice: None,
        has_mail: true,
        has_push: true,
        has_discord: true,
        has_telegram: true,
        quiet: None,
        digest_hour: 9,
        minute: 12 * 60,
        was_mailed_about_issue: false,
        mails_today: 0,
    }
}

fn mail(kind: NotificationKind, receiver: &ReceiverFacts) -> Option<PlannedDelivery> {
    policy(kind).plan(receiver).delivery(ChannelName::Mail).copied()
}

fn at(days: u16, hour: u16, minute: u16) -> Due {
    Due::At(LocalTime { days, minute: hour * 60 + minute })
}

#[test]
fn nobody_is_notified_of_what_they_did_may_not_read_or_have_muted() {
    let news = policy(NotificationKind::IssueNews);
    assert!(news.plan(&receiver()).is_notified());
    for receiver in [
        ReceiverFacts { is_actor: true, ..receiver() },
        ReceiverFacts { is_active: false, ..receiver() },
        ReceiverFacts { may_read: false, ..receiver() },
        ReceiverFacts { was_told: true, ..receiver() },
        ReceiverFacts { is_muted: true, ..receiver() },
    ] {
        assert!(!news.plan(&receiver).is_notified(), "{receiver:?}");
    }
    let muted = ReceiverFacts { is_muted: true, ..receiver() };
    assert!(
        policy(NotificationKind::InfoAsked).plan(&muted).is_notified(),
        "it asks for an answer"
    );
}

#[test]
fn only_administrators_hear_what_is_for_administrators() {
    let alarm = policy(NotificationKind::AdminS1);
    assert!(!alarm.plan(&receiver()).is_notified());
    assert!(alarm.plan(&ReceiverFacts { is_admin: true, ..receiver() }).is_notified());
}

#[test]
fn choices_outweigh_the_preset_except_for_what_waits_for_an_action() {
    let nothing = KindChoice {
        app: Some(false),
        mail: Some(MailMode::Off),
        push: Some(false),
        chat: Some(false),
    };
    let receiver = ReceiverFacts { choice: Some(nothing), ..receiver() };
    assert!(!policy(NotificationKind::IssueNews).plan(&receiver).is_notified());
    let asked = policy(NotificationKind::InfoAsked).plan(&receiver);
    assert!(asked.is_in_app && asked.deliveries.is_empty());
}

#[test]
fn a_channel_without_an_address_gets_nothing() {
    let bare = ReceiverFacts {
        has_mail: false,
        has_push: false,
        has_discord: false,
        has_telegram: false,
        ..receiver()
    };
    let plan = policy(NotificationKind::InfoAsked).plan(&bare);
    assert!(plan.is_in_app && plan.deliveries.is_empty());
    let every = policy(NotificationKind::InfoAsked).plan(&receiver());
    let channels: Vec<ChannelName> = every.deliveries.iter().map(|one| one.channel).collect();
    assert_eq!(channels, ChannelName::ALL);
}

#[test]
fn news_of_an_issue_is_mailed_at_once_to_its_reporter_and_in_the_digest_to_others() {
    let own = mail(NotificationKind::IssueNews, &receiver()).expect("a mail");
    assert_eq!((own.is_digest, own.due), (false, Due::Now));
    let other = ReceiverFacts { is_own: false, ..receiver() };
    let other = mail(NotificationKind::IssueNews, &other).expect("a mail");
    assert_eq!((other.is_digest, other.due), (true, at(1, 9, 0)));
}

#[test]
fn a_burst_of_warnings_is_gathered_into_one_mail_and_one_chat_message() {
    let burst = policy(NotificationKind::AdminPromise);
    let admin = ReceiverFacts { is_admin: true, ..receiver() };
    let sent = |receiver: &ReceiverFacts, channel| {
        let plan = burst.plan(receiver);
        let delivery = plan.delivery(channel).expect("a delivery");
        (delivery.is_digest, delivery.due)
    };
    for channel in [ChannelName::Mail, ChannelName::Discord, ChannelName::Telegram] {
        assert_eq!(sent(&admin, channel), (true, Due::Gathered), "{}", channel.key());
    }
    // A burst counts neither against the mails of a day nor as the mail about one issue.
    let busy = ReceiverFacts { was_mailed_about_issue: true, mails_today: 99, ..admin.clone() };
    assert_eq!(sent(&busy, ChannelName::Mail), (true, Due::Gathered));
    let asleep = Some(QuietHours { from: 11 * 60, to: 13 * 60 });
    let asleep = ReceiverFacts { quiet: asleep, ..admin.clone() };
    for channel in [ChannelName::Mail, ChannelName::Discord] {
        assert_eq!(sent(&asleep, channel), (true, at(0, 13, 0)), "{}", channel.key());
    }
    let choice = Some(KindChoice { mail: Some(MailMode::Digest), ..KindChoice::default() });
    let daily = ReceiverFacts { choice, ..admin };
    assert_eq!(sent(&daily, ChannelName::Mail), (true, at(1, 9, 0)));
}

#[test]
fn a_crowd_gets_chat_messages_only_by_choice() {
    let crowd = NoticePolicy { is_crowd: true, ..policy(NotificationKind::Release) };
    assert!(crowd.plan(&receiver()).delivery(ChannelName::Discord).is_none());
    let choice = Some(KindChoice { chat: Some(true), ..KindChoice::default() });
    let chosen = ReceiverFacts { choice, ..receiver() };
    assert!(crowd.plan(&chosen).delivery(ChannelName::Discord).is_some());
    let everything = ReceiverFacts { preset: Preset::Everything, ..receiver() };
    assert!(crowd.plan(&everything).delivery(ChannelName::Discord).is_some());
}

#[test]
fn quiet_hours_hold_messages_back_until_they_end() {
    let night = Some(QuietHours { from: 22 * 60, to: 7 * 60 + 30 });
    let cases = [(23, at(1, 7, 30)), (3, at(0, 7, 30)), (12, Due::Now)];
    for (hour, due) in cases {
        let receiver = ReceiverFacts { quiet: night, minute: hour * 60, ..receiver() };
        let plan = policy(NotificationKind::InfoAsked).plan(&receiver);
        for delivery in &plan.deliveries {
            assert_eq!(delivery.due, due, "at {hour}: {delivery:?}");
        }
    }
    let noon = Some(QuietHours { from: 11 * 60, to: 13 * 60 });
    let napping = ReceiverFacts { quiet: noon, ..receiver() };
    let held = mail(NotificationKind::InfoAsked, &napping).expect("a mail");
    assert_eq!((held.is_digest, held.due), (true, at(0, 13, 0)));
    let waking = ReceiverFacts { minute: 13 * 60, ..napping };
    assert_eq!(mail(NotificationKind::InfoAsked, &waking).map(|mail| mail.due), Some(Due::Now));
}

#[test]
fn mails_beyond_the_limits_go_into_the_digest() {
    let busy = ReceiverFacts { mails_today: 20, ..receiver() };
    let again = ReceiverFacts { was_mailed_about_issue: true, ..receiver() };
    for receiver in [busy, again] {
        let mail = mail(NotificationKind::InfoAsked, &receiver).expect("a mail");
        assert_eq!((mail.is_digest, mail.due), (true, at(1, 9, 0)));
    }
    let below = ReceiverFacts { mails_today: 19, ..receiver() };
    assert!(!mail(NotificationKind::InfoAsked, &below).expect("a mail").is_digest);
}

fn facts() -> impl Strategy<Value = ReceiverFacts> {
    let flags = prop::array::uniform12(any::<bool>());
    let quiet = prop::option::of((0..DAY, 0..DAY));
    (flags, quiet, 0_u16..24, 0..DAY, 0_u32..40, 0_usize..3).prop_map(
        |(flag, quiet, digest_hour, minute, mails_today, preset)| ReceiverFacts {
            is_own: flag[0],
            is_active: flag[1],
            is_actor: flag[2],
            is_admin: flag[3],
            may_read: flag[4],
            is_muted: flag[5],
            was_told: flag[6],
            preset: Preset::ALL[preset],
            choice: None,
            has_mail: flag[7],
            has_push: flag[8],
            has_discord: flag[9],
            has_telegram: flag[10],
            quiet: quiet.filter(|(from, to)| from != to).map(|(from, to)| QuietHours { from, to }),
            digest_hour,
            minute,
            was_mailed_about_issue: flag[11],
            mails_today,
        },
    )
}

proptest! {
    #[test]
    fn nothing_is_due_in_quiet_hours_or_in_the_past(receiver in facts()) {
        for kind in NotificationKind::ALL {
            for delivery in policy(kind).plan(&receiver).deliveries {
                let (days, minute) = match delivery.due {
                    Due::Now | Due::Gathered => (0, receiver.minute),
                    Due::At(LocalTime { days, minute }) => (days, minute),
                };
                prop_assert!((days, minute) >= (0, receiver.minute) && days <= 1);
                // A digest comes at the hour its reader chose, whatever else they chose.
                if !delivery.is_digest {
                    let then = ReceiverFacts { minute, ..receiver.clone() };
                    prop_assert_eq!(then.awake(), Due::Now, "{:?}", delivery);
                }
            }
        }
    }
}

#[test]
fn a_preference_of_another_type_counts_as_not_chosen() {
    let facts = serde_json::json!({
        "isOwn": true, "isActive": true, "isActor": false, "isAdmin": false, "mayRead": true, "isMuted": false,
        "wasTold": false, "preset": 7, "choice": "x", "hasMail": true, "hasPush": false, "hasDiscord": false,
        "hasTelegram": false, "quiet": null, "digestHour": "7",
    });
    let read: ReceiverFacts = serde_json::from_value(facts).unwrap();
    assert_eq!((read.preset, read.choice, read.digest_hour), (Preset::default(), None, 0));
}
