//! The caller: a user as the product sees them.

use feedback_model::role::{AccountStatus, Role};
use feedback_model::{Actor, Trust};
use parse_engine::{Cx, Error};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use crate::refused::invalid_session;
use crate::table::{execute, rows};

/// A user whose account is not suspended.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The id of the user.
    pub id: String,
    /// The username, if there is one.
    pub username: Option<String>,
    /// Whether they administer the programme.
    pub is_admin: bool,
    /// Active or limited; the others have no session.
    pub status: AccountStatus,
    /// The trust level.
    pub trust: Trust,
    /// The person of the account. Everything that counts people counts this.
    pub person_id: String,
    /// The language of the app.
    pub locale: Option<String>,
    /// The day, in UTC, of the last activity.
    last_active: Option<String>,
}

impl Member {
    /// Reads a user from the table, so that the newest decision about them applies. Suspended and
    /// deleted users have no session.
    pub async fn read(cx: &Cx, id: &str) -> Result<Member, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object(
                'id', "objectId", 'username', "username", 'isAdmin', coalesce("isAdmin", false),
                'status', coalesce("status", 'active'), 'trust', coalesce("trustLevel", 0)::int,
                'personId', coalesce("personId", "objectId"), 'locale', "locale",
                'lastActive', left(_touchstone.iso("lastActiveOn"), 10))
            from "_User"
            where "objectId" = $1::text
                and coalesce("status", 'active') in ('active', 'limited')"#,
            [Bind::from(id)],
        );
        rows(cx.db(), &sql, Access::Reads).await?.pop().ok_or_else(invalid_session)
    }

    /// The user in the form of the rules.
    pub fn member(&self) -> feedback_model::Member {
        feedback_model::Member {
            user: self.id.as_str().into(),
            role: if self.is_admin { Role::Admin } else { Role::User },
            status: self.status,
            trust: self.trust,
        }
    }

    /// The user as an actor of the rules.
    pub fn actor(&self) -> Actor {
        Actor::Member(self.member())
    }

    /// Records activity today. Only the day is stored, once a day.
    pub(crate) async fn note_activity(&self, cx: &Cx) -> Result<(), Error> {
        let today = cx.now().iso();
        let today = today.get(..10);
        if self.last_active.as_deref() == today {
            return Ok(());
        }
        let sql = Sql::fixed(
            r#"update "_User" set "lastActiveOn" = date_trunc('day', $2::timestamptz)
            where "objectId" = $1::text"#,
            [Bind::from(&*self.id), cx.now().into()],
        );
        execute(cx.db(), &sql).await.map(drop)
    }
}
