//! The delivery policy: whether a user is notified, through which channels, and when.
//!
//! The decision depends on facts about one receiver. Times of day are local to the receiver and
//! become timestamps when they are stored, because only the database knows time zones.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Bucket, ChannelName, MailMode, NotificationKind, Preset, Reach};

/// Minutes in a day.
const DAY: u16 = 24 * 60;

/// The policy of a notice, common to its receivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticePolicy {
    /// The kind of notification.
    pub kind: NotificationKind,
    /// Whether it needs an action.
    pub bucket: Bucket,
    /// Whether the audience is so large that chat messages go only to users who opted in.
    pub is_crowd: bool,
    /// Mails per day before the rest goes into the digest.
    pub mails_per_day: u32,
}

/// The facts about one receiver.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct ReceiverFacts {
    /// Whether the notice is about their own issue.
    pub is_own: bool,
    /// Whether the account is neither suspended nor deleted.
    pub is_active: bool,
    /// Whether they caused the event themselves.
    pub is_actor: bool,
    /// Whether they are an administrator.
    pub is_admin: bool,
    /// Whether they may read the issue that it is about.
    pub may_read: bool,
    /// Whether they muted that issue.
    pub is_muted: bool,
    /// Whether the same event already notified them of something more relevant.
    pub was_told: bool,
    /// Their preset.
    #[serde(deserialize_with = "default_if_invalid")]
    pub preset: Preset,
    /// Their choice for this kind.
    #[serde(deserialize_with = "default_if_invalid")]
    pub choice: Option<KindChoice>,
    /// Whether mail of this kind can reach them: the address is verified, works, and was not
    /// unsubscribed.
    pub has_mail: bool,
    /// Whether they have a browser with push.
    pub has_push: bool,
    /// Whether they linked a Discord account.
    pub has_discord: bool,
    /// Whether they linked a Telegram account.
    pub has_telegram: bool,
    /// Their quiet hours.
    pub quiet: Option<QuietHours>,
    /// The hour of their digest.
    #[serde(deserialize_with = "default_if_invalid")]
    pub digest_hour: u16,
    /// The time of their day, in minutes.
    #[serde(default)]
    pub minute: u16,
    /// Whether a mail about the same issue was sent within the last hour.
    #[serde(default)]
    pub was_mailed_about_issue: bool,
    /// Mails that were sent within the last day, outside of digests.
    #[serde(default)]
    pub mails_today: u32,
}

/// Reads a preference. An invalid one counts as not chosen, because preferences can be written with
/// the master key, and must not stop the notifications of others.
fn default_if_invalid<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Preference<T> {
        Valid(T),
        Invalid(IgnoredAny),
    }
    Ok(match Preference::deserialize(deserializer)? {
        Preference::Valid(value) => value,
        Preference::Invalid(_) => T::default(),
    })
}

/// A user's choice for one kind. Missing fields follow the preset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct KindChoice {
    /// The app.
    pub app: Option<bool>,
    /// Mail.
    pub mail: Option<MailMode>,
    /// Browser push.
    pub push: Option<bool>,
    /// Linked chat accounts.
    pub chat: Option<bool>,
}

/// A part of each day without messages. It may span midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct QuietHours {
    /// Its first minute.
    pub from: u16,
    /// The minute after it.
    pub to: u16,
}

/// When a delivery is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// Immediately.
    Now,
    /// Within some minutes, together with others.
    Gathered,
    /// At a time of the receiver's day.
    At(LocalTime),
}

/// A time of the receiver's day, today or later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LocalTime {
    /// Days from today.
    pub days: u16,
    /// Minutes after midnight.
    pub minute: u16,
}

/// A message to one receiver outside of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedDelivery {
    /// The channel.
    pub channel: ChannelName,
    /// Whether it is part of a digest.
    pub is_digest: bool,
    /// When it is due.
    pub due: Due,
}

/// The notifications of one receiver.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeliveryPlan {
    /// Whether it is shown in the app.
    pub is_in_app: bool,
    /// Messages outside of it.
    pub deliveries: Vec<PlannedDelivery>,
}

impl DeliveryPlan {
    /// Whether the receiver is notified at all.
    pub fn is_notified(&self) -> bool {
        self.is_in_app || !self.deliveries.is_empty()
    }

    /// The delivery by a channel.
    pub fn delivery(&self, channel: ChannelName) -> Option<&PlannedDelivery> {
        self.deliveries.iter().find(|delivery| delivery.channel == channel)
    }
}

impl NoticePolicy {
    /// The plan for a receiver.
    pub fn plan(&self, receiver: &ReceiverFacts) -> DeliveryPlan {
        if !self.is_for(receiver) {
            return DeliveryPlan::default();
        }
        let reach = self.reach_of(receiver);
        let awake = receiver.awake();
        let mail = self.mail(reach.mail, receiver);
        let push = PlannedDelivery { channel: ChannelName::Push, is_digest: false, due: awake };
        let chat = |channel| match (self.kind.comes_in_bursts(), awake) {
            (false, due) => PlannedDelivery { channel, is_digest: false, due },
            (true, Due::Now) => PlannedDelivery { channel, is_digest: true, due: Due::Gathered },
            (true, due) => PlannedDelivery { channel, is_digest: true, due },
        };
        let others = [
            (push, reach.push && receiver.has_push),
            (chat(ChannelName::Discord), reach.chat && receiver.has_discord),
            (chat(ChannelName::Telegram), reach.chat && receiver.has_telegram),
        ];
        let others = others.into_iter().filter(|(_, is_sent)| *is_sent).map(|(message, _)| message);
        DeliveryPlan { is_in_app: reach.app, deliveries: mail.into_iter().chain(others).collect() }
    }

    /// Whether the notice concerns a receiver who may know of it.
    fn is_for(&self, receiver: &ReceiverFacts) -> bool {
        let is_silenced = receiver.is_muted && self.bucket == Bucket::News;
        receiver.is_active
            && receiver.may_read
            && !receiver.is_actor
            && !receiver.was_told
            && !is_silenced
            && (receiver.is_admin || !self.kind.is_for_administrators())
    }

    /// The channels by their preset and choices.
    fn reach_of(&self, receiver: &ReceiverFacts) -> Reach {
        let mut reach = self.kind.reach(receiver.preset);
        let is_second = !receiver.is_own && self.kind.is_first_for_its_owner(receiver.preset);
        if is_second && reach.mail == MailMode::Now {
            reach.mail = MailMode::Digest;
        }
        if self.is_crowd && self.bucket == Bucket::News && receiver.preset == Preset::Normal {
            reach.chat = false;
        }
        let choice = receiver.choice.unwrap_or_default();
        Reach {
            app: self.kind.is_always_in_app() || choice.app.unwrap_or(reach.app),
            mail: choice.mail.unwrap_or(reach.mail),
            push: choice.push.unwrap_or(reach.push),
            chat: choice.chat.unwrap_or(reach.chat),
        }
    }

    /// The mail: immediately within the limits and outside quiet hours, otherwise in a digest.
    fn mail(&self, mode: MailMode, receiver: &ReceiverFacts) -> Option<PlannedDelivery> {
        if mode == MailMode::Off || !receiver.has_mail {
            return None;
        }
        let awake = receiver.awake();
        let is_gathered = self.kind.comes_in_bursts() && mode == MailMode::Now;
        let is_digest = is_gathered
            || mode == MailMode::Digest
            || awake != Due::Now
            || receiver.was_mailed_about_issue
            || receiver.mails_today >= self.mails_per_day;
        let due = match (is_digest, mode, awake) {
            (false, ..) => Due::Now,
            (true, _, Due::Now) if is_gathered => Due::Gathered,
            // An immediate mail is sent when the quiet hours end.
            (true, MailMode::Now, Due::At(_)) => awake,
            (true, ..) => receiver.next_digest(),
        };
        Some(PlannedDelivery { channel: ChannelName::Mail, is_digest, due })
    }
}

impl ReceiverFacts {
    /// The end of the current quiet hours.
    fn awake(&self) -> Due {
        let now = self.minute;
        match self.quiet {
            Some(QuietHours { from, to }) if from < to && (from..to).contains(&now) => {
                Due::At(LocalTime { days: 0, minute: to })
            }
            Some(QuietHours { from, to }) if from > to && now >= from => {
                Due::At(LocalTime { days: 1, minute: to })
            }
            Some(QuietHours { from, to }) if from > to && now < to => {
                Due::At(LocalTime { days: 0, minute: to })
            }
            _ => Due::Now,
        }
    }

    /// The next digest hour.
    fn next_digest(&self) -> Due {
        let minute = self.digest_hour.min(23) * 60;
        debug_assert!(minute < DAY, "an hour of the day");
        Due::At(LocalTime { days: u16::from(self.minute >= minute), minute })
    }
}

#[cfg(test)]
mod tests;
