//! The public settings of the programme: names, labels, areas, builds, limits.

use async_trait::async_trait;
use feedback_model::allowance::{Act, Window, limits};
use feedback_model::{Kind, Resolution, Status, Trust};
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::answer_shape::ProgrammeAnswer;
use crate::attachment;
use feedback_core::command::{NoParams, Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::product_state::ProductState;
use feedback_core::timestamp::timestamp;
use feedback_networks::build;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<Programme>(extension, state)
}

struct Programme;

#[async_trait]
impl Query for Programme {
    const NAME: &'static str = "programme";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<ProgrammeAnswer>())
    }

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let settings = ctx.settings().await?;
        let member = ctx.member()?;
        let rules_and_seasons = ctx.read_rules_and_seasons().await?;
        let rules = rules_and_seasons.rules_at(timestamp(ctx.now()))?;
        let contact = Some(settings.text("security.contact")).filter(|contact| !contact.is_empty());
        Ok(json!({
            "product": {
                "name": settings.value("product.name"),
                "shortName": settings.value("product.shortName"),
                "url": Some(settings.text("product.url")).filter(|url| !url.is_empty()),
            },
            "areas": settings.value("areas"),
            "severityWords": settings.value("severity.words"),
            "statusWords": words(|kind| Status::ALL.map(|one| (one.key(), one.word(kind))).to_vec()),
            "resolutionWords":
                words(|kind| Resolution::ALL.map(|one| (one.key(), one.word(kind))).to_vec()),
            "builds": build::all(ctx, member.is_admin).await?,
            "season": season(ctx, rules_and_seasons.default_season()).await?,
            "ruleSetVersion": rules.version,
            "readOnly": settings.is_read_only(),
            "securityContact": contact,
            "timeZone": settings.value("programme.timeZone"),
            "promise": {
                "isSet": settings.is_set("promise.firstResponseH"),
                "firstResponseS1h": settings.value("promise.firstResponseS1h"),
                "firstResponseH": settings.value("promise.firstResponseH"),
                "decisionDays": settings.value("promise.decisionDays"),
                "answerDays": settings.value("issue.needsInfoDays"),
            },
            "spamPenalty": rules.rules.rules().spam_penalty,
            "limits": {
                "reportsPerDay": per_day(Act::Report, member.trust),
                "commentsPerDay": per_day(Act::Comment, member.trust),
                "votesPerDay": per_day(Act::Vote, member.trust),
                "proposalsPerDay": per_day(Act::DuplicateProposal, member.trust),
            },
            "uploads": {
                "imageBytes": attachment::IMAGE_BYTES,
                "textBytes": attachment::TEXT_BYTES,
                "perReport": attachment::PER_REPORT,
                "perComment": attachment::PER_COMMENT,
            },
        }))
    }
}

/// Labels by kind and key.
fn words(of_kind: impl Fn(Kind) -> Vec<(&'static str, &'static str)>) -> Json {
    let of_kind = |kind: Kind| {
        let words = of_kind(kind).into_iter().map(|(key, word)| (key.to_owned(), Json::from(word)));
        (kind.key().to_owned(), words.collect::<Json>())
    };
    Kind::ALL.into_iter().map(of_kind).collect()
}

fn per_day(act: Act, trust: Trust) -> Option<u32> {
    let limits = limits(act, trust);
    limits.into_iter().find(|limit| limit.within == Window::Day).map(|limit| limit.count)
}

/// The season for standings.
async fn season(ctx: &CommandContext, number: u32) -> Result<Option<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('number', "number"::int, 'name', "name", 'startsAt', _touchstone.iso("startsAt"),
            'endsAt', _touchstone.iso("endsAt"), 'state', "state")
        from "Season" where "number" = $1::float8"#,
        [Bind::from(f64::from(number))],
    );
    ctx.row(&sql).await
}
