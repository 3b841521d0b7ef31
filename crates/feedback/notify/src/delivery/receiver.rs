//! The receiver and the issue of a delivery.

use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;

/// A user who may receive messages.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receiver {
    /// The account.
    pub id: String,
    /// The username.
    pub username: String,
    /// The confirmed e-mail address, if there is one.
    pub email: Option<String>,
    /// The language.
    pub locale: Option<String>,
    /// The time zone.
    pub time_zone: String,
}

impl Receiver {
    /// The user with this id, unless the account is suspended or deleted.
    pub async fn read(ctx: &CommandContext, id: &str) -> Result<Option<Receiver>, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('id', u."objectId", 'username', u."username",
                'email', case when coalesce(u."emailVerified", false) then u."email" end, 'locale', u."locale",
                'timeZone', _touchstone.zone_of(u."timeZone"))
            from "_User" u where u."objectId" = $1::text and coalesce(u."status", 'active') in ('active', 'limited')"#,
            [Bind::from(id)],
        );
        ctx.row(&sql).await
    }
}

/// An issue in the form of messages.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IssueBrief {
    /// Its number.
    pub number: u32,
    /// Its title. `None` for a private issue.
    pub title: Option<String>,
    /// Whether only its reporter and administrators can read it.
    pub is_private: bool,
}

impl IssueBrief {
    /// The issue of an id.
    pub async fn read(ctx: &CommandContext, id: &str) -> Result<Option<IssueBrief>, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('number', i."number"::int,
                'title', case when _touchstone.is_public(i."_rperm") then i."title" end,
                'isPrivate', not _touchstone.is_public(i."_rperm"))
            from "Issue" i where i."objectId" = $1::text"#,
            [Bind::from(id)],
        );
        ctx.row(&sql).await
    }
}
