//! Filling an empty database from a copy, in one transaction.

use std::pin::pin;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{SinkExt, Stream, StreamExt};
use parse_model::Json;
use tokio_postgres::Client;

use super::{
    Counted, Documents, Making, Table, about, copied_out, documents, session, shape, tables,
};
use crate::error::StoreError;
use crate::sql::Sql;
use crate::store::StoreOptions;

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

/// Which nodes were running, where that is kept: none of them runs on the database that is made.
const FORGETTING: &str = "do $$
begin
    if to_regclass('_touchstone.file_folder') is not null then
        delete from _touchstone.file_folder;
    end if;
end
$$";

/// A statement that could not be run, and what PostgreSQL said.
#[derive(Debug)]
pub struct Unmade {
    /// Which.
    pub making: Making,
    /// Why not.
    pub problem: String,
}

/// A database that is being filled. Nothing of it stays unless it is committed.
#[derive(Debug)]
pub struct Restoration {
    client: Client,
}

impl Restoration {
    /// Connects and begins.
    pub async fn begin(options: &StoreOptions) -> Result<Restoration, StoreError> {
        let client = session::open(options).await?;
        client.batch_execute("begin; set local search_path = ''").await?;
        Ok(Restoration { client })
    }

    /// Which server it is.
    pub async fn about(&self) -> Result<Json, StoreError> {
        about(&self.client).await
    }

    /// The tables that are there.
    pub async fn tables(&self) -> Result<Vec<Table>, StoreError> {
        tables(&self.client).await
    }

    /// How many other connections of ours there are to this database: servers that are running.
    pub async fn servers(&self) -> Result<i64, StoreError> {
        let row = self
            .client
            .query_one(
                "select count(*) from pg_stat_activity where datname = current_database() \
                 and pid <> pg_backend_pid() and application_name like 'touchstone%'",
                &[],
            )
            .await?;
        Ok(row.try_get(0)?)
    }

    /// Takes everything out that is there, but for extensions.
    pub async fn clear(&self) -> Result<(), StoreError> {
        Ok(self.client.batch_execute(include_str!("clear.sql")).await?)
    }

    /// Runs statements until none of those that are left can be run, and gives these back: what one
    /// makes may need what a later one does.
    pub async fn make(
        &self,
        makings: Vec<Making>,
        mut tell: impl FnMut(usize),
    ) -> Result<Vec<Unmade>, StoreError> {
        let all = makings.len();
        let mut waiting = makings;
        loop {
            let mut unmade = Vec::new();
            let before = waiting.len();
            for making in waiting {
                if let Some(problem) = self.made(&making).await? {
                    unmade.push(Unmade { making, problem });
                }
                tell(all - unmade.len());
            }
            if unmade.is_empty() || unmade.len() == before {
                return Ok(unmade);
            }
            waiting = unmade.into_iter().map(|one| one.making).collect();
        }
    }

    /// Runs one; says why it could not be run where that may be for want of something else.
    async fn made(&self, making: &Making) -> Result<Option<String>, StoreError> {
        let text = format!("savepoint making; {}; release making", making.sql);
        let Err(error) = self.client.batch_execute(&text).await else { return Ok(None) };
        let Some(db) = error.as_db_error() else { return Err(error.into()) };
        // Class 42 is what is not there, or does not mean anything yet; 3F are schemas.
        let is_early = db.code().code().starts_with("42") || db.code().code().starts_with("3F");
        if !is_early {
            let problem = format!("{}: {}", making.kind, db.message());
            return Err(StoreError::Unreadable { place: making.name.clone(), problem });
        }
        let problem = db.message().to_owned();
        self.client.batch_execute("rollback to making; release making").await?;
        Ok(Some(problem))
    }

    /// Loads the rows of a table, and says how many PostgreSQL took.
    pub async fn load<E>(
        &self,
        table: &Table,
        rows: impl Stream<Item = Result<Bytes, E>>,
    ) -> Result<Result<u64, E>, StoreError> {
        let mut sql = table.copied();
        sql.push(" from stdin");
        let mut sink = pin!(self.client.copy_in::<_, Bytes>(sql.text()).await?);
        let mut rows = pin!(rows);
        while let Some(piece) = rows.next().await {
            match piece {
                Ok(piece) => sink.feed(piece).await?,
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(sink.finish().await?))
    }

    /// The rows of a table as they are now.
    pub async fn rows(
        &self,
        table: &Table,
    ) -> Result<BoxStream<'static, Result<Bytes, StoreError>>, StoreError> {
        copied_out(&self.client, table).await
    }

    /// Lets sequences go on where they were.
    pub async fn count(&self, counted: &[Counted]) -> Result<(), StoreError> {
        for Counted { schema, name, last } in counted {
            let Some(last) = last else { continue };
            let text = "select setval(format('%I.%I', $1::text, $2::text)::regclass, $3::int8)";
            self.client.query(text, &[schema, name, last]).await?;
        }
        Ok(())
    }

    /// The statements that would make what is here.
    pub async fn shape(&self) -> Result<Vec<Making>, StoreError> {
        shape(&self.client).await
    }

    /// Forgets the nodes that were running.
    pub async fn forget_nodes(&self) -> Result<(), StoreError> {
        Ok(self.client.batch_execute(FORGETTING).await?)
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

    /// Keeps it all, and lets PostgreSQL look at what it now has.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.client.batch_execute("commit").await?;
        Ok(self.client.batch_execute("analyze").await?)
    }
}

impl Documents for Restoration {
    fn documents<'a>(&'a self, sql: &'a Sql) -> BoxFuture<'a, Result<Vec<Json>, StoreError>> {
        Box::pin(documents(&self.client, sql))
    }
}
