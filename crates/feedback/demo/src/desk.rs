//! People of the demo at work: what the product's own commands do, as its users call them.
//!
//! Commands append events. Demo users must not get mail, so the events are deleted again, and the
//! notifications that they would have caused are part of the story.

use std::collections::BTreeMap;

use feedback_model::UserId;
use parse_engine::{Engine, Error, function, user};
use parse_identity::{Caller, RequestCredentials};
use parse_model::{Json, JsonMap};
use parse_store::Sql;
use serde_json::json;

use crate::write::BulkWriter;

/// Where commands are called.
pub(super) struct Desk<'a> {
    writer: BulkWriter<'a>,
    callers: BTreeMap<UserId, Caller>,
}

impl<'a> Desk<'a> {
    pub(super) fn open(writer: BulkWriter<'a>) -> Desk<'a> {
        Desk { writer, callers: BTreeMap::new() }
    }

    fn engine(&self) -> &'a Engine {
        self.writer.engine
    }

    /// Calls a function as a demo user.
    pub(super) async fn ask(
        &mut self,
        who: &UserId,
        name: &str,
        params: Json,
    ) -> Result<Json, Error> {
        let caller = match self.callers.get(who) {
            Some(caller) => caller.clone(),
            None => {
                let caller = self.sign_in(who).await?;
                self.callers.insert(who.clone(), caller.clone());
                caller
            }
        };
        let answer = function::call(&self.engine().cx(caller), name, map(params)).await?;
        Ok(answer.unwrap_or_default())
    }

    async fn sign_in(&self, who: &UserId) -> Result<Caller, Error> {
        let cx = self.engine().cx(Caller::master());
        let signed_in = user::log_in_as(&cx, map(json!({ "userId": who.as_str() }))).await?;
        let session_token = signed_in.get("sessionToken").and_then(Json::as_str).map(str::to_owned);
        let credentials = RequestCredentials { session_token, ..RequestCredentials::default() };
        let mut caller = self.engine().caller(credentials).await?;
        // The operator at the shell vouches for them.
        if let Some(user) = &mut caller.user {
            user.signed_in_at = Some(self.engine().clock().now());
        }
        Ok(caller)
    }

    /// Ends the sessions, and deletes the events.
    pub(super) async fn close(self) -> Result<(), Error> {
        self.writer
            .write([
                Sql::new("delete from _touchstone.event"),
                Sql::new(
                    r#"delete from "_Session" where "user" in (select id from _touchstone.demo_person)"#,
                ),
            ])
            .await
    }
}

fn map(params: Json) -> JsonMap {
    match params {
        Json::Object(map) => map,
        _ => JsonMap::new(),
    }
}
