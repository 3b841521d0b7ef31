//! Forgets what was kept for a while.

use async_trait::async_trait;
use parse_engine::{Cx, Error, PeriodicTask, WhileDoing};
use parse_store::{Bind, Sql};

/// Runs a statement whose only parameter is the moment.
pub(crate) struct Sweep(pub(crate) &'static str);

#[async_trait]
impl PeriodicTask for Sweep {
    async fn run(&self, cx: &Cx) -> Result<(), Error> {
        let sql = Sql::fixed(self.0, [Bind::from(cx.now())]);
        cx.db().execute(&sql).await.while_doing("forgetting what is over").map(drop)
    }
}
