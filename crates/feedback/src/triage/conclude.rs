//! What every command of triage answers, and what is recorded of it.

use feedback_model::{Moment, Resolution, Severity};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Serialize;
use serde_json::json;

use crate::audit::Noted;
use crate::desk::Desk;
use crate::issue::shown;
use crate::issue::state::Held;
use crate::points::{self, Posted};

/// What a command of triage answers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Concluded {
    issue: Json,
    undo_until: Option<String>,
    told: u64,
    points: Vec<Json>,
}

/// Whether a command can be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undo {
    /// For a while.
    Possible,
    /// It was one that took something back.
    Never,
}

/// Notes what a command did, and answers it.
pub(super) async fn conclude(
    desk: &Desk,
    before: &Held,
    after: &Held,
    posted: &[Posted],
    undo: Undo,
) -> Result<Concluded, Error> {
    note(desk, after, facts(before), facts(after));
    let undo_until = match undo {
        Undo::Never => None,
        Undo::Possible => {
            let until = Moment(desk.now().millis()).after(desk.settings().await?.policy().undo());
            Some(Date::from_millis(until.0).iso())
        }
    };
    Ok(Concluded {
        issue: shown::row(desk, after.id()).await?,
        undo_until,
        told: told(desk, after).await?,
        points: points::told(desk, posted).await?,
    })
}

/// Says in the record what an administrator made of an issue; what its reporter does is theirs.
pub(super) fn note(desk: &Desk, issue: &Held, before: Json, after: Json) {
    if !desk.member().is_ok_and(|member| member.is_admin) {
        return;
    }
    desk.note(Noted {
        kind: "issue",
        id: issue.id().as_str().to_owned(),
        label: format!("#{} {}", issue.number, issue.title),
        before,
        after,
    });
}

fn facts(issue: &Held) -> Json {
    let state = &issue.state;
    json!({
        "status": state.stage.status().key(),
        "resolution": state.stage.resolution().map(Resolution::key),
        "severity": state.severity.map(Severity::key),
        "quality": state.quality.key(),
        "visibility": state.visibility.key(),
    })
}

/// How many others hear of it.
async fn told(desk: &Desk, issue: &Held) -> Result<u64, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(count(*)) from "Watch"
        where "issue" = $1::text and "level" <> 'mute' and "user" <> $2::text"#,
        [Bind::from(issue.id().as_str()), desk.member()?.id.as_str().into()],
    );
    Ok(desk.row(&sql).await?.unwrap_or(0))
}
