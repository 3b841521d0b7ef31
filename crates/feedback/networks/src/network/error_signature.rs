//! The meanings of contract errors: described by an administrator, built in, from ABIs, and those
//! still unknown.

use async_trait::async_trait;
use chain::{FailureClass, Verdict};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::contract::{NetworkEntryId, changed};
use super::known_error;
use super::one_line_text::{line, optional_line};
use super::signature;
use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Errors that administrators can describe.
const MOST: i64 = 1000;

pub(super) struct ErrorSignatures;

#[async_trait]
impl Query for ErrorSignatures {
    const NAME: &'static str = "errorSignatures";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let mut rows = described(ctx, None).await?;
        rows.extend(known_error::others(ctx, &rows).await?);
        known_error::count(ctx, &mut rows).await?;
        Ok(json!({ "rows": rows, "unknown": known_error::unknown(ctx).await? }))
    }
}

/// The number of known errors, and of unknown ones in the last 30 days.
pub async fn error_counts(ctx: &CommandContext) -> Result<(usize, usize), Error> {
    let described = described(ctx, None).await?;
    let others = known_error::others(ctx, &described).await?;
    let unknown = known_error::unknown(ctx).await?;
    Ok((described.len() + others.len(), unknown.len()))
}

/// The descriptions of administrators, or one by its id.
async fn described(ctx: &CommandContext, id: Option<&str>) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', "objectId", 'key', coalesce("selector", "textPattern"), 'isText', "selector" is null,
            'signature', "signature", 'failureClass', "failureClass", 'verdict', "verdict", 'sentence', "sentence",
            'advice', "advice", 'source', "source", 'enabled', "enabled", 'count', 0)
        from "ErrorSignature" where $1::text is null or "objectId" = $1::text
        order by "updatedAt" desc, "objectId" limit 1000"#,
        [Bind::from(id)],
    );
    ctx.rows(&sql).await
}

async fn one(ctx: &CommandContext, id: &str) -> Result<Option<Json>, Error> {
    Ok(described(ctx, Some(id)).await?.into_iter().next())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ErrorSignatureSaveParams {
    id: Option<String>,
    selector: Option<String>,
    text_pattern: Option<String>,
    signature: Option<String>,
    failure_class: String,
    verdict: String,
    sentence: String,
    advice: Option<String>,
    enabled: Option<bool>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ErrorSignatureSaveResult {
    error_signature: Json,
}

/// The identity of an error.
struct ErrorIdentity {
    selector: Option<String>,
    text: Option<String>,
    signature: Option<String>,
}

pub(super) struct ErrorSignatureSave;

#[async_trait]
impl Command for ErrorSignatureSave {
    const NAME: &'static str = "errorSignatureSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ErrorSignatureSaveParams;
    type Answer = AuditedReply<ErrorSignatureSaveResult>;

    async fn run(
        ctx: &CommandContext,
        params: ErrorSignatureSaveParams,
    ) -> Result<Self::Answer, Error> {
        let named = named(&params)?;
        let class = FailureClass::parse(&params.failure_class)
            .ok_or_else(|| invalid("FAILURE_CLASS", "Choose how such a swap failed."))?;
        let verdict = Verdict::parse(&params.verdict)
            .ok_or_else(|| invalid("VERDICT", "Choose a verdict."))?;
        let sentence = line(&params.sentence, "The sentence to the tester", 1..=300)?;
        let advice = optional_line(params.advice.as_deref(), "The advice", 500)?;
        check_room(ctx, &named, params.id.as_deref()).await?;
        let before = match &params.id {
            Some(id) => Some(one(ctx, id).await?.ok_or_else(not_found)?),
            None => None,
        };
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        let sql = Sql::fixed(
            r#"insert into "ErrorSignature" as e ("objectId", "createdAt", "updatedAt", "selector", "textPattern", "signature",
                "failureClass", "verdict", "sentence", "advice", "source", "enabled", "_rperm", "_wperm")
            values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
                'admin', coalesce($10::bool, true), '{*}', '{}')
            on conflict ("objectId") do update set "updatedAt" = excluded."updatedAt", "selector" = excluded."selector",
                "textPattern" = excluded."textPattern", "signature" = excluded."signature",
                "failureClass" = excluded."failureClass", "verdict" = excluded."verdict", "sentence" = excluded."sentence",
                "advice" = excluded."advice", "enabled" = coalesce($10::bool, e."enabled")"#,
            [
                Bind::from(&*id),
                ctx.now().into(),
                named.selector.as_deref().into(),
                named.text.as_deref().into(),
                named.signature.as_deref().into(),
                class.key().into(),
                verdict.key().into(),
                sentence.into(),
                advice.into(),
                params.enabled.into(),
            ],
        );
        ctx.execute(&sql).await?;
        let after = one(ctx, &id).await?.ok_or_else(not_found)?;
        for key in before.iter().chain([&after]) {
            known_error::explain_again(ctx, key).await?;
        }
        let change = changed("error", before, Some(&after));
        Ok(AuditedReply::new(ErrorSignatureSaveResult { error_signature: after }, change))
    }
}

fn named(params: &ErrorSignatureSaveParams) -> Result<ErrorIdentity, Error> {
    let written = params.signature.as_deref().filter(|text| !text.trim().is_empty());
    let written = written.map(signature::parse).transpose()?;
    let selector = params.selector.as_deref().map(signature::selector).transpose()?;
    let text = params.text_pattern.as_deref();
    let text = text.map(|text| line(text, "The text of an error", 3..=200)).transpose()?;
    if let (Some(written), Some(selector)) = (&written, &selector)
        && written.selector != *selector
    {
        return Err(invalid(
            "SIGNATURE",
            format!("{} hashes to {}, not to {selector}.", written.text, written.selector),
        ));
    }
    if text.is_some() && (selector.is_some() || written.is_some()) {
        return Err(invalid("ERROR_KEY", "An error has a selector or a text, not both."));
    }
    let selector = selector.or_else(|| written.as_ref().map(|one| one.selector.clone()));
    if selector.is_none() && text.is_none() {
        return Err(invalid(
            "ERROR_KEY",
            "The selector, the signature or the text of the error is required.",
        ));
    }
    // `Error(string)` is identified by its text.
    if selector.as_deref() == Some("0x08c379a0") {
        return Err(invalid("ERROR_KEY", "Error(string) carries a text: describe the text."));
    }
    Ok(ErrorIdentity { selector, text, signature: written.map(|one| one.text) })
}

/// Checks that the error is not described yet, and that the limit is not reached.
async fn check_room(
    ctx: &CommandContext,
    named: &ErrorIdentity,
    id: Option<&str>,
) -> Result<(), Error> {
    #[derive(Deserialize)]
    struct SignatureCount {
        count: i64,
        same: i64,
    }
    let sql = Sql::fixed(
        r#"select jsonb_build_object('count', count(*), 'same', count(*) filter (where "objectId" is distinct from $4::text
            and (lower("textPattern") = lower($2::text)
                or ("selector" = $1::text and coalesce("signature", '') = coalesce($3::text, '')))))
        from "ErrorSignature""#,
        [
            Bind::from(named.selector.as_deref()),
            named.text.as_deref().into(),
            named.signature.as_deref().into(),
            id.into(),
        ],
    );
    let room: SignatureCount = ctx.row(&sql).await?.ok_or_else(not_found)?;
    if room.same > 0 {
        return Err(invalid("ERROR_KNOWN", "This error is described already."));
    }
    if id.is_none() && room.count >= MOST {
        return Err(invalid(
            "TOO_MANY",
            format!("At most {MOST} errors are allowed. Remove one first."),
        ));
    }
    Ok(())
}

pub(super) struct ErrorSignatureRemove;

#[async_trait]
impl Command for ErrorSignatureRemove {
    const NAME: &'static str = "errorSignatureRemove";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = NetworkEntryId;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: NetworkEntryId) -> Result<Self::Answer, Error> {
        let before = one(ctx, &params.id).await?.ok_or_else(not_found)?;
        let sql = Sql::fixed(
            r#"delete from "ErrorSignature" where "objectId" = $1::text"#,
            [Bind::from(params.id)],
        );
        ctx.execute(&sql).await?;
        known_error::explain_again(ctx, &before).await?;
        Ok(AuditedReply::new(json!({}), changed("error", Some(before), None)))
    }
}
