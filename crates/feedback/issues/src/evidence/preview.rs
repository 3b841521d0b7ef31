//! Adding evidence: a hash, a link, an error, or a quote. It is explained at once if no RPC
//! endpoint is needed, and by the worker otherwise.

use async_trait::async_trait;
use chain::explanation::RpcError;
use chain::{Explanation, FailureClass, Quote, Verdict};
use feedback_model::Refused;
use feedback_model::allowance::Act;
use feedback_model::evidence::{EvidenceKind, EvidenceState, WalletKind};
use feedback_model::role::AccountStatus;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::answer_shape::EvidenceAnswer;
use super::blocking_pool::apart;
use super::lookup::registry;
use super::pasted::{PastedEvidence, read};
use super::progress;
use super::queue::{self, LookupReason};
use super::view::{EvidenceReply, reply};
use super::write::written;
use crate::issue::consume_quota;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::{from_refusal, invalid};
use feedback_networks::build;
use feedback_networks::network::{self, KnownNetwork};

/// Characters of the longest route of a quote.
const LONGEST_ROUTE: usize = 500;

/// The parameters.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct EvidencePreviewParams {
    #[serde(default)]
    text: String,
    network: Option<String>,
    build: Option<String>,
    wallet_kind: Option<WalletKind>,
    quote: Option<Quote>,
}

pub(super) struct EvidencePreview;

#[async_trait]
impl Command for EvidencePreview {
    const NAME: &'static str = "evidencePreview";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = EvidencePreviewParams;
    type Answer = EvidenceReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<EvidenceAnswer>())
    }

    async fn run(
        ctx: &CommandContext,
        params: EvidencePreviewParams,
    ) -> Result<EvidenceReply, Error> {
        if ctx.member()?.status == AccountStatus::Limited {
            return Err(from_refusal(Refused::Limited));
        }
        let evidence = NewEvidence::of(ctx, params).await?;
        lock_member_evidence(ctx).await?;
        if let Some(known) = known(ctx, &evidence).await? {
            return reply(ctx, &known).await;
        }
        consume_quota(ctx, Act::Lookup).await?;
        let id = insert(ctx, &evidence).await?;
        if evidence.explanation.is_none() {
            queue::put(ctx, &id, LookupReason::Fetch).await?;
        }
        reply(ctx, &id).await
    }
}

/// Evidence to insert.
struct NewEvidence {
    kind: EvidenceKind,
    network: Option<KnownNetwork>,
    hash: Option<String>,
    rpc: Option<RpcError>,
    quote: Option<Quote>,
    build: Option<String>,
    wallet_kind: Option<WalletKind>,
    /// The part of the explanation that needs no endpoint.
    explanation: Option<Explanation>,
}

impl NewEvidence {
    async fn of(ctx: &CommandContext, params: EvidencePreviewParams) -> Result<NewEvidence, Error> {
        if let Some(quote) = &params.quote {
            check_quote(quote)?;
        }
        if let Some(build) = &params.build {
            build::find_build(ctx, build).await?;
        }
        let networks = network::all_enabled(ctx).await?;
        let chosen = params.network.as_deref().map(|id| named(&networks, id)).transpose()?;
        let (shown, linked) = read(&params.text, &networks, params.quote.is_some())?;
        let network = chosen.or(linked);
        let (kind, hash, rpc, explanation) = match shown {
            PastedEvidence::Transaction(hash) => (EvidenceKind::Tx, Some(hash), None, None),
            PastedEvidence::Error(error) => {
                let known = network.as_ref().or(networks.first());
                let registry = registry(ctx, known).await?;
                let pasted = error.clone();
                let explanation = apart(move || chain::explain_error(&pasted, &registry)).await;
                let explanation = explanation.ok_or_else(|| {
                    invalid(
                        "EVIDENCE",
                        "This error could not be decoded. Paste the transaction hash instead.",
                    )
                })?;
                (EvidenceKind::RpcError, None, Some(error), Some(explanation))
            }
            PastedEvidence::Quote => {
                (EvidenceKind::QuoteOnly, None, None, Some(Explanation::default()))
            }
        };
        let (quote, build, wallet_kind) = (params.quote, params.build, params.wallet_kind);
        Ok(NewEvidence { kind, network, hash, rpc, quote, build, wallet_kind, explanation })
    }
}

fn check_quote(quote: &Quote) -> Result<(), Error> {
    let is_long = quote.route.as_ref().is_some_and(|it| it.chars().count() > LONGEST_ROUTE);
    let is_odd = quote.source.as_deref().is_some_and(|it| it != "typed");
    if is_long || is_odd {
        return Err(invalid(
            "QUOTE",
            "The source of a quote is \"typed\", and its route has at most 500 characters.",
        ));
    }
    Ok(())
}

fn named(networks: &[KnownNetwork], id: &str) -> Result<KnownNetwork, Error> {
    let network = networks.iter().find(|network| network.id == id).cloned();
    network.ok_or_else(|| invalid("NETWORK", "Choose one of the programme's networks."))
}

/// Two concurrent pastes of the same text create one piece of evidence: the second waits and finds
/// the first.
async fn lock_member_evidence(ctx: &CommandContext) -> Result<(), Error> {
    let lock = Sql::fixed(
        "select pg_advisory_xact_lock(hashtext('touchstone.evidence'), hashtext($1::text))",
        [Bind::from(&*ctx.member()?.id)],
    );
    ctx.execute(&lock).await.map(drop)
}

/// The caller's evidence of the same transaction. New details are added to empty fields.
async fn known(ctx: &CommandContext, new: &NewEvidence) -> Result<Option<String>, Error> {
    let Some(hash) = &new.hash else { return Ok(None) };
    let network = new.network.as_ref().map(|network| network.id.as_str());
    let sql = Sql::fixed(
        r#"update "Evidence" set "build" = coalesce("build", $4::text), "walletKind" = coalesce("walletKind", $5::text),
            "updatedAt" = $6::timestamptz
        where "objectId" = (select e."objectId" from "Evidence" e where e."txHash" = $1::text and e."owner" = $2::text
            and ($3::text is null or e."network" is null or e."network" = $3::text)
            order by e."network" is not distinct from $3::text desc, e."createdAt" limit 1)
        returning to_jsonb("objectId")"#,
        [
            Bind::from(hash.as_str()),
            ctx.member()?.id.as_str().into(),
            network.into(),
            new.build.as_deref().into(),
            new.wallet_kind.map(WalletKind::key).into(),
            ctx.now().into(),
        ],
    );
    let Some(id) = ctx.row::<String>(&sql).await? else { return Ok(None) };
    let choose = Sql::fixed(
        r#"update "Evidence" set "network" = $2::text, "state" = 'queued', "reason" = null
        where "objectId" = $1::text and "network" is null and $2::text is not null"#,
        [Bind::from(&*id), network.into()],
    );
    let is_chosen = ctx.execute(&choose).await? > 0;
    let is_quoted = new.quote.is_some() && quote(ctx, &id, new).await?;
    if is_chosen || is_quoted {
        queue::put(ctx, &id, LookupReason::Fetch).await?;
    }
    Ok(Some(id))
}

/// Adds the quote, if there was none.
async fn quote(ctx: &CommandContext, id: &str, new: &NewEvidence) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"update "Evidence" set "quote" = $2::jsonb where "objectId" = $1::text and "quote" is null"#,
        [Bind::from(id), new.quote.as_ref().map(json).into()],
    );
    Ok(ctx.execute(&sql).await? > 0)
}

fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

async fn insert(ctx: &CommandContext, new: &NewEvidence) -> Result<String, Error> {
    let id = ctx.new_id();
    let told = new.explanation.as_ref();
    let (state, steps) = match told {
        Some(_) => (EvidenceState::Decoded, progress::whole(false)),
        None => {
            let done = usize::from(new.network.is_some());
            (EvidenceState::Queued, progress::steps(done, "running"))
        }
    };
    let sql = Sql::fixed(
        INSERT,
        [
            Bind::from(&*id),
            ctx.now().into(),
            ctx.member()?.id.as_str().into(),
            new.kind.key().into(),
            new.network.as_ref().map(|network| network.id.as_str()).into(),
            new.hash.as_deref().into(),
            state.key().into(),
            steps.into(),
            new.build.as_deref().into(),
            new.wallet_kind.map(WalletKind::key).into(),
            new.quote.as_ref().map(json).into(),
            new.rpc.as_ref().map(json).into(),
            told.map(written).into(),
            told.and_then(|told| told.failure_class).map(FailureClass::key).into(),
            told.and_then(|told| told.verdict).map(Verdict::key).into(),
            told.and_then(|told| told.fingerprint.as_deref()).into(),
            told.and_then(|told| told.confidence).map(chain::Confidence::key).into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(id)
}

const INSERT: &str = r#"insert into "Evidence" ("objectId", "createdAt", "updatedAt", "owner", "kind", "network", "txHash", "state",
    "steps", "build", "walletKind", "quote", "rpc", "explanation", "failureClass", "verdict", "fingerprint", "confidence", "decodedAt")
values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::text,
    $8::jsonb, $9::text, $10::text, $11::jsonb, $12::jsonb, $13::jsonb, $14::text, $15::text, $16::text, $17::text,
    case when $13::jsonb is not null then $2::timestamptz end)"#;
