//! The draft of a privacy page, written from the list of data that is exported, the settings of the
//! programme, and the services that it is connected to.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::Sql;
use serde::Deserialize;
use serde_json::json;

use super::stored::{REMAINS, sentences};
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::setting::Settings;

/// A draft of the privacy page in Markdown, from what this server stores. Places in brackets are for
/// the team to fill in.
pub(in crate::people) struct PrivacyDraft;

#[async_trait]
impl Query for PrivacyDraft {
    const NAME: &'static str = "privacyDraft";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let receivers: Option<Receivers> = ctx.row(&Sql::new(RECEIVERS)).await?;
        let body = draft(&ctx.settings().await?, &receivers.unwrap_or_default());
        Ok(json!({ "body": body }))
    }
}

/// Services that get data, as far as the server knows.
#[derive(Default, Deserialize)]
struct Receivers {
    nodes: Vec<String>,
    services: Vec<String>,
    webhooks: u32,
}

const RECEIVERS: &str = r#"select jsonb_build_object(
    'nodes', (select coalesce(jsonb_agg(distinct e.host), '[]') from _touchstone.network_endpoint e
        join "Network" n on n."objectId" = e.network where n."enabled"),
    'services', (select coalesce(jsonb_agg(distinct initcap(one.name)), '[]') from (
        select service as name from _touchstone.chat_service where state <> 'off'
        union select service from _touchstone.tracker where state <> 'off') one),
    'webhooks', (select count(*) from _touchstone.webhook))"#;

fn draft(settings: &Settings, receivers: &Receivers) -> String {
    let product = settings.text("product.name");
    let stored = list(sentences());
    let remains = list(REMAINS.iter().map(|(_, sentence)| *sentence));
    let seen = list(seen_by_testers(settings));
    let receivers = list(receivers_of(receivers).iter().map(String::as_str));
    let notifications = settings.whole("retention.notificationsDays");
    let deliveries = settings.whole("retention.deliveriesDays");
    format!(
        "This page describes the data that the beta programme of {product} stores about you.

## Responsible

[Company, address, e-mail address for questions about privacy]

## Stored data

{stored}
You can read and download all of it in your profile, under Data.

## Purpose

The programme uses the data to find and fix faults of {product}, to reward testers, and to find people with several accounts. [Legal basis]

## Visible to other testers

{seen}
Administrators of the programme see all data except passwords.

## Passed on

{receivers}
[Hosting provider, e-mail provider and the countries they are in]

## Retention

- Read notifications are deleted after {notifications} days, and the log of sent messages after {deliveries} days.
- Sessions end after 90 days, or after 30 days without use.
- Data without a time on this page is kept until you delete your account.
- [Retention of server logs and backups]

## Deletion

You can delete your account in your profile, under Data. It is deleted after two days. You choose whether your texts and files are erased too. If you keep them, they stay under a random name.

This data remains in both cases, under a random name:

{remains}
## Your rights

You can ask for access, correction, deletion and a copy of your data, and object to its use. [Supervisory authority]
"
    )
}

fn list<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    lines.into_iter().map(|line| format!("- {line}\n")).collect()
}

fn seen_by_testers(settings: &Settings) -> Vec<&'static str> {
    let shares = |key: &str| settings.value(key) == Json::Bool(true);
    let mut lines = vec![
        "Your username, trust level, accuracy, rank and points. You can hide your name on the leaderboard.",
        "Your reports, unless they are private, and your comments. Of votes, only their number.",
    ];
    if shares("evidence.shareTestnet") {
        lines.push("Hashes and addresses of transactions on test networks that prove a report.");
    }
    if shares("evidence.shareMainnet") {
        lines.push(
            "Hashes and addresses of transactions on networks with real money that prove a report.",
        );
    }
    lines
}

fn receivers_of(receivers: &Receivers) -> Vec<String> {
    let mut lines = Vec::new();
    if !receivers.nodes.is_empty() {
        let hosts = receivers.nodes.join(", ");
        lines.push(format!("Hashes and addresses of transactions are looked up at {hosts}."));
    }
    if !receivers.services.is_empty() {
        let services = receivers.services.join(", ");
        lines.push(format!("Reports and notifications are sent to {services}."));
    }
    if receivers.webhooks > 0 {
        lines.push("Reports are sent to other programs of the team by webhooks.".to_owned());
    }
    lines.push("When a season is paid, all members can download its file with wallet addresses, points and amounts, without names. Transfers are public on their network.".to_owned());
    lines
}
