//! What people hear of, where it reaches them, and what they may choose about that.

mod delivery_plan;

use crate::keyed_enum::keyed_enum;

pub use delivery_plan::{
    DeliveryPlan, Due, KindChoice, LocalTime, NoticePolicy, PlannedDelivery, QuietHours,
    ReceiverFacts,
};

keyed_enum! {
    /// What a notification is about.
    pub enum NotificationKind {
        /// The reporter was asked something.
        InfoAsked = "info_asked",
        /// Testers are asked whether a fix works.
        FixCheck = "fix_check",
        /// Points were taken.
        PointsReversed = "points_reversed",
        /// What they handed in for a mission came back.
        SubmissionReturned = "submission_returned",
        /// The account was limited or readmitted.
        AccountChanged = "account_changed",
        /// The status of an issue changed.
        IssueNews = "issue_news",
        /// Points became final.
        PointsSettled = "points_settled",
        /// An administrator commented.
        CommentStaff = "comment_staff",
        /// A tester commented.
        Comment = "comment",
        /// The user was mentioned.
        Mention = "mention",
        /// A transaction that waited is explained.
        EvidenceFinished = "evidence_finished",
        /// A build is out that fixes something of theirs.
        Release = "release",
        /// Rules, seasons, and announcements of the programme to all users.
        RulesSeason = "rules_season",
        /// They are paid by a payout, or one that paid them does not count.
        Payout = "payout",
        /// A mission opens, ends soon, or is done.
        Mission = "mission",
        /// They are trusted more than before.
        BadgeLevel = "badge_level",
        /// A report that claims to be critical.
        AdminS1 = "admin_s1",
        /// A private report.
        AdminPrivate = "admin_private",
        /// A fix that came undone.
        AdminRegression = "admin_regression",
        /// Many met the same failure within an hour.
        AdminCluster = "admin_cluster",
        /// A promised answer is about to be late.
        AdminPromise = "admin_promise",
        /// A webhook or a service does not take what we send.
        AdminWebhook = "admin_webhook",
        /// No node of a network answers.
        AdminNetwork = "admin_network",
        /// A tracker proposes something.
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
    /// When something comes by mail.
    pub enum MailMode {
        /// At once, within the limits.
        Now = "now",
        /// Once a day, with the rest.
        Digest = "digest",
        /// Never.
        Off = "off",
    }
}

keyed_enum! {
    /// The starting point of a user's choice of channels.
    #[derive(Default)]
    pub enum Preset {
        /// What waits for them, and nothing else.
        Quiet = "quiet",
        /// What concerns them.
        #[default]
        Normal = "normal",
        /// All of it, at once.
        Everything = "everything",
    }
}

keyed_enum! {
    /// A way to reach a user outside the app.
    pub enum ChannelName {
        /// By mail.
        Mail = "mail",
        /// By the browser.
        Push = "push",
        /// By a message of our bot at Discord.
        Discord = "discord",
        /// By a message of our bot at Telegram.
        Telegram = "telegram",
    }
}

/// The channels on which one kind of notification reaches a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// In the app.
    pub app: bool,
    /// By mail.
    pub mail: MailMode,
    /// By the browser.
    pub push: bool,
    /// By linked chat accounts.
    pub chat: bool,
}

impl NotificationKind {
    /// Whether it needs an action by its receiver.
    pub fn bucket(self) -> Bucket {
        use NotificationKind as Kind;
        match self {
            Kind::InfoAsked
            | Kind::FixCheck
            | Kind::PointsReversed
            | Kind::SubmissionReturned
            | Kind::AccountChanged => Bucket::Action,
            kind if kind.is_for_administrators() => Bucket::Action,
            _ => Bucket::News,
        }
    }

    /// Whether only administrators are notified.
    pub fn is_for_administrators(self) -> bool {
        self.key().starts_with("admin_")
    }

    /// Whether it is always listed in the app, whatever its reader chooses.
    pub fn is_always_in_app(self) -> bool {
        self.bucket() == Bucket::Action || self == NotificationKind::RulesSeason
    }

    /// Whether many of it come at once, one for each issue, so that mail and chat tell them together.
    pub fn comes_in_bursts(self) -> bool {
        self == NotificationKind::AdminPromise
    }

    /// Whether a preset's mail at once is only for whose issue it is; others get it in the digest.
    pub fn is_first_for_its_owner(self, preset: Preset) -> bool {
        preset != Preset::Everything
            && matches!(self, NotificationKind::IssueNews | NotificationKind::FixCheck)
    }

    /// The channels of a user who has chosen a preset and nothing else.
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
