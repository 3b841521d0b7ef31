//! Whom a delivery is for, and what it is about.

use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;

/// A user who may be sent something.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receiver {
    /// The account.
    pub id: String,
    /// What they are called.
    pub username: String,
    /// Where mail goes, if they have given an address and proved it.
    pub email: Option<String>,
    /// The language they read.
    pub locale: Option<String>,
    /// Where their days begin and end.
    pub time_zone: String,
}

impl Receiver {
    /// The user of an id, unless the account is suspended or gone.
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

/// An issue as messages to the outside name it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IssueBrief {
    /// Its number.
    pub number: u32,
    /// Its title; none of a private issue leaves the house.
    pub title: Option<String>,
    /// Whether only its reporter and administrators may read it.
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
