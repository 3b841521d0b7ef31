//! A database before and after it is filled from a backup.

use parse_model::Json;
use tokio_postgres::Client;

use super::{Table, about, session, tables};
use crate::error::StoreError;
use crate::store_options::StoreOptions;

/// What every sign-in and every link that was sent hangs on, where the tables are there. A copy
/// brings back what was ended or used since.
const ENDING: &str = r#"do $$
begin
    if to_regclass('public."_Session"') is not null then
        delete from public."_Session";
    end if;
    if to_regclass('public."_User"') is not null then
        update public."_User" set _perishable_token = null, _email_verify_token = null
        where _perishable_token is not null or _email_verify_token is not null;
    end if;
    if to_regclass('_touchstone.wallet_challenge') is not null then
        delete from _touchstone.wallet_challenge;
    end if;
end
$$"#;

/// The name under which connections of a restore are listed in `pg_stat_activity`.
const APPLICATION_NAME: &str = "touchstone restore";

/// The database that a backup is restored into.
#[derive(Debug)]
pub struct Restoration {
    client: Client,
}

impl Restoration {
    /// Statements that remove everything from a database but its extensions.
    pub const CLEAR: &'static str = include_str!("clear.sql");

    /// Connects.
    pub async fn open(options: &StoreOptions) -> Result<Restoration, StoreError> {
        let client = session::open(options).await?;
        let named = "select set_config('application_name', $1, false)";
        client.query_one(named, &[&APPLICATION_NAME]).await?;
        Ok(Restoration { client })
    }

    /// The version of the server.
    pub async fn about(&self) -> Result<Json, StoreError> {
        about(&self.client).await
    }

    /// The tables that are there.
    pub async fn tables(&self) -> Result<Vec<Table>, StoreError> {
        tables(&self.client).await
    }

    /// How many connections of running servers there are. Those of restores do not count: one that
    /// failed is listed until PostgreSQL notices that its client is gone.
    pub async fn servers(&self) -> Result<i64, StoreError> {
        let row = self
            .client
            .query_one(
                "select count(*) from pg_stat_activity where datname = current_database() \
                 and application_name like 'touchstone%' and application_name <> $1",
                &[&APPLICATION_NAME],
            )
            .await?;
        Ok(row.try_get(0)?)
    }

    /// Ends every session, and every link and challenge that was sent out.
    pub async fn end_sessions(&self) -> Result<(), StoreError> {
        Ok(self.client.batch_execute(ENDING).await?)
    }

    /// How many messages wait to be sent.
    pub async fn waiting(&self) -> Result<i64, StoreError> {
        let is_there = "select to_regclass('_touchstone.outbox') is not null";
        if !self.client.query_one(is_there, &[]).await?.try_get::<_, bool>(0)? {
            return Ok(0);
        }
        Ok(self
            .client
            .query_one("select count(*) from _touchstone.outbox", &[])
            .await?
            .try_get(0)?)
    }

    /// Lets PostgreSQL count what its planner needs to know of the tables.
    pub async fn analyze(&self) -> Result<(), StoreError> {
        Ok(self.client.batch_execute("analyze").await?)
    }
}
