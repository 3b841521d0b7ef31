//! First setup: a one-time token, the first administrator, the names.
//!
//! There is no default account. Anyone with the token that the server showed to its operator can
//! create the first administrator. After that these functions refuse every call.

use async_trait::async_trait;
use parse_engine::{Cx, Error, Extension, StartupMessage, WhileDoing, write};
use parse_model::{ClassName, Json, JsonMap};
use parse_store::{Access, Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use feedback_core::administrator;
use feedback_core::command::{Command, NoParams, Query, Who, command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{forbidden, not_found};
use feedback_core::setting::AccessMode;
use feedback_core::setting_change::set;

/// Characters of a token, each one of 62: 190 bits cannot be guessed.
const TOKEN_LENGTH: usize = 32;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<SetupState>(extension, state);
    let extension = query::<SetupCheckToken>(extension, state);
    command::<SetupComplete>(extension, state)
}

/// The startup message for the operator while no administrator exists: the setup link.
#[derive(Debug)]
pub struct Invitation {
    app_url: String,
}

impl Invitation {
    /// An invitation with a link to the app at this address.
    pub fn new(app_url: &str) -> Invitation {
        Invitation { app_url: app_url.to_owned() }
    }
}

#[async_trait]
impl StartupMessage for Invitation {
    async fn at_start(&self, cx: &Cx) -> Result<Option<String>, Error> {
        if administrator::exists(cx).await? {
            return Ok(None);
        }
        let token = parse_identity::id::random_text(TOKEN_LENGTH);
        let sql = Sql::fixed(
            "with old as (delete from _touchstone.setup_token where made_at < now() - interval '7 days')
            insert into _touchstone.setup_token (digest) values ($1::text)",
            [Bind::from(digest(&token))],
        );
        cx.db().execute(&sql).await.while_doing("keeping the setup token")?;
        Ok(Some(format!(
            "No administrator exists yet. To create one, open {}/setup#token={token} in a browser. The link works once.",
            self.app_url
        )))
    }

    async fn in_log(&self, cx: &Cx) -> Result<Option<&'static str>, Error> {
        let is_needed = !administrator::exists(cx).await?;
        Ok(is_needed.then_some("touchstone admin setup-link"))
    }
}

fn digest(token: &str) -> String {
    format!("{:x}", Sha256::digest(token.as_bytes()))
}

struct SetupState;

#[derive(Serialize)]
struct SetupStateResult {
    needed: bool,
    product: Names,
    access: SignInMethods,
    #[serde(rename = "securityContact")]
    security_contact: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Names {
    name: String,
    short_name: String,
}

#[derive(Serialize)]
struct SignInMethods {
    mode: AccessMode,
    password: bool,
    wallet: bool,
}

#[async_trait]
impl Query for SetupState {
    const NAME: &'static str = "setupState";
    const WHO: Who = Who::Public;
    type Params = NoParams;
    type Answer = SetupStateResult;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<SetupStateResult, Error> {
        let settings = ctx.settings().await?;
        Ok(SetupStateResult {
            needed: !administrator::exists(ctx.cx()).await?,
            product: Names {
                name: settings.text("product.name"),
                short_name: settings.text("product.shortName"),
            },
            access: SignInMethods { mode: settings.access(), password: true, wallet: false },
            security_contact: Some(settings.text("security.contact"))
                .filter(|text| !text.is_empty()),
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupCheckTokenParams {
    token: String,
}

struct SetupCheckToken;

#[async_trait]
impl Query for SetupCheckToken {
    const NAME: &'static str = "setupCheckToken";
    const WHO: Who = Who::Public;
    type Params = SetupCheckTokenParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: SetupCheckTokenParams) -> Result<Json, Error> {
        check(ctx, &params.token).await?;
        Ok(json!({}))
    }
}

/// Refuses a token that no server has shown, and every token once an administrator exists.
async fn check(ctx: &CommandContext, token: &str) -> Result<(), Error> {
    if administrator::exists(ctx.cx()).await? {
        return Err(not_found());
    }
    let sql = Sql::fixed(
        "select 'true'::jsonb from _touchstone.setup_token
        where digest = $1::text and made_at > now() - interval '7 days'",
        [Bind::from(digest(token))],
    );
    let known = ctx.cx().db().documents(&sql, Access::Reads).await;
    if known.while_doing("checking the setup token")?.is_empty() {
        return Err(forbidden(
            "This setup token is not valid. `touchstone admin setup-link` makes a new one.",
        ));
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupCompleteParams {
    token: String,
    administrator: Person,
    product: Names,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Person {
    username: String,
    password: String,
    email: Option<String>,
}

struct SetupComplete;

#[async_trait]
impl Command for SetupComplete {
    const NAME: &'static str = "setupComplete";
    const WHO: Who = Who::Public;
    const NEEDS_FRESH: bool = false;
    type Params = SetupCompleteParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: SetupCompleteParams) -> Result<Json, Error> {
        check(ctx, &params.token).await?;
        let Person { username, password, email } = params.administrator;
        // Before anything is locked, because the password is hashed first.
        let user = create_account(ctx.cx(), &username, &password, email.as_deref()).await?;
        // Otherwise two concurrent calls would both find no administrator.
        ctx.execute(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.setup'))"))
            .await?;
        check(ctx, &params.token).await?;
        administrator::appoint(ctx.cx(), &user).await?;
        for (key, value) in [
            ("product.name", params.product.name),
            ("product.shortName", params.product.short_name),
        ] {
            set(ctx, key, Json::from(value), None, Some(&user)).await?;
        }
        ctx.execute(&Sql::new("delete from _touchstone.setup_token")).await?;
        Ok(json!({}))
    }
}

/// Creates an administrator, inside a transaction, and returns the id.
pub async fn create_administrator(
    cx: &Cx,
    username: &str,
    password: &str,
    email: Option<&str>,
) -> Result<String, Error> {
    let user = create_account(cx, username, password, email).await?;
    administrator::appoint(cx, &user).await?;
    Ok(user)
}

async fn create_account(
    cx: &Cx,
    username: &str,
    password: &str,
    email: Option<&str>,
) -> Result<String, Error> {
    let mut body = JsonMap::new();
    body.insert("username".to_owned(), username.into());
    body.insert("password".to_owned(), password.into());
    if let Some(email) = email.filter(|email| !email.is_empty()) {
        body.insert("email".to_owned(), email.into());
    }
    let saved = write::create(&cx.as_master(), &ClassName::user(), body).await?;
    Ok(saved.id.as_str().to_owned())
}
