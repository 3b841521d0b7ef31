//! Reads by a caller's text, for functions of the application.

use parse_model::Json;
use parse_store::Sql;

use crate::client_query::Search;
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};

impl Cx {
    /// Runs a reading statement whose cost depends on a caller's text, and returns its first
    /// column, which is jsonb. One that takes too long is cancelled with [`Code::TIMEOUT`], and one
    /// that waits too long is [`Error::Busy`].
    ///
    /// [`Code::TIMEOUT`]: parse_model::Code::TIMEOUT
    pub async fn search(&self, sql: &Sql, search: Search) -> Result<Vec<Json>, Error> {
        let queries = self.engine().client_queries();
        let mut turn = if self.db().is_begun() {
            queries.turn_in_transaction(self.caller()).await?
        } else {
            queries.search_turn(self.caller(), search).await?
        };
        let found = self.db().documents_in(sql, turn.lane()).await.while_doing("searching");
        turn.escalate(&found).await?;
        found
    }
}
