//! The programme as everybody in it sees it: names, words, parts of the product, builds, limits.

use async_trait::async_trait;
use feedback_model::allowance::{Act, Window, limits};
use feedback_model::{Kind, Resolution, Status, Trust};
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::command::{Nothing, Question, Who, question};
use crate::desk::Desk;
use crate::product_state::ProductState;
use crate::timestamp::moment;
use crate::{attachment, build};

pub(crate) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    question::<Programme>(extension, settings)
}

struct Programme;

#[async_trait]
impl Question for Programme {
    const NAME: &'static str = "programme";
    const WHO: Who = Who::Member;
    type Params = Nothing;
    type Answer = Json;

    async fn answer(desk: &Desk, _: Nothing) -> Result<Json, Error> {
        let chosen = desk.settings().await?;
        let member = desk.member()?;
        let book = desk.read_book().await?;
        let rules = book.rules_at(moment(desk.now()))?;
        let contact = Some(chosen.text("security.contact")).filter(|contact| !contact.is_empty());
        Ok(json!({
            "product": {
                "name": chosen.value("product.name"),
                "shortName": chosen.value("product.shortName"),
            },
            "areas": chosen.value("areas"),
            "severityWords": chosen.value("severity.words"),
            "statusWords": words(|kind| Status::ALL.map(|one| (one.key(), one.word(kind))).to_vec()),
            "resolutionWords":
                words(|kind| Resolution::ALL.map(|one| (one.key(), one.word(kind))).to_vec()),
            "builds": build::all(desk, member.is_admin).await?,
            "season": season(desk, book.shown()).await?,
            "ruleSetVersion": rules.version,
            "readOnly": chosen.is_read_only(),
            "securityContact": contact,
            "timeZone": chosen.value("programme.timeZone"),
            "promise": {
                "firstResponseS1h": chosen.value("promise.firstResponseS1h"),
                "firstResponseH": chosen.value("promise.firstResponseH"),
                "decisionDays": chosen.value("promise.decisionDays"),
                "answerDays": chosen.value("issue.needsInfoDays"),
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

/// Words by kind and key.
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

/// The season that standings show.
async fn season(desk: &Desk, number: u32) -> Result<Option<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('number', "number"::int, 'name', "name", 'startsAt', _touchstone.iso("startsAt"),
            'endsAt', _touchstone.iso("endsAt"), 'state', "state")
        from "Season" where "number" = $1::float8"#,
        [Bind::from(f64::from(number))],
    );
    desk.row(&sql).await
}
