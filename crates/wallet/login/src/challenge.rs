//! Challenges: what a wallet is asked to sign, known to the server until it is signed.
//!
//! A challenge is bound to the person who asked: the application, the installation, the site, the
//! audience, and whether they sign in or link. It lasts five minutes, and using it removes it.

use std::sync::Arc;

use parse_engine::{Cx, Error, ProofPurpose, WhileDoing};
use parse_identity::Audience;
use parse_model::{Date, Json};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;
use wallet::Identity;

use crate::cleanup::Sweep;
use crate::refused;
use crate::refused::{forbidden, invalid, unproved};
use crate::shared::Options;

/// How long a challenge can be signed.
const LIFE_SECONDS: i64 = 5 * 60;

/// How many challenges an installation can have open.
const MOST_OPEN: i64 = 20;

/// The longest installation id that is taken.
const LONGEST_INSTALLATION: usize = 128;

/// Who asks for a challenge, or uses one.
#[derive(Debug, Clone)]
pub(crate) struct Asker {
    installation: String,
    origin: Option<String>,
    /// The page of another site that asks, unless it is a page of this application.
    pub(crate) audience: Option<Arc<Audience>>,
    /// The signed-in user, if any.
    pub(crate) user_id: Option<String>,
}

impl Asker {
    /// Who asks, if they may.
    pub(crate) fn of(cx: &Cx, options: &Options) -> Result<Asker, Error> {
        if !options.is_on() {
            return Err(refused::switched_off());
        }
        let caller = cx.caller();
        let installation = caller.installation_id.clone().filter(|id| !id.is_empty());
        let installation = installation
            .filter(|id| id.len() <= LONGEST_INSTALLATION)
            .ok_or_else(|| invalid("Signing in with a wallet needs an installation id."))?;
        let user_id = caller.user_id().map(str::to_owned);
        let audience = caller.audience.clone();
        if let Some(page) = &audience {
            // The caller that names an audience has checked the origin of the request.
            let origin = Some(page.origin.clone());
            return Ok(Asker { installation, origin, audience, user_id });
        }
        let origin = caller.request.headers.get("origin").and_then(Json::as_str);
        let origin = origin.map(str::to_ascii_lowercase);
        let is_allowed = match &origin {
            Some(origin) => options.origins.contains(origin),
            None => options.allows_no_origin,
        };
        if !is_allowed {
            return Err(forbidden("This site may not ask for a sign-in with a wallet."));
        }
        Ok(Asker { installation, origin, audience, user_id })
    }

    /// The site as a text names it.
    pub(crate) fn site<'a>(&'a self, options: &'a Options) -> &'a str {
        let first = || options.origins.first().map_or("", String::as_str);
        self.origin.as_deref().unwrap_or_else(first)
    }

    /// What a proof is bound to unless it is a sign-in to this application.
    fn audience_id(&self) -> Option<&str> {
        self.audience.as_ref().map(|page| page.id.as_str())
    }

    /// The host of the site.
    pub(crate) fn domain<'a>(&'a self, options: &'a Options) -> &'a str {
        let site = self.site(options);
        site.split_once("://").map_or(site, |(_, host)| host)
    }
}

/// A challenge as it is issued.
#[derive(Debug)]
pub(crate) struct New<'a> {
    pub(crate) nonce: &'a str,
    /// The whole text, or what an old client appends.
    pub(crate) body: &'a str,
    /// Whose signature a whole text asks for, and on which chain.
    pub(crate) whole: Option<(&'a Identity, Option<u64>)>,
    /// Whether its client will ask for the time next, see [`announce`].
    pub(crate) awaits_time: bool,
}

/// A nonce.
pub(crate) fn nonce() -> String {
    let bytes: [u8; 16] = parse_identity::id::random_bytes();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// When a challenge ends that is issued now.
pub(crate) fn end(cx: &Cx) -> Date {
    cx.now().plus_seconds(LIFE_SECONDS)
}

/// Issues a challenge.
pub(crate) async fn issue(cx: &Cx, asker: &Asker, new: &New<'_>) -> Result<(), Error> {
    let (identity, chain) = new.whole.unzip();
    let chain = chain.flatten().and_then(|chain| i64::try_from(chain).ok());
    let sql = Sql::fixed(
        "insert into _touchstone.wallet_challenge (nonce, is_whole, body, family, account, chain,
            application, installation, origin, user_id, is_announced, issued_at, expires_at, audience)
        select $1::text, $2::boolean, $3::text, $4::text, $5::text, $6::bigint,
            $7::text, $8::text, $9::text, $10::text, $14::boolean, $11::timestamptz, $12::timestamptz, $15::text
        where (select count(*) from _touchstone.wallet_challenge
            where installation = $8::text and expires_at > $11::timestamptz) < $13::bigint",
        [
            Bind::from(new.nonce),
            identity.is_some().into(),
            new.body.into(),
            identity.map(|identity| identity.family().name()).into(),
            identity.map(Identity::canonical).into(),
            chain.into(),
            cx.settings().application_id.as_str().into(),
            asker.installation.as_str().into(),
            asker.origin.as_deref().into(),
            asker.user_id.as_deref().into(),
            cx.now().into(),
            end(cx).into(),
            MOST_OPEN.into(),
            (!new.awaits_time).into(),
            asker.audience_id().into(),
        ],
    );
    match cx.db().execute(&sql).await.while_doing("issuing a challenge")? {
        0 => Err(Error::TooMany { seconds: 60 }),
        _ => Ok(()),
    }
}

/// Whether an old client has just asked for a whole text. It will ask for the time next, and must
/// not get one, because it would append it to the text.
pub(crate) async fn announce(cx: &Cx, asker: &Asker) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "update _touchstone.wallet_challenge set is_announced = true
        where installation = $1::text and is_whole and not is_announced
            and expires_at > $2::timestamptz",
        [Bind::from(asker.installation.as_str()), cx.now().into()],
    );
    Ok(cx.db().execute(&sql).await.while_doing("looking for a challenge")? > 0)
}

/// A challenge that was issued and can still be used.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Open {
    pub(crate) nonce: String,
    pub(crate) is_whole: bool,
    pub(crate) body: String,
    pub(crate) family: Option<String>,
    pub(crate) account: Option<String>,
    pub(crate) chain: Option<u64>,
    application: String,
    installation: String,
    origin: Option<String>,
    user_id: Option<String>,
    audience: Option<String>,
}

impl Open {
    /// The challenge of a nonce, if it is used by the person who asked for it, and for the same
    /// thing.
    pub(crate) async fn find(
        cx: &Cx,
        asker: &Asker,
        purpose: ProofPurpose<'_>,
        nonce: &str,
    ) -> Result<Open, Error> {
        let sql = Sql::fixed(
            "select jsonb_build_object('nonce', nonce, 'isWhole', is_whole, 'body', body,
                'family', family, 'account', account, 'chain', chain, 'application', application,
                'installation', installation, 'origin', origin, 'userId', user_id, 'audience', audience)
            from _touchstone.wallet_challenge
            where nonce = $1::text and expires_at > $2::timestamptz",
            [Bind::from(nonce), cx.now().into()],
        );
        let found = cx.db().documents(&sql, Access::Reads).await;
        let found = found.while_doing("reading a challenge")?.into_iter().next();
        let open: Open = found
            .map(serde_json::from_value)
            .transpose()
            .map_err(|error| Error::Failed {
                doing: "reading a challenge",
                source: Box::new(error),
            })?
            .ok_or_else(unproved)?;
        let is_for = match purpose {
            ProofPurpose::SignIn => open.user_id.is_none(),
            ProofPurpose::Link(id) => {
                open.user_id.as_deref() == Some(id) && asker.user_id.as_deref() == Some(id)
            }
        };
        let is_same = open.installation == asker.installation
            && open.origin == asker.origin
            && open.audience.as_deref() == asker.audience_id()
            && open.application == cx.settings().application_id;
        if is_for && is_same { Ok(open) } else { Err(unproved()) }
    }
}

/// Uses a challenge up. Of several who try, one succeeds.
pub(crate) async fn consume(tx: &Cx, nonce: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.wallet_challenge
        where nonce = $1::text and expires_at > $2::timestamptz",
        [Bind::from(nonce), tx.now().into()],
    );
    match tx.db().execute(&sql).await.while_doing("using a challenge")? {
        0 => Err(unproved()),
        _ => Ok(()),
    }
}

/// Deletes unsigned challenges.
pub(crate) const SWEEP: Sweep =
    Sweep("delete from _touchstone.wallet_challenge where expires_at <= $1::timestamptz");
