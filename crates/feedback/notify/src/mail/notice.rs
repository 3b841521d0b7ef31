//! The text of a delivery for mail templates.

use feedback_model::Resolution;
use feedback_model::notification::NotificationKind as Kind;
use letters::{AccountState, Change, Day, Issue, Mission, MissionNews, News, Notice, Remark};
use parse_engine::Error;
use parse_model::Json;

use super::facts::{self, IssueFacts};
use crate::delivery::{Delivery, Receiver};
use feedback_core::command_context::CommandContext;

/// The notice of a delivery. `None` if its subject was deleted.
pub(super) async fn of(
    ctx: &CommandContext,
    receiver: &Receiver,
    delivery: &Delivery,
) -> Result<Option<Notice>, Error> {
    let issue = match &delivery.issue {
        Some(id) => facts::issue(ctx, id).await?,
        None => None,
    };
    let told = MailContext { ctx, receiver, data: &delivery.data, issue };
    if let Some(notice) = told.of_issue(delivery.kind).await? {
        return Ok(Some(notice));
    }
    told.of_anything_else(delivery.kind).await
}

struct MailContext<'a> {
    ctx: &'a CommandContext,
    receiver: &'a Receiver,
    data: &'a Json,
    issue: Option<IssueFacts>,
}

impl MailContext<'_> {
    fn issue(&self) -> Option<Issue> {
        self.issue.as_ref().map(IssueFacts::issue)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.data[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn number(&self, name: &str) -> u32 {
        self.data[name].as_f64().map_or(0, |number| number.abs().round() as u32)
    }

    fn amount(&self) -> u64 {
        self.data["amount"].as_f64().map_or(0, |amount| amount.abs().round() as u64)
    }

    fn build(&self) -> Option<String> {
        self.data["build"]["version"].as_str().map(str::to_owned)
    }

    async fn day(&self, name: &str) -> Result<Option<Day>, Error> {
        match self.text(name) {
            Some(moment) => facts::day(self.ctx, &moment, &self.receiver.time_zone).await,
            None => Ok(None),
        }
    }

    fn mission(&self) -> Mission {
        let mission = &self.data["mission"];
        let text = |key: &str| mission[key].as_str().unwrap_or_default().to_owned();
        Mission { title: text("title"), slug: text("slug") }
    }

    fn mission_news(&self) -> MissionNews {
        match self.text("what").as_deref() {
            Some("opened") => MissionNews::Opened { points: self.number("points") },
            Some("ending") => MissionNews::Ending,
            Some("refused") => MissionNews::Refused { reason: self.text("reason") },
            _ => MissionNews::Done { amount: self.amount() },
        }
    }

    fn remark(&self) -> Remark {
        let people = self.data["people"].as_array();
        let by = people.and_then(|people| people.last()).and_then(Json::as_str);
        Remark {
            by: by.unwrap_or("A user").to_owned(),
            text: self.text("excerpt").unwrap_or_default(),
        }
    }

    /// The notice of an issue. `None` without it.
    async fn of_issue(&self, kind: Kind) -> Result<Option<Notice>, Error> {
        let Some(issue) = self.issue() else { return Ok(None) };
        let count = self.number("count").max(1);
        Ok(Some(match kind {
            Kind::InfoAsked => {
                let text = self.text("question").unwrap_or_default();
                let question = Remark { by: "The team".to_owned(), text };
                Notice::InfoAsked { issue, question, until: self.day("until").await? }
            }
            Kind::FixCheck => Notice::FixCheck { issue, build: self.build() },
            Kind::IssueNews => Notice::IssueNews { issue, news: self.news().await? },
            Kind::CommentStaff => Notice::CommentStaff { issue, remark: self.remark(), count },
            Kind::Comment => Notice::Comment { issue, remark: self.remark(), count },
            Kind::Mention => Notice::Mention { issue, remark: self.remark() },
            Kind::AdminS1 => Notice::AdminS1 { issue },
            Kind::AdminPrivate => Notice::AdminPrivate { issue },
            Kind::AdminRegression => Notice::AdminRegression { issue },
            Kind::AdminPromise => Notice::AdminPromise { issue },
            Kind::AdminTracker => Notice::AdminTracker {
                issue,
                tracker: self.data["tracker"]["name"].as_str().unwrap_or("the tracker").to_owned(),
                reference: self.text("ref").unwrap_or_else(|| "The linked issue".to_owned()),
            },
            _ => return Ok(None),
        }))
    }

    async fn of_anything_else(&self, kind: Kind) -> Result<Option<Notice>, Error> {
        Ok(Some(match kind {
            Kind::PointsReversed => Notice::PointsReversed {
                issue: self.issue(),
                amount: self.amount(),
                is_penalty: self.text("what").as_deref() == Some("penalty"),
                reason: self.text("reason"),
            },
            Kind::AccountChanged => self.account_changed(),
            Kind::PointsSettled => {
                Notice::PointsSettled { issue: self.issue(), amount: self.amount() }
            }
            Kind::EvidenceFinished => Notice::EvidenceFinished {
                issue: self.issue(),
                transaction: self.text("hash").map(|hash| shortened(&hash)),
            },
            Kind::Release => self.release().await?,
            Kind::RulesSeason => Notice::RulesSeason(self.change().await?),
            Kind::Payout => self.payout(),
            Kind::SubmissionReturned => Notice::SubmissionReturned {
                mission: self.mission(),
                reason: self.text("reason"),
                tries_left: self.number("triesLeft").saturating_sub(1),
            },
            Kind::Mission => Notice::Mission { mission: self.mission(), news: self.mission_news() },
            Kind::BadgeLevel => Notice::Level(self.number("level")),
            Kind::FailureQuestion => self.failure_question(),
            Kind::AdminCluster => Notice::AdminCluster {
                cluster: self.text("cluster").unwrap_or_default(),
                title: self.text("title"),
                people: self.number("people"),
            },
            Kind::AdminFailureRate => self.failure_rate(),
            Kind::AdminWebhook => Notice::AdminWebhook {
                name: self
                    .text("name")
                    .or_else(|| self.text("service"))
                    .unwrap_or_else(|| "An integration".to_owned()),
                failures: self.number("failures"),
            },
            Kind::AdminAppeal => {
                Notice::AdminAppeal { by: self.text("name").unwrap_or_else(|| "A user".to_owned()) }
            }
            Kind::AdminNetwork => {
                let name = self.data["network"]["name"].as_str().unwrap_or("a network");
                Notice::AdminNetwork { name: name.to_owned() }
            }
            _ => return Ok(None),
        }))
    }

    async fn news(&self) -> Result<News, Error> {
        let severity = || async {
            let Some(key) = self.text("severity") else { return Ok::<_, Error>(None) };
            let words = self.ctx.settings().await?.value("severity.words");
            Ok(Some(words[&key].as_str().unwrap_or(&key).to_owned()))
        };
        Ok(match self.text("what").as_deref() {
            Some("confirmed") => News::Confirmed(severity().await?),
            Some("fixed") => News::Fixed(self.build()),
            Some("verified") => News::Verified,
            Some("closed") => {
                let kind = self.issue.as_ref().map(|issue| issue.kind);
                let resolution = self.text("resolution");
                let resolution = resolution.as_deref().and_then(Resolution::parse).zip(kind);
                News::Closed {
                    resolution: resolution
                        .map(|(resolution, kind)| resolution.word(kind).to_owned()),
                    reason: self.text("reason"),
                }
            }
            Some("merged") => {
                let into = facts::issues(self.ctx, &[self.number("into")]).await?;
                News::Merged(into.into_iter().next())
            }
            Some("reopened") => News::Reopened,
            Some("regressed") => News::Regressed,
            Some("severity") => News::Severity(severity().await?),
            _ => News::Started,
        })
    }

    async fn release(&self) -> Result<Notice, Error> {
        let announcement = match self.text("announcement") {
            Some(id) => facts::announcement(self.ctx, &id).await?,
            None => None,
        };
        let numbers = self.data["fixed"].as_array().into_iter().flatten();
        let numbers: Vec<u32> =
            numbers.filter_map(|number| u32::try_from(number.as_u64()?).ok()).collect();
        let version = self.build();
        let title =
            self.text("title").or_else(|| announcement.as_ref().map(|one| one.title.clone()));
        Ok(Notice::Release {
            title: title.or_else(|| version.clone()).unwrap_or_else(|| "A new release".to_owned()),
            version,
            body: announcement.map(|one| one.body).unwrap_or_default(),
            fixed: facts::issues(self.ctx, &numbers).await?,
        })
    }

    fn failure_question(&self) -> Notice {
        let failure = &self.data["failure"];
        let text = |key: &str| failure[key].as_str().unwrap_or_default().to_owned();
        Notice::FailureQuestion {
            network: text("network"),
            sentence: text("sentence"),
            is_swap: failure["isSwap"] == true,
        }
    }

    fn failure_rate(&self) -> Notice {
        Notice::AdminFailureRate {
            name: self.text("name").unwrap_or_else(|| "a network".to_owned()),
            hours: self.number("hours"),
            failed: (self.number("failed"), self.number("calls")),
            before: (self.number("failedBefore"), self.number("callsBefore")),
        }
    }

    fn account_changed(&self) -> Notice {
        let state = match self.text("status").as_deref() {
            Some("limited") => AccountState::Limited,
            Some("suspended") => AccountState::Suspended,
            Some("linked") => AccountState::Linked,
            Some("unlinked") => AccountState::Unlinked,
            Some("held") => AccountState::Held,
            Some("released") => AccountState::Released,
            Some("asked") => AccountState::Asked,
            Some("deletion_scheduled") => AccountState::DeletionScheduled,
            Some("deletion_cancelled") => AccountState::DeletionCancelled,
            Some("appeal_upheld" | "appeal_denied") => AccountState::AppealAnswered,
            _ => AccountState::Active,
        };
        Notice::AccountChanged { state, reason: self.text("reason") }
    }

    fn payout(&self) -> Notice {
        let season = &self.data["season"];
        Notice::Payout {
            season: season["name"].as_str().unwrap_or("The season").to_owned(),
            number: season["number"].as_u64().and_then(|n| n.try_into().ok()).unwrap_or(1),
            paid: self.text("paid").unwrap_or_default(),
            voided: self.text("reason"),
        }
    }

    async fn change(&self) -> Result<Change, Error> {
        Ok(match self.text("what").as_deref() {
            Some("rules") => {
                Change::Rules { version: self.number("version"), from: self.day("from").await? }
            }
            Some("season") => {
                let season = &self.data["season"];
                Change::Season {
                    name: season["name"].as_str().unwrap_or("The season").to_owned(),
                    has_ended: season["state"].as_str().is_some_and(|state| state != "live"),
                }
            }
            _ => {
                let announcement = match self.text("announcement") {
                    Some(id) => facts::announcement(self.ctx, &id).await?,
                    None => None,
                };
                let title =
                    self.text("title").unwrap_or_else(|| "News of the programme".to_owned());
                Change::Announcement {
                    title,
                    body: announcement.map(|one| one.body).unwrap_or_default(),
                }
            }
        })
    }
}

/// A hash, shortened for comparison.
fn shortened(hash: &str) -> String {
    let letters: Vec<char> = hash.chars().collect();
    if letters.len() <= 12 {
        return hash.to_owned();
    }
    let (start, end) = (&letters[..6], &letters[letters.len() - 4..]);
    format!("{}…{}", start.iter().collect::<String>(), end.iter().collect::<String>())
}
