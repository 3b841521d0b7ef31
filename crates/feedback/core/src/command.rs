//! The two kinds of functions of the product: commands, which change something, and queries, which
//! do not.
//!
//! A command is one transaction. Its effect, timeline, points and audit entry commit together or
//! not at all.

use std::marker::PhantomData;

use async_trait::async_trait;
use parse_engine::{Cx, Effect, Error, Extension, Function, Signature, session};
use parse_model::{Json, JsonMap};
use parse_store::Access;
use serde::{Deserialize, Serialize};

use crate::acceptance;
use crate::audit::{self, AuditChange, AuditedReply};
use crate::command_context::CommandContext;
use crate::form::Parameters;
use crate::member::Member;
use crate::product_state::ProductState;
use crate::refused::{forbidden, invalid, invalid_session, not_found};

/// The answer of functions that return nothing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoParams {}

/// Who may call a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// All callers, signed in or not.
    Public,
    /// All signed-in users whose account is not suspended.
    Member,
    /// Administrators.
    Administrator,
    /// Pages of the product under test, with or without a user. For all others it does not exist.
    Widget,
}

#[cfg(debug_assertions)]
impl Who {
    /// Their name in the reference.
    const fn name(self) -> &'static str {
        match self {
            Who::Public => "public",
            Who::Member => "signed in",
            Who::Administrator => "administrator",
            Who::Widget => "widget",
        }
    }
}

/// The signature of a function with these parameters. Only tests and the reference that they
/// generate need it, and it compiles every parameter type a second time, so release builds leave it
/// out.
#[cfg(debug_assertions)]
pub fn signature<P: Parameters>(who: Who) -> Option<Signature> {
    Some(Signature { caller: who.name(), params: P::schema(), answer: None })
}

/// Release builds describe no parameters.
#[cfg(not(debug_assertions))]
pub fn signature<P: Parameters>(_: Who) -> Option<Signature> {
    None
}

/// A function that changes something.
#[async_trait]
pub trait Command: Send + Sync + 'static {
    /// The name of the function.
    const NAME: &'static str;
    /// Who may call it.
    const WHO: Who;
    /// Whether the caller must have signed in recently, so that a stolen session is not enough.
    /// There is no default, so that every command decides. A command where this depends on the
    /// parameters says `false` and calls `session::require_fresh` itself.
    const NEEDS_FRESH: bool;
    /// Whether it leaves shared lists unchanged, so that their caches survive its commit on every
    /// node. If it changes them in some cases, it calls `invalidate_lists_on_commit` in those.
    const KEEPS_LIST_CACHE: bool = false;
    /// Whether testers must have accepted the pages of the programme first. Not to withdraw what is
    /// theirs, to manage their account and notifications, or to answer decisions about them.
    const NEEDS_ACCEPTANCE: bool = true;
    /// The parameters.
    type Params: Parameters + Send;
    /// The answer. Commands of administrators add what they changed.
    type Answer: Reply;
    /// The schema of the answer, for the reference. Declared with `answer_shapes!`.
    fn answer_schema() -> Option<Json> {
        None
    }
    /// Runs inside a transaction that ends when this returns.
    async fn run(ctx: &CommandContext, params: Self::Params) -> Result<Self::Answer, Error>;
}

/// The result of a command: an answer, alone or as an [`AuditedReply`].
pub trait Reply: Send {
    /// Whether it includes what was changed.
    const IS_AUDITED: bool;
    /// The answer to send, and what was changed.
    fn split(self) -> Result<(Option<Json>, Option<AuditChange>), Error>;
}

impl<T: Serialize + Send> Reply for T {
    const IS_AUDITED: bool = false;

    fn split(self) -> Result<(Option<Json>, Option<AuditChange>), Error> {
        Ok((written(&self)?, None))
    }
}

impl<T: Serialize + Send> Reply for AuditedReply<T> {
    const IS_AUDITED: bool = true;

    fn split(self) -> Result<(Option<Json>, Option<AuditChange>), Error> {
        Ok((written(&self.reply)?, self.change))
    }
}

/// A function that changes nothing.
#[async_trait]
pub trait Query: Send + Sync + 'static {
    /// The name of the function.
    const NAME: &'static str;
    /// Who may call it.
    const WHO: Who;
    /// The parameters.
    type Params: Parameters + Send;
    /// The answer.
    type Answer: Serialize + Send;
    /// The schema of the answer, for the reference. Declared with `answer_shapes!`.
    fn answer_schema() -> Option<Json> {
        None
    }
    /// Computes the answer.
    async fn answer(ctx: &CommandContext, params: Self::Params) -> Result<Self::Answer, Error>;
}

/// Registers a command.
pub fn command<C: Command>(extension: Extension, state: &ProductState) -> Extension {
    // Every command of administrators is audited.
    const { assert!(<C::Answer as Reply>::IS_AUDITED || !matches!(C::WHO, Who::Administrator)) };
    let function = CommandFn::<C> { state: state.clone(), what: PhantomData };
    extension.with_function(C::NAME, function)
}

/// Registers a query.
pub fn query<Q: Query>(extension: Extension, state: &ProductState) -> Extension {
    let function = QueryFn::<Q> { state: state.clone(), what: PhantomData };
    extension.with_function(Q::NAME, function)
}

struct CommandFn<C> {
    state: ProductState,
    what: PhantomData<fn() -> C>,
}

#[async_trait]
impl<C: Command> Function for CommandFn<C> {
    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<C::Params>(C::WHO).map(|one| Signature { answer: C::answer_schema(), ..one })
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        // Each command of a bulk call is a unit of its own.
        let (params, this) = (&params, self);
        cx.unit(|tx| Box::pin(async move { this.run(&tx, params.clone()).await })).await
    }
}

impl<C: Command> CommandFn<C> {
    async fn run(&self, tx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(tx, C::WHO).await?;
        if C::NEEDS_FRESH {
            session::require_fresh(tx)?;
        }
        let params: C::Params = Parameters::read(params)?;
        if C::WHO == Who::Administrator {
            let permit = self.state.admin_concurrency().permit().await;
            // Dropped after a rollback too, with everything else that was to follow the
            // transaction.
            tx.on_commit(move |_| drop(permit));
        }
        let ctx = CommandContext::new(tx.clone(), Access::Writes, member, self.state.clone());
        if C::WHO == Who::Member && !ctx.member()?.is_admin {
            let settings = ctx.settings().await?;
            if settings.is_read_only() {
                return Err(invalid("READ_ONLY", "The programme is read-only at the moment."));
            }
            if C::NEEDS_ACCEPTANCE {
                acceptance::check(&ctx, &settings).await?;
            }
        }
        match C::KEEPS_LIST_CACHE {
            true => tx.set_leaves_caches(true),
            false => ctx.invalidate_lists_on_commit(),
        }
        let (answer, change) = C::run(&ctx, params).await?.split()?;
        if let Ok(member) = ctx.member() {
            member.note_activity(tx).await?;
            for hook in self.state.after_command() {
                hook.run(&ctx).await?;
            }
        }
        // An action of an administrator on other users is audited even if the command is for all
        // users.
        if C::WHO == Who::Administrator || change.is_some() {
            audit::record(&ctx, C::NAME, change).await?;
        }
        Ok(answer)
    }
}

struct QueryFn<Q> {
    state: ProductState,
    what: PhantomData<fn() -> Q>,
}

#[async_trait]
impl<Q: Query> Function for QueryFn<Q> {
    fn effect(&self) -> Effect {
        Effect::Reads
    }

    fn signature(&self) -> Option<Signature> {
        signature::<Q::Params>(Q::WHO).map(|one| Signature { answer: Q::answer_schema(), ..one })
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(cx, Q::WHO).await?;
        let params: Q::Params = Parameters::read(params)?;
        let ctx = CommandContext::new(cx.clone(), Access::Reads, member, self.state.clone());
        written(&Q::answer(&ctx, params).await?)
    }
}

/// The caller, if the function is for them.
pub async fn admitted(cx: &Cx, who: Who) -> Result<Option<Member>, Error> {
    let member = match cx.caller().user_id() {
        Some(id) => Some(Member::read(cx, id).await?),
        None => None,
    };
    match (who, member) {
        (Who::Widget, _) if cx.caller().audience.is_none() => Err(not_found()),
        (Who::Public | Who::Widget, member) => Ok(member),
        (Who::Member | Who::Administrator, None) => Err(invalid_session()),
        (Who::Administrator, Some(member)) if !member.is_admin => {
            Err(forbidden("Only administrators may do this."))
        }
        (Who::Member | Who::Administrator, Some(member)) => Ok(Some(member)),
    }
}

/// Runs a command for the operator, who works from a shell without a session. It needs no recent
/// sign-in, and the audit log names the operator.
pub async fn run_for_operator<C: Command>(
    ctx: &CommandContext,
    params: Json,
) -> Result<Json, Error> {
    let params: C::Params = read_object(params)?;
    ctx.invalidate_lists_on_commit();
    let (answer, change) = C::run(ctx, params).await?.split()?;
    if let Some(change) = change {
        audit::record_of_operator(ctx, C::NAME, change).await?;
    }
    Ok(answer.unwrap_or_default())
}

fn read_object<P: Parameters>(params: Json) -> Result<P, Error> {
    let Json::Object(sent) = params else { return Err(invalid("PARAMS", "expected an object")) };
    P::read(sent)
}

/// Answers a query for the operator.
pub async fn answer_for_operator<Q: Query>(
    ctx: &CommandContext,
    params: Json,
) -> Result<Json, Error> {
    let answer = Q::answer(ctx, read_object(params)?).await?;
    Ok(written(&answer)?.unwrap_or_default())
}

/// Starts a function that calls an external service for an administrator. Not inside a transaction,
/// which would stay open for the duration of the call.
pub async fn outside_call<P: Parameters>(
    cx: &Cx,
    params: JsonMap,
    state: &ProductState,
) -> Result<(CommandContext, P), Error> {
    let member = admitted(cx, Who::Administrator).await?;
    let params = Parameters::read(params)?;
    if cx.db().is_transaction() {
        return Err(invalid("TRANSACTION", "This function cannot run inside a transaction."));
    }
    Ok((CommandContext::new(cx.clone(), Access::Writes, member, state.clone()), params))
}

fn written(answer: &impl Serialize) -> Result<Option<Json>, Error> {
    let json = serde_json::to_value(answer);
    json.map(Some)
        .map_err(|error| Error::Failed { doing: "writing an answer", source: Box::new(error) })
}
