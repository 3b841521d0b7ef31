//! The first word with a database: whether it is there, whether it is worth waiting for if not, and
//! how many connections it has for us.

use std::io::ErrorKind;

use tokio_postgres::Config;
use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;

use crate::connection::{connect, root_cause};
use crate::error::{StoreError, io_error, is_unavailable};
use crate::store_options::{StoreOptions, configured};
use crate::tls;

/// Why there is no connection, with what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}. {advice}")]
pub struct Unreachable {
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub advice: String,
    /// Whether it may come right by itself, as with a database that is still starting.
    pub may_come: bool,
}

const ADDRESS: &str = "Expected postgres://user:password@host:5432/database, or \
    postgres:///database?host=/run/postgresql for a socket. In a password, @ is written %40, / is \
    %2F, # is %23 and ? is %3F";

/// Opens one connection and closes it again.
pub async fn reach(options: &StoreOptions) -> Result<(), Unreachable> {
    let unusable = |problem: String, advice: &str| {
        Err(Unreachable { problem, advice: advice.to_owned(), may_come: false })
    };
    if let Some(scheme) = foreign_scheme(&options.url) {
        return unusable(
            format!("database_url begins with {scheme}://, which is no address of PostgreSQL"),
            ADDRESS,
        );
    }
    if let Err(error) = tls::read(&options.url) {
        return unusable(format!("database_url cannot be read: {}", root_cause(&error)), ADDRESS);
    }
    let way = match configured(&options.url, options, options.timeouts.statement) {
        Ok(way) => way,
        Err(error) => return unusable(error.to_string(), "Check database_ca_file"),
    };
    match way.config.connect(way.tls).await {
        Ok(_) => Ok(()),
        Err(error) => Err(told(&error, &options.url)),
    }
}

/// The scheme of an address that is not PostgreSQL's.
fn foreign_scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once("://")?;
    let is_word = !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric());
    (is_word && !matches!(scheme, "postgres" | "postgresql")).then_some(scheme)
}

fn told(error: &tokio_postgres::Error, url: &str) -> Unreachable {
    let problem = format!("no connection to the database: {}", root_cause(error));
    let of = |advice: &str, may_come| Unreachable {
        problem: problem.clone(),
        advice: advice.to_owned(),
        may_come,
    };
    if let Some(code) = error.code() {
        let advice = match code.code() {
            "28P01" | "28000" => {
                "Check user and password in database_url, and what pg_hba.conf says of them"
            }
            "3D000" => "Create the database, or name an existing one in database_url",
            "53300" => "Raise max_connections, or lower the settings of connections here",
            _ if is_unavailable(code) => "It may be starting or ending",
            _ => "Check database_url",
        };
        // An installer may create the role and the database while the server already starts.
        let may_be_created = matches!(code.code(), "28000" | "3D000");
        return of(advice, may_be_created || is_unavailable(code));
    }
    let Some(io) = io_error(error) else {
        let is_lookup = problem.contains("lookup");
        let advice = if is_lookup { lookup(url) } else { "Check database_url".to_owned() };
        return of(&advice, error.is_closed() || is_lookup);
    };
    match io.kind() {
        ErrorKind::ConnectionRefused | ErrorKind::TimedOut => {
            of("See whether PostgreSQL is running there and listens on that address", true)
        }
        ErrorKind::NotFound => {
            of("See whether PostgreSQL is running and has its socket in that folder", true)
        }
        ErrorKind::PermissionDenied => of("This user may not use the socket of PostgreSQL", false),
        ErrorKind::InvalidData | ErrorKind::InvalidInput => {
            of("Check database_ca_file and the name in database_url", false)
        }
        _ => of(&lookup(url), true),
    }
}

/// What to do about a host that has no address. The end of a password that is not escaped is taken
/// for the beginning of the host, so that is not repeated.
fn lookup(url: &str) -> String {
    let config = tls::read(url).ok();
    let hosts = config.iter().flat_map(Config::get_hosts);
    let mut names = hosts.filter_map(|host| match host {
        Host::Tcp(name) => Some(name.as_str()),
        Host::Unix(_) => None,
    });
    match names.next() {
        Some(name) if name.contains('@') => {
            "The password in database_url has an @ in it, which is written %40".to_owned()
        }
        Some(name) => format!("See whether {name} is the right host"),
        None => "Check database_url".to_owned(),
    }
}

/// How many connections a database has for us, and who says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// So many.
    pub connections: i64,
    /// By this setting.
    pub limit: &'static str,
}

/// Asks how many connections there are for us at most, all servers together.
pub async fn room(options: &StoreOptions) -> Result<Room, StoreError> {
    let client = connect(&configured(&options.url, options, options.timeouts.statement)?).await?;
    let asked = "select current_setting('max_connections')::int8
            - current_setting('superuser_reserved_connections')::int8
            - coalesce(nullif(current_setting('reserved_connections', true), '')::int8, 0),
            r.rolconnlimit::int8, d.datconnlimit::int8
        from pg_roles r, pg_database d
        where r.rolname = current_user and d.datname = current_database()";
    let row = client.query_one(asked, &[]).await?;
    let limits =
        ["max_connections", "connection limit of the role", "connection limit of the database"];
    let mut rooms = Vec::new();
    for (at, limit) in limits.into_iter().enumerate() {
        // -1 is no limit.
        rooms.extend(
            Some(row.try_get::<_, i64>(at)?)
                .filter(|n| *n >= 0)
                .map(|connections| Room { connections, limit }),
        );
    }
    let smallest = rooms.into_iter().min_by_key(|room| room.connections);
    smallest.ok_or_else(|| {
        StoreError::Unavailable("the database tells no limit of connections".to_owned())
    })
}

/// What an operator can do about an error of the first statements on a database.
pub fn advice(error: &StoreError, url: &str) -> Option<String> {
    let StoreError::Database(error) = error else { return None };
    if error.code() != Some(&SqlState::INSUFFICIENT_PRIVILEGE) {
        return None;
    }
    let config = tls::read(url).ok()?;
    let role = config.get_user().unwrap_or("the role of this server");
    let database = config.get_dbname().unwrap_or(role);
    Some(format!(
        "The role needs rights of its own: as owner of the database, run `grant connect, create on \
         database {database} to {role}` and, connected to {database}, `grant usage, create on schema \
         public to {role}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_another_database_is_told_by_its_scheme() {
        assert_eq!(foreign_scheme("mysql://u@h/x"), Some("mysql"));
        for ours in
            ["postgres://h/x", "postgresql://h/x", "host=h dbname=x", "postgres:///x?host=/run"]
        {
            assert_eq!(foreign_scheme(ours), None, "{ours}");
        }
    }
}
