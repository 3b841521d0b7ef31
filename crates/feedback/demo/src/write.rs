//! Puts a story into the tables, a page of rows per transaction.

mod evidence;
mod issues;
mod ledger;
mod missions;
mod networks;
mod notifications;
mod people;

use feedback_core::table::{execute, rows};
use feedback_model::Timestamp;
use parse_engine::{Cx, Engine, Error};
use parse_identity::Caller;
use parse_model::{Date, Json};
use parse_store::{Access, Bind, Sql, change_log};
use serde::de::DeserializeOwned;

pub(super) use evidence::evidence;
pub(super) use issues::issues;
pub(super) use ledger::{boards, ledger, standings};
pub(super) use missions::missions;
pub(super) use networks::networks;
pub(super) use notifications::notifications;
pub(super) use people::{builds, invitations, passwords, people, seasons, wallets};

/// How many rows go at once.
pub(super) const PAGE: usize = 500;

/// The way to the tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct BulkWriter<'a> {
    pub(super) engine: &'a Engine,
    pub(super) seed: u64,
    /// When all of it is written.
    pub(super) now: Timestamp,
}

impl BulkWriter<'_> {
    /// A transaction that may take its time, and tells subscribers nothing.
    pub(super) async fn begin(&self) -> Result<Cx, Error> {
        let tx = self.engine.begin(Caller::master());
        execute(tx.db(), &Sql::new("set local statement_timeout = 0")).await?;
        execute(tx.db(), &Sql::new("set local lock_timeout = 0")).await?;
        execute(tx.db(), &change_log::keep_still()).await?;
        Ok(tx)
    }

    /// Runs statements in one transaction.
    pub(super) async fn write(
        &self,
        statements: impl IntoIterator<Item = Sql> + Send,
    ) -> Result<(), Error> {
        let statements: Vec<Sql> = statements.into_iter().collect();
        let tx = self.begin().await?;
        for statement in &statements {
            execute(tx.db(), statement).await?;
        }
        tx.commit().await
    }

    /// Reads outside of any transaction.
    pub(super) async fn read<T: DeserializeOwned>(&self, sql: &Sql) -> Result<Vec<T>, Error> {
        rows(self.engine.cx(Caller::master()).db(), sql, Access::Writes).await
    }

    /// A statement about many rows: `$1` is the list, `$2` the moment.
    pub(super) fn rows(&self, text: &'static str, rows: Vec<Json>) -> Sql {
        Sql::fixed(text, [Bind::from(Json::Array(rows)), self.date().into()])
    }

    pub(super) fn date(&self) -> Date {
        Date::from_millis(self.now.0)
    }
}
