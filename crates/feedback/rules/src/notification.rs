//! Notifications: their kinds, channels and preferences.

mod delivery_plan;

use crate::keyed_enum::keyed_enum;

pub use delivery_plan::{
    DeliveryPlan, Due, KindChoice, LocalTime, NoticePolicy, PlannedDelivery, QuietHours,
    ReceiverFacts,
};

keyed_enum! {
    /// The kind of a notification.
    pub enum NotificationKind {
        /// The reporter was asked a question.
        InfoAsked = "info_asked",
        /// Testers are asked whether a fix works.
        FixCheck = "fix_check",
        /// A call of their wallet failed, and they are asked about it.
        FailureQuestion = "failure_question",
        /// Points were deducted.
        PointsReversed = "points_reversed",
        /// A mission submission was returned.
        SubmissionReturned = "submission_returned",
        /// The account was limited or reactivated.
        AccountChanged = "account_changed",
        /// The status of an issue changed.
        IssueNews = "issue_news",
        /// Points were settled.
        PointsSettled = "points_settled",
        /// An administrator commented.
        CommentStaff = "comment_staff",
        /// A tester commented.
        Comment = "comment",
        /// The user was mentioned.
        Mention = "mention",
        /// A pending transaction is explained.
        EvidenceFinished = "evidence_finished",
        /// A build was released that fixes one of their issues.
        Release = "release",
        /// Rules, seasons, and announcements to all users.
        RulesSeason = "rules_season",
        /// A payout includes them, or one that did was voided.
        Payout = "payout",
        /// A mission opens, ends soon, or is done.
        Mission = "mission",
        /// They have reached a higher trust level.
        BadgeLevel = "badge_level",
        /// A report with claimed severity critical.
        AdminS1 = "admin_s1",
        /// A private report.
        AdminPrivate = "admin_private",
        /// A regression.
        AdminRegression = "admin_regression",
        /// Many testers saw the same failure within an hour.
        AdminCluster = "admin_cluster",
        /// The failure rate of a network or a build has doubled.
        AdminFailureRate = "admin_failure_rate",
        /// A response target is about to be missed.
        AdminPromise = "admin_promise",
        /// A webhook or a service rejects messages.
        AdminWebhook = "admin_webhook",
        /// No RPC endpoint of a network answers.
        AdminNetwork = "admin_network",
        /// A tracker proposes a change.
        AdminTracker = "admin_tracker",
        /// A user appeals against a decision about them.
        AdminAppeal = "admin_appeal",
    }
}

keyed_enum! {
    /// Whether a notification needs an action by its receiver.
    pub enum Bucket {
        /// It does.
        Action = "action",
        /// It is for their information.
        News = "news",
    }
}

keyed_enum! {
    /// When a notification is sent by mail.
    pub enum MailMode {
        /// Immediately, within the limits.
        Now = "now",
        /// In the daily digest.
        Digest = "digest",
        /// Never.
        Off = "off",
    }
}

keyed_enum! {
    /// A preset of channels.
    #[derive(Default)]
    pub enum Preset {
        /// Only notifications that need an action.
        Quiet = "quiet",
        /// Everything that concerns them.
        #[default]
        Normal = "normal",
        /// Everything, immediately.
        Everything = "everything",
    }
}

keyed_enum! {
    /// A channel outside the app.
    pub enum ChannelName {
        /// Mail.
        Mail = "mail",
        /// Browser push.
        Push = "push",
        /// A direct message at Discord.
        Discord = "discord",
        /// A direct message at Telegram.
        Telegram = "telegram",
    }
}

/// The channels of one kind of notification for a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The app.
    pub app: bool,
    /// Mail.
    pub mail: MailMode,
    /// Browser push.
    pub push: bool,
    /// Linked chat accounts.
    pub chat: bool,
}

impl NotificationKind {
    /// Whether it needs an action by its receiver.
    pub fn bucket(self) -> Bucket {
        use NotificationKind as Kind;
        match self {
            Kind::InfoAsked
            | Kind::FixCheck
            | Kind::FailureQuestion
            | Kind::PointsReversed
            | Kind::SubmissionReturned
            | Kind::AccountChanged => Bucket::Action,
            kind if kind.is_for_administrators() => Bucket::Action,
            _ => Bucket::News,
        }
    }

    /// Whether only administrators get it.
    pub fn is_for_administrators(self) -> bool {
        self.key().starts_with("admin_")
    }

    /// Whether it is always listed in the app, whatever its receiver prefers.
    pub fn is_always_in_app(self) -> bool {
        self.bucket() == Bucket::Action || self == NotificationKind::RulesSeason
    }

    /// Whether several are sent at once, one per issue, so that mail and chat combine them.
    pub fn comes_in_bursts(self) -> bool {
        self == NotificationKind::AdminPromise
    }

    /// Whether the immediate mail of a preset is only for the owner of the issue. Others get it in
    /// the digest.
    pub fn is_first_for_its_owner(self, preset: Preset) -> bool {
        preset != Preset::Everything
            && matches!(self, NotificationKind::IssueNews | NotificationKind::FixCheck)
    }

    /// The channels of a user with this preset and no other choice.
    pub fn reach(self, preset: Preset) -> Reach {
        use NotificationKind as Kind;
        let is_action = self.bucket() == Bucket::Action;
        match preset {
            Preset::Everything => Reach { app: true, mail: MailMode::Now, push: true, chat: true },
            Preset::Quiet => {
                let is_due = is_action || self == Kind::Payout;
                let mail = if is_due { MailMode::Now } else { MailMode::Off };
                Reach { app: true, mail, push: false, chat: false }
            }
            Preset::Normal => {
                let mail = match self {
                    Kind::PointsSettled
                    | Kind::Comment
                    | Kind::EvidenceFinished
                    | Kind::BadgeLevel => MailMode::Off,
                    Kind::CommentStaff | Kind::Mission => MailMode::Digest,
                    _ => MailMode::Now,
                };
                let is_pressing = is_action || self == Kind::Mention;
                let chat = is_pressing || matches!(self, Kind::IssueNews | Kind::Release);
                Reach { app: true, mail, push: is_pressing, chat }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_for_somebody_is_always_in_the_app_and_comes_at_once() {
        for kind in NotificationKind::ALL {
            for preset in Preset::ALL {
                let reach = kind.reach(preset);
                assert!(reach.app, "{}", kind.key());
                if kind.bucket() == Bucket::Action {
                    assert!(kind.is_always_in_app(), "{}", kind.key());
                    assert_eq!(reach.mail, MailMode::Now, "{} {}", kind.key(), preset.key());
                }
            }
        }
    }

    #[test]
    fn a_louder_preset_never_says_less() {
        let volume = |reach: Reach| {
            let mail = MailMode::ALL.len()
                - MailMode::ALL.iter().position(|mode| *mode == reach.mail).unwrap_or_default();
            (mail, reach.push, reach.chat)
        };
        for kind in NotificationKind::ALL {
            let [quiet, normal, everything] = Preset::ALL.map(|preset| volume(kind.reach(preset)));
            for (less, more) in [(quiet, normal), (normal, everything)] {
                assert!(less.0 <= more.0 && less.1 <= more.1 && less.2 <= more.2, "{}", kind.key());
            }
        }
    }

    #[test]
    fn the_table_of_defaults_holds() {
        use NotificationKind as Kind;
        let mail = |kind: Kind| kind.reach(Preset::Normal).mail;
        assert_eq!(mail(Kind::InfoAsked), MailMode::Now);
        assert_eq!(mail(Kind::CommentStaff), MailMode::Digest);
        assert_eq!(mail(Kind::Comment), MailMode::Off);
        assert_eq!(mail(Kind::Mention), MailMode::Now);
        assert_eq!(mail(Kind::PointsSettled), MailMode::Off);
        assert_eq!(mail(Kind::Release), MailMode::Now);
        assert!(Kind::IssueNews.is_first_for_its_owner(Preset::Normal));
        assert!(!Kind::IssueNews.is_first_for_its_owner(Preset::Everything));
    }
}
