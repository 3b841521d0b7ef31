//! The way to the database for programs that link libpq: `pg_dump`, `pg_restore`, `psql`.
//!
//! Everything is passed in the environment, which other users cannot read; a command line they can.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, TargetSessionAttrs};

use crate::error::StoreError;
use crate::store_options::StoreOptions;
use crate::tls::{self, TlsMode};

/// Where systems keep the certificates they trust. libpq finds them by itself only since 16.
const TRUSTED: [&str; 3] =
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// The variables that lead libpq to the database of these options, under the same rules of TLS.
pub fn environment(options: &StoreOptions) -> Result<Vec<(&'static str, OsString)>, StoreError> {
    let config = tls::read(&options.url).map_err(|error| {
        StoreError::Unavailable(format!("the database URL cannot be read: {error}"))
    })?;
    Ok(variables(&config, options.ca_file.as_deref(), tls::protection_of(&config)))
}

fn variables(
    config: &Config,
    ca_file: Option<&Path>,
    mode: TlsMode,
) -> Vec<(&'static str, OsString)> {
    let mut variables: Vec<(&'static str, OsString)> = vec![("PGCONNECT_TIMEOUT", "10".into())];
    let mut joined = |name, values: Vec<String>| {
        if !values.is_empty() {
            variables.push((name, values.join(",").into()));
        }
    };
    let host = |host: &Host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(path) => path.display().to_string(),
    };
    joined("PGHOST", config.get_hosts().iter().map(host).collect());
    joined("PGHOSTADDR", config.get_hostaddrs().iter().map(ToString::to_string).collect());
    joined("PGPORT", config.get_ports().iter().map(ToString::to_string).collect());
    joined("PGUSER", config.get_user().map(str::to_owned).into_iter().collect());
    joined("PGDATABASE", config.get_dbname().map(str::to_owned).into_iter().collect());
    joined("PGOPTIONS", config.get_options().map(str::to_owned).into_iter().collect());
    let attributes = match config.get_target_session_attrs() {
        TargetSessionAttrs::ReadWrite => Some("read-write"),
        TargetSessionAttrs::ReadOnly => Some("read-only"),
        _ => None,
    };
    joined("PGTARGETSESSIONATTRS", attributes.map(str::to_owned).into_iter().collect());
    if let Some(password) = config.get_password() {
        variables.push(("PGPASSWORD", OsString::from_vec(password.to_vec())));
    }
    if mode == TlsMode::Tls {
        let trusted = TRUSTED.iter().map(Path::new).find(|path| path.exists());
        let roots = ca_file.or(trusted).unwrap_or_else(|| Path::new("system"));
        variables.push(("PGSSLMODE", "verify-full".into()));
        variables.push(("PGSSLROOTCERT", roots.into()));
    } else {
        variables.push(("PGSSLMODE", "disable".into()));
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(url: &str, ca_file: Option<&str>) -> String {
        let config = tls::read(url).expect("an address");
        let mode = tls::protection_of(&config);
        let variables = variables(&config, ca_file.map(Path::new), mode);
        let lines = variables.into_iter().map(|(name, value)| format!("{name}={value:?}"));
        lines.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn libpq_takes_the_way_that_the_server_takes() {
        assert_eq!(
            told("postgres:///touchstone?host=/run/postgresql", None),
            r#"PGCONNECT_TIMEOUT="10" PGHOST="/run/postgresql" PGDATABASE="touchstone" PGSSLMODE="disable""#
        );
        assert_eq!(
            told("postgres://u:p%20w@db.example:5433/x?sslmode=verify-full", Some("/ca.pem")),
            r#"PGCONNECT_TIMEOUT="10" PGHOST="db.example" PGPORT="5433" PGUSER="u" PGDATABASE="x" PGPASSWORD="p w" PGSSLMODE="verify-full" PGSSLROOTCERT="/ca.pem""#
        );
        let several = told("postgres://u@a,b:6000/x?target_session_attrs=read-write", Some("/ca"));
        assert!(
            several.contains(
                r#"PGHOST="a,b" PGPORT="5432,6000" PGUSER="u" PGDATABASE="x" PGTARGETSESSIONATTRS="read-write""#
            ),
            "{several}"
        );
    }
}
