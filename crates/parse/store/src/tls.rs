//! TLS to PostgreSQL: always verified in full, and always there unless the database is on this
//! machine or the operator says in the address that it is not wanted.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::StoreError;

/// How the way to the database is kept from being read or changed by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TlsMode {
    /// It never leaves this machine.
    Local,
    /// TLS, with the server's name and certificate verified.
    Tls,
    /// Nothing: the address says `sslmode=disable`.
    None,
}

/// What an address of a database means for the way to it.
pub fn tls_mode(url: &str) -> Option<TlsMode> {
    read(url).ok().map(|config| protection_of(&config))
}

/// Reads an address. `verify-full` and `verify-ca` are what `require` means here anyway.
pub(crate) fn read(url: &str) -> Result<Config, tokio_postgres::Error> {
    url.replace("sslmode=verify-full", "sslmode=require")
        .replace("sslmode=verify-ca", "sslmode=require")
        .parse()
}

/// Makes connections secure, where they are to be.
#[derive(Clone)]
pub(crate) struct Connector(MakeRustlsConnect);

impl MakeTlsConnect<Socket> for Connector {
    type Stream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;
    type TlsConnect = <MakeRustlsConnect as MakeTlsConnect<Socket>>::TlsConnect;
    type Error = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<Self::TlsConnect, Self::Error> {
        // A Unix socket has no name, is asked for one all the same, and never uses it.
        let name = if host.is_empty() { "localhost" } else { host };
        MakeTlsConnect::<Socket>::make_tls_connect(&mut self.0, name)
    }
}

pub(crate) fn protection_of(config: &Config) -> TlsMode {
    let is_local = config.get_hosts().iter().all(|host| match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
    });
    match config.get_ssl_mode() {
        SslMode::Require => TlsMode::Tls,
        _ if is_local => TlsMode::Local,
        SslMode::Disable => TlsMode::None,
        _ => TlsMode::Tls,
    }
}

/// Settles on TLS or none in the configuration, and makes the connector.
pub(crate) fn secured(
    config: &mut Config,
    ca_file: Option<&Path>,
) -> Result<Connector, StoreError> {
    let (mode, roots) = match protection_of(config) {
        TlsMode::Tls => (SslMode::Require, roots(ca_file)?),
        TlsMode::Local | TlsMode::None => (SslMode::Disable, RootCertStore::empty()),
    };
    config.ssl_mode(mode);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let client = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Unavailable(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Connector(MakeRustlsConnect::new(client)))
}

/// The authorities that are believed: those of a file, or those this machine trusts.
fn roots(ca_file: Option<&Path>) -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    let Some(path) = ca_file else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return Ok(roots);
    };
    let unusable = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!(
            "the certificates in {} cannot be used: {error}",
            path.display()
        ))
    };
    for certificate in CertificateDer::pem_file_iter(path).map_err(|error| unusable(&error))? {
        let certificate = certificate.map_err(|error| unusable(&error))?;
        roots.add(certificate).map_err(|error| unusable(&error))?;
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_database_elsewhere_needs_tls() {
        for (url, expected) in [
            ("postgres://u@127.0.0.1/x", TlsMode::Local),
            ("postgres://u@localhost/x?sslmode=disable", TlsMode::Local),
            ("postgres://u@[::1]/x", TlsMode::Local),
            ("postgres://u@%2Frun%2Fpostgresql/x", TlsMode::Local),
            ("postgres:///x?host=/run/postgresql", TlsMode::Local),
            ("postgres:///x?host=/run/postgresql&user=u&sslmode=disable", TlsMode::Local),
            ("postgres://u@db.example/x", TlsMode::Tls),
            ("postgres://u@10.0.0.1,127.0.0.1/x", TlsMode::Tls),
            ("postgres://u@db.example/x?sslmode=verify-full", TlsMode::Tls),
            ("postgres://u@127.0.0.1/x?sslmode=require", TlsMode::Tls),
            ("postgres://u@db.example/x?sslmode=disable", TlsMode::None),
        ] {
            assert_eq!(tls_mode(url), Some(expected), "{url}");
        }
        assert_eq!(tls_mode("what"), None);
    }

    #[test]
    fn a_file_without_certificates_is_told_by_name() {
        let mut config = read("postgres://u@db.example/x").unwrap();
        let refused = secured(&mut config, Some(Path::new("/nowhere/ca.pem"))).err().unwrap();
        assert!(refused.to_string().contains("/nowhere/ca.pem"), "{refused}");
    }
}
