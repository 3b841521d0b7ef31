//! CI announces a build: the build is recorded, its fixes are marked, and users are notified if
//! requested.
//!
//! Every step is idempotent, so a call that was cut off can be repeated: a build is identified by
//! its channel and version, a marked issue stays marked, and a build is announced once.

use async_trait::async_trait;
use feedback_model::build::Channel;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use serde::Deserialize;
use serde_json::json;

use super::call_function::ask;
use feedback_core::command::{Who, admitted, signature};
use feedback_core::refused::invalid;

/// The name of the function.
pub(super) const NAME: &str = "apiAnnounceBuild";

/// Fixes of one build.
const MOST_FIXES: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnnouncedBuild {
    channel: Channel,
    version: String,
    commit: Option<String>,
    notes: Option<String>,
    released_at: Option<String>,
    /// Numbers of fixed issues.
    #[serde(default)]
    fixes: Vec<u32>,
    /// Whether users are notified.
    #[serde(default)]
    announce: bool,
}

pub(super) struct ApiAnnounceBuild;

#[async_trait]
impl Function for ApiAnnounceBuild {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<AnnouncedBuild>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        admitted(cx, Who::Administrator).await?;
        let mut announced: AnnouncedBuild = serde_json::from_value(Json::Object(params))
            .map_err(|error| invalid("PARAMS", error))?;
        announced.fixes.sort_unstable();
        announced.fixes.dedup();
        if announced.fixes.len() > MOST_FIXES {
            return Err(invalid("FIXES", format!("At most {MOST_FIXES} issues at once.")));
        }
        // Release tags often begin with it, versions do not.
        let version = announced.version.trim();
        announced.version = match version.strip_prefix('v') {
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => rest.to_owned(),
            _ => version.to_owned(),
        };
        check_fixes(cx, &announced.fixes).await?;
        let (build, is_new) = noted(cx, &announced).await?;
        let (marked, not_marked) = marked(cx, &build, &announced.fixes).await?;
        let announcement = match announced.announce {
            true => Some(announcement(cx, &announced, &build).await?),
            false => None,
        };
        Ok(Some(json!({
            "build": build, "isNew": is_new, "marked": marked, "notMarked": not_marked, "announcement": announcement,
        })))
    }
}

/// Refuses unknown issue numbers before anything is written.
async fn check_fixes(cx: &Cx, fixes: &[u32]) -> Result<(), Error> {
    for number in fixes {
        let found = ask(cx, "issueGet", json!({ "number": number })).await;
        found.map_err(|_| invalid("FIXES", format!("There is no issue {number}.")))?;
    }
    Ok(())
}

/// Records the build, or updates a known one.
async fn noted(cx: &Cx, announced: &AnnouncedBuild) -> Result<(Json, bool), Error> {
    let builds = ask(cx, "builds", json!({})).await?;
    let is_same = |build: &&Json| {
        build["channel"] == announced.channel.key() && build["version"] == *announced.version
    };
    let known = builds["rows"].as_array().and_then(|rows| rows.iter().find(is_same));
    let released_at = announced.released_at.clone().unwrap_or_else(|| match known {
        Some(known) => known["releasedAt"].as_str().unwrap_or_default().to_owned(),
        None => cx.now().iso(),
    });
    let mut save = json!({
        "channel": announced.channel.key(), "version": announced.version, "releasedAt": released_at,
        "notes": announced.notes, "commit": announced.commit,
    });
    let mut fixes = announced.fixes.clone();
    if let Some(known) = known {
        save["id"] = known["id"].clone();
        let before = known["fixedIssues"].as_array().into_iter().flatten();
        fixes.extend(
            before.filter_map(Json::as_u64).filter_map(|number| u32::try_from(number).ok()),
        );
        fixes.sort_unstable();
        fixes.dedup();
    }
    save["fixedIssues"] = fixes.into();
    let saved = ask(cx, "buildSave", save).await?;
    Ok((saved["build"].clone(), known.is_none()))
}

/// Marks the issues that the build fixes. An issue that cannot be marked, because it is not
/// confirmed or already marked, is returned and does not stop the others.
async fn marked(cx: &Cx, build: &Json, fixes: &[u32]) -> Result<(Vec<u32>, Vec<Json>), Error> {
    let (mut marked, mut not_marked) = (Vec::new(), Vec::new());
    for number in fixes {
        let mark = json!({ "number": number, "build": build["id"] });
        match ask(cx, "issueMarkFixed", mark).await {
            Ok(_) => marked.push(*number),
            Err(Error::Refused(refusal)) => {
                not_marked.push(json!({ "number": number, "why": refusal.message }));
            }
            Err(error) => return Err(error),
        }
    }
    Ok((marked, not_marked))
}

/// The announcement of the build: the existing one, or a new one.
async fn announcement(cx: &Cx, announced: &AnnouncedBuild, build: &Json) -> Result<Json, Error> {
    let release = json!({
        "build": build["id"], "title": format!("{} {}", announced.channel.key(), announced.version),
        "notes": announced.notes.clone().unwrap_or_default(), "fixes": announced.fixes,
    });
    ask(cx, "apiAnnounceRelease", release).await
}
