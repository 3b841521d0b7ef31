//! Maps events to notifications and their audiences.

use feedback_model::event::EventKind;
use feedback_model::notification::{Bucket, NotificationKind};
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use super::audience::Audience;
use super::facts;
use feedback_core::command_context::CommandContext;
use feedback_core::event::StoredEvent;

/// A notification for an audience. A user gets only the first notification of an event.
#[derive(Debug)]
pub(super) struct NotificationPlan {
    pub(super) kind: NotificationKind,
    pub(super) audience: Audience,
    /// The parameters of the audience, besides the issue.
    pub(super) given: Json,
    /// The key of its group, within its kind.
    pub(super) about: String,
    /// The data that the page needs.
    pub(super) data: Json,
}

impl NotificationPlan {
    fn new(
        kind: NotificationKind,
        audience: Audience,
        about: &str,
        data: Json,
    ) -> NotificationPlan {
        NotificationPlan { kind, audience, given: json!({}), about: about.to_owned(), data }
    }

    fn given(self, given: Json) -> NotificationPlan {
        NotificationPlan { given, ..self }
    }

    /// Whether it needs an action. The answer to an appeal needs none, unlike other changes of an
    /// account.
    pub(super) fn bucket(&self) -> Bucket {
        match (self.kind, self.data["status"].as_str()) {
            (NotificationKind::AccountChanged, Some("appeal_upheld" | "appeal_denied")) => {
                Bucket::News
            }
            (kind, _) => kind.bucket(),
        }
    }

    /// The key under which repetitions are counted.
    pub(super) fn group_key(&self) -> String {
        group_key(self.kind, &self.about)
    }
}

/// The group key of a notification.
pub(crate) fn group_key(kind: NotificationKind, about: &str) -> String {
    format!("{}:{about}", kind.key())
}

/// The notifications of an event; most have none.
pub(super) async fn plan_notifications(
    ctx: &CommandContext,
    event: &StoredEvent,
) -> Result<Vec<NotificationPlan>, Error> {
    match &event.issue {
        Some(issue) if event.kind != EventKind::EvidenceFinished => {
            about_issue(ctx, event, issue.as_str()).await
        }
        _ => about_people(ctx, event).await,
    }
}

/// A report that administrators must not overlook.
async fn submitted(ctx: &CommandContext, issue: &str) -> Result<Vec<NotificationPlan>, Error> {
    use NotificationKind as Kind;
    let for_admins =
        |kind, data| NotificationPlan::new(kind, Audience::Administrators, issue, data);
    let facts = facts::of_issue(ctx, issue).await?;
    let critical =
        facts.is_claimed_critical.then(|| for_admins(Kind::AdminS1, json!({ "claimed": "S1" })));
    let private = facts.is_private.then(|| for_admins(Kind::AdminPrivate, json!({})));
    Ok(critical.into_iter().chain(private).collect())
}

fn target_at_risk(event: &StoredEvent, issue: &str) -> NotificationPlan {
    let about = format!("{issue}:{}", event.text("promise").unwrap_or_default());
    let kind = NotificationKind::AdminPromise;
    NotificationPlan::new(kind, Audience::Administrators, &about, event.data.clone())
}

async fn about_issue(
    ctx: &CommandContext,
    event: &StoredEvent,
    issue: &str,
) -> Result<Vec<NotificationPlan>, Error> {
    use NotificationKind as Kind;
    let for_admins =
        |kind, data| NotificationPlan::new(kind, Audience::Administrators, issue, data);
    let news = |data| NotificationPlan::new(Kind::IssueNews, Audience::Followers, issue, data);
    let data = &event.data;
    Ok(match event.kind {
        EventKind::IssueSubmitted => submitted(ctx, issue).await?,
        EventKind::IssueInfoAsked => {
            let until = facts::answer_due(ctx, event).await?;
            let data = json!({ "question": data["question"], "until": until });
            vec![NotificationPlan::new(Kind::InfoAsked, Audience::Reporter, issue, data)]
        }
        EventKind::IssueConfirmed => {
            let severity = facts::of_issue(ctx, issue).await?.severity;
            vec![news(json!({ "what": "confirmed", "severity": severity }))]
        }
        // Users who are asked to check the fix get that notification instead.
        EventKind::FixCheckAsked => {
            let build = facts::build(ctx, &data["build"]).await?;
            let points = facts::points_for_check(ctx).await?;
            let ask = ctx.settings().await?.whole("fixcheck.ask");
            let check = json!({ "build": build, "points": points });
            vec![
                NotificationPlan::new(Kind::FixCheck, Audience::Checkers, issue, check)
                    .given(json!({ "ask": ask })),
                news(json!({ "what": "fixed", "build": build })),
            ]
        }
        EventKind::IssueVerified => {
            vec![news(json!({ "what": "verified", "assumed": data["assumed"] }))]
        }
        EventKind::IssueClosed => {
            let what = json!({ "what": "closed", "resolution": data["resolution"], "reason": data["reason"] });
            vec![news(what)]
        }
        EventKind::IssueMerged => {
            let into = facts::number(ctx, &data["into"]).await?;
            vec![news(json!({ "what": "merged", "into": into }))]
        }
        EventKind::IssueReopened => vec![news(json!({ "what": "reopened" }))],
        EventKind::IssueRegressed => {
            vec![for_admins(Kind::AdminRegression, json!({})), news(json!({ "what": "regressed" }))]
        }
        EventKind::CommentAdded => comment(ctx, event, issue).await?,
        EventKind::PointsSettled => {
            vec![NotificationPlan::new(Kind::PointsSettled, Audience::Earners, issue, json!({}))]
        }
        EventKind::PointsReversed | EventKind::PointsPenalty => points(event, issue),
        EventKind::PromiseAtRisk => vec![target_at_risk(event, issue)],
        EventKind::TrackerProposed => vec![tracker(event)],
        _ => Vec::new(),
    })
}

/// A public comment; mentioned users get the mention instead.
async fn comment(
    ctx: &CommandContext,
    event: &StoredEvent,
    issue: &str,
) -> Result<Vec<NotificationPlan>, Error> {
    use NotificationKind as Kind;
    let by = facts::name(ctx, event.actor.as_ref()).await?;
    let people: Vec<String> = by.into_iter().collect();
    let data = json!({ "people": people, "excerpt": event.data["excerpt"], "comment": event.data["comment"] });
    let kind = if event.data["staff"] == true { Kind::CommentStaff } else { Kind::Comment };
    let called = NotificationPlan::new(Kind::Mention, Audience::Named, issue, data.clone())
        .given(json!({ "people": event.data["mentions"] }));
    Ok(vec![called, NotificationPlan::new(kind, Audience::Listeners, issue, data)])
}

fn points(event: &StoredEvent, about: &str) -> Vec<NotificationPlan> {
    let what = if event.kind == EventKind::PointsPenalty { "penalty" } else { "reversed" };
    let data =
        json!({ "amount": event.data["amount"], "reason": event.data["reason"], "what": what });
    let about = format!("{what}:{about}");
    vec![to_user(NotificationKind::PointsReversed, event, &about, data)]
}

fn tracker(event: &StoredEvent) -> NotificationPlan {
    let about = event.text("proposal").unwrap_or_default();
    let audience = Audience::Administrators;
    NotificationPlan::new(NotificationKind::AdminTracker, audience, about, event.data.clone())
}

fn evidence(event: &StoredEvent) -> NotificationPlan {
    let data = &event.data;
    let about = event.text("evidence").unwrap_or_default();
    let told = json!({
        "evidence": data["evidence"], "hash": data["hash"], "state": data["state"], "chainStatus": data["chainStatus"],
    });
    to_user(NotificationKind::EvidenceFinished, event, about, told)
}

/// The accounts that count as one person with this one, or a question or answer about it.
fn counted(event: &StoredEvent) -> NotificationPlan {
    let [status, user] = ["status", "user"].map(|key| event.text(key).unwrap_or_default());
    let told = json!({ "status": status, "reason": event.data["reason"] });
    to_user(NotificationKind::AccountChanged, event, &format!("{status}:{user}"), told)
}

/// The notifications of missions. A tester without tries left cannot act on one.
fn mission(event: &StoredEvent) -> NotificationPlan {
    use NotificationKind as Kind;
    let data = &event.data;
    let about = data["mission"]["id"].as_str().unwrap_or_default();
    let told = |what: &str| {
        let mut told = data.clone();
        told["what"] = what.into();
        told
    };
    match event.kind {
        EventKind::MissionOpened => {
            let given = json!({ "minTrust": data["minTrust"] });
            NotificationPlan::new(Kind::Mission, Audience::Trusted, about, told("opened"))
                .given(given)
        }
        EventKind::MissionEnding => {
            let given = json!({ "mission": data["mission"]["id"] });
            NotificationPlan::new(Kind::Mission, Audience::Starters, about, told("ending"))
                .given(given)
        }
        EventKind::SubmissionApproved => to_user(Kind::Mission, event, about, told("done")),
        _ if data["triesLeft"] == 0 && data["state"] == "rejected" => {
            to_user(Kind::Mission, event, about, told("refused"))
        }
        _ => {
            let submission = data["submission"].as_str().unwrap_or_default();
            to_user(Kind::SubmissionReturned, event, submission, told("returned"))
        }
    }
}

/// A season that begins, ends or is final.
fn season(event: &StoredEvent) -> NotificationPlan {
    let data = &event.data;
    let season = json!({ "number": data["number"], "name": data["name"], "state": data["state"] });
    let told = json!({ "what": "season", "title": data["name"], "season": season });
    let about = format!("season:{}:{}", data["number"], event.text("state").unwrap_or_default());
    NotificationPlan::new(NotificationKind::RulesSeason, Audience::AllUsers, &about, told)
}

/// A payout was published or voided. Notifies the users in it.
fn payout(event: &StoredEvent) -> NotificationPlan {
    let data = &event.data;
    let state = if event.kind == EventKind::PayoutVoided { "void" } else { "published" };
    let name = data["season"]["name"].as_str().unwrap_or("the season");
    let told = json!({
        "what": state, "title": format!("The payout of {name} is {state}"), "season": data["season"],
        "reason": data["reason"],
    });
    let about = format!("{}:{state}", event.text("export").unwrap_or_default());
    let given = json!({
        "export": data["export"], "symbol": data["token"]["symbol"], "decimals": data["token"]["decimals"],
    });
    NotificationPlan::new(NotificationKind::Payout, Audience::Paid, &about, told).given(given)
}

/// For the account of the event.
fn to_user(
    kind: NotificationKind,
    event: &StoredEvent,
    about: &str,
    data: Json,
) -> NotificationPlan {
    let given = json!({ "people": [event.data["user"]] });
    NotificationPlan::new(kind, Audience::Named, about, data).given(given)
}

async fn account_changed(
    ctx: &CommandContext,
    event: &StoredEvent,
) -> Result<NotificationPlan, Error> {
    let user = event.text("user").unwrap_or_default();
    let reason = facts::status_reason(ctx, user).await?;
    let mut payload = json!({ "status": event.data["status"], "reason": reason });
    if !event.data["until"].is_null() {
        payload["until"] = event.data["until"].clone();
    }
    Ok(to_user(NotificationKind::AccountChanged, event, user, payload))
}

fn release(event: &StoredEvent, build: Option<&Json>) -> NotificationPlan {
    let data = &event.data;
    let payload =
        json!({ "announcement": data["announcement"], "title": data["title"], "build": build });
    let announcement = event.text("announcement").unwrap_or_default();
    NotificationPlan::new(NotificationKind::Release, Audience::Affected, announcement, payload)
        .given(json!({ "issues": data["issues"], "cohort": data["cohort"] }))
}

/// A question about a failed call. The event does not name the tester, so that webhooks do not.
async fn failure(ctx: &CommandContext, id: &str) -> Result<Vec<NotificationPlan>, Error> {
    let Some((user, failure)) = facts::failure(ctx, id).await? else { return Ok(Vec::new()) };
    let data = json!({ "failure": failure });
    let plan = NotificationPlan::new(NotificationKind::FailureQuestion, Audience::Named, id, data);
    Ok(vec![plan.given(json!({ "people": [user] }))])
}

async fn about_people(
    ctx: &CommandContext,
    event: &StoredEvent,
) -> Result<Vec<NotificationPlan>, Error> {
    use NotificationKind as Kind;
    let data = &event.data;
    let for_admins = |kind, about: &str| {
        vec![NotificationPlan::new(kind, Audience::Administrators, about, data.clone())]
    };
    let to_all = |about: &str, data| {
        vec![NotificationPlan::new(Kind::RulesSeason, Audience::AllUsers, about, data)]
    };
    let text = |key: &str| event.text(key).unwrap_or_default();
    Ok(match event.kind {
        EventKind::MemberStatusChanged => vec![account_changed(ctx, event).await?],
        EventKind::MemberCounted => vec![counted(event)],
        EventKind::PointsReversed | EventKind::PointsPenalty => points(event, text("user")),
        EventKind::EvidenceFinished => vec![evidence(event)],
        EventKind::FailureAsked => failure(ctx, text("failure")).await?,
        EventKind::MissionOpened
        | EventKind::MissionEnding
        | EventKind::SubmissionApproved
        | EventKind::SubmissionReturned => vec![mission(event)],
        EventKind::LevelReached => {
            vec![to_user(Kind::BadgeLevel, event, "level", json!({ "level": data["level"] }))]
        }
        EventKind::ClusterGrew => for_admins(Kind::AdminCluster, text("cluster")),
        EventKind::FailureRateDoubled => for_admins(Kind::AdminFailureRate, text("alarm")),
        EventKind::NetworkDown => {
            for_admins(Kind::AdminNetwork, data["network"]["id"].as_str().unwrap_or_default())
        }
        EventKind::WebhookDisabled => for_admins(Kind::AdminWebhook, text("webhook")),
        EventKind::IntegrationBroken => for_admins(Kind::AdminWebhook, text("service")),
        EventKind::TrackerProposed => vec![tracker(event)],
        EventKind::SeasonChanged => vec![season(event)],
        EventKind::PayoutPublished | EventKind::PayoutVoided => vec![payout(event)],
        EventKind::AppealOpened => for_admins(Kind::AdminAppeal, text("appeal")),
        EventKind::RulesChanged => {
            let told = json!({ "what": "rules", "title": data["note"], "version": data["version"], "from": data["from"] });
            to_all(&format!("rules:{}", data["version"]), told)
        }
        EventKind::AnnouncementPublished => {
            let told = json!({
                "what": "announcement", "title": data["title"], "announcement": data["announcement"], "kind": data["kind"],
            });
            let notice = NotificationPlan::new(
                Kind::RulesSeason,
                Audience::AllUsers,
                text("announcement"),
                told,
            );
            vec![notice.given(json!({ "cohort": data["cohort"] }))]
        }
        EventKind::ReleasePublished => {
            let build = facts::build(ctx, &data["build"]["id"]).await?;
            vec![release(event, build.as_ref())]
        }
        _ => Vec::new(),
    })
}
