//! The connection that reads a whole database.

use std::time::Duration;

use tokio_postgres::Client;

use crate::connection::connect;
use crate::error::StoreError;
use crate::store_options::{StoreOptions, configured};

/// What every value looks the same under, wherever it is written and read; and as much time as it
/// takes, because the limits of requests are not meant for whole databases.
const SETTINGS: &str = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; \
    set lock_timeout = '60s'; set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; \
    set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1; \
    set bytea_output = 'hex'; set xmloption = 'content'; set row_security = off";

/// Opens it.
pub(super) async fn open(options: &StoreOptions) -> Result<Client, StoreError> {
    let way = configured(&options.url, options, Duration::ZERO)?;
    // Boxed: opening a connection is large, and every function that awaits this would be too.
    let client = Box::pin(connect(&way)).await?;
    client.batch_execute(SETTINGS).await?;
    Ok(client)
}
